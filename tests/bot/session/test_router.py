"""The front desk: what people write behind /play and /join, names in links, its question, and which game is meant."""

import asyncio
from collections.abc import Callable

import pytest

from bot.players import find
from bot.session.arguments import coded, joining, opening
from bot.session.limits import WRONG_CODES
from bot.session.lobby import HUMAN
from bot.session.manager import Manager
from bot.session.model.inbound import Answer, Command, Inbound, Join, Open, Press, Text
from bot.session.router import TURNED
from storage.base import Input, Store, Taken
from tests.bot.session.harness import Room


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("bargaining", Open("bargaining", tempo="chat")),
        ("Bargaining.", Open("bargaining", tempo="chat")),
        ("price bargaining", Open("bargaining", tempo="chat")),
        ("Books, hats, balls", Open("dealornodeal", tempo="chat")),
        ("Price Bargaining seller HUMAN", Open("bargaining", seat="seller", rest=HUMAN, tempo="chat")),
        ("human price bargaining", Open("bargaining", rest=HUMAN, tempo="chat")),
        ("bargaining with a friend", Open("bargaining", rest=HUMAN, tempo="chat")),
        ("Books friend", Open("dealornodeal", rest=HUMAN, tempo="chat")),
        ("human", Open("human", tempo="chat")),
        ("bargaining rounds = 4", Open("bargaining", (("rounds", "4"),), tempo="chat")),
        ("bargaining rounds= 4 seat =seller", Open("bargaining", (("rounds", "4"),), "seller", tempo="chat")),
        ("bargaining rounds: 4 tempo:slow", Open("bargaining", (("rounds", "4"),), tempo="slow")),
        ("bargaining item=a:b", Open("bargaining", (("item", "a:b"),), tempo="chat")),
        ("bargainings", Open("bargainings", tempo="chat")),
        ("societyx", Open("societyx", tempo="chat")),
        ("?", Open("?", tempo="chat")),
    ],
)
def test_what_is_written_behind_play(words: str, meant: Open) -> None:
    assert opening(words) == meant


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("KFMRTA", Join("KFMRTA")),
        ("kfmrta seller", Join("kfmrta", "seller")),
        ("KFM RTA", Join("KFMRTA")),
        ("kf-mr-ta B", Join("kfmrta", "B")),
        ("K F M R T A carpenter_0", Join("KFMRTA", "carpenter_0")),
        ("“KFMRTA”.", Join("KFMRTA")),
        ("https://t.me/parley_bot?start=KFMRTA", Join("KFMRTA")),
        ("https://t.me/parley_bot?start=play-trading", Join("play-trading")),
        ("KFMRT", Join("KFMRT")),
        ("KFMRTAX me", Join("KFMRTAX", "me")),
        ("KFMR miner_0", Join("KFMR", "miner_0")),
        ("KFMR7A", Join("KFMR7A")),
    ],
)
def test_what_is_written_behind_join(words: str, meant: Join) -> None:
    assert joining(words) == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("KFMRTA", "KFMRTA"),
        (" KFMRTA\n", "KFMRTA"),
        ("https://t.me/parley_bot?start=kfmrta", "KFMRTA"),
        ("t.me/parley_bot?start=play-trading", ""),
        ("please", ""),
        ("KFMRTA now", ""),
        ("HELLO", ""),
    ],
)
def test_a_code_alone(text: str, code: str) -> None:
    assert coded(text) == code


@pytest.mark.parametrize("form", ["{}", " {}.\n", "join {}", "https://t.me/parley_bot?start={}"])
@pytest.mark.parametrize("case", [str.upper, str.lower])
async def test_a_code_that_somebody_just_sends_takes_the_seat(
    room: Room, form: str, case: Callable[[str], str]
) -> None:
    session = await room.session(await room.open("bargaining", rest=HUMAN))
    assert (await room.say("bea", form.format(case(session.terms.code)))).what == "joined"


