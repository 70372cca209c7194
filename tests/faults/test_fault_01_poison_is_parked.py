"""An input that takes the service down is tried three times and then put aside; other people are served."""

import asyncio
from pathlib import Path

from tests.e2e.services import PARLEY, ROOT, Service
from tests.fakes import FakeTelegram
from tests.faults.brittle import KILLS, RAISES

TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"
DEAD = 66


def _service(folder: Path, env: dict[str, str]) -> Service:
    """A service with the brittle game installed, as another package would install it."""
    info = folder / "theirs" / "brittle-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brittle\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[parley.games]\nbrittle = tests.faults.brittle:game\n")
    return Service(folder, {**env, "PYTHONPATH": f"{ROOT}:{info.parent}"})


async def _doctor(service: Service) -> str:
    run = await asyncio.create_subprocess_exec(
        *PARLEY, "doctor", env=service.env, cwd=service.folder, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await run.communicate()
    assert run.returncode == 0
    return out.decode()


async def test_an_input_that_kills_the_process_is_parked_after_the_third_death(tmp_path: Path) -> None:
    async with FakeTelegram(TOKEN) as tg, _service(tmp_path, tg.env()) as parley:
        ann, bob = tg.user(42, "Ann"), tg.user(43, "Bob")
        await ann.sends("/play brittle")
        await ann.private_chat().wait_for("number")
        await tg.quiet()
        await ann.sends(KILLS)
        assert await parley.falls() == DEAD
        for _ in range(2):
            await parley.starts()
            assert await parley.falls() == DEAD
        await parley.starts()
        await ann.private_chat().wait_for("put it aside")
        await bob.starts()
        await bob.private_chat().wait_for_button("Price bargaining")
        await ann.sends("guess 50")
        await parley.until("input_parked")
        await tg.quiet()
        told = await _doctor(parley)
        assert await parley.ends() == 0

    assert sum("put it aside" in text for text in ann.private_chat().texts) == 1
    assert "Nothing was changed" in next(text for text in ann.private_chat().texts if "aside" in text)
    assert "note   parked:" in told
    assert "text from telegram, the process ended in it" in told
    assert "tg:7000000001:" in told
    assert parley.logs.count("input_parked") == 1
    for words in (KILLS, TOKEN.partition(":")[2]):
        assert words not in parley.logs + told


async def test_an_input_that_always_raises_is_parked_and_the_process_lives(tmp_path: Path) -> None:
    async with FakeTelegram(TOKEN) as tg, _service(tmp_path, tg.env()) as parley:
        ann, bob = tg.user(42, "Ann"), tg.user(43, "Bob")
        await ann.sends("/play brittle")
        await ann.private_chat().wait_for("number")
        await ann.sends(RAISES)
        await bob.starts()
        await bob.private_chat().wait_for_button("Price bargaining")
        await ann.private_chat().wait_for("put it aside")
        told = await _doctor(parley)
        assert await parley.ends() == 0

    assert parley.logs.count("input_failed") == 3
    assert parley.logs.count("input_parked") == 1
    assert "text from telegram, LookupError" in told
    assert RAISES not in parley.logs + told
