"""Telegram in and out: updates become acts, posts become messages.

Updates are taken by a loop of our own: every update is handed to the door, which records it, before the offset moves. A crash between
the two brings the update again, under the same id.
"""

import asyncio
import os
import time
from collections import defaultdict
from collections.abc import Awaitable, Sequence
from datetime import timedelta
from typing import TypeVar

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllPrivateChats,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    Message,
    Update,
)
from telegram.constants import ChatAction, ParseMode
from telegram.error import BadRequest, Conflict, Forbidden, NetworkError, RetryAfter, TelegramError
from telegram.request import HTTPXRequest

from bot.adapters import drafts
from bot.adapters.base import Door, Gone, Later
from bot.adapters.telegram import render
from bot.sessions.front import COMMANDS
from bot.sessions.inbound import Act, Answer, Command, Inbound, Press, Text
from bot.sessions.places import Sent
from games.codec import decode
from games.post import Form, plain
from storage.base import Row, Store

T = TypeVar("T")
os.environ.setdefault("PTB_TIMEDELTA", "1")
log = structlog.get_logger(__name__)

POLL_SECONDS = 25
TRIES = 5
"""An update that failed this often is set aside, so that it does not hold up everybody else's."""
HINT = "Type it as a message: {}."
GROUP = "Games are played in private here, so that nobody reads your cards."


