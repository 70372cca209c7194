"""Telegram in: updates become acts. Sending posts is in `posting`.

Every update is handed to the door, which records it, before it is confirmed to Telegram. After a crash between the two,
the update comes again under the same id. Some calls need not be durable: the answer that stops a button's spinner, the
keyboard of an open form. They run in the background and block nobody.
"""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Sequence
from typing import Any

import structlog
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, ReplyParameters

from bot.adapters.base import UNSTORED, Door, trim
from bot.adapters.telegram import forms, reading
from bot.adapters.telegram.calls import Account
from bot.adapters.telegram.inviting import Cards
from bot.adapters.telegram.listen import Listener, Webhook
from bot.adapters.telegram.operators import OperatorMenus
from bot.adapters.telegram.posting import ChatPosting
from bot.adapters.telegram.pressing import turn
from bot.adapters.telegram.profile import Profile
from bot.adapters.telegram.reading import PLATFORM, Came, Wanted
from bot.runtime.http import Http
from bot.session.model.inbound import Act, Command, Text
from bot.session.outbox import PartlyDown, Posts, StoreError
from bot.session.router import EDITED

log = structlog.get_logger(__name__)

TRIES = 5
"""Number of failures after which an update is skipped, so that it does not block everybody else's."""
PAUSE = 1.0
"""Seconds until updates that could not be recorded are requested again."""
HELD = 15.0
"""Seconds for which an update is requested again while its part of the store is away and others are served. Telegram
gives at most 100 updates at a time, so many held ones would hide everybody else's.
"""
GROUP = "Games are played in private here, so that nobody reads your cards."
OPERATE = "Operators' commands work in a private chat with me, where only you read the answers."


class Telegram(ChatPosting):
    """One bot account. `api` is the base address of the Bot API, without `/bot`. Without a `webhook` the bot polls.
    `http` serves what else is served at the webhook's address.
    """

    platform = PLATFORM

    def __init__(
        self, token: str, api: str, posts: Posts, webhook: Webhook | None = None, http: Http | None = None
    ) -> None:
        super().__init__(Account(token, api), posts)
        self._listener = Listener(self.bot, token, webhook, http)
        self.operators: tuple[str, ...] = ()
        self._profile = Profile(self.bot, self._calls)
        self._menus = OperatorMenus(self._profile, self._calls)
        self._cards = Cards(self.bot, self._calls)
        self._tries: dict[int, int] = defaultdict(int)
        self._held: dict[int, float] = {}
        self._hand: set[int] = set()
        """Numbers of the updates in progress."""
        self._done: OrderedDict[int, None] = OrderedDict()
        """Numbers of the updates done lately. One that was asked for again while it was in progress comes again."""
        self._chats: dict[int, asyncio.Task[bool]] = {}
        """The latest task of each chat, until it is done."""
        self._taking: set[asyncio.Task[bool]] = set()

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        """Listen until `stop`. Raises `CannotServe`, for instance for a wrong token."""
        self._listener.ready = self._begin
        try:
            await self._listener.run(lambda batch, patience: self.take(door, batch, patience), stop)
            if self._taking:
                await asyncio.wait(self._taking)
        finally:
            for task in self._taking:
                task.cancel()

    def _begin(self) -> None:
        self._profile.begin()
        self._menus.begin(self.operators)

    async def take(self, door: Door, batch: Sequence[dict[str, Any]], patience: float) -> Collection[int]:
        """Hand updates to the door, chats in parallel. Returns those not done after `patience` s, or to come again."""
        acts: list[Came] = []
        for act in reading.acts(batch):
            if isinstance(act, Wanted):
                # Inline queries change nothing, so none is recorded; the next keystroke sends another.
                self._calls.aside(self._cards.answer(door.places, act))
            else:
                acts.append(act)
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

    async def _chat(self, door: Door, acts: Sequence[Came], before: "asyncio.Task[bool] | None") -> bool:
        """Process a chat's updates after its earlier ones. Returns False if some of them must come again."""
        try:
            if before is not None:
                await asyncio.wait({before})
                if before.cancelled() or not before.result():
                    return False
            for came in acts:
                try:
                    await self._one(door, came)
                except Exception as problem:
                    if (pause := self._failed(came, problem)) > 0:
                        await asyncio.sleep(pause)
                        return False
                self._tries.pop(came.update, None)
                self._held.pop(came.update, None)
                self._done[came.update] = None
                trim(self._done)
                trim(self._newest)
                trim(self._heard)
            return True
        finally:
            self._hand.difference_update(came.update for came in acts)

    def _failed(self, came: Came, problem: Exception) -> float:
        """Return the seconds until a failed update is tried again; 0 if it is given up."""
        if isinstance(problem, PartlyDown):
            return 0.0 if self._given_up(came) else PAUSE
        if isinstance(problem, StoreError):
            return PAUSE  # not counted as a failure: the update stays with Telegram for as long as the store is away
        self._tries[came.update] += 1
        log.error("update_failed", update=came.update, exc_info=problem)
        return 0.5 if self._tries[came.update] < TRIES else 0.0

    def _given_up(self, came: Came) -> bool:
        """Return whether an update has been held long enough. Its sender is then asked to repeat the act."""
        now = time.monotonic()
        if now - self._held.setdefault(came.update, now) < HELD:
            return False
        if came.private:
            chat = came.chat
            self._calls.aside(self._calls.patiently(chat, lambda: self.bot.send_message(chat, UNSTORED)))
        return True

    async def _one(self, door: Door, came: Came) -> None:
        if came.query:
            self._heard.pop(came.place, None)
            await self._presses.press(door, came)
            return
        if came.edits:
            if came.private:
                await door.handle(reading.inbound(came, Command(EDITED), self.bot.id))
            return
        act: Act | None = reading.act_of(came.said, self.bot.username)
        if came.private:
            self._newest.pop(came.place, None)
            self._newest[came.place] = str(came.message)
            self._heard[came.place] = came.message
            prompt = self._prompts.pop(came.place, None)
            if prompt is not None and isinstance(act, Text):
                act = prompt.filled(came.to, came.said) or act
            if came.reply:
                await turn(door, came, self.bot.id, forms.data_of(came.reply).row)
            if act is not None:
                answer = await door.handle(reading.inbound(came, act, self.bot.id))
                self._menus.answered(came.chat, act, answer)
        elif act is not None and (opening := door.watched(reading.inbound(came, act, self.bot.id))) is not None:
            await door.handle(opening)
        elif act is not None and (payload := reading.home(act, reading.addressed(came.said))) is not None:
            self._calls.aside(self._send_home(came, payload))

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

    def newest(self, place: str) -> str | None:
        # Behind a webhook another process may have received the newer messages.
        return None if self._listener.webhook is not None else super().newest(place)
