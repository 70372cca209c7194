"""The deal reader on sentences of our own: what the speaker of the last one would keep, of books, hats and balls.

A dialogue is written `A: … | B: … | A: …`; A and B take turns, and `=` gives the reading of the last utterance.
"""

import pytest

from games.dealornodeal.domain.deals import Share
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.reader.tokens import vocabulary
from games.dealornodeal.reader.tracker import Heard, Tracker
from tests.games.readings import misread


def heard(pool: Share, dialogue: str) -> Heard:
    tracker = Tracker(pool, vocabulary(BOOKS.items))
    made = None
    for number, text in enumerate(dialogue.split(" | ")):
        made = tracker.hear(number % 2, text)
    assert made is not None
    return made


ALONE = (
    # Lists, counts, plurals.
    ((2, 1, 3), "I need the balls and the hat", (0, 1, 3)),
    ((2, 1, 1), "I want the hat and both books please", (2, 1, 0)),
    ((1, 3, 1), "I'd like the ball & 3 hats", (0, 3, 1)),
    ((1, 3, 1), "3hats and the ball for me", (0, 3, 1)),
    ((2, 2, 1), "need the ball and 2 hats, 1 book", (1, 2, 1)),
    ((3, 2, 1), "I would love two of the books and a hat", (2, 1, 0)),
    ((3, 2, 1), "i want all of the books and half the hats", (3, 1, 0)),
    ((1, 2, 2), "I want one of each", (1, 1, 1)),
    ((2, 1, 2), "gimme the hat", (0, 1, 0)),
    ((2, 1, 2), "let me have both balls", (0, 0, 2)),
    ((2, 1, 2), "wanna keep the books", (2, 0, 0)),
    # Typing slips.
    ((2, 1, 2), "i woudl like the bokos", (2, 0, 0)),
    ((2, 1, 2), "ill take teh basketballls and you can ahve the rset", (0, 0, 2)),
    ((2, 3, 1), "can ihave the haats", (0, 3, 0)),
    ((2, 3, 1), "i need to hats", (0, 2, 0)),
    ((2, 1, 3), "hat 4 me, the rest 4 u", (0, 1, 0)),
    ((2, 1, 3), "2 balls 4 u", (2, 1, 1)),
    ((2, 1, 3), "books 2 u, hat n balls 2 me", (0, 1, 3)),
    # The other side.
    ((2, 1, 3), "you can have the balls", (2, 1, 0)),
    ((2, 1, 3), "the balls are yours", (2, 1, 0)),
    ((2, 1, 3), "one book and the hat for you", (1, 0, 3)),
    ((2, 1, 3), "I could let you have two balls and the books", (0, 1, 1)),
    ((2, 1, 3), "I can cede the hat and the books", (0, 0, 3)),
    ((2, 1, 3), "take the books and I will keep the hat and the balls", (0, 1, 3)),
    ((2, 1, 3), "I don't need the books", (0, 1, 3)),
    # Both sides.
    ((2, 1, 3), "both books to me, the rest to you", (2, 0, 0)),
    ((2, 1, 3), "you take all the balls and I keep the rest", (2, 1, 0)),
    ((2, 1, 3), "I'll take the hat. You can have everything else.", (0, 1, 0)),
    ((2, 1, 3), "I only want the hat the rest is yours", (0, 1, 0)),
    ((2, 1, 3), "if I can have the books you can have the others", (2, 0, 0)),
    ((2, 1, 3), "I'll give you the hat if you give me all the rest", (2, 0, 3)),
    ((2, 1, 3), "what about the hat and a ball? and I get the rest", (2, 0, 2)),
    ((2, 1, 3), "balls and a book for me, hat and the other book for you", (1, 0, 3)),
    ((2, 1, 3), "hat mine and both books", (2, 1, 0)),
    ((2, 1, 3), "you get the hat, me 2 books and 3 balls", (2, 0, 3)),
    ((2, 2, 2), "how about we each get one of each", (1, 1, 1)),
    ((2, 1, 3), "for me the hat, for you all the others", (0, 1, 0)),
    ((2, 1, 3), "I wouldn't mind having both books, and you're welcome to the others", (2, 0, 0)),
    ((2, 1, 3), "I can give you all the books, how does both books and the hat sound?", (0, 0, 3)),
    # Everything, and how many of each.
    ((2, 1, 3), "I'll have the lot", (2, 1, 3)),
    ((2, 1, 3), "I want every single item", (2, 1, 3)),
    ((3, 3, 3), "you can have two of each", (1, 1, 1)),
    ((2, 1, 3), "two packs of balls for me", (0, 0, 2)),
    # The first of two alternatives.
    ((2, 1, 3), "three balls and the hat, or both books and two balls", (0, 1, 3)),
    ((2, 1, 3), "I'd take the ball and a hat or two books and a hat", (0, 1, 1)),
    # Exceptions.
    ((2, 1, 3), "everything's yours apart from the hat", (0, 1, 0)),
    ((2, 1, 3), "all but one ball for me", (2, 1, 2)),
    ((2, 1, 3), "zero books for me, everything else is fine", (0, 1, 3)),
    ((2, 1, 3), "you can have everything but the hat", (0, 1, 0)),
    ((2, 1, 3), "I take everything except one ball", (2, 1, 2)),
    ((2, 1, 3), "you get the books and the balls but not the hat", (0, 1, 0)),
    ((2, 1, 3), "I get everything and you get nothing", (2, 1, 3)),
    # Trades.
    ((2, 3, 1), "I'll give you all the hats for the ball and the books", (2, 0, 1)),
    ((2, 3, 1), "I will trade you two hats for both books and the ball", (2, 1, 1)),
    ((2, 3, 1), "you could have the ball in exchange for the hats and the books", (2, 3, 0)),
    ((2, 3, 1), "would you take the ball for the books and the hats?", (2, 3, 0)),
    ((1, 2, 2), "I can do both hats if I get the book and the balls", (1, 0, 2)),
    # Halves.
    ((2, 4, 2), "let's split everything down the middle", (1, 2, 1)),
    ((1, 4, 1), "you take the book, I take the ball and we split the hats", (0, 2, 1)),
    ((2, 2, 1), "one hat each and the books for me, you have the ball", (2, 1, 0)),
    ((3, 1, 2), "hat to you, balls split, books all mine", (3, 0, 1)),
    ((3, 1, 2), "I'd like two of the three books and the hat", (2, 1, 0)),
    ((3, 1, 2), "2 out of 3 books for me", (2, 0, 0)),
    ((3, 1, 2), "I'd prefer the books over the hat", (3, 0, 0)),
    # Words about worth are no part of it.
    ((2, 1, 3), "me = 2 books and a ball, you = rest", (2, 0, 1)),
    ((2, 1, 3), "the hat is worth 7 to me so I take it, you get the rest", (0, 1, 0)),
    ((2, 1, 3), "books are 0 for me; need the hat and 2 balls", (0, 1, 2)),
)


