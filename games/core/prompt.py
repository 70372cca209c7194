"""The prompt of a model that plays a seat, and the way its answer becomes a move.

A game with its own wording overrides `prompt`, `answered`, `described`, `uttered` and `agrees` of `Game`.
This module holds their defaults: the rules as the seat knows them, answered by a sentence that the game's own reader
reads. Nothing here calls a model; it is text in, text out.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

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
    Quote,
    Table,
    Voice,
    Words,
    text_of,
)

if TYPE_CHECKING:
    from games.core.contract import AnyGame, Reading, Seat, Unclear


class Prompt(Struct, frozen=True):
    """One decision of one seat, put to a model. A number that occurs neither in `table` nor in the move counts as
    private: no word of the model may contain it.

    - `version` names the template, and changes with its words or its schema.
    - `rules` stay the same all session long: the rules, the seat's secrets and its goal; no word of a player.
    - `table` is public, numbers and names only, and grows by one short line with each offer.
    - `now` is the task of this moment.
    - `heard` are the last words of others, as pairs of speaker and text: data, never taken for an instruction.
    - `answer` is a JSON schema of an object; its field `reason` is for the log, its field `say` for the other side.
    - `protocol` describes the message format of the game's published agents, for a model that answers as they do.
    """

    version: str
    rules: str
    now: str
    answer: dict[str, Any]
    table: str = ""
    heard: tuple[tuple[str, str], ...] = ()
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


REASON = text("Why, in a sentence or two. Only researchers read it, after the game.")
SAY = text("What you say to the other side along with it: one or two short sentences, or nothing.")


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


def counted(value: Mapping[str, Any], *names: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return how many of each thing an object lists; 0 for those that it leaves out.

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


def general(game: "AnyGame", view: Any, seat: str) -> Prompt:
    """Return a prompt for any game: its rules, its status, and the allowed answers, in the game's own words."""
    voice = Voice(seat, plain=True, width=72)
    rules, sheet = _told(game.explain(view, voice)), _told(game.sheet(view, voice))
    status = game.status(view, voice)
    lines = [*([] if sheet in rules else sheet.splitlines()), *_told(status).splitlines(), *_allowed(game, view, voice)]
    return Prompt(
        version="general/1",
        rules=rules,
        now="\n".join(dict.fromkeys(filter(None, lines))),
        heard=tuple((block.who, block.text) for block in status.blocks if isinstance(block, Quote)),
        answer=schema(reason=REASON, message=text("Your message, exactly as a player would type it.")),
    )


def typing(game: "AnyGame", view: Any, seat: "Seat") -> Prompt:
    """Return a prompt for a model that answers as a player types.

    It uses the protocol of the game's published agents, if there is one, or else the words of the game's buttons.
    """
    own = game.prompt(view, seat)
    if own.protocol:
        return replace(own, now=f"{own.now}\n\n{own.protocol}")
    return replace(general(game, view, seat), heard=own.heard)


def read_message(game: "AnyGame", view: Any, given: Mapping[str, Any]) -> "Reading[Any] | Unclear":
    """Return the meaning of the sentence in an answer to `general`, by the game's reader."""
    from games.core.contract import Said, Unclear

    message = given.get("message")
    if not isinstance(message, str) or not message.strip():
        return Unclear("empty")
    return game.read(view, Said(message, via="form"))


def _told(post: Post) -> str:
    """Return the lines of a post that are the game's own; players' words are left out."""
    kept = (block for block in post.blocks if isinstance(block, Line | Item | Mono | Table))
    return "\n".join(text_of(block) for block in kept)


def _allowed(game: "AnyGame", view: Any, voice: Voice) -> list[str]:
    """Return the texts of the current buttons and forms."""
    return [f"You may say: {ask.says}{_fields(ask)}" for ask in game.asks(view, voice)]


def _fields(ask: Ask) -> str:
    if not isinstance(ask, Form):
        return ""
    return ", where " + "; ".join(f"{{{field.key}}} is {field.label}{_choices(field)}" for field in ask.fields)


def _choices(field: Field) -> str:
    """Return the possible values of a field, in words."""
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
