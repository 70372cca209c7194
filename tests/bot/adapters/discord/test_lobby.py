"""The ways into a game on Discord, as somebody meets them."""

import pytest

from tests.bot.adapters.discord.service import House


async def test_two_presses_lead_from_the_menu_to_a_table_for_a_friend(house: House) -> None:
    ann, bob = house.ann, house.bob
    menu = await (await ann.slash(house.table, "play")).reply()
    games = await (await ann.presses(menu, "Play with a friend")).reply()
    assert games.text.startswith("Which game do you want to play with your friend?")
    assert house.table.threads == []
    await ann.presses(games, "Price bargaining")
    thread = await house.table.next_thread()
    await bob.presses(await thread.wait_for_button("Take a free seat"), "Take a free seat")
    await thread.wait_for_button("Make an offer")
    house.dc.assert_manners()


async def test_a_friend_without_a_game_gets_the_same_games(house: House) -> None:
    told = await (await house.ann.slash(house.table, "play", friend=True)).reply()
    assert told.ephemeral
    assert "Price bargaining" in told.labels


async def test_an_opponent_is_completed_for_the_game_and_plays_there(house: House) -> None:
    ann = house.ann
    assert await ann.completes(house.table, "play", "opponent", "", game="bargaining") == ["easy", "normal", "hard"]
    assert await ann.completes(house.table, "play", "opponent", "ha") == ["hard"]
    await ann.slash(house.table, "play", game="bargaining", opponent="hard")
    thread = await house.table.next_thread()
    opening = await thread.wait_for_button("Accept")
    assert "Easier AI" in opening.labels
    assert "Harder AI" not in opening.labels
    told = await (await ann.slash(house.table, "play", game="bargaining", opponent="very mean")).reply()
    assert "choose easy, normal or hard" in told.text
    assert len(house.table.threads) == 1


async def test_a_harder_opponent_is_one_press_away_in_the_same_thread(house: House) -> None:
    thread, opening = await house.begins(house.ann)
    await house.ann.presses(opening, "Harder AI")
    harder = await thread.wait_for("All right, hard it is: a new game.")
    await thread.wait_for_button("Easier AI")
    await house.dc.quiet()
    assert not opening.labels
    assert harder.labels == []
    assert len(house.table.threads) == 1
    assert not any("GAME OVER" in text for text in thread.texts)
    house.dc.assert_manners()


@pytest.mark.parametrize("words", ["thanks", "lol", "ok"])
async def test_a_remark_to_the_bot_among_others_gets_nothing(house: House, words: str) -> None:
    await house.says(house.bob, house.table, words)
    await house.dc.quiet()
    assert [message.text for message in house.table.messages if message.from_bot] == []


async def test_a_goodbye_in_the_thread_is_asked_about_and_done_by_the_button(house: House) -> None:
    thread, _ = await house.begins(house.ann)
    await house.says(house.ann, thread, "bye!")
    asked = await thread.wait_for_button("Leave")
    assert not any("GAME OVER" in text for text in thread.texts)
    await house.ann.presses(asked, "Leave")
    await thread.wait_for("GAME OVER")
    house.dc.assert_manners()
