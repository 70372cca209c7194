"""The manners of the analytic bargainers: distributions of openings, targets and limits, in thousandths of the zone.

A limit is the least share that a bargainer takes of the other's last offer. Responders in ultimatum games refuse a
fifth of the pie about every second time, and hardly ever 40 % or more (Güth, Schmittberger and Schwarze 1982; Camerer
2003, chapter 2; Oosterbeek, Sloof and van de Kuilen 2004). `normal` and `tit_for_tat` draw limits like these people's;
`easy` takes less, `fair` and `hard` take more. Responders who do not know the pie take less of it (Mitzkewitz and Nagel
1993; Croson 1996).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

Span = tuple[int, int]
"""Lowest and highest share that may be drawn."""


class Manner(Struct, frozen=True):
    """One kind of player.

    - `target`: the least share that its own offers ask for.
    - `margin`: how much more it asks for first.
    - `limits`: the quantiles of its limit, in equal steps from 0 to 1.
    - `unsure`: the same where the other's number is unknown; empty for no difference.
    - `goodwill`: how much of a planned step it makes before it has seen the other move.
    - `needs`: how much of its fair step the other has to make for a planned step in full; it gives less for less.
    - `endgame`: how many times over the other's progress counts for the step to its last offer.
    - `late`: its steps grow (Boulware, in the sense of Faratin, Sierra and Jennings 1998) instead of being even.
    - `initiative`: how far it presses the last offer and its own first one (`disposition`), in thousandths.
    - `sway`: the most that a pattern of the other's steps moves its target, while the other's number is unknown.
    - `mirrors`: its steps are as large as the other's.
    """

    about: str
    target: Span
    margin: Span
    limits: tuple[int, ...]
    goodwill: Span
    needs: int
    endgame: int
    late: bool = False
    initiative: int = 1000
    sway: int = 20
    mirrors: bool = False
    unsure: tuple[int, ...] = ()


_PEOPLE: Final = (0, 60, 110, 150, 185, 215, 245, 280, 320, 375, 450)
_UNSURE: Final = (0, 5, 15, 35, 65, 105, 160, 230, 290, 362, 430)
_UNSURE_FAIR: Final = (40, 70, 100, 130, 160, 190, 230, 285, 350, 415, 475)
_UNSURE_HARD: Final = (110, 140, 165, 190, 215, 245, 285, 345, 410, 472, 535)

MANNERS: Final[Mapping[str, Manner]] = MappingProxyType(
    {
        "normal": Manner("Gives when you give.", (430, 465), (110, 220), _PEOPLE, (500, 900), 1000, 20, unsure=_UNSURE),
        "easy": Manner(
            "Gives readily and takes little.",
            (320, 400),
            (110, 210),
            (0, 30, 60, 90, 110, 130, 155, 180, 210, 245, 290),
            (800, 1000),
            500,
            20,
        ),
        "hard": Manner(
            "Gives little, late, and only for something.",
            (532, 544),
            (240, 360),
            (240, 290, 318, 340, 362, 382, 400, 420, 444, 476, 526),
            (300, 600),
            1500,
            12,
            late=True,
            initiative=300,
            sway=15,
            unsure=_UNSURE_HARD,
        ),
        "fair": Manner(
            "Wants half, and refuses much less.",
            (475, 500),
            (90, 160),
            (270, 300, 320, 335, 350, 362, 374, 386, 400, 422, 475),
            (500, 900),
            1000,
            20,
            initiative=0,
            sway=15,
            unsure=_UNSURE_FAIR,
        ),
        "tit_for_tat": Manner(
            "Gives as much as you do.",
            (450, 490),
            (180, 300),
            _PEOPLE,
            (400, 600),
            1000,
            8,
            mirrors=True,
            unsure=_UNSURE,
        ),
    }
)
