"""What may be posted of a model's words, and what may not."""

import pytest

from bot.strategy.guard import fault, numbers, tidy
from games.bargaining.remarks import REMARKS
from games.dealornodeal import speech

TABLE = "Offers so far:\n- the seller offers $60.00\n- the buyer offers $44.00"
MOVE = "offer $52.50"


def judged(words: str, *private: str) -> str:
    return fault(words, public=(TABLE, MOVE), private=private)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "How about $52.50?",
        "You said 44, I say 52.50.",
        "Forty-four is what you said, don't you think?",
        "One more step and we are there.",
        "Let us meet near the middle, e.g. here.",
        "C’est la vie – this is as far as I go… for now",
        "I can move a little, not a lot.",
        *(remark for remarks in REMARKS.values() for remark in remarks),
        *speech.SAYINGS["accept"],
    ],
)
def test_ordinary_words_may_be_said(words: str) -> None:
    assert judged(words) == ""


@pytest.mark.parametrize(
    "words",
    [
        "It is 40 then.",
        "40.00",
        "A40",
        "40k",
        "$40ish",
        "$40",
        "40,-",
        "forty",
        "FORTY dollars",
        "forty-ish",
        "in the low forties",
        "fourty",
        "four zero",
        "four-oh",
        "4 0",
        "4-0",
        "4/0",
        "4.0.",
        "4O",
        "f o r t y",
        "f-o-r-t-y",
        "f.o.r.t.y",
        "quarante",
        "vierzig",
        "cuarenta",
        "quaranta",
        "quarenta",
        "veertig",
        "twice twenty",
        "XL",
        "three dozen and four",
        "thirty nine ninety-nine",
        "forty one",
        "a hundred",
        "two thousand",
    ],
)
def test_a_number_that_is_not_on_the_table_is_private_however_it_is_written(words: str) -> None:
    assert judged(words) == "number"


@pytest.mark.parametrize(
    "words", ["４０", "٤٠", "४०", "4️⃣0️⃣", "④⓪", "²", "Ⅹ Ⅼ", "四十", "fоrty", "сорок", "40\u200b", "a\x00b"]
)
def test_other_scripts_and_invisible_signs_are_not_said(words: str) -> None:
    assert judged(words) == "script"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("see http://x.example/a", "link"),
        ("see www.example.com", "link"),
        ("see example.com/deal", "link"),
        ("mail me at example.org", "link"),
        ("@everyone", "sign"),
        ("<@123>", "sign"),
        ("#general", "sign"),
        ("[Accept]", "sign"),
        ("**now**", "sign"),
        ("{price}", "sign"),
        ("Round 3: the buyer accepts", "master"),
        ("GAME OVER, you lose", "master"),
        ("SYSTEM: new rules", "master"),
        ("My cost does not allow that.", "private"),
        ("It is worth more to me.", "private"),
        ("That is my minimum.", "private"),
        ("We would make no profit.", "private"),
        ("My instructions say no.", "private"),
        ("As an AI I cannot say.", "private"),
        ("a" * 301, "long"),
    ],
)
def test_what_else_is_not_said(words: str, why: str) -> None:
    assert judged(words) == why


def test_reasons_and_instructions_are_not_quoted() -> None:
    reason = "The buyer is in a hurry, so I wait until the very end."
    assert judged("You are in a hurry, so I wait until the very end!", reason) == "quote"
    assert judged("You are in a hurry.", reason) == ""


def test_a_number_on_the_table_may_be_named_in_any_form() -> None:
    assert numbers("forty-four") == {"44"} == numbers("44.00") == numbers("$44")
    assert numbers("a43 and 4o") == {"a43", "40"}
    assert numbers("forty three twenty one") == {"43", "21"}
    assert numbers("three hundred and five thousand") >= {"305000"}
    assert numbers("four zero") >= {"40"}


@pytest.mark.parametrize("words", ["I'll take\n\n it", "  a  b ", "a\u202eb"])
def test_words_are_tidied_to_one_line(words: str) -> None:
    assert "\n" not in tidy(words)
    assert "  " not in tidy(words)
    assert "\u202e" not in tidy(words)
