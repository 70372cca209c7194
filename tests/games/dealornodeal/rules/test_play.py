"""Utterances and their limit, the card that both confirm, and the four ways a talk ends."""

import pytest

from games.core.contract import Expired, IllegalMove, Left, Moved
from games.dealornodeal.rules.play import idle, quiet
from games.dealornodeal.rules.state import ME, YOU, Accept, Confirm, DealMove, DealState, Leave, Offer, Reopen, Speak
from tests.games.dealornodeal.helpers import after, dealt, game, talk, typed

MINE = (0, 0, 3)
"""All balls for the one who speaks."""


def say(seat: str, move: DealMove | None = None, words: str = "well") -> Moved[DealMove]:
    return Moved(YOU if seat == "you" else ME, move, words)


def agreed() -> DealState:
    """A card is on the table: three balls for `you`."""
    return after(dealt(), say("you", Offer(MINE)), say("me", Accept()))


def refused(state: DealState, event: Moved[DealMove], code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, event)
    assert caught.value.code == code


# --- utterances -------------------------------------------------------------------------------------------------------


def test_messages_in_a_row_are_one_utterance() -> None:
    state = typed(typed(dealt(), YOU, "hi there"), YOU, "i want the balls")
    assert len(state.spoken) == 1
    assert state.spoken[0].text == "hi there\ni want the balls"
    assert state.spoken[0].keep == (0, 0, 3)


def test_the_other_side_is_awaited_once_it_has_been_quiet() -> None:
    state = typed(dealt(), YOU, "i want the balls, you get the rest")
    assert not game.turn(state).awaited
    assert game.turn(game.apply(state, Expired(quiet(state)))).awaited == {ME}


def test_every_message_starts_the_quiet_time_afresh() -> None:
    first = typed(dealt(), YOU, "i want")
    second = typed(first, YOU, "the balls")
    assert quiet(first) != quiet(second)
    with pytest.raises(IllegalMove):
        game.apply(second, Expired(quiet(first)))


def test_a_later_addition_joins_until_the_other_side_speaks() -> None:
    state = talk(dealt(), "i want the balls")
    state = typed(state, YOU, "thanks")
    assert len(state.spoken) == 1
    assert state.spoken[0].act == "offer"
    assert len(typed(state, ME, "hm").spoken) == 2


def test_somebody_may_answer_before_the_quiet_time_is_over() -> None:
    state = typed(typed(dealt(), YOU, "i want the balls"), ME, "ok deal")
    assert state.card is not None


def test_the_last_utterance_without_a_card_is_the_cut_off() -> None:
    state = dealt(utterances="3")
    state = after(state, say("you", Offer(MINE)), say("me", Offer(MINE)))
    assert state.ended is None
    state = game.apply(state, say("you", Offer(MINE)))
    assert state.ended is not None
    assert (state.ended.end, state.ended.points) == ("cutoff", (0, 0))


def test_an_acceptance_may_be_the_last_utterance() -> None:
    state = after(dealt(utterances="2"), say("you", Offer(MINE)), say("me", Accept()))
    assert state.ended is None
    refused(state, say("you", Offer((0, 0, 2))), "full")
    assert after(state, say("me", Confirm(1)), say("you", Confirm(1))).ended is not None


def test_putting_the_card_aside_after_the_last_utterance_is_the_cut_off() -> None:
    state = after(dealt(utterances="2"), say("you", Offer(MINE)), say("me", Accept()), say("you", Reopen(1, False)))
    assert state.ended is not None
    assert state.ended.end == "cutoff"


# --- the card ---------------------------------------------------------------------------------------------------------


def test_both_sides_confirm_the_same_card() -> None:
    state = agreed()
    assert state.card is not None
    assert (state.card.version, state.card.keep) == (1, (0, 0, 3))
    assert game.turn(state).awaited == {YOU, ME}
    state = game.apply(state, say("me", Confirm(1)))
    assert state.ended is None
    assert game.turn(state).awaited == {YOU}
    state = game.apply(state, say("you", Confirm(1)))
    assert state.ended is not None
    assert (state.ended.end, state.ended.keep, state.ended.points) == ("deal", (0, 0, 3), (6, 7))


def test_a_new_offer_puts_the_card_aside_and_the_next_one_has_a_new_version() -> None:
    state = after(agreed(), say("me", Confirm(1)), say("you", Offer((1, 0, 3))))
    assert state.card is None
    refused(state, say("you", Confirm(1)), "no_card")
    state = game.apply(state, say("me", Accept()))
    assert state.card is not None
    assert (state.card.version, state.card.keep, state.card.confirmed) == (2, (1, 0, 3), frozenset())


