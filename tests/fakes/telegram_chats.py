"""The human side of the fake Telegram: people, their chats, and what stands on their screens."""

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.fakes.loopback import PATIENCE, Json, Upload, utf16
from tests.fakes.screen import Impossible, Room, pick
from tests.fakes.telegram_checks import MAX_TEXT, formatted
from tests.fakes.transcript import Seen, transcript

if TYPE_CHECKING:
    from tests.fakes.telegram import FakeTelegram


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    data: str | None = None
    url: str | None = None
    style: str = ""
    copies: str = ""  # what a press puts into the clipboard
    invites: str | None = None  # the query that a press writes into a chosen chat, behind the bot's name


def buttons_of(wire: Json) -> tuple[tuple[Button, ...], ...]:
    rows = wire.get("reply_markup", {}).get("inline_keyboard", ())
    return tuple(tuple(map(_button, row)) for row in rows)


def _button(wire: Json) -> Button:
    return Button(
        wire["text"],
        wire.get("callback_data"),
        wire.get("url"),
        wire.get("style", ""),
        wire.get("copy_text", {}).get("text", ""),
        wire.get("switch_inline_query_chosen_chat", {}).get("query"),
    )


class Message:
    """A message as it is now. `versions` holds the wire form of every state it has been in, oldest first."""

    def __init__(self, chat: "Chat", wire: Json) -> None:
        self.chat = chat
        self.versions = [wire]
        self.deleted = False
        self.uploads: list[Upload] = []
        self.reactions: list[str] = []  # the bot's

    @property
    def wire(self) -> Json:
        return self.versions[-1]

    @property
    def id(self) -> int:
        return int(self.wire["message_id"])

    @property
    def text(self) -> str:
        """Text or caption, as displayed."""
        return str(self.wire.get("text") or self.wire.get("caption") or "")

    @property
    def entities(self) -> list[Json]:
        return list(self.wire.get("entities") or self.wire.get("caption_entities") or ())

    @property
    def from_bot(self) -> bool:
        return bool(self.wire["from"]["is_bot"])

    @property
    def on_board(self) -> bool:
        return not self.deleted

    @property
    def edited(self) -> bool:
        """The words changed; clients show no mark where only the buttons did."""
        fields = ("text", "entities", "caption", "caption_entities")
        return any(old.get(field) != self.wire.get(field) for old in self.versions for field in fields)

    @property
    def buttons(self) -> tuple[tuple[Button, ...], ...]:
        return buttons_of(self.wire)

    @property
    def labels(self) -> list[str]:
        """Labels of the inline buttons, row by row."""
        return [button.label for row in self.buttons for button in row]

    def button(self, label: str, *, stale: bool = False) -> Button:
        """The button labelled so, or the only one whose label contains it; with `stale` one of an earlier version."""
        states = reversed(self.versions) if stale else [self.wire]
        for wire in states:
            buttons = [button for row in buttons_of(wire) for button in row]
            index = pick(label, [button.label for button in buttons])
            if index is not None:
                return buttons[index]
        raise Impossible(f"no single button {label!r} among {self.labels} under {self.text!r}")

    def __repr__(self) -> str:
        return f"<Message {self.id}{' deleted' if self.deleted else ''} {self.text!r} {self.labels}>"


@dataclass(slots=True)
class Press:
    """A pressed button and, once it is there, the bot's answer to it."""

    tg: "FakeTelegram"
    id: str
    user: "User"
    message: Message
    at: float
    text: str | None = None
    alert: bool = False
    done: float | None = None  # monotonic time of the answer
    expired: bool = False
    tried: bool = False  # the bot answered, if only too late

    def expire(self) -> None:
        """From now on the bot's answer comes too late."""
        self.expired = True

    async def answered(self, timeout: float = PATIENCE) -> str:
        """The words of the answer, "" where the bot only stopped the spinner; `alert` tells a dialog from a toast."""
        await self.tg.changes.until(
            lambda: self.done is not None,
            timeout,
            lambda: f"the press under {self.message.text!r} was never answered",
        )
        return self.text or ""


