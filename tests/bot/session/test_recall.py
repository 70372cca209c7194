"""The exchange that a strategy recalls in a session: read from the log, for the seat, up to its decision."""

import pytest

from bot.players import Brief, Decision, Strategy, find
from bot.players.analytic import decide
from bot.players.exchange import Done, Exchange, Folding, Own, Told
from bot.session import recollection
from bot.session.manager import Manager
from bot.session.model.inbound import Join
from bot.session.model.terms import MINUTE
from bot.session.recollection import Recollections
from games.bargaining.rules import Offer
from games.core.contract import AnyGame, Seat
from storage.base import Store
from tests.bot.session.harness import Room
from tests.sim.ledger import Ledger

TALKING = (("talk", "both"), ("first", "seller"), ("rounds", "12"))
BEA = Seat("miner_0")


class Recalling:
    """It names a price a dollar lower each time, and keeps what it recalled."""

    def __init__(self) -> None:
        self.recalled: list[Exchange] = []

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        self.recalled.append(await brief.recall())
        price = 61_00 - 100 * len(self.recalled)
        private = {"llm": {"reason": "I come down slowly.", "posted": ""}}
        return Decision(Offer(price), "Here is a price.", "llm", private=private)


class Taught(Room):
    """A room whose AI seats are played by one strategy."""

    def __init__(self, store: Store, player: Strategy) -> None:
        self.player = player
        super().__init__(store)

    def process(self) -> Manager:
        return Manager(self.store, self._found, lambda: self.now)

    def _found(self, name: str, game: AnyGame) -> Strategy:
        return self.player if name == "normal" else find(name, game)


async def test_a_strategy_recalls_everything_said_since_the_deal(store: Store) -> None:
    player = Recalling()
    room = Taught(store, player)
    await room.open("bargaining", wrote=TALKING)
    await room.say("ann", "44, there is a scratch")
    await room.say("ann", "46, my last word")
    first, second, third = player.recalled
    assert not first.seen
    assert [entry.say for entry in third.seen if isinstance(entry, Own)] == ["Here is a price."] * 2
    assert third.seen[: len(second.seen)] == second.seen
    heard = [words for entry in third.seen if isinstance(entry, Told) for _, words in entry.heard]
    assert ["scratch" in words for words in heard] == [True, False]
    assert {entry.reason for entry in third.seen if isinstance(entry, Own)} == {"I come down slowly."}


async def test_another_process_recalls_the_same(store: Store) -> None:
    player = Recalling()
    room = Taught(store, player)
    await room.open("bargaining", wrote=TALKING)
    await room.say("ann", "44, there is a scratch")
    room.manager = room.process()
    await room.say("ann", "46, my last word")
    assert player.recalled[2].seen[: len(player.recalled[1].seen)] == player.recalled[1].seen


class Following:
    """It plays like an analytic player, and keeps what it recalled beside what a fresh fold tells at that moment."""

    def __init__(self) -> None:
        self.room: Room
        self.pairs: list[tuple[Seat, Exchange, Exchange]] = []

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        here = self.room.manager.sessions
        session = here.kept(brief.accounts[0].removeprefix("game:"))
        assert session is not None
        fresh = await Recollections(self.room.process().sessions).of(session, brief.seat)
        self.pairs.append((brief.seat, await brief.recall(), fresh))
        act = decide(brief.game.default_player, brief)
        return Decision(act.move, act.say, "llm", private={"llm": {"reason": f"Reason {len(self.pairs)}."}})


async def test_a_kept_fold_tells_what_a_fresh_one_tells() -> None:
    """Also after another process played on, and after the store went back and another course was played."""
    player, ledger = Following(), Ledger()
    player.room = room = Taught(ledger, player)
    await room.open("bargaining", wrote=TALKING)
    await room.say("ann", "44, there is a scratch")
    moment = ledger.moment()
    await room.say("ann", "45, as you are kind")
    ledger.go_back(moment, False)
    for words in ("46, it is blue", "46, it is blue", "47, it is green"):
        await room.say("ann", words)
    first, room.manager = room.manager, room.process()
    await room.say("ann", "48, for you")
    room.manager = first
    await room.say("ann", "49, and no more")
    assert len(player.pairs) >= 6
    for _, kept, fresh in player.pairs:
        assert kept == fresh
    told = repr(player.pairs[-1][1])
    assert "as you are kind" not in told
    for words in ("scratch", "it is blue", "it is green", "for you", "and no more"):
        assert words in told


async def test_a_fold_of_another_course_is_not_continued() -> None:
    """The store went back and other processes played on, before this one noticed anything."""
    ledger = Ledger()
    room = Taught(ledger, Recalling())
    sid = await room.open("bargaining", wrote=TALKING)
    moment = ledger.moment()
    await room.say("ann", "44, it is red")
    here, seat = room.manager.deciding.recollections, Seat("seller")
    assert "it is red" in repr(await here.of(await room.session(sid), seat))
    ledger.go_back(moment, False)
    room.manager = room.process()
    await room.say("ann", "44, it is blue")
    await room.say("ann", "45, it is green")
    session = await room.session(sid)
    exchange = await here.of(session, seat)
    assert "it is red" not in repr(exchange)
    assert exchange == await Recollections(room.process().sessions).of(session, seat)


async def test_a_running_session_folds_each_event_once_and_an_ended_one_is_dropped(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    take = Folding.take

    def noted(folding: Folding, done: Done) -> None:
        taken.append(folding.taken)
        take(folding, done)

    monkeypatch.setattr(Folding, "take", noted)
    room = Taught(store, player := Recalling())
    kept = room.manager.deciding.recollections
    await room.open("bargaining", wrote=TALKING)
    for price in (44, 45, 46):
        await room.say("ann", f"{price}, there is a scratch")
    assert len(player.recalled) == 4
    assert taken == list(range(6))
    assert len(kept) == 1
    await room.press("ann", "Accept")
    assert len(kept) == 0


async def test_only_so_many_folds_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recollection, "MOST", 2)
    room = Taught(store, player := Recalling())
    for user in ("ann", "bea", "cid"):
        await room.open("bargaining", user, wrote=TALKING)
    assert len(player.recalled) == 3
    assert len(room.manager.deciding.recollections) == 2


async def test_a_seat_that_is_taken_over_recalls_its_person_as_data(store: Store) -> None:
    """Before and after a restart, the person's own words are no message of the model."""
    player = Following()
    player.room = room = Taught(store, player)
    sid = await room.open("society", against=((BEA, "human"),))
    await room.act("bea", Join((await room.session(sid)).terms.code, BEA))
    for step in range(6):
        await room.say("ann", f"Which tool first? Question {'abcdef'[step]}.")
        if step < 2:
            await room.say("bea", f"A hammer, says letter {'abcdef'[step]}.")
        if step == 4:
            room.manager = room.process()
        await room.later(sid, 2 * MINUTE)
    chair = (await room.session(sid)).table.chair(BEA)
    assert chair.covered
    mine = [kept for seat, kept, fresh in player.pairs if seat == BEA]
    assert len(mine) >= 2
    for _, kept, fresh in player.pairs:
        assert kept == fresh
    last = mine[-1].seen
    own = [entry for entry in last if isinstance(entry, Own)]
    heard = [words for entry in last if isinstance(entry, Told) for _, words in entry.heard]
    assert len(own) == len(mine) - 1
    assert any("says letter b" in words for words in heard)
    assert any("Question d" in words for words in heard)
    await room.say("bea", "pass")
    assert not (await room.session(sid)).table.chair(BEA).covered
