-- Run one reading command in all shards. ARGV: command, key without prefix, further arguments. Returns the replies that
-- are not empty. Only for a single server, where it spares the client 64 commands; a cluster is asked shard by shard.
local replies = {}
for shard = 0, 63 do
    local reply = redis.call(ARGV[1], string.format('parley:{p%02d}:', shard) .. ARGV[2], unpack(ARGV, 3))
    if reply and (type(reply) ~= 'table' or #reply > 0) then replies[#replies + 1] = reply end
end
return replies
