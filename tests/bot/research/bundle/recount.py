"""The figures of a session from its stored log, read as plain JSON: shares no code with the writer of bundles."""

import json
from math import atan2, degrees
from typing import Any, NamedTuple

from storage.base import Loaded, Record

SILENT = ("confirm", "reopen", "leave")


class Figures(NamedTuple):
    """Recount of `session.csv` for a division between a person (seat `you`) and an AI (`me`)."""

    deal: bool
    human: int
    partner: int
    utterances: int
    words_human: int
    words_partner: int
    offers_human: int
    offers_partner: int
    reprompts: int
    events: int


def figures(loaded: Loaded, records: list[Record]) -> Figures:
    """Return the figures of a finished session: points from the last share that both confirmed, and counts."""
    told = [(record.version, json.loads(record.data)["event"]) for record in records]
    state = json.loads(loaded.snapshot)["state"]
    pool, (mine, yours) = state["context"]["pool"], state["context"]["values"]
    keep, confirmed = _agreed(told, pool)
    deal = confirmed == {"you", "me"}
    counted = _counted(told)
    return Figures(
        deal,
        sum(v * k for v, k in zip(mine, keep, strict=True)) if deal else 0,
        sum(v * (n - k) for v, n, k in zip(yours, pool, keep, strict=True)) if deal else 0,
        sum(seat != before for before, (seat, _) in zip(("", *(seat for seat, _ in counted)), counted, strict=False)),
        _words(told, "you"),
        _words(told, "me"),
        _offers(told, "you"),
        _offers(told, "me"),
        sum(e["type"] == "typed" and not _moves(told, v, e["seat"]) for v, e in told),
        len(records),
    )


def _agreed(told: list[tuple[int, Any]], pool: list[int]) -> tuple[list[int], set[str]]:
    """Return the share of seat `you` in the last accepted division, and who has confirmed it."""
    keep, confirmed, offered = [0] * len(pool), set[str](), dict[str, list[int]]()
    for _, event in told:
        move = event.get("move") if event["type"] == "moved" else None
        if not move:
            continue
        act = move.get("act", move["type"])
        share = move.get("keep")
        if share:
            share = share if event["seat"] == "you" else [n - k for n, k in zip(pool, share, strict=True)]
        if act == "offer":
            offered[event["seat"]] = share
            confirmed = set()
        if act == "accept" or move.get("firm"):
            keep = share or offered["me" if event["seat"] == "you" else "you"]
            confirmed = set()
        if act == "confirm":
            confirmed.add(event["seat"])
        if act == "reopen":
            confirmed = set()
    return keep, confirmed


def _moves(told: list[tuple[int, Any]], version: int, seat: str) -> bool:
    return any(v == version and e["type"] == "moved" and e["seat"] == seat for v, e in told)


def _act(event: Any) -> str:
    return str((event.get("move") or {"type": ""})["type"])


def _text(told: list[tuple[int, Any]], version: int, event: Any) -> str:
    """Return the words of a move: as they were typed in the same commit, else as they stand beside it."""
    typed = (e["text"] for v, e in told if v == version and e["type"] == "typed" and e["seat"] == event["seat"])
    return str(next(typed, event.get("say", "")))


def _counted(told: list[tuple[int, Any]]) -> list[tuple[str, str]]:
    """Return seat and text of each message that is part of an utterance."""
    moved = [(v, e) for v, e in told if e["type"] == "moved" and _act(e) not in SILENT]
    return [(e["seat"], text) for v, e in moved if (text := _text(told, v, e))]


def _words(told: list[tuple[int, Any]], seat: str) -> int:
    moved = [(v, e) for v, e in told if e["type"] == "moved" and e["seat"] == seat]
    return sum(len(_text(told, v, e).split()) for v, e in moved)


def _offers(told: list[tuple[int, Any]], seat: str) -> int:
    moved = (e["move"] for _, e in told if e["type"] == "moved" and e["seat"] == seat and e.get("move"))
    return sum("offer" in (move["type"], move.get("act")) for move in moved)


def answers(records: list[Record]) -> dict[str, str]:
    """Return a person's last answer to each item of a form."""
    told = [json.loads(record.data)["event"] for record in records]
    given = [event["move"] for event in told if event["type"] == "moved" and event.get("move")]
    return {move["item"]: move["value"] for move in given if move["type"] == "answered"}


def orientation(given: dict[str, str]) -> str:
    """Return prosocial or proself by six divisions `MINE:THEIRS` of the slider measure (Murphy and others, 2011)."""
    pairs = [
        [int(n) for n in value.split(":")] for item, value in given.items() if item.startswith("svo_") and ":" in value
    ]
    assert len(pairs) == 6
    mine, theirs = (sum(pair[who] for pair in pairs) / 6 - 50 for who in (0, 1))
    return "prosocial" if degrees(atan2(theirs, mine)) > 22.45 else "proself"
