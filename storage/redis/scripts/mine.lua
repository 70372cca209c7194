-- Find a session's waiting posts in a place, in order. ARGV: sid, place, how many. Returns id, post, id, post …
local sid, place, limit = ARGV[1], ARGV[2], tonumber(ARGV[3])
local rows = {}
for _, id in ipairs(call('ZRANGE', base .. 'o:' .. place, 0, -1)) do
    local front, key = string.match(id, '^(.*)%.(%d+%.%d+)$')
    if front == sid and #rows < 2 * limit then
        rows[#rows + 1] = id
        rows[#rows + 1] = call('HGET', base .. 'p:' .. front, key)
    end
end
return rows
