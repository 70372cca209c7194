"""Tables that wait: slow people keep their seats, are reminded before an AI takes over, and get them back."""

import pytest

from bot.players import find
from bot.players.base import Brief, Decision
from bot.session.manager import Manager
from bot.session.model.clocks import PACE, PAUSE, due_of
from bot.session.model.inbound import Inbound, Join, Open, Press, Text
from bot.session.model.session import Session, fold, gather
from bot.session.model.table import Chair
from bot.session.model.terms import MINUTE
from bot.session.wording import absence
from games.core.contract import AnyGame, Seat
from games.core.post import Form
from tests.bot.session.harness import Room

DAY = 24 * 60 * MINUTE
FIRST = 2 * MINUTE
ANN, BEA, CYD = Seat("carpenter_0"), Seat("miner_0"), Seat("carpenter_1")


async def table_of_three(room: Room, **wrote: str) -> str:
    against = ((BEA, "human"), (CYD, "human"))
    sid = await room.open("society", against=against, wrote=tuple(wrote.items()))
    for user, seat in (("bea", BEA), ("cyd", CYD)):
        await room.act(user, Join((await room.session(sid)).terms.code, seat))
    return sid


async def chair(room: Room, sid: str, seat: Seat) -> Chair:
    return (await room.session(sid)).table.chair(seat)


async def fills(room: Room, user: str) -> None:
    """Open the newest form that a person has on the screen, or change what is chosen in it."""
    post, index = next(
        (row.id, i)
        for place, row, sent in reversed(room.seen)
        for i, ask in enumerate(sent.post.asks)
        if place == f"room:{user}" and isinstance(ask, Form)
    )
    press = Press(post, index)
    room.now += 1
    await room.manager.filling(Inbound(f"tap:{room.now}", f"room:{user}", user, room.now, press))
    await room.out()


def new(room: Room, user: str, seen: int) -> list[str]:
    return room.texts(user)[seen:]


async def test_people_who_talk_tap_and_fill_in_forms_are_there_although_they_are_slow(room: Room) -> None:
    sid = await table_of_three(room)
    for step in range(1, 5):
        await room.say("ann", "what would you two like?")
        await fills(room, "bea")
        await room.command("cyd", "status")
        await room.later(sid, FIRST)
        session = await room.session(sid)
        assert session.stake(ANN) != f"negotiation {step}", "the step is over"
        assert [c.missed for c in session.table.chairs] == [0, 0, 0, 0]
    assert not any("deadline" in text for user in ("ann", "bea", "cyd") for text in room.texts(user))


async def test_refused_words_and_stale_buttons_count_as_being_there(room: Room) -> None:
    sid = await table_of_three(room)
    button = Press(*room.button("bea", "Pass"))
    await room.say("bea", "pass")
    await room.command("ann", "rules")
    await room.later(sid, FIRST)
    assert (await room.say("ann", "counter miner_0 40/60")).what == "refused"
    assert (await room.act("bea", button)).code == "stale"
    await room.later(sid, MINUTE)
    assert (await chair(room, sid, CYD)).covered
    assert [(await chair(room, sid, seat)).missed for seat in (ANN, BEA)] == [0, 0]


async def test_a_form_that_is_open_costs_one_step_of_the_log_however_often_it_is_tapped(room: Room) -> None:
    sid = await table_of_three(room)
    await fills(room, "bea")
    version = (await room.session(sid)).version
    for _ in range(5):
        await fills(room, "bea")
    await room.command("bea", "rules")
    session = await room.session(sid)
    assert session.version == version + 1, "the command alone was answered"
    assert session.table.seen == ((BEA, "negotiation 1"),)


async def test_the_first_step_of_a_table_of_people_is_longer(room: Room) -> None:
    sid = await table_of_three(room)
    assert "runs out in 2 minutes" in "\n".join(room.texts("ann"))
    await room.say("ann", "pass")
    await room.later(sid, FIRST - 1_000)
    assert (await room.session(sid)).state.number == 1
    await room.later(sid, 1_000)
    assert (await room.session(sid)).state.number == 2
    assert due_of(await room.session(sid), "negotiation 2") == room.now + MINUTE


async def test_nobody_is_replaced_without_a_reminder_and_a_minute_of_grace(room: Room) -> None:
    sid = await table_of_three(room)
    for user in ("ann", "cyd"):
        await room.say(user, "pass")
    seen = len(room.texts("bea"))
    await room.later(sid, FIRST)
    warned, reminded = room.now, absence.WARNED[0]
    assert reminded in new(room, "bea", seen)
    assert not any("deadline" in text for user in ("ann", "cyd") for text in room.texts(user))
    for user in ("ann", "cyd"):
        await room.say(user, "pass")
    await room.later(sid, MINUTE - 1_000)
    assert not (await chair(room, sid, BEA)).covered
    await room.later(sid, 1_000)
    assert (await chair(room, sid, BEA)).covered
    assert room.now - warned >= MINUTE
    assert "bea has missed 2 deadlines. An AI plays that seat until they are back." in room.texts("ann")


