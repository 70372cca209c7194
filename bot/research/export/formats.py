"""Finished sessions in formats of other projects, by the name of the format.

The command line lists the formats at every start, so what writes them is imported when it is needed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from bot.research.export.episodes import Episode
    from storage.base import Store

Form = Literal["clembench", "textarena"]


def writers() -> "dict[Form, Callable[[Episode], dict[str, Any]]]":
    """Return the function that makes an episode's document, for each format."""
    from bot.research.export import clembench, textarena

    return {"clembench": clembench.interactions, "textarena": textarena.document}


async def written(store: "Store", sid: str, form: Form) -> bytes:
    """Return the episode of a stored session as one JSON document on a line. Raises as `episode_of` does."""
    from bot.research.export.episodes import episode_of
    from games.core.codec import encode

    return encode(writers()[form](await episode_of(store, sid))) + b"\n"
