"""A log proves itself: it is rebuilt to the byte, and whatever was done to its file is found and named."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.research.export.log import EndLine, HeadLine, NoSession, export, summed
from bot.research.export.replay import Differs, replay, replay_stored
from bot.session.model.inbound import Open
from bot.session.model.session import WrongRules
from games.core.codec import decode, encode
from storage.base import Loaded, Store
from storage.memory import MemoryStore
from tests.bot.adapters.terminal.terminals import played
from tests.bot.session.harness import tiny_games

GAME = Open("number", (("guesses", "3"),), seed=5, tempo="chat")
LINES = ("hello there", "50", "how odd: 25", "25", "30")


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with tiny_games():
        yield


async def log_of(store: Store, *lines: str) -> bytes:
    run = await played(store, GAME, *lines)
    return b"".join([row async for row in export(store, run.sid)])


@pytest.fixture
async def log() -> bytes:
    return await log_of(MemoryStore(), *LINES)


def where(data: bytes) -> str:
    """Return where a log differs; "" if it does not."""
    try:
        replay(data)
    except Differs as found:
        return found.where if str(found).startswith(f"{found.where} differs: ") else "unnamed"
    return ""


def lines_of(log: bytes) -> list[bytes]:
    return log.splitlines(keepends=True)


class TestExport:
    async def test_lines_are_numbered_from_one_between_head_and_end(self, log: bytes) -> None:
        head, *events, end = [json.loads(line) for line in lines_of(log)]
        assert (head["kind"], head["game"], head["terms"]["seed"]) == ("head", "number", 5)
        assert [event["n"] for event in events] == list(range(1, len(events) + 1))
        assert (end["events"], end["mark"], end["result"]["end"]) == (len(events), events[-1]["mark"], "no_deal")

    async def test_an_unfinished_game_has_no_result(self) -> None:
        end = json.loads(lines_of(await log_of(MemoryStore(), "50"))[-1])
        assert end["result"] is None

    async def test_what_was_said_and_decided_stands_in_it(self, log: bytes) -> None:
        text = log.decode()
        assert "hello there" in text
        assert '"source":"normal"' in text

    async def test_a_game_that_nobody_joined_can_be_exported(self) -> None:
        store = MemoryStore()
        run = await played(store, Open("number", rest="human"))
        assert where(b"".join([row async for row in export(store, run.sid)])) == ""

    async def test_an_unknown_session(self) -> None:
        with pytest.raises(NoSession, match="no session 'nope'"):
            _ = [row async for row in export(MemoryStore(), "nope")]


class TestIdentical:
    async def test_a_log_leads_where_it_says(self, log: bytes) -> None:
        session = replay(log)
        result = session.result()
        assert result is not None
        assert result.end == "no_deal"
        assert [guess.number for guess in session.state.history if guess.seat == "guesser_0"] == [50, 25, 30]

    async def test_a_stored_session_is_what_its_log_leads_to(self) -> None:
        store = MemoryStore()
        run = await played(store, GAME, *LINES)
        assert (await replay_stored(store, run.sid)).sid == run.sid

    async def test_a_forged_snapshot_is_found(self) -> None:
        class Forging(MemoryStore):
            async def load(self, sid: str) -> Loaded | None:
                loaded = await super().load(sid)
                assert loaded is not None
                return replace(loaded, snapshot=loaded.snapshot.replace(b'"number":50', b'"number":51'))

        store = Forging()
        run = await played(store, GAME, "50")
        with pytest.raises(Differs):
            await replay_stored(store, run.sid)

    async def test_states_of_another_shape_are_proved_by_their_events(self, log: bytes) -> None:
        *rest, last = lines_of(log)
        end = decode(last.strip(), EndLine)
        before = json.loads(rest[-1])["sum"]
        other = summed(EndLine(end.events, end.mark, end.result, "0" * 16, "1" * 16), before)
        assert where(b"".join([*rest, encode(other) + b"\n"])) == ""


CHANGES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "an event is dropped": (lambda lines: lines[:3] + lines[4:], "event 3"),
    "an event stands twice": (lambda lines: [*lines[:4], lines[3], *lines[4:]], "event 4"),
    "two events are swapped": (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], "event 3"),
    "an event is changed": (lambda lines: [line.replace(b'"number":50', b'"number":51') for line in lines], "event"),
    "words are changed": (lambda lines: [line.replace(b"hello", b"hullo") for line in lines], "event"),
    "a player is changed": (
        lambda lines: [lines[0], lines[1].replace(b'"normal"', b'"chatty"'), *lines[2:]],
        "event 1",
    ),
    "a time is changed": (
        lambda lines: [*lines[:5], re.sub(rb'"at":(\d+)', rb'"at":1\1', lines[5]), *lines[6:]],
        "event 5",
    ),
    "a version is changed": (
        lambda lines: [*lines[:5], re.sub(rb'"version":(\d+)', rb'"version":1\1', lines[5]), *lines[6:]],
        "event 5",
    ),
    "the seed is changed": (lambda lines: [lines[0].replace(b'"seed":5', b'"seed":6'), *lines[1:]], "event 0"),
    "the rules are changed": (lambda lines: [lines[0].replace(b'"rules":1', b'"rules":2'), *lines[1:]], "event 0"),
    "the game is changed": (lambda lines: [lines[0].replace(b"number", b"sealed"), *lines[1:]], "event 0"),
    "the result is changed": (lambda lines: [*lines[:-1], lines[-1].replace(b"no_deal", b"walkaway")], "the end"),
    "the head is missing": (lambda lines: lines[1:], "event 0"),
    "the end is missing": (lambda lines: lines[:-1], "the end"),
    "only the head is there": (lambda lines: lines[:1], "the end"),
    "nothing is there": (lambda lines: [], "event 0"),
    "the last line end is missing": (lambda lines: [*lines[:-1], lines[-1].rstrip()], "the end"),
    "an event is cut off": (lambda lines: [*lines[:3], lines[3][:40]], "event 3"),
    "a line is added": (lambda lines: [*lines, lines[-1]], "event"),
    "a blank is added": (lambda lines: [lines[0].replace(b'":', b'": ', 1), *lines[1:]], "event 0"),
    "line ends of another system": (lambda lines: [line.replace(b"\n", b"\r\n") for line in lines], "event 0"),
    "a key is added": (lambda lines: [*lines[:2], lines[2].replace(b"{", b'{"x":1,', 1), *lines[3:]], "event 2"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_found_and_named(change: str, log: bytes) -> None:
    work, named = CHANGES[change]
    changed = b"".join(work(lines_of(log)))
    assert changed != log
    assert where(changed).startswith(named)


def test_a_missing_line_feed_is_named(log: bytes) -> None:
    with pytest.raises(Differs, match="the line feed behind its last line is missing"):
        replay(log.removesuffix(b"\n"))


@pytest.mark.parametrize(
    "garbage", [b"", b"\n", b"\n\n\n", b"{}\n{}\n", b"null\n", b"\x00\xff" * 500, b"[" * 200_000, b'{"kind":"head"}\n']
)
def test_garbage_is_no_log(garbage: bytes) -> None:
    assert where(garbage) == "event 0"


@pytest.fixture(scope="module")
def one_log() -> bytes:
    """The same log for every example of a property."""
    import asyncio

    with tiny_games():
        return asyncio.run(log_of(MemoryStore(), *LINES))


@given(st.data())
def test_any_flipped_byte_is_found(one_log: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(one_log) - 1))
    flipped = bytearray(one_log)
    flipped[at] ^= data.draw(st.integers(1, 255))
    assert where(bytes(flipped)) != ""


@given(st.data())
def test_any_cut_and_any_insertion_is_found(one_log: bytes, data: st.DataObject) -> None:
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(one_log))] * 2)))
    put = data.draw(st.binary(max_size=20))
    changed = one_log[:start] + put + one_log[end:]
    assume(changed != one_log)
    assert where(changed) != ""


def test_a_flip_is_named_at_its_own_line(one_log: bytes) -> None:
    lines = lines_of(one_log)
    for n, line in enumerate(lines[1:-1], 1):
        for at in range(0, len(line) - 1, 7):
            bad = bytes([*line[:at], line[at] ^ 1, *line[at + 1 :]])
            assert where(b"".join([*lines[:n], bad, *lines[n + 1 :]])) == f"event {n}"


def test_a_log_of_other_rules_is_refused_in_a_sentence(one_log: bytes) -> None:
    first, *rest = lines_of(one_log)
    head = decode(first.replace(b'"rules":1', b'"rules":2').strip(), HeadLine)
    other = encode(summed(head, "")) + b"\n"
    with pytest.raises(WrongRules, match="played by rules 2 of number"):
        replay(b"".join([other, *rest]))