async def test_who_answers_the_reminder_stays(room: Room) -> None:
    sid = await table_of_three(room)
    for _ in range(4):
        for user in ("ann", "cyd"):
            await room.say(user, "pass")
        await room.later(sid, FIRST)
        assert (await room.press("bea", "I'm here")).what == "told"
        assert room.last("bea") == absence.STAYS
    assert (await chair(room, sid, BEA)).missed == 0


async def test_without_a_private_place_the_reminder_mentions_the_person(room: Room) -> None:
    opened = Open("society", against=((BEA, "human"),), tempo="chat", seed=1)
    sid = (await room.act("ann", opened, private=False, place="room:hall")).sid
    code = (await room.session(sid)).terms.code
    await room.act("bea", Join(code), private=False, place="room:hall")
    await room.act("ann", Text("pass"), private=False, place="room:hall")
    await room.later(sid, FIRST)
    assert any(sent.ping == ("bea",) and sent.post.asks == (absence.HERE,) for _, _, sent in room.seen)
    assert absence.WARNED[1].format(who="bea") in room.texts("hall")


async def replaced(room: Room) -> str:
    """Return a table at which an AI plays for bea. Whose offer stands first goes by seat number there."""
    sid = await table_of_three(room, edition="1")
    for _ in range(2):
        await room.say("ann", "propose carpenter_1 60/40")
        await room.say("cyd", "propose carpenter_0 70/30")
        await room.later(sid, FIRST)
    assert (await chair(room, sid, BEA)).covered
    return sid


@pytest.mark.parametrize("way", ["button", "status", "resume", "here"])
async def test_who_comes_back_gets_the_seat_and_reads_in_one_post_where_the_game_stands(room: Room, way: str) -> None:
    sid = await replaced(room)
    seen = len(room.texts("bea"))
    if way == "button":
        await room.press("bea", "I'm here")
    else:
        await room.command("bea", way)
    (post,) = new(room, "bea", seen)
    assert post.startswith("You have your seat again.")
    assert "Step 3 of 8" in post
    assert room.texts("ann")[-1] == room.texts("cyd")[-1] == "bea is back."
    assert (await chair(room, sid, BEA)).missed == 0
    assert (await room.say("bea", "pass")).what == "played"


async def test_words_of_who_comes_back_count_and_the_seat_is_theirs(room: Room) -> None:
    sid = await replaced(room)
    seen = len(room.texts("bea"))
    assert (await room.say("bea", "pass")).what == "played"
    back, noted = new(room, "bea", seen)
    assert back == "You have your seat again."
    assert noted.startswith("Noted: pass.")
    assert not (await chair(room, sid, BEA)).covered


async def test_who_left_takes_the_seat_again_by_resume_also_in_another_place(room: Room) -> None:
    sid = await table_of_three(room)
    for word in ("quit", "quit"):
        await room.command("bea", word)
    assert (await chair(room, sid, BEA)).gone
    seen = len(room.texts("bea"))
    await room.command("bea", "status")
    assert (await chair(room, sid, BEA)).gone, "to look is not to come back"
    await room.command("bea", "resume")
    assert new(room, "bea", seen)[-1].startswith("You have your seat again.")
    assert not (await chair(room, sid, BEA)).gone


async def test_a_table_without_people_pauses_and_says_so_once_in_each_place(room: Room) -> None:
    sid = await table_of_three(room)
    seen = {user: len(room.texts(user)) for user in ("ann", "bea", "cyd")}
    await room.later(sid, FIRST)
    session = await room.session(sid)
    assert (session.table.paused, session.state.number, session.turn.clocks) == (True, 1, ())
    for user, before in seen.items():
        (post,) = new(room, user, before)
        assert post.startswith("I haven't heard from anybody, so the game is paused.")
        assert "Go on" in post
        assert "ends" in post
    await room.later(sid, DAY - 1)
    assert (await room.session(sid)).state.number == 1, "nothing is played unseen"
    assert all(len(new(room, user, before)) == 1 for user, before in seen.items())


