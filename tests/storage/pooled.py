"""Commands to a server over a client's pool of connections, as any program sends them. A server in memory has no other
way.
"""

from collections.abc import Sequence
from typing import Any

from redis import exceptions

from storage.redis.pipeline import Command, Pipeline


class Pooled(Pipeline):
    """A pipeline that sends each batch by itself."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.incarnation = ""

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        if len(commands) == 1:
            try:
                return [await self._client.execute_command(*commands[0])]
            except exceptions.ResponseError as refused:
                return [refused]
        pipe = self._client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        return list(await pipe.execute(raise_on_error=False)) if commands else []

    async def close(self) -> None:
        """Do nothing: the client is closed by itself."""
