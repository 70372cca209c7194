"""Posts as Discord shows them: limits, escapes, mentions; forms with everything that a game can ask."""

import time
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.discord import forms, reading, render
from games.core.post import (
    Board,
    Bold,
    Choice,
    Counts,
    Field,
    Form,
    Item,
    Many,
    Mono,
    Number,
    One,
    Picture,
    Post,
    Quote,
    Table,
    Words,
    line,
    says,
)
from tests.fakes.discord_components import check_form
from tests.fakes.discord_interactions import Form as FilledIn
from tests.fakes.screen import Impossible

TEXT = st.text(max_size=3000)
BLOCKS = st.one_of(
    TEXT.map(lambda text: line(text)),
    TEXT.map(lambda text: Item((Bold(text),))),
    TEXT.map(Mono),
    TEXT.map(lambda text: Quote("Ann", text)),
)


@given(st.lists(BLOCKS, max_size=5))
def test_every_post_is_messages_within_the_limit(blocks: list[Mono]) -> None:
    texts = render.messages(Post(tuple(blocks)))
    assert texts
    assert all(0 < len(text) <= 2000 for text in texts)


def test_words_of_people_show_as_they_are() -> None:
    [text] = render.messages(Post((Quote("**Ann**", "> _hi_ <@42> <#7> @everyone `x` || [a](http://b)"),)))
    for mark in ("<@", "<#", "@everyone"):
        assert mark not in text
    assert "\\_hi\\_" in text
    assert "\\`x\\`" in text
    assert "\\|\\|" in text


def test_our_own_words_stay_readable() -> None:
    assert render.messages(says("carpenter_0: -$5.00, (40/60) 1.5")) == ["carpenter_0: -$5.00, (40/60) 1.5"]
    assert render.messages(Post((Mono("a `b`"),))) == ["```\na 'b'\n```"]
    table = Table(("who", "what"), (("you", "1"), ("the AI", "22")))
    assert render.messages(Post((table,))) == ["```\nwho     what\nyou     1\nthe AI  22\n```"]
    assert render.messages(Post((Picture(b"", "alt", "in words"),))) == ["in words"]
    assert render.messages(Post((Board((), "miner_0", "alt", "w5  @"),))) == ["```\nw5  @\n```"]


def test_buttons_name_their_post_and_ask() -> None:
    asks = (Choice("x" * 100, "yes"), Form("Pick…", (Words("w", "W"),), "{w}"))
    view = render.view("a1.2.3", asks, code="ABCDEF")
    assert view is not None
    ids = [getattr(item, "custom_id", "") for item in view.children]
    assert [reading.button_of({"custom_id": id}) for id in ids] == [
        ("p", "a1.2.3", 0),
        ("f", "a1.2.3", 1),
        ("j", "ABCDEF", -1),
    ]
    assert max(len(getattr(item, "label", "")) for item in view.children) <= 80
    assert reading.button_of({"custom_id": "nonsense"}) == ("nonsense", "", -1)


async def test_forms_ask_and_say_every_kind_of_field() -> None:
    several = tuple((f"i{n}", f"Item {n}") for n in range(35))
    form = Form(
        "All of it…",
        (Number("n", "Price", 0, 100), One("o", "One", several[:3]), Many("m", "Many", several), Words("w", "Say")),
        "{n} {o} {m} {w}",
    )
    modal = forms.modal("row", 0, form)
    assert modal.title == "All of it"
    assert modal.custom_id == "m:row:0"
    assert len(modal.children) == 5
    entered = {"n": ["44"], "o": ["i1"], "m.1": ["i0", "i3"], "m.2": ["i30"], "w": ["please"]}
    assert dict(forms.filled(form, entered)) == {"n": "44", "o": "i1", "m": "i0, i3, i30", "w": "please"}


async def test_counts_are_menus_if_they_fit_and_words_if_not() -> None:
    goods = tuple((good, good.title()) for good in ("book", "hat", "ball"))
    few = Form("Offer…", (Counts("take", "You keep", goods, (2, 1, 3)),), "{take}")
    assert [child.custom_id for child in forms.modal("r", 0, few).walk_children() if hasattr(child, "custom_id")] == [
        "take=book",
        "take=hat",
        "take=ball",
    ]
    picked = {"take=book": ["2"], "take=hat": ["0"], "take=ball": ["1"]}
    assert forms.filled(few, picked) == (("take", "2 book, 1 ball"),)
    many = Form("Offer…", (Counts("give", "You give", goods, (99, 99, 99)),), "{give}")
    assert len(forms.modal("r", 0, many).children) == 1
    assert forms.filled(many, {"give": ["3 hat"]}) == (("give", "3 hat"),)


