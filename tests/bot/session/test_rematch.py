"""Those who have played together play again: who is asked, how they come, and where they sit."""

import pytest

from bot.session.model.inbound import Command, Join, Open
from tests.bot.session.harness import Room

TWO = Open("number", rest="human", tempo="chat")


async def code_of(room: Room, sid: str) -> str:
    return (await room.session(sid)).terms.code


async def played(room: Room) -> None:
    """A finished game of two who are at home in different places."""
    sid = (await room.act("ann", TWO)).sid
    await room.join("bob", await code_of(room, sid))
    await room.walks("ann")


@pytest.mark.parametrize("word", ["yes", "Sure!", "let's go", "join"])
async def test_a_yes_where_somebody_asks_for_a_game_is_one_to_them(room: Room, word: str) -> None:
    await played(room)
    again = (await room.command("ann", "rematch")).sid
    assert room.last("bob").endswith(f"Press Join, or write /join {await code_of(room, again)}")
    assert room.seen[-1][2].ping == (), "nobody is called in a place that is theirs alone"
    answer = await room.say("bob", word)
    assert (answer.what, answer.sid) == ("joined", again)
    assert (await room.session(again)).table.phase == "play"


async def test_a_yes_belongs_to_the_game_that_is_played_meanwhile(room: Room) -> None:
    await played(room)
    other = await room.open("bargaining", user="bob")
    await room.command("ann", "rematch")
    assert (await room.say("bob", "yes")).sid == other


async def test_a_yes_leads_to_no_table_that_is_closed(room: Room) -> None:
    await played(room)
    again = (await room.command("ann", "rematch")).sid
    await room.command("ann", "quit")
    answer = await room.say("bob", "yes")
    assert (answer.what, answer.code) == ("refused", "over")
    assert answer.sid != again


async def test_both_want_to_play_again_and_meet_at_one_table(room: Room) -> None:
    await played(room)
    again = (await room.press("ann", "Rematch")).sid
    answer = await room.press("bob", "other side")
    assert (answer.what, answer.sid) == ("joined", again)
    assert (await room.session(again)).table.seats_of("bob") == ("guesser_1",)


async def test_who_joins_the_others_leaves_the_table_at_which_they_waited_for_them(room: Room) -> None:
    await played(room)
    theirs = await room.open("number", user="ann", rest="human")
    mine = await room.open("number", user="bob", rest="human")
    elsewhere = await room.open("rounds", user="bob", rest="human")
    assert (await room.join("bob", await code_of(room, theirs))).what == "joined"
    assert (await room.session(mine)).shut
    assert (await room.session(elsewhere)).table.phase == "lobby"
    assert (await room.join("ann", await code_of(room, mine))).code == "shut"


async def test_who_waits_for_a_friend_goes_on_waiting_while_they_play_with_a_stranger(room: Room) -> None:
    mine = await room.open("number", user="bob", rest="human")
    theirs = await room.open("number", user="ann", rest="human")
    await room.join("bob", await code_of(room, theirs))
    assert (await room.session(mine)).table.phase == "lobby"


async def test_at_a_table_of_many_everybody_gets_the_seat_back_that_they_had(room: Room) -> None:
    sid = (await room.act("ann", Open("rounds", rest="human", tempo="chat"))).sid
    for person in ("bob", "cyd"):
        await room.join(person, await code_of(room, sid))
    await room.command("ann", "begin")
    for person in ("bob", "cyd", "ann"):
        await room.command(person, "quit")
        await room.say(person, "yes")
    again = (await room.command("ann", "rematch")).sid
    assert (await room.press("cyd", "Join")).sid == again
    assert (await room.join("bob", await code_of(room, again))).sid == again
    table = (await room.session(again)).table
    assert [chair.user for chair in table.chairs[:3]] == ["ann", "bob", "cyd"]


@pytest.mark.parametrize("how", ["no thanks", "Not now"])
async def test_a_no_to_a_rematch_reaches_the_one_who_asked_once(room: Room, how: str) -> None:
    sid = (await room.act("ann", TWO)).sid
    await room.act("bob", Join(await code_of(room, sid)))
    await room.walks("ann")
    await room.act("ann", Command("rematch"))
    for _ in range(2):
        if how == "Not now":
            await room.press("bob", how)
        else:
            await room.say("bob", how)
    assert room.texts("ann").count("bob can't play right now.") == 1
    assert "maybe another time" in room.texts("bob")[-1 if how == "Not now" else -2]


async def test_a_no_with_the_code_in_small_letters_reaches_them_too(room: Room) -> None:
    sid = (await room.act("ann", TWO)).sid
    await room.act("bob", Join(await code_of(room, sid)))
    await room.walks("ann")
    again = (await room.act("ann", Command("rematch"))).sid
    await room.act("bob", Command("decline", (await code_of(room, again)).lower()))
    assert "bob can't play right now." in room.texts("ann")


async def test_in_one_place_for_both_the_other_one_is_called(room: Room) -> None:
    sid = (await room.act("ann", TWO, private=False, place="room:hall")).sid
    await room.act("bob", Join(await code_of(room, sid)), private=False, place="room:hall")
    await room.walks("ann", of="hall")
    await room.act("ann", Command("rematch"), private=False, place="room:hall")
    *_, (_, _, sent) = room.seen
    called = "ann wants to play Hidden number again.\nTake the free seat above, or write /join "
    assert room.last("hall").startswith(called)
    assert (sent.ping, sent.post.asks) == (("bob",), ())
