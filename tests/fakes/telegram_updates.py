"""How updates reach the bot: getUpdates with offsets and long polling, or a webhook."""

import asyncio
import contextlib
import time
from collections import deque
from typing import Any

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
        headers = {SECRET_HEADER: str(hook["secret_token"])} if hook.get("secret_token") else {}
        pause = 0.05
        async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=10)) as session:
            while True:
                batch = self._batch(1)
                if not batch:
                    await self.changes.wait(3600)
                    continue
                accepted = await self._deliver(session, str(hook["url"]), batch[0])
                if accepted:
                    pause = 0.05
                    with contextlib.suppress(ValueError):  # a repeat is no longer pending
                        self.pending.remove(batch[0])
                        self.confirmed.append(batch[0])
                else:
                    if batch[0] not in self.pending:
                        self._again.appendleft(batch[0])
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, 1.0)

    async def _deliver(self, session: aiohttp.ClientSession, url: str, update: Json) -> bool:
        self.delivered.append(update["update_id"])
        try:
            async with session.post(url, json=update) as answer:
                ok: Any = answer.ok
        except (aiohttp.ClientError, TimeoutError):
            ok = False
        self.changes.notify()
        return bool(ok)
