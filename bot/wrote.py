"""What stands behind the words of a command: opponents by seat, and settings with their documents."""

import os
from collections.abc import Iterable
from pathlib import Path

from bot.trouble import Trouble
from games.registry import UnknownGame, get
from games.settings import Document


def opponents(against: Iterable[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Who plays every other seat, and who plays a certain one."""
    named: dict[str, str] = {}
    for text in against:
        before, sign, after = text.partition("=")
        one = bool(sign) and ":" not in before
        seat, player = (before.strip(), after.strip()) if one else ("", text.strip())
        if not player or (one and not seat):
            raise Trouble(f"--against takes PLAYER, or SEAT=PLAYER such as seller=hard; you wrote {text[:80]!r}.")
        if named.setdefault(seat, player) != player:
            whom = f"seat {seat}" if seat else "the same seats; SEAT=PLAYER is for one of them"
            raise Trouble(f"--against names both {named[seat]} and {player} for {whom}.")
    named = {seat: _lasting(player) for seat, player in named.items()}
    return named.pop("", ""), tuple(named.items())


def _lasting(player: str) -> str:
    """A player's name, a script's file with its whole path: it is read again at each turn, perhaps from elsewhere."""
    kind, _, path = player.partition(":")
    return f"{kind}:{os.path.abspath(os.path.expanduser(path))}" if kind == "script" and path else player


def written(name: str, pairs: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Settings as texts; where a setting is a document, the file's content stands in the place of its name."""
    try:
        documents = {s.key: s.kind for s in get(name).settings if isinstance(s.kind, Document)}
    except UnknownGame:
        documents = {}  # perhaps a game that an operator has set up; the manager knows
    wrote = []
    for pair in pairs:
        key, sign, value = pair.partition("=")
        key = key.strip()
        if not sign or not key:
            raise Trouble(f"--set takes KEY=VALUE, such as --set rounds=4; you wrote {pair[:80]!r}.")
        if key in documents:
            try:
                value = Path(value.strip()).read_text(encoding="utf-8")
            except (OSError, ValueError) as problem:
                why = getattr(problem, "strerror", None) or "it is not UTF-8 text"
                raise Trouble(
                    f"{key} {documents[key].allowed()}; {value.strip()[:80]} cannot be read ({why})."
                ) from None
            if not value.strip():
                raise Trouble(f"{key} {documents[key].allowed()}; the file that you named is empty.")
        wrote.append((key, value))
    return tuple(wrote)
