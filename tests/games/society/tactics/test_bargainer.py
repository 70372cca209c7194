"""The bargainer answers histories, keeps its limit, and speaks."""

import re

import pytest

from games.core.contract import Moved, Seat
from games.society import game
from games.society.rules.moves import Accept, Counter, Finish, Move, Negotiate, Pass
from games.society.rules.state import State
from games.society.rules.talks import Bargain, Offer
from games.society.tactics.bargainer import limit, move, opening
from games.society.tactics.dispositions import STYLES, Disposition, drawn
from tests.games.society.table import C0, C1, M0, M1, allies, at, dealt

MINE = Disposition(claim=60, above=10)


def after(*made: tuple[Seat, int], step: int = 4, offers: int = 0) -> State:
    """carpenter_0 is on turn after these offers between it and miner_0."""
    offered = tuple(Offer(by, mine) for by, mine in made)
    bargain = Bargain(C0, M0, C0, offered[-1], offers or len(offered), made=offered)
    return at(bargains=(bargain,), step=step)


def answer(state: State, mine: Disposition = MINE) -> Move:
    return move(game.view(state, C0), mine)


def test_two_histories_with_the_same_last_offer_get_different_answers() -> None:
    repeated = after((C0, 80), (M0, 60), (C0, 70), (M0, 60))
    conceded = after((C0, 80), (M0, 80), (C0, 70), (M0, 60))
    assert answer(repeated) == Counter(M0, 70), "a repetition is answered by a repetition"
    assert answer(conceded) == Counter(M0, 50), "a concession by one of its size"


def test_a_step_backwards_is_answered_by_none() -> None:
    assert answer(after((C0, 80), (M0, 60), (C0, 70), (M0, 80))) == Counter(M0, 70)


def test_the_first_new_offer_is_its_own() -> None:
    assert answer(after((C0, 80), (M0, 60))) == Counter(M0, 70)
    assert answer(after((C0, 80), (M0, 60)), Disposition(claim=60, debt=1)) == Counter(M0, 80)


@pytest.mark.parametrize("claim", [10, 60, 100, 160])
def test_its_limit_does_not_depend_on_offers_and_holds_at_the_end(claim: int) -> None:
    mine = Disposition(claim=claim)
    limits = {limit(game.view(after((C0, 90), (M0, wish)), C0), mine, M0) for wish in range(0, 101, 10)}
    limits.add(limit(game.view(dealt(), C0), mine, M0))
    (least,) = limits
    for left in range(0, 101, 10):
        last = answer(after((C0, 90), (M0, 100 - left), step=8), mine)
        assert last == (Accept(M0, left) if left >= least else Finish(M0)), "no counter could be answered any more"
        capped = answer(after((C0, 90), (M0, 100 - left), offers=6), mine)
        assert capped == (Accept(M0, left) if left >= least else Finish(M0))


def test_it_takes_at_once_what_it_would_ask_for() -> None:
    assert answer(after((C0, 60), (M0, 50))) == Accept(M0, 50)
    assert answer(after((M0, 10))) == Accept(M0, 90)


def test_an_opening_grows_milder_but_never_below_the_limit() -> None:
    proud, hard = Disposition(claim=60, above=30), Disposition(claim=170, above=0)
    for mine in (proud, hard):
        asked = [opening(game.view(at(step=step), C0), mine, M0) for step in range(1, 9)]
        assert asked == sorted(asked, reverse=True)
        assert asked[-1] >= limit(game.view(at(step=8), C0), mine, M0)
    assert opening(game.view(at(step=1), C0), proud, M0) == 80
    assert opening(game.view(at(step=8), C0), proud, M0) == 50


def test_it_invites_who_has_what_it_lacks_and_nobody_in_the_last_step() -> None:
    assert answer(at(step=1)) == Negotiate(M0, 60)
    refused = answer(at(step=4))
    assert isinstance(refused, Negotiate)
    assert refused.to == M1, "whoever does not answer is not asked for ever"
    assert answer(at(step=8)) == Pass()


def test_pairs_merge_and_split_by_heads() -> None:
    pairs = at(step=5, coalitions=allies((C0, M0), (C1, M1)))
    asked = {move(game.view(pairs, seat), MINE) for seat in pairs.terms.seats} - {Pass()}
    assert asked
    assert all(isinstance(m, Negotiate) and m.mine == 50 for m in asked)


def test_dispositions_are_drawn_wide_and_from_the_seed_alone() -> None:
    for style in STYLES[:4]:
        view, later = game.view(dealt(), C0), game.view(after((C0, 80), (M0, 60)), C0)
        claims = [drawn(style, view, seed).claim for seed in range(60)]
        assert claims == [drawn(style, later, seed).claim for seed in range(60)]
        assert len(set(claims)) > 20
    easy, normal, hard = ([drawn(style, view, seed).claim for seed in range(200)] for style in STYLES[:3])
    assert sum(easy) < sum(normal) < sum(hard)


def test_people_who_ask_for_half_find_a_deal() -> None:
    """Refusals of an even split are rare, as people's are, but those of a fifth are the rule with `normal`."""
    view = game.view(dealt(), M0)
    least = [limit(view, drawn(STYLES[1], view, seed), C0) for seed in range(300)]
    assert all(share <= 50 for share in least)
    assert sum(share > 20 for share in least) >= 200


def test_words_are_public_and_none_under_the_look_of_the_study() -> None:
    for style in ("chat", "seed"):
        state, said = dealt(3, style=style), []
        while state.phase == "negotiation":
            for seat in sorted(game.turn(state).awaited):
                view = game.view(state, seat)
                act = game.players["hard"].decide(view, 7 + state.terms.number(seat))
                if act.say:
                    said.append(act.say)
                    bargain = view.talks.bargain(seat)
                    known = {str(offer.mine) for offer in bargain.made} if bargain else set()
                    known |= {str(act.move.mine)} if isinstance(act.move, Counter) else set()
                    assert set(re.findall(r"\d+", act.say)) <= known
                state = game.apply(state, Moved(seat, act.move, act.say))
        assert bool(said) == (style == "chat")
