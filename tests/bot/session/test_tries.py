"""Inputs that keep failing are put aside after three tries; whatever fails for another reason is tried again."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.runtime.hooks import MetricsHooks
from bot.session import router, tries
from bot.session.directory import Directory
from bot.session.manager import Manager
from bot.session.model.inbound import AT_MACHINE, OPERATOR_HERE, Act, Answer, Command, Inbound, Operate, Text
from bot.session.model.intent import Request
from bot.session.outbox import Stored
from games.core.codec import encode
from storage.base import Input, Outgoing, StoreError
from storage.memory import MemoryStore
from tests.bot.session.harness import Room

DIES = "die"
FAILS = "fail"
WAITS = "wait"


class Death(BaseException):
    """The process ends."""


class Fragile(Manager):
    """Some words kill this process, some make it fail, some make it wait."""

    tried: int = 0
    waits: asyncio.Event
    trouble: int = 0
    """Number of the store's failures in the middle of a try."""

    async def _answer(self, row: Input, request: Request) -> Answer:
        inbound = request
        word = inbound.act.text if isinstance(inbound.act, Text) else getattr(inbound.act, "verb", "")
        if isinstance(inbound.act, Command):
            word = inbound.act.args
        if word in (DIES, FAILS, WAITS):
            self.tried += 1
        if self.trouble:
            self.trouble -= 1
            raise StoreError("away")
        if word == WAITS:
            await self.waits.wait()
        if word == DIES:
            raise Death
        if word == FAILS:
            raise LookupError("a secret word")
        return await super()._answer(row, request)


class Fallible(Room):
    def process(self) -> Fragile:
        return Fragile(self.store, super().process().sessions.strategies, lambda: self.now)


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "FIRST_PAUSE", 0.0)


@pytest.fixture
def hall() -> Fallible:
    return Fallible(MemoryStore())


def said(text: str, id: str = "tg:7", user: str = "ann", act: Callable[[str], Act] = Text) -> Inbound:
    return Inbound(id, f"room:{user}", user, 1_000, act(text))


async def test_an_input_that_raises_is_parked_after_three_tries_and_answered(hall: Fallible) -> None:
    class Counting(MetricsHooks):
        acts: list[str]

        def parked(self, act: str) -> None:
            self.acts.append(act)

    watch = Counting()
    watch.acts = []
    hall.manager.sessions.metrics = watch
    with capture_logs() as logs:
        answer = await hall.manager.handle(said(FAILS))
    assert (answer.what, answer.code, answer.replied) == ("refused", "parked", True)
    assert isinstance(hall.manager, Fragile)
    assert hall.manager.tried == 3
    assert [line["event"] for line in logs] == ["input_failed"] * 3 + ["input_parked"]
    assert "secret" not in str([line for line in logs if line["event"] == "input_parked"])
    assert watch.acts == ["text"]
    await hall.out()
    assert "Nothing was changed" in hall.last("ann")
    (parked,) = await hall.store.parked()
    assert (parked.id, parked.sid, parked.why) == ("tg:7", "", "text from room, LookupError")
    assert await hall.store.pending(1 << 60) == ()


async def test_a_repeat_of_a_parked_input_gets_the_same_answer_and_is_not_tried(hall: Fallible) -> None:
    first = await hall.manager.handle(said(FAILS))
    again = hall.process()
    assert await again.handle(said(FAILS)) == first
    assert again.tried == 0


async def test_an_input_that_kills_each_process_is_parked_by_the_fourth(hall: Fallible) -> None:
    with pytest.raises(Death):
        await hall.manager.handle(said(DIES))
    for _ in range(2):
        with pytest.raises(Death):
            await hall.process().recover(hall.now)
    fourth = hall.process()
    assert await fourth.recover(hall.now) == 1
    assert fourth.tried == 0
    assert (await hall.store.parked())[0].why == "text from room, the process ended in it"
    await hall.out()
    assert "put it aside" in hall.last("ann")
    assert await fourth.recover(hall.now) == 0


async def test_a_redelivery_counts_as_a_recovery_does(hall: Fallible) -> None:
    for process in (hall.process(), hall.process(), hall.process()):
        with pytest.raises(Death):
            await process.handle(said(DIES))
    assert (await hall.process().handle(said(DIES))).code == "parked"


async def test_other_people_are_served_while_an_input_fails(hall: Fallible) -> None:
    answers = await asyncio.gather(hall.manager.handle(said(FAILS)), hall.manager.handle(said("hello", "tg:8", "bob")))
    assert [answer.code for answer in answers] == ["parked", "no_game"]


