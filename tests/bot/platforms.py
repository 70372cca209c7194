"""A chat platform that does nothing by itself: what stand-ins for one have in common."""

from bot.session.model.audience import Sent
from storage.base import Row


class Silent:
    """Answers no act by itself, keeps buttons as they are, and knows of no newest message."""

    async def edit(self, row: Row, sent: Sent, ref: str) -> bool:
        return False

    async def answer(self, row: Row, sent: Sent) -> str | None:
        return None

    async def close(self, place: str, ref: str) -> None:
        return

    def newest(self, place: str) -> str | None:
        return None

    def typing(self, place: str) -> None:
        return

    async def shutdown(self) -> None:
        return
