"""Posts go out in order per place, at least once, whatever the platform does meanwhile."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from itertools import count
from typing import Literal

import pytest

from bot import keys
from bot.adapters import poster as posting
from bot.adapters.base import Door, Gone, Later
from bot.adapters.poster import Poster
from bot.session.model.audience import Sent, outgoing
from games.core.post import Choice, Post, line, plain, says
from storage.base import Collected, Commit, Head, Input, LeaseRequest, Row
from storage.memory import MemoryStore


class Wall:
    """A platform that shows what it is told to, or raises what stands ready for the next call."""

    platform = "wall"

    def __init__(self) -> None:
        self.shown: dict[str, list[str]] = defaultdict(list)
        self.edited: list[tuple[str, str]] = []
        self.closed: list[str] = []
        self.troubles: list[Exception] = []
        self.toasts = False
        self._newest: dict[str, str] = {}

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        await stop.wait()

    async def show(self, row: Row, sent: Sent) -> str:
        self._trouble()
        place = row.post.place
        self.shown[place].append(plain(sent.post))
        self._newest[place] = f"{place}/{len(self.shown[place])}"
        return self._newest[place]

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        self._trouble()
        self.edited.append((ref, plain(sent.post)))
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        self._trouble()
        return "toast" if self.toasts else None

    async def close(self, place: str, ref: str) -> None:
        self._trouble()
        self.closed.append(ref)

    def newest(self, place: str) -> str | None:
        return self._newest.get(place)

    def typing(self, place: str) -> None:
        return

    async def shutdown(self) -> None:
        return

    def _trouble(self) -> None:
        if self.troubles:
            raise self.troubles.pop(0)


@pytest.fixture(autouse=True)
def _brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "LONGEST_PAUSE", 0.01)
    monkeypatch.setattr(posting, "POLL_SECONDS", 0.01)


class Hall:
    def __init__(self) -> None:
        self.store, self.wall, self.now = MemoryStore(), Wall(), 0
        self.poster = self.process("first")
        self._ids = self._version = 0

    def process(self, owner: str) -> Poster:
        return Poster(self.store, {"wall": self.wall}, lambda: self.now, owner)

    async def send(self, place: str, *sents: Sent) -> None:
        self._ids += 1
        row = Input(f"in:{self._ids}", place, "", 0, b"")
        await self.store.answered(row, b"", 0, tuple(outgoing(f"wall:{place}", sent) for sent in sents))

    async def commit(self, place: str, *sents: Sent) -> None:
        """The same for posts of a session."""
        self._version += 1
        posts = tuple(outgoing(f"wall:{place}", sent) for sent in sents)
        head = Head("s", "game", "play", 0, b"") if self._version == 1 else None
        await self.store.commit(Commit("s", self._version - 1, (), b"", (), b"", 0, posts=posts, head=head))

    async def rest(self, until: Callable[[], bool] | None = None) -> None:
        """Run the poster until everything is out, or until something is true."""
        stop = asyncio.Event()
        running = asyncio.create_task(self.poster.run(stop))
        async with asyncio.timeout(10):
            while not (until() if until else not await self.store.outbox()):  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        stop.set()
        await running


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = Hall()
    await hall.store.open()
    yield hall
    await hall.store.close()


def said(text: str) -> Sent:
    return Sent(says(text))


def offer(text: str, *, user: str = "", stake: str = "offer:1") -> Sent:
    """A post with a button; without a stake the button is the front desk's."""
    stakes = (("buyer", stake),) if stake else ()
    return Sent(Post((line(text),), (Choice("Accept", "accept"),)), stakes=stakes, user=user)


def box(text: str, keep: Literal["edit", "tail"] = "tail") -> Sent:
    return Sent(Post((line(text),), slot="box", keep=keep))


