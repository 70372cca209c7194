-- Delete what is left of a person in one shard. Returns how many entries were deleted. ARGV, one of:
--   posts FRONT BEFORE PLACES…  the posts of no session under this front, if all of them went out before a time and one
--                               went to one of the places
--   lease NAME BEFORE           a lease that ran out before a time
--   shown PLACES…               the records of the last post in each slot of these places
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
