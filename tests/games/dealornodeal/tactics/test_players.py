"""The players: what they believe, how strong they are, and that waiting for the end does not pay."""

from dataclasses import dataclass
from random import Random

import pytest

from games.dealornodeal.domain.contexts import Context, contexts
from games.dealornodeal.domain.deals import points, rest
from games.dealornodeal.domain.items import BOOKS, CAMP
from games.dealornodeal.tactics.belief import SCALE, belief, table, told
from games.dealornodeal.tactics.mind import Mind, Style, Talk
from games.dealornodeal.tactics.players import STYLES
from tests.games.dealornodeal.classics import ACCEPT, CLASSICS, Party, play
from tests.games.dealornodeal.ours import Ours

SAMPLE = Random(7).sample(contexts(BOOKS), 60)


@dataclass
class Score:
    own: float
    theirs: float
    agreed: float

    @property
    def joint(self) -> float:
        return self.own + self.theirs


def against(style: Style, name: str, sample: list[Context] = SAMPLE) -> Score:
    """Both seats, first and second."""
    own = theirs = agreed = games = 0
    for number, context in enumerate(sample):
        for side in (0, 1):
            us = Ours(context, side, 10, style, first=(number + side) % 2 == 0, seed=number)
            them = CLASSICS[name](context, 1 - side, 10)
            deal = play(us, them) if (number + side) % 2 == 0 else play(them, us)
            games += 1
            if deal is not None:
                pair = points(context.pool, *context.values)[deal]
                own, theirs, agreed = own + pair[side], theirs + pair[1 - side], agreed + 1
    return Score(own / games, theirs / games, agreed / games)


def among(mine: Style, yours: Style, sample: list[Context] = SAMPLE) -> Score:
    own = theirs = agreed = 0
    for number, context in enumerate(sample):
        first = Ours(context, 0, 10, mine, first=True, seed=number)
        second = Ours(context, 1, 10, yours, first=False, seed=number + 1)
        deal = play(first, second)
        if deal is not None:
            pair = points(context.pool, *context.values)[deal]
            own, theirs, agreed = own + pair[0], theirs + pair[1], agreed + 1
    return Score(own / len(sample), theirs / len(sample), agreed / len(sample))


def style(name: str) -> Style:
    return STYLES[name][1]


# --- belief -----------------------------------------------------------------------------------------------------------


def test_offers_move_belief_to_the_true_vector() -> None:
    """After a side has asked for its best deals, its true values are likelier than by chance."""
    gain = 0.0
    for context in SAMPLE:
        mine, yours = context.values
        known = table(BOOKS, context.pool, mine)
        true = known.vectors.index(yours)
        best = sorted(range(len(known.shares)), key=lambda d: -known.theirs[d][true])[:3]
        weights = belief(known, tuple(best))
        gain += weights[true] / sum(weights) * len(weights)
    assert gain / len(SAMPLE) > 2.5


def test_a_repeated_offer_says_nothing_new() -> None:
    known = table(BOOKS, (2, 1, 3), (1, 2, 2))
    assert belief(known, (0, 0, 0)) == belief(known, (0,))


def test_a_claim_counts_and_is_not_taken_for_certain() -> None:
    known = table(BOOKS, (2, 1, 3), (1, 2, 2))
    before = belief(known, ())
    after = told(known, before, [(1, 7)])
    seven = [k for k, vector in enumerate(known.vectors) if vector[1] == 7]
    assert sum(after[k] for k in seven) / sum(after) > 2 * sum(before[k] for k in seven) / sum(before)
    assert min(after) > 0


def test_whatever_the_other_side_values_it_gets_nothing_or_everything() -> None:
    known = table(BOOKS, (2, 1, 3), (1, 2, 2))
    shares = dict(zip(known.shares, range(len(known.shares)), strict=True))
    assert set(known.theirs[shares[2, 1, 3]]) == {0}
    assert set(known.theirs[shares[0, 0, 0]]) == {SCALE}


