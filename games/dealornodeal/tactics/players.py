"""The analytic players: the six personalities of Chawla et al. (2023), and levels for people who just want to play."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.core.contract import Act, Player
from games.dealornodeal.domain.deals import worth
from games.dealornodeal.rules.state import YOU, Accept, Confirm, DealMove, Offer, Speak
from games.dealornodeal.tactics import speech
from games.dealornodeal.tactics.belief import SCALE, table
from games.dealornodeal.tactics.mind import Mind, Style, Talk
from games.dealornodeal.view import View

NORMAL: Final = Style((950, 900, 725, 575, 325))
CORE: Final = Style(NORMAL.curve, stern=(200, 300, 400), fresh=1000, modest=False)

STYLES: Final[Mapping[str, tuple[str, Style]]] = MappingProxyType(
    {
        "normal": ("Asks for much, finds what costs you little, and gives way in step.", NORMAL),
        "easy": ("Content with less, and quick to agree.", Style((850, 700, 600, 500, 300), hold=0, stern=(200,))),
        "hard": (
            "Holds out long and lets the end come close.",
            Style((1000, 950, 900, 800, 550), stern=(400, 500, 600)),
        ),
        "core": ("The strongest player there is here, for measurements.", CORE),
        "fair/S": (
            "Wants equal points and thinks that you will agree.",
            Style((950, 900, 800, 650, 300), 75, 75, hold=0, stern=(1,), mild=1),
        ),
        "fair/fair": (
            "Wants equal points and thinks that you do too.",
            Style((950, 850, 750, 600, 250), 75, 75, hold=0, stern=(1,), mild=1),
        ),
        "fair/selfish": (
            "Wants equal points and thinks that you want all for yourself.",
            Style((900, 800, 650, 450, 200), 75, 75, hold=0, stern=(1,), mild=1),
        ),
        "selfish/S": (
            "Wants points for itself and thinks that you will agree to anything.",
            Style((1000, 1000, 1000, 950, 850), hold=0, yields=False, firm=True),
        ),
        "selfish/fair": (
            "Wants points for itself and thinks that you will settle for half.",
            Style((1000, 950, 900, 850, 775), hold=0, yields=False, firm=True),
        ),
        "selfish/selfish": (
            "Wants points for itself and thinks that you give nothing away, so it looks for what both can live with.",
            Style((1000, 850, 750, 600, 400), hold=30),
        ),
    }
)
"""Name, one sentence, and style. The second half of a personality's name is the partner it expects."""


def decide(view: View, seed: int, style: Style) -> Act[DealMove]:
    """Return one turn: confirm or answer the card, accept, or make an offer."""
    turn = len(view.spoken)
    talk = talk_of(view)
    if view.card and view.who in view.card.confirmed:
        return Act(Speak(), speech.saying("card", seed, turn))
    mind = Mind(style, talk, seed)
    if view.card:
        deal = (talk.table.index if view.who == YOU else talk.table.turned)[view.card.keep]
        if deal in talk.mine or _accepted(view) or mind.takes(deal, mind.offer()):
            return Act(Confirm(view.card.version))
        return _offers(view, seed, style, talk, mind.offer())
    offer = mind.offer()
    if _answers(view) and mind.takes(talk.theirs[-1], offer):
        better = mind.better(talk.theirs[-1])
        if better is None:
            return Act(Accept(), speech.saying("accept", seed, turn))
        return _offers(view, seed, style, talk, better, "better")
    return _offers(view, seed, style, talk, offer)


CLAIMS: Final = 30
"""Claims about values that are believed: the last ones. People make a few, and each costs a pass over all values."""


def talk_of(view: View) -> Talk:
    """Return the course of the talk as the owner of the view sees it."""
    domain, who = view.domain, view.who
    known = table(domain, view.pool, view.values)
    deal_of = known.index if who == YOU else known.turned
    mine, theirs, claims = list[int](), list[int](), list[tuple[int, int]]()
    for said in view.spoken:
        own = said.seat == who
        if said.act == "offer":
            (mine if own else theirs).append(deal_of[said.keep])
        if said.claims and not own:
            claims += said.claims
    claims = claims[-CLAIMS:]
    fallback = SCALE * domain.fallback // max(1, worth(view.values, view.pool)) if domain.fallback else 0
    return Talk(known, tuple(mine), tuple(theirs), tuple(claims), len(view.spoken), view.utterances, fallback)


def _accepted(view: View) -> bool:
    """Return whether this seat's own words opened the card."""
    return bool(view.spoken) and view.spoken[-1].seat == view.who and view.spoken[-1].act == "accept"


def _answers(view: View) -> bool:
    """Return whether an offer of the other side is on the table that I have not answered with one of mine."""
    last = next((said for said in reversed(view.spoken) if said.act == "offer"), None)
    return last is not None and last.seat != view.who


def _offers(view: View, seed: int, style: Style, talk: Talk, deal: int, manner: str = "") -> Act[DealMove]:
    keep = talk.table.shares[deal]
    said = speech.offer(
        manner or _manner(style, talk, deal), view.domain.items, view.pool, keep, seed, len(view.spoken)
    )
    return Act(Offer(keep), said)


def _manner(style: Style, talk: Talk, deal: int) -> str:
    """Return the tone of an offer: a key of `speech.OFFERS`."""
    if not talk.mine:
        return "offer"
    if talk.left <= 3:
        return "last"
    if talk.mine[-1] == deal:
        return "again"
    return "firm" if style.firm else "counter"


def thoughts(view: View) -> Mapping[str, Any]:
    """Return a player's belief for researchers: the other side's likeliest values, and their probability."""
    talk = talk_of(view)
    mind = Mind(NORMAL, talk, 0)
    likeliest = max(range(len(mind.weights)), key=mind.weights.__getitem__)
    return {
        "vector": list(talk.table.vectors[likeliest]),
        "percent": 100 * mind.weights[likeliest] // mind.sum,
        "target": mind.target,
    }


def _player(name: str, about: str, style: Style) -> Player[View, DealMove]:
    return Player(name, about, lambda view, seed, mine: decide(view, seed, style))


PLAYERS: Final[Mapping[str, Player[View, DealMove]]] = MappingProxyType(
    {name: _player(name, about, style) for name, (about, style) in STYLES.items()}
)
