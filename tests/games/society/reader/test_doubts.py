"""Plain words that take a move back, doubt it or say the opposite of it; the places are those of `test_plain`."""

from typing import Final

import pytest

from tests.games.readings import misread
from tests.games.society.reader.test_plain import said

ROWS: Final = {
    "invited": [
        *((text, "?accept miner_0") for text in ("accept... no wait decline", "accept... actually no", "accept. no")),
        *((text, "?accept miner_0") for text in ("accept... NOT!", "accept\nnever in my life", "accept. lol jk")),
        *((text, "?accept miner_0") for text in ("accept Gina. actually decline", "accept. what if i said that")),
        *((text, "?accept miner_0") for text in ("Accept Gina's proposal. no wait, dont", "accept. wrong button")),
        *((text, "?accept miner_0") for text in ("accept 60/40 no wait", "accept 60/40 if you bring wood")),
        *((text, "?accept miner_0") for text in ("no. accept", "i don't know. accept", "60/40 hm")),
        *((text, "?accept miner_0") for text in ("decline... just kidding, accept", "end... no wait accept")),
        *((text, "?accept miner_0") for text in ("decline. ok deal", "deal, jk")),
        *((text, "?end miner_0") for text in ("decline. no wait", "decline... if you dont give me 70")),
        *((text, "?end miner_0") for text in ("no... just kidding", "no thanks. jk", "no. ok", "decline. not!")),
        *((text, "end miner_0") for text in ("decline. no", "decline. not enough", "decline. 60 is too low")),
        *((text, "accept miner_0") for text in ("accept. good luck!", "accept. no problem", "accept. yes")),
        *((text, "?counter miner_0 70") for text in ("accept. i want 70", "counter 70/30. jk", "70/30, no wait")),
        ("gina 70/30, on second thought no", "?counter miner_0 70"),
        *((text, "talk") for text in ("oh no", "oh no...", "Oh no Gina!", "oh no not again")),
        *((text, "end miner_0") for text in ("oh no, i refuse", "oh no thanks")),
        *((text, "talk") for text in ("ok... no wait", "no, hold on")),
    ],
    "slots": [
        *((text, "?join 1") for text in ("join 1. no wait", "join 1... no", "with Gina, lol jk", "coalition 1, no")),
        ("stay. no wait", "?join 3"),
        ("join 1. see you there", "join 1"),
    ],
}


@pytest.mark.parametrize("place", ROWS)
def test_words_that_are_taken_back_bind_nothing_unasked(place: str) -> None:
    assert not misread((text, said(place, text), meant) for text, meant in ROWS[place])


SHARES: Final = {
    "free": [
        *((f"gina {text}", "negotiate miner_0 40") for text in ("60 40 in your favor", "40/60 in your favour")),
        *((f"gina {text}", "negotiate miner_0 30") for text in ("70/30 your way", "70/30, more for you")),
        *((f"gina {text}", "negotiate miner_0 30") for text in ("70/30, you get the bigger part", "70/30 for you")),
        *((f"gina {text}", "negotiate miner_0 60") for text in ("60/40 in my favour", "40/60 my way")),
        ("60-40 in favour of Gina", "negotiate miner_0 40"),
        *((f"gina {text}", "?negotiate miner_0 30") for text in ("70% yours", "70 you", "70% is yours", "70 your way")),
        *((f"gina {text}", "?negotiate miner_0 30") for text in ("70% of everything for you", "yours is 70")),
        *((text, "?negotiate miner_0 30") for text in ("70% of it is yours gina", "70 percent of the pot goes to gina")),
        *((f"gina {text}", "?negotiate miner_0 70") for text in ("70 me", "70% of it is mine", "mine is 70")),
        *((f"gina {text}", "?negotiate miner_0 60") for text in ("i only give 40", "i give just 40", "i can give 40")),
        *((f"gina {text}", "?negotiate miner_0 60") for text in ("i'd give at most 40", "only 40 for you")),
        *((f"gina {text}", "?negotiate miner_0 40") for text in ("i only want 40", "my offer is 40", "i take 40")),
        ("propose gina 60/40 in your favor", "?negotiate miner_0 40"),
        ("invite gina 70/30 your way", "?negotiate miner_0 30"),
        ("propose 70/30 to Gina", "negotiate miner_0 70"),
    ],
    "invited": [
        *((text, "!no_share") for text in ("i want the bigger half", "the larger part for me, half is too little")),
        *((text, "!no_share") for text in ("more than half for me", "at least half", "you get the smaller half")),
        *((text, "counter miner_0 50") for text in ("half", "half for each")),
        ("counter 70/30 your way", "?counter miner_0 30"),
        ("70/30 in your favour", "counter miner_0 30"),
        ("60/40 in my favour", "?accept miner_0"),
    ],
}


@pytest.mark.parametrize("place", SHARES)
def test_words_say_whose_the_bigger_share_is(place: str) -> None:
    assert not misread((text, said(place, text), meant) for text, meant in SHARES[place])
