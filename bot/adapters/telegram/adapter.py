"""Telegram in and out: updates become acts, posts become messages.

Every update is handed to the door, which records it, before it is confirmed to Telegram. After a crash between the two,
the update comes again under the same id. Some calls need not be durable: the answer that stops a button's spinner, the
keyboard of an open form. They run in the background and block nobody.
"""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Sequence
from typing import Any, TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, Message, ReplyParameters
from telegram.constants import ChatAction, ParseMode
from telegram.error import BadRequest, InvalidToken

from bot import keys
from bot.adapters import drafts, map_image
from bot.adapters.base import Door, Later
from bot.adapters.telegram import forms, render, updates
from bot.adapters.telegram.calls import PRESSES, Account, Calls, Unread
from bot.adapters.telegram.forms import Data
from bot.adapters.telegram.listen import Listener, Webhook
from bot.adapters.telegram.operators import OperatorMenus
from bot.adapters.telegram.tapping import Board, Tapping
from bot.adapters.telegram.updates import Came
from bot.session.account import prefs
from bot.session.lobby import HUMAN
from bot.session.model.audience import Sent
from bot.session.model.inbound import Act, Command, Inbound, Open, Press
from bot.session.outbox import tag, tagged
from bot.session.router import EDITED, TURNED, translate
from bot.session.wording.lobby import INVITATION as INVITED
from games.core.codec import decode
from games.core.post import Form, Line, line, says
from games.core.registry import get, names
from storage.base import PartlyDown, Row, Store, StoreError

T = TypeVar("T")
log = structlog.get_logger(__name__)

TRIES = 5
"""Number of failures after which an update is skipped, so that it does not block everybody else's."""
UNSTORED = 1.0
"""Seconds until updates that could not be recorded are requested again."""
HELD = 15.0
"""Seconds for which an update is requested again while its part of the store is away and others are served. Telegram
gives at most 100 updates at a time, so many held ones would hide everybody else's.
"""
LOST = "I can't save moves right now. Check back and repeat yours if nothing changed."
REMEMBERED = 10_000
"""Maximum of presses that are remembered as answered, and of updates that are remembered as done."""
DEAD = frozenset({"stale", "over", "gone", "no_game"})
"""Codes of refusals after which a button will never work again."""
SPINS = 4.0
"""Seconds that a pressed button waits for an answer that is queued after other posts."""
LAST_WORDS = 1.0
"""Seconds for unfinished background calls when the program ends."""
OFF = LinkPreviewOptions(is_disabled=True)
GROUP = "Games are played in private here, so that nobody reads your cards."
APART = "That is for you alone: write to me in private."
OPERATE = "Operators' commands work in a private chat with me, where only you read the answers."
OTHER = "In your other game, {}:"
INVITATION = "Or send this link: {}"


class To(Struct, frozen=True):
    """The destination of a message; `quiet` for people who do not want to be notified."""

    chat: int
    topic: int | None
    quiet: bool | None