async def test_one_input_that_fails_holds_up_no_other_that_is_recovered(hall: Fallible) -> None:
    for id, text, user in (("tg:1", FAILS, "ann"), ("tg:2", "hello", "bob")):
        inbound = said(text, id, user)
        await hall.store.accept(Input(id, inbound.place, "", inbound.at, encode(inbound)))
    assert await hall.manager.recover(hall.now) == 2
    assert [row.id for row in await hall.store.pending(hall.now)] == ["tg:1"]
    for _ in range(2):
        await hall.manager.recover(hall.now)
    assert [one.id for one in await hall.store.parked()] == ["tg:1"]


async def test_a_command_at_the_machine_is_left_for_an_hour_to_the_process_that_took_it(hall: Fallible) -> None:
    typed = replace(said("hello", "cli:1", OPERATOR_HERE), place="terminal:1")
    await hall.store.accept(Input("cli:1", typed.place, "", typed.at, encode(typed)))
    assert await hall.process().recover(hall.now + AT_MACHINE) == 0
    hall.now = typed.at + AT_MACHINE
    assert await hall.process().recover(hall.now + 1) == 1


async def test_a_store_that_goes_away_is_no_failure_of_the_input(hall: Fallible) -> None:
    process = hall.process()
    process.trouble = 10
    for _ in range(10):
        with pytest.raises(StoreError):
            await process.handle(said(FAILS))
    assert await hall.store.attempt("tg:7") == 2
    assert (await process.handle(said("hello"))).code == "parked"  # it is the first record that counts


async def test_a_try_that_was_cut_off_does_not_count(hall: Fallible) -> None:
    process = hall.process()
    process.waits = asyncio.Event()
    for _ in range(5):
        handling = asyncio.create_task(process.handle(said(WAITS)))
        await asyncio.sleep(0)
        handling.cancel()
        await asyncio.gather(handling, return_exceptions=True)
    process.waits.set()
    assert (await process.handle(said(WAITS))).code == "no_game"


async def test_a_redelivery_waits_for_the_handling_that_is_under_way(hall: Fallible) -> None:
    process = hall.process()
    process.waits = asyncio.Event()
    handling = [asyncio.create_task(process.handle(said(WAITS))) for _ in range(6)]
    for _ in range(5):
        await asyncio.sleep(0)
    assert await process.recover(hall.now) == 1
    process.waits.set()
    answers = await asyncio.gather(*handling)
    assert process.tried == 1
    assert {answer.code for answer in answers} == {"no_game"}


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (Text, "Nothing was changed"),
        (Operate, "Part of it may be done"),
        (lambda text: Command("forget", text), "Part of it may be done"),
    ],
)
async def test_the_answer_says_what_was_changed(hall: Fallible, act: Callable[[str], Act], words: str) -> None:
    await hall.manager.handle(said(FAILS, act=act))
    await hall.out()
    assert words in hall.last("ann")


async def test_an_act_that_cannot_be_understood_at_all_is_parked_at_once(
    hall: Fallible, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(inbound: Inbound, directory: Directory, post: Stored | None) -> Request:
        raise KeyError

    monkeypatch.setattr(router, "resolve", fails)
    assert (await hall.manager.handle(said("hello"))).code == "parked"
    assert (await hall.store.parked())[0].why == "text from room, KeyError"


async def test_a_record_that_cannot_be_read_is_parked_without_words(hall: Fallible) -> None:
    await hall.store.accept(Input("tg:7", "room:ann", "", 1_000, b"not ours"))
    for _ in range(3):
        await hall.manager.recover(hall.now)
    assert (await hall.store.parked())[0].why == "unread from room, DecodeError"
    assert await hall.store.outbox() == ()


async def test_an_input_that_many_processes_look_for_at_once_is_tried_by_one_and_not_parked(hall: Fallible) -> None:
    inbound = said(WAITS)
    await hall.store.accept(Input(inbound.id, inbound.place, "", inbound.at, encode(inbound)))
    processes = [hall.process() for _ in range(4)]
    for process in processes:
        process.waits = asyncio.Event()
    looking = [asyncio.create_task(process.recover(hall.now)) for process in processes]
    for _ in range(20):
        await asyncio.sleep(0)
    assert sum(process.tried for process in processes) == 1
    for process in processes:
        process.waits.set()
    await asyncio.gather(*looking)
    assert await hall.store.pending(1 << 60) == ()
    assert await hall.store.parked() == ()


async def test_an_answer_that_the_store_lost_is_no_failure_of_its_input() -> None:
    class Losing(MemoryStore):
        """Says that it has an answer, and has lost it at once."""

        losses = 5

        async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
            self.losses -= 1
            return answer if self.losses >= 0 else await super().answered(input, answer, at, posts)

    hall = Fallible(Losing())
    inbound = said("hello")
    await hall.store.accept(Input(inbound.id, inbound.place, "", inbound.at, encode(inbound)))
    while await hall.manager.recover(hall.now):
        pass
    assert await hall.store.parked() == ()
