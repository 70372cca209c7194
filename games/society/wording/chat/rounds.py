"""Rounds of plans in the chat look: what the last one brought, and the question of the next one."""

from collections.abc import Sequence
from fractions import Fraction

from games.core.post import Block, Bold, Voice, line, text_of
from games.society.names import brief
from games.society.reader import hints
from games.society.rules.state import Fared, Passed, Round, Worked
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.wording import happenings
from games.society.wording.phrases import many, number
from games.society.wording.scenes import from_outside, heading, open_map, shares, shares_again
from games.society.world import chart
from games.society.world.plans import Queue, said
from games.society.world.things import plural
from games.society.world.wording import listed, own_round

_LINES = 2
"""Lines about the tools of others, and about plans without effect."""


def over(fact: Round, view: View, voice: Voice) -> list[Block]:
    """Return the public result of a round."""
    total, gain = sum(fact.earned), sum(fact.gains)
    made = [plural(tool, count) for tool, count in zip(("hammer", "torch"), fact.made, strict=True) if count]
    text = f" Together {number(total)} credits ({'+' if gain > 0 else ''}{number(gain)})"
    text += f"; made: {many(made)}." if made else "."
    return [line(Bold(f"Round {fact.number} is over."), text), *earnings(fact.earned, view, voice)]


def earnings(earned: Sequence[Fraction], view: View, voice: Voice) -> list[Block]:
    """Return the seats' earnings so far, the richest first."""
    seats = view.terms.seats
    rows = sorted(zip(seats, earned, strict=True), key=lambda row: (-row[1], row[0]))
    named = (("you" if seat == voice.you else brief(seat, seats, voice), number(amount)) for seat, amount in rows)
    return [line(f"Earned: {' · '.join(f'{name}: {amount}' for name, amount in named)}")]


def fared(fact: Fared) -> list[Block]:
    """Return the reader's own round."""
    first, *skipped = own_round(fact.deeds, said)
    others = len(skipped) - _LINES
    more = [f"{others} more plan{'s were' if others > 1 else ' was'} skipped."] if others > 0 else []
    return [line(text) for text in (first, *skipped[:_LINES], *more)]


def worked(facts: list[Worked], voice: Voice) -> list[Block]:
    """Return the tools that allies made and dropped, in one line."""
    told = [text_of(block) for block in happenings.worked(facts, voice)]
    return [line(" ".join(told[:_LINES]))] if told else []


def passed(facts: list[Passed], voice: Voice) -> list[Block]:
    """Return the tools that changed hands: the reader's first, the others' counted."""
    handed = [fact for fact in facts if fact.giver != fact.taker]
    own = [fact for fact in handed if voice.you in (fact.giver, fact.taker)]
    rest = sum(fact.count for fact in handed) - sum(fact.count for fact in own[:_LINES])
    lines = happenings.passed(own[:_LINES], voice)
    tools = f"{rest} tool{'s' if rest > 1 else ''}"
    return [*lines, line(f"{tools} changed hands{' besides' if own else ''}.")] if rest else lines


# --- the next round ---------------------------------------------------------------------------------------------------


def question(view: View, voice: Voice, settled: bool = False) -> list[Block]:
    """Return the open round for its reader: partners, unless they have just been `settled`, map, items, plans."""
    if view.sight is None:
        return [heading(view), *(from_outside(view, voice) if view.number == 1 else []), *open_map(view)]
    if view.number == 1:
        partners = [] if settled and view.mine() else [line(" ".join(shares(view, voice)))]
        return [heading(view), *partners, *sights(view, voice), *_plans(view)]
    again = line(*heading(view).spans, f". {' '.join(shares_again(view, voice))}")
    return [again, *sights(view, voice), *_plans(view)]


def sights(view: View, voice: Voice) -> list[Block]:
    """Return the map, what is near, and what the seat holds; without the map in plain words."""
    sight = view.sight
    if sight is None:
        return []
    seats = view.terms.seats
    blocks: list[Block] = [] if voice.plain else [chart.board(sight, lambda seat: brief(seat, seats, voice))]
    near = chart.nearby(sight, 2 if blocks else len(seats))
    held = f"You hold {chart.inventory(sight)}{'' if any(sight.held) else ' yet' * (view.number == 1)}."
    seen = f"Near: {', '.join(near)}." if near else "Nothing of use is in view: explore."
    blocks.append(line(f"{held} {seen}"))
    if view.holdings:
        blocks.append(line(f"{'; '.join(f'{seat} holds {listed(held)}' for seat, held in view.holdings)}."))
    return blocks


def _plans(view: View) -> list[Block]:
    tip = suggested(view)
    tips = [] if tip is None else [line(f"Suggestion: {plans(tip)}.")]
    if view.standing is not None:
        return [line(f"Your plans: {plans(view.standing)}. Pass keeps them."), *tips]
    such = f", such as {hints.plans(view)}" if tip is None else ""
    return [line(f"Send up to five plans{such}; they repeat till the round ends."), *tips]


def plans(queue: Queue) -> str:
    return ", ".join(map(said, queue.plans)) + ("" if queue.loop else ", once")
