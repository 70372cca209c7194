"""After a game: what is offered, what a press shows and to whom, what is kept of it; hints in practice games."""

import asyncio
from fractions import Fraction

import pytest
from msgspec.structs import replace

from bot import keys
from bot.classes.coached import looked
from bot.players import find
from bot.session import progress
from bot.session.lobby import HUMAN
from bot.session.manager import Manager
from bot.session.model import looking_back
from bot.session.model.events import Hinted, Stopped
from bot.session.model.inbound import Command, Join, Open, Press, Text
from bot.session.model.session import Session, entry_type, gather, offers
from bot.session.model.terms import MINUTE
from bot.session.wording import after as wording
from bot.session.wording import messages
from games.core.codec import decode
from games.core.contract import Moved, Seat
from games.core.post import Chart, Choice, plain
from games.core.review import Moment, Review
from storage.base import Store
from tests.bot.session.harness import Room, Thoughtful
from tests.bot.session.looking import FIRST, GAME, Counted, both, labels, played
from tests.games.tiny.number import SEATS, Guess

# --- what is offered --------------------------------------------------------------------------------------------------


async def test_nothing_follows_the_end_unasked_but_a_button_is_there(room: Room) -> None:
    await played(room)
    assert "Hidden were" in room.last("ann")
    assert labels(room, "ann") == ["Rematch", "Play the other side", "How it went"]


async def test_a_preset_named_seed_offers_nothing(room: Room) -> None:
    sid = await room.open(GAME, wrote=(("condition", "seed_strict"),))
    assert (await room.command("ann", "hint")).code == "no_hint"
    assert room.last("ann") == wording.NO_PRACTICE
    await room.walks("ann")
    assert offers(await room.session(sid)) == frozenset()
    assert labels(room, "ann") == ["Rematch", "Play the other side"]
    assert (await room.command("ann", "card")).code == "no_card"
    assert (await room.command("ann", "review")).code == "no_review"
    assert room.last("ann") == wording.NO_REVIEW


async def test_a_session_that_was_stopped_offers_nothing(room: Room) -> None:
    sid = await room.open(GAME)
    await room.manager.sessions.administer(sid, "op", lambda unit: unit.record(Stopped("operator")))
    await room.out()
    assert offers(await room.session(sid)) == frozenset()
    assert (await room.command("ann", "review")).code == "no_review"


async def test_a_game_without_a_look_back_says_so_and_offers_none(room: Room) -> None:
    await room.open("number")
    assert (await room.command("ann", "hint")).code == "no_hint"
    await room.walks("ann")
    assert "How it went" not in labels(room, "ann")
    assert (await room.command("ann", "review")).code == "no_review"
    assert (await room.command("ann", "card")).code == "no_card"


async def test_before_the_end_nothing_is_looked_back_at(room: Room) -> None:
    await room.open(GAME)
    for command in ("card", "review"):
        assert (await room.command("ann", command)).code == "still_on"
    assert room.last("ann") == wording.STILL_ON


async def test_without_any_game_the_menu_answers(room: Room) -> None:
    for command in ("card", "review", "hint"):
        assert (await room.command("ann", command)).code == "no_game"
        assert "Pick one" in room.last("ann")


# --- the card ---------------------------------------------------------------------------------------------------------


async def test_the_card_comes_at_a_press_and_once_for_a_double_press(room: Room) -> None:
    await played(room)
    button, index = room.button("ann", "How it went")
    assert (await room.act("ann", Press(button, index))).code == "card"
    assert room.last("ann").startswith("Your card: 2 guesses.")
    assert labels(room, "ann") == ["What could be better", "Rematch", "Share"]
    before = len(room.seen)
    assert (await room.act("ann", Press(button, index))).what == "ignored"
    assert len(room.seen) == before
    room.now += 2 * 5_000
    assert (await room.act("ann", Press(button, index))).code == "card"


async def test_a_shared_card_names_nobody_as_you_and_has_no_buttons(room: Room) -> None:
    await played(room)
    await room.press("ann", "How it went")
    await room.press("ann", "Share")
    assert room.last("ann").startswith("Looked-at number, played with Parley\n\nA card: 2 guesses.")
    assert labels(room, "ann") == []
    assert not room.seen[-1][2].user


