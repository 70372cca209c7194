"""The fake is as strict as Telegram: one test a rule, through the real library's Bot."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from telegram import (
    Bot,
    BotCommand,
    CopyTextButton,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from tests.fakes import FakeTelegram
from tests.fakes.screen import Impossible
from tests.fakes.telegram_chats import Chat, User


@pytest.fixture(autouse=True)
def durations_as_timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def tg() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(forgiving=True) as fake:
        yield fake


@pytest.fixture
async def bot(tg: FakeTelegram) -> AsyncIterator[Bot]:
    async with Bot(tg.token, base_url=f"{tg.url}/bot") as real:
        yield real


@pytest.fixture
async def ann(tg: FakeTelegram) -> User:
    user = tg.user(42, "Ann")
    await user.starts()
    return user


@pytest.fixture
def chat(tg: FakeTelegram, ann: User) -> Chat:
    tg.group("Table", [ann])
    return ann.private_chat()


def keyboard(*labels: str, data: str = "d") -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=data)] for label in labels])


def one(**kind: Any) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton("Go", **kind)]])


REFUSED: list[tuple[str, Callable[[Bot], Awaitable[Any]]]] = [
    ("Message is too long", lambda bot: bot.send_message(42, "x" * 4097)),
    ("Message is too long", lambda bot: bot.send_message(42, "🙂" * 2049)),
    ("Message text is empty", lambda bot: bot.send_message(42, " \n ")),
    ("Message text is empty", lambda bot: bot.send_message(42, "<b> </b>", parse_mode="HTML")),
    ("Message caption is too long", lambda bot: bot.send_document(42, b"1", caption="x" * 1025)),
    ("Button_data_invalid", lambda bot: bot.send_message(42, "hi", reply_markup=keyboard("Go", data="x" * 65))),
    ("Button_data_invalid", lambda bot: bot.send_message(42, "hi", reply_markup=keyboard("Go", data="é" * 33))),
    ("Reply markup is too long", lambda bot: bot.send_message(42, "hi", reply_markup=keyboard(*["Go"] * 101))),
    ("Text buttons are unallowed", lambda bot: bot.send_message(42, "hi", reply_markup=keyboard(" "))),
    ("Can't parse entities: unsupported start tag \"x\" at byte offset 3",
     lambda bot: bot.send_message(42, "né<x>", parse_mode="HTML")),
    ("Can't parse entities: unexpected end tag", lambda bot: bot.send_message(42, "a</b>", parse_mode="HTML")),
    ("Can't parse entities: can't find end tag", lambda bot: bot.send_message(42, "<b>a", parse_mode="HTML")),
    ("Can't parse entities: unmatched end tag",
     lambda bot: bot.send_message(42, "<b><i>a</b></i>", parse_mode="HTML")),
    ("Can't parse entities: unclosed start tag", lambda bot: bot.send_message(42, "3 <b", parse_mode="HTML")),
    ("Unsupported parse_mode", lambda bot: bot.send_message(42, "a", parse_mode="text")),
    ("Chat not found", lambda bot: bot.send_message(43, "hi")),
    ("Chat not found", lambda bot: bot.send_message("@nobody", "hi")),
    ("Message to edit not found", lambda bot: bot.edit_message_text("hi", 42, 99)),
    ("Message can't be edited", lambda bot: bot.edit_message_text("hi", 42, 1)),
    ("Message to delete not found", lambda bot: bot.delete_message(42, 99)),
    ("Message to be replied not found", lambda bot: bot.send_message(42, "hi", reply_to_message_id=99)),
    ("Message thread not found", lambda bot: bot.send_message(42, "hi", message_thread_id=5)),
    ("Wrong parameter action", lambda bot: bot.send_chat_action(42, "thinking")),
    ("Query is too old", lambda bot: bot.answer_callback_query("12345")),
    ("Message_too_long", lambda bot: bot.answer_callback_query("12345", "x" * 201)),
    ("Bot_command_invalid", lambda bot: bot.set_my_commands([BotCommand("Play!", "Start")])),
    ("Bot_command_description_invalid", lambda bot: bot.set_my_commands([BotCommand("play", " ")])),
    ("Bot_command_invalid", lambda bot: bot.set_my_commands([BotCommand("p" * 33, "Start")])),
    ("Bot_command_description_invalid", lambda bot: bot.set_my_commands([BotCommand("play", "x" * 257)])),
    ("Too many bot commands", lambda bot: bot.set_my_commands([BotCommand(f"p{n}", "Start") for n in range(101)])),
    ("Description is too long", lambda bot: bot.set_my_description("x" * 513)),
    ("Short description is too long", lambda bot: bot.set_my_short_description("x" * 121)),
    ("Message effects are available in private chats only",
     lambda bot: bot.send_message(-1_001_000_000_001, "hi", message_effect_id="5046509860389126442")),
    ("Effect_id_invalid", lambda bot: bot.send_message(42, "hi", message_effect_id="1")),
    ("Reaction_invalid", lambda bot: bot.set_message_reaction(42, 1, "♟")),
    ("Reactions_too_many", lambda bot: bot.set_message_reaction(42, 1, ["👀", "👍"])),
    ("Message to react not found", lambda bot: bot.set_message_reaction(42, 99, "👀")),
    ("Button_copy_text_invalid",
     lambda bot: bot.send_message(42, "hi", reply_markup=one(copy_text=CopyTextButton("")))),
    ("Invalid button style", lambda bot: bot.send_message(42, "hi", reply_markup=one(callback_data="d", style="gold"))),
    ("Button_type_invalid", lambda bot: bot.send_message(42, "hi", reply_markup=one(switch_inline_query="x"))),
    ("Start parameter is too long",
     lambda bot: bot.send_message(42, "hi", reply_markup=one(url="https://t.me/parley_bot?start=" + "x" * 65))),
    ("Input field placeholder",
     lambda bot: bot.send_message(42, "hi", reply_markup=ForceReply(input_field_placeholder="x" * 65))),
    ("Query is too old", lambda bot: bot.answer_inline_query("5", [])),
    ("There are no administrators", lambda bot: bot.get_chat_administrators(42)),
]  # fmt: skip


@pytest.mark.parametrize(("words", "request_it"), REFUSED, ids=[f"{words}-{n}" for n, (words, _) in enumerate(REFUSED)])
async def test_refuses(words: str, request_it: Callable[[Bot], Awaitable[Any]], bot: Bot, chat: Chat) -> None:
    with pytest.raises(BadRequest) as refusal:
        await request_it(bot)
    assert refusal.value.message.lower().startswith(words.lower()) or words.lower() in refusal.value.message.lower()
    assert chat.messages == []


async def test_a_request_beyond_a_published_limit_fails_the_test_that_made_it() -> None:
    tg = await FakeTelegram().up()
    async with Bot(tg.token, base_url=f"{tg.url}/bot") as bot:
        with pytest.raises(BadRequest):
            await bot.set_my_description("x" * 513)
    with pytest.raises(AssertionError, match=r"setMyDescription: .*too long"):
        await tg.__aexit__(None)


async def test_limits_are_taken_to_the_last_character(bot: Bot, chat: Chat) -> None:
    await bot.send_message(42, "&lt;" * 4096, parse_mode="HTML", reply_markup=keyboard("Go", data="x" * 64))
    assert chat.last.text == "<" * 4096


async def test_an_edit_that_changes_nothing(bot: Bot, chat: Chat) -> None:
    sent = await bot.send_message(42, "hi", reply_markup=keyboard("Go"))
    with pytest.raises(BadRequest, match="not modified"):
        await bot.edit_message_text(" <b></b>hi\n", 42, sent.message_id, parse_mode="HTML", reply_markup=keyboard("Go"))
    with pytest.raises(BadRequest, match="not modified"):
        await bot.edit_message_reply_markup(42, sent.message_id, reply_markup=keyboard("Go"))
    await bot.edit_message_reply_markup(42, sent.message_id, reply_markup=keyboard("Gone"))
    assert not chat.last.edited
    await bot.edit_message_text("<b>hi</b>", 42, sent.message_id, parse_mode="HTML", reply_markup=keyboard("Go"))
    assert chat.last.edited


async def test_an_edit_without_a_keyboard_takes_it_away(bot: Bot, chat: Chat) -> None:
    sent = await bot.send_message(42, "hi", reply_markup=keyboard("Go"))
    await bot.edit_message_text("bye", 42, sent.message_id)
    assert chat.last.labels == []


async def test_a_deleted_message_cannot_be_edited(bot: Bot, ann: User, chat: Chat) -> None:
    sent = await bot.send_message(42, "hi")
    await ann.deletes(chat.last)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("bye", 42, sent.message_id)


async def test_a_press_is_answered_once_and_in_time(tg: FakeTelegram, bot: Bot, ann: User, chat: Chat) -> None:
    await bot.send_message(42, "hi", reply_markup=keyboard("Go"))
    press = await ann.presses(chat.last, "Go")
    await bot.answer_callback_query(press.id, "Gone", show_alert=True)
    assert (await press.answered(), press.alert) == ("Gone", True)
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(press.id)
    late = await ann.presses(chat.last, "Go")
    late.expire()
    with pytest.raises(AssertionError, match="never answered"):
        tg.assert_manners()
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(late.id)
    tg.assert_manners()


async def test_a_blocked_bot_cannot_write_until_it_is_let_in_again(bot: Bot, ann: User, chat: Chat) -> None:
    await ann.blocks()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(42, "hi")
    await ann.starts()
    await bot.send_message(42, "hi")
    kinds = [
        update.my_chat_member and update.my_chat_member.new_chat_member.status for update in await bot.get_updates()
    ]
    assert kinds == [None, "kicked", "member", None]


async def test_nobody_is_written_to_first(tg: FakeTelegram, bot: Bot) -> None:
    bea = tg.user(7, "Bea")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(7, "hi")
    await bea.sends("/play", tg.group("Table", [bea]))
    with pytest.raises(Forbidden, match="can't initiate conversation"):
        await bot.send_message(7, "hi")
    with pytest.raises(AssertionError, match="wrote first to Bea"):
        tg.assert_manners()


async def test_a_flooded_chat_asks_to_wait(tg: FakeTelegram, bot: Bot, chat: Chat) -> None:
    tg.limit(2, per=60)
    await bot.send_message(42, "1")
    await bot.send_message(42, "2")
    with pytest.raises(RetryAfter):
        await bot.send_message(42, "3")
    with pytest.raises(RetryAfter):
        await bot.send_message(42, "4")
    with pytest.raises(AssertionError, match="before the imposed wait was over"):
        tg.assert_manners()


async def test_group_privacy_hides_chatter(tg: FakeTelegram, bot: Bot, ann: User) -> None:
    table = tg.group("Table", [ann])
    await ann.sends("just talking", table)
    await ann.sends("/play", table)  # the bot did not speak last: somebody else's command
    await ann.sends("/play@parley_bot bargaining", table)
    await bot.send_message(table.id, "Ready")
    await ann.sends("44", table, reply_to=table.last)
    await bot.send_message(table.id, "Next")
    await ann.sends("/help", table)
    heard = [update.message.text for update in await bot.get_updates() if update.message]
    assert heard == ["/start", "/play@parley_bot bargaining", "44", "/help"]


async def test_updates_come_in_the_kinds_asked_for(tg: FakeTelegram, bot: Bot, ann: User) -> None:
    await bot.get_updates(allowed_updates=["edited_message"])
    message = await ann.sends("44")
    await ann.edits(message, "45")
    updates = await bot.get_updates(offset=tg.updates.pending_ids[0] + 1)
    assert [update.edited_message.text for update in updates if update.edited_message] == ["45"]
    assert len(updates) == 1


async def test_a_negative_offset_forgets_all_but_the_newest(bot: Bot, ann: User) -> None:
    for text in ("a", "b", "c"):
        await ann.sends(text)
    assert [update.message and update.message.text for update in await bot.get_updates(offset=-1)] == ["c"]
    assert len(await bot.get_updates()) == 1


async def test_dropped_updates_and_silent_presses_are_bad_manners(tg: FakeTelegram, bot: Bot, ann: User) -> None:
    await bot.send_message(42, "hi", reply_markup=keyboard("Go"))
    await ann.presses(ann.private_chat().last, "Go")
    await bot.delete_webhook(drop_pending_updates=True)
    assert len(tg.breaches()) == 2
    assert tg.updates.pending_ids == []
    tg.assert_manners(forgive=("dropped pending", "never answered"))


async def test_refused_requests_are_bad_manners_but_for_normal_life(tg: FakeTelegram, bot: Bot, ann: User) -> None:
    with pytest.raises(TelegramError):
        await bot.edit_message_text("hi", 42, 99)
    tg.assert_manners()
    with pytest.raises(TelegramError):
        await bot.send_message(42, "x" * 5000)
    with pytest.raises(AssertionError, match="message is too long"):
        tg.assert_manners()


async def test_reply_keyboards_appear_and_go(bot: Bot, chat: Chat) -> None:
    await bot.send_message(42, "Pick", reply_markup=ReplyKeyboardMarkup([["Accept", "Walk away"]]))
    assert chat.keyboard == [["Accept", "Walk away"]]
    await bot.send_message(42, "Done", reply_markup=ReplyKeyboardRemove())
    assert chat.keyboard == []


async def test_a_stale_client_presses_what_it_still_shows(tg: FakeTelegram, bot: Bot, ann: User, chat: Chat) -> None:
    sent = await bot.send_message(42, "hi", reply_markup=keyboard("Accept $55.50", data="old"))
    await bot.edit_message_reply_markup(42, sent.message_id, reply_markup=keyboard("Accept $52.00", data="new"))
    with pytest.raises(Impossible):
        await ann.presses(chat.last, "$55.50")
    await ann.presses(chat.last, "$55.50", stale=True)
    await ann.presses(chat.last, "Accept")
    presses = [update.callback_query.data for update in await bot.get_updates() if update.callback_query]
    assert presses == ["old", "new"]


async def test_strangers_cannot_press_in_a_private_chat(tg: FakeTelegram, bot: Bot, chat: Chat) -> None:
    await bot.send_message(42, "hi", reply_markup=keyboard("Go"))
    with pytest.raises(Impossible, match="not in"):
        await tg.user(7, "Bea").presses(chat.last, "Go")


async def test_long_typing_goes_out_in_pieces(bot: Bot, ann: User) -> None:
    await ann.sends("x" * 9000)
    lengths = [len(update.message.text or "") for update in await bot.get_updates() if update.message]
    assert lengths == [6, 4096, 4096, 808]


async def test_typing_is_seen(bot: Bot, chat: Chat) -> None:
    await bot.send_chat_action(42, "typing")
    assert [action for _, action in chat.actions] == ["typing"]


async def test_a_bot_at_rest_may_poll(tg: FakeTelegram, bot: Bot, ann: User) -> None:
    polling = asyncio.create_task(bot.get_updates(timeout=5, offset=tg.updates.next_id))
    await bot.send_message(42, "one")
    await tg.quiet(0.05)
    polling.cancel()


def refused(method: str, words: str, **params: Any) -> Any:
    return pytest.param(method, params, words, id=f"{method}-{words}")


INLINE = {"chat_id": 42, "text": "hi"}
LINK = {"inline_keyboard": [[{"text": "a", "url": "nowhere"}]]}


@pytest.mark.parametrize(
    ("method", "params", "words"),
    [
        refused("sendMessage", "chat_id is empty", text="hi"),
        refused("sendMessage", "object expected as reply markup", **INLINE, reply_markup="nonsense"),
        refused("sendMessage", "object expected as reply markup", **INLINE, reply_markup={"buttons": []}),
        refused("sendMessage", "reply keyboard must have", **INLINE, reply_markup={"keyboard": [[]]}),
        refused("sendMessage", "exactly one", **INLINE, reply_markup={"inline_keyboard": [[{"text": "a"}]]}),
        refused("sendMessage", "Wrong HTTP URL", **INLINE, reply_markup=LINK),
        refused("sendMessage", "does not read MarkdownV2", **INLINE, parse_mode="MarkdownV2"),
        refused("sendPhoto", "there is no file", chat_id=42),
        refused("editMessageText", "there is no text in the message", chat_id=42, message_id=3, text="hi"),
        refused("editMessageCaption", "there is no caption in the message", chat_id=42, message_id=2, caption="hi"),
        refused("editMessageReplyMarkup", "inline keyboard expected", chat_id=42, message_id=2,
                reply_markup={"keyboard": [["a"]]}),
        refused("pinChatMessage", "message to pin not found", chat_id=42, message_id=99),
        refused("getChatMember", "PARTICIPANT_ID_INVALID", chat_id=42, user_id=7),
        refused("setMyCommands", "can't parse BotCommandScope", commands=[], scope={"type": "everybody"}),
        refused("setMyCommands", "too many bot commands", commands=[{"command": "a", "description": "b"}] * 101),
        refused("getUpdates", "limit must be", limit=101),
        refused("setWebhook", "loopback addresses only", url="https://example.org/hook"),
        refused("sendRocket", "no method sendRocket", chat_id=42),
    ],
)  # fmt: skip
async def test_refuses_what_the_library_would_not_send(
    tg: FakeTelegram, bot: Bot, chat: Chat, method: str, params: dict[str, Any], words: str
) -> None:
    await bot.send_message(42, "text")  # message 2
    await bot.send_document(42, b"1", caption="caption")  # message 3
    url = f"{tg.url}/bot{tg.token}/{method}"
    async with aiohttp.ClientSession() as session, session.post(url, json=params) as answer:
        body = await answer.json()
    assert (body["ok"], body["error_code"]) == (False, answer.status)
    assert words in body["description"]


async def test_people_gone_for_good_and_other_peoples_messages(tg: FakeTelegram, bot: Bot, ann: User) -> None:
    table = tg.group("Table", [ann])
    theirs = await ann.sends("hello", table)
    with pytest.raises(BadRequest, match="Message can't be deleted"):
        await bot.delete_message(table.id, theirs.id)
    ann.deactivated = True
    with pytest.raises(Forbidden, match="user is deactivated"):
        await bot.send_message(42, "hi")


async def test_what_people_cannot_do(tg: FakeTelegram, bot: Bot, ann: User, chat: Chat) -> None:
    table = tg.group("Table", [tg.user(7, "Bea")])
    link = InlineKeyboardMarkup([[InlineKeyboardButton("Rules", url="https://example.org")]])
    await bot.send_message(42, "hi", reply_markup=link)
    gone = chat.last
    attempts: list[Callable[[], Awaitable[Any]]] = [
        lambda: ann.sends("  "),
        lambda: ann.starts("with a blank"),
        lambda: ann.edits(chat.last, "no"),
        lambda: ann.presses(chat.last, "Rules"),
        lambda: ann.sends("hello", table),
    ]
    for attempt in attempts:
        with pytest.raises(Impossible):
            await attempt()
    await ann.deletes(gone)
    with pytest.raises(Impossible, match="is gone"):
        await ann.forges(gone, "x", stale=False)
    await ann.blocks()
    with pytest.raises(Impossible, match="has blocked the bot"):
        await ann.sends("hello")
