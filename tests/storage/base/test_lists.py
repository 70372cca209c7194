"""Every store's promises about names, numbers and lists of sessions; all are there when it is opened again."""

import asyncio
from typing import Any

from storage.base import Dup, Row, Store
from tests.storage.conftest import Again
from tests.storage.samples import clock, everything, first, given, say, step

LATER = 1 << 42
"""A time at which nothing expires by the clock of this machine."""


class TestNamesAndNumbers:
    async def test_a_name_stands_for_a_session_until_it_is_moved_or_taken_away(self, store: Store) -> None:
        assert await store.pointed("code:ABC") is None
        await store.point("code:ABC", "s")
        await store.point("code:XYZ", "t")
        assert await store.pointed("code:ABC") == "s"
        await store.point("code:ABC", "u")
        assert await store.pointed("code:ABC") == "u"
        await store.point("code:ABC", None)
        await store.point("code:ABC", None)
        assert await store.pointed("code:ABC") is None
        assert await store.pointed("code:XYZ") == "t"

    async def test_the_first_to_claim_a_key_has_it(self, store: Store, other: Store) -> None:
        owners = ["ann", "bob", "ann", "cid", "bob"]
        claims = [await (store, other)[n % 2].claim("button", owner, LATER) for n, owner in enumerate(owners)]
        assert claims == [True, False, True, False, False]

    async def test_claims_are_apart(self, store: Store) -> None:
        claims = (("a", "k"), ("b", "j"), ("b", "k"))
        assert [await store.claim(key, owner, LATER) for key, owner in claims] == [True, True, False]

    async def test_one_of_simultaneous_claims_wins(self, store: Store, other: Store) -> None:
        claims = [(store, other)[n % 2].claim("button", f"k{n}", LATER) for n in range(20)]
        assert sorted(await asyncio.gather(*claims)) == [False] * 19 + [True]


class TestSessions:
    @staticmethod
    async def sids(store: Store, *args: Any, **more: Any) -> list[str]:
        return [session.head.sid for session in await store.sessions(*args, **more)]

    async def test_the_last_begun_comes_first(self, store: Store) -> None:
        for sid, at in (("b", 20), ("a", 30), ("c", 10), ("e", 20), ("d", 20)):
            await store.commit(first(sid, at=at))
        await store.commit(step(1, sid="c"))
        assert await self.sids(store) == ["a", "e", "d", "b", "c"]
        assert await self.sids(store, limit=3) == ["a", "e", "d"]

    async def test_they_are_as_load_gives_them(self, store: Store) -> None:
        await store.commit(first(jobs=(clock(5),)))
        await store.commit(step(1, jobs=(clock(6),)))
        assert await store.sessions() == (await store.load("s"),)

    async def test_running_ended_or_both(self, store: Store) -> None:
        for sid, at in (("a", 1), ("b", 2), ("c", 3)):
            await store.commit(first(sid, at=at, tags=("ann",)))
        await store.commit(step(1, sid="b", over=True))
        await store.commit(step(2, sid="b"))
        for tag in (None, "ann"):
            assert await self.sids(store, tag, live=True) == ["c", "a"]
            assert await self.sids(store, tag, live=False) == ["b"]
            assert await self.sids(store, tag) == ["c", "b", "a"]
            assert await self.sids(store, tag, limit=2) == ["c", "b"]

    async def test_a_session_stays_on_every_list_it_was_put_on(self, store: Store) -> None:
        await store.commit(first("a", at=1, tags=("ann", "game:x")))
        await store.commit(first("b", at=2, tags=("ann",)))
        await store.commit(step(1, sid="a", tags=("bob", "ann"), over=True))
        await store.commit(step(2, sid="a", tags=("late",)))
        assert await self.sids(store, "ann") == ["b", "a"]
        assert await self.sids(store, "ann", live=True) == ["b"]
        assert await self.sids(store, "bob") == ["a"]
        assert await self.sids(store, "game:x") == ["a"]
        assert await self.sids(store, "late", live=False) == ["a"]
        assert await self.sids(store, "late", live=True) == []
        assert await self.sids(store, "nobody") == []


class TestOpenAndClose:
    async def test_everything_is_still_there(self, again: Again) -> None:
        store = again()
        await store.open()
        await store.accept(given("a"))
        await store.commit(first(inputs=("b",), jobs=(clock(5),), posts=(say("hi", slot="box"),), tags=("ann",)))
        await store.posted("s.1.0", "m1", 9)
        await store.point("code", "s")
        await store.claim("button", "ann", LATER)
        before = await everything(store)
        await store.close()
        store = again()
        await store.open()
        assert await everything(store) == before
        assert await store.pending(99) == (given("a"),)
        assert await store.commit(step(1, "b")) == Dup(b"")
        assert await store.slot("s", "here", "box") == Row("s.1.0", "s", say("hi", slot="box"), "m1", 9)
        assert await store.pointed("code") == "s"
        assert not await store.claim("button", "bob", LATER)
        await store.close()

    async def test_opening_and_closing_twice_is_harmless(self, again: Again) -> None:
        store = again()
        await store.close()
        await store.open()
        await store.open()
        await store.commit(first())
        await store.close()
        await store.close()
        await store.open()
        assert await store.load("s") is not None
        await store.close()
