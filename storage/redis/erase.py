"""Erasure in the shared store: data that names a person outside sessions, and the server's files.

Keys that name a person are in shards of their own names, and no list holds them. So all keys are scanned, a thousand at
a time, which blocks nobody. The server keeps deleted data in its append-only file and in its last dump until it
rewrites them. Parley asks it to, and the server may forbid that.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import suppress

from storage.base import StoreError, holds
from storage.redis.cluster import Node
from storage.redis.link import BASES, Link
from storage.redis.pipeline import fields
from storage.redis.shards import shard_of

LOOK = 1_000
"""Keys scanned in one batch."""
TRIES, PAUSE_SECONDS = 60, 0.5
"""Number of attempts while a server is already writing its files, and seconds between them."""
KEY = re.compile(r"parley:\{p\d\d\}:([acl]|p):(.*)", re.DOTALL)
KEPT = "{} does not let Parley rewrite its {} ({}). What was erased stays there until the server rewrites it by itself."


async def names(link: Link, words: Sequence[str]) -> tuple[str, ...]:
    pattern = f"a:*{_plain(words[0])}*" if len(words) == 1 else "a:*"
    pages = _pages(link, pattern)
    found = {name async for page in pages for _, name in page if any(holds(name, word) for word in words)}
    return tuple(sorted(found))


async def erase(link: Link, words: Collection[str], before: int) -> int:
    gone = 0
    async for page in _pages(link, "*"):
        gone += sum(await asyncio.gather(*(_erased(link, kind, name, words, before) for kind, name in page)))
    for shard in range(len(BASES)):
        await link.run("erase", shard, "shown", *words)
    return gone


async def _erased(link: Link, kind: str, name: str, words: Collection[str], before: int) -> int:
    """Return 1 if the item of this kind and name matched and was deleted; else 0."""
    if kind == "p" and name.startswith("~"):
        return int(await link.run("erase", shard_of(name), "posts", name, before, *words))
    if kind == "l" and any(holds(name, word) for word in words):
        return int(await link.run("erase", shard_of(name), "lease", name, before))
    if kind == "c" and any(holds(name, word) for word in words):
        return int(await link.ask("DEL", f"{BASES[shard_of(name)]}c:{name}"))
    return 0


async def scrub(link: Link) -> str:
    """Ask every server to rewrite its files. Returns a sentence about what a server refused; "" if nothing."""
    remains = []
    for at in link.servers():
        try:
            info = fields(await link.ask_at(at, "INFO", "persistence"))
        except StoreError as problem:
            remains.append(KEPT.format(link.name, "files", problem.__cause__ or problem))
            continue
        if int(info.get("aof_enabled") or 0):
            remains.append(await _asked(link, at, "append-only file", "BGREWRITEAOF"))
        if await _dumps(link, at, info):
            remains.append(await _asked(link, at, "dump", "BGSAVE", "SCHEDULE"))
    return " ".join(dict.fromkeys(filter(None, remains)))


async def _dumps(link: Link, at: Node | None, info: dict[str, str]) -> bool:
    """Return whether a server writes dumps by itself, or has written or read one."""
    if any(int(info.get(name) or 0) for name in ("rdb_saves", "rdb_last_load_keys_loaded")):
        return True
    with suppress(StoreError):
        return bool((await link.ask_at(at, "CONFIG", "GET", "save"))[1])
    return False


async def _asked(link: Link, at: Node | None, file: str, *command: str) -> str:
    """Ask a server to rewrite a file, again after a rewrite in progress. Returns a sentence if it refuses."""
    why = ""
    for _ in range(TRIES):
        try:
            await link.ask_at(at, *command)
            return ""
        except StoreError as problem:
            why = str(problem.__cause__ or problem).rstrip(".")
        if "in progress" not in why:
            break
        await asyncio.sleep(PAUSE_SECONDS)
    return KEPT.format(link.name, file, why)


async def _pages(link: Link, pattern: str) -> AsyncIterator[list[tuple[str, str]]]:
    """Yield the kind and the name of all keys of names, counters, leases and posts, in batches."""
    for at in link.servers():
        cursor = 0
        while True:
            match = f"parley:{{p[0-9][0-9]}}:{pattern}"
            cursor, keys = await link.ask_at(at, "SCAN", cursor, "MATCH", match, "COUNT", LOOK)
            matches = [KEY.fullmatch(key.decode()) for key in keys]
            yield [(match[1], match[2]) for match in matches if match]
            if int(cursor) == 0:
                break


def _plain(word: str) -> str:
    return re.sub(r"([\\*?\[\]^-])", r"\\\1", word)
