"""Pressed buttons, and forms, which open in the keyboard of their own message and change with every tap.

The draft of a form is in the data of its buttons, so an open form survives a restart. Two quick taps carry the same old
draft, because the second came before the keyboard had changed. So the newest draft of each open form is kept in the
store as well, where every process that may get the next tap finds it.
"""

import asyncio
from collections import OrderedDict

import structlog
from msgspec import Struct
from msgspec.structs import replace
from telegram import InlineKeyboardMarkup
from telegram.error import BadRequest

from bot import keys
from bot.adapters import drafts
from bot.adapters.base import Door, Later, trim
from bot.adapters.telegram import forms, reading, render
from bot.adapters.telegram.calls import PRESSES, Account, Calls, Unread
from bot.adapters.telegram.forms import Data
from bot.adapters.telegram.reading import Came
from bot.session.model.inbound import Command, Press
from bot.session.outbox import Posts
from bot.session.router import TURNED
from games.core.codec import decode, encode
from games.core.post import Ask, Form

log = structlog.get_logger(__name__)

SPINS = 4.0
"""Seconds that a pressed button waits for an answer that is queued after other posts."""
DEAD = frozenset({"stale", "over", "gone", "no_game"})
"""Codes of refusals after which a button will never work again."""
Key = tuple[int, int]
"""Chat and message."""


class Board(Struct, frozen=True):
    """A message with a form among its asks, and the last button that was pressed there."""

    data: Data
    asks: tuple[Ask, ...]

    @property
    def form(self) -> Form | None:
        ask = self.asks[self.data.index] if 0 <= self.data.index < len(self.asks) else None
        return ask if isinstance(ask, Form) else None


class Draft(Struct, frozen=True):
    """The newest draft of an open form, and the tap that made it."""

    row: str
    index: int
    draft: str
    tap: str


async def turn(door: Door, came: Came, account: int, row: str) -> None:
    """Direct a person's next words to the game of a post that they reply to, or under which they ask what to type."""
    act = reading.inbound(came, Command(TURNED, row), account)
    await door.handle(replace(act, id=f"{act.id}:to"))


