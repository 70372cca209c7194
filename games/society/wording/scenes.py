"""Scenes: a window's question to its reader, the seat's situation, and its possible actions."""

from fractions import Fraction
from typing import Any

from games.core.contract import Seat
from games.core.post import Block, Bold, Line, Voice, line
from games.society.reader import hints
from games.society.rules.coalition import merged, of, share
from games.society.rules.talks import INVITE_STEPS
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.wording.phrases import dealt, many, number, percent, who, whose
from games.society.world import chart
from games.society.world.overview import overview
from games.society.world.plans import written
from games.society.world.wording import listed

_FEW = 3
"""Groups with at most this many members are named every round."""
MOST_NEAR = 2
"""Players whose distance is told beside a map; it shows those in one's own view anyway."""
NAMES = {"negotiation": "Step", "contract": "Turn", "physical": "Round"}


def heading(view: View) -> Line:
    name = "Round" if view.phase == "contract" and view.slots.mover is None else NAMES[view.phase]
    text = f"{name} {view.number} of {view.windows}"
    if view.phase == "contract" and view.slots.mover is not None:
        text += f", round {view.slots.round} of {view.slots.rounds}"
    return line(Bold(text))


def scene(view: View, voice: Voice, told: bool = False) -> list[Block]:
    """Return the open window for its reader. `told`: the reader's earnings stand just above."""
    match view.phase:
        case "negotiation":
            return _bargaining(view, voice)
        case "contract":
            return _joining(view, voice)
        case _:
            return _planning(view, voice, told)


def reader(view: View, voice: Voice) -> Seat | None:
    """Return the seat that a scene is about, even if others can read its place; None: no seat."""
    you = Seat(voice.you)
    return you if you in view.terms.seats else view.who if view.seated else None


# --- negotiation ------------------------------------------------------------------------------------------------------


def _bargaining(view: View, voice: Voice) -> list[Block]:
    me, talks = reader(view, voice), view.talks
    if me is None:
        return [line(text) for text in _open_bargains(view, voice)]
    lines = []
    for ballot in talks.votes_of(me):
        pair = f"{ballot.accepting} and {ballot.offering}"
        lines.append(
            f"{pair} agreed on {ballot.mine} : {100 - ballot.mine}, for you too. Vote yes or no; silence is yes."
        )
    bargain = talks.bargain(me)
    for offer in talks.offers_to(me):
        lines.append(f"{offer.by} offers you {100 - offer.mine} %, and {offer.mine} % for {offer.by}.")
        lines += preview(view, me, offer.by, 100 - offer.mine)
    if bargain is not None:
        other = bargain.other(me)
        if bargain.mover != me:
            lines.append(f"You bargain with {other}, whose move it is.")
        elif bargain.offer is None:
            why = (
                f"the last offer lapsed, as {whose(bargain.lapsed, voice)} coalition changed" if bargain.lapsed else ""
            )
            lines.append(f"You bargain with {other}: {why or 'no offer stands'}. Propose a share, or end.")
        elif bargain.offers >= view.terms.customs.offers:
            lines.append("It is the last offer of this bargain: accept, or end.")
        elif bargain.misses:
            lines.append(f"Answer {other} in this step, or the bargain ends.")
    else:
        lines += _free(view, me)
    return [line(text) for text in lines]


def _free(view: View, me: Seat) -> list[str]:
    talks = view.talks
    out = talks.invite_by(me)
    if out is not None:
        until = out.step + INVITE_STEPS
        return [f"Your invitation to {out.to} stands until step {until}."]
    offers = talks.offers_to(me)
    targets = [seat for seat in talks.targets(me, view.terms.seats) if seat not in {offer.by for offer in offers}]
    if not targets:
        return [] if offers else ["Everyone is busy this step; nothing for you to do."]
    return [f"You can invite {many(targets, 'or')}."]


def _open_bargains(view: View, voice: Voice) -> list[str]:
    talks = view.talks
    pairs = [f"{who(b.a, voice)} with {who(b.b, voice)}" for b in talks.bargains]
    return [f"At the table: {', '.join(pairs)}."] if pairs else []


def preview(view: View, accepting: Seat, offering: Seat, mine: int) -> list[str]:
    """Return the shares after a deal, where it binds somebody besides the two."""
    had = view.talks.coalitions
    made = merged(had, accepting, offering, Fraction(mine, 100))
    if len(made.members) <= 2:
        return []
    own = of(had, accepting)
    now = share(had, accepting)
    was = f"now {percent(now)} of the old one" if own is not None else "you are alone now"
    lines = [f"If you accept, your own share becomes {percent(made.share(accepting))} of the merged pot ({was})."]
    rest = [(seat, part) for seat, part in zip(made.members, made.shares, strict=True) if seat != accepting]
    lines.append(f"The others would have {', '.join(f'{seat} {percent(part)}' for seat, part in rest)}.")
    return lines


# --- contract ---------------------------------------------------------------------------------------------------------


def _joining(view: View, voice: Voice) -> list[Block]:
    slots = view.slots
    filled = [(slot, slots.members(slot)) for slot in range(len(slots.seats)) if slots.members(slot)]
    blocks: list[Block] = [
        line(f"{slot}: {', '.join(who(seat, voice) for seat in members)}") for slot, members in filled
    ]
    free = slots.empty()
    if free:
        blocks.append(line(f"Empty: {', '.join(map(str, free))}"))
    if slots.mover is None:
        blocks.append(line("All choose at once. Name a coalition, such as join 0."))
    elif slots.mover == voice.you:
        blocks.append(line("Your turn: name a coalition, such as join 0."))
    else:
        blocks.append(line(f"It is {whose(slots.mover, voice)} turn."))
    return blocks


