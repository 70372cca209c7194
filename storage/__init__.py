"""Where sessions live. Knows bytes, ids and versions, and no game."""

from storage.base import Store, StoreError


def open_store(address: str) -> Store:
    """The store at an address: `memory:`, or `sqlite:///path` (four slashes for an absolute path).

    Raises `StoreError` with a sentence that says what is allowed. The store is not opened yet.
    """
    scheme, _, rest = address.partition(":")
    if address == "memory:":
        from storage.memory import MemoryStore

        return MemoryStore()
    if scheme == "sqlite" and rest.startswith("///") and len(rest) > 3:
        from storage.sqlite import SqliteStore

        return SqliteStore(rest[3:])
    raise StoreError(
        f"PARLEY_STORE cannot be {address!r}. Write sqlite:///FILE (sqlite:////ABSOLUTE/FILE), or memory:."
    )
