"""Operators of `parley serve`: what they set up outlives the process, on both platforms."""

from pathlib import Path

from tests.e2e.services import Service
from tests.fakes import FakeDiscord, FakeTelegram

TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"


async def test_what_was_set_up_on_telegram_survives_kill_9(tmp_path: Path) -> None:
    async with FakeTelegram(TOKEN) as tg:
        env = {**tg.env(), "PARLEY_OPERATORS": "telegram:9001,discord:77"}
        async with Service(tmp_path, env) as parley:
            olga, ann = tg.user(9001, "Olga"), tg.user(42, "Ann")
            desk, chat = olga.private_chat(), ann.private_chat()
            await olga.sends("/game new name:haggle type:bargaining")
            await desk.wait_for("haggle is a draft")
            await olga.sends("/game config name:haggle key:buyer_value value:80.25")
            await desk.wait_for("buyer_value is $80.25 now")
            await parley.dies()
            await olga.sends("/game config name:haggle key:seller_cost value:50")
            await olga.sends("/game open name:haggle")
            await parley.starts()
            await desk.wait_for("seller_cost is $50.00 now")
            await desk.wait_for("haggle is open")
            await ann.sends("/play haggle")
            opening = await chat.wait_for_button("Accept")
            assert "worth $80.25 to you" in opening.text
            assert "costs the seller exactly $50.00" in opening.text
            await parley.dies()
            await olga.sends("/game stop name:haggle")
            await parley.starts()
            await chat.wait_for("This game was stopped by the operators")
            await tg.quiet()
            assert sum("stopped by the operators" in text for text in chat.texts) == 1
            await ann.sends("/game list")
            await chat.wait_for("Operators only.")
            assert await parley.ends() == 0
        tg.assert_manners()
    assert "Traceback" not in parley.logs
    assert "80.25" not in parley.logs


async def test_what_was_set_up_on_discord_survives_kill_9(tmp_path: Path) -> None:
    async with FakeDiscord() as dc, Service(tmp_path, dc.env()) as parley:
        guild = dc.guild()
        table, olga = guild.channel("table"), guild.member("Olga", permissions=["manage_guild"])
        ann = guild.member("Ann")
        await dc.commands_ready("game")
        await (await olga.slash(table, "game new", name="haggle", type="bargaining")).wait_for("haggle is a draft")
        given = {"name": "haggle", "settings": "buyer_value=80.25 seller_cost=50"}
        await (await olga.slash(table, "game config", **given)).wait_for("buyer_value is $80.25 now")
        await (await olga.slash(table, "game open", name="haggle")).wait_for("haggle is open")
        await parley.dies()
        await parley.starts()
        await dc.connected(30)
        await ann.slash(table, "play", game="haggle")
        opening = await (await table.next_thread()).wait_for_button("Accept")
        assert "worth $80.25 to you" in opening.text
        assert "costs the seller exactly $50.00" in opening.text
        assert await parley.ends() == 0
        dc.assert_manners()
    assert "Traceback" not in parley.logs
