import pytest

from bot.research.bundle.redact import Redactor
from bot.studies.spelling import parts_of, sealed


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
        ("ich heiße anna schmidt", "ich heiße [name]"),
        ("Ich bin Anna und bin froh", "Ich bin [name] und bin froh"),
        ("je m'appelle Amélie Dupont", "je m'appelle [name]"),
        ("me llamo José, soy José", "me llamo [name], soy [name]"),
        ("меня зовут Анна Иванова", "меня зовут [name]"),
        ("我叫王小明", "我叫 [name]"),
        ("اسمي محمد", "اسمي [name]"),
        ("My name is anna", "My name is [name]"),
        ("Hi, I'm Anna. Deal?", "Hi, I'm [name]. Deal?"),
        ("Anna here, deal?", "[name] here, deal?"),
        ("Anna Schmidt here, deal?", "[name] here, deal?"),
        ("My name is anna schmidt and I want books", "My name is [name] and I want books"),
        ("my full name is Anna Schmidt. I'm called ann", "my full name is [name]. I'm called [name]"),
        ("you can call me ann, I go by annie", "you can call me [name], I go by [name]"),
        ("I'm Łukasz, I'm Žofie, I'm Јован", "I'm [name], I'm [name], I'm [name]"),
        ("ask Mr. Miller or Prof. Dr. Müller", "ask Mr. [name] or Prof. Dr. [name]"),
        ("Cheers, Anna Schmidt", "Cheers, [name]"),
        ("joe at gmail dot com, joe @ gmail.com, joe@gmail", "[email], [email], [email]"),
        ("joe＠gmail.com", "[email]"),
        ("＠some_one, u/some_one, some_one#12345", "[handle], [handle], [handle]"),
        (
            "add me on snap some_one, my insta anna_s, ig: annas",
            "add me on snap [handle], my insta [handle], ig: [handle]",
        ),
        ("zero one seven zero, one two three four five six", "[phone]"),
        ("call 5 5 5 1 2 3 4 or (555)1234567", "call [phone] or [phone]"),
        ("０１７０ １２３４５６７, 0170\u00a01234567, 0170\u20111234567", "[phone], [phone], [phone]"),
        ("DE89-3704-0044-0532-0130-00 DE 89 3704 0044 0532 0130 00", "[account] [account]"),
        ("12 baker st, 221B Baker St, Baker Street 12", "[address], [address], [address]"),
        ("7 Church Hill, 5 Elm Close, PO Box 123", "[address], [address], [address]"),
        (
            "Hauptstr. 5, 50667 Köln; An der Mühle 12; Unter den Linden 77",
            "Haupt[address], [address]; [address]; [address]",
        ),
        ("Calle Mayor 5, Via Roma 12, Rua Augusta 100", "[address], [address], [address]"),
        ("SW1A 2AA or CA 90210", "[address] or [address]"),
        ("50.9375° N, 6.9603° E", "[address]"),
        ("born on March 12, 1987 or 3rd of May 1988", "born on [date] or [date]"),
        ("my prolific id is ab12cd, student number s123", "my prolific id is [id], student number [id]"),
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
        "40 45 50? deal @ 45, or look at 45.50 once more",
        "one two three, four books at most; I'm called to lunch",
        "I keep 2 1 1, you 0 1 2. You may have 4 way more useful things",
        "½ of it… “fine” – said I’d 🙏🏽 pay ４０",
    ],
)
def test_offers_stay_as_they_are(said: str) -> None:
    assert Redactor()(said) == said


def test_names_of_the_people_go_in_any_case_and_part() -> None:
    redact = Redactor(["Zelda van Quill", "telegram:5550001"])
    assert redact("zelda, ZELDA Quill and zelda_quill; 5550001") == "[name], [name] [name] and [name]; [number]"
    assert redact("Zelda Van Quill") == "[name]"


@pytest.mark.parametrize(
    "said",
    [
        "zeldaquill",
        "QuillZelda",
        "iamzelda99",
        "Ｚｅｌｄａ",
        "𝐙𝐞𝐥𝐝𝐚",
        "Ⓩⓔⓛⓓⓐ",
        "Zélda",
        "Ze\u0301lda",
        "ze\u200blda",
        "Z e l d a",
        "z.e.l.d.a",
        "Zoe",
        "Zoë",
        "muller",
        "MUELLER",
        "strossmayer",
    ],
)
def test_a_name_goes_however_it_is_spelt(said: str) -> None:
    names = ["Zelda Quill", "Zoë Müller", "Ivo Stroßmayer"]
    assert Redactor(names)(f"so {said}, deal") == "so [name], deal"
    if said != "iamzelda99":  # hashes are of whole words
        seals = [sealed("a key", part) for part in parts_of(names)]
        assert Redactor((), seals, ["another", "a key"])(f"so {said}, deal") == "so [name], deal"


def test_a_number_or_a_particle_in_a_name_hides_no_offers() -> None:
    redact = Redactor(["Player 45", "Anna von der Tann", "123456789"])
    assert redact("45 is the best of the two, player; 123456789") == "45 is the best of the two, [name]; [number]"
