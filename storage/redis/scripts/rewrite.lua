-- Rewrite an archived session, in its shard. ARGV: sid, version, the packed log as it was read, the new packed log,
-- the snapshot, the mark of the log, the lists that it leaves. Returns 1 if it was written.
local sid, version, old, log, snapshot, mark = unpack(ARGV, 1, 6)
local state = base .. 's:' .. sid
local twice = call('GET', base .. 'z:' .. sid) == log
if call('HGET', state, 'v') ~= version or not call('ZSCORE', base .. 'archived', sid) then return 0 end
if not twice and call('GET', base .. 'z:' .. sid) ~= old then return 0 end
call('SET', base .. 'z:' .. sid, log)
call('HSET', state, 's', snapshot, 'm', mark)
for n = 7, #ARGV do
    call('SREM', base .. 'g:' .. sid, ARGV[n])
    call('ZREM', base .. 't:0:' .. ARGV[n], sid)
    call('ZREM', base .. 't:1:' .. ARGV[n], sid)
end
return 1