@pytest.mark.parametrize("way", ["Go on", "words", "a move", "a form"])
async def test_any_act_goes_on_with_a_paused_game_and_its_clock_is_fresh(room: Room, way: str) -> None:
    sid = await table_of_three(room)
    await room.later(sid, FIRST)
    await room.later(sid, DAY // 2)
    match way:
        case "Go on":
            await room.press("ann", "Go on")
            assert room.last("ann").startswith("The game goes on.")
            assert "runs out in 2 minutes" in room.last("ann")
        case "words":
            await room.say("ann", "sorry, I was away")
        case "a move":
            assert (await room.say("ann", "propose miner_0 60/40")).what == "played"
        case _:
            await fills(room, "ann")
    told = [text for text in room.texts("bea") if text.startswith("ann is here, so the game goes on.")]
    assert len(told) == 1
    assert "Your time runs out in 2 minutes" in told[0]
    session = await room.session(sid)
    assert not session.table.paused
    assert due_of(session, "negotiation 1") == room.now + FIRST
    assert due_of(session, PAUSE) is None


async def test_a_paused_game_that_nobody_goes_on_with_ends_with_one_summary(room: Room) -> None:
    sid = await table_of_three(room)
    await room.later(sid, FIRST)
    seen = {user: len(room.texts(user)) for user in ("ann", "bea", "cyd")}
    await room.later(sid, DAY)
    session = await room.session(sid)
    result = session.result()
    assert result is not None
    assert (session.table.phase, result.end) == ("over", "stopped")
    for user, before in seen.items():
        (post,) = new(room, user, before)
        assert post.startswith("Nobody came back for 24 hours, so this game has ended.")
        assert "Step 1 of 8" in post


async def test_somebody_alone_is_waited_for_and_no_ai_plays_on_unseen(room: Room) -> None:
    sid = await room.open("society")
    assert "then the game pauses" in "\n".join(room.texts("ann"))
    seen = len(room.texts("ann"))
    await room.later(sid, DAY)
    assert (await room.session(sid)).state.number == 1
    posts = [text for text in new(room, "ann", seen) if "reminder" not in text]
    assert len(posts) == 1
    assert posts[0].startswith("I haven't heard from you, so the game is paused.")
    await room.say("ann", "pass")
    assert (await room.session(sid)).state.number == 2


async def test_moves_of_ais_in_a_row_are_one_post_and_nobody_waits_for_them(room: Room) -> None:
    sid = await room.open("society", wrote=(("game", "contract"), ("difficulty", "hard"), ("flow", "sequential")))
    while (await room.session(sid)).state.phase == "contract":
        seen = len(room.texts("ann"))
        await room.say("ann", "join 3")
        assert len(new(room, "ann", seen)) <= 2, "the answer to the move, and all moves after it"
    assert "joins coalition" in "\n".join(room.texts("ann"))


class Model:
    """Thinks elsewhere, as a model does: decides as an analytic player, and is none."""

    def __init__(self, name: str, game: AnyGame) -> None:
        self.other = find(name, game)

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        return await self.other.decide(brief, deadline)


async def test_moves_of_models_in_a_row_are_five_seconds_apart(room: Room) -> None:
    room.manager = Manager(room.store, Model, lambda: room.now)
    sid = await room.open("society", wrote=(("game", "contract"),))
    for _ in range(2):
        seen = room.last("ann")
        assert "'s turn" in seen
        await room.later(sid, PACE - 1)
        assert room.last("ann") == seen
        await room.later(sid, 1)
    assert "Your turn" in room.last("ann")


async def test_a_table_that_paused_and_went_on_replays_to_the_same(room: Room) -> None:
    sid = await replaced(room)
    await room.press("bea", "I'm here")
    for _ in range(2):
        await room.later(sid, FIRST)
    await room.press("cyd", "Go on")
    session = await room.session(sid)
    folded = fold(Session.fresh(sid, session.terms), await gather(room.store.events(sid)))
    assert (folded.table, folded.state) == (session.table, session.state)


def messages(room: Room, seen: int) -> list[str]:
    """Return the places of the messages since then. A post that edits its earlier message is none."""
    slots = {(place, row.post.slot) for place, row, _ in room.seen[:seen]}
    fresh = []
    for place, row, sent in room.seen[seen:]:
        if (place, row.post.slot) not in slots or sent.post.keep != "edit":
            fresh.append(place)
        slots.add((place, row.post.slot))
    return fresh


@pytest.mark.parametrize("game", ["negotiation", "contract", "social"])
async def test_while_only_ais_move_no_place_gets_two_messages_in_five_seconds(room: Room, game: str) -> None:
    sid = await table_of_three(room, game=game, difficulty="hard")
    last = dict.fromkeys(("room:ann", "room:bea", "room:cyd"), 0)
    for _ in range(4):
        for user in ("ann", "bea", "cyd"):
            await room.command(user, "rules")
        for _ in range(70):
            seen = len(room.seen)
            await room.later(sid, 1_000)
            for place in messages(room, seen):
                assert room.now - last[place] >= PACE, room.texts(place.removeprefix("room:"))[-2:]
                last[place] = room.now
    assert all(last.values())
