-- Answer an input in the inbox. ARGV: id, place, sid, at, body, answer, how, then: stamp seen, how many posts, why it
-- is parked ('' if it is not), the time, and place, slot, body of each post. `how` is 'mark' to note the answer that a
-- commit gave. Any other value is the front of the posts' ids, for an input that concerns no session. Returns done
-- STAMP ANSWER | owner OWNER EPOCH (a session may still consume it).
local id, place, sid, at, body, answer, how, seen, count, why, now = unpack(ARGV, 1, 11)
local key = base .. 'n:' .. id
local kept = call('HMGET', key, 'answer', 'owner', 'epoch')
if kept[1] then return { 'done', '0', kept[1] } end
if how ~= 'mark' and kept[2] and kept[2] ~= '' then return { 'owner', kept[2], kept[3] } end
local stamp = 0
if how ~= 'mark' then
    stamp = tick(seen, tonumber(count))
    for k = 0, tonumber(count) - 1 do
        local place, slot, body = unpack(ARGV, 12 + 3 * k, 14 + 3 * k)
        queue(how, 0, k, '', stamp, place, slot, body)
        stamp = stamp + 1
    end
end
note(base, id, sid, at, answer)
if why ~= '' then
    call('HSET', key, 'why', why)
    call('ZREMRANGEBYSCORE', base .. 'parked', '-inf', string.format('(%.0f', now - KEEP))
    call('ZADD', base .. 'parked', now, id)
    call('PEXPIRE', base .. 'parked', KEEP)
end
return { 'done', string.format('%.0f', stamp), answer }
