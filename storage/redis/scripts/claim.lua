-- Claim a key. ARGV: key, owner, until. Returns 1 if the owner has it. Kept as a hash with the owner's name, whose value
-- is 0; earlier versions numbered all who asked, the first of them 0. The expiry, by the server's clock, only deletes
-- claims that are no longer needed.
local key, owner, till = unpack(ARGV)
local name = base .. 'c:' .. key
if call('EXISTS', name) == 0 then
    call('HSET', name, owner, 0)
    call('PEXPIREAT', name, string.format('%.0f', till + 86400000))
    return 1
end
return call('HGET', name, owner) == '0' and 1 or 0
