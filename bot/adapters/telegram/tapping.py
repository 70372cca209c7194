"""Filling in forms: a form opens in the keyboard of its own message, and every tap changes that keyboard only.

The draft is in the data of the buttons, so an open form survives a restart. Two quick taps carry the same old draft,
because the second came before the keyboard had changed. So the newest draft of each open form is kept in the store as
well, where every process that may get the next tap finds it.
"""

import structlog
from msgspec import Struct
from telegram import InlineKeyboardMarkup
from telegram.error import BadRequest

from bot import keys
from bot.adapters import drafts
from bot.adapters.telegram import forms, render
from bot.adapters.telegram.calls import Account, Calls
from bot.adapters.telegram.forms import Data
from games.core.codec import decode, encode
from games.core.post import Ask, Form
from storage.base import Store

log = structlog.get_logger(__name__)

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


class Tapping:
    """The open forms of all chats, by the message that each is open in."""

    def __init__(self, bot: Account, calls: Calls, store: Store) -> None:
        self._bot, self._calls, self._store = bot, calls, store
        self._drawing: dict[Key, Board] = {}

    async def tap(self, message: Key, board: Board, form: Form, id: str) -> None:
        """Apply one tap in a form, or the press that opens it (its data has no tap). Repeated under its id, it changes
        nothing. Raises `StoreError`.
        """
        data = board.data
        if data.tap == forms.STILL:
            return
        kept = await self._kept(message)
        if data.tap == forms.BACK:
            await self._store.point(_name(message), None)
        elif kept is None or kept.tap != id:
            draft = forms.tapped(form, _newest(kept, data), data.tap) if data.tap else drafts.start(form)
            await self._store.point(_name(message), encode(Draft(data.row, data.index, draft, id)).decode())
        idle = message not in self._drawing
        self._drawing[message] = board
        if idle:
            self._calls.aside(self._draw(message))

    async def fields(self, message: Key, form: Form, data: Data) -> tuple[tuple[str, str], ...]:
        """Return the form's values as it is filled in now. Raises `StoreError`."""
        return drafts.fields(form, _newest(await self._kept(message), data))

    async def leave(self, message: Key) -> bool:
        """Forget the form. Returns True if its keyboard is being drawn just now; it is then removed right after."""
        await self._store.point(_name(message), None)
        if message in self._drawing:
            self._drawing[message] = Board(Data("", -1), ())
            return True
        return False

    async def _kept(self, message: Key) -> Draft | None:
        kept = await self._store.pointed(_name(message))
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
