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