def read(pool: Share, dialogue: str) -> tuple[str, Share]:
    made = heard(pool, dialogue)
    return made.act, made.keep


def test_an_opening_offer() -> None:
    assert not misread(((pool, text), read(pool, text), ("offer", keep)) for pool, text, keep in ALONE)


IN_TALK = (
    # Bare lists answer what the other side asked for.
    ((1, 2, 2), "I want the ball and two hats | how about a ball and one hat?", "offer", (1, 1, 1)),
    ((1, 2, 2), "what do you need? | the book and a hat", "offer", (1, 1, 0)),
    ((3, 1, 2), "I'd like the books and the hat | just the books?", "offer", (0, 1, 2)),
    ((1, 4, 2), "I need 3 hats and the book | one hat", "offer", (0, 3, 2)),
    # Only the rest is named.
    ((2, 1, 3), "I need both books | ok then I take the rest", "accept", (0, 1, 3)),
    ((2, 1, 3), "I just want the hat | can I have everything else?", "offer", (2, 0, 3)),
    # Additions.
    ((1, 2, 3), "you can have the hats | can I also get a ball?", "offer", (0, 2, 1)),
    ((2, 2, 1), "I get the ball, you get the rest | throw in the ball and you have a deal", "offer", (2, 2, 1)),
    ((3, 1, 1), "I take the books | and I get the hat and the ball?", "offer", (0, 1, 1)),
    (
        (2, 2, 2),
        "you get the hats, I get the books and the balls | I need something else too | one book",
        "offer",
        (1, 0, 2),
    ),
    ((2, 1, 3), "you get both books and a ball, I take the rest | can I have one more ball?", "offer", (2, 0, 2)),
    ((2, 1, 3), "you get both books and a ball, I take the rest | I'd want another ball on top", "offer", (2, 0, 2)),
    (
        (2, 1, 3),
        "you get both books and a ball, I take the rest | make it two balls and we have a deal",
        "offer",
        (2, 0, 2),
    ),
    ((2, 1, 3), "you get both books and a ball, I take the rest | I'd accept if you added the hat", "offer", (2, 1, 1)),
    ((2, 1, 3), "you get both books and a ball, I take the rest | the hat for me too, then yes", "offer", (2, 1, 1)),
    ((2, 1, 3), "you get both books and a ball, I take the rest | ok, but only if I get the hat", "offer", (2, 1, 1)),
    (
        (2, 1, 3),
        "you get both books and a ball, I take the rest | instead of the ball give me the hat",
        "offer",
        (2, 1, 0),
    ),
    ((2, 1, 3), "I want the hat | I would also like the hat", "offer", (0, 1, 0)),
    ((2, 1, 3), "I want the hat | you can have it all except the hat, gotta have the hat", "offer", (0, 1, 0)),
    # Insisting.
    ((2, 1, 2), "I want the hat and one ball | I want the hat | I can't give up the hat", "offer", (0, 1, 1)),
    ((2, 1, 2), "books for me | no | it's the books or nothing", "offer", (2, 0, 0)),
    ((2, 1, 2), "I want the balls | no way, I need them | that's my final offer", "offer", (0, 0, 2)),
    # Pointing back.
    ((2, 1, 2), "I'd like the balls | you can have them if I get the rest", "offer", (2, 1, 0)),
    ((2, 1, 2), "you get the books, I get the rest | okay, I'll take it", "accept", (2, 0, 0)),
    ((2, 1, 2), "how do two balls sound? | for me or you? | for you", "offer", (2, 1, 0)),
    (
        (2, 1, 2),
        "I take the hat, rest is yours | I want the hat | I want a ball | I agree to your first offer",
        "accept",
        (2, 0, 2),
    ),
    ((2, 1, 2), "two balls for me | one hat for me | let's go back to my first offer", "offer", (0, 0, 2)),
    # Slips that are one letter away from an item and mean another word.
    ((2, 1, 2), "can i hav the balls", "offer", (0, 0, 2)),
    ((2, 1, 2), "wat about 2 balls for me", "offer", (0, 0, 2)),
    ((2, 1, 2), "hah, i want the books", "offer", (2, 0, 0)),
    ((2, 1, 2), "can i haev the haat", "offer", (0, 1, 0)),
    # Consent, in many words.
    ((2, 1, 2), "you take the hat and I take the rest | deal", "accept", (0, 1, 0)),
    ((2, 1, 2), "you take the hat and I take the rest | yup, works for me!", "accept", (0, 1, 0)),
    ((2, 1, 2), "you take the hat and I take the rest | i can do that", "accept", (0, 1, 0)),
    ((2, 1, 2), "you take the hat and I take the rest | k", "accept", (0, 1, 0)),
    ((2, 1, 2), "you take the hat and I take the rest | ok so I get the hat", "accept", (0, 1, 0)),
    ((2, 1, 2), "I take the hat, rest is yours | ok, two books and the balls it is", "accept", (2, 0, 2)),
    *(
        ((2, 1, 2), f"you take the hat and I take the rest | {consent}", "accept", (0, 1, 0))
        for consent in (
            "sounds like a plan",
            "I can live with that",
            "let's do that",
            "that'll do nicely",
            "I'll take that",
            "I suppose so",
            "no problem",
            "no objections",
            "that is acceptable",
            "very well",
            "I'm in",
            "not great, but ok",
            "👍",
        )
    ),
    ((2, 1, 2), "I want the books | they're yours", "accept", (0, 1, 2)),
    # Not consent.
    *(
        ((2, 1, 2), f"you take the hat and I take the rest | {doubt}", "words", ())
        for doubt in (
            "hmm, I'm not sure",
            "are you sure?",
            "that's not good for me",
            "that's a worse deal",
            "nice try",
            "you call that fair?",
            "come on, be fair",
            "okay, but what about the balls?",
            "what deal",
        )
    ),
    ((2, 1, 2), "you take the hat and I take the rest | I don't think we can make a deal", "leave", ()),
    ((2, 1, 2), "you take the hat and I take the rest | let's call it off", "leave", ()),
    ((2, 1, 2), "you take the hat and I take the rest | that leaves me with just one hat", "refuse", ()),
    ((2, 1, 2), "you take the hat and I take the rest | no, sorry", "refuse", ()),
    ((2, 1, 2), "you take the hat and I take the rest | that won't work for me", "refuse", ()),
    ((2, 1, 2), "you take the hat and I take the rest | no deal", "leave", ()),
    ((2, 1, 2), "you take the hat and I take the rest | no deal, I need a ball too", "offer", (0, 1, 1)),
    ((2, 1, 2), "you take the hat and I take the rest | is that your final offer?", "words", ()),
    ((2, 1, 2), "hello there | deal", "words", ()),
    ((2, 1, 2), "you take the hat and I take the rest | deal? | hm", "words", ()),
    # No offer at all.
    ((2, 1, 2), "the balls are worth 0 to me", "words", ()),
    ((2, 1, 2), "do you want the hat or the books?", "words", ()),
    ((2, 1, 2), "what is the hat worth to you?", "words", ()),
    ((2, 1, 2), "hi! how are you", "words", ()),
    ((2, 1, 2), "what about the balls?", "words", ()),
    ((2, 1, 2), "I get nothing from the balls", "words", ()),
    ((2, 1, 2), "you take the hat and I take the rest | wait, this is my first game, how does it work", "words", ()),
    ((2, 1, 2), "you take the hat and I take the rest | this is my first one, what do I do?", "words", ()),
    ((2, 1, 2), "you'd have to wait for it", "words", ()),
    ((2, 1, 2), "keep typing until it works", "words", ()),
)


