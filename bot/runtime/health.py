"""Health checks over HTTP: whether the process is alive, and whether it can work.

`/healthz` answers as long as the event loop runs, even while the store is awaited. `/readyz` answers 200 only while the
store can be read and written; otherwise it says in words what is wrong. `/metrics` has figures for Prometheus.

Pages and webhooks are public. Where they share the address, `/readyz` gives no reason and names no platform, and there
is no `/metrics`: an address that everybody reaches tells nobody about the store or the load.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import structlog

from bot.runtime.errors import CannotServe
from bot.runtime.listening import health_part
from bot.runtime.store_health import PATIENCE, StoreHealth
from storage.base import Store, StoreError

if TYPE_CHECKING:
    from bot.runtime.http import Http
    from bot.runtime.metrics import Metrics

log = structlog.get_logger(__name__)

NEEDS = "PARLEY_HTTP is set, but its pages need more: pip install 'parley[metrics]'."


def measured(store: Store, clock: Callable[[], int], health: StoreHealth) -> "Metrics":
    """Return the figures of `/metrics`. Raises `CannotServe` if their library is missing."""
    try:
        from bot.runtime.metrics import Metrics
    except ImportError:
        raise CannotServe(NEEDS) from None
    return Metrics(store, clock, health)


@asynccontextmanager
async def pages(
    address: str,
    store: Store,
    platforms: list[str],
    health: StoreHealth | None = None,
    metrics: "Metrics | None" = None,
    http: "Http | None" = None,
) -> AsyncIterator[int]:
    """Serve the pages at `HOST:PORT` while the block lasts; yields the port (useful when 0 was requested).

    Raises `CannotServe` if that address cannot be used.
    """
    try:
        from aiohttp import web

        from bot.runtime.http import Http
    except ImportError:
        raise CannotServe(NEEDS) from None
    http, part = http or Http(), health_part(address)
    public = http.shared(part)

    async def alive(_: web.Request) -> web.Response:
        return _said(200, {"alive": True})

    async def ready(_: web.Request) -> web.Response:
        problem = health.problem if health is not None else ""
        try:
            async with asyncio.timeout(PATIENCE):
                await store.next_due()
        except StoreError as found:
            problem = problem or str(found)
        except TimeoutError:
            problem = problem or f"The store has not answered for {PATIENCE:g} seconds."
        if problem:
            return _said(503, {"ready": False} if public else {"ready": False, "store": problem})
        return _said(200, {"ready": True} if public else {"ready": True, "platforms": platforms})

    async def figures(_: web.Request) -> web.Response:
        assert metrics is not None
        return web.Response(body=await metrics.page(), headers={"Content-Type": "text/plain; version=0.0.4"})

    def _said(status: int, what: dict[str, object]) -> web.Response:
        return web.Response(status=status, text=json.dumps(what) + "\n", content_type="application/json")

    app = web.Application()
    app.add_routes([web.get("/healthz", alive), web.get("/readyz", ready)])
    if metrics is not None and not public:
        app.add_routes([web.get("/metrics", figures)])
    if public:
        log.warning("metrics_left_out", because=f"PARLEY_HTTP shares the public address {address}")
    async with http.serving(part, app) as port:
        yield port
