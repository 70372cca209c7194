"""Delivery of updates to the bot: getUpdates with offsets and long polling, or a webhook."""

import asyncio
import time
from collections import deque

import aiohttp

from tests.fakes.loopback import Changes, Json
from tests.fakes.telegram_checks import ApiError, bad

ON_REQUEST = {"chat_member", "message_reaction", "message_reaction_count"}  # sent only where the bot asks by name
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Updates:
    """Updates nobody has confirmed yet. An update is confirmed by a getUpdates with a higher offset, or by a 2xx."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.pending: deque[Json] = deque()
        self.confirmed: list[Json] = []
        self.next_id = 700_000_001
        self.allowed: list[str] = []  # empty: everything but ON_REQUEST
        self.webhook: Json | None = None
        self.delivered: list[int] = []  # update ids in the order the bot got them, repeats included
        self._again: deque[Json] = deque()
        self._poller: object = None
        self._pushing: asyncio.Task[None] | None = None

    @property
    def pending_ids(self) -> list[int]:
        return [update["update_id"] for update in self.pending]

    def put(self, kind: str, body: Json) -> int | None:
        """Queue an update; None where the bot did not ask for this kind."""
        wanted = kind in self.allowed if self.allowed else kind not in ON_REQUEST
        if not wanted:
            return None
        update_id = self.next_id
        self.next_id += 1
        self.pending.append({"update_id": update_id, kind: body})
        self.changes.notify()
        return update_id

    def again(self, update_id: int) -> None:
        """Deliver an update once more, as after a crash before its confirmation or a lost webhook answer."""
        known = [*self.confirmed, *self.pending]
        self._again.append(next(update for update in known if update["update_id"] == update_id))
        self.changes.notify()

    # ------------------------------------------------------------------------------------------------ polling

    async def poll(self, params: Json) -> list[Json]:
        if self.webhook is not None:
            raise ApiError(
                409,
                "Conflict: can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first",
            )
        if isinstance(params.get("allowed_updates"), list):
            self.allowed = list(params["allowed_updates"])
        self._confirm(int(params.get("offset") or 0))
        limit = int(params.get("limit") or 100)
        if not 1 <= limit <= 100:
            raise bad("limit must be between 1 and 100")
        me = self._poller = object()
        self.changes.notify()  # an older poll hears that it lost
        deadline = time.monotonic() + min(float(params.get("timeout") or 0), 50)
        while self._poller is me:
            batch = self._batch(limit)
            if batch or time.monotonic() >= deadline:
                self.delivered += [update["update_id"] for update in batch]
                return batch
            await self.changes.wait(deadline - time.monotonic())
        raise ApiError(
            409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
        )

    def _batch(self, limit: int) -> list[Json]:
        batch: list[Json] = []
        while self._again and len(batch) < limit:
            batch.append(self._again.popleft())
        return batch + list(self.pending)[: limit - len(batch)]

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            gone = max(0, len(self.pending) + offset)
        else:
            gone = sum(update["update_id"] < offset for update in self.pending)
        for _ in range(gone):
            self.confirmed.append(self.pending.popleft())

    # ------------------------------------------------------------------------------------------------ webhook

    def set_webhook(self, params: Json) -> None:
        url = str(params.get("url") or "")
        self.stop_pushing()
        if params.get("drop_pending_updates"):
            self.pending.clear()
        if isinstance(params.get("allowed_updates"), list):
            self.allowed = list(params["allowed_updates"])
        if not url:
            self.webhook = None
            return
        if not url.startswith(("http://127.0.0.1:", "http://localhost:")):
            raise bad("bad webhook: this fake calls loopback addresses only")
        self.webhook = dict(params)
        self._poller = None
        self.start_pushing()
        self.changes.notify()

    def webhook_info(self) -> Json:
        hook = self.webhook or {}
        return {
            "url": hook.get("url", ""),
            "has_custom_certificate": False,
            "pending_update_count": len(self.pending),
            **({"allowed_updates": self.allowed} if self.allowed else {}),
        }

    def start_pushing(self) -> None:
        if self.webhook is not None and self._pushing is None:
            self._pushing = asyncio.get_running_loop().create_task(self._push(self.webhook))

    def stop_pushing(self) -> None:
        if self._pushing is not None:
            self._pushing.cancel()
            self._pushing = None

    async def _push(self, hook: Json) -> None:
        """Call the webhook. What people do in one chat is sent one after the other, the next only after a 2xx. As many
        chats as there are connections are served side by side, as the Bot API server does it.
        """
        headers = {SECRET_HEADER: str(hook["secret_token"])} if hook.get("secret_token") else {}
        busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=10)) as session:
            calls = asyncio.Semaphore(int(hook.get("max_connections") or 40))
            try:
                while True:
                    for queue, task in list(busy.items()):
                        if task.done():
                            del busy[queue]
                    for update in (*self._again, *self.pending):
                        if (queue := queue_of(update)) not in busy:
                            busy[queue] = asyncio.create_task(self._until_accepted(session, hook, update, calls))
                            busy[queue].add_done_callback(lambda _: self.changes.notify())
                    await self.changes.wait(3600)
            finally:
                for task in busy.values():
                    task.cancel()

    async def _until_accepted(
        self, session: aiohttp.ClientSession, hook: Json, update: Json, calls: asyncio.Semaphore
    ) -> None:
        pause = 0.0
        while True:
            async with calls:
                accepted, after = await self._deliver(session, str(hook["url"]), update)
            if accepted:
                break
            await asyncio.sleep(after or pause)
            pause = min(max(pause * 2, 0.1), 1.0)
        if update in self._again:  # a repeat is no longer pending
            self._again.remove(update)
        elif update in self.pending:
            self.pending.remove(update)
            self.confirmed.append(update)

    async def _deliver(self, session: aiohttp.ClientSession, url: str, update: Json) -> tuple[bool, float]:
        """Return whether the update was accepted, and the seconds until it is sent again (0: at Telegram's choice)."""
        self.delivered.append(update["update_id"])
        try:
            async with session.post(url, json=update) as answer:
                accepted, after = answer.ok, float(answer.headers.get("Retry-After") or 0)
        except (aiohttp.ClientError, TimeoutError):
            accepted, after = False, 0.0
        self.changes.notify()
        return accepted, after


def queue_of(update: Json) -> tuple[str, int]:
    """The updates that Telegram sends one after the other: messages by their chat, presses by who made them."""
    kind = next(key for key in update if key != "update_id")
    body = update[kind]
    return kind, (body.get("chat") or body["from"])["id"]
