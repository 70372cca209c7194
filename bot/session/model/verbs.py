"""The table of operators' commands: their words, their options, who may use them. Every front end is made from it."""

from typing import Literal

from msgspec import Struct

Level = Literal["viewer", "operator", "owner"]
"""Levels of rights: `viewer` looks, `operator` also sets up and stops, `owner` also grants roles."""
LEVELS: tuple[Level, ...] = ("viewer", "operator", "owner")


class Opt(Struct, frozen=True):
    """One option. `kind` tells front ends how to complete it: with names of this kind, or one of `choices`."""

    key: str
    about: str
    needed: bool = False
    kind: Literal[
        "text",
        "new",
        "game",
        "study",
        "class",
        "type",
        "key",
        "value",
        "session",
        "condition",
        "user",
        "channel",
        "file",
    ] = "text"
    choices: tuple[str, ...] = ()


class Verb(Struct, frozen=True):
    """One command. `loose`: words of the form key=value that are no options are its settings."""

    name: str
    about: str
    options: tuple[Opt, ...] = ()
    level: Level = "operator"
    loose: bool = False

    @property
    def group(self) -> str:
        return self.name.partition(" ")[0]

    def option(self, key: str) -> Opt | None:
        return next((o for o in self.options if o.key == key), None)

    @property
    def does(self) -> str:
        """Description for use within a sentence."""
        return self.about[0].lower() + self.about[1:]

    @property
    def usage(self) -> str:
        """Typed form of the command: `/game open name:NAME [until:UNTIL]`."""
        words = [f"{o.key}:{o.key.upper()}" if o.needed else f"[{o.key}:{o.key.upper()}]" for o in self.options]
        return " ".join((f"/{self.name}", *words))


_GAME = Opt("name", "The game's name", True, "game")
_STUDY = Opt("name", "The study's name", True, "study")
_WHICH = Opt("name", "The game's name; leave it out for all of them", False, "game")
_SETTINGS = Opt("settings", "Settings as key=value, with spaces between them")
_SESSION = Opt("session", "The session's id", True, "session")
_REASON = Opt("reason", "Why; the players are told")
_CODE = Opt("code", "The class's join code; the newest class by default", False, "class")
_YES = ("yes", "no")
_FORMATS = ("yaml", "json")

