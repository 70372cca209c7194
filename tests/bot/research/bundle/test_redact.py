import pytest

from bot.research.bundle.redact import Redactor


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("mail me: jo.doe+x@mail.example.co.uk!", "mail me: [email]!"),
        ("https://example.org/a?b=1 is mine", "[url] is mine"),
        ("look at example.com/me", "look at [url]"),
        ("ask @some_one or <@!123456789012345678>", "ask [handle] or [handle]"),
        ("I'm jo#1234 there", "I'm [handle] there"),
        ("+49 (0)170 123 45 67", "[phone]"),
        ("call 555-123-4567 now", "call [phone] now"),
        ("my id 123456789012345678", "my id [number]"),
        ("5f8a3c2b1d9e4f7a6b0c8d2e", "[id]"),
        ("from 192.168.10.7 I think", "from [address] I think"),
        ("My name is anna", "My name is [name]"),
        ("Hi, I'm Anna. Deal?", "Hi, I'm [name]. Deal?"),
        ("Anna here, deal?", "[name] here, deal?"),
    ],
)
def test_what_names_or_reaches_somebody_goes(said: str, left: str) -> None:
    assert Redactor()(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "I'll pay $45.50, not 60",
        "2 books, 1 hat and 3 balls for 10 points",
        "how about 40-45 or 42.25?",
        "Deal! I'm fine with 7 of 10.",
        "it's 9:30, let's go",
        "[Offer: 12 Wheat, 1 Ore -> 3 Sheep]",
    ],
)
def test_offers_stay_as_they_are(said: str) -> None:
    assert Redactor()(said) == said


def test_names_of_the_people_go_in_any_case_and_part() -> None:
    redact = Redactor(["Zelda van Quill", "telegram:5550001"])
    assert redact("zelda, ZELDA Quill and zelda_quill; 5550001") == "[name], [name] [name] and [name]_[name]; [number]"
    assert redact("Zelda Van Quill") == "[name]"
