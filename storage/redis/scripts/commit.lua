-- Commit the part of a step that lives in its session's shard. ARGV: the call's own mark, the stamp seen, the inputs
-- (how many; id, sid, epoch, answer, home each), the parts (how many; see below), the names that stand for sessions
-- from now on (how many; key, sid or "" each). On a single server, `home` is the prefix of the shard with the input's
-- inbox record, and the script updates that record, too. In a cluster `home` is empty, and there are no names. Returns
-- ok STAMP | dup ID AT ANSWER | answered ANSWER | elsewhere ID | moved ID EPOCH | conflict VERSION MARK.
local at = 0
local function arg()
    at = at + 1
    return ARGV[at]
end
local mark, seen = arg(), arg()

local inputs = {}
for n = 1, tonumber(arg()) do
    inputs[n] = { id = arg(), sid = arg(), epoch = tonumber(arg()), answer = arg(), home = arg() }
end
local parts, posts = {}, 0
for n = 1, tonumber(arg()) do
    local part = { sid = arg(), expect = tonumber(arg()), from = arg(), to = arg(), at = arg(), snapshot = arg(), jobs = arg(), due = arg(),
        over = arg(), head = arg(), began = arg(), events = arg(), tags = {}, posts = {} }
    for i = 1, tonumber(arg()) do part.tags[i] = arg() end
    for i = 1, tonumber(arg()) do part.posts[i] = { arg(), arg(), arg() } end
    local kept = call('HMGET', base .. 's:' .. part.sid, 'v', 'o', 'c', 'm')
    part.version, part.ended = tonumber(kept[1] or '0'), kept[2] == '1'
    part.began, part.mark = kept[3] or part.began, kept[4] or ''
    posts = posts + #part.posts
    parts[n] = part
end
local names = {}
for n = 1, tonumber(arg()) do names[n] = { arg(), arg() } end

-- The client's library sends a command again if it did not get the reply.
local first = parts[1]
if first.version > first.expect then
    if marked(first.sid, first.expect + 1) == mark then
        return { 'ok', string.format('%.0f', tonumber(call('GET', base .. 'tick'))) }
    end
end

for _, input in ipairs(inputs) do
    if input.home ~= '' then
        local kept = call('HMGET', input.home .. 'n:' .. input.id, 'answer', 'owner', 'epoch')
        if kept[1] then return { 'answered', kept[1] } end
        local owned = kept[2] and kept[2] ~= ''
        if owned and kept[2] ~= input.sid then return { 'elsewhere', input.id } end
        input.epoch = owned and tonumber(kept[3]) or math.huge
    end
    local taken = call('HGET', base .. 'i:' .. input.sid, '=' .. input.id)
    if taken then
        local time, answer = string.match(taken, '^(-?%d+) (.*)$')
        return { 'dup', input.id, time, answer }
    end
end
for _, input in ipairs(inputs) do
    local fence = call('HGET', base .. 'i:' .. input.sid, '^' .. input.id)
    if fence and input.epoch < tonumber(fence) then return { 'moved', input.id, fence } end
end
for _, part in ipairs(parts) do
    if part.version ~= part.expect or (part.mark ~= '' and part.mark ~= part.from) then
        return { 'conflict', part.version, part.mark }
    end
end

local stamp = tick(seen, posts)
for _, input in ipairs(inputs) do
    for _, part in ipairs(parts) do
        if part.sid == input.sid then
            if input.home ~= '' then
                note(input.home, input.id, part.sid, part.at, input.answer)
            else
                call('HSET', base .. 'i:' .. part.sid, '=' .. input.id, part.at .. ' ' .. input.answer)
            end
        end
    end
end
for _, part in ipairs(parts) do
    local sid, version = part.sid, part.expect + 1
    local over = part.over == '1' or part.ended
    local state = base .. 's:' .. sid
    call('HSET', state, 'v', version, 's', part.snapshot, 'j', over and '\144' or part.jobs, 'o', over and '1' or '0',
        'm', part.to)
    if part.expect == 0 then call('HSET', state, 'h', part.head, 'c', part.began) end
    call('RPUSH', base .. 'e:' .. sid, version .. ' ' .. part.at .. ' ' .. mark .. part.events)
    if over or part.due == '' then
        call('ZREM', base .. 'due', sid)
    else
        call('ZADD', base .. 'due', part.due, sid)
    end

    if over then
        call('ZADD', base .. 'ended', part.at, sid)
        call('ZREM', base .. 'archived', sid)
    end

    local lists = base .. 'g:' .. sid
    if part.expect == 0 then call('SADD', lists, '') end
    for _, tag in ipairs(part.tags) do call('SADD', lists, tag) end
    if over and not part.ended then
        for _, tag in ipairs(call('SMEMBERS', lists)) do
            call('ZREM', base .. 't:1:' .. tag, sid)
            call('ZADD', base .. 't:0:' .. tag, part.began, sid)
        end
    else
        local list = base .. (over and 't:0:' or 't:1:')
        if part.expect == 0 then call('ZADD', list, part.began, sid) end
        for _, tag in ipairs(part.tags) do call('ZADD', list .. tag, part.began, sid) end
    end

    for k, post in ipairs(part.posts) do
        queue(sid, version, k - 1, sid, stamp, post[1], post[2], post[3])
        stamp = stamp + 1
    end
end
for _, name in ipairs(names) do
    if name[2] == '' then call('DEL', name[1]) else call('SET', name[1], name[2]) end
end
return { 'ok', string.format('%.0f', stamp) }