class Telegram:
    """One bot account. `api` is the base address of the Bot API, without `/bot`."""

    platform = "telegram"

    def __init__(self, token: str, api: str, store: Store) -> None:
        self.store = store
        self.bot = Bot(
            token,
            base_url=f"{api.rstrip('/')}/bot",
            base_file_url=f"{api.rstrip('/')}/file/bot",
            request=HTTPXRequest(connection_pool_size=64, read_timeout=15, connect_timeout=10),
            get_updates_request=HTTPXRequest(connection_pool_size=2, read_timeout=POLL_SECONDS + 10),
        )
        self._key = ""
        self._newest: dict[str, str] = {}
        self._tries: dict[int, int] = defaultdict(int)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- in ---------------------------------------------------------------------------------------------------------------

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Long polling until `stop`. Never drops pending updates."""
        offset: int | None = None
        if not await self._start(stop):
            return
        while not stop.is_set():
            poll = asyncio.create_task(
                self.bot.get_updates(
                    offset=offset,
                    timeout=timedelta(seconds=POLL_SECONDS),
                    allowed_updates=["message", "callback_query"],
                )
            )
            halt = asyncio.create_task(stop.wait())
            await asyncio.wait({poll, halt}, return_when=asyncio.FIRST_COMPLETED)
            halt.cancel()
            if not poll.done():
                poll.cancel()
                break
            try:
                updates = poll.result()
            except TelegramError as problem:
                await self._pause(stop, problem)
                continue
            if await self._take(door, updates) and updates:
                offset = updates[-1].update_id + 1
        await self.bot.shutdown()

    async def _start(self, stop: asyncio.Event) -> bool:
        """Log in; a platform that is out of reach is tried again until it answers."""
        while not stop.is_set():
            try:
                await self.bot.initialize()
                await self.bot.delete_webhook(drop_pending_updates=False)
                await self._menu()
                self._key = f"tg:{self.bot.id}"
                log.info("telegram_ready", bot=self.bot.username)
                return True
            except TelegramError as problem:
                await self._pause(stop, problem)
        return False

    async def _menu(self) -> None:
        commands = [BotCommand(name, about) for name, about in COMMANDS.items()]
        scope = BotCommandScopeAllPrivateChats()
        if tuple(commands) != tuple(await self.bot.get_my_commands(scope=scope)):
            await self.bot.set_my_commands(commands, scope=scope)

    async def _pause(self, stop: asyncio.Event, problem: TelegramError) -> None:
        seconds = 1.0
        if isinstance(problem, RetryAfter):
            seconds = _seconds(problem)
        elif isinstance(problem, Conflict):
            seconds = 5.0
        log.warning("telegram_trouble", error=type(problem).__name__, seconds=seconds)
        try:
            await asyncio.wait_for(stop.wait(), seconds)
        except TimeoutError:
            return

    async def _take(self, door: Door, updates: Sequence[Update]) -> bool:
        """Hand updates to the door: each chat in order, chats side by side. False if some must come again."""
        chats: dict[int, list[Update]] = defaultdict(list)
        for update in updates:
            chats[update.effective_chat.id if update.effective_chat else 0].append(update)
        done = await asyncio.gather(*(self._chat(door, few) for few in chats.values()))
        return all(done)

    async def _chat(self, door: Door, updates: Sequence[Update]) -> bool:
        for update in updates:
            try:
                await self._one(door, update)
            except Exception:
                self._tries[update.update_id] += 1
                log.exception("update_failed", update=update.update_id)
                if self._tries[update.update_id] < TRIES:
                    await asyncio.sleep(0.5)
                    return False
            self._tries.pop(update.update_id, None)
        return True

    async def _one(self, door: Door, update: Update) -> None:
        if update.callback_query is not None:
            await self._press(door, update, update.callback_query)
        elif update.message is not None and update.message.from_user is not None:
            message = update.message
            self._newest[_place(message.chat.id)] = str(message.message_id)
            act = self._act(message)
            if message.chat.type != "private":
                if isinstance(act, Command):
                    await self._send_home(message)
                return
            await door.handle(self._inbound(update, message.chat.id, message.from_user.id, act))

    def _act(self, message: Message) -> Act:
        text = message.text or message.caption or ""
        if not text.startswith("/"):
            return Text(text)
        name, _, args = text[1:].partition(" ")
        name, _, bot = name.partition("@")
        if bot and bot.lower() != self.bot.username.lower():
            return Text("")
        return Command(name.lower(), args.strip())

    def _inbound(self, update: Update, chat: int, user: int, act: Act, origin: str = "") -> Inbound:
        who = update.effective_user
        return Inbound(
            id=f"{self._key}:{update.update_id}",
            place=_place(chat),
            user=f"{self.platform}:{user}",
            at=_now(update),
            act=act,
            name=who.first_name if who else "",
            origin=origin,
            locale=(who.language_code or "en") if who else "en",
        )

    async def _send_home(self, message: Message) -> None:
        """Groups get a button that leads to a private chat."""
        button = InlineKeyboardButton("Play in private", url=f"https://t.me/{self.bot.username}?start=play")
        try:
            await self.bot.send_message(message.chat.id, GROUP, reply_markup=InlineKeyboardMarkup([[button]]))
        except TelegramError as problem:
            log.info("group_unanswered", error=type(problem).__name__)

    async def _press(self, door: Door, update: Update, query: CallbackQuery) -> None:
        row, index, rest = _data(query.data or "")
        message = query.message
        if message is None:
            await self._toast(query.id, "")
            return
        if rest[-1:] != ["ok"] and (rest or await self._form(row, index) is not None):
            await self._fill(query, row, index, rest)
            return
        fields: tuple[tuple[str, str], ...] = ()
        if rest:
            form = await self._form(row, index)
            fields = drafts.fields(form, rest[0]) if form else ()
        act = Press(row, index, fields)
        answer = await door.handle(self._inbound(update, message.chat.id, query.from_user.id, act, origin=query.id))
        if _silent(answer):
            await self._toast(query.id, "")

    async def _form(self, row: str, index: int) -> Form | None:
        stored = await self.store.post(row)
        if stored is None:
            return None
        asks = decode(stored.post.body, Sent).post.asks
        ask = asks[index] if 0 <= index < len(asks) else None
        return ask if isinstance(ask, Form) else None

    async def _fill(self, query: CallbackQuery, row: str, index: int, rest: list[str]) -> None:
        """Taps inside a form concern nobody but the person filling it: the message's keyboard changes, the game does not."""
        form = await self._form(row, index)
        stored = await self.store.post(row)
        if form is None or stored is None or query.message is None:
            await self._toast(query.id, "")
            return
        if not drafts.tappable(form):
            await self._toast(query.id, HINT.format(" and ".join(field.label for field in form.fields)))
            return
        draft, tap = (rest[0], rest[1]) if rest else (drafts.start(form), "")
        if tap == "back":
            markup = render.keyboard(row, decode(stored.post.body, Sent).post.asks)
        else:
            markup = render.form_keyboard(row, index, form, _tapped(form, draft, tap))
        try:
            await self.bot.edit_message_reply_markup(
                query.message.chat.id, query.message.message_id, reply_markup=markup
            )
        except BadRequest as problem:
            log.debug("form_unchanged", error=str(problem))
        await self._toast(query.id, "")

    # --- out --------------------------------------------------------------------------------------------------------------

    async def show(self, row: Row, sent: Sent) -> str:
        chat = _chat_id(row.post.place)
        messages = render.html(sent.post)
        ref = ""
        for i, text in enumerate(messages):
            last = i == len(messages) - 1
            markup = render.keyboard(row.id, sent.post.asks) if last else None
            message = await self._guard(self._send(chat, text, markup, plain(sent.post)))
            ref = str(message.message_id)
        self._newest[row.post.place] = ref
        return ref

    async def _send(self, chat: int, text: str, markup: InlineKeyboardMarkup | None, bare: str) -> Message:
        off = LinkPreviewOptions(is_disabled=True)
        try:
            return await self.bot.send_message(
                chat, text, parse_mode=ParseMode.HTML, reply_markup=markup, link_preview_options=off
            )
        except BadRequest as problem:
            if "parse entities" not in str(problem):
                raise
            return await self.bot.send_message(
                chat, bare[: render.LONGEST], reply_markup=markup, link_preview_options=off
            )

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        messages = render.html(sent.post)
        if len(messages) != 1:
            return False
        try:
            await self._guard(
                self.bot.edit_message_text(
                    messages[0],
                    chat_id=_chat_id(row.post.place),
                    message_id=int(ref),
                    parse_mode=ParseMode.HTML,
                    reply_markup=render.keyboard(row.id, sent.post.asks),
                )
            )
        except BadRequest as problem:
            return "not modified" in str(problem)
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """A short private answer is shown over the chat; one with buttons or many words becomes a message."""
        text = plain(sent.post)
        if sent.post.asks or len(text) > render.TOAST:
            await self._toast(sent.origin, "")
            return None
        return "toast" if await self._toast(sent.origin, text, alert=True) else None

    async def _toast(self, query: str, text: str, alert: bool = False) -> bool:
        try:
            await self._guard(self.bot.answer_callback_query(query, text=text or None, show_alert=alert))
        except BadRequest:
            return False
        return True

    async def close(self, place: str, ref: str) -> None:
        try:
            await self._guard(self.bot.edit_message_reply_markup(_chat_id(place), int(ref), reply_markup=None))
        except (BadRequest, ValueError) as problem:
            log.debug("buttons_gone", error=str(problem))

    def newest(self, place: str) -> str | None:
        return self._newest.get(place)

    def typing(self, place: str) -> None:
        task = asyncio.create_task(self._typing(place))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _typing(self, place: str) -> None:
        try:
            await self.bot.send_chat_action(_chat_id(place), ChatAction.TYPING)
        except TelegramError as problem:
            log.debug("typing_unseen", error=type(problem).__name__)

    async def _guard(self, call: Awaitable[T]) -> T:
        """A call to the platform, its troubles in our words. `BadRequest` passes: callers know what theirs means."""
        try:
            return await call
        except RetryAfter as problem:
            raise Later(_seconds(problem)) from problem
        except Forbidden as problem:
            raise Gone(str(problem)) from problem
        except BadRequest as problem:
            if "chat not found" in str(problem).lower():
                raise Gone(str(problem)) from problem
            raise
        except NetworkError as problem:
            raise Later(1.0) from problem


