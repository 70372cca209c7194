"""Negotiating with a chosen person, and playing where the bot is no member."""

import pytest

from bot.adapters.discord.commands import NEGOTIATE
from bot.session import door
from tests.bot.adapters.discord.service import House
from tests.fakes import Impossible


async def test_a_member_is_invited_from_the_menu_of_their_name(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    cyd = house.guild.member("Cyd")
    act = await ann.chooses(house.table, NEGOTIATE, bob)
    thread = await house.table.next_thread()
    assert thread.mention in (await act.reply()).text
    invitation = await thread.wait_for("Ann wants to negotiate with you")
    assert (invitation in bob.pings, invitation in cyd.pings) == (True, False)
    assert {ann.id, bob.id} <= thread.joined
    await bob.presses(await thread.wait_for_button("Take a free seat"), "Take a free seat")
    await thread.wait_for_button("My private info")
    await dc.quiet()
    dc.assert_manners()


async def test_the_first_game_that_seats_two_is_played_with_a_member(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "names", lambda: ("society", "trading", "bargaining"))
    await house.ann.chooses(house.table, NEGOTIATE, house.bob)
    thread = await house.table.next_thread()
    assert "Trading" in (await thread.wait_for_button("Take a free seat")).text


async def test_who_is_blocked_gets_nobody_into_a_thread_from_the_menu(house: House) -> None:
    ann, bob = house.ann, house.bob
    await ann.chooses(house.table, NEGOTIATE, bob)
    first = await house.table.next_thread()
    await bob.presses(await first.wait_for_button("Take a free seat"), "Take a free seat")
    await first.wait_for_button("My private info")
    assert "is blocked" in (await (await bob.slash(first, "block")).reply()).text
    await ann.chooses(house.table, NEGOTIATE, bob)
    again = await house.table.next_thread()
    await again.wait_for_button("Take a free seat")
    await house.dc.quiet()
    assert bob.id not in again.joined
    assert not any("wants to negotiate" in message.text for message in again.messages)


async def test_nobody_negotiates_with_themselves_or_with_a_bot(house: House) -> None:
    told = await (await house.ann.chooses(house.table, NEGOTIATE, house.ann)).reply()
    assert told.ephemeral
    assert "Pick another person" in told.text
    await house.dc.quiet()
    assert house.table.threads == []
    house.dc.assert_manners()


@pytest.mark.parametrize("where", ["server", "chat"])
async def test_who_added_the_bot_to_their_account_plays_in_direct_messages(house: House, where: str) -> None:
    ann, dc = house.ann, house.dc
    far = dc.foreign()
    eve = far.member("Eve")
    place = far.channel("hall") if where == "server" else dc.among(ann, eve)
    far.join(ann)
    with pytest.raises(Impossible):
        await ann.slash(place, "play", game="bargaining")
    ann.installed = True
    assert not {"/game list", "/session list"} & set(ann.commands(place))
    told = await (await ann.slash(place, "play", game="bargaining")).reply()
    assert (told.ephemeral, told.text) == (True, f"We play in direct messages here: <#{ann.dm().id}>.")
    offer = await ann.dm().wait_for_button("Accept")
    status = await (await ann.slash(place, "private")).reply()
    assert status.ephemeral
    assert "$65.00" in status.text
    menu = await (await ann.slash(place, "play")).reply()
    assert menu.ephemeral
    await ann.presses(menu, "Trading")
    await ann.dm().wait_for("worth each")
    await ann.presses(offer, "Accept")
    await ann.dm().wait_for("GAME OVER")
    await ann.chooses(place, NEGOTIATE, eve)
    await ann.dm().wait_for("Give this code")
    await dc.quiet()
    assert [message for message in place.messages if not message.ephemeral] == []
    dc.assert_manners()


async def test_where_direct_messages_cannot_be_opened_a_stranger_server_is_told(house: House) -> None:
    ann, dc = house.ann, house.dc
    far = dc.foreign()
    far.join(ann)
    ann.installed = True
    dc.fail("POST /users/@me/channels", status=403, code=50007, message="Cannot send messages to this user")
    told = await (await ann.slash(far.channel("hall"), "play", game="bargaining")).reply()
    assert "direct messages" in told.text
    assert told.ephemeral