@dataclass(slots=True)
class InlineAsk:
    """Words typed behind the bot's name in another chat and, once they are there, the cards to choose from."""

    tg: "FakeTelegram"
    id: str
    user: "User"
    results: list[Json] | None = None
    button: Json | None = None  # above the cards: leads into the private chat

    async def answered(self, timeout: float = PATIENCE) -> list[Json]:
        return await self.tg.changes.until(
            lambda: self.results, timeout, lambda: "the inline query was never answered with a card"
        )


class Chat(Room[Message]):
    """A private chat with the bot, or a group. Reading methods see what the bot posted."""

    def __init__(self, tg: "FakeTelegram", chat_id: int, kind: str, title: str, members: Iterable["User"]) -> None:
        self.tg = tg
        self.changes = tg.changes
        self.id = chat_id
        self.kind = kind  # private, supergroup
        self.title = title
        self.members = {member.id: member for member in members}
        self.admins: set[int] = set()
        self.history: list[Message] = []
        self.actions: list[tuple[float, str]] = []  # sendChatAction: monotonic time, action
        self.keyboard: list[list[str]] = []  # the reply keyboard on screen
        self.prompt: Json | None = None  # the force_reply of the newest message: the next words are a reply to it
        self.bot_in = True
        self.bot_admin = False
        self.last_speaker_is_bot = False
        self.topics: set[int] = set()  # of a forum, besides the general one
        self.upgraded: Chat | None = None  # the supergroup that this group became

    def wire(self) -> Json:
        if self.kind == "private":
            return {"type": "private", **self.members[self.id].names()}
        return {"id": self.id, "type": self.kind, "title": self.title}

    def sees(self, who: "User | None" = None) -> list[Seen]:
        """The screen of a member (by default the person of a private chat)."""
        who = who or next(iter(self.members.values()))
        return [
            Seen(
                author=message.wire["from"]["first_name"],
                text=message.text,
                rows=tuple(tuple(button.label for button in row) for row in message.buttons),
                place=self.title,
                mine=message.wire["from"]["id"] == who.id,
                edited=message.edited,
                pictures=tuple(upload.filename for upload in message.uploads),
            )
            for message in self.history
            if not message.deleted
        ]

    def transcript(self, width: int | None = None) -> str:
        return transcript(self.sees(), width=width)


