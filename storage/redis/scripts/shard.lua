-- Shared part of the scripts. KEYS[1] is the prefix of a shard, "parley:{pNN}:". Every key made from it has its tag, so
-- that a script touches one slot only. A script makes all its checks before its first write: Redis does not roll back
-- the writes of a failing script.
local base = KEYS[1]
local call = redis.call

-- Return a stamp and reserve `count` places in the order of everything. It is later than anything this shard or the
-- caller has seen, so the order holds even if the clocks of several servers differ. In microseconds, which a double
-- holds exactly.
local function tick(seen, count)
    local time = call('TIME')
    local now = time[1] * 1000000 + time[2]
    local last = tonumber(call('GET', base .. 'tick') or '0')
    local stamp = math.max(now, last + 1, tonumber(seen) + 1)
    call('SET', base .. 'tick', string.format('%.0f', stamp + count))
    return stamp
end

-- Milliseconds after which the server itself deletes data that is no longer needed: inputs, counted from their answer,
-- and posts of no session, counted from when they went out.
local KEEP = 14 * 86400000

-- Return whether posts with this front of their ids still wait: a session's id, or the front of posts of no session.
local function waits(front)
    return call('HLEN', base .. 'p:' .. front) ~= call('HLEN', base .. 'r:' .. front)
end

-- Note an input's answer in the inbox, in the shard with the prefix `home`. The input's place and body are deleted.
local function note(home, id, sid, at, answer)
    local key = home .. 'n:' .. id
    local kept = call('HMGET', key, 'at', 'sid', 'n')
    if kept[1] then at, sid = unpack(kept, 1, 2) end
    call('DEL', key) -- a hash that once held a long body would keep a table's overhead for good
    call('HSET', key, 'place', '', 'sid', sid, 'at', at, 'answer', answer)
    call('PEXPIRE', key, KEEP)
    if kept[3] then call('ZREM', home .. 'pending', string.format('%016.0f', tonumber(kept[3])) .. id) end
end

-- Give a name a value, '' for none. Only on a single server: its key is in another shard.
local function point(key, value)
    if value == '' then call('DEL', key) else call('SET', key, value) end
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

-- Store a post and let it wait. A post in a slot hides the one that waited there. A session's hidden post is settled
-- here. Posts of no session are spread over the shards, so their hidden ones are left out when they are read.
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

-- The server's clock counts for a lease, which is the same for all callers. Kept as END LENGTH OWNER. A value of an
-- earlier version has no length. Returns owner, end and length.
local function lease_of(key)
    local held = call('GET', key) or ''
    local till, length, holder = string.match(held, '^(-?%d+) (%d+) (.*)$')
    if not till then till, holder = string.match(held, '^(-?%d+) (.*)$') end
    return holder, till, length
end

-- Take or renew a lease. Returns whether the owner has it. An end farther away than its length was written before the
-- clock was set right, so the lease counts as expired; if its length is unknown, the requested one is used.
local function lease(key, owner, ttl)
    local holder, till, length = lease_of(key)
    local time = call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local left = till and tonumber(till) - now or 0
    if holder ~= owner and left > 0 and left <= tonumber(length or ttl) then return false end
    call('SET', key, string.format('%.0f %s %s', now + ttl, ttl, owner), 'PX', ttl)
    return true
end

-- Add a session's waiting posts in a place to the rows, in order: id, post, id, post …
local function waiting(sid, place, limit, rows)
    local found = 0
    for _, id in ipairs(call('ZRANGE', base .. 'o:' .. place, 0, -1)) do
        local front, key = string.match(id, '^(.*)%.(%d+%.%d+)$')
        if front == sid and found < tonumber(limit) then
            found = found + 1
            rows[#rows + 1] = id
            rows[#rows + 1] = call('HGET', base .. 'p:' .. front, key)
        end
    end
    return rows
end
