"""A store that restarts, or goes back to an earlier moment, under the eyes of a process that remembers more."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.adapters.base import Later
from bot.adapters.poster import Poster
from bot.operators import realms
from bot.operators.records import AuditEntry, Realm
from bot.session.model.audience import Sent
from bot.session.worker import settle
from games.core.codec import encode
from games.core.post import says
from storage.base import Commit, Conflict, Head, Input, Ok, Outgoing, Row
from tests.bot.adapters.test_poster import Wall
from tests.bot.session.harness import Room
from tests.sim.ledger import Ledger


class Rewound(Room):
    """A room over a store that can go back."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        super().__init__(self.ledger)

    def back(self, moment: dict[str, Any], *, restarted: bool) -> None:
        self.ledger.go_back(moment, restarted)


def rewinds(logs: list[Any]) -> list[tuple[object, object, object]]:
    return [(one["session"], one["known"], one["stored"]) for one in logs if one["event"] == "store_rewound"]


async def test_a_new_server_is_read_anew_before_anything_is_answered_from_memory() -> None:
    room = Rewound()
    sid = await room.open("number")
    moment = room.ledger.moment()
    before = (await room.session(sid)).version
    await room.say("ann", "guess 30")
    known = (await room.session(sid)).version
    room.back(moment, restarted=True)
    with capture_logs() as logs:
        session = await room.manager.sessions.current(sid)
    assert session is not None
    assert session.version == before
    assert rewinds(logs) == [(sid, known, before)]


async def test_a_restart_that_lost_nothing_is_no_rewind() -> None:
    room = Rewound()
    sid = await room.open("number")
    await room.say("ann", "guess 30")
    known = await room.manager.sessions.current(sid)
    room.back(room.ledger.moment(), restarted=True)
    with capture_logs() as logs:
        assert await room.manager.sessions.current(sid) == known
        assert (await room.say("ann", "guess 31")).what == "played"
    assert rewinds(logs) == []


async def test_one_game_that_went_back_makes_the_process_read_all_of_them_anew() -> None:
    room = Rewound()
    first, second = await room.open("number", "ann"), await room.open("number", "bea")
    moment = room.ledger.moment()
    await room.say("ann", "guess 30")
    await room.say("bea", "guess 30")
    room.back(moment, restarted=False)
    with capture_logs() as logs:
        assert (await room.say("ann", "guess 31")).code == "behind"
        assert [sid for sid, _, _ in rewinds(logs)] == [first]
        assert (await room.manager.sessions.current(second)) == await room.session(second)
        assert [sid for sid, _, _ in rewinds(logs)] == [first, second]
    assert (await room.say("ann", "guess 31")).what == "played"


async def test_words_for_a_game_that_is_gone_are_not_played_in_the_one_before_it() -> None:
    room = Rewound()
    first = await room.open("sealed")
    moment = room.ledger.moment()
    await room.open("number")
    await room.say("ann", "guess 30")
    before = (await room.session(first)).version
    room.back(moment, restarted=True)
    assert (await room.say("ann", "bid 40")).code == "lost"
    assert "I lost the game" in room.last("ann")
    assert (await room.session(first)).version == before
    assert (await room.say("ann", "bid 40")).what == "played"


async def test_a_game_that_is_gone_is_noticed_though_nobody_acts_in_it() -> None:
    room = Rewound()
    moment = room.ledger.moment()
    sid = await room.open("number")
    known = (await room.session(sid)).version
    await room.manager.sessions.current(sid)
    room.back(moment, restarted=True)
    with capture_logs() as logs:
        await room.manager.sessions.current("somebody else's")
        await room.manager.recover(0)
    assert rewinds(logs) == [(sid, known, 0)]


async def test_who_asks_after_a_rewind_is_told_the_state_and_no_more() -> None:
    room = Rewound()
    sid = await room.open("number")
    moment = room.ledger.moment()
    await room.say("ann", "guess 30")
    room.back(moment, restarted=False)
    assert (await room.command("ann", "status")).what == "told"
    assert "30 by you" not in room.last("ann")
    assert (await room.say("ann", "guess 31")).what == "played"
    assert (await room.session(sid)).table.phase == "play"


