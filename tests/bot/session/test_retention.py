"""Games that ended long ago make room, and still are what they were."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import keys
from bot.players.llm.budget import Budget, Limits
from bot.research.export.log import export
from bot.research.export.replay import replay_stored
from bot.session import retention as keeping
from bot.session.model.inbound import Open, Press
from bot.session.model.session import Session, fold, gather
from bot.session.retention import DAY, Periods, Retention, Round
from bot.session.timekeeper import milliseconds
from storage.base import Store
from storage.memory import MemoryStore
from storage.sqlite.store import SqliteStore
from tests.bot.adapters.terminal.terminals import Given, Run
from tests.bot.session.harness import Room
from tests.storage.samples import first, say, step


@pytest.fixture(params=["memory", "sqlite"])
async def room(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Room]:
    store: Store = MemoryStore() if request.param == "memory" else SqliteStore(str(tmp_path / "parley.db"))
    await store.open()
    yield Room(store)
    await store.close()


class Counted(Retention):
    def __init__(self, room: Room, rounds: list[Retention]) -> None:
        super().__init__(room.store, lambda: room.now, Periods())
        self.rounds = rounds

    async def round(self, stop: asyncio.Event | None = None) -> Round:
        self.rounds.append(self)
        return await super().round(stop)


def keeper(room: Room, **keep: int) -> Retention:
    return Retention(room.store, lambda: room.now, Periods(**keep))


async def ended(room: Room, user: str = "ann") -> str:
    """A game that was accepted at once."""
    sid = await room.open("bargaining", user)
    await room.say(user, "accept")
    assert "GAME OVER" in room.last(user)
    return sid


async def test_a_game_that_ended_long_ago_is_archived_and_still_what_it_was(room: Room) -> None:
    sid = await ended(room)
    before = await room.session(sid)
    room.now += 8 * DAY
    assert (await keeper(room).round()).archived == 1
    assert await room.store.ended(room.now, archived=True) == (sid,)
    assert await room.session(sid) == before
    records = await gather(room.store.events(sid))
    assert fold(Session.fresh(sid, before.terms), records).table == before.table
    await room.command("ann", "stats")
    assert "1 played" in room.last("ann")


async def test_an_archived_game_is_exported_replayed_and_resumed_as_before(room: Room) -> None:
    first_run = await Run(room.store, Given("accept")).open(Open("bargaining", seed=1))
    sid = first_run.sid
    before = [line async for line in export(room.store, sid)]
    assert (await Retention(room.store, lambda: milliseconds() + 8 * DAY, Periods()).round()).archived == 1
    assert [line async for line in export(room.store, sid)] == before
    await replay_stored(room.store, sid)
    again = await Run(room.store, Given("44")).resume(sid)
    assert again.status == 0
    assert again.rows[-1] == first_run.rows[-1]
    assert again.rows[-1]["kind"] == "result"


async def test_its_buttons_say_that_it_is_over_and_a_rematch_opens(room: Room) -> None:
    sid = await room.open("bargaining")
    post, index = room.button("ann", "Accept")
    await room.press("ann", "Accept")
    room.now += 8 * DAY
    await keeper(room).round()
    assert (await room.act("ann", Press(post, index))).what == "refused"
    assert room.last("ann") == "That button no longer works. Nothing was changed."
    assert (await room.say("ann", "44")).code == "no_game"
    assert await room.store.pointed("focus:room:ann|ann") is None
    answer = await room.command("ann", "rematch")
    assert answer.what == "opened"
    assert answer.sid != sid


async def test_an_invitation_is_forgotten_once_its_table_waits_for_nobody(room: Room) -> None:
    sid = (await room.act("ann", Open("number", rest="human", tempo="chat"))).sid
    await room.join("bob", (await room.session(sid)).terms.code)
    await room.walks("ann")
    room.now += 8 * DAY
    await room.command("ann", "rematch")
    name = keys.invited("room:bob")
    await keeper(room).round()
    assert await room.store.pointed(name) is not None
    await room.say("bob", "yes")
    await room.walks("ann")
    room.now += 8 * DAY
    await keeper(room).round()
    assert await room.store.pointed(name) is None


async def test_what_it_spent_on_a_model_is_counted_no_more(room: Room) -> None:
    sid = await ended(room)
    assert await Budget(Limits(game=100), store=room.store).reserve((f"game:{sid}",), 40)
    assert await room.store.pointed(keys.tokens(keys.game_account(sid)))
    room.now += 8 * DAY
    await keeper(room).round()
    assert await room.store.pointed(keys.tokens(keys.game_account(sid))) is None


async def test_a_newer_game_in_the_same_place_goes_on(room: Room) -> None:
    await ended(room)
    room.now += 8 * DAY
    await room.open("bargaining", seed=2)
    await keeper(room).round()
    assert (await room.say("ann", "44")).what == "played"


async def test_games_that_run_or_ended_just_now_stay(room: Room) -> None:
    sid = await room.open("bargaining")
    await ended(room, "bob")
    room.now += 6 * DAY
    assert await keeper(room).round() == Round()
    room.now += 100 * DAY
    await keeper(room, delete=1).round()
    assert await room.store.load(sid) is not None


async def test_games_are_deleted_only_if_the_operator_says_so(room: Room) -> None:
    sid = await ended(room)
    room.now += 1000 * DAY
    await keeper(room).round()
    assert await room.store.load(sid) is not None
    done = await keeper(room, delete=1001).round()
    assert done.deleted == 0
    done = await keeper(room, delete=999).round()
    assert done.deleted == 1
    assert await room.store.load(sid) is None
    await room.command("ann", "stats")
    assert room.last("ann").startswith("No finished games yet.")


async def test_what_cannot_go_yet_hides_nothing_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MANY", 1)
    store = MemoryStore()
    for sid, posts in (("s", (say("never out"),)), ("t", ())):
        await store.commit(first(sid))
        await store.commit(step(1, sid=sid, over=True, posts=posts, at=len(posts)))
    await store.commit(first("u"))
    await store.commit(step(1, sid="u", over=True, at=5))
    assert (await Retention(store, lambda: 8 * DAY, Periods()).round()).archived == 2
    assert await store.ended(8 * DAY) == ("s",)


async def test_of_two_processes_one_tidies(room: Room) -> None:
    stop = asyncio.Event()
    rounds: list[Retention] = []
    work = [asyncio.create_task(Counted(room, rounds).run(stop)) for _ in range(2)]
    await asyncio.sleep(0.02)
    stop.set()
    await asyncio.gather(*work)
    assert len(rounds) == 1


async def test_what_a_page_shows_goes_with_its_last_game(room: Room) -> None:
    await ended(room)
    for name in keys.with_page("room:ann"):
        await room.store.point(name, "[]")
    room.now += 8 * DAY
    await keeper(room).round()
    assert [await room.store.pointed(name) for name in keys.with_page("room:ann")] == [None, None]
