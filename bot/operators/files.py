"""A configured game as a file: YAML for people, JSON for programs; both lead to the same hash.

    parley: 1
    name: haggle
    game: bargaining
    condition: exact
    settings:            every setting as the text that stands for it
      buyer_value: $80.00
      …
    seat: buyer          who sits where, against whom, how fast
    opponent: default
    tempo: chat
    seed: 1234           of the order in which conditions are assigned
    conditions:          each with what it changes
      - label: informed
        weight: 1
        settings:
          information: range

What is left out has its default. Reading raises `BadSetting` with a sentence for anything else.
"""

import json
from collections.abc import Mapping
from typing import Any

from bot.runtime.documents import whole_number
from bot.studies.design import Cell, Definition, Effective
from bot.studies.documents import fits, parsed, text_in, texts_in
from bot.studies.effective import HOUSE, cell_of, effective, merged, texts_of, write
from games.core.draw import draw_of, settings_of, written
from games.core.registry import get, names
from games.core.settings import BadSetting, find

FORMAT = 1
KEYS = ("parley", "name", "game", "rules", "condition", "settings", *HOUSE, "seed", "conditions")


def document(name: str, loaded: Effective) -> dict[str, Any]:
    """Return everything that is loaded, as plain data in reading order."""
    common = texts_of(loaded)
    for n in range(1, len(loaded.variants)):
        other = texts_of(loaded, n)
        common = {key: text for key, text in common.items() if other[key] == text}
    common |= {"seat": loaded.seat, "opponent": loaded.opponent, "tempo": loaded.tempo}
    condition = texts_of(loaded)["condition"]
    made: dict[str, Any] = {
        "parley": FORMAT,
        "name": name,
        "game": loaded.game,
        "rules": loaded.rules,
        "condition": condition,
        "settings": {k: text for k, text in common.items() if k not in (*HOUSE, "condition")},
        **{key: common[key] for key in HOUSE},
        "seed": loaded.seed,
    }
    if [v.label for v in loaded.variants] != [""]:
        made["conditions"] = [
            {
                "label": variant.label,
                "weight": variant.weight,
                "settings": {k: t for k, t in texts_of(loaded, n).items() if common.get(k) != t},
            }
            for n, variant in enumerate(loaded.variants)
        ]
    return made


def as_json(name: str, loaded: Effective) -> str:
    return json.dumps(document(name, loaded), ensure_ascii=False, indent=1)


def as_yaml(name: str, loaded: Effective) -> str:
    """Return YAML, or JSON (which every reader of YAML reads) if the YAML library is not installed."""
    try:
        import yaml
    except ImportError:
        return as_json(name, loaded)
    text: str = yaml.safe_dump(document(name, loaded), sort_keys=False, allow_unicode=True, width=100)
    return text.strip()


def read(text: str) -> Definition:
    """Return the playable definition that a file stands for. Raises `BadSetting`."""
    data = _parsed(text)
    _fits(data)
    game, seed = str(data["game"]), data.get("seed", 0)
    pairs = texts_in("settings", data.get("settings") or {})
    pairs |= {key: text_in(key, data[key]) for key in ("condition", *HOUSE) if key in data}
    made = Definition(str(data.get("name", "")), game, seed=seed)
    cells = _cells(made, data.get("conditions") or [])
    if not cells:
        return write(made, pairs)
    # A design's common settings are not tried alone, because only its conditions have to be playable.
    known = {s.key: s for s in settings_of(get(game))}
    common = {k: written(known[k], draw_of(find(known.values(), k), t)) for k, t in pairs.items() if k not in HOUSE}
    house = {k: pairs[k] for k in HOUSE if k in pairs}
    whole = Definition(made.name, game, merged((), tuple((common | house).items())), cells, seed)
    effective(whole)
    return whole


def _fits(data: Mapping[str, Any]) -> None:
    fits(data, KEYS, "a game's file")
    if data.get("parley", FORMAT) != FORMAT:
        raise BadSetting("parley", f"must be {FORMAT}, the format that this version reads", data["parley"])
    game = str(data.get("game", ""))
    if game not in names():
        raise BadSetting("game", f"must be one of {', '.join(names())}", game)
    if data.get("rules", get(game).rules) != get(game).rules:
        raise BadSetting("rules", f"must be {get(game).rules}, the rules of {game} in this version", data["rules"])
    seed = data.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**53:
        raise BadSetting("seed", "must be a whole number from 0 up", seed)


def _parsed(text: str) -> Mapping[str, Any]:
    data = dict(parsed(text, "what /game export writes"))
    for key in ("parley", "rules", "seed"):
        # YAML is read without guessing types, so the file's few whole numbers are converted here.
        number = whole_number(data[key]) if isinstance(data.get(key), str) else None
        data |= {key: number} if number is not None else {}
    return data


def _cells(made: Definition, rows: object) -> tuple[Cell, ...]:
    if not isinstance(rows, list):
        raise BadSetting("conditions", "must be a list, each entry with label, weight and settings")
    cells: tuple[Cell, ...] = ()
    for row in rows:
        if not isinstance(row, dict) or not set(row) <= {"label", "weight", "settings"}:
            raise BadSetting("conditions", "must be a list, each entry with label, weight and settings", row)
        texts = texts_in("settings", row.get("settings") or {})
        cells = (*cells, cell_of(made, cells, str(row.get("label", "")), texts, str(row.get("weight", 1))))
    return cells
