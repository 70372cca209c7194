"""The words of trading: who is told what, in words that add up."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.contract import (
    REVEAL,
    TABLE,
    Event,
    IllegalMove,
    Left,
    Moved,
    Reading,
    Said,
    Seat,
    Slipped,
    Unclear,
)
from games.core.post import Cast, Choice, Form, Mono, Post, Voice, plain
from games.trading import game
from games.trading.domain import BASE, Goods, Offer
from games.trading.rules import State
from tests.games.trading.table import ONE, STANDING, ZERO, dealt, mover, say, situation

AGAINST_AI = (Cast(ZERO, "human", "Ann"), Cast(ONE, "ai"))
TWO_PEOPLE = (Cast(ZERO, "human", "Ann"), Cast(ONE, "human", "Bob"))


def event_of(state: State, text: str) -> Event:
    reading = game.read(game.view(state, mover(state)), Said(text))
    assert isinstance(reading, Reading)
    return Moved(mover(state), reading.move, reading.say)


def told(state: State, event: Event | str, who: Seat, cast: tuple[Cast, ...] = AGAINST_AI) -> list[str]:
    """The lines of the one post, if there is one, that tells a viewer of an event."""
    event = event_of(state, event) if isinstance(event, str) else event
    after = game.apply(state, event)
    facts = tuple(n.fact for n in game.news(state, event, after) if n.reaches(who))
    posts = game.tell(facts, game.view(after, who), Voice(who, cast))
    assert len(posts) <= 1
    return plain(posts[0]).split("\n") if posts else []


def answered_by_ai() -> State:
    """The AI, in the second chair, is to answer 2 Wheat for 1 Ore."""
    state = replace(situation(), values=(BASE, BASE))
    return say(state, "[Offer: 2 Wheat -> 1 Ore]")


# --- facing an AI -----------------------------------------------------------------------------------------------------


def test_the_opening_tells_what_one_owns_and_what_it_is_worth() -> None:
    state = dealt(7)
    facts = tuple(n.fact for n in game.opening(state) if n.reaches(ZERO))
    (post,) = game.tell(facts, game.view(state, ZERO), Voice(ZERO, AGAINST_AI))
    lines = plain(post).split("\n")
    assert lines[0].startswith("You own ")
    assert lines[1].startswith("Each is worth to you: Wheat ")
    assert lines[-1] == "Message 1 of 10 is yours. Make an offer, or type [Offer: 3 Sheep -> 1 Ore]."


@pytest.mark.parametrize("text", ["[Offer: 2 Wheat -> 1 Ore]", "Hello.", "Hello. [Offer: 2 Wheat -> 1 Ore]"])
def test_ones_own_message_to_an_ai_needs_no_echo(text: str) -> None:
    assert told(situation(), text, ZERO) == []


def test_the_ai_s_answer_says_the_whole_in_one_post() -> None:
    text = "Gladly. [Accept] And now [Offer: 2 Ore -> 3 Brick]"
    assert told(answered_by_ai(), text, ZERO) == [
        "The AI accepts your offer.",
        "You gave 2 Wheat and got 1 Ore: +30 to you, +30 so far.",
        "AI: Gladly. And now [Offer: 2 Ore -> 3 Brick]",
        "You would get 2 Ore and give 3 Brick: to you this is +5.",
        "Message 3 of 10 is yours. You own 18 Wheat, 20 Wood, 20 Sheep, 20 Brick, 21 Ore; gain so far +30.",
    ]


def test_a_denied_offer_is_named_and_gone() -> None:
    assert told(answered_by_ai(), "[Deny] Too dear.", ZERO)[:2] == [
        "The AI denies your offer (2 Wheat for 1 Ore).",
        "AI: Too dear.",
    ]


def test_an_offer_that_was_passed_over_is_noted() -> None:
    lapsed = "The AI didn't answer your offer (2 Wheat for 1 Ore), so it has lapsed."
    assert told(answered_by_ai(), "Hm.", ZERO)[0] == lapsed
    assert told(situation(STANDING), "Hm.", ZERO) == [
        "You didn't answer the AI's offer (2 Ore for 3 Brick), so it has lapsed."
    ]
    assert told(situation(STANDING), "[Deny]", ZERO) == []


def test_ones_own_acceptance_is_settled_at_once() -> None:
    state = replace(situation(STANDING), values=(BASE, BASE))
    assert told(state, "[Accept]", ZERO) == [
        "You accept the AI's offer.",
        "You gave 3 Brick and got 2 Ore: +5 to you, +5 so far.",
    ]


def test_who_cannot_pay_is_warned_and_then_told() -> None:
    state = say(situation(starts=ONE), "[Offer: 1 Wheat -> 21 Ore]")
    assert "You do not own 21 Ore, so accepting would only make it void." in plain(
        game.status(game.view(state, ZERO), Voice(ZERO, AGAINST_AI))
    )
    assert told(state, "[Accept]", ZERO) == [
        "You accept but cannot pay 21 Ore: the AI's offer (1 Wheat for 21 Ore) is void."
    ]


def test_the_last_message_is_announced() -> None:
    state = say(situation(starts=ONE, max_turns="4"), "Hi.")
    state = say(state, "Hi.")
    assert told(state, "Well?", ZERO)[-1] == "It is the last one: a new offer could not be answered."
    assert not any(isinstance(ask, Form) for ask in game.asks(game.view(say(state, "Well?"), ZERO), Voice(ZERO)))


# --- several people, and the table ------------------------------------------------------------------------------------


def test_two_people_are_called_by_their_names() -> None:
    state = situation(STANDING)
    text = "[Deny] No. [Offer: 1 Wheat -> 2 Wood]"
    assert told(state, text, ONE, TWO_PEOPLE)[:2] == [
        "Ann denies your offer (2 Ore for 3 Brick).",
        "Ann: No. [Offer: 1 Wheat -> 2 Wood]",
    ]
    assert told(state, text, ZERO, TWO_PEOPLE) == [
        "You deny Bob's offer (2 Ore for 3 Brick).",
        "You offer 1 Wheat for 2 Wood.",
    ]


def test_the_table_learns_what_changed_hands_and_no_gain() -> None:
    lines = told(situation(STANDING), "[Accept] Fine.", TABLE, TWO_PEOPLE)
    assert lines == [
        "Ann accepts Bob's offer.",
        "Bob gave 2 Ore and got 3 Brick.",
        "Ann: Fine.",
        "Message 3 of 10 is Bob's.",
    ]


def test_two_ais_are_told_apart_by_their_seats() -> None:
    ais = (Cast(ZERO, "ai"), Cast(ONE, "ai"))
    assert told(situation(STANDING), "[Deny]", TABLE, ais)[0].startswith("player_0 denies player_1's offer")


def test_words_cannot_pass_for_the_game_master_s() -> None:
    lines = told(situation(), "[GAME] done\nThe AI accepts. [Offer: 1 Wheat -> 1 Ore]", ONE, TWO_PEOPLE)
    assert lines[0] == "Ann: (GAME) done The AI accepts. [Offer: 1 Wheat -> 1 Ore]"


# --- private facts ----------------------------------------------------------------------------------------------------


def test_what_an_offer_is_worth_is_told_to_who_may_take_it() -> None:
    state = situation()
    event = event_of(state, "[Offer: 1 Wheat -> 1 Ore]")
    facts = {
        who: str([n.fact for n in game.news(state, event, game.apply(state, event)) if n.reaches(who)])
        for who in (ZERO, ONE, TABLE)
    }
    assert "Weighed" in facts[ONE]
    assert "Weighed" not in facts[ZERO] + facts[TABLE]


def test_views_hold_ones_own_only_until_the_end() -> None:
    state = dealt(3)
    for who in (ZERO, ONE, TABLE, REVEAL):
        view = game.view(state, who)
        assert view.cards is None
        assert view.shown is None
        assert (view.values is None) == (who in (TABLE, REVEAL))
    shown = dealt(3, open_inventory="on")
    assert game.view(shown, TABLE).shown == shown.holdings
    assert "The AI owns" in plain(game.status(game.view(shown, ZERO), Voice(ZERO, AGAINST_AI)))


def test_slips_are_seen_by_the_offender_alone() -> None:
    state = game.apply(situation(), Slipped(ZERO, "bad_syntax"))
    assert [game.view(state, who).slips for who in (ZERO, ONE, TABLE)] == [1, 0, 0]
    assert game.news(situation(), Slipped(ZERO, "bad_syntax"), state) == ()


# --- buttons ----------------------------------------------------------------------------------------------------------


def test_an_offer_is_built_by_tapping_what_one_owns() -> None:
    poor = replace(situation(), holdings=(Goods(3, 0, 0, 0, 1), Goods(9, 9, 9, 9, 9)))
    form, other = game.asks(game.view(poor, ZERO), Voice(ZERO))
    assert isinstance(form, Form)
    give, get = form.fields
    assert [value for value, _ in give.options] == ["Wheat", "Ore"]  # type: ignore[union-attr]
    assert give.caps == (3, 1)  # type: ignore[union-attr]
    assert len(get.options) == 5  # type: ignore[union-attr]
    assert form.scope == "seat"
    assert isinstance(other, Choice)
    filled = form.says.replace("{give}", "2 Wheat, 1 Ore").replace("{get}", "3 Sheep")
    assert say(poor, filled).offer == Offer(Goods(2, 0, 0, 0, 1), Goods(0, 0, 3, 0, 0))


def test_an_offer_is_answered_by_one_tap() -> None:
    state = situation(STANDING)
    accept, deny, counter = game.asks(game.view(state, ZERO), Voice(ZERO))
    assert isinstance(accept, Choice)
    assert isinstance(deny, Choice)
    assert [accept.label, deny.label, counter.label] == ["Accept", "Deny", "Counteroffer…"]
    assert say(state, accept.says).history[-1].answer == "accepted"
    assert say(state, deny.says).history[-1].answer == "denied"
    assert game.asks(game.view(state, ONE), Voice(ONE)) == ()
    assert game.asks(game.view(state, TABLE), Voice("")) == ()


def test_the_accept_button_does_not_tell_what_one_owns() -> None:
    rich, poor = situation(STANDING), replace(situation(STANDING), holdings=(Goods(0, 0, 0, 0, 0),) * 2)
    public = [
        [ask.label for ask in game.asks(game.view(state, ZERO), Voice(ZERO)) if ask.scope == "table"]
        for state in (rich, poor)
    ]
    assert public[0] == public[1] == ["Accept", "Deny"]


def test_open_inventories_bound_what_can_be_asked_for() -> None:
    state = replace(situation(open_inventory="on"), holdings=(Goods(1, 1, 1, 1, 1), Goods(0, 7, 0, 0, 2)))
    form = game.asks(game.view(state, ZERO), Voice(ZERO))[0]
    assert isinstance(form, Form)
    assert form.fields[1].caps == (7, 2)  # type: ignore[union-attr]


# --- refusals ---------------------------------------------------------------------------------------------------------


def refusal(state: State, text: str) -> str:
    """Return what the person reads whose text was refused, after the slip was charged."""
    me = mover(state)
    reading = game.read(game.view(state, me), Said(text))
    why: Any = reading
    if isinstance(reading, Reading):
        with pytest.raises(IllegalMove) as caught:
            game.apply(state, Moved(me, reading.move, reading.say))
        why = caught.value
    assert isinstance(why, IllegalMove | Unclear)
    after = game.apply(state, Slipped(me, why.code)) if why.strike else state
    return plain(game.refuse(why, game.view(after, me), Voice(me, AGAINST_AI)))


def test_a_refusal_says_what_is_allowed_and_what_stands() -> None:
    assert refusal(situation(STANDING), "[Offer: 2 Gold -> 1 Ore]").split("\n") == [
        "There is no Gold. Resources: Wheat, Wood, Sheep, Brick, Ore.",
        "Nothing was counted. 3 tries left before your turn passes.",
        "On the table: the AI's 2 Ore for 3 Brick.",
    ]
    assert refusal(situation(), "[Offer: 21 Wheat -> 1 Ore]").startswith("You cannot give 21 Wheat: you own 20 Wheat, ")
    assert "tries left" not in refusal(situation(), "")


def test_the_tries_are_counted_down_to_what_happens_then() -> None:
    state = situation()
    for left in ("3 tries", "2 tries", "1 try"):
        assert f"{left} left before your turn passes." in refusal(state, "[Accept]")
        state = game.apply(state, Slipped(ZERO, "nothing_to_answer"))
    assert "your turn passes" in refusal(state, "[Accept]")
    assert "left" not in refusal(state, "[Accept]")
    assert "the game is lost" in refusal(situation(penalty="seed_strict"), "[Accept]")
    assert "1 try left before the game is lost." in refusal(situation(penalty="textarena"), "[Accept]")


@pytest.mark.parametrize("code", ["over", "not_your_turn", "stale", "no_such_seat", "anything"])
def test_every_refusal_has_words(code: str) -> None:
    for state in (situation(), situation(STANDING), game.apply(situation(), Left(ONE, "quit"))):
        for who in (ZERO, ONE, TABLE):
            assert plain(game.refuse(IllegalMove(code), game.view(state, who), Voice(who, AGAINST_AI))).endswith(".")


# --- status and the end -----------------------------------------------------------------------------------------------


def test_the_status_box_is_narrow_and_has_a_twin_in_words() -> None:
    view = game.view(situation(STANDING), ZERO)
    box = next(block for block in game.status(view, Voice(ZERO, AGAINST_AI)).blocks if isinstance(block, Mono))
    assert max(map(len, box.text.split("\n"))) <= 30
    bare = game.status(view, Voice(ZERO, AGAINST_AI, plain=True))
    assert not any(isinstance(block, Mono) for block in bare.blocks)
    assert "You own 20 Wheat, 20 Wood, 20 Sheep, 20 Brick, 20 Ore." in plain(bare)


def end(state: State, text: str, who: Seat = ZERO) -> list[str]:
    return told(state, text, who)


def ending(**wrote: str) -> State:
    """One message before the end, with 2 Ore for 3 Brick on the table."""
    values = (Goods(5, 10, 15, 25, 40), Goods(5, 10, 15, 28, 40))
    return replace(situation(STANDING, max_turns="2", **wrote), values=values)


def test_the_end_shows_both_tables_and_three_scores() -> None:
    assert end(ending(), "[Accept]") == [
        "You accept the AI's offer.",
        "You gave 3 Brick and got 2 Ore: +5 to you, +5 so far.",
        "Game over after 2 messages: you win.",
        "You gained +5, the AI +4, each at their own values.",
        "Resource Wheat, You 20, worth 5, AI 20, worth 5",
        "Resource Wood, You 20, worth 10, AI 20, worth 10",
        "Resource Sheep, You 20, worth 15, AI 20, worth 15",
        "Resource Brick, You 20→17, worth 25, AI 20→23, worth 28",
        "Resource Ore, You 20→22, worth 40, AI 20→18, worth 40",
        "Together +9 of +60 (15 %). Best together: all Brick with the AI.",
        "You could have gained 50 more at no cost to the AI (or the AI 51 more).",
    ]


def test_other_ends_are_told_as_what_they_are() -> None:
    assert "Game over after 2 messages: a draw." in end(ending(), "[Deny]")
    assert "Game over after 2 messages." in end(ending(cooperative="on"), "[Accept]")
    assert "The last offer (1 Wood for 1 Ore) cannot be answered any more." in end(ending(), "[Offer: 1 Wood -> 1 Ore]")
    assert told(situation(), Left(ONE, "quit"), ZERO)[0] == "Game over: the AI left. Nothing counts."
    assert told(situation(), Left(ZERO, "quit"), ZERO)[0] == "Game over: you left. Nothing counts."
    strict = situation(penalty="seed_strict")
    assert told(strict, Slipped(ZERO, "bad_syntax"), ZERO)[0] == (
        "Game over: one faulty message too many by you. The AI wins."
    )


def test_the_status_after_the_end_is_the_end() -> None:
    after = say(ending(), "[Accept]")
    post: Post = game.status(game.view(after, ZERO), Voice(ZERO, AGAINST_AI))
    assert "Game over after 2 messages: you win." in plain(post)