async def test_the_last_game_of_this_place_comes_first(room: Room) -> None:
    await played(room, "1")
    other = await room.act("ann", Open(GAME, seed=1, tempo="chat"), place="room:elsewhere")
    await room.act("ann", Text("1"), place="room:elsewhere")
    await room.act("ann", Text("2"), place="room:elsewhere")
    await room.act("ann", Command("quit"), place="room:elsewhere")
    await room.act("ann", Command("quit"), place="room:elsewhere")
    await room.command("ann", "card")
    assert room.last("ann").startswith("Your card: 2 guesses.")
    assert (await room.act("ann", Command("card"), place="room:elsewhere")).sid == other.sid


# --- the moments ------------------------------------------------------------------------------------------------------


async def test_a_moment_is_a_question_before_it_is_an_answer(room: Room) -> None:
    await played(room, "1", "2")
    await room.press("ann", "How it went")
    await room.press("ann", "What could be better")
    assert room.last("ann") == (
        f"{wording.rated(26)}\nTogether they lost about 98 points of the 200 points within reach.\n"
        f"{wording.JUDGED}\n\nGuess 1 (1 of 2)\nLeft are 1 to 100.\nWhat would you do?"
    )
    assert labels(room, "ann") == ["guess 1", "guess 50", "Show me"]
    await room.press("ann", "guess 1")
    assert "guess 50" not in room.last("ann")
    assert labels(room, "ann") == ["Try again", "Show me"]
    await room.press("ann", "Try again")
    await room.press("ann", "guess 50")
    assert room.last("ann") == (
        "Guess 1\nRight: guess 50. It is worth 49 points more on average.\nIn the game you guessed 1: a mistake.\n"
        "The middle halves what is left.\nThe next guess then leaves a quarter."
    )
    await room.press("ann", "Next moment")
    assert room.last("ann").startswith("Guess 2 (2 of 2)")
    await room.press("ann", "Show me")
    assert "Better: guess 51." in room.last("ann")
    assert labels(room, "ann") == ["Rematch"]
    assert all(len(text.split()) <= 60 for text in room.texts("ann") if FIRST in text)


async def test_each_step_of_a_look_back_changes_one_post(room: Room) -> None:
    await played(room)
    for label in ("How it went", "What could be better", "guess 1", "Try again", "Show me"):
        await room.press("ann", label)
    steps = [sent.post for _, _, sent in room.seen[-4:]]
    assert {(post.slot, post.keep) for post in steps} == {("look back guesser_0", "edit")}


async def test_a_choice_can_be_typed_and_other_words_are_answered_as_ever(room: Room) -> None:
    await played(room)
    await room.command("ann", "review")
    assert (await room.say("ann", "hello")).code == "over"
    assert room.last("ann") == "The game is over."
    assert (await room.say("ann", "Guess 50")).code == "review"
    assert "Right: guess 50." in room.last("ann")
    assert (await room.say("ann", "guess 50")).code == "over"


async def test_a_choice_can_be_typed_by_its_letter_also_after_a_wrong_one(room: Room) -> None:
    await played(room)
    await room.command("ann", "review")
    assert (await room.say("ann", "a")).code == "review"
    assert room.last("ann") == "You chose: guess 1.\nAnother move is worth more there."
    assert (await room.say("ann", "c")).code == "over"
    assert (await room.say("ann", "B.")).code == "review"
    assert room.last("ann").startswith("Guess 1\nRight: guess 50.")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("45", True), ("$45", True), ("Offer $45.00", True), ("45.0", True), ("a", True), ("46", False), ("", False)],
)
def test_a_price_can_be_typed_as_people_write_it(text: str, meant: bool) -> None:
    assert wording.chosen(Choice("$45.00", "/review 1 a"), text) == meant
    assert not wording.chosen(Choice("Rematch", "/rematch"), text)


async def test_without_a_moment_a_low_rating_is_not_praised() -> None:
    for lost, rating, told in ((1, 97, wording.NOTHING_LOST), (8, 80, wording.NOTHING_STANDS_OUT)):
        review = Review((), lost, 100, 3, "This judges one thing.")
        post = wording.moment(review, looking_back.Step(), "points")
        assert plain(post) == f"{wording.rated(rating)} {told}\nThis judges one thing."


def test_a_rating_says_what_it_stands_on_where_losses_add_up_to_more_than_there_was() -> None:
    moment = Moment(4, "Message 7", (), "you offered", "b", ("a", "b"), 2, 1, "inaccuracy", "Why.")
    head = plain(wording.moment(Review((moment,), 12, 10, 9), looking_back.Step(), "points")).splitlines()[1]
    assert head == "Together they lost about 12 points, more than the 10 points within reach: each loss counts."


