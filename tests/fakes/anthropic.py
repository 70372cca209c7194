"""A Messages API on a loopback port: real requests in, scripted or sensible answers out, and a log of both.

Without a script it plays along by `anthropic_player.py`, which makes it the keyless demo of the LLM. Its models take
and refuse parameters as documented (`anthropic_models.py`), think as long as `thinks` says, and cache prefixes
(`anthropic_tokens.py`). The same server speaks the addresses of Bedrock and Vertex.
"""

import asyncio
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Self

from aiohttp import web

from tests.fakes.anthropic_batches import Batches
from tests.fakes.anthropic_bodies import events, schema_of, texts
from tests.fakes.anthropic_models import MODELS, Kind, refused, thinks, told
from tests.fakes.anthropic_player import play
from tests.fakes.anthropic_tokens import BYTES, Cache, Thoughts, tokens
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
        self.models: dict[str, Kind] = dict(MODELS)
        self.thoughts, self.cache = Thoughts(0), Cache()
        self.most_tokens = 8192  # in a chat; a bench may ask for more
        self.batches = Batches(lambda: self.url, self._batched)

    def thinks(self, median: int, spread: float = 0.6, seed: int = 1) -> Self:
        """Let models think for a median of this many tokens."""
        self.thoughts = Thoughts(median, spread, seed)
        return self

    def env(self) -> dict[str, str]:
        return {"ANTHROPIC_API_KEY": self.key, "ANTHROPIC_BASE_URL": self.url}

    def routes(self, app: web.Application) -> None:
        app.router.add_post("/v1/messages", self._messages)
        app.router.add_post("/v1/messages/count_tokens", self._count_tokens)
        app.router.add_post("/v1/messages/batches", self._batch)
        app.router.add_get("/v1/messages/batches/{id}", self._batch)
        app.router.add_post("/v1/messages/batches/{id}/cancel", self._batch)
        app.router.add_get("/v1/messages/batches/{id}/results", self._results)
        app.router.add_get("/v1/models", self._models)
        app.router.add_get("/v1/models/{id}", self._models)
        app.router.add_post("/model/{id}/invoke", self._messages)  # Bedrock
        app.router.add_post("/projects/{project}/locations/{region}/publishers/anthropic/models/{id}", self._messages)

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
        return "\n".join(texts(turn["content"]) for turn in body["messages"] if turn["role"] == "user")

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
            made = play(schema_of(body), self.system(body), self.asked(body))
            if not schema_of(body):
                return self._message(body, made["message"])
            return self._message(body, json.dumps({**made, **(fields or {})}))

        return act

    def says(self, text: str, *, stop: str = "end_turn") -> Act:
        """This text, whatever was asked."""

        async def act(body: Json) -> web.StreamResponse:
            return self._message(body, text, stop)

        return act

    def refuses(self, category: str | None = None) -> Act:
        """A refusal, for a policy of this category."""
        details = {"type": "refusal", "category": category, "explanation": None}
        return self.message([], stop_reason="refusal", stop_details=details)

    def breaks_off(self) -> Act:
        return self.says('{"reason": "I think that', stop="max_tokens")

    def cuts_off(self) -> Act:
        """The demo player's answer, whole, from a model that had more to say."""

        async def act(body: Json) -> web.StreamResponse:
            made = play(schema_of(body), self.system(body), self.asked(body))
            return self._message(body, json.dumps(made) if schema_of(body) else made["message"], "max_tokens")

        return act

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
        if "id" in request.match_info:  # other providers name the model in the address
            name = request.match_info["id"].partition(":rawPredict")[0]
            body = {"model": name.removeprefix("anthropic."), **body}
        call = Call("POST /v1/messages", body, time.monotonic())

        async def apply() -> web.StreamResponse:
            if not self._knows(request):
                return self._error(401, "invalid x-api-key")
            self._look(request, body)
            if (why := refused(body, self.models)) is not None:
                return self._error(*why)
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
            if (why := refused({"max_tokens": 1, **body}, self.models)) is not None:
                return self._error(*why)
            return web.json_response({"input_tokens": sum(Cache().usage(body, 1 << 40).values())})

        return await self.through_faults(request, call, apply)

    async def _models(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("id", "")
        call = Call(f"GET /v1/models{'/' if name else ''}{name}", {}, time.monotonic())

        async def apply() -> web.StreamResponse:
            if not self._knows(request):
                return self._error(401, "invalid x-api-key")
            if name:
                kind = self.models.get(name)
                return web.json_response(told(name, kind)) if kind else self._error(404, f"model: {name}")
            rows = [told(each, kind) for each, kind in self.models.items()]
            ends = {"first_id": rows[0]["id"], "last_id": rows[-1]["id"]} if rows else {}
            return web.json_response({"data": rows, "has_more": False, **ends})

        return await self.through_faults(request, call, apply)

    async def _batch(self, request: web.Request) -> web.StreamResponse:
        body, name = await self._body(request), request.match_info.get("id", "")
        call = Call(f"{request.method} /v1/messages/batches", body, time.monotonic())

        async def apply() -> web.StreamResponse:
            if not self._knows(request):
                return self._error(401, "invalid x-api-key")
            if not name:
                made = await self.batches.create(body)
                return self._error(400, made) if isinstance(made, str) else web.json_response(made)
            found = self.batches.cancel(name) if request.method == "POST" else self.batches.retrieve(name)
            return web.json_response(found) if found is not None else self._error(404, f"batch: {name}")

        return await self.through_faults(request, call, apply)

    async def _results(self, request: web.Request) -> web.StreamResponse:
        call = Call("GET /v1/messages/batches/results", {}, time.monotonic())

        async def apply() -> web.StreamResponse:
            rows = self.batches.results(request.match_info["id"])
            if rows is None:
                return self._error(404, "the batch has no results yet")
            return web.Response(text=rows, content_type="application/x-jsonl")

        return await self.through_faults(request, call, apply)

    async def _batched(self, params: Json) -> Json:
        """The message or the error that answers one request of a batch."""
        why = refused(params, self.models)
        act = self.script.popleft() if why is None and self.script else self.otherwise
        made = self._error(*why) if why is not None else await act(params)
        assert isinstance(made, web.Response)
        assert made.text is not None
        found: Json = json.loads(made.text)
        return found

    def _knows(self, request: web.Request) -> bool:
        # Versions of the library differ in where they put the key.
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        return self.key in (bearer, request.headers.get("x-api-key"))

    @staticmethod
    async def _body(request: web.Request) -> Json:
        try:
            body = await request.json()
        except ValueError:
            return {}
        return body if isinstance(body, dict) else {}

    def _look(self, request: web.Request, body: Json) -> None:
        """Note what a real API would not take."""
        if not request.headers.get("anthropic-version") and "anthropic_version" not in body:
            self.rudeness.append("no anthropic-version")
        if not isinstance(body.get("model"), str):
            self.rudeness.append("no model")
        if not 1 <= body.get("max_tokens", 0) <= self.most_tokens:
            self.rudeness.append(f"max_tokens is {body.get('max_tokens')}")
        turns = body.get("messages") or []
        if (
            not turns
            or turns[0].get("role") != "user"
            or any(t.get("role") not in ("user", "assistant") for t in turns)
        ):
            self.rudeness.append("the turns do not begin with a user's")
        schema = schema_of(body)
        if not schema:
            return
        properties = schema.get("properties", {})
        if schema.get("type") != "object" or set(schema.get("required", ())) != set(properties):
            self.rudeness.append("a schema is an object all of whose fields are required")
        if schema.get("additionalProperties") is not False:
            self.rudeness.append("a schema must forbid additional properties")

    def _message(self, body: Json, text: str, stop: str = "end_turn") -> web.StreamResponse:
        thought = self.thoughts.draw() if thinks(body, self.models) else 0
        thought = min(thought, (body.get("thinking") or {}).get("budget_tokens", thought))
        left = max(body.get("max_tokens", 0) - thought, 0) * BYTES
        if len(text) > left and not body.get("tools"):
            text, stop = text[:left], "max_tokens"
        thought = min(thought, body.get("max_tokens", 0))
        content: list[Json] = [{"type": "text", "text": text}] if text else []
        if text and body.get("tools"):
            name = body["tools"][0]["name"]
            content = [{"type": "tool_use", "id": f"toolu_{self.count}", "name": name, "input": json.loads(text)}]
            stop = "tool_use"
        message = self._made(body, content, stop)
        if thought:
            message["content"] = [{"type": "thinking", "thinking": "", "signature": f"s{self.count}"}, *content]
            message["usage"]["output_tokens"] = min(thought + tokens(text), body["max_tokens"])
            message["usage"]["output_tokens_details"] = {"thinking_tokens": thought}
        headers = {"request-id": f"req_{self.count}"}
        if body.get("stream"):
            return web.Response(text=events(message), content_type="text/event-stream", headers=headers)
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
            "stop_details": None,
            "usage": {**self._input(body), "output_tokens": tokens(content) + 1},
        }

    def _input(self, body: Json) -> Json:
        kind = self.models.get(str(body.get("model")))
        return self.cache.usage(body, kind.cached if kind else 1024)

    def error(self, fault: Fault, call: Call) -> web.StreamResponse:
        headers = {} if fault.retry_after is None else {"retry-after": f"{fault.retry_after:g}"}
        return self._error(fault.status or 500, "injected", headers)

    def _error(self, status: int, words: str, headers: Mapping[str, str] | None = None) -> web.Response:
        self.count += 1
        request = f"req_{self.count}"
        kind = ERRORS.get(status, "api_error")
        body = {"type": "error", "error": {"type": kind, "message": words}, "request_id": request}
        return web.json_response(body, status=status, headers={"request-id": request, **(headers or {})})
