-- Record an input, or find it. ARGV: mark, stamp seen, id, place, sid, at, body.
-- Returns stamp, fresh, owner, epoch, place, sid, at, body, answer (false if none yet).
local mark, seen, id, place, sid, at, body = unpack(ARGV)
local key = base .. 'n:' .. id
if call('HEXISTS', key, 'at') == 0 then
    local stamp = string.format('%.0f', tick(seen, 0))
    call('HSET', key, 'place', place, 'sid', sid, 'at', at, 'body', body, 'n', stamp, 'by', mark)
    if call('HEXISTS', key, 'owner') == 0 then call('HSET', key, 'owner', sid, 'epoch', 1) end
    call('ZADD', base .. 'pending', at, string.format('%016.0f', tonumber(stamp)) .. id)
end
local kept = call('HMGET', key, 'n', 'by', 'owner', 'epoch', 'place', 'sid', 'at', 'body', 'answer')
return { kept[1] or '0', kept[2] == mark and 1 or 0, unpack(kept, 3, 9) }
