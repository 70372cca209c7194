"""Request bodies and raw requests for the tests of the fake Discord."""

from typing import Any

import discord
import pytest
from discord.http import Route

Body = dict[str, Any]
NOBODY: Body = {"allowed_mentions": {"parse": []}}


class Rest:
    """Requests as the library sends them."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client

    async def __call__(self, method: str, path: str, body: Any = None, **params: str) -> Any:
        sent: Body = {} if body is None else {"json": body}
        return await self.client.http.request(Route(method, path), params=params, **sent)

    async def refused(self, method: str, path: str, body: Any = None, **params: str) -> tuple[int, str]:
        """The code and the words of the refusal."""
        with pytest.raises(discord.HTTPException) as refusal:
            await self(method, path, body, **params)
        return refusal.value.code, refusal.value.text


def row(*components: Body) -> Body:
    return {"type": 1, "components": list(components)}


def button(n: int = 0, **more: Any) -> Body:
    return {"type": 2, "style": 1, "label": f"Button {n}", "custom_id": f"b{n}", **more}


def menu(count: int, **more: Any) -> Body:
    options = [{"label": f"Item {n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def options(count: int, **more: Any) -> list[Body]:
    return [{"label": f"Item {n}", "value": str(n), **more} for n in range(count)]


def shown(text: str = "x") -> Body:
    return {"type": 10, "content": text}


def labelled(component: Body, **more: Any) -> Body:
    """A component of a form with its label."""
    return {"type": 18, "label": "Label", "component": {"custom_id": "c", **component}, **more}


def text_input(**more: Any) -> Body:
    return row({"type": 4, "style": 1, "custom_id": "price", "label": "Price", **more})
