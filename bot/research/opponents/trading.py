"""Attacks on the analytic traders.

A reply knows the rules and how values are drawn, not the player's values. It wins by one swap that brings it more than
the player, and refuses everything from then on. So it looks for goods that it values far from their mean, raises its
price until the player agrees, and takes the player's offers where they bring it more than the player is likely to get.
The strongest makes packages as our traders do.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, inf
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from bot.research.opponents.attack import Attack, Cell
from bot.research.opponents.duel import Policy, Turns
from games.core.chance import rng
from games.core.contract import Act, Seat
from games.trading.analysis.field import DEVIATIONS, risk
from games.trading.asks import PASS
from games.trading.config import SEATS, Config
from games.trading.domain import BASE, Goods, Offer, covers
from games.trading.rules import QUANTITIES, Accept, Deny, Propose, State, gains
from games.trading.tactics.packages import CHOICES, mixes, offered, sized
from games.trading.view import View

_BASE: Final = astuple(BASE)
_MIXES, _FINER, _ABOUT = 12, 4, 0.12
"""Mixes of which packages are tried, parts of a unit in their sizes, and how far off its price a package may be."""
Net = Sequence[int]
"""Units that the reply gets of each resource; negative where it gives."""


class Plan(Struct, frozen=True):
    """Parameters of a reply. Parts are of what moves at the mean values, both sides of a swap together.

    - `accept`: the least gain at which it takes an offer.
    - `lead`, `own_lead`: the part by which it takes the player to gain more than at the mean values, in the player's
      offers and in its own.
    - `ask`, `step`: the player's gain in its first offer at the mean values, a part of one side, and its growth with
      each refusal; `follow`: its growth with each offer in which the player came nearer.
    - `kinds`, `volume`: kinds of goods and points on one side of its offers.
    - `turns`: refusals after which it tries other goods, 0 for never.
    - `begin`: the part of the game that it lets pass before its first offer; `quiet`: it makes none.
    - `greedy`: it goes on when it believes that it is ahead.
    - `once`: after the first offer that it takes, it takes and makes no other.
    """

    accept: float = 0.05
    lead: float = 0.0
    own_lead: float = 0.0
    ask: float = 0.0
    step: float = 0.08
    follow: float = 0.0
    kinds: int = 1
    volume: float = 100.0
    turns: int = 0
    begin: float = 0.0
    quiet: bool = False
    greedy: bool = False
    once: bool = False


class Reply:
    """A reply to one player in one game."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.tries = 0
        self.done = False
        self.believed = 0.0
        """Estimate of the player's gains so far, in points."""
        self.proposed: Offer | None = None
        self.heard: list[float] = []

    def turn(self, view: View) -> Act[Accept | Deny | Propose]:
        assert view.values is not None
        assert view.holdings is not None
        values, have = astuple(view.values), list(astuple(view.holdings))
        self._settle(view)
        owned, taken = self._answer(view, values, have)
        then = self._offer(view, values, owned, self._ahead(view, values, owned))
        self.proposed = then
        if view.offer is not None:
            return Act(Accept(then) if taken else Deny(then))
        return Act(Propose(then) if then else None, "" if then else PASS)

    def _settle(self, view: View) -> None:
        if self.proposed is None or not view.history:
            return
        if view.history[-1].answer == "accepted":
            self.believed += _rival(_net(self.proposed, sign=-1), self.plan.own_lead)
            self.tries = 0
        else:
            self.tries += 1

    def _answer(self, view: View, values: Net, have: list[int]) -> tuple[list[int], bool]:
        """Return the goods of the reply after its answer, and whether it takes the offer."""
        offer = view.offer
        if offer is None or self.done:
            return have, False
        net = _net(offer, sign=1)
        own, rival = _worth(net, values), _rival(net, self.plan.lead)
        self.heard.append(own / (_moved(net) or 1))
        if not covers(Goods(*have), offer.get) or own <= 0 or own < self.plan.accept * _moved(net):
            return have, False
        gained = own + _growth(view, values, have)
        if gained <= self.believed + rival and not self.plan.greedy:
            return have, False
        self.believed += rival
        self.done = self.plan.once
        return [owned + more for owned, more in zip(have, net, strict=True)], True

    def _ahead(self, view: View, values: Net, owned: list[int]) -> bool:
        gained = _growth(view, values, owned)
        return self.done or (gained > 0 and gained > self.believed and not self.plan.greedy)

    def _offer(self, view: View, values: Net, have: list[int], ahead: bool) -> Offer | None:
        plan = self.plan
        if ahead or plan.quiet or view.last or view.number <= plan.begin * view.terms.max_turns:
            return None
        order = sorted(range(5), key=lambda at: -values[at] / _BASE[at])
        gets, gives = self._goods(order)
        came = sum(later > earlier for earlier, later in zip(self.heard, self.heard[1:], strict=False))
        price = 1 + plan.ask + plan.step * self.tries + plan.follow * came
        caps = [QUANTITIES[0]] * 5 if view.shown is None else list(astuple(view.shown[1 - view.me]))
        get, give = [0] * 5, [0] * 5
        for at in gets:
            get[at] = min(caps[at], max(1, round(plan.volume / len(gets) / _BASE[at])))
        due = price * sum(number * base for number, base in zip(get, _BASE, strict=True))
        for at in gives:
            give[at] = min(have[at], max(1, round(due / len(gives) / _BASE[at])))
        if _worth(get, values) <= _worth(give, values) or not any(give) or not any(get):
            return None
        return Offer(Goods(*give), Goods(*get))

    def _goods(self, order: list[int]) -> tuple[list[int], list[int]]:
        """Return the resources to get and to give: the ends of the order, or the next but one after refusals."""
        kinds = self.plan.kinds
        ways = [(up, down) for up in (0, 1) for down in (0, 1) if up + down + 2 * kinds <= len(order)]
        up, down = ways[(self.tries // self.plan.turns) % len(ways)] if self.plan.turns else (0, 0)
        return order[up : up + kinds], order[len(order) - kinds - down : len(order) - down]


class Mirror(Reply):
    """A reply that asks for the player's own offer at a better price, `ask` less than the player wants."""

    def _offer(self, view: View, values: Net, have: list[int], ahead: bool) -> Offer | None:
        made = next((m.offer for m in reversed(view.history) if m.seat != view.who and m.offer), None)
        if made is None or ahead or view.last:
            return None
        cut = max(0.0, 1 - self.plan.ask + self.plan.step * self.tries)
        give = [min(owned, int(number * cut)) for owned, number in zip(have, astuple(made.get), strict=True)]
        if not any(give) or _worth(astuple(made.give), values) <= _worth(give, values):
            return None
        return Offer(Goods(*give), made.give)


class Chancer(Reply):
    """A reply that proposes swaps at random, each of which pays it, and takes what pays."""

    def __init__(self, plan: Plan, seed: int) -> None:
        super().__init__(plan, seed)
        self.chance = rng(seed, "reply")

    def _offer(self, view: View, values: Net, have: list[int], ahead: bool) -> Offer | None:
        if ahead or view.last:
            return None
        get, give = [0] * 5, [0] * 5
        more, less = self.chance.sample(range(5), 2)
        get[more] = self.chance.randint(1, QUANTITIES[0])
        most = (get[more] * values[more] - 1) // max(1, values[less])
        give[less] = min(have[less], most, self.chance.randint(1, max(1, most)))
        return Offer(Goods(*give), Goods(*get)) if give[less] > 0 else None


class Packager(Reply):
    """A reply that takes one offer, or makes packages of the best lead for their risk until one is taken.

    All parts are in standard deviations of what a swap is worth to somebody: `accept` its own gain, `ask` the player's
    gain at the mean values, `step` its growth with each refusal, and `own_lead` the least lead at the mean values.
    """

    def _settle(self, view: View) -> None:
        super()._settle(view)
        if self.proposed is not None and view.history and view.history[-1].answer == "accepted":
            self.done = True

    def _answer(self, view: View, values: Net, have: list[int]) -> tuple[list[int], bool]:
        offer = view.offer
        if offer is None or self.done or not covers(Goods(*have), offer.get):
            return have, False
        net = _net(offer, sign=1)
        if _worth(net, values) < self.plan.accept * risk(offer):
            return have, False
        self.done = True
        return [owned + more for owned, more in zip(have, net, strict=True)], True

    def _offer(self, view: View, values: Net, have: list[int], ahead: bool) -> Offer | None:
        if self.done or view.last or view.number <= self.plan.begin * view.terms.max_turns:
            return None
        price = self.plan.ask + self.plan.step * self.tries
        caps = [QUANTITIES[0]] * 5 if view.shown is None else list(astuple(view.shown[1 - view.me]))
        mean, mine = [100 * base for base in _BASE], [100 * value for value in values]
        for mix in mixes(mine, mean, DEVIATIONS, price, CHOICES)[:_MIXES]:
            nets = sized(mix, mean, tuple(have), caps, int(100 * self.plan.volume), _FINER)
            leads = [(self._lead(net, values, price), offered(net)) for net in nets]
            if leads and (best := max(leads, key=lambda found: found[0]))[0] >= self.plan.own_lead:
                return best[1]
        return None

    def _lead(self, net: Net, values: Net, price: float) -> float:
        """Return the lead by a package in which the player gets this, if it is about at the price and pays."""
        gain, dear = -_worth(net, values), _worth(net, _BASE)
        deviation = risk(offered(list(net)))
        return (gain - dear) / deviation if gain > 0 and abs(dear / deviation - price) < _ABOUT else -inf


def reply(plan: Plan, kind: type[Reply] = Reply) -> Policy:
    def begin(seed: int) -> Turns:
        return kind(plan, seed).turn

    return begin


def _net(offer: Offer, sign: int) -> list[int]:
    """Return the net gain in each good, for the proposer's partner (`sign` 1) or for the proposer (-1)."""
    return [sign * (more - less) for more, less in zip(astuple(offer.give), astuple(offer.get), strict=True)]


def _worth(net: Net, values: Net) -> int:
    return sum(number * value for number, value in zip(net, values, strict=True))


def _moved(net: Net) -> int:
    return sum(abs(number) * base for number, base in zip(net, _BASE, strict=True))


def _rival(net: Net, lead: float) -> float:
    """Return the player's likely gain when the reply gets this."""
    return lead * _moved(net) - _worth(net, _BASE)


def _growth(view: View, values: Net, owned: list[int]) -> int:
    assert view.start is not None
    return _worth([now - then for now, then in zip(owned, astuple(view.start), strict=True)], values)


class TradingAttack(Attack):
    """Attacks on the traders. The score is 1 for a win, the larger gain at one's own values; a draw is no win."""

    game = "trading"
    unit = "wins"
    width = 11

    def cells(self, wrote: Mapping[str, str]) -> tuple[Cell, ...]:
        """Return both seats, with hidden and shown goods and in a short game, unless the settings say which."""
        kinds = [{}, {"open_inventory": "on"}, {"max_turns": "6"}, {"condition": "seed"}] if not wrote else [{}]
        return tuple(Cell({**wrote, **kind}, seat) for kind in kinds for seat in SEATS)

    def families(self, config: Config, seat: Seat) -> Iterable[tuple[str, Policy]]:
        for accept in (0.0, 0.02, 0.05, 0.08, 0.11):
            for lead in (-0.3, 0.0, 0.1):
                yield f"accept from {accept}, lead {lead}", reply(Plan(accept, lead, quiet=True))
        for kinds in (1, 2):
            for ask in (-0.1, 0.0, 0.1, 0.2, 0.3):
                yield f"repeat {ask} of {kinds}", reply(Plan(0.08, -0.3, ask=ask, step=0.0, kinds=kinds))
                for step in (0.04, 0.08, 0.12):
                    for turns in (0, 1):
                        plan = Plan(0.09, -0.1, ask=ask, step=step, kinds=kinds, turns=turns, volume=60 * kinds)
                        yield f"from {ask} by {step}, {kinds} for {kinds}, turns {turns}", reply(plan)
        for accept in (0.03, 0.05):
            for ask in (0.0, 0.05):
                plan = Plan(accept, -0.3, ask=ask, step=0.06, kinds=2, once=True)
                yield f"from {ask} by 0.06, 2 for 2, accept once from {accept}", reply(plan)
        for begin in (0.3, 0.6, 0.8):
            for ask in (0.0, 0.1, 0.2):
                yield f"wait {begin}, then {ask}", reply(Plan(0.09, -0.1, ask=ask, begin=begin, step=0.1, volume=50))
        for cut in (0.1, 0.2, 0.3):
            yield f"mirror less {cut}", reply(Plan(0.08, -0.1, ask=cut, step=0.05), Mirror)
        for accept in (0.65, 0.85):
            for ask, step in ((0.3, 0.2), (0.3, 0.3), (0.6, 0.1), (0.6, 0.2)):
                plan = Plan(accept, own_lead=-0.3, ask=ask, step=step)
                yield f"packages from {ask} by {step}, accept once from {accept}", reply(plan, Packager)
            plan = Plan(accept, own_lead=-0.3, ask=0.8, step=0.2, begin=0.5)
            yield f"packages late, accept once from {accept}", reply(plan, Packager)
        for greedy in (False, True):
            yield f"random, greedy {greedy}", reply(Plan(0.03, 0.0, greedy=greedy), Chancer)

    def starts(self) -> tuple[tuple[float, ...], ...]:
        return ((0.0,) * self.width, (0.5, -1.0, 0.0, 0.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.5, -1.0))

    def learner(self, theta: Sequence[float]) -> Policy:
        parts = [1 / (1 + exp(-max(-20.0, min(20.0, value)))) for value in theta]
        return reply(
            Plan(
                accept=0.16 * parts[0],
                lead=0.6 * parts[1] - 0.35,
                own_lead=0.6 * parts[2] - 0.35,
                ask=0.8 * parts[3] - 0.35,
                step=0.25 * parts[4],
                follow=0.2 * parts[5] - 0.1,
                kinds=1 + int(parts[6] > 0.5),
                volume=20 + 180 * parts[7],
                turns=int(parts[8] * 3.5),
                begin=parts[9] - 0.4,
                quiet=parts[10] > 0.9,
            )
        )

    def score(self, config: Config, state: State, seat: Seat) -> float:
        first, second = gains(state)
        mine, theirs = (first, second) if seat == SEATS[0] else (second, first)
        return float(mine > theirs)

    def dealt(self, config: Config, state: State) -> bool:
        return any(message.answer == "accepted" for message in state.history)


ATTACK = TradingAttack()
