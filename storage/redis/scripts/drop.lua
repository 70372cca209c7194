-- Delete an ended session whole, in its shard. ARGV: sid. Returns 1 if it was there.
local sid = ARGV[1]
if call('HGET', base .. 's:' .. sid, 'o') ~= '1' or waits(sid) then return 0 end
for _, tag in ipairs(call('SMEMBERS', base .. 'g:' .. sid)) do
    call('ZREM', base .. 't:0:' .. tag, sid)
end
for _, kind in ipairs({ 's:', 'e:', 'z:', 'i:', 'p:', 'r:', 'w:', 'g:' }) do
    call('DEL', base .. kind .. sid)
end
call('ZREM', base .. 'ended', sid)
call('ZREM', base .. 'archived', sid)
return 1
