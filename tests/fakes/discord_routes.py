"""One table of routes: which method answers `POST /channels/{channel}/messages`, and with which numbers."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from aiohttp import web

from tests.fakes.discord_errors import DiscordError
from tests.fakes.loopback import Json, Upload

M = TypeVar("M", bound=Callable[..., Any])


@dataclass(slots=True)
class Ask:
    """A decoded request: path parts as numbers (`@me` and tokens as text), query, JSON body and files."""

    path: dict[str, Any]
    query: dict[str, str]
    body: Any
    files: list[Upload] = field(default_factory=list)


def route(*templates: str) -> Callable[[M], M]:
    """Mark a method as the answer to these `METHOD /path/{part}`."""

    def mark(method: M) -> M:
        vars(method)["templates"] = templates
        return method

    return mark


class Routes:
    """The marked methods of several objects; literal parts win over open ones."""

    def __init__(self, *owners: object) -> None:
        found = []
        for owner in owners:
            for name in dir(type(owner)):
                for template in getattr(getattr(type(owner), name), "templates", ()):
                    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template)
                    found.append((template.count("{"), re.compile(pattern), getattr(owner, name)))
        self._table = sorted(found, key=lambda entry: entry[0])

    def find(self, name: str) -> tuple[Callable[[Ask], Any], dict[str, Any]]:
        """The method for `POST /channels/7/messages` and its path parts; 404 where there is none."""
        for _, pattern, method in self._table:
            match = pattern.fullmatch(name)
            if match:
                return method, {key: int(v) if v.isdigit() else v for key, v in match.groupdict().items()}
        raise DiscordError(404, 0, f"404: Not Found (this fake has no {name})")


async def read(request: web.Request) -> tuple[Any, list[Upload]]:
    """Body and files of a request, JSON or multipart with `payload_json`."""
    if request.content_type == "multipart/form-data":
        body: Any = {}
        files = []
        for key, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                files.append(Upload(value.filename, value.content_type, value.file.read()))
            elif key == "payload_json":
                body = json.loads(value)
        return body, files
    raw = await request.read()
    if not raw:
        return {}, []
    try:
        return json.loads(raw), []
    except ValueError:
        raise DiscordError(400, 50109, "The request body contains invalid JSON.") from None


def answer(status: int, body: Any = None, **headers: str) -> web.Response:
    """A JSON answer whose content type is exactly `application/json`, as the client insists."""
    if body is None:
        return web.Response(status=204 if status == 200 else status, headers=headers)
    data = json.dumps(body).encode()
    return web.Response(status=status, body=data, content_type="application/json", headers=headers)


def params(body: Any, query: dict[str, str], files: list[Upload]) -> Json:
    """Return what the log of requests keeps."""
    logged: Json = dict(query)
    logged |= body if isinstance(body, dict) else {"body": body}
    if files:
        logged["files"] = files
    return logged
