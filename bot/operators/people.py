"""Commands about operators themselves: roles, and who changed what."""

import re

from msgspec.structs import replace

from bot.operators import realms
from bot.operators.call import Call, Done
from bot.operators.dates import moment, shown
from bot.operators.records import AuditEntry, Role
from bot.operators.typed import BadWords
from games.core.post import Block, Post, item, line, says

SHOWN = 20
_USER = re.compile(r"(?:<@!?)?(?:(telegram|discord|terminal):)?(\w{1,32})>?")


def user_of(call: Call) -> str:
    """Return the user that an option means: a number, a mention, or a number with its platform. Raises `BadWords`."""
    found = _USER.fullmatch(call.text("user"))
    platform = call.inbound.user.partition(":")[0]
    if found is None or not (found[2].isdecimal() or found[1] == "terminal"):
        raise BadWords(
            f"user must be a person's number on the platform, such as 4711; you wrote {call.text('user')[:40]}."
        )
    return f"{found[1] or platform}:{found[2]}"


async def grant(call: Call) -> Done:
    user, role = user_of(call), call.text("role").casefold()
    kept = Role(user, "viewer" if role == "viewer" else "operator", call.inbound.user, call.now)
    others = tuple(r for r in call.realm.roles if r.user != user)
    what = "set games up, open, stop and look at results" if role == "operator" else "look, but change nothing"
    post = says(f"{user} is {role} here now: they may {what}. This holds only here.")
    return Done(post, replace(call.realm, roles=(*others, kept)), user, (f"role {role} granted",))


async def revoke(call: Call) -> Done:
    user = user_of(call)
    role = call.realm.role(user)
    if not role:
        there = ", ".join(f"{r.user} ({r.role})" for r in call.realm.roles) or "nobody"
        raise BadWords(f"{user} has no role here; granted roles: {there}.")
    left = tuple(r for r in call.realm.roles if r.user != user)
    return Done(says(f"{user} is {role} no more."), replace(call.realm, roles=left), user, (f"role {role} revoked",))


async def audit(call: Call) -> Done:
    since = moment("since", call.text("since")) if call.text("since") else 0
    entries = [entry async for entry in realms.audit(call.sessions.store, call.realm.name, since)]
    if not entries:
        return Done(
            says("Nobody has changed anything here." if not since else "Nobody has changed anything since then.")
        )
    blocks: list[Block] = [item(_told(entry)) for entry in reversed(entries[-SHOWN:])]
    if len(entries) > SHOWN:
        blocks.append(line(f"The newest {SHOWN} of {len(entries)}. The dashboard shows more."))
    return Done(Post(tuple(blocks)))


def _told(entry: AuditEntry) -> str:
    who = f"{entry.who} ({entry.by})" if entry.who else entry.by
    what = f"{entry.verb} {entry.target}".strip()
    return f"{shown(entry.at)} {who}: {what}" + (f": {'; '.join(entry.lines)}" if entry.lines else "")
