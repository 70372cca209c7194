"""The composition root: settings become a store, strategies, a manager and the chats that it talks through."""

import asyncio
import gc
import secrets
import signal
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

import structlog

from bot.adapters.base import Adapter, CannotServe
from bot.adapters.poster import Poster
from bot.health import measured, pages
from bot.operators.desk import Operators
from bot.outage import Outage
from bot.prompts import seated
from bot.sessions.downtime import Downtime
from bot.sessions.inbound import Answer, Asked, Inbound, Operate, Press
from bot.sessions.keeper import Keep, Keeper
from bot.sessions.limits import Limits, Turnstile
from bot.sessions.manager import Manager, milliseconds
from bot.sessions.places import heard_by
from bot.sessions.session import Session
from bot.sessions.worker import Worker
from bot.settings import Settings
from bot.strategy import LLM, find
from bot.strategy.house import announce, housed, why_not
from storage import open_store
from storage.base import Store, StoreError

log = structlog.get_logger(__name__)

DRAIN_SECONDS = 12.0
"""How long work that has begun may take after a signal to stop; then it is cut off. Whatever is cut off is done again
after the next start.
"""
CLOSE_SECONDS = 2.0
"""How long connections may take to be closed after that."""
COLLECTED = 250_000, 10, 10
"""New objects between two looks for cycles among the youngest, and such looks between those among older ones, and the
oldest. A look takes 70 ms where a thousand games are decided on, and finds nothing; their comings and goings alone move
the number of objects by some ten thousand. What garbage there is, mostly of the libraries that speak to platforms and
models, takes memory until then: 33 MB after 1,200 moves of a model over Telegram, which left 200,000 objects.
"""


def _telegram(settings: Settings, store: Store) -> Adapter:
    from bot.adapters.telegram.adapter import Telegram
    from bot.adapters.telegram.listen import Webhook

    assert settings.telegram_token is not None
    webhook = Webhook(settings.telegram_webhook, settings.telegram_listen) if settings.telegram_webhook else None
    adapter = Telegram(settings.telegram_token.get_secret_value(), settings.telegram_api, store, webhook)
    adapter.operators = settings.operators
    return adapter


def _discord(settings: Settings, store: Store) -> Adapter:
    from bot.adapters.discord.adapter import Discord

    assert settings.discord_token is not None
    token, plain = settings.discord_token.get_secret_value(), settings.discord_words == "all"
    return Discord(token, settings.discord_api, settings.discord_gateway, store, plain=plain)


class Platform(NamedTuple):
    """A chat platform, and how its adapter is made. What it needs is installed by the extra of the same name."""

    name: str
    make: Callable[[Settings, Store], Adapter]

    @property
    def env(self) -> str:
        return f"PARLEY_{self.name.upper()}_TOKEN"

    def wanted(self, settings: Settings) -> bool:
        return bool(getattr(settings, f"{self.name}_token"))

    def adapter(self, settings: Settings, store: Store) -> Adapter:
        """Raises `CannotServe` if its libraries are missing."""
        try:
            return self.make(settings, store)
        except ImportError:
            raise CannotServe(
                f"{self.env} is set, but what {self.name.capitalize()} needs is not installed: "
                f"pip install 'parley[{self.name}]'."
            ) from None


PLATFORMS = (Platform("telegram", _telegram), Platform("discord", _discord))


@asynccontextmanager
async def opened(settings: Settings, *, serving: Store | None = None) -> AsyncIterator[Manager]:
    """A manager over the store that the settings name; where it is serving, over one that is open, and a model plays
    the seats for which nobody is named, if one can. Raises `StoreError`, and `BadPersona` for a default persona that
    cannot be used.
    """
    store = serving or open_store(settings.store)
    house = housed(settings, store)
    await store.open()
    try:
        manager = Manager(store, partial(find, house=house), usual=LLM if serving is not None and house else "")
        manager.employ(Operators(manager, manager.clock, settings.operators, partial(seated, settings)))
        yield manager
        await manager.erasure.eraser.stop()
    finally:
        await store.close()
        if house is not None:
            await house.close()


@asynccontextmanager
async def helping(settings: Settings, manager: Manager) -> AsyncIterator[Worker | None]:
    """Keeps the time beside a terminal. Where processes share a store, also one that only plays there does what a
    process that died left behind; None where they do not.
    """
    stop, outage = asyncio.Event(), Outage(manager.store, manager.clock)
    worker = Worker(manager, outage=outage) if settings.store.startswith(("redis", "unix:")) else None
    downtime = Downtime(manager, outage)
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
        outage.close()


