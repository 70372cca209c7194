"""Random games of any game: what `tests.games.contract` looks at.

Analytic players, buttons, forms, typed texts, expiring clocks, slips and leavings, with moves that are refused among
them. Equal samples play equal games.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from msgspec import Raw

from games.core.codec import encode
from games.core.contract import (
    AnyGame,
    Event,
    Expired,
    IllegalMove,
    Left,
    Moved,
    News,
    Reading,
    Said,
    Seat,
    Slipped,
)
from games.core.post import Ask, Cast, Choice, Counts, Field, Many, Number, One, Voice, Words
from tests.games.refold import Log, load

WORDS = ("hello", "I see it differently", "shall we talk?", "ok", "no")


@dataclass(frozen=True, eq=False)
class Sample:
    """A game, and what the checks cannot know of it by themselves.

    `path` is `module:attribute`; `configs` are played in turn; `texts` are what people may type in this game.
    `canaries(state, seat)` are texts that nobody but this seat may come across before the end, in views, facts, posts,
    buttons, stakes or refusals: plant values that nobody hits by accident, and write them in every form that wording
    may give them ("4321", "43.21"). `games` are played, up to `steps` random events each.
    """

    path: str
    configs: tuple[Any, ...]
    texts: tuple[str, ...] = ()
    canaries: Callable[[Any, Seat], Iterable[str]] | None = None
    games: int = 12
    steps: int = 60

    @cached_property
    def game(self) -> AnyGame:
        return load(self.path)


@dataclass(frozen=True)
class Step:
    """An event that was applied."""

    before: Any
    event: Event
    after: Any
    news: tuple[News[Any], ...]


@dataclass(frozen=True)
class Refusal:
    """An event that was not, and why."""

    state: Any
    event: Event
    why: IllegalMove


@dataclass(frozen=True)
class Play:
    """One game from the deal to its end, or to where the random events stopped."""

    config: Any
    seed: int
    first: Any
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    refusals: tuple[Refusal, ...]

    @property
    def states(self) -> tuple[Any, ...]:
        return (self.first, *(step.after for step in self.steps))

    @property
    def log(self) -> Log:
        return Log(Raw(encode(self.config)), self.seed, tuple(Raw(encode(step.event)) for step in self.steps))


@cache
def plays(sample: Sample) -> tuple[Play, ...]:
    """The games of a sample, played once for all checks."""
    return tuple(_play(sample, sample.configs[seed % len(sample.configs)], seed) for seed in range(sample.games))


def _play(sample: Sample, config: Any, seed: int) -> Play:
    game, chance = sample.game, Random(seed)
    seats = tuple(info.seat for info in game.seats(config))
    first = state = game.deal(config, seed)
    steps: list[Step] = []
    refusals: list[Refusal] = []
    for _ in range(sample.steps):
        event = None if game.turn(state).over else _event(sample, state, seats, chance)
        if event is None:
            continue
        before = encode(state)
        try:
            after = game.apply(state, event)
        except IllegalMove as why:
            after = state
            refusals.append(Refusal(state, event, why))
        else:
            steps.append(Step(state, event, after, game.news(state, event, after)))
        assert encode(state) == before, f"{event} changed the state it was applied to"
        state = after
    return Play(config, seed, first, seats, tuple(steps), tuple(refusals))


def _event(sample: Sample, state: Any, seats: tuple[Seat, ...], chance: Random) -> Event | None:
    """An event that could come in now; None where this kind cannot."""
    game, turn = sample.game, sample.game.turn(state)
    kind = chance.choices(("player", "ask", "text", "clock", "slip", "stray", "left"), (38, 20, 20, 6, 4, 11, 1))[0]
    seat = chance.choice(sorted(turn.awaited | turn.may | turn.talk) or seats)
    anyone = chance.choice(seats)
    match kind:
        case "player" | "stray" if turn.awaited:
            mover = chance.choice(sorted(turn.awaited))
            player = game.players[chance.choice(sorted(game.players))]
            act = player.decide(game.view(state, mover), chance.getrandbits(32))
            return Moved(mover if kind == "player" else anyone, act.move, act.say)
        case "ask":
            asks = game.asks(game.view(state, seat), Voice(you=seat))
            if not asks:
                return None
            ask = chance.choices(asks, [1 if ask.mood == "stop" else 6 for ask in asks])[0]
            return _read(game, state, seat, pressed(ask, chance))
        case "text":
            return _read(game, state, anyone, Said(chance.choice((*sample.texts, *WORDS))))
        case "clock" if turn.clocks:
            return Expired(chance.choice(turn.clocks).id)
        case "slip":
            return Slipped(seat, "slip")
        case "left":
            return Left(seat, "quit")
    return Expired("no such clock")


def _read(game: AnyGame, state: Any, seat: Seat, said: Said) -> Event | None:
    reading = game.read(game.view(state, seat), said)
    return Moved(seat, reading.move, reading.say) if isinstance(reading, Reading) else None


def pressed(ask: Ask, chance: Random) -> Said:
    """Return what a button says, or a form that is filled in at random within its bounds."""
    if isinstance(ask, Choice):
        return Said(ask.says, via="pressed")
    text = ask.says
    for field in ask.fields:
        text = text.replace("{" + field.key + "}", _filled(field, chance))
    return Said(text, via="form")


def _filled(field: Field, chance: Random) -> str:
    match field:
        case Number(low=low, high=high, scale=scale):
            number = chance.randint(low, high)
            return str(number) if scale == 1 else f"{number / scale:.{len(str(scale)) - 1}f}"
        case One(options=options):
            return chance.choice(options)[0]
        case Counts(options=options, caps=caps):
            counts = [(chance.randint(0, cap), value) for (value, _), cap in zip(options, caps, strict=True)]
            return ", ".join(f"{n} {value}" for n, value in counts if n)
        case Many(options=options):
            return ", ".join(_some(field, chance.sample(range(len(options)), len(options)), chance))
        case Words():
            return chance.choice(WORDS)


def _some(field: Many, order: list[int], chance: Random) -> list[str]:
    """Options in this order, as many as chance, the field's bounds and its limit allow."""
    wanted = chance.randint(max(1, field.least), max(1, field.most))
    taken = list[str]()
    room = field.limit
    for at in order:
        weight = field.weights[at] if field.limit else 0
        if len(taken) < wanted and weight <= room:
            taken.append(field.options[at][0])
            room -= weight
    return taken


def voices(seats: tuple[Seat, ...], who: Seat) -> tuple[Voice, ...]:
    """As one person among AIs, and as one of several people who wants everything in plain words."""
    alone = tuple(Cast(seat, "human" if seat == who else "ai", f"Robin {k}") for k, seat in enumerate(seats))
    among = tuple(Cast(seat, "human", f"Kim {k}") for k, seat in enumerate(seats))
    return Voice(who, alone), Voice(who, among, plain=True)
