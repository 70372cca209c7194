"""Names of trained players. Imports no numbers, so that anybody may ask who there is."""

from importlib.util import find_spec
from typing import Final

KIND: Final = "trained"
"""`trained/NAME` is an agent that Parley ships; `trained:PATH` is one that `parley train` wrote."""
GAME: Final = "dealornodeal"
AGENTS: Final = {
    "S": "S",
    "selfish": "selfish/S",
    "fair": "fair/S",
    "selfish/S": "selfish/S",
    "selfish/fair": "selfish/fair",
    "selfish/selfish": "selfish/selfish",
    "fair/S": "fair/S",
    "fair/fair": "fair/fair",
    "fair/selfish": "fair/selfish",
}
"""Agents by the names that people type: the kind of reward, and the partner of the training."""
MISSING: Final = "Trained players need numpy: pip install 'parley[trained]'."


def names(game: str) -> tuple[str, ...]:
    """Return the shipped players of a game."""
    return tuple(f"{KIND}/{name}" for name in AGENTS) if game == GAME else ()


def is_trained(name: str) -> bool:
    """Return whether a player's name is that of a trained one."""
    return name.startswith((f"{KIND}/", f"{KIND}:"))


def ready() -> bool:
    """Return whether numpy is installed, without importing it."""
    return find_spec("numpy") is not None
