"""Start of a session of a configured game: the condition that it gets, and the loaded settings that it carries."""

from msgspec.structs import replace

from bot.operators import realms
from bot.operators.call import Sessions
from bot.operators.typed import BadWords
from bot.session.model.inbound import Inbound, Open
from bot.session.model.session import Session, WrongRules
from bot.session.model.terms import Setup
from bot.session.ports import PREVIEW, Opening
from bot.studies import ledger
from bot.studies.dealing import dealing, filled
from bot.studies.design import Definition
from bot.studies.effective import effective, hash_of
from bot.studies.ledger import Fate, Ledger, design_of

UNBORN = 600_000
"""Milliseconds until a slot is free again if its session was never created."""
LOOK = 32
"""Number of sessions of a game without conditions and limit that begin between two checks for ended ones."""
COMPLETE = ("deal", "no_deal", "walkaway", "cutoff")
"""Ends that count as complete; `abandoned` and `stopped` are missing data."""


def is_open(definition: Definition, now: int) -> bool:
    return definition.state == "open" and (not definition.until or now < definition.until)


def is_here(definition: Definition, inbound: Inbound) -> bool:
    return definition.channel in ("", inbound.channel)


async def counted(sessions: Sessions, realm: str, definition: Definition, now: int) -> tuple[realms.Slots, Ledger]:
    """Return the ledger as it was stored, and as it is now that some of its sessions have ended."""
    kept = await realms.slots(sessions.store, realm, definition.key)
    current = ledger.fitting(kept.ledger, design_of(definition.cells, definition.seed))
    fates: dict[str, Fate] = {}
    for held in current.active:
        try:
            session = await sessions.session(held.sid)
        except (WrongRules, LookupError):
            fates[held.sid] = "dropped"  # this program cannot continue the session
            continue
        if session is None:
            if now - held.at > UNBORN:
                fates[held.sid] = "dropped"
        elif (fate := fate_of(session)) is not None:
            fates[held.sid] = fate
    return kept, ledger.settled(current, fates)


async def is_full(sessions: Sessions, realm: str, definition: Definition, now: int) -> bool:
    """Return whether the wanted number of sessions is reached."""
    return bool(definition.most) and (await counted(sessions, realm, definition, now))[1].counted >= definition.most


async def _before(sessions: Sessions, realm: str, definition: Definition, now: int) -> tuple[realms.Slots, Ledger]:
    """Return the ledger for a new session. If nothing depends on ended ones, only every `LOOK`-th start checks them."""
    if definition.cells or definition.most:
        return await counted(sessions, realm, definition, now)
    kept = await realms.slots(sessions.store, realm, definition.key)
    if len(kept.ledger.active) % LOOK == LOOK - 1:
        return await counted(sessions, realm, definition, now)
    return kept, ledger.fitting(kept.ledger, design_of(definition.cells, definition.seed))


def fate_of(session: Session) -> Fate | None:
    """Return whether a session counts as complete or as dropped; None while it runs."""
    if session.table.phase != "over":
        return None
    result = session.result()
    return "complete" if result is not None and result.end in COMPLETE else "dropped"


async def assigned(sessions: Sessions, realm: str, definition: Definition, act: Open, sid: str, now: int) -> Opening:
    """Give a session its slot, which decides its condition. Repeating this for the same session changes nothing.

    Raises `ValueError` with a sentence if the wanted number of sessions is reached.
    """
    loaded = effective(definition)
    while True:
        kept, current = await _before(sessions, realm, definition, now)
        mine = any(held.sid == sid for held in current.active)
        if definition.most and current.counted >= definition.most and not mine:
            raise ValueError(f"{definition.name} has all the players it needs. Thank you for asking.")
        after, taken = ledger.take(current, definition.cells, definition.seed, sid, now)
        if mine or await realms.book(sessions.store, realm, definition.key, kept, after, now):
            break
    setup = Setup(realm, definition.name, definition.version, hash_of(loaded), taken.label, taken.slot)
    opened = replace(filled(act, definition, loaded, taken.label), number=taken.slot)
    return Opening(dealing(opened, definition.name), setup)


def previewed(realm: str, definition: Definition, act: Open, seat: str, label: str) -> Opening:
    """Return an operator's preview: a session that counts nowhere. Raises `BadWords` for an unknown condition."""
    loaded = effective(definition)
    labels = [cell.label for cell in definition.cells]
    if label and label not in labels:
        allowed = f"there are {', '.join(labels)}" if labels else "it has none"
        raise BadWords(f"{definition.name} has no condition {label[:40]!r}; {allowed}.")
    label = label or (labels[0] if labels else "")
    act = filled(act, definition, loaded, label)
    setup = Setup(realm, definition.name, definition.version, hash_of(loaded), label)
    return Opening(dealing(replace(act, seat=seat or act.seat, namespace=PREVIEW), definition.name), setup)
