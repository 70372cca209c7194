"""Arrivals: who stands at a study's entrance, by the panel's id or by their account, and whose part that id has.

A panel's id is no secret, so it opens nothing: whoever brings an id that another account has used is told that the
person takes part, or did, and neither sees that part nor changes it.
"""

from msgspec import Struct

from bot import keys
from bot.session import vault
from bot.session.ports import Arrival
from bot.session.vault import Pairs
from bot.studies import parts, wording
from bot.studies.panel import BadLink, kept
from bot.studies.parts import Held, Points, Whose
from bot.studies.study import Study
from games.core.codec import digest
from storage.base import Store

DAY, MOMENT = 86_400_000, 600_000
"""Milliseconds of a day, and for which an id is held for the account that begins with it."""


class AtDoor(Struct, frozen=True):
    """A person at the door.

    - `pid`: their pseudonym. `found`: the newest part under it.
    - `mine`: that part is the account's own.
    - `kept`: what the vault keeps of their link.
    """

    pid: str
    found: Held | None
    mine: bool = True
    kept: Pairs = ()


async def at_door(store: Store, study: Study, whose: Whose, user: str, given: Pairs) -> AtDoor | str:
    """Return the person at the door, or the sentence for somebody whose link leads nobody in."""
    if study.panel is None:
        pid = parts.pseudonym(study, user)
        return AtDoor(pid, await parts.newest(store, whose, pid))
    own = await parts.of_account(store, whose, user)
    if own is not None and (study.rules.once or not own.part.outcome):
        return AtDoor(own.part.pid, own)
    if study.panel.required and not given:
        return wording.UNBIDDEN
    try:
        pairs = kept(study.panel, given)
    except BadLink as problem:
        return str(problem)
    id = dict(pairs).get(study.panel.person, "")
    # An account is a platform and a number, so no panel's id can be taken for one.
    pid = parts.pseudonym(study, f"panel {id}" if id else user)
    found = await parts.newest(store, whose, pid)
    return AtDoor(pid, found, found is not None and own is not None and found.sid == own.sid, pairs)


def told(study: Study, who: AtDoor | str) -> Arrival:
    """Return the arrival of the person at the door, for a page."""
    if isinstance(who, str):
        return Arrival(refusal=who)
    if study.state != "open" and who.found is None:
        return Arrival(who.kept, wording.SHUT[study.state], shut=True)
    return Arrival(who.kept, within=who.mine and who.found is not None)


async def admitted(store: Store, study: Study, whose: Whose, who: AtDoor, user: str, now: int) -> bool:
    """Return whether this account may begin the part of a person: of two that bring the same id at once, one may."""
    if study.panel is None:
        return True
    return await store.claim(keys.admitted(whose.name, who.pid), digest(user.encode()), now + MOMENT)


def sealed(study: Study, whose: Whose, who: AtDoor, user: str, now: int) -> Points:
    """Return the vault's entry for a person who begins; () without parameters of a panel."""
    if study.panel is None or not who.kept:
        return ()
    entry = vault.Entry(who.kept, now + study.panel.keep_days * DAY)
    return (vault.sealing(whose.name, who.pid, user, entry),)
