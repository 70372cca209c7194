"""Words and buttons mean the same answers; whatever else is typed is asked again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import IllegalMove, Moved, Reading, Said, Unclear
from games.core.post import Voice
from games.forms import game
from games.forms.items import Choose, Divide, Form, Item, Notice, Scale, Write
from games.forms.library import FORMS
from games.forms.rules import PARTICIPANT
from tests.games.forms.samples import AGREE, ALL, CHECK, QUESTION, dealt, one, read, refusal

NOTICE = Notice("n", "Read this.", "Got it")
COLOUR = Choose("c", "Which?", (("r", "Red"), ("g", "Green"), ("b", "Blue")), skippable=True)
ROUNDS = Choose("c", "How many?", (("few", "2 rounds"), ("many", "6 rounds"), ("most", "8 rounds")))
CODED = Choose("c", "How was it?", (("3", "Bad"), ("2", "So so"), ("1", "Good")))
OLD = Choose("c", "Are you 18 or older?", (("adult", "Yes, I am 18 or older"), ("minor", "No, I am not")))
CALM = Scale("s", "How calm?", 1, 7, ("not at all", "very"), skippable=True)
LIKED = Scale("s", "How much?", 1, 3, ("Not much", "Somewhat", "A lot"))
COLD = Scale("s", "How cold?", -10, 10)
SURE = Scale("s", "How sure?", 0, 100)
SHARE = Divide("d", "Which?", ((85, 85), (85, 76), (50, 100)))
SMALL = Divide("d", "Which?", ((5, 5), (8, 2), (2, 8)))
WRITE = Write("w", "Anything else?", longest=50)

CLEAR: tuple[tuple[Item, str, str], ...] = (
    *((NOTICE, text, "read") for text in ("Got it", "got it!", "ok", "yes", "next", "Continue.", "1", "I'm ready")),
    *((COLOUR, text, "g") for text in ("Green", "green.", "**green**", "g", "2", "two", "(2)", "#2", "Option 2")),
    *((COLOUR, text, "g") for text in ("no. 2", "nr. 2")),
    *((COLOUR, text, "g") for text in ("number two", "my answer is green", "I choose Green", "i'd say green", "２")),
    *((COLOUR, text, "") for text in ("skip", "Skip", "/skip", "rather not say", "pass")),
    *((ROUNDS, text, "many") for text in ("6 rounds", "many")),
    *((CODED, text, value) for text, value in (("2", "2"), ("Good", "1"), ("bad", "3"))),
    *((AGREE, text, "y") for text in ("I agree", "agree", "yes", "Yes!", "ok", "sure", "i consent", "1", "y")),
    *((AGREE, text, "n") for text in ("I don't agree", "i dont agree", "no", "No.", "nope", "I do not consent", "2")),
    *((OLD, text, value) for text, value in (("yes", "adult"), ("yes, i am 18 or older", "adult"), ("no", "minor"))),
    *((CALM, text, "4") for text in ("4", "four", "4.", "4/7", "4 out of 7", "step 4", "4️⃣")),
    *((CALM, text, value) for text, value in (("very", "7"), ("Not at all", "1"), ("skip", ""))),
    *((LIKED, text, value) for text, value in (("a lot", "3"), ("2", "2"), ("not much", "1"))),
    *((COLD, text, value) for text, value in (("-3", "-3"), ("−3", "-3"), ("minus three", "-3"), ("0", "0"))),
    *((SURE, text, value) for text, value in (("forty-two", "42"), ("a hundred", "100"), ("0", "0"))),
    *((SHARE, text, "85:76") for text in ("85/76", "85 76", "85:76", "85, 76", "You 85, they 76", "2", "85 and 76")),
    *((SHARE, text, "50:100") for text in ("50 for me, 100 for them", "me 50, other 100", "3")),
    (SMALL, "8/2", "8:2"),
    *((WRITE, text, text) for text in ("It was fine.", "no", "2 x 3 = 6\nright?", "skipping was fun")),
    (WRITE, "skip", ""),
    (QUESTION, "the buyer", "buyer"),
)
UNCLEAR: tuple[tuple[Item, str], ...] = (
    *((NOTICE, text) for text in ("no", "what?", "", "skip", "ok?", "yes but why")),
    *(
        (COLOUR, text)
        for text in ("purple", "red or green", "4", "0", "green?", "not red", "12", "-1", "", "🙂", "2 3")
    ),
    *((ROUNDS, text) for text in ("2", "6", "1 or 2")),
    *((CODED, text) for text in ("1", "3", "yes")),
    *((AGREE, text) for text in ("agree?", "yes?", "yes, but why", "maybe", "I guess so", "agree to disagree", "skip")),
    *((AGREE, text) for text in ("no, yes", "not yet", "not really", "I am 17", "later")),
    *((CALM, text) for text in ("8", "0", "4.5", "4-5", "4 or 5", "-4", "half", "4/5", "40")),
    *((SURE, text) for text in ("101", "50 50", "1e1", "a lot")),
    *((SHARE, text) for text in ("85", "8576", "76/85", "4", "all for me", "85/76/50")),
    *((SMALL, text) for text in ("2", "5")),
    *((WRITE, text) for text in ("", "   ", "\u200b", "x" * 51)),
)


@pytest.mark.parametrize(("item", "text", "value"), CLEAR)
def test_an_answer_in_words_counts(item: Item, text: str, value: str) -> None:
    assert read(one(item), text) == value


@pytest.mark.parametrize(("item", "text"), UNCLEAR)
def test_what_is_no_answer_is_asked_again(item: Item, text: str) -> None:
    assert read(one(item), text) is None


def test_a_form_with_words_takes_every_word() -> None:
    assert read(one(WRITE), "skip", via="form") == "skip"


@pytest.mark.parametrize("text", ["quit", "Help!", "I want to leave", "stop"])
def test_words_that_may_be_meant_for_the_program_are_asked_about_first(text: str) -> None:
    view = game.view(dealt(one(WRITE)), PARTICIPANT)
    reading = game.read(view, Said(text))
    assert isinstance(reading, Reading)
    assert (reading.confirm, reading.question) == (text, f"Is “{text}” your answer?")
    assert game.read(view, Said(text, via="pressed")) == Reading(reading.move)


def test_words_are_kept_as_they_are_but_for_control_characters() -> None:
    assert read(one(WRITE), " a\0b\ud800 *c* ") == "a b  *c*"


def test_a_label_wins_over_every_other_meaning() -> None:
    odd = Choose("c", "Which?", (("a", "skip"), ("b", "3"), ("c", "b")), skippable=True)
    assert [read(one(odd), text) for text in ("skip", "3", "b")] == ["a", "b", "c"]


def test_the_question_says_what_to_do_when_something_cannot_be_left_out() -> None:
    state = dealt(CHECK)
    reading = game.read(game.view(state, PARTICIPANT), Said("skip"))
    assert isinstance(reading, Unclear)
    assert refusal(state, reading).startswith("This one needs an answer. Press a button, or type one of these: ")


ANSWERS = ("yes", "no", "1", "2", "3", "skip", "ok", "85/76", "four", "I agree", "Start", "Got it")


@given(
    st.sampled_from((ALL, CHECK, *FORMS.values())),
    st.lists(st.text(max_size=12) | st.sampled_from(ANSWERS), max_size=30),
)
def test_any_texts_lead_to_an_end_or_to_the_same_question_again(form: Form, texts: list[str]) -> None:
    state = dealt(form)
    for text in texts:
        view = game.view(state, PARTICIPANT)
        reading = game.read(view, Said(text))
        if isinstance(reading, Reading):
            state = game.apply(state, Moved(PARTICIPANT, reading.move, reading.say))
        else:
            assert refusal(state, reading).strip()
        if state.why is not None:
            with pytest.raises(IllegalMove, match="over"):
                game.apply(state, Moved(PARTICIPANT, None, "more"))
            return
    assert game.asks(game.view(state, PARTICIPANT), Voice(PARTICIPANT))
