"""Figures of studies and games, as the dashboard shows them: funnels, balance, drop-outs, minutes. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from bot.operators.begin import COMPLETE
from bot.session.dashboard import Cell, GameSheet, Loss, Row, Spent, Step, StudySheet
from bot.studies.design import Cell as Planned
from bot.studies.design import Definition
from bot.studies.parts import Desk
from bot.studies.study import Part, Study
from games.core.registry import get, names

MINUTE = 60_000
DROPPED = ("withdrawn", "silent", "partner_left", "dismissed", "technical", "screened_out", "no_consent")
"""Outcomes of people who did not complete, in the order in which they are listed."""


def title_of(game: str) -> str:
    return get(game).title if game in names() else game


def study_sheet(study: Study, parts: Sequence[Part], desk: Desk, spent: Spent) -> StudySheet:
    """Return one version of a study in figures; `parts` are those of this version."""
    return StudySheet(
        slug=study.slug,
        title=study.title,
        game=title_of(study.design.game),
        version=study.version,
        state=study.state,
        places=study.rules.places,
        people=len(parts),
        now=sum(not part.outcome for part in parts),
        again=sum(part.entries - 1 for part in parts),
        steps=_steps(study, parts),
        cells=_cells(study, parts, desk),
        losses=_losses(study, parts),
        ends=tuple(Counter(part.outcome for part in parts if part.outcome).most_common()),
        spent=spent,
    )


def _steps(study: Study, parts: Sequence[Part]) -> tuple[Step, ...]:
    """Return the funnel: who reached each stage, is there, left there, and how long those took who went on."""
    reached, here, left = Counter[str](), Counter[str](), Counter[str]()
    minutes: dict[str, list[float]] = {stage.name: [] for stage in study.stages}
    for part in parts:
        reached.update({visit.stage for visit in part.visits})
        if part.visits:
            (left if part.outcome not in ("", "complete") else here if not part.outcome else Counter())[part.stage] += 1
        begins = [visit.at for visit in part.visits]
        ends = [*begins[1:], *([part.ended] if part.outcome == "complete" else [])]
        for visit, end in zip(part.visits, ends, strict=False):
            if visit.stage in minutes:
                minutes[visit.stage].append((end - visit.at) / MINUTE)
    return tuple(
        Step(s.name, s.kind, reached[s.name], here[s.name], left[s.name], _median(minutes[s.name]))
        for s in study.stages
    )


def _median(values: Iterable[float]) -> float | None:
    found = list(values)
    return median(found) if found else None


def _cells(study: Study, parts: Sequence[Part], desk: Desk) -> tuple[Cell, ...]:
    """Return the balance by condition. Places are counted as they are assigned: two people at a table hold one."""
    stages = [stage.name for stage in study.stages]
    reached: dict[str, Counter[str]] = {}
    dropped = Counter[str]()
    for part in parts:
        if part.slot >= 0 or part.condition:
            reached.setdefault(part.condition, Counter()).update({visit.stage for visit in part.visits})
            dropped[part.condition] += part.outcome not in ("", "complete")
    return tuple(
        Cell(
            label,
            target,
            desk.ledger.completed(label),
            desk.ledger.running(label),
            dropped[label],
            tuple(reached.get(label, Counter())[stage] for stage in stages),
        )
        for label, target in _targets(study.design.cells, study.rules.places)
    )


def _targets(cells: Sequence[Planned], most: int) -> list[tuple[str, float | None]]:
    weights = sum(cell.weight for cell in cells) or 1
    planned = [(cell.label, cell.weight) for cell in cells] or [("", 1)]
    return [(label, most * weight / weights if most else None) for label, weight in planned]


def _losses(study: Study, parts: Sequence[Part]) -> tuple[Loss, ...]:
    lost: dict[tuple[str, str], list[float]] = {}
    for part in parts:
        if part.outcome in DROPPED:
            lost.setdefault((part.stage, part.outcome), []).append((part.ended - part.began) / MINUTE)
    order = {stage.name: n for n, stage in enumerate(study.stages)}
    ranked = sorted(lost, key=lambda key: (order.get(key[0], -1), DROPPED.index(key[1])))
    return tuple(Loss(stage, how, len(lost[stage, how]), _median(lost[stage, how])) for stage, how in ranked)


def game_sheet(definition: Definition, rows: Sequence[Row], spent: Spent) -> GameSheet:
    """Return a configured game in figures; `rows` are its sessions."""
    counted = [row for row in rows if not row.void and not row.preview]
    planned = _targets(definition.cells, definition.most)
    labels = dict(planned) | {row.condition: None for row in counted if row.condition not in dict(planned)}
    return GameSheet(
        name=definition.name,
        title=title_of(definition.game),
        version=definition.version,
        state=definition.state,
        most=definition.most,
        cells=tuple(
            _ended(label, target, [row for row in counted if row.condition == label])
            for label, target in labels.items()
        ),
        spent=spent,
    )


def _ended(label: str, target: float | None, rows: Sequence[Row]) -> Cell:
    ends = Counter(row.end for row in rows if row.state == "ended")
    complete = sum(n for end, n in ends.items() if end in COMPLETE)
    active = sum(row.state != "ended" for row in rows)
    return Cell(label, target, complete, active, ends.total() - complete, ends=tuple(ends.most_common()))
