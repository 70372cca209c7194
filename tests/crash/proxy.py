"""A line to the store that stalls and breaks: TCP in, TCP out, on loopback."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 1 << 16


class Proxy:
    """Forwards to a port. `cut` drops every connection at once; while stalled, bytes wait in both directions."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = 0
        self._flows = asyncio.Event()
        self._flows.set()
        self._lines: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        self._flows.set()
        self.cut()

    def cut(self) -> int:
        """Break every connection, with whatever is under way on it; tells how many there were."""
        broken = len(self._lines) // 2
        for line in tuple(self._lines):
            line.transport.abort()
        return broken

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let nothing pass while the block lasts."""
        self._flows.clear()
        try:
            yield
        finally:
            self._flows.set()

    async def stall(self, seconds: float) -> None:
        with self.held():
            await asyncio.sleep(seconds)

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            out_reader, out_writer = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, out_writer}
        self._lines |= ends
        try:
            await asyncio.gather(self._pump(reader, out_writer), self._pump(out_reader, writer))
        finally:
            self._lines -= ends

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
