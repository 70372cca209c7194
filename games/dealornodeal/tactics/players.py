"""The analytic players: the six personalities of Chawla et al. (2023), and levels for people who just want to play."""

from collections.abc import Mapping
from dataclasses import replace
from operator import ge, le
from types import MappingProxyType
from typing import Final, NamedTuple

from games.core.contract import Act, Player
from games.dealornodeal.domain.deals import Share, worth
from games.dealornodeal.rules.state import YOU, Accept, Confirm, DealMove, Offer, Reopen, Speak
from games.dealornodeal.tactics import speech
from games.dealornodeal.tactics.belief import SCALE, table
from games.dealornodeal.tactics.limits import Commitment, commitment, distribution
from games.dealornodeal.tactics.mind import Style, Talk
from games.dealornodeal.tactics.reciprocal import Reciprocity
from games.dealornodeal.view import View

NORMAL: Final = Style((200, 480), (800, 745, 690, 640, 590), step=40, answer=20)
CORE: Final = Reciprocity((150, 430), (1000, 900, 800, 700, 550), answer=50, lead=200, last=(600, 300), presses=60)
HARD: Final = replace(
    CORE,
    shares=(312, 518),
    curve=(1000, 920, 840, 760, 650),
    step=30,
    answer=30,
    last=(700, 500),
    low=700,
    gain=0,
    nudge=5,
    least=300,
)
EASY: Final = Style((100, 350), (440, 400, 360, 320, 280), step=150, answer=100, last=(350, 250))

STYLES: Final[Mapping[str, tuple[str, Style]]] = MappingProxyType(
    {
        "normal": ("Asks for much, finds what costs you little, and gives when you give.", NORMAL),
        "easy": ("Asks for a little less than half, and is quick to give it up.", EASY),
        "hard": ("Settles for little less than half, gives way to who moves and holds against who repeats.", HARD),
        "core": ("The strongest player there is here, for measurements.", CORE),
        "fair/S": (
            "Wants equal points and thinks that you will agree.",
            Style((50, 300), (950, 900, 800, 650, 300), step=100, behind=75, ahead=75, last=(300, 100), presses=0),
        ),
        "fair/fair": (
            "Wants equal points and thinks that you do too.",
            Style((50, 300), (950, 850, 750, 600, 250), step=100, behind=75, ahead=75, last=(300, 100), presses=0),
        ),
        "fair/selfish": (
            "Wants equal points and thinks that you want all for yourself.",
            Style((50, 300), (900, 800, 650, 450, 200), step=100, behind=75, ahead=75, last=(300, 100), presses=0),
        ),
        "selfish/S": (
            "Wants points for itself and thinks that you will agree to anything.",
            Style((620, 720), (1000, 1000, 1000, 950, 850), step=20, answer=20, lead=0, last=(900, 850), firm=True),
        ),
        "selfish/fair": (
            "Wants points for itself and thinks that you will settle for half.",
            Style((560, 640), (1000, 950, 900, 850, 775), step=30, answer=30, lead=0, last=(850, 775), firm=True),
        ),
        "selfish/selfish": (
            "Wants points for itself and thinks that you give nothing away, so it looks for what both can live with.",
            Style((0, 330), (1000, 850, 750, 650, 450), last=(300, 200), presses=0),
        ),
    }
)
"""Name, one sentence, and style. The second half of a personality's name is the partner it expects."""


def draw(view: View, seed: int, style: Style) -> Commitment:
    """Return a player's commitment at the deal."""
    return commitment(table(view.domain, view.pool, view.values), fallback_of(view), style.shares, seed)


def dispositions(view: View, style: Style) -> tuple[tuple[Commitment, int], ...]:
    """Return all that a player may commit to at the deal, each with how often it does."""
    return distribution(table(view.domain, view.pool, view.values), fallback_of(view), style.shares)


def decide(view: View, seed: int, style: Style, limit: int) -> Act[DealMove]:
    """Return one turn: confirm or answer the card, accept, or make an offer."""
    turn = len(view.spoken)
    talk = talk_of(view, limit)
    if view.card and view.who in view.card.confirmed:
        return Act(Speak(), speech.saying("card", seed, turn))
    mind = style.mind(talk)
    if view.card:
        deal = (talk.table.index if view.who == YOU else talk.table.turned)[view.card.keep]
        if deal in talk.mine or _accepted(view) or mind.takes(deal, mind.offer()):
            return Act(Confirm(view.card.version))
        if talk.left <= 0:
            return Act(Reopen(view.card.version, misread=False))
        return _offers(view, seed, style, talk, mind.offer())
    step = mind.step(answers(view))
    if step.deal is None:
        return Act(Accept(), speech.saying("accept", seed, turn))
    return _offers(view, seed, style, talk, step.deal, step.betters)


