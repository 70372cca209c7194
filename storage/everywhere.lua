-- One reading command in many shards: KEYS are their prefixes. ARGV: command, key without prefix, further arguments.
-- Only for a single server, where it spares the client 64 commands; a cluster is asked shard by shard.
local replies = {}
for n, prefix in ipairs(KEYS) do
    replies[n] = redis.call(ARGV[1], prefix .. ARGV[2], unpack(ARGV, 3))
end
return replies
