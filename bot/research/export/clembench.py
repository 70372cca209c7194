"""An episode in clembench's format: `interactions.json`, with the events of each turn and the scored keys.

Rounds are messages. The game master sends each player its information (`send message`) and gets its messages (`get
message`). Events of the master with itself say whether a message counted. A game's name there, and its own keys, come
from the game itself (`Game.exports`).
"""

from datetime import UTC, datetime
from typing import Any

from bot.research.export.episodes import Episode, Step
from games.core.contract import Export, Seat
from games.core.registry import get

GM = "GM"
ABORTED = ("abandoned", "stopped")
"""Ends after which nothing is scored."""


def interactions(episode: Episode) -> dict[str, Any]:
    """Return the document, ready for JSON."""
    own = get(episode.game).exports.get("clembench", Export(episode.game))
    labels = {seat: f"Player {number}" for number, seat in enumerate(episode.seats, 1)}
    players = {GM: f"Game master for {episode.game}"}
    players |= {labels[seat]: f"{labels[seat]} ({seat}): {who}" for seat, who in episode.players}
    return {
        "meta": {
            "game_name": own.name,
            "experiment_name": episode.condition or episode.game,
            "game_id": episode.slot,
            "dialogue_pair": "--".join(who for _, who in episode.players),
            "session": episode.sid,
            "seed": episode.seed,
        },
        "players": players,
        "turns": _turns(episode, labels, own),
        **_metrics(episode),
        **own.keys(episode.report, labels),
    }


def _turns(episode: Episode, labels: dict[Seat, str], own: Export) -> list[list[dict[str, Any]]]:
    turns = [_sent(episode.opening, labels, episode.began)]
    for number, step in enumerate(episode.steps):
        if number:
            turns.append([])
        turns[-1] += _events(step, labels, own)
    ended = episode.steps[-1].at if episode.steps else episode.began
    if episode.result.end == "deal":
        turns[-1].append(_event(GM, GM, "info", "game successful", ended))
    turns[-1].append(_event(GM, GM, "info", "end game", ended))
    return turns


def _events(step: Step, labels: dict[Seat, str], own: Export) -> list[dict[str, Any]]:
    who = labels.get(step.seat, GM)
    events = []
    if step.kind == "message":
        events.append(_event(who, GM, "get message", step.wrote or own.message(step.text, step.reason), step.at))
        events.append(_event(GM, GM, "valid message", "continue", step.at))
    elif step.kind == "fault":
        events.append(_event(GM, GM, "rule violation", f"{who}: {step.fault}", step.at))
    else:
        events.append(_event(GM, GM, "info", f"{who}: {step.kind}" if step.seat else step.kind, step.at))
    told = tuple((seat, text) for seat, text in step.told if seat != step.seat)
    return events + _sent(told, labels, step.at)


def _sent(told: tuple[tuple[Seat, str], ...], labels: dict[Seat, str], at: int) -> list[dict[str, Any]]:
    return [_event(GM, labels[seat], "send message", text, at) for seat, text in told if text]


def _event(sender: str, to: str, kind: str, content: str, at: int) -> dict[str, Any]:
    time = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
    return {"from": sender, "to": to, "timestamp": time, "action": {"type": kind, "content": content}}


def _metrics(episode: Episode) -> dict[str, Any]:
    counted = sum(step.kind == "message" for step in episode.steps)
    faulty = sum(bool(step.fault) for step in episode.steps)
    success = episode.result.end == "deal"
    # Missing: not played to an end, or with messages off the format.
    aborted = episode.result.end in ABORTED or episode.report.get("why") == "protocol"
    return {
        "Aborted": int(aborted),
        "Success": int(success),
        "Lose": int(not success and not aborted),
        "Request Count": counted + faulty,
        "Parsed Request Count": counted,
        "Violated Request Count": faulty,
        "Played turns": counted,
        "earnings": episode.result.written(),
    }
