"""A screen as text."""

from tests.fakes.transcript import Seen, transcript

SCREEN = """\
-- Parley --
You                /start
Parley             Round 1: The AI offers $55.50.
                   +-----+
                   |  1  |
                   +-----+
                   [Accept $55.50] [Counteroffer…]
Bea                who wins?  (edited)
-- Table --
Parley (only you)  That offer has changed.
Parley             <picture: earnings>
                   (Accept)"""


def test_a_screen_with_columns_boxes_buttons_and_private_lines() -> None:
    box = "Round 1: The AI offers $55.50.\n+-----+\n|  1  |\n+-----+"
    seen = [
        Seen("Ann", "/start", place="Parley", mine=True),
        Seen("Parley", box, (("Accept $55.50", "Counteroffer…"),)),
        Seen("Bea", "who wins?", edited=True),
        Seen("Parley", "That offer has changed.", only_me=True, place="Table"),
        Seen("Parley", "", (("(Accept)",),), pictures=("earnings",)),
    ]
    assert transcript(seen) == SCREEN


def test_long_lines_fold_where_asked() -> None:
    assert transcript([Seen("A", "one two three")], width=7) == "A  one two\n   three"


def test_nothing_to_see() -> None:
    assert transcript([]) == "(an empty screen)"
