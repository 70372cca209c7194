-- ARGV: counter, key.
local name = base .. 'c:' .. ARGV[1]
call('HSETNX', name, ARGV[2], call('HLEN', name))
return tonumber(call('HGET', name, ARGV[2]))
