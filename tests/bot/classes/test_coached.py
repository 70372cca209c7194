"""The lesson that a class gets from the coach's findings in its games."""

from bot.classes.coached import Look, typical
from games.core.review import Moment

TOOK = Moment(
    at=1,
    when="Round 1 of 6",
    known=(),
    options=("accept", "offer $49.00"),
    did="you accepted",
    better="offer $49.00",
    verdict="mistake",
    gain=247,
    error=0,
    why="Typical sellers often concede more here: a counteroffer of $49.00 earns $2.47 more on average.",
)


def test_what_the_coach_says_to_a_player_is_quoted_to_the_class() -> None:
    lesson = typical([Look((TOOK,), 2.5, 20.0), Look((TOOK,), 2.5, 20.0)], "cents")
    assert lesson is not None
    assert lesson.text.startswith("It was made 2 times in the 2 games that the coach looked at, and cost $2.47 each")
    assert lesson.text.endswith(
        "One of them, in the coach's words: “Round 1 of 6: you accepted. Better: offer $49.00. "
        "Typical sellers often concede more here: a counteroffer of $49.00 earns $2.47 more on average.”"
    )
