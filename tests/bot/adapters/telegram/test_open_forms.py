"""Open forms at a table of people: other people's posts move a form to the newest message, with its draft."""

from functools import partial
from unittest.mock import patch

from bot.session.model import receipt
from tests.bot.adapters.telegram.service import House
from tests.fakes.telegram_chats import Chat, Message, User

TABLE = "society game=negotiation style=seed reading=seed human"


async def seated(house: House, words: str = TABLE) -> tuple[User, Chat, User, Chat]:
    """Two people at a table that has begun; if it has more seats, an AI sits in each."""
    ann, hers = house.person(1, "Ann")
    bob, his = house.person(2, "Bob")
    await ann.sends(f"/play {words}")
    code = (await hers.wait_for("start=")).text.partition("start=")[2][:6]
    await bob.starts(code)
    if words == TABLE:
        await his.wait_for("seats are taken")
        await ann.sends("/begin")
    return ann, hers, bob, his


def _shows(board: Message, label: str) -> bool:
    return label in board.labels


async def opened(house: House, user: User, chat: Chat, *taps: str) -> Message:
    """The message in which a person has opened the Invite form and tapped some options."""
    board = await chat.wait_for_button("Invite")
    await user.presses(board, "Invite")
    for tap in taps:
        await house.tg.until(partial(_shows, board, tap), tap)
        await user.presses(board, tap)
        await house.tg.until(partial(_shows, board, f"● {tap}"), f"{tap} to be chosen")
    return board


async def test_somebody_elses_chat_moves_an_open_form_down_with_its_draft(house: House) -> None:
    ann, _, bob, his = await seated(house)
    old = await opened(house, bob, his, "miner_1")
    await ann.sends("/say hello everybody")
    post = await his.wait_for("hello everybody")
    await house.tg.quiet()
    assert old.labels == []
    assert "● miner_1" in post.labels
    await bob.presses(post, "you 60 %, the other side 40 %")
    await house.tg.until(lambda: "● you 60 %, the other side 40 %" in post.labels, "the second choice")
    await bob.presses(post, "Invite")
    await his.wait_for("invite miner_1, you 60 %")
    await house.tg.quiet()
    assert not any(label.startswith("● ") for message in his.messages for label in message.labels)
    house.tg.assert_manners()


async def test_a_tap_on_the_old_copy_of_a_form_counts_in_the_new_one(house: House) -> None:
    ann, _, bob, his = await seated(house)
    old = await opened(house, bob, his, "miner_1")
    await ann.sends("/say hello everybody")
    post = await his.wait_for("hello everybody")
    await house.tg.until(lambda: not old.labels, "the old keyboard to go")
    await bob.presses(old, "miner_0", stale=True)
    await house.tg.until(lambda: "● miner_0" in post.labels, "the choice, further down")
    assert old.labels == []
    back = await bob.presses(old, "Back", stale=True)
    assert await back.answered() == ""
    await house.tg.until(lambda: "Invite…" in post.labels, "the buttons before")
    house.tg.assert_manners()


async def test_what_a_passed_step_leaves_of_a_draft_is_kept_and_the_rest_is_named(house: House) -> None:
    ann, hers, bob, his = await seated(house)
    await opened(house, bob, his, "carpenter_0", "you 60 %, the other side 40 %")
    await ann.sends("propose carpenter_1 50/50")
    await hers.wait_for("Noted")
    await bob.sends("pass")
    post = await his.wait_for("Step 2")
    assert "Your form “Invite” is still open. No longer possible in it: carpenter_0." in post.text
    assert "● you 60 %, the other side 40 %" in post.labels
    refused = await bob.presses(post, "Invite")
    assert await refused.answered() == "Still to choose: Bargain with. Nothing was sent."
    assert refused.alert
    await bob.presses(post, "miner_0")
    await house.tg.until(lambda: "● miner_0" in post.labels, "the choice")
    await bob.presses(post, "Invite")
    await his.wait_for("invite miner_0, you 60 %")
    house.tg.assert_manners()


async def test_a_form_that_fits_no_longer_says_that_it_is_closed(house: House) -> None:
    ann, hers, bob, his = await seated(house, "society game=negotiation players=2 style=seed reading=seed human")
    await opened(house, bob, his, "you 60 %, the other side 40 %")
    await ann.sends("propose miner_0 50/50")
    await hers.wait_for("Noted")
    await bob.sends("pass")
    post = await his.wait_for("Step 2")
    assert "I closed the form “Invite”: the game has moved on. Nothing in it was sent." in post.text
    assert any("Accept" in label for label in post.labels)


async def test_a_form_in_which_nothing_was_chosen_gives_way_to_a_newer_offer(house: House) -> None:
    ann, chat = house.person()
    with (
        patch.object(receipt, "deal_seed", lambda root: 6),
        patch.object(receipt, "opponent_seed", lambda terms: terms.seed),
    ):
        await house.begins(ann, "trading easy", until="Pass")
    await ann.sends("[Say] your turn")
    offer = await chat.wait_for_button("Accept")
    await ann.presses(offer, "Counteroffer")
    await house.tg.until(partial(_shows, offer, "Back"), "the form")
    await ann.sends("I'll take it")
    newer = await chat.wait_for("You accept the AI's offer")
    await house.tg.quiet()
    assert "Accept" in newer.labels
    assert "closed the form" not in newer.text


async def test_an_open_form_survives_a_restart_and_moves_after_it(house: House) -> None:
    ann, _, bob, his = await seated(house)
    await opened(house, bob, his, "miner_1")
    await house.closes()
    await house.opens()
    await ann.sends("/say back again")
    assert "● miner_1" in (await his.wait_for("back again")).labels
