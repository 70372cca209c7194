"""Discord's gateway: sessions, resumption with replay, both compressions, and ways to break the connection.

Source: Discord's developer pages "Gateway" and "Opcodes and status codes".
"""

import asyncio
import contextlib
import json
import secrets
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import zstandard
from aiohttp import WSMsgType, web

from tests.fakes.loopback import Json

if TYPE_CHECKING:
    from tests.fakes.discord import FakeDiscord
    from tests.fakes.discord_messages import Message
    from tests.fakes.discord_world import Channel, Guild

GUILDS, GUILD_MEMBERS, PRESENCES, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 8, 1 << 9
DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 12, 1 << 15
PRIVILEGED = {"members": GUILD_MEMBERS, "presences": PRESENCES, "message_content": MESSAGE_CONTENT}
DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11,
)  # fmt: skip


class Socket:
    """One connection. Frames leave in order; compression has one stream for the whole connection."""

    def __init__(self, ws: web.WebSocketResponse, request: web.Request) -> None:
        self.ws = ws
        self.request = request
        self.session: Session | None = None
        self.beats = 0
        self._out: asyncio.Queue[Json | int] = asyncio.Queue()  # a payload, or a close code
        compress = request.query.get("compress")
        self._pack: Callable[[bytes], bytes] | None = None
        if compress == "zstd-stream":
            zstd = zstandard.ZstdCompressor().compressobj()
            self._pack = lambda data: zstd.compress(data) + zstd.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
        elif compress == "zlib-stream":
            deflate = zlib.compressobj()
            self._pack = lambda data: deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)

    def send(self, payload: Json) -> None:
        self._out.put_nowait(payload)

    def close(self, code: int) -> None:
        self._out.put_nowait(code)

    def abort(self) -> None:
        """Tear the connection down without a closing handshake."""
        if self.request.transport is not None:
            self.request.transport.abort()

    async def write(self) -> None:
        while True:
            item = await self._out.get()
            with contextlib.suppress(ConnectionError):
                if isinstance(item, int):
                    await self.ws.close(code=item)
                    return
                data = json.dumps(item).encode()
                await (self.ws.send_str(data.decode()) if self._pack is None else self.ws.send_bytes(self._pack(data)))


@dataclass(slots=True)
class Session:
    """Session that IDENTIFY starts. Events are kept, so that RESUME can replay what was missed."""

    id: str
    intents: int
    socket: Socket | None = None
    seq: int = 0
    events: list[Json] = field(default_factory=list)

    def dispatch(self, event: str, data: Any) -> None:
        self.seq += 1
        payload = {"op": DISPATCH, "t": event, "s": self.seq, "d": data}
        self.events.append(payload)
        if self.socket is not None:
            self.socket.send(payload)


