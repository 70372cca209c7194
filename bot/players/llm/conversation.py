"""The exchange as turns of a conversation: what the seat was told in user turns, its own messages in assistant turns.

A turn that has been answered never changes again, so the cached prefix of a request only grows. Words of players stand
in user turns, as JSON in an element of their own, and nowhere else.
"""

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final

from bot.players.exchange import Exchange, Own, Told
from games.core.contract import AnyGame

MOST_HEARD, MOST_HEARD_IN_ALL = 1_000, 4_000
"""Characters that a model reads of one message, and of all messages between two of its own; the newest take precedence.
"""
BEGINS: Final = "The game begins."
"""The user turn before a message that nothing precedes."""
GOES_ON: Final = "It is your turn again."
"""The user turn between two messages of the seat with nothing in between."""

Turn = dict[str, Any]


def turns(game: AnyGame, exchange: Exchange, now: str, typed: bool) -> list[Turn]:
    """Return the turns up to a decision. The last one is the user's: what is new, and then `now`, which is not kept.

    `typed`: the model answers as players type, else by the fields of the prompt's schema.
    """
    wrote = _typed if typed else _filled
    made: list[Turn] = []
    for own, entries in groupby(exchange.seen, lambda entry: isinstance(entry, Own)):
        if not own:
            made.append(_user(heard(entry for entry in entries if isinstance(entry, Told))))
            continue
        for entry in entries:
            if not made or made[-1]["role"] == "assistant":
                made.append(_user(GOES_ON if made else BEGINS))
            assert isinstance(entry, Own)
            made.append({"role": "assistant", "content": [_text(wrote(game, entry))]})
    if not made or made[-1]["role"] == "assistant":
        made.append(_user(GOES_ON if made else BEGINS))
    return [*made[:-1], asking(made[-1]["content"][-1]["text"], now)]


def asking(told: str, now: str) -> Turn:
    """Return a user turn that ends with a question. The question changes each time, so the cache ends before it."""
    kept = {**_text(told), "cache_control": {"type": "ephemeral"}}
    return {"role": "user", "content": [kept, _text(now)]}


def heard(told: Iterable[Told]) -> str:
    """Return the told texts, event by event, with the words of others as data. No sign in them can end the element."""
    entries = tuple(told)
    left = MOST_HEARD_IN_ALL
    parts: list[str] = []
    for entry in reversed(entries):
        rows: list[dict[str, str]] = []
        for who, words in reversed(entry.heard):
            if (kept := words[: min(MOST_HEARD, left)]) or not words:
                rows.insert(0, {"from": who, "words": kept})
                left -= len(kept)
        safe = json.dumps(rows, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")
        words_of = f"<heard>{safe.encode(errors='replace').decode()}</heard>" if rows else ""
        parts.insert(0, "\n".join(filter(None, (entry.text, words_of))))
    return "\n".join(filter(None, parts)) or GOES_ON


def _filled(game: AnyGame, own: Own) -> str:
    """Return an own message as the answer that the schema asks for, with the reason that was given then."""
    fields = game.given(own.view, own.move, own.say)
    return json.dumps({"reason": own.reason, **fields} if own.reason else fields, ensure_ascii=False)


def _typed(game: AnyGame, own: Own) -> str:
    """Return an own message as it was written, or as a player would have typed it."""
    return own.wrote or game.typed(own.view, own.move, own.say) or "…"


def _user(text: str) -> Turn:
    return {"role": "user", "content": [_text(text)]}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