def test_a_context_outside_the_rule_gets_rough_vectors() -> None:
    known = table(BOOKS, (9, 0, 1), (913, 0, 41))
    assert 1 < len(known.vectors) < 100
    assert all(len(column) == len(known.vectors) for column in known.theirs)
    assert table(CAMP, (3, 3, 3), (5, 4, 3)).vectors == table(CAMP, (3, 3, 3), (3, 4, 5)).vectors


def test_a_share_is_found_from_either_side() -> None:
    known = table(BOOKS, (2, 1, 3), (1, 2, 2))
    for deal, share in enumerate(known.shares):
        assert known.index[share] == known.turned[rest((2, 1, 3), share)] == deal


# --- strength ---------------------------------------------------------------------------------------------------------


def test_core_among_itself_agrees_nearly_always_and_near_the_ceiling() -> None:
    """Two drawn limits can exclude each other where both want the same item and nothing else."""
    sample = Random(11).sample(contexts(BOOKS), 200)
    score = among(style("core"), style("core"), sample)
    ceiling = sum(max(map(sum, points(c.pool, *c.values))) for c in sample) / len(sample)
    assert score.agreed >= 0.985
    assert score.joint >= 0.95 * ceiling


def test_core_is_strong_against_the_classics() -> None:
    scores = {name: against(style("core"), name) for name in CLASSICS}
    assert sum(score.own for score in scores.values()) / len(scores) >= 7.0
    assert sum(score.joint for score in scores.values()) / len(scores) >= 13.5
    assert scores["MiCRO"].own >= 5.5
    assert scores["MiCRO"].agreed >= 0.9


class Stubborn(Party):
    """Insists on its best deal. With the last word it takes what there is if `yields`, else only nearly everything."""

    yields = False

    def decide(self, offer: int | None) -> int:
        ends = self.yields and self.turn == self.turns - 1
        return ACCEPT if offer is not None and self.own[offer] >= (1 if ends else 9) else self.order[0]


class Yielding(Stubborn):
    yields = True


@pytest.mark.slow
@pytest.mark.parametrize("name", ["normal", "core", "hard"])
@pytest.mark.parametrize("kind", [Stubborn, Yielding])
def test_who_never_moves_gets_less_than_who_does(name: str, kind: type[Stubborn]) -> None:
    """The end cannot be milked: insisting on one's best deal to the last word pays less than bargaining."""
    sample = Random(3).sample(contexts(BOOKS), 150)
    milked = bargained = 0
    for number, context in enumerate(sample):
        pairs = points(context.pool, *context.values)
        them = kind(tuple(pair[1] for pair in pairs), 10)
        deal = play(Ours(context, 0, 10, style(name), first=True, seed=number), them)
        milked += pairs[deal][1] if deal is not None else 0
        partner = Ours(context, 1, 10, style("normal"), first=False, seed=number)
        deal = play(Ours(context, 0, 10, style(name), first=True, seed=number), partner)
        bargained += pairs[deal][1] if deal is not None else 0
    assert milked < bargained


def test_core_waits_while_the_other_side_is_ahead() -> None:
    """`core` waits: against a fast concessor it gives less away than against a slow one."""
    fast, slow = (against(style("core"), name).theirs for name in ("Conceder", "Boulware"))
    assert fast < slow - 1


class Once(Party):
    """Asks for its best deal, then for the next one, again and again."""

    def decide(self, offer: int | None) -> int:
        return self.order[min(self.turn, 1)]


@pytest.mark.parametrize("name", ["core", "hard"])
def test_a_deadlock_is_broken_only_for_a_side_that_has_moved(name: str) -> None:
    """Two steps come unasked. Who only repeats gets no other before the last word; who has moved once gets more."""

    def steps(kind: type[Party]) -> list[int]:
        made = []
        for number, context in enumerate(SAMPLE):
            us = Ours(context, 0, 10, style(name), first=True, seed=number)
            play(us, kind(tuple(pair[1] for pair in points(context.pool, *context.values)), 10))
            made.append(len(set(us.made[:-2])) - 1)
        return made

    assert max(steps(Stubborn)) <= 2
    assert sum(steps(Once)) > sum(steps(Stubborn))


