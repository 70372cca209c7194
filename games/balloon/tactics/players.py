"""Analytic players: agreements and proposals.

Shares are parts of the player's own optimum, or of the other side's estimated one, in per mille.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.balloon.domain import filled, total
from games.balloon.rules import Agree, Bargain, Move
from games.balloon.tactics import words
from games.balloon.tactics.model import SCALE, estimate, mean, most, nearly_best, richest, suited
from games.balloon.tactics.stance import (
    COOPERATIVE,
    EASY,
    GREEDY,
    HARD,
    NORMAL,
    Disposition,
    Style,
    draw,
    last_level,
    wishes,
)
from games.balloon.view import View
from games.core.contract import Act, Player, rng

_NEARLY: Final = 985
"""The part of the best common worth at which a side that seeks it takes a set, in per mille."""


def decide(style: Style, view: View, seed: int, mine: Disposition) -> Act[Move]:
    """Return an agreement to the best open proposal if it is good enough; else the next proposal, if any."""
    mind = _Mind(style, view, mine)
    chance = rng(seed, "message", view.number)
    silent = view.terms.style == "seed"
    planned = mind.plan()
    taken = mind.taken(planned)
    if taken is not None:
        return Act(Agree(view.names(taken)), "" if silent else words.agreeing(chance))
    if view.last or not any(planned):
        refused = tuple(view.names(proposal.items) for proposal in view.theirs)
        parting = "" if silent and refused else words.parting(view, chance)
        return Act(Bargain((), refused) if refused else None, parting)
    proposed = Bargain(tuple(view.names(items) for items in planned if items), ())
    sets = tuple(dict.fromkeys(items for items in planned if items))
    return Act(proposed, "" if silent else words.proposing(view, sets, chance))


class _Mind:
    """One decision: the player's knowledge, its wanted share, and its next proposals."""

    def __init__(self, style: Style, view: View, mine: Disposition) -> None:
        assert view.importance is not None
        self.style, self.view, self.mine = style, view, mine
        self.own, self.efforts = view.importance, view.efforts
        best = nearly_best(self.efforts, view.limit, self.own)
        self.best, self.ideal = best.value or 1, best.items
        said = [p.items for m in view.history if m.seat != view.who for p in m.proposed]
        self.heard = tuple(dict.fromkeys(said))
        asked = [p.items for m in view.history if m.seat == view.who for p in m.proposed]
        self.asked, self.last = set(asked), asked[-1] if asked else 0
        self.refused = self.asked.difference(p.items for p in view.mine)
        known = self.heard if style.learns else self.heard[-1:]
        self.other = estimate(self.efforts, view.limit, self.own, known)
        self.level = wishes(style, view, mine)

    def share(self, items: int) -> int:
        return total(self.own, items) * SCALE // self.best

    def plan(self) -> list[int]:
        """Return the sets to propose now; the last one counts most."""
        style, view = self.style, self.view
        wanted = self.level
        if view.number + 3 > view.terms.max_messages:
            wanted = last_level(style, self.mine, wanted)
        elif not self.heard and not self.asked:
            return [self._opening()]
        if style.seeks:
            shared = self._shared()
            return [shared] if self.asked else [self.ideal, shared]
        return [self._suitable(wanted)]

    def _opening(self) -> int:
        """Return the first proposal: in haste what fits by worth for effort, otherwise about the best."""
        if self.style is EASY:
            return filled(self.efforts, self.own, self.view.limit)
        return self._suitable(self.mine.opening)

    def _shared(self) -> int:
        """Return the set that is best for both and leaves this player its limit."""
        least = self.mine.limit * self.best // SCALE
        return richest(self.efforts, self.view.limit, self.own, self.other, least).items

    def _suitable(self, wanted: int) -> int:
        """Return the set of at least this share that suits the other side best; if that is nothing new, one just below.

        Sets run out only as the other side's new ones come (MiCRO, de Jonge 2022): it makes as many as the other side,
        and one more if it made the first. Otherwise the last one stands, unless it was refused.
        """
        fine = self._of(wanted)
        if self.last in self.refused:
            below = self._below(wanted, -1)
            return next((items for items in (*fine, *below) if items not in self.refused), (*fine, self.ideal)[0])
        # If nothing is worth anything to this player, nothing is good enough; then it has no wishes.
        if not self.last:
            return (*fine, self.ideal)[0]
        first = next(message.seat for message in self.view.history if message.proposed)
        if len(self.asked) >= len(self.heard) + (first == self.view.who):
            return self.last
        least = total(self.other, self.last)
        better = [items for items in fine[:1] if items not in self.asked and total(self.other, items) > least]
        return next(iter((*better, *self._below(wanted, least))), self.last)

    def _below(self, wanted: int, least: int) -> list[int]:
        """Return new sets just below a share that suit the other side better than `least`, the best for oneself first.

        Few items leave gaps between sets: the step from the opening may be a long one.
        """
        reach = self.style.leads * (3 if len(self.asked) == 1 else 1)
        near = self._of(max(self.mine.limit, wanted - reach))
        new = [items for items in near if items not in self.asked and total(self.other, items) > least]
        return sorted(new, key=self.share, reverse=True)

    def _of(self, wanted: int) -> tuple[int, ...]:
        return suited(self.efforts, self.view.limit, self.own, self.other, -(-wanted * self.best // SCALE))

    def taken(self, planned: list[int]) -> int | None:
        """Return the open proposal to agree to; None if none is good enough."""
        view, style = self.view, self.style
        if not view.theirs:
            return None
        items = max((p.items for p in view.theirs), key=lambda items: (self.worth(items), items))
        share, limit = self.share(items), self.mine.limit
        if share < limit or not total(self.own, items):
            return None
        enough = min(self.level, self.share(planned[-1]))
        if view.last:
            enough = limit
        elif view.number + 2 > view.terms.max_messages:
            # The other side still has to answer, so it is worth holding out for half of what this proposal asks.
            enough = (limit + enough) // 2
        if style.settles is not None:
            enough = min(enough, limit + (self.mine.even - limit) * style.settles // SCALE)
        if share >= enough:
            return items
        if style.seeks and self.worth(items) * SCALE >= _NEARLY * self.worth(planned[-1]):
            return items
        return None

    def worth(self, items: int) -> int:
        """Return the worth of a set to this player: its own share, or both sides' together."""
        if not self.style.seeks:
            return self.share(items)
        ideal = most(self.efforts, self.view.limit, self.other)
        return mean(self.share(items), total(self.other, items) * SCALE // ideal)


def _player(name: str, about: str, style: Style) -> Player[View, Move]:
    return Player(
        name,
        about,
        lambda view, seed, mine: decide(style, view, seed, mine),
        lambda view, seed: draw(style, view, seed),
        Disposition,
    )


PLAYERS: Final[Mapping[str, Player[View, Move]]] = MappingProxyType(
    {
        "normal": _player("normal", "Learns what you want, and settles for nearly an even set.", NORMAL),
        "easy": _player("easy", "Opens in haste, and takes the first set that it can live with.", EASY),
        "hard": _player("hard", "Learns what you want, gives no more than you do, and never settles early.", HARD),
        "greedy": _player("greedy", "Wants its own best set and moves little, whatever you give.", GREEDY),
        "cooperative": _player("cooperative", "Looks for the set that is best for both of you.", COOPERATIVE),
    }
)
