-- Take, renew or give back a lease. ARGV: name, owner, ttl; an empty ttl gives it back. Returns 1 if the owner has it, or
-- has given it back.
local name, owner, ttl = unpack(ARGV)
local key = base .. 'l:' .. name
if ttl == '' then
    local holder = lease_of(key)
    if holder == owner then call('DEL', key) end
    return 1
end
return lease(key, owner, ttl) and 1 or 0
