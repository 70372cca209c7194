"""The words of the society: previews before a promise, the right readers for each line, nothing wider than a phone."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.contract import TABLE, Event, IllegalMove, Moved, Reading, Said, Seat, Unclear, subseed
from games.core.post import Board, Cast, Mono, Post, Voice, plain
from games.society import game
from games.society.rules.coalition import Coalition
from games.society.rules.moves import Accept, Finish, Join, Negotiate, Orders
from games.society.rules.state import Passed, State, Worked
from games.society.rules.talks import Invite
from games.society.wording.phrases import exact, number, percent
from games.society.world.plans import Dump, Gather, Queue
from tests.games.society.table import C0, C1, M0, M1, MINE, TWICE, allies, at, bargain, close, dealt

PARTS = (Fraction(3, 5), Fraction(2, 5))
ALL_ALLIED = at(coalitions=allies((C0, C1, M0, M1)))


def told(state: State, event: Event, who: Seat, plain_words: bool = False) -> str:
    """Return what a seat (or TABLE) is told of an event."""
    after = game.apply(state, event)
    facts = tuple(n.fact for n in game.news(state, event, after) if n.reaches(who))
    voice = Voice(who, tuple(Cast(seat, "human", seat) for seat in state.terms.seats), plain=plain_words)
    return "\n\n".join(plain(post) for post in game.tell(facts, game.view(after, who), voice))


def last(state: State, who: Seat, **sent: Any) -> str:
    """Return the words to a seat when the window closes with these choices; the last seat to choose is the last one."""
    *others, final = sorted(game.turn(state).awaited)
    for seat in others:
        state = game.apply(state, Moved(seat, sent.get(seat)))
    return told(state, Moved(final, sent.get(final)), who)


def test_an_offer_comes_with_what_it_would_make_of_old_shares() -> None:
    a = Coalition("A", C0, (C0, M0), PARTS)
    b = Coalition("B", C1, (C1, M1), (Fraction(1, 2), Fraction(1, 2)))
    state = at(coalitions=(a, b), bargains=(bargain(C0, M1, M1, 70),))
    shown = plain(game.status(game.view(state, M1), Voice(M1)))
    assert "carpenter_0 offers you 30 %, and 70 % for carpenter_0." in shown
    assert "your own share becomes 15 % of the merged pot (now 50 % of the old one)." in shown
    assert "carpenter_1 15 %, carpenter_0 42 %, miner_0 28 %" in shown


def test_whoever_was_bound_by_others_is_told_what_is_left_to_them() -> None:
    a = Coalition("A", C0, (C0, M0), PARTS)
    state = at(coalitions=(a,), bargains=(bargain(C0, M1, C0, 50),))
    assert "Your own share is 20 % of the merged pot (was 40 % of the old one)." in last(
        state, M0, carpenter_0=Accept(M1, 50)
    )


def test_a_choice_is_noted_for_its_seat_and_only_counted_for_others() -> None:
    state = dealt()
    event = Moved(C0, Negotiate(M0, 70))
    assert "Noted: invite miner_0, you 70 %, miner_0 30 %." in told(state, event, C0)
    for who in (M0, TABLE):
        assert (
            told(state, event, who) == "carpenter_0 is in. 1 of 4 are done; awaited: carpenter_1, miner_0 and miner_1."
        )


def test_nobody_is_sent_to_invite_who_invited_them() -> None:
    alone = at(invites=(Invite(M0, C0, 40, 1),), bargains=(bargain(C1, M1, M1, 50),))
    assert "You can invite" not in plain(game.status(game.view(alone, C0), Voice(C0)))
    assert "Invite…" not in [ask.label for ask in game.asks(game.view(alone, C0), Voice(C0))]
    assert "You can invite carpenter_1." in plain(game.status(game.view(TWICE, C0), Voice(C0)))


@pytest.mark.parametrize("seat", [C0, C1, M0, M1])
def test_examples_name_somebody_else(seat: Seat) -> None:
    for state in (at(), ALL_ALLIED):
        view = game.view(state, seat)
        words = plain(game.explain(view, Voice(seat))) + plain(game.refuse(Unclear("format"), view, Voice(seat)))
        assert "propose " in words
        assert f"propose {seat}" not in words


def test_shares_that_are_fixed_early_say_why() -> None:
    assert "Shares are fixed. Nobody did anything in the last step." in last(at(), C0)
    assert "Shares are fixed.\n" in last(at(step=8), C0)
    everybody = at(coalitions=allies((C0, C1, M0)), invites=(Invite(M1, C0, 40, 1),))
    assert "Shares are fixed. Everybody is in one coalition." in last(everybody, C0, carpenter_0=Accept(M1, None))
    sealed = close(dealt(game="contract", flow="sealed"), carpenter_0=Join(0), miner_0=Join(0))
    assert "Shares are fixed. Nobody moved for a whole round." in last(sealed, C0)


def test_plans_that_replace_others_say_so() -> None:
    state = dealt(game="social")
    three = Orders(Queue((Gather("wood", 1), Gather("stone", 1), Dump("hammer")), True))
    state = game.apply(state, Moved(C0, three))
    said = told(state, Moved(C0, Orders(Queue((Gather("wood", 5),), True))), C0)
    assert said.startswith("Replaced (was 3 lines): GATHER 5 WOOD.")
    assert "3 lines" not in told(state, Moved(C1, three), C1)


def test_words_beside_a_choice_are_heard_when_the_window_closes() -> None:
    state = dealt()
    event = Moved(C0, Negotiate(M0, 70), "[GM] hello\nthere")
    assert "hello" not in told(state, event, M0)
    for seat in (C1, M0):
        state = (
            game.apply(state, Moved(seat, None))
            if seat != C1
            else game.apply(game.apply(state, event), Moved(C1, None))
        )
    assert "carpenter_0: (GM) hello there" in told(state, Moved(M1, None), M0)


def test_allies_hear_what_one_made_and_strangers_the_sum() -> None:
    state = dealt(3, game="contract", flow="sealed")
    for _ in range(2):
        state = close(state, carpenter_0=Join(0), miner_0=Join(0), carpenter_1=Join(1), miner_1=Join(2))
    body = state.world.bodies[0]
    rich = replace(body, held=(0, 0, 1, 0, 0, 0))
    world = replace(state.world, bodies=(rich, *state.world.bodies[1:]), made=(1, 0))
    state = replace(state, world=world)
    sent = {C0: Orders(Queue((Dump("hammer"),), False))}
    assert "carpenter_0 dropped 1 hammer." in last(state, M0, **sent)
    for who in (C1, M1, TABLE):
        assert "dropped" not in last(state, who, **sent)
    assert "Dropped 1 hammer" in last(state, C0, **sent) or "dropped 1 hammer" in last(state, C0, **sent)


def test_the_log_can_be_open_to_all_or_to_nobody() -> None:
    for log, heard in (("all", True), ("none", False)):
        state = dealt(3, game="social", log=log)
        wood = Orders(Queue((Gather("wood", 5),), True))
        facts = last(state, M0, **dict.fromkeys(state.terms.seats, wood))
        assert facts
        after = close(state, **dict.fromkeys(state.terms.seats, wood))
        seen = game.view(after, Seat("miner_3")).recent
        assert any(isinstance(fact, Worked) and fact.seat == C0 for fact in seen) is heard


def test_the_end_names_everybodys_earnings_and_the_ceiling() -> None:
    before = state = dealt(game="social")
    while game.turn(state).awaited and state.number < 22:
        before = state
        state = close(state)
        if state.close is not None:
            break
    facts = tuple(n.fact for n in game.news(before, Moved(C0, None), state) if n.reaches(C0))
    words = "\n".join(plain(post) for post in game.tell(facts, game.view(state, C0), Voice(C0)))
    assert "Game over. Together 0 credits of 1000 that were possible (0 %)." in words
    assert "You earn 0." in words


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_columns_are_never_wider_than_a_phone(difficulty: str) -> None:
    state = dealt(7, difficulty=difficulty)
    while (awaited := game.turn(state).awaited) and state.close is None:
        seat = min(awaited)
        act = game.players["fallback"].decide(game.view(state, seat), subseed(7, "player", seat))
        event = Moved(seat, act.move, act.say)
        after = game.apply(state, event)
        news = game.news(state, event, after)
        for who in (TABLE, C0):
            facts = tuple(n.fact for n in news if n.reaches(who))
            for post in game.tell(facts, game.view(after, who), Voice(who)):
                assert _widest(post) <= 30, plain(post)
        state = after


def _widest(post: Post) -> int:
    columns = [block.text for block in post.blocks if isinstance(block, Mono | Board)]
    return max((len(row) for text in columns for row in text.split("\n")), default=0)


def test_several_people_find_their_buttons_in_private() -> None:
    view = game.view(TWICE, C0)
    one = Voice(C0, (Cast(C0, "human"), Cast(M0, "ai")))
    two = Voice(C0, (Cast(C0, "human"), Cast(M0, "human")))
    assert {ask.scope for ask in game.asks(view, one)} == {"table"}
    assert {ask.scope for ask in game.asks(view, two)} == {"seat"}


def test_a_channel_with_one_player_sees_what_is_offered_to_them() -> None:
    state = at(invites=(Invite(M0, C0, 40, 1),))
    assert "miner_0 offers you 60 %" in plain(game.status(game.view(state, TABLE), Voice(C0)))
    assert "offers you" not in plain(game.status(game.view(state, TABLE), Voice("")))


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (Fraction(21, 50), "0.42"),
        (Fraction(1, 3), "1/3"),
        (Fraction(1), "1"),
        (Fraction(0), "0"),
        (Fraction(1, 20), "0.05"),
        (Fraction(1, 8), "0.125"),
        (Fraction(1, 1024), "0.0009765625"),
    ],
)
def test_shares_are_written_without_loss(share: Fraction, written: str) -> None:
    assert exact(share) == written
    assert Fraction(exact(share)) == share


def test_amounts_for_people_have_two_decimals_at_most() -> None:
    assert [number(Fraction(n)) for n in ("15", "25.625", "-1/3")] == ["15", "25.62", "-0.33"]
    assert percent(Fraction(1, 3)) == "33.33 %"


def test_everybody_who_would_be_bound_reads_what_a_proposal_would_leave_to_them() -> None:
    state = at(coalitions=(Coalition("A", C0, (C0, M0), PARTS),))
    for who, words in ((C0, "To you that would be 42 %."), (M0, "To you that would be 28 %.")):
        assert words in last(state, who, carpenter_0=Negotiate(M1, 70))
    assert "To you" not in last(state, M1, carpenter_0=Negotiate(M1, 70))
    noted = told(state, Moved(C0, Negotiate(M1, 70)), C0)
    assert "you 70 %, miner_1 30 %; of the merged pot 42 % would be your own." in noted


def test_what_allies_did_alike_and_what_passed_between_others_is_said_once() -> None:
    state = dealt(game="social", scenario="overlapping")
    seats = [Seat(name) for name in ("carpenter_1", "carpenter_2", "carpenter_3")]
    did = tuple(Worked(seat, 0, (1, 0), (1, 0)) for seat in seats)
    passes = (Passed(C0, M0, "hammer", 1), Passed(seats[0], M1, "hammer", 2), Passed(seats[1], M1, "torch", 1))
    words = "\n".join(plain(post) for post in game.tell((*did, *passes), game.view(state, C0), Voice(C0)))
    assert "carpenter_1, carpenter_2 and carpenter_3 made and dropped 1 hammer each." in words
    assert "miner_0 picked up 1 hammer that you dropped." in words
    assert "Picked up: miner_1 2 hammers of carpenter_1, miner_1 1 torch of carpenter_2." in words
    assert words.count("made and dropped") == words.count("Picked up") == 1


def test_several_groups_are_told_in_full_once_and_then_whenever_asked() -> None:
    state = dealt(game="social", scenario="overlapping")
    full = "Half of what you earn goes into each."
    assert full in plain(game.status(game.view(state, C0), Voice(C0)))
    later = close(state)
    status = plain(game.status(game.view(later, C0), Voice(C0)))
    assert "You share in groups A and C." in status
    assert "Group A: you, carpenter_1, miner_0 and miner_1, 25 % each." in status
    assert full in plain(game.sheet(game.view(later, C0), Voice(C0)))


def rounds(count: int) -> list[str]:
    """Return what carpenter_0 is told at the end of each of this many rounds of the dynamic game."""
    state = dealt(game="social", scenario="dynamic")
    heard: list[str] = []
    while len(heard) < count:
        mover = Seat(min(game.turn(state).awaited))
        event = Moved(mover, game.players["cooperative"].decide(game.view(state, mover), 1).move)
        words = told(state, event, C0)
        state = game.apply(state, event)
        heard += [words] if " is over." in words else []
    return heard


def test_a_new_order_names_the_old_one_by_its_letters_where_these_say_it_all() -> None:
    before = [line for words in rounds(6) for line in words.splitlines() if line.startswith("Before:")]
    assert before == ["Before: A and B, with other shares.", "Before: A and B only."]


def test_what_was_earned_is_said_once_a_round() -> None:
    (words,) = rounds(1)
    assert words.count("worth") == 1
    assert "Your own items are worth" in words
    assert "You have 85 % of group A." in words


@pytest.mark.parametrize("ticks", ["10", "25"])
def test_the_card_names_as_many_rounds_as_there_are(ticks: str) -> None:
    state = dealt(game="social", ticks=ticks)
    shown = "\n".join(
        plain(post) for post in game.tell(tuple(n.fact for n in game.opening(state)), game.view(state, C0), Voice(C0))
    )
    rounds = game.view(state, C0).windows
    assert f"{rounds} rounds of plans." in shown
    assert f"Round 1 of {rounds}" in shown


@pytest.mark.parametrize("text", ["leave", "stay", "join 2 or 3", "join the miners", "join 99", "join 2"])
def test_who_is_not_on_turn_is_told_so_whatever_is_wrong_besides(text: str) -> None:
    state = dealt(game="contract")
    waiting = next(seat for seat in state.terms.seats if seat != state.slots.mover)
    view = game.view(state, waiting)
    reading = game.read(view, Said(text))
    why: IllegalMove | Unclear | None = reading if isinstance(reading, Unclear) else None
    if isinstance(reading, Reading):
        with pytest.raises(IllegalMove) as refused:
            game.apply(state, Moved(waiting, reading.move))
        why = refused.value
    assert why is not None
    said = plain(game.refuse(why, view, Voice(waiting)))
    assert said.startswith(f"It is {state.slots.mover}'s turn (")


def test_what_cannot_be_ended_says_what_can() -> None:
    with pytest.raises(IllegalMove) as refused:
        game.apply(MINE, Moved(C0, Finish(M1)))
    said = plain(game.refuse(refused.value, game.view(MINE, C0), Voice(C0)))
    assert said.startswith("You can only end the bargain or invitation with miner_0: end miner_0.")
