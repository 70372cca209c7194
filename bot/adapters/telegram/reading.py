"""Telegram's updates, reduced to those that matter here: a person wrote a message, pressed a button, or asks inline.

Updates are read from the bare JSON, field by field. So an object of an unknown kind, however new, cannot cause an
error.
"""

import re
import time
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.session.arguments import CODE, joining
from bot.session.arguments import token as token_of
from bot.session.model.inbound import Act, Command, Inbound, Text
from bot.session.model.naming import LONGEST as LONGEST_NAME
from bot.session.model.naming import clean
from bot.session.model.verbs import GROUPS
from bot.session.router import COMMANDS, WORDLESS

log = structlog.get_logger(__name__)

PLATFORM = "telegram"
WANTED = ["message", "edited_message", "callback_query", "inline_query"]
"""The kinds of update to request. Edited messages do not change what was said; their authors are told so."""
MEDIA = frozenset({
    "animation", "audio", "checklist", "contact", "dice", "document", "game", "location", "paid_media", "photo", "poll",
    "sticker", "story", "venue", "video", "video_note", "voice",
})  # fmt: skip
MOST_ENTITIES = 100
"""Telegram marks at most this many parts of a message; other servers might send more."""
LONGEST = 16_384
"""Characters of a text that are read: a message of Telegram's has 4,096, and the marks of quoted lines are added."""
SHORT = 256
"""Characters of a name, a language or a press's id that are read: none of Telegram's is longer."""
_COMMAND = re.compile(r"/(\w{1,32})(?:@(\w+))?(?:\s+(.*))?", re.DOTALL)
_ADDRESSED = re.compile(r"(?<![\w/])(?:/\w++@\w++)+")
"""Commands for a bot by name, within words: Telegram's apps insert them when a command is tapped."""
_INVITATION = re.compile(r"\s*(?:/(?:start|join)\b|(?:https?://)?t\.me/)", re.IGNORECASE)
"""The beginning of a text that invites whoever passes it on."""
_GAME = "play-"
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Came(Struct, frozen=True):
    """One act of one person.

    - `message`: their own message, or the one whose button they pressed.
    - `query`: the id of the press, "" for a message.
    - `said`: their words, or the data of the button.
    - `there`: whether the message still has buttons of that button's post, as far as Telegram says.
    - `edits`: they changed an earlier message.
    - `reply`: the data of a button under the message of ours that they reply to, "" if there is none.
    - `to`: the number of the message that they reply to, 0 if there is none.
    - `place`: the chat; in a group that has topics, with the topic, except for the general one.
    - `at`: when it was read, in milliseconds. It may wait for earlier acts of its chat.
    """

    update: int
    chat: int
    private: bool
    message: int
    user: int
    name: str
    locale: str
    said: str
    query: str = ""
    there: bool = False
    edits: bool = False
    reply: str = ""
    to: int = 0
    place: str = ""
    at: int = 0


class Wanted(Struct, frozen=True):
    """An inline query: what one person typed behind the bot's name in any chat."""

    id: str
    user: int
    name: str
    query: str


def acts(batch: Iterable[dict[str, Any]]) -> list[Came | Wanted]:
    """Return the updates that concern the bot; unreadable ones are left out."""
    found: list[Came | Wanted] = []
    for update in batch:
        try:
            act = _wanted(update["inline_query"]) if "inline_query" in update else came(update)
            found += [act] if act is not None else []
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as problem:
            log.warning("update_unread", error=type(problem).__name__)
    return found


def came(update: dict[str, Any]) -> Came | None:
    """Return a person's act; None for an update that does not concern the bot: service messages, channel posts.

    Raises `LookupError`, `TypeError` or `ValueError` for a malformed update.
    """
    query, edited = update.get("callback_query"), update.get("edited_message")
    if query is not None:
        return _pressed(update, query)
    message = edited if edited is not None else update.get("message")
    if message is None or message.get("from") is None:
        return None
    if message["from"].get("is_bot") and message.get("sender_chat") is None:
        # A bot. People who write in the name of a group or a channel look like one, but have a `sender_chat`.
        return None
    if edited is not None:
        return None if edited.get("text") is None else replace(_act(update, edited["from"], edited, ""), edits=True)
    if message.get("text") is None:
        return _wordless(update, message)
    if "forward_origin" in message:
        return _passed_on(update, message)
    said = str(message["text"])[:LONGEST]
    if entities := message.get("entities"):
        said = _marked(said, entities[:MOST_ENTITIES])
    made = _act(update, message["from"], message, said)
    answered = message.get("reply_to_message")
    return replace(made, reply=_replied(answered), to=int(answered.get("message_id") or 0)) if answered else made


def _wordless(update: dict[str, Any], message: dict[str, Any]) -> Came | None:
    """Return a message without text. A picture with "45" under it is a picture, not an offer."""
    return None if MEDIA.isdisjoint(message) else _act(update, message["from"], message, f"/{WORDLESS}")


def _passed_on(update: dict[str, Any], message: dict[str, Any]) -> Came:
    """Return a text that somebody else wrote: no move of the person who passes it on, but perhaps an invitation."""
    said = str(message["text"])[:LONGEST]
    return _act(update, message["from"], message, said if _INVITATION.match(said) else f"/{WORDLESS}")


def _wanted(asked: dict[str, Any]) -> Wanted:
    who = asked["from"]
    id, name, query = _whole((asked["id"], SHORT), (who.get("first_name") or "", SHORT), (asked["query"], SHORT))
    return Wanted(id, int(who["id"]), clean(name)[:LONGEST_NAME], query)