class User:
    """A person with a Telegram client. What they do returns at once; the bot's answer is waited for in the chat."""

    def __init__(self, tg: "FakeTelegram", user_id: int, name: str, username: str | None, language: str | None) -> None:
        self.tg = tg
        self.id = user_id
        self.name = name
        self.username = username
        self.language = language
        self.met = False  # the bot has seen an update of theirs
        self.started = False  # has written in private; bots may not write first
        self.blocked = False
        self.deactivated = False
        self.presses_made: list[Press] = []
        self._private = Chat(tg, user_id, "private", name, [self])

    def names(self) -> Json:
        username = {"username": self.username} if self.username else {}
        return {"id": self.id, "first_name": self.name, **username}

    def wire(self) -> Json:
        language = {"language_code": self.language} if self.language else {}
        return {"is_bot": False, **self.names(), **language}

    def private_chat(self) -> Chat:
        return self._private

    async def sends(
        self, text: str, to: Chat | None = None, *, reply_to: Message | None = None, topic: int = 0
    ) -> Message:
        """Type `text`; what is longer than one message goes out in pieces, as clients do it."""
        step = MAX_TEXT if utf16(text) == len(text) else MAX_TEXT // 2
        pieces = [text[at : at + step] for at in range(0, len(text), step)]
        sent = None
        for piece in pieces:
            plain, entities = formatted(piece, None, None)
            body: Json = {"text": plain, **({"entities": entities} if entities else {})}
            body |= {"message_thread_id": topic, "is_topic_message": True} if topic else {}
            sent = self._say(body, to, reply_to)
        if sent is None or not sent.text:
            raise Impossible("Telegram clients do not send empty messages")
        return sent

    async def replies(self, text: str) -> Message:
        """Type `text` where the newest message forces a reply, as clients then do."""
        chat = self._private
        if chat.prompt is None:
            raise Impossible("no message asks for a reply")
        return await self.sends(text, reply_to=chat.messages[-1])

    async def asks_inline(self, query: str) -> InlineAsk:
        """Type the bot's name and a query in any chat."""
        if not self.tg.inline:
            raise Impossible("inline mode is off: the client offers nothing")
        return self.tg.inline_query(self, query)

    async def starts(self, payload: str = "") -> Message:
        """Press Start, or open the deep link t.me/<bot>?start=<payload>."""
        if not re.fullmatch(r"[A-Za-z0-9_-]{0,64}", payload):
            raise Impossible(f"a deep link cannot carry {payload!r}")
        if self.blocked:
            await self.unblocks()
        return await self.sends(f"/start {payload}".rstrip())

    async def sends_other(self, kind: str, to: Chat | None = None, **content: Any) -> Message:
        """Send something that is not text: sends_other("sticker", ...) with the fields of the Bot API object."""
        return self._say({kind: content}, to, None)

    async def forwards(self, text: str, author: "User", to: Chat | None = None) -> Message:
        """Pass on what somebody else wrote."""
        origin = {"type": "user", "date": 1, "sender_user": author.wire()}
        return self._say({"text": text, "forward_origin": origin}, to, None)

    async def edits(self, message: Message, text: str) -> None:
        """Change an own message."""
        if message.deleted or message.wire["from"]["id"] != self.id:
            raise Impossible("people edit their own messages only")
        plain, entities = formatted(text, None, None)
        wire = {key: value for key, value in message.wire.items() if key != "entities"}
        wire |= {"text": plain, "edit_date": int(time.time()), **({"entities": entities} if entities else {})}
        message.versions.append(wire)
        if self.tg.hears(message):
            self.tg.updates.put("edited_message", wire)

    async def presses(self, message: Message, label: str, *, stale: bool = False) -> Press:
        """Press an inline button by its label or an unmistakable part of it.

        `stale` presses a button of an earlier version of the message: a client that has not seen the edit yet.
        """
        button = message.button(label, stale=stale)
        if button.data is None:
            raise Impossible(f"{label!r} opens {button.url} and tells the bot nothing")
        return await self.forges(message, button.data, stale=stale)

    async def forges(self, message: Message, data: str, *, stale: bool = True) -> Press:
        """Send any callback data, as a tampered client can."""
        if message.deleted and not stale:
            raise Impossible(f"the message {message.text!r} is gone")
        if self.id not in message.chat.members:
            raise Impossible(f"{self.name} is not in {message.chat.title}")
        return self.tg.press(self, message, data)

    async def deletes(self, message: Message) -> None:
        """Delete a message on both sides (private chats allow that for any message)."""
        message.deleted = True
        self.tg.changes.notify()

    async def blocks(self) -> None:
        """Block the bot: it hears of it once and may not write any more."""
        if not self.blocked:
            self.blocked = True
            self.tg.membership(self, self._private, "member", "kicked")

    async def unblocks(self) -> None:
        if self.blocked:
            self.blocked = False
            self.tg.membership(self, self._private, "kicked", "member")

    async def adds_bot(self, group: Chat) -> None:
        group.bot_in = True
        self.tg.membership(self, group, "left", "member")

    async def removes_bot(self, group: Chat) -> None:
        group.bot_in = False
        self.tg.membership(self, group, "member", "kicked")

    def menu(self, chat: Chat | None = None) -> dict[str, str]:
        """The command menu on this person's screen: command to description."""
        return self.tg.menu(self, chat or self._private)

    def sees(self, chat: Chat | None = None) -> list[Seen]:
        """The screen: the chat, then the answers to this person's presses that had words."""
        chat = chat or self._private
        answers = [
            Seen(self.tg.name, press.text, place=chat.title, only_me=True)
            for press in self.presses_made
            if press.text and press.message.chat is chat
        ]
        return [*chat.sees(self), *answers]

    def _say(self, body: Json, to: Chat | None, reply_to: Message | None) -> Message:
        chat = to or self._private
        if self.id not in chat.members:
            raise Impossible(f"{self.name} is not in {chat.title}")
        if chat is self._private:
            if self.blocked:
                raise Impossible(f"{self.name} has blocked the bot")
            self.started = True
        self.met = True
        reply = {"reply_to_message": reply_to.wire} if reply_to else {}
        return self.tg.post(chat, self.wire(), {**body, **reply})
