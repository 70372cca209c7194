"""Posts of the society, made from facts: one for all events of a window, and the question of the next one."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from games.core.contract import Seat
from games.core.post import Block, Bold, Gap, Line, Mono, Post, Quote, Table, Voice, line
from games.society.reader import hints
from games.society.rules.coalition import share
from games.society.rules.contract import Joined
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Vote
from games.society.rules.negotiation import Did, Dropped, Merged
from games.society.rules.state import (
    Counted,
    Ended,
    Fact,
    Fared,
    Heard,
    Noted,
    Opened,
    Passed,
    Round,
    Settled,
    Spoke,
    Switched,
    Window,
    Worked,
)
from games.society.tactics import estimate
from games.society.view import View
from games.society.wording import happenings, rulebook
from games.society.wording.phrases import many, number, percent, who
from games.society.wording.refusals import sentence
from games.society.wording.scenes import groups_lines, heading, scene, shares, sight_blocks, standings
from games.society.world.chart import bars
from games.society.world.plans import written
from games.society.world.things import plural
from games.society.world.wording import own_round

Teller = Callable[[Any, tuple[Fact, ...], View, Voice], list[Block]]


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    """Return one post for the events, with the scene of the next window; the count of seats has a box of its own."""
    facts = _still_open(facts)
    blocks: list[Block] = []
    for fact in facts:
        blocks += _told(fact, facts, view, voice)
    counted = next((fact for fact in facts if isinstance(fact, Counted)), None)
    if not blocks:
        return () if counted is None else _count(counted, view, voice)
    opens = any(isinstance(fact, Window | Opened) for fact in facts)
    if not opens and view.close is None and any(isinstance(fact, Fared | Dropped) for fact in facts):
        # In a private place beside a channel, the channel has told the public facts; this place tells the next window.
        blocks += [Gap(), *_next(view, voice, facts)]
    joining = any(isinstance(fact, Joined) for fact in facts) and view.phase == "contract"
    if joining and view.slots.mover not in (None, voice.you):
        # Another seat's turn: one box that follows the turns, instead of a message for each.
        return (Post(tuple(blocks), slot="turns", keep="edit", data=_data(view)),)
    return (Post(tuple(blocks), data=_data(view)),)


def _still_open(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the facts without windows that have closed again: seats moved one after the other."""
    last = next((fact for fact in reversed(facts) if isinstance(fact, Window)), None)
    return tuple(fact for fact in facts if not isinstance(fact, Window) or fact is last)


