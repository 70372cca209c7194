-- ARGV: name, owner, now, ttl; an empty ttl gives the lease back. The key's own expiry is no part of the promise, which
-- goes by the caller's clock: it only clears away what nobody gave back.
local name, owner, now, ttl = unpack(ARGV)
local key = base .. 'l:' .. name
local held = call('GET', key)
local till, holder
if held then till, holder = string.match(held, '^(-?%d+) (.*)$') end
if ttl == '' then
    if holder == owner then call('DEL', key) end
    return 1
end
if holder and holder ~= owner and tonumber(till) > tonumber(now) then return 0 end
call('SET', key, string.format('%.0f', now + ttl) .. ' ' .. owner, 'PX', string.format('%.0f', ttl + 86400000))
return 1
