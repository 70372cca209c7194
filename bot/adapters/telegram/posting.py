"""Posts as messages in Telegram's chats: words, pictures, files, keyboards, and answers to presses."""

from functools import partial

import structlog
from msgspec import Struct
from msgspec.structs import replace
from telegram import ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, Message
from telegram.constants import ChatAction, ParseMode, ReactionEmoji
from telegram.error import BadRequest, InvalidToken

from bot import keys
from bot.adapters import pictures
from bot.adapters.base import FREE_SEAT, Later, Posting, trim
from bot.adapters.telegram import forms, render
from bot.adapters.telegram.calls import Account, Calls, Unread
from bot.adapters.telegram.inviting import PLAY, link_of, ways
from bot.adapters.telegram.pressing import Moving, Presses
from bot.adapters.telegram.reading import PLATFORM
from bot.session.model.audience import Sent, noted
from bot.session.model.inbound import Press
from bot.session.outbox import Posts, Row, tag
from bot.session.wording.lobby import INVITATION as INVITED
from games.core.phrases import short
from games.core.post import Form, line, says

log = structlog.get_logger(__name__)

LAST_WORDS = 1.0
"""Seconds for unfinished background calls when the program ends."""
OFF = LinkPreviewOptions(is_disabled=True)
APART = "That is only for you: write to me in private."
OTHER = "In your other game, {}:"
INVITATION = "Or send this link: {}"
PARTY = "5046509860389126442"
"""Id of the party popper, one of the message effects that every account may use."""
SEEN = ReactionEmoji.EYES


class To(Struct, frozen=True):
    """The destination of a message; `quiet` for people who do not want to be notified. `effect` is played with it."""

    chat: int
    topic: int | None
    quiet: bool | None
    effect: str | None = None


class Prompt(Struct, frozen=True):
    """A question for what is to be typed into a form; `message` is 0 while it is being sent."""

    message: int
    button: forms.Data
    form: Form

    def filled(self, to: int, text: str) -> Press | None:
        """Return the form that a reply to this question fills in; None for words that are just what they say."""
        if to != self.message or forms.says_itself(self.form):
            return None
        return Press(self.button.row, self.button.index, ((self.form.fields[0].key, text),))


