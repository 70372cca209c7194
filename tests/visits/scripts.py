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
    """One visit: the game's button in the menu, what it brings, and the steps up to the end. `by`: what is typed after
    `/play` instead, by who has been here before.
    """

    game: str
    answer: str
    steps: Sequence[Says | Presses]
    by: str = ""


SCRIPTS: Mapping[str, Script] = {
    "bargaining": Script(
        "Price bargaining",
        "Round 1",
        (
            Says("hi, is that your best price?", "not a valid response"),
            Says("how about 44", "Round 3"),
            Says("I could add 2", "is that your offer?"),
            Presses("Yes", "Round 5"),
            Presses("Full rules", "no deal after 6 rounds"),
            Says("ok sounds good", "GAME OVER"),
        ),
    ),
    "trading": Script(
        "Trading",
        "Message 1 of 10",
        (
            Says("hello there", "It uses message 1 of 10"),
            Presses("No", "Nothing was done"),
            Says("2 of my wood for 1 ore?", "Is this your offer"),
            Presses("Yes", "Message 3 of 10"),
            Presses("Deny", "Message 5 of 10"),
            Says("can I get 3 wheat for 2 sheep", "Is this your offer"),
            Says("yes", "Message 7 of 10"),
            Says("ok deal", "Message 9 of 10"),
            Says("[Say] thanks", "GAME OVER"),
        ),
    ),
    "balloon": Script(
        "Balloon",
        "Message 1 of 30",
        (
            Presses("Full rules", "30 messages in all"),
            Says("hi, which ones matter to you?", "Message 3 of 30"),
            Says("swap C37 and C59 for B05", "?"),
            Says("yes", "Message 5 of 30"),
            Says("sounds good, agreed", "?"),
            Says("yes", "GAME OVER"),
        ),
    ),
    "dealornodeal": Script(
        "Books, hats, balls",
        "You speak first",
        (
            Says("i'd like the books and both balls, you can have the hats", "The AI"),
            Says("I really need both books, you can have all the hats and the balls", "You can have both books"),
            Says("ok deal", "Is this what you both mean?"),
            Presses("Confirm", "GAME OVER"),
        ),
    ),
    "society": Script(
        "Society",
        "Step 1 of 8",
        (
            Says("hello", "Everyone heard you"),
            Says("miner 0 half half", "Step 2 of 8"),
            Says("ok", "Step 5 of 8"),
            Says("pass", "Step 6 of 8"),
            Says("ok", "Round 1 of 10"),
            *(Presses("Take the suggestion", f"Round {n} of 10") for n in range(2, 8)),
            *(Presses("Same as last round", f"Round {n} of 10") for n in range(8, 11)),
            Presses("Same as last round", "GAME OVER"),
        ),
    ),
}

LEARNED: Mapping[str, Script] = {
    "trained-selfish": Script(
        "Books, hats, balls",
        "You speak first",
        (
            Says("hi there, how are you?", "The AI"),
            Says("you can have one hat, I'd like the rest", "one book and both balls for you"),
            Says("hmm, why would I do that?", "Please let me take"),
            Says("both books for me please, you get all the others", "Can you do better?"),
            Says("ok, you get one book and both hats, I keep one book and the balls", "Sorry, I want both hats"),
            Says("ok deal", "Is this what you both mean?"),
            Presses("Confirm", "GAME OVER"),
        ),
        by="dealornodeal trained/selfish",
    ),
}
"""Visits to players that learned to talk."""