CLAIMS: Final = 30
"""Claims about values that are looked at: the last ones. Of those about one item only the last counts."""


def talk_of(view: View, limit: int = 0) -> Talk:
    """Return the course of the talk as the owner of the view sees it; `limit` is the least that it takes, scaled."""
    domain, who = view.domain, view.who
    known = table(domain, view.pool, view.values)
    deal_of = known.index if who == YOU else known.turned
    mine, theirs, claims, agreed = list[int](), list[int](), list[tuple[int, int]](), False
    for said in view.spoken:
        own = said.seat == who
        if said.act == "offer":
            if agreed and not own:
                theirs.pop()  # its card was put aside: it may have been misread, and no step counts from it
            (mine if own else theirs).append(deal_of[said.keep])
        agreed = bool(theirs) and (said.act == "accept" if own else agreed and said.act != "offer")
        if said.claims and not own:
            claims += said.claims
    last = tuple(dict(claims[-CLAIMS:]).items())
    return Talk(known, tuple(mine), tuple(theirs), last, len(view.spoken), view.utterances, fallback_of(view), limit)


def fallback_of(view: View) -> int:
    """Return the worth of no deal to the owner of the view, scaled."""
    return SCALE * view.domain.fallback // max(1, worth(view.values, view.pool))


def _accepted(view: View) -> bool:
    """Return whether this seat's own words opened the card."""
    return bool(view.spoken) and view.spoken[-1].seat == view.who and view.spoken[-1].act == "accept"


def answers(view: View) -> bool:
    """Return whether an offer of the other side is on the table that I have not answered with one of mine."""
    last = next((said for said in reversed(view.spoken) if said.act == "offer"), None)
    return last is not None and last.seat != view.who


def _offers(view: View, seed: int, style: Style, talk: Talk, deal: int, betters: bool = False) -> Act[DealMove]:
    keep, told, turn = talk.table.shares[deal], _told(view), len(view.spoken)
    seen = _seen(talk, told, keep) if view.chat else ""
    act = _manner(view, style, talk.left, told, keep, betters)
    if seen == "moved" and act in ("counter", "firm"):
        act = "offer"
    said = speech.offer(act, view.domain.items, view.pool, keep, seed, turn)
    if seen:
        said = f"{speech.remark(seen, seed, turn, _times(view, told))} {said}"
    return Act(Offer(keep), said)


class Told(NamedTuple):
    """All offers of both sides, as shares of the viewer, oldest first."""

    mine: list[Share]
    theirs: list[Share]


def _told(view: View) -> Told:
    told = Told([], [])
    for said in view.spoken:
        if said.act == "offer":
            (told.mine if said.seat == view.who else told.theirs).append(view.share(said.keep))
    return told


def _seen(talk: Talk, told: Told, keep: Share) -> str:
    """Return the public change in the last steps of both sides: a key of `speech.REMARKS`, or nothing."""
    if len(told.theirs) < 2 or not told.mine or len(told.theirs) != len(talk.theirs):
        return ""  # an offer whose card was put aside may have been misread
    (before, now), mine = told.theirs[-2:], told.mine[-1]
    if now == before:
        return "repeated" if keep == mine else ""
    if all(map(le, now, before)):
        return "taken back"
    return "moved" if all(map(ge, now, before)) and keep != mine and all(map(le, keep, mine)) else ""


def _times(view: View, told: Told) -> int:
    """Return how often the other side has made its last offer; 0 where its utterances have parts that may say more."""
    whole = all(said.parts == 1 for said in view.spoken if said.seat != view.who)
    return told.theirs.count(told.theirs[-1]) if whole and told.theirs else 0


_ENDS: Final = {3: "late", 2: "last"}
"""Sentences by the number of messages left, this one included."""


def _manner(view: View, style: Style, left: int, told: Told, keep: Share, betters: bool) -> str:
    """Return the sentences that are true of an offer: a key of `speech.OFFERS`."""
    if left <= 3:
        return _ENDS.get(left, "over")
    if betters and all(map(le, keep, told.theirs[-1])):
        return "more"
    if not told.mine:
        # A bare demand for everything sounds like a last word, and offends.
        return "start" if view.chat and keep == view.pool else "offer"
    if keep == told.mine[-1]:
        return "again"
    if not answers(view) or keep in (*told.mine, *told.theirs):
        return "offer"
    return "firm" if style.firm else "counter"


def _player(name: str, about: str, style: Style) -> Player[View, DealMove]:
    return Player(
        name,
        about,
        lambda view, seed, mine: decide(view, seed, style, mine.limit),
        lambda view, seed: draw(view, seed, style),
        Commitment,
    )


PLAYERS: Final[Mapping[str, Player[View, DealMove]]] = MappingProxyType(
    {name: _player(name, about, style) for name, (about, style) in STYLES.items()}
)
