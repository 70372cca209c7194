"""Intents: the settled meaning of an inbound act, a closed union.

The router resolves an act once. The inbox keeps the intent beside the act, so a repeat and a recovering process find
the first meaning. Nothing behind the router reads the text of a command.
"""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from bot.session.model.inbound import Enter, Inbound, Join, Open, Operate
from games.core.codec import decode
from games.core.contract import Seat
from games.core.post import Form
from storage.base import Input


class Pressed(Struct, frozen=True):
    """A pressed button: the text it says, for which seat, about which stake.

    `question` is asked first, where the button does what cannot be undone.
    """

    text: str
    via: Literal["pressed", "form"]
    seat: Seat
    stake: str
    question: str = ""


class PlayText(Struct, frozen=True, tag="play text"):
    """Words said at a table. `order`: they follow a command such as `/offer`, so they are meant as a move.

    `sid` and `stake` are set where the person was asked which game they mean: that game, and what the seat decided on.
    """

    text: str
    order: bool = False
    sid: str = ""
    stake: str = ""


class PlayPress(Struct, frozen=True, tag="play press"):
    """A pressed button of a session's post. `pressed` is None if the button is gone, `sid` is "" if the post is."""

    sid: str
    pressed: Pressed | None


class Aside(Struct, frozen=True, tag="aside"):
    """A command about a game: `rules`, `status`, `quit`. `pressed` is its button in `sid`; None if typed. `known`: for
    `block`, the people whom the person has blocked so far.
    """

    name: str
    args: str = ""
    sid: str = ""
    pressed: Pressed | None = None
    known: str = ""


class Resume(Struct, frozen=True, tag="resume"):
    """A request to go on with the session `sid`; "" if the person has none open."""

    sid: str = ""


class Turn(Struct, frozen=True, tag="turn"):
    """The person turned to a post of the session `sid`: their next words there belong to that session."""

    sid: str


class Decline(Struct, frozen=True, tag="decline"):
    """A no to the invitation to the table with this code."""

    code: str


class Account(Struct, frozen=True, tag="account"):
    """A request about the person's own data: `stats`, `progress`, `settings`, `mydata`, `forget`, `unblock`."""

    name: Literal["stats", "progress", "settings", "mydata", "forget", "unblock"]
    args: str = ""


class Participation(Struct, frozen=True, tag="participation"):
    """A request about the person's part in a study: its completion code, or to `withdraw` (`args`: yes, no, or "" to be
    asked). `part`: the id of the part that a yes is about; "" if unknown.
    """

    name: Literal["withdraw", "code"]
    args: str = ""
    part: str = ""


class Help(Struct, frozen=True, tag="help"):
    """A request that gets an explanation and concerns no session. `rematch`: there is no game to play again."""

    about: Literal["play", "friend", "join", "rematch", "wordless"]


class Refused(Struct, frozen=True, tag="refused"):
    """An act that a limit on the person refuses. `sentence` is "" where nothing is said about it."""

    code: str
    sentence: str = ""


Intent = (
    PlayText
    | PlayPress
    | Aside
    | Open
    | Join
    | Enter
    | Decline
    | Resume
    | Turn
    | Account
    | Participation
    | Operate
    | Help
    | Refused
)


class Request(Inbound, frozen=True):
    """An act with its meaning. The inbox keeps it encoded.

    `intent` is unset in a record of an act that was not resolved, which is all that earlier versions recorded. They
    read a request as the act alone, while processes of both versions serve.
    """

    intent: Intent | UnsetType = UNSET


def fill(form: Form, fields: dict[str, str]) -> str:
    """Return the text that a filled form says; fields that are missing say nothing."""
    text = form.says
    for one in form.fields:
        text = text.replace("{" + one.key + "}", fields.get(one.key, "").strip())
    return text


def recorded(row: Input) -> Request:
    """Return the request that the inbox recorded. Raises `DecodeError` for a body that is no act."""
    return decode(row.body, Request)


def sender(row: Input) -> str:
    """Return the person who sent a recorded input; its place if the record cannot be read."""
    try:
        return recorded(row).user
    except Exception:
        return row.place
