"""Tournaments of trained and of analytic agents over contexts that no agent was trained on, each pairing over the same.

Rows are the first seat, which speaks first. The supervised model meets itself and, in the second seat, every agent;
these cells are apart from the matrix.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from bot.players.trained.weights import SHIPPED, BadWeights, load
from bot.research.opponents.duel import duel, policy_of
from bot.research.statistics import Book
from bot.research.tournament import Outcome, Plan
from bot.research.training.match import Agent, meet
from bot.research.training.recipe import CELLS, SUPERVISED
from bot.research.training.reinforce import HEAT, SIDE_BY_SIDE
from bot.research.training.synthetic import config
from games.core.contract import AnyGame, subseed
from games.core.registry import get
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.rules.state import ME, YOU, DealState

GAMES: Final = 388
"""Dialogues of each pairing, as in Chawla et al. (2023)."""
Advance = Callable[[int], None]


class Family(Struct, frozen=True):
    """Agents of one seed by name, with their hashes; `place` is where they were found."""

    place: str
    agents: Mapping[str, Agent]
    hashes: Mapping[str, str]


class Cells(Struct, frozen=True):
    """Figures of one family: the matrix, and the cells of the supervised model, by the names of row and column."""

    place: str
    book: Book
    beside: Book | None

    def cell(self, row: str, col: str) -> dict[str, Any]:
        """Return the figures of a pairing, as `Book.fields` names them."""
        books = [self.book, *([self.beside] if self.beside else [])]
        return next(each for book in books for each in book.fields() if (each["row"], each["col"]) == (row, col))


def families(folder: Path | None) -> list[Family]:
    """Return the families of a training's folder, or the one that Parley ships. Raises `BadWeights`."""
    if folder is None:
        return [_family(SHIPPED, "shipped")]
    places = sorted(folder.glob("seed-*"), key=lambda place: (len(place.name), place.name)) or [folder]
    return [_family(place, place.name) for place in places]


def _family(place: Path, name: str) -> Family:
    found = {cell: load(place / f"{cell.replace('/', '-')}.npz") for cell in (SUPERVISED, *CELLS)}
    if len({one.known.words for one in found.values()}) > 1:
        raise BadWeights(f"The agents in {place} do not know the same words, so they are of several trainings.")
    agents = {cell: Agent(one.net, one.known) for cell, one in found.items()}
    return Family(name, agents, {cell: one.hash for cell, one in found.items()})


def drawn(contexts: Sequence[Context], games: int, seed: int) -> list[Context]:
    """Return this many contexts, each as often as any other but for one, in a random order."""
    chance = Random(subseed(seed, "contexts"))
    made: list[Context] = []
    while len(made) < games:
        made += chance.sample(list(contexts), min(len(contexts), games - len(made)))
    return made


def trained(family: Family, contexts: Sequence[Context], seed: int, advance: Advance) -> Cells:
    """Return the matrix of a family, and the supervised model's cells."""
    beside = [(SUPERVISED, SUPERVISED), *((cell, SUPERVISED) for cell in CELLS)]
    pairs = [(row, col) for row in CELLS for col in CELLS]
    books = [
        _played(some, len(contexts), seed, lambda row, col: _talks(family, contexts, seed, row, col), advance)
        for some in (pairs, beside)
    ]
    return Cells(family.place, *books)


def _talks(family: Family, contexts: Sequence[Context], seed: int, row: str, col: str) -> list[DealState]:
    agents = (family.agents[row], family.agents[col])
    starts = range(0, len(contexts), 2 * SIDE_BY_SIDE)
    chances = (subseed(seed, row, col, start) for start in starts)
    groups = (contexts[start : start + 2 * SIDE_BY_SIDE] for start in starts)
    return [
        talk.state for group, each in zip(groups, chances, strict=True) for talk in meet(agents, group, HEAT, [each])
    ]


def analytic(contexts: Sequence[Context], seed: int, advance: Advance) -> Cells:
    """Return the matrix of the analytic agents."""
    game = get("dealornodeal")

    def play(row: str, col: str) -> list[DealState]:
        policies = {YOU: policy_of(game, row), ME: policy_of(game, col)}
        return [duel(game, config(one), subseed(seed, "duel", at), policies) for at, one in enumerate(contexts)]

    pairs = [(row, col) for row in CELLS for col in CELLS]
    return Cells("analytic", _played(pairs, len(contexts), seed, play, advance), None)


def _played(
    pairs: Sequence[tuple[str, str]],
    games: int,
    seed: int,
    play: Callable[[str, str], list[DealState]],
    advance: Advance,
) -> Book:
    game = get("dealornodeal")
    pairings: tuple[Mapping[str, str], ...] = tuple({YOU: row, ME: col} for row, col in pairs)
    book = Book(Plan(game.name, (), seed, games, pairings), kept=False)
    for number, (row, col) in enumerate(pairs):
        for index, state in enumerate(play(row, col)):
            book.add(_outcome(game, state, number, index, pairings[number]))
        advance(games)
    return book


def _outcome(game: AnyGame, state: DealState, number: int, index: int, seats: Mapping[Any, str]) -> Outcome:
    result = game.result(state)
    assert result is not None
    report = {**game.report(state), "words_an_utterance": _words(state, YOU)}
    return Outcome(number, index, index, seats, result, report, len(state.spoken), 0)


def _words(state: DealState, seat: str) -> float | None:
    """Return the words of one of a seat's utterances, on average; None if it said nothing."""
    said = [len(each.text.split()) for each in state.spoken if each.seat == seat]
    return sum(said) / len(said) if said else None
