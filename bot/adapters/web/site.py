"""The server's outer wall: who asks, whether a form is theirs, and the headers of every answer."""

import asyncio
from pathlib import Path
from urllib.parse import parse_qsl

import structlog
from aiohttp import web
from aiohttp.http import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from bot.adapters.base import UNSTORED, Door
from bot.adapters.web.board import Boards
from bot.adapters.web.dashboard.desk import Desk
from bot.adapters.web.entrances import Entrances
from bot.adapters.web.house import BECOMES, FORM, VISITOR, House
from bot.adapters.web.rooms import Rooms
from bot.adapters.web.visitors import TOKEN, drawn
from bot.session.outbox import StoreError

log = structlog.get_logger(__name__)

LARGEST = 256 * 1024
"""Bytes of a form that are read."""
FIELDS, ARRIVES = 2_000, 20.0
"""Most fields of a form, and seconds that it may take to arrive."""
URLENCODED = "application/x-www-form-urlencoded"
STATIC = Path(__file__).parent / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def application(house: House, door: Door, stop: asyncio.Event) -> web.Application:
    """Return the pages, ready to be served."""
    house.quiet = door.quiet
    app = web.Application(middlewares=[_walled(house)], client_max_size=LARGEST)
    app.add_routes(Entrances(house, door).routes())
    app.add_routes(Rooms(house, door, stop).routes())
    app.add_routes(Boards(house, door, stop).routes())
    app.add_routes(Desk(house, door, stop).routes())
    app.add_routes([_static(file) for file in sorted(STATIC.iterdir())])
    app.on_response_prepare.append(_headed)
    return app


def _walled(house: House) -> Middleware:
    @web.middleware
    async def walled(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await _answered(house, request, handler)
        except StoreError:
            return house.shown("notice.html", 503, title="Not saved", sentence=UNSTORED)
        except web.HTTPException as answer:
            return house.notice(answer.status)
        except (ConnectionError, web.RequestPayloadError):
            return house.notice(400)  # the form was cut off, or packed wrongly
        except Exception:
            log.exception("page_failed", route=_route(request))
            return house.notice(500)

    return walled


async def _answered(house: House, request: web.Request, handler: Handler) -> web.StreamResponse:
    if request.path.startswith("/static/"):
        return await handler(request)
    visitors = await house.visitors()
    known, renew = visitors.known(request)
    request[VISITOR] = known or drawn()
    if request.method == "POST":
        request[FORM] = await _sent(request)
        if not visitors.made_for(known, request[FORM].get(TOKEN, [""])[0]):
            raise web.HTTPForbidden
    response = await _leading(request, handler)
    becomes = request.get(BECOMES, "")
    if (becomes or renew or not known) and not response.prepared:
        visitors.keep(response, becomes or request[VISITOR])
    return response


async def _leading(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Return the answer of a handler, a redirection too."""
    try:
        return await handler(request)
    except web.HTTPRedirection as answer:
        return web.Response(status=answer.status, headers={"Location": answer.headers["Location"]})


async def _sent(request: web.Request) -> dict[str, list[str]]:
    """Return the texts that a form sent, by the name of their input."""
    if request.content_type != URLENCODED:
        raise web.HTTPUnsupportedMediaType  # no form of ours comes otherwise
    try:
        async with asyncio.timeout(ARRIVES):
            body = await request.read()
        pairs = parse_qsl(body.decode(errors="replace"), keep_blank_values=True, max_num_fields=FIELDS)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValueError, ConnectionError, web.RequestPayloadError, HttpProcessingError):
        raise web.HTTPBadRequest from None  # cut off, packed wrongly, or with too many fields
    sent: dict[str, list[str]] = {}
    for name, text in pairs:
        sent.setdefault(name, []).append(text)
    return sent


async def _headed(_request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.pop("Server", None)


def _route(request: web.Request) -> str:
    """Return the pattern of an address for the log: never the address itself, which holds tokens."""
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "unknown"


def _static(file: Path) -> web.RouteDef:
    body, kind = file.read_bytes(), TYPES[file.suffix]

    async def given(_: web.Request) -> web.Response:
        return web.Response(
            body=body, content_type=kind, charset="utf-8", headers={"Cache-Control": "public, max-age=300"}
        )

    return web.get(f"/static/{file.name}", given)
