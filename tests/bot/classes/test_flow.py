"""The way of a class by the real manager: in by its code, one clock, one end, one look back."""

from typing import Any

import pytest

from bot.classes import reviewing, rooms
from bot.session import lessons
from bot.session.model import levels
from bot.session.model.inbound import Asked, Command, Inbound, Join, Text
from bot.session.repository import SessionRepository
from storage.base import Store
from tests.bot.classes.harness import School
from tests.bot.operators.harness import BOSS, HERE


async def test_a_class_is_played_from_the_code_to_the_review(school: School) -> None:
    told = await school.teacher("new bargaining minutes:10 buyer_value=80 seller_cost=50")
    room = await school.begins("bargaining minutes:10 buyer_value=80 seller_cost=50")
    assert "http://school.example/board/" in told
    await school.joins("ann", "bob", "cy")
    assert "You are the first here" in school.texts("ann")[0]
    assert "3 people are here" in school.texts("cy")[0]
    assert "hasn't begun" in await school.says("ann", "hello")
    assert (await school.wall()).phase == "lobby"
    assert (await school.wall()).plot is None
    await school.teacher(f"start code:{school.code}")
    for user in ("ann", "bob", "cy"):
        assert any("The class has started" in text for text in school.texts(user))
        assert any("$80.00" in text for text in school.texts(user))
    assert len({(await school.here(user)).state for user in ("ann", "bob", "cy")}) == 1
    await school.goes_on("ann")
    wall = await school.wall()
    assert (wall.joined, wall.playing, wall.finished, wall.left) == (3, 2, 1, (await school.room()).ends - school.now)
    assert wall.plot is not None
    assert len(wall.plot.dots) == 1
    room = await school.reviewed()
    assert room.phase == "done"
    assert [game.end for game in room.played].count("cutoff") == 2
    assert "The class is over." in "\n".join(school.texts("bob"))
    assert "GAME OVER" in school.last("bob")
    assert "what this class shows" in await school.teacher("debrief")
    assert room.review is not None
    assert 1 <= len(room.review.lessons) <= 3


async def test_everybody_meets_the_same_opponent(school: School) -> None:
    await school.begins("bargaining minutes:10 now:yes")
    await school.joins("ann", "bob")
    for user in ("ann", "bob"):
        await school.says(user, "42")
        await school.says(user, "43.50")
    first, second = await school.here("ann"), await school.here("bob")
    assert first.state == second.state
    assert first.table.chair("seller").drawn == second.table.chair("seller").drawn


async def test_nobody_chooses_another_opponent(school: School) -> None:
    await school.begins("bargaining minutes:10 now:yes")
    await school.joins("ann")
    assert not levels.others(await school.here("ann"))


async def test_who_joins_twice_has_one_seat(school: School) -> None:
    await school.begins()
    await school.joins("ann")
    answer = await school.does("ann", Join(school.code))
    assert answer.what == "refused"
    assert "You're in this class already" in school.last("ann")
    assert len((await school.room()).seated) == 1
    again = await school.does("bob", Join(school.code), "in:same")
    assert await school.does("bob", Join(school.code), "in:same") == again
    assert len((await school.room()).seated) == 2


async def test_who_joins_two_classes_has_a_game_in_each(school: School) -> None:
    await school.begins("bargaining minutes:10 now:yes")
    first = school.code
    await school.joins("ann")
    await school.begins("dealornodeal minutes:10 now:yes")
    await school.joins("ann")
    assert (await school.here("ann")).game.name == "dealornodeal"
    school.code = first
    assert (await school.here("ann")).game.name == "bargaining"
    assert len((await school.room()).seated) == 1


async def test_strangers_are_paired_and_the_odd_one_gets_an_ai(school: School) -> None:
    await school.begins("bargaining minutes:10 pairs")
    await school.joins("ann", "bob", "cy")
    room = await school.room()
    assert room.pairs
    assert len(room.tables) == 2
    await school.teacher("start")
    assert (await school.here("ann")).sid == (await school.here("bob")).sid
    assert {chair.kind for chair in (await school.here("ann")).table.chairs} == {"human"}
    assert {chair.kind for chair in (await school.here("cy")).table.chairs} == {"human", "ai"}
    assert any("Nobody was left to pair you with, so an AI" in text for text in school.texts("cy"))
    assert not any("Nobody was left" in text for text in school.texts("ann"))
    first, odd = (await school.here("ann")).terms, (await school.here("cy")).terms
    assert (first.spec, first.seed) == (odd.spec, odd.seed)


async def test_a_late_one_plays_at_once(school: School) -> None:
    await school.begins()
    await school.teacher("start")
    await school.passes(4)
    await school.joins("late")
    assert "Time is up in 6 minutes" in school.texts("late")[0]
    assert (await school.here("late")).table.phase == "play"
    await school.reviewed()
    answer = await school.does("too late", Join(school.code))
    assert answer.what == "refused"
    assert "This class is over" in school.last("too late")


