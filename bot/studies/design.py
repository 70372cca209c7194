"""Designs: a game with its settings and its conditions, and exactly what the engine loads for it."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from games.core.draw import Recipe

Pairs = tuple[tuple[str, str], ...]
State = Literal["draft", "open", "closed"]


class Cell(Struct, frozen=True):
    """One condition of a design: what it writes over the game's own settings, and its share of the sessions.

    `levels`: the level of each factor, if the condition comes from factors that have names.
    """

    label: str
    wrote: Pairs
    weight: int = 1
    levels: Pairs = ()


class Definition(Struct, frozen=True):
    """A game as an operator set it up.

    - `wrote`: the settings that were written, as texts, sorted by key.
    - `version`: raised by every change of what is played.
    - `seed`: gives the order in which conditions are assigned.
    - `most`: how many sessions may count (0: any number).
    - `until`: the time (ms) after which none begins (0: never).
    - `channel`: the only channel where one may begin ("": anywhere).
    """

    name: str
    game: str
    wrote: Pairs = ()
    cells: tuple[Cell, ...] = ()
    seed: int = 0
    state: State = "draft"
    version: int = 1
    most: int = 0
    until: int = 0
    channel: str = ""

    @property
    def key(self) -> str:
        return self.name.casefold()


class Variant(Struct, frozen=True):
    """One condition with all its settings resolved into draws.

    `seat`, `opponent`, `tempo`: its own, where it changes the design's. Unset ones are left out of the encoding, so
    that designs without them keep their hashes.
    """

    label: str
    weight: int
    recipe: Recipe
    seat: str | UnsetType = UNSET
    opponent: str | UnsetType = UNSET
    tempo: str | UnsetType = UNSET


class Effective(Struct, frozen=True):
    """The settings that the engine loads for a definition. `/game show` prints its hash, and sessions carry it."""

    game: str
    rules: int
    seat: str
    opponent: str
    tempo: str
    seed: int
    variants: tuple[Variant, ...]

    def variant(self, label: str) -> Variant:
        """Return the condition with this label; the first one for any other label."""
        return next((variant for variant in self.variants if variant.label == label), self.variants[0])

    def house(self, variant: Variant) -> dict[str, str]:
        """Return seat, opponent and tempo of a condition, by key."""
        return {
            "seat": variant.seat or self.seat,
            "opponent": variant.opponent or self.opponent,
            "tempo": variant.tempo or self.tempo,
        }
