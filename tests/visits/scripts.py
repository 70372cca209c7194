"""First visits: what a stranger does in each game, from the menu to the end, in words and by buttons.

Each step is an act and the words on the screen that answer it. The same script is played on both platforms.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Says(NamedTuple):
    words: str
    answer: str


class Presses(NamedTuple):
    label: str
    answer: str


class Script(NamedTuple):
    """One visit: the game's button in the menu, what it brings, and the steps up to the end."""

    game: str
    answer: str
    steps: Sequence[Says | Presses]


SCRIPTS: Mapping[str, Script] = {
    "bargaining": Script(
        "Price bargaining",
        "Round 1",
        (
            Says("hi, is that your best price?", "not a valid response"),
            Says("how about 44", "Round 3"),
            Says("57 is too much, I could add 2", "is that your offer?"),
            Presses("Yes", "Round 5"),
            Presses("Full rules", "no deal after 6 rounds"),
            Says("ok sounds good", "GAME OVER"),
        ),
    ),
}
