"""The real discord.py against the fake: from log-in to the restarted bot that answers an old button."""

import time

import discord
import pytest

from tests.fakes import FakeDiscord, Impossible, transcript
from tests.fakes.discord_bot import Bot, running
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel, Guild


def channel_of(bot: Bot, channel: Channel) -> discord.TextChannel:
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_a_game_from_the_command_to_the_deal(dc: FakeDiscord, guild: Guild, table: Channel, ann: Person) -> None:
    bea = guild.member("Bea")
    async with running(dc):
        act = await ann.slash(table, "play", game="balloon")
        told = await act.reply()
        thread = await table.next_thread()
        assert thread.name == "balloon"
        assert told.text == f"Your table: {thread.mention}"
        assert told.ephemeral
        offer = await thread.next_message()
        assert offer.labels == ["Counteroffer…", "Accept $55"]
        form = await ann.opens(offer, "Counter")
        assert (form.title, form.labels) == ("Counteroffer", ["Your price"])
        filled = await ann.fills(form, "44")
        assert (await filled.reply()).text == "You offered 44."
        picked = await bea.picks(offer, "trading")
        assert (await picked.reply()).text == "Picked trading"
    async with running(dc):  # a new process that never sent this button
        pressed = await ann.presses(offer, "Accept")
        assert await pressed.acknowledged() == 7
        assert offer.text == "Deal at $55"
        assert offer.labels == []
    assert dc.audience("Picked trading") == {"Bea"}
    assert dc.audience("Your table") == {"Ann"}
    assert transcript(ann.sees(table)).splitlines() == [
        "-- #table --",
        "Parley (only you)  Your table: #table > balloon",
        "Parley             started a thread: balloon",
    ]
    dc.assert_manners()


async def test_commands_are_offered_by_permission_and_complete(dc: FakeDiscord, guild: Guild, table: Channel) -> None:
    ann, olga = guild.member("Ann"), guild.member("Olga", permissions=["manage_guild"])
    async with running(dc):
        assert ann.commands(table) == {"/play": "Start a game", "/silent": "Never answers"}
        assert olga.commands(table)["/game open"] == "Open a game"
        assert await olga.completes(table, "game open", "name", "ba") == ["bargaining", "balloon"]
        assert (await (await olga.slash(table, "game open", name="balloon")).reply()).text == "Opened balloon"
        with pytest.raises(Impossible, match="has no /game"):
            await ann.slash(table, "game open", name="balloon")
        guild.allow_command(ann, "game")  # an admin may override the default permission
        act = await ann.slash(table, "game open", name="balloon")
        assert act.wire()["member"]["permissions"] != olga.interactions[-1].wire()["member"]["permissions"]


async def test_a_known_command_keeps_its_id(dc: FakeDiscord) -> None:
    async with running(dc):
        before = dc.commands.scopes[0]["play"]["id"]
    async with running(dc):
        assert dc.commands.scopes[0]["play"]["id"] == before


async def test_a_dropped_socket_is_resumed_and_missed_events_come(dc: FakeDiscord, table: Channel, ann: Person) -> None:
    async with running(dc) as bot:
        for breaking in (dc.gateway.drop, dc.gateway.cut):
            breaking()
            await ann.says(table, f"{dc.bot_mention} 44")
            await dc.until(lambda: bot.heard or None, "a replayed message")
            assert [message.content for message in bot.heard] == [f"{dc.bot_mention} 44"]
            bot.heard.clear()
        dc.gateway.reconnect()
        await dc.until(lambda: dc.gateway.resumed == 3, "a resumed session")
        assert dc.gateway.identified == 1


async def test_an_invalid_session_identifies_anew_and_misses_what_was_said(
    dc: FakeDiscord, table: Channel, ann: Person
) -> None:
    async with running(dc) as bot:
        dc.gateway.drop()
        dc.gateway.forget()
        missed = await ann.says(table, "said in the gap")
        await dc.until(lambda: dc.gateway.identified == 2, "a second log-in")
        found = [message async for message in channel_of(bot, table).history(after=discord.Object(missed.id - 1))]
        assert [message.id for message in found] == [missed.id]
        assert bot.heard == []


async def test_heartbeats_are_answered(table: Channel) -> None:
    async with FakeDiscord(heartbeat_ms=50) as dc, running(dc):
        socket = dc.gateway.live[0].socket
        assert socket is not None
        await dc.until(lambda: socket.beats >= 3, "heartbeats")


