"""Tables for many: who sits where, starting with AI in the free seats, getting up, looking on, waiting in vain."""

import re

import pytest

from bot.players import find
from bot.session.lobby import plan
from bot.session.model.audience import Sent, title
from bot.session.model.inbound import Command, Inbound, Join, Open, Press, Text
from bot.session.model.terms import HOUR
from bot.session.router import translate
from games.core.contract import Seat, SeatInfo
from games.core.post import plain
from tests.bot.session.harness import Room

FOUR = Open("rounds", rest="human", tempo="chat", seed=1)


async def opened(room: Room) -> tuple[str, str]:
    sid = (await room.act("ann", FOUR)).sid
    return sid, (await room.session(sid)).terms.code


def shown(room: Room, place: str) -> list[Sent]:
    return [sent for address, _, sent in room.seen if address == place]


async def test_everybody_sees_the_table_fill_up_and_the_last_one_starts_the_game(room: Room) -> None:
    sid, code = await opened(room)
    assert "1 of 4 seats are taken" in room.last("ann")
    assert "Give this code to everybody who should play" in room.last("ann")
    for n, person in enumerate(("bea", "cleo"), 2):
        await room.join(person, code)
        for other in ("ann", person):
            assert f"{n} of 4 seats are taken" in room.last(other)
            assert f"player {n - 1}: {person}" in room.last(other)
    assert "Give this code to the person who should play" in room.last("cleo")
    await room.join("dora", code)
    assert (await room.session(sid)).table.phase == "play"
    assert any("Round 1 of 5" in text for text in room.texts("dora"))
    assert [any("the table is full" in text for text in room.texts(who)) for who in ("ann", "bea", "cleo")] == [
        True
    ] * 3
    assert not any("the table is full" in text for text in room.texts("dora")), "she saw no table fill up"
    assert (await room.join("eve", code)).code == "full"


async def test_whoever_sits_there_may_start_and_strategies_take_the_free_seats(room: Room) -> None:
    sid, code = await opened(room)
    await room.join("bea", code)
    assert (await room.command("cleo", "begin")).code == "no_game"
    assert (await room.press("bea", "Start now")).what == "told"
    session = await room.session(sid)
    assert [chair.kind for chair in session.table.chairs] == ["human", "human", "ai", "ai"]
    await room.say("ann", "10")
    await room.say("bea", "10")
    assert (await room.session(sid)).state.round == 2
    assert (await room.join("cleo", code)).code == "full"
    assert (await room.command("ann", "begin")).what == "told"
    assert room.last("ann") == "The game has begun already."


async def test_getting_up_frees_the_seat_and_the_last_one_closes_the_table(room: Room) -> None:
    sid, code = await opened(room)
    await room.join("bea", code)
    await room.command("ann", "quit")
    assert room.last("ann") == "You left; your seat is free again."
    assert "player 0: free" in room.last("bea")
    await room.join("cleo", code)
    assert "player 0: cleo" in room.last("bea")
    assert (await room.say("ann", "5")).code == "outsider"
    for person in ("cleo", "bea"):
        await room.command(person, "quit")
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "stopped"


async def test_who_got_up_or_never_sat_is_told_to_take_a_seat(room: Room) -> None:
    _, code = await opened(room)
    await room.join("bea", code)
    await room.command("ann", "quit")
    for answer in (await room.say("ann", "hello"), await room.press("ann", "Start now", of="bea")):
        assert answer.code == "outsider"
        assert room.last("ann").startswith("You have no seat at this table. Take a free one first")


async def test_a_closed_table_says_so_wherever_it_is_asked_for(room: Room) -> None:
    _, code = await opened(room)
    start = Press(*room.button("ann", "Start now"))
    await room.command("ann", "quit")
    assert room.last("ann").endswith(": this table is closed.")
    assert (await room.join("bea", code)).code == "shut"
    assert room.last("bea") == "That table is closed. /play opens another."
    for act in (start, Command("quit"), Command("status"), Text("hello")):
        await room.act("ann", act)
        assert room.last("ann") == "That table is closed. /play opens another."


