-- Take, renew or give back a lease. ARGV: name, owner, ttl; an empty ttl gives it back. The server's clock counts,
-- which is the same for all callers. Kept as END LENGTH OWNER. An end farther away than its length was written before
-- that clock was set right, so the lease counts as expired. A value of an earlier version has no length; the requested
-- one is used.
local name, owner, ttl = unpack(ARGV)
local key = base .. 'l:' .. name
local held = call('GET', key) or ''
local till, length, holder = string.match(held, '^(-?%d+) (%d+) (.*)$')
if not till then till, holder = string.match(held, '^(-?%d+) (.*)$') end
if ttl == '' then
    if holder == owner then call('DEL', key) end
    return 1
end
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = till and tonumber(till) - now or 0
if holder ~= owner and left > 0 and left <= tonumber(length or ttl) then return 0 end
call('SET', key, string.format('%.0f %s %s', now + ttl, ttl, owner), 'PX', ttl)
return 1
