"""The dispositions of analytic players: drawn at the deal, recorded, and read back by every later version."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.players import analytic
from bot.session.automatic import brief_for
from bot.session.model.events import Committed, TableEvent
from bot.session.model.session import entry_type
from games.core.codec import decode
from games.core.registry import get
from storage.base import Store
from tests.bot.session.harness import Room

TALK = ("I'd give you 41", "42", "43", "44")


async def committed(room: Room, sid: str) -> list[Committed]:
    """Return the commitments in a session's log."""
    kind: Any = entry_type(get("bargaining"))
    events: list[TableEvent] = [decode(record.data, kind).event async for record in room.store.events(sid)]
    return [event for event in events if isinstance(event, Committed)]


async def test_the_disposition_of_an_ai_seat_is_recorded_at_the_deal(store: Store) -> None:
    room = Room(store)
    sid = await room.open("bargaining")
    (event,) = await committed(room, sid)
    assert event.seat == "seller"
    assert event.drawn.player == "normal"
    assert event.drawn.disposition
    assert (await room.session(sid)).table.chair("seller").drawn == event.drawn


async def test_a_recorded_disposition_is_played_by_a_version_that_draws_otherwise(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(store)
    player = get("bargaining").players["normal"]
    sids = [await room.open("bargaining", user) for user in ("ann", "bob")]
    for price in TALK[:1]:
        await room.say("ann", price)
    draw = player.draw
    monkeypatch.setattr(player, "draw", lambda view, seed: draw(view, seed + 1))
    for price in TALK[1:]:
        await room.say("ann", price)
    monkeypatch.undo()
    for price in TALK:
        await room.say("bob", price)
    states = [(await room.session(sid)).state for sid in sids]
    assert states[0] == states[1]
    assert len(await committed(room, sids[0])) == 1


async def test_an_unreadable_record_is_drawn_afresh(store: Store) -> None:
    room = Room(store)
    sid = await room.open("bargaining")
    session = await room.session(sid)
    chair = session.table.chair("seller")
    assert chair.drawn is not UNSET
    strange = replace(chair.drawn, disposition={"reservation": "much"})
    brief = brief_for(session, chair.seat)
    assert analytic.decide("normal", replace(brief, drawn=strange)) == analytic.decide("normal", brief)