@pytest.mark.parametrize("text", ["a" + "\n" * 4_000 + "- b", "[" * 5_000, "[a](" * 1_250])
def test_long_text_of_signs_is_escaped_and_reads_the_same(text: str) -> None:
    shown = "\n".join(render.messages(Post((Quote("miner_0", text),))))
    assert shown.replace("\\", "").replace("\n", "") == f"miner_0: {text}".replace("\n", "")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("<@123456789012345678> 45", "45"),
        ("<@!12> <@&13> <#14> 45", "45"),
        ("45 <t:1700000000:R> <t:-5>", "45"),
        ("<:coin45:123> <a:dance:456> ok", "ok"),
        ("</offer:123> </game new:123> 45", "45"),
        ("<id:customize> 45", "45"),
        ("4<@1>5", "4  5"),
        ("<b> 45 < 46 and x > 2", "<b> 45 < 46 and x > 2"),
    ],
)
def test_the_marks_of_discord_say_nothing(typed: str, said: str) -> None:
    assert reading.command("say", typed).args == said


def test_operators_texts_keep_their_marks() -> None:
    assert reading.command("game", "import <#12>").args == "import <#12>"


def test_words_with_many_half_marks_take_no_long_time() -> None:
    began = time.process_time()
    reading.words("<@" * 50_000)
    reading.words("<a:" + "x" * 100_000)
    assert time.process_time() - began < 0.1


PICKS = (("a", "A"), ("b", "B"), ("c", "C"))


def opened(*fields: Field) -> FilledIn:
    """A form as it stands on a person's screen."""
    modal = forms.modal("row", 0, Form("F…", fields, " ".join(f"{{{field.key}}}" for field in fields)))
    wire = modal.to_dict()
    check_form(wire)
    return FilledIn(cast(Any, None), wire)


@pytest.mark.parametrize(
    "field",
    [
        Number("f", "F", 0, 100, chosen="44"),
        Words("f", "F", chosen="44"),
        One("f", "F", (("44", "x"), *PICKS), chosen="44"),
        One("f", "F", (("44", "x"), *((str(n), "y") for n in range(20))), chosen="44"),
        Many("f", "F", (("44", "x"), *PICKS), chosen=frozenset({"44"})),
        Many("f", "F", (("44", "x"), *((f"{n}?", "y") for n in range(20))), chosen=frozenset({"44"})),
    ],
)
async def test_a_form_opens_with_what_is_chosen(field: Field) -> None:
    sent = opened(field).submission((), {})
    form = Form("F…", (field,), "{f}")
    assert forms.filled(form, reading.entered(sent)) == (("f", "44"),)


async def test_counts_open_with_what_is_chosen_in_menus_and_in_words() -> None:
    few = Counts("f", "F", PICKS[:2], (3, 3), chosen=(2, 1))
    many = Counts("f", "F", PICKS, (99, 99, 99), chosen=(7, 0, 1))
    for field, said in ((few, "2 a, 1 b"), (many, "7 a, 1 c")):
        sent = opened(field).submission((), {})
        assert forms.filled(Form("F…", (field,), "{f}"), reading.entered(sent)) == (("f", said),)


@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize("kind", ["number", "words", "radio", "menu"])
async def test_a_field_may_stay_empty_only_if_it_is_not_required(kind: str, required: bool) -> None:
    fields: dict[str, Field] = {
        "number": Number("f", "F", 0, 100, required=required),
        "words": Words("f", "F", required=required),
        "radio": One("f", "F", PICKS, required=required),
        "menu": One("f", "F", tuple((f"{n}!", str(n)) for n in range(20)), required=required),
    }
    form = opened(fields[kind])
    if required:
        with pytest.raises(Impossible):
            form.submission((), {})
    else:
        asked = Form("F…", (fields[kind],), "{f}")
        assert forms.filled(asked, reading.entered(form.submission((), {}))) == (("f", ""),)


async def test_few_options_stand_in_sight_with_their_least_and_most() -> None:
    form = opened(Many("f", "Keep", PICKS, least=1, most=2, weights=(1, 2, 3), limit=4))
    assert form.wire["components"][0]["description"] == "Together at most 4."
    assert [field.wire["type"] for field in form.fields] == [22]
    for wrong in ([], ["A", "B", "C"]):
        with pytest.raises(Impossible):
            form.submission((wrong,), {})
    assert form.submission((["A", "C"],), {})