async def test_content_is_hidden_without_the_intent(dc: FakeDiscord, guild: Guild, table: Channel, ann: Person) -> None:
    async with running(dc) as bot:
        await ann.says(table, "between us")
        await ann.says(table, f"{dc.bot_mention} 44")
        own = await channel_of(bot, table).send("mine")
        await ann.says(table, "a reply", reply_to=table.last)
        await ann.says(ann.dm(), "in private")
        await dc.until(lambda: len(bot.heard) == 4, "four messages")
        assert [message.content for message in bot.heard] == ["", f"{dc.bot_mention} 44", "a reply", "in private"]
        assert [bot.user in message.mentions for message in bot.heard] == [False, True, True, False]
        texts = [message.content async for message in channel_of(bot, table).history(limit=10)]
        assert texts == ["a reply", own.content, f"{dc.bot_mention} 44", ""]


async def test_content_is_read_with_the_intent() -> None:
    async with FakeDiscord(privileged=("message_content",)) as dc:
        guild = dc.guild()
        table, ann = guild.channel("table"), guild.member("Ann")
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        async with running(dc, Bot(intents)) as bot:
            await ann.says(table, "between us")
            await dc.until(lambda: bot.heard or None, "a message")
            assert bot.heard[0].content == "between us"
            assert bot.application_flags.gateway_message_content_limited


async def test_a_privileged_intent_must_be_switched_on(dc: FakeDiscord) -> None:
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(dc, Bot(discord.Intents(guilds=True, message_content=True))):
            pass
    assert dc.gateway.close_codes == [4014]


async def test_the_wrong_token_is_refused(dc: FakeDiscord) -> None:
    with dc.patched(), pytest.raises(discord.LoginFailure):
        async with Bot() as bot:
            await bot.start("wrong")


async def test_a_rate_limit_is_waited_out_and_a_retried_send_stands_once(dc: FakeDiscord, table: Channel) -> None:
    async with running(dc) as bot:
        dc.fail("POST /channels/*/messages", status=429, retry_after=0.1)
        await channel_of(bot, table).send("one")
        dc.fail("POST /channels/*/messages", status=500, applied=True)
        await channel_of(bot, table).send("two")
        assert table.texts == ["one", "two"]
        assert [call.status for call in dc.called("POST /channels/*/messages")] == [429, 200, 500, 200]


async def test_a_retried_follow_up_stands_twice(dc: FakeDiscord, table: Channel, ann: Person) -> None:
    async with running(dc):
        dc.fail("POST /webhooks/*", status=500, applied=True)
        act = await ann.slash(table, "play")
        await dc.until(lambda: len(act.replies) == 2, "a repeated answer")


async def test_a_limited_route(dc: FakeDiscord, table: Channel) -> None:
    async with running(dc) as bot:
        dc.limit("POST /channels/*/messages", 1, per=0.2)
        for text in ("one", "two"):
            await channel_of(bot, table).send(text)
        assert table.texts == ["one", "two"]
        assert 429 in [call.status for call in dc.called("POST /channels/*/messages")]


async def test_direct_messages_and_closed_ones(dc: FakeDiscord, ann: Person) -> None:
    async with running(dc) as bot:
        user = await bot.fetch_user(ann.id)
        await user.send("for you alone")
        assert ann.dm().texts == ["for you alone"]
        ann.dms_open = False
        with pytest.raises(discord.Forbidden) as refusal:
            await user.send("and this")
        assert refusal.value.code == 50007
        await ann.says(ann.dm(), "echo")
        await dc.quiet()
    dc.assert_manners()


async def test_commands_in_a_direct_chat(dc: FakeDiscord, ann: Person) -> None:
    async with running(dc):
        assert "/game open" in ann.commands(ann.dm())  # permissions are a matter of servers
        act = await ann.slash(ann.dm(), "game open", name="balloon")
        assert (await act.reply()).text == "Opened balloon"
        assert len(dc.delays) == 1


async def test_permissions_for_threads_and_channels(dc: FakeDiscord, guild: Guild, table: Channel, ann: Person) -> None:
    hidden = guild.channel("hidden")
    async with running(dc) as bot:
        table.deny(dc.bot, "create_public_threads")
        hidden.deny(None, "view_channel")
        with pytest.raises(discord.Forbidden) as refusal:
            await channel_of(bot, table).create_thread(name="x", type=discord.ChannelType.public_thread)
        assert refusal.value.code == 50013
        with pytest.raises(discord.Forbidden) as refusal:
            await channel_of(bot, hidden).send("anybody?")
        assert refusal.value.code == 50001
        assert not channel_of(bot, table).permissions_for(channel_of(bot, table).guild.me).create_public_threads
        assert ann.sees(hidden) == []


