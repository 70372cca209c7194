"""/forget resets nobody's limits, and its own cost is bounded."""

import pytest

from bot import keys
from bot.players.llm.accounts import coded
from bot.players.llm.budget import Budget, Limits
from bot.session.automatic import brief_for
from bot.session.limits import Limits as Paces
from bot.session.model.inbound import Open
from bot.session.model.session import gather
from bot.session.retention import DAY, Periods, Retention
from storage.base import Store
from tests.bot.session.harness import Room

ANN = "telegram:111222333"


async def spent(room: Room, day: str, tokens: int = 60) -> bool:
    """Return whether a process that has just started lets somebody spend this many of 100 tokens."""
    return await Budget(Limits(user=100), lambda: day, room.store).reserve((f"user:{ANN}",), tokens) is not None


@pytest.fixture
def room(store: Store) -> Room:
    room = Room(store)
    room.ids = {"ann": ANN}
    room.now = 1_767_225_600_000  # 2026-01-01
    return room


async def test_the_allowance_of_a_day_outlives_being_forgotten(room: Room) -> None:
    await room.open("bargaining")
    assert await spent(room, "2026-01-01")
    for _ in range(2):
        await room.command("ann", "forget", "yes")
        assert not await spent(room, "2026-01-01")
    assert await spent(room, "2026-01-02")


async def test_nothing_names_them_in_it(room: Room) -> None:
    assert await spent(room, "2026-01-01")
    assert [name for name in await room.store.names("tokens") if "111222333" in name] == []
    day, _, key = (await room.store.pointed(keys.TOKENS_KEY) or "").partition(" ")
    assert day == "2026-01-01"
    assert await room.store.pointed(f"tokens:user:{coded(ANN, key)}") == "2026-01-01 60"


async def test_after_midnight_the_count_and_the_key_are_gone(room: Room) -> None:
    assert await spent(room, "2026-01-01")
    keeper = Retention(room.store, lambda: room.now, Periods())
    await keeper.round()
    assert not await spent(room, "2026-01-01")
    room.now += DAY
    await keeper.round()
    assert await room.store.names("tokens") == ()


async def test_the_key_of_a_day_is_no_other_day_s(room: Room) -> None:
    drawn = set()
    for day in ("2026-01-01", "2026-01-02"):
        assert await spent(room, day)
        drawn.add(await room.store.pointed(keys.TOKENS_KEY))
    assert len(drawn) == 2


async def test_open_games_count_on(room: Room) -> None:
    room.manager.limiter.limits = Paces(acts=0, games=1, chars=0)
    sid = await room.open("society", against=(("carpenter_1", "human"), ("miner_0", "human")))
    for person in ("bea", "cyd"):
        await room.join(person, (await room.session(sid)).terms.code)
    await room.command("ann", "forget", "yes")
    assert (await room.session(sid)).table.phase == "play"
    assert (await room.act("ann", Open("bargaining"))).code == "many_games"


async def test_the_pace_counts_on(room: Room) -> None:
    room.manager.limiter.limits = Paces(acts=3, games=0, chars=0)
    codes = [(await room.command("ann", "forget", "yes")).code for _ in range(5)]
    assert codes == ["forget"] * 3 + ["too_fast"] * 2


async def test_who_is_forgotten_costs_nobody_else_s_allowance(room: Room) -> None:
    sid = await room.open("society", against=(("carpenter_1", "human"), ("miner_0", "human")))
    for person in ("bea", "cyd"):
        await room.join(person, (await room.session(sid)).terms.code)
    await room.command("cyd", "forget", "yes")
    session = await room.session(sid)
    assert brief_for(session, session.table.chairs[0].seat).accounts == (f"game:{sid}", f"user:{ANN}", "user:bea")


async def test_asked_again_and_again_it_writes_nothing_more(room: Room) -> None:
    sid = await room.open("society", against=(("carpenter_1", "human"), ("miner_0", "human")))
    for person in ("bea", "cyd"):
        await room.join(person, (await room.session(sid)).terms.code)
    await room.command("ann", "forget", "yes")
    events = len(await gather(room.store.events(sid)))
    for _ in range(5):
        assert (await room.command("ann", "forget", "yes")).code == "forget"
    assert len(await gather(room.store.events(sid))) == events


async def test_who_comes_back_to_a_table_is_forgotten_once_more(room: Room) -> None:
    sid = (await room.act("bea", Open("rounds", rest="human", tempo="chat", seed=1))).sid
    for _ in range(2):
        await room.join("ann", (await room.session(sid)).terms.code)
        await room.command("ann", "forget", "yes")
        assert not (await room.session(sid)).table.seats_of(ANN)
    await room.command("bea", "quit")
    await room.manager.erasure.clean()
    assert await room.store.sessions(f"user:{ANN}") == ()
    assert ANN.encode() not in b"".join([record.data for record in await gather(room.store.events(sid))])


async def test_a_flood_looks_through_all_names_once_in_a_while(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, names = [], room.store.names

    async def counted(*words: str) -> tuple[str, ...]:
        looks.append(words)
        return await names(*words)

    monkeypatch.setattr(room.store, "names", counted)
    for n in range(200):
        await room.command(f"guest{n % 20}", "forget", "yes")
    assert len(looks) == 1
    room.now += 10_000
    await room.manager.erasure.eraser.go_on(room.now)
    assert len(looks) == 2
    assert len(looks[1]) == 40
    room.now += 70_000
    for _ in range(2):
        room.now += 30_000
        await room.manager.erasure.eraser.go_on(room.now)
    assert await names("guest7") == ()
