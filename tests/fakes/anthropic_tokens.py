"""Tokens of the fake Messages API: four bytes each, thoughts drawn from a distribution, prefixes cached as documented.

A prefix is cached up to each block that is marked. A later request reads the longest prefix that is there, if it ends
at one of the last twenty blocks before a mark of its own; a prefix shorter than the model's minimum is not cached.
"""

import json
from hashlib import sha256
from math import log
from random import Random
from typing import Any

Json = dict[str, Any]

BYTES = 4
LOOKBACK = 20


def tokens(value: object) -> int:
    return len(json.dumps(value)) // BYTES


class Thoughts:
    """Lengths of thoughts: lognormal with this median, and the shape of answers that are now and then long."""

    def __init__(self, median: int, spread: float = 0.6, seed: int = 1) -> None:
        self.median, self.spread, self._chance = median, spread, Random(seed)

    def draw(self) -> int:
        return round(self._chance.lognormvariate(log(self.median), self.spread)) if self.median else 0


class Cache:
    """The cached prefixes of every model."""

    def __init__(self) -> None:
        self._there: set[str] = set()

    def usage(self, body: Json, least: int) -> Json:
        """The input tokens of a request by kind, after which its marked prefixes are cached."""
        whole, sizes, marks, names = 0, list[int](), list[int](), list[str]()
        prefix = sha256(str(body.get("model")).encode())
        for block in _blocks(body):
            whole += tokens({key: value for key, value in block.items() if key != "cache_control"})
            prefix.update(json.dumps({k: v for k, v in block.items() if k != "cache_control"}).encode())
            sizes.append(whole)
            names.append(prefix.hexdigest())
            if "cache_control" in block:
                marks.append(len(sizes) - 1)
        read = max(
            (
                sizes[at]
                for mark in marks
                for at in range(max(mark - LOOKBACK, 0), mark + 1)
                if names[at] in self._there
            ),
            default=0,
        )
        fit = [mark for mark in marks if sizes[mark] >= least]
        self._there.update(names[mark] for mark in fit)
        written = max(max((sizes[mark] for mark in fit), default=0) - read, 0)
        rest = tokens({key: body[key] for key in ("output_config",) if key in body})
        return {
            "input_tokens": whole - read - written + rest,
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": written,
        }


def _blocks(body: Json) -> list[Json]:
    """The blocks of a request in the order of its prefix: tools, system prompt, turns."""
    found: list[Json] = list(body.get("tools") or ())
    system = body.get("system") or []
    found += [{"type": "text", "text": system}] if isinstance(system, str) else system
    for turn in body.get("messages") or ():
        content = turn.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
        found += [{"role": turn.get("role"), **block} for block in blocks]
    if found and body.get("cache_control"):
        found[-1] = {**found[-1], "cache_control": body["cache_control"]}
    return found
