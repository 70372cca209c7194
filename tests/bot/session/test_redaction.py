"""Being forgotten: names, numbers and words go from everything that is kept; what happened stays and replays."""

import pytest
from msgspec import to_builtins

from bot.session.erasure import RESTING
from bot.session.model.inbound import Open
from bot.session.model.session import Session, fold, gather, restore
from bot.session.model.table import ERASED
from bot.session.model.terms import Terms
from games.core.codec import decode, encode
from games.core.contract import Seat
from games.core.registry import get, names
from storage.base import Store
from tests.bot.session.harness import Room

WORDS = "my grandmother sells pickles"


async def kept(store: Store) -> str:
    """All that a store holds of sessions and inputs, as text."""
    parts: list[bytes] = []
    for loaded in await store.sessions(limit=1000):
        parts += [loaded.head.body, loaded.snapshot, encode(to_builtins(loaded.jobs))]
        parts += [record.data async for record in store.events(loaded.head.sid)]
    for user in ("ann", "bea"):
        parts.append((await store.pointed(f"prefs:{user}") or "").encode())
    return b"\n".join(parts).decode()


@pytest.fixture
async def played(room: Room) -> str:
    """A finished game of two people who talked."""
    room.ids = {"ann": "telegram:111222333", "bea": "discord:444555666"}
    sid = await room.open("number", against=(("guesser_1", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    await room.say("ann", f"guess 30: {WORDS}")
    await room.say("bea", "guess 31: and mine sells plums")
    await room.command("ann", "settings", "plain on")
    await room.command("ann", "quit")
    await room.command("ann", "quit")
    return sid


async def test_it_is_asked_about_once_and_may_be_left_undone(room: Room, played: str) -> None:
    await room.command("ann", "forget")
    assert "It cannot be undone" in room.last("ann")
    await room.press("ann", "Keep it")
    assert room.last("ann") == "Nothing was erased."
    assert WORDS in await kept(room.store)


async def test_name_number_and_words_go_and_what_happened_stays(room: Room, played: str) -> None:
    before = await room.session(played)
    assert WORDS in await kept(room.store)
    await room.command("ann", "forget")
    await room.press("ann", "Erase it all")
    assert room.last("ann").startswith("You are forgotten: 1 game is cleared of your name and words.")
    await room.manager.erasure.clean()
    left = await kept(room.store)
    for trace in (WORDS, "ann", "111222333"):
        assert trace not in left
    assert "and mine sells plums" in left
    after = await room.session(played)
    assert after.result() == before.result()
    assert [chair.user for chair in after.table.chairs] == [ERASED, "discord:444555666"]
    assert await room.store.sessions("user:telegram:111222333") == ()
    assert await room.store.sessions("user:discord:444555666") != ()


async def test_the_wording_of_a_question_about_words_goes_with_them(room: Room) -> None:
    await room.open("bargaining", wrote=(("style", "chat"), ("reading", "plain")))
    await room.say("ann", "maybe 42?")
    assert "$42.00, is that your offer?" in await kept(room.store)
    await room.command("ann", "quit")
    await room.command("ann", "quit")
    await room.command("ann", "forget")
    await room.press("ann", "Erase it all")
    await room.manager.erasure.clean()
    assert "$42.00" not in await kept(room.store)


async def test_the_log_replays_to_the_same_end(room: Room, played: str) -> None:
    await room.command("ann", "forget", "yes")
    await room.manager.erasure.clean()
    [loaded] = await room.store.sessions()
    records = await gather(room.store.events(played))
    folded = fold(Session.fresh(played, decode(loaded.head.body, Terms)), records)
    now = restore(loaded)
    assert now is not None
    assert (folded.table, folded.state) == (now.table, now.state)


async def test_a_game_that_runs_ends_for_them_and_the_other_is_told(room: Room) -> None:
    sid = await room.open("bargaining", against=(("seller", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    await room.command("ann", "forget", "yes")
    await room.manager.erasure.clean()
    session = await room.session(sid)
    result = session.result()
    assert result is not None
    assert result.end == "abandoned"
    assert "GAME OVER" in room.last("bea")
    assert session.table.chair(Seat("buyer")).user == ERASED
    assert (await room.say("ann", "40")).code == "no_game"


@pytest.mark.parametrize("left", [False, True])
async def test_a_game_of_many_goes_on_for_the_others_who_hear_no_name(room: Room, left: bool) -> None:
    sid = await room.open("society", against=(("carpenter_1", "human"), ("miner_0", "human")))
    for person in ("bea", "cyd"):
        await room.join(person, (await room.session(sid)).terms.code)
    await room.say("cyd", "hello from cyd")
    if left:
        await room.command("cyd", "quit")
        await room.say("cyd", "yes")
    before = len(room.texts("ann"))
    await room.command("cyd", "forget")
    await room.press("cyd", "Erase it all")
    assert "Where others play on, your words go when that game ends." in room.last("cyd")
    session = await room.session(sid)
    assert session.table.phase == "play"
    assert session.table.chair("miner_0").covered
    told = room.texts("ann")[before:]
    assert any("miner_0 has left. An AI plays that seat." in text for text in told) is not left
    assert not any("cyd" in text for text in told)
    heard = len(room.texts("cyd"))
    for person in ("ann", "bea"):
        await room.say(person, "pass")
    assert (await room.session(sid)).state.number == 2
    assert len(room.texts("cyd")) == heard
    for person in ("ann", "bea"):
        await room.command(person, "quit")
        await room.say(person, "yes")
    await room.manager.erasure.clean()
    assert "hello from cyd" not in await kept(room.store)
    assert '"cyd"' not in await kept(room.store)


async def test_words_go_from_a_game_of_others_soon_after_its_end_whoever_looked_before(room: Room) -> None:
    sid = await room.open("society", against=(("carpenter_1", "human"), ("miner_0", "human")))
    for person in ("bea", "cyd"):
        await room.join(person, (await room.session(sid)).terms.code)
    await room.say("cyd", "hello from cyd")
    await room.command("cyd", "forget", "yes")
    await room.manager.recover(room.now)
    for person in ("ann", "bea"):
        await room.command(person, "quit")
        await room.say(person, "yes")
    assert (await room.session(sid)).table.phase == "over"
    room.now += RESTING
    await room.manager.recover(room.now)
    assert "hello from cyd" not in await kept(room.store)


async def test_whoever_sits_in_a_table_that_waits_gets_up(room: Room) -> None:
    sid = (await room.act("ann", Open("rounds", rest="human", tempo="chat", seed=1))).sid
    await room.join("bea", (await room.session(sid)).terms.code)
    await room.command("ann", "forget", "yes")
    session = await room.session(sid)
    assert session.table.phase == "lobby"
    assert [chair.kind for chair in session.table.chairs].count("human") == 1
    await room.command("bea", "begin")
    await room.command("bea", "quit")
    await room.command("bea", "quit")
    for n in range(5):
        await room.later(sid, 60_000)
        assert n < 5
    await room.manager.erasure.clean()
    assert "ann" not in await kept(room.store)


async def test_done_twice_it_is_done(room: Room, played: str) -> None:
    for _ in range(2):
        await room.command("ann", "forget", "yes")
        await room.manager.erasure.clean()
    assert room.last("ann").startswith("You are forgotten. If you write again")


@pytest.mark.parametrize("game", names())
async def test_every_game_can_do_without_the_words(room: Room, game: str) -> None:
    """Whatever is typed at it: a game refolds, without the words, to what it paid."""
    room.ids = {"ann": "telegram:111222333"}
    sid = await room.open(game, seed=3)
    for text in (f"{WORDS}!", "50", "propose nothing", f"i'd like the balls. {WORDS}", "pass", "ok deal", "accept"):
        await room.say("ann", text)
    for _ in range(2):
        await room.command("ann", "quit")
    before = await room.session(sid)
    await room.command("ann", "forget", "yes")
    await room.manager.erasure.clean()
    loaded = await room.store.load(sid)
    assert loaded is not None, f"{get(game).title} was deleted whole"
    left = await kept(room.store)
    assert "pickles" not in left
    assert "111222333" not in left
    if before.table.phase == "over":
        assert (await room.session(sid)).result() == before.result()