# --- the world --------------------------------------------------------------------------------------------------------


def _planning(view: View, voice: Voice, told: bool) -> list[Block]:
    if view.sight is None:
        return [*(from_outside(view, voice) if view.number == 1 else []), *open_map(view)]
    shared = shares(view, voice) if view.number == 1 else shares_again(view, voice)
    blocks: list[Block] = [line(text) for text in shared]
    blocks += sight_blocks(view, voice, told)
    tip = suggested(view)
    blocks.append(line(plans_line(view, tip is None)))
    if tip is not None:
        blocks.append(line(f"A suggestion: {' / '.join(written(plan).lower() for plan in tip.plans)}."))
    return blocks


def from_outside(view: View, voice: Voice) -> list[Block]:
    """Return a single introduction for viewers without a seat."""
    given = groups_lines(view, voice) if view.terms.kind == "social" else []
    secret = "All plan in secret." if view.world else "All plan in secret; everybody's map is for their own eyes."
    return [line(text) for text in (*given, secret)]


def open_map(view: View) -> list[Block]:
    return [overview(view.world)] if view.world is not None and view.close is None else []


def sight_blocks(view: View, voice: Voice, told: bool = False) -> list[Block]:
    """Return the map and the seat's items; in plain words without the map."""
    sight = view.sight
    if sight is None:
        return []
    blocks: list[Block] = [] if voice.plain else [chart.board(sight)]
    if sight.sees_all and not voice.plain:
        blocks.append(line("You see everything."))
    near = chart.nearby(sight, MOST_NEAR if blocks else len(view.terms.seats))
    blocks.append(line(f"Near: {', '.join(near)}." if near else "Nothing of use is in view."))
    own, earned = view.worths[sight.seat], _earned(view)
    held = f"You hold {chart.inventory(sight)}"
    new = not any(sight.held) and not earned
    sums = "" if told else f", worth {own}. Earned so far: {number(earned)}"
    blocks.append(line(f"{held} yet." if new else f"{held}{sums}."))
    if view.holdings:
        blocks.append(line(f"{'; '.join(f'{seat} holds {listed(held)}' for seat, held in view.holdings)}."))
    return blocks


def _earned(view: View) -> Fraction:
    return view.earned[view.terms.number(view.who)]


def plans_line(view: View, example: bool = True) -> str:
    if view.standing is None:
        such = f", such as {hints.plans(view)}" if example else ""
        how = " Your plans repeat until the round ends; impossible ones are skipped." if view.number == 1 else ""
        return f"Send up to five plans{such}.{how}"
    loop = "" if view.standing.loop else ", once"
    return f"Your plans: {' / '.join(written(plan) for plan in view.standing.plans)}{loop}. Pass keeps them."


def shares(view: View, voice: Voice) -> list[str]:
    """Return the reader's partners in sharing, and the reader's part."""
    mine = view.mine()
    if not mine:
        return ["You share with nobody: what you earn is yours."]
    part = "" if len(mine) == 1 else f"{_part(len(mine))} of what you earn goes into each."
    lines = [f"{_called(view)} {group.name}: {dealt(group.members, group.weights, voice)}." for group in mine]
    return [*lines, part] if part else lines


def shares_again(view: View, voice: Voice) -> list[str]:
    """Return the same in brief, for a repeated scene with several groups or a large one."""
    mine = view.mine()
    if len(mine) > 1:
        return [f"You share in groups {many(group.name for group in mine)}."]
    if mine and len(mine[0].members) > _FEW:
        group = mine[0]
        part = group.weights[group.members.index(view.who)]
        return [f"You have {percent(part)} of {_called(view).lower()} {group.name}."]
    return shares(view, voice)


def _called(view: View) -> str:
    return "Group" if view.terms.kind == "social" else "Coalition"


def _part(count: int) -> str:
    return {2: "Half", 3: "A third", 4: "A quarter"}.get(count, f"A {count}th")


def groups_lines(view: View, voice: Voice) -> list[str]:
    """Return everybody's groups, and the seats in none."""
    lines = [f"{_called(view)} {group.name}: {dealt(group.members, group.weights, voice)}." for group in view.groups]
    inside = {seat for group in view.groups for seat in group.members}
    alone = [who(seat, voice) for seat in view.terms.seats if seat not in inside]
    if alone:
        lines.append(f"Alone: {many(alone)}.")
    return lines


def standings(view: View, earned: tuple[Fraction, ...], voice: Voice) -> list[tuple[str, Fraction]]:
    """Return seats with their earnings, the richest first."""
    rows = sorted(zip(view.terms.seats, earned, strict=True), key=lambda row: (-row[1], row[0]))
    return [(who(seat, voice), amount) for seat, amount in rows]


def data(view: View) -> dict[str, Any]:
    """Return the keys for programs: the window, the shares so far, and the offers to the reader."""
    if view.close is not None:
        return {"phase": "over"}
    offers = [{"by": o.by, "mine": 100 - o.mine} for o in view.talks.offers_to(view.who)]
    return {"phase": view.phase, "window": view.number, "step": view.step, "offers": offers}


def early(view: View) -> str:
    if view.terms.kind == "contract":
        return "" if view.slots.turn >= view.slots.turns else " Nobody moved for a whole round."
    if view.talks.step > view.terms.customs.steps:
        return ""
    one = any(len(coalition.members) == len(view.terms.seats) for coalition in view.talks.coalitions)
    return " Everybody is in one coalition." if one else " Nobody did anything in the last step."
