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
        ("IBAN DE89 3704 0044 0532 0130 00.", "IBAN [account]."),
        ("GB29 NWBK 6016 1331 9268 19 or FR1420041010050500013M02606", "[account] or [account]"),
        ("anna (at) mail (dot) com", "[email]"),
        ("example.co.jp/abc, uni-koeln.de", "[url] [url]"),
        ("I live at 12b Old Baker Street.", "I live at [address]."),
        ("221 baker street, 7 rue de la Paix", "[address], [address]"),
        ("Lindenstraße 12a oder birkenweg 5", "Linden[address] oder birken[address]"),
        ("worker A1B2C3D4E5F6G7, deadbeefdeadbeefdeadbeef", "worker [id], [id]"),
        ("2001:0db8:85a3:0000:0000:8a2e:0370:7334", "[address]"),
        ("insta: anna.s, my snap is anna_99", "insta: [handle], my snap is [handle]"),
        ("ich heiße anna schmidt", "ich heiße [name] schmidt"),
        ("Ich bin Anna und bin froh", "Ich bin [name] und bin froh"),
        ("je m'appelle Amélie Dupont", "je m'appelle [name]"),
        ("me llamo José, soy José", "me llamo [name], soy [name]"),
        ("меня зовут Анна Иванова", "меня зовут [name]"),
        ("我叫王小明", "我叫 [name]"),
        ("اسمي محمد", "اسمي [name]"),
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
        "2 books my way, 1 Hat for 3 Balls; 40 is the way to go",
        "fine.no more than 40.50/45.50",
        "take the hats.Is it ok? ich bin einverstanden, 20euro",
        "the name of the game is trading; telegram is fine",
        "[Offer: 12 Wheat, 1 Ore -> 3 Sheep]",
    ],
)
def test_offers_stay_as_they_are(said: str) -> None:
    assert Redactor()(said) == said


def test_names_of_the_people_go_in_any_case_and_part() -> None:
    redact = Redactor(["Zelda van Quill", "telegram:5550001"])
    assert redact("zelda, ZELDA Quill and zelda_quill; 5550001") == "[name], [name] [name] and [name]_[name]; [number]"
    assert redact("Zelda Van Quill") == "[name]"