async def test_a_table_that_a_place_looks_on_at_stays_open_when_its_only_guest_gets_up(room: Room) -> None:
    watching = Open("rounds", rest="human", tempo="chat", seed=1, watch=True)
    sid = (await room.act("ann", watching, private=False, place="room:hall")).sid
    code = (await room.session(sid)).terms.code
    await room.join("bea", code)
    await room.command("bea", "quit")
    assert "0 of 4 seats are taken" in room.last("hall")
    assert (await room.join("cleo", code)).what == "joined"


async def test_a_table_that_waits_is_resumed_elsewhere(room: Room) -> None:
    sid = (await room.act("ann", FOUR, private=False, place="room:hall")).sid
    assert (await room.command("ann", "resume")).sid == sid
    assert "1 of 4 seats are taken" in room.last("ann")
    await room.command("ann", "begin")
    assert "Round 1 of 5" in "\n".join(room.texts("ann"))


async def test_an_ai_that_begins_after_a_lobby_leaves_time_and_hint_to_be_told(room: Room) -> None:
    wrote = (("condition", "none"),)
    game = Open("bargaining", wrote, rest="human", tempo="chat")
    await room.act("ann", game, private=False, place="room:hall")
    await room.act("ann", Command("begin"), private=False, place="room:hall")
    said = room.last("hall")
    assert "Round 1: The AI offers" in said
    assert "Press My private info" in said
    assert "Your time runs out in 24 hours" in said
    await room.act("ann", Text("20"), private=False, place="room:hall")
    assert "24 hours" not in room.last("hall")


async def test_a_seat_may_be_chosen(room: Room) -> None:
    sid, code = await opened(room)
    await room.act("bea", Join(code, "player_3"))
    assert (await room.session(sid)).table.seats_of("bea") == ("player_3",)
    refused = await room.act("cleo", Join(code, "Player 3"))
    assert refused.code == "seat_taken"
    assert "player 1, player 2" in room.last("cleo")


async def test_a_table_that_nobody_comes_to_is_closed_after_a_day(room: Room) -> None:
    sid, code = await opened(room)
    await room.later(sid, 24 * HOUR - 1)
    assert (await room.session(sid)).table.phase == "lobby"
    await room.later(sid, 1)
    assert (await room.session(sid)).table.phase == "over"
    assert "Nobody came" in room.last("ann")
    assert (await room.join("bea", code)).code == "shut"


async def test_a_place_that_looks_on_reads_what_all_may_know_and_has_no_buttons_of_the_game(room: Room) -> None:
    watching = Open("rounds", rest="human", tempo="chat", seed=1, watch=True)
    sid = (await room.act("ann", watching, private=False, place="room:hall")).sid
    code = (await room.session(sid)).terms.code
    [board] = shown(room, "room:hall")
    assert "0 of 4 seats are taken" in plain(board.post)
    assert (board.code, board.post.asks) == (code, ())
    for person in ("ann", "bea"):
        await room.join(person, code)
    await room.command("ann", "begin")
    for person in ("ann", "bea"):
        await room.say(person, "10")
    posts = shown(room, "room:hall")
    texts = "\n".join(plain(sent.post) for sent in posts)
    assert "Round 1: 30 were given" in texts
    assert "Your " not in texts.replace("Your time", "")
    assert not any(sent.post.asks for sent in posts[-3:])


