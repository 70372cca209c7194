"""`parley serve` with a Telegram token, as people and operators meet it: killed, stopped, started again."""

import re
from pathlib import Path

from tests.e2e.services import Service
from tests.fakes import FakeTelegram

TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"


async def test_a_game_survives_kill_9_and_its_old_button_still_means_what_it_said(tmp_path: Path) -> None:
    async with FakeTelegram(TOKEN) as tg, Service(tmp_path, tg.env()) as parley:
        ann = tg.user(42, "Ann")
        chat = ann.private_chat()
        await ann.starts()
        await ann.presses(await chat.wait_for_button("Price bargaining"), "Price bargaining")
        first = await chat.wait_for_button("Accept")
        await ann.sends("how about 10.50")
        second = await chat.wait_for("Round 3")
        await tg.quiet()
        await parley.dies()

        presses = [await ann.presses(second, "Accept") for _ in range(3)]
        await parley.starts()
        end = await chat.wait_for("GAME OVER")
        price = re.search(r"Round 3: The AI counteroffers (\$\d+\.\d\d)", second.text)
        assert price is not None
        assert price[1] in end.text
        for press in presses:
            await press.answered()
        stale = await ann.presses(first, "Accept", stale=True)
        assert await stale.answered()
        assert stale.alert
        await tg.quiet()
        assert sum("GAME OVER" in text for text in chat.texts) == 1
        assert not first.labels
        assert not second.labels
        assert await parley.ends() == 0
        tg.assert_manners()

    logs = parley.logs
    assert logs.count("analytic_players_serve") == 2
    assert TOKEN.partition(":")[2] not in logs
    assert "10.50" not in logs
    assert "Traceback" not in logs


async def test_what_was_due_when_the_process_was_killed_is_posted_after_the_restart(tmp_path: Path) -> None:
    async with FakeTelegram(TOKEN) as tg, Service(tmp_path, tg.env()) as parley:
        ann = tg.user(42, "Ann")
        chat = ann.private_chat()
        await ann.sends("/play bargaining")
        await chat.wait_for_button("Accept")
        tg.fail("sendMessage", status=500, times=1000)
        await ann.sends("12.34")
        await tg.wait_called("sendMessage", count=2)
        await parley.dies()
        tg.heal()
        await parley.starts()
        await chat.wait_for("You offered $12.34")
        await chat.wait_for("Round 3")
        await tg.quiet()
        assert sum("You offered $12.34" in text for text in chat.texts) == 1
        assert await parley.ends() == 0
        tg.assert_manners()


async def test_a_wrong_token_is_one_sentence(tmp_path: Path) -> None:
    async with FakeTelegram(TOKEN) as tg:
        env = {**tg.env(), "PARLEY_TELEGRAM_TOKEN": "7000000001:" + "B" * 35}
        async with Service(tmp_path, env) as parley:
            await tg.wait_called("getMe")
            assert await parley.ends() == 2
    assert "PARLEY_TELEGRAM_TOKEN must be the token that @BotFather gave you" in parley.logs
    assert "Traceback" not in parley.logs
    assert "B" * 35 not in parley.logs


async def test_a_restart_in_the_middle_of_an_outage_waits_for_its_end(tmp_path: Path) -> None:
    async with FakeTelegram(TOKEN) as tg:
        ann = tg.user(42, "Ann")
        await ann.starts()
        await tg.down()
        async with Service(tmp_path, tg.env()) as parley:
            await parley.until("telegram_trouble")
            await tg.up()
            await ann.private_chat().wait_for_button("Price bargaining")
            assert await parley.ends() == 0
            tg.assert_manners()
