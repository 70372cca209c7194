"""A game of one person against AIs: everything stands in one private thread, where the bot may open one."""

import re

import pytest

from bot.adapters.discord import posting
from tests.bot.adapters.discord.service import House
from tests.fakes.discord_world import NEWS, PRIVATE_THREAD, PUBLIC_THREAD

SECRETS = (
    ("bargaining information=none buyer_value=61.37", r"\$61\.37"),
    ("dealornodeal", r"Each is worth to you"),
    ("trading", r"worth each"),
    ("society game=social difficulty=easy", r"Round 1 of"),
)


@pytest.mark.parametrize(("game", "secret"), SECRETS)
async def test_a_solo_game_is_one_private_thread_with_everything_in_it(house: House, game: str, secret: str) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, _ = await house.begins(ann, game, until="")
    first = await thread.wait_for(re.compile(secret))
    await dc.quiet()
    assert (thread.kind, thread.can(bob), thread.can(ann)) == (PRIVATE_THREAD, False, True)
    assert "My private info" not in first.labels
    assert not ann.dm().messages
    assert len(thread.messages) == 1
    assert thread.viewers() == [ann]
    dc.assert_manners()


async def test_words_buttons_commands_and_a_rematch_all_stay_in_the_private_thread(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann, "bargaining information=none")
    sheet = await (await ann.slash(thread, "private")).reply()
    assert sheet.ephemeral
    await house.says(ann, thread, "/private")
    await thread.wait_for(lambda message: message is not offer and "The item is worth" in message.text)
    await house.says(ann, thread, "I'd give you 10")
    await thread.wait_for("Round 3")
    form = await ann.opens(await thread.wait_for_button("Counteroffer"), "Counteroffer")
    await ann.fills(form, "11")
    await thread.wait_for("Round 5")
    await ann.presses(await thread.wait_for_button("Accept"), "Accept")
    await ann.presses(await thread.wait_for_button("Rematch"), "Rematch")
    await thread.wait_for("Round 1")
    await thread.wait_for_button("Accept")
    await dc.quiet()
    assert len(house.table.threads) == 1
    assert not ann.dm().messages
    dc.assert_manners()


async def test_another_game_and_one_with_a_friend_get_threads_of_their_own(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, _ = await house.begins(ann)
    await ann.slash(thread, "play", game="trading")
    second = await house.table.next_thread()
    await ann.slash(thread, "play", game="bargaining", friend=True)
    third = await house.table.next_thread()
    await bob.presses(await third.wait_for_button("Take a free seat"), "Take a free seat")
    await third.wait_for_button("My private info")
    assert [one.kind for one in (second, third)] == [PRIVATE_THREAD, PUBLIC_THREAD]
    dc.assert_manners()


async def test_where_no_private_thread_is_possible_a_public_one_has_to_do(house: House) -> None:
    ann, dc = house.ann, house.dc
    news, shut, broken = (house.guild.channel(name, kind) for name, kind in (("n", NEWS), ("s", 0), ("b", 0)))
    shut.deny(dc.bot, "create_private_threads")
    for channel in (news, shut, broken):
        if channel is broken:
            dc.fail("POST /channels/*/threads", status=400, code=50024, message="Not here")
        await ann.slash(channel, "play", game="bargaining")
        thread = await channel.next_thread()
        assert "My private info" in (await thread.wait_for_button("Accept")).labels
        assert thread.kind != PRIVATE_THREAD


@pytest.mark.parametrize("away", [True, False])
async def test_a_player_who_looks_elsewhere_is_called_back(
    house: House, away: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if away:
        monkeypatch.setattr(posting, "RESTED", 0.0)
    ann, dc = house.ann, house.dc
    thread, _ = await house.begins(ann)
    await house.says(ann, thread, "10")
    second = await thread.wait_for("Round 3")
    await dc.quiet()
    assert (second in ann.pings) == away
    dc.assert_manners()


@pytest.mark.parametrize("how", ["locked", "deleted"])
async def test_a_private_thread_that_is_closed_goes_on_in_direct_messages(house: House, how: str) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann, "bargaining information=none buyer_value=61.37")
    form = await ann.opens(offer, "Counteroffer")
    if how == "locked":
        thread.archive(locked=True)
    else:
        thread.delete()
    await ann.fills(form, "10")
    await ann.dm().wait_for("You offered $10.00")
    await dc.quiet()
    assert dc.audience("You offered $10.00") == {"Ann"}
    dc.assert_manners()


async def test_a_moderator_who_looks_in_is_no_player(house: House) -> None:
    thread, offer = await house.begins(house.ann)
    mod = house.guild.member("Mod", permissions=["manage_threads"])
    told = await (await mod.presses(offer, "Accept")).reply()
    assert "not your game" in told.text
    await house.says(mod, thread, "I'd give you 41")
    await house.dc.quiet()
    assert not any("$41.00" in text for text in thread.texts)
    house.dc.assert_manners()