VERBS = (
    Verb(
        "game new",
        "Make a draft of a game",
        (
            Opt("name", "A name for it: letters, digits, - and _", True, "new"),
            Opt("type", "Which game is played", True, "type"),
            Opt("preset", "The preset to start from", False, "value"),
            _SETTINGS,
        ),
        loose=True,
    ),
    Verb(
        "game config",
        "Change a setting; without a key, see them all",
        (
            _GAME,
            Opt("key", "Which setting", False, "key"),
            Opt("value", "Its new value; default takes it back", False, "value"),
            _SETTINGS,
        ),
        loose=True,
    ),
    Verb(
        "game show",
        "Show a game; effective shows exactly what is loaded",
        (_GAME, Opt("effective", "Every setting as the engine loads it", choices=("true", "false"))),
        level="viewer",
    ),
    Verb(
        "game prompt",
        "Show the text that a model gets for a seat of a game",
        (
            _GAME,
            Opt("seat", "The seat it plays; by default not the person's"),
            Opt("turns", "After so many turns of a game dealt for this, from 0 to 200"),
            Opt("condition", "The condition to show", False, "condition"),
        ),
        level="viewer",
    ),
    Verb(
        "game list",
        "List this realm's games",
        (Opt("state", "Only drafts, open or closed ones", choices=("draft", "open", "closed")),),
        level="viewer",
    ),
    Verb(
        "game open",
        "Open a game to players",
        (
            _GAME,
            Opt("max_sessions", "How many sessions may count; 0 for any number"),
            Opt("until", "When it closes, such as 2027-03-01 or 2027-03-01T18:00 (UTC); or never"),
            Opt("channel", "On Discord, the only channel where players may start it", False, "channel"),
        ),
    ),
    Verb("game close", "Close a game to new sessions; running ones finish", (_GAME,)),
    Verb(
        "game stop",
        "End running sessions; nobody earns anything",
        (
            Opt("name", "The game whose running sessions end", False, "game"),
            Opt("session", "One session, by its id", False, "session"),
            _REASON,
        ),
    ),
    Verb(
        "game preview",
        "Play a game yourself; it never counts",
        (_GAME, Opt("seat", "The seat you take"), Opt("condition", "The condition to play", False, "condition")),
    ),
    Verb(
        "game import",
        "Make or replace a game from YAML or JSON",
        (
            Opt("text", "What an export said"),
            Opt("file", "The file of an export", False, "file"),
            Opt("name", "Another name for it"),
        ),
    ),
    Verb(
        "game export",
        "Write a game as YAML or JSON",
        (_GAME, Opt("format", "yaml or json", choices=_FORMATS)),
        level="viewer",
    ),
    Verb(
        "condition add",
        "Add conditions to a game; a|b makes one for each value",
        (
            _GAME,
            Opt("settings", "What it changes, as key=value; key=a|b crosses factors"),
            Opt("label", "A name for it"),
            Opt("weight", "Its share of the sessions, from 1 to 20"),
        ),
        loose=True,
    ),
    Verb("condition list", "List the conditions of a game", (_GAME,), level="viewer"),
    Verb(
        "condition remove",
        "Remove a condition from a game",
        (_GAME, Opt("condition", "The label of the condition", True, "condition")),
    ),
    Verb(
        "condition balance",
        "Show planned, complete and active sessions of each condition",
        (_GAME, Opt("seed", "A new seed for the order of assignment")),
        level="viewer",
    ),
    Verb(
        "study new",
        "Make a draft of a study, as a file to change",
        (
            Opt("name", "A name for it: small letters, digits and -", True, "new"),
            Opt("type", "Which game is played", True, "type"),
        ),
    ),
    Verb(
        "study import",
        "Make or change a draft of a study from YAML or JSON",
        (Opt("text", "The declaration"), Opt("file", "The file of the declaration", False, "file")),
    ),
    Verb(
        "study show",
        "Show a study: its state, hash, places and where people are",
        (_STUDY, Opt("version", "Which version; the newest by default")),
        level="viewer",
    ),
    Verb("study list", "List this realm's studies", level="viewer"),
    Verb(
        "study dryrun",
        "Try a study with simulated participants; nothing is kept",
        (_STUDY, Opt("people", "How many come, from 1 to 400; 60 by default"), Opt("seed", "Repeats the same people")),
    ),
    Verb("study freeze", "Freeze a study: draw its seed, hash it, write what to register", (_STUDY,)),
    Verb("study fork", "Make the next version of a frozen study, as a draft", (_STUDY,)),
    Verb("study open", "Let people enter a frozen study, by its token", (_STUDY,)),
    Verb("study pause", "Let nobody else enter a study for now; people in it go on", (_STUDY,)),
    Verb("study close", "Close a study for good and reveal its seed", (_STUDY,)),
    Verb(
        "study export",
        "Write a study's data as a bundle of tables",
        (
            _STUDY,
            Opt("version", "Which version; by default the newest that was frozen"),
            Opt("to", "At the command line, the new folder to write"),
            Opt("texts", "What people typed: redacted, full or none", choices=("redacted", "full", "none")),
        ),
    ),
    Verb(
        "study balance",
        "Show planned, complete and active places of each condition",
        (_STUDY, Opt("version", "Which version; by default the newest that was frozen")),
        level="viewer",
    ),
    Verb(
        "study payments",
        "Write a panel's payment list: ids, outcomes and codes",
        (
            _STUDY,
            Opt("version", "Which version; by default the newest that was frozen"),
            Opt("to", "At the command line, the file to write"),
            Opt("pseudonyms", "Also the bundle's pseudonyms, to pay a bonus by it", choices=("yes", "no")),
        ),
    ),
    Verb("study paid", "Erase the panel ids of people whose part has ended", (_STUDY,)),
    Verb(
        "class new",
        "Make a class: one game for many people, with one clock",
        (
            Opt("type", "Which game is played", True, "type"),
            Opt("minutes", "How long it lasts, from 1 to 180; 12 by default"),
            Opt("pairs", "Whether students play each other instead of an AI", choices=_YES),
            Opt("now", "Whether the clock starts at once; else /class start starts it", choices=_YES),
            Opt("picture", "When the board shows deals: live, or at the end", choices=("live", "end")),
            _SETTINGS,
        ),
        loose=True,
    ),
    Verb("class start", "Start the clock of a class: every game begins", (_CODE,)),
    Verb("class board", "Get the link of a class's board, for a projector", (_CODE,), level="viewer"),
    Verb("class end", "End a class early; open games end by their own rules", (_CODE,)),
    Verb("class debrief", "Get the review of a class: lessons, picture, table, note", (_CODE,), level="viewer"),
    Verb("class list", "List this realm's classes", level="viewer"),
    Verb("class show", "Show the state of a class", (_CODE,), level="viewer"),
    Verb(
        "session list",
        "List sessions",
        (_WHICH, Opt("state", "Only running or ended ones", choices=("running", "ended"))),
        level="viewer",
    ),
    Verb("session show", "Show the state of a session", (_SESSION,), level="viewer"),
    Verb("session nudge", "Remind the players of a session whose turn it is", (_SESSION,)),
    Verb("session void", "Exclude a session from summaries; end it if it runs", (_SESSION, _REASON)),
    Verb("results summary", "Show means and counts of a game's sessions", (_GAME,), level="viewer"),
    Verb(
        "results export",
        "Export all sessions of a game as a table",
        (_GAME, Opt("format", "csv or jsonl", choices=("csv", "jsonl"))),
        level="viewer",
    ),
    Verb("results transcript", "Show a session as it was played", (_SESSION,), level="viewer"),
    Verb(
        "role grant",
        "Make somebody operator or viewer here",
        (
            Opt("user", "Who", True, "user"),
            Opt("role", "operator or viewer", True, choices=("operator", "viewer")),
        ),
        level="owner",
    ),
    Verb("role revoke", "Revoke a role", (Opt("user", "Whose", True, "user"),), level="owner"),
    Verb("people reports", "List reports about players, with what they had said", level="viewer"),
    Verb(
        "people warn",
        "Send a player a warning, in their game",
        (_SESSION, Opt("seat", "The player's seat there", True), Opt("reason", "What they are told", True)),
    ),
    Verb(
        "people ban",
        "Keep somebody from starting and joining games here",
        (
            Opt("user", "Who; or name a session and a seat", False, "user"),
            Opt("session", "A session in which they played", False, "session"),
            Opt("seat", "Their seat there"),
            Opt("until", "Until when, such as 2027-03-01; without it for good"),
            Opt("reason", "Why; they are told"),
        ),
    ),
    Verb("people unban", "Let somebody play again", (Opt("user", "Who", True, "user"),)),
    Verb("people bans", "List who may not play here", level="viewer"),
    Verb("dashboard", "Get a link that opens the dashboard in a browser, once", level="viewer"),
    Verb(
        "audit",
        "Show who changed what, newest first",
        (Opt("since", "From when on, such as 2027-03-01"),),
        level="viewer",
    ),
)
GROUPS = {
    "game": "Set up, open, watch and stop games",
    "condition": "Conditions of a game and how sessions are assigned",
    "study": "Declare, freeze, open and export studies",
    "class": "One game for many people, with one clock, a board and a review",
    "session": "List, inspect, nudge and void sessions",
    "results": "Summaries, tables and transcripts of sessions",
    "role": "Grant and revoke roles",
    "people": "Reports about players, warnings and bans",
    "dashboard": "Studies, games and live sessions on one page, in a browser",
    "audit": "Log of changes, with person and time",
}


def find(name: str) -> Verb | None:
    return next((verb for verb in VERBS if verb.name == name), None)


def of_group(group: str) -> tuple[Verb, ...]:
    return tuple(verb for verb in VERBS if verb.group == group)
