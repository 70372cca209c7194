"""Finished sessions in formats of other projects, by the name of the format."""

from collections.abc import Callable
from typing import Any, Literal

from bot.research.export import clembench, textarena
from bot.research.export.episodes import Episode, episode_of
from games.core.codec import encode
from storage.base import Store

Form = Literal["clembench", "textarena"]
WRITERS: dict[Form, Callable[[Episode], dict[str, Any]]] = {
    "clembench": clembench.interactions,
    "textarena": textarena.document,
}


async def written(store: Store, sid: str, form: Form) -> bytes:
    """Return the episode of a stored session as one JSON document on a line. Raises as `episode_of` does."""
    return encode(WRITERS[form](await episode_of(store, sid))) + b"\n"
