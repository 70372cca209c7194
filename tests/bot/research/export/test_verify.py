"""Verification offline: each part of a game that was changed is named, by whoever it was changed."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from bot.research.export.log import EndLine, EventLine, HeadLine, export, summed
from bot.research.export.replay import entry_of, replay
from bot.research.export.verify import Changed, Unproven, verify
from bot.session.model import receipt
from bot.session.model.session import Session
from bot.session.model.terms import Terms
from games.core.codec import decode, digest, encode
from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.session.harness import Room, tiny_games
from tests.golden.record import recordings

Line = dict[str, Any]


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with tiny_games():
        yield


async def written(store: Store, sid: str, **how: bool) -> bytes:
    return b"".join([row async for row in export(store, sid, **how)])


async def played(**more: Any) -> tuple[Room, str]:
    """A finished game against the analytic seller, in which the person talked."""
    store = MemoryStore()
    await store.open()
    room = Room(store)
    sid = await room.open("bargaining", **({"seed": None, "wrote": (("talk", "both"), ("reading", "plain"))} | more))
    await room.say("ann", "I can pay 41, and good morning to you my friend")
    for _ in range(2):
        await room.command("ann", "quit")
    return room, sid


@pytest.fixture
async def file() -> bytes:
    return await written((game := await played())[0].store, game[1])


def compact(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()


def forged(lines: list[Line]) -> bytes:
    """The lines of a forger who computes all marks and sums again, as far as the events can be applied."""
    rows: list[HeadLine | EventLine | EndLine] = []
    head = decode(compact(lines[0]), HeadLine)
    # What a forger forgets is found by the parts; what they compute is what replay compares.
    spec = digest(head.terms.game.encode(), b"%d" % head.terms.rules, bytes(head.terms.config))
    head = replace(head, terms=replace(head.terms, spec=spec))
    session = Session.fresh(head.sid, head.terms)
    last = summed(head, "")
    rows.append(last)
    total = last.sum
    for line in lines[1:-1]:
        row = decode(compact(line), EventLine)
        entry = entry_of(session, row)
        session, _ = session.after(entry.event, row.at, row.salt, row.cover)
        event = summed(replace(row, event=encode_raw(entry.event), mark=session.table.mark), total)
        total = event.sum
        rows.append(event)
    end = decode(compact(lines[-1]), EndLine)
    made = replace(
        end, mark=session.table.mark, result=encode_raw(session.result()), state=digest(encode(session.state))
    )
    rows.append(summed(made, total))
    return b"".join(encode(row) + b"\n" for row in rows)


def encode_raw(value: object) -> Raw:
    return Raw(encode(value))


def parsed(file: bytes) -> list[Line]:
    return [json.loads(line) for line in file.splitlines()]


def event(lines: list[Line], kind: str, **fields: object) -> Line:
    """The first event of a kind, with these fields, as it stands in its line."""
    found = (line["event"] for line in lines[1:-1] if line["event"].get("type") == kind)
    return next(one for one in found if all(one.get(key) == value for key, value in fields.items()))


def _seed(lines: list[Line]) -> None:
    lines[0]["terms"]["seed"] += 1


def _salt_of_deal(lines: list[Line]) -> None:
    lines[-1]["receipt"]["salts"]["deal"] = "0" * 32


def _config(lines: list[Line]) -> None:
    lines[0]["terms"]["config"]["seller_cost"] += 100


def _engine(lines: list[Line]) -> None:
    lines[0]["terms"]["engine"] = "9.9"


def _level(lines: list[Line]) -> None:
    event(lines, "sat")["chair"]["strategy"] = "hard"


def _promised_level(lines: list[Line]) -> None:
    lines[0]["terms"]["promise"]["players"][0][1] = "hard"


def _opponent_seed(lines: list[Line]) -> None:
    lines[0]["terms"]["promise"]["opponent_seed"] = "0" * 64


def _source(lines: list[Line]) -> None:
    event(lines, "decided")["source"] = "easy"


def _drawn(lines: list[Line]) -> None:
    disposition = event(lines, "committed")["drawn"]["disposition"]
    key = next(key for key, value in disposition.items() if isinstance(value, int))
    disposition[key] += 1


def _words(lines: list[Line]) -> None:
    next(line["event"] for line in lines[1:-1] if line["event"].get("say"))["say"] = "something else"


def _name(lines: list[Line]) -> None:
    event(lines, "sat", chair=lines[2]["event"]["chair"])["chair"]["name"] = "Somebody Else"


def _time(lines: list[Line]) -> None:
    lines[4]["at"] += 1


def _event_salt(lines: list[Line]) -> None:
    lines[4]["salt"] = "0" * 32


def _log_hash(lines: list[Line]) -> None:
    lines[-1]["receipt"]["log"] = "0" * 64


def _no_words(lines: list[Line]) -> None:
    """Words are taken out, as if their author were forgotten, and others are put in."""
    line = next(line for line in lines[1:-1] if line["event"].get("say"))
    del line["salt"]
    line["cover"] = "0" * 64


def _other_words(lines: list[Line]) -> None:
    """The cover stays, so that the hash of the log does."""
    line = next(line for line in lines[1:-1] if line["event"].get("say"))
    row = decode(compact(line), EventLine)
    line["cover"] = receipt.cover_of(entry_of(Session.fresh("", decode(compact(lines[0]), HeadLine).terms), row))
    del line["salt"]
    line["event"]["say"] = "something else"


def _counted(lines: list[Line]) -> None:
    for n, line in enumerate(lines[1:-1], 1):
        line["n"] = n
    lines[-1]["events"] = len(lines) - 2


def _sits(lines: list[Line], before: str, **chair: str) -> None:
    """Somebody else takes the seat that an AI was promised for."""
    sat = next(line for line in lines[1:-1] if line["event"].get("chair", {}).get("kind") == "ai")
    at = next(n for n, line in enumerate(lines) if line.get("event", {}).get("type") == before)
    other = json.loads(json.dumps(sat))
    other["event"]["chair"] |= chair
    lines.insert(at, other)
    _counted(lines)


def _person_sits(lines: list[Line]) -> None:
    _sits(lines, "dealt", kind="human", user="eve")


def _other_takes_over(lines: list[Line]) -> None:
    _sits(lines, "moved", strategy="hard")


def _nobody_decided(lines: list[Line]) -> None:
    lines.remove(next(line for line in lines[1:-1] if line["event"].get("type") == "decided"))
    _counted(lines)


FORGED: list[tuple[str, Callable[[list[Line]], None]]] = [
    ("deal", _seed),
    ("deal", _salt_of_deal),
    ("configuration", _config),
    ("opponent", _engine),
    ("opponent", _level),
    ("opponent", _promised_level),
    ("opponent", _opponent_seed),
    ("opponent", _source),
    ("opponent", _person_sits),
    ("opponent", _other_takes_over),
    ("opponent", _nobody_decided),
    ("log", _words),
    ("log", _name),
    ("log", _time),
    ("log", _event_salt),
    ("log", _log_hash),
    ("log", _no_words),
    ("log", _other_words),
]


def plainly(lines: list[Line]) -> bytes:
    return b"".join(compact(line) + b"\n" for line in lines)


@pytest.mark.parametrize("write", [plainly, forged], ids=["as an editor does", "with marks and sums computed anew"])
@pytest.mark.parametrize(("part", "change"), FORGED, ids=[change.__name__[1:] for _, change in FORGED])
async def test_what_was_changed_is_named(
    part: str, change: Callable[[list[Line]], None], write: Callable[[list[Line]], bytes], file: bytes
) -> None:
    lines = parsed(file)
    assert verify(plainly(lines)).log == verify(forged(lines)).log == verify(file).log
    change(lines)
    with pytest.raises(Changed) as found:
        verify(write(lines))
    assert found.value.part == part
    assert str(found.value).startswith(f"The {part} differs: ")


async def test_what_an_opponent_drew_is_checked_by_those_who_know_its_seed() -> None:
    room, sid = await played()
    lines = parsed(await written(room.store, sid, operator=True))
    assert verify(plainly(lines)).opponent
    _drawn(lines)
    with pytest.raises(Changed, match="does not follow from its seed") as found:
        verify(forged(lines))
    assert found.value.part == "opponent"
    lines = parsed(await written(room.store, sid, operator=True))
    lines[-1]["receipt"]["opponent_seed"] += "0"
    with pytest.raises(Changed) as found:
        verify(forged(lines))
    assert found.value.part == "opponent"


async def test_a_move_that_was_changed_is_named_as_the_log(file: bytes) -> None:
    lines = parsed(file)
    moves = (line["event"] for line in lines[1:-1] if line["event"].get("move"))
    offered = next(move for move in moves if move["seat"] == "buyer")
    before = encode(offered["move"])
    offered["move"] = json.loads(before.replace(b"4100", b"4000"))
    assert encode(offered["move"]) != before
    for write in (plainly, forged):
        with pytest.raises(Changed) as found:
            verify(write(lines))
        assert found.value.part == "log"


async def test_a_whole_forgery_differs_from_what_the_player_noted(file: bytes) -> None:
    """A complete recomputation makes another game that keeps another promise: the noted hashes tell."""
    honest = verify(file)
    other = await written((game := await played())[0].store, game[1])
    made = verify(other)
    assert verify(file, honest.commitment, honest.log).log == honest.log
    spaced = "\n".join(honest.commitment[at : at + 8].upper() for at in range(0, 64, 8))
    assert verify(file, spaced).commitment == honest.commitment
    with pytest.raises(Changed) as found:
        verify(other, honest.commitment)
    assert found.value.part == "commitment"
    with pytest.raises(Changed) as found:
        verify(other, made.commitment, honest.log)
    assert found.value.part == "log"


@pytest.mark.parametrize("seed", [None, 77])
async def test_every_export_of_a_game_is_as_promised(seed: int | None) -> None:
    room, sid = await played(seed=seed)
    made = [
        verify(await written(room.store, sid, names=names, operator=operator, withhold=withhold))
        for names, operator, withhold in product((True, False), repeat=3)
    ]
    assert len({(one.commitment, one.log) for one in made}) == 1
    assert {one.chosen for one in made} == {seed is not None}
    loaded = await room.store.load(sid)
    assert loaded is not None
    terms = decode(loaded.head.body, Terms)
    promise = terms.promise
    assert promise
    assert receipt.commitment(promise) == made[0].commitment


async def test_with_a_chosen_seed_the_opponent_is_checked_as_everybody_could_know_it() -> None:
    room, sid = await played(seed=77)
    lines = parsed(await written(room.store, sid))
    assert not any("salt" in line for line in lines)
    _drawn(lines)
    with pytest.raises(Changed, match="does not follow from its seed"):
        verify(forged(lines))


async def test_a_file_for_players_holds_no_limit_of_the_opponent() -> None:
    room, sid = await played()
    made = await written(room.store, sid, withhold=True)
    assert b'"disposition":{}' in made
    drawn = (await room.session(sid)).table.chair("seller").drawn
    assert drawn
    assert encode(drawn.disposition) in await written(room.store, sid)
    assert encode(drawn.disposition) not in made
    assert replay(made).sid == sid
    lines = parsed(made)
    event(lines, "committed")["drawn"]["disposition"] = {"reservation": 1}
    for write in (plainly, forged):
        with pytest.raises(Changed):
            verify(write(lines))


async def test_only_operators_get_the_opponents_seed_and_nobody_the_root() -> None:
    room, sid = await played()
    loaded = await room.store.load(sid)
    assert loaded is not None
    terms = decode(loaded.head.body, Terms)
    hidden = str(receipt.opponent_seed(terms)).encode()
    assert terms.root
    for how in ({}, {"names": False}, {"withhold": True}, {"operator": True}):
        made = await written(room.store, sid, **how)
        assert str(terms.root).encode() not in made
        assert (hidden in made) is ("operator" in how)
        assert replay(made).sid == sid


async def test_a_game_that_goes_on_has_no_receipt_yet() -> None:
    store = MemoryStore()
    await store.open()
    room = Room(store)
    sid = await room.open("bargaining", seed=None)
    made = await written(store, sid)
    assert b"receipt" not in made
    with pytest.raises(Unproven, match="comes with the end"):
        verify(made)


@pytest.mark.parametrize("path", list(recordings()), ids=lambda path: path.stem)
def test_recordings_of_earlier_versions_say_that_nothing_was_promised(path: Path) -> None:
    data = path.read_bytes()
    if b'"promise"' in data:
        assert verify(data).commitment
    else:
        with pytest.raises(Unproven, match="played before receipts"):
            verify(data)


async def test_a_receipt_that_was_taken_out_proves_nothing(file: bytes) -> None:
    lines = parsed(file)
    del lines[-1]["receipt"]
    for write in (plainly, forged):
        with pytest.raises((Changed, Unproven)):
            verify(write(lines))
    del lines[0]["terms"]["promise"]
    with pytest.raises((Changed, Unproven)):
        verify(forged(lines))


@pytest.mark.parametrize("garbage", [b"", b"\n", b"{}", b"\xff", b"[]\n[]", b'{"kind":"head"}'])
def test_garbage_is_a_log_that_differs(garbage: bytes) -> None:
    with pytest.raises(Changed) as found:
        verify(garbage)
    assert found.value.part == "log"


async def test_any_line_that_is_cut_or_doubled_is_found(file: bytes) -> None:
    lines = file.splitlines(keepends=True)
    for n in range(len(lines)):
        for made in (lines[:n] + lines[n + 1 :], lines[: n + 1] + lines[n:], [*lines[:n], lines[n][:-9] + b"\n"]):
            with pytest.raises((Changed, Unproven)):
                verify(b"".join(made))


async def test_every_byte_counts(file: bytes) -> None:
    """Each ninth byte of a file in turn has another value."""
    for at in range(0, len(file), 9):
        flipped = file[:at] + bytes([file[at] ^ 1]) + file[at + 1 :]
        with pytest.raises((Changed, Unproven)):
            verify(flipped)


def test_a_promise_names_no_folder_of_a_script() -> None:
    assert receipt.shown("script:/home/zaphod/lines.txt") == "script:lines.txt"
    assert receipt.shown("llm", "model-x") == "llm model-x"
