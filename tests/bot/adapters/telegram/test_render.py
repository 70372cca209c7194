"""Whatever a post holds, Telegram takes its messages, and a person reads all of it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.telegram import forms, render
from bot.adapters.telegram.forms import Data
from games.core.post import (
    Block,
    Board,
    Bold,
    Choice,
    Counts,
    Form,
    Gap,
    Item,
    Line,
    Many,
    Mono,
    Number,
    One,
    Picture,
    Post,
    Quote,
    Table,
    Tile,
    Words,
    says,
)
from tests.fakes.telegram_checks import caption_of, markup_of, text_of

ROW = "~0123456789abcdef0123.0.0"
"""As long as the id of a post can be in practice; 32 characters are allowed."""
nasty = st.text(st.sampled_from("ab <>&\"'`*_[]()\n\t\x00\u202e\u200b😀é\ufe0f&amp;</b><b>"), max_size=40)
spans = st.tuples(nasty | nasty.map(Bold))
cells = st.tuples(nasty, nasty)
blocks: st.SearchStrategy[Block] = st.one_of(
    spans.map(Line),
    spans.map(Item),
    st.just(Gap()),
    nasty.map(Mono),
    st.builds(Quote, nasty, nasty),
    st.builds(Table, cells, st.lists(cells, max_size=3).map(tuple)),
)


def shown(part: render.Part) -> str:
    """The text of a message as Telegram displays it; fails if Telegram would refuse it."""
    if part.png is not None:
        return caption_of({"caption": part.bare})[0]
    text_of({"text": part.bare})
    return text_of({"text": part.html, "parse_mode": "HTML"})[0]


def checked(markup: Any) -> dict[str, Any]:
    found = markup_of({"reply_markup": json.loads(markup.to_json())})
    assert found is not None
    return found


@given(st.lists(blocks, max_size=6))
def test_telegram_takes_every_post(some: list[Block]) -> None:
    for part in render.parts(Post(tuple(some))):
        shown(part)


@given(st.lists(st.builds(Choice, nasty, nasty), min_size=1, max_size=6))
def test_telegram_takes_every_button(asks: list[Choice]) -> None:
    checked(render.keyboard("x" * 32, asks))


def test_foreign_words_are_shown_as_they_were_written() -> None:
    words = "<b>AI</b> & <a href='x'>you</a> &lt;3"
    [part] = render.parts(Post((Quote("<i>Mallory</i>", words), Line(("Plain ", Bold("a < b"))))))
    assert shown(part) == f"<i>Mallory</i>: {words}\nPlain a < b"


def test_nobody_writes_backwards_or_with_control_characters() -> None:
    [part] = render.parts(says("\u202eevil\x07\u2066 words\x1b[2J"))
    assert shown(part) == "evil words[2J"


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b\u2063", "\x00"])
def test_a_post_without_anything_to_see_still_arrives(text: str) -> None:
    assert [shown(part) for part in render.parts(says(text))] == ["…"]


@pytest.mark.parametrize("letter", ["x", "😀"], ids=["one unit", "two units"])
@pytest.mark.parametrize("kind", [lambda t: Line((t,)), Mono, lambda t: Quote("Ann", t)], ids=["line", "mono", "quote"])
def test_a_long_text_is_split_between_words_and_lines_and_loses_nothing(kind: Any, letter: str) -> None:
    words = [letter * (1 + i % 9) + ("\n" if i % 20 == 0 else "") for i in range(2000)]
    text = " ".join(words).replace("\n ", "\n")
    parts = render.parts(Post((kind(text), Line(("The end.",)))))
    assert len(parts) > 2
    together = "\n".join(shown(part) for part in parts)
    assert together.removeprefix("Ann: ").split() == [*text.split(), "The", "end."]


def test_blocks_stay_whole_where_they_fit() -> None:
    box = "\n".join("x" * 30 for _ in range(40))
    parts = render.parts(Post((Line(("a" * 3000,)), Mono(box), Line(("end",)))))
    assert [shown(part) for part in parts] == ["a" * 3000, f"{box}\nend"]


def test_columns_are_aligned_while_a_phone_can_show_them() -> None:
    narrow = Table(("what", "you", "AI"), (("hat", "1", "0"), ("balls", "2", "1")))
    assert shown(render.parts(Post((narrow,)))[0]) == "what   you  AI\nhat    1    0\nballs  2    1"
    wide = Table(("what", "who"), (("x" * 20, "y" * 20),))
    assert shown(render.parts(Post((wide,)))[0]) == f"what {'x' * 20}, who {'y' * 20}"


def test_a_picture_comes_with_its_facts() -> None:
    png = b"\x89PNG\r\n\x1a\n"
    before, picture, after = render.parts(
        Post((Line(("before",)), Picture(png, "A map", "You stand at 3, 4."), Line(("after",))))
    )
    assert (before.bare, after.bare) == ("before", "after")
    assert (picture.png, shown(picture)) == (png, "You stand at 3, 4.")
    [long] = render.parts(Post((Picture(png, "A map", "x" * 2000),)))
    assert shown(long) == "A map"


def test_a_map_is_a_picture_over_the_words_that_it_came_with() -> None:
    shown_map = Board(((Tile("wood", 5), Tile("", 0, "miner_0")),), "miner_0", "The map round miner_0.", "w5  @")
    [one] = render.parts(Post((Line((Bold("Round 1"),)), shown_map, Line(("Near: <wood>.",)))))
    assert one.png is not None
    assert one.html == "<b>Round 1</b>\nNear: &lt;wood&gt;."
    # Said instead when the picture cannot be sent: the map in columns.
    assert one.bare == "Round 1\nw5  @\nNear: <wood>."
    picture, words = render.parts(Post((shown_map, Line(("x" * 2000,)))))
    assert (picture.html, picture.bare, words.html) == ("The map round miner_0.", "w5  @", "x" * 2000)
    assert (picture.png is not None, words.png) == (True, None)


def test_a_map_that_cannot_be_drawn_stands_in_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.adapters.map_image.png", lambda board: None)
    shown_map = Board(((Tile("wood", 5),),), "miner_0", "The map.", "w5  <@")
    assert [part.html for part in render.parts(Post((shown_map,)))] == ["<pre>w5  &lt;@</pre>"]


def test_short_labels_stand_two_in_a_row() -> None:
    markup = render.keyboard(ROW, (Choice("Accept $52.00", "accept"), Choice("Reject", "reject"), Choice("Walk", "w")))
    assert markup is not None
    assert [[b.text for b in row] for row in markup.inline_keyboard] == [["Accept $52.00", "Reject"], ["Walk"]]
    assert [b.callback_data for row in markup.inline_keyboard for b in row] == [f"{ROW}:0", f"{ROW}:1", f"{ROW}:2"]


def test_a_button_that_leads_on_is_green_and_one_that_ends_is_red() -> None:
    asks = (Choice("Accept", "a", mood="go"), Choice("Deny", "d"), Choice("Walk away", "w", mood="stop"))
    markup = render.keyboard(ROW, asks)
    assert markup is not None
    assert [b.style for row in markup.inline_keyboard for b in row] == ["success", None, "danger"]
    simple = render.plainly(markup)
    assert simple is not None
    assert [(b.text, b.style) for row in simple.inline_keyboard for b in row] == [
        ("Accept", None),
        ("Deny", None),
        ("Walk away", None),
    ]


def test_where_every_button_leads_on_none_is_coloured() -> None:
    markup = render.keyboard(ROW, [Choice(f"Game {n}", "/play", mood="go") for n in range(3)])
    assert markup is not None
    assert {b.style for row in markup.inline_keyboard for b in row} == {None}


def test_a_label_is_cut_only_with_dots_and_wide_letters_count_twice() -> None:
    assert render.button("x" * 70, "d").text == "x" * 59 + "…"
    assert [render.across([label]) for label in ("Wheat 3", "Wheat 12/20", "Accept $52.00", "x" * 18)] == [4, 3, 2, 1]
    assert render.across(["小麦小麦小"]) == 3


def test_short_words_answer_a_press_and_long_ones_do_not() -> None:
    assert render.toast(says("That offer has changed.")) == "That offer has changed."
    assert render.toast(says("x" * 201)) is None
    assert render.toast(says("😀" * 101)) is None
    assert render.toast(Post(says("Sure?").blocks, (Choice("Yes", "yes"),))) is None


# --- forms ------------------------------------------------------------------------------------------------------------

ITEMS = tuple((f"A{i}", f"A{i} ({i * 37})") for i in range(35))


def labels(markup: dict[str, Any]) -> list[list[str]]:
    return [[button["text"] for button in row] for row in markup["inline_keyboard"]]


def test_thirty_five_options_fit_a_keyboard_and_show_their_sum() -> None:
    form = Form("Change the set…", (Many("set", "", ITEMS, weights=tuple(range(35)), limit=50),), "{set}")
    data = Data("x" * 32, 12)
    full = checked(forms.keyboard(data, form, "zzzzzzz"))
    assert sum(map(len, full["inline_keyboard"])) == 38
    draft = forms.tapped(form, forms.tapped(form, "0", "30!"), "25!")
    shown = labels(checked(forms.keyboard(data, form, draft)))
    assert shown[0] == ["2 chosen, 55 of 50, 5 too much"]
    assert "✓ A30 (1110)" in [label for row in shown for label in row]
    assert shown[-1] == ["Change the set", "Back"]


def test_steppers_and_lists() -> None:
    goods = (("Wheat", "wheat"), ("Ore", "ore: you own 3, worth 38 each"), ("Sheep", "sheep"))
    people = (("A", "Ann"), ("B", "Bea"))
    form = Form("Offer…", (Counts("give", "You give", goods, (12, 3, 20)), One("to", "To", people)), "")
    draft = "0"
    for tap in ("0+1", "0+1", "0-1", "1+1", "2+5", "2+5", "3=2", "9+1", "x", "", "2=", ".", "=1", "0²+", "0+"):
        draft = forms.tapped(form, draft, tap)
    assert labels(checked(forms.keyboard(Data(ROW, 0), form, draft))) == [
        ["You give"],
        ["1 of 12 wheat"],
        ["−", "+"],
        ["1 of 3 ore: you own 3, worth 38 each"],
        ["−", "+"],
        ["10 of 20 sheep"],
        ["−5", "−", "+", "+5"],
        ["To"],
        ["Ann", "● Bea"],
        ["Offer", "Back"],
    ]


def test_short_steppers_take_a_row_each() -> None:
    form = Form("Offer…", (Counts("keep", "You keep", (("book", "books"), ("hat", "hats")), (1, 12)),), "")
    shown = labels(checked(forms.keyboard(Data(ROW, 0), form, forms.tapped(form, "0", "0+1"))))
    assert shown == [["You keep"], ["−", "books 1/1", "+"], ["−", "hats 0/12", "+"], ["Offer", "Back"]]


def test_many_goods_share_one_row_of_steppers() -> None:
    goods = tuple((name, f"{name}: you own 20") for name in ("Wheat", "Wood", "Sheep", "Brick", "Ore"))
    form = Form("Offer…", (Counts("give", "You give", goods, (20,) * 5), Counts("get", "You get", goods, (9,) * 5)), "")
    draft = "0"
    for tap in ("1?", "1+5", "1+1", "7?", "7+1"):
        draft = forms.tapped(form, draft, tap)
    assert labels(checked(forms.keyboard(Data(ROW, 0), form, draft, forms.place_of("7+1")))) == [
        ["You give"],
        ["Wheat", "Wood 6", "Sheep"],
        ["Brick", "Ore"],
        ["You get"],
        ["Wheat", "Wood", "▸ Sheep 1"],
        ["Brick", "Ore"],
        ["You get 1 of 9 Sheep: you own 20"],
        ["−", "+"],
        ["Offer", "Back"],
    ]
    assert labels(checked(forms.keyboard(Data(ROW, 0), form, draft, 1)))[-2] == ["−5", "−", "+", "+5"]


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (f"{ROW}:1", Data(ROW, 1)),
        (f"{ROW}:1:a4:0+1", Data(ROW, 1, "a4", "0+1")),
        (f"{ROW}:1:a4", Data(ROW, 1)),
        ("", Data("", -1)),
        ("any:data", Data("any", -1)),
        ("a:²", Data("a", -1)),
        ("a:99999999999999999999", Data("a", -1)),
        ("a:1:2:3:4:5", Data("a", 1)),
    ],
)
def test_data_of_buttons(text: str, data: Data) -> None:
    assert forms.data_of(text) == data


def test_what_to_type_where_nothing_can_be_tapped() -> None:
    guess = Form("Guess…", (Number("n", "a number", 1, 9), Words("w", "your words")), "guess {n}: {w}")
    assert forms.hint(guess) == "Type it as a message: guess ‹a number›: ‹your words›"
