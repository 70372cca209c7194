"""What stands behind the words of a command: opponents by seat, and settings with their documents."""

import json
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
            path = value.strip()
            if not path:
                raise Trouble(f"{key} {documents[key].allowed()}; you named none.")
            try:
                value = document(path)
            except BadDocument as problem:
                raise Trouble(f"{key} {documents[key].allowed()}; {path[:80]} {problem}.") from None
        wrote.append((key, value))
    return tuple(wrote)


class BadDocument(ValueError):
    """A file that cannot stand for a setting; the text goes on after the file's name."""


def document(path: str) -> str:
    """What a document's file holds: text in which nothing is said twice over. Raises `BadDocument`."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        raise BadDocument(f"cannot be read ({why})") from None
    if not text.strip():
        raise BadDocument("is empty; it would leave to chance what it should fix")
    try:
        json.loads(text, object_pairs_hook=_once)
    except BadDocument:
        raise
    except (ValueError, RecursionError):
        pass  # no JSON, or too deep to be meant: the game says what it takes
    return text


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; of a key that stands in it twice nobody knows which is meant."""
    made: dict[str, object] = {}
    for key, value in pairs:
        if key in made:
            raise BadDocument(f"holds {key[:40]!r} twice in one object")
        made[key] = value
    return made
