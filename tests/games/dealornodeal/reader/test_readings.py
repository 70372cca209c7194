"""Words that stand in no other table: pool, act, what the last speaker would keep, and the talk, a row each."""

from typing import Any

import pytest

from games.core.contract import Moved, Reading, Said, Unclear
from games.core.post import Cast
from games.dealornodeal.game import game
from games.dealornodeal.reader.consent import answer
from games.dealornodeal.rules.state import ME, YOU, Accept, Heard, Offer
from tests.games.dealornodeal.helpers import after, dealt, talk
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


def meant(text: str, *before: str) -> Reading[Any]:
    state = talk(dealt(), *before)
    reading = game.read(game.view(state, YOU), Said(text))
    assert isinstance(reading, Reading)
    return reading


@pytest.mark.parametrize(
    "text",
    [
        *("ok {}, last offer", "{}, final offer", "{}. last one", "{}, my last offer", "{} - my final offer!"),
        *("{}, take it or leave it", "last offer: {}", "my final offer is {}", "{}, final answer", "{}, that's final"),
        *("{}. that's the best I can do", "{} is my last offer", "{}, can't go lower", "{}, last chance"),
    ],
)
def test_items_that_somebody_calls_their_last_offer_are_one(text: str) -> None:
    """Without these words, the items alone would be read as the same offer, or asked about in the same way."""
    words = text.format("1 hat and 2 balls")
    first = meant(words, "hi", "hello")
    assert (first.move, bool(first.question)) == (Offer((0, 1, 2)), True)
    demanded = meant(words, "1 hat and 3 balls for me", "you get 3 balls, I keep the rest")
    assert isinstance(demanded.move, Heard)
    assert (demanded.move.act, demanded.move.keep) == ("offer", (0, 1, 2))


@pytest.mark.parametrize(
    "text",
    [
        "nice hat, your last offer was bad",
        "hat and ball, the best deal ever",
        "the hats, your last offer?",
        "half of the balls look flat",
    ],
)
def test_words_about_other_offers_leave_a_remark_one(text: str) -> None:
    reading = meant(text)
    assert isinstance(reading.move, Heard)
    assert (reading.move.act, reading.question) == ("words", "")


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("I want the hat and half of the rest", (1, 1, 1)),
        ("the hat for me and a third of the rest", (0, 1, 1)),
        ("the hat for me and we split the rest", (1, 1, 1)),
        ("I get half of everything", (1, 0, 1)),
        ("you get half of everything", (1, 1, 2)),
        ("I want half of the balls, the rest is yours", (0, 0, 1)),
        ("let's go halves", (1, 0, 1)),
    ],
)
def test_a_fraction_that_leaves_no_whole_items_is_asked_about(text: str, keep: tuple[int, ...]) -> None:
    """Two books, a hat and three balls lie on the table."""
    reading = meant(text)
    assert (reading.move, bool(reading.question)) == (Offer(keep), True)


ONE_BOOK, BOOKS, PAIRS = "1,4,1 1,2,1 2,1,4", "3,1,2 1,1,3 2,4,0", "2,2,2 1,2,2 2,1,2"
TABLES = {
    "open": talk(dealt(instance=ONE_BOOK), "hello", "hi"),
    "hats": talk(dealt(instance=ONE_BOOK), "hello", "i take the book and two hats, you get the rest"),
    "books": talk(dealt(instance=BOOKS), "hello", "i get a book, the hat and a ball, you get the rest"),
    "even": talk(dealt(instance=PAIRS), "hello", "hi"),
    "pairs": talk(dealt(instance=PAIRS), "hello", "i take both hats and a ball, you get the rest"),
    "claim": talk(
        dealt(instance=BOOKS), "2 books and both balls for me", "i take all the books and the hat, you get the rest"
    ),
    "second": talk(
        dealt(instance=BOOKS),
        "hello",
        "i take all the books and the hat, you get the rest",
        "2 books, the hat and a ball for me, the rest for you",
        "i get 2 books, the hat and a ball, you get the rest",
    ),
}
"""In `hats`, the speaker is offered two of four hats and the ball; in `books`, two of three books and one of two balls;
in `pairs`, both books and one of two balls.
In `claim`, it has asked for two books and both balls, and is offered both balls. In `second`, it was first offered both
balls, and then a book and a ball.
"""
TABLES["card"] = after(TABLES["hats"], Moved(YOU, Accept(), "deal"))


def told(table: str, text: str) -> str:
    """Return the move of a text, with a `?` if it is asked about, and the share of the speaker."""
    state = TABLES[table]
    cast = (Cast(YOU, "human", "Ann"), Cast(ME, "human", "Gina"))
    reading = game.read(game.view(state, YOU), Said(text, cast=cast))
    if isinstance(reading, Unclear):
        return reading.code
    move, asked = reading.move, "?" if reading.question else ""
    match move:
        case Offer(keep=keep):
            return asked + "".join(map(str, keep))
        case Heard(act="offer", keep=keep):
            return "".join(map(str, keep))
        case Heard(act="accept", keep=keep):
            return "accept " + "".join(map(str, keep))
        case Heard():
            return move.act
    return asked + type(move).__name__.lower()


