"""Pressed buttons, and forms, which open in the keyboard of their own message and change with every tap.

The draft of a form is in the data of its buttons, so an open form survives a restart. Two quick taps carry the same old
draft, because the second came before the keyboard had changed. So the newest draft of each open form is kept in the
store as well, where every process that may get the next tap finds it. It belongs to the game and the chat rather than
to one message: when a newer post takes the buttons over, the form moves there with its draft.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

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
from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer, Command, Press
from bot.session.outbox import Posts, Stored
from bot.session.router import TURNED
from games.core.codec import decode, encode
from games.core.phrases import joined
from games.core.post import Ask, Form

log = structlog.get_logger(__name__)

SPINS = 4.0
"""Seconds that a pressed button waits for an answer that is queued after other posts."""
DEAD = frozenset({"stale", "over", "gone", "no_game"})
"""Codes of refusals after which a button will never work again."""
Fields = tuple[tuple[str, str], ...]
Key = tuple[int, int]
"""Chat and message."""


class Board(Struct, frozen=True):
    """The buttons of a post, as a message has them."""

    row: str
    asks: tuple[Ask, ...]

    def form(self, index: int) -> Form | None:
        ask = self.asks[index] if 0 <= index < len(self.asks) else None
        return ask if isinstance(ask, Form) else None


NO_BUTTONS = Board("", ())


class Draft(Struct, frozen=True):
    """An open form: its message, post and place there, the newest draft, and the tap that made it.

    `sent`: the form has been sent, and its answer is on the way. `at`: the field that was tapped last.
    """

    message: int
    row: str
    index: int
    draft: str
    tap: str
    sent: bool = False
    at: int = 0


class Moving(Struct, frozen=True):
    """An open form on its way to a newer post. `said` is what the reader should know of it, "" for nothing; without a
    `form` it ends there.
    """

    draft: Draft
    form: Form | None = None
    index: int = 0
    said: str = ""


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
        self.prompt: Callable[[str, Data, Form], Coroutine[Any, Any, None]] = _no_prompt
        """Asks in a place for what is to be typed into a button's form."""

    async def press(self, door: Door, came: Came) -> None:
        """Handle one press. Raises `StoreError`."""
        data = forms.data_of(came.said)
        post = await self._posts.read(data.row)
        here = post is not None and post.place == came.place
        board = Board(data.row, post.sent.post.asks if post is not None and here else ())
        if post is not None and (form := board.form(data.index)) is not None:
            answer = await self._in_form(door, came, post, board, form)
        else:
            answer = await door.handle(reading.inbound(came, Press(data.row, data.index), self._bot.id), post)
        if answer is None:
            return
        await self._spin(came)
        dead = answer.what == "refused" and answer.code in DEAD
        if came.there and (dead or answer.code == "forget"):
            # Some buttons must not be pressed again by mistake: duplicates, expired ones, and the question whether to
            # erase a person's data.
            self._calls.aside(self.close(self._calls.moved.get(came.chat, came.chat), came.message))

    async def _in_form(self, door: Door, came: Came, post: Stored, board: Board, form: Form) -> Answer | None:
        """Handle a press in a form. Return the answer if it sends the form, filled in; None otherwise."""
        data, name = forms.data_of(came.said), keys.form(came.place, post.sid)
        if data.tap != forms.OK:
            await self._tap(door, came, name, board, form)
            await door.filling(reading.inbound(came, Press(data.row, data.index), self._bot.id))
            return None
        fields = await self._filled(came, name, form)
        if fields is None:
            return None
        act = Press(data.row, data.index, fields)
        answer = await door.handle(reading.inbound(came, act, self._bot.id), post)
        await self._sent(name, data, answer.what == "refused")
        return answer

    async def _spin(self, came: Came) -> None:
        """Let a pressed button wait for its answer if there is one; else stop its spinner."""
        replies = await self._posts.answers(came.place, came.query)
        if came.query not in self.answered and replies:
            self._spinning[came.query] = asyncio.get_running_loop().call_later(SPINS, self._still, came.query)
        elif came.query not in self.answered:
            self._calls.aside(self._acknowledge(came.query))

    async def _filled(self, came: Came, name: keys.Name, form: Form) -> Fields | None:
        """Return the fields of a form that is being sent; None if it lacks some, which is said."""
        data = forms.data_of(came.said)
        draft = await self._draft(await self._kept(name), data, form)
        if lacking := drafts.lacking(form, draft):
            if came.query not in self.answered:
                self._calls.aside(self._acknowledge(came.query, forms.LACKING.format(joined(lacking)), alert=True))
                self._mark(came.query)
            return None
        await self._sending(name, data)
        return drafts.fields(form, draft)

    async def _tap(self, door: Door, came: Came, name: keys.Name, board: Board, form: Form) -> None:
        """Handle a tap inside a form. It concerns only the person who fills the form in."""
        if came.query in self.answered:
            return  # the same tap, delivered again
        if drafts.tappable(form):
            said = "" if await self._change(came, name, board, form) else forms.MOVED
            self._calls.aside(self._acknowledge(came.query, said))
        else:
            await turn(door, came, self._bot.id, board.row)
            # One field is asked for in a message, which the answer replies to; more of them need all the words.
            alone = forms.single(form) is not None
            self._calls.aside(self._acknowledge(came.query, "" if alone else forms.hint(form)))
            if alone:
                self._calls.aside(self.prompt(came.place, forms.data_of(came.said), form))
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

    async def _acknowledge(self, query: str, text: str = "", alert: bool = False) -> None:
        await self._calls.patiently(PRESSES, lambda: self.toast(query, text, alert))

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
        """Remove the keyboard of a message. Does nothing if the message is gone."""
        try:
            if (chat, message) in self._drawing:
                # The keyboard is being drawn just now; it is removed right after.
                self._drawing[chat, message] = NO_BUTTONS
                return
            await self._calls(chat, lambda: self._bot.edit_message_reply_markup(chat, message, reply_markup=None))
        except (BadRequest, Unread) as problem:
            log.debug("buttons_gone", error=type(problem).__name__)

    async def _change(self, came: Came, name: keys.Name, board: Board, form: Form) -> bool:
        """Apply one tap in a form, or the press that opens it (its data has no tap). Repeated under its id, it changes
        nothing. Returns False if the message has no such form any more.
        """
        data, message = forms.data_of(came.said), came.message
        if data.tap == forms.STILL:
            return True
        kept = await self._kept(name)
        elsewhere = kept is not None and kept.message != message and await self._twin(kept, form)
        if data.tap and kept is not None and elsewhere:
            # The form has moved to a newer post, and this tap was made before the person saw that.
            message, board = kept.message, Board(kept.row, await self._asks(kept.row))
            data = Data(kept.row, kept.index, kept.draft, data.tap)
        elif not came.there:
            return False
        if data.tap == forms.BACK:
            await self._posts.note(name, None)
        elif kept is None or kept.tap != came.query:
            fresh = not data.tap and not elsewhere
            draft = drafts.start(form) if fresh else await self._draft(kept, data, form)
            draft = forms.tapped(form, draft, data.tap)
            at = forms.place_of(data.tap, 0 if kept is None or fresh else kept.at)
            await self._keep(name, Draft(message, data.row, data.index, draft, came.query, at=at))
        self._redraw((came.chat, message), name, board)
        return True

    # --- the newest draft ---------------------------------------------------------------------------------------------

    async def _kept(self, name: keys.Name) -> Draft | None:
        kept = await self._posts.noted(name)
        return decode(kept, Draft) if kept else None

    async def _keep(self, name: keys.Name, draft: Draft) -> None:
        await self._posts.note(name, encode(draft).decode())

    async def _asks(self, row: str) -> tuple[Ask, ...]:
        post = await self._posts.read(row)
        return post.sent.post.asks if post is not None else ()

    async def _twin(self, kept: Draft, form: Form) -> bool:
        """Return whether a kept draft is of a form with the same fields as this one, so that their taps agree."""
        other = await self._posts.ask(kept.row, kept.index)
        return isinstance(other, Form) and (other.says, other.fields) == (form.says, form.fields)

    async def _draft(self, kept: Draft | None, data: Data, form: Form) -> str:
        """Return the newest draft of a form: the kept one if it is of this form, else that of the button."""
        if kept is None or ((kept.row, kept.index) != (data.row, data.index) and not await self._twin(kept, form)):
            return data.draft
        return kept.draft

    async def _sending(self, name: keys.Name, data: Data) -> None:
        """Note that a form is being sent: the posts that answer it do not open it again."""
        kept = await self._kept(name)
        if kept is not None and (kept.row, kept.index) == (data.row, data.index):
            await self._keep(name, replace(kept, sent=True))

    async def _sent(self, name: keys.Name, data: Data, refused: bool) -> None:
        """Forget the draft of a form that was sent. One that was refused stays open."""
        kept = await self._kept(name)
        if kept is not None and kept.sent and (kept.row, kept.index) == (data.row, data.index):
            await (self._keep(name, replace(kept, sent=False)) if refused else self._posts.note(name, None))

    # --- a form that moves to a newer post ----------------------------------------------------------------------------

    async def moving(self, name: keys.Name, sent: Sent) -> Moving | None:
        """Return the open form that a new post of its game takes over or ends; None if there is none."""
        kept = await self._kept(name)
        if kept is None or kept.sent or not sent.post.asks or sent.user:
            return None
        old = await self._posts.ask(kept.row, kept.index)
        if not isinstance(old, Form):
            return Moving(kept)
        for index, ask in enumerate(sent.post.asks):
            if isinstance(ask, Form) and drafts.alike(old, ask) and drafts.tappable(ask):
                if ask != old and kept.draft == drafts.start(old):
                    break  # nothing was chosen in it, and what it opened with is no longer so
                draft, lost = drafts.carried(old, kept.draft, ask)
                said = forms.LOST.format(form=_called(ask), lost=joined(lost)) if lost else ""
                return Moving(replace(kept, draft=draft), ask, index, said)
        # Where nothing is decided any more, the post itself says that it is over. Who chose nothing has lost nothing.
        told = sent.stakes and kept.draft != drafts.start(old)
        return Moving(kept, said=forms.ENDED.format(form=_called(old)) if told else "")

    async def moved(self, name: keys.Name, moving: Moving, row: str, chat: int, message: int, sent: Sent) -> None:
        """Note the new message of a form that has moved there. Taps made while it was under way are added."""
        if moving.form is None:
            await self._posts.note(name, None)
            return
        kept, draft = await self._kept(name), moving.draft
        if kept is None or kept.sent or kept.row != draft.row:
            return
        late = kept.tap != draft.tap
        old = await self._posts.ask(kept.row, kept.index) if late else None
        newest = drafts.carried(old, kept.draft, moving.form)[0] if isinstance(old, Form) else draft.draft
        await self._keep(name, Draft(message, row, moving.index, newest, kept.tap, at=kept.at))
        if late:
            self._redraw((chat, message), name, Board(row, sent.post.asks))

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _redraw(self, message: Key, name: keys.Name, board: Board) -> None:
        idle = message not in self._drawing
        self._drawing[message] = board
        if idle:
            self._calls.aside(self._draw(message, name))

    async def _draw(self, message: Key, name: keys.Name) -> None:
        """Update the keyboard. Taps that arrive meanwhile, here or at another process, are drawn together."""
        drawn: tuple[Board, Draft | None] | None = None
        try:
            while True:
                kept = await self._kept(name)
                wanted = self._drawing[message], kept
                if wanted == drawn:
                    break
                drawn = wanted
                await self._edit(message, _markup(*wanted, message[1]))
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


async def _no_prompt(_place: str, _button: Data, _form: Form) -> None:
    """Ask nothing."""


def _called(form: Form) -> str:
    return form.label.rstrip("…")


def _markup(board: Board, kept: Draft | None, message: int) -> InlineKeyboardMarkup | None:
    """Return the keyboard of a message: its open form, else its buttons."""
    if kept is None or (kept.message, kept.row) != (message, board.row):
        return render.keyboard(board.row, board.asks)
    form = board.form(kept.index)
    return forms.keyboard(Data(kept.row, kept.index), form, kept.draft, kept.at) if form is not None else None