@pytest.mark.parametrize(("choice", "told"), [("a", "Right: I pass this time."), ("show", "Better: I pass this time.")])
def test_a_move_that_is_a_sentence_ends_with_one_stop_and_its_worth_is_told_once(choice: str, told: str) -> None:
    why = "Your offer was -6 for you; making no offer puts you 18 points further ahead on average."
    better, gain = "I pass this time.", Fraction(1819, 100)
    moment = Moment(4, "Message 7", (), "you offered", better, (better, "[Deny]"), gain, 1, "mistake", why)
    lines = plain(wording.moment(Review((moment,), gain, 125, 3), looking_back.Step(1, choice), "points")).splitlines()
    assert told in lines
    assert lines[-1] == why


@pytest.mark.parametrize(
    ("why", "gain", "told"),
    [
        ("Asking for 40 % promises 15 credits more on average.", Fraction(1530, 100), True),
        ("Asking for 5 earns 0.61 points more on average.", Fraction(61, 100), True),
        ("Your offer was -6 for you.", Fraction(61, 10), False),
        ("It leaves 115 points, or 15.5.", Fraction(15), False),
    ],
)
def test_a_gain_that_the_reason_names_is_not_told_again(why: str, gain: Fraction, told: bool) -> None:
    assert wording._tells(why, gain, "points") == told


async def test_a_game_in_which_nothing_was_lost_gets_a_warm_word(room: Room) -> None:
    await played(room, "50")
    await room.command("ann", "review")
    assert room.last("ann") == f"{wording.rated(100)} {wording.NOTHING_LOST}"


async def test_a_game_without_a_decision_is_not_rated(room: Room) -> None:
    await room.open(GAME)
    await room.walks("ann")
    await room.command("ann", "review")
    assert room.last("ann") == wording.NOTHING_DECIDED
    await room.command("ann", "progress")
    assert room.last("ann") == wording.NO_PROGRESS == "No finished game of yours has a rating yet. /play starts a game."


@pytest.mark.parametrize("args", ["0", "99", "2 zz", "show", "x y z", "9999999999999 zz", "1 d"])
async def test_any_words_behind_the_command_lead_to_some_moment(room: Room, args: str) -> None:
    await played(room)
    assert (await room.command("ann", "review", args)).what == "told"
    assert FIRST in room.last("ann")


async def test_a_stranger_sees_nothing_of_it(room: Room) -> None:
    sid = await played(room)
    await room.press("ann", "How it went")
    for label in ("What could be better", "Share"):
        assert (await room.press("cyd", label, of="ann")).code == "outsider"
    assert room.texts("cyd") == [messages.NOT_YOURS] * 2
    assert await room.store.pointed(keys.progress("cyd")) is None
    assert (await room.session(sid)).table.seats_of("cyd") == ()


async def test_of_two_people_each_looks_back_at_their_own_seat(room: Room) -> None:
    await both(room)
    for user, guess in (("ann", "1"), ("bob", "2")):
        await room.command(user, "review", "1 show")
        assert f"you guessed {guess}." in room.last(user)
    texts = [text for user in ("ann", "bob") for text in room.texts(user) if "you guessed" in text]
    assert len(texts) == 2


@pytest.mark.parametrize("moves", [0, 1])
async def test_what_an_ai_did_in_somebody_s_place_is_not_held_against_them(room: Room, moves: int) -> None:
    """Ann leaves, and an AI plays on for her: only what she did before is judged, also in the review of a class."""
    miner, carpenter = Seat("miner_0"), Seat("carpenter_0")
    sid = await room.open("society", seat=carpenter, against=((miner, HUMAN),))
    await room.act("bob", Join((await room.session(sid)).terms.code, miner))
    for _ in range(moves):
        await room.say("ann", "negotiate miner_0 90/10")
    for _ in range(2):
        await room.command("ann", "quit")
    while (session := await room.session(sid)).table.phase != "over":
        await room.say("bob", "pass")
        await room.later(sid, MINUTE)
    log = await gather(room.store.events(sid))
    assert session.table.chair(carpenter).turns > moves
    review = looking_back.review(sid, session.terms, log, carpenter)
    assert review is not None
    assert review.decisions == moves
    assert (looked(sid, session.terms, log, [carpenter], 60) is not None) == bool(moves)


