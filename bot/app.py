"""The composition root: turns settings into a store, strategies, a manager and the chats."""

import asyncio
import gc
import resource
import secrets
import signal
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import structlog

from bot.adapters.base import Adapter
from bot.adapters.poster import Poster
from bot.classes.flow import Classes
from bot.operators import realms
from bot.operators.call import Linker
from bot.operators.desk import Operators
from bot.operators.records import Realm
from bot.players import LLM, find
from bot.players.llm.model_players import announce, model_players, why_not
from bot.players.llm.preview import seated
from bot.runtime.errors import CannotServe
from bot.runtime.health import measured, pages
from bot.runtime.listening import clash, planned
from bot.runtime.settings import Settings
from bot.runtime.store_health import StoreHealth
from bot.session.door import Door
from bot.session.downtime import Downtime
from bot.session.limits import Limits
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.model.audience import heard_by
from bot.session.model.session import Session
from bot.session.outbox import Posts
from bot.session.retention import Periods, Retention
from bot.session.timekeeper import milliseconds
from bot.session.worker import Worker
from bot.studies.flow import Find, Studies
from bot.studies.study import Study
from games.core import registry
from games.core.phrases import joined
from storage import open_store
from storage.base import Store

if TYPE_CHECKING:
    from bot.runtime.http import Http

log = structlog.get_logger(__name__)

DRAIN_SECONDS = 12.0
"""Seconds that work in progress may take after a signal to stop; then it is cancelled. Cancelled work is done again
after the next start.
"""
CLOSE_SECONDS = 2.0
"""Seconds that connections may then take to close."""
FILES = 65_536
"""Open files that are allowed at most; the usual 1,024 would refuse the thousandth page."""
COLLECTED = 250_000, 10, 10
"""Thresholds of the garbage collector:

- new objects before it checks the youngest for cycles;
- checks of the youngest before it checks older ones;
- checks of those before it checks the oldest.

A check takes 70 ms in a process with a thousand games, and finds nothing. The games' normal activity alone changes the
number of objects by some ten thousand. Existing garbage, mostly from the libraries for platforms and models, takes
memory until then: 33 MB after 1,200 moves of a model over Telegram, which left 200,000 objects.
"""


def _telegram(settings: Settings, posts: Posts, http: "Http | None") -> Adapter:
    from bot.adapters.telegram.adapter import Telegram
    from bot.adapters.telegram.listen import Webhook

    assert settings.telegram_token is not None
    webhook = Webhook(settings.telegram_webhook, settings.telegram_listen) if settings.telegram_webhook else None
    adapter = Telegram(settings.telegram_token.get_secret_value(), settings.telegram_api, posts, webhook, http)
    adapter.operators = settings.operators
    return adapter


def _discord(settings: Settings, posts: Posts, _: "Http | None") -> Adapter:
    from bot.adapters.discord.adapter import Discord

    assert settings.discord_token is not None
    token, plain = settings.discord_token.get_secret_value(), settings.discord_words == "all"
    return Discord(token, settings.discord_api, settings.discord_gateway, posts, plain=plain)


def _web(settings: Settings, posts: Posts, http: "Http | None") -> Adapter:
    from bot.adapters.web.adapter import Web
    from bot.adapters.web.house import Terms

    secret = settings.web_secret.get_secret_value() if settings.web_secret else ""
    return Web(settings.web, posts, Terms(settings.web_url.rstrip("/"), secret, settings.web_play == "on"), http)


def _linker(settings: Settings, posts: Posts) -> Linker:
    """Return the function that makes the address of a link to the dashboard."""

    async def link(key: str) -> str:
        from bot.adapters.web.dashboard.passes import linked

        secret = settings.web_secret.get_secret_value() if settings.web_secret else ""
        host, _, port = settings.web.rpartition(":")
        here = f"http://{'127.0.0.1' if host in ('', '0.0.0.0', '[::]') else host}:{port}"
        return await linked(posts, secret, settings.web_url.rstrip("/") or here, key)

    return link


