"""Reading costs little: only so much of an utterance and of a talk is read, and rewritten patterns mean the same."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Moved, Reading, Said, Unclear
from games.core.post import Voice, plain
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.game import game
from games.dealornodeal.reader import acts, consent
from games.dealornodeal.reader.mentions import MOST as MOST_ITEMS
from games.dealornodeal.reader.phrases import SHORT_FORMS, TURNS, phrases
from games.dealornodeal.reader.scan import scan
from games.dealornodeal.reader.tokens import MOST, Token, vocabulary
from games.dealornodeal.reader.tracker import RECALLED, Recalled, Tracker
from games.dealornodeal.rules.state import Accept, Heard, Offer
from tests.games.dealornodeal.helpers import ME, YOU, dealt, talk

VOCABULARY = vocabulary(BOOKS.items)
OFFER = "i get both books and you get the rest"
STORY = "we went to the lake and it was a fine day for all of us there. " * 20
NAMES = {"nouns": "hat|hats|books", "plurals": "hats|books", "singles": "hat"}
ROWS = [(row.needles, row.pattern) for table in (SHORT_FORMS, TURNS) for row in phrases(table, NAMES)]
WORDS = (
    "not",
    "no",
    "make",
    "think",
    "able to",
    "deal",
    "agree",
    "do",
    "for me",
    "or",
    "?",
    "!",
    ".",
    "sorry",
    "bad",
    "ok",
)
said = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)


def heard(text: str) -> Heard:
    read = game.read(game.view(dealt(), YOU), Said(text))
    assert isinstance(read, Reading)
    assert isinstance(read.move, Heard)
    return read.move


@pytest.mark.parametrize("story", [STORY, "hat " * (MOST_ITEMS + 1)], ids=["words", "items"])
def test_nothing_is_read_of_an_utterance_that_is_too_long(story: str) -> None:
    assert heard(OFFER).act == "offer"
    for text in (f"{OFFER}. {story}", f"{story}. {OFFER}", f"no deal. {story}"):
        assert (heard(text).act, heard(text).keep, heard(text).firm) == ("words", (), False)


def test_who_said_too_much_is_told_that_it_was_no_offer() -> None:
    state = dealt()
    read = game.read(game.view(state, YOU), Said(f"{OFFER}. {STORY}"))
    assert isinstance(read, Reading)
    event = Moved(YOU, read.move, read.say)
    after = game.apply(state, event)
    view, voice, news = game.view(after, YOU), Voice(YOU), game.news(state, event, after)
    told = [plain(post) for post in game.tell(tuple(one.fact for one in news), view, voice)]
    assert told == ["That was longer than I can follow, so I read no offer in it. Make yours in a short message."]


def test_words_of_a_model_that_are_too_long_agree_with_no_move() -> None:
    state = talk(dealt(), OFFER)
    view = game.view(state, ME)
    for move in (Accept(), Offer((0, 1, 3)), None):
        assert not game.agrees(view, move, STORY)
    assert game.agrees(view, Accept(), "Deal.")


def test_a_text_within_the_bound_is_read_whole() -> None:
    filler = "well " * ((MOST - len(OFFER)) // 5 - 2)
    assert not VOCABULARY.too_long(filler + OFFER)
    assert heard(filler + OFFER).act == "offer"


def test_earlier_words_are_read_again_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    own = VOCABULARY.tokens

    def tokens(text: str) -> tuple[Token, ...]:
        read.append(text)
        return own(text)

    monkeypatch.setattr(VOCABULARY, "tokens", tokens)
    lines = [Recalled(n % 2, f"no no no {n} " * 30, "refuse", ()) for n in range(200)]
    Tracker((2, 1, 3), VOCABULARY).recall(lines)
    assert sum(map(len, read)) <= 3 * RECALLED + 2 * len(lines[0].text)


def test_a_talk_is_remembered_as_it_was_heard() -> None:
    lines = ("i get the books", "no way. the hat is mine", "ok then i want one book and the hat", "i refuse", "well?")
    hears, recalls = (Tracker((2, 1, 3), VOCABULARY) for _ in range(2))
    meant = [hears.hear(n % 2, line) for n, line in enumerate(lines)]
    recalls.recall([Recalled(n % 2, lines[n], one.act, one.keep) for n, one in enumerate(meant)])
    for tracker in (hears, recalls):
        tracker._informed = [False, False]  # what was read again is no news
    assert vars(recalls) == vars(hears)


def test_whatever_a_pattern_finds_holds_one_of_its_needles() -> None:
    assert ROWS
    assert not [found for needles, pattern in ROWS for found in _found_without(needles, pattern)]


def _found_without(needles: tuple[str, ...], pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Return the pattern with each of 300 texts, of its own words, in which it finds something without a needle."""
    chance = Random(pattern.pattern)
    own = [
        *re.findall(r"[a-z']+|[.,?!;:/=+-]", re.sub(r"\\[a-z]|\(\?[:=!<]*", " ", pattern.pattern)),
        "2",
        "hat",
        "books",
    ]
    texts = (" ".join(chance.choices(own, k=chance.randint(1, 6))) for _ in range(300))
    return [
        (pattern.pattern, text)
        for text in texts
        if pattern.search(text) and not any(needle in text for needle in needles)
    ]


@given(said)
def test_two_passes_find_what_one_pattern_found(text: str) -> None:
    deal = r"\b(?:deal|agreement|agree)\b"
    cannot = rf"\bnot? (?:be )?(?:able to )?(?:make|making|do|agree|reach|come|have)\b.*{deal}"
    assert (acts._behind(text, acts._CANNOT, acts._DEAL) >= 0) == bool(re.search(cannot, text))
    thinks = r"\bnot (?:really )?think\b.*\b(?:agree|accept|do)\b"
    assert (acts._behind(text, acts._THINKS_NOT, acts._TO_ACCEPT) >= 0) == bool(re.search(thinks, text))
    whose = r"\bfor (?:me|you)\b.*\bor\b.*\?|\b(?:me|you) or (?:me|you) \?|\bfor who(?:m)? \?"
    assert acts._asks_whose(text) == bool(re.search(whose, text))
    echo = r"\? (?:[!?] )*(?:(?:oh|um|hm+|well|sorry|no) (?:, )?)*(?:no|nope|nah|never)\b"
    assert bool(acts._ECHO.search(text)) == bool(re.search(echo, text))


@given(said)
def test_a_no_to_something_bad_is_not_against_it(text: str) -> None:
    first = r"\b(?:not|never|nothing|none|hardly|barely)\b(?!.* (?:bad|problem|complain|argue|mind|why not|say no)\b)"
    slow = re.compile(first + consent._NOT_OK.pattern.partition(r"barely)\b")[2])
    assert consent._against(text) == bool(slow.search(text) or consent._AGAINST.search(text))


def test_more_items_than_are_read_are_not_scanned() -> None:
    assert scan(VOCABULARY.tokens("hat " * MOST_ITEMS)) is not None
    assert scan(VOCABULARY.tokens("hat " * (MOST_ITEMS + 1))) is None


def test_a_long_message_is_not_refused() -> None:
    read = game.read(game.view(dealt(), YOU), Said(STORY))
    assert not isinstance(read, Unclear)
