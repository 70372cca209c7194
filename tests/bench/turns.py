"""Turns a second on the rules: a text comes in, the seat's view is made, the text is read, the move applied, the event
kept.

Every game is dealt afresh, the texts vary, and nothing remembers a reading. The parts are measured apart, over the same
views, texts and states; `rest` is the deal, asking whose turn it is, and the loop itself.
"""

import gc
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from games.core.contract import AnyGame, Event, Moved, Reading, Said, Seat
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from tests.bench.measure import Spread, seconds
from tests.bench.samples import TABLES

GAMES, REPEATS = 1_500, 7


class Turns(Struct, frozen=True):
    """`parts`: microseconds a turn."""

    game: str
    per_second: Spread
    turns_a_game: float
    parts: dict[str, Spread]


def measure(name: str, games: int = GAMES, repeats: int = REPEATS) -> Turns:
    game = get(name)
    config = config_of(game, recipe_of(game, {}), 1, 0)
    played = [texts_of(game, config, seed) for seed in range(games)]
    turns = sum(map(len, played))
    said = [(seed, [Said(text) for text in texts]) for seed, texts in enumerate(played)]
    work = _parts(game, config, said)

    def whole() -> None:
        for seed, texts in said:
            play(game, config, seed, texts)

    spans: list[float] = []
    parts: dict[str, list[float]] = {part: [] for part in (*work, "rest")}
    # What was made beforehand is not to be looked through by every collection of garbage.
    gc.freeze()
    for _ in range(repeats):
        spent = seconds(whole)
        spans.append(spent)
        for part, function in work.items():
            parts[part].append(seconds(function) / turns * 1e6)
        parts["rest"].append(spent / turns * 1e6 - sum(parts[part][-1] for part in work))
    return Turns(
        name,
        Spread.of([turns / spent for spent in spans]),
        turns / games,
        {part: Spread.of(values) for part, values in parts.items()},
    )


def texts_of(game: AnyGame, config: Any, seed: int) -> list[str]:
    """Return what is said in one game, made beforehand. Every text must be a legal move."""
    chance = Random(seed)
    state = game.deal(config, seed)
    texts: list[str] = []
    while awaited := game.turn(state).awaited:
        seat = min(awaited)
        view = game.view(state, seat)
        texts.append(TABLES[game.name](chance, view, len(texts)))
        reading = game.read(view, Said(texts[-1]))
        assert isinstance(reading, Reading), (texts[-1], reading)
        assert reading.move is not None, texts[-1]
        state = game.apply(state, Moved(seat, reading.move, reading.say))
    return texts


def play(game: AnyGame, config: Any, seed: int, said: list[Said]) -> list[Event]:
    state = game.deal(config, seed)
    log: list[Event] = []
    for text in said:
        seat = min(game.turn(state).awaited)
        reading = game.read(game.view(state, seat), text)
        event = Moved(seat, reading.move, reading.say)  # type: ignore[union-attr]
        state = game.apply(state, event)
        log.append(event)
    return log


def _parts(game: AnyGame, config: Any, said: list[tuple[int, list[Said]]]) -> dict[str, Callable[[], None]]:
    """The parts of a turn, each over all turns of all games."""
    views: list[tuple[Any, Seat]] = []
    reads: list[tuple[Any, Said]] = []
    events: list[tuple[Any, Event]] = []
    for seed, texts in said:
        state = game.deal(config, seed)
        log = play(game, config, seed, texts)
        for text, event in zip(texts, log, strict=True):
            assert isinstance(event, Moved)
            views.append((state, event.seat))
            reads.append((game.view(state, event.seat), text))
            events.append((state, event))
            state = game.apply(state, event)

    def view() -> None:
        for state, seat in views:
            game.view(state, seat)

    def read() -> None:
        for own, text in reads:
            game.read(own, text)

    def apply() -> None:
        for state, event in events:
            game.apply(state, event)

    return {"view": view, "read": read, "apply": apply}
