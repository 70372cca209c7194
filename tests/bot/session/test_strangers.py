"""Strangers at a table: what somebody who is muted, blocked or reported can still do, and what others see of it."""

import pytest

from bot import keys
from bot.players import find
from bot.session.lobby import CHAT, HUMAN
from bot.session.manager import Manager
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


@pytest.mark.parametrize("then", ["", "number"])
async def test_the_partner_of_the_last_game_is_blocked_after_it_too(room: Room, then: str) -> None:
    sid = await table(room)
    await room.walks("ann")
    if then:
        await room.open(then)
    version = len(await gather(room.store.events(sid)))
    await room.command("ann", "block")
    assert room.last("ann") == "bob is blocked: you won't meet at a table again. /unblock lifts all your blocks."
    assert len(await gather(room.store.events(sid))) == version
    code = (await room.session((await room.act("bob", TWO)).sid)).terms.code
    assert (await room.act("ann", Join(code))).code == "apart"


async def test_a_partner_is_reported_after_the_game_while_another_is_on(room: Room) -> None:
    sid = await table(room)
    await room.walks("ann")
    await room.open("number")
    await room.command("ann", "report", "called me names")
    assert "about bob" in room.last("ann")
    assert any(b'"reported"' in record.data for record in await gather(room.store.events(sid)))


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


async def speak(room: Room, user: str, words: str) -> None:
    """Say words; a game in which they cost a turn asks first."""
    if (await room.command(user, "say", words)).what == "asked":
        await room.say(user, "yes")


@pytest.mark.parametrize("game", ["bargaining", "trading", "balloon", "dealornodeal", "society"])
async def test_a_mute_and_the_care_for_links_hold_in_the_look_of_chats(room: Room, game: str) -> None:
    room.manager = Manager(room.store, find, lambda: room.now, defaults=CHAT)
    sid = await room.open(game, rest=HUMAN, wrote=(("game", "contract"),) if game == "society" else ())
    await room.join("bob", (await room.session(sid)).terms.code)
    await room.command("ann", "begin")
    for words in ("hello, see t.me/spam", "goodbye, dear"):
        await speak(room, "ann", "good day")
        await speak(room, "bob", words)
        await room.command("ann", "mute", "bob")
    read = "\n".join(room.texts("ann"))
    assert "hello, see (link)" in read
    assert "goodbye" not in read


async def test_a_mute_does_not_pass_to_whoever_sits_down_next(room: Room) -> None:
    sid = (await room.act("ann", Open("rounds", seed=1, tempo="chat", rest=HUMAN))).sid
    code = (await room.session(sid)).terms.code
    await room.join("bob", code)
    await room.command("ann", "mute", "bob")
    await room.command("bob", "quit")
    await room.join("cyd", code)
    assert not (await room.session(sid)).table.muted


async def test_the_longest_name_is_meant(room: Room) -> None:
    sid = (await room.act("ann", Open("rounds", seed=1, tempo="chat", rest=HUMAN))).sid
    code = (await room.session(sid)).terms.code
    await room.join("bob", code)
    await room.join("bob lee", code)
    await room.command("ann", "mute", "bob lee")
    assert "what bob lee says" in room.last("ann")


async def test_a_rematch_leads_nobody_to_the_table_of_somebody_who_blocked_them(room: Room) -> None:
    await table(room)
    await room.command("ann", "block", "bob")
    await room.walks("ann")
    await room.command("ann", "rematch")
    assert (await room.command("bob", "rematch")).what == "opened"
