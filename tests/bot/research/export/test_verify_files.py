"""Files that a receipt is checked in: as an editor saves them, and as nobody would write them."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from bot.research.export.log import GoesOn
from bot.research.export.verify import Changed, verify
from storage.memory import MemoryStore
from tests.bot.research.export.test_verify import forged, parsed, plainly, played, written
from tests.bot.session.harness import Room, tiny_games


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with tiny_games():
        yield


@pytest.fixture
async def file() -> bytes:
    return await written((game := await played())[0].store, game[1])


def test_the_line_ends_of_an_editor_change_nothing(file: bytes) -> None:
    assert verify(file.replace(b"\n", b"\r\n")).log == verify(file).log
    assert verify(file.removesuffix(b"\n")).log == verify(file).log


@pytest.mark.parametrize("key", [b'"config":{', b'"event":{'])
def test_what_nests_without_end_is_no_line_of_a_log(key: bytes, file: bytes) -> None:
    assert key in file
    with pytest.raises(Changed) as found:
        verify(file.replace(key, key + b'"x":' + b"[" * 100_000 + b"]" * 100_000 + b",", 1))
    assert found.value.part == "log"


def test_a_mark_of_an_editor_before_the_first_line_changes_nothing(file: bytes) -> None:
    assert verify(BOM_UTF8 + file).log == verify(file).log


UNPROVED = {
    "head.sid", "head.namespace", "head.at", "head.terms.realm", "head.terms.code", "head.terms.wrote", "line.version",
    "head.terms.tempo.name", "head.terms.tempo.turn", "head.terms.tempo.phase", "head.terms.tempo.quiet",
    "head.terms.tempo.idle", "line.shape",
}  # fmt: skip
"""Values round the game, in no hash (docs/fair-play.md)."""


def _leaves(found: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values of a line that are no objects or lists with something in them."""
    inside = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for key, value in inside:
        yield from _leaves(value, (*path, key))
    if path and not inside:
        yield path


def _other(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}0"
        case None:
            return 1
    return [1]


async def test_whatever_a_forger_changes_is_found_but_for_what_is_named(file: bytes) -> None:
    """A forger changes one value of a line and computes all marks and sums anew."""
    honest, unfound = verify(file), set[str]()
    for number, line in enumerate(parsed(file)):
        for path in _leaves(line):
            if path in (("sum",), ("mark",), ("n",), ("events",)):
                continue  # computed anew
            lines = parsed(file)
            inside = lines[number]
            for key in path[:-1]:
                inside = inside[key]
            inside[path[-1]] = _other(inside[path[-1]])
            try:
                made = forged(lines)
            except Exception:
                made = plainly(lines)  # no line of a log any more
            if made == file:
                continue  # computed anew as well
            with suppress(Changed):
                verify(made, honest.commitment, honest.log)
                unfound.add(".".join([("head" if number == 0 else "line"), *filter(str.isidentifier, map(str, path))]))
    assert unfound <= UNPROVED
    assert {"head.sid", "head.at", "line.version", "head.terms.code"} <= unfound


async def test_a_report_that_does_not_follow_from_the_game_is_named() -> None:
    store = MemoryStore()
    await store.open()
    room = Room(store)
    sid = await room.open("trading", seed=None)
    for _ in range(2):
        await room.command("ann", "quit")
    lines = parsed(await written(store, sid))
    assert verify(forged(lines)).session.sid == sid
    lines[-1]["report"]["best_joint_gain"] += 1
    with pytest.raises(Changed) as found:
        verify(forged(lines))
    assert found.value.part == "report"
    del lines[-1]["report"]
    assert verify(forged(lines)).session.sid == sid


async def test_a_game_that_goes_on_has_no_file_for_its_players() -> None:
    store = MemoryStore()
    await store.open()
    sid = await Room(store).open("bargaining", seed=None)
    await written(store, sid)
    with pytest.raises(GoesOn, match="when it is over"):
        await written(store, sid, withhold=True)