async def test_a_code_that_leads_nowhere_is_told_so_beside_the_menu(room: Room) -> None:
    await room.say("bea", "KFMRTA")
    assert "No open game has the code KFMRTA." in room.last("bea")
    await room.say("bea", "please")
    assert "You're not in a game right now. Pick one:" in room.last("bea")


async def test_guesses_that_are_just_sent_are_limited_like_all_others(room: Room) -> None:
    for n in range(WRONG_CODES):
        await room.say("eve", f"KFMRT{chr(65 + n)}")
    session = await room.session(await room.open("bargaining", rest=HUMAN))
    assert (await room.say("eve", session.terms.code)).code == "too_many_codes"


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("bargaining", "bargaining"),
        ("Price bargaining!", "bargaining"),
        ("play trading", "trading"),
        ("let's play a game of balloon", "balloon"),
        ("Books, hats, balls", "dealornodeal"),
        ("I want to play trading", "trading"),
    ],
)
async def test_somebody_without_a_game_starts_one_by_its_name(room: Room, words: str, game: str) -> None:
    answer = await room.say("ann", words)
    assert answer.what == "opened"
    assert (await room.session(answer.sid)).game.name == game


async def test_the_name_of_a_game_said_at_a_table_is_words(room: Room) -> None:
    sid = await room.open("bargaining")
    assert (await room.say("ann", "play trading")).sid == sid


async def test_after_the_end_of_a_game_another_is_started_by_its_name(room: Room) -> None:
    await room.open("number")
    await room.walks("ann")
    assert (await room.say("ann", "play bargaining")).what == "opened"


async def test_a_name_said_among_others_starts_nothing(room: Room) -> None:
    answer = await room.act("ann", Text("play trading"), private=False, place="room:hall")
    assert answer.what == "ignored"


async def test_a_seat_may_be_written_in_any_letters(room: Room) -> None:
    sid = await room.open("bargaining", seat="Seller", rest=HUMAN)
    session = await room.session(sid)
    assert session.table.seats_of("ann") == ("seller",)
    await room.act("bea", Join(session.terms.code, "BUYER"))
    assert (await room.session(sid)).table.seats_of("bea") == ("buyer",)


async def test_a_link_with_the_name_of_a_game_starts_it(room: Room) -> None:
    answer = await room.act("ann", Command("start", "Trading"))
    assert answer.what == "opened"
    assert (await room.session(answer.sid)).game.name == "trading"


async def test_a_link_with_the_code_of_a_table_leads_to_it_whatever_games_there_are(room: Room) -> None:
    sid = await room.open("trading", rest=HUMAN, code="NUMBER")
    assert (await room.act("bea", Command("start", "number"))).sid == sid


async def test_a_link_that_leads_nowhere_is_told_what_there_is(room: Room) -> None:
    await room.act("ann", Command("start", "KFMRTA"))
    assert "No open game has that code." in room.last("ann")
    assert "/play shows the games" in room.last("ann")
    await room.act("ann", Command("start", "poker-1"))
    assert room.last("ann").startswith("There is no game called 'poker-1'. Games: bargaining, ")


@pytest.mark.parametrize("yes", ["Yes.", "erase it all"])
async def test_a_yes_to_being_forgotten_is_no_yes_to_an_offer(room: Room, yes: str) -> None:
    sid = await room.open("bargaining")
    await room.command("ann", "forget")
    assert (await room.say("ann", yes)).code == "forget"
    result = (await room.session(sid)).result()
    assert result is not None
    assert result.end == "abandoned"
    assert "You are forgotten" in room.last("ann")


@pytest.mark.parametrize("no", ["no", "Keep it"])
async def test_a_no_to_being_forgotten_keeps_everything_and_is_no_no_to_an_offer(room: Room, no: str) -> None:
    sid = await room.open("bargaining")
    before = (await room.session(sid)).version
    await room.command("ann", "forget")
    await room.say("ann", no)
    assert room.last("ann") == "Nothing was erased."
    assert (await room.session(sid)).version == before


