"""The prompt of a model that plays a seat, and the way its answer becomes a move.

A game says it in its own words by overriding `prompt`, `answered`, `described`, `uttered` and `agrees` of
`games.core.Game`; what stands here is what they do for a game that does not: the rules as the seat knows them, and a
sentence that the game's own reader reads. Nothing here asks anybody; it is text in, text out.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from games.post import (
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
    from games.core import AnyGame, Reading, Seat, Unclear


class Prompt(Struct, frozen=True):
    """One decision of one seat, put to a model.

    `version` names the template, and changes with its words or its schema. `rules` are the same all session long: the
    rules, what the seat knows alone, what it is after; no word of a player stands there. `table` is public, numbers and
    names only, and grows by one short line with each offer. `now` is what is asked for at this moment. `heard` are the
    last words of others, as pairs of who and text: data that is never taken for an instruction. `answer` is a JSON
    schema of an object; its field `reason` is for the log, its field `say` for the other side. `protocol` says how the
    published agents of the game write a message, where there are any, for a model that answers as they do.

    A number that stands neither in `table` nor in the move counts as private: no word of the model may hold it.
    """

    version: str
    rules: str
    now: str
    answer: dict[str, Any]
    table: str = ""
    heard: tuple[tuple[str, str], ...] = ()
    protocol: str = ""


def schema(**fields: dict[str, Any]) -> dict[str, Any]:
    """A JSON schema of an object that has all of these fields, in this order, and no other."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def text(about: str) -> dict[str, Any]:
    return {"type": "string", "description": about}


def one_of(options: tuple[str, ...], about: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(options), "description": about}


def counts(names: tuple[str, ...], about: str) -> dict[str, Any]:
    """A whole number for each name."""
    return {**schema(**{name: {"type": "integer"} for name in names}), "description": about}


REASON = text("Why, in a sentence or two. Only researchers read it, after the game.")
SAY = text("What you say to the other side along with it: one or two short sentences, or nothing.")


def whole(value: Any) -> int | None:
    """A whole number as models write it: 3, 3.0, "3"; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        value = value.strip()
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 10**9 else None


def named(value: Any, names: Mapping[str, str]) -> str | None:
    """Which move a name means, by a table of the names that models give them; None for any other."""
    return names.get(re.sub(r"[^a-z]+", "_", value.lower()).strip("_")) if isinstance(value, str) else None


def counted(value: Mapping[str, Any], *names: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return how many of each an object names, each thing under any of its names in any case; 0 of what it leaves out.
    None if it names something else, or a number that is none.
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
    """Return what the answer says to the other side, on one line."""
    value = given.get("say")
    return " ".join(value.split()) if isinstance(value, str) else ""


# --- for a game without words of its own ------------------------------------------------------------------------------


def general(game: "AnyGame", view: Any, seat: str) -> Prompt:
    """A prompt for any game: the rules, where things stand, and what may be answered, in the game's own words."""
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
    """A prompt for a model that answers as a player types: in the protocol of the game's published agents, if it has
    one, or else with the words that the game's buttons say.
    """
    own = game.prompt(view, seat)
    if own.protocol:
        return replace(own, now=f"{own.now}\n\n{own.protocol}")
    return replace(general(game, view, seat), heard=own.heard)


def read_message(game: "AnyGame", view: Any, given: Mapping[str, Any]) -> "Reading[Any] | Unclear":
    """Return what the sentence of an answer to `general` means to the game's reader."""
    from games.core import Said, Unclear

    message = given.get("message")
    if not isinstance(message, str) or not message.strip():
        return Unclear("empty")
    return game.read(view, Said(message, via="form"))


def _told(post: Post) -> str:
    """The lines of a post that are the game's own: what players said stays out."""
    kept = (block for block in post.blocks if isinstance(block, Line | Item | Mono | Table))
    return "\n".join(text_of(block) for block in kept)


def _allowed(game: "AnyGame", view: Any, voice: Voice) -> list[str]:
    """Return what the buttons and forms of this moment would say."""
    return [f"You may say: {ask.says}{_fields(ask)}" for ask in game.asks(view, voice)]


def _fields(ask: Ask) -> str:
    if not isinstance(ask, Form):
        return ""
    return ", where " + "; ".join(f"{{{field.key}}} is {field.label}{_choices(field)}" for field in ask.fields)


def _choices(field: Field) -> str:
    """Return what may be filled in."""
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
