-- Keep a session from consuming an input under an older epoch, in the session's shard. ARGV: id, sid, epoch.
-- Returns taken AT ANSWER (too late: it was consumed) | fenced EPOCH.
local id, sid, epoch = unpack(ARGV)
local key = base .. 'i:' .. sid
local taken = call('HGET', key, '=' .. id)
if taken then
    local time, answer = string.match(taken, '^(-?%d+) (.*)$')
    return { 'taken', time, answer }
end
local fence = call('HGET', key, '^' .. id)
if not fence or tonumber(fence) < tonumber(epoch) then
    call('HSET', key, '^' .. id, epoch)
    fence = epoch
end
return { 'fenced', fence }
