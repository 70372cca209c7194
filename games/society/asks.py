"""Buttons and forms: every current choice of a seat can be tapped."""

from msgspec.structs import replace

from games.core.contract import Seat
from games.core.post import Ask, Cast, Choice, Form, One, Voice
from games.society.names import labelled
from games.society.tactics.partners import example
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.world.plans import LONGEST_QUEUE, Craft, Dump, Explore, Gather, Plan, planned, said, written
from games.society.world.things import Kit

COUNTS = (1, 3, 5, 10)
"""Numbers of units that the form offers to gather; any number from 1 to 10 can be typed."""
NO_PLAN = "-"
RULES = Choice("Full rules", "/rules")
_LISTED = 25
"""Options of a list, at most: Discord shows no more."""
_FEW = 2
"""Offers with buttons to decline each; more of them would bury the others."""


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    """Return the buttons and forms of the seat.

    Where several people share a place, each finds theirs in private. All choose at once, and nobody could tell the
    buttons apart.
    """
    if view.close is not None or not view.seated:
        return ()
    people = sum(cast.kind == "human" for cast in voice.cast)
    made = _offered(view)
    if view.terms.style == "chat":
        opens = view.number == 1 and view.chosen is None
        made = labelled((*made, RULES) if opens else made, view.terms.seats, voice)
    return tuple(replace(ask, scope="seat") for ask in made) if people > 1 else made


def labels(view: View, cast: tuple[Cast, ...] = ()) -> tuple[tuple[str, str], ...]:
    """Return the labels of a seat's buttons, each with the text that it stands for."""
    made = asks(view, Voice(view.who, cast))
    return tuple((ask.label, ask.says) for ask in made if isinstance(ask, Choice) and ask.says != RULES.says)


def _offered(view: View) -> tuple[Ask, ...]:
    chat = view.terms.style == "chat"
    match view.phase:
        case "negotiation":
            return _briefly(view) if chat else _bargaining(view)
        case "contract":
            mover = view.slots.mover
            return () if mover not in (None, view.who) else _joining_briefly(view) if chat else _joining(view)
        case _:
            return _planning(view)


def _votes(view: View) -> list[Ask]:
    if not view.talks.votes_of(view.who):
        return []
    return [Choice("Confirm the deal", "vote yes", mood="go"), Choice("Refuse the deal", "vote no")]


def _passing(view: View) -> list[Ask]:
    return [Choice("Pass", "pass")] if view.awaited or view.takes_back else []


def _bargaining(view: View) -> tuple[Ask, ...]:
    me, talks = view.who, view.talks
    made = _votes(view)
    offers, bargain = talks.offers_to(me), talks.bargain(me)
    for offer in offers:
        mine = 100 - offer.mine
        made.append(Choice(f"Accept {offer.by}: you {mine} %", f"accept {offer.by} {mine}/{100 - mine}", mood="go"))
    if bargain is not None and bargain.mover == me:
        if bargain.offers < view.terms.customs.offers:
            made.append(_counter(view, bargain.other(me)))
    elif bargain is None:
        made += [_counter(view, offer.by) for offer in offers]
        if targets := _uninvited(view):
            made.append(_invite(view, targets))
    return (*made, *_ending(view), *_passing(view))


def _briefly(view: View) -> tuple[Ask, ...]:
    """Return the same for a chat: the most useful first, one form for all counter-offers, short labels."""
    me, talks = view.who, view.talks
    made = _votes(view)
    offers, bargain = talks.offers_to(me), talks.bargain(me)
    for offer in offers:
        mine = 100 - offer.mine
        label = f"Accept: you {mine} %" if len(offers) == 1 else f"Accept {offer.by}: {mine} %"
        made.append(Choice(label, f"accept {offer.by} {mine}/{100 - mine}", mood="go"))
    if bargain is not None and bargain.mover == me:
        if bargain.offers < view.terms.customs.offers:
            made.append(replace(_counter(view, bargain.other(me)), label="Counter…"))
    elif bargain is None:
        made += _answering(view, tuple(offer.by for offer in offers))
        if targets := _uninvited(view):
            made.append(_invite(view, targets))
    ends = _ending(view)
    return (*made, *_passing(view), *(ends if len(ends) <= _FEW else ()))


def _answering(view: View, inviters: tuple[Seat, ...]) -> list[Ask]:
    if not inviters:
        return []
    if len(inviters) == 1:
        return [replace(_counter(view, inviters[0]), label="Counter…")]
    partner = One("who", "Answer", tuple((seat, seat) for seat in inviters), chosen=inviters[0])
    return [Form("Counter…", (partner, _shares(view, "they")), "counter {who} {share}")]


def _uninvited(view: View) -> tuple[Seat, ...]:
    """Return the seats that the seat may invite, without those whose invitation it can answer."""
    inviters = {offer.by for offer in view.talks.offers_to(view.who)}
    return tuple(seat for seat in view.talks.targets(view.who, view.terms.seats) if seat not in inviters)


