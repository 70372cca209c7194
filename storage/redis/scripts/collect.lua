-- Take or renew the lease on a place, and find a session's waiting posts there. ARGV: key of the lease, owner, ttl, key
-- of the note, sid, place, how many. Both keys are in other shards, which a single server allows. Returns nothing if
-- another owner has the lease, else the note ('' for none), id, post, id, post …
local held, owner, ttl, note, sid, place, limit = unpack(ARGV)
if not lease(held, owner, ttl) then return false end
return waiting(sid, place, limit, { call('GET', note) or '' })
