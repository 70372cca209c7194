"""A study as a file in YAML or JSON.

    parley: 1
    study: dond-004
    title: Dividing books, hats and balls
    game: dealornodeal
    settings:                     as for a game, with seat, opponent and tempo; a factor's name in braces is its level
      opponent: "{reward}/{partner}"
    factors:                      every combination is a condition
      reward: [selfish, fair]
      partner: [S, selfish, fair]
    seed: 7                       of the order of assignment; left out, it is drawn when the study is frozen
    participation:                the rules of taking part
      places: 60
      turn_minutes: 5
    codes:                        completion codes; missing ones are drawn when the study is frozen
      complete: C0FFEE
    panel: {takes: [PID]}         who sends people, and where they go back to (`panel`)
    stages:                       what people go through, in this order
      - consent: {text: …}
      - svo: slider
      - tutorial
      - check: comprehension
      - game
      - survey: satisfaction_likeness
      - debrief: {text: …}
    contact: lab@example.org
    analysis: |
      The plan of the analysis.

Reading raises `BadSetting` with a sentence for anything else.
"""

import re
from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Any, get_args

from msgspec.structs import replace

from bot.session.lobby import HUMAN
from bot.studies import panel, stages
from bot.studies.design import Cell, Definition
from bot.studies.documents import fits, flag_in, list_in, number_in, parsed, rows_of, text_in, texts_in, words_in
from bot.studies.effective import CELLS, HOUSE, effective, most_seats, normal
from bot.studies.study import CODED, Factor, Outcome, Rules, StagePlan, Study
from games.core.contract import AnyGame
from games.core.draw import settings_of
from games.core.registry import get, names
from games.core.settings import BadSetting

FORMAT = 1
KEYS = (
    "parley",
    "study",
    "title",
    "game",
    "settings",
    "factors",
    "seed",
    "participation",
    "codes",
    "panel",
    "stages",
    "contact",
    "analysis",
)
PARTICIPATION = Rules.__struct_fields__
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_FACTOR = re.compile(r"[a-z][a-z0-9_]{0,31}")
_CODE = re.compile(r"[A-Za-z0-9_-]{3,40}")
PLACES, MINUTES, DAY = 1_000_000, 240, 24 * 60
"""The most places of a study, minutes of an act or a wait, and minutes of a whole part."""
LEVELS = 20
"""Most levels of a factor."""
PAIR = 2
"""People who meet at one table of a study."""


def read(text: str) -> Study:
    """Return the study that a file declares, as a draft. Raises `BadSetting`."""
    data = parsed(text, "a study's declaration")
    fits(data, KEYS, "a study's file")
    if "study" not in data:
        raise BadSetting("study", "must be there: the study's short name, such as dond-2027")
    if text_in("parley", data.get("parley", FORMAT)) != str(FORMAT):
        raise BadSetting("parley", f"must be {FORMAT}, the format that this version reads", data["parley"])
    slug = text_in("study", data["study"])
    if not SLUG.fullmatch(slug):
        raise BadSetting(
            "study", "must have 1 to 32 small letters, digits or -, and begin with a letter or digit", slug
        )
    game = text_in("game", data.get("game", ""))
    if game not in names():
        raise BadSetting("game", f"must be one of {', '.join(names())}", game)
    rules = _rules(rows_of("participation", data.get("participation") or {}, "must hold a rule on each line"))
    factors = _factors(
        rows_of("factors", data.get("factors") or {}, "must hold a name and a list of levels on each line")
    )
    seed = number_in("seed", data.get("seed", 0), 0, 2**53 - 1)
    texts = texts_in("settings", data.get("settings") or {})
    design = _design(Definition(slug, game, seed=seed), texts, factors, rules)
    effective(design)
    codes = _codes(rows_of("codes", data.get("codes") or {}, "must hold an outcome and its code on each line"))
    return Study(
        slug,
        words_in("title", data.get("title", slug), 100),
        design,
        factors,
        _stages(data.get("stages"), design, text_in("contact", data.get("contact", ""))),
        rules,
        codes,
        words_in("contact", data.get("contact", ""), 200, least=0),
        text_in("analysis", data.get("analysis", "")).strip(),
        text,
        panel=panel.declared(data.get("panel"), [code for _, code in codes]),
    )


# --- design -----------------------------------------------------------------------------------------------------------


def _factors(rows: Mapping[str, Any]) -> tuple[Factor, ...]:
    found = []
    for name, levels in rows.items():
        if not _FACTOR.fullmatch(name):
            raise BadSetting("factors", "need names of small letters, digits and _, at most 32, a letter first", name)
        texts = tuple(text_in(name, level) for level in list_in(name, levels, " of levels"))
        if not 2 <= len(texts) <= LEVELS or len(set(texts)) < len(texts):
            raise BadSetting(name, f"must have 2 to {LEVELS} different levels", ", ".join(texts))
        found.append(Factor(name, texts))
    if prod(len(factor.levels) for factor in found) > CELLS:
        raise BadSetting("factors", f"must make at most {CELLS} conditions; these make more")
    return tuple(found)


