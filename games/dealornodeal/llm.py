"""The prompt of a model that divides things, and its answer: counts by item, the history as a list of offers."""

from collections.abc import Mapping
from typing import Any, Final

from games.core.contract import Reading, Said, Seat, Unclear
from games.core.prompt import REASON, SAY, Prompt, counted, counts, named, one_of, said, schema, verbs
from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.reader.read import read, readable
from games.dealornodeal.rules.state import LONGEST, Accept, Confirm, DealMove, Heard, Leave, Offer, Speak, Utterance
from games.dealornodeal.tactics import speech
from games.dealornodeal.view import View
from games.language.agreement import assents, dissents

VERSION: Final = "dealornodeal/1"
ACTIONS: Final = verbs(
    offer="offer propose counter counteroffer counter_offer",
    accept="accept accept_offer agree",
    confirm="confirm",
    say="say talk",
    leave="walk_away leave",
)


def prompt(view: View, seat: Seat) -> Prompt:
    names = view.domain.names
    last = view.spoken[-1:]
    return Prompt(
        version=VERSION,
        rules=_rules(view),
        table=_table(view),
        now=_now(view),
        heard=tuple(("they", u.text) for u in last if u.seat != seat and u.text),
        answer=schema(
            reason=REASON,
            action=one_of(_actions(view), "What you do now."),
            keep=counts(names, "How many of each you would keep in the division that you offer; else all 0."),
            say=SAY,
        ),
    )


def _actions(view: View) -> tuple[str, ...]:
    """Return the actions to offer. With an open card that waits for the seat, words would settle nothing."""
    leave = ("walk_away",) if any(u.seat == view.who for u in view.spoken) else ()
    if view.card:
        return ("offer", "say", *leave) if view.who in view.card.confirmed else ("confirm", "offer", *leave)
    accept = ("accept",) if view.offered() else ()
    return (*accept, "offer", "say", *leave)


def _rules(view: View) -> str:
    domain = view.domain
    worth = ", ".join(f"{item.name} {value}" for item, value in zip(domain.items, view.values, strict=True))
    nothing = f"both sides get {domain.fallback} points"
    return "\n".join(
        (
            f"You and another side divide {view.domain.listed(view.pool)} between you by talking.",
            "- Each side has its own private values; your points are the values of what you get.",
            "- An offer says how many of each you would keep; the other side gets the rest.",
            "- When an offer is accepted, a card shows the deal. It counts when both sides have confirmed that card.",
            f"- Both sides together have {view.utterances} messages. After the last one, without a card, {nothing}.",
            f"- Either side may walk away once it has spoken; then {nothing}.",
            f"Each is worth to you: {worth}. The other side does not know that. Get as many points as you can.",
        )
    )


def _table(view: View) -> str:
    lines = [line for said in view.spoken if (line := _line(view, said))]
    claims = {
        item: worth for u in view.spoken if u.seat != view.who for item, worth in u.claims if item < len(view.pool)
    }
    lines += [f"- they say that one {view.domain.names[item]} is worth {n} to them" for item, n in claims.items()]
    return "\n".join(["Offers so far:", *lines] if lines else ["No offer has been made."])


def _line(view: View, said: Utterance) -> str:
    if said.act not in ("offer", "accept"):
        return ""
    who = "you" if said.seat == view.who else "they"
    verb = "accepted" if said.act == "accept" else "offered"
    return f"- {who} {verb}: " + _both(view, "you {}; they {}", view.share(said.keep))


def _both(view: View, form: str, mine: Share) -> str:
    """Return a sentence with both shares in words, the view owner's first."""
    return form.format(view.domain.listed(mine), view.domain.listed(rest(view.pool, mine)))


def _now(view: View) -> str:
    left = view.utterances - len(view.spoken)
    lines = [f"{left} messages are left, yours now included." if left > 0 else "All messages are used."]
    if view.card:
        lines.append("The card on the table: " + _both(view, "you {}; they {}.", view.share(view.card.keep)))
        done = view.who in view.card.confirmed
        lines.append(
            "You have confirmed it; say something about it, or offer something else."
            if done
            else "Confirm it if it is what you want, or offer something else, which puts it aside."
        )
    else:
        lines.append("Accept the other side's last offer, make one, or only say something.")
    return "\n".join(lines)


def answered(view: View, given: Mapping[str, Any]) -> Reading[DealMove] | Unclear:
    """Return the move in a model's answer. Codes: `unclear`, `bad_offer`, `no_offer`, `no_card`."""
    words = said(given)
    match named(given.get("action"), ACTIONS):
        case "offer":
            keep = _keep(view, given.get("keep"))
            return Unclear("bad_offer") if keep is None else Reading(Offer(keep), words)
        case "accept" if view.card and view.who not in view.card.confirmed:
            return Reading(Confirm(view.card.version))
        case "accept":
            return Reading(Accept(), words) if view.offered() else Unclear("no_offer")
        case "confirm":
            return Reading(Confirm(view.card.version)) if view.card else Unclear("no_card")
        case "say" if view.card is None or view.who in view.card.confirmed:
            return Reading(Speak(), words)
        case "leave":
            return Reading(Leave())
    return Unclear("unclear")


def _keep(view: View, value: Any) -> Share | None:
    """Return a share of the pool from an object of counts; None if it is not one."""
    if not isinstance(value, Mapping) or not value:
        return None
    keep = counted(value, *((item.name, item.plural) for item in view.domain.items))
    if keep is None or not all(0 <= k <= n for k, n in zip(keep, view.pool, strict=True)):
        return None
    return keep


def described(view: View, move: DealMove | None) -> str:
    if isinstance(move, Offer):
        return _both(view, "offer that I keep {} and you get {}", move.keep)
    offered = view.offered()
    if isinstance(move, Accept) and offered is not None:
        return _both(view, "accept that I get {} and you {}", view.share(offered))
    return "only say something"


def uttered(view: View, move: DealMove | None) -> str:
    """Return a sentence that names the whole offer, or a yes."""
    turn = len(view.spoken)
    if isinstance(move, Offer):
        act = "counter" if view.offered() else "offer"
        return speech.offer(act, view.domain.items, view.pool, move.keep, 0, turn)
    return speech.saying("accept", 0, turn) if isinstance(move, Accept) else ""


def agrees(view: View, move: DealMove | None, say: str) -> bool:
    """Return whether words express the given move or none.

    They may repeat their own offer. Any other proposal, a yes beside an offer or a no beside a yes is another move.
    Words that are too long to be read may be one, so they do not agree either.
    """
    if len(say) > LONGEST or not readable(view, say):
        return False
    if dissents(say) if isinstance(move, Accept) else assents(say):
        return False
    meant = read(view, Said(say))
    if isinstance(meant, Unclear) or not isinstance(meant.move, Heard):
        return False
    heard = meant.move
    if isinstance(move, Offer):
        # A repetition of the other side's offer may sound like an acceptance.
        return heard.act in ("words", "refuse") or heard.keep == move.keep
    if isinstance(move, Accept):
        offered = view.offered()
        mine = view.share(offered) if offered else None
        return heard.act == "words" or (heard.act == "accept" and heard.keep == mine)
    return heard.act in ("words", "refuse") and not heard.firm
