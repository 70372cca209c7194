"""Study: a game with its conditions, the stages around it, and the rules of taking part. Frozen, it never changes.

A stage before or after the game is a form (`games.forms`), so it is a session of its own like the game. `Part` is what
one person has done so far: it says which stage comes next, and holds nothing that names them.
"""

from typing import Literal

from msgspec import Struct

from bot.studies.design import Definition, Pairs
from games.forms.config import Form

StudyState = Literal["draft", "frozen", "open", "paused", "closed"]
StageKind = Literal["consent", "svo", "tutorial", "practice", "check", "game", "survey", "debrief"]
Outcome = Literal[
    "complete", "no_consent", "screened_out", "withdrawn", "silent", "partner_left", "dismissed", "technical"
]
"""The end of a person's part.

- `screened_out`: failed a check that the study says ends it.
- `silent`: let their own time run out. `partner_left`: the other person did.
- `dismissed`: nobody came to play with them.
- `technical`: the program or an operator ended it.
"""
CODED: tuple[Outcome, ...] = ("complete", "screened_out", "no_consent", "technical", "partner_left", "dismissed")
"""The outcomes that have a completion code."""


class Factor(Struct, frozen=True):
    """One factor of the design. Settings of the study hold `{name}` where its level goes; a factor named like a setting
    writes that setting itself.
    """

    name: str
    levels: tuple[str, ...]


class StagePlan(Struct, frozen=True):
    """One stage. `form` holds what a stage other than the game asks; a practice is a game against `opponent` that does
    not count, with these settings.
    """

    name: str
    kind: StageKind
    form: Form | None = None
    wrote: Pairs = ()
    opponent: str = ""


class Rules(Struct, frozen=True):
    """The rules of taking part.

    - `places`: complete sessions wanted in all (0: any number).
    - `once`: each person takes part once, by the panel's id or by their account.
    - `turn_minutes`: how long each act may take. `study_minutes`: how long the whole may take.
    - `on_silence`: when a partner is silent, the game ends, or an AI goes on for them; the other is told.
    - `wait_minutes`: how long somebody waits for a partner. Then, by `on_nobody`, an AI plays or they are dismissed.
    - `withdrawal`: what becomes of the data of a person who withdraws.
    """

    places: int = 0
    once: bool = True
    turn_minutes: int = 5
    study_minutes: int = 60
    on_silence: Literal["end", "ai"] = "end"
    wait_minutes: int = 5
    on_nobody: Literal["ai", "dismiss"] = "ai"
    withdrawal: Literal["erase", "keep"] = "erase"


class Panel(Struct, frozen=True):
    """The panel that sends people, and gets them back.

    - `takes`: parameters of its link that are kept in the vault. `person`: the one that is the person's id there.
    - `required`: nobody comes in without that id; otherwise who has none counts by their account.
    - `keep_days`: days after which what is kept is deleted.
    - `back`: the panel's address for an outcome; `{code}` in it stands for the completion code.
    """

    takes: tuple[str, ...]
    person: str
    required: bool = True
    keep_days: int = 90
    back: tuple[tuple[Outcome, str], ...] = ()


class Study(Struct, frozen=True):
    """A study as its operators declared it.

    - `design`: the game, its settings, and the conditions that follow from the factors; `seed` orders them.
    - `codes`: the completion code of each outcome in `CODED`.
    - `text`: the declaration as it was written, which the bundle repeats.
    - `analysis`: the plan of the analysis, in Markdown.
    - `frozen_at`, `hash`, `commitment`: time (ms), hash of all of this and of what it loads, and the hash that promises
      the seed of assignment before anybody knows it. 0 and "" in a draft.
    - `token`: opens the study to people ("" until it is open for the first time).
    - `salt`: makes pseudonyms of people; it never leaves the store.
    - `panel`: who sends people; None where they come by themselves.
    """

    slug: str
    title: str
    design: Definition
    factors: tuple[Factor, ...] = ()
    stages: tuple[StagePlan, ...] = ()
    rules: Rules = Rules()
    codes: tuple[tuple[Outcome, str], ...] = ()
    contact: str = ""
    analysis: str = ""
    text: str = ""
    version: int = 1
    state: StudyState = "draft"
    frozen_at: int = 0
    hash: str = ""
    commitment: str = ""
    token: str = ""
    salt: str = ""
    panel: Panel | None = None

    @property
    def key(self) -> str:
        return self.slug.casefold()

    def stage(self, name: str) -> StagePlan | None:
        return next((stage for stage in self.stages if stage.name == name), None)

    def code(self, outcome: Outcome) -> str:
        return dict(self.codes).get(outcome, "")


class Visit(Struct, frozen=True):
    """A stage that a person went through: its session, when it began (ms), and their seat there ("": the only one that
    a person holds).
    """

    stage: str
    sid: str
    at: int
    seat: str = ""


class Part(Struct, frozen=True):
    """One person's part in a study.

    - `pid`: their pseudonym, a keyed hash of the panel's id or of their account.
    - `platform`: `telegram`, `discord`, `terminal`, `web` or `sim`.
    - `visits`: the stages so far; the last one is where they are.
    - `condition`, `slot`: given to them when they reach the game ("" and -1 before).
    - `block`, `position`: where the slot stands in the permuted blocks.
    - `outcome`, `ended`: "" and 0 while they are at it.
    - `code`: the completion code that they were shown.
    - `entries`: how often they came; more than once are repeaters.
    - `version`: of the study.
    - `names`: their display name in parts, as keyed hashes: no log of a study has the name, and exports look for it.
    """

    pid: str
    platform: str
    began: int
    visits: tuple[Visit, ...] = ()
    condition: str = ""
    slot: int = -1
    outcome: Outcome | Literal[""] = ""
    ended: int = 0
    code: str = ""
    entries: int = 1
    test: bool = False
    version: int = 1
    names: tuple[str, ...] = ()

    @property
    def stage(self) -> str:
        return self.visits[-1].stage if self.visits else ""
