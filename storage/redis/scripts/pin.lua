-- Find the session that may consume an input: its owner, or the session that asks first. ARGV: id, sid. To give the
-- input to that session, three more follow: the epoch to be replaced, its owner, and the new epoch. Returns answered
-- ANSWER | owner OWNER EPOCH.
local id, sid, epoch, owner, following = unpack(ARGV)
local key = base .. 'n:' .. id
local kept = call('HMGET', key, 'answer', 'owner', 'epoch')
if kept[1] then return { 'answered', kept[1] } end
if not kept[2] then
    call('HSET', key, 'owner', sid, 'epoch', 1)
    return { 'owner', sid, '1' }
end
if epoch and kept[2] == owner and kept[3] == epoch then
    call('HSET', key, 'owner', sid, 'epoch', following)
    return { 'owner', sid, following }
end
return { 'owner', kept[2], kept[3] }
