"""Tables of means by cell, by each factor's levels, and over all: points, talk, prices, answers and attrition."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from bot.research.analyse.data import Data, Row
from bot.research.analyse.results import Figures, error, mean
from bot.research.bundle.columns import FACTOR

ALL: Final = "all"
PAYOFFS: Final = (("human", "payoff_human"), ("partner", "payoff_partner"), ("joint", "payoff_joint"))
PRICES: Final = (("price", "deal_price"), ("share_human", "share_human"), ("rounds", "n_rounds"))


def groups(data: Data, rows: Sequence[Row]) -> Iterator[tuple[tuple[str, ...], list[Row]]]:
    """Yield the rows of each cell of the design in order, then of each level of each factor, then all.

    Each comes with a label for each factor; `all` stands for any level.
    """
    names = [name for name, _ in data.factors]
    if names:
        for condition in data.conditions:
            cell = data.cell(condition)
            yield cell, [row for row in rows if data.cell(row) == cell]
    for at, (_, levels) in enumerate(data.factors if len(names) > 1 else ()):
        for level in levels:
            label = tuple(level if n == at else ALL for n in range(len(names)))
            yield label, [row for row in rows if data.cell(row)[at] == level]
    yield (ALL,) * max(1, len(names)), list(rows)


def heads(data: Data) -> tuple[str, ...]:
    """Return the columns that name a group: one for each factor."""
    return tuple(f"{FACTOR}{name}" for name, _ in data.factors) or ("sessions",)


def points(data: Data) -> Figures:
    """Return table 3 of Chawla et al. (2023): mean points with and without walk-aways, and the walk-aways."""
    columns = [*heads(data), "n"]
    for view in ("", "_deals"):
        columns += [f"{who}{view}{part}" for who, _ in PAYOFFS for part in ("", "_se")]
        columns += ["n_deals"] if not view else ["walkaway_percent", "limit_percent"]
    rows = []
    for label, found in groups(data, data.complete):
        deals = [row for row in found if row["deal"]]
        row: list[Any] = [*label, len(found)]
        row += [figure for _, name in PAYOFFS for figure in _both(found, name)] + [len(deals)]
        row += [figure for _, name in PAYOFFS for figure in _both(deals, name)]
        limited = sum(str(row["end_reason"]).endswith("_limit") for row in found)
        row += [100 * n / len(found) if found else None for n in (len(found) - len(deals), limited)]
        rows.append(tuple(row))
    note = (
        f"Means in {data.unit}, standard errors beside them (_se). `_deals`: sessions that ended in a deal alone. "
        "Walk-aways are all complete sessions without a deal, as in Chawla et al. (2023). `limit_percent` says how "
        "many of all sessions reached the game's own limit."
    )
    return Figures("points", "Points, with and without walk-aways", tuple(columns), tuple(rows), note)


def _both(rows: Sequence[Row], name: str) -> tuple[float | None, float | None]:
    numbers = [row[name] for row in rows if row[name] is not None]
    return mean(numbers), error(numbers)


def talk(data: Data) -> Figures:
    """Return table 5 of Chawla et al. (2023): dialogues, utterances in each, and words in each utterance."""
    rows = []
    for label, found in groups(data, data.complete):
        said = sum(row["n_utterances"] for row in found)
        words = sum(row["n_words_human"] + row["n_words_partner"] for row in found)
        turns = _both(found, "n_utterances")
        reprompts = mean([row["n_reprompts"] for row in found])
        rows.append((*label, len(found), *turns, words / said if said else None, reprompts))
    columns = (*heads(data), "n", "utterances", "utterances_se", "words_per_utterance", "reprompts")
    note = "Utterances of both sides; messages of one side in a row are one. Words: all words by all utterances."
    return Figures("talk", "Utterances and words", columns, tuple(rows), note)


def prices(data: Data) -> Figures | None:
    """Return prices, shares and rounds of a price study; None if the game has no price."""
    if not any(row["zopa_low"] is not None for row in data.sessions):
        return None
    columns = [*heads(data), "n", "deal_percent"]
    columns += [f"{name}{part}" for name, _ in PRICES for part in ("", "_se")]
    rows = []
    for label, found in groups(data, data.complete):
        deals = [row for row in found if row["deal"]]
        rate = 100 * len(deals) / len(found) if found else None
        figures = [*_both(deals, "deal_price"), *_both(deals, "share_human"), *_both(found, "n_rounds")]
        rows.append((*label, len(found), rate, *figures))
    note = "Price in dollars and the person's share of the surplus over deals; rounds are offers, over all sessions."
    return Figures("prices", "Prices", tuple(columns), tuple(rows), note)


def answers(data: Data) -> tuple[Figures, ...]:
    """Return a table for each survey item with a scale: mean answers of complete sessions' people."""
    return tuple(_answers(data, item, rows) for item, rows in rated(data).items())


