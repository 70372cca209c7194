"""A study in Discord: it begins in a private thread of a channel, or in direct messages, never where others read."""

from bot.session.wording import messages
from tests.bot.adapters.discord.service import House
from tests.bot.session.studies import ASKED, CODE, FORM, GAME, TOKEN, Course, logs
from tests.fakes.discord_world import PRIVATE_THREAD


async def test_in_a_channel_a_private_thread_is_opened_for_it(house: House) -> None:
    Course(house.manager, ("consent", FORM), ("game", GAME))
    ann, dc = house.ann, house.dc
    await ann.slash(house.table, "join", code=TOKEN)
    thread = await house.table.next_thread()
    assert (thread.kind, thread.name) == (PRIVATE_THREAD, f"{messages.STUDIED} · Ann")
    asked = await (await ann.presses(await thread.wait_for_button("Walk"), "Walk")).reply()
    await ann.presses(asked, "Yes")
    await thread.wait_for("Round 1")
    asked = await (await ann.slash(thread, "quit")).reply()
    await ann.presses(asked, "Leave")
    await thread.wait_for(CODE)
    assert len(house.table.threads) == 1
    dc.assert_manners()


async def test_in_direct_messages_it_needs_no_thread(house: House) -> None:
    Course(house.manager, ("consent", FORM), ("game", GAME))
    await house.ann.says(house.ann.dm(), TOKEN)
    await house.ann.dm().wait_for_button("Walk")
    assert not house.table.threads


async def test_a_button_of_an_ended_stage_says_so_and_changes_nothing(house: House) -> None:
    Course(house.manager, ("consent", ASKED), ("game", GAME))
    chat = house.ann.dm()
    await house.ann.says(chat, TOKEN)
    asked = await chat.wait_for_button("I agree")
    await house.ann.presses(asked, "I agree")
    await chat.wait_for("Round 1")
    before = await logs(house.manager.store)
    for label in ("I agree", "I don't agree"):
        told = await (await house.ann.presses(asked, label, stale=True)).reply()
        assert told.text == messages.PART_OVER
    assert await logs(house.manager.store) == before


async def test_unknown_tokens_open_nothing(house: House) -> None:
    Course(house.manager, ("consent", FORM))
    told = await (await house.ann.slash(house.table, "join", code="st-000000000000")).reply()
    assert "No open game has that code" in told.text
    assert not house.table.threads


async def test_where_no_private_thread_is_possible_people_are_sent_to_direct_messages(house: House) -> None:
    Course(house.manager, ("consent", FORM))
    house.in_public()
    told = await (await house.ann.slash(house.table, "join", code=TOKEN)).reply()
    assert f"/join {TOKEN}" in told.text
    assert not await house.manager.store.sessions("study:realm|trust")
