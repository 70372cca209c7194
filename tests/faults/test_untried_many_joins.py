"""Thousands join: one code, or a table each. Nobody gets in twice, what is kept stays bounded, others are served."""

from bot.session.model.inbound import Inbound, Join
from bot.session.model.session import gather
from storage.memory import MemoryStore
from tests.bot.session.harness import Room

CROWD = 10_000


async def join(room: Room, n: int, code: str) -> str:
    """One of the crowd joins; what they are answered."""
    room.now += 1
    inbound = Inbound(f"in:crowd{n}", f"room:guest{n}", f"guest{n}", room.now, Join(code), True, f"Guest {n}")
    answer = await room.manager.handle(inbound)
    return answer.code or answer.what


async def test_ten_thousand_who_have_one_code_fill_one_table_and_no_more() -> None:
    room = Room(MemoryStore())
    sid = await room.open("society", against=tuple((seat, "human") for seat in ("carpenter_1", "miner_0")))
    code = (await room.session(sid)).terms.code
    answers = [await join(room, n, code) for n in range(CROWD)]
    assert answers[:2] == ["joined", "joined"]
    assert set(answers[2:]) == {"full"}
    session = await room.session(sid)
    assert sum(chair.kind == "human" for chair in session.table.chairs) == 3
    assert len(session.table.places) <= 4
    assert len(await gather(room.store.events(sid))) < 40
    assert len(session.snapshot()) < 20_000
    assert await room.store.sessions("user:guest77") == ()


async def test_who_gets_up_and_sits_down_again_leaves_no_trail_in_the_table() -> None:
    room = Room(MemoryStore())
    sid = await room.open("society", against=tuple((seat, "human") for seat in ("carpenter_1", "miner_0")))
    code = (await room.session(sid)).terms.code
    sizes = []
    for _ in range(200):
        assert (await room.join("bea", code)).what == "joined"
        await room.command("bea", "quit")
        sizes.append(len((await room.session(sid)).snapshot()))
    assert max(sizes[10:]) <= max(sizes[:10])
