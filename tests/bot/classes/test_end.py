"""The end of a class for people who were still playing: true words in the chat, the card, the board and the files."""

import csv
from io import StringIO

import pytest

from bot.classes import figures, reviewing
from bot.session.model.inbound import Command, Text
from tests.bot.classes.harness import School

GAMES = ["bargaining", "trading", "balloon", "dealornodeal"]
BLAMES = ("left", "did not answer", "in time", "answered any more", "no answer", "other side left")
UNFINISHED = "The class has ended, so this game ends unfinished."


async def ended(school: School, how: str, words: str, *people: str) -> None:
    await school.begins(f"{words} minutes:5")
    await school.joins(*people)
    await school.teacher("start")
    for user in people:
        await school.does(user, Text("hello"))
    await closes(school, how)


async def closes(school: School, how: str) -> None:
    if how == "teacher":
        await school.teacher("end")
        await school.passes(0.1)
    else:
        await school.reviewed()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pairs", ["", "pairs:yes"])
@pytest.mark.parametrize("how", ["teacher", "clock"])
async def test_who_was_still_playing_reads_that_the_class_has_ended(
    school: School, game: str, pairs: str, how: str
) -> None:
    await ended(school, how, f"{game} {pairs}".strip(), "ann", "bob")
    for user in ("ann", "bob"):
        told = school.last(user)
        assert told.startswith("GAME OVER")
        assert UNFINISHED in told
        assert "Final Earnings: you" in told
        for later in (told, await school.says(user, "/status"), await card(school, user)):
            assert not [blame for blame in BLAMES if blame in later], later
    games = (await school.room()).played
    assert {game.end for game in games} == {"cutoff"}


async def card(school: School, user: str) -> str:
    seen = len(school.texts(user))
    await school.does(user, Command("card"))
    return "\n".join(school.texts(user)[seen:])


async def test_the_card_says_why_the_game_is_unfinished(school: School) -> None:
    await ended(school, "clock", "bargaining buyer_value=80 seller_cost=50", "ann")
    told = await card(school, "ann")
    assert told.startswith("Unfinished: the class ended first")
    assert "$30.00" in told


async def test_the_log_of_a_game_that_its_class_ended_says_so(school: School) -> None:
    await ended(school, "clock", "bargaining", "ann")
    [sid] = (await school.room()).tables
    session = await school.session(sid)
    assert session.table.rung
    result = session.result()
    assert result is not None
    assert result.end == "abandoned"


async def test_who_left_on_purpose_left(school: School) -> None:
    await school.begins("dealornodeal minutes:5 now:yes")
    await school.joins("ann", "bob")
    await school.does("ann", Command("quit"))
    await school.does("ann", Text("yes"))
    assert "You left the game." in school.last("ann")
    await closes(school, "clock")
    assert sorted(game.end for game in (await school.room()).played) == ["abandoned", "cutoff"]


async def test_the_table_of_games_tells_cut_games_from_abandoned_ones(school: School) -> None:
    await ended(school, "clock", "bargaining", "ann", "bob")
    room = await school.room()
    rows = list(csv.DictReader(StringIO(reviewing.papers(room)["games.csv"])))
    assert [(row["end"], row["deal"]) for row in rows] == [("cutoff", "false")] * 2
    about = {row[0]: row[3] for row in figures.COLUMNS}
    assert "cutoff" in about["end"]
    assert "class" in about["end"]


@pytest.mark.parametrize("game", [*GAMES, "society"])
async def test_nothing_is_yet_to_come_on_the_board_of_a_class_that_has_ended(school: School, game: str) -> None:
    await school.begins(f"{game} minutes:5")
    await school.joins("ann", "bob")
    await school.teacher("start")
    before = await school.wall()
    assert game == "society" or "No deal yet." in before.said
    await closes(school, "clock")
    room, wall = await school.room(), await school.wall()
    shown = "\n".join((wall.said, wall.twin, *(lesson.text for lesson in wall.lessons), reviewing.note(room)))
    assert "yet" not in shown
    assert "or somebody left" not in shown
    if game != "society":
        assert wall.said == "No game made a deal."
        assert "2 of them were not played to the end" in shown
