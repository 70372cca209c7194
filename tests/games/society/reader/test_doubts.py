"""Plain words that take a move back or turn it round, and others that were misread; the places are `test_plain`'s."""

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
        *((text, "?accept miner_0") for text in ("accept. i need more", "accept. stop!", "accept 👎")),
        *((text, "?end miner_0") for text in ("decline. 50/50", "end. let's do half half")),
        *((text, "end miner_0") for text in ("decline. 60/40 is not enough", "decline. i will ask miner 1")),
        *((text, "end miner_0") for text in ("decline. no", "decline. not enough", "decline. 60 is too low")),
        *((text, "accept miner_0") for text in ("accept. good luck!", "accept. no problem", "accept. yes")),
        *((text, "?counter miner_0 70") for text in ("accept. i want 70", "counter 70/30. jk", "70/30, no wait")),
        ("gina 70/30, on second thought no", "?counter miner_0 70"),
        *((text, "talk") for text in ("oh no", "oh no...", "Oh no Gina!", "oh no not again")),
        *((text, "end miner_0") for text in ("oh no, i refuse", "oh no thanks")),
        *((text, "end miner_0") for text in ("I refuse", "thanks but no thanks gina")),
        *((text, "accept miner_0") for text in ("ya sure why not", "accept. why not")),
        *((text, "talk") for text in ("ok... no wait", "no, hold on")),
    ],
    "slots": [
        *((text, "?join 1") for text in ("join 1. no wait", "join 1... no", "with Gina, lol jk", "coalition 1, no")),
        ("stay. no wait", "?join 3"),
        ("join 1. see you there", "join 1"),
        *((text, "?join 2") for text in ("an empty one", "a new one", "start a new one", "the empty one")),
        *((text, "join 3") for text in ("alone", "on my own", "i stay alone")),
    ],
    "world": [
        ("grab 2 wood and a stone", "GATHER 2 WOOD / GATHER 1 STONE"),
        *((text, "GATHER 1 STONE") for text in ("get a stone", "get me another stone", "take a piece of stone")),
        *((text, "GATHER 5 STONE") for text in ("get some stone", "get a bit of stone", "a lot of stone")),
        ("gather 4 wood 2 stone", "GATHER 4 WOOD / GATHER 2 STONE"),
        ("10 wood 10 stone craft hammer", "GATHER 10 WOOD / GATHER 10 STONE / CRAFT 1 HAMMER"),
        ("gather four wood two stone", "GATHER 4 WOOD / GATHER 2 STONE"),
    ],
}


@pytest.mark.parametrize("place", ROWS)
def test_what_is_taken_back_is_asked_about_and_what_is_clear_counts(place: str) -> None:
    assert not misread((text, said(place, text), meant) for text, meant in ROWS[place])


SHARES: Final = {
    "free": [
        *((f"gina {text}", "negotiate miner_0 40") for text in ("60 40 in your favor", "40/60 in your favour")),
        *((f"gina {text}", "negotiate miner_0 30") for text in ("70/30 your way", "70/30, more for you")),
        *((f"gina {text}", "negotiate miner_0 30") for text in ("70/30, you get the bigger part", "70/30 for you")),
        *((f"gina {text}", "negotiate miner_0 60") for text in ("60/40 in my favour", "40/60 my way")),
        ("60-40 in favour of Gina", "negotiate miner_0 40"),
        *((f"gina {text}", "?negotiate miner_0 30") for text in ("70% yours", "70 you", "70% is yours", "70 your way")),
        *(
            (f"gina {text}", "?negotiate miner_0 30")
            for text in ("70% of everything for you", "yours is 70", "you deserve 70")
        ),
        *(
            (text, "?negotiate miner_0 30")
            for text in ("70% of it is yours gina", "70 percent of the pot goes to gina")
        ),
        *((f"gina {text}", "?negotiate miner_0 70") for text in ("70 me", "70% of it is mine", "mine is 70")),
        *((f"gina {text}", "?negotiate miner_0 60") for text in ("i only give 40", "i give just 40", "i can give 40")),
        *((f"gina {text}", "?negotiate miner_0 60") for text in ("i'd give at most 40", "only 40 for you")),
        *((f"gina {text}", "?negotiate miner_0 40") for text in ("i only want 40", "my offer is 40", "i take 40")),
        ("propose gina 60/40 in your favor", "?negotiate miner_0 40"),
        ("invite gina 70/30 your way", "?negotiate miner_0 30"),
        ("gina at least half", "?negotiate miner_0 50"),
        ("propose 70/30 to Gina", "negotiate miner_0 70"),
        *((f"gina {text}", "talk") for text in ("50/50 was a bad idea", "asked me 50/50", "50/50 is a ripoff")),
    ],
    "invited": [
        *((text, "!no_share") for text in ("i want the bigger half", "the larger part for me, half is too little")),
        *((text, "!no_share") for text in ("more than half for me", "over half", "you get the smaller half")),
        # a half is the bound of what is asked for
        *((text, "?counter miner_0 50") for text in ("at least half", "i want at least half", "at least half for me")),
        *((text, "?counter miner_0 50") for text in ("you get at most half", "no less than half", "half at least")),
        ("at least half, 70/30", "?counter miner_0 70"),
        # others are asked to wait, or the speaker waits
        *((text, "talk") for text in ("please wait", "wait please", "hold on please", "wait for me", "ok just wait")),
        *((text, "pass") for text in ("i wait", "I'll wait", "let me wait", "wait this step", "i'll hold on")),
        # a number right behind "wait" counts the waiting
        *((text, "talk") for text in ("wait 10", "wait 2", "Wait 10.", "ok wait 5", "wait for 10", "wait 10 ticks")),
        *((text, "talk") for text in ("hold on 10", "wait ten", "wait 2 turns please")),
        *((text, "?counter miner_0 70") for text in ("wait, 70", "wait 70 for me", "no wait 70")),
        ("wait 70/30", "counter miner_0 70"),
        *((text, "counter miner_0 50") for text in ("half", "half for each")),
        ("counter 70/30 your way", "?counter miner_0 30"),
        ("70/30 in your favour", "counter miner_0 30"),
        ("60/40 in my favour", "?accept miner_0"),
        *((text, "?counter miner_0 70") for text in ("60? make it 70", "60 is low, 70", "60? no way. 70/30")),
        *((text, "?accept miner_0") for text in ("you can have your 40.", "40 for you!")),
        *((text, "talk") for text in ("60? 70?", "60?", "60? sure", "40 for you is too much")),
    ],
}


@pytest.mark.parametrize("place", SHARES)
def test_words_say_whose_the_bigger_share_is(place: str) -> None:
    assert not misread((text, said(place, text), meant) for text, meant in SHARES[place])
