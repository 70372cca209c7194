"""Slash commands as Discord lists them, and what goes wrong when they are used."""

from typing import Any

import pytest
from discord import Guild, Interaction, Permissions

from bot.adapters.discord import threads
from bot.session.model.verbs import GROUPS
from tests.bot.adapters.discord.service import House
from tests.fakes.discord_world import NEWS
from tests.fakes.screen import Impossible

REGISTER = "PUT /applications/*/commands"
MANAGE_SERVER = 32


def described(options: list[dict[str, Any]]) -> bool:
    return all(option["description"] not in ("", "…") and described(option.get("options", [])) for option in options)


async def test_commands_are_described_shown_to_whom_they_are_for_and_registered_when_they_changed(house: House) -> None:
    dc, ann = house.dc, house.ann
    assert {"/play", "/help", "/join", "/private", "/offer"} <= set(ann.commands(house.table))
    [registered] = dc.called(REGISTER)
    await house.closes()
    await house.opens()
    await dc.quiet()
    assert len(dc.called(REGISTER)) == 1
    for command in registered.answer:
        operating = command["name"] in GROUPS
        assert command["default_member_permissions"] == (MANAGE_SERVER if operating else None)
        menu = command["type"] != 1
        assert command["contexts"] == ([0] if operating else [0, 2] if menu else [0, 1, 2])
        assert command["integration_types"] == ([0] if operating else [0, 1])
        assert menu or described([command])
    play = next(command for command in registered.answer if command["name"] == "play")
    assert play["options"][0]["name"] == "game"
    assert play["options"][0]["autocomplete"]
    [offered] = await ann.completes(house.table, "play", "game", "barg")
    assert offered.startswith("Price bargaining · 2 min · ")
    assert len(await ann.completes(house.table, "play", "game")) > 4
    dc.assert_manners()


async def test_a_server_that_lost_the_commands_gets_them_again(house: House) -> None:
    await house.closes()
    for book in house.dc.commands.scopes.values():
        book.clear()
    await house.opens()
    assert len(house.dc.called(REGISTER)) == 2


async def test_commands_that_cannot_be_done_say_so_privately_and_open_no_thread(house: House) -> None:
    ann, dc, table = house.ann, house.dc, house.table
    for game, says in (
        ("poker", "There is no game"),
        ("bargaining buyer_value=-5", "buyer_value"),
        ("bargaining cat", "seat"),
    ):
        told = await (await ann.slash(table, "play", game=game)).reply()
        assert told.ephemeral
        assert says in told.text
    for command, words in (("status", {}), ("offer", {"offer": "44"}), ("rematch", {}), ("quit", {})):
        told = await (await ann.slash(table, command, **words)).reply()
        assert told.ephemeral
    assert "/play" in (await (await ann.slash(table, "help")).reply()).text
    assert table.threads == []
    dc.assert_manners()


async def test_a_menu_opens_one_thread_however_often_it_is_pressed(house: House) -> None:
    ann, table = house.ann, house.table
    menu = await (await ann.slash(table, "play")).reply()
    assert menu.ephemeral
    presses = [await ann.presses(menu, "Price bargaining") for _ in range(3)]
    thread = await table.next_thread()
    await thread.wait_for_button("Accept")
    for press in presses:
        await press.acknowledged()
    await house.dc.quiet()
    assert len(table.threads) == 1
    assert menu.labels == []
    house.dc.assert_manners()


async def test_a_channel_of_announcements_is_a_place_to_play(house: House) -> None:
    channel = house.guild.channel("announcements", NEWS)
    await house.ann.slash(channel, "play", game="bargaining")
    thread = await channel.next_thread()
    await house.ann.presses(await thread.wait_for_button("Accept"), "Accept")
    await thread.wait_for("GAME OVER")
    house.dc.assert_manners()


async def test_a_missing_permission_is_named(house: House) -> None:
    ann, dc = house.ann, house.dc
    for name in ("create_public_threads", "send_messages_in_threads"):
        channel = house.guild.channel(name.replace("_", "-"))
        channel.deny(dc.bot, name, "create_private_threads")
        told = await (await ann.slash(channel, "play", game="bargaining")).reply()
        assert told.ephemeral
        assert name.replace("_", " ").title() in told.text
        assert all(thread.archived and thread.texts == [] for thread in channel.threads)
    dc.assert_manners()


@pytest.mark.parametrize("known", [True, False])
async def test_a_channel_that_discord_only_numbers_is_a_place_to_play(
    house: House, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, dc = house.ann, house.dc
    dc.names_channels = False
    if not known:
        monkeypatch.setattr(Guild, "_resolve_channel", lambda guild, number: None)
    thread, offer = await house.begins(ann)
    await ann.fills(await ann.opens(offer, "Counteroffer"), "10")
    await thread.wait_for("You offered $10.00")
    chat = ann.dm()
    await ann.slash(chat, "play", game="bargaining")
    await chat.wait_for_button("Accept")
    house.table.deny(dc.bot, "view_channel")
    told = await (await house.bob.slash(house.table, "play", game="bargaining")).reply()
    assert told.ephemeral
    assert "View Channel" in told.text
    assert len(house.table.threads) == 1
    dc.assert_manners()


async def test_permissions_that_are_only_told_too_low_stop_no_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "permissions", lambda channel: Permissions(send_messages=True))
    monkeypatch.setattr(Interaction, "app_permissions", Permissions(embed_links=True))
    await house.begins(house.ann)
    house.dc.assert_manners()


async def test_a_rematch_asked_for_in_the_channel_gets_a_thread_too(house: House) -> None:
    ann, table = house.ann, house.table
    thread, offer = await house.begins(ann)
    await ann.presses(offer, "Accept")
    await thread.wait_for("GAME OVER")
    with pytest.raises(Impossible):
        await ann.slash(table, "rematch", how="sideways")
    await ann.slash(table, "rematch", how="swap")
    again = await table.next_thread()
    assert "**seller**" in (await again.wait_for_button("Make an offer")).text
    await house.dc.quiet()
    assert all("Round" not in text for text in table.texts)
    house.dc.assert_manners()
