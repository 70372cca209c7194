"""The guards: who may do what when, and what an input does the second time it comes."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.players import find
from bot.runtime.hooks import MetricsHooks
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.model.inbound import Answer, Inbound, Open, Press, Text
from bot.session.model.session import fold, gather
from games.core.codec import encode
from games.core.contract import Seat
from storage.base import Commit, Conflict, Due, Dup, Input, Ok, Outgoing, Store
from storage.memory import MemoryStore
from tests.bot.session.harness import Room, Thoughtful


async def test_a_move_is_played_and_answered_by_the_ai_seat(room: Room) -> None:
    await room.open("number")
    answer = await room.say("ann", "guess 30")
    assert answer.what == "played"
    assert "30 by you" in "\n".join(room.texts("ann"))
    assert "by guesser_1" in room.last("ann")


async def test_a_repeated_input_gets_its_first_answer_and_changes_nothing(room: Room) -> None:
    sid = await room.open("number")
    first = await room.say("ann", "guess 30", id="tg:7")
    before = await room.session(sid)
    posts = len(room.seen)
    again = await room.say("ann", "guess 30", id="tg:7")
    after = await room.session(sid)
    assert again == first
    assert (after.version, encode(after.state)) == (before.version, encode(before.state))
    assert len(room.seen) == posts


async def test_a_repeat_that_would_be_routed_elsewhere_by_now_still_belongs_to_its_first_session(room: Room) -> None:
    first = await room.open("number")
    await room.say("ann", "guess 30", id="tg:7")
    second = await room.open("number", seed=2)
    again = await room.say("ann", "guess 30", id="tg:7")
    assert again.sid == first
    assert (await room.session(second)).version == 1


async def test_a_repeated_opening_begins_no_second_game(room: Room) -> None:
    opening = Open("number", seed=3)
    first = await room.act("ann", opening, id="tg:1")
    again = await room.act("ann", opening, id="tg:1")
    assert again.sid == first.sid
    assert len(await room.store.sessions()) == 1


async def test_an_unclear_text_is_refused_privately_and_leaves_the_game_as_it_was(room: Room) -> None:
    sid = await room.open("sealed")
    before = await room.session(sid)
    answer = await room.say("ann", "bid forty")
    after = await room.session(sid)
    assert answer.what == "refused"
    assert after.stake(Seat("bidder_0")) == before.stake(Seat("bidder_0"))


async def test_text_out_of_turn_is_refused_in_a_sentence(room: Room) -> None:
    await room.open("number", against=(("guesser_1", "human"),))
    code = (await room.session((await room.store.sessions())[0].head.sid)).terms.code
    await room.join("bea", code)
    answer = await room.say("bea", "guess 3")
    assert (answer.what, answer.code) == ("refused", "not_your_turn")
    assert room.last("bea")


async def test_a_button_says_what_it_was_offered_for(room: Room) -> None:
    sid = await room.open("number")
    answer = await room.press("ann", "Guess", fields=(("number", "41"),))
    assert answer.what == "played"
    assert "41 by you" in "\n".join(room.texts("ann"))
    assert (await room.session(sid)).version > 1


async def test_a_button_about_a_stake_that_has_changed_is_stale_and_changes_nothing(room: Room) -> None:
    sid = await room.open("number")
    post, index = room.button("ann", "Walk")
    await room.say("ann", "guess 30")
    before = await room.session(sid)
    answer = await room.act("ann", Press(post, index))
    after = await room.session(sid)
    assert (answer.what, answer.code) == ("refused", "stale")
    assert encode(after.state) == encode(before.state)


async def test_a_strangers_press_is_refused_and_so_is_a_press_of_nothing(room: Room) -> None:
    sid = await room.open("number")
    post, index = room.button("ann", "Walk")
    assert (await room.act("eve", Press(post, index))).code == "outsider"
    assert (await room.act("ann", Press(post, 99))).code == "gone"
    assert (await room.act("ann", Press("no.such.post", 0))).code == "no_game"
    assert (await room.session(sid)).result() is None


async def test_three_presses_of_one_button_count_once(room: Room) -> None:
    sid = await room.open("number")
    post, index = room.button("ann", "Guess")
    inbounds = [
        Inbound(f"dc:{n}", "room:ann", "ann", room.now, Press(post, index, (("number", "20"),))) for n in range(3)
    ]
    answers = await asyncio.gather(*(room.manager.handle(inbound) for inbound in inbounds))
    assert sorted(answer.what for answer in answers) == ["played", "refused", "refused"]
    assert {answer.code for answer in answers if answer.what == "refused"} <= {"stale", "not_your_turn"}
    assert (await room.session(sid)).table.phase == "play"


@pytest.mark.parametrize("words", ["hello", "what is this?", "play chess", "I like trading in general"])
async def test_words_of_somebody_without_a_game_get_the_menu_and_begin_nothing(room: Room, words: str) -> None:
    answer = await room.say("eve", words)
    assert (answer.what, answer.code) == ("refused", "no_game")
    assert "You're not in a game right now. Pick one:" in room.last("eve")
    assert "Trading (4 min): Swap goods" in room.last("eve")
    assert room.button("eve", "Trading · 4 min")
    assert await room.store.sessions() == ()


@pytest.mark.parametrize("words", ["play", "another one, please?", "menu", "Let's play again"])
async def test_who_asks_for_a_game_without_naming_one_gets_the_menu(room: Room, words: str) -> None:
    assert (await room.say("eve", words)).code == "play"
    assert room.button("eve", "Trading · 4 min")


async def test_after_the_end_everything_is_answered_with_the_games_closing_sentence(room: Room) -> None:
    sid = await room.open("number")
    await room.walks("ann")
    version = (await room.session(sid)).version
    answer = await room.say("ann", "guess 30")
    assert (answer.what, answer.code) == ("refused", "over")
    session = await room.session(sid)
    assert session.version == version + 1
    assert session.jobs == ()


@pytest.mark.parametrize(
    ("wrote", "sentence"),
    [
        ((("no_such", "1"),), "no_such"),
        ((("condition", "nowhere"),), "condition"),
    ],
)
async def test_a_setting_that_cannot_be_is_refused_in_a_sentence(
    room: Room, wrote: tuple[tuple[str, str], ...], sentence: str
) -> None:
    answer = await room.act("ann", Open("number", wrote=wrote))
    assert (answer.what, answer.code) == ("refused", "bad_setting")
    assert sentence in room.last("ann")


async def test_a_game_a_seat_and_a_player_that_do_not_exist_are_refused_in_a_sentence(room: Room) -> None:
    for opening in (Open("chess"), Open("number", seat="king"), Open("number", rest="kasparov")):
        assert (await room.act("ann", opening)).what == "refused"
        assert room.last("ann").endswith(".")


class Hasty(MemoryStore):
    """Between a step's reading and its commit somebody else is faster, as often as there are rivals."""

    def __init__(self) -> None:
        super().__init__()
        self.rivals: list[Commit] = []

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        if self.rivals and step.expect:
            await super().commit(self.rivals.pop())
        return await super().commit(step)


