"""Fault 1: one `/game import` of 470 characters took the service down, and kept it down."""

import tracemalloc
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest

from bot.operators import files
from bot.runtime.documents import load_either, load_toml, load_yaml
from bot.session.model.audience import Sent, outgoing
from bot.session.model.inbound import Act, Command, Open, Press, Text
from bot.studies.design import Cell, Definition
from bot.studies.effective import ALTOGETHER, effective
from games.core.codec import decode
from games.core.documents import DEEPEST, LONGEST, MOST, Unreadable, load
from games.core.draw import config_of
from games.core.post import plain, says
from games.core.settings import BadSetting
from storage.memory import MemoryStore
from tests.bot.operators.harness import Office, lab

SMALL = 50_000_000
"""Bytes."""


def bomb(depth: int, key: str = "settings") -> str:
    """YAML of a few hundred characters that stands for 10 to the power of `depth` texts."""
    rows = [f"- &a [{','.join('x' * 10)}]"]
    for below, name in pairwise(ascii_lowercase[:depth]):
        rows.append(f"- &{name} [{','.join([f'*{below}'] * 10)}]")
    return "\n".join(["game: bargaining", f"{key}:", *rows])


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    store = MemoryStore()
    await store.open()
    yield Office(store)
    await store.close()


@pytest.mark.parametrize("depth", [8, 10])
@pytest.mark.parametrize("key", ["settings", "seed", "conditions", "rules", "name", "seat"])
async def test_aliases_inside_aliases_are_refused_in_a_sentence(office: Office, depth: int, key: str) -> None:
    text = bomb(depth, key)
    assert len(text) < 500
    tracemalloc.start()
    said = await office.boss(f"/game import {text}")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert said == (
        "file must be YAML or JSON; it cannot be read (line 3, column 3: anchors (&name) are not taken; write out what "
        "is meant). Nothing was changed."
    )
    assert peak < SMALL


