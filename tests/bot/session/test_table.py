"""Coming and going: lobbies, join codes, leaving, rematches, clocks, and what is refolded when types change."""

import re
from copy import deepcopy

import pytest

from bot.session.model import session as sessions
from bot.session.model.clocks import ASKED
from bot.session.model.inbound import Command, Join, Open, Press, Text
from bot.session.model.session import Broken, fold, gather
from bot.session.model.terms import HOUR
from bot.session.outbox import tag
from bot.session.wording import messages
from games.core.codec import encode
from games.core.contract import Seat
from storage.base import Record
from storage.memory import MemoryStore
from tests.bot.session.harness import Room


async def opened_for_two(room: Room, seed: int = 1) -> tuple[str, str]:
    sid = await room.open("number", against=(("guesser_1", "human"),), seed=seed)
    return sid, (await room.session(sid)).terms.code


async def test_the_second_person_joins_by_code_and_both_are_told(room: Room) -> None:
    sid, code = await opened_for_two(room)
    assert code in room.last("ann")
    answer = await room.join("bea", code.lower())
    assert (answer.what, answer.sid) == ("joined", sid)
    assert room.texts("bea")
    assert (await room.say("ann", "guess 30")).what == "played"
    assert (await room.say("bea", "guess 60")).what == "played"


async def test_a_code_seats_one_person_once(room: Room) -> None:
    _, code = await opened_for_two(room)
    assert (await room.join("ann", code)).code == "twice"
    assert (await room.join("bea", code)).what == "joined"
    assert (await room.join("cleo", code)).code == "full"
    assert (await room.join("cleo", "WRONGX")).code == "no_game"
    assert (await room.say("cleo", "guess 3")).code == "no_game"


async def test_words_in_a_lobby_wait_for_the_other_player(room: Room) -> None:
    await opened_for_two(room)
    assert (await room.say("ann", "guess 3")).code == "lobby"
    assert (await room.command("ann", "status")).what == "told"


async def test_a_lobby_can_be_closed(room: Room) -> None:
    sid, code = await opened_for_two(room)
    await room.command("ann", "quit")
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "stopped"
    assert (await room.join("bea", code)).code == "shut"


async def test_quitting_asks_once_and_then_ends_as_abandoned(room: Room) -> None:
    sid = await room.open("number")
    await room.command("ann", "quit")
    assert (await room.session(sid)).result() is None
    await room.command("ann", "quit")
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "abandoned"


@pytest.mark.parametrize("yes", ["yes", "Yes.", " y ", "YES!", "yes please", "yeah"])
async def test_a_yes_after_the_question_leaves(room: Room, yes: str) -> None:
    sid = await room.open("number")
    await room.command("ann", "quit")
    await room.say("ann", yes)
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "abandoned"


@pytest.mark.parametrize("no", ["no", "N", "No thx", "no, thank you!", "nope.", "cancel"])
async def test_a_no_stays_and_a_move_takes_the_question_back(room: Room, no: str) -> None:
    sid = await room.open("number")
    await room.command("ann", "quit")
    assert (await room.say("ann", no)).code == "stay"
    assert (await room.session(sid)).table.questions == ()
    await room.command("ann", "quit")
    await room.say("ann", "guess 20")
    assert (await room.session(sid)).table.questions == ()
    await room.say("ann", "yes")
    assert (await room.session(sid)).result() is None


@pytest.mark.parametrize("word", ["ok", "Sure.", "okay!"])
async def test_a_word_said_in_passing_neither_leaves_nor_takes_an_offer(room: Room, word: str) -> None:
    sid = await room.open("bargaining")
    await room.command("ann", "quit")
    assert (await room.say("ann", word)).what == "asked"
    assert room.last("ann").startswith("Please answer this first.\nDo you want to leave")
    assert (await room.session(sid)).table.phase == "play"
    assert (await room.say("ann", "no")).code == "stay"
    assert (await room.session(sid)).table.questions == ()


async def test_a_move_in_the_games_own_words_takes_the_question_about_leaving_back(room: Room) -> None:
    await room.open("bargaining")
    await room.command("ann", "quit")
    assert (await room.say("ann", "accept")).what == "played"
    assert "You accept." in "\n".join(room.texts("ann"))


OFFER = "I give 2 wheat for your 1 ore"
CHAT = (("style", "chat"), ("reading", "plain"))