async def test_where_several_read_a_look_back_is_for_one_alone(room: Room) -> None:
    act = Open(GAME, seed=1, tempo="chat")
    await room.act("ann", act, private=False, place="room:all")
    await room.act("ann", Text("1"), private=False, place="room:all")
    for _ in range(2):
        await room.act("ann", Command("quit"), private=False, place="room:all")
    for command in ("card", "review"):
        await room.act("ann", Command(command), private=False, place="room:all")
        assert room.seen[-1][2].private
        assert room.seen[-1][2].user == "ann"
    await room.act("ann", Command("card", "share"), private=False, place="room:all")
    assert not room.seen[-1][2].private


# --- progress ---------------------------------------------------------------------------------------------------------


async def test_progress_looks_at_a_few_games_at_once_and_keeps_what_it_found(room: Room) -> None:
    for _ in range(4):
        await played(room, "1")
        await played(room, "50")
    await room.command("ann", "progress")
    assert "on average, over 3 games" in room.last("ann")
    assert labels(room, "ann") == ["Look at more"]
    counted = Counted(room)
    counted.may.set()
    for _ in range(2):
        await room.press("ann", "Look at more")
    assert labels(room, "ann") == []
    assert "Your decisions rate 63 of 100 on average, over 8 games: fair." in room.last("ann")
    [chart] = [block for block in room.seen[-1][2].post.blocks if isinstance(block, Chart)]
    assert chart.text.splitlines()[:2] == [" 1  26  Looked-at number", " 2 100  Looked-at number"]
    assert max(map(len, chart.text.splitlines())) <= 32
    given = counted.given
    room.manager = room.process()
    again = Counted(room)
    await room.command("ann", "progress")
    assert again.given == 0
    assert given == 5


async def test_a_look_back_is_kept_for_the_progress_and_only_for_who_looked(room: Room) -> None:
    await both(room)
    await room.command("ann", "review")
    assert [one.rating for one in await progress.read(room.store, "ann")] == [26]
    assert await progress.read(room.store, "bob") == ()
    await room.command("ann", "review")
    assert len(await progress.read(room.store, "ann")) == 1