class Presses:
    """The presses that were answered, and the open forms of all chats, by the message that each is open in."""

    def __init__(self, bot: Account, calls: Calls, posts: Posts) -> None:
        self._bot, self._calls, self._posts = bot, calls, posts
        self.answered: OrderedDict[str, None] = OrderedDict()
        """The presses that were acknowledged, by their ids."""
        self._spinning: dict[str, asyncio.TimerHandle] = {}
        self._drawing: dict[Key, Board] = {}

    async def press(self, door: Door, came: Came) -> None:
        """Handle one press. Raises `StoreError`."""
        data, message = forms.data_of(came.said), (came.chat, came.message)
        post = await self._posts.read(data.row)
        board = Board(data, post.sent.post.asks if post is not None and post.place == came.place else ())
        fields: tuple[tuple[str, str], ...] = ()
        if (form := board.form) is not None:
            if data.tap != forms.OK:
                await self._tap(door, came, board, form)
                return
            fields = drafts.fields(form, _newest(await self._kept(message), data))
        act = Press(data.row, data.index, fields)
        answer = await door.handle(reading.inbound(came, act, self._bot.id), post)
        replies = await self._posts.answers(came.place, came.query)
        if came.query not in self.answered and replies:
            self._spinning[came.query] = asyncio.get_running_loop().call_later(SPINS, self._still, came.query)
        elif came.query not in self.answered:
            self._calls.aside(self._acknowledge(came.query))
        dead = answer.what == "refused" and answer.code in DEAD
        if came.there and (dead or answer.code == "forget"):
            # Some buttons must not be pressed again by mistake: duplicates, expired ones, and the question whether to
            # erase a person's data.
            self._calls.aside(self.close(self._calls.moved.get(came.chat, came.chat), came.message))

    async def _tap(self, door: Door, came: Came, board: Board, form: Form) -> None:
        """Handle a tap inside a form. It concerns only the person who fills the form in."""
        if came.query in self.answered:
            return  # the same tap, delivered again
        if drafts.tappable(form):
            await self._change((came.chat, came.message), board, form, came.query)
            press = Press(board.data.row, board.data.index)
            await door.filling(reading.inbound(came, press, self._bot.id), press)
            self._calls.aside(self._acknowledge(came.query))
        else:
            await turn(door, came, self._bot.id, board.data.row)
            self._calls.aside(self._acknowledge(came.query, forms.hint(form)))
        self._mark(came.query)

    # --- answers to presses -------------------------------------------------------------------------------------------

    async def toast(self, query: str, text: str, alert: bool = False) -> bool:
        """Answer a press, which is possible only once. Returns False if it is too late. Raises `Later`."""
        self._mark(query)
        try:
            await self._calls(
                PRESSES, lambda: self._bot.answer_callback_query(query, text=text or None, show_alert=alert or None)
            )
        except BadRequest as problem:
            log.debug("press_too_old", why=problem.message)
            return False
        except Later:
            self.answered.pop(query, None)
            raise
        return True

    async def _acknowledge(self, query: str, text: str = "") -> None:
        await self._calls.patiently(PRESSES, lambda: self.toast(query, text))

    def _still(self, query: str) -> None:
        """Stop the spinner of a press whose answer waits behind other posts. The answer becomes a message then."""
        del self._spinning[query]
        self._calls.aside(self._acknowledge(query))

    def _mark(self, query: str) -> None:
        self.answered[query] = None
        if (timer := self._spinning.pop(query, None)) is not None:
            timer.cancel()
        trim(self.answered)

    def shutdown(self) -> None:
        for timer in self._spinning.values():
            timer.cancel()

    # --- keyboards ----------------------------------------------------------------------------------------------------

    async def close(self, chat: int, message: int) -> None:
        """Remove the keyboard of a message, and forget the form in it. Does nothing if the message is gone."""
        try:
            await self._posts.note(_name((chat, message)), None)
            if (chat, message) in self._drawing:
                # The keyboard is being drawn just now; it is removed right after.
                self._drawing[chat, message] = Board(Data("", -1), ())
                return
            await self._calls(chat, lambda: self._bot.edit_message_reply_markup(chat, message, reply_markup=None))
        except (BadRequest, Unread) as problem:
            log.debug("buttons_gone", error=type(problem).__name__)

    async def _change(self, message: Key, board: Board, form: Form, id: str) -> None:
        """Apply one tap in a form, or the press that opens it (its data has no tap). Repeated under its id, it changes
        nothing.
        """
        data = board.data
        if data.tap == forms.STILL:
            return
        kept = await self._kept(message)
        if data.tap == forms.BACK:
            await self._posts.note(_name(message), None)
        elif kept is None or kept.tap != id:
            draft = forms.tapped(form, _newest(kept, data), data.tap) if data.tap else drafts.start(form)
            await self._posts.note(_name(message), encode(Draft(data.row, data.index, draft, id)).decode())
        idle = message not in self._drawing
        self._drawing[message] = board
        if idle:
            self._calls.aside(self._draw(message))

    async def _kept(self, message: Key) -> Draft | None:
        kept = await self._posts.noted(_name(message))
        return decode(kept, Draft) if kept else None

    async def _draw(self, message: Key) -> None:
        """Update the keyboard. Taps that arrive meanwhile, here or at another process, are drawn together."""
        drawn: tuple[Board, Draft | None] | None = None
        try:
            while True:
                kept = await self._kept(message)
                wanted = self._drawing[message], kept
                if wanted == drawn:
                    break
                drawn = wanted
                await self._edit(message, _markup(*wanted))
        finally:
            del self._drawing[message]

    async def _edit(self, message: Key, markup: InlineKeyboardMarkup | None) -> None:
        chat, number = message
        try:
            await self._calls.patiently(
                chat, lambda: self._bot.edit_message_reply_markup(chat, number, reply_markup=markup)
            )
        except BadRequest as problem:
            log.debug("form_unchanged", why=problem.message)


def _name(message: Key) -> keys.Name:
    return keys.draft("telegram", *message)


def _newest(kept: Draft | None, data: Data) -> str:
    """Return the stored draft of a form, else that of the button."""
    return kept.draft if kept is not None and (kept.row, kept.index) == (data.row, data.index) else data.draft


def _markup(board: Board, kept: Draft | None) -> InlineKeyboardMarkup | None:
    if board.form is None or board.data.tap == forms.BACK or kept is None:
        return render.keyboard(board.data.row, board.asks)
    return forms.keyboard(board.data, board.form, _newest(kept, board.data))
