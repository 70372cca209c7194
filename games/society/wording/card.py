"""The result card: what each member of the reader's coalition held at the end and earned, against equal shares."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from games.core.contract import Seat
from games.core.plots import Axis, Bar, Bars, Level
from games.core.post import Block, Bold, Post, Voice, chart, line
from games.society.names import brief, dressed
from games.society.rules.sharing import Group
from games.society.rules.stage import groups
from games.society.rules.state import Close, State
from games.society.tactics import estimate
from games.society.wording.phrases import number, percent, who
from games.society.world.state import credits

SCALE: Final = 100
"""Earnings are drawn in hundredths of a credit, as exact as posts tell them."""


def card(state: State, voice: Voice) -> tuple[Block, ...] | None:
    """Return the card of an ended game; None while it runs."""
    if state.close is None:
        return None
    told = _Told(state, state.close, voice)
    words = Post((line(Bold(told.heading())), *map(line, told.lines())))
    if state.terms.style == "chat":
        words = dressed(words, state.terms.seats, voice)
    if not told.counts:
        return words.blocks  # bars of nothing show nothing
    return (*words.blocks, *chart(told.title(), told.plot(), told.alt(), voice))


class _Told:
    """An ended game for one reader. `members` are those of the reader's coalition, or everybody."""

    def __init__(self, state: State, close: Close, voice: Voice) -> None:
        self.state, self.close, self.voice = state, close, voice
        seats = state.terms.seats
        self.counts = close.end != "abandoned"
        self.earned = dict(zip(seats, state.earned if self.counts else (Fraction(0),) * len(seats), strict=True))
        self.held = dict(zip(seats, credits(state.world), strict=True))
        mine = [group for group in groups(state) if voice.you in group.members]
        self.group: Group | None = mine[0] if len(mine) == 1 and state.terms.kind != "social" else None
        self.members = self.group.members if self.group is not None else seats
        self.total = sum((self.earned[seat] for seat in self.members), Fraction(0))
        self.equal = self.total / len(self.members)

    @property
    def you(self) -> Seat | None:
        you = Seat(self.voice.you)
        return you if you in self.earned else None

    def heading(self) -> str:
        if not self.counts:
            left = who(self.close.by, self.voice)
            return f"{left[:1].upper()}{left[1:]} left, so nothing counts"
        if self.you is not None:
            return f"You earned {number(self.earned[self.you])} credits"
        return f"Together {number(sum(self.earned.values()))} credits"

    def lines(self) -> Iterator[str]:
        if not self.counts:
            yield f"Until then all items together were worth {sum(self.held.values())} credits."
            return
        total = sum(self.earned.values())
        bound = estimate.ceiling(self.state.terms.instance)
        part = f" of the {bound} that were possible ({round(100 * Fraction(total) / bound)} %)" if bound else ""
        yield f"Everybody together made {number(total)}{part}."
        if self.you is not None:
            yield self._own(self.you)
        if len(self.members) > 1:
            yield f"Equal shares would have been {number(self.equal)} each."

    def _own(self, you: Seat) -> str:
        """Return the worth of the reader's holdings at the end, and the coalition that they are for."""
        group, held = self.group, self.held[you]
        if group is None or len(group.members) == 1:
            return f"What you held at the end was worth {held}."
        share = percent(group.weights[group.members.index(you)])
        return f"Coalition {group.name} made {number(self.total)}; you held {held} of it. Your share was {share}."

    def title(self) -> str:
        return f"Coalition {self.group.name}" if self.group is not None and len(self.members) > 1 else "Held and earned"

    def plot(self) -> Bars:
        rows = self._rows()
        bars = tuple(
            Bar(self._label(seat), (self.held[seat] * SCALE, round(self.earned[seat] * SCALE)), seat == self.voice.you)
            for seat in rows
        )
        level = Level("equal shares", round(self.equal * SCALE)) if len(rows) > 1 and self.counts else None
        most = max(max(bar.values) for bar in bars)
        return Bars(Axis("credits", 0, most, SCALE), ("held", "earned"), bars, level)

    def _rows(self) -> list[Seat]:
        """Return the members, the reader first."""
        return sorted(self.members, key=lambda seat: (seat != self.voice.you, -self.earned[seat], seat))

    def _label(self, seat: Seat) -> str:
        if self.state.terms.style != "chat" and seat != self.voice.you:
            return seat
        return "You" if seat == self.voice.you else brief(seat, self.state.terms.seats, self.voice)

    def alt(self) -> str:
        """Return the picture in a sentence."""
        told = "; ".join(
            f"{self._label(seat)} held {self.held[seat]} and earned {number(self.earned[seat])}"
            for seat in self._rows()
        )
        equal = f"; equal shares: {number(self.equal)}" if len(self.members) > 1 and self.counts else ""
        return f"{told}{equal}."
