"""Studies: in by a token, one stage after the other, out with a code; nothing twice, whenever a process dies."""

import asyncio

import pytest

from bot.session.limits import WRONG_CODES
from bot.session.model.inbound import Command, Inbound, Text
from bot.session.wording import messages
from bot.session.worker import settle
from storage.base import Due
from tests.bot.session.harness import Room
from tests.bot.session.studies import CODE, FORM, GAME, TOKEN, Course, Death, entered, newest, study

TWO = (("consent", FORM), ("game", GAME))


@pytest.mark.parametrize(
    "act",
    [
        Command("start", TOKEN),
        Command("join", TOKEN.upper()),
        Text(TOKEN),
        Text(f"https://t.me/parley_bot?start={TOKEN}"),
        Command("join", f"https://t.me/parley_bot?start={TOKEN}"),
    ],
    ids=["deep link", "join", "bare", "pasted link", "join with a link"],
)
async def test_the_token_lets_a_person_in(room: Room, act: Command | Text) -> None:
    study(room, *TWO)
    answer = await room.act("ann", act)
    session = await room.session(answer.sid)
    assert (answer.what, session.game.name, session.studied, session.form) == ("opened", "number", True, True)
    assert (session.terms.tempo.turn, session.table.cast[0].name) == (300_000, "")


async def test_tokens_that_nobody_has_are_answered_and_counted_as_wrong_codes(room: Room) -> None:
    study(room, *TWO)
    codes = [(await room.act("ann", Command("join", f"st-00000000{n:04}"))).code for n in range(WRONG_CODES + 1)]
    assert codes == ["no_game"] * WRONG_CODES + ["too_many_codes"]
    assert messages.WRONG_CODE in room.texts("ann")[0]


async def test_without_studies_a_token_leads_nowhere(room: Room) -> None:
    assert (await room.act("ann", Command("start", TOKEN))).code == "no_game"
    assert (await room.command("ann", "code")).code == "code"
    assert room.last("ann") == messages.NO_STUDY


async def test_nobody_takes_part_where_others_read_along(room: Room) -> None:
    study(room, *TWO)
    answer = await room.act("ann", Command("join", TOKEN), private=False)
    assert answer.code == "alone"
    assert TOKEN in room.last("ann")


async def test_one_stage_leads_to_the_next_and_the_last_one_to_the_code(room: Room) -> None:
    course = study(room, *TWO)
    first = await entered(room, "ann")
    assert (await room.act("ann", Text(TOKEN))).code == "study"
    await room.walks("ann")
    second = await newest(room, "ann")
    assert (second.game.name, second.terms.stage) == ("bargaining", course.opening(1).stage)
    await _quit(room)
    assert room.texts("ann").count(CODE) == 1
    assert [sid for sid, _, _ in course.led] == [first, second.sid]
    assert await room.store.sessions("study:realm|trust", live=True) == ()


async def test_an_entry_that_a_crash_cut_off_begins_once(room: Room) -> None:
    study(room, *TWO)
    inbound = Inbound("tg:7", "room:ann", "ann", room.now, Command("start", TOKEN))

    async def crash(*_: object) -> None:
        raise Death

    room.manager.sessions.begin = crash  # type: ignore[assignment,method-assign]
    with pytest.raises(Death):
        await room.manager.handle(inbound)
    room.manager = room.process()
    study(room, *TWO)
    room.now += 60_000
    assert await room.manager.recover(room.now) == 1
    answers = [await room.manager.handle(inbound) for _ in range(2)]
    assert [loaded.head.sid for loaded in await room.store.sessions("user:ann")] == [answers[0].sid] == [answers[1].sid]


@pytest.mark.parametrize("where", ["before", "after"])
@pytest.mark.parametrize("stages", [0, 1], ids=["after the form", "after the game"])
async def test_a_process_that_dies_between_two_stages_loses_and_repeats_nothing(
    room: Room, where: str, stages: int
) -> None:
    course = study(room, *TWO)
    await entered(room, "ann")
    if stages:
        await room.walks("ann")
    sid = (await newest(room, "ann")).sid
    await settle(room.manager, sid)
    course.dies = where
    with pytest.raises(Death):
        await (_quit(room) if stages else room.walks("ann"))
    loaded = await room.store.load(sid)
    assert loaded is not None
    assert [job.kind for job in loaded.jobs] == ["onward"]
    assert not loaded.over

    room.manager = room.process()
    after = study(room, *TWO)
    for _ in range(2):
        await settle(room.manager, sid)
        await room.out()
    assert len(after.led) == 1
    assert len(await room.store.sessions("user:ann")) == 2
    assert room.texts("ann").count(CODE) == stages
    assert (await room.session(sid)).jobs == ()


