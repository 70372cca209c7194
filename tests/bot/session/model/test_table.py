"""The table as an aggregate: events change it without side effects, and what people read follows from the events."""

import json
from collections import Counter

import pytest
from msgspec.structs import replace

from bot.session.model.audience import Sent, outgoing
from bot.session.model.events import (
    Dealt,
    Decided,
    Extended,
    Forgotten,
    Gone,
    Missed,
    Nudged,
    Present,
    Returned,
    Rose,
    Sat,
    Stopped,
    TableEvent,
)
from bot.session.model.inbound import Answer
from bot.session.model.reducer import reduce
from bot.session.model.session import Session
from bot.session.model.table import LEFT, Chair, Extension, Place, Table, alias
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording.notices import notices
from games.core.codec import decode, encode
from games.core.contract import TABLE, Seat
from games.core.post import plain, says
from tests.bot.session.harness import Room

A, B, C = map(Seat, ("a", "b", "c"))
HOME, HALL = Place("home", A, True), Place("hall", TABLE, False)
TABLE_OF_THREE = Table(chairs=tuple(Chair(seat, "human", user=f"u{seat}") for seat in (A, B, C)), phase="play")


def after(*events: TableEvent, table: Table = TABLE_OF_THREE) -> Table:
    for event in events:
        table = reduce(table, event)
    return table


def test_a_place_is_known_once_for_each_viewer() -> None:
    seated = Sat(Chair(A, "human", user="ua"), HOME, replace(HOME, visibility="private"))
    table = after(seated, Sat(Chair(A, "human", user="ua"), HALL))
    assert table.places == (HOME, HALL)
    assert table.homes == ((A, "hall"),)


def test_a_free_chair_leaves_neither_place_nor_home() -> None:
    table = after(Sat(Chair(A, "human", user="ua"), HOME), Rose(A))
    assert (table.chair(A), table.places, table.homes) == (Chair(A), (), ())


def test_deadlines_in_a_row_are_counted_until_the_person_is_back() -> None:
    assert after(Missed(B), Missed(B)).chair(B).covered
    assert after(Missed(B), Missed(B), Returned(B)).chair(B).missed == 0
    assert after(Gone(B)).chair(B).missed == LEFT


def test_more_time_for_a_clock_means_another_reminder() -> None:
    table = after(Nudged("turn:1"), Extended("turn:1", 50, 10, "outage"), Extended("turn:1", 60, 10, "clock"))
    assert (table.nudged, table.extended) == ("", (Extension("turn:1", 60, 10),))


def test_erasure_takes_name_and_places_of_one_person() -> None:
    seated = (Sat(Chair(A, "human", user="ua", name="Ann"), HOME), Sat(Chair(B, "human", user="ub", name="Bea"), HALL))
    table = after(*seated, Gone(A), Forgotten(alias("ua")))
    assert [chair.name for chair in table.chairs] == ["", "Bea", ""]
    assert (table.places, table.homes) == ((HALL,), ((B, "hall"),))


def test_stored_names_of_renamed_fields_stay() -> None:
    place = json.loads(encode(replace(HALL, visibility="watch")))
    assert place | {"eyes": "", "hears": "watch"} == place
    assert json.loads(outgoing("hall", Sent(says("Hi."), viewer=A)).body)["eyes"] == "a"
    assert decode(b'{"address":"hall","eyes":"b","private":false,"hears":"private"}', Place).viewer == B


async def seated(room: Room) -> Session:
    sid = await room.open("rounds", against=(("player_1", "human"), ("player_2", "human")))
    for user in ("bea", "cleo"):
        await room.join(user, (await room.session(sid)).terms.code)
    return await room.session(sid)


async def told(room: Room, *events: TableEvent) -> dict[str, list[str]]:
    """Return the posts in each place for events that happen together in a running game."""
    before = await seated(room)
    table = before.table
    for event in events:
        table = reduce(table, event)
    rows = notices(before, events, before.changed(table=table), room.now)
    read: dict[str, list[str]] = {}
    for row in rows:
        read.setdefault(row.place, []).append(plain(decode(row.body, Sent).post))
    return read


async def test_leaving_is_told_to_the_others_by_name_and_to_the_person(room: Room) -> None:
    seat = Seat("player_1")
    assert await told(room, Gone(seat)) == {
        "room:ann": ["bea has left. An AI plays that seat."],
        "room:bea": ["You have left, and an AI plays your seat. Write anything to take it again."],
        "room:cleo": ["bea has left. An AI plays that seat."],
    }


async def test_events_that_happen_together_are_told_of_the_table_after_all_of_them(room: Room) -> None:
    read = await told(room, Gone(Seat("player_1")), Forgotten(alias("bea")))
    assert read == {place: ["player_1 has left. An AI plays that seat."] for place in ("room:ann", "room:cleo")}


@pytest.mark.parametrize(
    "event", [Decided(Seat("player_1"), "normal"), Present(Seat("player_1"), "c")], ids=["move", "sign"]
)
async def test_most_events_are_told_to_nobody(room: Room, event: TableEvent) -> None:
    assert await told(room, event) == {}


async def test_a_stopped_game_is_told_once_in_each_place(room: Room) -> None:
    read = await told(room, Stopped("telegram:1", "the lesson is over"))
    assert set(read) == {"room:ann", "room:bea", "room:cleo"}
    assert {len(posts) for posts in read.values()} == {1}
    assert "Reason: the lesson is over" in read["room:ann"][0]


async def test_a_unit_tells_of_what_it_records(room: Room) -> None:
    sid = await room.open("number", against=(("guesser_1", "human"),))
    unit = UnitOfWork(await room.session(sid), room.now)
    unit.record(Sat(Chair(Seat("guesser_1"), "ai", strategy="normal")), Dealt())
    _, commit = unit.commit(("begun",), Answer("told"))
    assert len(commit.events) == 2
    assert any("the table is full" in plain(decode(post.body, Sent).post) for post in commit.posts)


async def test_turn_and_stakes_are_worked_out_once_for_a_state(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = (await seated(room)).changed(version=9)
    session = replace(session)  # a copy that has worked out nothing yet
    asked: Counter[str] = Counter()
    for name in ("turn", "stake"):
        method = getattr(session.game, name)
        monkeypatch.setattr(session.game, name, lambda *a, n=name, m=method: asked.update([n]) or m(*a), raising=False)
    for _ in range(3):
        assert session.turn.clocks
        assert session.stake(Seat("player_0"))
        session, _ = session.after(Nudged("x"), room.now)
    assert asked == {"turn": 1, "stake": len(session.table.chairs)}
    assert session.changed(state=replace(session.state)).turn == session.turn
    assert asked["turn"] == 2


def test_entries_of_earlier_versions_are_written_as_they_were() -> None:
    for kept in (b'{"type":"gone","seat":"a"}', b'{"type":"asked","seat":"a","text":"44","stake":"1"}'):
        assert encode(decode(kept, TableEvent)) == kept
