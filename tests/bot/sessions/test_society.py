"""The society at a table with people and AIs: windows, secrets between private places, and somebody who is away."""

from bot.sessions.records import TEMPI
from games.core import Seat
from tests.bot.sessions.room import Room

MINUTE = TEMPI["chat"].phase or 0
PLANS = "gather 3 wood\ngather 3 stone\ncraft hammer\ndump hammer"


async def table_of_two(room: Room, **wrote: str) -> str:
    sid = await room.open("society", against=(("miner_0", "human"),), wrote=tuple(wrote.items()))
    await room.join("bea", (await room.session(sid)).terms.code)
    return sid


async def test_a_step_closes_when_both_people_and_all_ais_are_in(room: Room) -> None:
    sid = await table_of_two(room)
    await room.say("ann", "propose miner_0 60/40")
    assert (await room.session(sid)).state.number == 1
    assert "Noted: invite miner_0, you 60 %, miner_0 40 %." in room.last("ann")
    assert "carpenter_0 is in." in room.last("bea")
    assert "60 %" not in room.last("bea")
    await room.say("bea", "pass")
    assert (await room.session(sid)).state.number == 2
    assert "carpenter_0 offers you 40 %, and 60 % for carpenter_0." in room.last("bea")


async def test_an_offer_is_taken_by_its_button(room: Room) -> None:
    sid = await table_of_two(room)
    await room.say("ann", "propose miner_0 60/40")
    await room.say("bea", "pass")
    assert (await room.press("bea", "Accept carpenter_0")).what == "played"
    await room.say("ann", "pass")
    coalitions = (await room.session(sid)).state.talks.coalitions
    assert {"carpenter_0", "miner_0"} in [set(c.members) for c in coalitions]


async def test_a_button_of_a_step_that_is_closed_does_nothing(room: Room) -> None:
    sid = await table_of_two(room)
    await room.say("ann", "propose miner_0 60/40")
    await room.say("bea", "pass")
    post, index = room.button("bea", "Accept carpenter_0")
    await room.later(sid, MINUTE)
    from bot.sessions.inbound import Press

    answer = await room.act("bea", Press(post, index))
    assert (answer.what, answer.code) == ("refused", "stale")
    assert "Now it is step 3." in room.last("bea")


async def test_plans_stay_between_a_seat_and_its_private_place(room: Room) -> None:
    sid = await table_of_two(room, game="social")
    await room.say("ann", PLANS)
    assert "Noted: GATHER 3 WOOD / GATHER 3 STONE / CRAFT 1 HAMMER / DUMP HAMMER." in room.last("ann")
    assert "GATHER 3 STONE" not in "\n".join(room.texts("bea"))
    await room.say("bea", "gather 5 wood")
    assert (await room.session(sid)).state.number == 2
    assert "GATHER 3 STONE" not in "\n".join(room.texts("bea"))


async def test_an_ai_plays_for_somebody_who_is_away_and_gives_the_seat_back(room: Room) -> None:
    sid = await table_of_two(room, game="contract", flow="sealed")
    for _ in range(2):
        await room.say("ann", "join 0")
        await room.later(sid, MINUTE)
    assert (await room.session(sid)).table.chair(Seat("miner_0")).covered
    before = (await room.session(sid)).state.number
    await room.say("ann", "join 0")
    session = await room.session(sid)
    assert (session.state.phase, session.state.number) != ("contract", before), "nobody waited for the one who is away"
    await room.say("bea", "EXPLORE MAP")
    assert not (await room.session(sid)).table.chair(Seat("miner_0")).covered
    assert "is back" in "\n".join(room.texts("ann"))


async def test_who_leaves_a_table_where_others_play_on_leaves_the_seat_to_an_ai(room: Room) -> None:
    sid = await table_of_two(room)
    await room.command("bea", "quit")
    assert "An AI plays your seat from then on" in room.last("bea")
    await room.say("bea", "yes")
    assert "You have left, and an AI plays your seat." in "\n".join(room.texts("bea"))
    assert "bea (miner_0) has left. An AI plays that seat." in "\n".join(room.texts("ann"))
    await room.say("ann", "pass")
    assert (await room.session(sid)).state.number == 2, "nobody waits for the one who left"
    await room.command("ann", "quit")
    await room.say("ann", "yes")
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "abandoned", "the last person took the game along"


async def test_a_correction_that_is_offered_can_be_pressed(room: Room) -> None:
    sid = await table_of_two(room)
    await room.say("ann", "counter miner_0 40/60")
    assert "Open one first" in room.last("ann")
    assert (await room.press("ann", "Invite miner_0")).what == "played"
    move = (await room.session(sid)).state.move("carpenter_0")
    assert (move.to, move.mine) == ("miner_0", 40)