async def test_a_late_one_of_pairs_waits_a_moment_for_another(school: School) -> None:
    await school.begins("bargaining minutes:10 opponent=human now:yes")
    await school.joins("ann")
    assert (await school.here("ann")).table.phase == "lobby"
    await school.joins("bob")
    assert (await school.here("bob")).table.phase == "play"
    await school.joins("cy")
    await school.passes(1)
    assert {chair.kind for chair in (await school.here("cy")).table.chairs} == {"human", "ai"}
    await school.joins("dee")
    assert (await school.here("dee")).sid != (await school.here("cy")).sid


async def test_one_of_a_pair_who_leaves_is_replaced_by_an_ai(school: School) -> None:
    await school.begins("bargaining minutes:10 pairs:yes now:yes")
    await school.joins("ann", "bob")
    for _ in range(2):
        await school.does("ann", Command("quit"))
    session = await school.here("bob")
    assert session.table.phase == "play"
    assert session.table.chair(session.table.seats_of("ann")[0]).gone
    await school.goes_on("bob")
    assert (await school.here("bob")).table.phase == "over"
    assert len((await school.room()).played) == 1


async def awaited_first(school: School) -> tuple[str, str]:
    """Return the two people of Ann's table: who is on turn, and the other one."""
    session = await school.here("ann")
    on_turn = next(chair.user for chair in session.table.chairs if chair.seat in session.turn.awaited)
    return on_turn, next(chair.user for chair in session.table.chairs if chair.user != on_turn)


async def test_people_read_who_left_before_what_an_ai_does_in_that_seat(school: School) -> None:
    await school.begins("bargaining minutes:10 pairs:yes now:yes")
    await school.joins("ann", "bob")
    leaver, other = await awaited_first(school)
    seen = len(school.texts(other))
    await school.does(leaver, Command("quit"))
    await school.does(leaver, Text("yes"))
    left, offer = school.texts(other)[seen:]
    assert "has left. An AI plays that seat" in left
    assert "offered" in offer


async def test_one_of_a_pair_who_is_silent_is_replaced_by_an_ai(school: School) -> None:
    await school.begins("bargaining minutes:8 pairs:yes now:yes")
    await school.joins("ann", "bob")
    _, other = await awaited_first(school)
    await school.passes(2.1)
    assert any("From now on an AI plays for them" in text for text in school.texts(other)), school.texts(other)[-2:]
    assert (await school.here(other)).table.phase == "play"


async def test_who_leaves_before_the_start_may_come_back(school: School) -> None:
    await school.begins()
    await school.joins("ann", "bob")
    seen = len(school.texts("ann"))
    await school.does("ann", Command("quit"))
    assert school.texts("ann")[seen:] == ["You left the class. Its code lets you in again."]
    assert (await school.wall()).joined == 1
    await school.joins("ann")
    assert (await school.wall()).joined == 2
    await school.teacher("start")
    assert (await school.here("ann")).table.phase == "play"


@pytest.mark.parametrize("game", ["bargaining", "trading", "balloon", "dealornodeal", "society"])
@pytest.mark.parametrize("pairs", ["", "pairs:yes"])
async def test_the_bell_ends_every_game_by_its_own_rule(school: School, game: str, pairs: str) -> None:
    await school.begins(f"{game} minutes:3 {pairs}")
    await school.joins("ann", "bob", "cy")
    await school.teacher("start")
    await school.does("ann", Text("hello"))
    sids = {user: (await school.here(user)).sid for user in ("ann", "bob", "cy")}
    room = await school.reviewed()
    assert len(room.played) == len(room.tables) == (2 if pairs else 3)
    for user, sid in sids.items():
        session = await school.session(sid)
        result = session.result()
        assert session.table.phase == "over"
        assert not session.table.stopped
        assert result is not None
        assert result == session.game.result(session.state)
        assert any("Time is up" in text for text in school.texts(user))
    assert room.review is not None
    assert await school.store.due(1 << 62) == ()
    wall = await school.wall()
    assert (wall.phase, wall.playing, wall.finished) == ("done", 0, len(room.played))
    assert wall.plot is not None
    for text in (wall.said, wall.twin, *(lesson.text for lesson in wall.lessons)):
        assert "ann" not in text.split()


async def test_a_process_that_dies_changes_nothing(school: School) -> None:
    await school.begins("bargaining minutes:10 pairs")
    await school.joins("ann", "bob")
    school.manager = school.process()
    await school.joins("cy")
    await school.teacher("start")
    school.manager = school.process()
    await school.goes_on("ann", 1)
    school.manager = school.process()
    room = await school.reviewed()
    assert room.phase == "done"
    assert len(room.played) == 2