def test_an_old_card_cannot_be_confirmed() -> None:
    state = after(agreed(), say("you", Reopen(1, True)), say("you", Offer((1, 0, 3))), say("me", Accept()))
    refused(state, say("me", Confirm(1)), "no_card")


def test_a_misread_card_gives_the_word_to_who_said_so() -> None:
    state = game.apply(agreed(), say("you", Reopen(1, True)))
    assert (state.card, state.due, state.misread) == (None, YOU, 1)


def test_an_acceptance_needs_an_offer() -> None:
    refused(dealt(), say("you", Accept()), "no_offer")
    refused(after(dealt(), say("you", Offer(MINE))), say("you", Accept()), "no_offer")


def test_an_offer_divides_the_pool() -> None:
    for keep in ((3, 0, 0), (0, 0), (0, 0, 0, 0), (-1, 0, 0)):
        refused(dealt(), say("you", Offer(keep)), "bad_offer")


def test_shares_are_turned_for_the_second_seat() -> None:
    state = after(dealt(), say("you", Speak()), say("me", Offer((0, 1, 1))))
    assert state.spoken[-1].keep == (2, 0, 2)


def test_a_conditional_consent_opens_the_card_at_once() -> None:
    state = talk(dealt(), "i get the balls, you get the rest", "throw in one ball and we have a deal")
    assert state.card is not None
    assert state.card.keep == (0, 0, 2)


def test_what_the_other_side_has_just_offered_is_consent() -> None:
    state = talk(dealt(), "i get the balls, you get the rest", "so i get the books and the hat")
    assert state.card is not None
    assert state.card.keep == (0, 0, 3)


def test_taking_a_consent_back_in_the_same_breath_takes_the_card_back() -> None:
    state = typed(talk(dealt(), "i get the balls, you get the rest"), ME, "ok deal")
    assert state.card is not None
    state = typed(state, ME, "oh wait, i need one ball")
    assert state.card is None


def test_words_about_the_card_leave_it_open_and_are_answered() -> None:
    state = after(agreed(), say("me", Confirm(1)), say("you", Speak(), "is that right?"))
    assert state.card is not None
    assert ME in game.turn(state).awaited
    assert ME not in game.turn(game.apply(state, say("me", Speak(), "it is"))).awaited


# --- ends -------------------------------------------------------------------------------------------------------------


def test_leaving_needs_a_word_first() -> None:
    refused(dealt(), say("you", Leave()), "too_early")
    state = after(dealt(), say("you", Speak()), say("you", Leave()))
    assert state.ended is not None
    assert (state.ended.end, state.ended.by, state.ended.points) == ("walkaway", YOU, (0, 0))


def test_silence_is_abandonment_and_blames_who_was_awaited() -> None:
    state = after(dealt(), say("you", Speak()))
    state = game.apply(state, Expired(idle(state)))
    assert state.ended is not None
    assert (state.ended.end, state.ended.by) == ("abandoned", ME)


def test_quitting_is_abandonment() -> None:
    state = game.apply(dealt(), Left(ME, "quit"))
    assert state.ended is not None
    assert state.ended.end == "abandoned"


def test_no_deal_pays_the_fallback_of_the_item_set() -> None:
    state = dealt(domain="camp", instance="")
    state = after(state, say("you", Speak()), say("you", Leave()))
    result = game.result(state)
    assert result is not None
    assert result.written() == {"you": "5", "me": "5"}


def test_nothing_follows_the_end() -> None:
    state = after(dealt(), say("you", Speak()), say("you", Leave()))
    refused(state, say("me", Speak()), "over")
    assert game.turn(state).over


def test_empty_words_are_no_utterance_and_long_ones_are_refused() -> None:
    refused(dealt(), say("you", None, " "), "empty")
    refused(dealt(), say("you", None, "a" * 2_001), "too_long")


def test_the_report_measures_the_deal() -> None:
    state = after(agreed(), say("me", Confirm(1)), say("you", Confirm(1)))
    report = game.report(state)
    assert (report["joint"], report["pareto"], report["max_joint"]) == (13, False, 15)
    assert report["deal"] == {"you": {"book": 0, "hat": 0, "ball": 3}, "me": {"book": 2, "hat": 1, "ball": 0}}
    assert report["utterances"] == 2
