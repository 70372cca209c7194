"""The folder of a training: its recipe, networks in full precision, the checkpoint, and the figures so far."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from msgspec import Struct
from msgspec import json as msgjson

from bot.players.trained.network import Array, Parameters
from bot.research.training.recipe import Recipe

METRICS: Final = "metrics.jsonl"
RECIPE: Final = "recipe.json"
_NOTES: Final = "notes"


class BadFolder(ValueError):
    """Error: a folder that this training cannot go on in; the text says why."""


class Saved(Struct, frozen=True):
    """A checkpoint: arrays, and notes beside them."""

    arrays: Parameters
    notes: Mapping[str, Any]


class Folder:
    """The folder of one seed. Files are replaced whole, so that a kill leaves the old or the new one."""

    def __init__(self, path: Path, recipe: Recipe) -> None:
        self.path, self.recipe = path, recipe
        try:
            (path / "state").mkdir(parents=True, exist_ok=True)
            self._agree()
        except OSError as problem:
            raise BadFolder(f"{path} cannot be used ({problem.strerror}).") from None

    def _agree(self) -> None:
        told, file = msgjson.encode(self.recipe), self.path / RECIPE
        if not file.exists():
            _replace(file, told)
        elif file.read_bytes() != told:
            raise BadFolder(
                f"{self.path} holds another training (its {RECIPE} differs: other data, minutes or version). "
                f"Name another folder, or empty it."
            )

    def save(self, name: str, arrays: Mapping[str, Array], notes: Mapping[str, Any]) -> None:
        """Keep arrays under a name."""
        beside = self._file(name).with_suffix(".new")
        with beside.open("wb") as file:
            np.savez(file, **arrays, **{_NOTES: np.frombuffer(json.dumps(notes).encode(), np.uint8)})  # type: ignore[arg-type]
        os.replace(beside, self._file(name))

    def load(self, name: str) -> Saved | None:
        """Return the checkpoint under a name; None if there is none. Raises `BadFolder`."""
        try:
            with np.load(self._file(name), allow_pickle=False) as file:
                arrays = {key: file[key] for key in file.files}
        except FileNotFoundError:
            return None
        except (BadZipFile, ValueError, OSError):
            raise BadFolder(f"{self._file(name)} cannot be read; delete it to begin its stage again.") from None
        return Saved(arrays, json.loads(arrays.pop(_NOTES).tobytes()))

    def drop(self, name: str) -> None:
        self._file(name).unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self.path / "state" / f"{name.replace('/', '-')}.npz"

    # --- figures ------------------------------------------------------------------------------------------------------

    def metrics(self) -> list[dict[str, Any]]:
        """Return the figures so far."""
        try:
            lines = (self.path / METRICS).read_text(encoding="utf-8").split("\n")
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in lines if line.strip()]

    def note(self, line: Mapping[str, Any]) -> None:
        """Add figures."""
        with (self.path / METRICS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def rewind(self, stage: str, at: int) -> None:
        """Forget the figures of a stage after a step, which will come again."""
        kept = [line for line in self.metrics() if line["stage"] != stage or line["at"] <= at]
        _replace(self.path / METRICS, "".join(json.dumps(line) + "\n" for line in kept).encode())


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(data)
    os.replace(beside, path)