class ChatPosting(Posting):
    """The half of the adapter that sends posts."""

    def __init__(self, bot: Account, posts: Posts) -> None:
        super().__init__(posts)
        self.bot = bot
        self._calls = Calls()
        self._presses = Presses(bot, self._calls, posts)
        self._wordy: set[int] = set()
        self._heard: dict[str, int] = {}
        """The message of each place's person that nothing was answered to yet."""
        self._prompts: dict[str, Prompt] = {}
        """The last question of each place, until something is written there."""
        self._presses.prompt = self._prompt

    async def show(self, row: Row, sent: Sent) -> str:
        chat = self._at(row.post.place)
        heard = self._heard.pop(row.post.place, 0)
        receipt = sent.post.receipt and len(sent.post.blocks) == 1 and not sent.post.asks
        if heard and receipt and await self._marked(chat, heard):
            return f"mark:{heard}"
        quiet = None if await self.posts.pings(_user(row.post.place)) else True
        effect = PARTY if sent.deal and chat > 0 else None
        to = To(chat, _topic(row.post.place), quiet, effect)
        if sent.private and sent.viewer and chat < 0:
            sent = Sent(says(APART), code=PLAY)  # a seat's private information is never sent to a group
        sent = await self._named(row, self._inviting(chat, sent))
        moving = await self._moving(row, sent)
        sent = _said(sent, moving)
        await pictures.ready(sent.post)

        async def send(_: int, part: render.Part, last: bool) -> str:
            markup = self._keyboard(row, sent, moving) if last else None
            return await self._sent(to if last else replace(to, effect=None), part, markup)

        ref = await self._in_parts(tag(row), render.parts(sent.post), send)
        self._noted(row.post.place, ref)
        await self._moved(row, sent, moving, ref)
        return ref

    async def _marked(self, chat: int, message: int) -> bool:
        """Mark a person's message as seen. Returns False if that is not possible."""
        try:
            return await self._calls(chat, lambda: self.bot.set_message_reaction(chat, message, SEEN))
        except (BadRequest, InvalidToken) as problem:
            log.info("unmarked", why=problem.message)
            return False

    async def _prompt(self, place: str, button: forms.Data, form: Form) -> None:
        """Ask for a form's text, in a message that the person's next words reply to."""
        before, field = self._prompts.get(place), form.fields[0]
        if before is not None and not before.message:
            return
        chat, self._prompts[place] = self._at(place), Prompt(0, button, form)
        if before is not None:
            self._calls.aside(self._calls(chat, partial(self.bot.delete_message, chat, before.message)))
        words = (forms.EITHER_WAY if forms.says_itself(form) else forms.QUESTION).format(field.label)
        wanted = ForceReply(input_field_placeholder=short(field.label, forms.PLACEHOLDER))
        to = To(chat, _topic(place), quiet=True)
        try:
            asked = await self._calls.patiently(chat, lambda: self._text(to, words, None, wanted))
        except BaseException:
            self._prompts.pop(place, None)
            raise
        self._prompts[place] = Prompt(asked.message_id, button, form)
        trim(self._prompts)
        self._noted(place, str(asked.message_id))

    async def _moving(self, row: Row, sent: Sent) -> Moving | None:
        return await self._presses.moving(keys.form(row.post.place, row.sid), sent) if row.sid else None

    async def _moved(self, row: Row, sent: Sent, moving: Moving | None, ref: str) -> None:
        if moving is not None and ref.isdecimal():
            chat, name = self._at(row.post.place), keys.form(row.post.place, row.sid)
            await self._presses.moved(name, moving, tag(row), chat, int(ref), sent)

    def _at(self, place: str) -> int:
        return self._calls.moved.get(_chat(place), _chat(place))

    def _link(self, payload: str) -> str:
        return link_of(self.bot, payload)

    def _inviting(self, chat: int, sent: Sent) -> Sent:
        """Return a post with the link of its join code, for passing on. In a group a button replaces the link."""
        if not sent.code or chat < 0:
            return sent
        link = line(INVITATION.format(self._link(sent.code)))
        return replace(sent, post=replace(sent.post, blocks=(*sent.post.blocks, link)))

    async def _named(self, row: Row, sent: Sent) -> Sent:
        place = row.post.place
        if _chat(place) < 0 or not row.sid or sent.user or row.post.slot == INVITED:
            return sent
        other = await self.posts.places.other(row.sid, place, _user(place))
        if other is None:
            return sent
        head = line(OTHER.format(other.title))
        return replace(sent, post=replace(sent.post, blocks=(head, *sent.post.blocks)))

    def _keyboard(self, row: Row, sent: Sent, moving: Moving | None = None) -> InlineKeyboardMarkup | None:
        if moving is not None and moving.form is not None:
            draft = moving.draft
            return forms.keyboard(forms.Data(tag(row), moving.index), moving.form, draft.draft, draft.at)
        made = render.keyboard(tag(row), sent.post.asks)
        if not sent.code:
            return made
        if _chat(row.post.place) >= 0:
            first = ways(self.bot, sent.code)
        elif sent.code == PLAY:
            first = [[InlineKeyboardButton("Play in private", url=self._link(PLAY))]]
        else:
            first = [[InlineKeyboardButton(FREE_SEAT, url=self._link(sent.code), style=render.STYLES["go"])]]
        return InlineKeyboardMarkup([*first, *(made.inline_keyboard if made else ())])

    async def _sent(self, to: To, part: render.Part, markup: InlineKeyboardMarkup | None) -> str:
        """Post a message and return its number; "" if it was posted and the answer has no readable number."""
        try:
            return str((await self._send(to, part, markup)).message_id)
        except Unread as posted:
            log.warning("answer_unread", method="send")
            return posted.ref

    async def _send(self, to: To, part: render.Part, markup: InlineKeyboardMarkup | None) -> Message:
        """Post one message. What a server does not take is left out, step by step: effects and new kinds of buttons,
        then formatting. A picture or a file that cannot be sent is replaced by words.
        """
        chat, bare = to.chat, replace(to, effect=None)
        attached = part.png is not None or part.file is not None
        simple = render.plainly(markup)
        tries = [(to, markup), *([(bare, simple)] if to.effect or simple is not markup else [])]
        for to_, buttons in tries:
            try:
                if not attached:
                    return await self._calls(chat, partial(self._text, to_, part.html, ParseMode.HTML, buttons))
                if chat not in self._wordy:
                    return await self._calls(chat, partial(self._attached, to_, part, buttons))
            except BadRequest as problem:
                log.warning("sent_plainly", why=problem.message)
            except Later as pause:
                if attached and not pause.seconds:
                    self._wordy.add(chat)
                raise
        self._wordy.discard(chat)
        return await self._calls(chat, lambda: self._text(bare, part.bare, None, simple))

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
                    message_effect_id=to.effect,
                )
            assert part.file is not None
            data = part.file.text.encode()
            return await self.bot.send_document(
                to.chat, data, filename=part.file.file, reply_markup=markup, message_thread_id=to.topic
            )
        except InvalidToken as problem:  # the library's name for 404, which a server without this method answers
            raise BadRequest(problem.message) from None

    async def _text(
        self, to: To, text: str, mode: str | None, markup: InlineKeyboardMarkup | ForceReply | None
    ) -> Message:
        return await self.bot.send_message(
            to.chat,
            text,
            mode,
            reply_markup=markup,
            link_preview_options=OFF,
            disable_notification=to.quiet,
            message_thread_id=to.topic,
            message_effect_id=to.effect,
        )

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        if not ref.isdecimal():
            return False
        chat = self._at(row.post.place)
        moving = await self._moving(row, sent)
        sent = _said(self._inviting(chat, sent), moving)
        await pictures.ready(sent.post)
        parts = render.parts(sent.post)
        if len(parts) != 1 or parts[0].file is not None or parts[0].png is not None:
            return False
        markup = self._keyboard(row, sent, moving)
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
            # Shown again instead, more plainly where the server does not take this kind of buttons.
            return "not modified" in problem.message
        except Unread:
            log.warning("answer_unread", method="edit")
        await self._moved(row, sent, moving, ref)
        return True

    async def answer(self, row: Row, sent: Sent) -> str | None:
        """Show a short private answer over the chat. An answer with buttons or many words becomes a message."""
        text = None if sent.code else render.toast(sent.post)
        if text is None:
            if sent.origin not in self._presses.answered:
                await self._presses.toast(sent.origin, "")
            return None
        late = sent.origin in self._presses.answered
        return "toast" if not late and await self._presses.toast(sent.origin, text, alert=True) else None

    async def close(self, place: str, ref: str) -> None:
        if ref.isdecimal():
            await self._presses.close(self._at(place), int(ref))

    def typing(self, place: str) -> None:
        if not self._calls.waits(_chat(place)):
            self._calls.aside(self._typing(_chat(place)))

    async def _typing(self, chat: int) -> None:
        await self._calls(chat, lambda: self.bot.send_chat_action(chat, ChatAction.TYPING))

    async def shutdown(self) -> None:
        self._presses.shutdown()
        await self._calls.settle(LAST_WORDS)
        await self.bot.shutdown()


def _said(sent: Sent, moving: Moving | None) -> Sent:
    """Return a post with what its reader should know of the form that was open here."""
    return replace(sent, post=noted(sent.post, line(moving.said))) if moving is not None and moving.said else sent


def _chat(place: str) -> int:
    return int(place.partition(":")[2].partition("/")[0])


def _topic(place: str) -> int | None:
    return int(place.partition("/")[2] or 0) or None


def _user(place: str) -> str:
    """Return the person of a private chat, which has their number."""
    return f"{PLATFORM}:{_chat(place)}"
