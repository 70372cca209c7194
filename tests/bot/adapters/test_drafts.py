"""A form filled in by tapping: the draft is small, remembers every tap, and takes junk for an empty form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters import drafts
from games.core.post import Counts, Field, Form, Many, Number, One, Words


def names(most: int, least: int = 1) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    return st.integers(least, most).map(lambda n: tuple((f"v{i}", f"Label {i}") for i in range(n)))


@st.composite
def counts(draw: st.DrawFn) -> Counts:
    options = draw(names(5))
    return Counts("counts", "How many", options, tuple(draw(st.integers(0, 20)) for _ in options))


def fields() -> st.SearchStrategy[Field]:
    return st.one_of(
        counts(),
        names(8).map(lambda options: One("one", "Which", options)),
        names(10).map(lambda options: Many("many", "Which ones", options, chosen=frozenset({"v0"}))),
        st.just(Words("words", "Anything else", required=False)),
    )


forms = (
    st.lists(fields(), min_size=1, max_size=3)
    .map(lambda some: Form("Send…", tuple(some), "{one}"))
    .filter(drafts.tappable)
)
taps = st.lists(st.tuples(st.integers(0, 40), st.integers(-1, 9)), max_size=30)


def tapped(form: Form, some: list[tuple[int, int]]) -> str:
    draft = drafts.start(form)
    for place, by in some:
        draft = drafts.touch(form, draft, place, by)
    return draft


@given(forms, taps)
def test_a_draft_fits_a_button_and_survives_packing(form: Form, some: list[tuple[int, int]]) -> None:
    draft = tapped(form, some)
    assert len(draft) <= drafts.LONGEST
    assert drafts.pack(form, drafts.unpack(form, draft)) == draft


@given(forms, taps)
def test_every_value_stays_within_its_field(form: Form, some: list[tuple[int, int]]) -> None:
    spoken = dict(drafts.fields(form, tapped(form, some)))
    for field in form.fields:
        if isinstance(field, Counts) and spoken[field.key]:
            caps = {value: cap for (value, _), cap in zip(field.options, field.caps, strict=True)}
            for part in spoken[field.key].split(", "):
                count, value = part.split(" ")
                assert 1 <= int(count) <= caps[value]
        elif isinstance(field, One | Many):
            known = {value for value, _ in field.options}
            assert set(filter(None, spoken[field.key].split(", "))) <= known


@given(forms, st.text(max_size=30))
def test_junk_in_place_of_a_draft_is_a_form_within_its_bounds(form: Form, junk: str) -> None:
    assert drafts.pack(form, drafts.unpack(form, junk)) == drafts.pack(
        form, drafts.unpack(form, junk[: drafts.LONGEST + 1])
    )
    drafts.fields(form, junk)


def test_what_is_chosen_already_is_chosen_in_the_first_draft() -> None:
    form = Form("Set…", (Many("set", "Set", (("A", "a"), ("B", "b")), chosen=frozenset({"B"})),), "{set}")
    assert drafts.fields(form, drafts.start(form)) == (("set", "B"),)


def test_options_toggle_a_pick_one_moves_and_steppers_stop_at_their_ends() -> None:
    form = Form(
        "Offer…",
        (
            Counts("give", "You give", (("Wheat", "wheat"), ("Ore", "ore")), (2, 0)),
            One("to", "To", (("A", "a"), ("B", "b"))),
            Many("set", "Set", (("X", "x"), ("Y", "y"))),
        ),
        "{give} {to} {set}",
    )
    draft = tapped(form, [(0, 1), (0, 1), (0, 1), (1, 1), (2, 1), (2, 2), (3, 0), (4, 0), (3, 0)])
    assert drafts.fields(form, draft) == (("give", "2 Wheat"), ("to", "B"), ("set", "Y"))
    assert drafts.fields(form, drafts.touch(form, draft, 0, -1)) == (("give", "1 Wheat"), ("to", "B"), ("set", "Y"))


def test_thirty_five_options_need_seven_characters() -> None:
    options = tuple((f"A{i}", f"A{i}") for i in range(35))
    form = Form("Set…", (Many("set", "Set", options),), "{set}")
    assert drafts.tappable(form)
    everything = tapped(form, [(i, 0) for i in range(35)])
    assert len(everything) == 7
    assert dict(drafts.fields(form, everything))["set"] == ", ".join(value for value, _ in options)


@pytest.mark.parametrize(
    "field",
    [
        Number("price", "Your price", 0, 10_000, 100),
        Words("words", "Your words"),
        Many("set", "Set", tuple((str(i), str(i)) for i in range(99))),
        Counts("many", "Many", tuple((str(i), str(i)) for i in range(30)), (999,) * 30),
    ],
    ids=["number", "words", "too many buttons", "too many digits"],
)
def test_some_forms_cannot_be_tapped(field: Field) -> None:
    assert not drafts.tappable(Form("Say…", (field,), "{" + field.key + "}"))