async def test_a_job_of_a_game_that_is_gone_is_nothing() -> None:
    room = Rewound()
    moment = room.ledger.moment()
    sid = await room.open("number")
    session = await room.manager.sessions.current(sid)
    assert session is not None
    room.back(moment, restarted=False)
    room.now += 10_000_000
    await settle(room.manager, sid)
    assert await room.manager.sessions.current(sid) is None


async def test_an_erasure_that_the_store_forgot_is_looked_for_again() -> None:
    room = Rewound()
    sid = await room.open("number")
    await room.manager.erasure.forget("ann")
    await room.manager.erasure.clean()
    assert not room.manager.erasure.unfinished
    moment = room.ledger.moment()
    room.back(moment, restarted=True)
    await room.manager.sessions.current(sid)
    assert room.manager.erasure.unfinished


async def test_erasure_by_another_process_is_no_rewind() -> None:
    room = Rewound()
    sid = await room.open("number")
    await room.say("ann", "guess 30")
    await room.command("ann", "quit")
    await room.say("ann", "yes")
    assert (await room.session(sid)).table.phase == "over"
    other = room.process()
    with capture_logs() as logs:
        await other.erasure.forget("ann")
        await room.out()
        await other.erasure.clean()
        await room.manager.sessions.session(sid)
        assert (await room.say("ann", "hello")).what in ("refused", "ignored")
    assert rewinds(logs) == []


async def test_two_operators_over_pasts_of_one_version_do_not_mix_them() -> None:
    ledger = Ledger()
    act = Input("tg:1", "here", "", 1, b"")

    async def keep(kept: realms.Kept, name: str, id: str) -> object:
        entry = AuditEntry(1, "ann", "Ann", "role grant", name, ())
        return await realms.keep(ledger, kept, kept.realm, entry, Input(id, "here", "", 1, b""), b"", 1, ())

    assert await keep(await realms.load(ledger, "discord:1"), "first", act.id) == Ok(1)
    moment = ledger.moment()
    assert await keep(await realms.load(ledger, "discord:1"), "lost", "tg:2") == Ok(2)
    remembered = await realms.load(ledger, "discord:1")
    ledger.go_back(moment, restarted=False)
    assert await keep(await realms.load(ledger, "discord:1"), "other", "tg:3") == Ok(2)
    assert isinstance(await keep(remembered, "third", "tg:4"), Conflict)
    assert [entry.target async for entry in realms.audit(ledger, "discord:1")] == ["first", "other"]
    assert remembered.realm == Realm("discord:1")


async def test_a_poster_asks_for_its_places_again() -> None:
    room = Rewound()
    poster = Poster(room.store, {}, lambda: room.now, "first")
    async with poster._held("room:ann", ""):
        pass
    room.ledger._leases.clear()
    assert await room.store.lease("post:room:ann", "second", room.now, 3_000)
    room.ledger.incarnation = "another"
    with pytest.raises(Later):
        async with poster._held("room:ann", ""):
            raise AssertionError("the place belongs to another process by now")


async def test_a_poster_shows_no_board_of_a_past_that_is_lost_while_it_looks_for_the_last_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ledger, wall, shown = Ledger(), Wall(), list[str]()
    poster = Poster(ledger, {"wall": wall}, lambda: 1, "first")
    moment, slot = ledger.moment(), ledger.slot

    async def back(sid: str, place: str, name: str) -> Row | None:
        if not shown:
            shown.append("gone back")
            ledger.go_back(moment, restarted=True)
        return await slot(sid, place, name)

    monkeypatch.setattr(ledger, "slot", back)
    post = Outgoing("wall:here", encode(Sent(says("a board"))), "board")
    head = Head("one", "number", "play", 0, b"")
    await ledger.commit(Commit("one", 0, (), b"", (), b"", 0, posts=(post,), head=head))
    with pytest.raises(Later):
        await poster._drain("wall:here")
    assert wall.shown == {}