async def test_a_step_that_loses_the_race_is_computed_again_from_the_newer_state() -> None:
    room = Room(Hasty())
    sid = await room.open("number")
    session = await room.session(sid)
    assert isinstance(room.store, Hasty)
    rival = Commit(sid, session.version, ("rival",), b"{}", (), session.snapshot(), room.now, session.jobs)
    room.store.rivals = [replace(rival, base=session.stored, mark=session.stored)]
    answer = await room.say("ann", "guess 30")
    assert answer.what == "played"
    assert (await room.store.accept(Input("rival", "", "", 0, b""))).answer == b"{}"
    assert (await room.session(sid)).version >= session.version + 2


class Outrun(MemoryStore):
    """Another process answers every input that concerns no session a moment earlier."""

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        await super().answered(input, encode(Answer("told", code="elsewhere")), at)
        return await super().answered(input, answer, at, posts)


async def test_whoever_answers_second_answers_as_the_first_did() -> None:
    room = Room(Outrun())
    answer = await room.say("ann", "hello", id="tg:7")
    assert answer == Answer("told", code="elsewhere") == await room.say("ann", "hello", id="tg:7")
    assert room.seen == []


async def test_two_processes_over_one_store_play_one_game(room: Room) -> None:
    sid = await room.open("number")
    other = room.process()
    await other.sessions.session(sid)
    await room.say("ann", "guess 30")
    room.manager = other
    answer = await room.say("ann", "guess 31")
    assert answer.what == "played"
    session = await room.session(sid)
    records = await gather(room.store.events(sid))
    assert encode(fold(type(session).fresh(sid, session.terms), records).state) == encode(session.state)


