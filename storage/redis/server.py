"""Common ground of the parts of the shared store: the link, names, the order of writes, and marks of calls."""

import secrets

from storage.redis.link import Link
from storage.redis.rows import name_key

MARK = 8
"""Bytes that tell one call from another."""


class Server:
    """The server of one store. `address` as in `Link`. Raises `StoreError` for an address that cannot be parsed."""

    def __init__(self, address: str) -> None:
        self.link = Link(address)
        self._seen = 0
        """The last stamp this process has seen. Its next writes get later stamps, on whichever server."""

    async def open(self) -> None:
        await self.link.open()

    async def close(self) -> None:
        await self.link.close()

    @property
    def note(self) -> str:
        """Sentence for the operator: how safe the data is."""
        return self.link.note

    @property
    def incarnation(self) -> str:
        """Name of the server that answers, refreshed with every connection."""
        return self.link.incarnation

    @property
    def whole(self) -> bool:
        return self.link.whole

    async def point(self, name: str, value: str | None) -> None:
        key = name_key(name)
        await (self.link.ask("DEL", key) if value is None else self.link.ask("SET", key, value))

    async def pointed(self, name: str) -> str | None:
        value = await self.link.ask("GET", name_key(name))
        return None if value is None else str(value.decode())

    def _saw(self, stamp: bytes) -> None:
        self._seen = max(self._seen, int(stamp))


def mark() -> bytes:
    """Return a random mark that tells one call from another."""
    return secrets.token_bytes(MARK)
