-- Delete what is left of a person in one shard. ARGV: kind, and then: `posts` FRONT BEFORE PLACES… takes the posts of no
-- session under this front away, if all are out, went out before a time, and one of them went to one of the places; `lease`
-- NAME BEFORE one that ran out before a time; `shown` PLACES… what stood last in a slot of these places. Returns how many.
local kind, name, before = ARGV[1], ARGV[2], tonumber(ARGV[3])
local function among(place, first)
    for n = first, #ARGV do
        if ARGV[n] == place then return true end
    end
    return false
end
if kind == 'lease' then
    local held = call('GET', base .. 'l:' .. name)
    local till = held and string.match(held, '^(-?%d+) ')
    if not held or (till and tonumber(till) >= before) then return 0 end
    return call('DEL', base .. 'l:' .. name)
end
if kind == 'shown' then
    local gone = 0
    for _, field in ipairs(call('HKEYS', base .. 'w:')) do
        local length, rest = string.match(field, '^(%d+):(.*)$')
        if among(string.sub(rest, 1, tonumber(length)), 2) then gone = gone + call('HDEL', base .. 'w:', field) end
    end
    return gone
end
if waits(name) then return 0 end
for _, settled in ipairs(call('HVALS', base .. 'r:' .. name)) do
    if tonumber(string.match(settled, '^(-?%d+) ')) >= before then return 0 end
end
for _, row in ipairs(call('HVALS', base .. 'p:' .. name)) do
    local _, places, _, rest = string.match(row, '^(%d+) (%d+) (%d+) (.*)$')
    if among(string.sub(rest, 1, tonumber(places)), 4) then
        call('DEL', base .. 'p:' .. name, base .. 'r:' .. name)
        return 1
    end
end
return 0
