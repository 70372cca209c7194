"""The claims of Chawla et al. (2023) about agents among themselves, each as one figure that is positive if it holds.

The paper shows its figures 2 and 3 as colours, so most claims are about an order. Errors are over seeds.
"""

from collections.abc import Callable, Sequence
from itertools import product
from statistics import mean
from typing import Final

from msgspec import Struct

from bot.research.statistics import Mean
from bot.research.training.agents import Cells
from bot.research.training.recipe import CELLS, SUPERVISED

FAIR: Final = tuple(cell for cell in CELLS if cell.startswith("fair"))
SELFISH: Final = tuple(cell for cell in CELLS if cell.startswith("selfish"))
BEST: Final = "selfish/selfish"
STUBBORN: Final = ("selfish/S", "selfish/fair")
FAIR_DEALS, FAIR_GAP = 0.9, 0.5
"""Meaning of "agree often, nearly equal": agreement, and points between both sides of a cell."""
LIKELY, AROUND = 0.88, 0.08
"""Agreement of the supervised model with itself (Lewis et al. 2017), and how near to it counts as reached."""


class Claim(Struct, frozen=True):
    """A claim in words, and the figure that is positive if it holds; `unit` is what the figure counts."""

    says: str
    unit: str
    figure: Callable[[Cells], float]
    needs_model: bool = False


class Checked(Struct, frozen=True):
    """A claim's figure over families, with its standard error over them; None for one family."""

    says: str
    unit: str
    figure: float
    se: float | None

    @property
    def held(self) -> bool:
        return self.figure > 0


def _of(cells: Cells, key: str, rows: Sequence[str], cols: Sequence[str] = CELLS) -> float:
    return mean(float(cells.cell(row, col)[key]) for row, col in product(rows, cols))


def _own(cells: Cells, agent: str, others: Sequence[str]) -> float:
    """Return an agent's points, averaged over both seats."""
    return (_of(cells, "row_points", (agent,), others) + _of(cells, "col_points", others, (agent,))) / 2


def _theirs(cells: Cells, agent: str, others: Sequence[str]) -> float:
    return (_of(cells, "col_points", (agent,), others) + _of(cells, "row_points", others, (agent,))) / 2


def _joint(cells: Cells, agent: str) -> float:
    return (_of(cells, "joint", (agent,)) + _of(cells, "joint", CELLS, (agent,))) / 2


def _deals(cells: Cells, agents: Sequence[str]) -> float:
    return (_of(cells, "agreement", agents) + _of(cells, "agreement", CELLS, agents)) / 2


def _spoken(cells: Cells, key: str, agents: Sequence[str]) -> float:
    return mean(float(cells.cell(row, col)["reported"][key]["mean"]) for row, col in product(agents, CELLS))


def _lead(figure: Callable[[str], float], of: str) -> float:
    """Return the lead of one agent over the best of the others."""
    return figure(of) - max(figure(other) for other in CELLS if other != of)


def _least_joint(cells: Cells) -> float:
    others = [cells.cell(row, col)["joint"] for row, col in product(CELLS, CELLS) if (row, col) != ("selfish/S",) * 2]
    return float(min(others) - cells.cell("selfish/S", "selfish/S")["joint"])


def _fair_gap(cells: Cells) -> float:
    own, theirs = _of(cells, "row_points", FAIR, FAIR), _of(cells, "col_points", FAIR, FAIR)
    return FAIR_GAP - abs(own - theirs)


def _takes_more(cells: Cells) -> float:
    """Return the smallest lead of a stubborn agent over a fair one, of all pairs."""
    return min(_own(cells, agent, (fair,)) - _theirs(cells, agent, (fair,)) for agent in STUBBORN for fair in FAIR)


def _near_likely(cells: Cells) -> float:
    return AROUND - abs(float(cells.cell(SUPERVISED, SUPERVISED)["agreement"]) - LIKELY)


def _strongest(cells: Cells) -> float:
    points = {cell: float(cells.cell(cell, SUPERVISED)["row_points"]) for cell in CELLS}
    return _lead(points.__getitem__, "selfish/S")


CLAIMS: Final = (
    Claim("S with S agrees in about 88 %", "share", _near_likely, needs_model=True),
    Claim("selfish/S earns the most against S", "points", _strongest, needs_model=True),
    Claim("selfish/S with itself has the lowest joint points of all", "points", _least_joint),
    Claim(
        "selfish/S with itself ends mostly without a deal",
        "share",
        lambda cells: 0.5 - float(cells.cell("selfish/S", "selfish/S")["agreement"]),
    ),
    Claim("selfish/S and selfish/fair take more than each fair agent leaves itself", "points", _takes_more),
    Claim(
        "selfish/selfish has the highest joint points over all partners",
        "points",
        lambda cells: _lead(lambda agent: _joint(cells, agent), BEST),
    ),
    Claim(
        "selfish/selfish has the highest own points over all partners",
        "points",
        lambda cells: _lead(lambda agent: _own(cells, agent, CELLS), BEST),
    ),
    Claim(
        "selfish/selfish leaves its partners more than the other selfish agents do",
        "points",
        lambda cells: _theirs(cells, BEST, CELLS) - max(_theirs(cells, one, CELLS) for one in STUBBORN),
    ),
    Claim(
        "fair agents agree in at least 90 %", "share", lambda cells: _of(cells, "agreement", FAIR, FAIR) - FAIR_DEALS
    ),
    Claim("fair agents earn nearly the same", "points", _fair_gap),
    Claim(
        "selfish/S and selfish/fair agree less than selfish/selfish",
        "share",
        lambda cells: _deals(cells, (BEST,)) - _deals(cells, STUBBORN),
    ),
    Claim(
        "selfish/selfish agrees less than the fair agents",
        "share",
        lambda cells: _deals(cells, FAIR) - _deals(cells, (BEST,)),
    ),
    Claim(
        "selfish agents have longer dialogues than fair ones",
        "utterances",
        lambda cells: _spoken(cells, "utterances", SELFISH) - _spoken(cells, "utterances", FAIR),
    ),
    Claim(
        "selfish agents use more words an utterance than fair ones",
        "words",
        lambda cells: _spoken(cells, "words_an_utterance", SELFISH) - _spoken(cells, "words_an_utterance", FAIR),
    ),
)


def checked(found: Sequence[Cells]) -> list[Checked]:
    """Return every claim that these families can be asked about."""
    made = []
    for claim in CLAIMS:
        if claim.needs_model and any(cells.beside is None for cells in found):
            continue
        figures = Mean()
        for cells in found:
            figures.add(claim.figure(cells))
        made.append(Checked(claim.says, claim.unit, figures.mean or 0.0, figures.se))
    return made
