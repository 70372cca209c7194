"""Files of networks: one `.npz` an agent, with its words and how it was made. Those in `shipped/` are Parley's own.

Parameters are kept in half precision, which changes no game that anybody could notice and halves the files.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from msgspec import Struct

from bot.players.trained.network import Array
from bot.players.trained.words import SPECIALS, Vocabulary

SHIPPED: Final = Path(__file__).parent / "shipped"
FORMAT: Final = 1
MOST_BYTES: Final = 64_000_000
_ABOUT: Final = "about"


class BadWeights(ValueError):
    """Error: a file that holds no agent; the text says what is wrong."""


class Weights(Struct, frozen=True):
    """An agent: its name, network, words, how it was made, and the hash of network and words."""

    name: str
    net: Mapping[str, Array]
    known: Vocabulary
    made: Mapping[str, Any]
    hash: str


def write(path: Path, name: str, net: Mapping[str, Array], known: Vocabulary, made: Mapping[str, Any]) -> str:
    """Write an agent to a file and return its hash. Equal agents are equal files."""
    half = {key: np.asarray(part, np.float16) for key, part in sorted(net.items())}
    words = known.words[len(SPECIALS) :]
    about = {"format": FORMAT, "name": name, "words": words, "made": dict(made)}
    with path.open("wb") as file:
        np.savez_compressed(file, **half, **{_ABOUT: np.frombuffer(json.dumps(about).encode(), np.uint8)})  # type: ignore[arg-type]
    return _hash(half, words)


@lru_cache(maxsize=32)
def load(path: Path) -> Weights:
    """Return the agent of a file. Raises `BadWeights`."""
    try:
        if path.is_dir():
            raise BadWeights(f"{path} is a folder. Name a file that `parley train` wrote, such as trained:FILE.npz.")
        if path.stat().st_size > MOST_BYTES:
            raise BadWeights(f"{path} is too large for an agent.")
        with np.load(path, allow_pickle=False) as file:
            half = {key: file[key] for key in file.files}
        about = json.loads(half.pop(_ABOUT).tobytes())
        if about["format"] != FORMAT:
            raise BadWeights(f"{path} has format {about['format']}; this version reads {FORMAT}.")
        words = tuple(map(str, about["words"]))
        net = {key: part.astype(np.float32) for key, part in half.items()}
        known = Vocabulary(words)
        if len(net["words"]) != len(known) or len(net["output_bias"]) != len(known):
            raise BadWeights(f"{path} has other words than its network.")
        return Weights(str(about["name"]), net, known, dict(about["made"]), _hash(half, words))
    except OSError as problem:
        raise BadWeights(f"{path} cannot be read ({problem.strerror or 'not a file of agents'}).") from None
    except (BadZipFile, ValueError, KeyError, TypeError, EOFError) as problem:
        if isinstance(problem, BadWeights):
            raise
        raise BadWeights(f"{path} holds no agent; `parley train` writes them.") from None


def _hash(half: Mapping[str, np.ndarray], words: tuple[str, ...]) -> str:
    made = sha256(json.dumps(words).encode())
    for key in sorted(half):
        made.update(f"{key} {half[key].shape} ".encode() + half[key].astype("<f2").tobytes())
    return made.hexdigest()
