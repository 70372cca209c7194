"""The words of a form: one item at a time, short, and one line at the end."""

import pytest

from games.core.contract import Expired, IllegalMove, Left, Moved
from games.core.post import Bold, Choice, Gap, Item, Voice, line, plain
from games.forms import game
from games.forms.items import Choose, Form, Notice, Scale
from games.forms.rules import PARTICIPANT, Answered, FormState
from tests.games.forms.samples import ALL, CHECK, CONSENT, QUESTION, answered, dealt, filled, one, refusal

VOICE = Voice(PARTICIPANT)
PLAIN = Voice(PARTICIPANT, plain=True)


def told(state: FormState, *values: str, voice: Voice = VOICE) -> str:
    """Return what is said after the last of these answers; at the opening without any."""
    facts = [news.fact for news in game.opening(state)]
    for value in values:
        assert state.item is not None
        event = Moved(PARTICIPANT, Answered(state.item.id, value))
        before, state = state, game.apply(state, event)
        facts = [news.fact for news in game.news(before, event, state)]
    return "\n".join(plain(post) for post in game.tell(tuple(facts), game.view(state, PARTICIPANT), voice))


def test_the_opening_has_the_title_and_the_first_item_in_paragraphs() -> None:
    (post,) = game.tell(tuple(n.fact for n in game.opening(dealt(ALL))), game.view(dealt(ALL), PARTICIPANT), VOICE)
    assert post.blocks == (
        line(Bold("All kinds")),
        line("Welcome."),
        Gap(),
        line("This has every kind of item:"),
        Item(("words to read",)),
        Item(("questions",)),
    )


def test_questions_are_counted_without_the_words_to_read() -> None:
    assert told(dealt(ALL), "read") == "1 of 7\nAre you 18 or older?"
    assert told(dealt(Form("f", "F", (Notice("a", "One."), Notice("b", "Two.")))), "read") == "2 of 2\nTwo."
    assert told(dealt(CONSENT)) == "Before we start\nDo you agree to take part?"


def test_the_ends_of_a_scale_are_named() -> None:
    assert told(dealt(ALL), "read", "yes", "r") == "3 of 7\nHow calm are you?\n1 = not at all, 7 = very."


def test_options_that_fit_no_button_are_listed_with_numbers() -> None:
    long = Choose("a", "Which?", (("a", "A sentence that no button of a phone shows whole."), ("b", "Short.")))
    assert told(dealt(one(long))).endswith(
        "Which?\n• 1: A sentence that no button of a phone shows whole.\n• 2: Short."
    )
    asks = game.asks(game.view(dealt(one(long)), PARTICIPANT), VOICE)
    assert [(ask.label, ask.says) for ask in asks] == [("1", long.options[0][1]), ("2", "Short.")]


def test_plain_posts_hold_all_that_can_be_answered() -> None:
    assert told(dealt(ALL), "read", "yes", voice=PLAIN) == (
        "2 of 7\nWhich one do you like?\n• 1: Red\n• 2: Green\n• 3: Blue\nType skip to leave this out."
    )
    assert "• 2: You 50, they 100" in told(dealt(ALL), "read", "yes", "r", "1", "0", "5", voice=PLAIN)
    assert "• 0: So so" in told(dealt(ALL), "read", "yes", "r", "1", voice=PLAIN)


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    assert told(dealt(CHECK), "both") == (
        "That's not right. A lower price is better for the buyer. Please answer once more.\n\n"
        "Who gains from a lower price?"
    )


def test_the_last_wrong_answer_is_explained_and_not_asked_again() -> None:
    flagged = Form("f", "F", (QUESTION, Notice("go", "On we go.")))
    assert told(dealt(flagged), "both", "both") == (
        "That's not right. A lower price is better for the buyer.\n\nOn we go."
    )


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (answered(dealt(CONSENT), "ok", "y"), "That's everything. Thank you."),
        (answered(dealt(CONSENT), "ok", "n"), "All right, we stop here. Thank you for your answer."),
        (game.apply(dealt(CONSENT), Left(PARTICIPANT, "quit")), "You left. Nothing more is asked."),
        (game.apply(dealt(CONSENT), Expired("answer:0")), "No answer came in time, so this has ended."),
    ],
)
def test_the_end_is_one_line(state: FormState, line: str) -> None:
    assert plain(game.status(game.view(state, PARTICIPANT), VOICE)) == line
    assert refusal(state, IllegalMove("over")) == "This form is finished. Nothing more is needed."


def test_a_failed_check_explains_and_leaves_the_end_to_what_follows() -> None:
    assert told(dealt(CHECK), "both", "both") == "That's not right. A lower price is better for the buyer."


def test_the_status_repeats_the_question() -> None:
    assert plain(game.status(game.view(filled(ALL, "start"), PARTICIPANT), VOICE)) == "1 of 7\nAre you 18 or older?"


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ((), "I can't read that as an answer. Press “Start”, or type ok, to go on."),
        (("ok",), "I can't read that as an answer. Press a button, or type one of these: Yes; No."),
        (
            ("ok", "yes", "red"),
            "I can't read that as an answer. Press a button, or type a number from 1 to 7. Or type skip.",
        ),
        (("ok", "yes", "red", "1", "fair"), "I can't read that as an answer. Type a number from 0 to 100."),
        (
            ("ok", "yes", "red", "1", "fair", "7"),
            "I can't read that as an answer. Press a button, or type both numbers, such as 85/76.",
        ),
        (
            ("ok", "yes", "red", "1", "fair", "7", "1"),
            "That's empty. Write your answer in at most 200 characters. Or type skip.",
        ),
    ],
)  # fmt: skip
def test_a_refusal_repeats_what_is_allowed(texts: tuple[str, ...], says: str) -> None:
    assert refusal(filled(ALL, *texts), IllegalMove("unclear")) == says


def test_a_stale_button_and_too_many_words_are_named() -> None:
    assert refusal(filled(ALL, "ok"), IllegalMove("stale")) == (
        "That button belongs to an earlier question, so nothing was changed. "
        "Press a button, or type one of these: Yes; No."
    )
    last = filled(ALL, "ok", "yes", "red", "1", "fair", "7", "1")
    assert refusal(last, IllegalMove("too_long")) == (
        "That's too long, so it wasn't saved. Write your answer in at most 200 characters."
    )


def test_the_rules_stay_the_same_all_through_a_form() -> None:
    first, later = (game.explain(game.view(state, PARTICIPANT), VOICE) for state in (dealt(ALL), filled(ALL, "ok")))
    assert first == later


def test_what_can_be_left_out_has_a_button_for_it() -> None:
    asks = game.asks(game.view(filled(ALL, "ok", "yes"), PARTICIPANT), VOICE)
    assert [ask.label for ask in asks] == ["Red", "Green", "Blue", "Skip"]
    assert asks[-1] == Choice("Skip", "skip")


def test_many_options_open_a_menu_and_many_steps_a_field() -> None:
    many = Choose("a", "Which?", tuple((f"v{n}", f"Option {n}") for n in range(20)))
    (menu,) = game.asks(game.view(dealt(one(many)), PARTICIPANT), VOICE)
    (field,) = game.asks(game.view(dealt(one(Scale("a", "How?", 0, 100))), PARTICIPANT), VOICE)
    assert (menu.label, field.label) == ("Choose…", "Enter a number…")
