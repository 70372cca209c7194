"""`parley serve` with a Discord token, as people meet it: killed, stopped, started again."""

import re
from pathlib import Path

from tests.e2e.services import Service
from tests.fakes import FakeDiscord

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
FORM = 9


async def logged_in(dc: FakeDiscord, times: int) -> None:
    await dc.changes.until(lambda: dc.gateway.identified >= times or None, 30, lambda: "no log-in")
    await dc.connected()


async def test_a_game_survives_kill_9_and_its_buttons_and_forms_still_mean_what_they_said(tmp_path: Path) -> None:
    async with FakeDiscord(TOKEN) as dc, Service(tmp_path, dc.env()) as parley:
        guild = dc.guild()
        table, ann = guild.channel("table"), guild.member("Ann")
        await dc.connected(30)
        await dc.commands_ready("play", "help")
        await ann.slash(table, "play", game="bargaining")
        thread = await table.next_thread()
        first = await thread.wait_for_button("Accept")
        form = await ann.opens(first, "Counteroffer")
        await parley.dies()

        await parley.starts()
        await logged_in(dc, 2)
        act = await ann.fills(form, "10.50")
        await act.acknowledged()
        await parley.dies()

        await parley.starts()
        await logged_in(dc, 3)
        again = await ann.presses(first, "Counteroffer", stale=True)
        if await again.acknowledged() == FORM:
            # Killed before the offer was on record: she is asked for it once more.
            await ann.fills(await again.opened(), "10.50")
        else:
            await again.reply()
        second = await thread.wait_for("Round 3")
        assert sum("You offered $10.50" in text for text in thread.texts) == 1
        price = re.search(r"Round 3: The AI counteroffers (\$\d+\.\d\d)", second.text)
        assert price is not None
        presses = [await ann.presses(second, "Accept") for _ in range(3)]
        end = await thread.wait_for("GAME OVER")
        for press in presses:
            await press.acknowledged()
        await dc.quiet()
        assert price[1] in end.text
        assert sum("GAME OVER" in text for text in thread.texts) == 1
        assert first.labels == []
        assert not any("Accept" in label for label in second.labels)
        assert len(dc.called("PUT /applications/*/commands")) == 1
        assert max(dc.delays) < 3
        assert await parley.ends() == 0
        dc.assert_manners()

    logs = parley.logs
    assert "analytic_players_serve" in logs
    assert TOKEN not in logs
    assert "10.50" not in logs
    assert "Traceback" not in logs


async def test_a_wrong_token_is_one_sentence(tmp_path: Path) -> None:
    async with FakeDiscord(TOKEN) as dc:
        env = {**dc.env(), "PARLEY_DISCORD_TOKEN": "B" * 60}
        async with Service(tmp_path, env) as parley:
            await parley.until("PARLEY_DISCORD_TOKEN must be the token")
            assert await parley.ends() != 0
    assert "Traceback" not in parley.logs
    assert "B" * 60 not in parley.logs
