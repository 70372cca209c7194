"""The guide for researchers names every key of a study's file, with its default."""

import re
from pathlib import Path

import pytest

from bot.studies.declaration import KEYS
from bot.studies.stages import CONSENT, KINDS
from bot.studies.study import CODED, Rules

GUIDE = (Path(__file__).parents[3] / "docs" / "research.md").read_text(encoding="utf-8")


def rows(head: str) -> list[list[str]]:
    """Return the cells of the table whose first column has this head."""
    found = GUIDE.partition(f"\n| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in found]


def named(cells: list[list[str]]) -> list[str]:
    return [word for first, *_ in cells for word in re.findall(r"`(\w+)`", first)]


@pytest.mark.parametrize(
    ("head", "keys"),
    [
        ("key", KEYS),
        ("key under `participation`", Rules.__struct_fields__),
        ("key of `consent`", CONSENT),
        ("stage", KINDS),
    ],
)
def test_a_table_names_every_key(head: str, keys: tuple[str, ...]) -> None:
    assert sorted(named(rows(head))) == sorted(keys)


def test_the_table_of_rules_has_their_defaults() -> None:
    told = {key.strip("`"): default.strip("`") for key, _, default, _ in rows("key under `participation`")}
    rules = {key: getattr(Rules(), key) for key in Rules.__struct_fields__}
    assert told == {key: str(value) for key, value in rules.items()} | {"once": "yes", "places": "0: no limit"}
    assert (rules["once"], rules["places"]) == (True, 0)


def test_every_outcome_with_a_code_is_named() -> None:
    codes = next(holds for key, holds, _ in rows("key") if key == "`codes`")
    assert sorted(re.findall(r"`(\w+)`", codes)) == sorted(CODED)
