"""People of a class who say nothing, or not enough for a move: what they are told is what happens, and the reverse."""

import pytest

from bot.session.model.clocks import running
from bot.session.model.inbound import Command, Text
from bot.session.model.session import Session
from tests.bot.classes.harness import School

GAMES = ["bargaining", "trading", "balloon", "dealornodeal"]
SECOND = 1 / 60


async def pair(school: School, game: str = "dealornodeal", minutes: int = 3, more: str = "") -> tuple[str, str]:
    """A class of two people without names, who play each other. Return who is on turn, and the other one."""
    school.named = False
    await school.begins(f"{game} minutes:{minutes} pairs:yes now:yes {more}".strip())
    await school.joins("ann", "bob")
    return await turns(school)


async def turns(school: School) -> tuple[str, str]:
    session = await school.here("ann")
    first, second = sorted(session.table.chairs, key=lambda chair: chair.seat not in session.turn.awaited)
    return first.user, second.user


def gone(session: Session, user: str) -> bool:
    return session.table.chair(session.table.seats_of(user)[0]).gone


@pytest.mark.parametrize("game", GAMES)
async def test_people_read_what_their_deadline_will_lead_to(school: School, game: str) -> None:
    on_turn, other = await pair(school, game)
    assert any("Your time runs out in 60 seconds; then an AI takes the seat." in text for text in school.texts(on_turn))
    told = "\n".join((*school.texts(on_turn), *school.texts(other)))
    assert "the game ends" not in told
    assert "the game pauses" not in told


@pytest.mark.parametrize("game", GAMES)
async def test_a_reminder_comes_before_an_ai(school: School, game: str) -> None:
    on_turn, other = await pair(school, game)
    await school.passes(46 * SECOND)
    assert "A reminder: it is your turn." in school.last(on_turn)
    assert "then an AI takes the seat" in school.last(on_turn)
    assert not any("A reminder" in text for text in school.texts(other))
    await school.passes(15 * SECOND)
    assert gone(await school.here("ann"), on_turn)
    assert "Write anything to take your seat again" in "\n".join(school.texts(on_turn))
    assert not any("is over" in text for text in school.texts(on_turn))
    assert "You have your seat again." in await school.says(on_turn, "sorry, I was away")
    assert not gone(await school.here("ann"), on_turn)


async def test_who_was_asked_what_they_mean_is_there(school: School) -> None:
    on_turn, other = await pair(school, "dealornodeal", more="context=1")
    await school.passes(53 * SECOND)
    assert "Is that your offer?" in await school.says(on_turn, "i take the book and the hat")
    await school.passes(8 * SECOND)
    assert not gone(await school.here("ann"), on_turn)
    reminder, question = school.texts(on_turn)[-2:]
    assert reminder.startswith("A reminder: it is your turn.\nYour time runs out in 60 seconds")
    assert question == "Do you mean: I keep 1 book, 1 hat; you get the rest?"
    assert "A reminder" not in school.last(other)
    # Nobody who is silent for a whole clock keeps the seat.
    await school.passes(46 * SECOND)
    assert not gone(await school.here("ann"), on_turn)
    await school.passes(15 * SECOND)
    assert gone(await school.here("ann"), on_turn)


