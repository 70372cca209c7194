"""Buttons and forms: every current choice of a seat can be tapped."""

from msgspec.structs import replace

from games.core.contract import Seat
from games.core.post import Ask, Choice, Form, One, Voice
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.world.plans import LONGEST_QUEUE, Craft, Dump, Explore, Gather, Plan, written

COUNTS = (1, 3, 5, 10)
"""Numbers of units that the form offers to gather; any number from 1 to 10 can be typed."""
NO_PLAN = "-"


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    """Return the buttons and forms of the seat.

    Where several people share a place, each finds theirs in private. All choose at once, and nobody could tell the
    buttons apart.
    """
    if view.close is not None or not view.seated:
        return ()
    people = sum(cast.kind == "human" for cast in voice.cast)
    made = _offered(view)
    return tuple(replace(ask, scope="seat") for ask in made) if people > 1 else made


def labels(view: View) -> tuple[tuple[str, str], ...]:
    """Return the labels of a seat's buttons, each with the text that it stands for."""
    if view.close is not None or not view.seated:
        return ()
    return tuple((ask.label, ask.says) for ask in _offered(view) if isinstance(ask, Choice))


def _offered(view: View) -> tuple[Ask, ...]:
    match view.phase:
        case "negotiation":
            return _bargaining(view)
        case "contract":
            mover = view.slots.mover
            return _joining(view) if mover in (None, view.who) else ()
        case _:
            return _planning(view)


def _bargaining(view: View) -> tuple[Ask, ...]:
    me, talks = view.who, view.talks
    made: list[Ask] = []
    if talks.votes_of(me):
        made += [Choice("Confirm the deal", "vote yes", mood="go"), Choice("Refuse the deal", "vote no")]
    offers, bargain = talks.offers_to(me), talks.bargain(me)
    for offer in offers:
        mine = 100 - offer.mine
        made.append(Choice(f"Accept {offer.by}: you {mine} %", f"accept {offer.by} {mine}/{100 - mine}", mood="go"))
    if bargain is not None and bargain.mover == me:
        if bargain.offers < view.terms.customs.offers:
            made.append(_counter(view, bargain.other(me)))
    elif bargain is None:
        made += [_counter(view, offer.by) for offer in offers]
        inviters = {offer.by for offer in offers}
        targets = tuple(seat for seat in talks.targets(me, view.terms.seats) if seat not in inviters)
        if targets:
            made.append(_invite(view, targets))
    made += _ending(view)
    if view.awaited or view.takes_back:
        made.append(Choice("Pass", "pass"))
    return tuple(made)


def _ending(view: View) -> list[Ask]:
    me, talks = view.who, view.talks
    bargain, out = talks.bargain(me), talks.invite_by(me)
    if bargain is not None:
        other = bargain.other(me)
        question = f"End the bargain with {other}? Neither of you gets a share from it."
        return [Choice(f"End with {other}", f"end {other}", mood="stop", question=question)]
    made: list[Ask] = [Choice(f"Decline {i.by}", f"end {i.by}") for i in talks.invites_to(me)]
    if out is not None and out.to not in {i.by for i in talks.invites_to(me)}:
        made.append(Choice(f"Withdraw from {out.to}", f"end {out.to}"))
    return made


def _counter(view: View, other: Seat) -> Form:
    return Form(f"Counter {other}…", (_shares(view, other),), f"counter {other} {{share}}")


def _invite(view: View, targets: tuple[Seat, ...]) -> Form:
    partner = One("who", "Bargain with", tuple((seat, seat) for seat in targets))
    return Form("Invite…", (partner, _shares(view, "the other side")), "propose {who} {share}")


def _shares(view: View, other: str) -> One:
    # Typed shares of 0 and 100 are asked about first; the menu lacks them, so that nobody picks them by accident.
    customs = view.terms.customs
    options = range(max(10, customs.low), min(90, customs.high) + 1, 10)
    return One("share", "Shares", tuple((f"{m}/{100 - m}", f"you {m} %, {other} {100 - m} %") for m in options))


def _joining(view: View) -> tuple[Ask, ...]:
    made = []
    for slot in range(len(view.slots.seats)):
        others = [seat for seat in view.slots.members(slot) if seat != view.who]
        here = view.slots.slot(view.who) == slot
        label = f"{'Stay in' if here else 'Join'} {slot}: {', '.join(others) if others else 'alone'}"
        made.append(Choice(label, f"join {slot}", mood="go" if here else "plain"))
    return tuple(made)


def _planning(view: View) -> tuple[Ask, ...]:
    if view.sight is None:
        return ()
    kit = view.sight.kit
    plans: list[Plan] = [Gather(item, count) for item in kit.gathers for count in COUNTS]
    plans += [*map(Craft, kit.crafts), *map(Dump, kit.dumps), Explore()]
    options = tuple((written(plan), written(plan).capitalize()) for plan in plans)
    first = One("plan1", "First", options)
    more = [One(f"plan{n}", f"Line {n}", ((NO_PLAN, "nothing"), *options)) for n in range(2, LONGEST_QUEUE + 1)]
    fields = (first, *more)
    form = Form("Plans…", fields, "\n".join("{" + field.key + "}" for field in fields), scope="seat", mood="go")
    usual = Choice("Same as last round", "pass") if view.standing is not None else Choice("Explore", "EXPLORE MAP")
    tip = suggested(view)
    tips = () if tip is None else (Choice("Take the suggestion", " / ".join(map(written, tip.plans))),)
    return (form, *(replace(choice, scope="seat") for choice in (*tips, usual)))