def calm() -> None:
    """Have the collector of cyclic garbage look less often, in a process that keeps thousands of games: records make
    no cycles, the program itself stays for good, and a look at everything holds up everybody.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


async def serve(settings: Settings) -> None:
    """Run every platform whose token is set, until SIGTERM or SIGINT. Raises `CannotServe` and `StoreError`."""
    wanted = [platform for platform in PLATFORMS if platform.wanted(settings)]
    if not wanted:
        raise CannotServe(f"No platform has a token: set {' or '.join(p.env for p in PLATFORMS)}, or both.")
    calm()
    store, stop = open_store(settings.store), asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    outage, metrics = Outage(store, milliseconds), None
    async with AsyncExitStack() as stack:
        if settings.http:
            # Before the store is there: whoever supervises this process sees that it lives and what it waits for.
            metrics = measured(store, milliseconds, outage)
            names = [platform.name for platform in wanted]
            await stack.enter_async_context(pages(settings.http, store, names, outage, metrics))
        if not await outage.opened(stop, settings.wait_store):
            return
        manager = await stack.enter_async_context(opened(settings, serving=store))
        manager.watch = metrics or manager.watch
        limits = Limits(settings.limit_acts, settings.limit_games, settings.limit_text)
        manager.turnstile = Turnstile(limits, manager.clock)
        if manager.usual == LLM:
            announce(settings)
        else:
            log.info("analytic_players_serve", because=why_not(settings))
        keep = Keep(settings.archive_days, settings.keep_days)
        adapters = [platform.adapter(settings, manager.store) for platform in wanted]
        await run(manager, adapters, stop, outage=outage, keep=keep)


class _Door:
    """The manager as adapters see it; what an act leads to is looked at as soon as it has been answered."""

    def __init__(self, manager: Manager, poster: Poster, worker: Worker, outage: Outage) -> None:
        self._manager, self._poster, self._worker, self._outage = manager, poster, worker, outage

    async def handle(self, inbound: Inbound) -> Answer:
        try:
            answer = await self._manager.handle(inbound)
        except StoreError as problem:
            self._outage.met(problem)
            raise
        if not answer.sid:
            self._poster.wake(inbound.place)
        self._worker.wake(answer.sid)
        if answer.what in ("said", "played"):
            await self._listens(answer.sid)
        return answer

    async def _listens(self, sid: str) -> None:
        """Where an AI waits for the rest of what somebody says, they see that it is there."""
        session = await self._manager.current(sid)
        if session is None or all(chair.kind != "ai" for chair in session.table.chairs):
            return
        if any(clock.pace == "quiet" for clock in session.turn.clocks):
            self._worker.thinking(session)

    async def title(self, inbound: Inbound) -> str | None:
        return await self._manager.title(inbound)

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        return await self._manager.front.suggest(inbound, asked)

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        return await self._manager.front.draft(inbound, act)

    async def stands(self, press: Press, user: str) -> bool:
        try:
            return await self._manager.stands(press, user)
        except StoreError as problem:
            self._outage.met(problem)
            raise


async def cut_off(tasks: Collection[asyncio.Future[Any]]) -> None:
    """Cancel until they have ended: a `wait_for` whose work is done at that very moment swallows a cancellation."""
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=0.5)


async def run(
    manager: Manager,
    adapters: list[Adapter],
    stop: asyncio.Event,
    patience: float = DRAIN_SECONDS,
    outage: Outage | None = None,
    keep: Keep | None = None,
) -> None:
    """Work until `stop` is set, then let what has begun end within `patience` seconds.

    A part that fails stops the others in the same orderly way; its exception is raised at the end. A store that cannot
    be used is no such failure: everything waits until it is back.
    """
    platforms = {adapter.platform: adapter for adapter in adapters}
    outage = outage or Outage(manager.store, manager.clock)
    owner, steady = f"poster:{secrets.token_hex(4)}", manager.time.steady
    poster = Poster(manager.store, platforms, manager.clock, owner, outage, manager.watch, steady)

    def thinking(session: Session) -> None:
        for place in heard_by(session.table):
            adapter = platforms.get(place.address.partition(":")[0])
            if adapter is not None:
                adapter.typing(place.address)

    manager.spoken = poster.spoken
    manager.recalled = poster.recall
    worker = Worker(manager, thinking=thinking, outage=outage)
    door = _Door(manager, poster, worker, outage)
    downtime = Downtime(manager, outage)
    await downtime.ready(stop)
    parts = [downtime.run(stop), worker.run(stop), poster.run(stop)]
    parts.extend(adapter.run(door, stop) for adapter in adapters)
    if keep is not None:
        parts.append(Keeper(manager.store, manager.clock, keep, outage).run(stop))
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
    outage.close()
    await manager.erasure.eraser.stop()
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await asyncio.gather(*(adapter.shutdown() for adapter in adapters), return_exceptions=True)
    if late:
        log.warning("cut_off", parts=len(late))
    for end in ends:
        if isinstance(end, Exception):
            raise end
