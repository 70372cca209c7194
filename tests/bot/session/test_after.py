"""After a game: what is offered, what a press shows and to whom, what is kept of it."""

from fractions import Fraction

import pytest

from bot import keys
from bot.classes.coached import looked
from bot.players import find
from bot.session.lobby import HUMAN
from bot.session.manager import Manager
from bot.session.model import looking_back
from bot.session.model.events import Stopped
from bot.session.model.inbound import Command, Join, Open, Press, Text
from bot.session.model.session import gather, offers
from bot.session.model.terms import MINUTE
from bot.session.wording import after as wording
from bot.session.wording import messages
from games.core.contract import Seat
from games.core.post import Choice, plain
from games.core.review import Moment, Review
from storage.base import Store
from tests.bot.session.harness import Room
from tests.bot.session.looking import FIRST, GAME, both, labels, played

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
    assert head == ("Together they lost about 12 points. Each loss counts, so that may be more than was within reach.")


@pytest.mark.parametrize(
    ("lost", "attainable", "told"),
    [
        (Fraction(5764, 100), 125, "about 58 points of the 125 points"),
        (Fraction(9284, 10), Fraction(63746, 10), "about 928 points of the 6375 points"),
        (Fraction(391, 100), Fraction(96, 10), "about 3.9 points of the 9.6 points"),
        (Fraction(402, 100), 8, "about 4 points of the 8 points"),
    ],
)
def test_estimated_points_have_no_digits_that_nobody_knows(lost: Fraction, attainable: Fraction, told: str) -> None:
    moment = Moment(4, "Message 7", (), "you offered", "b", ("a", "b"), 2, 1, "mistake", "Why.")
    review = Review((moment,), lost, attainable, 9)
    assert told in plain(wording.moment(review, looking_back.Step(), "points")).splitlines()[1]


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
