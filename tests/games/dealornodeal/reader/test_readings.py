"""Words that stand in no other table: pool, act, what the last speaker would keep, and the talk, a row each."""

import pytest

from games.core.contract import Said, Unclear
from games.dealornodeal.game import game
from games.dealornodeal.reader.consent import answer
from games.dealornodeal.rules.state import YOU
from tests.games.dealornodeal.helpers import dealt, talk
from tests.games.dealornodeal.reader.test_tracker import heard
from tests.games.readings import misread, rows

ROWS = rows(__file__)


def read(pool: str, dialogue: str) -> tuple[str, str]:
    made = heard(tuple(map(int, pool)), dialogue)
    return made.act, "".join(map(str, made.keep))


@pytest.mark.slow
def test_every_row() -> None:
    assert not misread(((pool, talk), read(pool, talk), (act, keep)) for pool, act, keep, talk in ROWS)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("ok .", "yes"),
        ("ok , let me think", ""),
        ("deal , are you happy now ?", "yes"),
        ("ok , what is next ?", ""),
        ("no , wait , deal", "yes"),
        ("deal ! wait , no", "no"),
        ("fine but that is not enough", "against"),
        ("good morning", ""),
    ],
)
def test_the_last_clear_clause_is_the_answer(words: str, meant: str) -> None:
    assert answer(words) == meant


@pytest.mark.parametrize("text", ["I want 3 books", "two hats and the balls for me", "you can have four balls"])
def test_more_than_there_is_is_no_offer_and_is_said_to_be_none(text: str) -> None:
    """Two books, a hat and three balls lie on the table."""
    state = talk(dealt(), "hi", "hello")
    unclear = game.read(game.view(state, YOU), Said(text))
    assert isinstance(unclear, Unclear)
    assert unclear.code == "too_many"


def test_both_of_two_kinds_counts_none() -> None:
    assert not isinstance(game.read(game.view(dealt(), YOU), Said("both the hat and the balls for me")), Unclear)
