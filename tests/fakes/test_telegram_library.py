"""The real python-telegram-bot against the fake: what an adapter will do, from log-in to the pressed button."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from aiohttp import web
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Update,
)
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter, TimedOut
from telegram.ext import (
    AIORateLimiter,
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from tests.fakes import FakeTelegram

Context = ContextTypes.DEFAULT_TYPE
AnyApplication = Application[Any, Any, Any, Any, Any, Any]


@pytest.fixture(autouse=True)
def durations_as_timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # the library warns about its old way, and warnings are errors here


@pytest.fixture
async def tg() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
async def bot(tg: FakeTelegram) -> AsyncIterator[Bot]:
    async with Bot(tg.token, base_url=f"{tg.url}/bot") as real:
        yield real


def accept(price: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(f"Accept {price}", callback_data="s1:0")]])


async def on_start(update: Update, context: Context) -> None:
    assert update.message is not None
    payload = f" ({context.args[0]})" if context.args else ""
    await update.message.reply_html(f"<b>Hello</b>{payload}", reply_markup=accept("$55.50"))


async def on_text(update: Update, context: Context) -> None:
    assert update.message is not None
    await update.message.reply_text(f"You said {update.message.text}")


async def on_press(update: Update, context: Context) -> None:
    query = update.callback_query
    assert query is not None
    await query.answer(f"got {query.data}")
    await query.edit_message_text("Deal")


@asynccontextmanager
async def running(tg: FakeTelegram) -> AsyncIterator[AnyApplication]:
    builder = ApplicationBuilder().token(tg.token).base_url(f"{tg.url}/bot").base_file_url(f"{tg.url}/file/bot")
    app = builder.rate_limiter(AIORateLimiter(max_retries=2)).build()
    app.add_handler(CommandHandler("start", on_start))
    app.add_handler(CallbackQueryHandler(on_press))
    app.add_handler(MessageHandler(filters.UpdateType.MESSAGE & filters.TEXT, on_text))
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(poll_interval=0, timeout=2)
        try:
            yield app
        finally:
            await app.updater.stop()
            await app.stop()


async def test_a_whole_conversation(tg: FakeTelegram) -> None:
    async with running(tg):
        ann = tg.user(42, "Ann")
        chat = ann.private_chat()
        await ann.starts("join-7")
        hello = await chat.next_message()
        assert hello.text == "Hello (join-7)"
        assert hello.entities == [{"type": "bold", "offset": 0, "length": 5}]
        await ann.sends("44 < 45 & more")
        assert (await chat.next_message()).text == "You said 44 < 45 & more"
        press = await ann.presses(hello, "Accept")
        assert await press.answered() == "got s1:0"
        await chat.wait_for("Deal")
        assert hello.text == "Deal"
        assert hello.labels == []
    tg.assert_manners()


async def test_a_flood_is_waited_out_by_the_rate_limiter(tg: FakeTelegram) -> None:
    async with running(tg):
        ann = tg.user(42, "Ann")
        tg.fail("sendMessage", status=429, retry_after=1)
        await ann.sends("hi")
        await ann.private_chat().wait_for("You said hi")
        assert [call.status for call in tg.called("sendMessage")] == [429, 200]
    tg.assert_manners()


async def test_polling_survives_errors_hang_ups_and_an_outage(tg: FakeTelegram) -> None:
    async with running(tg):
        ann = tg.user(42, "Ann")
        tg.fail("getUpdates", status=500)
        tg.drop("getUpdates")
        await ann.sends("one")
        await ann.private_chat().wait_for("You said one")
        await tg.down()
        await tg.up()
        await ann.sends("two")
        await ann.private_chat().wait_for("You said two")


async def test_an_unconfirmed_update_comes_again(tg: FakeTelegram, bot: Bot) -> None:
    await tg.user(42, "Ann").sends("hi")
    first = await bot.get_updates(timeout=1)
    again = await bot.get_updates(timeout=1)
    assert [update.update_id for update in first] == [update.update_id for update in again]
    assert await bot.get_updates(offset=first[0].update_id + 1) == ()
    assert tg.updates.pending_ids == []


async def test_a_confirmed_update_can_be_repeated_by_the_test(tg: FakeTelegram, bot: Bot) -> None:
    await tg.user(42, "Ann").sends("hi")
    (update,) = await bot.get_updates()
    tg.redeliver(update.update_id)
    (repeat,) = await bot.get_updates(offset=update.update_id + 1)
    assert repeat == update


async def test_a_second_poller_ends_the_first(tg: FakeTelegram, bot: Bot) -> None:
    async with Bot(tg.token, base_url=f"{tg.url}/bot") as rival, running(tg) as app:
        await tg.wait_called("getUpdates")
        await rival.get_updates(timeout=0)
        await tg.wait_called("getUpdates", count=3)
        assert 409 in [call.status for call in tg.called("getUpdates")]
        assert app.updater is not None
        assert app.updater.running


@asynccontextmanager
async def hook(bot: Bot, came: list[tuple[str, str]]) -> AsyncIterator[str]:
    """Listen where a webhook leads. Yields its address; `came` gets the text and the secret of each delivery."""

    async def delivered(request: web.Request) -> web.Response:
        message = Update.de_json(await request.json(), bot).effective_message
        came.append((message.text or "" if message else "", request.headers["X-Telegram-Bot-Api-Secret-Token"]))
        return web.Response()

    app = web.Application()
    app.add_routes([web.post("/hook", delivered)])
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    finally:
        await runner.cleanup()


async def test_a_webhook_delivers_with_its_secret_and_repeats_until_accepted(tg: FakeTelegram, bot: Bot) -> None:
    came = list[tuple[str, str]]()
    async with hook(bot, came) as address:
        await tg.user(42, "Ann").sends("before")
        await bot.set_webhook(address, secret_token="s3cret")
        await tg.until(lambda: tg.updates.pending_ids == [] or None, "a delivery")
        with pytest.raises(Conflict):
            await bot.get_updates()
    assert came == [("before", "s3cret")]
    await tg.user(42).sends("later")  # nobody listens now
    (later,) = tg.updates.pending_ids
    await tg.until(lambda: tg.updates.delivered.count(later) >= 2, "a repeated delivery")
    await tg.down()
    await tg.up()
    seen = tg.updates.delivered.count(later)
    await tg.until(lambda: tg.updates.delivered.count(later) > seen, "deliveries after the outage")
    assert tg.updates.pending_ids == [later]


async def test_the_wrong_token_is_refused(tg: FakeTelegram) -> None:
    with pytest.raises(InvalidToken):
        async with Bot("701:WRONG", base_url=f"{tg.url}/bot"):
            pass


async def test_library_errors_for_faults(tg: FakeTelegram, bot: Bot) -> None:
    ann = tg.user(42, "Ann")
    await ann.sends("hi")
    tg.fail("sendMessage", status=500, applied=True)
    with pytest.raises(NetworkError):
        await bot.send_message(42, "arrived all the same")
    tg.drop("sendMessage", when=lambda params: params["text"] == "lost")
    with pytest.raises(NetworkError):
        await bot.send_message(42, "lost")
    tg.hang("sendMessage", applied=True)
    with pytest.raises(TimedOut):
        await bot.send_message(42, "silent", read_timeout=0.2)
    tg.fail("sendMessage", status=429, retry_after=7)
    with pytest.raises(RetryAfter) as flood:
        await bot.send_message(42, "too soon")
    assert flood.value.retry_after == timedelta(seconds=7)
    assert ann.private_chat().texts == ["arrived all the same", "silent"]


async def test_menus_follow_scope_and_language(tg: FakeTelegram, bot: Bot) -> None:
    ann, operator = tg.user(42, "Ann", language="de"), tg.user(9001, "Olga")
    await operator.starts()
    await bot.set_my_commands([BotCommand("play", "Start a game")])
    await bot.set_my_commands(
        [BotCommand("play", "Spielen")], scope=BotCommandScopeAllPrivateChats(), language_code="de"
    )
    await bot.set_my_commands([BotCommand("game", "Configure")], scope=BotCommandScopeChat(9001))
    assert ann.menu() == {"play": "Spielen"}
    assert operator.menu() == {"game": "Configure"}
    assert tg.group("Table", [ann]).bot_in
    assert ann.menu(tg.group("Table", [ann])) == {"play": "Start a game"}
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.set_my_commands([BotCommand("game", "Configure")], scope=BotCommandScopeChat(5))


async def test_a_picture_arrives_with_its_caption(tg: FakeTelegram, bot: Bot) -> None:
    ann = tg.user(42, "Ann")
    await ann.starts()
    png = b"\x89PNG\r\n\x1a\n" + bytes(20)
    await bot.send_photo(42, png, filename="earnings.png", caption="Earnings")
    message = ann.private_chat().last
    assert message.text == "Earnings"
    assert message.uploads[0].data == png
    with pytest.raises(BadRequest, match="Image_process_failed"):
        await bot.send_photo(42, b"<svg/>")


async def test_a_group_with_its_own_message_ids(tg: FakeTelegram, bot: Bot) -> None:
    ann, bea = tg.user(1, "Ann"), tg.user(2, "Bea")
    table = tg.group("Table", [ann, bea], admins=[ann])
    await ann.sends("/start")
    sent = await bot.send_message(table.id, "Hello")
    assert sent.message_id == 1
    assert [member.user.id for member in await bot.get_chat_administrators(table.id)] == [1]
    assert (await bot.get_chat(table.id)).title == "Table"
    await bea.removes_bot(table)
    with pytest.raises(Forbidden, match="kicked"):
        await bot.send_message(table.id, "Hello?")
