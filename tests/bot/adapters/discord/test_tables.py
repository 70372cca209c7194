"""Several people and several tables on Discord: who plays where, and who reads what."""

import asyncio
import re

import pytest

from bot.adapters.base import Adapter
from bot.adapters.discord.adapter import Discord
from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.players import find
from bot.session.manager import Manager
from bot.session.outbox import Posts
from storage.memory import MemoryStore
from tests.bot.adapters.discord.service import House
from tests.fakes import FakeDiscord, FakeTelegram
from tests.fakes.discord_messages import Message
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel

CODE = re.compile(r": ([A-Z]{6})$", re.MULTILINE)


def code_in(text: str) -> str:
    found = CODE.search(text)
    assert found is not None, text
    return found[1]


async def walks_away(who: Person, thread: Channel) -> None:
    """End a game: press the button and answer the question."""
    asked = await who.presses(await thread.wait_for_button("Walk away"), "Walk away")
    await who.presses(await asked.reply(), "Yes")


async def played_by_two(house: House) -> tuple[Channel, Message]:
    """A finished game of Ann and Bob in one thread, and the message with which it ends."""
    thread, lobby = await house.begins(house.ann, "number guesser_0 human", until="Take a free seat")
    await house.bob.presses(lobby, "Take a free seat")
    await walks_away(house.ann, thread)
    return thread, await thread.wait_for_button("Rematch")


