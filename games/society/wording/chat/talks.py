"""Bargains and coalitions in the chat look: the events of a step, and the question of the next one."""

from collections.abc import Sequence
from fractions import Fraction

from games.core.contract import Seat
from games.core.post import Block, Bold, Voice, item, line
from games.society.names import brief
from games.society.rules.coalition import merged, of, share, side
from games.society.rules.contract import Joined
from games.society.rules.negotiation import Did, Merged
from games.society.rules.talks import INVITE_STEPS, Bargain, Offer
from games.society.tactics.estimate import pot
from games.society.tactics.partners import example
from games.society.view import View
from games.society.wording import happenings
from games.society.wording.phrases import dealt, many, number, percent, who
from games.society.wording.scenes import reader

_FEW, _MANY = 3, 8
"""Events between others that a seat, and a channel, are told one by one."""
_QUIET = ("opened", "accepted", "missed")
"""Events that the lines beside them show anyway."""
_SHOWN = ("invited", "countered", *_QUIET)
"""Events of the reader's own that the next question shows."""
_BRIEFLY = {
    "invited": "{by} invites {to}{split}",
    "countered": "{by} asks {to} for {mine} %",
    "ended": "{by} ends the bargain with {to}",
    "declined": "{by} declines {to}",
    "withdrew": "{by} no longer invites {to}",
    "expired": "{by} leaves {to} without an answer",
    "capped": "{by} and {to} find no agreement",
    "lapsed": "{by}'s invitation to {to} lapses",
    "balloted": "{by} and {to} agree, and their sides vote",
    "voted_down": "the deal of {by} and {to} is voted down",
}


def events(facts: Sequence[Did], view: View, voice: Voice) -> list[Block]:
    """Return the events of a step: those that concern the reader first, the others' in brief."""
    me = reader(view, voice) if voice.you else None
    if me is None:
        return [item(f"{text}.") for text in _cut(facts, _MANY)]
    near = [fact for fact in facts if me in (fact.by, fact.other) or _binds(fact, me, view)]
    blocks = [block for fact in near if _is_news(fact, me) for block in happenings.did(fact, view, voice)]
    others = _cut([fact for fact in facts if fact not in near], _FEW)
    return [*blocks, line(f"Others: {'; '.join(others)}.")] if others else blocks


def _is_news(fact: Did, me: Seat) -> bool:
    """Return whether an event has to be told, as the reader's next question does not show it."""
    return me not in (fact.by, fact.other) or fact.deed not in _SHOWN


def _cut(facts: Sequence[Did], most: int) -> list[str]:
    texts = [text for fact in facts if (text := _briefly(fact))]
    return texts if len(texts) <= most else [*texts[:most], f"and {len(texts) - most} more"]


def _binds(fact: Did, me: Seat, view: View) -> bool:
    had = view.talks.coalitions
    return fact.deed in ("invited", "countered", "balloted") and me in (*side(had, fact.by), *side(had, fact.other))


def _briefly(fact: Did) -> str:
    template = _BRIEFLY.get(fact.deed, "")
    split = "" if fact.mine is None else f", {fact.mine}/{100 - fact.mine}"
    return template.format(by=fact.by, to=fact.other, mine=fact.mine, split=split)


def deal(fact: Merged, voice: Voice) -> list[Block]:
    """Return a deal: in full for a member, in a line for the others."""
    made = fact.coalition
    if voice.you not in made.members:
        return [line(Bold("Deal:"), f" {dealt(made.members, made.shares, voice)}.")]
    at = made.members.index(Seat(voice.you))
    one, other = sorted((fact.accepting, fact.offering), key=lambda seat: seat != voice.you)
    blocks: list[Block] = [line(Bold(f"Deal: {who(one, voice)} and {other}."))]
    blocks.append(line(f"Shares: {shared(made.members, made.shares, voice)}."))
    if len(made.members) > 2:
        old = f"before: {percent(fact.before[at])} of a smaller pot" if fact.before[at] != 1 else "you were alone"
        blocks.append(line(f"Your own share of what all {len(made.members)} make: {percent(made.shares[at])} ({old})."))
    return blocks


