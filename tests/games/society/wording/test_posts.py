"""A round goes out as one picture with its words under it, so the words stay short, at every table."""

from collections.abc import Iterator

import pytest

from games.core.contract import Moved, Seat, subseed
from games.core.post import Board, Cast, Post, Voice, text_of
from games.society import game
from games.society.rules.state import State
from games.society.wording.posts import tell
from tests.games.society.table import dealt

CAPTION = 850
"""Of the 1024 characters that a picture's caption may have, with room for a deadline and a few words of others."""
SCENARIOS = ("dynamic", "isolation", "connection", "independent", "overlapping", "inequality")
KINDS, LEVELS, PLAYERS = ("negotiation", "contract"), ("easy", "hard"), ("4", "5", "6", "8")


def words(post: Post) -> str:
    return "\n".join(text_of(block) for block in post.blocks if not isinstance(block, Board))


def first_of(state: State) -> Iterator[Post]:
    """Return what each seat is told as the world opens."""
    for seat in state.terms.seats:
        voice = Voice(seat, tuple(Cast(other, "human", other) for other in state.terms.seats))
        before, after, event = state, state, None
        while after.phase != "physical":
            before, mover = after, Seat(min(game.turn(after).awaited))
            act = game.players["fallback"].decide(game.view(before, mover), subseed(1, "player", mover))
            event = Moved(mover, act.move, act.say)
            after = game.apply(before, event)
        news = game.opening(state) if event is None else game.news(before, event, after)
        yield from tell(tuple(n.fact for n in news if n.reaches(seat)), game.view(after, seat), voice)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_opening_of_a_given_order_fits_under_a_picture(scenario: str) -> None:
    for seed in range(3):
        for post in first_of(dealt(seed, game="social", scenario=scenario, schedule="announced")):
            assert len(words(post)) <= CAPTION, words(post)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("difficulty", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_first_round_after_shares_are_fixed_fits_under_a_picture(kind: str, difficulty: str, players: str) -> None:
    posts = list(first_of(dealt(2, game=kind, difficulty=difficulty, players=players)))
    assert len(posts) >= int(players)
    for post in posts:
        assert any(isinstance(block, Board) for block in post.blocks)
        assert len(words(post)) <= CAPTION, words(post)
