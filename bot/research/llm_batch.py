"""Simulated games with a model: estimated before they start, several at a time, and resumable.

A file of finished games (`--keep`) has one JSON object a line. It holds the game's number in the plan, its outcome, and
what a session's log would hold of each of the model's decisions. A run that is started again with the same plan and
file plays the missing games. A game in which no call was answered is not kept: it says nothing of the model.
Calls take nearly all the time and tokens, so one process is enough.

Scores are those of games in which the model made every decision of its seats. Where an analytic player stood in once,
the game is left out, and the share of the model's own decisions is told.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bot.players import LLM, Brief, Decision, Strategy, analytic, find
from bot.players.llm.model_players import ModelPlayers, model_players, parted, why_not
from bot.players.llm.models import dollars, known
from bot.players.llm.request import deciding
from bot.research.tournament import Outcome, Plan, Table
from bot.runtime.documents import Unreadable, data_of
from bot.runtime.settings import Settings
from games.core.codec import digest, encode
from games.core.contract import AnyGame, Result, Seat

AT_ONCE = 4
"""Number of games in progress at the same time, unless `--jobs` sets it."""
SAMPLE = 3
"""Number of games of analytic players from which the size of a run is estimated."""
TOKEN_BYTES = 4
ANSWER_TOKENS = 120
"""For estimates: bytes of a request for each token, and tokens of an answer."""


class BadFile(ValueError):
    """Error: a file of finished games that cannot be used; the text says why."""


BEGINS = b'{"plan": "'
"""Start of each line of such a file, even of one that was cut off."""


class Estimate(Struct, frozen=True):
    """The estimated size of a run, judged by games of analytic players: decisions of the model, tokens in and out."""

    games: int
    decisions: int
    tokens_in: int
    tokens_out: int


def wanted(texts: list[str]) -> bool:
    """Return whether words of `--seats` name a model player."""
    names = (part.rpartition("=")[2].strip() for text in texts for part in text.split(","))
    return any(name.partition(":")[0] == LLM for name in names)


def models_of(plan: Plan, settings: Settings) -> tuple[str, ...]:
    """Return the models that play in a plan."""
    players = (name.partition(":") for pairing in plan.pairings for name in pairing.values())
    return tuple(dict.fromkeys(parted(name)[1] or settings.model for kind, _, name in players if kind == LLM))


def opened(settings: Settings) -> ModelPlayers:
    """Return the model players. Raises `ValueError` if none can play."""
    models = model_players(settings, patient=True)
    if models is None:
        raise ValueError(f"{LLM} cannot play: {why_not(settings)}.")
    return models


def told(estimate: Estimate, settings: Settings, done: int, models: tuple[str, ...] = ()) -> str:
    """Return an estimate as a sentence, with its price if prices are set, or known for the only model."""
    price, named = "", models or (settings.model,)
    listed = known(named[0]) if len(named) == 1 else None
    if listed is not None and listed.price is not None and not settings.llm_prices:
        usage = {"input_tokens": estimate.tokens_in, "output_tokens": estimate.tokens_out}
        price = f", about ${dollars(listed.price.of(usage))}"
    thinking = [what for what in map(known, named) if what is not None and what.thinks]
    thoughts = " Thoughts come on top of that." if thinking else ""
    if settings.llm_prices:
        per_in, per_out = (Fraction(part) for part in settings.llm_prices.split(","))
        cost = (per_in * estimate.tokens_in + per_out * estimate.tokens_out) / 1_000_000
        price = f", about {float(cost):.2f} in money"
    before = f" ({done} are finished already)" if done else ""
    return (
        f"{estimate.games} games{before}: about {estimate.decisions} decisions of {' and '.join(named)}, "
        f"{estimate.tokens_in} tokens in and {estimate.tokens_out} out{price}.{thoughts}"
    )


class _Gauge:
    """Player that decides like a persona's analytic player, and measures the requests that the model would get."""

    def __init__(self, models: ModelPlayers, name: str) -> None:
        self.player, self.sizes = models.player(name.partition(":")[2]), list[int]()

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        prompt = brief.game.prompt(brief.view, brief.seat)
        body = deciding(self.player.setup, prompt, self.player.persona, brief.game, await brief.recall())
        self.sizes.append(len(encode(body)) // TOKEN_BYTES)
        return analytic.decide(self.player.persona.stand_in(brief.game), brief)


async def estimated(plan: Plan, models: ModelPlayers, done: int = 0) -> Estimate:
    """Return an estimate for the rest of a plan after `done` finished games, judged by a few games of each pairing."""
    await models.learn(f"@{model}" for model in models_of(plan, models.settings))
    await models.close()  # the games run in another event loop
    sizes: list[int] = []
    games = min(SAMPLE, plan.games)
    for pairing in range(len(plan.pairings)):
        for index in range(games):
            gauges: list[_Gauge] = []

            def gauged(name: str, game: AnyGame, gauges: list[_Gauge] = gauges) -> Strategy:
                if name.partition(":")[0] != LLM:
                    return find(name, game)
                gauges.append(_Gauge(models, name))
                return gauges[-1]

            await Table(plan, finder=gauged).one(pairing * plan.games + index)
            sizes += [size for gauge in gauges for size in gauge.sizes]
    left, sampled = plan.total - done, games * len(plan.pairings)
    decisions = len(sizes) * left // sampled
    return Estimate(left, decisions, sum(sizes) * left // sampled, decisions * ANSWER_TOKENS)


class _Noted:
    """A model player whose decisions are recorded."""

    def __init__(self, player: Strategy, seat_log: list[dict[str, Any]]) -> None:
        self.player, self.notes = player, seat_log

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        made = await self.player.decide(brief, deadline)
        self.notes.append({"seat": brief.seat, "source": made.source, "note": made.note, **(made.private or {})})
        return made


FALLBACK = "fallback:"
"""Start of the source of a decision that an analytic player made in the model's place."""


class Batch:
    """A plan in progress. `spent` counts tokens by kind, `sources` the sources of decisions, `answered` the decisions
    for which the model gave any answer. `mixed` are the games in which somebody stood in for it.
    """

    def __init__(self, plan: Plan, models: ModelPlayers, keep: Path | None = None) -> None:
        self.plan, self.models, self.keep = plan, models, keep
        asked = [plan.game, plan.seed, plan.games, [dict(pairing) for pairing in plan.pairings]]
        self.mark = digest(encode(asked), repr(plan.recipes).encode(), repr(models.setup).encode())
        self.outcomes: dict[int, Outcome] = {}
        self.spent: Counter[str] = Counter()
        self.sources: Counter[str] = Counter()
        self.answered = 0
        self.mixed: set[int] = set()
        if keep is not None:
            _begin(keep)
            self._load(keep)

    async def run(self, at_once: int | None, advance: Callable[[], None]) -> None:
        """Play the missing games. `advance` is called after each game."""
        numbers = iter([n for n in range(self.plan.total) if n not in self.outcomes])
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(at_once or AT_ONCE):
                    group.create_task(self._work(numbers, advance))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        finally:
            await self.models.close()

    def finished(self) -> Iterator[Outcome]:
        """Yield all games so far, in the order of the plan."""
        for number in sorted(self.outcomes):
            yield self.outcomes[number]

    def scored(self) -> Iterator[Outcome]:
        """Yield the games in which the model itself decided."""
        for number in sorted(self.outcomes.keys() - self.mixed):
            yield self.outcomes[number]

    @property
    def own(self) -> float | None:
        """The share of decisions that are the model's own; None without any."""
        total = sum(self.sources.values())
        stood_in = sum(n for source, n in self.sources.items() if source.startswith(FALLBACK))
        return 1 - stood_in / total if total else None

    async def _work(self, numbers: Iterator[int], advance: Callable[[], None]) -> None:
        for number in numbers:
            notes: list[dict[str, Any]] = []

            def noted(name: str, game: AnyGame, notes: list[dict[str, Any]] = notes) -> Strategy:
                player = find(name, game, self.models)
                return _Noted(player, notes) if name.partition(":")[0] == LLM else player

            outcome = await Table(self.plan, finder=noted).one(number)
            self._take(number, outcome, notes)
            if self.keep is not None and any(map(_answered, notes)):
                with self.keep.open("ab") as file:
                    file.write(_row(self.mark, number, outcome, notes) + b"\n")
            advance()

    def _take(self, number: int, outcome: Outcome, notes: list[dict[str, Any]]) -> None:
        self.outcomes[number] = outcome
        if any(note["source"].startswith(FALLBACK) for note in notes):
            self.mixed.add(number)
        for note in notes:
            self.sources[note["source"]] += 1
            self.answered += _answered(note)
            self.spent.update(note.get("llm", {}).get("usage", {}))

    def _load(self, path: Path) -> None:
        """Load finished games. A last line that was cut off is played again. Raises `BadFile`."""
        try:
            lines = data_of(path).split(b"\n")
        except Unreadable as problem:
            raise BadFile(f"{path} {problem}; name another file.") from None
        for at, line in enumerate(lines, 1):
            try:
                row = msgspec.json.decode(line) if line else None
            except (msgspec.DecodeError, RecursionError):
                if line[: len(BEGINS)] != BEGINS[: len(line)]:
                    raise BadFile(f"{path} holds something else than kept games; name another file.") from None
                if at == len(lines):
                    # The last line before a crash may lack its line end; the next line must not be appended to it.
                    with path.open("ab") as file:
                        file.write(b"\n")
                continue
            if row is None:
                continue
            if not isinstance(row, dict) or row.get("plan") != self.mark:
                raise BadFile(f"{path} holds games of another plan; name another file, or ask for the same plan.")
            try:
                if any(map(_answered, row["decisions"])):
                    self._take(int(row["number"]), _outcome(self.plan, row), row["decisions"])
            except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
                raise BadFile(f"Line {at} of {path} is no kept game; name another file.") from None

    def summed(self) -> dict[str, Any]:
        """Return tokens and sources, for people and programs."""
        own = self.own
        return {
            "tokens": dict(sorted(self.spent.items())),
            "sources": dict(sorted(self.sources.items())),
            "own_decisions": None if own is None else round(own, 6),
            "left_out": len(self.mixed),
        }


def summary(batch: Batch) -> str:
    """Return a sentence on the games, the decisions and the tokens used."""
    tokens = ", ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in sorted(batch.spent.items())) or "no tokens"
    sources = ", ".join(f"{n} {source}" for source, n in sorted(batch.sources.items())) or "none"
    own = f"; {LLM}'s own decisions: {_percent(batch.own)}" if batch.own is not None else ""
    left_out = f"; {len(batch.mixed)} games with others are not scored" if batch.mixed else ""
    return f"{len(batch.outcomes)} of {batch.plan.total} games; decisions: {sources}{own}{left_out}; {tokens}."


def unscored(batch: Batch) -> str:
    """Return the reason why a run has no score, as a sentence; "" if it has one."""
    if not batch.outcomes or any(batch.scored()):
        return ""
    if not batch.answered:
        return f"No call of {LLM} succeeded, so there is no score."
    return f"{LLM} decided no game by itself (own decisions: {_percent(batch.own)}), so there is no score."


def _percent(share: float | None) -> str:
    """Return a share in whole percent, rounded down, so that 100 % means all."""
    return f"{int(100 * (share or 0.0))} %"


def _answered(note: Mapping[str, Any]) -> bool:
    """Return whether a decision got any answer of the model, usable or not."""
    return "ok" in note.get("llm", {}).get("tries", ())


def _begin(keep: Path) -> None:
    """Check that games can be written to the file before any of them has cost something. Raises `BadFile`."""
    try:
        keep.parent.mkdir(parents=True, exist_ok=True)
        keep.open("ab").close()
    except OSError as problem:
        raise BadFile(f"{keep} cannot be written ({problem.strerror}); name another file with --keep.") from None


def _row(mark: str, number: int, outcome: Outcome, notes: list[dict[str, Any]]) -> bytes:
    result = outcome.result
    # The keys keep their order, so that a report reads the same after a second run.
    return json.dumps(
        {
            "plan": mark,
            "number": number,
            "seed": outcome.seed,
            "seats": dict(outcome.seats),
            "end": result.end,
            "unit": result.unit,
            "earnings": [[seat, str(Fraction(amount))] for seat, amount in result.earnings],
            "report": outcome.report,
            "turns": outcome.turns,
            "illegal": outcome.illegal,
            "decisions": notes,
        },
        ensure_ascii=False,
        default=str,
    ).encode(errors="replace")


def _outcome(plan: Plan, row: Mapping[str, Any]) -> Outcome:
    pairing, index = divmod(int(row["number"]), plan.games)
    amounts = ((Seat(seat), _amount(text)) for seat, text in row["earnings"])
    earnings = tuple((seat, int(each) if each.denominator == 1 else each) for seat, each in amounts)
    seats = {Seat(seat): name for seat, name in row["seats"].items()}
    result = Result(row["end"], earnings, row["unit"])
    return Outcome(pairing, index, row["seed"], seats, result, row["report"], row["turns"], row["illegal"])


def _amount(text: str) -> Fraction:
    """Return an amount as `_row` writes it. Raises `ValueError` for other text, such as `1e999999999`."""
    if not re.fullmatch(r"-?[0-9]{1,40}(/[0-9]{1,40})?", text):
        raise ValueError
    return Fraction(text)