def _design(plain: Definition, texts: dict[str, str], factors: tuple[Factor, ...], rules: Rules) -> Definition:
    """Return the game with a condition for every combination of the factors' levels. Raises `BadSetting`."""
    texts = {"tempo": f"{rules.turn_minutes} minutes"} | texts
    game = get(plain.game)
    if not factors:
        return replace(plain, wrote=normal(game, texts))
    varied = _varied(texts, factors, {s.key for s in settings_of(game)} | set(HOUSE))
    cells = tuple(
        _cell(game, texts, tuple(zip((factor.name for factor in factors), levels, strict=True)), varied)
        for levels in product(*(factor.levels for factor in factors))
    )
    for number, cell in enumerate(cells):
        if same := next((other for other in cells[:number] if other.wrote == cell.wrote), None):
            raise BadSetting("factors", f"must make different conditions; these are the same: {same.label}", cell.label)
    common = {key: text for key, text in texts.items() if key not in varied}
    return replace(plain, wrote=normal(game, common, {**common, **dict(cells[0].wrote)}), cells=cells)


def _varied(texts: Mapping[str, str], factors: tuple[Factor, ...], keys: set[str]) -> set[str]:
    """Return the settings that differ between conditions: those that a factor names, and those with its mark."""
    filled = {factor: {key for key, text in texts.items() if _mark(factor.name) in text} for factor in factors}
    for factor in factors:
        if factor.name not in keys and not filled[factor]:
            mark = _mark(factor.name)
            raise BadSetting(
                factor.name,
                f'changes nothing: it is no setting ({", ".join(sorted(keys))}), and no setting holds "{mark}"',
            )
    return {factor.name for factor in factors if factor.name in keys}.union(*filled.values())


def _cell(game: AnyGame, texts: Mapping[str, str], levels: tuple[tuple[str, str], ...], varied: set[str]) -> Cell:
    label = " ".join(f"{name}={level}" for name, level in levels)
    if len(label) > 80:
        raise BadSetting("factors", "make too long a label for a condition; shorten names or levels", label)
    filled = {key: _filled(text, levels) for key, text in texts.items()}
    filled |= {name: level for name, level in levels if name in varied}
    return Cell(label, normal(game, {key: filled[key] for key in varied}, filled), levels=levels)


def _mark(name: str) -> str:
    return f"{{{name}}}"


def _filled(text: str, levels: tuple[tuple[str, str], ...]) -> str:
    for name, level in levels:
        text = text.replace(_mark(name), level)
    return text


# --- rules and codes --------------------------------------------------------------------------------------------------


def _rules(rows: Mapping[str, Any]) -> Rules:
    fits(rows, PARTICIPATION, "participation")
    made: dict[str, Any] = {}
    for key, value in rows.items():
        match key:
            case "places":
                made[key] = number_in(key, value, 0, PLACES)
            case "turn_minutes" | "wait_minutes":
                made[key] = number_in(key, value, 1, MINUTES)
            case "study_minutes":
                made[key] = number_in(key, value, 1, DAY)
            case "once":
                made[key] = flag_in(key, value)
            case _:
                made[key] = _one_of(key, text_in(key, value), get_args(Rules.__annotations__[key]))
    rules = Rules(**made)
    if rules.study_minutes < rules.turn_minutes:
        raise BadSetting(
            "study_minutes", f"must be at least turn_minutes ({rules.turn_minutes})", str(rules.study_minutes)
        )
    return rules


def _one_of(key: str, text: str, allowed: tuple[str, ...]) -> str:
    if text not in allowed:
        raise BadSetting(key, f"must be {' or '.join(allowed)}", text)
    return text


def _codes(rows: Mapping[str, Any]) -> tuple[tuple[Outcome, str], ...]:
    fits(rows, CODED, "codes")
    found = {outcome: text_in(outcome, rows[outcome]) for outcome in CODED if outcome in rows}
    for outcome, code in found.items():
        if not _CODE.fullmatch(code):
            raise BadSetting(outcome, "must be a code of 3 to 40 letters, digits, - or _", code)
    if len(set(found.values())) < len(found):
        raise BadSetting("codes", "must all be different", ", ".join(found.values()))
    return tuple(found.items())


# --- stages -----------------------------------------------------------------------------------------------------------


def _stages(data: object, design: Definition, contact: str) -> tuple[StagePlan, ...]:
    if data is None:
        data = ["game"]
    made: list[StagePlan] = []
    for number, row in enumerate(list_in("stages", data, "; each entry names a stage"), 1):
        if isinstance(row, str):
            kind, value = row, None
        elif isinstance(row, dict) and len(row) == 1:
            kind, value = next(iter(row.items()))
        else:
            raise BadSetting(f"stages, entry {number},", "must be a stage, or a stage: with what it holds", row)
        made.append(stages.plan_of(str(kind), value, design, contact, {stage.name for stage in made}))
    games = [stage for stage in made if stage.kind == "game"]
    if len(games) != 1:
        raise BadSetting("stages", "must hold game exactly once", f"{len(games)} of them")
    _can_meet(made, design)
    return tuple(made)


def _can_meet(made: list[StagePlan], design: Definition) -> None:
    """Raise `BadSetting` if people meet people in a way that no study can bring about."""
    loaded = effective(design)
    meeting = [variant for variant in loaded.variants if loaded.house(variant)["opponent"] == HUMAN]
    if meeting and made[0].kind == "game":
        raise BadSetting("stages", "must begin with another stage, such as consent, where people meet people")
    for variant in meeting:
        if (most := most_seats(design.game, variant)) > PAIR:
            raise BadSetting("opponent", f"can be {HUMAN} where two play; here it is {most}")
