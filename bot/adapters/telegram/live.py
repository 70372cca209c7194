"""Trial of Telegram's features with a real token, for `parley doctor --live`: what the server takes or refuses.

A server accepts some things that an old client does not show. So the messages stay in the chat for a look, and a last
one says what should be seen.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from telegram import (
    Bot,
    CopyTextButton,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    SwitchInlineQueryChosenChat,
)
from telegram.error import InvalidToken, TelegramError

from bot.adapters.base import Tried
from bot.adapters.telegram.posting import PARTY, SEEN
from bot.adapters.telegram.profile import DESCRIPTION, EVERYTHING, SHORT
from bot.adapters.telegram.render import STYLES

NO_CHAT = "Not tried: name a chat of yours with the bot, as in --live telegram:4711. (Press Start there first.)"
NO_CARDS = "Inline mode is off; @BotFather switches it on by /setinline. Invitations go by link until then."
READS_ALL = "The bot reads every message in groups; @BotFather changes that by /setprivacy."
LOOK = "That was a trial of what Telegram shows. You should see: {}."


async def trial(token: str, api: str, chat: int | None) -> AsyncIterator[Tried]:
    """Yield the outcome of each feature, in a chat if one is given."""
    bot = Bot(token, base_url=f"{api}/bot")
    async with bot:
        async for tried in _bot(bot):
            yield tried
        if chat is None:
            yield Tried("messages", None, NO_CHAT)
            return
        async for tried in _messages(bot, chat):
            yield tried


async def _bot(bot: Bot) -> AsyncIterator[Tried]:
    me = bot.bot
    cards, everything = bool(me.supports_inline_queries), bool(me.can_read_all_group_messages)
    yield Tried("token", True, f"The bot is @{me.username}.")
    yield Tried("cards in other chats", cards, "" if cards else NO_CARDS)
    yield Tried("groups", not everything, READS_ALL if everything else "")
    yield await _try("description", lambda: bot.set_my_description(DESCRIPTION))
    yield await _try("short description", lambda: bot.set_my_short_description(SHORT))
    yield await _try("command menu", lambda: bot.set_my_commands(EVERYTHING))


async def _messages(bot: Bot, chat: int) -> AsyncIterator[Tried]:
    """Yield the features of messages. The first one shows whether the chat can be written to at all."""
    kept: list[Message] = []

    async def hello() -> None:
        kept.append(await bot.send_message(chat, "<b>A trial</b> of Parley's messages.", parse_mode="HTML"))

    first = await _try("messages", hello)
    yield first
    if not first.works:
        return
    chosen = SwitchInlineQueryChosenChat("play", allow_user_chats=True)
    rows = {
        "coloured buttons": [
            InlineKeyboardButton("Green", callback_data="trial", style=STYLES["go"]),
            InlineKeyboardButton("Red", callback_data="trial", style=STYLES["stop"]),
        ],
        "a button that copies": [InlineKeyboardButton("Copy KFMRTA", copy_text=CopyTextButton("KFMRTA"))],
        "a button that invites": [InlineKeyboardButton("Send to a friend", switch_inline_query_chosen_chat=chosen)],
    }
    for name, row in rows.items():
        yield await _try(name, partial(bot.send_message, chat, name, reply_markup=InlineKeyboardMarkup([row])))
    yield await _try("an effect at a deal", lambda: bot.send_message(chat, "Deal", message_effect_id=PARTY))
    force = ForceReply(input_field_placeholder="Your price")
    yield await _try("a field to reply in", lambda: bot.send_message(chat, "Your price?", reply_markup=force))
    yield await _try("reactions", lambda: bot.set_message_reaction(chat, kept[0].message_id, SEEN))
    yield await _try("edits", lambda: bot.edit_message_text("A trial, edited.", chat, kept[0].message_id))
    seen = ", ".join((*rows, "an effect", "a field to reply in", "a reaction to the first message"))
    yield await _try("the list of what to see", lambda: bot.send_message(chat, LOOK.format(seen)))


async def _try(name: str, call: Callable[[], Awaitable[object]]) -> Tried:
    try:
        await call()
    except InvalidToken:
        raise
    except TelegramError as problem:
        return Tried(name, False, f"Telegram refuses it: {problem.message}.")
    return Tried(name, True, "")
