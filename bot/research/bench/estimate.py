"""The size and the price of a bench, told before money is spent.

Games of the analytic player `normal` in the model's place say how many decisions there are and how long their requests
get. The platform counts the tokens of one of them, which costs nothing. A pilot of a few games then corrects both.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from bot.players import Analytic, Brief, Decision, Strategy, analytic
from bot.players.llm.client import Failed, Reply
from bot.players.llm.models import dollars
from bot.players.llm.player import Llm, Unplayed
from bot.research import play_one
from bot.research.bench import beliefs
from bot.research.bench.design import Match
from bot.research.bench.figures import Price
from bot.research.bench.play import Game
from bot.research.bench.run import Bench
from bot.research.bench.seats import strict
from games.core.codec import encode
from games.core.contract import Seat
from games.core.registry import get

TOKEN_BYTES = 4.0
"""Bytes of a request for each token, where the platform does not count them."""
ANSWER_TOKENS = 300
"""Tokens of an answer, until a pilot says it better."""
_COUNTED = ("model", "messages", "system", "thinking", "output_config", "tools")


class Size(Struct, frozen=True):
    """The size of some games of one model: its calls, and tokens in and out."""

    calls: float
    tokens_in: float
    tokens_out: float

    def times(self, factor: float) -> "Size":
        return Size(self.calls * factor, self.tokens_in * factor, self.tokens_out * factor)

    def plus(self, other: "Size") -> "Size":
        return Size(self.calls + other.calls, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out)


class _Probe:
    """A model that never answers, and keeps the requests."""

    def __init__(self) -> None:
        self.bodies: list[Mapping[str, Any]] = []

    async def ask(self, body: Mapping[str, Any], seconds: float) -> Reply:
        self.bodies.append(body)
        raise Failed("probe", again=False)


class _Gauge:
    """A strategy that decides like `normal`, and keeps the requests that a model would get."""

    def __init__(self, player: Llm, asks: bool) -> None:
        self.probe = _Probe()
        self.player, self.asks, self.extra = strict(player, self.probe), asks, 0

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        with suppress(Unplayed):
            await self.player.decide(brief, deadline)
        if self.asks and not self.extra and beliefs.answers(brief.view):
            self.extra = 1
            self.probe.bodies.append(self.probe.bodies[-1])
        return analytic.decide(brief.game.default_player, brief)


class Estimates:
    """Estimates for the models of a bench. `counted` asks the platform for the tokens of a request."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.bytes: dict[tuple[str, str], tuple[int, ...]] = {}
        self.per_token: dict[str, float] = {}

    async def measure(self, client: Any) -> None:
        """Measure one game of each model and kind of game; `client` is the SDK's, to count tokens, or None."""
        for name, player in self.bench.players.items():
            for game in self.bench.request.games:
                bodies = await self._bodies(game, player)
                self.bytes[name, game] = tuple(len(encode(body)) for body in bodies)
                if name not in self.per_token and bodies:
                    self.per_token[name] = await _per_token(client, bodies[0])

    async def _bodies(self, game: str, player: Llm) -> list[Mapping[str, Any]]:
        deal, rules = self.bench.deals[game, 0], get(game)
        seats = [info.seat for info in rules.seats(deal.config)]
        asks = self.bench.request.beliefs and beliefs.limit(game, deal.config, Seat(seats[0])) is not None
        gauge = _Gauge(player, asks)
        sitting: dict[Seat, Strategy] = {seat: Analytic(rules.default_player) for seat in seats}
        sitting[seats[0]] = gauge
        await play_one.play(rules, deal.config, deal.seed, sitting)
        bodies: list[Mapping[str, Any]] = gauge.probe.bodies
        return bodies

    def size(self, name: str, matches: Sequence[Match]) -> Size:
        """Return the estimated size of a model's part in matches."""
        total = Size(0, 0, 0)
        for match in matches:
            measured = self.bytes[name, match.game]
            own = Size(
                len(measured), sum(measured) / self.per_token.get(name, TOKEN_BYTES), len(measured) * ANSWER_TOKENS
            )
            total = total.plus(own.times(match.players.count(name)))
        return total

    def told(self, price: Price, matches: Sequence[Match], factor: Mapping[str, float]) -> tuple[str, float | None]:
        """Return the size and the price of matches as a sentence, and the price. `factor` corrects tokens."""
        whole, money = Size(0, 0, 0), 0.0
        priced = True
        for name in self.bench.request.models:
            size = self.size(name, matches)
            size = Size(size.calls, size.tokens_in * factor.get("in", 1), size.tokens_out * factor.get("out", 1))
            whole = whole.plus(size)
            cost = price(name, {"input_tokens": round(size.tokens_in), "output_tokens": round(size.tokens_out)})
            priced, money = priced and cost is not None, money + (cost or 0.0)
        cost_told = f"about ${dollars(money)}" if priced else "at a price that is not known here"
        sentence = (
            f"{len(matches)} games: about {whole.calls:.0f} calls, {whole.tokens_in:.0f} tokens in and "
            f"{whole.tokens_out:.0f} out, {cost_told}."
        )
        return sentence, money if priced else None

    def corrected(self, games: Sequence[Game]) -> dict[str, float]:
        """Return factors on tokens in and out, from the games of a pilot."""
        measured, expected = Size(0, 0, 0), Size(0, 0, 0)
        for game in games:
            for name, notes in zip(game.match.players, game.notes, strict=True):
                if notes is None or not notes.calls:
                    continue
                expected = expected.plus(self.size(name, [game.match]))
                for call in notes.calls:
                    out = call.usage.get("output_tokens", 0)
                    measured = measured.plus(Size(1, sum(call.usage.values()) - out, out))
        if not expected.tokens_in or not measured.calls:
            return {}
        return {"in": measured.tokens_in / expected.tokens_in, "out": measured.tokens_out / expected.tokens_out}


async def _per_token(client: Any, body: Mapping[str, Any]) -> float:
    """Return the bytes of a request for each of its tokens, as the platform counts them."""
    if client is None:
        return TOKEN_BYTES
    try:
        counted = await client.messages.count_tokens(**{key: body[key] for key in _COUNTED if key in body})
    except Exception:
        return TOKEN_BYTES  # a server without this call: the usual ratio has to do
    tokens: int = counted.input_tokens
    return len(encode(body)) / max(1, tokens)
