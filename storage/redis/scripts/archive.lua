-- Move an ended session to the archive, in its shard. ARGV: sid, the version its log was read at, the packed log.
-- Returns 1 if it was moved.
local sid, version, log = unpack(ARGV)
local kept = call('HMGET', base .. 's:' .. sid, 'v', 'o')
local at = call('ZSCORE', base .. 'ended', sid)
if not at or kept[1] ~= version or kept[2] ~= '1' or waits(sid) then return 0 end
call('SET', base .. 'z:' .. sid, log)
call('DEL', base .. 'e:' .. sid, base .. 'p:' .. sid, base .. 'r:' .. sid, base .. 'w:' .. sid)
-- Only the answers go, because the inbox has them. The fences stay: they keep inputs from being consumed under an older
-- epoch.
for _, field in ipairs(call('HKEYS', base .. 'i:' .. sid)) do
    if string.sub(field, 1, 1) == '=' then call('HDEL', base .. 'i:' .. sid, field) end
end
call('ZREM', base .. 'ended', sid)
call('ZADD', base .. 'archived', at, sid)
return 1
