"""Fault 2, in the society and where things are divided: one message of 5,000 characters held everybody up.

What is counted is what is scanned, in characters and words; `make bench ARGS="reading"` measures the time.
"""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.contract import Expired, Moved, Reading, Said
from games.dealornodeal.reader import tracker
from games.dealornodeal.rules.play import quiet
from games.society import game as society_game
from games.society.reader import sentences
from games.society.rules.play import WORDS_MOST
from tests.games.dealornodeal import helpers as division
from tests.games.society import table as society

SIZES = (2_500, 5_000)
SOCIETY = ("--\n\n", "? ", "accept? ", "what a day! ", "1.\n- ", "you? ")
DIVISION = ("no ", "? ", "hat ", "2)", "no wait, ", "for me or ", "i want it. ", "why? ")
STATES = {"a negotiation": society.MINE, "a contract": society.dealt(game="contract"), "the world": None}


def counted(patch: pytest.MonkeyPatch, place: Any, name: str) -> list[int]:
    """Count how much the function gets to scan, call by call."""
    sizes: list[int] = []
    own: Callable[..., Any] = getattr(place, name)

    def count(given: Any, *more: Any) -> Any:
        sizes.append(len(given))
        return own(given, *more)

    patch.setattr(place, name, count)
    return sizes


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("unit", SOCIETY)
def test_the_society_checks_the_length_before_it_looks_for_sentences(
    unit: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned = counted(monkeypatch, sentences, "find")
    view = society_game.view(STATES[state] or society.dealt(game="social"), society.C0)
    for size in SIZES:
        society_game.read(view, Said((unit * size)[:size]))
    assert sum(scanned) <= WORDS_MOST * len(SIZES)


@pytest.mark.parametrize("unit", ["accept? ", "end! "])
def test_the_society_takes_only_so_many_sentences_apart(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = counted(monkeypatch, sentences, "_option")
    society_game.read(society_game.view(society.MINE, society.C0), Said((unit * 200)[:WORDS_MOST]))
    assert len(taken) <= 70


@pytest.mark.parametrize("unit", DIVISION)
def test_a_division_takes_only_so_many_words_apart(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scanned, judged = counted(monkeypatch, tracker, "scan"), counted(monkeypatch, tracker, "acts")
    for size in (500, 1_000, 2_000):
        division.game.read(division.game.view(division.dealt(), division.YOU), Said((unit * size)[:size]))
    assert max(scanned + judged) <= 400


def test_a_long_talk_is_not_read_again_with_every_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def scanned(lines: int) -> int:
        state = division.dealt(utterances="200")
        for number in range(lines):
            text = f"no way, that is not enough {number}. " * 20
            state = say(state, number, text)
        with monkeypatch.context() as patch:
            sizes = [*(counted(patch, tracker, name) for name in ("scan", "acts"))]
            division.game.read(division.game.view(state, division.YOU), Said("i get the hat"))
        return sum(map(sum, sizes))

    assert scanned(80) <= scanned(20)


def say(state: Any, number: int, text: str) -> Any:
    seat = (division.YOU, division.ME)[number % 2]
    read = division.game.read(division.game.view(state, seat), Said(text))
    assert isinstance(read, Reading)
    state = division.game.apply(state, Moved(seat, read.move, read.say))
    return division.game.apply(state, Expired(quiet(state)))
