"""The Message Batches API of the fake: many requests at once, answered later and in any order."""

import json
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from msgspec import Struct

Json = dict[str, Any]
Answer = Callable[[Json], Awaitable[Json]]

MOST = 100_000


class Batch(Struct):
    """A batch. `rows` are its results; `polls` counts down to its end."""

    id: str
    polls: int
    rows: list[Json]
    canceled: bool = False


class Batches:
    """All batches. `polls`: how often one is still in progress when it is asked for."""

    def __init__(self, url: Callable[[], str], answer: Answer) -> None:
        self._url, self._answer, self.polls = url, answer, 1
        self.all: dict[str, Batch] = {}

    async def create(self, body: Json) -> Json | str:
        """Take a batch and answer each of its requests; a text says why it cannot be taken."""
        asked = body.get("requests")
        if not isinstance(asked, list) or not 1 <= len(asked) <= MOST:
            return f"requests: List should have 1 to {MOST} items"
        names = [str(each.get("custom_id", "")) for each in asked]
        if not all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) for name in names):
            return "requests.custom_id: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"
        if len(set(names)) < len(names):
            return "requests: custom_id must be unique"
        rows = []
        for name, each in zip(names, asked, strict=True):
            made = await self._answer(each.get("params") or {})
            kind = (
                {"type": "succeeded", "message": made}
                if made["type"] == "message"
                else {"type": "errored", "error": made}
            )
            rows.append({"custom_id": name, "result": kind})
        Random(len(self.all)).shuffle(rows)
        batch = Batch(f"msgbatch_{len(self.all) + 1}", self.polls, rows)
        self.all[batch.id] = batch
        return self.told(batch)

    def retrieve(self, name: str) -> Json | None:
        batch = self.all.get(name)
        if batch is None:
            return None
        batch.polls = max(batch.polls - 1, -1)
        return self.told(batch)

    def cancel(self, name: str) -> Json | None:
        """Cancel a batch: requests that were not answered never will be."""
        batch = self.all.get(name)
        if batch is not None and batch.polls >= 0:
            batch.canceled = True
            batch.rows = [{**row, "result": {"type": "canceled"}} for row in batch.rows]
        return self.told(batch) if batch is not None else None

    def results(self, name: str) -> str | None:
        """The results as lines of JSON; None while there are none."""
        batch = self.all.get(name)
        if batch is None or batch.polls >= 0:
            return None
        return "".join(json.dumps(row) + "\n" for row in batch.rows)

    def told(self, batch: Batch) -> Json:
        ended, now = batch.polls < 0, datetime(2026, 11, 1, tzinfo=UTC)
        kinds = ("succeeded", "errored", "canceled", "expired")
        counts = {kind: sum(row["result"]["type"] == kind for row in batch.rows) if ended else 0 for kind in kinds}
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "canceling" if batch.canceled else "in_progress",
            "request_counts": {"processing": 0 if ended else len(batch.rows), **counts},
            "created_at": now.isoformat(),
            "expires_at": (now + timedelta(days=1)).isoformat(),
            "ended_at": now.isoformat() if ended else None,
            "cancel_initiated_at": now.isoformat() if batch.canceled else None,
            "archived_at": None,
            "results_url": f"{self._url()}/v1/messages/batches/{batch.id}/results" if ended else None,
        }