def _ending(view: View) -> list[Ask]:
    me, talks = view.who, view.talks
    bargain, out = talks.bargain(me), talks.invite_by(me)
    if bargain is not None:
        other = bargain.other(me)
        question = f"End the bargain with {other}? Neither of you gets a share from it."
        return [Choice(f"End with {other}", f"end {other}", mood="stop", question=question)]
    made: list[Ask] = [Choice(f"Decline {i.by}", f"end {i.by}") for i in talks.invites_to(me)]
    if out is not None and out.to not in {i.by for i in talks.invites_to(me)}:
        label = "Uninvite" if view.terms.style == "chat" else "Withdraw from"
        made.append(Choice(f"{label} {out.to}", f"end {out.to}"))
    return made


def _counter(view: View, other: Seat) -> Form:
    return Form(f"Counter {other}…", (_shares(view, other),), f"counter {other} {{share}}")


def _invite(view: View, targets: tuple[Seat, ...]) -> Form:
    first = (example(view, view.who) or "") if view.terms.style == "chat" else ""
    partner = One(
        "who", "Bargain with", tuple((seat, seat) for seat in targets), chosen=first if first in targets else ""
    )
    return Form("Invite…", (partner, _shares(view, "the other side")), "propose {who} {share}")


def _shares(view: View, other: str) -> One:
    # Typed shares of 0 and 100 are asked about first; the menu lacks them, so that nobody picks them by accident.
    customs, chat = view.terms.customs, view.terms.style == "chat"
    options = range(max(10, customs.low), min(90, customs.high) + 1, 10)
    listed = tuple((f"{m}/{100 - m}", f"you {m} %, {other} {100 - m} %") for m in options)
    return One("share", "Shares", listed, chosen="50/50" if chat and 50 in options else "")


def _joining(view: View) -> tuple[Ask, ...]:
    made = []
    for slot in range(len(view.slots.seats)):
        others = [seat for seat in view.slots.members(slot) if seat != view.who]
        here = view.slots.slot(view.who) == slot
        label = f"{'Stay in' if here else 'Join'} {slot}: {', '.join(others) if others else 'alone'}"
        made.append(Choice(label, f"join {slot}", mood="go" if here else "plain"))
    return tuple(made)


def _joining_briefly(view: View) -> tuple[Ask, ...]:
    """Return the same for a chat: the own coalition first, then those with members, then a single empty one."""
    slots, me = view.slots, view.who
    here = slots.slot(me)
    taken = [slot for slot in range(len(slots.seats)) if slot != here and slots.members(slot)]
    made = [] if here < 0 else [Choice(f"Stay in {here}: {_company(view, here)}", f"join {here}", mood="go")]
    made += [Choice(f"Join {slot}: {_company(view, slot)}", f"join {slot}") for slot in taken]
    alone = here >= 0 and slots.members(here) == (me,)
    return (*made, *(Choice(f"Join {slot}: alone", f"join {slot}") for slot in slots.empty()[: 0 if alone else 1]))


def _company(view: View, slot: int) -> str:
    others = [seat for seat in view.slots.members(slot) if seat != view.who]
    if not others:
        return "alone"
    return ", ".join(others) if len(others) <= _FEW else f"{others[0]} and {len(others) - 1} more"


def _planning(view: View) -> tuple[Ask, ...]:
    if view.sight is None:
        return ()
    chat = view.terms.style == "chat"
    fields = _lines(view, view.sight.kit, view.standing.plans if chat and view.standing is not None else ())
    form = Form(
        "Plans…",
        fields,
        "\n".join("{" + field.key + "}" for field in fields),
        scope="seat",
        mood="go",
        send="Use these plans",
    )
    explore = Choice("Explore", said(Explore()) if chat else written(Explore()))
    usual = Choice("Same as last round", "pass") if view.standing is not None else explore
    tip = suggested(view)
    tips = () if tip is None else (Choice("Take the suggestion", planned(tip, chat) + ("" if tip.loop else ", once")),)
    buttons = tuple(replace(choice, scope="seat") for choice in (*tips, usual))
    # In a chat one tap comes before a form.
    return (*buttons, form) if chat else (form, *buttons)


def _lines(view: View, kit: Kit, standing: tuple[Plan, ...]) -> tuple[One, ...]:
    """Return the fields of the form, which open with the standing plans where those are given."""
    plans: list[Plan] = [Gather(item, count) for item in kit.gathers for count in COUNTS]
    plans += [*map(Craft, kit.crafts), *map(Dump, kit.dumps), Explore()]
    plans += [plan for plan in dict.fromkeys(standing) if plan not in plans][: _LISTED - 1 - len(plans)]
    chat = view.terms.style == "chat"
    options = tuple((written(plan), (said if chat else written)(plan).capitalize()) for plan in plans)
    shown = [written(plan) if plan in plans else "" for plan in standing] + [""] * LONGEST_QUEUE
    more = (
        One(f"plan{n}", f"Line {n}", ((NO_PLAN, "nothing"), *options), required=not chat, chosen=shown[n - 1])
        for n in range(2, LONGEST_QUEUE + 1)
    )
    return One("plan1", "First", options, chosen=shown[0]), *more