class Telegram:
    """One bot account. `api` is the base address of the Bot API, without `/bot`. Without a `webhook` the bot polls."""

    platform = "telegram"

    def __init__(self, token: str, api: str, store: Store, webhook: Webhook | None = None) -> None:
        self.store = store
        self.bot = Account(token, api)
        self._calls = Calls()
        self._listener = Listener(self.bot, self._calls, token, webhook)
        self.operators: tuple[str, ...] = ()
        self._menus = OperatorMenus(self.bot, self._calls)
        self._tapping = Tapping(self.bot, self._calls, store)
        self._newest: dict[str, str] = {}
        self._halves: dict[str, int] = {}
        self._wordy: set[int] = set()
        self._tries: dict[int, int] = defaultdict(int)
        self._held: dict[int, float] = {}
        self._hand: set[int] = set()
        """Numbers of the updates in progress."""
        self._done: OrderedDict[int, None] = OrderedDict()
        """Numbers of the updates done lately. One that was asked for again while it was in progress comes again."""
        self._chats: dict[int, asyncio.Task[bool]] = {}
        """The latest task of each chat, until it is done."""
        self._taking: set[asyncio.Task[bool]] = set()
        self._answered: OrderedDict[str, None] = OrderedDict()
        self._spinning: dict[str, asyncio.TimerHandle] = {}

    # --- in -----------------------------------------------------------------------------------------------------------

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Listen until `stop`. Raises `CannotServe`, for instance for a wrong token."""
        self._listener.ready = lambda: self._menus.begin(self.operators)
        try:
            await self._listener.run(lambda batch, patience: self.take(door, batch, patience), stop)
            if self._taking:
                await asyncio.wait(self._taking)
        finally:
            for task in self._taking:
                task.cancel()

    async def take(self, door: Door, batch: Sequence[dict[str, Any]], patience: float) -> Collection[int]:
        """Hand updates to the door: each chat in order, chats in parallel. Returns the numbers of updates that are not
        done after `patience` seconds, or must come again. Updates already in progress are not handed in twice.
        """
        acts = self._acts(batch)
        self._chats = {chat: task for chat, task in self._chats.items() if not task.done()}
        fresh: dict[int, list[Came]] = defaultdict(list)
        for came in acts:
            if came.update not in self._hand and came.update not in self._done:
                self._hand.add(came.update)
                fresh[came.chat].append(came)
        for chat, few in fresh.items():
            task = asyncio.create_task(self._chat(door, few, self._chats.get(chat)))
            self._chats[chat] = task
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)
        undone = {came.chat for came in acts if came.update in self._hand}
        if waiting := {self._chats[chat] for chat in undone}:
            await asyncio.wait(waiting, timeout=patience)
        return {came.update for came in acts if came.update not in self._done}

    def _acts(self, batch: Sequence[dict[str, Any]]) -> list[Came]:
        """Return the updates that concern the bot; unreadable ones are left out."""
        acts = []
        for update in batch:
            try:
                came = updates.came(update)
            except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as problem:
                log.warning("update_unread", error=type(problem).__name__)
                continue
            if came is not None:
                acts.append(came)
        return acts

    async def _chat(self, door: Door, acts: Sequence[Came], before: "asyncio.Task[bool] | None") -> bool:
        """Process a chat's updates after its earlier ones. Returns False if some of them must come again."""
        try:
            if before is not None:
                await asyncio.wait({before})
                if before.cancelled() or not before.result():
                    return False
            return await self._in_order(door, acts)
        finally:
            self._hand.difference_update(came.update for came in acts)

    async def _in_order(self, door: Door, acts: Sequence[Came]) -> bool:
        for came in acts:
            try:
                await self._one(door, came)
            except PartlyDown:
                if not self._given_up(came):
                    await asyncio.sleep(UNSTORED)
                    return False
            except StoreError:
                # Not counted as a failure: the update stays with Telegram for as long as the store is away.
                await asyncio.sleep(UNSTORED)
                return False
            except Exception:
                self._tries[came.update] += 1
                log.exception("update_failed", update=came.update)
                if self._tries[came.update] < TRIES:
                    await asyncio.sleep(0.5)
                    return False
            self._tries.pop(came.update, None)
            self._held.pop(came.update, None)
            self._done[came.update] = None
            if len(self._done) > REMEMBERED:
                self._done.popitem(last=False)
        return True

    def _given_up(self, came: Came) -> bool:
        """Return whether an update has been held long enough. Its sender is then asked to repeat the act."""
        now = time.monotonic()
        if now - self._held.setdefault(came.update, now) < HELD:
            return False
        if came.private:
            chat = came.chat
            self._calls.aside(self._calls.patiently(chat, lambda: self.bot.send_message(chat, LOST)))
        return True

    async def _one(self, door: Door, came: Came) -> None:
        if came.query:
            await self._press(door, came)
            return
        if came.edits:
            if came.private:
                await door.handle(self._inbound(came, Command(EDITED)))
            return
        act = updates.act_of(came.said, self.bot.username)
        if came.private:
            self._stands(_here(came), str(came.message))
            if came.reply:
                await self._turn(door, came, forms.data_of(came.reply).row)
            if act is not None:
                answer = await door.handle(self._inbound(came, act))
                self._menus.answered(came.chat, act, answer)
        elif act is not None and (opening := self._table(came, act)) is not None:
            await door.handle(opening)
        elif act is not None and (payload := updates.home(act, updates.addressed(came.said))) is not None:
            self._calls.aside(self._send_home(came, payload))

    async def _turn(self, door: Door, came: Came, row: str) -> None:
        """Direct a person's next words to the game of a post that they reply to, or under which they ask what
        to type.
        """
        inbound = self._inbound(came, Command(TURNED, row))
        await door.handle(replace(inbound, id=f"{inbound.id}:to"))

    def _inbound(self, came: Came, act: Act) -> Inbound:
        return Inbound(
            id=f"tg:{self.bot.id}:{came.update}",
            place=_here(came),
            user=f"{self.platform}:{came.user}",
            at=time.time_ns() // 1_000_000,
            act=act,
            private=came.private,
            name=came.name,
            origin=came.query,
            locale=came.locale,
            realm=self.platform,
        )

    def _table(self, came: Came, act: Act) -> Inbound | None:
        """Return an act in a group that opens a table for several people; None for other acts. The group looks on, and
        seats are taken in private.
        """
        meant = translate(self._inbound(came, act))
        if isinstance(meant.act, Open) and meant.act.rest == HUMAN:
            return replace(meant, act=replace(meant.act, watch=True))
        return None

    async def _send_home(self, came: Came, payload: str) -> None:
        """Answer in a group with a button that leads to a private chat."""
        link, label = self._link(payload), "Play in private" if payload else "Write to me"
        button = InlineKeyboardButton(label, url=link)
        await self._calls.patiently(
            came.chat,
            lambda: self.bot.send_message(
                came.chat,
                GROUP if payload else OPERATE,
                reply_markup=InlineKeyboardMarkup([[button]]),
                reply_parameters=ReplyParameters(came.message, allow_sending_without_reply=True),
            ),
        )

    def _at(self, place: str) -> int:
        """Return the current chat of a place."""
        return self._calls.moved.get(_chat(place), _chat(place))

    def _link(self, payload: str) -> str:
        return f"https://t.me/{self.bot.username}" + (f"?start={payload}" if payload else "")

    # --- buttons ------------------------------------------------------------------------------------------------------

    async def _press(self, door: Door, came: Came) -> None:
        data = forms.data_of(came.said)
        board = await self._board(came, data)
        form = board.form if board is not None else None
        fields: tuple[tuple[str, str], ...] = ()
        if board is not None and form is not None:
            if data.tap != forms.OK:
                await self._tap(door, came, board, form)
                return
            fields = await self._tapping.fields((came.chat, came.message), form, data)
        answer = await door.handle(self._inbound(came, Press(data.row, data.index, fields)))
        if not await self._replied(came):
            self._calls.aside(self._acknowledge(came.query))
        elif came.query not in self._answered:
            self._spinning[came.query] = asyncio.get_running_loop().call_later(SPINS, self._still, came.query)
        dead = answer.what == "refused" and answer.code in DEAD
        if came.there and (dead or answer.code == "forget"):
            # Some buttons must not be pressed again by mistake: duplicates, expired ones, and the question whether to
            # erase a person's data.
            self._calls.aside(self.close(_here(came), str(came.message)))

    async def _board(self, came: Came, data: Data) -> Board | None:
        """Return the post behind a button, if it was posted in this chat."""
        stored = await tagged(self.store, data.row)
        if stored is None or stored.post.place != _here(came):
            return None
        return Board(data, decode(stored.post.body, Sent).post.asks)

    async def _tap(self, door: Door, came: Came, board: Board, form: Form) -> None:
        """Handle a tap inside a form. It concerns only the person who fills the form in."""
        if came.query in self._answered:
            return  # the same tap, delivered again
        if drafts.tappable(form):
            await self._tapping.tap((came.chat, came.message), board, form, came.query)
            self._calls.aside(self._acknowledge(came.query))
        else:
            await self._turn(door, came, board.data.row)
            self._calls.aside(self._acknowledge(came.query, forms.hint(form)))
        self._mark(came.query)

    async def _replied(self, came: Came) -> bool:
        """Return whether the press was answered, or a private answer to it waits to go out."""
        waiting = await self.store.outbox(_here(came))
        return any(decode(row.post.body, Sent).origin == came.query for row in waiting) or came.query in self._answered

    def _still(self, query: str) -> None:
        """Stop the spinner of a press whose answer waits behind other posts. The answer becomes a message then."""
        del self._spinning[query]
        self._calls.aside(self._acknowledge(query))

    def _mark(self, query: str) -> None:
        self._answered[query] = None
        if (timer := self._spinning.pop(query, None)) is not None:
            timer.cancel()
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    async def _acknowledge(self, query: str, text: str = "") -> None:
        await self._calls.patiently(PRESSES, lambda: self._toast(query, text))

    async def _toast(self, query: str, text: str, alert: bool = False) -> bool:
        """Answer a press, which is possible only once. Returns False if it is too late. Raises `Later`."""
        self._mark(query)
        try:
            await self._calls(
                PRESSES, lambda: self.bot.answer_callback_query(query, text=text or None, show_alert=alert or None)
            )
        except BadRequest as problem:
            log.debug("press_too_old", why=problem.message)
            return False
        except Later:
            self._answered.pop(query, None)
            raise
        return True

    # --- out ----------------------------------------------------------------------------------------------------------

    async def show(self, row: Row, sent: Sent) -> str:
        chat = self._at(row.post.place)
        quiet = None if (await prefs(self.store, _place(_chat(row.post.place)))).pings else True
        to = To(chat, _topic(row.post.place), quiet)
        if sent.private and sent.viewer and chat < 0:
            sent = Sent(says(APART), code="play")  # a seat's private information is never sent to a group
        sent = await self._named(row, self._inviting(chat, sent))
        await map_image.ready(sent.post)
        parts = render.parts(sent.post)
        ref = ""
        for i, part in enumerate(parts):
            if i < self._halves.get(tag(row), 0):
                continue  # sent before the platform failed on the next part
            markup = self._keyboard(row, sent) if i == len(parts) - 1 else None
            ref = await self._sent(to, part, markup)
            self._halves[tag(row)] = i + 1
        self._halves.pop(tag(row), None)
        self._stands(row.post.place, ref)
        return ref

    def _stands(self, place: str, ref: str) -> None:
        """Note the newest message of a place. If a place is forgotten, its next post is sent again instead of
        edited.
        """
        self._newest.pop(place, None)
        self._newest[place] = ref
        if len(self._newest) > REMEMBERED:
            del self._newest[next(iter(self._newest))]

    def _inviting(self, chat: int, sent: Sent) -> Sent:
        """Return a post with the link of its join code, for passing on. In a group a button replaces the link."""
        if not sent.code or chat < 0:
            return sent
        return replace(sent, post=replace(sent.post, blocks=(*sent.post.blocks, self._invitation(sent.code))))

    async def _named(self, row: Row, sent: Sent) -> Sent:
        """Return a post that names its game, if words in this chat belong to another game."""
        place = row.post.place
        if _chat(place) < 0 or not row.sid or sent.user or row.post.slot == INVITED:
            return sent
        heard = await self.store.pointed(keys.focus(place, _place(_chat(place))))
        loaded = await self.store.load(row.sid) if heard not in (None, row.sid) else None
        if loaded is None or loaded.head.game not in names():
            return sent
        head = line(OTHER.format(get(loaded.head.game).title))
        return replace(sent, post=replace(sent.post, blocks=(head, *sent.post.blocks)))

    def _invitation(self, code: str) -> Line:
        return line(INVITATION.format(self._link(code)))

    def _keyboard(self, row: Row, sent: Sent) -> InlineKeyboardMarkup | None:
        made = render.keyboard(tag(row), sent.post.asks)
        if not sent.code or _chat(row.post.place) >= 0:
            return made
        label = "Take a free seat" if sent.code != "play" else "Play in private"
        seat = InlineKeyboardButton(label, url=self._link(sent.code))
        return InlineKeyboardMarkup([[seat], *(made.inline_keyboard if made else ())])

    async def _sent(self, to: To, part: render.Part, markup: InlineKeyboardMarkup | None) -> str:
        """Post one message and return its number; "" if the server says that it was posted but gives no readable
        number.
        """
        try:
            return str((await self._send(to, part, markup)).message_id)
        except Unread as posted:
            log.warning("answer_unread", method="send")
            return posted.ref

    async def _send(self, to: To, part: render.Part, markup: InlineKeyboardMarkup | None) -> Message:
        """Post one message. A picture or a file that cannot be sent is replaced by words."""
        chat = to.chat
        attached = part.png is not None or part.file is not None
        try:
            if attached and chat not in self._wordy:
                return await self._calls(chat, lambda: self._attached(to, part, markup))
            if not attached:
                return await self._calls(chat, lambda: self._text(to, part.html, ParseMode.HTML, markup))
        except BadRequest as problem:
            log.warning("sent_plainly", why=problem.message)
        except Later as pause:
            if attached and not pause.seconds:
                self._wordy.add(chat)
            raise
        self._wordy.discard(chat)
        return await self._calls(chat, lambda: self._text(to, part.bare, None, markup))

    async def _attached(self, to: To, part: render.Part, markup: InlineKeyboardMarkup | None) -> Message:
        """Post a picture or a file. Raises `BadRequest` where none can be posted."""
        try:
            if part.png is not None:
                caption, mode = part.html or part.bare, ParseMode.HTML if part.html else None
                return await self.bot.send_photo(
                    to.chat,
                    part.png,
                    caption,
                    parse_mode=mode,
                    reply_markup=markup,
                    disable_notification=to.quiet,
                    message_thread_id=to.topic,
                )
            assert part.file is not None
            data = part.file.text.encode()
            return await self.bot.send_document(
                to.chat, data, filename=part.file.file, reply_markup=markup, message_thread_id=to.topic
            )
        except InvalidToken as problem:  # the library's name for 404, which a server without this method answers
            raise BadRequest(problem.message) from None

    async def _text(self, to: To, text: str, mode: str | None, markup: InlineKeyboardMarkup | None) -> Message:
        return await self.bot.send_message(
            to.chat,
            text,
            mode,
            reply_markup=markup,
            link_preview_options=OFF,
            disable_notification=to.quiet,
            message_thread_id=to.topic,
        )

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        chat = self._at(row.post.place)
        parts = render.parts(self._inviting(chat, sent).post)
        if len(parts) != 1 or parts[0].file is not None or parts[0].png is not None:
            return False
        markup = self._keyboard(row, sent)
        try:
            await self._calls(
                chat,
                lambda: self.bot.edit_message_text(
                    parts[0].html,
                    chat_id=chat,
                    message_id=int(ref),
                    parse_mode=ParseMode.HTML,
                    reply_markup=markup,
                    link_preview_options=OFF,
                ),
            )
        except BadRequest as problem:
            return "not modified" in problem.message
        except Unread:
            log.warning("answer_unread", method="edit")
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """Show a short private answer over the chat. An answer with buttons or many words becomes a message."""
        text = None if sent.code else render.toast(sent.post)
        if text is None:
            if sent.origin not in self._answered:
                await self._toast(sent.origin, "")
            return None
        late = sent.origin in self._answered
        return "toast" if not late and await self._toast(sent.origin, text, alert=True) else None

    async def close(self, place: str, ref: str) -> None:
        chat = self._at(place)
        try:
            if not await self._tapping.leave((chat, int(ref))):
                await self._calls(chat, lambda: self.bot.edit_message_reply_markup(chat, int(ref), reply_markup=None))
        except (BadRequest, Unread, ValueError) as problem:
            log.debug("buttons_gone", error=type(problem).__name__)

    def newest(self, place: str) -> str | None:
        # Behind a webhook another process may have received the newer messages.
        return None if self._listener.webhook is not None else self._newest.get(place)

    def typing(self, place: str) -> None:
        if not self._calls.waits(_chat(place)):
            self._calls.aside(self._typing(_chat(place)))

    async def _typing(self, chat: int) -> None:
        await self._calls(chat, lambda: self.bot.send_chat_action(chat, ChatAction.TYPING))

    async def shutdown(self) -> None:
        for timer in self._spinning.values():
            timer.cancel()
        await self._calls.settle(LAST_WORDS)
        await self.bot.shutdown()


def _place(chat: int, topic: int = 0) -> str:
    return f"{Telegram.platform}:{chat}" + (f"/{topic}" if topic else "")


def _here(came: Came) -> str:
    return _place(came.chat, came.topic)


def _chat(place: str) -> int:
    return int(place.partition(":")[2].partition("/")[0])


def _topic(place: str) -> int | None:
    return int(place.partition("/")[2] or 0) or None