def _pressed(update: dict[str, Any], query: dict[str, Any]) -> Came | None:
    """Return a press; None for the button of an inline message, which we never send."""
    if query.get("message") is None:
        return None
    data, message = query.get("data") or "", query["message"]
    keyboard = (message.get("reply_markup") or {}).get("inline_keyboard") or ()
    post = str(data).partition(":")[0]
    datas = [str(button.get("callback_data") or "") for row in keyboard for button in row]
    # Of a message that is too old Telegram tells neither its date nor its buttons.
    there = message.get("date") == 0 or any(other.partition(":")[0] == post for other in datas)
    return _act(update, query["from"], message, data, query["id"], there)


def _marked(text: str, entities: Sequence[dict[str, Any]]) -> str:
    """Return a text with marks for Telegram's entities: ~~ around struck-through text, > before quoted lines."""
    marks: list[tuple[int, str]] = []
    wide = text.encode("utf-16-le", "surrogatepass")
    for entity in entities:
        start, end = int(entity["offset"]), int(entity["offset"]) + int(entity["length"])
        if entity["type"] == "strikethrough":
            marks += [(start, "~~"), (end, "~~")]
        elif entity["type"] in ("blockquote", "expandable_blockquote"):
            within = wide[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")
            widths = accumulate(1 + (char > "\uffff") for char in within)
            breaks = [start + width for width, char in zip(widths, within, strict=True) if char == "\n"]
            after = wide[2 * end : 2 * end + 2]
            ends = [(end, "\n")] if after and after != b"\n\0" and not within.endswith("\n") else []
            marks += [(at, "> ") for at in (start, *breaks) if at < end] + ends
    if not marks:
        return text
    pieces, done = list[bytes](), 0
    for at, mark in sorted(marks):
        pieces += (wide[2 * done : 2 * at], mark.encode("utf-16-le"))
        done = at
    return b"".join((*pieces, wide[2 * done :])).decode("utf-16-le", "surrogatepass")


def _replied(message: dict[str, Any]) -> str:
    keyboard = (message.get("reply_markup") or {}).get("inline_keyboard") or ()
    found = next((b["callback_data"] for row in keyboard for b in row if b.get("callback_data")), "")
    return _whole((found, LONGEST))[0]


def _act(
    update: dict[str, Any],
    who: dict[str, Any],
    message: dict[str, Any],
    said: str,
    query: str = "",
    there: bool = False,
) -> Came:
    chat = message["chat"]
    topic = int(message.get("message_thread_id") or 0) if message.get("is_topic_message") else 0
    first, locale, words, press = _whole(
        (who.get("first_name") or "", SHORT),
        (who.get("language_code") or "en", SHORT),
        (said, LONGEST),
        (query, SHORT),
    )
    # Hardly any name needs the cleaning, which takes longer than all the rest.
    name = first if first.isascii() and first.isalnum() else clean(first)
    return Came(
        update=int(update["update_id"]),
        chat=int(chat["id"]),
        private=chat.get("type", "private") == "private",
        message=int(message["message_id"]),
        user=int(who["id"]),
        name=name[:LONGEST_NAME],
        locale=locale,
        said=words,
        query=press,
        there=there,
        place=f"{PLATFORM}:{int(chat['id'])}" + (f"/{topic}" if topic else ""),
        at=time.time_ns() // 1_000_000,
    )


def _whole(*texts: tuple[object, int]) -> list[str]:
    return [str(text)[:most].encode(errors="replace").decode() for text, most in texts]


def inbound(came: Came, act: Act, account: int) -> Inbound:
    """Return an act for the door. `account` is the number of the bot."""
    return Inbound(
        id=f"tg:{account}:{came.update}",
        place=came.place,
        user=f"{PLATFORM}:{came.user}",
        at=came.at,
        act=act,
        private=came.private,
        name=came.name,
        origin=came.query,
        locale=came.locale,
        realm=PLATFORM,
    )


def act_of(text: str, username: str) -> Act | None:
    """Return a message as an act; None for a command that is meant for another bot."""
    found = _COMMAND.fullmatch(text)
    if found is None:
        return Text(_ADDRESSED.sub("  ", text) if "@" in text else text)
    name, bot, args = found[1].lower(), found[2], (found[3] or "").strip()
    if bot and bot.lower() != username.lower():
        return None
    if name == "start" and args == "play":
        return Command("start")
    if name == "start" and args.startswith(_GAME):
        return Command("play", args.removeprefix(_GAME))
    return Command(name, args if name in GROUPS else _ADDRESSED.sub("  ", args).strip())


def addressed(text: str) -> bool:
    """Return whether a command names the bot that it is for."""
    return "@" in text.split(maxsplit=1)[0]


def home(act: Act, named: bool = False) -> str | None:
    """Return the deep link's payload that continues a group's command in private. "" for a command without one; None
    for words that are not for the bot. `named`: the command names the bot, so it is for the bot in any case.
    """
    if not isinstance(act, Command) or not (named or act.name in {*COMMANDS, *GROUPS, "start"}):
        return None
    if act.name in GROUPS:
        return ""
    if act.name == "start" and _PAYLOAD.fullmatch(act.args):
        return act.args
    if act.name == "join" and (token := token_of(act.args)):
        return token
    if act.name == "join" and CODE.fullmatch(code := joining(act.args).code):
        return code
    if act.name == "play" and act.args and _PAYLOAD.fullmatch(_GAME + act.args):
        return _GAME + act.args
    return "play"