def rated(data: Data) -> dict[str, list[Row]]:
    """Return the rows of complete sessions for each scale of a survey, with the answer under `answer`."""
    sessions = {row["pid"]: row for row in data.complete}
    kinds = {(row["sid"], row["pid"]): row["kind"] for row in data.stages}
    found: dict[str, list[Row]] = {}
    for row in data.survey:
        scale = row["scale_min"] is not None and kinds.get((row["sid"], row["pid"])) == "survey"
        if scale and row["value_num"] is not None and row["pid"] in sessions:
            steps = {key: row[key] for key in ("scale_min", "scale_max")}
            found.setdefault(row["item_id"], []).append({**sessions[row["pid"]], **steps, "answer": row["value_num"]})
    return found


def _answers(data: Data, item: str, rows: list[Row]) -> Figures:
    made = [(*label, len(found), *_both(found, "answer")) for label, found in groups(data, rows)]
    scale = rows[0]["scale_min"], rows[0]["scale_max"]
    note = f"Answers from {scale[0]} to {scale[1]}."
    return Figures(f"survey_{item}", f"Survey: {item}", (*heads(data), "n", "mean", "se"), tuple(made), note, scale)


def attrition(data: Data) -> tuple[Figures, ...]:
    """Return the attrition of people: by stage over all, and by cell for those who were assigned to one."""
    people = [row for row in data.participants if not row["is_test"]]
    return _funnel(data, people), _by_cell(data, people)


def _funnel(data: Data, people: Sequence[Row]) -> Figures:
    here = {row["pid"] for row in people}
    order: dict[str, int] = {}
    reached, ended = Counter[str](), Counter[str]()
    for row in data.stages:
        if row["pid"] in here:
            order.setdefault(row["stage"], row["stage_no"])
            reached[row["stage"]] += 1
    ended.update(row["last_stage"] for row in people if row["outcome"] not in (None, "complete") and row["last_stage"])
    stages = sorted(order, key=lambda stage: (order[stage], -reached[stage]))
    rows = [("entered", len(people), 100.0, 0)]
    rows += [(stage, reached[stage], 100 * reached[stage] / len(people), ended[stage]) for stage in stages]
    erased = sum(row["erased"] for row in people)
    note = f"{erased} people withdrew and were erased: they count as entered, and in no stage." if erased else ""
    return Figures(
        "attrition_stages", "Attrition by stage", ("stage", "reached", "percent", "ended_here"), tuple(rows), note
    )


def _by_cell(data: Data, people: Sequence[Row]) -> Figures:
    outcomes = sorted({row["outcome"] for row in people if row["condition_id"] and row["outcome"]})
    rows = []
    for condition in data.conditions:
        found = [row for row in people if row["condition_id"] == condition["condition_id"]]
        counts = Counter(row["outcome"] for row in found)
        running = counts[None]
        label = data.cell(condition) or (ALL,)
        rows.append((*label, len(found), *(counts[outcome] for outcome in outcomes), running))
    columns = (*heads(data), "assigned", *outcomes, "running")
    return Figures("attrition_cells", "Attrition by cell", columns, tuple(rows), "People who were assigned to a cell.")


def tickets(data: Data) -> Figures:
    """Return the tickets of the lottery, the winners first once they are drawn. Nobody is paid by it."""
    rows = [row for row in data.payments if row["lottery_weight"]]
    order: Callable[[Row], Any] = lambda row: (-(row["lottery_draw"] or 0), row["pid"])  # noqa: E731
    made = tuple(
        (n, row["pid"], row["performance"], row["effort"], row["lottery_weight"], row["lottery_draw"])
        for n, row in enumerate(sorted(rows, key=order), 1)
    )
    drawn = any(row["lottery_draw"] is not None for row in rows)
    note = (
        f"Drawn from the seed {data.study['seed_revealed']}, committed to as {data.study['seed_commitment']}."
        if drawn
        else "Not drawn yet: the seed is revealed when the study is closed."
    )
    columns = ("rank", "pid", "performance", "effort", "weight", "draw")
    return Figures("tickets", "Tickets of the lottery", columns, made, note)
