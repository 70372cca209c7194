"""Analytic players: agreements and proposals.

Shares are parts of the player's own optimum, or of the other side's estimated one, in per mille.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from games.balloon.domain import filled, members, optimum, total
from games.balloon.rules import Agree, Bargain, Move
from games.balloon.tactics.model import SCALE, compromises, estimate, most
from games.balloon.view import View
from games.core.contract import Act, Player, rng


class Style(Struct, frozen=True):
    """Parameters of one kind of bargainer.

    - `curve`: the share that it wants, at equal steps from the first message to the last.
    - `paced`: its share falls by that many per mille for each new proposal of the other side (MiCRO, de Jonge 2022). It
      stays between `curve` and `curve` plus `patience`.
    - `learns`: it estimates the other side's values.
    - `seeks`: it looks for the set that is best for both.
    - `reserve`: the least share that it accepts at the very end.
    - `last`: the share that it leaves to the other side in a proposal that can only be taken or left.
    """

    curve: tuple[int, ...]
    paced: int = 0
    patience: int = 0
    learns: bool = True
    seeks: bool = False
    reserve: int = 200
    last: int = 500


EASY: Final = Style(curve=(930, 800, 650, 550, 500), learns=False, reserve=50, last=700)
NORMAL: Final = Style(curve=(1000, 930, 860, 780, 680), reserve=150, last=600)
HARD: Final = Style(curve=(1000, 980, 940, 880, 790), paced=16, patience=60, reserve=250, last=480)
GREEDY: Final = Style(curve=(1000, 1000, 990, 970, 900), learns=False, reserve=300, last=300)
COOPERATIVE: Final = Style(curve=(900, 800, 700, 600, 500), seeks=True, reserve=50, last=800)

_STEP: Final = 40
"""The most that a player goes below its wanted share for a set that was not refused yet, in per mille."""


def decide(style: Style, view: View, seed: int) -> Act[Move]:
    """Return an agreement to the best open proposal if it is good enough; else the next proposal, if any."""
    mind = _Mind(style, view)
    chance = rng(seed, "message", view.number)
    planned = mind.plan()
    taken = mind.taken(planned)
    if taken is not None:
        return Act(Agree(view.names(taken)), chance.choice(_AGREED))
    if view.last or not any(planned):
        return Act(None, chance.choice(_PARTED))
    proposed = Bargain(tuple(view.names(items) for items in planned if items), ())
    if all(items in [proposal.items for proposal in view.mine] for items in planned):
        return Act(proposed, chance.choice(_STANDING))
    return Act(proposed, mind.words(planned[-1], chance.random()))


class _Mind:
    """One decision: the player's knowledge, its wanted share, and its next proposals."""

    def __init__(self, style: Style, view: View) -> None:
        assert view.importance is not None
        self.style, self.view, self.own, self.efforts = style, view, view.importance, view.efforts
        self.best = optimum(self.efforts, self.own, view.limit).value or 1
        said = [p.items for m in view.history if m.seat != view.who for p in m.proposed]
        self.heard = tuple(dict.fromkeys(said))
        asked = {p.items for m in view.history if m.seat == view.who for p in m.proposed}
        self.asked, self.refused = len(asked), asked.difference(p.items for p in view.mine)
        known = self.heard if style.learns else self.heard[-1:]
        self.other = estimate(self.efforts, view.limit, self.own, known)
        self.sets = compromises(self.efforts, view.limit, self.own, self.other)

    def share(self, items: int) -> int:
        return total(self.own, items) * SCALE // self.best

    def wanted(self) -> int:
        """Return the share that the player wants now."""
        style, view = self.style, self.view
        span = max(1, view.terms.max_messages - 1)
        step, into = divmod(min(view.number - 1, span) * (len(style.curve) - 1), span)
        level = style.curve[step]
        if into:
            level = (level * (span - into) + style.curve[step + 1] * into) // span
        if style.paced:
            level = max(level, min(SCALE - style.paced * len(self.heard), level + style.patience))
        return level

    def plan(self) -> list[int]:
        """Return the sets to propose now; the last one counts most."""
        style, view = self.style, self.view
        if not self.heard and not self.asked:
            return [filled(self.efforts, self.own, view.limit) if style is EASY else self.sets[0][2]]
        if view.number >= view.terms.max_messages - 1:
            return [self._most(style.last)]
        if style.seeks:
            shared = max(self.sets, key=lambda made: (_mean(made[0], made[1]), made[0]))[2]
            return [shared] if self.asked else [self.sets[0][2], shared]
        return [self._suitable(self.wanted())]

    def _suitable(self, level: int) -> int:
        """Return the set of at least this share that suits the other side best; a refused one only if need be."""
        good = [made for made in self.sets if made[0] >= level]
        fresh = [made for made in self.sets if made[2] not in self.refused]
        new = [made for made in fresh if made[0] >= level]
        near = [made for made in fresh if made[0] >= level - _STEP]
        if near and not new:
            return max(near)[2]
        # If nothing is worth anything to this player, nothing is good enough; then the other side's share decides.
        return max(new or good or self.sets, key=lambda made: (made[1], made[0]))[2]

    def _most(self, leave: int) -> int:
        """Return the best known set for this player among those that leave the other side this share."""
        fair = [made for made in self.sets if made[1] >= leave]
        return max(fair or self.sets, key=lambda made: (made[0] if fair else made[1], made[1]))[2]

    def taken(self, planned: list[int]) -> int | None:
        """Return the open proposal to agree to; None if none is good enough."""
        view, style = self.view, self.style
        if not view.theirs:
            return None
        items = max((p.items for p in view.theirs), key=lambda items: (self.worth(items), items))
        share, next_one = self.share(items), self.share(planned[-1])
        if view.last:
            return items if share > style.reserve else None
        if view.number >= view.terms.max_messages - 2:
            return items if share >= min(self.wanted(), next_one) * 8 // 10 else None
        if style.seeks:
            fine = self.worth(items) * SCALE >= (990 - 8 * view.number) * self.worth(planned[-1])
            return items if fine or share >= 950 else None
        return items if share >= min(self.wanted(), next_one) else None

    def worth(self, items: int) -> int:
        """Return the worth of a set to this player: its own share, or both sides' together."""
        if not self.style.seeks:
            return self.share(items)
        ideal = most(self.efforts, self.view.limit, self.other)
        return _mean(self.share(items), total(self.other, items) * SCALE // ideal)

    def words(self, items: int, dice: float) -> str:
        """Return a sentence that names the two items that matter most in the change, without numbers."""
        view = self.view
        if items in self.refused:
            return _STILL[int(dice * len(_STILL))]
        if not view.theirs and not self.asked:
            return _OPENINGS[int(dice * len(_OPENINGS))]
        if not view.theirs:
            return _AGAIN[int(dice * len(_AGAIN))]
        theirs = view.theirs[-1].items
        more, less = items & ~theirs, theirs & ~items
        if not more or not less:
            return _AGAIN[int(dice * len(_AGAIN))]
        want = max(members(more), key=lambda k: self.own[k])
        spare = min(members(less), key=lambda k: self.own[k])
        said = _SWAPS[int(dice * len(_SWAPS))]
        return said.format(want=view.items[want].name, spare=view.items[spare].name)


def _mean(first: int, second: int) -> int:
    """Return the harmonic mean of two shares, in tenths of a per mille."""
    return 20 * first * second // (first + second) if first and second else 0


_OPENINGS: Final = (
    "This is what I would keep.",
    "Let me begin with this.",
    "Here is a set that makes good use of the limit.",
)
_SWAPS: Final = (
    "I would like {want} on board; {spare} matters less to me.",
    "Could {want} stay? I can do without {spare}.",
    "{want} means more to me than {spare} does.",
    "Let us keep {want} rather than {spare}.",
)
_AGAIN: Final = ("How about this?", "Then let us try this one.", "Perhaps this suits you better.")
_STILL: Final = (
    "I have nothing better for us yet.",
    "I know you refused it. It is still what I would keep.",
    "Tell me what you would keep instead.",
)
_STANDING: Final = (
    "My last proposal stands.",
    "I would stay with what I proposed.",
    "Have another look at my proposal.",
)
_AGREED: Final = ("Agreed.", "That works for me.", "Fine, let us keep these.")
_PARTED: Final = ("I cannot agree to that.", "Then we part without a deal.")


def _player(name: str, about: str, style: Style) -> Player[View, Move]:
    return Player(name, about, lambda view, seed, mine: decide(style, view, seed))


PLAYERS: Final[Mapping[str, Player[View, Move]]] = MappingProxyType(
    {
        "normal": _player("normal", "Learns what you want and comes towards you, a step with every message.", NORMAL),
        "easy": _player("easy", "Opens in haste, follows your last proposal and gives way soon.", EASY),
        "hard": _player("hard", "Learns what you want, and gives only as often as you do.", HARD),
        "greedy": _player("greedy", "Wants its own best set and hardly moves before the end.", GREEDY),
        "cooperative": _player("cooperative", "Looks for the set that is best for both of you.", COOPERATIVE),
    }
)