# --- personalities ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_matrix_shows_the_pattern_of_the_study() -> None:
    """Check the main effects among the personalities of Chawla et al. (2023), figures 2 and 3 and table 3."""
    sample = Random(5).sample(contexts(BOOKS), 120)
    names = ("fair/S", "fair/fair", "fair/selfish", "selfish/S", "selfish/fair", "selfish/selfish")
    fair = names[:3]
    cell = {(a, b): among(style(a), style(b), sample) for a in names for b in names}
    low = sorted(cell, key=lambda pair: cell[pair].joint)[:3]
    assert set(low) == {("selfish/S", "selfish/S"), ("selfish/S", "selfish/fair"), ("selfish/fair", "selfish/S")}
    assert cell["selfish/S", "selfish/S"].agreed < 0.4
    for name in fair:
        for proud in ("selfish/S", "selfish/fair"):
            assert cell[proud, name].own > cell[proud, name].theirs
            assert cell[name, proud].theirs > cell[name, proud].own
    best = cell["selfish/selfish", "selfish/selfish"]
    assert best.agreed > 0.97
    assert best.joint >= max(score.joint for score in cell.values()) - 0.1
    for column in names:
        top = max(cell[row, column].own for row in names)
        assert cell["selfish/selfish", column].own >= top - (1.5 if column == "selfish/selfish" else 0.1)
    for a in fair:
        for b in fair:
            assert cell[a, b].agreed >= 0.93
            assert abs(cell[a, b].own - cell[a, b].theirs) < 0.8


def test_a_fair_player_prefers_equal_points() -> None:
    known = table(BOOKS, (2, 1, 3), (1, 2, 2))
    talk = Talk(known, (), (), (), 0, 20, 0, 100)
    gap = {name: style(name).mind(talk) for name in ("fair/fair", "core")}
    offer = {name: mind.offer() for name, mind in gap.items()}
    lead = {name: known.own[offer[name]] - gap[name].theirs(offer[name]) for name in gap}
    assert lead["fair/fair"] < lead["core"]


@pytest.mark.parametrize("name", [name for name in STYLES if name not in ("hard", "core") and not style(name).behind])
def test_nobody_asks_people_for_more_than_before(name: str) -> None:
    for number, context in enumerate(SAMPLE[:20]):
        ours = Ours(context, 0, 10, style(name), first=True, seed=number)
        play(ours, Ours(context, 1, 10, style("normal"), first=False, seed=number))
        asked = [ours.table.own[deal] for deal in ours.made]
        assert asked == sorted(asked, reverse=True)


def test_an_offer_is_bettered_by_adding_to_it() -> None:
    """The hat is all I want: who leaves me more gets the rest as well, and loses nothing that they asked for."""
    known = table(BOOKS, (2, 1, 3), (0, 10, 0))
    asks = known.index[1, 1, 2]
    talk = Talk(known, (known.index[2, 1, 3],), (asks,), (), 4, 20, 0, 500)
    made = Mind(style("easy"), talk).better(asks)
    assert made is not None
    assert known.shares[made] == (0, 1, 0)


def test_a_deal_below_the_fallback_is_never_taken() -> None:
    known = table(CAMP, (3, 3, 3), (5, 4, 3))
    nothing = known.index[0, 0, 0]
    one = known.index[0, 0, 1]
    talk = Talk(known, (known.index[3, 3, 3],), (nothing, one), (), 19, 20, SCALE * 5 // 36, 200)
    mind = Mind(style("easy"), talk)
    assert not mind.takes(one, mind.offer())
