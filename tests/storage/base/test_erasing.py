"""Every store's promises about what somebody has left outside sessions."""

import asyncio

import pytest

from storage.base import Input, Outgoing, Store, aside_id, holds
from tests.storage.base.test_jobs import LONG, SHORT, milliseconds
from tests.storage.conftest import named

LATER = 4_000_000_000_000
ANN, ANNE = "telegram:12", "telegram:123"


@pytest.mark.parametrize(
    ("name", "held"),
    [
        (ANN, True),
        (f"focus:{ANN}|{ANN}", True),
        (f"buttons:{ANN}", True),
        (f"form:{ANN}:77", True),
        (f"buttons:{ANNE}", False),
        ("buttons:telegram:-12", False),
        ("xtelegram:12", False),
    ],
)
def test_a_name_holds_a_word_whole_or_not_at_all(name: str, held: bool) -> None:
    assert holds(name, ANN) is held


class TestErasing:
    async def test_names_are_found_by_a_word_in_them(self, store: Store) -> None:
        for name in (f"focus:{ANN}|{ANN}", f"prefs:{ANN}", f"prefs:{ANNE}", "code:ABC", r"odd*[a]?\name"):
            await store.point(name, "s")
        assert await store.names(ANN) == (f"focus:{ANN}|{ANN}", f"prefs:{ANN}")
        assert await store.names("prefs") == (f"prefs:{ANN}", f"prefs:{ANNE}")
        assert await store.names("[a]?") == (r"odd*[a]?\name",)
        assert await store.names("nobody") == await store.names() == ()
        assert await store.names("code", ANNE) == ("code:ABC", f"prefs:{ANNE}")

    async def test_claims_of_a_name_go(self, store: Store) -> None:
        for who in (ANN, ANNE):
            assert await store.claim(f"open:{who}:1", "first", LATER)
        assert await store.erase((ANN,), 16) == 1
        assert await store.claim(f"open:{ANN}:1", "second", LATER)
        assert not await store.claim(f"open:{ANNE}:1", "second", LATER)
        assert await store.erase((ANN,), 16) == 1

    async def test_leases_of_a_name_go_once_they_have_run_out(self, store: Store) -> None:
        assert await store.lease(f"post:{ANN}", "me", milliseconds(), SHORT)
        await asyncio.sleep(2 * SHORT / 1000)
        await store.erase((ANN,), milliseconds())  # a server may have let it go by itself
        assert await store.erase((ANN,), milliseconds()) == 0

    async def test_a_lease_that_is_held_stays(self, store: Store) -> None:
        assert await store.lease(f"post:{ANN}", "me", milliseconds(), LONG)
        assert await store.erase((ANN,), milliseconds()) == 0
        assert not await store.lease(f"post:{ANN}", "you", milliseconds(), LONG)

    async def test_posts_of_no_session_go_once_they_are_out(self, store: Store) -> None:
        for n, place in enumerate((ANN, ANN, ANNE)):
            given = Input(f"in:{n}", place, "", 1, b"")
            await store.answered(given, b"yes", 2, (Outgoing(place, f"hello {n}".encode(), "menu" if n else ""),))
        ids = [aside_id(f"in:{n}", 0) for n in range(3)]
        for id in (ids[0], ids[2]):
            await store.posted(id, "m", 5)
        assert await store.erase((ANN,), 5) == 0
        assert await store.erase((ANN,), 6) == 1
        assert [await store.post(id) is not None for id in ids] == [False, True, True]
        await store.posted(ids[1], "m", 7)
        assert await store.erase((ANN, "telegram:7"), 8) == 1
        assert await store.slot("", ANN, "menu") is None
        assert await store.post(ids[2]) is not None

    async def test_an_answered_input_keeps_no_place(self, store: Store) -> None:
        await store.accept(Input("a", ANN, "", 1, b"words"))
        await store.answered(Input("a", ANN, "", 1, b"words"), b"yes", 2)
        taken = await store.accept(Input("a", ANN, "", 1, b"words"))
        assert (taken.input.place, taken.input.body, taken.answer) == ("", b"", b"yes")

    @pytest.mark.parametrize("backend", named("memory", "sqlite", "redis", "cluster"), indirect=True)
    async def test_a_store_without_trouble_can_be_scrubbed(self, store: Store) -> None:
        assert await store.scrub() == ""
