"""Forms that cannot be asked are refused, with the item and the reason in a sentence."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.core.settings import BadSetting
from games.forms.config import FormConfig, check, form_of, written
from games.forms.items import Choose, Divide, Form, Notice, Scale, Write
from tests.games.forms.samples import AGREE, ALL, QUESTION, one

TWO = (("a", "A"), ("b", "B"))
FLAWED: tuple[tuple[Form, str], ...] = (
    (Form("f", "F", ()), "it has no items"),
    (Form("f", "F", tuple(Notice(f"n{n}", "x") for n in range(101))), "it has 101 items, and 100 are allowed"),
    (Form("a form", "F", (Notice("a", "x"),)), "its name takes letters"),
    (Form("f", " ", (Notice("a", "x"),)), "its title is empty"),
    (Form("f", "F", (Notice("a", "x"),), version=""), "its version takes"),
    (Form("f", "F", (Notice("a", "x"), Notice("a", "y"))), "item 2 (a) has the id of item 1"),
    (one(Notice("1st", "x")), "item 1: its id takes letters"),
    (one(Notice("a", "x" * 3_001)), "item 1 (a): its text has 3,001 characters, and a chat takes 3,000 there"),
    (one(Notice("a", "x\x07")), "item 1 (a): its text holds a character that cannot be shown ('\\x07')"),
    (one(Notice("a", "x", "y" * 37)), "its button has 37 characters, and a chat takes 36"),
    (one(Choose("a", "x", TWO[:1])), "it has 1 options, and takes 2 to 25"),
    (one(Choose("a", "x", tuple((f"v{n}", f"L{n}") for n in range(26)))), "it has 26 options, and takes 2 to 25"),
    (
        one(Choose("a", "x", tuple((f"v{n}", f"{n}" * 50) for n in range(16)))),
        "with more than 15 options, a label takes",
    ),
    (one(Choose("a", "x", (("a", "A"), ("a", "B")))), "two options have the value 'a'"),
    (one(Choose("a", "x", (("a", "A  b"), ("b", "a B")))), "two options have the label 'a b'"),
    (one(Choose("a", "x", (("", "A"), ("b", "B")))), "the value '' is not allowed"),
    (one(Choose("a", "x", (("a", "A"), ("b", "")))), "a label is empty"),
    (one(Choose("a", "x", TWO, ends=("c",))), "ends names 'c', which is no value"),
    (one(Choose("a", "x", TWO, ends=("a", "b"))), "every option ends the form"),
    (one(Choose("a", "x", TWO, tries=2)), "tries and explain are for checks"),
    (one(replace(QUESTION, right=("nobody",))), "right names 'nobody'"),
    (one(replace(QUESTION, tries=0)), "tries must be from 1 to 10"),
    (one(replace(QUESTION, skippable=True)), "a check cannot be skipped"),
    (one(replace(QUESTION, ends=("buyer",))), "a right value cannot end the form"),
    (one(replace(QUESTION, explain="x" * 601)), "its explanation has 601 characters"),
    (one(Scale("a", "x", 5, 5)), "low must be below high"),
    (one(Scale("a", "x", 0, 1_000)), "at most 1,000 steps"),
    (one(Scale("a", "x", 1, 5, ("a", "b", "c"))), "3 labels, and takes none, 2 for the ends, or one for each of its 5"),
    (one(Scale("a", "x", 1, 5, ("same", "Same"))), "two steps have the label 'same'"),
    (one(Write("a", "x", longest=2_001)), "longest must be from 1 to 2,000"),
    (one(Divide("a", "x", ((1, 2),))), "it has 1 divisions"),
    (one(Divide("a", "x", ((1, 2), (1, 2)))), "the division 1:2 appears twice"),
    (one(Divide("a", "x", ((1, 2), (1, -2)))), "points go from 0 to 1,000,000"),
)


@pytest.mark.parametrize(("form", "why"), FLAWED, ids=[why for _, why in FLAWED])
def test_a_form_that_cannot_be_asked_is_refused(form: Form, why: str) -> None:
    with pytest.raises(BadSetting) as problem:
        check(FormConfig(written(form), "form"))
    assert why in str(problem.value)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "line 1, column 1"),
        ("[]", "Expected `object`"),
        ('{"name": "f", "title": "F", "items": 3}', "items"),
        ('{"name": "f", "title": "F", "items": [{"type": "song", "id": "a"}]}', "item 1 (a): Invalid value 'song'"),
        ('{"name": "f", "title": "F", "items": [{"type": "notice", "id": "a", "txt": "x"}]}', "unknown field `txt`"),
        ('{"name": "f", "name": "g"}', "appears twice"),
        ('{"title": "F", "items": []}', "missing required field `name`"),
    ],
)
def test_content_that_is_no_form_is_refused_in_words(content: str, why: str) -> None:
    with pytest.raises(BadSetting) as problem:
        form_of(content)
    assert str(problem.value).startswith("content must be a form that can be asked; ")
    assert why in str(problem.value)


@pytest.mark.parametrize("form", [ALL, one(QUESTION), one(AGREE)], ids=lambda form: str(form.name))
def test_a_form_survives_its_text(form: Form) -> None:
    assert form_of(written(form)) == form


def test_a_form_reads_as_people_write_it() -> None:
    made: dict[str, Any] = {"type": "scale", "id": "a", "text": "How?", "low": 1, "high": 5}
    content = msgspec.json.encode({"name": "f", "title": "F", "items": [made]}).decode()
    assert form_of(content) == Form("f", "F", (Scale("a", "How?", 1, 5),))
