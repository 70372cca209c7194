"""Terms of a session: the fixed part, chosen when it is opened. They never change."""

import re
from typing import Final, Literal

from msgspec import UNSET, Raw, Struct, UnsetType, field
from msgspec.structs import replace


class Tempo(Struct, frozen=True):
    """Milliseconds for each pace of a game's clocks; None: that clock never runs out."""

    name: str
    turn: int | None = None
    phase: int | None = None
    quiet: int | None = 0
    idle: int | None = None


MINUTE, HOUR = 60_000, 3_600_000
TEMPI = {
    tempo.name: tempo
    for tempo in (
        Tempo("calm"),
        Tempo("chat", turn=24 * HOUR, phase=60_000, quiet=4_000, idle=24 * HOUR),
        Tempo("slow", turn=72 * HOUR, phase=12 * HOUR, quiet=10_000, idle=168 * HOUR),
    )
}
"""`calm`: nobody is hurried (the terminal). `chat`: live play. `slow`: by correspondence."""
LONGEST: Final = 24 * 60
"""Most minutes of a tempo that names them."""
_MINUTES = re.compile(r"(\d{1,4})\s*(?:m|min|mins|minutes?)?", re.IGNORECASE)


def tempo_of(text: str) -> Tempo:
    """Return the tempo that a text names: one of `TEMPI`, or this many minutes for each turn and each phase, written
    `5 minutes` or `5m`. Raises `ValueError` with a sentence.
    """
    known = TEMPI.get(text.strip().casefold())
    if known is not None:
        return known
    found = _MINUTES.fullmatch(text.strip())
    minutes = int(found[1]) if found is not None else 0
    if not 1 <= minutes <= LONGEST:
        there = ", ".join(TEMPI)
        raise ValueError(f"There is no tempo {text[:40]!r}; there are {there}, and 1 to {LONGEST} minutes, such as 5m.")
    wait, chat = minutes * MINUTE, TEMPI["chat"]
    return Tempo(f"{minutes} minute{'' if minutes == 1 else 's'}", wait, wait, chat.quiet, chat.idle)


class Setup(Struct, frozen=True):
    """The configured game of a session: its realm, name and version, and the hash of all that was loaded for it.
    `condition` and `slot` are what the session was assigned; a slot of -1 counts nowhere.
    """

    realm: str
    name: str
    version: int
    hash: str
    condition: str = ""
    slot: int = -1


class Stage(Struct, frozen=True):
    """The stage of a study that a session is: the study, its version, and the stage's name and kind in it.

    `on_silence`: what happens when one of several people lets a turn's clock run out. Sessions of the kind
    `practice` count nowhere.
    """

    realm: str
    study: str
    version: int
    name: str
    kind: str
    on_silence: Literal["end", "ai"] = "end"


class Lesson(Struct, frozen=True):
    """The class that a session belongs to: the id of its record. `held`: nobody plays before the class starts."""

    classroom: str
    held: bool = False


class Promise(Struct, frozen=True):
    """Promise of a session before the deal: a salted hash of each part (`receipt` makes them).

    - `deal`: the deal seed, and whether somebody chose it.
    - `configuration`: game, rules and settings.
    - `opponent`: the version of this program, and the `players` of the seats that an AI had from the start.
    - `opponent_seed`: the seed of those players.
    - `chosen`: somebody chose the seed, so they could know what a player with that seed does.
    """

    deal: str
    configuration: str
    opponent: str
    opponent_seed: str
    players: tuple[tuple[str, str], ...]
    chosen: bool


class Terms(Struct, frozen=True):
    """The fixed part of a session: game, rules, configuration, seed and tempo.

    `overrides`: the settings as a person wrote them, for a rematch. `spec`: the hash of game, rules and configuration;
    sessions with the same hash played the same thing. `again`: a rematch with the same settings. `root`: the secret
    from which the seeds and salts of a session are derived; it never leaves the store. `stage`: what it is in a study.
    `lesson`: the class that it belongs to.
    """

    game: str
    rules: int
    config: Raw
    seed: int
    tempo: Tempo
    spec: str
    engine: str
    code: str = ""
    overrides: tuple[tuple[str, str], ...] = field(default=(), name="wrote")
    # Left out of the encoding when unset, so that older logs keep their marks.
    realm: str | UnsetType = UNSET
    setup: Setup | UnsetType = UNSET
    again: bool | UnsetType = UNSET
    promise: Promise | UnsetType = UNSET
    root: str | UnsetType = UNSET
    stage: Stage | UnsetType = UNSET
    lesson: Lesson | UnsetType = UNSET

    @property
    def public(self) -> "Terms":
        """The terms without the secret root: what a log starts from, and what an exported log holds."""
        return replace(self, root=UNSET)
