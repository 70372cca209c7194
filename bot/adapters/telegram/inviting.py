"""Ways to bring somebody to a table: a code to copy, a link to pass on, and a card to put into any other chat.

Cards need the bot's inline mode, which only @BotFather switches on. Without it the same button passes the link on.
"""

from urllib.parse import quote

import structlog
from telegram import (
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    SwitchInlineQueryChosenChat,
)
from telegram.error import BadRequest

from bot.adapters.base import FREE_SEAT
from bot.adapters.telegram.calls import PRESSES, Account, Calls
from bot.adapters.telegram.reading import PLATFORM, Wanted
from bot.adapters.telegram.render import STYLES
from bot.session.places import Belongs, Places

log = structlog.get_logger(__name__)

COPY, SEND, SHARED = "Copy {}", "Send to a friend", "Join my game. The code is {}."
PLAY = "play"
"""Payload of the link that shows the games."""
MOST = 20
FRESH = 0
"""Seconds for which Telegram may give the same cards again: tables fill quickly."""
GENERAL = ("Negotiate with me", "Haggle, swap or share, against an AI or with a friend. It's free, and takes minutes.")


def link_of(bot: Account, payload: str) -> str:
    """Return the link that opens a private chat with the bot; after a tap on Start it sends the payload."""
    return f"https://t.me/{bot.username}" + (f"?start={payload}" if payload else "")


def ways(bot: Account, code: str) -> list[list[InlineKeyboardButton]]:
    """Return the buttons that hand out a join code in a private chat."""
    copy = InlineKeyboardButton(COPY.format(code), copy_text=CopyTextButton(code))
    if bot.supports_inline_queries:
        chosen = SwitchInlineQueryChosenChat(code, allow_user_chats=True, allow_group_chats=True)
        return [[InlineKeyboardButton(SEND, switch_inline_query_chosen_chat=chosen), copy]]
    share = f"https://t.me/share/url?url={quote(link_of(bot, code), '')}&text={quote(SHARED.format(code), '')}"
    return [[InlineKeyboardButton(SEND, url=share), copy]]


class Cards:
    """Answers to inline queries: one card for each table of the asking person that waits for players."""

    def __init__(self, bot: Account, calls: Calls) -> None:
        self._bot, self._calls = bot, calls

    async def answer(self, places: Places, wanted: Wanted) -> None:
        """Offer the tables that match the query; all if none does. Nobody sees the code of a table of others."""
        tables = [table async for table in places.hosted(f"{PLATFORM}:{wanted.user}", MOST)]
        named = [table for table in tables if table.code == wanted.query.strip().upper()]
        cards = [self._card(table, wanted.name) for table in named or tables] or [self._general()]
        top = None if tables else InlineQueryResultsButton("Start a game", start_parameter=PLAY)
        try:
            await self._calls(
                PRESSES,
                lambda: self._bot.answer_inline_query(wanted.id, cards, cache_time=FRESH, is_personal=True, button=top),
            )
        except BadRequest as problem:
            log.debug("query_too_old", why=problem.message)

    def _card(self, table: Belongs, name: str) -> InlineQueryResultArticle:
        free = table.chairs - len(table.users)
        seats = "One seat is free" if free == 1 else f"{free} seats are free"
        return self._article(
            table.code,
            f"Invite to {table.title}",
            f"{seats}. Code {table.code}",
            f"{name or 'A friend'} invites you to play {table.title}. {seats}.",
            InlineKeyboardButton(FREE_SEAT, url=link_of(self._bot, table.code), style=STYLES["go"]),
        )

    def _general(self) -> InlineQueryResultArticle:
        title, about = GENERAL
        play = InlineKeyboardButton("Play", url=link_of(self._bot, PLAY), style=STYLES["go"])
        return self._article(PLAY, title, about, about, play)

    def _article(
        self, id: str, title: str, about: str, text: str, button: InlineKeyboardButton
    ) -> InlineQueryResultArticle:
        content, markup = InputTextMessageContent(text), InlineKeyboardMarkup([[button]])
        return InlineQueryResultArticle(id, title, content, reply_markup=markup, description=about)
