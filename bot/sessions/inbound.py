"""Inbound acts, as adapters hand them over: who, where, and what exactly, with nothing platform-specific
left.
"""

from typing import Literal

from msgspec import Struct


class Text(Struct, frozen=True, tag="text"):
    """Something a person wrote; mentions of players are seat names already. `order`: behind a command such as `/offer`,
    so they mean it as a move.
    """

    text: str
    order: bool = False


class Press(Struct, frozen=True, tag="press"):
    """A pressed button: which ask (by index) of which post; a form brings its fields."""

    post: str
    index: int
    fields: tuple[tuple[str, str], ...] = ()


class Command(Struct, frozen=True, tag="command"):
    """A command about a game rather than a move in it: `rules`, `status`, `help`, `quit`."""

    name: str
    args: str = ""


class Open(Struct, frozen=True, tag="open"):
    """Start a game. `wrote` holds settings as texts; `against` says who plays a seat: a strategy, or `human` for an
    open chair.

    Seats not named in `against` are played by `rest`. `seed` and `code` are drawn by the manager when they are left
    empty. `watch`: the place that asks only looks on; whoever opens the game takes a seat like everybody else.
    `invites` are the places of those who are asked to take an open chair, each with its user where others read too.
    """

    game: str
    wrote: tuple[tuple[str, str], ...] = ()
    seat: str = ""
    against: tuple[tuple[str, str], ...] = ()
    rest: str = ""
    tempo: str = "calm"
    seed: int | None = None
    code: str = ""
    namespace: str = "play"
    number: int = 0
    """Which session of a configured game it is, for settings that are taken in turn."""
    watch: bool = False
    invites: tuple[tuple[str, str], ...] = ()


class Join(Struct, frozen=True, tag="join"):
    """Take an open chair by its join code; `seat` if the person chose one."""

    code: str
    seat: str = ""


class Operate(Struct, frozen=True, tag="operate"):
    """A command of operators. `verb` is `game new` with its options, or, of typed words, only `game` and one option
    without a key that holds the rest.
    """

    verb: str
    given: tuple[tuple[str, str], ...] = ()


class Asked(Struct, frozen=True):
    """An option of a command that somebody is writing: what they typed so far, and the other options."""

    verb: str
    option: str
    typed: str = ""
    given: tuple[tuple[str, str], ...] = ()


Act = Text | Press | Command | Open | Join | Operate


class Inbound(Struct, frozen=True):
    """One act of one user in one place.

    `id` is unique for ever and the same on a redelivery. `place` and `user` are plain strings with the platform in
    front (`telegram:123`). `private`: only this user reads the place. `origin` lets an adapter answer the very act (an
    interaction's token); it perishes. `at` is in milliseconds. `realm` is where operators are at home (a server);
    `admin`: the platform says that this user runs it. `channel` is the number of the channel that `place` is, or is a
    thread of. `direct` is a place that this user alone reads,
    where `place` is not one and the platform knows of one.
    """

    id: str
    place: str
    user: str
    at: int
    act: Act
    private: bool = True
    name: str = ""
    origin: str = ""
    locale: str = "en"
    plain: bool = False
    width: int = 30
    realm: str = ""
    admin: bool = False
    channel: str = ""
    direct: str = ""

    @property
    def focus(self) -> str:
        """The name that stands for the session to which this user's words in this place belong."""
        return focus(self.place, self.user)


def focus(place: str, user: str) -> str:
    """The name under which the store keeps to which session a user's words in a place belong."""
    return f"focus:{place}|{user}"


class Answer(Struct, frozen=True):
    """The answer to an input, kept in the inbox and given again to every repeat. All words go out as posts; `replied`
    says that one of them is a private answer to this very act.
    """

    what: Literal["played", "said", "refused", "asked", "told", "opened", "joined", "ignored"]
    sid: str = ""
    code: str = ""
    replied: bool = False
