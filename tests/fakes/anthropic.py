"""A Messages API on a loopback port: real requests in, scripted or sensible answers out, and a log of both.

Without a script it plays along by `anthropic_player.py`, which makes it the keyless demo of the LLM.
"""

import asyncio
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Self

from aiohttp import web

from tests.fakes.anthropic_player import play
from tests.fakes.loopback import Call, Fault, Json, Loopback

KEY = "test-key-of-nobody"
ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}
Act = Callable[[Json], Awaitable[web.StreamResponse]]


class Flow(web.StreamResponse):
    """An answer that comes piece by piece."""

    def __init__(self, pieces: Iterable[bytes], pause: float) -> None:
        super().__init__(headers={"content-type": "application/json"})
        self.pieces, self.pause, self.sent = pieces, pause, 0

    async def flow(self, request: web.Request) -> Self:
        await self.prepare(request)
        for piece in self.pieces:
            await self.write(piece)
            self.sent += len(piece)
            await asyncio.sleep(self.pause)
        return self


class FakeAnthropic(Loopback):
    """`does(...)` lines up answers, one for each request; then `otherwise` answers, by default the demo player."""

    def __init__(self, port: int = 0, key: str = KEY) -> None:
        super().__init__(port)
        self.key = key
        self.script: deque[Act] = deque()
        self.otherwise: Act = self.plays
        self.count = 0

    def env(self) -> dict[str, str]:
        return {"ANTHROPIC_API_KEY": self.key, "ANTHROPIC_BASE_URL": self.url}

    def routes(self, app: web.Application) -> None:
        app.router.add_post("/v1/messages", self._messages)
        app.router.add_post("/v1/messages/count_tokens", self._count_tokens)

    # --- what the service sent ----------------------------------------------------------------------------------------

    @property
    def requests(self) -> list[Json]:
        """The bodies of all requests for a message."""
        return [call.params for call in self.called("POST /v1/messages")]

    @staticmethod
    def system(body: Json) -> str:
        system = body.get("system", "")
        return system if isinstance(system, str) else "\n".join(block["text"] for block in system)

    @staticmethod
    def asked(body: Json) -> str:
        """All text of the user turns."""
        return "\n".join(_texts(turn["content"]) for turn in body["messages"] if turn["role"] == "user")

    # --- answers ------------------------------------------------------------------------------------------------------

    def does(self, *acts: Act) -> Self:
        """Line up answers for the next requests."""
        self.script.extend(acts)
        return self

    async def plays(self, body: Json) -> web.StreamResponse:
        return await self.answers()(body)

    def answers(self, fields: Mapping[str, Any] | None = None) -> Act:
        """The demo player's answer, with these fields in the place of its own."""

        async def act(body: Json) -> web.StreamResponse:
            made = play(_schema(body), self.system(body), self.asked(body))
            if not _schema(body):
                return self._message(body, made["message"])
            return self._message(body, json.dumps({**made, **(fields or {})}))

        return act

    def says(self, text: str, *, stop: str = "end_turn") -> Act:
        """This text, whatever was asked."""

        async def act(body: Json) -> web.StreamResponse:
            return self._message(body, text, stop)

        return act

    def refuses(self) -> Act:
        return self.says("", stop="refusal")

    def breaks_off(self) -> Act:
        return self.says('{"reason": "I think that', stop="max_tokens")

    def is_html(self) -> Act:
        async def act(body: Json) -> web.StreamResponse:
            return web.Response(text="<html><body>Welcome to the proxy</body></html>", content_type="text/html")

        return act

    def errs(self, status: int, **headers: str) -> Act:
        async def act(body: Json) -> web.StreamResponse:
            return self._error(status, "scripted", {name.replace("_", "-"): value for name, value in headers.items()})

        return act

    def message(self, content: Any, **fields: Any) -> Act:
        """A message with this content; other fields in the place of the usual ones, `...` for one that is missing."""

        async def act(body: Json) -> web.StreamResponse:
            made = {**self._made(body, [], "end_turn"), "content": content, **fields}
            return web.json_response({key: value for key, value in made.items() if value is not ...})

        return act

    def sends(self, body: bytes, status: int = 200, **headers: str) -> Act:
        """These bytes, whatever was asked."""

        async def act(_: Json) -> web.StreamResponse:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            return web.Response(body=body, status=status, headers={"content-type": "application/json", **named})

        return act

    def flows(self, pieces: Iterable[bytes], pause: float = 0.0) -> Act:
        """These pieces of a body, with a pause after each."""

        async def act(_: Json) -> web.StreamResponse:
            return Flow(pieces, pause)

        return act

    def waits(self, seconds: float, then: Act | None = None) -> Act:
        async def act(body: Json) -> web.StreamResponse:
            await asyncio.sleep(seconds)
            return await (then or self.plays)(body)

        return act

    def hangs_up(self) -> Act:
        async def act(body: Json) -> web.StreamResponse:
            raise ConnectionAbortedError

        return act

    # --- the protocol -------------------------------------------------------------------------------------------------

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        body = await self._body(request)
        call = Call("POST /v1/messages", body, time.monotonic())

        async def apply() -> web.StreamResponse:
            # Versions of the library differ in where they put the key.
            bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
            if self.key not in (bearer, request.headers.get("x-api-key")):
                return self._error(401, "invalid x-api-key")
            self._look(request, body)
            act = self.script.popleft() if self.script else self.otherwise
            try:
                made = await act(body)
                return await made.flow(request) if isinstance(made, Flow) else made
            except ConnectionAbortedError:
                if request.transport is not None:
                    request.transport.abort()
                return web.Response()

        return await self.through_faults(request, call, apply)

    async def _count_tokens(self, request: web.Request) -> web.StreamResponse:
        body = await self._body(request)
        call = Call("POST /v1/messages/count_tokens", body, time.monotonic())

        async def apply() -> web.StreamResponse:
            return web.json_response({"input_tokens": _tokens(body)})

        return await self.through_faults(request, call, apply)

    @staticmethod
    async def _body(request: web.Request) -> Json:
        try:
            body = await request.json()
        except ValueError:
            return {}
        return body if isinstance(body, dict) else {}

    def _look(self, request: web.Request, body: Json) -> None:
        """Note what a real API would not take."""
        if not request.headers.get("anthropic-version"):
            self.rudeness.append("no anthropic-version")
        if not isinstance(body.get("model"), str):
            self.rudeness.append("no model")
        if not 1 <= body.get("max_tokens", 0) <= 8192:
            self.rudeness.append(f"max_tokens is {body.get('max_tokens')}")
        turns = body.get("messages") or []
        if (
            not turns
            or turns[0].get("role") != "user"
            or any(t.get("role") not in ("user", "assistant") for t in turns)
        ):
            self.rudeness.append("the turns do not begin with a user's")
        schema = _schema(body)
        if not schema:
            return
        properties = schema.get("properties", {})
        if schema.get("type") != "object" or set(schema.get("required", ())) != set(properties):
            self.rudeness.append("a schema is an object all of whose fields are required")
        if schema.get("additionalProperties") is not False:
            self.rudeness.append("a schema must forbid additional properties")

    def _message(self, body: Json, text: str, stop: str = "end_turn") -> web.StreamResponse:
        content: list[Json] = [{"type": "text", "text": text}] if text else []
        if text and body.get("tools"):
            name = body["tools"][0]["name"]
            content = [{"type": "tool_use", "id": f"toolu_{self.count}", "name": name, "input": json.loads(text)}]
            stop = "tool_use"
        message = self._made(body, content, stop)
        headers = {"request-id": f"req_{self.count}"}
        if body.get("stream"):
            return web.Response(text=_events(message), content_type="text/event-stream", headers=headers)
        return web.json_response(message, headers=headers)

    def _made(self, body: Json, content: list[Json], stop: str) -> Json:
        self.count += 1
        return {
            "id": f"msg_{self.count}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", ""),
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": _tokens(body), "output_tokens": len(json.dumps(content)) // 4 + 1},
        }

    def error(self, fault: Fault, call: Call) -> web.StreamResponse:
        headers = {} if fault.retry_after is None else {"retry-after": f"{fault.retry_after:g}"}
        return self._error(fault.status or 500, "injected", headers)

    def _error(self, status: int, words: str, headers: Mapping[str, str] | None = None) -> web.Response:
        self.count += 1
        request = f"req_{self.count}"
        kind = ERRORS.get(status, "api_error")
        body = {"type": "error", "error": {"type": kind, "message": words}, "request_id": request}
        return web.json_response(body, status=status, headers={"request-id": request, **(headers or {})})