def test_an_utterance_in_a_talk() -> None:
    assert not misread(((pool, talk), read(pool, talk), (act, keep)) for pool, talk, act, keep in IN_TALK)


@pytest.mark.parametrize(
    ("dialogue", "firm"),
    [
        ("I get the ball, you get the rest | throw in the ball and you have a deal", True),
        ("I get the ball, you get the rest | then I get the books and the hats", True),
        ("I get the ball, you get the rest | I want the ball", False),
    ],
)
def test_an_offer_may_be_consent_too(dialogue: str, firm: bool) -> None:
    """Because it says so, or because it is what the other side has just offered."""
    assert heard((2, 2, 1), dialogue).firm is firm


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("the balls are worth 0 to me", ((2, 0),)),
        ("books are each 5 points for me", ((0, 5),)),
        ("the hats are useless", ((1, 0),)),
        ("hat is worth 4 and books are 3 for me", ((1, 4), (0, 3))),
        ("the balls are worthless 2 me. hats = 3 each", ((2, 0), (1, 3))),
        ("I want 2 books", ()),
        ("is the hat worth 5 to you", ()),
    ],
)
def test_what_is_said_about_worth(text: str, claims: tuple[tuple[int, int], ...]) -> None:
    assert heard((2, 1, 2), text).claims == claims


def test_every_reading_names_its_rule_and_its_confidence() -> None:
    for dialogue in ("the books for me", "hi", "I take the hat | and the ball?", "I take the hat | ok"):
        made = heard((2, 1, 2), dialogue)
        assert made.why
        assert 0 <= made.sure <= 100


def test_a_complete_offer_is_surer_than_a_partial_one() -> None:
    full = heard((2, 1, 2), "you get the books, I get the hat and both balls")
    part = heard((2, 1, 2), "the hat please")
    assert full.sure > part.sure
