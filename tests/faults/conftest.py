from tests.bot.sessions.conftest import _tiny, room, store

__all__ = ["_tiny", "room", "store"]