async def test_a_yes_in_reply_to_the_question_is_one_to_it(room: Room) -> None:
    await room.open("bargaining")
    await room.command("ann", "forget")
    post, _ = room.button("ann", "Erase it all")
    await room.command("ann", TURNED, post)
    assert (await room.say("ann", "yes")).code == "forget"


async def test_a_word_said_in_passing_erases_nothing(room: Room) -> None:
    sid = await room.open("bargaining")
    await room.command("ann", "forget")
    await room.say("ann", "ok")
    assert "Shall I forget you?" in room.last("ann")
    assert (await room.session(sid)).table.phase == "play"


async def test_whoever_goes_on_playing_has_dropped_the_question_about_being_forgotten(room: Room) -> None:
    sid = await room.open("bargaining")
    await room.command("ann", "forget")
    await room.say("ann", "10")
    await room.say("ann", "yes")
    assert "You are forgotten" not in room.last("ann")
    assert "Shall I forget you?" not in room.last("ann")
    assert (await room.session(sid)).table.seats_of("ann") == ("buyer",)


async def test_another_process_asks_again_before_it_erases(room: Room) -> None:
    sid = await room.open("bargaining")
    await room.command("ann", "forget")
    room.manager = room.process()
    await room.say("ann", "yes")
    assert "Shall I forget you?" in room.last("ann")
    assert (await room.session(sid)).table.phase == "play"
    await room.say("ann", "yes")
    assert "You are forgotten" in room.last("ann")
    assert await room.store.pointed("forget:room:ann|ann") is None


async def test_long_after_the_question_a_yes_is_for_the_game(room: Room) -> None:
    sid = await room.open("bargaining")
    await room.command("ann", "forget")
    room.manager = room.process()
    room.now += 3_600_000
    await room.say("ann", "yes")
    assert "Shall I forget you?" not in room.last("ann")
    assert (await room.session(sid)).table.seats_of("ann") == ("buyer",)


async def test_words_belong_to_the_game_whose_button_was_pressed_last(room: Room) -> None:
    one = await room.open("bargaining")
    await room.command("ann", "quit")
    post, index = room.button("ann", "Stay")
    other = await room.open("bargaining")
    assert (await room.say("ann", "hm")).sid == other
    await room.act("ann", Press(post, index))
    assert (await room.say("ann", "hm")).sid == one


