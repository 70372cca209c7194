"""The arguments of a command: opponents by seat, and settings with their documents."""

import os
from collections.abc import Iterable
from pathlib import Path

from bot.cli.errors import CliError
from bot.runtime.documents import text_of
from games.core.documents import LONGEST, Twice, Unreadable, clipped, load
from games.core.registry import UnknownGame, get
from games.core.settings import Document

LONGEST_FILE = 4 * LONGEST
"""Maximum of bytes in a document. `LONGEST` characters take at most that many in UTF-8."""


def opponents(against: Iterable[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the player of all unnamed seats, and the player of each named seat."""
    named: dict[str, str] = {}
    for text in against:
        before, sign, after = text.partition("=")
        one = bool(sign) and ":" not in before
        seat, player = (before.strip(), after.strip()) if one else ("", text.strip())
        if not player or (one and not seat):
            raise CliError(f"--against takes PLAYER, or SEAT=PLAYER such as seller=hard; you wrote {text[:80]!r}.")
        if named.setdefault(seat, player) != player:
            whom = f"seat {seat}" if seat else "the same seats; SEAT=PLAYER is for one of them"
            raise CliError(f"--against names both {named[seat]} and {player} for {whom}.")
    named = {seat: _lasting(player) for seat, player in named.items()}
    return named.pop("", ""), tuple(named.items())


def _lasting(player: str) -> str:
    """Return a player's name, with a script's absolute path: the file is read again at each turn."""
    kind, _, path = player.partition(":")
    return f"{kind}:{os.path.abspath(os.path.expanduser(path))}" if kind == "script" and path else player


def written(name: str, pairs: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return settings as texts. If a setting is a document, the file's content replaces its name."""
    try:
        documents = {s.key: s.kind for s in get(name).settings if isinstance(s.kind, Document)}
    except UnknownGame:
        documents = {}  # perhaps an operator's configured game, which the manager knows
    wrote = []
    for pair in pairs:
        key, sign, value = pair.partition("=")
        key = key.strip()
        if not sign or not key:
            raise CliError(f"--set takes KEY=VALUE, such as --set rounds=4; you wrote {pair[:80]!r}.")
        if key in documents:
            path = value.strip()
            if not path:
                raise CliError(f"{key} {documents[key].allowed()}; you named none.")
            try:
                value = document(path)
            except BadDocument as problem:
                raise CliError(f"{key} {documents[key].allowed()}; {path[:80]} {problem}.") from None
        wrote.append((key, value))
    return tuple(wrote)


class BadDocument(ValueError):
    """Error: a file that cannot be used for a setting. Its text follows the file's name in the message."""


def document(path: str) -> str:
    """Return the text of a document's file, in which no key occurs twice. Raises `BadDocument`."""
    try:
        text = text_of(Path(path), LONGEST_FILE)
    except Unreadable as problem:
        raise BadDocument(str(problem)) from None
    if not text.strip():
        raise BadDocument("is empty, so it fixes nothing")
    try:
        load(text)
    except Twice as problem:
        raise BadDocument(f"holds {clipped(problem.key)!r} twice in one object") from None
    except Unreadable:
        pass  # not JSON, or out of bounds: the setting itself says what it accepts
    return text