async def test_who_shares_a_place_learns_what_is_theirs_in_the_one_they_have_alone(room: Room) -> None:
    sid = (await room.act("ann", FOUR, private=False, place="room:hall", direct="room:ann")).sid
    code = (await room.session(sid)).terms.code
    await room.act("bea", Join(code), private=False, place="room:hall", direct="room:bea")
    await room.act("ann", FOUR.__class__("number", seed=2), private=False, place="room:other", direct="room:ann")
    await room.press("ann", "Start now", of="hall")
    purse = dict(zip(("ann", "bea"), (await room.session(sid)).state.purse, strict=False))
    hall = "\n".join(plain(sent.post) for sent in shown(room, "room:hall"))
    for person, other in (("ann", "bea"), ("bea", "ann")):
        assert f"Your purse: {purse[person]}." in "\n".join(room.texts(person))
        assert str(purse[other]) not in "\n".join(room.texts(person))
        assert str(purse[person]) not in hall
    await room.press("ann", "Give 10")
    assert (await room.say("bea", "7")).what == "played"
    session = await room.session(sid)
    assert session.state.round == 2
    assert session.table.seats_of("ann") == (Seat("player_0"),)
    await room.press("ann", "Give 10")
    assert (await room.session(sid)).state.gifts[0] == 10


async def test_in_each_of_two_channels_only_those_who_play_there_have_buttons_and_are_called(room: Room) -> None:
    game = Open("number", rest="human", tempo="chat", seed=1)
    sid = (await room.act("ann", game, private=False, place="room:hall")).sid
    code = (await room.session(sid)).terms.code
    await room.act("bob", Join(code), private=False, place="room:yard")
    turn = "guesser_0" if "guesser_0" in (await room.session(sid)).turn.awaited else "guesser_1"
    for place, person, seat in (("room:hall", "ann", "guesser_0"), ("room:yard", "bob", "guesser_1")):
        last = shown(room, place)[-1]
        assert {ask.seat for ask in last.post.asks if ask.seat} <= {seat}
        assert not any(person in ask.label for ask in last.post.asks)
        assert [user for sent in shown(room, place) for user in sent.ping] == ([person] if seat == turn else [])
    await room.command("bob", "resume")
    homes = dict((await room.session(sid)).table.homes)
    assert homes == {"guesser_0": "room:hall", "guesser_1": "room:bob"}, "he plays from there now"


@pytest.mark.parametrize(
    ("words", "opened"),
    [
        ("bargaining", Open("bargaining", tempo="chat")),
        ("Bargaining seller", Open("bargaining", seat="seller", tempo="chat")),
        ("bargaining seat=seller", Open("bargaining", seat="seller", tempo="chat")),
        ("bargaining friend", Open("bargaining", rest="human", tempo="chat")),
        ("bargaining human seller", Open("bargaining", seat="seller", rest="human", tempo="chat")),
        ("bargaining rounds=4 tempo=slow", Open("bargaining", (("rounds", "4"),), tempo="slow")),
    ],
)
def test_what_is_written_behind_play(words: str, opened: Open) -> None:
    meant = translate(Inbound("i", "room:ann", "ann", 1, Command("play", words)))
    assert meant.act == opened


def test_seats_are_called_by_their_role_and_by_a_number_where_several_have_it() -> None:
    seats = (SeatInfo(Seat("miner_0"), "miner"), SeatInfo(Seat("miner_1"), "miner"), SeatInfo(Seat("cook_0"), "cook"))
    assert [title(info, seats) for info in seats] == ["miner 0", "miner 1", "cook"]


async def test_a_table_of_two_with_one_role_says_only_who_is_missing(room: Room) -> None:
    await room.act("ann", Open("trading", rest="human", tempo="chat"))
    assert room.last("ann").startswith("Trading: waiting for one more player.")
    await room.act("bea", Open("bargaining", rest="human", tempo="chat"))
    assert room.last("bea").startswith("Price bargaining: you're the buyer. Waiting for one more player.")


OPPONENTS = "Its opponents are easy, normal and hard."


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        ("trading", f"player_0, player_1. Both sides are traders, so you can leave it out. {OPPONENTS}"),
        ("bargaining", f"buyer, seller. {OPPONENTS}"),
        ("sealed", "bidder_0, bidder_1, bidder_2."),
    ],
)
def test_a_wrong_side_is_answered_with_the_sides_there_are(game: str, sides: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{game} has no seat 'judge'; its seats are {sides}") + "$"):
        plan(Open(game, seat="judge", seed=1), find)
