"""The society at a table with people and AIs: windows, secrets between private places, and somebody who is away."""

import pytest

from bot.session.model.clocks import PACE
from bot.session.model.inbound import Answer, Command, Inbound, Join, Open, Press, Text
from bot.session.model.terms import TEMPI
from bot.session.worker import settle
from games.core.contract import Seat
from tests.bot.session.harness import Room

MINUTE = TEMPI["chat"].phase or 0
PLANS = "gather 3 wood\ngather 3 stone\ncraft hammer\ndump hammer"


async def table_of_two(room: Room, **wrote: str) -> str:
    sid = await room.open("society", against=(("miner_0", "human"),), wrote=tuple(wrote.items()))
    await room.join("bea", (await room.session(sid)).terms.code)
    return sid


async def runs_out(room: Room, sid: str) -> None:
    """The step's clock runs out while everybody is there and nobody moves."""
    for user in ("ann", "bea"):
        await room.command(user, "rules")
    await room.later(sid, 2 * MINUTE)


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


async def test_accept_answers_the_question_whether_to_accept_the_same_offer(room: Room) -> None:
    sid = await table_of_two(room)
    await room.say("ann", "propose miner_0 60/40")
    await room.say("bea", "pass")
    assert (await room.say("bea", "ok")).what == "asked"
    assert (await room.say("bea", "accept")).what == "played"
    await room.say("ann", "pass")
    coalitions = (await room.session(sid)).state.talks.coalitions
    assert {"carpenter_0", "miner_0"} in [set(c.members) for c in coalitions]


async def test_a_button_of_a_step_that_is_closed_does_nothing(room: Room) -> None:
    sid = await table_of_two(room)
    await room.say("ann", "propose miner_0 60/40")
    await room.say("bea", "pass")
    accept = Press(*room.button("bea", "Accept carpenter_0"))
    await runs_out(room, sid)
    room.now += 4_000
    assert (await room.act("bea", accept)).code == "stale"
    said = room.last("bea")
    assert "That step closed 4 s ago; now step 3. Nothing was done." in said
    assert "On the table: carpenter_0 offers you 40 % and takes 60 %." in said
    await runs_out(room, sid)
    assert (await room.act("bea", accept)).code == "stale"
    assert "That step closed more than 1 s ago; now step 4. Nothing was done." in room.last("bea")
    assert (await room.session(sid)).state.move(Seat("miner_0")) is None


async def sent_before(room: Room, sid: str, user: str, text: str, ms: int) -> Answer:
    """Words that had come in a while ago, and get their turn only now."""
    room.now += 1
    inbound = Inbound(f"late:{room.now}", f"room:{user}", user, room.now - ms, Text(text))
    answer = await room.manager.handle(inbound)
    await settle(room.manager, sid)
    await room.out()
    return answer


@pytest.mark.parametrize(
    ("wrote", "text", "sentence"),
    [
        ({}, "propose miner_0 60/40", "That step closed 2 s ago; now step 2."),
        ({}, "pass", "That step closed 2 s ago; now step 2."),
        ({"game": "contract", "flow": "sealed"}, "join 2", "That round closed 2 s ago; now round 2."),
    ],
)
async def test_words_that_came_in_before_a_window_closed_are_late_for_it(
    room: Room, wrote: dict[str, str], text: str, sentence: str
) -> None:
    sid = await table_of_two(room, **wrote)
    await runs_out(room, sid)
    room.now += 2_000
    assert (await sent_before(room, sid, "ann", text, 5_000)).code == "stale"
    assert sentence in room.last("ann")
    assert (await room.session(sid)).state.move(Seat("carpenter_0")) is None
    assert (await sent_before(room, sid, "ann", "hello all", 5_000)).what == "said", "talk is never late"
    assert (await sent_before(room, sid, "ann", text, 1_000)).what == "played"


async def test_plans_that_come_too_late_count_for_the_next_round_unless_it_has_some(room: Room) -> None:
    sid = await table_of_two(room, game="social")
    post, index = room.button("ann", "Plans")
    fields = (("plan1", "GATHER 3 WOOD"), ("plan2", "-"), ("plan3", "-"), ("plan4", "-"), ("plan5", "-"))
    await runs_out(room, sid)
    assert (await room.act("ann", Press(post, index))).code == "stale", "the button alone, not yet filled in"
    assert (await room.act("ann", Press(post, index, fields))).what == "played"
    assert "Noted: GATHER 3 WOOD." in room.last("ann")
    assert (await room.act("ann", Press(post, index, fields))).code == "stale"
    assert (await sent_before(room, sid, "bea", "explore", MINUTE)).what == "played"
    await room.later(sid, PACE)
    assert (await room.act("ann", Press(post, index, fields))).code == "stale", "that is not the round before"
    assert "That round closed more than 1 s ago; now round 3." in room.last("ann")


