"""Results of steps, turns and new orders, in sentences."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from games.core.contract import Seat
from games.core.post import Block, Bold, Voice, line
from games.society.rules.coalition import share, side
from games.society.rules.contract import Joined
from games.society.rules.negotiation import Did, Merged
from games.society.rules.state import Passed, Switched, Worked
from games.society.view import View
from games.society.wording.phrases import dealt, does, many, percent, who, whose
from games.society.wording.scenes import groups_lines
from games.society.world.things import TOOLS, plural

_DEEDS: Final = {
    "invited": "{By} invite{s} {to}: {split}.{bound}",
    "countered": "{By} propose{s} to {to}: {split}.{bound}",
    "opened": "{By} start{s} a bargain with {to}.",
    "ended": "{By} end{s} the bargain with {to}.",
    "declined": "{By} decline{s} the invitation of {to}.",
    "withdrew": "{By} take{s} back the invitation to {to}.",
    "expired": "{By} leave{s} {to} without an answer; the bargain is over.",
    "capped": "No agreement between {by} and {to}; the bargain is over.",
    "lapsed": "{Whose} invitation to {to} has lapsed.",
    "cancelled": "{By} and {to} are allies now, so what was open between them is cancelled.",
    "voided": "The offer between {by} and {to} lapses: {whose} coalition changed.",
    "balloted": "{By} and {to} agree: {split}. Their coalitions vote.",
    "voted_down": "The deal of {by} and {to} is voted down.",
}
"""Events between two seats; the next lines tell the others anyway."""
_ASKED: Final = "{By} ask{s} {to} to bargain."


def did(fact: Did, view: View, voice: Voice) -> list[Block]:
    template = _ASKED if fact.deed == "invited" and fact.mine is None else _DEEDS.get(fact.deed)
    if template is None:
        return []
    by, of = who(fact.by, voice), whose(fact.by, voice)
    names = {"by": by, "By": _capital(by), "whose": of, "Whose": _capital(of), "to": who(fact.other, voice)}
    split, bound = _split(fact.by, fact.other, fact.mine, voice), _bound(fact, view, voice)
    return [line(template.format(**names, s="" if fact.by == voice.you else "s", split=split, bound=bound))]


def _bound(fact: Did, view: View, voice: Voice) -> str:
    """Return the share that a proposal would leave to the reader, if others of its side can bind the reader."""
    had, you = view.talks.coalitions, Seat(voice.you)
    sides = ((fact.by, fact.mine or 0), (fact.other, 100 - (fact.mine or 0)))
    part = next((p for seat, p in sides if you in side(had, seat) and share(had, you) != 1), None)
    if part is None:
        return ""
    return f" To you that would be {percent(share(had, you) * Fraction(part, 100))}."


def _capital(text: str) -> str:
    return text.capitalize() if text in ("you", "your") else text


def _split(by: Seat, other: Seat, mine: int | None, voice: Voice) -> str:
    mine = mine or 0
    return f"{who(by, voice)} {mine} %, {who(other, voice)} {100 - mine} %"


def merged(fact: Merged, voice: Voice) -> list[Block]:
    """Return a deal: the seats that closed it, and everybody's share of the new pot."""
    made = fact.coalition
    shares = dealt(made.members, made.shares, voice)
    accepting, offering = who(fact.accepting, voice), who(fact.offering, voice)
    blocks: list[Block] = [line(Bold(f"Deal: {accepting} and {offering}.")), line(f"Coalition {made.name}: {shares}.")]
    if voice.you in made.members and len(made.members) > 2:
        at = made.members.index(Seat(voice.you))
        was = fact.before[at]
        old = f"was {percent(was)} of the old one" if was != 1 else "you were alone"
        blocks.append(line(f"Your own share is {percent(made.shares[at])} of the merged pot ({old})."))
    return blocks


def joined(fact: Joined, voice: Voice) -> str:
    """Return a turn of the contract."""
    if not fact.chosen and not fact.stays:
        are = "are" if fact.seat == voice.you else "is"
        return f"{does(fact.seat, voice, 'say')} nothing and {are} alone in {fact.slot}."
    verb = ("stay", "stays") if fact.stays else ("join", "joins")
    return f"{does(fact.seat, voice, *verb)} {'in ' if fact.stays else ''}coalition {fact.slot}."


def worked(facts: Sequence[Worked], voice: Voice) -> list[Block]:
    """Return the tools that allies made and dropped, grouped by equal results, without the reader's own."""
    did: dict[str, list[str]] = {}
    for fact in facts:
        deeds = (("made", fact.made), ("dropped", fact.dropped))
        parts = [
            f"{verb} {many(plural(tool, count) for tool, count in zip(TOOLS, tools, strict=True) if count)}"
            for verb, tools in ((("made and dropped", fact.made),) if fact.made == fact.dropped else deeds)
            if any(tools)
        ]
        if parts and fact.seat != voice.you:
            did.setdefault(" and ".join(parts), []).append(fact.seat)
    return [line(f"{many(seats)} {text}{' each' if len(seats) > 1 else ''}.") for text, seats in did.items()]


def passed(facts: Sequence[Passed], voice: Voice) -> list[Block]:
    """Return the tools that changed hands: the reader's own line by line, those of others in one line."""
    handed = [fact for fact in facts if fact.giver != fact.taker]
    own = [fact for fact in handed if voice.you in (fact.giver, fact.taker)]
    others = [fact for fact in handed if fact not in own]
    apart = own if len(others) > 1 else handed
    blocks: list[Block] = [
        line(
            f"{_capital(who(fact.taker, voice))} picked up {plural(fact.tool, fact.count)} "
            f"that {who(fact.giver, voice)} dropped."
        )
        for fact in apart
    ]
    if len(others) > 1:
        listed = ", ".join(f"{fact.taker} {plural(fact.tool, fact.count)} of {fact.giver}" for fact in others)
        blocks.append(line(f"Picked up: {listed}."))
    return blocks


def _before(fact: Switched, view: View) -> str:
    """Return the groups of the old order; by their letters alone where the new one lists the same members."""
    if not fact.before:
        return "nobody shared"
    now = {group.name: group for group in view.groups}
    names = many(group.name for group in fact.before)
    if all(group == now.get(group.name) for group in fact.before):
        return f"{names} only"
    if all(group.name in now and group.members == now[group.name].members for group in fact.before):
        return f"{names}, with other shares"
    return ", ".join(f"{group.name} ({', '.join(group.members)})" for group in fact.before)


def switched(fact: Switched, view: View, voice: Voice) -> list[Block]:
    """Return the new order, the old one, and the maps that the reader is shown now."""
    blocks: list[Block] = [line(Bold("The order has changed.")), line(f"Before: {_before(fact, view)}.")]
    blocks += [line(text) for text in groups_lines(view, voice)]
    seen = [giver for giver, taker in fact.order.sees if taker == voice.you]
    if voice.you:
        blocks.append(line(f"You see the maps of {many(seen)}." if seen else "You see your own map only."))
    return blocks
