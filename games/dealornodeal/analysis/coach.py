"""The coach of books, hats and balls: divisions worth proposing, who may sit opposite, and why it pays."""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final

from msgspec import json
from msgspec.structs import replace

from games.core.coach import hint as hints
from games.core.coach.analyst import Analyst, Imagined, SeatCase, Told, Turns
from games.core.contract import Act, Seat
from games.core.review import Moment, Past
from games.dealornodeal.analysis import advice
from games.dealornodeal.analysis.advice import accepts, kept
from games.dealornodeal.analysis.worlds import SEED, DealCase, Player, fit, valued
from games.dealornodeal.config import domain_of
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.domain.deals import Share
from games.dealornodeal.rules import play
from games.dealornodeal.rules.state import SEATS, Accept, Confirm, DealMove, DealState, Offer, Reopen, other
from games.dealornodeal.tactics.belief import belief, table
from games.dealornodeal.tactics.mind import Talk
from games.dealornodeal.tactics.players import CORE, PLAYERS, STYLES, decide, dispositions, talk_of
from games.dealornodeal.view import View, view

FIELD: Final[Mapping[str, int]] = MappingProxyType(
    {
        "normal": 22, "easy": 14, "hard": 16, "core": 12, "fair/S": 6, "fair/fair": 6, "fair/selfish": 6,
        "selfish/S": 6, "selfish/fair": 6, "selfish/selfish": 6,
    }
)  # fmt: skip
"""The players of the field, each with its weight in per cent: our levels, and the personalities of Chawla et al."""
SPLITS: Final = 6
"""Proposals that are tried at most, beside one's last one."""
MANY: Final = 600
"""Pairs of values and players above which worlds are drawn; all published item sets have fewer."""


class DealAnalyst(Analyst[DealState, DealMove, View]):
    least = 1.0
    effort = 36_000
    apply = staticmethod(play.apply)
    turn = staticmethod(play.turn)
    result = staticmethod(play.result)
    view = staticmethod(view)

    def __init__(self, field: Mapping[str, int] = FIELD) -> None:
        self.field = field

    def blank(self, deal: DealState, seat: Seat) -> DealState:
        """Return the deal without the other side's values, and without the number or file that would tell them."""
        nothing = (0,) * len(deal.context.pool)
        values = [mine if whose == seat else nothing for whose, mine in zip(SEATS, deal.context.values, strict=True)]
        context = Context(deal.context.pool, (values[0], values[1]))
        document = _document(deal, context) if deal.config.instance else ""
        config = replace(deal.config, context=0, roles="dealt", instance=document)
        return replace(deal, config=config, context=context)

    def alternatives(self, view: View, played: DealMove) -> Sequence[Act[DealMove]]:
        if view.card or isinstance(played, Confirm | Reopen) or view.due not in (view.who, ""):
            return ()
        talk = talk_of(view)
        acts: list[Act[DealMove]] = []
        if talk.theirs and view.spoken and view.spoken[-1].seat != view.who:
            acts.append(Act(Accept(), "Deal."))
        shown = kept(played)
        for deal in _proposals(talk):
            keep = talk.table.shares[deal]
            if keep != shown:
                acts.append(Act(Offer(keep), "How about this?"))
        return [act for act in acts if not (isinstance(act.move, Accept) and accepts(played))]

    def case(self, past: Past, seat: Seat) -> SeatCase:
        return DealCase(self, self.blank(past[0][0], seat), tuple(event for _, event in past), seat)

    def imagine(self, deal: DealState, seat: Seat, chance: Random) -> Imagined:
        deal = valued(deal, seat, chance.choice(_vectors(deal, seat)))
        name = chance.choices(tuple(self.field), tuple(self.field.values()))[0]
        return _imagined(deal, seat, name, PLAYERS[name].draw(view(deal, other(seat)), chance.getrandbits(32)))

    def imaginable(self, deal: DealState, seat: Seat) -> Sequence[Imagined]:
        vectors = _vectors(deal, seat)
        if len(vectors) * len(self.field) > MANY:
            return ()
        worlds = []
        for theirs in vectors:
            dealt = valued(deal, seat, theirs)
            for name, part in self.field.items():
                limits = dispositions(view(dealt, other(seat)), STYLES[name][1])
                whole = sum(count for _, count in limits) * len(vectors)
                worlds += [_imagined(dealt, seat, name, drawn, part * count / whole) for drawn, count in limits]
        return worlds

    def likely(self, view: View, seen: DealMove | None, expected: DealMove | None) -> float:
        return fit(seen, expected)

    def continuations(self, view: View) -> Sequence[Turns]:
        """Return `core` alone, the strongest player, without a limit."""
        return (lambda view: decide(view, SEED, CORE, 0),)

    def worth(self, state: DealState, seat: Seat) -> float:
        ended = state.ended
        return float(ended.points[SEATS.index(seat)] - domain_of(state.config).fallback) if ended else 0.0

    def tell(self, told: Told) -> Moment:
        return advice.moment(told)

    def then(self, view: View, better: DealMove, ends: Sequence[tuple[DealState, float]]) -> str:
        return advice.then(view, better, ends)


def _vectors(deal: DealState, seat: Seat) -> Sequence[Share]:
    """Return the possible worths of the items to the other side."""
    seen = view(deal, seat)
    return table(seen.domain, seen.pool, seen.values).vectors


def _imagined(deal: DealState, seat: Seat, name: str, drawn: Any, weight: float = 1.0) -> Imagined:
    """Return a world with this player. Its seed draws its words only, and words change no move."""
    player = PLAYERS[name]
    key = Player(name, drawn, deal.context.values)
    return Imagined(deal, {other(seat): lambda view: player.act(view, SEED, drawn)}, key, weight)


def _proposals(talk: Talk) -> list[int]:
    """Return the deals worth proposing: for each number of own points the one that is expected to suit the other best,
    as long as it suits it better than all that leave more; and the last proposal again.
    """
    at, weights = talk.table, belief(talk.table, talk.theirs)
    total = sum(weights)
    theirs = {k: sum(w * p for w, p in zip(weights, at.theirs[k], strict=True)) // total for k in at.all}
    found, best = list[int](), -1
    for deal in sorted(at.all, key=lambda k: (-at.own[k], -theirs[k])):
        if theirs[deal] > best and at.own[deal] > talk.fallback:
            found, best = [*found, deal], theirs[deal]
    step = max(1, -(-len(found) // SPLITS))
    return list(dict.fromkeys([*talk.mine[-1:], *found[::step]]))


def _document(deal: DealState, context: Context) -> str:
    """Return a document with the same items, and these values."""
    domain = domain_of(deal.config)
    shares = [dict(zip(domain.names, share, strict=True)) for share in (context.pool, *context.values)]
    made = {"pool": shares[0], "values": {"you": shares[1], "me": shares[2]}, "fallback": domain.fallback}
    return json.encode(made).decode()


ANALYST: Final = DealAnalyst()
review = ANALYST.review
hint = hints.of(ANALYST)
