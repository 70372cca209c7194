"""The record of a class: nobody in it, gone from the store in time, and readable to programs."""

import csv
from io import StringIO

from bot import keys
from bot.classes import reviewing, rooms
from bot.classes.figures import COLUMNS, facts
from bot.session.model.inbound import Command
from bot.session.retention import DAY, Periods, Retention
from games.core.codec import encode
from tests.bot.classes.harness import School


async def test_the_table_of_a_class_has_typed_columns_and_no_person(school: School) -> None:
    await school.begins("bargaining minutes:5 now:yes")
    await school.joins("ann", "bob", "cy")
    await school.goes_on("ann")
    room = await school.reviewed()
    rows = list(csv.DictReader(StringIO(reviewing.papers(room)["games.csv"])))
    assert list(rows[0]) == [name for name, *_ in COLUMNS]
    assert [row["game"] for row in rows] == ["1", "2", "3"]
    [deal] = [row for row in rows if row["deal"] == "true"]
    assert float(deal["joint"]) == float(deal["joint_best"]) == 25
    assert float(deal["first_earned"]) == 65 - float(deal["value"])
    assert int(deal["moves"]) > 0
    for text in (*reviewing.papers(room).values(), encode(room).decode()):
        assert not {"ann", "bob", "cy"} & set(text.replace('"', " ").replace(":", " ").split())


async def test_a_game_that_lies_on_the_ground_without_a_deal_counts_as_none(school: School) -> None:
    await school.begins("society minutes:5 now:yes")
    await school.joins("ann", "bob")
    room = await school.reviewed()
    rows = list(csv.DictReader(StringIO(reviewing.papers(room)["games.csv"])))
    assert [(row["end"], row["deal"]) for row in rows] == [("no_deal", "false")] * 2
    assert all(game.mark is not None for game in room.played)
    assert dict(facts(room))["Deals"] == "0 of 2"


async def test_who_is_forgotten_leaves_an_anonymous_game(school: School) -> None:
    await school.begins("bargaining minutes:5 now:yes")
    await school.joins("ann", "bob")
    await school.does("ann", Command("forget"))
    await school.presses("ann", "Erase")
    await school.reviewed()
    assert len((await school.room()).played) == 2
    left = await school.store.sessions(keys.of_class((await rooms.by_code(school.store, school.code)).sid))  # type: ignore[union-attr]
    assert len(left) == 2
    assert not [loaded for loaded in left if b"room:ann" in loaded.snapshot or b'"ann"' in loaded.snapshot]


async def test_after_the_review_nothing_leads_to_a_person(school: School) -> None:
    await school.begins()
    await school.joins("ann")
    pid = (await school.room()).pid("ann")
    await school.teacher("start")
    room = await school.reviewed()
    assert room.salt == ""
    assert pid not in encode(room).decode()


async def test_retention_takes_the_code_first_and_the_board_at_last(school: School) -> None:
    await school.begins()
    await school.joins("ann")
    await school.teacher("start")
    room = await school.reviewed()
    retention = Retention(school.store, lambda: school.now, Periods(7, 30))
    school.now += 8 * DAY
    await retention.round()
    assert await rooms.by_code(school.store, room.code) is None
    assert await rooms.by_token(school.store, room.token) is not None
    school.now += 30 * DAY
    await retention.round()
    assert await rooms.by_token(school.store, room.token) is None
    assert not await school.store.sessions(limit=100, live=False)


async def test_a_class_that_nobody_starts_ends_by_itself(school: School) -> None:
    await school.begins()
    await school.joins("ann")
    await school.passes(24 * 60 + 1)
    school.now += 2_000
    await school.works()
    assert (await school.room()).phase == "done"
    assert "The class is over" in school.last("ann")
