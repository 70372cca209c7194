"""A model in one seat of one match: its own decisions, with everything that is counted of them."""

from copy import copy
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from bot.players import LLM, Brief, Decision
from bot.players.llm.budget import Budget, Limits
from bot.players.llm.client import Breaker, Failed, Model
from bot.players.llm.model_players import ModelPlayers
from bot.players.llm.player import Llm, Unplayed
from bot.research.bench import beliefs
from bot.research.bench.beliefs import Limit, Stated
from bot.research.bench.desk import Asks, Call, Desk, Mailbox

NEUTRAL = "neutral"
"""The persona of a model for which none is named."""


class Notes(Struct, frozen=True):
    """Counts of one seat. `refused` are answers that had to be given again, `guarded` words that could not be posted,
    `words` those said.
    """

    calls: tuple[Call, ...] = ()
    decisions: int = 0
    refused: int = 0
    guarded: int = 0
    words: int = 0
    stated: Stated | None = None


class Out(Exception):
    """Error: a seat has no decision, so its game ends unplayed. `kind` and `code` are those of `Unplayed`."""

    def __init__(self, seat: str, kind: str, code: str, why: str) -> None:
        super().__init__(why)
        self.seat, self.kind, self.code, self.why = seat, kind, code, why


def player_of(models: ModelPlayers, name: str) -> Llm:
    """Return the player that a bench calls by a name: `MODEL`, `PERSONA@MODEL` or `llm:PERSONA@MODEL`.

    Raises `ValueError`.
    """
    persona, _, model = parted(name)
    return models.player(f"{persona}@{model}")


def parted(name: str) -> tuple[str, str, str]:
    """Return persona, sign and model of a name. A model's own name may hold the sign again."""
    left = name.removeprefix(f"{LLM}:")
    persona, sign, model = left.partition("@") if "@" in left else ("", "", left)
    return persona or NEUTRAL, sign, model


def plainest(name: str) -> str:
    """Return the shortest name of a model, so that one model under several names is one row: without `llm:` and without
    the usual persona.
    """
    persona, _, model = parted(name)
    return model if persona == NEUTRAL else f"{persona}@{model}"


class Chair:
    """A strategy: one model in one seat of one match. `notes` are its counts."""

    def __init__(self, player: Llm, desk: Desk, match: str, seat: str, limit: Limit | None) -> None:
        self.mail = Mailbox(desk, player.model, f"{match}/{seat}")
        self.player = strict(player, self.mail)
        self.seat, self.limit = seat, limit
        self.decisions = self.refused = self.guarded = self.words = 0
        self.stated: Stated | None = None

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        """Return the model's own decision. Raises `Out`."""
        try:
            made = await self.player.decide(brief, deadline)
        except Unplayed as unplayed:
            self._count(unplayed.trace, "")
            raise Out(self.seat, unplayed.kind, unplayed.code, unplayed.why) from None
        self.decisions += 1
        self._count((made.private or {}).get("llm", {}), made.note)
        self.words += len(made.say.split())
        if self.limit is not None and self.stated is None and beliefs.answers(brief.view):
            await self._estimate(self.limit)
        return made

    @property
    def notes(self) -> Notes:
        return Notes(tuple(self.mail.calls), self.decisions, self.refused, self.guarded, self.words, self.stated)

    def _count(self, trace: dict[str, Any], note: str) -> None:
        self.refused += len(trace.get("refusals", ()))
        self.guarded += "words:" in note

    async def _estimate(self, limit: Limit) -> None:
        """Ask for the estimate of the other's limit. A failure of the way to the model ends the game as unplayed."""
        if self.mail.last is None:
            return
        try:
            reply = await self.mail.apart("belief", beliefs.asking(limit, *self.mail.last))
        except Failed as failed:
            raise Out(self.seat, "infrastructure", failed.why, failed.why) from None
        self.stated = beliefs.scored(limit, reply.text)
        self.limit = None


def strict(player: Llm, mail: Asks) -> Llm:
    """Return a player like this one for whom nobody stands in, and whose calls go through a mailbox. It may make moves
    at a loss: a bench counts them.
    """
    made = copy(player)
    made.strict, made.setup = True, replace(player.setup, rational=False)
    # The desk waits out failures and a bench asks for its price first, so neither a breaker nor a budget is in the way.
    made.model, made.breaker, made.budget = cast(Model, mail), Breaker(), Budget(Limits())
    return made
