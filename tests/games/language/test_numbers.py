"""The numbers in a text, each with its kind; a letter behind it says that it belongs to the one before."""

from games.language.numbers import halfway, hundredths, numbers, spelled_out

FOUND = {
    "45": "45 plain",
    "$45 or usd 44.50": "45 plain, 44.50 plain",
    "1,000.5 dollars": "1,000.5 plain",
    "-5 and minus 6": "5 negative, 6 negative",
    "45 cents, 45 dollars and a half": "45 compound, 45 compound",
    "45k 50% a45 45,50 1.2.3": "45 part, 50 part, 45 part, 45,50 part, 1.2.3 part",
    "10 off": "10 relative",
    "5 less or 5 more": "5 relative, 5 relative",
    "drop it by 5": "5 relative",
    "up 2": "2 relative",
    "plus 2": "2 relative",
    "another 3": "3 relative",
    "40/45 and 40-45": "40 plain, 45 plain +, 40 plain, 45 negative +",
    "10:45": "10 plain, 45 plain +",
    "1 000": "1 plain, 000 plain +",
    "forty 5": "5 part",
    "none": "",
}


def test_kinds() -> None:
    for text, meant in FOUND.items():
        made = ", ".join(f"{n.digits} {n.kind}{' +' if n.together else ''}" for n in numbers(text))
        assert made == meant, text


def test_words() -> None:
    assert spelled_out("forty-five")
    assert not spelled_out("one moment")
    assert halfway("let's split the difference")
    assert halfway("meet me halfway")
    assert not halfway("half of it")


def test_hundredths() -> None:
    assert hundredths("1,234.5") == (123_450, "")
    assert hundredths(".995") == (99, "5")
    assert hundredths("0012.3400") == (12_34, "")
    assert hundredths("9" * 10) is None
