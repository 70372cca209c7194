-- Settle a post. ARGV: front, key (VERSION.K), sid, ref, at, the stamp with which it was read ('' for any), then names
-- with their values: key, value ('' for none). In a cluster there are no names. Returns 1 if it was settled, 0 if it does
-- not wait, -1 if another post waits under its id.
local front, key, sid, ref, at, read = unpack(ARGV, 1, 6)
local settled = base .. 'r:' .. front
local row = call('HGET', base .. 'p:' .. front, key)
if not row or call('HEXISTS', settled, key) == 1 then return 0 end
local stamp, places, slots, rest = string.match(row, '^(%d+) (%d+) (%d+) (.*)$')
if read ~= '' and read ~= stamp then return -1 end
local place = string.sub(rest, 1, tonumber(places))
local slot = string.sub(rest, places + 1, places + slots)
local id = front .. '.' .. key
if slot ~= '' and sid ~= '' then
    local name = box(sid, place, slot)
    for _, older in ipairs(call('ZRANGEBYSCORE', name, '-inf', '(' .. stamp)) do
        call('HSET', settled, string.sub(older, #front + 2), at .. ' ')
        call('ZREM', name, older)
    end
    call('ZREM', name, id)
end
call('HSET', settled, key, at .. ' ' .. ref)
call('ZREM', base .. 'out', id)
call('ZREM', base .. 'o:' .. place, id)
call('HDEL', base .. 'aside', id)
if sid == '' and not waits(front) then
    call('PEXPIRE', base .. 'p:' .. front, KEEP)
    call('PEXPIRE', settled, KEEP)
end
if slot ~= '' and ref ~= '' then
    local shown, field = base .. 'w:' .. sid, #place .. ':' .. place .. slot
    local last = call('HGET', shown, field)
    if not last or tonumber(string.match(last, '^%d+')) < tonumber(stamp) then
        call('HSET', shown, field, stamp .. ' ' .. id)
    end
end
for n = 7, #ARGV, 2 do point(ARGV[n], ARGV[n + 1]) end
return 1
