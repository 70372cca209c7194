"""Data of a study made up for tests: sessions by cell, with points and walk-aways as wished."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bot.research.analyse.data import Data, Row

FACTORS = (("reward", ("fair", "selfish")), ("partner", ("S", "fair", "selfish")))
Counts = Mapping[tuple[str, ...], tuple[int, int]]
"""Sessions and walk-aways of each cell."""

SEED_004: Counts = {
    ("fair", "S"): (97, 5),
    ("fair", "fair"): (100, 6),
    ("fair", "selfish"): (97, 5),
    ("selfish", "S"): (96, 19),
    ("selfish", "fair"): (90, 22),
    ("selfish", "selfish"): (103, 10),
}
"""The published counts of Chawla and others (2023), tables 3 and 5."""


def points_of(chance: Random, cell: tuple[str, ...]) -> tuple[int, int]:
    return chance.randrange(3, 11), chance.randrange(2, 10)


def made(
    counts: Counts = SEED_004,
    factors: tuple[tuple[str, tuple[str, ...]], ...] = FACTORS,
    points: Callable[[Random, tuple[str, ...]], tuple[int, int]] = points_of,
) -> Data:
    """Return data with this many sessions and walk-aways by cell; deals earn what `points` says."""
    chance = Random(4)
    sessions, people, conditions = list[Row](), list[Row](), list[Row]()
    for number, (cell, (n, walked)) in enumerate(counts.items(), 1):
        levels = {f"factor_{name}": level for (name, _), level in zip(factors, cell, strict=True)}
        conditions.append({"condition_id": f"c{number}", "label": " ".join(cell), **levels})
        for k in range(n):
            mine, theirs = points(chance, cell) if k >= walked else (0, 0)
            pid = f"p{len(people)}"
            people.append(_person(pid, f"c{number}", chance))
            sessions.append({**_session(pid, k < walked, mine, theirs, chance), **levels})
    study: dict[str, Any] = {
        "study_id": "made@1", "slug": "made", "title": "Made up", "unit": "points", "game": "dealornodeal",
        "config_hash": None, "seed_revealed": None, "seed_commitment": None,
    }  # fmt: skip
    return Data(study, conditions, people, [], sessions, [], [], factors)


def _person(pid: str, condition: str, chance: Random) -> dict[str, Any]:
    return {
        "pid": pid, "condition_id": condition, "outcome": "complete", "is_test": False, "erased": False,
        "last_stage": "survey", "svo_type": chance.choice(("prosocial", "individualistic", "competitive")),
    }  # fmt: skip


def _session(pid: str, walked: bool, mine: int, theirs: int, chance: Random) -> dict[str, Any]:
    return {
        "pid": pid, "sid": pid, "exclude": False, "deal": not walked, "walkaway": walked, "payoff_human": float(mine),
        "end_reason": "walkaway_human" if walked else "deal",
        "payoff_partner": float(theirs), "payoff_joint": float(mine + theirs), "n_utterances": chance.randrange(3, 12),
        "n_words_human": chance.randrange(5, 60), "n_words_partner": chance.randrange(5, 60), "n_reprompts": 0,
        "zopa_low": None, "deal_price": None, "share_human": None, "n_rounds": None,
    }  # fmt: skip
