"""Inbound acts, as adapters hand them over: who, where, and what exactly. They hold nothing platform-specific."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from bot import keys
from bot.session.model.once import once
from games.core.codec import decode, encode_whole

OPERATOR_HERE = "terminal:operator"
"""User of all who type operators' commands at the command line."""
AT_MACHINE = 3_600_000
"""Milliseconds after which a process that took a command at the command line is held for dead."""


class Text(Struct, frozen=True, tag="text"):
    """Words that a person wrote, with seats for mentions. `order`: they follow a command and are meant as a move."""

    text: str
    order: bool = False


class Press(Struct, frozen=True, tag="press"):
    """A pressed button: which post, and which of its asks (by index). A form brings its fields."""

    post: str
    index: int
    fields: tuple[tuple[str, str], ...] = ()


class Command(Struct, frozen=True, tag="command"):
    """A command about a game rather than a move in it: `rules`, `status`, `help`, `quit`."""

    name: str
    args: str = ""


class Open(Struct, frozen=True, tag="open"):
    """A request to start a game.

    - `wrote`: the person's settings, as texts.
    - `against`: who plays a seat: a strategy, or `human` for an open chair.
    - `rest`: who plays the seats that `against` does not name.
    - `seed`, `code`: drawn by the manager if empty.
    - `watch`: the place that asks only looks on. The opener takes a seat like everybody else.
    - `invites`: places of the people who are asked to take an open chair, each with its user where others read too.
    - `again`: a rematch; its people know the game and its settings.
    - `level`: the player of the AI seats that the person chose by name.
    - `instead`: the session that this one replaces, as nobody has moved there.
    - `root`: the session's secret, drawn by the manager; unset in what earlier versions recorded.
    - `chosen`: the seed was given, not drawn.
    - `wait`: minutes that the lobby waits for people (0: as long as the tempo says).
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
    """Number of this session among those of its configured game, for settings that are taken in turn."""
    watch: bool = False
    invites: tuple[tuple[str, str], ...] = ()
    again: bool = False
    level: str = ""
    instead: str = ""
    root: str | UnsetType = UNSET
    chosen: bool = False
    wait: int = 0


class Join(Struct, frozen=True, tag="join"):
    """A request to take an open chair by its join code; `seat` if the person chose one."""

    code: str
    seat: str = ""


class Enter(Struct, frozen=True, tag="enter"):
    """A request to take part in the study that a token opens. `token` is in lower case. `panel`: the parameters of the
    link by which the person came, as often as they stand there.
    """

    token: str
    panel: tuple[tuple[str, str], ...] = ()


class Operate(Struct, frozen=True, tag="operate"):
    """A command of operators. `verb` is for instance `game new`, with its options in `given`. For typed words it is
    only the first word, such as `game`; one option without a key holds the rest.
    """

    verb: str
    given: tuple[tuple[str, str], ...] = ()


class Asked(Struct, frozen=True):
    """An option that a person is typing into a command: what they typed so far, and the other options."""

    verb: str
    option: str
    typed: str = ""
    given: tuple[tuple[str, str], ...] = ()


Act = Text | Press | Command | Open | Join | Enter | Operate


class Inbound(Struct, frozen=True, dict=True):
    """One act of one user in one place. `dict=True` lets it keep the `focus` that it has worked out.

    - `id`: unique for ever, and the same on a redelivery.
    - `place`, `user`: plain strings with the platform in front (`telegram:123`).
    - `private`: only this user reads the place.
    - `origin`: lets an adapter answer this very act (an interaction's token); it expires.
    - `at`: milliseconds.
    - `realm`: all places with the same operators (a server).
    - `admin`: the platform says that this user runs the realm.
    - `channel`: number of the channel that `place` is, or is a thread of.
    - `direct`: a place that this user alone reads, if `place` is not one and the platform knows of one.
    - `desk`: an operator did it on the dashboard, which names people by pseudonyms and downloads files by itself.
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
    desk: bool = False

    @once
    def focus(self) -> str:
        """Name of the pointer to the session that receives this user's words in this place."""
        return keys.focus(self.place, self.user)


def whole(inbound: Inbound) -> Inbound:
    """Return the act with U+FFFD for each lone surrogate, which a platform's JSON can hold and no store can keep."""
    return decode(encode_whole(inbound), Inbound)


class Answer(Struct, frozen=True):
    """The answer to an input, kept in the inbox and given again to every repeat. All words go out as posts. `replied`:
    one of the posts is a private answer to this very act.
    """

    what: Literal["played", "said", "refused", "asked", "told", "opened", "joined", "ignored"]
    sid: str = ""
    code: str = ""
    replied: bool = False
