from tests.bot.operators.conftest import office, store

__all__ = ["office", "store"]
