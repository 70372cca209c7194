-- Record an input, or find it. ARGV: mark, stamp seen, id, place, sid, at, body, and the key of the name that stands
-- for the session ("" if the session is known; the key is in another shard, which a single server allows). Returns
-- stamp, sid, owner, epoch. For a record that another call made, place, at, body and answer follow (answer is false if
-- there is none yet).
local mark, seen, id, place, sid, at, body, name = unpack(ARGV)
local key = base .. 'n:' .. id
local old = call('HMGET', key, 'at', 'owner')
if not old[1] then
    if name ~= '' then sid = call('GET', name) or '' end
    local stamp = string.format('%.0f', tick(seen, 0))
    call('HSET', key, 'place', place, 'sid', sid, 'at', at, 'body', body, 'n', stamp, 'by', mark)
    if not old[2] then call('HSET', key, 'owner', sid, 'epoch', 1) end
    call('ZADD', base .. 'pending', at, string.format('%016.0f', tonumber(stamp)) .. id)
end
local kept = call('HMGET', key, 'n', 'sid', 'owner', 'epoch', 'by')
local reply = { kept[1] or '0', unpack(kept, 2, 4) }
if kept[5] == mark then return reply end
for _, value in ipairs(call('HMGET', key, 'place', 'at', 'body', 'answer')) do table.insert(reply, value) end
return reply
