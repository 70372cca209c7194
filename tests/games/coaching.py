"""Checks that every game's review must pass."""

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from games.core.codec import encode
from games.core.contract import AnyGame, Event, Moved, Reading, Said, Seat
from games.core.review import Moment, Past, Review

SEED, EFFORT = 5, 300


def past(game: AnyGame, deal: Any, events: Sequence[Event]) -> Past:
    """The course of a game: each event with the state before it."""
    found, state = [], deal
    for event in events:
        found.append((state, event))
        state = game.apply(state, event)
    return tuple(found)


def reviewed(game: AnyGame, deal: Any, events: Sequence[Event], seat: Seat, effort: int = EFFORT) -> Review:
    return game.review(past(game, deal, events), seat, SEED, effort)


def alike(game: AnyGame, deals: Sequence[Any], events: Sequence[Event], seat: Seat) -> Review:
    """The review of games that look alike to the seat. It is the same, byte for byte."""
    first, *others = (reviewed(game, deal, events, seat) for deal in deals)
    assert len({encode(deal) for deal in deals}) == len(deals), "the deals do not differ"
    for other in others:
        assert encode(other) == encode(first)
    return first


def words(moment: Moment) -> int:
    """The words of the longer one of the two posts that tell a moment: the question, and the answer."""
    question = (moment.when, *moment.known)
    answer = (moment.when, moment.verdict, moment.did, moment.better, moment.why, moment.then)
    return max(sum(len(re.findall(r"\S+", part)) for part in told) for told in (question, answer))


def well_told(game: AnyGame, moment: Moment, view: Any) -> None:
    """A moment is short, and its options are read as moves."""
    assert words(moment) <= 60, moment
    assert 2 <= len(moment.options) <= 4
    assert len(set(moment.options)) == len(moment.options)
    assert moment.gain > 0
    assert moment.error >= 0
    assert moment.why.endswith(".")
    assert re.search(r"limit|disposition|secret", moment.why) is None
    for option in moment.options:
        if option.endswith("…"):  # a set of too many items to be named
            continue
        reading = game.read(view, Said(option, via="pressed"))
        assert isinstance(reading, Reading), (option, reading)


def all_well_told(game: AnyGame, course: Past, seat: Seat, effort: int) -> None:
    """The moments of a review are few, in order of play, and well told; the better move is among the options."""
    talks = import_module(f"games.{game.name}.analysis.coach").ANALYST.talks
    moved = ((state, event) for state, event in course if isinstance(event, Moved) and event.seat == seat)
    own = [state for state, event in moved if talks or event.move is not None]
    found = game.review(course, seat, 1, effort)
    assert len(found.moments) <= 3
    assert [moment.at for moment in found.moments] == sorted(moment.at for moment in found.moments)
    for moment in found.moments:
        well_told(game, moment, game.view(own[moment.at - 1], seat))
        assert moment.better in moment.options
