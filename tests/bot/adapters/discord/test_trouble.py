"""Daily trouble on Discord: storms, dropped sockets, deleted threads, closed doors, restarts."""

import asyncio

import pytest

from bot.adapters.discord import interactions
from bot.adapters.discord.adapter import Discord
from bot.app import run
from bot.players import find
from bot.runtime.errors import CannotServe
from bot.session.manager import Manager
from bot.session.outbox import Posts
from storage.memory import MemoryStore
from tests.bot.adapters.discord.service import House
from tests.fakes import FakeDiscord

POST = "POST /channels/*/messages"


async def test_storms_of_429_and_500_lose_nothing_and_double_nothing(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann, "bargaining style=seed")
    dc.fail(POST, status=500, applied=True, times=1)
    await ann.fills(await ann.opens(offer, "Counteroffer"), "10")
    await dc.changes.until(lambda: not offer.labels or None, 5, lambda: "the post was not tried again")
    dc.fail(POST, status=429, retry_after=0.2, times=3)
    await house.says(ann, thread, "11")
    await thread.wait_for("Round 5")
    await dc.quiet()
    for price in ("$10.00", "$11.00"):
        assert sum(f"You offered {price}" in text for text in thread.texts) == 1
    dc.assert_manners()


async def test_an_outage_is_sat_out(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, _ = await house.begins(ann)
    await dc.down()
    await asyncio.sleep(0.3)
    await dc.up()
    await dc.connected()
    await house.says(ann, thread, "10")
    await thread.wait_for("Round 3")
    dc.assert_manners()


async def test_a_dropped_socket_is_resumed_and_nothing_said_meanwhile_is_lost(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, _ = await house.begins(ann)
    dc.gateway.drop()
    await house.says(ann, thread, "10")
    await thread.wait_for("Round 3")
    dc.assert_manners()


async def test_what_was_said_during_a_restart_is_read_after_it_and_old_buttons_work(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann)
    form = await ann.opens(offer, "Counteroffer")
    chat = house.bob.dm()
    await house.bob.says(chat, "/play bargaining")
    await chat.wait_for_button("Accept")
    await house.closes()
    await house.bob.says(chat, "12.34")
    await ann.says(thread, "not for the bot")
    await house.opens()
    await chat.wait_for("You offered $12.34")
    await ann.fills(form, "11")
    third = await thread.wait_for("You offered $11.00")
    await ann.presses(third, "Accept")
    await thread.wait_for("GAME OVER")
    await dc.quiet()
    assert offer.labels == []
    dc.assert_manners()


async def test_after_a_gap_in_the_gateway_what_was_said_is_read_again(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, _ = await house.begins(ann)
    dc.gateway.drop()
    dc.gateway.forget()
    await house.says(ann, thread, "10")
    await thread.wait_for("Round 3", timeout=15)
    dc.assert_manners()


async def test_what_was_said_while_the_bot_was_away_takes_no_offer_that_came_after_it(house: House) -> None:
    thread, _ = await house.begins(house.ann)
    await house.closes()
    for words in ("10", "deal"):
        await house.says(house.ann, thread, words)
    await house.opens()
    await thread.wait_for("Nothing was accepted or offered")
    await house.dc.quiet()
    assert not any("GAME OVER" in text for text in thread.texts)


async def test_a_deleted_thread_ends_nothing_else_and_a_new_game_can_be_played(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann)
    form = await ann.opens(offer, "Counteroffer")
    thread.delete()
    await ann.fills(form, "10")
    another, offer = await house.begins(ann)
    assert another is not thread
    await ann.presses(offer, "Accept")
    await another.wait_for("GAME OVER")
    dc.assert_manners()


async def test_with_closed_direct_messages_nothing_private_is_said_aloud(house: House) -> None:
    house.in_public()
    ann, dc = house.ann, house.dc
    thread, _ = await house.begins(ann, "bargaining condition=none buyer_value=61.37 seller_cost=23.91")
    ann.dms_open = False
    await house.says(ann, thread, "what is the weather like")
    await thread.wait_for("Your direct messages are closed")
    ann.dms_open = True
    await house.says(ann, thread, "hm")
    await ann.dm().wait_for("not a valid response")
    assert dc.audience("$23.91") == set()
    assert dc.audience("not a valid response") == {"Ann"}
    dc.assert_manners()


async def test_an_act_whose_answer_comes_too_late_is_answered_in_private(house: House) -> None:
    house.in_public()
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann)
    dc.fail("POST /webhooks/*", status=404, code=10015, message="Unknown Webhook", times=3)
    await ann.presses(offer, "My private info")
    await ann.dm().wait_for("$65.00")
    assert len(thread.messages) == 1
    dc.assert_manners()


async def test_a_store_that_fails_for_a_moment_leaves_nobody_without_an_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann)
    with monkeypatch.context() as broken:
        broken.setattr(house.store, "accept", lambda row, to: (_ for _ in ()).throw(OSError))
        told = await (await ann.presses(offer, "Accept")).reply()
        assert told.ephemeral
        assert "Try again" in told.text
    await ann.presses(offer, "Accept")
    await thread.wait_for("GAME OVER")
    dc.assert_manners()


async def test_a_wrong_token_ends_the_program_with_a_sentence() -> None:
    async with FakeDiscord() as dc:
        with dc.patched():
            store = MemoryStore()
            adapter = Discord("wrong", dc.api_url, dc.gateway_url, Posts(store))
            with pytest.raises(CannotServe, match="PARLEY_DISCORD_TOKEN"):
                await run(Manager(store, find), [adapter], asyncio.Event(), patience=3)


async def test_a_form_that_a_slow_store_cannot_show_is_asked_for_again_and_no_move(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.ann
    thread, offer = await house.begins(ann)

    async def stands(self: Manager, press: object, user: str) -> bool:
        await asyncio.sleep(60)
        return True

    with monkeypatch.context() as slow:
        slow.setattr(Manager, "stands", stands)
        slow.setattr(interactions, "FORM_SECONDS", 0.05)
        told = await (await ann.presses(offer, "Counteroffer")).reply()
    assert (told.text, told.ephemeral) == (interactions.FAILED, True)
    await ann.fills(await ann.opens(offer, "Counteroffer"), "10")
    await thread.wait_for("You offered $10.00")
    assert not any("valid" in text for text in thread.texts)
