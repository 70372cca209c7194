"""The tiny games keep the contract, and the checks of the contract notice when a game does not."""

from collections.abc import Callable, Iterator
from dataclasses import replace as with_
from random import randrange
from re import escape
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.contract import (
    Act,
    Expired,
    IllegalMove,
    Left,
    Moved,
    News,
    Player,
    Reading,
    Result,
    Said,
    Seat,
    Slipped,
)
from games.core.draw import config_of, recipe_of
from games.core.post import Choice, says
from games.core.settings import dollars
from tests.games import contract, hostile
from tests.games.contract import Check, Sample
from tests.games.tiny import number, rounds, sealed


def configs(game: Any, *wrote: dict[str, str]) -> tuple[Any, ...]:
    return tuple(config_of(game, recipe_of(game, texts), 1, 0) for texts in wrote)


def sealed_secrets(state: sealed.SealedState, seat: Seat) -> Iterator[str]:
    at = sealed.SEATS.index(seat)
    bid = state.bids[at]
    for cents in (state.values[at], bid.price if isinstance(bid, sealed.Bid) else state.values[at]):
        yield from (str(cents), dollars(cents)[1:])


SEALED = Sample(
    "tests.games.tiny.sealed:game",
    configs=configs(sealed.game, {}, {"condition": "reserved", "errors": "0"}, {"condition": "shares"}),
    texts=("bid 40.37", "$61", "pass", "a hundred", "200"),
    canaries=sealed_secrets,
)
NUMBER = Sample(
    "tests.games.tiny.number:game",
    configs=configs(
        number.game, {"top": "1000000", "guesses": "10"}, {"top": "1000000", "condition": "short", "guesses": "3"}
    ),
    texts=("guess 12", "71", "walk away", "guess 5: is it five?", "0"),
    canaries=lambda state, seat: (str(state.numbers[number.SEATS.index(seat)]),),
)
ROUNDS = Sample(
    "tests.games.tiny.rounds:game",
    configs=configs(rounds.game, {}, {"rounds": "1"}),
    texts=("5", "10", "11", "hello", "0"),
    canaries=lambda state, seat: (str(state.purse[rounds.SEATS.index(seat)]),),
)


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
@pytest.mark.parametrize("sample", [SEALED, NUMBER, ROUNDS], ids=lambda sample: str(sample.game.name))
def test_contract(sample: Sample, check: Check) -> None:
    check(sample)


# --- games that break it --------------------------------------------------------------------------------------------

S, N = sealed.game, number.game


def broken(sample: Sample, **methods: Any) -> Sample:
    """The sample with a game of which some methods are other ones."""
    kind = type(sample.game)
    game = type("Broken", (kind,), {name: _method(made) for name, made in methods.items()})()
    other = with_(sample)
    other.__dict__["game"] = game
    return other


def _method(made: Any) -> Any:
    return (lambda self, *given: made(*given)) if callable(made) else made


SEEN: list[int] = []


def remember(state: sealed.SealedState, who: Seat) -> sealed.View:
    SEEN.append(state.values[0])
    return S.view(state, who)


def read_trustingly(view: number.View, said: Any) -> Reading[Any]:
    return Reading(number.Guess(int(said.text))) if said.text.isnumeric() else Reading(say="words")


def leave_never(state: number.NumberState, event: Any) -> number.NumberState:
    if isinstance(event, Left):
        raise IllegalMove("stay")
    return N.apply(state, event)


def hint_in_refusal(state: number.NumberState, event: Any) -> number.NumberState:
    try:
        return N.apply(state, event)
    except IllegalMove as why:
        raise IllegalMove(why.code, numbers=state.numbers) from None


def go_on_after_the_end(state: number.NumberState, event: Any) -> number.NumberState:
    return replace(state, spoken=state.spoken + 1) if state.ended else N.apply(state, event)


def playing(move: Callable[[], Any]) -> dict[str, Any]:
    return {"normal": Player("normal", "", lambda view, seed, mine: Act(move()))}