def _told(fact: Fact, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    teller = _TELLERS.get(type(fact))
    return teller(fact, facts, view, voice) if teller is not None else []


def _spoken(fact: Spoke, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    mine = fact.seat == voice.you
    return [] if mine and voice.facing_ai else [Quote("You" if mine else fact.seat, fact.words, fact.seat)]


def _heard(fact: Heard, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    hinted = fact.first or (voice.facing_ai and hints.attempt(view, fact.words))
    return [line(hints.hint(view, fact.words))] if hinted else []


def _settled(fact: Settled, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
    fixed = line(Bold("Shares are fixed."), _early(view))
    return [fixed, *(line(text) for text in groups_lines(view, voice))]


def _all_at_once(tell_all: Callable[[list[Any], Voice], list[Block]]) -> Teller:
    """Return a teller that tells all facts of a kind with the first of them."""

    def tell_first(fact: Fact, facts: tuple[Fact, ...], view: View, voice: Voice) -> list[Block]:
        alike = [other for other in facts if type(other) is type(fact)]
        return tell_all(alike, voice) if fact is alike[0] else []

    return tell_first


_TELLERS: Final[Mapping[type, Teller]] = MappingProxyType(
    {
        Opened: lambda fact, facts, view, voice: [*rulebook.card(view), Gap(), *_next(view, voice)],
        Spoke: _spoken,
        Heard: _heard,
        Noted: lambda fact, facts, view, voice: [line(_noted(fact, facts, view, voice))],
        Window: lambda fact, facts, view, voice: [Gap(), *_next(view, voice, facts)],
        Did: lambda fact, facts, view, voice: happenings.did(fact, view, voice),
        Merged: lambda fact, facts, view, voice: happenings.merged(fact, voice),
        Dropped: lambda fact, facts, view, voice: [
            line(f"Your message came to nothing: {_overtaken(fact.code, fact.other, view, voice)}")
        ],
        Joined: lambda fact, facts, view, voice: [line(happenings.joined(fact, voice))],
        Settled: _settled,
        Switched: lambda fact, facts, view, voice: happenings.switched(fact, view, voice),
        Round: lambda fact, facts, view, voice: _round(fact, view, voice),
        Fared: lambda fact, facts, view, voice: [line(text) for text in own_round(fact.deeds)],
        Worked: _all_at_once(happenings.worked),
        Passed: _all_at_once(happenings.passed),
        Ended: lambda fact, facts, view, voice: _ended(fact, view, voice),
    }
)
"""Each fact as blocks; kinds that are missing are told by others."""


def _early(view: View) -> str:
    if view.terms.kind == "contract":
        return "" if view.slots.turn >= view.slots.turns else " Nobody moved for a whole round."
    if view.talks.step > view.terms.customs.steps:
        return ""
    one = any(len(coalition.members) == len(view.terms.seats) for coalition in view.talks.coalitions)
    return " Everybody is in one coalition." if one else " Nobody did anything in the last step."


def _next(view: View, voice: Voice, facts: tuple[Fact, ...] = ()) -> list[Block]:
    told = {type(fact) for fact in facts} >= {Round, Fared}
    return [heading(view), *scene(view, voice, told)]


# --- choosing ---------------------------------------------------------------------------------------------------------


def _noted(fact: Noted, facts: tuple[Fact, ...], view: View, voice: Voice) -> str:
    was = f" (was {fact.lines} line{'s' if fact.lines > 1 else ''})" if fact.lines else ""
    head = f"Replaced{was}" if fact.replaced else "Noted"
    said = chosen(fact.move) + _own(fact, view)
    missing = view.missing
    if any(isinstance(other, Counted) for other in facts) or fact.replaced:
        waiting = f" Awaited: {many(who(seat, voice) for seat in missing)}." if missing else ""
        return f"{head}: {said}.{waiting}"
    return f"{head}: {said}."


def _own(fact: Noted, view: View) -> str:
    """Return the share that a proposal would leave to its seat, where the seat shares its side with others."""
    had = share(view.talks.coalitions, fact.seat)
    mine = fact.move.mine if isinstance(fact.move, Negotiate | Counter) else None
    if mine is None or had == 1:
        return ""
    return f"; of the merged pot {percent(had * Fraction(mine, 100))} would be your own"


def chosen(move: Move) -> str:
    """Return a choice in a few words, for its own seat."""
    match move:
        case Negotiate(to, None):
            return f"ask {to} to bargain"
        case Negotiate(to, mine) if mine is not None:
            return f"invite {to}, you {mine} %, {to} {100 - mine} %"
        case Counter(to, mine):
            return f"propose to {to}: you {mine} %, {to} {100 - mine} %"
        case Accept(whose):
            return f"accept the offer of {whose}"
        case Finish(other):
            return f"end it with {other}"
        case Vote(yes):
            return "vote yes" if yes else "vote no"
        case Join(slot):
            return f"coalition {slot}"
        case Orders(queue):
            return " / ".join(map(written, queue.plans)) + ("" if queue.loop else ", once")
        case _:
            return "pass"


def _count(fact: Counted, view: View, voice: Voice) -> tuple[Post, ...]:
    """Return the seats that have chosen, where people share a place. An AI's choice is not announced."""
    if voice.kind(fact.seat) == "ai" or not fact.missing:
        return ()
    seats = len(view.terms.seats)
    said = f"{fact.seat} is in. {seats - len(fact.missing)} of {seats} are done; awaited: {many(fact.missing)}."
    return (Post((line(said),), slot="in", keep="edit"),)


def _overtaken(code: str, other: str, view: View, voice: Voice) -> str:
    facts = {"other": other, "partner": other, "free": view.talks.targets(view.who, view.terms.seats)}
    if code == "busy":
        return f"{other} sat down with somebody else first."
    if code in ("ally_now", "lapsed", "in_bargain", "in_bargain_with", "not_your_move"):
        return sentence(code, facts, view, voice)
    return "others were faster."


# --- rounds -----------------------------------------------------------------------------------------------------------


def _round(fact: Round, view: View, voice: Voice) -> list[Block]:
    total = sum(fact.earned)
    blocks: list[Block] = [
        line(Bold(f"Round {fact.number} is over."), f" Together {number(total)} credits ({_signed(sum(fact.gains))}).")
    ]
    made = [plural(tool, count) for tool, count in zip(("hammer", "torch"), fact.made, strict=True) if count]
    if not (made or fact.handed or any(fact.gains)):
        return [line(Bold(f"Round {fact.number} is over."), f" Nothing changed. Together {number(total)} credits.")]
    if made or fact.handed:
        hands = f"{fact.handed} tool{'s' if fact.handed > 1 else ''} changed hands" if fact.handed else ""
        blocks.append(line(f"{'; '.join(filter(None, (f'Made: {many(made)}' if made else '', hands)))}."))
    rows = standings(view, fact.earned, voice)
    if voice.plain:
        blocks.append(line(f"Earned: {', '.join(f'{name} {number(amount)}' for name, amount in rows)}."))
    else:
        blocks.append(Mono(bars([(name, amount, number(amount)) for name, amount in rows])))
    return blocks


def _signed(amount: Fraction | int) -> str:
    return f"+{number(amount)}" if amount > 0 else number(amount)


def _ended(fact: Ended, view: View, voice: Voice) -> list[Block]:
    if fact.close.end == "abandoned":
        return [line(Bold(f"Game over: {who(fact.close.by, voice)} left.")), line("Nothing counts.")]
    total = sum(fact.earned)
    bound = estimate.ceiling(view.terms.instance)
    part = f" of {bound} that were possible ({round(100 * Fraction(total) / bound)} %)" if bound else ""
    blocks: list[Block] = [line(Bold(f"Game over. Together {number(total)} credits"), f"{part}.")]
    if voice.you in view.terms.seats:
        own = fact.earned[view.terms.number(Seat(voice.you))]
        blocks.append(line(f"You earn {number(own)}."))
    made = [(name, number(amount)) for name, amount in standings(view, fact.earned, voice)]
    blocks.append(Table(("Player", "earned"), tuple(made)))
    return blocks


# --- asked for --------------------------------------------------------------------------------------------------------


def status(view: View, voice: Voice) -> Post:
    if view.close is not None:
        return Post(tuple(_ended(Ended(view.close, view.earned), view, voice)), slot="status", data=_data(view))
    blocks: list[Block] = [heading(view), *scene(view, voice)]
    if view.phase == "negotiation" or len(view.mine()) > 1:
        blocks += [line(text) for text in groups_lines(view, voice)]
    if view.chosen is not None:
        blocks.append(line(f"You have chosen: {chosen(view.chosen)}. Until all are in you can change it."))
    if view.missing:
        blocks.append(line(f"Awaited: {many(who(seat, voice) for seat in view.missing)}."))
    return Post(tuple(blocks), slot="status", data=_data(view))


def explain(view: View, voice: Voice) -> Post:
    return Post((line(Bold("Society")), *rulebook.card(view), *rulebook.details(view)))


def sheet(view: View, voice: Voice) -> Post:
    """Return the secrets of this seat: its map, its items, its choice."""
    blocks: list[Block] = []
    if view.seated and view.close is None:
        blocks = [*(line(text) for text in shares(view, voice)), *sight_blocks(view, voice)]
        if view.phase != "physical":
            blocks = scene(view, voice)
    chose = view.chosen
    if chose is not None:
        blocks.append(line(f"You have chosen: {chosen(chose)}."))
    elif view.standing is not None:
        blocks.append(line(f"Your plans: {' / '.join(map(written, view.standing.plans))}."))
    if blocks:
        return Post(tuple(blocks))
    known: list[Line] = [line("You have chosen nothing yet." if view.awaited else "There is nothing only you know.")]
    return Post(tuple(known))


def _data(view: View) -> dict[str, Any]:
    """Return the keys for programs: the window, the shares so far, and the offers to the reader."""
    if view.close is not None:
        return {"phase": "over"}
    offers = [{"by": o.by, "mine": 100 - o.mine} for o in view.talks.offers_to(view.who)]
    return {"phase": view.phase, "window": view.number, "step": view.step, "offers": offers}
