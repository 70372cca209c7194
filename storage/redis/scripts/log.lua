-- Return steps of a session's log, as they are kept (see `entry`). ARGV: sid, the version before the first wanted, how
-- many.
local sid, after, count = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local first = call('LINDEX', base .. 'e:' .. sid, 0)
if not first then return {} end
local skipped = math.max(0, after + 1 - tonumber(string.match(first, '^%d+')))
return call('LRANGE', base .. 'e:' .. sid, skipped, skipped + count - 1)
