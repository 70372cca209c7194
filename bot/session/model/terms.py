"""Terms of a session: the fixed part, chosen when it is opened. They never change."""

import re
from typing import Literal

from msgspec import UNSET, Raw, Struct, UnsetType, field
from msgspec.structs import replace


class Tempo(Struct, frozen=True):
    """Milliseconds for each pace of a game's clocks; None: that clock never runs out."""

    name: str
    turn: int | None = None
    phase: int | None = None
    quiet: int | None = 0
    idle: int | None = None


HOUR = 3_600_000
TEMPI = {
    tempo.name: tempo
    for tempo in (
        Tempo("calm"),
        Tempo("chat", turn=24 * HOUR, phase=60_000, quiet=4_000, idle=24 * HOUR),
        Tempo("slow", turn=72 * HOUR, phase=12 * HOUR, quiet=10_000, idle=168 * HOUR),
    )
}
"""`calm`: nobody is hurried (the terminal). `chat`: live play. `slow`: by correspondence."""


def tempo_of(text: str) -> Tempo:
    """Return the tempo that a text names. `N minutes` gives each act so long. Raises `ValueError`."""
    found = re.fullmatch(r"([1-9][0-9]{0,3}) minutes?", text.strip().casefold())
    if found is not None:
        length = int(found[1]) * 60_000
        return Tempo(f"{found[1]} minutes", turn=length, phase=length, quiet=4_000, idle=length)
    if text not in TEMPI:
        raise ValueError(f"There is no tempo {text!r}; there are {', '.join(TEMPI)}, and N minutes.")
    return TEMPI[text]


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

    @property
    def public(self) -> "Terms":
        """The terms without the secret root: what a log starts from, and what an exported log holds."""
        return replace(self, root=UNSET)