@pytest.mark.parametrize("word", ["accept", "Deal!", "I agree", "done"])
async def test_consent_to_a_question_of_ours_takes_no_offer_of_the_others(room: Room, word: str) -> None:
    sid = await room.open("trading", seed=3)
    assert (await room.say("ann", OFFER)).what == "asked"
    before = await room.session(sid)
    assert (await room.say("ann", word)).what == "asked"
    assert room.last("ann").startswith("Please answer this first.")
    assert encode((await room.session(sid)).state) == encode(before.state)
    assert (await room.say("ann", "yes")).what == "played"


@pytest.mark.parametrize("word", ["ok", "sure", "go ahead", OFFER])
async def test_a_plain_yes_or_the_same_once_more_does_what_was_asked_about(room: Room, word: str) -> None:
    await room.open("trading", seed=3)
    assert (await room.say("ann", OFFER)).what == "asked"
    assert (await room.say("ann", word)).what == "played"


@pytest.mark.parametrize(
    ("game", "wrote", "about", "between", "question"),
    [
        ("bargaining", CHAT, "maybe 42?", "hello?", "$42.00, is that your offer?"),
        ("number", (), "walk away", "hello, are you there?", "Do you mean: walk away?"),
    ],
)
async def test_a_yes_after_other_words_is_asked_about_again_and_takes_no_offer(
    room: Room, game: str, wrote: tuple[tuple[str, str], ...], about: str, between: str, question: str
) -> None:
    sid = await room.open(game, seed=3, wrote=wrote)
    assert (await room.say("ann", about)).what == "asked"
    await room.say("ann", between)
    before = await room.session(sid)
    assert (await room.say("ann", "yes")).what == "asked"
    assert room.last("ann").startswith(f"Please answer this first.\n{question}")
    assert encode((await room.session(sid)).state) == encode(before.state)
    assert (await room.say("ann", "yes")).what == "played"


@pytest.mark.parametrize("answered", [True, False])
async def test_words_that_belong_together_wait_for_the_answer_to_a_question(room: Room, answered: bool) -> None:
    sid = await room.open("dealornodeal", seed=4, wrote=(("style", "chat"),))
    await room.say("ann", "hello, nice to meet you")
    assert (await room.say("ann", "maybe all the hats for me?")).what == "asked"
    asked = room.last("ann")
    await room.later(sid, ASKED - 1_000)
    assert room.last("ann") == asked
    if answered:
        assert (await room.say("ann", "yes")).what == "played"
    await room.later(sid, 4_000)
    assert room.last("ann").startswith("The AI: ")


async def test_the_leave_button_and_the_stay_button(room: Room) -> None:
    sid = await room.open("number")
    await room.command("ann", "quit")
    await room.press("ann", "Stay")
    assert (await room.session(sid)).table.questions == ()
    await room.command("ann", "quit")
    await room.press("ann", "Leave")
    assert (await room.session(sid)).table.phase == "over"


async def test_a_yes_to_a_question_about_something_that_has_changed_is_stale_and_never_a_move(room: Room) -> None:
    sid = await room.open("number")
    assert (await room.say("ann", "walk away")).what == "asked"
    await room.later(sid, ASKED)
    before = await room.session(sid)
    answer = await room.say("ann", "yes")
    assert (answer.what, answer.code) == ("refused", "stale")
    assert encode((await room.session(sid)).state) == encode(before.state)


async def test_what_cannot_be_undone_is_asked_for_and_a_typed_yes_does_it(room: Room) -> None:
    sid = await room.open("number")
    assert (await room.say("ann", "walk away")).what == "asked"
    assert (await room.session(sid)).result() is None
    assert (await room.say("ann", "yes")).what == "played"
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "walkaway"


async def test_saying_the_same_again_confirms_it_and_a_no_or_a_move_takes_it_back(room: Room) -> None:
    sid = await room.open("number")
    await room.say("ann", "walk away")
    assert (await room.say("ann", "no")).what == "told"
    await room.say("ann", "walk away")
    assert (await room.say("ann", "guess 20")).what == "played"
    assert (await room.session(sid)).table.questions == ()
    await room.say("ann", "walk away")
    await room.say("ann", "walk away")
    assert (await room.session(sid)).table.phase == "over"


async def test_a_button_that_cannot_be_undone_is_asked_about_first(room: Room) -> None:
    sid = await room.open("number")
    assert (await room.press("ann", "Walk")).what == "asked"
    await room.out()
    assert "Walk away: are you sure?" in room.last("ann")
    assert (await room.session(sid)).result() is None
    assert (await room.press("ann", "Yes")).what == "played"
    assert (await room.session(sid)).table.phase == "over"


