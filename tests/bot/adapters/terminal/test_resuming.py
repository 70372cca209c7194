"""Sessions that go on: after an end of input, after a crash, and between two terminals."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from bot.adapters.terminal.adapter import Refused
from bot.players import find
from bot.session.manager import Manager
from bot.session.model.inbound import Join, Open
from storage import open_store
from storage.base import Commit, Outgoing, Points, Store
from storage.memory import MemoryStore
from tests.bot.adapters.terminal.terminals import CLOSED, NUMBER, SEALED, Given, Run, played


class TestResuming:
    async def test_goes_on_where_it_was(self, store: Store) -> None:
        first = await played(store, SEALED, "hello")
        again = await Run(store, Given("bid 20")).resume(first.sid)
        assert again.rows[0]["session"] == first.sid
        assert again.result is not None

    async def test_without_an_id_it_is_the_last_game(self, store: Store) -> None:
        await played(store, NUMBER)
        last = await played(store, SEALED)
        assert (await Run(store, Given()).resume()).sid == last.sid

    async def test_ends_like_the_unbroken_run(self) -> None:
        whole = await played(MemoryStore(), SEALED, "hello", "bid 20")
        store = MemoryStore()
        broken = await played(store, SEALED, "hello")
        rest = await Run(store, Given("bid 20")).resume(broken.sid)
        assert rest.result == whole.result
        assert rest.texts[-1] == whole.texts[-1]

    async def test_says_where_things_stand(self, store: Store) -> None:
        first = await played(store, SEALED)
        again = await Run(store, Given()).resume(first.sid)
        assert len(again.posts) == 1
        assert again.posts[0]["choices"]

    async def test_a_finished_game_shows_its_end(self, store: Store) -> None:
        first = await played(store, SEALED, "bid 20")
        again = await Run(store, Given("bid 9")).resume(first.sid)
        assert again.texts[-1] == CLOSED
        assert again.result == first.result

    async def test_nothing_to_resume(self, store: Store) -> None:
        with pytest.raises(Refused, match="no game to go on with"):
            await Run(store, Given()).resume()

    async def test_an_unknown_id(self, store: Store) -> None:
        with pytest.raises(Refused, match="no session 'abc'"):
            await Run(store, Given()).resume("abc")

    async def test_a_seat_that_nobody_took_here(self, store: Store) -> None:
        first = await played(store, SEALED)
        with pytest.raises(Refused, match="--seat bidder_0"):
            await Run(store, Given()).resume(first.sid, "bidder_1")

    async def test_a_game_of_a_chat_stays_there(self, store: Store) -> None:
        run = Run(store, Given())
        run.terminal.user = run.terminal.place = "telegram:7"
        await run.open(SEALED)
        with pytest.raises(Refused, match="played on telegram"):
            await Run(store, Given()).resume(run.sid)


class Dies(Exception):
    """The process is gone."""


class Mortal(MemoryStore):
    """A store whose process dies right before or right after its n-th writing call."""

    def __init__(self, at: int, after: bool) -> None:
        super().__init__()
        self.left, self.late = at, after

    async def _live(self, work: Any) -> Any:
        self.left -= 1
        if self.left == 0 and not self.late:
            work.close()
            raise Dies
        done = await work
        if self.left == 0:
            raise Dies
        return done

    async def accept(self, input: Any, to: str = "") -> Any:
        return await self._live(super().accept(input, to))

    async def commit(self, step: Commit) -> Any:
        return await self._live(super().commit(step))

    async def posted(self, id: str, ref: str, at: int, post: Outgoing | None = None, points: Points = ()) -> Any:
        return await self._live(super().posted(id, ref, at, post, points))


class TestCrashes:
    LINES = ("50", "25", "12", "6", "3")

    @pytest.mark.parametrize("after", [False, True])
    @pytest.mark.parametrize("at", range(4, 40))
    async def test_nothing_is_lost_or_doubled_wherever_it_dies(self, at: int, after: bool) -> None:
        whole = await played(MemoryStore(), NUMBER, *self.LINES)
        store = Mortal(at, after)
        run = Run(store, Given(*self.LINES))
        try:
            await run.open(NUMBER)
        except Dies:
            sid = (await store.sessions())[0].head.sid
            manager = Manager(store, find)
            await manager.recover(manager.clock() + 1)
            session = await manager.sessions.session(sid)
            assert session is not None
            taken = len([guess for guess in session.state.history if guess.seat == "guesser_0"])
            run = await Run(store, Given(*self.LINES[taken:])).resume(sid)
        assert run.result == whole.result
        assert run.texts[-1] == whole.texts[-1]


class TestTwoPeople:
    async def test_two_terminals_share_one_game(self, tmp_path: Path) -> None:
        """Each has its own connection, as two processes have."""
        address = f"sqlite:///{tmp_path / 'parley.db'}"
        host, guest = open_store(address), open_store(address)
        await host.open()
        await guest.open()
        one = Run(host, Given("40", "60", "50"))
        await one.terminal.open(Open("number", seed=3, rest="human", tempo="slow"))
        assert await one.terminal._waiting_words()
        session = await one.terminal._session(one.terminal.sid)
        two = Run(guest, Given("70", "90", "80"))
        await asyncio.gather(self._on(one), two.open(Join(session.terms.code.lower())))
        guesses = [text for text in one.texts if re.match(r"\d+ by", text)]
        assert guesses[:4] == [
            "40 by you: lower.",
            "70 by guesser_1: lower.",
            "60 by you: lower.",
            "90 by guesser_1: lower.",
        ]
        assert [row["to"] for row in two.posts] == ["guesser_1"] * len(two.posts)
        assert not any("guesser_0 18" in text or "Your number is 18" in text for text in two.texts)
        await host.close()
        await guest.close()

    @staticmethod
    async def _on(run: Run) -> None:
        run.status = await run.terminal.run()

    async def test_a_wrong_code_is_refused_in_a_sentence(self, store: Store) -> None:
        with pytest.raises(Refused, match=r"No open game has that code.* `parley games` shows the games that you can"):
            await played(store, Join("QQQQQQ"))

    async def test_a_full_game_is_refused_in_a_sentence(self, store: Store) -> None:
        one = Run(store, Given())
        await one.terminal.open(Open("number", rest="human"))
        code = (await one.terminal._session(one.terminal.sid)).terms.code
        await played(store, Join(code))
        with pytest.raises(Refused, match=r"all its players already\. Start your own with `parley play`\."):
            await played(store, Join(code))

    async def test_the_host_reads_the_code(self, store: Store) -> None:
        run = await played(store, Open("number", rest="human"))
        session = await run.terminal._session(run.sid)
        assert any(session.terms.code in text for text in run.texts)
        assert run.texts[-1] == f"They type: parley join {session.terms.code}"
