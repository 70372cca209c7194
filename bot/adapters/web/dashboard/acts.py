"""Buttons of the dashboard: commands of operators, and the questions before those that end something.

A button sends a command and its options as a form, and the command is handed in as if it had been typed in a chat.
"""

from collections.abc import Mapping

from msgspec import Struct

from bot.session.model.inbound import Operate
from bot.session.model.verbs import find


class Field(Struct, frozen=True):
    """A field of the page that asks: its option, label, and whether it must be filled in."""

    key: str
    label: str
    needed: bool = False


class Question(Struct, frozen=True):
    """A page that asks before an act. `title` may hold the options of the command."""

    title: str
    lines: tuple[str, ...]
    button: str
    fields: tuple[Field, ...] = ()


WHY = Field("reason", "Why (the players are told; may stay empty)")
QUESTIONS: Mapping[str, Question] = {
    "game stop": Question(
        "Stop {target}?",
        ("It ends at once. The players are told, and nobody earns anything.", "This cannot be undone."),
        "Stop",
        (WHY,),
    ),
    "session void": Question(
        "Void session {session}?",
        ("No summary counts it any more. If it is running, it ends, and the players are told.",),
        "Void",
        (WHY,),
    ),
    "study close": Question(
        "Close {name} for good?",
        ("Nobody else can enter; people in it go on. The seed of assignment is revealed.", "This cannot be undone."),
        "Close for good",
    ),
    "class end": Question(
        "End class {code}?",
        ("Its clock stops now. Games that run end by their own rules; the review follows.", "This cannot be undone."),
        "End the class",
    ),
    "people warn": Question(
        "Warn the {seat} of session {session}?",
        ("They read your words in their game, as a message from the operators.",),
        "Send the warning",
        (Field("reason", "What they are told", needed=True),),
    ),
    "people ban": Question(
        "Ban the {seat} of session {session}?",
        ("They can no longer start or join games here. Running games go on.",),
        "Ban",
        (Field("reason", "Why (they are told)"), Field("until", "Until when, such as 2027-03-01 (empty: for good)")),
    ),
    "people unban": Question("Let {user} play again?", (), "Lift the ban"),
}
"""Acts that end or begin something for people. They are asked about first."""
DIRECT = ("session nudge", "study open", "study pause", "game open", "game close", "class start")
"""Acts that can be taken back, or change nothing. They are done at once."""
DOWNLOADS = ("study export", "results export")


class Pressed(Struct, frozen=True):
    """A pressed button: its command, and its options in order."""

    verb: str
    given: tuple[tuple[str, str], ...]

    @property
    def act(self) -> Operate:
        return Operate(self.verb, self.given)

    @property
    def question(self) -> Question | None:
        return QUESTIONS.get(self.verb)

    @property
    def title(self) -> str:
        """Title of the page that asks."""
        known = dict(self.given)
        target = f"session {known['session']}" if "session" in known else f"all sessions of {known.get('name', '')}"
        assert self.question is not None
        return self.question.title.format_map(_Named(known | {"target": target})).replace("person:", "")


class _Named(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "player" if key == "seat" else ""


def pressed(sent: Mapping[str, list[str]], allowed: tuple[str, ...]) -> Pressed | None:
    """Return the button that a form stands for; None if it is none of those `allowed`."""
    name = sent.get("verb", [""])[0]
    verb = find(name)
    if verb is None or name not in allowed:
        return None
    given = ((option.key, sent.get(option.key, [""])[0].strip()[:500]) for option in verb.options)
    return Pressed(name, tuple((key, text) for key, text in given if text))