def shared(members: Sequence[str], parts: Sequence[Fraction], voice: Voice) -> str:
    """Return members with their shares, the reader first."""
    pairs = sorted(zip(members, parts, strict=True), key=lambda pair: pair[0] != voice.you)
    return dealt([seat for seat, _ in pairs], [part for _, part in pairs], voice)


def coalitions(view: View, voice: Voice) -> list[Block]:
    """Return the coalitions with their members' shares, the reader's own first, and the seats that stand alone."""
    groups = sorted(view.groups, key=lambda group: voice.you not in group.members)
    kind = "Group" if view.terms.kind == "social" else "Coalition"
    blocks: list[Block] = [
        line(f"{kind} {group.name}: {shared(group.members, group.weights, voice)}.") for group in groups
    ]
    inside = {seat for group in groups for seat in group.members}
    alone = [who(seat, voice) for seat in view.terms.seats if seat not in inside]
    return [*blocks, line(f"Alone: {many(alone)}.")] if alone else blocks


# --- the next step ----------------------------------------------------------------------------------------------------


def question(view: View, voice: Voice) -> list[Block]:
    """Return the open votes and offers, their meaning to the reader, and the reader's options."""
    me, talks = reader(view, voice), view.talks
    if me is None:
        pairs = [f"{b.a} with {b.b}" for b in talks.bargains]
        return [line(f"At the table: {', '.join(pairs)}.")] if pairs else []
    blocks: list[Block] = [block for ballot in talks.votes_of(me) for block in _vote(ballot.accepting, ballot.offering)]
    offers, bargain = talks.offers_to(me), talks.bargain(me)
    for offer in offers[:_FEW]:
        blocks += _offered(view, me, offer)
    if len(offers) > _FEW:
        blocks.append(line(f"{len(offers) - _FEW} more invite you: see their buttons."))
    if bargain is not None:
        return [*blocks, line(_bargain(view, me, bargain))]
    if offers:
        return [*blocks, line("Accept, counter with other shares, or decline.")]
    return [*blocks, *_free(view, voice, me)]


def _bargain(view: View, me: Seat, bargain: Bargain) -> str:
    """Return the reader's options in a bargain."""
    other = bargain.other(me)
    if bargain.mover != me:
        asked = "" if bargain.offer is None else f" to your {bargain.offer.mine}/{100 - bargain.offer.mine}"
        return f"You wait for the answer of {other}{asked}."
    if bargain.offer is None:
        why = f"The last offer lapsed: {bargain.lapsed} has new allies. " if bargain.lapsed else ""
        return f"{why}Propose shares to {other}, such as 50/50, or end it."
    if bargain.offers >= view.terms.customs.offers:
        return "It's the last offer of this bargain: accept it, or end the talks."
    last = f" Answer {other} now, or the talks end." if bargain.misses else ""
    return f"Accept, counter with other shares, or end the talks.{last}"


def _vote(one: Seat, other: Seat) -> list[Block]:
    return [line(f"{one} and {other} agreed for you, too. Vote yes or no; silence is yes.")]


def _offered(view: View, me: Seat, offer: Offer) -> list[Block]:
    mine, had = 100 - offer.mine, view.talks.coalitions
    made = merged(had, me, offer.by, Fraction(mine, 100))
    blocks: list[Block] = [line(Bold(f"{offer.by} offers you {mine} %"), f", and takes {offer.mine} %.")]
    if len(made.members) > 2:
        was = f"now {percent(share(had, me))} of a smaller pot" if of(had, me) else "you're alone now"
        blocks.append(line(f"Your own part of the merged pot: {percent(made.share(me))} ({was})."))
    return [*blocks, line(_meaning(view, me, made.members, made.share(me)))]