class Platform(NamedTuple):
    """A platform, the setting that switches it on, and the function that makes its adapter. The extra of the same name
    installs its libraries.
    """

    name: str
    option: str
    make: Callable[[Settings, Posts, "Http | None"], Adapter]

    @property
    def env(self) -> str:
        return f"PARLEY_{self.option.upper()}"

    @property
    def title(self) -> str:
        return "the web" if self.name == "web" else self.name.capitalize()

    def wanted(self, settings: Settings) -> bool:
        return bool(getattr(settings, self.option))

    def adapter(self, settings: Settings, posts: Posts, http: "Http | None" = None) -> Adapter:
        """Return the adapter. Raises `CannotServe` if its libraries are missing."""
        try:
            return self.make(settings, posts, http)
        except ImportError:
            raise CannotServe(
                f"{self.env} is set, but what {self.title} needs is not installed: pip install 'parley[{self.name}]'."
            ) from None


PLATFORMS = (
    Platform("telegram", "telegram_token", _telegram),
    Platform("discord", "discord_token", _discord),
    Platform("web", "web", _web),
)


@asynccontextmanager
async def opened(settings: Settings, *, serving: Store | None = None) -> AsyncIterator[Manager]:
    """Give a manager over the store that the settings name. `serving` is a store that is already open. With it, a
    model, if available, plays the seats for which nobody is named.

    Raises `StoreError`, `BadPersona` for an unusable default persona, and `BadModel` for parameters that the model does
    not take.
    """
    store = serving or open_store(settings.store)
    models = model_players(settings, store)
    await store.open()
    try:
        if serving is not None and models is not None:
            await models.learn()
        usual = LLM if serving is not None and models else ""
        manager = Manager(
            store, partial(find, models=models), usual=usual, defaults=CHAT if serving is not None else {}
        )
        declared = partial(realms.study, store)
        writes = partial(_bundle, store, declared, manager.clock)
        link = _linker(settings, Posts(store)) if settings.web else None
        web = (settings.web_url.rstrip("/") or f"http://{settings.web}") if settings.web else ""
        prompts = partial(seated, settings)
        operators = Operators(manager.sessions, manager.clock, settings.operators, prompts, writes, link, web)
        classes = Classes(manager.sessions, manager.analyst, manager.clock)
        manager.employ(operators, Studies(manager.sessions, declared, manager.clock), classes)
        if serving is not None:
            manager.sessions.ended.append(manager.analyst.warm)
        try:
            yield manager
            await manager.erasure.eraser.stop()
        finally:
            await manager.analyst.close()
    finally:
        await store.close()
        if models is not None:
            await models.close()


async def _bundle(
    store: Store, declared: Find, clock: Callable[[], int], realm: Realm, study: Study, folder: Path, texts: str
) -> None:
    """Write a study's bundle. Raises `ValueError` with a sentence."""
    from bot.research.bundle.column import Texts
    from bot.research.bundle.export import Options, Unwritable, write
    from bot.research.bundle.walk import Unwalkable

    kept: Texts = next(one for one in get_args(Texts) if one == texts)
    options = Options(kept, at=clock(), void=frozenset(realm.void), version=study.version)
    try:
        await write(store, declared, realm.name, study.slug, folder, options)
    except (Unwritable, Unwalkable) as problem:
        raise ValueError(str(problem)) from None


@asynccontextmanager
async def helping(settings: Settings, manager: Manager) -> AsyncIterator[Worker | None]:
    """Run the timekeeping beside a terminal. If processes share a store, this one also does work that a dead process
    left behind, and the worker is given. Otherwise None is given.
    """
    stop, health = asyncio.Event(), StoreHealth(manager.store, manager.clock)
    worker = Worker(manager, health=health) if settings.store.startswith(("redis", "unix:")) else None
    downtime = Downtime(manager, health)
    await downtime.ready(stop)
    parts = [downtime.run(stop), *([worker.run(stop)] if worker is not None else ())]
    working = {asyncio.create_task(part) for part in parts}
    try:
        yield worker
    finally:
        stop.set()
        if worker is not None:
            worker.wake()
        _, late = await asyncio.wait(working, timeout=CLOSE_SECONDS)
        await cut_off(late)
        await asyncio.gather(*working, return_exceptions=True)
        health.close()


