"""Clean-up of typed text before readers see it."""

from sys import maxunicode
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.language.text import canon, odd_numerals, unmark, unquoted

NASTY = st.lists(
    st.one_of(
        st.sampled_from(["<", "@", "#", "!", ">", ":", "/", "t", "www.", "://", "/c@b", "<@1>", "</a b:1>", "http"]),
        st.sampled_from(
            ["\n", "\r", "\t", "\0", "\u2028", "\u200b", "\u0301", "\u0338", "¨", "½", "’", "—", "＜", "＠", "٤"]
        ),
        st.characters(),
    ),
    max_size=30,
).map("".join)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("45", "45"),
        ("  I'll pay 50 \n", "I'll pay 50"),
        ("45/2", "45/2"),
        ("４５", "45"),
        ("٤٥", "45"),
        ("𝟜𝟝", "45"),
        ("4️⃣5️⃣", "45"),
        ("\u200b45", "45"),
        ("4\u202e5", "45"),
        ("−5", "-5"),
        ("–5 — 6", "-5 - 6"),
        ("⁻5", "-5"),
        ("１０％", "10%"),
        ("［Ｏｆｆｅｒ］", "[Offer]"),
        ("I don’t “accept”", 'I don\'t "accept"'),
        ("don´t", "don't"),
        ("cafe\u0301", "café"),
        ("а", "а"),
    ],
)
def test_dress_comes_off(typed: str, read: str) -> None:
    assert canon(typed) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("<@123456789012345678> 45", "45"),
        ("<@!12> <@&13> <#14> 45", "45"),
        ("45 <t:1700000000:R> <t:-5>", "45"),
        ("<:coin45:123> <a:dance:456> ok", "ok"),
        ("</offer:123> </game new:123> 45", "45"),
        ("<id:customize> 45", "45"),
        ("https://x.y/45", ""),
        ("see www.x.y/45 or HTTP://X/46 for 47", "see or for 47"),
        ("/offer@ParleyBot 45", "45"),
        ("<\u200b@7> 45", "45"),
        ("＜@7＞ 45", "45"),
    ],
)
def test_what_the_platform_put_in_goes_before_digits_are_read(typed: str, read: str) -> None:
    assert canon(typed).split() == read.split()


@pytest.mark.parametrize(
    "typed", ["[Offer: <2 Wheat> -> <1 Ore>]", "a < 4 > b", "me@home.example 45", "and/or", "/accept"]
)
def test_what_people_wrote_stays(typed: str) -> None:
    assert canon(typed) == typed


def test_a_link_is_told_from_a_token() -> None:
    assert canon("[accept](http://x)") == "[accept]("


@pytest.mark.parametrize("typed", ["4<@1>5", "4/c@b 5", "4\0005", "4\x1b5", "4\u20285", "4\r\n5", "4\ud8005"])
def test_nothing_between_two_digits_glues_them_together(typed: str) -> None:
    assert "45" not in canon(typed)


@pytest.mark.parametrize("typed", ["½", "45²", "④⑤", "⑴", "㊿", "㍘", "Ⅷ", "㎡", "¼"])
def test_numerals_that_are_not_decimal_digits_stay_and_are_noticed(typed: str) -> None:
    assert canon(typed) == typed
    assert odd_numerals(canon(typed))


@pytest.mark.parametrize("typed", ["45", "４５", "٤٥", "4️⃣5️⃣", "é€’🙂"])
def test_plain_digits_are_no_odd_numerals(typed: str) -> None:
    assert not odd_numerals(canon(typed))


@pytest.mark.slow
def test_no_character_turns_into_a_number() -> None:
    others = [char for char in map(chr, range(maxunicode + 1)) if category(char) != "Nd"]
    blocks = (" ".join(others[start : start + 1_000]) for start in range(0, len(others), 1_000))
    assert not [block for block in blocks if not set("0123456789").isdisjoint(canon(block))]


@pytest.mark.parametrize("breaks", ["\n", "\r\n", "\r", "\u2028", "\x85", "\v"])
def test_lines_end_in_one_way(breaks: str) -> None:
    assert canon(f"one{breaks}two") == "one\ntwo"


@pytest.mark.slow
@settings(max_examples=500)
@given(NASTY)
def test_a_clean_text_stays_as_it_is(text: str) -> None:
    assert canon(canon(text)) == canon(text)


@given(NASTY)
def test_a_clean_text_can_be_written_down(text: str) -> None:
    clean = canon(text)
    clean.encode()
    assert not [char for char in clean if char not in "\n\t" and category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "<@" * 50_000,
        "/a" * 50_000,
        "/a@" * 33_000,
        "http" * 25_000,
        "://" * 33_000,
        "</a b" * 20_000,
        "<:a" * 33_000,
        "_*" * 50_000,
        "`" * 100_000,
        f"a{'*' * 100_000}b",
        "a*" * 50_000,
        ">\n" * 50_000,
        "." * 100_000 + "://",
        "".join(map(chr, range(0x20000, 0x20000 + 30_000))),
    ],
    ids=lambda text: ascii(text[:6]),
)
@pytest.mark.timeout(20)
def test_long_hostile_text_is_read_in_linear_time(text: str) -> None:
    for typed in (text, f"{text}\n"):
        unquoted(unmark(canon(typed)))
        odd_numerals(typed)


@pytest.mark.parametrize(
    ("marked", "bare"),
    [
        ("**[Accept]**", "[Accept]"),
        ("**PROPOSAL:** {'A08'}", "PROPOSAL: {'A08'}"),
        ("__*I*__ ~~offer~~ ||2 Wheat||", "I offer 2 Wheat"),
        ("`[Accept]`", "[Accept]"),
        ("```text\n[Accept]\n```", "[Accept]\n"),
        ("```[Accept]```", "[Accept]"),
        ("miner_0 and player_1", "miner_0 and player_1"),
        ("_miner_0_", "miner_0"),
        ("4*5", "4*5"),
        ("4**5", "4**5"),
    ],
)
def test_emphasis_comes_off_but_names_and_products_stay(marked: str, bare: str) -> None:
    assert unmark(marked) == bare


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("[Accept]", "[Accept]"),
        ("> [Offer: 1 Ore -> 2 Wood]\nno", "no"),
        ("no\n  >[Accept]\nnever", "no\nnever"),
        ("no\n>>> yes\nyes", "no"),
        ("2 Wheat -> 1 Ore", "2 Wheat -> 1 Ore"),
    ],
)
def test_quoted_lines_are_not_what_the_player_says(text: str, own: str) -> None:
    assert unquoted(text) == own