async def test_ending_early_and_the_list(school: School) -> None:
    await school.begins()
    await school.joins("ann")
    await school.teacher("start")
    assert "is on" in await school.teacher("show")
    await school.teacher("end")
    school.now += 2_000
    await school.works()
    assert (await school.room()).phase == "done"
    assert f"{school.code}" in await school.teacher("list")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("new chess", "must be one of"),
        ("new bargaining minutes:0", "from 1 to 180"),
        ("new bargaining minutes:abc", "from 1 to 180"),
        ("new bargaining buyer_value=-5", "buyer_value"),
        ("new bargaining picture:never", "one of live, end"),
        ("start", "There are no classes here"),
        ("show code:ABCDEF", "no class"),
    ],
)
async def test_refusals_say_what_is_allowed(school: School, words: str, told: str) -> None:
    assert told in await school.teacher(words)


async def test_of_several_classes_none_starts_or_ends_without_its_code(school: School) -> None:
    await school.begins()
    first = school.code
    assert "No class here is on." in await school.teacher("end")
    await school.begins()
    assert "Name one with code:CODE." in await school.teacher("start")
    assert f"Class {first} has started" in await school.teacher(f"start code:{first}")
    assert f"Class {first} is over" in await school.teacher("end")
    assert "Nothing was changed." in await school.teacher("end")
    assert (await school.room()).phase == "lobby"


async def test_who_is_no_operator_makes_no_class(school: School) -> None:
    assert "Operators only" in await school.writes("eve", "/class new bargaining")


async def test_codes_are_completed_for_operators(school: School) -> None:
    await school.begins()
    boss = Inbound("in:x", "room:boss", BOSS, school.now, Command(""), realm=HERE)
    found = await school.manager.suggest(boss, Asked("class start", "code"))
    assert found == ((f"{school.code} Price bargaining (lobby)", school.code),)


async def test_every_act_on_a_class_is_in_the_audit(school: School) -> None:
    await school.begins()
    await school.teacher("start")
    await school.teacher("end")
    told = await school.writes(BOSS, "/audit")
    assert all(verb in told for verb in ("class new", "class start", "class end"))
    assert school.code in told


async def test_a_game_that_was_set_up_is_named_like_a_game(school: School) -> None:
    await school.writes(BOSS, "/game new name:haggle type:bargaining buyer_value=90 seller_cost=50")
    room = await school.begins("haggle minutes:5 now:yes")
    assert room.definition.name == "haggle"
    await school.joins("ann")
    assert any("$90.00" in text for text in school.texts("ann"))


@pytest.mark.parametrize("words", ["bargaining minutes:5", "bargaining minutes:5 pairs"])
async def test_a_process_that_dies_at_the_start_or_the_bell_is_replaced(
    school: School, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    await school.begins(words)
    await school.joins("ann", "bob", "cy", "dee")
    for step, reach in (("begin_lesson", school.teacher("start")), ("ring", school.reviewed())):
        done, whole = list[str](), getattr(lessons, step)

        async def dies(sessions: SessionRepository, sid: str, *more: Any) -> bool:
            done.append(sid)  # noqa: B023
            if len(done) == 2:  # noqa: B023
                raise RuntimeError("killed")
            found: bool = await whole(sessions, sid, *more)  # noqa: B023
            return found

        with monkeypatch.context() as patched:
            patched.setattr(lessons, step, dies)
            with pytest.raises(RuntimeError, match="killed"):
                await reach
        school.manager = school.process()
        await school.works()
    room = await school.reviewed()
    assert room.phase == "done"
    assert len(room.played) == len(room.tables) == (2 if "pairs" in words else 4)
    for user in ("ann", "bob", "cy", "dee"):
        assert sum("The class has started" in text for text in school.texts(user)) == 1
        assert sum("The class is over" in text for text in school.texts(user)) == 1


async def test_a_class_is_held_over_every_store(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "BUDGET", 0.1)
    school = School(store)
    await school.begins("bargaining minutes:5 pairs")
    await school.joins("ann", "bob", "cy")
    await school.teacher("start")
    school.manager = school.process()
    await school.goes_on("cy")
    room = await school.reviewed()
    assert (room.phase, len(room.played)) == ("done", 2)
    assert await rooms.by_token(store, room.token) is not None
    assert [held.room.code for held in await rooms.of_realm(store, HERE)] == [room.code]


async def test_a_command_without_pages_of_its_own_says_where_the_pages_are(school: School) -> None:
    """`parley class new` in a shell without PARLEY_WEB, while another process serves the pages."""
    school.web = ""
    school.manager = school.process()
    told = await school.teacher("new bargaining minutes:3 now:yes")
    [held, *_] = await rooms.of_realm(school.store, HERE)
    for path in (f"/join/{held.room.code}", f"/board/{held.room.token}"):
        assert f"https://YOUR_ADDRESS{path}" in told
        assert path in await school.teacher("show")
    assert "PARLEY_WEB" in told
    assert f"/board/{held.room.token}" in await school.teacher("board")
