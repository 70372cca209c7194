-- Number a key in a counter. ARGV: counter, key, until (0: for ever). Returns the number. The expiry, by the server's
-- clock, only deletes claims that are no longer needed.
local name = base .. 'c:' .. ARGV[1]
call('HSETNX', name, ARGV[2], call('HLEN', name))
-- Read before the expiry is set: a caller's clock that is far behind makes the counter expire at once.
local number = tonumber(call('HGET', name, ARGV[2]))
if ARGV[3] ~= '0' then call('PEXPIREAT', name, string.format('%.0f', ARGV[3] + 86400000)) end
return number
