"""The look of chats: few short lines, boxes that fit a phone, and what an offer means to oneself."""

import pytest
from msgspec.structs import replace

from games.core.contract import TABLE, IllegalMove, Left, Seat
from games.core.post import Cast, Choice, Counts, Form, Mono, Post, Voice, plain
from games.trading import game
from games.trading.domain import BASE, Goods
from games.trading.rules import State
from tests.games.trading.table import ONE, STANDING, ZERO, dealt, mover, say, situation
from tests.games.trading.test_wording import AGAINST_AI, TWO_PEOPLE, event_of, told

CHAT = {"style": "chat", "reading": "plain"}


def opening(voice: Voice, **wrote: str) -> Post:
    state = dealt(7, **CHAT, **wrote)
    who = Seat(voice.you)
    facts = tuple(n.fact for n in game.opening(state) if n.reaches(who))
    (post,) = game.tell(facts, game.view(state, who), voice)
    return post


def test_the_opening_is_short_and_ends_with_what_to_do() -> None:
    lines = plain(opening(Voice(ZERO, AGAINST_AI))).split("\n")
    assert len(lines) <= 10
    assert lines[-1] == "Message 1 of 10 is yours. Say what you'd swap, such as: 3 sheep for 1 ore."


def test_a_rematch_says_only_what_is_new() -> None:
    post = opening(Voice(ZERO, AGAINST_AI, again=True))
    lines = plain(post).split("\n")
    assert len(lines) == 7
    assert lines[0].split() == ["you", "own", "worth", "each"]


def test_the_full_rules_are_a_tap_away_at_the_beginning_only() -> None:
    state = situation(None, **CHAT)
    rules = Choice("Full rules", "/rules")
    assert rules in game.asks(game.view(state, ZERO), Voice(ZERO))
    assert rules not in game.asks(game.view(state, ZERO), Voice(ZERO, again=True))
    later = say(say(state, "[Offer: 1 Wood -> 1 Ore]"), "[Deny]")
    assert rules not in game.asks(game.view(later, ZERO), Voice(ZERO))
    said = plain(game.explain(game.view(state, ZERO), Voice(ZERO)))
    assert "I'll give 3 sheep for 1 ore" in said


def boxes(post: Post) -> list[str]:
    return [block.text for block in post.blocks if isinstance(block, Mono)]


@pytest.mark.parametrize("cast", [AGAINST_AI, (Cast(ZERO, "human", "Maximiliane"), Cast(ONE, "human", "Bartholomew"))])
def test_boxes_fit_a_phone(cast: tuple[Cast, ...]) -> None:
    state = situation(STANDING, max_turns="2", **CHAT)
    end = say(state, "deal")
    voice = Voice(ZERO, cast)
    posts = [opening(voice), *(game.status(game.view(one, ZERO), voice) for one in (state, end))]
    found = [box for post in posts for box in boxes(post)]
    assert len(found) == 3
    assert max(len(line) for box in found for line in box.split("\n")) <= 32
    words = [game.status(game.view(one, ZERO), replace(voice, plain=True)) for one in (state, end)]
    assert not any(map(boxes, words))
    assert "20 Wheat (" in plain(words[0])


def test_an_offer_says_what_one_gets_and_what_it_is_worth() -> None:
    state = say(replace(situation(None, **CHAT), values=(BASE, BASE)), "I give you 2 wheat for 1 ore")
    assert told(state, "Too dear. [Deny] [Offer: 2 Ore -> 3 Brick]", ZERO) == [
        "The AI turns down your offer (2 Wheat for 1 Ore).",
        "AI: Too dear.",
        "The AI offers: you get 2 Ore, you give 3 Brick.",
        "To you this is +5.",
        "You own 20 Wheat, 20 Wood, 20 Sheep, 20 Brick, 20 Ore. Gain so far: 0.",
        "Message 3 of 10 is yours.",
    ]


def test_ones_own_offer_in_words_is_repeated() -> None:
    assert told(situation(None, **CHAT), "I give you 2 wheat for 1 ore", ZERO) == [
        "Your offer: you give 2 Wheat, you get 1 Ore."
    ]


def test_people_and_ais_have_names() -> None:
    state = situation(STANDING, **CHAT)
    text = "[Deny] No. [Offer: 1 Wheat -> 2 Wood]"
    assert told(state, text, ONE, TWO_PEOPLE)[:3] == [
        "Ann turns down your offer (2 Ore for 3 Brick).",
        "Ann: No.",
        "Ann offers: you get 1 Wheat, you give 2 Wood.",
    ]
    ais = (Cast(ZERO, "ai"), Cast(ONE, "ai"))
    assert told(state, text, TABLE, ais) == [
        "Trader 1 turns down Trader 2's offer (2 Ore for 3 Brick).",
        "Trader 1: No.",
        "Trader 1 offers 1 Wheat for 2 Wood.",
        "Message 3 of 10 is Trader 2's.",
    ]


