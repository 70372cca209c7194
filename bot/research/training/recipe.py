"""The recipe of a training: what it learns from, how much of everything, and the stages in their order.

A recipe is fixed before the first step, so that its agents follow from recipe and seed alone, however fast the machine
is and however often it was interrupted. The minutes that a user grants become amounts by the costs measured here.
"""

from typing import Final

from msgspec import Struct

from bot.players.trained.network import Shape
from bot.research.training.reinforce import SIDE_BY_SIDE
from bot.research.training.synthetic import VALID_EVERY

SUPERVISED: Final = "S"


class Stage(Struct, frozen=True):
    """One agent that learns by rewards: its name, its kind of reward, and the frozen agent that it negotiates with."""

    name: str
    reward: str
    partner: str


STAGES: Final = (
    Stage("selfish/S", "selfish", SUPERVISED),
    Stage("fair/S", "fair", SUPERVISED),
    Stage("selfish/selfish", "selfish", "selfish/S"),
    Stage("selfish/fair", "selfish", "fair/S"),
    Stage("fair/selfish", "fair", "selfish/S"),
    Stage("fair/fair", "fair", "fair/S"),
)
"""The stages of Chawla et al. (2023). All agents start from the supervised model."""
CELLS: Final = tuple(stage.name for stage in STAGES)

LINE_MS, MADE_MS, STEP_MS = 1.1, 4.0, 200.0
"""Milliseconds to learn one line once, to make a synthetic dialogue, and to take one step of rewards, on one core."""
SHARE: Final = 0.25
"""Part of the time that the supervised model gets."""
MOST_EPOCHS, MOST_DIALOGUES, MOST_STEPS = 12, 8_000, 1_022
"""Amounts beyond which more brings little; so many steps are the 16,000 dialogues of Lewis et al. (2017)."""
EPOCHS: Final = 8
LEAST_WORD: Final = {True: 3, False: 20}
"""Times that a word must occur to be learned, by whether the dialogues are synthetic."""


class Recipe(Struct, frozen=True):
    """One agent family. `data` is `synthetic`, with this many `dialogues` to make, or the hash of a folder's."""

    data: str
    seed: int
    dialogues: int
    epochs: int
    steps: int
    embedding: int = Shape.__struct_defaults__[0]
    hidden: int = Shape.__struct_defaults__[2]

    @property
    def synthetic(self) -> bool:
        return self.data == "synthetic"

    def size(self, lines: int) -> int:
        """Return the dialogues that it takes, made, read and played. `lines` are those of a folder to learn from."""
        if self.synthetic:
            lines = 2 * (self.dialogues - -(-self.dialogues // VALID_EVERY))
        return self.dialogues + self.epochs * lines + len(STAGES) * self.steps * SIDE_BY_SIDE


def planned(data: str, lines: int, seed: int, minutes: float) -> Recipe:
    """Return the recipe that takes about this many minutes. `lines` are those of the folder; none if synthetic."""
    thousandths = 60_000 * minutes
    first = SHARE * thousandths
    if data == "synthetic":
        each = MADE_MS + EPOCHS * 2 * LINE_MS
        dialogues, epochs = max(24, min(MOST_DIALOGUES, int(first / each))), EPOCHS
        first = dialogues * each
    else:
        dialogues, epochs = 0, max(1, min(MOST_EPOCHS, int(first / (LINE_MS * max(1, lines)))))
        first = epochs * lines * LINE_MS
    steps = int((thousandths - first) / (len(STAGES) * STEP_MS))
    return Recipe(data, seed, dialogues, epochs, max(2, min(MOST_STEPS, steps)))
