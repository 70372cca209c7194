"""The whole analysis of a bundle: tables, tests, and notes on what could not be tested."""

from collections.abc import Sequence
from typing import Any, Final

from bot.research.analyse import tabling, walkaways
from bot.research.analyse.anova import Levels, Untestable, anova, levels_of
from bot.research.analyse.data import Data, Row, Unreadable
from bot.research.analyse.results import Analysis, Figures, Test, error, mean
from bot.research.bundle.columns import FACTOR

MEASURES: Final = ("payoff_human", "payoff_partner", "payoff_joint")
PRICED: Final = ("deal_price", "share_human")
PROSOCIAL: Final = ("prosocial", "altruistic")
PROSELF: Final = ("individualistic", "competitive")
SVO: Final = "svo"


def analyse(data: Data) -> Analysis:
    """Return all tables and tests of a study. Raises `Unreadable` if no session counts."""
    rows = data.complete
    if not rows:
        raise Unreadable(
            f"No session of {data.study['slug']} counts: {len(data.sessions)} in the bundle, all excluded "
            "(session.exclude_rule says why). There is nothing to analyse."
        )
    bench = _Bench(data)
    if shared := len(rows) - len({row["sid"] for row in rows}):
        bench.notes.append(
            f"{shared} games of two people have a row for each of them. Rows of one game depend on each other; these "
            "standard errors and tests take them for independent, so standard errors and p are too small."
        )
    deals = [row for row in rows if row["deal"]]
    for measure in MEASURES:
        bench.test(rows, measure, "all")
        bench.test(deals, measure, "deals")
    if any(row["zopa_low"] is not None for row in rows):
        for measure in PRICED:
            bench.test(deals, measure, "deals")
        bench.test(rows, "n_rounds", "all")
    bench.test(rows, "n_utterances", "all")
    bench.walkaways()
    for item, answered in tabling.rated(data).items():
        bench.test(answered, "answer", "all", named=f"survey_{item}")
    tables = [tabling.points(data), tabling.talk(data), tabling.prices(data), *tabling.answers(data)]
    tables += [bench.orientation(), *tabling.attrition(data), tabling.tickets(data)]
    return Analysis(data.study, tuple(filter(None, tables)), tuple(bench.tests), tuple(dict.fromkeys(bench.notes)))


class _Bench:
    """Tests that are made one after the other; what cannot be tested leaves a note."""

    def __init__(self, data: Data) -> None:
        self.data, self.tests, self.notes = data, list[Test](), list[str]()

    def test(self, rows: Sequence[Row], measure: str, subset: str, named: str = "", extra: Levels = ()) -> None:
        found = [row for row in rows if row[measure] is not None]
        factors = (*self.data.factors, *extra)
        levels = [levels_of(row, self.data.factors, FACTOR) | {n: row[n] for n, _ in extra} for row in found]
        try:
            self.tests += anova(levels, [row[measure] for row in found], factors, named or measure, subset)
        except Untestable as why:
            self.notes.append(str(why))

    def walkaways(self) -> None:
        try:
            self.tests += walkaways.tests(self.data)
        except Untestable as why:
            self.notes.append(str(why))

    def orientation(self) -> Figures | None:
        """Return points by social value orientation and cell, and test it as a moderator; None if nobody has one."""
        kinds = {row["pid"]: row["svo_type"] for row in self.data.participants if row["svo_type"]}
        if not kinds:
            return None
        rows: list[Row] = []
        for row in self.data.complete:
            kind = kinds.get(row["pid"])
            if kind in (*PROSOCIAL, *PROSELF):
                rows.append({**row, SVO: "prosocial" if kind in PROSOCIAL else "proself"})
        split: Levels = ((SVO, ("prosocial", "proself")),)
        self.test(rows, "payoff_human", "all, by svo", extra=split)
        made = []
        for kind in split[0][1]:
            mine = [row for row in rows if row[SVO] == kind]
            for label, found in tabling.groups(self.data, mine):
                numbers = [row["payoff_human"] for row in found]
                made.append((kind, *label, len(found), mean(numbers), error(numbers)))
        left = len(self.data.complete) - len(rows)
        note = f"Prosocial includes altruistic; proself is individualistic and competitive. {left} have neither."
        columns = (SVO, *tabling.heads(self.data), "n", "payoff_human", "payoff_human_se")
        return Figures("orientation", "Points by social value orientation", columns, tuple(made), note)


def as_json(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as data: tables as lists of rows by column, tests by field."""
    return {
        "study": analysis.study,
        "tables": {
            table.name: {
                "title": table.title,
                "note": table.note,
                "rows": [dict(zip(table.columns, row, strict=True)) for row in table.rows],
            }
            for table in analysis.tables
        },
        "tests": [{field: getattr(test, field) for field in Test.__struct_fields__} for test in analysis.tests],
        "notes": list(analysis.notes),
    }
