"""The exchange that a strategy recalls in a session: read from the log, for the seat, up to its decision."""

from bot.players import Brief, Decision, Strategy, find
from bot.players.exchange import Exchange, Own, Told
from bot.session.manager import Manager
from games.bargaining.rules import Offer
from games.core.contract import AnyGame
from storage.base import Store
from tests.bot.session.harness import Room

TALKING = (("talk", "both"), ("first", "seller"))


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