async def test_other_people_are_served_afterwards(office: Office) -> None:
    await office.boss(f"/game import {bomb(10)}")
    await lab(office)
    assert await office.plays("chat:ann", "lab")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * LONGEST, f"nested more than {DEEPEST} levels deep"),
        ("{" * LONGEST, f"nested more than {DEEPEST} levels deep"),
        ("a: " + "[ " * 1_000, f"nested more than {DEEPEST} levels deep"),
        ("\n".join(f"{' ' * n}a:" for n in range(100)), f"nested more than {DEEPEST} levels deep"),
        ("- - " * 100, f"nested more than {DEEPEST} levels deep"),
        ("[" + "1," * (LONGEST // 2 - 2) + "1]", f"more than {MOST:,} values"),
        ("- x\n" * (LONGEST // 4), f"more than {MOST:,} values"),
        ('{"seed": ' + "9" * 40_000 + "}", "a number has more than 40 digits"),
        ('{"seed": 1e999}', "1e999 is too large a number"),
        ('{"seed": NaN}', "NaN is no number"),
        ('{"seed": -Infinity}', "-Infinity is no number"),
        ("a: &b 1", "line 1, column 4: anchors"),
        ("a: *b", "line 1, column 4: aliases"),
        ("--- 1\n--- 2", "line 2, column 1: a second document"),
        ("game: bargaining\nname: [a\nseed: 4", "line 3, column 5"),
        ('{"game": "bargaining",\n "name": "\\ud83d"}', "line 2, column 11: half of a character"),
        ('{"game": "bargaining",\n "name": "\ud83d"}', "line 2, column 11: half of a character"),
        ('game: bargaining\nname: "\\ude00\\ud83d"', "line 2, column 7: half of a character"),
        ("game: bargaining\nname: \ud83d", "line 2, column 7: U+D83D is not allowed"),
        ('{"game": "bargaining",\n "seed" 4}', "line 2, column 9: Expecting ':' delimiter"),
    ],
)
def test_a_file_out_of_bounds_is_refused_with_place_and_reason(text: str, why: str) -> None:
    with pytest.raises(BadSetting) as told:
        files.read(text)
    assert why in str(told.value)
    assert len(str(told.value)) < 250


@pytest.mark.parametrize("reader", [load, load_yaml])
def test_no_reader_builds_more_than_its_bounds(reader: object) -> None:
    assert callable(reader)
    for text in ("[" * LONGEST, "[" + "[]," * 16_000 + "[]]", '["' + "x" * LONGEST):
        tracemalloc.start()
        with pytest.raises(Unreadable):
            reader(text)
        assert tracemalloc.get_traced_memory()[1] < SMALL
        tracemalloc.stop()


@pytest.mark.parametrize(
    "wrote", ["x" * 10_000, ["x"] * 10_000, {"x": ["x"]}, 10**10_000, None, 1.5, object()], ids=type
)
@pytest.mark.parametrize("key", ["rounds", "k" * 10_000, ""], ids=len)
def test_a_refusal_repeats_little_of_what_was_written(key: str, wrote: object) -> None:
    said = str(BadSetting(key, "must be small", wrote))
    assert "must be small" in said
    assert len(said) < 120


async def test_factors_that_multiply_are_counted_before_they_are_crossed(office: Office) -> None:
    await lab(office)
    values = "|".join(map(str, range(1, 60)))
    keys = ("rounds", "value_low", "value_high", "cost_low", "cost_high", "cost_step", "value_step")
    said = await office.boss("/condition add name:lab " + " ".join(f"{key}={values}" for key in keys))
    assert said == "conditions must be at most 50; these factors together make more. Nothing was changed."


@pytest.mark.parametrize("until", ["9999-12-31T23:59:59-23:59", "9" * 4_900, "0001-01-01T00:00+23:59"])
async def test_no_date_ends_the_act_with_a_fault(office: Office, until: str) -> None:
    await lab(office)
    assert (await office.boss(f"/game open name:lab until:{until}")).endswith("Nothing was changed.")


def test_a_design_is_tried_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    def counted(*args: Any) -> object:
        nonlocal tried
        tried += 1
        return config_of(*args)

    monkeypatch.setattr("bot.studies.effective.config_of", counted)
    wide = (("buyer_value", "choice(60,61,62,63)"), ("rounds", "choice(1,2,3,4)"), ("seller_cost", "choice(1,2,3,4)"))
    effective(Definition("x", "bargaining", cells=tuple(Cell(f"c{n}", wide) for n in range(50))))
    assert tried <= ALTOGETHER


@pytest.mark.parametrize("half", ["\\ud83d", "\\ude00"], ids=["high", "low"])
@pytest.mark.parametrize(
    "document",
    [
        '{"name": "x", "game": "HALF"}',
        '{"name": "HALF", "game": "bargaining"}',
        '{"name": "x", "game": "bargaining", "settings": {"item": "HALF lamp"}}',
        '{"name": "x", "game": "bargaining", "settings": {"HALF": "1"}}',
        '{"HALF": "1"}',
        '{"name": "x", "game": "bargaining", "conditions": [{"label": "HALF", "settings": {"rounds": "4"}}]}',
        'name: "HALF"\ngame: bargaining',
        'name: x\ngame: bargaining\nsettings:\n  item: "HALF lamp"',
        'name: x\ngame: bargaining\nsettings:\n  "HALF": 1',
        '"HALF": 1',
    ],
)
async def test_half_of_a_character_in_a_file_is_refused_in_a_sentence(office: Office, document: str, half: str) -> None:
    said = await office.boss(f"/game import {document.replace('HALF', half)}")
    assert said.startswith("file must be YAML or JSON; it cannot be read (line ")
    assert said.endswith("Nothing was changed.")


@pytest.mark.parametrize(
    "text", ['{"a": "\\ud83d\\ude00"}', 'a: "\\ud83d\\ude00"', 'a: "\\U0001f600"', "a: \U0001f600"]
)
def test_a_whole_character_in_two_escapes_is_read(text: str) -> None:
    assert load_either(text) == {"a": "\U0001f600"}


def test_an_escaped_backslash_before_such_letters_is_a_text() -> None:
    assert load_either('{"a": "\\\\ud83d"}') == load_either("a: \\ud83d") == {"a": "\\ud83d"}


@pytest.mark.parametrize(
    "act",
    [
        Text("\ud83d I offer 45"),
        Command("game", "new name:\ud83d type:bargaining"),
        Command("game", "new name:x type:\ud83d"),
        Command("\ud83d", "x"),
        Command("play", "\ud83d"),
        Open("\ud83d"),
        Open("bargaining", (("\ud83d", "\ude00"),)),
        Press("\ud83d", 0, (("\ud83d", "\ude00"),)),
    ],
    ids=repr,
)
async def test_half_of_a_character_in_a_message_is_answered(office: Office, act: Act) -> None:
    answer = await office.acts("chat:boss", act, id="in:\ud83d")
    assert answer.what in ("refused", "told", "opened", "asked")
    assert await office.acts("chat:boss", act, id="in:\ud83d") == answer


async def test_half_of_a_character_in_a_name_is_shown_as_a_mark(office: Office) -> None:
    await office.act("ann\ud83d", Open("bargaining", seat="buyer", tempo="chat"))
    assert {place for place, _, _ in office.seen} == {"room:ann\ufffd"}


def test_no_post_carries_what_cannot_be_encoded() -> None:
    kept = decode(outgoing("chat:1", Sent(says("You wrote \ud83d\ude00."), user="\ud83d")).body, Sent)
    assert plain(kept.post) == "You wrote \ufffd\ufffd."
    assert kept == Sent(says("You wrote \ufffd\ufffd."), user="\ufffd")


DOTS = ".a" * 20_000


@pytest.mark.parametrize(
    "text", [f"a{DOTS} = 1", f"[a{DOTS}]", f"[[a{DOTS}]]", f"x = {{a{DOTS} = 1}}", '"a"' + " . 'a'" * 5_000 + " = 1"]
)
def test_a_key_of_very_many_parts_is_refused_before_it_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    parsed: list[str] = []
    monkeypatch.setattr("tomllib.loads", parsed.append)
    (tmp_path / "x.toml").write_text(f"# a comment\n{text}\n")
    with pytest.raises(Unreadable, match=rf"^line 2, column \d: a key has more than {DEEPEST} parts$"):
        load_toml(tmp_path / "x.toml")
    assert not parsed


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
def test_dots_in_a_text_or_a_comment_are_no_key(tmp_path: Path, quote: str) -> None:
    many = "a" + ".a" * 100
    (tmp_path / "x.toml").write_text(f"a.b.c = {quote}{many}{quote} # {many}\nd = 1.5\n# it's\n")
    assert load_toml(tmp_path / "x.toml") == {"a": {"b": {"c": many}}, "d": 1.5}


def test_half_of_a_character_in_toml_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('a = 1\nb = "\\ud83d"\n')
    with pytest.raises(Unreadable, match="line 2"):
        load_toml(tmp_path / "x.toml")
