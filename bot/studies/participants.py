"""Simulated participants: they enter a study, answer its forms, negotiate by typing, leave, come back and withdraw."""

from random import Random

from msgspec import Struct

from bot.players import analytic
from bot.session.automatic import brief_for
from bot.session.manager import Manager
from bot.session.model.inbound import Act, Answer, Command, Enter, Inbound, Text
from bot.session.model.session import Session
from bot.studies import parts
from bot.studies.parts import Held
from games.core.chance import rng
from games.core.contract import Reading, Said, Seat
from games.core.post import Choice, Voice

FORM = "form"
LEVELS = ("easy", "normal", "hard")
"""The analytic players by which simulated people negotiate, where the game has them."""
STEPS = 2, 20
"""After how many of their acts people fall silent or withdraw, from and to."""
READS, WRITES = (4_000, 20_000), (8_000, 60_000)
"""Milliseconds that a form's item and a move take them, from and to."""


class Shares(Struct, frozen=True):
    """Shares of the simulated people who do something else than go through: fall silent, withdraw, come again, and
    answer checks carelessly.
    """

    silent: float = 0.10
    withdraws: float = 0.03
    returns: float = 0.05
    careless: float = 0.05


class Person:
    """One simulated participant, with a place and a source of chance of their own."""

    def __init__(self, number: int, seed: int, shares: Shares, platform: str = "sim") -> None:
        self.chance: Random = rng(seed, "participant", number)
        self.user = f"{platform}:{number}"
        luck = self.chance.random
        self.stops_after = self.chance.randint(*STEPS) if luck() < shares.silent else 0
        self.withdraws_after = self.chance.randint(*STEPS) if luck() < shares.withdraws else 0
        self.returns = luck() < shares.returns
        self.manner = "careless" if luck() < shares.careless else "compliant"
        self.level = self.chance.choice(LEVELS)
        self.acts = self.refused = 0

    async def act(self, manager: Manager, act: Act, at: int) -> Answer:
        self.acts += 1
        answer = await manager.handle(Inbound(f"{self.user}/{self.acts}", self.user, self.user, at, act))
        self.refused += answer.what == "refused"
        return answer

    async def enter(self, manager: Manager, token: str, at: int) -> Answer:
        return await self.act(manager, Enter(token), at)

    async def part(self, manager: Manager) -> Held | None:
        mine = await parts.of_user(manager.store, self.user)
        return mine[-1] if mine else None

    async def goes_on(self, manager: Manager, at: int) -> int | None:
        """Do the next thing, if it is this person's turn. Return the milliseconds until they look again; None if they
        are done.
        """
        held = await self.part(manager)
        if held is None or held.part.outcome:
            return None
        if self.stops_after and self.acts >= self.stops_after:
            return None
        if self.withdraws_after and self.acts >= self.withdraws_after:
            for word in ("", "yes"):
                await self.act(manager, Command("withdraw", word), at)
            return None
        session = await manager.sessions.current(held.part.visits[-1].sid)
        said = self._says(session) if session is not None else ""
        if said:
            await self.act(manager, Text(said), at)
        is_form = session is not None and session.game.name == FORM
        return self.chance.randint(*(READS if is_form else WRITES))

    def _says(self, session: Session) -> str:
        """Return the words of this person's next move; "" if it is not their turn."""
        seats = session.table.seats_of(self.user)
        if not seats or seats[0] not in session.turn.awaited:
            return ""
        return words_of(session, seats[0], self._player(session))

    def _player(self, session: Session) -> str:
        if session.game.name == FORM:
            return self.manner
        return self.level if self.level in session.game.players else session.game.default_player


def words_of(session: Session, seat: Seat, player: str) -> str:
    """Return the words that a person would type for the move that an analytic player chooses in their seat.

    Where the game would ask first whether it is meant so, they type what its button says.
    """
    game, view = session.game, session.game.view(session.state, seat)
    made = analytic.decide(player, brief_for(session, seat))
    texts = [game.typed(view, made.move, made.say), game.typed(view, made.move, "")]
    texts += [ask.says for ask in game.asks(view, Voice(you=seat)) if isinstance(ask, Choice)]
    for text in filter(None, texts):
        meant = game.read(view, Said(text))
        if isinstance(meant, Reading) and meant.move == made.move:
            return meant.confirm or text
    return made.say or texts[0]