def calm() -> None:
    """Collect garbage less often: records make no cycles, and a full collection pauses every session."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


def roomy() -> None:
    """Allow as many open files as the system lets us: each open page in a browser holds a connection."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def serve(settings: Settings) -> None:
    """Run every platform that is switched on, until SIGTERM or SIGINT. Raises `CannotServe` and `StoreError`."""
    wanted = [platform for platform in PLATFORMS if platform.wanted(settings)]
    if not wanted:
        raise CannotServe(f"No platform is switched on: set {joined([p.env for p in PLATFORMS], 'or')}.")
    if problem := clash(planned(settings)):
        raise CannotServe(problem)
    calm()
    roomy()
    http, store, stop = _server(settings), open_store(settings.store), asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    health, metrics = StoreHealth(store, milliseconds), None
    async with AsyncExitStack() as stack:
        if settings.http:
            # Served before the store is available, so that a supervisor sees that the process lives and what it waits
            # for.
            metrics = measured(store, milliseconds, health)
            names = [platform.name for platform in wanted]
            await stack.enter_async_context(pages(settings.http, store, names, health, metrics, http))
        if not await health.opened(stop, settings.wait_store):
            return
        manager = await stack.enter_async_context(opened(settings, serving=store))
        manager.sessions.metrics = metrics or manager.sessions.metrics
        manager.limiter.limits = Limits(settings.limit_acts, settings.limit_games, settings.limit_text)
        if settings.web_play == "off":
            manager.service.invited = frozenset({"web"})
        if manager.sessions.usual == LLM:
            announce(settings)
        else:
            log.info("analytic_players_serve", because=why_not(settings))
        keep = Periods(settings.archive_days, settings.keep_days)
        adapters = [platform.adapter(settings, Posts(store), http) for platform in wanted]
        await run(manager, adapters, stop, health=health, keep=keep)


def _server(settings: Settings) -> "Http | None":
    """Return the HTTP server, which opens listeners as parts need them; None without its library."""
    try:
        from bot.runtime.http import Http
    except ImportError:
        return None
    return Http(planned(settings))


async def cut_off(tasks: Collection[asyncio.Future[Any]]) -> None:
    """Cancel tasks until they have ended: a `wait_for` that is just done swallows a cancellation."""
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=0.5)


async def run(
    manager: Manager,
    adapters: list[Adapter],
    stop: asyncio.Event,
    patience: float = DRAIN_SECONDS,
    health: StoreHealth | None = None,
    keep: Periods | None = None,
) -> None:
    """Work until `stop` is set, then let work in progress end within `patience` seconds.

    A part that fails stops the others in the same orderly way; its exception is raised at the end. An unusable store
    does not count as a failure: everything waits until it is back.
    """
    registry.load()
    platforms = {adapter.platform: adapter for adapter in adapters}
    health = health or StoreHealth(manager.store, manager.clock)
    owner, steady = f"poster:{secrets.token_hex(4)}", manager.time.steady
    poster = Poster(manager.store, platforms, manager.clock, owner, health, manager.sessions.metrics, steady)

    def thinking(session: Session) -> None:
        for place in heard_by(session.table):
            adapter = platforms.get(place.address.partition(":")[0])
            if adapter is not None:
                adapter.typing(place.address)

    manager.sessions.spoken = poster.spoken
    manager.sessions.recalled.append(poster.recall)
    worker = Worker(manager, thinking=thinking, health=health)
    door = Door(manager, worker, health, poster.wake)
    door.platforms = tuple(platforms)
    downtime = Downtime(manager, health)
    await downtime.ready(stop)
    parts = [downtime.run(stop), worker.run(stop), poster.run(stop)]
    parts.extend(adapter.run(door, stop) for adapter in adapters)
    if keep is not None:
        parts.append(Retention(manager.store, manager.clock, keep, health).run(stop))
    tasks = [asyncio.ensure_future(part) for part in parts]
    log.info("serving", platforms=list(platforms))
    stopped = asyncio.ensure_future(stop.wait())
    await asyncio.wait({stopped, *tasks}, return_when=asyncio.FIRST_COMPLETED)
    stop.set()
    poster.wake()
    worker.wake()
    log.info("stopping")
    _, late = await asyncio.wait(tasks, timeout=patience)
    await cut_off(late)
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    health.close()
    await manager.erasure.eraser.stop()
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await asyncio.gather(*(adapter.shutdown() for adapter in adapters), return_exceptions=True)
    if late:
        log.warning("cut_off", parts=len(late))
    for end in ends:
        if isinstance(end, Exception):
            raise end
