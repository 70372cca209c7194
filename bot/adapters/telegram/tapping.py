"""Filling in forms: a form opens in the keyboard of its own message, and every tap changes that keyboard only.

The draft is in the data of the buttons, so an open form outlives a restart. Two quick taps carry the same old draft,
because the second came before the keyboard had changed; so the newest draft of each open form is remembered as well.
"""

from collections import OrderedDict

import structlog
from msgspec import Struct
from telegram import InlineKeyboardMarkup
from telegram.error import BadRequest

from bot.adapters import drafts
from bot.adapters.telegram import forms, render
from bot.adapters.telegram.calls import Account, Calls
from bot.adapters.telegram.forms import Data
from games.post import Ask, Form

log = structlog.get_logger(__name__)

OPEN = 5_000
"""Open forms that are remembered; those beyond live in their buttons."""
Key = tuple[int, int]
"""Chat and message."""


class Board(Struct, frozen=True):
    """A message with a form among its asks, and what was pressed there last."""

    data: Data
    asks: tuple[Ask, ...]

    @property
    def form(self) -> Form | None:
        ask = self.asks[self.data.index] if 0 <= self.data.index < len(self.asks) else None
        return ask if isinstance(ask, Form) else None


class Tapping:
    """The open forms of all chats, by the message that each is open in."""

    def __init__(self, bot: Account, calls: Calls) -> None:
        self._bot, self._calls = bot, calls
        self._drafts: OrderedDict[Key, tuple[str, int, str]] = OrderedDict()
        self._drawing: dict[Key, Board] = {}

    def tap(self, message: Key, board: Board, form: Form) -> None:
        """One tap in a form, or the press that opens it (its data has no tap)."""
        data = board.data
        if data.tap == forms.STILL:
            return
        if data.tap == forms.BACK:
            self._drafts.pop(message, None)
        else:
            draft = forms.tapped(form, self._draft(message, data), data.tap) if data.tap else drafts.start(form)
            self._drafts[message] = data.row, data.index, draft
            self._drafts.move_to_end(message)
            if len(self._drafts) > OPEN:
                self._drafts.popitem(last=False)
        idle = message not in self._drawing
        self._drawing[message] = board
        if idle:
            self._calls.aside(self._draw(message))

    def fields(self, message: Key, form: Form, data: Data) -> tuple[tuple[str, str], ...]:
        """What the form says as it is filled in now."""
        return drafts.fields(form, self._draft(message, data))

    def leave(self, message: Key) -> bool:
        """Forget the form. True if its keyboard is just being drawn: then it is taken away right after that."""
        self._drafts.pop(message, None)
        if message in self._drawing:
            self._drawing[message] = Board(Data("", -1), ())
            return True
        return False

    def _draft(self, message: Key, data: Data) -> str:
        """The newest draft of a form: the remembered one, else that of the button."""
        row, index, draft = self._drafts.get(message, ("", -1, ""))
        return draft if (row, index) == (data.row, data.index) else data.draft

    async def _draw(self, message: Key) -> None:
        """Bring the keyboard up to date. Taps that come meanwhile are drawn together."""
        drawn: Board | None = None
        try:
            while (board := self._drawing[message]) is not drawn:
                drawn = board
                await self._edit(message, self._markup(message, board))
        finally:
            del self._drawing[message]

    def _markup(self, message: Key, board: Board) -> InlineKeyboardMarkup | None:
        if board.form is None or board.data.tap == forms.BACK:
            return render.keyboard(board.data.row, board.asks)
        return forms.keyboard(board.data, board.form, self._draft(message, board.data))

    async def _edit(self, message: Key, markup: InlineKeyboardMarkup | None) -> None:
        chat, number = message
        try:
            await self._calls.patiently(
                chat, lambda: self._bot.edit_message_reply_markup(chat, number, reply_markup=markup)
            )
        except BadRequest as problem:
            log.debug("form_unchanged", why=problem.message)
