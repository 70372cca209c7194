"""The door: what an adapter may ask beside handing acts in."""

from bot.players import find
from bot.runtime.store_health import StoreHealth
from bot.session.door import Door
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Inbound, Open
from bot.session.outbox import drain
from bot.session.worker import Worker, settle
from storage.base import Row
from storage.memory import MemoryStore


async def test_a_place_is_quiet_when_the_ai_has_moved_and_every_post_is_out() -> None:
    store = MemoryStore()
    manager = Manager(store, find)
    door = Door(manager, Worker(manager), StoreHealth(store, manager.clock), lambda place: None)

    async def show(row: Row, sent: Sent) -> str:
        return row.id

    assert await door.quiet("chat:1", "chat:1")
    answer = await door.handle(Inbound("chat:a", "chat:1", "chat:1", manager.clock(), Open("bargaining", seed=3)))
    await drain(store, show, manager.clock)
    assert not await door.quiet("chat:1", "chat:1")
    await settle(manager, answer.sid)
    assert not await door.quiet("chat:1", "chat:1")
    await drain(store, show, manager.clock)
    assert await door.quiet("chat:1", "chat:1")