class Gateway:
    """`identified` and `resumed` count log-ins; `deaf` stops answering heartbeats."""

    def __init__(self, dc: "FakeDiscord") -> None:
        self.dc = dc
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        self.deaf = False
        self.close_codes: list[int] = []  # with which the fake refused a connection

    # ------------------------------------------------------------------------------------------- breaking it

    @property
    def live(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.socket is not None]

    def drop(self, code: int = 4000) -> None:
        """Close every connection; the sessions can be resumed."""
        for socket in self._detach():
            socket.close(code)

    def cut(self) -> None:
        """Tear every connection down without a word."""
        for socket in self._detach():
            socket.abort()

    def reconnect(self) -> None:
        """Ask the client to reconnect and resume (op 7)."""
        for session in self.live:
            assert session.socket is not None
            session.socket.send({"op": RECONNECT, "d": None})

    def invalidate(self) -> None:
        """Forget all sessions: the client must identify again and has missed what happened in between (op 9)."""
        for session in self.live:
            assert session.socket is not None
            session.socket.send({"op": INVALID, "d": False})
        self.forget()

    def forget(self) -> None:
        """Forget sessions, so that the next RESUME is refused."""
        self.sessions.clear()

    def _detach(self) -> list[Socket]:
        sockets = [session.socket for session in self.live if session.socket is not None]
        for session in self.live:
            session.socket = None
        return sockets

    # ------------------------------------------------------------------------------------------------ events

    def interaction(self, wire: Json) -> None:
        for session in self.sessions.values():
            session.dispatch("INTERACTION_CREATE", wire)

    def message(self, event: str, message: "Message") -> None:
        """Tell sessions of a message they may see; content only where they may read it."""
        channel = message.channel
        if message.only_for is not None or not channel.can(self.dc.bot):
            return
        for session in self.sessions.values():
            if not session.intents & (GUILD_MESSAGES if channel.guild else DIRECT_MESSAGES):
                continue
            where: Json = {"guild_id": str(channel.guild.id)} if channel.guild else {}
            if event == "MESSAGE_DELETE":
                session.dispatch(event, {"id": str(message.id), "channel_id": str(channel.id), **where})
                continue
            if channel.guild and message.author.id in channel.guild.members and message.interaction is None:
                where["member"] = {k: v for k, v in channel.guild.member_wire(message.author).items() if k != "user"}
            session.dispatch(event, {**message.wire(hidden=not self.readable(message, session.intents)), **where})

    def readable(self, message: "Message", intents: int) -> bool:
        """Without the privileged intent a bot reads its own messages, direct chats, and messages that mention it."""
        bot = self.dc.bot
        if intents & MESSAGE_CONTENT or message.author is bot or message.channel.guild is None:
            return True
        if f"<@{bot.id}>" in message.content or f"<@!{bot.id}>" in message.content:
            return True
        replied = message.reply_to  # answers to interactions do not count
        return replied is not None and replied.author is bot and replied.interaction is None

    def channel_event(self, event: str, channel: "Channel") -> None:
        if channel.guild is None or not (channel.can(self.dc.bot) or "DELETE" in event):
            return
        for session in self.sessions.values():
            if session.intents & GUILDS:
                session.dispatch(event, channel.wire())

    def guild_event(self, event: str, guild: "Guild") -> None:
        for session in self.sessions.values():
            if session.intents & GUILDS:
                wire = guild.wire(all_members=bool(session.intents & GUILD_MEMBERS))
                session.dispatch(event, wire if event != "GUILD_DELETE" else {"id": str(guild.id)})

    # --------------------------------------------------------------------------------------------- connections

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(compress=False)
        await ws.prepare(request)
        socket = Socket(ws, request)
        writer = asyncio.get_running_loop().create_task(socket.write())
        socket.send(
            {"op": HELLO, "t": None, "s": None, "d": {"heartbeat_interval": self.dc.heartbeat_ms, "_trace": []}}
        )
        try:
            async for frame in ws:
                if frame.type is WSMsgType.TEXT:
                    self._receive(socket, frame.data)
        finally:
            writer.cancel()
            if socket.session is not None and socket.session.socket is socket:
                socket.session.socket = None
            self.dc.changes.notify()
        return ws

    def _receive(self, socket: Socket, text: str) -> None:
        try:
            payload = json.loads(text)
            op = payload["op"]
        except (ValueError, KeyError, TypeError):
            self._refuse(socket, 4002)
            return
        if op == HEARTBEAT:
            socket.beats += 1
            if not self.deaf:
                socket.send({"op": ACK, "t": None, "s": None, "d": None})
        elif op == IDENTIFY:
            self._identify(socket, payload["d"])
        elif op == RESUME:
            self._resume(socket, payload["d"])
        elif op not in (PRESENCE, VOICE, MEMBERS):
            self._refuse(socket, 4001)
        elif socket.session is None:
            self._refuse(socket, 4003)
        elif op == MEMBERS:
            self._members(socket.session, payload["d"])
        self.dc.changes.notify()

    def _refuse(self, socket: Socket, code: int) -> None:
        self.close_codes.append(code)
        socket.close(code)

    def _identify(self, socket: Socket, data: Json) -> None:
        intents = int(data.get("intents") or 0)
        granted = sum(PRIVILEGED[name] for name in self.dc.privileged)
        if socket.session is not None:
            self._refuse(socket, 4005)
            return
        if data.get("token") != self.dc.token:
            self._refuse(socket, 4004)
            return
        if intents & sum(PRIVILEGED.values()) & ~granted:
            self._refuse(socket, 4014)
            return
        self.identified += 1
        session = Session(secrets.token_hex(8), intents, socket)
        self.sessions[session.id] = socket.session = session
        guilds = [guild for guild in self.dc.guilds.values() if self.dc.bot.id in guild.members]
        ready = {
            "v": 10,
            "user": self.dc.bot_wire(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.dc.gateway_url,
            "private_channels": [],
            "application": {"id": str(self.dc.bot.id), "flags": self.dc.application_flags},
            "_trace": [],
        }
        session.dispatch("READY", ready)
        if intents & GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", guild.wire(all_members=bool(intents & GUILD_MEMBERS)))

    def _resume(self, socket: Socket, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        if data.get("token") != self.dc.token:
            self._refuse(socket, 4004)
            return
        if session is None:
            socket.send({"op": INVALID, "t": None, "s": None, "d": False})
            return
        self.resumed += 1
        session.socket, socket.session = socket, session
        for event in session.events:
            if event["s"] > int(data.get("seq") or 0):
                socket.send(event)
        session.dispatch("RESUMED", {"_trace": []})

    def _members(self, session: Session, data: Json) -> None:
        guild = self.dc.guilds.get(int(data["guild_id"]))
        if guild is not None:
            members = [guild.member_wire(member) for member in guild.members.values()]
            chunk = {"guild_id": str(guild.id), "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": []}
            session.dispatch("GUILD_MEMBERS_CHUNK", {**chunk, "nonce": data.get("nonce")})
