-- Commit the part of a step that lives in its session's shard. ARGV: the call's own mark, the stamp seen; sid, expected
-- version, mark before and after, time, answer, snapshot, jobs, when the first is due ('' for none), whether it is over,
-- head and when the session began (of a first step), events; then four lists, each with its length first: inputs (id,
-- epoch, home), tags, posts (place, slot, body), and names with their values (key, '' for none). On a single server,
-- `home` is the prefix of the shard with the input's inbox record, and the script updates that record, too. In a cluster
-- `home` is empty, and there are no names. Returns ok STAMP | dup ID AT ANSWER | answered ANSWER | elsewhere ID |
-- moved ID EPOCH | conflict VERSION MARK.
local mark, seen, sid, expect, from, to, at, answer, snapshot, jobs, due, over, head, began, events = unpack(ARGV, 1, 15)
local position = 15
local function list(width)
    position = position + 1
    local rows = {}
    for n = 1, tonumber(ARGV[position]) do
        rows[n] = { unpack(ARGV, position + 1, position + width) }
        position = position + width
    end
    return rows
end
local inputs, tags, posts, names = list(3), list(1), list(3), list(2)

local state, consumed = base .. 's:' .. sid, base .. 'i:' .. sid
local kept = call('HMGET', state, 'v', 'o', 'c', 'm')
local version, ended, stands = tonumber(kept[1] or '0'), kept[2] == '1', kept[4] or ''
expect, began = tonumber(expect), kept[3] or began

-- The client's library sends a command again if it did not get the reply.
if version > expect and marked(sid, expect + 1) == mark then
    return { 'ok', string.format('%.0f', tonumber(call('GET', base .. 'tick'))) }
end

local epochs = {}
for n, input in ipairs(inputs) do
    local id, epoch, home = unpack(input)
    epochs[n] = tonumber(epoch)
    if home ~= '' then
        local noted = call('HMGET', home .. 'n:' .. id, 'answer', 'owner', 'epoch')
        if noted[1] then return { 'answered', noted[1] } end
        local owned = noted[2] and noted[2] ~= ''
        if owned and noted[2] ~= sid then return { 'elsewhere', id } end
        epochs[n] = owned and tonumber(noted[3]) or math.huge
    end
    local taken = call('HGET', consumed, '=' .. id)
    if taken then
        local time, said = string.match(taken, '^(-?%d+) (.*)$')
        return { 'dup', id, time, said }
    end
end
for n, input in ipairs(inputs) do
    local fence = call('HGET', consumed, '^' .. input[1])
    if fence and epochs[n] < tonumber(fence) then return { 'moved', input[1], fence } end
end
if version ~= expect or (stands ~= '' and stands ~= from) then return { 'conflict', version, stands } end

local stamp = tick(seen, #posts)
for _, input in ipairs(inputs) do
    local id, _, home = unpack(input)
    if home ~= '' then
        note(home, id, sid, at, answer)
    else
        call('HSET', consumed, '=' .. id, at .. ' ' .. answer)
    end
end
version = expect + 1
local over = over == '1' or ended
call('HSET', state, 'v', version, 's', snapshot, 'j', over and '\144' or jobs, 'o', over and '1' or '0', 'm', to)
if expect == 0 then call('HSET', state, 'h', head, 'c', began) end
call('RPUSH', base .. 'e:' .. sid, version .. ' ' .. at .. ' ' .. mark .. events)
if over or due == '' then
    call('ZREM', base .. 'due', sid)
else
    call('ZADD', base .. 'due', due, sid)
end
if over then
    call('ZADD', base .. 'ended', at, sid)
    call('ZREM', base .. 'archived', sid)
end

local lists = base .. 'g:' .. sid
if expect == 0 then call('SADD', lists, '') end
for _, tag in ipairs(tags) do call('SADD', lists, tag[1]) end
if over and not ended then
    for _, tag in ipairs(call('SMEMBERS', lists)) do
        call('ZREM', base .. 't:1:' .. tag, sid)
        call('ZADD', base .. 't:0:' .. tag, began, sid)
    end
else
    local list = base .. (over and 't:0:' or 't:1:')
    if expect == 0 then call('ZADD', list, began, sid) end
    for _, tag in ipairs(tags) do call('ZADD', list .. tag[1], began, sid) end
end
for k, post in ipairs(posts) do
    queue(sid, version, k - 1, sid, stamp, post[1], post[2], post[3])
    stamp = stamp + 1
end
for _, name in ipairs(names) do point(name[1], name[2]) end
return { 'ok', string.format('%.0f', stamp) }
