-- What the scripts share. KEYS[1] is the prefix of a shard, "parley:{pNN}:"; every key made from it has its tag, so
-- that a script touches one slot only. What is found here stays unchanged until the script has decided to write: Redis does
-- not take back what a failing script has written.
local base = KEYS[1]
local call = redis.call

-- The number of `count` places in the order of everything: later than anything this shard or the caller has seen, so
-- that it holds whatever the clocks of several servers say. Microseconds, which a double holds exactly.
local function tick(seen, count)
    local time = call('TIME')
    local now = time[1] * 1000000 + time[2]
    local last = tonumber(call('GET', base .. 'tick') or '0')
    local stamp = math.max(now, last + 1, tonumber(seen) + 1)
    call('SET', base .. 'tick', string.format('%.0f', stamp + count))
    return stamp
end

-- Milliseconds after which the server itself forgets what nobody asks for any more: inputs since their answer, posts of
-- no session since they are out.
local KEEP = 14 * 86400000

-- Whether posts of a session, or of no session under the front of their ids, wait still.
local function waits(front)
    return call('HLEN', base .. 'p:' .. front) ~= call('HLEN', base .. 'r:' .. front)
end

-- Note the answer of an input in the inbox, in the shard with the prefix `home`. Its place and its body are not kept.
local function note(home, id, sid, at, answer)
    local key = home .. 'n:' .. id
    local kept = call('HMGET', key, 'at', 'sid', 'n')
    if kept[1] then at, sid = unpack(kept, 1, 2) end
    call('DEL', key) -- a hash that once held a long body would keep a table's overhead for good
    call('HSET', key, 'place', '', 'sid', sid, 'at', at, 'answer', answer)
    call('PEXPIRE', key, KEEP)
    if kept[3] then call('ZREM', home .. 'pending', string.format('%016.0f', tonumber(kept[3])) .. id) end
end

-- A step of a log is an element of a list, VERSION AT MARK EVENTS, the mark of 8 bytes; a list takes a fraction of the
-- memory of a stream. Versions follow one another; the list begins anew after an archive. Returns the mark of a step.
local function marked(sid, version)
    local log = base .. 'e:' .. sid
    local first = call('LINDEX', log, 0)
    local place = first and version - tonumber(string.match(first, '^%d+')) or -1
    local step = place >= 0 and call('LINDEX', log, place)
    if not step then return nil end
    local _, stop = string.find(step, '^%d+ %-?%d+ ')
    return string.sub(step, stop + 1, stop + 8)
end

local function box(sid, place, slot)
    return base .. 'b:' .. #sid .. ':' .. sid .. #place .. ':' .. place .. slot
end

-- Store a post and let it wait. One in a slot hides the one that waited there; of a session that is settled here, of no
-- session where it is read, as those are spread over the shards.
local function queue(front, version, k, sid, stamp, place, slot, body)
    local key = version .. '.' .. k
    local id = front .. '.' .. key
    local row = string.format('%.0f', stamp) .. ' ' .. #place .. ' ' .. #slot .. ' ' .. place .. slot
    call('HSET', base .. 'p:' .. front, key, row .. body)
    if slot ~= '' and sid == '' then
        call('HSET', base .. 'aside', id, row .. id)
        return
    end
    if slot ~= '' then
        local name = box(sid, place, slot)
        local hidden = call('ZRANGE', name, -1, -1)[1]
        if hidden then
            call('ZREM', base .. 'out', hidden)
            call('ZREM', base .. 'o:' .. place, hidden)
        end
        call('ZADD', name, string.format('%.0f', stamp), id)
    end
    call('ZADD', base .. 'out', string.format('%.0f', stamp), id)
    call('ZADD', base .. 'o:' .. place, string.format('%.0f', stamp), id)
end
