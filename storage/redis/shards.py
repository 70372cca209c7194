"""Assignment of keys to shards. The number of shards is fixed for good: every key of a shared store depends on it."""

import secrets
from binascii import crc_hqx

SHARDS = 64


def shard_of(name: str) -> int:
    """Return the shard of a name, 0 to 63: CRC-16 (XMODEM, as in Redis Cluster), the same in every process."""
    return crc_hqx(name.encode(), 0) % SHARDS


def sid_like(sid: str) -> str:
    """Return a new session id in the shard of another one. A session that another one's step opens needs such an id."""
    while shard_of(like := secrets.token_hex(6)) != shard_of(sid):
        pass
    return like
