-- ARGV: counter, key, until (0: for ever). The expiry, by the server's clock, only clears away.
local name = base .. 'c:' .. ARGV[1]
call('HSETNX', name, ARGV[2], call('HLEN', name))
local number = tonumber(call('HGET', name, ARGV[2])) -- first: a caller's clock that is far behind lets it expire at once
if ARGV[3] ~= '0' then call('PEXPIREAT', name, string.format('%.0f', ARGV[3] + 86400000)) end
return number
