"""Styles of bargainers, and the disposition that each seat draws at the deal.

The least share is drawn as wide as people's. In ultimatum games most accept 40 % and more, offers below 20 % are mostly
refused, and people differ a lot in between (Güth, Schmittberger & Schwarze 1982; Camerer 2003, chapter 2; Oosterbeek,
Sloof & van de Kuilen 2004).
"""

from typing import Final, Literal

from msgspec import Struct

from games.core.contract import rng
from games.society.view import View

Name = Literal["easy", "normal", "hard", "fallback", "cooperative", "selfish", "random"]
Range = tuple[int, int]


class Disposition(Struct, frozen=True):
    """The commitments of one seat in a game.

    - `claim`: the part that it insists on of the way from no deal to a split by heads, in percent; above 100 it wants
      more than its heads' share.
    - `above`: points above the split by heads that it asks for at first.
    - `debt`: own new offers that the partner must have answered before the seat makes the next one.
    - `patience`: steps that it keeps to a partner who does not answer an invitation.
    """

    claim: int = 60
    above: int = 10
    debt: int = 0
    patience: int = 3


class Style(Struct, frozen=True):
    """One kind of player: ranges from which its seats draw, and its policy in the world."""

    name: Name
    about: str
    world: str
    claim: Range
    above: Range
    debt: int = 0
    loyal: bool = True


_BOTH: Final = "cooperative"
STYLES: Final = (
    Style("easy", "Opens near an even split, takes what leaves it something, stays with you.", _BOTH, (5, 65), (0, 8)),
    Style("normal", "Opens above an even split and gives as you give.", _BOTH, (35, 95), (2, 18)),
    Style(
        "hard", "Opens high, insists on about half, goes where it earns most.", _BOTH, (70, 105), (11, 28), loyal=False
    ),
    Style("fallback", "Stands in for others: bargains and works as normal does.", "fallback", (35, 95), (2, 18)),
    Style("cooperative", "Splits evenly, takes what pays, makes tools for its coalition.", _BOTH, (5, 50), (0, 0)),
    Style("selfish", "Asks for nearly everything, keeps what it makes.", "selfish", (140, 175), (30, 40), 1, False),
    Style("random", "Does anything that is allowed, by chance.", "random", (0, 0), (0, 0)),
)


def drawn(style: Style, view: View, seed: int) -> Disposition:
    """Return a seat's disposition: a draw from its seed alone."""
    chance = rng(seed, "disposition")
    return Disposition(
        claim=chance.randint(*style.claim),
        above=chance.randint(*style.above),
        debt=style.debt,
        patience=chance.randint(2, 4),
    )
