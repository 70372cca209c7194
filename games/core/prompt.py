"""The prompt of a model that plays a seat, and the way its answer becomes a move.

A game with its own wording overrides `prompt`, `answered`, `described`, `uttered` and `agrees` of `Game`.
`general` and `message_of` serve the defaults of `prompt` and `answered`: the rules as the seat knows them, answered by
a sentence that the game's own reader reads. Nothing here calls a model; it is text in, text out.
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from games.core.post import (
    Ask,
    Counts,
    Field,
    Form,
    Item,
    Line,
    Many,
    Mono,
    Number,
    One,
    Post,
    Table,
    Words,
    text_of,
)
from games.core.records import Said, Unclear


class Prompt(Struct, frozen=True):
    """One decision of one seat, put to a model behind the exchange so far. No part holds a word of a player.

    - `version` names the template, and changes with its words or its schema.
    - `rules` stay the same all session long: the rules, the seat's secrets and its goal.
    - `now` is the task of this moment, with what the seat must know for it.
    - `answer` is a JSON schema of an object; its field `reason` is for the log, its field `say` for the other side.
    - `protocol` describes the message format of the game's published agents, for a model that answers as they do.
    """

    version: str
    rules: str
    now: str
    answer: dict[str, Any]
    protocol: str = ""


def schema(**fields: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON schema of an object that has exactly these fields, in this order."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def text(about: str) -> dict[str, Any]:
    return {"type": "string", "description": about}


def one_of(options: tuple[str, ...], about: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(options), "description": about}


def counts(names: tuple[str, ...], about: str) -> dict[str, Any]:
    """Return the schema of an object with a whole number for each name."""
    return {**schema(**{name: {"type": "integer"} for name in names}), "description": about}


REASON = text("Why, in a sentence or two. Nobody at the table reads it.")
SAY = text("What you say to the other side along with it: one to three short sentences, or nothing.")


def whole(value: Any) -> int | None:
    """Return a whole number as models write it: 3, 3.0, "3"; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        value = value.strip()
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 10**9 else None


def named(value: Any, names: Mapping[str, str]) -> str | None:
    """Return the move that a name means, by a table of the names that models use; None for any other name."""
    return names.get(re.sub(r"[^a-z]+", "_", value.lower()).strip("_")) if isinstance(value, str) else None


def verbs(**moves: str) -> dict[str, str]:
    """Return the table for `named`: each move by the names that models use for it, whichever moves were offered."""
    return {name: move for move, names in moves.items() for name in names.split()}


def counted(value: Mapping[str, Any], *names: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return the number of each thing that an object lists; 0 for those that it leaves out.

    `names` gives every name of each thing; case does not matter. None if the object names something else or a value is
    not a whole number.
    """
    places = {name.casefold(): place for place, group in enumerate(names) for name in group}
    found = [0] * len(names)
    for name, count in value.items():
        number, place = whole(count), places.get(str(name).strip().casefold())
        if number is None or (place is None and number):
            return None
        if place is not None:
            found[place] = number
    return tuple(found)


def said(given: Mapping[str, Any]) -> str:
    """Return the answer's words to the other side, on one line."""
    value = given.get("say")
    return " ".join(value.split()) if isinstance(value, str) else ""


# --- for a game without words of its own ------------------------------------------------------------------------------


def general(explained: Post, sheet: Post, status: Post, asks: tuple[Ask, ...]) -> Prompt:
    """Return a prompt in a game's own words: its rules, the seat's secrets, the status, and the allowed answers."""
    rules, secrets = told(explained), told(sheet)
    lines = [*([] if secrets in rules else secrets.splitlines()), *told(status).splitlines(), *map(_allowed, asks)]
    return Prompt(
        version="general/2",
        rules=rules,
        now="\n".join(dict.fromkeys(filter(None, lines))),
        answer=schema(reason=REASON, message=text("Your message, exactly as a player would type it.")),
    )


def message_of(given: Mapping[str, Any]) -> Said | Unclear:
    """Return the sentence in an answer to `general`."""
    message = given.get("message")
    if not isinstance(message, str) or not message.strip():
        return Unclear("empty")
    return Said(message, via="form")


def told(post: Post) -> str:
    """Return the lines of a post that are the game's own; players' words are left out."""
    kept = (block for block in post.blocks if isinstance(block, Line | Item | Mono | Table))
    return "\n".join(text_of(block) for block in kept)


def _allowed(ask: Ask) -> str:
    return f"You may say: {ask.says}{_fields(ask)}"


def _fields(ask: Ask) -> str:
    if not isinstance(ask, Form):
        return ""
    return ", where " + "; ".join(f"{{{field.key}}} is {field.label}{_choices(field)}" for field in ask.fields)


def _choices(field: Field) -> str:
    match field:
        case Number(low=low, high=high, scale=scale):
            return f" (from {low / scale:g} to {high / scale:g})"
        case One(options=options):
            return f" (one of: {', '.join(value for value, _ in options)})"
        case Many(options=options):
            return f" (some of: {', '.join(value for value, _ in options)}; joined by commas)"
        case Counts(options=options):
            return f" (such as '1 {options[0][0]}, 2 {options[-1][0]}')" if options else ""
        case Words(most=most):
            return f" (at most {most} characters)"