async def test_a_place_reads_in_order_through_a_storm_of_refusals(hall: Hall) -> None:
    hall.wall.troubles = [Later(0.01)] * 12
    await hall.send("a", said("1"), said("2"))
    await hall.send("a", said("3"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["1", "2", "3"]


async def test_a_place_that_is_out_of_reach_holds_up_no_other(hall: Hall) -> None:
    hall.wall.troubles = [Later(60)]
    await hall.send("a", said("waits"))
    await hall.send("b", said("goes out"))
    await hall.rest(lambda: bool(hall.wall.shown["wall:b"]))
    assert hall.wall.shown["wall:a"] == []
    assert [row.post.place for row in await hall.store.outbox()] == ["wall:a"]


async def test_a_post_to_a_place_that_is_gone_is_settled(hall: Hall) -> None:
    hall.wall.troubles = [Gone("blocked")]
    await hall.send("a", said("never seen"), said("seen"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["seen"]


async def test_a_post_that_breaks_the_adapter_is_given_up_in_the_end(hall: Hall) -> None:
    hall.wall.troubles = [ZeroDivisionError()] * posting.TRIES
    await hall.send("a", said("broken"), said("next"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["next"]


async def test_a_platform_that_is_away_for_a_day_loses_the_post_and_not_the_place(hall: Hall) -> None:
    days = count(0, posting.PATIENCE)
    hall.poster = Poster(hall.store, {"wall": hall.wall}, lambda: next(days), "first")
    hall.wall.troubles = [Later(0), Later(0)]
    await hall.send("a", said("lost"), said("next"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["next"]


async def test_the_end_of_the_program_is_no_reason_to_write_before_time(hall: Hall) -> None:
    hall.wall.troubles = [Later(60)]
    await hall.send("a", said("waits"))
    await hall.rest(lambda: not hall.wall.troubles)
    assert hall.wall.shown["wall:a"] == []


async def test_what_a_dead_process_left_is_posted_as_soon_as_its_lease_has_run_out(hall: Hall) -> None:
    await hall.store.lease("post:wall:a", "dead", hall.now, posting.LEASE)
    await hall.send("a", said("late, but there"))
    await hall.poster.poll()
    assert hall.wall.shown["wall:a"] == []
    hall.now += posting.LEASE
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["late, but there"]


async def test_the_end_of_the_program_waits_for_no_pause(hall: Hall) -> None:
    hall.wall.troubles = [Later(60)]
    await hall.send("a", said("waits"))
    async with asyncio.timeout(5):
        await hall.rest(lambda: not hall.wall.troubles)


async def test_posts_that_nobody_takes_hide_none_that_can_go_out(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SIGHT", 2)
    hall.poster = hall.process("first")
    elsewhere = tuple(outgoing("terminal:gone", said(f"{n}")) for n in range(9))
    await hall.store.answered(Input("in:terminal", "terminal:gone", "", 0, b""), b"", 0, elsewhere)
    await hall.send("a", said("seen"))
    await hall.rest(lambda: bool(hall.wall.shown["wall:a"]))


async def test_another_process_may_post_at_once_when_one_is_done(hall: Hall) -> None:
    await hall.send("a", said("1"))
    await hall.rest()
    await hall.send("a", said("2"))
    hall.poster = hall.process("second")
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["1", "2"]


async def test_a_post_under_way_comes_to_nothing_when_another_process_takes_the_place(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "LEASE", 60)
    monkeypatch.setattr(posting, "SKEW", 5)
    begun, show = asyncio.Event(), hall.wall.show

    async def slow(row: Row, sent: Sent) -> str:
        begun.set()
        await asyncio.sleep(30)
        return await show(row, sent)

    hall.wall.show = slow  # type: ignore[method-assign]
    await hall.send("a", said("1"))
    stop = asyncio.Event()
    running = asyncio.create_task(hall.poster.run(stop))
    await begun.wait()
    assert not await hall.store.lease("post:wall:a", "second", hall.now, 1000)
    hall.now += 60
    assert await hall.store.lease("post:wall:a", "second", hall.now, 1000)
    hall.wall.show = show  # type: ignore[method-assign]
    other = hall.process("second")
    stop.set()
    async with asyncio.timeout(5):
        await running
    hall.poster = other
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["1"]


async def test_a_slow_post_keeps_its_place(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "LEASE", 400)
    monkeypatch.setattr(posting, "SKEW", 40)
    began, show = asyncio.get_running_loop().time(), hall.wall.show
    hall.poster.clock = lambda: int((asyncio.get_running_loop().time() - began) * 1000)

    async def slow(row: Row, sent: Sent) -> str:
        await asyncio.sleep(0.6)
        assert not await hall.store.lease("post:wall:a", "second", hall.poster.clock(), 1000)
        return await show(row, sent)

    hall.wall.show = slow  # type: ignore[method-assign]
    await hall.send("a", said("1"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["1"]


async def test_a_place_is_kept_while_the_store_takes_long_to_read_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "LEASE", 400)
    monkeypatch.setattr(posting, "SKEW", 40)
    began, show, collect = asyncio.get_running_loop().time(), hall.wall.show, hall.store.collect
    hall.poster.clock = hall.poster.steady = lambda: int((asyncio.get_running_loop().time() - began) * 1000)

    async def late(place: str, held: LeaseRequest, limit: int = 100, sid: str = "") -> Collected | None:
        found = await collect(place, held, limit, sid)
        await asyncio.sleep(0.5)
        return found

    async def slow(row: Row, sent: Sent) -> str:
        await asyncio.sleep(0.01)
        return await show(row, sent)

    hall.store.collect, hall.wall.show = late, slow  # type: ignore[method-assign]
    await hall.send("a", said("1"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["1"]


# --- boxes and buttons ------------------------------------------------------------------------------------------------


async def test_a_box_is_edited_while_it_is_the_last_message_and_posted_again_otherwise(hall: Hall) -> None:
    await hall.commit("a", box("round 1"))
    await hall.rest()
    await hall.commit("a", box("round 2"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["round 1"]
    assert hall.wall.edited == [("wall:a/1", "round 2")]
    await hall.commit("a", said("a remark"), box("round 3"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["round 1", "a remark", "round 3"]


async def test_a_box_that_is_kept_is_edited_wherever_it_is(hall: Hall) -> None:
    await hall.commit("a", box("round 1", "edit"), said("a remark"))
    await hall.rest()
    await hall.commit("a", box("round 2", "edit"))
    await hall.rest()
    assert hall.wall.edited == [("wall:a/1", "round 2")]


async def test_of_boxes_that_wait_only_the_newest_is_posted(hall: Hall) -> None:
    await hall.commit("a", box("round 1"))
    await hall.commit("a", box("round 2"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["round 2"]


async def test_an_answer_that_comes_too_late_becomes_a_message(hall: Hall) -> None:
    await hall.send("a", Sent(says("late"), user="ann", origin="press"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["late"]


async def test_an_answer_in_time_is_no_message(hall: Hall) -> None:
    hall.wall.toasts = True
    await hall.send("a", Sent(says("toast"), user="ann", origin="press"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == []


async def test_an_offer_takes_the_buttons_off_the_offer_before_it_and_off_the_menu(hall: Hall) -> None:
    for sent in (offer("menu", user="ann", stake=""), offer("first"), offer("second")):
        await hall.send("a", sent)
        await hall.rest()
    assert hall.wall.closed == ["wall:a/1", "wall:a/2"]


async def test_a_question_leaves_the_offer_its_buttons(hall: Hall) -> None:
    for sent in (offer("first"), offer("sure?", user="ann"), offer("really?", user="ann"), said("you stay")):
        await hall.send("a", sent)
        await hall.rest()
    assert hall.wall.closed == ["wall:a/2"]
    await hall.send("a", offer("second", stake="offer:2"))
    await hall.rest()
    assert sorted(hall.wall.closed) == ["wall:a/1", "wall:a/2", "wall:a/3"]


async def test_news_without_buttons_may_close_those_before(hall: Hall) -> None:
    await hall.send("a", offer("first"))
    await hall.send("a", said("a remark"))
    await hall.rest()
    assert hall.wall.closed == []
    await hall.send("a", Sent(says("your turn is over"), closes=True))
    await hall.rest()
    assert hall.wall.closed == ["wall:a/1"]


async def test_buttons_are_taken_off_even_if_the_platform_asks_to_wait(hall: Hall) -> None:
    await hall.send("a", offer("first"))
    await hall.rest()
    await hall.send("a", offer("second"))
    hall.wall.troubles = []
    close = hall.wall.close
    pauses = [Later(0.01), Later(0.01)]

    async def stubborn(place: str, ref: str) -> None:
        if pauses:
            raise pauses.pop()
        await close(place, ref)

    hall.wall.close = stubborn  # type: ignore[method-assign]
    await hall.rest()
    assert hall.wall.closed == ["wall:a/1"]


async def test_buttons_of_a_post_are_noted_with_it_whatever_becomes_of_those_that_it_replaces(hall: Hall) -> None:
    await hall.send("a", offer("first"))
    await hall.rest()
    close, closing = hall.wall.close, asyncio.Event()

    async def hangs(place: str, ref: str) -> None:
        closing.set()
        await asyncio.Event().wait()

    hall.wall.close = hangs  # type: ignore[method-assign]
    await hall.send("a", offer("second", stake="offer:2"))
    running = asyncio.create_task(hall.poster.run(asyncio.Event()))
    await closing.wait()
    running.cancel()
    for task in hall.poster._busy.values():
        task.cancel()
    hall.wall.close = close  # type: ignore[method-assign]
    hall.poster = hall.process("second")
    hall.now += posting.LEASE
    await hall.send("a", offer("third", stake="offer:3"))
    await hall.rest()
    assert hall.wall.closed == ["wall:a/2"]


async def test_a_note_of_buttons_that_cannot_be_read_holds_up_no_place(hall: Hall) -> None:
    await hall.store.point(keys.buttons("wall:a"), "wall:a/7")
    await hall.send("a", offer("first"), offer("second", stake="offer:2"))
    await hall.rest()
    assert hall.wall.shown["wall:a"] == ["first", "second"]
    assert hall.wall.closed == ["wall:a/1"]


async def test_who_cuts_the_poster_off_cuts_off_what_hangs_on_a_platform(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def hangs(row: Row, sent: Sent) -> str:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return ""

    monkeypatch.setattr(hall.wall, "show", hangs)
    await hall.send("a", said("one"))
    stop = asyncio.Event()
    running = asyncio.create_task(hall.poster.run(stop))
    async with asyncio.timeout(10):
        await begun.wait()
        stop.set()
        await asyncio.sleep(0.02)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert ended.is_set()