async def test_a_message_that_is_delivered_twice_counts_and_is_answered_once(room: Room) -> None:
    await table_of_two(room)
    for _ in range(2):
        await room.say("ann", "propose miner_0 60/40", id="update:7")
    await room.say("ann", "accept", id="update:8")
    heard = len(room.texts("ann"))
    await room.say("ann", "accept", id="update:8")
    assert len(room.texts("ann")) == heard
    assert sum("Noted" in text for text in room.texts("ann")) == 1


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
        await room.later(sid, 2 * MINUTE)
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
    assert "bea has left. An AI plays that seat." in "\n".join(room.texts("ann"))
    heard = len(room.texts("bea"))
    await room.say("ann", "pass")
    assert (await room.session(sid)).state.number == 2, "nobody waits for the one who left"
    await room.command("bea", "rules")
    assert (await room.command("bea", "quit")).what == "told"
    assert room.last("bea") == "You have left already. Write anything to take your seat again."
    assert len(room.texts("bea")) == heard + 2, "who left hears what they ask for, and nothing else"
    assert (await room.say("bea", "pass")).code == "back"
    assert room.last("bea").startswith("You have your seat again.")
    assert "Step 2 of" in room.last("bea")
    assert (await room.session(sid)).state.number == 2, "what was written blindly is no move"
    assert (await room.say("bea", "pass")).what == "played"
    await room.command("bea", "quit")
    await room.say("bea", "yes")
    heard = len(room.texts("bea"))
    await room.say("ann", "pass")
    await room.command("ann", "quit")
    await room.say("ann", "yes")
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "abandoned", "the last person took the game along"
    assert len(room.texts("bea")) == heard + 1, "how it ended is for everybody"


async def test_a_correction_that_is_offered_can_be_pressed(room: Room) -> None:
    sid = await table_of_two(room)
    await room.say("ann", "counter miner_0 40/60")
    assert "Open one first" in room.last("ann")
    assert (await room.press("ann", "Invite miner_0")).what == "played"
    move = (await room.session(sid)).state.move("carpenter_0")
    assert (move.to, move.mine) == ("miner_0", 40)


@pytest.mark.parametrize(
    ("name", "args", "move"),
    [
        ("deal", "propose player:miner_0 mine:60", "Negotiate(to='miner_0', mine=60)"),
        ("propose", "miner_0 60/40", "Negotiate(to='miner_0', mine=60)"),
        ("offer", "miner_0 60/40", "Negotiate(to='miner_0', mine=60)"),
        ("invite", "miner_0 60/40", "Negotiate(to='miner_0', mine=60)"),
        ("pass", "", "Pass()"),
    ],
)
async def test_a_move_can_be_written_as_a_command(room: Room, name: str, args: str, move: str) -> None:
    sid = await table_of_two(room)
    assert (await room.command("ann", name, args)).what == "played"
    assert repr((await room.session(sid)).state.move("carpenter_0")) == move


async def test_coalitions_and_plans_can_be_written_as_commands(room: Room) -> None:
    sid = await table_of_two(room, game="contract", flow="sealed")
    assert (await room.command("ann", "join", "2")).what == "played"
    assert (await room.session(sid)).state.move("carpenter_0").slot == 2
    assert (await room.command("ann", "plan", "gather 3 wood")).code == "too_early"
    sid = await table_of_two(room, game="social")
    assert (await room.command("ann", "plan", "gather 3 wood")).what == "played"
    assert "Noted: GATHER 3 WOOD." in room.last("ann")
    assert (await room.command("ann", "accept")).code == "phase"
    assert (await room.command("ann", "fly")).code == "unknown_command"
    assert (await room.command("ann", "deal", "or no deal")).code == "format", "no talk"
    assert "or no deal" not in room.last("bea")


async def test_a_yes_to_a_question_of_a_step_that_is_closed_is_late_too(room: Room) -> None:
    sid = await table_of_two(room)
    await room.say("bea", "propose carpenter_0 50/50")
    await room.say("ann", "pass")
    assert (await room.say("ann", "ok")).what == "asked"
    assert "Accept the offer of miner_0: you 50 %, miner_0 50 %?" in room.last("ann")
    await runs_out(room, sid)
    room.now += 7_000
    assert (await room.say("ann", "yes")).code == "stale"
    assert "That step closed 7 s ago; now step 3. Nothing was done." in room.last("ann")
    assert (await room.session(sid)).state.move("carpenter_0") is None
    assert (await room.say("ann", "accept")).what == "played"


async def test_who_has_a_place_of_their_own_beside_the_table_hears_there_that_it_is_over(room: Room) -> None:
    game = Open("society", against=(("miner_0", "human"),), tempo="chat", seed=1)
    sid = (await room.act("ann", game, private=False, place="room:hall", direct="room:ann")).sid
    code = (await room.session(sid)).terms.code
    await room.act("bea", Join(code), private=False, place="room:hall", direct="room:bea")
    for person in ("ann", "bea"):
        for word in (Command("quit"), Text("yes")):
            await room.act(person, word, private=False, place="room:hall")
    for person in ("ann", "bea"):
        *_, sent = [sent for place, _, sent in room.seen if place == f"room:{person}"]
        assert room.last(person) == "This game is over."
        assert sent.closes
