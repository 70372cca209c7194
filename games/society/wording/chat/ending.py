"""End of a game in the chat look: everybody's earnings, and what each coalition made, in one message."""

from fractions import Fraction

from games.core.contract import Seat
from games.core.post import Block, Bold, Mono, Table, Voice, line
from games.society.names import brief
from games.society.rules.sharing import Group
from games.society.rules.state import Ended
from games.society.tactics import estimate
from games.society.view import View
from games.society.wording.chat.talks import shared
from games.society.wording.phrases import number, who


def ended(fact: Ended, view: View, voice: Voice) -> list[Block]:
    if fact.close.end == "abandoned":
        left = "you" if fact.close.by == voice.you else fact.close.by
        return [line(Bold("GAME OVER")), line(f"{left[0].upper()}{left[1:]} left, so nothing counts.")]
    seats, total = view.terms.seats, sum(fact.earned)
    bound = estimate.ceiling(view.terms.instance)
    part = f" of the {bound} that were possible ({round(100 * Fraction(total) / bound)} %)" if bound else ""
    blocks: list[Block] = [line(Bold("GAME OVER")), line(f"Together you made {number(total)} credits{part}.")]
    rows = sorted(zip(seats, fact.earned, strict=True), key=lambda row: (-row[1], row[0]))
    named = [("you" if seat == voice.you else brief(seat, seats, voice), number(amount)) for seat, amount in rows]
    blocks.append(line(Bold("Final Earnings")))
    if voice.plain:
        blocks.append(line(f"{', '.join(f'{name} {amount}' for name, amount in named)}."))
    else:
        wide = max(len(name) for name, _ in named)
        high = max(len(amount) for _, amount in named)
        box = "\n".join(f"{name:<{wide}}  {amount:>{high}}" for name, amount in named)
        blocks.append(Mono(box, cells=Table(("player", "credits"), tuple(named))))
    return [*blocks, *_made(fact, view, voice)]


_FEW = 4
"""Seats of a table whose coalitions are all told in full."""


def _made(fact: Ended, view: View, voice: Voice) -> list[Block]:
    """Return the worth that each seat made, by coalition; in one line where the groups overlap."""
    made = {seat: view.worths[at] for at, seat in enumerate(view.terms.seats)}
    if view.terms.kind == "social":
        own = [(seat, worth) for seat, worth in made.items() if worth]
        told = ", ".join(f"{who(seat, voice)}: {worth}" for seat, worth in own) or "nobody anything"
        return [line(f"Held at the end: {told}.")]
    groups = sorted(view.groups, key=lambda group: voice.you not in group.members)
    if len(view.terms.seats) <= _FEW:
        return [line(_full(group, made, voice)) for group in groups]
    mine = [line(_full(group, made, voice)) for group in groups if voice.you in group.members]
    rest = [f"{g.name} {sum(made[Seat(seat)] for seat in g.members)}" for g in groups if voice.you not in g.members]
    return [*mine, *([line(f"Coalitions made: {', '.join(rest)}.")] if rest else [])]


def _full(group: Group, made: dict[Seat, int], voice: Voice) -> str:
    members = sorted(group.members, key=lambda seat: seat != voice.you)
    parts = ", ".join(f"{who(seat, voice)}: {made[Seat(seat)]}" for seat in members)
    total = sum(made[Seat(seat)] for seat in members)
    return f"Coalition {group.name} made {total} ({parts}). Split: {shared(group.members, group.weights, voice)}."