async def test_two_processes_that_lead_one_person_on_begin_one_session(room: Room) -> None:
    study(room, *TWO)
    sid = await entered(room, "ann")
    room.manager = room.process()
    await room.walks("ann")
    (job,) = (await room.session(sid)).jobs
    managers = [room.process() for _ in range(2)]
    courses = [Course(manager, *TWO) for manager in managers]
    courses[0].meets = courses[1].meets = asyncio.Barrier(2)
    done = await asyncio.gather(*(manager.deciding.run(Due(sid, job)) for manager in managers))
    assert (any(done), sum(len(course.led) for course in courses)) == (True, 2)
    assert len(await room.store.sessions("user:ann")) == 2
    assert (await room.session(sid)).jobs == ()


async def test_the_job_rests_in_a_process_without_studies(room: Room) -> None:
    study(room, *TWO)
    sid = await entered(room, "ann")
    room.manager = room.process()
    await room.walks("ann")
    assert [job.kind for job in (await room.session(sid)).jobs] == ["onward"]
    room.manager = room.process()
    study(room, *TWO)
    await settle(room.manager, sid)
    assert (await newest(room, "ann")).game.name == "bargaining"


async def test_what_would_teach_people_something_is_not_offered(room: Room) -> None:
    study(room, ("game", GAME), ("survey", FORM))
    sid = await entered(room, "ann")
    for name in ("card", "review", "hint", "verify"):
        assert (await room.command("ann", name)).code == "study", name
        assert room.last("ann") == messages.STUDY
    await room.command("ann", "help")
    assert "/withdraw, /code" in room.last("ann")
    await _quit(room)
    asks = {ask.label for _, row, sent in room.seen if row.sid == sid for ask in sent.post.asks}
    assert not asks & {"Rematch", "Play the other side", "How it went", "Easier AI", "Harder AI", "Hint"}
    assert (await room.command("ann", "rematch")).code == "study"
    await room.command("ann", "stats")
    assert room.last("ann") == messages.STUDY


async def test_words_after_the_end_are_told_of_the_code(room: Room) -> None:
    study(room, ("game", GAME))
    await entered(room, "ann")
    await _quit(room)
    assert (await room.say("ann", "and now?")).code == "over"
    assert room.last("ann") == messages.PART_OVER
    await room.command("ann", "code")
    assert room.last("ann") == "Here it is again: C0FFEE."


async def test_whoever_takes_part_plays_and_sees_nothing_else_meanwhile(room: Room) -> None:
    study(room, *TWO)
    table = await room.session(await room.open("bargaining", "bob", against=(("seller", "human"),)))
    await entered(room, "ann")
    for act in (Command("play", "bargaining"), Command("join", table.terms.code)):
        assert (await room.act("ann", act)).code == "study"
        assert room.last("ann") == messages.ONE_AT_A_TIME
    for name in ("stats", "progress"):
        await room.command("ann", name)
        assert room.last("ann") == messages.STUDY
    await room.command("ann", "withdraw")
    await room.command("ann", "withdraw", "yes")
    assert (await room.act("ann", Command("play", "bargaining"))).what == "opened"


# --- withdrawing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["buttons", "words", "quit"])
async def test_withdrawing_is_asked_about_once_and_ends_the_part(room: Room, how: str) -> None:
    course = study(room, *TWO)
    sid = await entered(room, "ann")
    await room.command("ann", "quit" if how == "quit" else "withdraw")
    assert room.last("ann").startswith("Shall I erase what you did?")
    assert (await room.session(sid)).table.phase == "play"
    await (room.say("ann", "yes") if how == "words" else room.press("ann", "Withdraw"))
    assert "You have withdrawn." in room.texts("ann")
    await settle(room.manager, sid)
    assert (await room.session(sid)).table.phase == "over"
    assert [how for _, _, how in course.led] == ["over"]
    assert len(await room.store.sessions("user:ann")) == 1


async def test_whoever_stays_stays_and_a_late_yes_is_asked_again(room: Room) -> None:
    study(room, *TWO)
    sid = await entered(room, "ann")
    await room.command("ann", "withdraw")
    await room.say("ann", "stay")
    assert room.last("ann") == messages.REMAINED
    await room.command("ann", "withdraw")
    await room.command("ann", "rules")
    await room.say("ann", "no")
    assert (await room.session(sid)).table.phase == "play"


async def test_it_works_after_the_end_and_outside_of_studies_says_so(room: Room) -> None:
    study(room, ("game", GAME))
    await room.command("bob", "withdraw")
    assert room.last("bob") == messages.NO_STUDY
    await entered(room, "ann")
    await _quit(room)
    await room.command("ann", "withdraw")
    await room.press("ann", "Withdraw")
    assert room.last("ann") == "You have withdrawn."


async def _quit(room: Room, user: str = "ann") -> None:
    await room.command(user, "quit")
    await room.press(user, "Leave")
