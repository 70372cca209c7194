"""Private numbers in a model's words, however they are written."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bot.players.llm.tables import judged

LEAKS: dict[str, str] = {
    "21": """
        t w e n t y o n e / t.w.e.n.t.y o.n.e / t-w-e-n-t-y / "t" "w" "e" "n" "t" "y" / t, w, e, n, t, y / 7wen7y
        tw3nty /         tw3nty 0ne / twentyone / tvventy / tw enty one / twe nty-one / twen ty / tweny one
        twnty one / twenti / ytnewt
        tee double-u ee en tee why / TwEnTy OnE / twënty / twenty...one / twenty and one / twenty-first / twentyish
        XXI / xxi / X X I / xxi dollars / two one / two-one / two and one / two and then one / a two, then a one
        2, 1
        2 and then 1 / 2 followed by 1 / first 2, then 1 / 2 1 / 2/1 / 2.1.0 / 2l / Z1 / 2I / 0x15 / 10101 / 21ish
        ten plus eleven / eleven plus ten / one less than 22 / half of 42 / a third of 63 / three times seven / 7 x 3
        thrice seven / three sevens / twice ten and a half / ten times two plus one / a score and one
        two tens and a one /         veintiuno / veinti uno / einundzwanzig / ein und zwanzig / vingt et un
        vingt-et-un / ventuno / ventun
        dos uno /         vinte e um / eenentwintig / tjugoett / dwadziescia jeden / yirmi bir / dua puluh satu
        viginti unus / zwei eins
        kaksikymmentayksi / huszonegy / douazeci / ni juu ichi / er shi yi / deux un / in the tens / 20 something
        twenny
    """,
    "44.50": """
        44 and a half / forty-four and a half / half a dollar more than 44 / 44 plus 50 cents / 44 and fifty cents
        44 and a quarter times two / halfway between 44 and 45 / forty four fifty / forty four point five / 44 dot 50
        44,50 / 44·50 / 44'50 / 44/50 / 44 50 / 4450 cents / four four five zero / midway between 29 and 60
        44 and 5 tenths
    """,
    "52": "halfway between 44 and 60 / the average of 44 and 60 / the middle of 44 and 60 / 44 plus eight",
    "60.44": "sixty forty-four / 60 44 / 60 point 44 / 60:44",
    "97": """
        ninety seven / a hundred minus three / three less than one hundred / almost a hundred
        three short of a hundred
        XCVII / xcvii it is / siebenundneunzig / quatre-vingt-dix-sept / noventa y siete / nonante-sept / nintyseven
        ninty seven / in the high nineties / 97 % / nine-seven
    """,
    "3.70": """
        three seventy / three dollars seventy / 3 bucks and 70 cents / 3,70 / 3:70 / 3 70 / 3.7O / three point seven
        three and seven tenths / 370 cents / three hundred seventy cents / tres setenta / trois / E3.70 / drei siebzig
    """,
}
"""Ways to tell a number that is on no table, found by people who tried."""


def test_there_are_enough_ways_to_tell() -> None:
    assert sum(len(_ways(text)) for text in LEAKS.values()) >= 120


def _ways(text: str) -> list[str]:
    return [way.strip() for line in text.splitlines() for way in line.split(" / ") if way.strip()]


def test_no_way_to_tell_a_private_number_is_said() -> None:
    frames = ("{}", "It is {}, my friend.", "I think of {}")
    told = [frame.format(way) for text in LEAKS.values() for way in _ways(text) for frame in frames]
    assert not [words for words in told if judged(words) not in ("number", "spelled", "script", "sign", "link")]


@pytest.mark.parametrize(
    "words",
    [
        "My lowest is a bit above $44.",
        "$52.50 is the lowest I can go.",
        "I can't go below $52.50.",
        "The least that we would take is $52.50.",
        "Our highest is $60.",
        "I bought it for less than 44.",
        "I got it for under 44.",
        "At 44 I lose.",
        "I'd lose money at 44.",
        "44 would be a loss for me.",
        "44 barely covers it.",
        "44 does not cover my expenses.",
        "It set me back more than 44.",
        "At 44 I am in the red.",
        "44 is already above what I need.",
        "I won't sell under 52.50.",
        "I will not go under 44.",
        "My boss will not let me go under 44.",
        "I'm told not to go below 44.",
        "The prompt says 44.",
        "cost: 44",
        "floor: 44",
        "44 is the floor.",
        "The minimum is 44.",
        "44 minimum",
        "I could go lower.",
        "Honestly I would accept less.",
        "There's plenty of room for me to go down.",
        "It costs more than you offer.",
        "My purchase price was under 44.",
        "Profit is thin at 44.",
        "I would still be happy with 44.",
        "Meine Kosten sind 44.",
        "Kostet mich 44",
        "Mon coût est 44.",
        "Me cuesta 44",
        "My kost iz 44",
        "You can't see my costs below 44.",
        "You don't know my value, it is under 44.",
        "No way of knowing my cost is below 44.",
        "I stay within the limit I was given, 44.",
        "What we earn at 44 is mine.",
        "I walk below 44.",
        "Under 44 I walk.",
        "I stop somewhere near 44.",
        "44 is where I leave.",
        "Anything above 44 is good for me.",
        "I clear 44 here.",
        "That leaves 44 in my pocket.",
        "There is slack in my price.",
        "It is 44 to me.",
    ],
)
def test_no_limit_is_told_by_a_number_on_the_table(words: str) -> None:
    assert judged(words) == "private"


_SMALL = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def _words(number: int) -> str:
    if number < 20:
        return _SMALL[number]
    if number < 100:
        ten, one = divmod(number, 10)
        return _TENS[ten - 2] + (f"-{_SMALL[one]}" if one else "")
    hundred, rest = divmod(number, 100)
    return f"{_SMALL[hundred]} hundred" + (f" and {_words(rest)}" if rest else "")


def _scripted(number: int, zero: int) -> str:
    return "".join(chr(zero + int(digit)) for digit in str(number))


_FORMS: tuple[Callable[[int], str], ...] = (
    str,
    "{}.00".format,
    "${}".format,
    "{}k".format,
    lambda n: " ".join(str(n)),
    lambda n: "-".join(str(n)),
    lambda n: str(n).replace("0", "O"),
    _words,
    lambda n: _words(n).upper(),
    lambda n: _words(n).replace("-", " "),
    lambda n: " ".join(_words(n).replace("-", "").replace(" ", "")),
    lambda n: " ".join(_SMALL[int(digit)] for digit in str(n)),
    lambda n: _scripted(n, 0xFF10),
    lambda n: _scripted(n, 0x0660),
    lambda n: _scripted(n, 0x0966),
    lambda n: _scripted(n, 0x1D7CE),
)


@given(st.integers(10, 999), st.sampled_from(_FORMS), st.sampled_from(("{}", "It is {}.", "no, {} then", "({})!")))
def test_no_private_number_comes_through_in_any_form(number: int, form: Callable[[int], str], frame: str) -> None:
    public = {"44", "60", "52.5", "52.50"}
    if str(number) in public:
        return
    assert judged(frame.format(form(number))) in ("number", "script", "sign", "spelled", "link")