def test_a_refusal_names_people_and_never_seats() -> None:
    state = situation(STANDING, **CHAT)
    for cast, name in ((TWO_PEOPLE, "Bob"), ((), "Trader 2")):
        why = IllegalMove("stale")
        assert plain(game.refuse(why, game.view(state, ZERO), Voice(ZERO, cast))).endswith(
            f"On the table: {name}'s 2 Ore for 3 Brick."
        )


@pytest.mark.parametrize("cast", [(), TWO_PEOPLE, AGAINST_AI, (Cast(ZERO, "ai"), Cast(ONE, "ai"))])
@pytest.mark.parametrize("who", [ZERO, ONE, TABLE])
def test_posts_never_show_the_names_of_seats(cast: tuple[Cast, ...], who: Seat) -> None:
    texts = ("[Offer: 1 Wood -> 1 Ore]", "Hm.", "[Offer: 2 Ore -> 3 Brick]", "[Accept]")
    state, voice = situation(None, max_turns="4", **CHAT), Voice(who, cast)
    for text in texts:
        shown = [*told(state, text, who, cast)]
        state = say(state, text)
        shown.append(plain(game.status(game.view(state, who), voice)))
        assert "player" not in "\n".join(shown)


# --- the form ---------------------------------------------------------------------------------------------------------


def form_of(state: State) -> Form:
    return next(ask for ask in game.asks(game.view(state, mover(state)), Voice(mover(state))) if isinstance(ask, Form))


def test_the_form_has_a_row_for_each_resource() -> None:
    poor = replace(situation(None, **CHAT), holdings=(Goods(3, 0, 0, 0, 15), Goods(9, 9, 9, 9, 9)))
    give, get = form_of(poor).fields
    assert isinstance(give, Counts)
    assert isinstance(get, Counts)
    assert give.options == (("Wheat", "Wheat"), ("Ore", "Ore"))
    assert give.caps == (3, 15)
    assert [name for name, _ in get.options] == ["Wheat", "Wood", "Sheep", "Brick", "Ore"]
    assert not give.chosen


def test_a_counteroffer_starts_from_the_offer_on_the_table() -> None:
    give, get = form_of(situation(STANDING, **CHAT)).fields
    assert isinstance(give, Counts)
    assert isinstance(get, Counts)
    assert give.chosen == (0, 0, 0, 3, 0)
    assert get.chosen == (0, 0, 0, 0, 2)


# --- the end ----------------------------------------------------------------------------------------------------------


def ending(**wrote: str) -> State:
    values = (Goods(5, 10, 15, 25, 40), Goods(5, 10, 15, 28, 40))
    return replace(situation(STANDING, max_turns="2", **CHAT, **wrote), values=values)


def test_the_end_is_one_message_with_earnings_and_deals() -> None:
    assert told(ending(), "deal", ZERO) == [
        "You accept the AI's offer.",
        "You gave 3 Brick and got 2 Ore: to you +5, so far +5.",
        "GAME OVER: you win.",
        "Final Earnings: you +5, the AI +4.",
        "• Message 2: you gave 3 Brick for 2 Ore.",
        "",
        "          You  each     AI  each",
        "Wheat      20     5     20     5",
        "Wood       20    10     20    10",
        "Sheep      20    15     20    15",
        "Brick      17    25     23    28",
        "Ore        22    40     18    40",
        "You could have gained 50 more at no cost to the AI (or the AI 51 more).",
    ]


def test_the_earnings_are_those_of_the_result() -> None:
    for event in (event_of(ending(), "deal"), event_of(ending(), "[Deny]"), Left(ONE, "quit")):
        after = game.apply(ending(), event)
        result = game.result(after)
        assert result is not None
        (mine, theirs) = (amount for _, amount in result.earnings)
        lines = told(ending(), event, ZERO)
        written = [f"{number:+d}" if number else "0" for number in (int(mine), int(theirs))]
        assert f"Final Earnings: you {written[0]}, the AI {written[1]}." in lines


def test_other_ends_are_told_as_what_they_are() -> None:
    assert "GAME OVER: a draw." in told(ending(), "[Deny]", ZERO)
    assert "No deal was made: nothing changed hands." in told(ending(), "[Deny]", ZERO)
    assert "GAME OVER." in told(ending(cooperative="on"), "deal", ZERO)
    assert "Nobody can answer the last offer any more." in told(ending(), "[Offer: 1 Wood -> 1 Ore]", ZERO)
    assert told(ending(), Left(ONE, "quit"), ZERO)[0] == "GAME OVER: the AI left. Nothing counts."


def test_where_nothing_counts_more_could_have_been_gained_than_nothing() -> None:
    swapped = game.apply(replace(ending(), terms=replace(ending().terms, max_turns=4)), event_of(ending(), "deal"))
    alike = [line for line in told(swapped, Left(ONE, "quit"), ZERO) if "could have gained" in line]
    assert alike == [line for line in told(ending(), Left(ONE, "quit"), ZERO) if "could have gained" in line]
    assert alike != [line for line in told(ending(), "deal", ZERO) if "could have gained" in line]
