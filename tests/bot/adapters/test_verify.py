"""/verify on every door: the commitment while a game goes on, the receipt after its end, both privately."""

import re

from bot.session.model import receipt
from bot.session.model.inbound import Open
from bot.session.model.terms import Terms
from bot.session.wording.receipts import grouped
from games.core.codec import decode
from storage.base import Store
from storage.memory import MemoryStore
from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import housed as on_telegram
from tests.bot.adapters.terminal.terminals import played


async def terms_of(store: Store) -> Terms:
    [loaded] = await store.sessions()
    return decode(loaded.head.body, Terms)


def shown(text: str) -> str:
    """The hashes of a post, without the spaces and line ends between their groups."""
    return "".join(re.findall(r"\b[0-9a-f]{8}\b", text))


async def hash_of(store: Store) -> str:
    promise = (await terms_of(store)).promise
    assert promise
    return receipt.commitment(promise)


async def test_on_telegram() -> None:
    async with on_telegram() as house:
        ann, chat = house.person()
        await house.begins(ann)
        await ann.sends("/verify")
        promised = await chat.wait_for("Fair play: before the deal")
        assert shown(promised.text) == await hash_of(house.store)
        await house.tg.quiet()
        await ann.sends("/quit")
        await house.tg.quiet()
        await ann.sends("yes")
        await house.tg.quiet()
        await ann.sends("/verify")
        kept = await chat.wait_for("Fair play: this is what was promised")
        assert shown(kept.text).startswith(await hash_of(house.store))
        assert str((await terms_of(house.store)).seed) in kept.text
        house.tg.assert_manners()


async def test_on_discord() -> None:
    async with on_discord() as house:
        dc, ann = house.dc, house.ann
        thread, _ = await house.begins(ann, "bargaining")
        promised = await (await ann.slash(thread, "verify")).reply()
        assert shown(promised.text) == await hash_of(house.store)
        await ann.slash(thread, "quit")
        await dc.quiet()
        await house.says(ann, thread, "yes")
        await dc.quiet()
        kept = await (await ann.slash(thread, "verify")).reply()
        assert shown(kept.text).startswith(await hash_of(house.store))
        assert str((await terms_of(house.store)).seed) in kept.text


async def test_in_a_terminal_equal_runs_show_equal_receipts() -> None:
    runs = []
    for _ in range(2):
        store = MemoryStore()
        await store.open()
        run = await played(store, Open("bargaining", seed=5), "/verify", "41", "/quit", "yes", "/verify")
        fair = [text for text in run.texts if text.startswith("Fair play")]
        assert len(fair) == 2
        assert grouped(await hash_of(store)) in fair[0]
        assert grouped(await hash_of(store)) in fair[1]
        assert not any(run.sid in text for text in run.texts)
        runs.append(run.texts)
    assert runs[0] == runs[1]
