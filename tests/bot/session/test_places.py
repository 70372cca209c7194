"""Places answer adapters about games, also those that an older version of this program stored."""

import msgspec
from structlog.testing import capture_logs

from bot.session.model.inbound import Open
from bot.session.places import Places
from bot.session.ports import OPERATORS
from storage.base import Commit, Head, Loaded
from storage.memory import MemoryStore
from tests.bot.session.harness import Room


class Older(MemoryStore):
    """A store whose snapshots have the shape of an earlier version, and states that nobody can read any more."""

    async def load(self, sid: str) -> Loaded | None:
        loaded = await super().load(sid)
        if loaded is None:
            return None
        kept = msgspec.json.decode(loaded.snapshot)
        old = {"shape": "of long ago", "table": {"seats": []}, "state": {"round": 1}}
        assert kept.keys() == old.keys()
        return msgspec.structs.replace(loaded, snapshot=msgspec.json.encode(old))


async def test_a_game_of_an_older_shape_is_still_somebodys() -> None:
    room = Room(Older())
    answer = await room.act("ann", Open("bargaining", seed=3))
    game = await Places(room.store).game(answer.sid)
    assert game is not None
    [place] = game.places
    assert len(game.players(place)) == 1
    assert (game.phase, game.chairs, frozenset(game.players(place))) == ("play", 2, game.users)


async def test_a_table_waits_for_others_than_those_who_sit_there() -> None:
    room = Room(MemoryStore())
    answer = await room.act("ann", Open("bargaining", rest="human", seed=3))
    places = Places(room.store)
    game = await places.game(answer.sid)
    assert game is not None
    [user] = game.users
    assert await places.waiting(game.code, user) is None
    assert await places.waiting(f" {game.code.lower()} ", "somebody") == game
    assert await places.waiting("ABCDEF", "somebody") is None
    assert [one.sid async for one in places.running()] == [answer.sid]
    assert await places.game("nothing") is None


async def test_words_in_a_place_belong_to_one_game() -> None:
    room = Room(MemoryStore())
    first = await room.act("ann", Open("bargaining", seed=3))
    second = await room.act("ann", Open("trading", seed=3))
    places = Places(room.store)
    game = await places.game(first.sid)
    assert game is not None
    [place], [user] = game.places, game.users
    assert await places.listens(place, user)
    assert not await places.listens(place, "somebody")
    assert await places.other(first.sid, place, user) == game
    assert await places.other(second.sid, place, user) is None


async def test_a_game_that_was_dropped_for_another_level_is_no_other_game() -> None:
    room = Room(MemoryStore())
    first = await room.act("ann", Open("bargaining", seed=3))
    await room.act("ann", Open("bargaining", seed=3, instead=first.sid, level="hard"))
    assert "All right, hard it is: a new game." in room.texts("ann")
    places = Places(room.store)
    game = await places.game(first.sid)
    assert game is not None
    [place], [user] = game.places, game.users
    assert game.phase == "over"
    assert await places.other(first.sid, place, user) is None


async def test_what_operators_set_up_is_no_game() -> None:
    """Their records are kept as sessions are; they belong to no place and are nothing to complain about."""
    room = Room(MemoryStore())
    answer = await room.act("ann", Open("bargaining", seed=3))
    head = Head("realm", OPERATORS, OPERATORS, 1, b"{}")
    await room.store.commit(Commit("realm", 0, (), b"", (b"{}",), b"{}", 1, head=head))
    with capture_logs() as logs:
        assert [one.sid async for one in Places(room.store).running()] == [answer.sid]
    assert not logs
