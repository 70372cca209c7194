-- Find waiting posts, in order, in all shards of a single server. ARGV: the key of the queue without prefix, the place
-- ('' for all), how many. Returns id, post, id, post … A post of no session hides older ones of its slot here, because
-- those are in several shards.
local name, wanted, limit = ARGV[1], ARGV[2], tonumber(ARGV[3])
local found, newest = {}, {}
for shard = 0, 63 do
    local base = string.format('parley:{p%02d}:', shard)
    local queue = redis.call('ZRANGE', base .. name, 0, limit - 1, 'WITHSCORES')
    for n = 1, #queue, 2 do
        found[#found + 1] = { tonumber(queue[n + 1]), queue[n], base }
    end
    for _, row in ipairs(redis.call('HVALS', base .. 'aside')) do
        local stamp, places, slots, rest = string.match(row, '^(%d+) (%d+) (%d+) (.*)$')
        local place = string.sub(rest, 1, tonumber(places))
        if wanted == '' or place == wanted then
            local box = places .. ' ' .. string.sub(rest, 1, places + slots)
            local id = string.sub(rest, places + slots + 1)
            local last = newest[box]
            if not last or last[1] < tonumber(stamp) or (last[1] == tonumber(stamp) and last[2] < id) then
                newest[box] = { tonumber(stamp), id, base }
            end
        end
    end
end
for _, one in pairs(newest) do found[#found + 1] = one end
table.sort(found, function(a, b)
    if a[1] ~= b[1] then return a[1] < b[1] end
    return a[2] < b[2]
end)
local rows = {}
for n = 1, math.min(limit, #found) do
    local id, base = found[n][2], found[n][3]
    local front, key = string.match(id, '^(.*)%.(%d+%.%d+)$')
    rows[#rows + 1] = id
    rows[#rows + 1] = redis.call('HGET', base .. 'p:' .. front, key)
end
return rows
