"""Storage of sessions. It knows bytes, ids and versions, and no game."""

from storage.base import Store, StoreError

__all__ = ["Store", "StoreError", "open_store"]


def open_store(address: str) -> Store:
    """Return the store at an address. Raises `StoreError` with a sentence that says what is allowed.

    - `memory:`
    - `sqlite:///path`: four slashes for an absolute path, ~ for the home.
    - `redis://user:password@host:port/db`: `rediss://` for TLS, several `host:port` for a cluster.
    - `redis+sentinel://user:password@host:port,host:port/primary/db`
    - `unix:///path/to.sock?db=0`: a Redis behind a socket.

    The store is not opened yet.
    """
    scheme, _, rest = address.partition(":")
    if address == "memory:":
        from storage.memory import MemoryStore

        return MemoryStore()
    if scheme == "sqlite" and rest.startswith("///") and rest[3:] not in ("", ":memory:"):
        from storage.sqlite.store import SqliteStore

        return SqliteStore(rest[3:])
    if scheme in ("redis", "rediss", "redis+sentinel", "rediss+sentinel", "unix"):
        from storage.redis.store import RedisStore

        return RedisStore(address)
    # The address may hold a password, so it is not repeated.
    redis = "redis://HOST:PORT/DB (rediss:// for TLS), redis+sentinel://HOST:PORT,HOST:PORT/PRIMARY, unix:///SOCKET"
    allowed = f"sqlite:///FILE (sqlite:////ABSOLUTE/FILE), {redis}, or memory:"
    raise StoreError(f"PARLEY_STORE must be {allowed}.")
