"""Offers, changes and answers in the words of people who haggle, as they are read in plain words."""

from typing import Final

import pytest

from tests.games.readings import misread
from tests.games.trading.table import STANDING, outcome, situation

FREE: Final = situation(reading="plain")
ANSWERING: Final = situation(STANDING, reading="plain")
"""The other side gives 2 Ore for 3 Brick."""
ROWS: Final = {
    "free": [
        *((text, "?|3 Sheep -> 1 Ore") for text in ("you: 1 ore, me: 3 sheep", "me: 3 sheep; you: 1 ore")),
        *((text, "?|3 Sheep -> 1 Ore") for text in ("1 ore plz, 3 sheep in return", "3 sheep, 1 ore in return")),
        *((text, "?|3 Sheep -> 1 Ore") for text in ("can i buy 1 ore with 3 sheep", "i'd buy an ore using 3 sheep")),
        *((text, "?|3 Sheep -> 1 Ore") for text in ("take 3 sheep and give an ore", "the price for 3 sheep is 1 ore")),
        *((text, "?|3 Sheep -> 1 Ore") for text in ("want 3 sheep? give 1 ore", "you need 3 sheep? give me 1 ore")),
        *((text, "?|3 Sheep -> 1 Ore") for text in ("2 sheep for 1 ore... sorry 3 sheep for 1 ore",)),
        *((text, "?|3 Sheep -> 1 Ore") for text in ("3 sheep for 1 ore or no deal", "3 sheep for 1 ore, no rush")),
        ("take 3 sheep and give me an ore", "|3 Sheep -> 1 Ore"),
        # what is dropped again, or run down, is no offer
        *((text, "?") for text in ("3 sheep for 1 ore... on second thought no", "3 sheep for 1 ore? no thanks")),
        *((text, "?") for text in ("3 sheep for 1 ore is a ripoff", "i give 3 sheep for 1 ore, jk")),
        *((text, "?") for text in ("my 3 sheep for your 1 ore... never mind", "3 sheep for 1 ore, terrible idea")),
        *((text, "?") for text in ("no way 3 sheep for 1 ore", "lol imagine 3 sheep for 1 ore")),
        ("no way, 3 sheep for 1 ore", "?|3 Sheep -> 1 Ore"),
        # one can imagine what one would do; what others are told to imagine is unreal
        *((text, "?|3 Sheep -> 1 Ore") for text in ("i can imagine 3 sheep for 1 ore", "i imagine 3 sheep for 1 ore")),
        *((text, "?|3 Sheep -> 1 Ore") for text in ("i could imagine giving 3 sheep for 1 ore",)),
        *((text, "?") for text in ("imagine 3 sheep for 1 ore", "do you imagine i give 3 sheep for 1 ore")),
        *((text, "?") for text in ("i can't imagine 3 sheep for 1 ore", "just imagine 3 sheep for 1 ore")),
    ],
    "answering": [
        *((text, "?ignored") for text in ("oh no", "oh no...", "Oh, no!!", "12 and deal", "deal and a sheep")),
        *((text, "denied") for text in ("oh no, i refuse", "oh no thanks")),
        *((text, "?accepted") for text in ("100% deal", "ok deal at 3", "4 would be nicer but ok, 3 it is")),
        ("accept and 3 sheep for 1 wood", "?accepted|3 Sheep -> 1 Wood"),
        ("deal and 4 brick for 2 ore", "?denied|4 Brick -> 2 Ore"),
        # "accept" says nothing of who gives
        *((text, "?denied|4 Brick -> 2 Ore") for text in ("i accept 4 brick for 2 ore", "i accept for 4 brick")),
        *((text, "?denied|4 Brick -> 2 Ore") for text in ("i accept 2 ore for 4 brick", "3 brick? try 4")),
        ("i accept 3 ore for 3 brick", "?denied|3 Brick -> 3 Ore"),
        *((text, "?denied|5 Sheep -> 2 Ore") for text in ("i accept 2 ore for 5 sheep", "for 5 sheep i accept 2 ore")),
        *((text, "?denied|4 Wood -> 1 Ore") for text in ("i accept 1 ore for 4 wood", "i'd accept 1 ore for 4 wood")),
        ("i accept 3 brick for 1 sheep", "?denied|3 Brick -> 1 Sheep"),
        ("i accept 5 sheep for 2 wheat", "?denied|2 Wheat -> 5 Sheep"),
        # what comes on top leaves the rest as it is
        *((text, "?denied|3 Brick -> 1 Sheep, 2 Ore") for text in ("if i also get a sheep", "and a sheep as well")),
        *((text, "?denied|3 Brick -> 1 Sheep, 2 Ore") for text in ("i want 1 sheep too", "sweeten it with a sheep")),
        *((text, "?denied|2 Wood, 1 Brick -> 2 Ore") for text in ("i'd give 1 brick and 2 wood", "2 wood and 1 brick")),
        # one thing for another, and multiples of one
        *((text, "?denied|3 Wood -> 2 Ore") for text in ("swap brick for wood and deal", "wood instead of brick")),
        *((text, "?denied|3 Wood -> 2 Ore") for text in ("3 wood instead of 3 brick", "replace the brick with wood")),
        ("1 sheep instead of 1 ore", "?denied|3 Brick -> 1 Sheep, 1 Ore"),
        *((text, "?denied|6 Brick -> 2 Ore") for text in ("double the brick and its a deal", "twice the brick, deal")),
        *((text, "?denied|3 Brick -> 1 Ore") for text in ("half the ore", "half the ore but keep the brick")),
        *(
            (text, "?denied|6 Brick -> 1 Ore")
            for text in ("double the brick, half the ore", "half ore twice the brick")
        ),
        *((text, "?ignored") for text in ("half ore half wood", "half the ore, half the brick", "half wood, half ore")),
        # what somebody keeps is not traded
        *((text, "?ignored") for text in ("half the ore but i keep the brick", "double the brick and keep your ore")),
        *((text, "?ignored") for text in ("you keep half the ore", "i keep the brick, half the ore")),
        *((text, "?denied") for text in ("half the ore and i keep my brick", "i keep my brick, half the ore")),
    ],
}


@pytest.mark.parametrize("place", ROWS)
def test_what_people_say_when_they_haggle(place: str) -> None:
    state = FREE if place == "free" else ANSWERING
    assert not misread((text, outcome(state, text), meant) for text, meant in ROWS[place])
