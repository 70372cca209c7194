"""An episode in TextArena's format: players by number, their observations before each action, rewards at the end.

An observation is a list of the speaker (-1 is the game), the text, and its type, in TextArena's words. A game that has
an environment there names it itself (`Game.exports`); others use their own name.
"""

from collections.abc import Iterable
from typing import Any

from bot.research.export.episodes import Episode
from games.core.contract import Export, Seat
from games.core.registry import get

GAME_ID = -1

Observation = list[tuple[int, str, str]]


def document(episode: Episode) -> dict[str, Any]:
    """Return the document, ready for JSON."""
    ids = {seat: number for number, seat in enumerate(episode.seats)}
    steps, unseen = _steps(episode, ids)
    return {
        "env_id": get(episode.game).exports.get("textarena", Export(f"parley/{episode.game}")).name,
        "episode_id": episode.sid,
        "seed": episode.seed,
        "condition": episode.condition,
        "num_players": len(ids),
        "players": {str(ids[seat]): who for seat, who in episode.players},
        "steps": steps,
        "final_observations": {str(ids[seat]): seen for seat, seen in unseen.items()},
        "rewards": {str(ids[seat]): reward for seat, reward in _rewards(episode).items()},
        "game_info": {str(ids[seat]): _info(episode, seat, number) for seat, number in ids.items()},
        "end": episode.result.end,
        "report": episode.report,
    }


def _steps(episode: Episode, ids: dict[Seat, int]) -> tuple[list[dict[str, Any]], dict[Seat, Observation]]:
    """Return each action with the observation before it, and the observations after which nobody acted."""
    waiting: dict[Seat, Observation] = {seat: [] for seat in ids}
    _tell(waiting, episode.opening, "PROMPT")
    steps = []
    for step in episode.steps:
        if step.kind == "message":
            seen, waiting[step.seat] = waiting[step.seat], []
            steps.append({"player_id": ids[step.seat], "observation": seen, "action": step.wrote or step.text})
            for observation in waiting.values():
                observation.append((ids[step.seat], step.text, "PLAYER_ACTION"))
        if step.fault:
            _tell(waiting, ((step.seat, f"The message did not count ({step.fault})."),), "GAME_ADMIN")
        _tell(waiting, step.told, "GAME_ACTION_DESCRIPTION" if step.kind == "message" else "GAME_ADMIN")
    return steps, waiting


def _tell(waiting: dict[Seat, Observation], told: Iterable[tuple[Seat, str]], kind: str) -> None:
    for seat, text in told:
        if text:
            waiting[seat].append((GAME_ID, text, kind))


def _rewards(episode: Episode) -> dict[Seat, float]:
    """Return 1, -1 or 0 for winner, loser and draw; in games without a winner each seat's earnings."""
    if "winner" in episode.report:
        winner = episode.report["winner"]
        return {seat: 0 if winner is None else 1 if seat == winner else -1 for seat in episode.seats}
    scale = 100 if episode.result.unit == "cents" else 1
    return {seat: float(amount) / scale for seat, amount in episode.result.earnings}


def _info(episode: Episode, seat: Seat, number: int) -> dict[str, Any]:
    last = episode.steps[-1] if episode.steps else None
    return {
        "role": f"Player {number}",
        "seat": seat,
        "invalid_move": bool(last and last.fault and last.seat == seat),
        "turn_count": episode.messages(seat),
    }