def _place(chat: int) -> str:
    return f"{Telegram.platform}:{chat}"


def _chat_id(place: str) -> int:
    return int(place.partition(":")[2])


def _now(update: Update) -> int:
    """When the platform says it happened, in milliseconds; now, for presses, which carry no time."""
    sent = update.message.date.timestamp() if update.message else time.time()
    return int(sent * 1000)


def _seconds(problem: RetryAfter) -> float:
    after = problem.retry_after
    return after.total_seconds() if isinstance(after, timedelta) else float(after)


def _data(data: str) -> tuple[str, int, list[str]]:
    """Post, ask, and for a form in progress its draft and the tap."""
    row, _, rest = data.partition(":")
    index, *rest_parts = rest.split(":")
    return row, int(index) if index.isdecimal() else -1, rest_parts


def _tapped(form: Form, draft: str, tap: str) -> str:
    place = int(tap[:-1]) if tap[:-1].isdecimal() else -1
    match tap[-1:]:
        case "+":
            return drafts.touch(form, draft, place, 1)
        case "-":
            return drafts.touch(form, draft, place, -1)
        case "!":
            return drafts.touch(form, draft, place, 0)
    place_text, _, option = tap.partition("=")
    if place_text.isdecimal() and option.isdecimal():
        return drafts.touch(form, draft, int(place_text), int(option))
    return draft


def _silent(answer: Answer) -> bool:
    """Whether no private answer to the press is on its way through the outbox."""
    return answer.what not in ("refused", "told", "asked")
