"""The limits that the Bot API publishes, in one table. Every request of every test is held to it.

Source: the Bot API page (version 10.0), at the method or object that the last column names.
"""

from collections.abc import Callable, Sized
from typing import NamedTuple

from telegram.constants import ReactionEmoji

from tests.fakes.loopback import utf16


class Limit(NamedTuple):
    least: int
    most: int
    counted: Callable[..., int]
    refusal: str
    source: str


def utf8(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def number(things: Sized) -> int:
    return len(things)


LIMITS = {
    # Lengths of texts are published in characters after parsing; UTF-16 units are the stricter reading.
    "text": Limit(1, 4096, utf16, "message is too long", "sendMessage"),
    "caption": Limit(0, 1024, utf16, "message caption is too long", "sendPhoto"),
    "entities": Limit(0, 100, number, "too many entities", "MessageEntity"),
    "press answer": Limit(0, 200, utf16, "MESSAGE_TOO_LONG", "answerCallbackQuery"),
    "callback_data": Limit(1, 64, utf8, "BUTTON_DATA_INVALID", "InlineKeyboardButton"),
    # Not published: the longest that clients were seen to take. A phone shows about 36 characters of it.
    "button text": Limit(1, 64, utf16, "BUTTON_TEXT_INVALID", "InlineKeyboardButton"),
    "copy_text": Limit(1, 256, utf16, "BUTTON_COPY_TEXT_INVALID", "CopyTextButton"),
    "inline query": Limit(0, 256, utf16, "BUTTON_QUERY_INVALID", "InlineQuery"),
    "buttons": Limit(0, 100, number, "reply markup is too long", "InlineKeyboardMarkup"),
    "row": Limit(0, 8, number, "reply markup row is too long", "InlineKeyboardMarkup"),
    "placeholder": Limit(1, 64, utf16, "input field placeholder is too long", "ForceReply"),
    "deep link": Limit(0, 64, utf8, "start parameter is too long", "Deep linking"),
    "commands": Limit(0, 100, number, "too many bot commands", "setMyCommands"),
    "command": Limit(1, 32, utf16, "BOT_COMMAND_INVALID", "BotCommand"),
    "command description": Limit(1, 256, utf16, "BOT_COMMAND_DESCRIPTION_INVALID", "BotCommand"),
    "description": Limit(0, 512, utf16, "description is too long", "setMyDescription"),
    "short description": Limit(0, 120, utf16, "short description is too long", "setMyShortDescription"),
    "name": Limit(0, 64, utf16, "bot name is too long", "setMyName"),
    "reactions": Limit(0, 1, number, "REACTIONS_TOO_MANY", "setMessageReaction"),
    "inline results": Limit(0, 50, number, "RESULTS_TOO_MUCH", "answerInlineQuery"),
    "result id": Limit(1, 64, utf8, "RESULT_ID_INVALID", "InlineQueryResultArticle"),
    "photo": Limit(1, 10 * 2**20, number, "file is too big", "sendPhoto"),
    "document": Limit(1, 50 * 2**20, number, "file is too big", "sendDocument"),
}
STYLES = {"primary", "success", "danger"}
"""InlineKeyboardButton, `style`."""
EFFECTS = {
    "5104841245755180586", "5107584321108051014", "5104858069142078462", "5159385139981059251", "5046509860389126442",
    "5046589136895476101",
}  # fmt: skip
"""Ids of the message effects that every account may use: fire, two thumbs, a heart, a party popper, a pile of poo. The
page names none; these are what clients send.
"""
REACTIONS = frozenset(str(emoji.value) for emoji in ReactionEmoji)
"""ReactionTypeEmoji, `emoji`."""


def exceeds(what: str, value: object) -> str:
    """The refusal for a value beyond its limit; "" where it is within."""
    limit = LIMITS[what]
    return "" if limit.least <= limit.counted(value) <= limit.most else limit.refusal
