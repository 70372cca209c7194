"""Assignment of keys to shards. The number of shards is fixed for good: every key of a shared store depends on it."""

from binascii import crc_hqx

SHARDS = 64


def shard_of(name: str) -> int:
    """Return the shard of a name, 0 to 63: CRC-16 (XMODEM, as in Redis Cluster), the same in every process."""
    return crc_hqx(name.encode(), 0) % SHARDS