@pytest.mark.parametrize("pressed", [False, True])
async def test_the_answer_to_a_question_counts_on_the_clock_that_runs_again(school: School, pressed: bool) -> None:
    on_turn, _ = await pair(school, "dealornodeal", more="context=1")
    began = running(await school.here("ann"))
    await school.passes(53 * SECOND)
    await school.says(on_turn, "i take the book and the hat")
    await school.passes(8 * SECOND)
    again = running(await school.here("ann"))
    assert began is not None
    assert again is not None
    assert (again.began, again.due) == (began.began, school.now + 60_000)
    if pressed:
        await school.presses(on_turn, "Yes")
    else:
        await school.says(on_turn, "yes")
    state = (await school.here("ann")).state
    assert [said.keep for said in state.spoken] != [()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sign", [Text("?!"), Command("status"), Command("help")])
async def test_any_sign_of_life_gives_the_whole_time_again(school: School, game: str, sign: Text | Command) -> None:
    on_turn, _ = await pair(school, game)
    for _ in range(3):
        await school.passes(50 * SECOND)
        await school.does(on_turn, sign)
        await school.passes(11 * SECOND)
        assert not gone(await school.here("ann"), on_turn)


async def test_a_pair_of_whom_nobody_says_a_word_waits_for_them(school: School) -> None:
    """Both are to confirm a card; neither does. The game pauses, as any game that nobody attends."""
    one, two = await pair(school, more="context=1")
    await school.says(one, "You get all the balls, I keep the rest.")
    await school.says(two, "Deal, I accept.")
    assert len((await school.here("ann")).turn.awaited) == 2
    await school.passes(1.1)
    session = await school.here("ann")
    assert session.table.paused
    assert not gone(session, one)
    assert not gone(session, two)
    assert "so the game is paused" in school.last(one)
    await school.presses(one, "Confirm")
    await school.presses(two, "Confirm")
    assert [game.end for game in (await school.room()).played] == ["deal"]


async def test_a_deadline_of_both_names_both_consequences(school: School) -> None:
    one, two = await pair(school, more="context=1")
    await school.says(one, "You get all the balls, I keep the rest.")
    await school.says(two, "Deal, I accept.")
    for user in (one, two):
        told = "then an AI takes the seat of whoever is silent, or the game pauses if all are"
        assert told in await school.says(user, "/status")


async def test_who_plays_an_ai_in_a_class_of_pairs_has_the_class_s_clock_alone(school: School) -> None:
    await school.begins("bargaining minutes:10 pairs:yes")
    await school.joins("odd")
    await school.teacher("start")
    await school.passes(9)
    assert (await school.here("odd")).table.phase == "play"
    assert not any("reminder" in text for text in school.texts("odd"))
    assert not any("runs out" in text for text in school.texts("odd"))


async def test_a_person_without_a_name_is_not_called_by_their_seat(school: School) -> None:
    on_turn, other = await pair(school)
    await school.says(on_turn, "hello, what would you like?")
    for leaver, partner in ((on_turn, other), (other, on_turn)):
        seen = len(school.texts(partner))
        await school.does(leaver, Command("quit"))
        await school.does(leaver, Text("yes"))
        await school.says(leaver, "I am here again")
        told = "\n".join(school.texts(partner)[seen:])
        assert "The other side has left. An AI plays that seat." in told
        assert "The other side is back." in told
        assert "you is back" not in told
        assert "me is back" not in told


@pytest.mark.parametrize(("game", "who"), [("dealornodeal", "the other side"), ("bargaining", "the seller")])
async def test_nobody_is_called_by_a_seat_elsewhere(school: School, game: str, who: str) -> None:
    await pair(school, game)
    [ann] = [user for user in ("ann", "bob") if (await school.here("ann")).table.seats_of(user)[0] in ("you", "buyer")]
    cards = {sent.card.who for place, _, sent in school.seen if sent.card is not None and place == f"room:{ann}"}
    assert cards == {f"you and {who}" if game == "dealornodeal" else f"you (buyer) and {who}"}
    for command, told in (
        ("mute", f"You no longer see what {who} says here."),
        ("report rude", f"your report about {who}"),
        ("report", f"At this table: {who}."),
        ("block", f"T{who[1:]} is blocked"),
    ):
        name, _, args = command.partition(" ")
        await school.does(ann, Command(name, args))
        assert told in school.last(ann)


async def test_people_read_that_their_time_runs_again_when_somebody_is_back(school: School) -> None:
    on_turn, other = await pair(school)
    await school.passes(1.1)
    seen = len(school.texts(other))
    await school.says(on_turn, "I'm here again")
    told = "\n".join(school.texts(other)[seen:])
    assert "The other side is back.\nYour time runs out in 60 seconds; then an AI takes the seat." in told
    assert "Their time runs out in 60 seconds; then an AI takes the seat." in school.last(on_turn)


async def test_the_end_of_the_class_ends_a_game_that_was_paused(school: School) -> None:
    one, two = await pair(school, more="context=1")
    await school.says(one, "You get all the balls, I keep the rest.")
    await school.says(two, "Deal, I accept.")
    await school.passes(1.1)
    await school.reviewed()
    for user in (one, two):
        assert "The class has ended, so this game ends unfinished." in school.last(user)
    assert [game.end for game in (await school.room()).played] == ["cutoff"]


async def test_who_was_replaced_reads_how_the_class_ended_too(school: School) -> None:
    on_turn, other = await pair(school)
    await school.passes(1.1)
    assert gone(await school.here("ann"), on_turn)
    await school.reviewed()
    for user in (on_turn, other):
        assert "GAME OVER" in school.last(user)
        assert "left the game" not in school.last(user)