async def test_a_form_that_gives_everything_away_is_asked_about_first(room: Room) -> None:
    sid = await room.open("dealornodeal")
    assert (await room.press("ann", "Offer", fields=(("items", ""),))).what == "asked"
    assert "You: nothing." in room.last("ann")
    assert not (await room.session(sid)).state.spoken
    assert (await room.press("ann", "Yes")).what == "played"
    assert (await room.session(sid)).state.spoken[0].text == "I keep nothing; you get the rest"


@pytest.mark.parametrize("answer", ["yes", "walk away"])
async def test_words_beside_a_confirmed_move_are_kept(room: Room, answer: str) -> None:
    sid = await room.open("number")
    await room.say("ann", "walk away: you're too greedy")
    await room.say("ann", answer)
    session = await room.session(sid)
    assert session.table.phase == "over"
    log = [record.data async for record in room.store.events(sid)]
    assert b"too greedy" in log[-1]


async def test_words_beside_another_move_do_not_come_along(room: Room) -> None:
    sid = await room.open("number")
    await room.say("ann", "walk away: you're too greedy")
    await room.say("ann", "guess 20")
    log = [record.data async for record in room.store.events(sid)]
    assert b"too greedy" not in log[-1]


async def test_the_front_desk_opens_a_game_from_its_menu_and_plays_it_again(room: Room) -> None:
    await room.act("ann", Open("number", seed=1, tempo="chat"))
    await room.walks("ann")
    answer = await room.command("ann", "rematch", "swap")
    assert answer.what == "opened"
    assert (await room.session(answer.sid)).table.seats_of("ann") == (Seat("guesser_1"),)
    await room.command("ann", "stats")
    assert "1 played" in room.last("ann")


async def test_a_rematch_button_means_the_game_above_it_for_those_who_played_it(room: Room) -> None:
    await room.act("ann", Open("number", seed=1, tempo="chat"))
    await room.walks("ann")
    await room.out()
    again = room.button("ann", "Rematch")
    for user in ("ann", "bob"):
        await room.act(user, Open("sealed", seed=1, tempo="chat"))
        await room.command(user, "quit")
        await room.say(user, "yes")
    stranger = await room.act("bob", Press(*again))
    assert (stranger.what, stranger.code) == ("refused", "outsider")
    opened = await room.act("ann", Press(*again))
    assert (await room.session(opened.sid)).game.name == "number"


async def test_a_second_press_that_opened_nothing_opens_nothing_when_it_is_delivered_again_later(room: Room) -> None:
    await room.act("ann", Open("number", seed=1, tempo="chat"))
    await room.walks("ann")
    again = Press(*room.button("ann", "Rematch"))
    assert (await room.act("ann", again, "first")).what == "opened"
    ignored = await room.act("ann", again, "second")
    assert (ignored.what, ignored.code) == ("ignored", "again")
    room.now += HOUR
    assert await room.act("ann", again, "second") == ignored


async def test_a_rematch_asks_those_along_who_played_it_elsewhere(room: Room) -> None:
    sid = (await room.act("ann", Open("number", rest="human", tempo="chat"))).sid
    await room.join("bob", (await room.session(sid)).terms.code)
    await room.walks("ann")
    again = (await room.press("ann", "other side")).sid
    assert room.last("bob").startswith("ann wants to play")
    assert room.texts("ann")[-1].count("again") == 0
    assert (await room.press("bob", "Join")).what == "joined"
    table = (await room.session(again)).table
    assert (table.phase, table.seats_of("ann"), table.seats_of("bob")) == ("play", ("guesser_1",), ("guesser_0",))


async def test_a_rematch_of_people_and_strategies_keeps_a_chair_for_each_of_the_people(room: Room) -> None:
    for swap in ("", "swap"):
        sid = (await room.act("ann", Open("rounds", rest="human", tempo="chat"))).sid
        await room.join("bob", (await room.session(sid)).terms.code)
        await room.command("ann", "begin")
        for person in ("bob", "ann"):
            await room.command(person, "quit")
            await room.say(person, "yes")
        again = await room.session((await room.command("ann", "rematch", swap)).sid)
        kinds = {chair.seat: chair.kind for chair in again.table.chairs}
        open_chair, hers = ("player_0", "player_1") if swap else ("player_1", "player_0")
        assert kinds == {"player_2": "ai", "player_3": "ai", open_chair: "open", hers: "human"}


async def test_a_game_left_open_is_resumed_where_it_stands(room: Room) -> None:
    sid = await room.open("number")
    await room.store.point("focus:room:ann|ann", None)
    assert (await room.say("ann", "guess 3")).code == "no_game"
    await room.command("ann", "resume")
    answer = await room.say("ann", "guess 3")
    assert (answer.what, answer.sid) == ("played", sid)