async def test_an_input_that_was_accepted_before_a_crash_is_played_once_after_it(room: Room, store: Store) -> None:
    sid = await room.open("number")
    inbound = Inbound("tg:9", "room:ann", "ann", room.now, Text("guess 30"))

    class Crash(BaseException):
        """No exception that the program sees: the process ends."""

    async def crash(row: object, inbound: object) -> None:
        raise Crash

    room.manager._answer = crash  # type: ignore[assignment,method-assign]
    with pytest.raises(Crash):
        await room.manager.handle(inbound)
    room.manager = room.process()
    room.now += 60_000
    assert await room.manager.recover(room.now) == 1
    assert await room.manager.recover(room.now) == 0
    moves = [r async for r in store.events(sid) if b'"seat":"guesser_0","move"' in r.data]
    assert len(moves) == 1


async def test_a_game_by_rules_this_program_does_not_have_is_answered_in_a_sentence(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sid = await room.open("number")
    game = (await room.session(sid)).game
    monkeypatch.setattr(type(game), "rules", game.rules + 1)
    room.manager = room.process()
    answer = await room.manager.handle(Inbound("tg:5", "room:ann", "ann", room.now, Text("guess 30")))
    await room.out()
    assert answer.code == "wrong_rules"
    assert "rules" in room.last("ann")
    assert await room.manager.recover(room.now + 1) == 0


async def test_what_several_processes_hear_is_counted_once(room: Room) -> None:
    class Counting(MetricsHooks):
        heard = 0

        def answered(self, game: str, what: str, code: str, seconds: float) -> None:
            self.heard += 1

    await room.open("number")
    watch, said = Counting(), Inbound("dc:1", "room:ann", "ann", room.now, Text("guess 30"))
    for process in (room.manager, room.process()):
        process.sessions.metrics = watch
        await process.handle(said)
    assert watch.heard == 1


async def test_a_button_stands_also_where_another_process_posted_it(room: Room) -> None:
    sid = await room.open("number")
    other = room.process()
    await other.sessions.session(sid)
    await room.say("ann", "guess 30")
    press = Press(*room.button("ann", "Guess"))
    assert await other.stands(press, "ann")
    assert not await other.stands(press, "eve")


@pytest.mark.parametrize("kind", ["ai", "clock"])
async def test_a_job_born_in_one_process_is_done_by_another_that_kept_an_older_session(room: Room, kind: str) -> None:
    sid = await room.open("number")
    other = room.process()
    await other.sessions.session(sid)
    room.manager.sessions.strategies = lambda name, game: Thoughtful()
    await room.manager.handle(Inbound("tg:1", "room:ann", "ann", room.now, Text("guess 30")))
    job = next(job for job in (await room.session(sid)).jobs if job.kind == kind)
    room.now = max(room.now, job.due)
    assert await other.deciding.run(Due(sid, job))
    assert job not in (await room.session(sid)).jobs


async def test_vague_words_do_not_answer_the_question_about_themselves(room: Room) -> None:
    room.manager = Manager(room.store, find, lambda: room.now, defaults=CHAT)
    sid = await room.open("bargaining", seat="seller", rest="human", wrote=(("rounds", "1"),))
    await room.join("bob", (await room.session(sid)).terms.code)
    await room.say("ann", "44")
    await room.press("bob", "Reject $44")
    for _ in range(2):
        assert (await room.say("bob", "hmm, let me think")).what != "played"
    assert (await room.say("bob", "reject")).what == "played"


async def test_words_beside_an_open_question_are_not_said_by_a_form(room: Room) -> None:
    room.manager = Manager(room.store, find, lambda: room.now, defaults=CHAT)
    sid = await room.open("bargaining", seat="seller", rest="human")
    await room.join("bob", (await room.session(sid)).terms.code)
    assert (await room.say("ann", "maybe 44. My roof leaks.")).what == "asked"
    assert (await room.session(sid)).table.questions[0].say
    await room.press("ann", "Make an offer", fields=(("price", "$44.00"),))
    assert "$44" in room.last("bob")
    assert not any("roof" in text for text in room.texts("bob"))
