"""Which part of a store a thing lives in. The number of parts is fixed for good: a shared store has it in every key."""

import secrets
from binascii import crc_hqx

SHARDS = 64


def shard_of(name: str) -> int:
    """0 to 63: CRC-16 (XMODEM, the one of Redis Cluster) of a name, the same in every process."""
    return crc_hqx(name.encode(), 0) % SHARDS


def sid_like(sid: str) -> str:
    """A new session id in the shard of another one, as a session needs that is opened by a step of the other."""
    while shard_of(like := secrets.token_hex(6)) != shard_of(sid):
        pass
    return like
