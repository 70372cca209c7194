"""The rooms in which sessions are tried, with the tiny games."""

from tests.bot.session.conftest import _tiny, room, store

__all__ = ["_tiny", "room", "store"]
