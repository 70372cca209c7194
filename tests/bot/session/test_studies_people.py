"""Two people in a study, people who are silent, and what is kept of what they write."""

from bot.session.model.events import Typed
from bot.session.model.inbound import Open
from bot.session.model.session import Session, entry_type, fold, gather
from bot.session.model.table import WORDS
from bot.session.model.terms import MINUTE
from bot.session.wording import messages
from bot.session.worker import settle
from games.core.codec import decode
from games.core.contract import Left, Seat
from storage.base import Store
from tests.bot.session.harness import Room
from tests.bot.session.studies import CODE, FORM, GAME, PAIR, Course, entered, newest, study


async def events(store: Store, session: Session) -> list[object]:
    kind = entry_type(session.game)
    return [decode(record.data, kind).event async for record in store.events(session.sid)]


async def paired(room: Room, on_silence: str = "end") -> tuple[Course, Session]:
    """Lead two people through a form into one game, in which ann is awaited."""
    course = study(room, ("consent", FORM), ("game", PAIR), ("survey", FORM), on_silence=on_silence)
    for user in ("ann", "bea"):
        await entered(room, user)
        await room.walks(user)
    return course, await newest(room, "ann")


# --- two people -------------------------------------------------------------------------------------------------------


async def test_the_first_waits_without_a_code_and_the_second_is_seated_with_them(room: Room) -> None:
    course = study(room, ("consent", FORM), ("game", PAIR))
    await entered(room, "ann")
    await room.walks("ann")
    waiting = await newest(room, "ann")
    assert (waiting.table.phase, waiting.terms.code) == ("lobby", "")
    assert room.last("ann") == "We're looking for somebody to play with you: 3 minutes at most."
    assert (await room.command("ann", "begin")).code == "lobby"
    assert (await room.say("ann", "anybody?")).code == "lobby"
    await entered(room, "bea")
    await room.walks("bea")
    session = await room.session(waiting.sid)
    assert (session.table.phase, session.table.seats_of("bea")) == ("play", ("seller",))
    assert {chair.name for chair in session.table.chairs} == {""}
    assert messages.FOUND in room.texts("ann")
    assert len(course.led) == 2


async def test_nobody_comes_and_the_person_is_led_on(room: Room) -> None:
    course = study(room, ("consent", FORM), ("game", PAIR))
    await entered(room, "ann")
    await room.walks("ann")
    waiting = await newest(room, "ann")
    await room.later(waiting.sid, 3 * MINUTE)
    session = await room.session(waiting.sid)
    assert (session.shut, course.led[-1]) == (True, (waiting.sid, "buyer", "shut"))
    assert room.texts("ann")[-2:] == [messages.UNFOUND, CODE]


async def test_both_go_on_each_in_their_own_place(room: Room) -> None:
    course, session = await paired(room)
    await room.command("ann", "quit")
    await room.press("ann", "Leave")
    assert [led[1:] for led in course.led[2:]] == [("buyer", "over"), ("seller", "over")]
    for user in ("ann", "bea"):
        after = await newest(room, user)
        assert (after.game.name, after.sid != session.sid) == ("number", True)
        assert after.table.homes[0][1] == f"room:{user}"


# --- silence ----------------------------------------------------------------------------------------------------------


async def test_an_ai_takes_the_seat_of_the_silent_and_the_other_is_told(room: Room) -> None:
    course, session = await paired(room, on_silence="ai")
    silent, other = _awaited(session)
    await room.later(session.sid, 5 * MINUTE)
    session = await room.session(session.sid)
    assert session.table.phase == "play"
    assert "The other person didn't answer in time. From now on an AI plays for them." in room.texts(other)
    assert [led[2] for led in course.led[2:]] == ["gone"]
    assert CODE in room.texts(silent)
    told = "You made no move in time, so an AI plays on for you. Your part of this game is over."
    assert told in room.texts(silent)
    # The seat stays with the AI: what they write now counts nowhere.
    assert (await room.say(silent, "44")).code == "left"
    assert (await room.say(other, "44")).what in ("played", "asked")


