"""Replies to a text or a choice that does not count; the text is never repeated."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from games.core.contract import IllegalMove, Seat, Unclear
from games.core.phrases import joined
from games.core.post import Ask, Choice, Post, Voice, line
from games.society.names import dressed
from games.society.reader import hints, lateness, sentences
from games.society.tactics.partners import example
from games.society.view import View
from games.society.wording.phrases import many, who
from games.society.world.plans import LONGEST_QUEUE, MOST_UNITS, Craft, Dump, Explore, Plan, said
from games.society.world.things import Kit, plural
from games.society.world.wording import refusal

Facts = Mapping[str, Any]
Teller = Callable[[Facts, View, Voice], str]

_OVER: Final = "The game is over; nothing more can be chosen."
_AS_IN_CHAT: Final = "such as: gather 3 wood, explore"
_NAME_A_SLOT: Final = "Name a coalition by its number, such as join 0."
_SENTENCES: Final = {
    "over": _OVER,
    "no_such_seat": "You are not at this table.",
    "sum": "Shares must add to 100; you wrote {sum}.",
    "range": "Each share must be between 0 and 100.",
    "strict_range": "At this table each share must be between {low} and {high}.",
    "number": "Write whole percentages such as 40%.",
    "no_share": "Add the shares, e.g. 40/60.",
    "self": "You cannot bargain with yourself.",
    "ally": "{other} is already in your coalition.",
    "ally_now": "{other} joined your coalition in this step.",
    "in_bargain": "End your bargain with {other} first.",
    "in_bargain_with": "You are bargaining with {other}. End that first.",
    "not_your_move": "Waiting for {other}. You may withdraw with End.",
    "lapsed": "That offer lapsed: {other}'s coalition changed.",
    "last_offer": "That would be one offer too many: a bargain has {most}. Accept the one that stands, or End.",
    "unplaced": "{other} is in no coalition yet.",
    "no_vote": "There is nothing to vote on.",
    "long": "Keep commands short.",
    "too_long": "That is too long. Say it in at most {most} characters.",
    "slot": "Coalitions are 0 to {last}.",
    "two_slots": "Pick one.",
    "too_early": "Plans come when shares are fixed. First agree on those.",
    "contract_phase": "Here nobody bargains: everybody joins a coalition from 0 to {last}, such as join 0.",
}


def refuse(why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
    lines = [sentence(why.code, why.facts, view, voice)]
    if why.code not in ("over", "no_such_seat", "not_your_turn"):
        lines += _standing(view)
    post = Post(tuple(line(text) for text in lines), _fixes(why.code, why.facts, view))
    return dressed(post, view.terms.seats, voice, full=False) if view.terms.style == "chat" else post


def sentence(code: str, facts: Facts, view: View, voice: Voice) -> str:
    if code in _TOLD:
        return _TOLD[code](facts, view, voice)
    if code == "plan_format" and view.terms.style == "chat" and view.sight is not None:
        return _possible(view.sight.kit)
    if code.startswith("plan_"):
        told = refusal(code, facts)
        return told.replace("DUMP", "drop") if view.terms.style == "chat" else told
    template = _SENTENCES.get(code)
    return template.format_map(facts) if template is not None else f"That cannot be done now. {_now(view)}"


def _possible(kit: Kit) -> str:
    """Return the plans of a role in everyday words."""
    plans: tuple[Plan, ...] = (*map(Craft, kit.crafts), *map(Dump, kit.dumps), Explore())
    things = [plural(item, 2).removeprefix("2 ") for item in kit.gathers]
    gather = f"gather {joined(things, 'or')} (1 to {MOST_UNITS})"
    return f"You can {joined([gather, *map(said, plans)], 'or')}."


def _stale(facts: Facts, view: View, voice: Voice) -> str:
    return f"{lateness.sentence(view, facts.get('stake', ''), facts.get('ago'))} Nothing was done."


def _step(facts: Facts, view: View, voice: Voice) -> str:
    low = facts["below"]
    return f"Shares go in steps of ten. Did you mean {low}/{100 - low} or {low + 10}/{90 - low}?"


def _which(facts: Facts, view: View, voice: Voice) -> str:
    return f"Which one: {many(facts.get('names') or facts['others'], 'or')}?"


def _wrong_end(facts: Facts, view: View, voice: Voice) -> str:
    if len(facts["others"]) > 1:
        return _which(facts, view, voice)
    return f"You can only end the bargain or invitation with {facts['others'][0]}: end {facts['others'][0]}."


def _busy(facts: Facts, view: View, voice: Voice) -> str:
    return f"{facts['other']} is bargaining with {who(facts['partner'], voice)}. Free now: {many(facts['free'])}."


def _mismatch(facts: Facts, view: View, voice: Voice) -> str:
    mine, other = facts["mine"], facts["other"]
    said = f"The offer on the table is you {mine}, {other} {100 - mine}. Accept that, or counter."
    return f"{said} You may have swapped the two." if facts["swapped"] else said


def _bind(facts: Facts, view: View, voice: Voice) -> str:
    mine = "your coalition" if facts["own"] else "that coalition"
    return f"Only {facts['founder']}, who founded {mine}, may bind it."


def _plan(facts: Facts, view: View, voice: Voice) -> str:
    if facts["why"] == "count":
        return "1 to 10 per plan line."
    return f"Line {facts['line']}: a {view.terms.role(view.who)} can't do that."


def _then_act(text: str) -> Teller:
    """Return a sentence that ends in how the seat can act now."""
    return lambda facts, view, voice: f"{text} {hints.act(view)}"


_TOLD: Final[Mapping[str, Teller]] = MappingProxyType(
    {
        "stale": _stale,
        "turn": lambda facts, view, voice: _turn(view),
        "not_your_turn": lambda facts, view, voice: _turn(view),
        "step": _step,
        "name": lambda facts, view, voice: f"There is no such player. You can name {many(facts['seats'], 'or')}.",
        "name_mix": _which,
        "which_shares": lambda facts, view, voice: f"Which shares with {facts['to']}? Say yours first, such as 60/40.",
        "wrong_end": _wrong_end,
        "busy": _busy,
        "no_offer": lambda facts, view, voice: f"There is no offer to accept. Open offers to you: {_offers(view)}.",
        "mismatch": _mismatch,
        "wrong_partner": lambda facts, view, voice: f"Your open offer is from {many(facts['others'])}.",
        "not_in_bargain": _then_act("Open one first: 'I will negotiate with ...'."),
        "nothing_to_end": _then_act("Nothing to end."),
        "undo": _then_act("There is nothing that you could take back."),
        "empty": _then_act("There are no words of yours in that message."),
        "bargain_phase": _then_act("Coalitions have no numbers here: shares are agreed two at a time."),
        "phase": lambda facts, view, voice: f"Shares are fixed now. Submit plans. For example: {hints.plans(view)}.",
        "two": lambda facts, view, voice: f"One action per step; I read: {' / '.join(facts['read'])}. Send one.",
        "bind": _bind,
        "slots": lambda facts, view, voice: f"{_NAME_A_SLOT} {_slots(view)}",
        "must_join": lambda facts, view, voice: f"Join an empty slot to play alone: {many(map(str, facts['free']))}.",
        "format": lambda facts, view, voice: _format(view),
        "plan": _plan,
    }
)
"""Sentences that need more than the facts of the refusal."""


def _format(view: View) -> str:
    match view.phase:
        case "negotiation":
            propose = f"propose {example(view, view.who) or _other(view)} 40/60"
            return f"Use one of the four sentences, or: {propose}, counter 50/50, accept, end, pass."
        case "contract":
            return f"{_NAME_A_SLOT} {_slots(view)}"
        case _:
            chat = view.terms.style == "chat"
            return f"Write 1 to {LONGEST_QUEUE} plans, {_AS_IN_CHAT if chat else 'one a line, such as EXPLORE MAP'}."


def _other(view: View) -> Seat:
    return next(seat for seat in view.terms.seats if seat != view.who)


def _now(view: View) -> str:
    if view.close is not None:
        return "The game is over."
    return f"Now it is {lateness.name(view, view.phase)} {view.number}."


def _turn(view: View) -> str:
    mover = view.slots.mover
    if view.close is not None:
        return _OVER
    if view.phase == "contract" and mover is not None:
        return f"It is {mover}'s turn ({view.slots.wait(view.who) if view.seated else 0} to go)."
    return "There is nothing for you to choose right now."


def _slots(view: View) -> str:
    filled = [(slot, view.slots.members(slot)) for slot in range(len(view.slots.seats))]
    return "; ".join(f"{slot}: {', '.join(members) or 'empty'}" for slot, members in filled) + "."


def _offers(view: View) -> str:
    offers = view.talks.offers_to(view.who)
    return many(f"{o.by} (you {100 - o.mine}, {o.by} {o.mine})" for o in offers)


def _standing(view: View) -> list[str]:
    """Return the offer that waits for an answer, said again."""
    if view.phase != "negotiation" or view.close is not None:
        return []
    offers = view.talks.offers_to(view.who)
    return [f"On the table: {o.by} offers you {100 - o.mine} % and takes {o.mine} %." for o in offers[:2]]


def _fixes(code: str, facts: Facts, view: View) -> tuple[Ask, ...]:
    if code == "not_in_bargain" and facts.get("free") and "mine" in facts:
        says = sentences.negotiate(facts["other"], facts["mine"])
        return (Choice(f"Invite {facts['other']}", says, mood="go"),)
    if code == "which_shares" or (code == "step" and "to" in facts):
        low = facts.get("below", 40)
        shares = (50, 60, 40) if code == "which_shares" else (low, low + 10)
        return tuple(
            Choice(f"You {m} %, {facts['to']} {100 - m} %", f"propose {facts['to']} {m}/{100 - m}") for m in shares
        )
    bargain = view.talks.bargain(view.who) if view.phase == "negotiation" else None
    if code == "step" and bargain is not None and bargain.mover == view.who:
        low = facts["below"]
        both = [(f"{mine}/{100 - mine}", f"counter {mine}/{100 - mine}") for mine in (low, low + 10)]
        return tuple(Choice(label, says) for label, says in both)
    return ()
