"""How the players bargain and join, and that a table of them deals."""

import pytest

from games.core.contract import Seat
from games.society import game
from games.society.rules.moves import Accept, Counter, Finish, Negotiate
from games.society.tactics.players import STYLES, wanted
from tests.games.society.rules.test_stage import finished
from tests.games.society.table import C0, M0, M1, allies, at, bargain, dealt

FALLBACK, COOPERATIVE, SELFISH, _ = STYLES


def decided(state: object, name: str = "fallback", seat: Seat = C0) -> object:
    return game.players[name].decide(game.view(state, seat), 1).move  # type: ignore[arg-type]


def test_it_asks_for_less_from_step_to_step_but_not_for_less_than_pays() -> None:
    wishes = [wanted(FALLBACK, game.view(at(step=step), C0), M0) for step in range(1, 9)]
    assert wishes[0] == 60
    assert wishes == sorted(wishes, reverse=True)
    assert wishes[-1] == 33, "a lone carpenter makes 23 of 100, and it wants 10 more"


def test_it_invites_who_has_what_it_lacks() -> None:
    assert decided(dealt()) == Negotiate(M0, 60)
    state = at(coalitions=allies((M0, Seat("carpenter_1"))))
    assert decided(state) == Negotiate(M1, 60)


@pytest.mark.parametrize(
    ("offered", "move"), [(40, Accept(M0, 60)), (30, Accept(M0, 70)), (50, Counter(M0, 60)), (90, Counter(M0, 60))]
)
def test_it_takes_what_it_wants_and_counters_the_rest(offered: int, move: object) -> None:
    assert decided(at(step=1, bargains=(bargain(C0, M0, C0, offered),))) == move


def test_it_ends_what_has_nothing_in_it() -> None:
    state = at(bargains=(bargain(C0, Seat("carpenter_1"), C0, 10),))
    assert decided(at(bargains=(bargain(C0, M0, C0, 90, offers=6),))) == Finish(M0)
    assert isinstance(decided(state), Accept | Finish)


@pytest.mark.parametrize("kind", ["negotiation", "contract"])
@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_a_table_of_fallbacks_pairs_up(kind: str, difficulty: str) -> None:
    report = game.report(finished(4, game=kind, difficulty=difficulty))
    for coalition in report["coalitions"]:
        assert any(seat.startswith("carpenter") for seat in coalition)
        assert any(seat.startswith("miner") for seat in coalition)
    assert sum(map(len, report["coalitions"])) == len(report["shares"])


def test_selfish_seats_drop_nothing_and_stay_below_the_ceiling_without_transfers() -> None:
    for seed in range(4):
        assert game.report(finished(seed, "selfish"))["total"] <= 46


def test_cooperative_seats_reach_most_of_the_ceiling() -> None:
    totals = [game.report(finished(seed, "cooperative"))["total"] for seed in range(4)]
    assert sum(totals) >= 4 * 170