BROKEN: tuple[tuple[Check, Sample, str], ...] = (
    (
        contract.the_log_is_all_there_is,
        broken(SEALED, deal=lambda c, seed: replace(S.deal(c, seed), slips=(randrange(10**9), 0, 0))),
        "in this process differs after the deal",
    ),
    (
        contract.the_log_is_all_there_is,
        with_(NUMBER, path="tests.games.tiny.test_tiny:hash_ordered"),
        "in a process with PYTHONHASHSEED=",
    ),
    (
        contract.everything_has_one_encoding,
        broken(NUMBER, deal=lambda c, seed: replace(N.deal(c, seed), spoken=0.0)),
        "got `float`",
    ),
    (
        contract.everything_has_one_encoding,
        broken(NUMBER, view=lambda s, who: replace(N.view(s, who), history=[])),
        "history=[]",
    ),
    (contract.a_game_is_over_when_it_has_a_result, broken(NUMBER, result=lambda s: None), "turn and result disagree"),
    (
        contract.a_game_is_over_when_it_has_a_result,
        broken(NUMBER, result=lambda s: N.result(s) and Result("stopped", ())),
        "guesser_0",
    ),
    (contract.a_game_is_over_when_it_has_a_result, broken(NUMBER, apply=go_on_after_the_end), "spoken"),
    (contract.anybody_may_leave_a_running_game, broken(NUMBER, apply=leave_never), "stay"),
    (
        contract.secrets_stay_with_their_seat,
        broken(SEALED, view=lambda s, who: S.view(s, who or sealed.SEATS[0])),
        "of bidder_0 in the view of the table",
    ),
    (
        contract.secrets_stay_with_their_seat,
        broken(SEALED, opening=lambda s: tuple(News(news.fact) for news in S.opening(s))),
        "of bidder_0 in facts for the table",
    ),
    (
        contract.secrets_stay_with_their_seat,
        broken(SEALED, stake=lambda s, seat: f"value {s.values[0]}"),
        "of bidder_0 in the stake of bidder_0",
    ),
    (
        contract.secrets_stay_with_their_seat,
        broken(NUMBER, asks=lambda v, voice: (Choice(f"I hide {v.own}", "hello"),)),
        "of guesser_0 in a button of guesser_0",
    ),
    (
        contract.secrets_stay_with_their_seat,
        broken(SEALED, view=remember, status=lambda v, voice: says(f"The first bidder's value is {SEEN[-1]}.")),
        "of bidder_0 in a post for the table",
    ),
    (contract.secrets_stay_with_their_seat, broken(NUMBER, apply=hint_in_refusal), "in the refusal not_your_turn"),
    (
        contract.secrets_stay_with_their_seat,
        with_(NUMBER, canaries=lambda s, seat: ("nothing",)),
        "nothing was checked",
    ),
    (contract.every_post_says_something, broken(NUMBER, status=lambda v, voice: says("")), "has no words"),
    (contract.every_post_says_something, broken(NUMBER, explain=lambda v, voice: says("bell\a")), "bell"),
    (contract.every_post_says_something, broken(NUMBER, tell=lambda facts, v, voice: ()), "tells guesser_0 nothing"),
    (
        contract.every_button_means_what_it_says,
        broken(SEALED, asks=lambda v, voice: (Choice("Bid 40", "forty"),)),
        "is read as [Unclear('no_bid'",
    ),
    (
        contract.every_button_means_what_it_says,
        broken(NUMBER, asks=lambda v, voice: (Choice("One", "guess 1"),)),
        "not_your_turn",
    ),
    (hostile.hostile_text_is_read_in_peace, broken(NUMBER, read=read_trustingly), "invalid literal"),
    (
        hostile.hostile_text_is_read_in_peace,
        broken(NUMBER, read=lambda v, said: Reading(say=said.text.strip())),
        "is read as nothing",
    ),
    (
        hostile.hostile_text_is_read_in_peace,
        broken(NUMBER, read=lambda v, said: Reading(say=said.text + "!")),
        "surrogates not allowed",
    ),
    (
        contract.analytic_players_finish_every_game,
        broken(SEALED, players=playing(lambda: sealed.Bid(10**6))),
        "out_of_range",
    ),
    (
        contract.analytic_players_finish_every_game,
        broken(SEALED, players=playing(lambda: sealed.Bid(randrange(1_000)))),
        "Bid(price=",
    ),
    (
        contract.analytic_players_finish_every_game,
        broken(NUMBER, apply=lambda s, event: N.apply(s, event) if isinstance(event, Left) else s),
        "normal does not finish",
    ),
    (contract.settings_make_configurations, broken(SEALED, settings=S.settings[1:]), "ceiling"),
    (
        contract.settings_make_configurations,
        broken(SEALED, presets={"dear": {"reserve": "100"}}),
        "must be below ceiling",
    ),
)


