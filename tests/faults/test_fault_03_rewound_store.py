"""Fault 3: Redis loses its last moments, and two processes go on from different pasts of one game."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from bot.players import Decision
from bot.players.base import Brief, Strategy
from bot.runtime.metrics import Metrics
from bot.session.manager import Manager
from bot.session.model.session import Session, fold, gather, restore
from bot.session.model.terms import Terms
from games.bargaining.rules import Offer
from games.bargaining.view import View
from games.core.codec import decode, encode
from games.core.contract import AnyGame
from storage.redis.store import RedisStore
from tests.bot.runtime.test_metrics import figures
from tests.bot.session.harness import Room
from tests.storage.servers import FORGETFUL, Server

pytestmark = pytest.mark.redis

ANSWERS = {5500: 5000, 6000: 4400, 7000: 4100}
"""The AI buyer's offer after a price of the person's, in cents."""


class Buyer:
    """An AI seat whose counter-offers are known."""

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        view = brief.view
        assert isinstance(view, View)
        price = ANSWERS[view.standing.price] if view.standing is not None else 3000
        return Decision(Offer(price), "", source="script")


def _buyer(name: str, game: AnyGame) -> Strategy:
    return Buyer()


class Process(Room):
    """One of the service's processes, with a store connection and memory of its own."""

    def process(self) -> Manager:
        return Manager(self.store, _buyer, lambda: self.now)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server(*FORGETFUL)
    yield server
    server.end()


@asynccontextmanager
async def processes(server: Server) -> AsyncIterator[tuple[Process, Process]]:
    stores = RedisStore(server.address), RedisStore(server.address)
    for store in stores:
        await store.open()
    first, second = Process(stores[0]), Process(stores[1])
    second._ids = 1000
    yield first, second
    for store in stores:
        await store.close()


async def begun(process: Process) -> str:
    """A game in which the person, who sells, asked 55 and the AI offered 50."""
    sid = await process.open("bargaining", seat="seller")
    assert (await process.say("ann", "55")).what == "played"
    return sid


def prices(session: Session) -> list[int]:
    return [offered.price for offered in session.state.offers]


async def replayed(process: Process, sid: str) -> Session:
    """The session after its log, which leads where the store says."""
    loaded = await process.store.load(sid)
    assert loaded is not None
    folded = fold(Session.fresh(sid, decode(loaded.head.body, Terms)), await gather(process.store.events(sid)))
    now = restore(loaded)
    assert now is not None
    assert (encode(folded.state), folded.table.mark) == (encode(now.state), loaded.mark)
    return now


async def test_two_processes_make_no_deal_at_a_price_that_the_store_has_lost(server: Server) -> None:
    async with processes(server) as (first, second):
        sid = await begun(first)
        dump = server.saved()
        await first.say("ann", "60")
        server.rewind(dump)
        await second.say("ann", "70")
        assert (await first.say("ann", "accept")).what == "played"
        end = await replayed(first, sid)
        assert prices(end)[-2:] == [7000, 4100]
        assert end.state.closing is not None
        assert "Deal at $41.00" in first.last("ann")
        assert "44" not in first.last("ann")


async def test_an_acceptance_of_what_was_lost_is_asked_for_again(server: Server) -> None:
    """Nobody has gone on since, so the screen still ends with the lost offer."""
    async with processes(server) as (first, _):
        sid = await begun(first)
        dump = server.saved()
        await first.say("ann", "60")
        server.rewind(dump)
        assert (await first.say("ann", "accept")).code == "behind"
        here = await replayed(first, sid)
        assert (prices(here)[-2:], here.state.closing) == ([5500, 5000], None)
        assert "lost the last moments" in first.texts("ann")[-2]
        assert "$50.00" in first.last("ann")
        assert (await first.say("ann", "accept")).what == "played"
        assert "Deal at $50.00" in first.last("ann")


async def test_a_game_that_is_gone_altogether_is_answered_with_a_sentence(server: Server) -> None:
    async with processes(server) as (first, second):
        dump = server.saved()
        await begun(first)
        server.rewind(dump)
        for process, code in ((first, "lost"), (second, "no_game")):
            answer = await process.say("ann", "accept")
            assert (answer.what, answer.code) == ("refused", code)
            assert process.last("ann")


async def test_the_rewind_is_logged_and_counted_once_for_each_session(server: Server) -> None:
    async with processes(server) as (first, second):
        metrics = first.manager.sessions.metrics = Metrics(first.store, lambda: first.now)
        sid = await begun(first)
        dump = server.saved()
        await first.say("ann", "60")
        known = (await first.session(sid)).version
        server.rewind(dump)
        await second.say("ann", "70")
        with capture_logs() as logs:
            await first.say("ann", "accept")
        found = [entry for entry in logs if entry["event"] == "store_rewound"]
        assert [(one["session"], one["known"], one["log_level"]) for one in found] == [(sid, known, "warning")]
        assert figures((await metrics.page()).decode())['parley_store_rewound_total{game="bargaining"}'] == 1
