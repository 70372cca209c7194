"""Operators see what a model that plays in their game is sent, and nothing of the games that run."""

import re
from functools import partial
from typing import Any

import pytest

from bot.operators.desk import Operators
from bot.players.llm.preview import seated
from bot.runtime.settings import Settings
from games.core.codec import decode
from games.core.registry import get, names
from storage.memory import MemoryStore
from tests.bot.adapters.discord.service import housed as discord
from tests.bot.adapters.telegram.service import House as Telegram
from tests.bot.operators.harness import BOSS, Office, lab
from tests.fakes import FakeTelegram

NEW = "/game new name:haggle type:bargaining seller_cost=43.21"


@pytest.fixture
def desk() -> Office:
    office = Office(MemoryStore())
    prompter = partial(seated, Settings(model="a-model"))
    office.manager.employ(Operators(office.manager.sessions, office.manager.clock, [BOSS], prompter))
    return office


@pytest.mark.parametrize("name", names())
async def test_every_game_that_can_be_set_up_has_one(desk: Office, name: str) -> None:
    await desk.boss(f"/game new name:lab type:{name}")
    shown = await desk.boss("/game prompt name:lab")
    assert re.match(r"a-model gets this as \S+ of lab at its first decision, at a table dealt", shown)
    assert "--- constant part (system) ---\nYou play one seat" in shown
    assert "across a table" in shown  # the tone of the persona
    assert '"type": "json_schema"' in shown


async def test_it_holds_the_settings_and_as_many_turns_as_were_asked_for(desk: Office) -> None:
    await desk.boss(NEW)
    shown = await desk.boss("/game prompt name:haggle turns:4 seat:Seller")
    assert "as seller of haggle" in shown
    assert "costs you $43.21" in shown
    assert len(re.findall(r"Round \d: (?:You|The buyer) offered", shown)) == 4
    assert "At present normal plays, and no model is asked." in shown
    assert "/game config name:haggle key:opponent value:llm" in shown
    assert "as buyer of haggle" in await desk.boss("/game prompt name:haggle seat:buyer")


async def test_the_persona_that_plays_sets_the_tone(desk: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.manager.sessions, "usual", "llm:hard")
    await desk.boss(NEW)
    shown = await desk.boss("/game prompt name:haggle")
    assert "seasoned" in shown
    assert "no model is asked" not in shown


async def test_each_condition_has_its_own(desk: Office) -> None:
    await desk.boss(NEW)
    await desk.boss("/condition add name:haggle rounds=4|8")
    assert "At most 8 rounds" in await desk.boss("/game prompt name:haggle condition:rounds=8")
    assert "has no condition 'x'" in await desk.boss("/game prompt name:haggle condition:x")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("seat:judge", "its seats are buyer, seller"),
        ("turns:many", "turns must be a whole number from 0 to 200; you wrote many."),
        ("turns:201", "turns must be a whole number from 0 to 200"),
        ("turns:100", "nobody is awaited; name fewer turns."),
    ],
)
async def test_what_cannot_be_shown_is_answered_with_what_can(desk: Office, words: str, says: str) -> None:
    await desk.boss(NEW)
    assert says in await desk.boss(f"/game prompt name:haggle {words}")


async def test_it_is_for_operators(desk: Office) -> None:
    await lab(desk)
    assert "Operators only" in await desk.writes("ann", "/game prompt name:lab")


async def test_no_number_of_a_running_game_is_shown(desk: Office) -> None:
    """Values are drawn for each session; what is shown was drawn for nobody."""
    await lab(desk, "/game config name:lab buyer_value=uniform(60,99,0.01) seller_cost=uniform(1,50,0.01)")
    drawn = []
    for user in ("ann", "bea", "cid"):
        session = await desk.session(await desk.plays(user, "lab"))
        config: Any = decode(bytes(session.terms.config), get("bargaining").Config)
        drawn += [config.buyer_value, config.seller_cost]
    shown = await desk.boss("/game prompt name:lab turns:1")
    assert "costs you $" in shown
    assert not any(f"{cents / 100:.2f}" in shown for cents in drawn)


async def test_on_discord_it_comes_privately_as_a_file() -> None:
    async with discord() as house:
        olga = house.guild.member("Olga", permissions=["manage_guild"])
        new = await olga.slash(house.table, "game new", name="haggle", type="bargaining", settings="seller_cost=43.21")
        await new.reply()
        reply = await (await olga.slash(house.table, "game prompt", name="haggle", turns="2")).reply()
        assert reply.ephemeral
        [upload] = reply.uploads
        assert upload.filename == "haggle-prompt.txt"
        assert b"costs you $43.21" in upload.data
        await house.dc.quiet()
        house.dc.assert_manners()


async def test_on_telegram_it_is_a_message_and_a_long_one_a_file() -> None:
    async with FakeTelegram() as tg:
        house = Telegram(tg, MemoryStore())
        house.operators = ("telegram:9001",)
        await house.opens()
        try:
            olga = tg.user(9001, "Olga")
            chat = olga.private_chat()
            for text in (
                NEW,
                "/game prompt haggle",
                "/game new name:camp type:society difficulty=hard",
                "/game prompt camp turns:9",
            ):
                await olga.sends(text)
            await tg.wait_called("sendDocument")
            await tg.quiet()
            assert any("costs you $43.21" in text for text in chat.texts)
            [upload] = chat.messages[-1].uploads
            assert upload.filename == "camp-prompt.txt"
            assert b"Answer with one of: " in upload.data
            tg.assert_manners()
        finally:
            await house.closes()