async def test_a_clock_keeps_its_due_time_while_its_id_lives(room: Room) -> None:
    sid = await room.open("sealed")
    (due,) = {job.due for job in (await room.session(sid)).jobs if job.kind == "clock"}
    room.now += 30_000
    await room.say("ann", "40")
    session = await room.session(sid)
    assert {job.due for job in session.jobs if job.kind == "clock"} <= {due}


async def test_a_clock_that_runs_out_acts_through_the_same_door(room: Room) -> None:
    sid = await room.open("sealed", against=(("bidder_1", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    await room.later(sid, 121_000)
    result = (await room.session(sid)).result()
    assert result is not None
    kinds = [entry.data async for entry in room.store.events(sid)]
    assert any(b'"expired"' in data for data in kinds)


async def test_secrets_of_a_seat_never_reach_another_screen(room: Room) -> None:
    sid, code = await opened_for_two(room, seed=4)
    await room.join("bea", code)
    session = await room.session(sid)
    secrets = dict(zip(("ann", "bea"), session.state.numbers, strict=True))
    for user, text in (("ann", "guess 100"), ("bea", "guess 100")):
        await room.say(user, text)
    for user, other in (("ann", "bea"), ("bea", "ann")):
        numbers = re.findall(r"\d+", " ".join(room.texts(user)))
        assert str(secrets[user]) in numbers
        assert str(secrets[other]) not in numbers


async def test_a_snapshot_of_another_shape_is_folded_afresh_from_the_log(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sid = await room.open("number")
    await room.say("ann", "guess 30")
    before = await room.session(sid)
    sessions._shape.cache_clear()
    monkeypatch.setattr(sessions, "_shape", lambda game: "another")
    after = await room.session(sid)
    assert encode(after.state) == encode(before.state)
    assert after.table == before.table
    assert after.version == before.version
    assert (await room.say("ann", "guess 31")).what == "played"


async def test_a_changed_event_is_named_by_its_number(room: Room) -> None:
    sid = await room.open("number")
    await room.say("ann", "guess 30")
    session = await room.session(sid)
    records = await gather(room.store.events(sid))
    number = next(n for n, record in enumerate(records, 1) if b'"number":30' in record.data)
    bad = records[number - 1]
    records[number - 1] = Record(bad.version, bad.k, bad.at, bad.data.replace(b'"number":30', b'"number":31'))
    with pytest.raises(Broken) as broken:
        fold(type(session).fresh(sid, session.terms), records)
    assert broken.value.event == number


async def test_a_lobby_that_was_closed_answers_whatever_its_owner_writes_there(room: Room) -> None:
    await opened_for_two(room)
    await room.command("ann", "quit")
    assert (await room.say("ann", "guess 3")).code == "over"
    await room.command("ann", "status")
    assert room.last("ann") == messages.SHUT


async def test_what_is_asked_aloud_is_asked_where_it_was_said(room: Room) -> None:
    game = Open("dealornodeal", rest="human", tempo="chat", seed=4)
    sid = (await room.act("ann", game, private=False, place="room:hall")).sid
    await room.act("bob", Join((await room.session(sid)).terms.code), private=False, place="room:hall")
    other = await room.open("bargaining")
    await room.act("ann", Command("quit"), private=False, place="room:hall")
    *_, (place, _, sent) = room.seen
    assert (place, sent.private) == ("room:hall", False)
    await room.act("ann", Text("yes"), private=False, place="room:hall")
    assert (await room.session(sid)).table.phase == "over"
    assert (await room.session(other)).table.phase == "play"


async def test_a_button_of_a_past_that_a_restored_store_does_not_know_says_nothing_else() -> None:
    room = Room(MemoryStore())
    sid = (await room.act("ann", Open("bargaining", rest="human", tempo="chat", seed=1))).sid
    await room.join("bob", (await room.session(sid)).terms.code)
    kept = deepcopy(room.store)
    accepts = []
    for store, price in ((room.store, "50"), (kept, "60")):
        room.store = store
        room.manager = room.process()
        await room.say("bob", price)
        accepts.append(next(row for place, row, _ in reversed(room.seen) if place == "room:ann"))
    lost, now = accepts
    assert lost.id == now.id
    assert (await room.act("ann", Press(tag(lost), 0))).what == "refused"
    assert room.last("ann") == messages.GONE
    assert (await room.act("ann", Press(tag(now), 0))).what == "played"
    assert "Deal at $60.00" in room.last("ann")