class Hesitant:
    """A store whose answer to what came in is long on its way."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.recorded, self.goes_on = asyncio.Event(), asyncio.Event()

    async def accept(self, input: Input, to: str = "") -> Taken:
        taken = await self.store.accept(input, to)
        self.recorded.set()
        await self.goes_on.wait()
        return taken

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


async def test_a_press_that_a_second_process_is_late_with_does_not_turn_anybody_back(room: Room) -> None:
    one = await room.open("bargaining")
    await room.command("ann", "quit")
    press = Press(*room.button("ann", "Stay"))
    hesitant = Hesitant(room.store)
    second = Manager(hesitant, find, lambda: room.now)  # type: ignore[arg-type]
    waiting = asyncio.create_task(second.handle(Inbound("in:twice", "room:ann", "ann", room.now, press, name="ann")))
    await hesitant.recorded.wait()
    assert (await room.act("ann", press, "in:twice")).sid == one
    other = await room.open("bargaining")
    hesitant.goes_on.set()
    assert (await waiting).sid == one
    assert (await room.say("ann", "10")).sid == other


async def test_a_resume_that_comes_again_does_not_turn_anybody_back(room: Room) -> None:
    one = await room.open("bargaining")
    await room.command("ann", "quit")
    press = Press(*room.button("ann", "Stay"))
    other = await room.open("bargaining")
    await room.act("ann", press)
    assert (await room.act("ann", Command("resume"), "in:again")).sid == other
    assert (await room.say("ann", "10")).sid == other
    await room.act("ann", press)
    assert (await room.act("ann", Command("resume"), "in:again")).sid == other
    assert (await room.say("ann", "10")).sid == one


async def test_whoever_turns_to_a_post_means_its_game(room: Room) -> None:
    one = await room.open("bargaining")
    post, _ = room.button("ann", "Accept")
    other = await room.open("bargaining")
    assert (await room.say("ann", "10")).sid == other
    said = len(room.texts("ann"))
    await room.command("ann", TURNED, post)
    assert len(room.texts("ann")) == said
    assert (await room.say("ann", "11")).sid == one


async def test_nobody_turns_to_a_game_that_is_over_or_not_theirs(room: Room) -> None:
    over = await room.open("bargaining")
    post, _ = room.button("ann", "Accept")
    await room.say("ann", "accept")
    one = await room.open("bargaining")
    await room.command("ann", TURNED, post)
    assert (await room.say("ann", "12")).sid == one
    theirs = await room.open("bargaining", user="bea")
    foreign, _ = room.button("bea", "Accept")
    await room.command("ann", TURNED, foreign)
    assert (await room.say("ann", "13")).sid == one
    assert len({over, one, theirs}) == 3


@pytest.mark.parametrize(("game", "move"), [("bargaining", "accept"), ("trading", "pass"), ("balloon", "pass")])
async def test_a_move_may_be_a_command(room: Room, game: str, move: str) -> None:
    await room.open(game)
    assert (await room.command("ann", move)).what in ("played", "said")


@pytest.mark.parametrize(("word", "phase"), [("Leave", "over"), ("leave.", "over"), ("Stay", "play")])
async def test_the_labels_of_the_buttons_about_leaving_may_be_typed(room: Room, word: str, phase: str) -> None:
    sid = await room.open("dealornodeal")
    await room.command("ann", "quit")
    await room.say("ann", word)
    session = await room.session(sid)
    assert session.table.phase == phase
    assert session.table.questions == ()


@pytest.mark.parametrize(("word", "what"), [("leave", "asked"), ("stay", "refused")])
async def test_the_same_words_leave_nothing_where_nobody_asked_about_leaving(room: Room, word: str, what: str) -> None:
    sid = await room.open("bargaining")
    assert (await room.say("ann", word)).what == what
    assert (await room.session(sid)).table.phase == "play"


async def test_a_game_that_takes_words_of_leaving_for_its_own_gets_them(room: Room) -> None:
    sid = await room.open("dealornodeal")
    assert await room.say("ann", "I'm out") == Answer("played", sid)


async def test_the_terminal_takes_every_line_that_is_no_command_for_words(room: Room) -> None:
    sid = await room.open("bargaining", tempo="calm")
    assert await room.say("ann", "quit") == Answer("refused", sid, "nothing", replied=True)


async def test_who_plays_elsewhere_is_told_how_to_go_on_here(room: Room) -> None:
    sid = (await room.act("ann", Open("bargaining", tempo="chat", seed=1), private=False, place="room:hall")).sid
    assert (await room.say("ann", "40")).code == "no_game"
    assert "Your game is on elsewhere." in room.last("ann")
    await room.press("ann", "Go on: Price bargaining")
    assert (await room.say("ann", "40")).sid == sid


@pytest.mark.parametrize("said", ["tempo=5m", "tempo=5 minutes", "tempo: 5 minutes", "tempo = 5 min"])
async def test_a_game_may_be_asked_for_with_so_many_minutes_a_turn(room: Room, said: str) -> None:
    answer = await room.command("ann", "play", f"bargaining buyer {said}")
    session = await room.session(answer.sid)
    assert (session.terms.tempo.name, session.table.seats_of("ann")) == ("5 minutes", ("buyer",))