async def test_a_game_that_cannot_be_looked_at_does_not_hide_the_others(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(room, "1")
    faulty = await played(room, "50")
    review = room.manager.analyst.review

    async def fails(session: Session, seat: Seat) -> Review | None:
        if session.sid == faulty:
            raise IndexError
        return await review(session, seat)

    monkeypatch.setattr(room.manager.analyst, "review", fails)
    assert (await room.command("ann", "progress")).code == "progress"
    assert "Your decisions rate 26 of 100 on average, over 1 game" in room.last("ann")


async def test_a_game_kept_by_an_earlier_version_is_looked_at_anew(room: Room) -> None:
    """It kept another figure, `share`, which the ratings of today cannot be averaged with."""
    sid = await played(room, "1")
    name, _ = progress._written("ann", ())
    await room.store.point(name, f'[{{"sid":"{sid}","game":"{GAME}","at":1,"share":51}}]')
    await room.command("ann", "progress")
    assert "Your decisions rate 26 of 100 on average, over 1 game" in room.last("ann")


@pytest.mark.parametrize("rating", ["138", "-5", "0.5", "1e999", '"26"', "true", "NaN"])
async def test_a_stored_rating_that_is_none_is_looked_at_anew(room: Room, rating: str) -> None:
    sid = await played(room, "1")
    name, _ = progress._written("ann", ())
    await room.store.point(name, f'[{{"sid":"{sid}","game":"{GAME}","at":1,"rating":{rating}}}]')
    assert (await room.command("ann", "progress")).code == "progress"
    assert "Your decisions rate 26 of 100 on average, over 1 game" in room.last("ann")
    assert [one.rating for one in await progress.read(room.store, "ann")] == [26]


async def test_progress_counts_the_newest_fifty(room: Room) -> None:
    every = tuple(progress.Kept(f"s{n}", GAME, n, n % 100) for n in range(60))
    await room.store.point(*progress._written("ann", every))
    kept = await progress.read(room.store, "ann")
    assert [one.at for one in kept] == list(range(59, 9, -1))
    await room.command("ann", "progress")
    assert "over 50 games" in room.last("ann")


async def test_of_games_that_began_at_once_the_one_looked_at_later_is_the_newer(room: Room) -> None:
    """A process in doubt about the time begins all its games at the same moment (`timekeeper`)."""
    for share in ("1", "50"):
        await played(room, share)
        await room.command("ann", "review")
        every = await progress.read(room.store, "ann")
        await room.store.point(*progress._written("ann", tuple(replace(one, at=7) for one in every)))
    assert [one.rating for one in await progress.read(room.store, "ann")] == [100, 26]


async def test_erasure_takes_the_progress_and_my_data_names_it(room: Room) -> None:
    await played(room)
    await room.command("ann", "review")
    await room.command("ann", "mydata")
    assert "how well you played the games that you looked back at" in room.last("ann")
    await room.command("ann", "forget", "yes")
    await room.manager.erasure.clean()
    assert await room.store.pointed(keys.progress("ann")) is None
    assert (await room.command("ann", "review")).code == "no_game"
    await room.command("ann", "progress")
    assert room.last("ann") == wording.NO_PROGRESS


# --- hints ------------------------------------------------------------------------------------------------------------


async def test_a_hint_is_logged_once_for_a_decision_and_marks_the_game(room: Room) -> None:
    sid = await room.open(GAME)
    for _ in range(2):
        assert (await room.command("ann", "hint")).code == "hint"
    assert room.last("ann") == "A hint: guess 50.\nThe middle halves what is left."
    session = await room.session(sid)
    kind = entry_type(session.game)
    events = [decode(record.data, kind).event for record in await gather(room.store.events(sid))]
    assert [event for event in events if isinstance(event, Hinted)] == [Hinted(SEATS[0], "turn:0", "guess 50")]
    await room.say("ann", "50")
    await room.command("ann", "hint")
    assert looking_back.hinted(await room.session(sid)) == 2
    await room.walks("ann")
    await room.command("ann", "stats")
    assert room.last("ann").endswith("on average 2 points, 1 with hints")


async def test_progress_marks_games_with_hints(room: Room) -> None:
    """One is looked back at before the progress is asked for, one with it."""
    for review in (True, False):
        await room.open(GAME)
        await room.command("ann", "hint")
        await room.say("ann", "50")
        await room.walks("ann")
        if review:
            await room.command("ann", "review")
    await played(room)
    await room.command("ann", "progress")
    assert "on average, over 3 games, 2 with hints: " in room.last("ann")
    [chart] = [block for block in room.seen[-1][2].post.blocks if isinstance(block, Chart)]
    rows = chart.text.splitlines()
    assert [row.endswith(" (hints)") for row in rows] == [True, True, False]
    assert max(map(len, rows)) <= 32


async def test_a_session_without_hints_is_logged_as_before(room: Room) -> None:
    sid = await played(room)
    loaded = await room.store.load(sid)
    assert loaded is not None
    assert b"hinted" not in loaded.snapshot


async def test_there_are_no_hints_among_people_nor_out_of_turn(room: Room) -> None:
    await room.act("ann", Open(GAME, seed=1, tempo="chat", rest=HUMAN))
    assert (await room.command("ann", "hint")).code == "no_hint"
    await room.open(GAME, "bob", seat="guesser_1")
    room.manager.sessions.strategies = lambda name, game: Thoughtful()
    room.manager.deciding.held = lambda session, job: True  # type: ignore[method-assign]
    await room.say("bob", "50")
    assert (await room.command("bob", "hint")).code == "not_now"


async def test_a_hint_that_comes_too_late_is_not_told(room: Room) -> None:
    sid = await room.open(GAME)
    counted = Counted(room)
    asking = asyncio.create_task(room.command("ann", "hint"))
    await asyncio.to_thread(counted.begun.wait, 60)
    seat = SEATS[0]
    await room.manager.sessions.administer(sid, "x", lambda unit: unit.apply(Moved(seat, Guess(1))))
    counted.may.set()
    assert (await asking).code == "moved_on"
    assert looking_back.hinted(await room.session(sid)) == 0


async def test_help_names_what_there_is(room: Room) -> None:
    await room.open(GAME)
    await room.command("ann", "help")
    assert "This game: /hint, /rules" in room.last("ann")
    assert labels(room, "ann")[0] == "Hint"
    await room.walks("ann")
    await room.command("ann", "help")
    assert "This game: /card, /review, /rematch" in room.last("ann")
    assert labels(room, "ann")[-1] == "How it went"
    assert "/progress" in room.last("ann")


# --- in processes -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_real_game_is_reviewed_in_a_process_of_its_own(store: Store) -> None:
    room = Room(store)
    room.manager = Manager(store, find, lambda: room.now)
    try:
        sid = await room.open("bargaining")
        await room.say("ann", "accept")
        session = await room.session(sid)
        seat = session.table.seats_of("ann")[0]
        found = await room.manager.analyst.review(session, seat)
        records = await gather(store.events(sid))
        assert found == looking_back.review(sid, session.terms, records, seat)
        assert found is not None
        assert found.decisions == 1
    finally:
        await room.manager.analyst.close()
