"""Our players as parties that exchange bare offers, as the classic strategies do."""

from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.domain.deals import deals, points
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.tactics.belief import table
from games.dealornodeal.tactics.limits import commitment
from games.dealornodeal.tactics.mind import Style, Talk
from tests.games.dealornodeal.classics import ACCEPT, Party


class Ours(Party):
    """One of our styles as a party."""

    def __init__(self, context: Context, side: int, turns: int, style: Style, first: bool, seed: int = 0) -> None:
        super().__init__(tuple(pair[side] for pair in points(context.pool, *context.values)), turns)
        self.table = table(BOOKS, context.pool, context.values[side])
        index = self.table.index if side == 0 else self.table.turned
        self.deals = [index[share] for share in deals(context.pool)]
        self.style, self.at, self.most = style, 0 if first else 1, 2 * turns
        self.limit = commitment(self.table, 0, style.shares, seed).limit
        self.made: tuple[int, ...] = ()
        self.heard: tuple[int, ...] = ()

    def decide(self, offer: int | None) -> int:
        if offer is not None:
            self.heard += (self.deals[offer],)
        mind = self.style.mind(Talk(self.table, self.made, self.heard, (), self.at, self.most, 0, self.limit))
        self.at += 2
        made = mind.offer()
        if offer is not None and mind.takes(self.heard[-1], made):
            better = mind.better(self.heard[-1])
            if better is None:
                return ACCEPT
            made = better
        self.made += (made,)
        return self.deals.index(made)
