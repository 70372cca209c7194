"""Telegram's updates, reduced to those that matter here: a person wrote a message, or pressed a button.

Updates are read from the bare JSON, field by field. So an object of an unknown kind, however new, cannot cause an
error.
"""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.lines import clean
from bot.session.arguments import CODE, joining
from bot.session.model.inbound import Act, Command, Text
from bot.session.model.verbs import GROUPS
from bot.session.router import COMMANDS, WORDLESS

WANTED = ["message", "edited_message", "callback_query"]
"""The kinds of update to request. Edited messages do not change what was said; their authors are told so."""
MEDIA = frozenset({
    "animation", "audio", "checklist", "contact", "dice", "document", "game", "location", "paid_media", "photo", "poll",
    "sticker", "story", "venue", "video", "video_note", "voice",
})  # fmt: skip
MOST_ENTITIES = 100
"""Telegram marks at most so many parts of a message; other servers might send more."""
LONGEST = 16_384
"""Characters of a text that are read: a message of Telegram's has 4,096, and the marks of quoted lines are added."""
SHORT = 256
"""Characters of a name, a language or a press's id that are read: none of Telegram's is longer."""
_COMMAND = re.compile(r"/(\w{1,32})(?:@(\w+))?(?:\s+(.*))?", re.DOTALL)
_GAME = "play-"
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Came(Struct, frozen=True):
    """One act of one person.

    - `message`: their own message, or the one whose button they pressed.
    - `query`: the id of the press, "" for a message.
    - `said`: their words, or the data of the button.
    - `there`: whether the message still has that button.
    - `edits`: they changed an earlier message.
    - `reply`: the data of a button under the message of ours that they reply to, "" if there is none.
    - `topic`: the topic in a group that has topics; 0 for its general one and everywhere else.
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
    topic: int = 0


def came(update: dict[str, Any]) -> Came | None:
    """Return a person's act; None for an update that does not concern the bot: service messages, channel posts.

    Raises `LookupError`, `TypeError` or `ValueError` for a malformed update.
    """
    query, message = update.get("callback_query"), update.get("message")
    if query is not None:
        if query.get("message") is None:
            return None  # the button of an inline message, which we never send
        data, message = query.get("data") or "", query["message"]
        keyboard = (message.get("reply_markup") or {}).get("inline_keyboard") or ()
        there = any(button.get("callback_data") == data for row in keyboard for button in row)
        return replace(_act(update, query["from"], message, data), query=_whole(query["id"], SHORT), there=there)
    edited = update.get("edited_message")
    message = edited if edited is not None else message
    if message is None or message.get("from") is None:
        return None
    if message["from"].get("is_bot") and message.get("sender_chat") is None:
        # A bot. People who write in the name of a group or a channel look like one, but have a `sender_chat`.
        return None
    if edited is not None:
        return None if edited.get("text") is None else replace(_act(update, edited["from"], edited, ""), edits=True)
    if message.get("text") is not None:
        said = _marked(str(message["text"])[:LONGEST], (message.get("entities") or ())[:MOST_ENTITIES])
        return replace(_act(update, message["from"], message, said), reply=_replied(message))
    # A picture with "45" under it is a picture, not an offer.
    return None if MEDIA.isdisjoint(message) else _act(update, message["from"], message, f"/{WORDLESS}")


def _marked(text: str, entities: Sequence[dict[str, Any]]) -> str:
    """Return a text with marks for Telegram's entities: ~~ around struck-through text, > before quoted lines."""
    marks: list[tuple[int, str]] = []
    wide = text.encode("utf-16-le", "surrogatepass") if entities else b""
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
    keyboard = ((message.get("reply_to_message") or {}).get("reply_markup") or {}).get("inline_keyboard") or ()
    return next((_whole(b["callback_data"]) for row in keyboard for b in row if b.get("callback_data")), "")


def _act(update: dict[str, Any], who: dict[str, Any], message: dict[str, Any], said: str) -> Came:
    chat = message["chat"]
    return Came(
        update=int(update["update_id"]),
        chat=int(chat["id"]),
        private=chat.get("type", "private") == "private",
        message=int(message["message_id"]),
        user=int(who["id"]),
        name=" ".join(clean(_whole(who.get("first_name") or "", SHORT)).split())[:64],
        locale=_whole(who.get("language_code") or "en", SHORT),
        said=_whole(said),
        topic=int(message.get("message_thread_id") or 0) if message.get("is_topic_message") else 0,
    )


def _whole(value: object, most: int = LONGEST) -> str:
    """Return a text that can be stored, of at most so many characters: half of a surrogate pair is no character."""
    return str(value)[:most].encode(errors="replace").decode()


def act_of(text: str, username: str) -> Act | None:
    """Return a message as an act; None for a command that is meant for another bot."""
    found = _COMMAND.fullmatch(text)
    if found is None:
        return Text(text)
    name, bot, args = found[1].lower(), found[2], (found[3] or "").strip()
    if bot and bot.lower() != username.lower():
        return None
    if name == "start" and args == "play":
        return Command("start")
    if name == "start" and args.startswith(_GAME):
        return Command("play", args.removeprefix(_GAME))
    return Command(name, args)


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
    if act.name == "join" and CODE.fullmatch(code := joining(act.args).code):
        return code
    if act.name == "play" and act.args and _PAYLOAD.fullmatch(_GAME + act.args):
        return _GAME + act.args
    return "play"
