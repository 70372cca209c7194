"""Sessions that earlier versions recorded replay to the byte, whatever the program has become."""

import json
from pathlib import Path

import msgspec
import pytest

from bot.research.export.log import HeadLine, summed
from bot.research.export.replay import replay
from bot.session.model import looking_back
from bot.session.model import session as sessions
from bot.session.model.inbound import Act, Command, Inbound, Text
from bot.session.model.session import Session, WrongRules, gather, known, revive
from games.core.codec import decode, encode
from games.core.registry import names
from storage.base import Commit, Head, Record, Store
from storage.memory import MemoryStore
from tests.bot.session.harness import Room
from tests.golden.record import recorded, recordings

RECORDINGS = list(recordings())


def test_every_game_has_recordings() -> None:
    recorded_games = {path.name.partition("-")[0] for path in RECORDINGS}
    assert recorded_games == set(names()), "record the missing ones: python -m tests.golden.record"


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_replays_to_the_byte(path: Path) -> None:
    data = path.read_bytes()
    session = replay(data)
    end = json.loads(data.splitlines()[-1])
    assert end["mark"] == session.table.mark
    assert json.loads(encode(session.result())) == end["result"]


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
async def test_a_recording_that_stood_in_a_store_is_a_session_again(path: Path) -> None:
    """As after an upgrade: the snapshot has a shape that is not known any more, so the log is folded."""
    store = MemoryStore()
    sid, state = await _put(store, _bytes(path))
    loaded = await store.load(sid)
    assert loaded is not None
    session = await revive(store, loaded)
    assert encode(session.state) == encode(state.state)
    assert session.table == state.table
    assert session.version == loaded.version


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
async def test_a_recording_can_be_looked_back_at(path: Path) -> None:
    store = MemoryStore()
    sid, state = await _put(store, _bytes(path))
    log = await gather(store.events(sid))
    session, past = looking_back.refolded(sid, state.terms, log)
    assert encode(session.state) == encode(state.state)
    assert [type(event).__name__ for _, event in past] == [
        name for name in map(_name, log) if name in ("Moved", "Slipped", "Expired", "Left")
    ]
    if "coach" in sessions.offers(session):
        review = looking_back.review(sid, state.terms, log, session.table.chairs[0].seat)
        assert review is not None
        assert len(review.moments) <= 3


def _name(record: Record) -> str:
    """Return the kind of an event, as its tag in the log says."""
    kind: str = json.loads(record.data)["event"]["type"]
    return kind.capitalize()


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


async def _put(store: Store, data: bytes, rules: int = 0) -> tuple[str, Session]:
    """A recording as a session in a store, with a snapshot of another shape."""
    head, *events, _ = [json.loads(line) for line in data.splitlines()]
    if rules:
        head["terms"]["rules"] = rules
    steps: dict[int, list[bytes]] = {}
    raw = [msgspec.json.decode(line, type=dict[str, msgspec.Raw]) for line in data.splitlines()[1:-1]]
    for event, row in zip(events, raw, strict=True):
        entry = b'{"event":%b,"mark":"%b"}' % (bytes(row["event"]), event["mark"].encode())
        steps.setdefault(event["version"], []).append(entry)
    times = {event["version"]: event["at"] for event in events}
    terms = bytes(msgspec.json.decode(data.splitlines()[0], type=dict[str, msgspec.Raw])["terms"])
    if rules:
        terms = terms.replace(b'"rules":1', b'"rules":%d' % rules)
    old = b'{"shape":"of another time","table":null,"state":null}'
    for version in range(1, max(steps) + 1):
        await store.commit(
            Commit(
                head["sid"],
                version - 1,
                (),
                b"",
                tuple(steps.get(version, ())),
                old,
                times.get(version, 0),
                over=version == max(steps),
                tags=("user:ann",),
                head=Head(head["sid"], head["game"], head["namespace"], head["at"], terms) if version == 1 else None,
            )
        )
    return head["sid"], replay(data)


async def test_a_person_finds_an_older_game_after_an_upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(MemoryStore())
    sid = await room.open("bargaining")
    await room.say("ann", "44")
    await room.open("bargaining", "bob", seed=2)
    await room.say("bob", "accept")
    sessions._shape.cache_clear()
    monkeypatch.setattr(sessions, "_shape", lambda game: "of a newer version")
    room.manager = room.process()
    assert (await room.command("ann", "resume")).sid == sid
    assert (await room.say("ann", "accept")).what == "played"
    await room.command("bob", "stats")
    assert "1 played" in room.last("bob")
    assert (await room.command("bob", "rematch")).what == "opened"


@pytest.mark.parametrize("act", [Text("44"), Command("status")])
async def test_a_game_of_newer_rules_is_refused_in_a_sentence(act: Act) -> None:
    room = Room(MemoryStore())
    path = next(path for path in RECORDINGS if path.name.startswith("bargaining-rules1-talks"))
    sid, _ = await _put(room.store, _bytes(path), rules=99)
    await room.store.point("focus:room:ann|ann", sid)
    answer = await room.manager.handle(Inbound("in:x", "room:ann", "ann", 1, act))
    await room.out()
    assert (answer.what, answer.code) == ("refused", "wrong_rules")
    assert "played by rules 99 of bargaining" in room.last("ann")
    assert (await room.command("ann", "stats")).what == "told"
    assert "No finished games yet." in room.last("ann")
    loaded = await room.store.load(sid)
    assert loaded is not None
    assert await known(room.store, loaded) is None


def test_a_log_of_newer_rules_is_refused_in_a_sentence() -> None:
    first, *rest = next(iter(RECORDINGS)).read_bytes().splitlines(keepends=True)
    head = decode(first.replace(b'"rules":1', b'"rules":99').strip(), HeadLine)
    with pytest.raises(WrongRules, match="played by rules 99 of"):
        replay(encode(summed(head, "")) + b"\n" + b"".join(rest))


async def test_what_is_recorded_today_replays() -> None:
    """So that a new recording is good before anybody keeps it."""
    replay(await recorded("bargaining", "talks", 7))