GOODS = (
    # Goods that nobody owns, and that are the other side's half, accept nothing.
    ("hats", "?120", ("2 hats and the book", "1 book 2 hats", "2 hats 1 book pls", "the book and 2 hats")),
    ("hats", "?accept", ("ok, the book and 2 hats", "deal, 2 hats and the book")),
    ("hats", "accept 021", ("2 hats and the ball", "ok 2 hats and the ball", "the book and 2 hats for you")),
    ("hats", "words", ("so 2 hats and the book?", "only 2 hats?", "just 2 hats?")),
    ("books", "?111", ("1 book, 1 hat, 1 ball", "the hat and a ball and a book")),
    ("claim", "?310", ("3 books and the hat", "the hat and all books")),
    # To list none of something beside what one would get is no refusal, and is asked about.
    ("pairs", "?accept", ("2 books, no hats, 1 ball", "no hats, 2 books, 1 ball", "2 books and no hats and 1 ball")),
    ("pairs", "?accept", ("i get 2 books, no hats, 1 ball", "no hats for me, 2 books and a ball")),
    ("pairs", "?accept", ("2 books 0 hats 1 ball", "0 hats, 2 books, 1 ball", "no hats, 2 books, 1 ball, i want more")),
    ("pairs", "accept 201", ("ok 2 books, no hats, 1 ball",)),
    ("hats", "?accept", ("no book, 2 hats, 1 ball", "no books, 2 hats and a ball", "0 books 2 hats 1 ball")),
    ("hats", "?accept", ("2 hats, the ball, no book", "no book, 2 hats, the ball", "2 hats, the ball and no book")),
    ("pairs", "refuse", ("2 books, no hats, 1 ball? no", "no, 2 books, no hats, 1 ball", "no way, 2 books and a ball")),
    ("pairs", "words", ("2 books, no hats, 1 ball?", "2 books, no hats and just 1 ball?")),
    ("card", "words", ("1 book, 0 hats, 0 balls",)),
    # None of an item means all units of it, whatever its number.
    ("open", "?100", ("no hat but the book", "no hats but the book", "no hat for me but the book")),
    ("even", "?100", ("no hat but the book", "no hats but the book", "no hat but one book")),
    ("even", "?001", ("no book but the ball", "no books but the ball", "no book but a ball")),
    ("pairs", "?002", ("no book but the ball", "no books but the ball")),
    # All units of an item but for some.
    ("open", "?030", ("all hats except one", "all hats but one", "all the hats but 1", "every hat except one")),
    ("open", "?030", ("i want all hats except one", "i take all 4 hats but one", "all hats for me except one")),
    ("open", "?030", ("all hats, but not one", "all hats apart from one", "all hats but one are mine")),
    ("hats", "?030", ("all hats except one", "all hats minus one", "i'll take all your hats except for one")),
    ("hats", "?111", ("you get all hats except one", "you can have all hats but one")),
    ("open", "?030", ("all of the hats except one of them", "both hats but one of those")),
    ("hats", "?121", ("all hats except two", "all hats but 2")),
    ("open", "030", ("all hats but one, you get the book and the ball",)),
    ("open", "?031", ("i want the ball and all hats except one",)),
    ("even", "?010", ("all hats but one", "i want both hats but one")),
    ("open", "words", ("all hats except one for you", "i want all hats except one and the ball")),
    # A yes with a "but" asks for what follows.
    ("hats", "031", ("yes but 3 hats", "ok but 3 hats", "sure but 3 hats please", "fine, but three hats")),
    ("hats", "121", ("yes but the book", "ok but the book", "but i wanted the book")),
    ("books", "211", ("ok but the hat", "yes but a hat", "but i want a hat")),
    # Goods that the speaker has asked for are its own.
    ("claim", "?102", ("1 book please", "just 1 book", "ok 1 book", "at least 1 book", "meet in the middle, 1 book")),
    ("claim", "?202", ("2 books", "two books please", "2 books!!")),
    ("claim", "012", ("ok, no books, but the hat", "no books but the hat please")),
    # To keep is to keep what one would get; to ask for more is no acceptance.
    (
        "books",
        "?202",
        ("keep the hat, give me the ball", "give me the ball, keep the hat", "you keep the hat, i get the ball"),
    ),
    ("books", "211", ("keep the ball, give me the hat", "give me the hat, keep the ball")),
    ("books", "202", ("keep the book and the hat, i take both balls",)),
    # One thing for another.
    ("hats", "111", ("i give you a hat for the book", "i give you one hat back for the book")),
    ("hats", "111", ("take a hat back, give me the book", "one of my hats for your book", "minus a hat plus the book")),
    ("hats", "?111", ("1 hat less for me, but the book",)),
    ("books", "102", ("ill give you a book for your ball", "i give you one book back for a ball")),
    ("books", "?102", ("1 book less, 1 ball more", "a book less and a ball more")),
    ("hats", "120", ("swap the book and the ball", "switch book and ball")),
    ("books", "202", ("both balls, then ok", "both balls and then its ok")),
    ("claim", "102", ("same as yours plus a book", "yours plus a book")),
    # What nobody names is not given away.
    ("books", "words", ("2 books for you, 2 balls for me", "u get 2 books i get 2 balls")),
    # Halves of one item beside the others, and counts behind their items.
    ("open", "021", ("u keep the book, i keep the ball, hats 50-50", "book 4 u, ball 4 me, hats 2-2")),
    ("open", "021", ("ball mine book yours hats equal",)),
    ("open", "120", ("hats 2-2, i get the book, you the ball", "book mine, ball yours, hats even")),
    ("open", "?021", ("hats: 2, ball: 1", "hats 2 ball 1 book 0", "hats: 2, ball: 1, book: 0")),
    ("open", "?031", ("split the hats 3/1, i get the ball", "hats 3-1 for me, book yours, ball mine")),
    ("open", "words", ("i hate hats", "i can't stand the ball", "the ball means nothing to me")),
    ("open", "?041", ("book means nothing to me, you can have it",)),
    # Words that change what is on the card.
    ("card", "?121", ("hold on, i want the book", "but i wanted the book", "the book is mine")),
    ("card", "?031", ("i want 3 hats", "3 hats please", "no, 3 hats", "actually 3 hats", "yes but 3 hats")),
    ("card", "?130", ("i want 3 hats and the book",)),
    ("card", "words", ("only 2 hats?", "the book and 2 hats", "hats", "the ball?")),
    # Offers that no longer stand.
    (
        "second",
        "accept 002",
        ("deal, the old one", "i liked the previous one more", "the first one", "the one before, deal"),
    ),
    ("second", "accept 002", ("i accept your previous offer", "your old offer", "your first offer, deal")),
    ("second", "accept 101", ("your last offer, deal", "deal")),
    ("second", "words", ("your first offer was terrible", "i didn't like your first offer", "not the first one")),
    # Our own lines, copied: "you" is whoever reads them, who types now.
    ("hats", "accept 021", ("You: 2 hats, 1 ball (4 points). The other side: 1 book, 2 hats.",)),
    ("hats", "accept 021", ("The last offer of Gina: You: 2 hats, 1 ball (4 points). Gina: 1 book, 2 hats.",)),
    ("hats", "accept 021", ("Deal: you get 2 hats, 1 ball", "deal: you get 2 hats, 1 ball.")),
    ("hats", "130", ("You: 1 book, 3 hats. The other side: 1 hat, 1 ball. Is that your offer?",)),
    ("open", "130", ("Your last offer: You: 1 book, 3 hats (5 points).\nThe AI: 1 hat, 1 ball.",)),
    ("open", "?030", ("you asked to keep 3 hats",)),
    ("hats", "accept 021", ("you asked to keep the book and 2 hats, deal", "Gina: ok", "Gina: you get the rest")),
    ("hats", "101", ("you asked to keep the hats, i keep the book and ball",)),
    ("hats", "120", ("the book and two hats, you get the rest",)),
    ("open", "020", ("nothing was said yet; divide it: 2 hats for me",)),
    ("open", "?021", ("Each side has its own private values, so I take 2 hats and 1 ball",)),
    ("open", "?030", ("The AI: 1 book, 1 hat, 1 ball.", "The other side: 1 book, 1 hat, 1 ball")),
    ("hats", "words", ("The AI: i take the book and two hats, you get the rest",)),
    ("hats", "?120", ("i take the book and two hats, you get the rest",)),
    ("open", "011", ("you: 1 book, 3 hats. me: 1 hat, 1 ball.", "you: 1 book, 3 hats. the rest is mine")),
    ("card", "words", ("Is this what you both mean? You: 2 hats, 1 ball (4 points). Gina: 1 book, 2 hats.",)),
    ("hats", "?000", ("I keep nothing; you get the rest", "You: nothing. The other side: 1 book, 4 hats, 1 ball.")),
    ("open", "words", ("There is only 1 book.", "Each is worth to you (only you see this): book 1, hat 2, ball 1")),
    (
        "hats",
        "words",
        ("There are only 4 hats. Nothing was said yet; divide what is on the table: 1 book, 4 hats, 1 ball.",),
    ),
    ("books", "words", ("your first one was better", "your old offer was better", "your first offer was bad")),
)


@pytest.mark.parametrize("name", ["Me", "You", "Deal"])
def test_a_name_that_is_an_owner_or_an_answer_leaves_words_their_sense(name: str) -> None:
    cast = (Cast(YOU, "human", "Ann"), Cast(ME, "human", name))
    view = game.view(TABLES["open"], YOU)
    for text in ("you: 1 book. me: the rest", "me: 2 hats, 1 ball", "you: 1 book", "deal: 2 hats, 1 ball"):
        assert game.read(view, Said(text, cast=cast)) == game.read(view, Said(text))


@pytest.mark.parametrize(("table", "meant", "texts"), GOODS)
def test_goods_go_to_the_side_that_the_words_mean(table: str, meant: str, texts: tuple[str, ...]) -> None:
    assert not misread((text, told(table, text), meant) for text in texts)
