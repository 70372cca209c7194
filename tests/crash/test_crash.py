"""A short siege in every test run; `make crash` is the long one. The checker itself is checked on the same history."""

import pytest

from bot.session.model.inbound import Answer
from storage.redis.store import RedisStore
from tests.crash.history import verdict
from tests.crash.siege import ALWAYS, REWINDING, siege
from tests.storage.servers import Server

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(700)]


async def test_nothing_is_lost_or_doubled_when_processes_are_killed() -> None:
    server = Server(*ALWAYS)
    try:
        town, made = await siege(server, seed=3, kills=5, nodes=2, people=6, games=("bargaining", "trading"))
        assert not made.problems, "\n".join(made.problems)
        assert made.looked["moves of people"] > 0
        assert made.looked["results"] > 0

        player, id, answer = next(
            (person, id, answer)
            for person in town.people
            for id, answer in person.told.items()
            if answer.what == "played" and answer.code != "quit"
        )
        store = RedisStore(server.address)
        await store.open()
        try:
            player.told[f"{id}-never-sent"] = answer
            assert (await verdict(store, town)).lost
            del player.told[f"{id}-never-sent"], player.told[id]
            assert (await verdict(store, town)).doubled
            player.told[id] = Answer("refused", answer.sid, "over")
            assert any(id in problem for problem in (await verdict(store, town)).other)
        finally:
            await store.close()
    finally:
        server.end()


async def test_nothing_else_is_lost_when_redis_comes_back_from_an_older_dump() -> None:
    server = Server(*REWINDING)
    try:
        town, made = await siege(
            server, seed=5, kills=6, nodes=2, people=6, games=("bargaining", "trading"), forgets=True
        )
        assert not made.problems, "\n".join(made.problems)
        assert town.counts["redis rewound"] > 0
        assert town.counts["answers that Redis lost"] > 0
        assert made.looked["moves of people"] > 0
    finally:
        server.end()
