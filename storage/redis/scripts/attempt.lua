-- Count a try at an input that has no answer. ARGV: mark, id. Returns the number of tries, including the one after its
-- acceptance; 0 if it has an answer or is unknown. The mark identifies a call that was sent twice.
local mark, id = unpack(ARGV)
local key = base .. 'n:' .. id
local kept = call('HMGET', key, 'at', 'answer', 'tries', 'tried')
if not kept[1] or kept[2] then return 0 end
local tries = tonumber(kept[3] or '1')
if kept[4] == mark then return tries end
call('HSET', key, 'tries', tries + 1, 'tried', mark)
return tries + 1
