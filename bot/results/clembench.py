"""An episode as clembench keeps one: `interactions.json`, with the events of each turn and the keys that are scored.

Rounds are messages. The game master sends each player what it is told (`send message`) and gets its messages
(`get message`); events of the master with itself say whether a message counted. Balloon adds the keys of the published
air balloon game, with shares and means running to 100.
"""

from datetime import UTC, datetime
from typing import Any

from bot.results.episodes import Episode, Step
from games.core import Seat

GM = "GM"
NAMES = {"balloon": "air_balloon_survival", "dealornodeal": "dond", "trading": "trading"}
"""What the games are called there, where they are there."""
ABORTED = ("abandoned", "stopped")
"""Ends after which nothing is scored."""


def interactions(episode: Episode) -> dict[str, Any]:
    """The document, JSON-ready."""
    labels = {seat: f"Player {number}" for number, seat in enumerate(episode.seats, 1)}
    players = {GM: f"Game master for {episode.game}"}
    players |= {labels[seat]: f"{labels[seat]} ({seat}): {who}" for seat, who in episode.players}
    return {
        "meta": {
            "game_name": NAMES.get(episode.game, episode.game),
            "experiment_name": episode.condition or episode.game,
            "game_id": episode.slot,
            "dialogue_pair": "--".join(who for _, who in episode.players),
            "session": episode.sid,
            "seed": episode.seed,
        },
        "players": players,
        "turns": _turns(episode, labels),
        **_metrics(episode),
        **(_balloon(episode, labels) if episode.game == "balloon" else {}),
    }


def _turns(episode: Episode, labels: dict[Seat, str]) -> list[list[dict[str, Any]]]:
    """The rounds: the opening and the first message, and then a message each, with what is said about it."""
    turns = [_sent(episode.opening, labels, episode.began)]
    for number, step in enumerate(episode.steps):
        if number:
            turns.append([])
        turns[-1] += _events(episode, step, labels)
    if _success(episode):
        turns[-1].append(_event(GM, GM, "info", "game successful", _end(episode)))
    turns[-1].append(_event(GM, GM, "info", "end game", _end(episode)))
    return turns


def _events(episode: Episode, step: Step, labels: dict[Seat, str]) -> list[dict[str, Any]]:
    who = labels.get(step.seat, GM)
    events = []
    if step.kind == "message":
        events.append(_event(who, GM, "get message", _written(episode, step), step.at))
        events.append(_event(GM, GM, "valid message", "continue", step.at))
    elif step.kind == "fault":
        events.append(_event(GM, GM, "rule violation", f"{who}: {step.fault}", step.at))
    else:
        events.append(_event(GM, GM, "info", f"{who}: {step.kind}" if step.seat else step.kind, step.at))
    told = tuple((seat, text) for seat, text in step.told if seat != step.seat)
    return events + _sent(told, labels, step.at)


def _written(episode: Episode, step: Step) -> str:
    """The message; in balloon with the reasoning in front that only its writer knows, if there is any."""
    if episode.game != "balloon" or not step.reason:
        return step.text
    reason = step.reason.translate(str.maketrans("{}", "()"))
    return f"STRATEGIC REASONING: {{'{reason}'}}\n{step.text}"


def _sent(told: tuple[tuple[Seat, str], ...], labels: dict[Seat, str], at: int) -> list[dict[str, Any]]:
    return [_event(GM, labels[seat], "send message", text, at) for seat, text in told if text]


def _event(sender: str, to: str, kind: str, content: str, at: int) -> dict[str, Any]:
    time = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
    return {"from": sender, "to": to, "timestamp": time, "action": {"type": kind, "content": content}}


def _end(episode: Episode) -> int:
    return episode.steps[-1].at if episode.steps else episode.began


def _success(episode: Episode) -> bool:
    return episode.result.end == "deal"


def _aborted(episode: Episode) -> bool:
    """Whether the episode counts as missing: nobody played it to an end, or the form of messages was not kept."""
    return episode.result.end in ABORTED or episode.report.get("why") == "protocol"


def _metrics(episode: Episode) -> dict[str, Any]:
    """The keys that every game there has."""
    counted = sum(step.kind == "message" for step in episode.steps)
    faulty = sum(bool(step.fault) for step in episode.steps)
    success, aborted = _success(episode), _aborted(episode)
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


def _balloon(episode: Episode, labels: dict[Seat, str]) -> dict[str, Any]:
    """The keys of the published game. Without a deal there is nothing to weigh."""
    report, deal = episode.report, _success(episode)
    utility = {f"Normalized Utility {labels[seat]}": report["share"][seat] if deal else None for seat in episode.seats}
    faults = {f"Violations {labels[seat]}": episode.faults(seat) for seat in episode.seats}
    return {
        "final deal": report["set"] if deal else None,
        "Total weight deal": report["effort"] if deal else None,
        "Max weight allowed": report["limit"],
        "Max harmonic mean": report["best_harmonic_mean"],
        "Is Pareto Optimum Deal": report["pareto"] if deal else False,
        **utility,
        "Harmonic mean": report["harmonic_mean"] if deal else None,
        "Normalized harmonic mean": report["score"] if deal else None,
        **faults,
        "Total Violations": sum(faults.values()),
    }
