"""Careful reading of files in which operators declare games and studies: within bounds, with what is allowed said."""

import re
from collections.abc import Mapping
from typing import Any

from bot.runtime.documents import load_either, whole_number
from games.core.documents import LONGEST, Twice, Unreadable
from games.core.settings import BadSetting

_ABOVE = re.compile(r"[\w-]{1,32}, hash [0-9a-f]{16}")
"""The line above an exported file in a chat."""


def parsed(text: str, what: str) -> Mapping[str, Any]:
    """Return the keys of a file in YAML or JSON; `what` says what it must be. Raises `BadSetting`.

    In YAML every value stays a text.
    """
    if len(text) > LONGEST:
        raise BadSetting("file", f"must have at most {LONGEST} characters", f"{len(text)} of them")
    text = _copied(text)
    try:
        data = load_either(text)
    except Twice as problem:
        raise BadSetting(problem.key, "must appear there once, with one value") from None
    except Unreadable as problem:
        raise BadSetting("file", f"must be YAML or JSON; it cannot be read ({problem})") from None
    if not isinstance(data, dict):
        raise BadSetting("file", f"must be {what}: YAML or JSON with a key on each line", text)
    return data


def _copied(text: str) -> str:
    """Return a copied message's file, with empty lines for what is not the file, so that line numbers fit."""
    lines = ["" if line.lstrip().startswith("```") else line for line in text.splitlines()]
    if lines and _ABOVE.fullmatch(lines[0].strip()):
        lines[0] = ""
    return "\n".join(lines)


def fits(data: Mapping[str, Any], keys: tuple[str, ...], what: str) -> None:
    """Raise `BadSetting` for a key that does not belong there."""
    for key in data:
        if key not in keys:
            raise BadSetting(str(key), f"is not part of {what}; there are {', '.join(keys)}")


def rows_of(key: str, data: object, about: str = "must hold a setting and its value on each line") -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadSetting(key, about, data)
    return {str(k): value for k, value in data.items()}


def texts_in(key: str, data: object) -> dict[str, str]:
    """Return a mapping's values as texts. Raises `BadSetting`."""
    return {k: text_in(k, value) for k, value in rows_of(key, data).items()}


def text_in(key: str, value: object) -> str:
    """Return a value as the text that stands for it. Raises `BadSetting` for lists and mappings."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, dict) and list(value.values()) in ([""], [None]):
        # YAML reads {name} as a mapping of one key; it is how a factor's level is named, without its quotes.
        raise BadSetting(key, f'must be a text or a number; put quotes around it, as in "{{{next(iter(value))}}}"')
    raise BadSetting(key, "must be a text or a number", value)


def number_in(key: str, value: object, low: int, high: int) -> int:
    """Return a whole number in a range. Raises `BadSetting`."""
    number = whole_number(value) if isinstance(value, str) else value
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise BadSetting(key, f"must be a whole number from {low} to {high}", value)
    return number


def flag_in(key: str, value: object) -> bool:
    """Return a yes or no. Raises `BadSetting`."""
    word = str(value).casefold() if isinstance(value, str | bool) else ""
    if word not in ("true", "false", "yes", "no", "on", "off"):
        raise BadSetting(key, "must be yes or no", value)
    return word in ("true", "yes", "on")


def words_in(key: str, value: object, most: int, least: int = 1) -> str:
    """Return words of a limited length, without spaces around them. Raises `BadSetting`."""
    text = text_in(key, value).strip()
    if not least <= len(text) <= most:
        raise BadSetting(key, f"must have {least} to {most} characters", text)
    if not text.isprintable():
        raise BadSetting(key, "must be one line, without characters that cannot be shown", ascii(text))
    return text


def list_in(key: str, value: object, about: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadSetting(key, f"must be a list{about}", value)
    return value