def _meaning(view: View, me: Seat, members: tuple[Seat, ...], part: Fraction) -> str:
    """Return the highest worth of a share in credits, after and before, by the contents of the world."""
    had = view.talks.coalitions
    after, now = part * _pot(view, members), share(had, me) * _pot(view, side(had, me))
    gain, kept = number(Fraction(round(after))), number(Fraction(round(now)))
    return f"With this deal you get up to {gain} credits, without it up to {kept}."


def _pot(view: View, seats: Sequence[Seat]) -> int:
    carpenters = sum(view.terms.role(seat) == "carpenter" for seat in seats)
    return pot(view.terms.instance, carpenters, len(seats) - carpenters)


def _free(view: View, voice: Voice, me: Seat) -> list[Block]:
    talks = view.talks
    out = talks.invite_by(me)
    if out is not None:
        shares = "" if out.mine is None else f" ({out.mine}/{100 - out.mine})"
        return [
            line(
                f"Your invitation to {out.to}{shares} stands till step {out.step + INVITE_STEPS}; you can withdraw it."
            )
        ]
    targets = talks.targets(me, view.terms.seats)
    partner = example(view, me)
    if not targets or partner is None:
        return [line("Everyone is busy this step; nothing for you to do.")]
    now, both = share(talks.coalitions, me) * _pot(view, side(talks.coalitions, me)), _together(view, me, partner)
    name = brief(partner, view.terms.seats, voice)
    blocks: list[Block] = []
    if both > now:
        what = f"Your side and {partner}'s" if max(map(len, _sides(view, me, partner))) > 1 else f"You and {partner}"
        blocks.append(line(f"{what} can make up to {both} credits together; as it stands you get up to {number(now)}."))
    return [*blocks, line(f"Invite somebody with shares, such as “{name} 50/50”, or pass.")]


def _sides(view: View, me: Seat, other: Seat) -> tuple[tuple[Seat, ...], ...]:
    return side(view.talks.coalitions, me), side(view.talks.coalitions, other)


def _together(view: View, me: Seat, other: Seat) -> int:
    return _pot(view, tuple(dict.fromkeys(seat for part in _sides(view, me, other) for seat in part)))


# --- contract ---------------------------------------------------------------------------------------------------------


def joined(facts: Sequence[Joined], voice: Voice) -> list[Block]:
    """Return the turns that have ended, in one line if they are several."""
    return [line(" ".join(happenings.joined(fact, voice) for fact in facts))]


def slots(view: View, voice: Voice) -> list[Block]:
    """Return the coalitions with their members, and whose turn it is."""
    slots, me = view.slots, reader(view, voice)
    filled = [(slot, slots.members(slot)) for slot in range(len(slots.seats)) if slots.members(slot)]
    blocks: list[Block] = [item(f"{slot}: {', '.join(who(s, voice) for s in members)}") for slot, members in filled]
    free = slots.empty()
    if free:
        blocks.append(item(f"Empty: {', '.join(map(str, free))}"))
    example = next((slot for slot, members in filled if members != (me,)), 0)
    if me is not None and slots.mover in (None, me):
        now = "All choose at once" if slots.mover is None else "Your turn"
        part = _worth_of(view, me, example)
        return [*blocks, *part, line(f"{now}: join a coalition by its number or a member, such as “join {example}”.")]
    return [*blocks, line(f"It's {slots.mover}'s turn.")] if slots.mover else blocks


def _worth_of(view: View, me: Seat, slot: int) -> list[Block]:
    """Return the highest earnings in the reader's place, or in the first other one."""
    here = view.slots.slot(me)
    at = here if here >= 0 and len(view.slots.members(here)) > 1 else slot
    members = tuple(dict.fromkeys((*view.slots.members(at), me)))
    if len(members) < 2:
        return []
    each = number(Fraction(round(Fraction(_pot(view, members), len(members)))))
    return [line(f"In {at} you'd earn up to {each} credits, alone up to {number(_pot(view, (me,)))}.")]


def allies(view: View, voice: Voice) -> list[Block]:
    """Return the coalitions so far, one a line."""
    return [line(f"Coalition {c.name}: {shared(c.members, c.shares, voice)}.") for c in view.talks.coalitions]
