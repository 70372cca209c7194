"""A seat's choice in the open window, told to the seat itself, and the count of those who have chosen."""

from fractions import Fraction

from games.core.contract import Seat
from games.core.post import Block, Post, Voice, line
from games.society.rules.coalition import share
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Vote
from games.society.rules.state import Counted, Fact, Noted
from games.society.view import View
from games.society.wording.phrases import many, percent, who
from games.society.wording.refusals import sentence
from games.society.world.plans import planned


def noted(fact: Noted, facts: tuple[Fact, ...], view: View, voice: Voice) -> str:
    was = f" (was {fact.lines} line{'s' if fact.lines > 1 else ''})" if fact.lines else ""
    head = f"Replaced{was}" if fact.replaced else "Noted"
    said = chosen(fact.move, view.terms.style == "chat") + _own(fact, view)
    missing = view.missing
    if any(isinstance(other, Counted) for other in facts) or fact.replaced:
        waiting = _waiting(missing, view, voice)
        return f"{head}: {said}.{waiting}"
    return f"{head}: {said}."


def _waiting(missing: tuple[Seat, ...], view: View, voice: Voice) -> str:
    if not missing:
        return ""
    if view.terms.style == "chat":
        return f" Waiting for {awaited(missing, voice)}."
    return f" Awaited: {many(who(seat, voice) for seat in missing)}."


def awaited(missing: tuple[Seat, ...], voice: Voice) -> str:
    """Return the awaited seats: people by name, AIs by their number if they are several."""
    people = [who(seat, voice) for seat in missing if voice.kind(seat) == "human"]
    ais = [seat for seat in missing if voice.kind(seat) == "ai"]
    return many((*people, *(ais if len(ais) < 2 else [f"{len(ais)} AIs"])))


def _own(fact: Noted, view: View) -> str:
    """Return the share that a proposal would leave to its seat, where the seat shares its side with others."""
    had = share(view.talks.coalitions, fact.seat)
    mine = fact.move.mine if isinstance(fact.move, Negotiate | Counter) else None
    if mine is None or had == 1:
        return ""
    return f"; of the merged pot {percent(had * Fraction(mine, 100))} would be your own"


def chosen(move: Move, chat: bool = False) -> str:
    """Return a choice in a few words, for its own seat; in a `chat` plans are in everyday words."""
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
            return planned(queue, chat) + ("" if queue.loop else ", once")
        case _:
            return "pass"


def typed(view: View, move: Move) -> str:
    """Return the words that a person types for a choice; the game reads them as the same one."""
    match move:
        case Negotiate(to, None):
            return f"propose {to}"
        case Negotiate(to, mine) if mine is not None:
            return f"propose {to} {mine}/{100 - mine}"
        case Counter(to, mine):
            return f"counter {to} {mine}/{100 - mine}"
        case Accept(whose, mine):
            offers = (100 - offer.mine for offer in view.talks.offers_to(view.who) if offer.by == whose)
            mine = next(offers, mine)
            return f"accept {whose}" if mine is None else f"accept {whose} {mine}/{100 - mine}"
        case Finish(other):
            return f"end {other}"
        case Join(slot):
            return f"join {slot}"
        case _:
            return chosen(move)


def count(fact: Counted, view: View, voice: Voice) -> tuple[Post, ...]:
    """Return the seats that have chosen, where people share a place. An AI's choice is not announced."""
    if voice.kind(fact.seat) == "ai" or not fact.missing:
        return ()
    seats = len(view.terms.seats)
    if view.terms.style == "chat":
        if fact.seat == voice.you:
            return ()
        text = f"{fact.seat} is in.{_waiting(fact.missing, view, voice)}"
        return (Post((line(text),), slot="in", keep="edit"),)
    said = f"{fact.seat} is in. {seats - len(fact.missing)} of {seats} are done; awaited: {many(fact.missing)}."
    return (Post((line(said),), slot="in", keep="edit"),)


def overtaken(code: str, other: str, view: View, voice: Voice) -> str:
    facts = {"other": other, "partner": other, "free": view.talks.targets(view.who, view.terms.seats)}
    if code == "busy":
        return f"{other} started a bargain with somebody else first."
    if code in ("ally_now", "lapsed", "in_bargain", "in_bargain_with", "not_your_move"):
        return sentence(code, facts, view, voice)
    return "others were faster."


def own_choice(view: View) -> list[Block]:
    """Return the seat's choice in this window, or else its standing plans."""
    chat = view.terms.style == "chat"
    if view.chosen is not None:
        return [line(f"You have chosen: {chosen(view.chosen, chat)}.")]
    if view.standing is not None:
        return [line(f"Your plans: {planned(view.standing, chat)}.")]
    return []