async def test_a_deleted_thread_is_gone_and_a_locked_one_closed(dc: FakeDiscord, table: Channel, ann: Person) -> None:
    async with running(dc) as bot:
        message = await channel_of(bot, table).send("starts here")
        thread = await message.create_thread(name="one")
        await thread.add_user(discord.Object(ann.id))
        assert table.threads[0].id == message.id
        assert ann.id in table.threads[0].joined
        table.threads[0].archive()
        await thread.send("wakes it")
        assert not table.threads[0].archived
        table.threads[0].archive(locked=True)
        with pytest.raises(discord.HTTPException) as refusal:
            await thread.send("?")
        assert refusal.value.code == 50083
        table.threads[0].delete()
        with pytest.raises(discord.NotFound) as gone:
            await thread.send("?")
        assert gone.value.code == 10003


async def test_a_picture_carries_its_words(dc: FakeDiscord, table: Channel, ann: Person) -> None:
    async with running(dc) as bot:
        png = discord.File(__file__, filename="earnings.png", description="Earnings by round")
        await channel_of(bot, table).send("Look", file=png)
        assert ann.sees(table)[0].pictures == ("Earnings by round",)
        sent = [message async for message in channel_of(bot, table).history()]
        assert (await sent[0].attachments[0].read()).startswith(b'"""')


async def test_an_outage_is_survived(dc: FakeDiscord, table: Channel, ann: Person) -> None:
    async with running(dc):
        await dc.down()
        await dc.up()
        await dc.until(lambda: dc.gateway.live or None, "the bot back", timeout=30)
        await ann.says(table, f"{dc.bot_mention} echo")
        await table.next_message()


async def test_a_silent_command_fails_on_the_screen_and_in_the_manners(
    dc: FakeDiscord, table: Channel, ann: Person
) -> None:
    async with running(dc):
        act = await ann.slash(table, "silent")
        with pytest.raises(AssertionError, match="was not acknowledged"):
            await act.acknowledged(timeout=0.05)
        with pytest.raises(AssertionError, match="/silent of Ann was never answered"):
            dc.assert_manners()
        act.at = time.monotonic() - 3.1
        assert ann.sees(table)[-1].text == "The application did not respond"


async def test_a_late_answer_is_an_unknown_interaction(dc: FakeDiscord, table: Channel, ann: Person) -> None:
    async with running(dc) as bot:
        dc.gateway.drop()
        act = await ann.slash(table, "play")
        act.at -= 3.1
        await dc.until(lambda: act.too_late, "a late answer")
        await dc.until(lambda: bot.problems or None, "an error")
        assert "10062" in str(bot.problems[0])
        with pytest.raises(AssertionError, match=r"/play of Ann was answered after 3\.\d s"):
            dc.assert_manners()


async def test_pings_and_open_mention_rules_are_noticed(dc: FakeDiscord, guild: Guild, table: Channel) -> None:
    ann, bea = guild.member("Ann"), guild.member("Bea")
    async with running(dc) as bot:
        text = f"@everyone {ann.mention} {bea.mention}"
        await channel_of(bot, table).send(text)
        assert (ann.pings, bea.pings) == ([], [])
        dc.assert_manners()
        await channel_of(bot, table).send(
            text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(ann.id)])
        )
        assert ([m.text for m in ann.pings], bea.pings) == ([text], [])
        dc.assert_manners()
        await channel_of(bot, table).send(text, allowed_mentions=discord.AllowedMentions.all())
        assert len(bea.pings) == 1
        with pytest.raises(AssertionError, match="may ping more than players"):
            dc.assert_manners()
    async with running(dc, Bot(allowed_mentions=None)) as bot:
        await channel_of(bot, table).send("hello")
        with pytest.raises(AssertionError, match="no allowed_mentions: 'hello'"):
            dc.assert_manners()


async def test_typing_is_seen(dc: FakeDiscord, table: Channel) -> None:
    async with running(dc) as bot:
        async with channel_of(bot, table).typing():
            pass
        assert len(table.typed) == 1
