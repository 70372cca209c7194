"""Classic bidding strategies from their published formulas, to measure our players against. Tests only.

A party knows nothing but its own points for each deal. Actions alternate; each is an offer or an acceptance; after the
last one without an acceptance nobody gets anything.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.domain.deals import deals, points

ACCEPT = -1


class Party(ABC):
    """`own` are its points by deal (seat `you`'s shares in lexicographic order); it acts at most `turns` times."""

    def __init__(self, own: tuple[int, ...], turns: int) -> None:
        self.own, self.turns, self.turn = own, turns, 0
        self.order = sorted(range(len(own)), key=lambda deal: -own[deal])

    def act(self, offer: int | None) -> int:
        """Answer an offer (None: nothing has been said) with a deal, or `ACCEPT`."""
        made = self.decide(offer)
        self.turn += 1
        return made

    @abstractmethod
    def decide(self, offer: int | None) -> int: ...


class TimeBased(Party):
    """u(t) = best · (1 - t^(1/e)): offers the worst deal that is still good enough, takes what is (Faratin, Sierra and
    Jennings 1998).
    """

    e = 1.0

    def decide(self, offer: int | None) -> int:
        target = max(self.own) * (1 - (self.turn / self.turns) ** (1 / self.e))
        if offer is not None and self.own[offer] >= target and self.own[offer] > 0:
            return ACCEPT
        return min((d for d in self.order if self.own[d] >= target), key=lambda d: self.own[d])


class Boulware(TimeBased):
    e = 0.25


class Linear(TimeBased):
    e = 1.0


class Conceder(TimeBased):
    e = 4.0


class MiCRO(Party):
    """A new deal, in falling order, whenever the other side has made as many different offers; else an old one again.
    Takes what is at least as good as its next offer (de Jonge 2022).
    """

    def __init__(self, own: tuple[int, ...], turns: int) -> None:
        super().__init__(own, turns)
        self.order = [deal for deal in self.order if own[deal] > 0]
        self.made, self.seen = 0, set[int]()

    def decide(self, offer: int | None) -> int:
        if offer is not None:
            self.seen.add(offer)
        new = self.made <= len(self.seen) and self.made < len(self.order)
        lowest = self.order[self.made if new else self.made - 1]
        if offer is not None and self.own[offer] >= self.own[lowest]:
            return ACCEPT
        if new:
            self.made += 1
            return lowest
        return self.order[self.turn % self.made]


class NiceTitForTat(Party):
    """Moves from its best deal towards an estimated Nash point by as much as the other side has moved towards it
    (after Baarslag, Hindriks and Jonker 2013); guesses the other's points from how often it asks for what.
    """

    def __init__(self, own: tuple[int, ...], turns: int, shares: tuple[tuple[int, ...], ...]) -> None:
        super().__init__(own, turns)
        self.theirs: list[int] = []
        self.shares = shares

    def decide(self, offer: int | None) -> int:
        if offer is None:
            return self.order[0]
        self.theirs.append(offer)
        guess = self._guess()
        best = max(self.own)
        nash = max(range(len(self.own)), key=lambda d: self.own[d] * guess[d])
        first, highest = self.own[self.theirs[0]], max(self.own[d] for d in self.theirs)
        moved = min(1.0, (highest - first) / max(1, self.own[nash] - first))
        target = best - (best - self.own[nash]) * moved
        good = [d for d in range(len(self.own)) if self.own[d] >= target]
        made = max(good, key=lambda d: (guess[d], -self.own[d]))
        last = self.turn + 1 >= self.turns and self.own[offer] == highest > 0
        return ACCEPT if self.own[offer] >= self.own[made] or last else made

    def _guess(self) -> list[float]:
        pool = [max(share[k] for share in self.shares) for k in range(len(self.shares[0]))]
        asked = [sum(pool[k] - self.shares[d][k] for d in self.theirs) / (n or 1) for k, n in enumerate(pool)]
        total = sum(asked) or 1
        return [
            sum(asked[k] / total * (pool[k] - share[k]) / (pool[k] or 1) for k in range(len(pool)))
            for share in self.shares
        ]


Maker = Callable[[Context, int, int], Party]
"""Context, which side's values (0 or 1), number of turns."""


def _simple(kind: type[Party]) -> Maker:
    def make(context: Context, side: int, turns: int) -> Party:
        return kind(tuple(pair[side] for pair in points(context.pool, *context.values)), turns)

    return make


def _nice(context: Context, side: int, turns: int) -> Party:
    own = tuple(pair[side] for pair in points(context.pool, *context.values))
    shares = deals(context.pool)
    if side == 1:
        shares = tuple(tuple(n - part for n, part in zip(context.pool, share, strict=True)) for share in shares)
    return NiceTitForTat(own, turns, shares)


CLASSICS: dict[str, Maker] = {
    "MiCRO": _simple(MiCRO),
    "Boulware": _simple(Boulware),
    "Linear": _simple(Linear),
    "Conceder": _simple(Conceder),
    "NiceTitForTat": _nice,
}


def play(first: Party, second: Party, actions: int = 20) -> int | None:
    """The deal that two parties reach, if they do."""
    offer: int | None = None
    for number in range(actions):
        made = (first, second)[number % 2].act(offer)
        if made == ACCEPT:
            return offer
        offer = made
    return None