async def test_silence_may_end_the_game_for_both(room: Room) -> None:
    course, session = await paired(room)
    await room.later(session.sid, 5 * MINUTE)
    result = (await room.session(session.sid)).result()
    assert result is not None
    assert result.end == "abandoned"
    assert [led[2] for led in course.led[2:]] == ["over", "over"]


async def test_alone_with_ais_there_is_one_reminder_and_then_the_end(room: Room) -> None:
    course = study(room, ("game", GAME), on_silence="ai")
    sid = await entered(room, "ann")
    await settle(room.manager, sid)
    await room.later(sid, 4 * MINUTE)
    assert "A reminder: it is your turn." in room.last("ann")
    assert "then this part ends" in room.last("ann")
    await room.later(sid, MINUTE)
    result = (await room.session(sid)).result()
    assert result is not None
    assert (result.end, course.led) == ("abandoned", [(sid, "buyer", "over")])


async def test_a_study_pauses_for_nobody_where_a_game_would_go_on_for_ever(room: Room) -> None:
    pot = Open("rounds", tempo="2 minutes")
    study(room, ("game", pot))
    sid = await entered(room, "ann")
    await room.later(sid, 2 * MINUTE)
    session = await room.session(sid)
    assert (session.table.phase, session.table.paused) == ("over", False)
    assert Left(Seat("player_0"), "silent") in await events(room.store, session)


# --- what people write ------------------------------------------------------------------------------------------------


async def _typed(room: Room, session: Session) -> list[tuple[str, str, str, str]]:
    found = await events(room.store, session)
    return [(one.seat, one.text, one.via, one.code) for one in found if isinstance(one, Typed)]


async def test_all_that_people_write_and_press_is_kept_as_it_was_written(room: Room) -> None:
    study(room, ("game", FORM))
    sid = await entered(room, "ann")
    await room.say("ann", "  Hello THERE,  you ")
    await room.say("ann", "guess 3000")
    await room.say("ann", "guess 30: here goes")
    await room.press("ann", "Walk")
    await room.command("ann", "rules")
    await room.say("ann", "yes")
    await room.say("ann", "too late")
    session = await room.session(sid)
    found = await _typed(room, session)
    assert [one[1:] for one in found] == [
        ("  Hello THERE,  you ", "typed", "said"),
        ("guess 3000", "typed", found[1][3]),
        ("guess 30: here goes", "typed", "played"),
        ("walk away", "pressed", "asked"),
        ("yes", "typed", "played"),
    ]
    assert found[1][3] not in ("played", "said", "asked", "")
    records = await gather(room.store.events(sid))
    assert fold(Session.fresh(sid, session.terms), records).table == session.table


async def test_games_that_belong_to_nobody_keep_no_more_than_before(room: Room) -> None:
    sid = await room.open("number")
    await room.say("ann", "guess 3000")
    assert await _typed(room, await room.session(sid)) == []


async def test_erasure_reaches_what_was_written(room: Room) -> None:
    room.ids = {"ann": "telegram:111222333"}
    study(room, ("game", FORM))
    sid = await entered(room, "ann")
    await room.say("ann", "my pickles for guess 3000 cents")
    await room.walks("ann")
    await room.command("ann", "forget")
    await room.press("ann", "Erase it all")
    await room.manager.erasure.clean()
    session = await room.session(sid)
    found = await _typed(room, session)
    assert {text for _, text, _, _ in found} == {WORDS}
    assert not any(b"pickles" in record.data for record in await gather(room.store.events(sid)))
    fold(Session.fresh(sid, session.terms), await gather(room.store.events(sid)))


async def test_a_forgotten_person_is_led_nowhere_but_the_session_is_closed(room: Room) -> None:
    room.ids = {"ann": "telegram:111222333"}
    course = study(room, ("consent", FORM), ("game", GAME))
    sid = await entered(room, "ann")
    await room.command("ann", "forget")
    await room.press("ann", "Erase it all")
    await settle(room.manager, sid)
    assert len(course.led) == 1
    assert [loaded.over for loaded in await room.store.sessions("study:realm|trust")] == [True]


def _awaited(session: Session) -> tuple[str, str]:
    """Return who is awaited, and who is not."""
    (mover,) = session.turn.awaited
    users = {chair.seat: chair.user for chair in session.table.chairs}
    return users.pop(mover), next(iter(users.values()))
