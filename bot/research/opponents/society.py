"""The attack on the society's players: ways to bargain, joined with ways to work. Scores are parts of the ceiling.

Somebody who deals fairly and follows the game's suggestions must earn more than somebody who leaves all others alone;
so the families hold both, and those who live off the others' tools.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.research.opponents.attack import Attack, Cell
from bot.research.opponents.duel import Policy
from games.core.contract import Act, Seat
from games.core.draw import config_of, recipe_of
from games.society import game
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Pass
from games.society.rules.stage import groups
from games.society.rules.talks import Offer
from games.society.tactics.estimate import ceiling
from games.society.tactics.partners import example, may_bind
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.world.plans import MOST_UNITS, Gather, Goto, Queue
from games.society.world.policies import POLICIES

Deal = Callable[[View], Move]
Work = Callable[[View], Move]
Percent = Callable[[View], int]
"""A percentage for the own side, from what the seat sees."""
NEVER, FIRST = 101, 10


# --- ways to work -----------------------------------------------------------------------------------------------------


def tips(view: View) -> Move:
    """Take every suggestion."""
    queue = suggested(view)
    return Pass() if queue is None else Orders(queue)


def selfishly(view: View) -> Move:
    """Gather for oneself and hand over nothing, whatever was agreed."""
    assert view.sight is not None
    return Orders(POLICIES["selfish"](view.sight, 0))


def following(view: View) -> Move:
    """Walk beside the nearest carpenter and pick up whatever hammers lie about; carpenters take the suggestions."""
    assert view.sight is not None
    near = min(((s.steps, s.player) for s in view.sight.squares if s.player.startswith("carpenter")), default=None)
    if near is None or "hammer" not in view.sight.kit.gathers or not view.terms.extras:
        return tips(view)
    return Orders(Queue((Gather("hammer", MOST_UNITS), Goto(near[1])), True))


def idle(_view: View) -> Move:
    return Pass()


# --- ways to deal -----------------------------------------------------------------------------------------------------


def alone(view: View) -> Move:
    """Answer nobody, and stay out of every coalition."""
    if view.phase == "contract" and view.slots.slot(view.who) < 0:
        return Join(next(iter(view.slots.empty()), 0))
    return Pass()


def accepting(least: Percent) -> Deal:
    """Accept the best offer that leaves the own side this much, and join the largest coalition; ask for nothing."""

    def deal(view: View) -> Move:
        if view.phase == "contract":
            return Join(max(range(len(view.slots.seats)), key=lambda slot: (_others(view, slot), -slot)))
        offer = _best(view)
        return Accept(offer.by, 100 - offer.mine) if offer and 100 - offer.mine >= least(view) else Pass()

    return deal


def demanding(ask: Percent, least: Percent) -> Deal:
    """Ask for a share in every invitation and answer; accept what leaves the own side enough."""

    def deal(view: View) -> Move:
        move = accepting(least)(view)
        if view.phase == "contract" or not isinstance(move, Pass):
            return move
        me, talks, mine = view.who, view.talks, min(90, max(FIRST, round(ask(view) / 10) * 10))
        bargain, offer = talks.bargain(me), _best(view)
        if bargain is not None:
            other = bargain.other(me)
            if bargain.mover != me or not may_bind(view, me, other):
                return Pass()
            return Finish(other) if bargain.offers >= view.terms.customs.offers else Counter(other, mine)
        if offer is not None:
            return Counter(offer.by, mine)
        to = example(view, me)
        return Pass() if to is None or talks.invite_by(me) is not None else Negotiate(to, mine)

    return deal


def _best(view: View) -> Offer | None:
    offers = [offer for offer in view.talks.offers_to(view.who) if may_bind(view, view.who, offer.by)]
    return min(offers, key=lambda offer: (offer.mine, offer.by), default=None)


def _others(view: View, slot: int) -> int:
    return sum(seat != view.who for seat in view.slots.members(slot))


def fixed(percent: int) -> Percent:
    return lambda view: percent


def at_last(early: int, late: int) -> Percent:
    """Return one percentage until two steps before the end, and then another."""
    return lambda view: early if view.number < view.windows - 1 else late


def policy(deal: Deal, work: Work) -> Policy:
    return lambda seed: lambda view: Act(work(view) if view.phase == "physical" else deal(view))


class SocietyAttack(Attack):
    game = "society"
    unit = "share"
    width = 6

    def cells(self, wrote: Mapping[str, str]) -> tuple[Cell, ...]:
        kinds = (wrote["game"],) if "game" in wrote else ("negotiation", "contract")
        cells = []
        for kind in kinds:
            settings = {**wrote, "game": kind}
            seats = [info.seat for info in game.seats(config_of(game, recipe_of(game, settings), 0, 0))]
            half = (len(seats) + 1) // 2
            cells += [Cell(settings, seat) for seat in dict.fromkeys((*seats[:half][:: half - 1 or 1], *seats[half:]))]
        return tuple(cells)

    def families(self, config: Any, seat: Seat) -> Iterable[tuple[str, Policy]]:
        yield "pass always", policy(alone, idle)
        yield "pass, then take the tips", policy(alone, tips)
        yield "pass, then follow a carpenter", policy(alone, following)
        yield "leave all alone", policy(alone, selfishly)
        for least in (0, 30, 40, 50, 60):
            yield f"accept from {least} %, then take the tips", policy(accepting(fixed(least)), tips)
        yield "accept everything, then work selfishly", policy(accepting(fixed(0)), selfishly)
        yield "accept everything, then follow a carpenter", policy(accepting(fixed(0)), following)
        for share in (40, 50, 60, 70, 80, 90):
            yield f"repeat {share} %", policy(demanding(fixed(share), fixed(share)), tips)
            yield f"hold {share} %, then accept", policy(demanding(fixed(share), at_last(share, 30)), tips)

    def starts(self) -> tuple[tuple[float, ...], ...]:
        return (0.0,) * 6, (0.5, -0.5, 1.0, -1.0, 0.0, -1.0)

    def learner(self, theta: Sequence[float]) -> Policy:
        """Return a bargainer: the least share and its change over the phase, the first demand and its change, the
        part of the partner's concessions that it answers, and its way to work.
        """
        least, relents, first, falls, answers, works = theta

        def gone(view: View) -> float:
            return (view.number - 1) / max(1, view.windows - 1)

        def ask(view: View) -> int:
            return round(50 + 15 * first + 15 * falls * gone(view) - 0.5 * (1 + answers) * _given(view))

        def enough(view: View) -> int:
            return round(40 + 15 * least + 15 * relents * gone(view))

        work = tips if works < 1 else selfishly if works < 2 else following
        return policy(demanding(ask, enough), work)

    def score(self, config: Any, state: Any, seat: Seat) -> float:
        result = game.result(state)
        assert result is not None
        return float(dict(result.earnings)[seat] / ceiling(state.terms.instance))

    def dealt(self, config: Any, state: Any) -> bool:
        return any(len(group.members) > 1 for group in groups(state))


def _given(view: View) -> int:
    """Return the points that the partner has given up in the open bargain by its last two steps."""
    bargain = view.talks.bargain(view.who)
    theirs = [offer.mine for offer in bargain.made if offer.by != view.who][-3:] if bargain is not None else []
    return max(0, theirs[0] - theirs[-1]) if theirs else 0


ATTACK = SocietyAttack()
