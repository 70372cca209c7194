"""Personas: a model's manner of speaking, in plain files that an operator can read and change."""

from pathlib import Path

from msgspec import Struct, ValidationError, convert

from bot.runtime.documents import load_toml
from games.core.contract import AnyGame
from games.core.documents import Unreadable, reason

OURS = Path(__file__).parent / "persona_files"
DEFAULT = "plain"


class BadPersona(ValueError):
    """Error: no persona of this name, or an unusable file; the text says what is allowed."""


class Persona(Struct, frozen=True, forbid_unknown_fields=True):
    """A persona. `tone` goes into the constant part of every prompt; `player` is the analytic player behind it."""

    tone: str
    player: str = "normal"
    name: str = ""

    def stand_in(self, game: AnyGame) -> str:
        """Return the analytic player that decides when the model does not."""
        return self.player if self.player in game.players else game.default_player


def names(folder: str = "") -> tuple[str, ...]:
    """Return the names of all personas, the default first."""
    found = {name for place in _places(folder) for name in _in(place)}
    return tuple(sorted(found, key=lambda name: (name != DEFAULT, name)))


def load(name: str, folder: str = "") -> Persona:
    """Return a persona by name; `folder` takes precedence over the built-in ones. Raises `BadPersona`."""
    known = names(folder)
    if name not in known:
        model = f" A model's name comes after @, as in llm:@{name[:40]}." if name.startswith("claude-") else ""
        raise BadPersona(f"There is no persona {name[:40]!r}; there are {', '.join(known)}.{model}")
    path = next(path for place in _places(folder) if (path := place / f"{name}.toml").is_file())
    try:
        found = convert(load_toml(path), Persona)
    except (Unreadable, ValidationError) as problem:
        raise BadPersona(
            f"The persona {name} cannot be used ({reason(problem)}). "
            "A persona is a TOML file with the texts tone and player."
        ) from None
    return Persona(found.tone.strip(), found.player, name)


def unusable(folder: str) -> tuple[str, ...]:
    """Return the fault of each file of a folder that cannot be used as a persona."""
    found = list[str]()
    for name in sorted(_in(Path(folder))) if folder else ():
        try:
            load(name, folder)
        except BadPersona as problem:
            found.append(str(problem))
    return tuple(found)


def _in(place: Path) -> set[str]:
    return {path.stem for path in place.glob("*.toml") if path.is_file()}


def _places(folder: str) -> tuple[Path, ...]:
    return (Path(folder), OURS) if folder else (OURS,)
