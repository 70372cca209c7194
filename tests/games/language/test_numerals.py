"""Numbers in words, written in digits."""

import pytest

from games.language.numerals import in_digits


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("forty five", "45"),
        ("forty-five dollars", "45 dollars"),
        ("fourty", "40"),
        ("nineteen", "19"),
        ("a hundred", "100"),
        ("two hundred", "200"),
        ("a hundred and one", "101"),
        ("one hundred and twenty-five dollars", "125 dollars"),
        ("a hundred and fifteen", "115"),
        ("a hundred and a half", "100 and a half"),
        ("two bucks more", "2 bucks more"),
        ("a dollar less", "1 dollar less"),
        ("another dollar", "another 1 dollar"),
        ("a couple of bucks", "2 bucks"),
        ("five less", "5 less"),
        ("drop five", "drop 5"),
        ("lower it by three", "lower it by 3"),
        ("forty thousand", "40 thousand"),
    ],
)
def test_numbers_become_digits(text: str, digits: str) -> None:
    assert in_digits(text) == digits


@pytest.mark.parametrize(
    "text", ["one of us", "one more thing", "someone", "everyone", "two of you", "often", "tent", ""]
)
def test_other_words_stay(text: str) -> None:
    assert in_digits(text) == text


@pytest.mark.timeout(10)
@pytest.mark.parametrize("unit", ["five ", "forty ", "a couple of ", "one more ", "hundred"])
def test_long_texts_take_linear_time(unit: str) -> None:
    in_digits(unit * 20_000)