def _schema(body: Json) -> Json:
    schema: Json = (body.get("output_config") or {}).get("format", {}).get("schema", {})
    return schema or next((tool["input_schema"] for tool in body.get("tools", ())), {})


def _events(message: Json) -> str:
    """A message as the events of a stream; its texts come in two pieces."""
    usage = {"output_tokens": message["usage"]["output_tokens"]}
    rows: list[Json] = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}]
    for index, block in enumerate(message["content"]):
        text = block.get("text", "")
        rows.append({"type": "content_block_start", "index": index, "content_block": {**block, "text": ""}})
        rows.append({"type": "ping"})
        for piece in (text[: len(text) // 2], text[len(text) // 2 :]):
            delta = {"type": "text_delta", "text": piece}
            rows.append({"type": "content_block_delta", "index": index, "delta": delta})
        rows.append({"type": "content_block_stop", "index": index})
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    rows += [{"type": "message_delta", "delta": end, "usage": usage}, {"type": "message_stop"}]
    return "".join(f"event: {row['type']}\ndata: {json.dumps(row)}\n\n" for row in rows)


def _texts(content: str | list[Json]) -> str:
    return content if isinstance(content, str) else "\n".join(block.get("text", "") for block in content)


def _tokens(body: Json) -> int:
    return len(json.dumps(body)) // 4