@pytest.mark.parametrize(("check", "sample", "complaint"), BROKEN)
def test_a_broken_game_is_noticed(check: Check, sample: Sample, complaint: str) -> None:
    with pytest.raises((AssertionError, IllegalMove, ValueError), match=escape(complaint)):
        check(sample)


class HashOrdered(number.HiddenNumber):
    """Its stake hangs on the order of a set, which each process chooses for itself."""

    def stake(self, state: number.NumberState, seat: Seat) -> str:
        return "".join({"one", "two", "three", "four", "five"})


hash_ordered = HashOrdered()


# --- what the tiny games are there to show ---------------------------------------------------------------------------


def bid(state: sealed.SealedState, at: int, price: int) -> sealed.SealedState:
    return S.apply(state, Moved(sealed.SEATS[at], sealed.Bid(price)))


def test_sealed_bids_may_be_replaced_until_all_are_in() -> None:
    state = bid(bid(S.deal(SEALED.configs[0], 1), 0, 100), 0, 700)
    turn = S.turn(state)
    assert (turn.awaited, turn.may) == (frozenset(sealed.SEATS[1:]), frozenset(sealed.SEATS))
    done = bid(bid(state, 1, 300), 2, 700)
    assert done.close == sealed.Close("deal", sealed.SEATS[0], 700)


def test_the_phase_clock_closes_without_the_missing() -> None:
    state = bid(S.deal(SEALED.configs[0], 1), 2, 100)
    assert S.apply(state, Expired("bids")).close == sealed.Close("deal", sealed.SEATS[2], 100)


def test_a_replaced_bid_keeps_the_clock_running() -> None:
    state = S.deal(SEALED.configs[0], 1)
    assert S.turn(bid(bid(state, 0, 1), 0, 2)).clocks == S.turn(state).clocks


def test_an_exhausted_error_budget_ends_a_seats_bidding() -> None:
    state = bid(S.deal(SEALED.configs[1], 1), 0, 3_000)
    slipped = S.apply(state, Slipped(sealed.SEATS[0], "no_bid"))
    assert sealed.SEATS[0] not in S.turn(slipped).may
    with pytest.raises(IllegalMove, match="not_your_turn"):
        bid(slipped, 0, 3_000)


def test_every_message_restarts_the_quiet_clock_and_keeps_the_stake() -> None:
    state = N.deal(NUMBER.configs[0], 1)
    spoken = N.apply(state, Moved(number.SEATS[1], None, "well?"))
    assert N.turn(spoken).clocks != N.turn(state).clocks
    assert N.stake(spoken, number.SEATS[0]) == N.stake(state, number.SEATS[0])


def test_two_silences_in_a_row_end_the_game() -> None:
    state = N.deal(NUMBER.configs[0], 1)
    for _ in range(2):
        assert N.result(state) is None
        state = N.apply(state, Expired(N.turn(state).clocks[0].id))
    assert N.result(state) == Result("cutoff", ((number.SEATS[0], 0), (number.SEATS[1], 0)))


def test_a_walk_away_asks_first_and_pays_a_little() -> None:
    state = N.deal(NUMBER.configs[0], 1)
    view = N.view(state, number.SEATS[0])
    assert N.read(view, Said("Walk away")) == Reading(number.Walk(), confirm="walk away")
    assert N.read(view, Said("walk away", via="pressed")) == Reading(number.Walk())
    walked = N.apply(state, Moved(number.SEATS[0], number.Walk()))
    assert N.result(walked) == Result("walkaway", ((number.SEATS[0], 2), (number.SEATS[1], 2)))


def test_one_text_may_be_a_guess_and_words() -> None:
    view = N.view(N.deal(NUMBER.configs[0], 1), number.SEATS[0])
    assert N.read(view, Said("guess 5: is it five?")) == Reading(number.Guess(5), say="is it five?")
