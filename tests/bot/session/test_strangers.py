"""Strangers at a table: what somebody who is muted, blocked or reported can still do, and what others see of it."""

import pytest

from bot import keys
from bot.session.lobby import HUMAN
from bot.session.model.inbound import Join, Open
from bot.session.model.session import entry_type, gather
from games.core.codec import decode
from tests.bot.session.harness import Room

TWO = Open("number", seed=1, tempo="chat", rest=HUMAN)


async def table(room: Room) -> str:
    """A table of Ann and Bob."""
    sid = (await room.act("ann", TWO)).sid
    await room.act("bob", Join((await room.session(sid)).terms.code))
    return sid


async def test_a_muted_persons_words_no_longer_reach_the_one_who_muted_them(room: Room) -> None:
    await table(room)
    for words, command in (("first", "mute"), ("second", "mute bob"), ("third", "mute Bob")):
        await room.say("bob", words)
        name, _, args = command.partition(" ")
        await room.command("ann", name, args)
    read = "\n".join(room.texts("ann"))
    assert "first" in read
    assert "second" not in read
    assert "third" in read


async def test_a_blocked_person_cannot_take_a_seat_at_the_others_table_nor_the_other_way_round(room: Room) -> None:
    await table(room)
    await room.command("ann", "block", "bob")
    for host, guest in (("ann", "bob"), ("bob", "ann")):
        again = (await room.act(host, TWO)).sid
        code = (await room.session(again)).terms.code
        assert (await room.act(guest, Join(code))).code == "apart"
    await room.command("ann", "unblock")
    assert "lifted" in room.last("ann")
    assert (await room.act("ann", Join(code))).what == "joined"


async def test_a_blocked_person_gets_no_invitation_to_a_rematch(room: Room) -> None:
    await table(room)
    await room.command("bob", "block")
    await room.walks("ann")
    await room.command("ann", "rematch")
    assert not any("wants to play" in text for text in room.texts("bob"))


async def test_a_report_stands_in_the_log_and_on_the_operators_list(room: Room) -> None:
    sid = await table(room)
    await room.command("ann", "report", "bob: called me names")
    session = await room.session(sid)
    [entry] = [r.data for r in await gather(room.store.events(sid)) if b'"reported"' in r.data]
    event = decode(entry, entry_type(session.game)).event
    assert (event.seat, event.whom, event.why) == ("guesser_0", "guesser_1", "called me names")
    assert "Thank you" in room.last("ann")
    assert not any("called me names" in text for text in room.texts("bob"))


@pytest.mark.parametrize(
    ("command", "form"), [("report", "/report NAME WHAT HAPPENED"), ("report bob", "/report NAME")]
)
async def test_a_report_without_words_is_told_its_form(room: Room, command: str, form: str) -> None:
    await table(room)
    name, _, args = command.partition(" ")
    await room.command("ann", name, args)
    assert form in room.last("ann")
    assert "bob" in room.last("ann")


async def test_there_is_nobody_to_mute_where_an_ai_plays(room: Room) -> None:
    await room.open("number")
    await room.command("ann", "mute")
    assert room.last("ann") == "No other person is at this table."


async def test_links_in_other_peoples_words_are_left_out(room: Room) -> None:
    await table(room)
    await room.say("bob", "see t.me/spam or discord.gg/abc now")
    assert any("see (link) or (link) now" in text for text in room.texts("ann"))


async def test_erasure_takes_the_blocks_and_the_words_of_reports(room: Room) -> None:
    sid = await table(room)
    await room.command("ann", "block", "bob")
    await room.command("ann", "report", "bob: called me names")
    await room.command("ann", "forget", "yes")
    await room.manager.erasure.clean()
    assert await room.store.pointed(keys.blocked("ann")) is None
    assert not any(b"called me names" in record.data for record in await gather(room.store.events(sid)))