async def test_two_people_play_in_one_thread_and_nobody_else_does(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    cyd = house.guild.member("Cyd")
    thread, lobby = await house.begins(ann, "number guesser_0 human", until="Take a free seat")
    assert code_in(lobby.text)
    twice = await ann.presses(lobby, "Take a free seat")
    assert "You're already at that table" in (await twice.reply()).text
    await bob.presses(lobby, "Take a free seat")
    await thread.wait_for_button("Guess")
    late = await cyd.slash(house.table, "join", code=code_in(lobby.text))
    assert "has all its players already" in (await late.reply()).text
    await dc.quiet()
    assert lobby.labels == []

    opening = await thread.wait_for_button("Guess")
    assert (opening in ann.pings, opening in bob.pings) == (True, False)
    await house.says(ann, thread, "1: hello @everyone")
    said = await thread.wait_for("1 by guesser_0")
    assert "hello" not in said.text
    await dc.quiet()
    assert (said in ann.pings, said in bob.pings) == (False, True)
    await house.says(cyd, thread, "50: I am nobody")
    await bob.says(thread, "99: not to you")
    outsider = await cyd.presses(await thread.wait_for_button("Guess"), "Guess")
    assert "not your game" in (await outsider.reply()).text
    await house.says(bob, thread, "100: mine")
    await thread.wait_for("100 by guesser_1")
    await dc.quiet()
    ours = [message.text for message in thread.messages if message.from_bot]
    assert not any("nobody" in text or "not to you" in text or "Your number" in text for text in ours)
    assert not cyd.pings
    assert len(house.table.threads) == 1
    dc.assert_manners()


async def test_a_code_leads_people_elsewhere_to_a_place_of_their_own(house: House) -> None:
    ann, dc = house.ann, house.dc
    far = dc.guild("Far away")
    hall, dan = far.channel("hall"), far.member("Dan")
    thread, lobby = await house.begins(ann, "number guesser_0 human", until="Take a free seat")
    wrong = await dan.slash(hall, "join", code="QQQQQQ")
    assert "No open game has that code" in (await wrong.reply()).text
    assert hall.threads == []
    await dan.slash(hall, "join", code=code_in(lobby.text).lower())
    there = await hall.next_thread()
    assert there.name == "Hidden number · Dan"
    await there.wait_for_button("My private info")
    await house.says(ann, thread, "are you there")
    await there.wait_for("are you there")
    await house.says(dan, there, "from far away")
    await thread.wait_for("from far away")
    dc.assert_manners()


async def test_a_rematch_between_servers_goes_on_in_the_threads_of_the_first_game(house: House) -> None:
    ann, dc = house.ann, house.dc
    far = dc.guild("Far away")
    hall, dan = far.channel("hall"), far.member("Dan")
    hers, lobby = await house.begins(ann, "number guesser_0 human", until="Take a free seat")
    await dan.slash(hall, "join", code=code_in(lobby.text))
    his = await hall.next_thread()
    await his.wait_for_button("My private info")
    await walks_away(ann, hers)
    await ann.presses(await hers.wait_for_button("Rematch"), "Rematch")
    asked = await his.wait_for_button("Join")
    assert "Ann wants to play Hidden number again." in asked.text
    await dan.presses(asked, "Join")
    await hers.wait_for("the table is full")
    await dc.quiet()
    for thread in (hers, his):
        assert thread.history[-1].labels
    assert (len(house.table.threads), len(hall.threads)) == (1, 1)
    dc.assert_manners()


@pytest.mark.parametrize("how", ["deleted", "locked"])
async def test_a_rematch_finds_those_whose_thread_is_closed_in_direct_messages(house: House, how: str) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    far = dc.guild("Far away")
    hall, dan = far.channel("hall"), far.member("Dan")
    hers, lobby = await house.begins(ann, "number guesser_0 human", until="Take a free seat")
    await dan.slash(hall, "join", code=code_in(lobby.text))
    his = await hall.next_thread()
    await his.wait_for_button("My private info")
    await walks_away(ann, hers)
    end = await hers.wait_for_button("Rematch")
    await his.wait_for_button("Rematch")
    if how == "deleted":
        his.delete()
    else:
        his.archive(locked=True)
    await ann.presses(end, "Rematch")
    asked = await dan.dm().wait_for_button("Join")
    assert asked.text.startswith("Ann wants to play Hidden number again.")
    await dan.presses(asked, "Join")
    await dan.dm().wait_for("Your number is")
    await dc.quiet()
    assert not ann.dm().messages
    assert not bob.dm().messages
    assert len(hall.threads) == (how == "locked")
    dc.assert_manners()


async def test_a_rematch_in_a_thread_that_was_closed_asks_the_other_apart(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, end = await played_by_two(house)
    thread.archive(locked=True)
    await ann.presses(end, "Rematch")
    table = await ann.dm().wait_for_button("Start now")
    assert "Take a free seat" not in table.labels
    asked = await bob.dm().wait_for("Ann wants to play Hidden number again.")
    await bob.presses(asked, "Take a free seat")
    await bob.dm().wait_for("Your number is")
    await dc.quiet()
    assert not any("wants to play" in text for text in ann.dm().texts)
    dc.assert_manners()


async def test_the_thread_of_a_typed_rematch_is_called_by_the_game(house: House) -> None:
    thread, offer = await house.begins(house.ann)
    await house.ann.presses(offer, "Accept")
    await thread.wait_for("GAME OVER")
    await house.ann.slash(house.table, "rematch")
    again = await house.table.next_thread()
    assert again.name == "Price bargaining · Ann"
    await again.wait_for_button("Accept")
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_a_seat_is_offered_by_a_button_only_where_others_can_press_it(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    cyd = dc.guild("Far away").member("Cyd")
    await ann.slash(ann.dm(), "play", game="society human")
    lobby = await ann.dm().wait_for("seats are taken")
    assert lobby.labels == ["Start now with AI"]
    thread, table = await house.begins(bob, "society human", until="Take a free seat")
    thread.archive(locked=True)
    for who, told in ((cyd, "2 of"), (house.guild.member("Dan"), "3 of")):
        await who.says(who.dm(), f"/join {code_in(table.text)}")
        await bob.dm().wait_for(told)
    await dc.quiet()
    assert not any("Take a free seat" in m.labels for who in (ann, bob, cyd) for m in who.dm().messages)
    dc.assert_manners()


async def test_who_wants_a_rematch_that_somebody_waits_for_is_led_to_their_thread(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    await played_by_two(house)
    await ann.slash(house.table, "rematch")
    again = await house.table.next_thread()
    await again.wait_for_button("Take a free seat")
    led = await bob.slash(house.table, "rematch")
    assert again.mention in (await led.reply()).text
    await again.wait_for("the table is full")
    assert len(house.table.threads) == 2
    dc.assert_manners()


async def test_a_blocked_person_is_not_brought_into_the_thread_of_a_table(house: House) -> None:
    ann, bob = house.ann, house.bob
    first, _ = await played_by_two(house)
    await (await ann.slash(first, "block", who="Bob")).reply()
    thread, lobby = await house.begins(ann, "number guesser_0 human", until="Take a free seat")
    refused = await bob.presses(lobby, "Take a free seat")
    assert "You can't take a seat" in (await refused.reply()).text
    assert bob.id not in thread.joined
    house.dc.assert_manners()


async def test_a_code_from_a_private_thread_lets_nobody_into_it(house: House) -> None:
    ann, bob = house.ann, house.bob
    hers, board = await house.begins(ann, "number", until="Walk away")
    await ann.presses(await (await ann.presses(board, "Walk away")).reply(), "Yes")
    await hers.wait_for_button("Rematch")
    await house.says(ann, hers, "play number human")
    await house.dc.quiet()
    code = next(found[1] for message in hers.messages if (found := CODE.search(message.text)))
    led = await bob.slash(house.table, "join", code=code)
    assert "Your game is in" in (await led.reply()).text
    await house.dc.quiet()
    assert bob.id not in hers.joined
    house.dc.assert_manners()


async def test_two_games_at_once_in_one_channel_do_not_meet(house: House) -> None:
    (hers, first), (his, second) = await asyncio.gather(house.begins(house.ann), house.begins(house.bob))
    if first.channel is not hers or house.ann.id not in hers.joined:
        hers, his = his, hers
    await house.says(house.ann, hers, "11.11")
    await house.says(house.bob, his, "22.22")
    await hers.wait_for("You offered $11.11")
    await his.wait_for("You offered $22.22")
    assert not any("$22.22" in text for text in hers.texts if "mention" not in text and "<@" not in text)
    assert second.channel in (hers, his)
    house.dc.assert_manners()


async def test_a_private_message_knows_words_commands_menus_and_forms(house: House) -> None:
    ann, dc = house.ann, house.dc
    chat = ann.dm()
    await ann.says(chat, "hello")
    await chat.wait_for("You're not in a game right now")
    await ann.says(chat, "/play")
    menu = await chat.wait_for_button("Price bargaining")
    for press in [await ann.presses(menu, "Price bargaining") for _ in range(3)]:
        await press.acknowledged()
    offer = await chat.wait_for_button("Accept")
    assert "My private info" not in offer.labels
    await ann.says(chat, "how about 10")
    await chat.wait_for("Round 3")
    await ann.says(chat, "what is the weather like")
    await chat.wait_for(re.compile("not a valid response|did not understand"))
    form = await ann.opens(await chat.wait_for_button("Counteroffer"), "Counteroffer")
    await ann.fills(form, "11")
    await chat.wait_for("Round 5")
    await ann.slash(chat, "offer", offer="12")
    await chat.wait_for("GAME OVER")
    assert sum("Round 1: The AI offers" in text for text in chat.texts) == 1
    await dc.quiet()
    dc.assert_manners()


async def test_what_only_one_knows_stands_in_no_message_that_others_read(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    game = "bargaining buyer human condition=none buyer_value=61.37 seller_cost=23.91"
    thread, lobby = await house.begins(ann, game, until="Take a free seat")
    told = await (await bob.slash(house.table, "join", code=code_in(lobby.text))).reply()
    assert thread.mention in told.text
    board = await thread.wait_for_button("My private info")
    for who, number, other in ((ann, "$61.37", "$23.91"), (bob, "$23.91", "$61.37")):
        told = await (await who.presses(board, "My private info")).reply()
        assert told.ephemeral
        assert number in told.text
        assert other not in told.text
        await who.slash(thread, "rules")
        await who.slash(thread, "status")
        await house.says(who, thread, "hmm")
    await dc.quiet()
    assert dc.audience("$61.37") == {"Ann"}
    assert dc.audience("$23.91") == {"Bob"}
    dc.assert_manners()


async def test_one_game_between_discord_and_telegram() -> None:
    async with FakeDiscord() as dc, FakeTelegram() as tg:
        with dc.patched():
            store, stop = MemoryStore(), asyncio.Event()
            discord = Discord(dc.token, dc.api_url, dc.gateway_url, Posts(store))
            chats: list[Adapter] = [discord, Telegram(tg.token, tg.url, Posts(store))]
            guild = dc.guild()
            table, ann, bob = guild.channel("table"), guild.member("Ann"), tg.user(2, "Bob")
            running = asyncio.create_task(run(Manager(store, find), chats, stop, patience=3))
            await dc.commands_ready("play")
            await ann.slash(table, "play", game="number guesser_0 human")
            thread = await table.next_thread()
            lobby = await thread.wait_for_button("Take a free seat")
            await bob.sends(f"/join {code_in(lobby.text)}")
            await thread.wait_for_button("Guess")
            await ann.says(thread, f"{dc.bot_mention} across")
            await bob.private_chat().wait_for("across")
            await bob.sends("and back")
            await thread.wait_for("and back")
            mine = re.search(r"Your number is \d+", "\n".join(bob.private_chat().texts))
            assert mine is not None
            assert dc.audience(mine[0]) == set()
            stop.set()
            await running
            dc.assert_manners()
            tg.assert_manners()


async def test_what_a_game_hides_is_shown_to_the_one_who_asks_and_to_nobody_else(house: House) -> None:
    house.in_public()
    ann, dc = house.ann, house.dc
    for game, words, secret in (
        ("dealornodeal", "i'd like the balls, you can have the rest", r"Each is worth to you .*"),
        ("trading player_0", "[Offer: 1 Wheat -> 1 Ore]", r"Wheat +\d+ +\d+"),
    ):
        thread, board = await house.begins(ann, game, until="My private info")
        sheet = await (await ann.presses(board, "My private info")).reply()
        found = re.search(secret, sheet.text)
        assert found is not None
        await house.says(ann, thread, words)
        await dc.quiet()
        assert dc.audience(found[0]) == {"Ann"}
    dc.assert_manners()


async def test_a_thread_of_two_says_who_plays_whom(house: House) -> None:
    for game, first, full in (
        ("bargaining", "Ann is the buyer.", "Price bargaining: the table is full.\n• buyer: Ann\n• seller: Bob"),
        ("dealornodeal", "waiting for one more player", "Books, hats, balls: the table is full.\n• Ann\n• Bob"),
    ):
        thread, lobby = await house.begins(house.ann, f"{game} human", until="Take a free seat")
        assert first in lobby.text
        await house.bob.presses(lobby, "Take a free seat")
        await thread.wait_for_button("My private info")
        await house.dc.quiet()
        assert lobby.text == full
    house.dc.assert_manners()


async def test_where_two_may_act_at_once_each_button_says_whose_it_is(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, lobby = await house.begins(ann, "dealornodeal human", until="Take a free seat")
    await bob.presses(lobby, "Take a free seat")
    board = await thread.wait_for_button("My private info")
    assert board.labels == ["Ann: Offer…", "Bob: Offer…", "Full rules", "My private info"]
    strange = await ann.presses(board, "Bob: Offer…")
    assert "not your game" in (await strange.reply()).text
    assert (await ann.opens(board, "Ann: Offer…")).fields
    dc.assert_manners()


async def test_nobody_reads_again_what_stands_above_as_somebodys_own_message(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, lobby = await house.begins(ann, "dealornodeal human", until="Take a free seat")
    await bob.presses(lobby, "Take a free seat")
    await thread.wait_for_button("My private info")
    await house.says(ann, thread, "hello Bob, what do you like?")
    await house.says(bob, thread, "nothing in particular")
    await ann.slash(thread, "say", text="this is from a command")
    await thread.wait_for("this is from a command")
    await dc.quiet()
    assert not any("what do you like" in text or "in particular" in text for text in thread.texts)
    assert thread.messages[-1].labels
    dc.assert_manners()
