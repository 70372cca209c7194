"""Settings of a game for operators: name, kind, range, default and one sentence, all read from the game itself.

Command line, slash commands and files parse and show settings through this module. So a new setting of a game appears
in all of them, and is refused everywhere in the same words.
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from games.core.documents import Unreadable, bounded, clipped, load

Value = int | str | bool
Style = Literal["seed", "chat"]
STYLE = "How posts look: seed as in the study, chat short and made for phones."
Read = Literal["seed", "plain"]
READ = "How words are read: seed takes the study's own forms only, plain takes plain words and asks where in doubt."
REPEATED = 40
"""Characters of a written value that an error repeats."""


class BadSetting(ValueError):
    """A setting that cannot be used; its text says what is allowed and repeats the beginning of the written value.

    `wrote` may be any value from a file. It is never turned into text whole: a few hundred characters of YAML can stand
    for gigabytes.
    """

    def __init__(self, key: str, allowed: str, wrote: object = None) -> None:
        told = "" if wrote is None else f"; you wrote {brief(wrote)}"
        name = clipped(" ".join(key[: 10 * REPEATED].split()), REPEATED) or "''"
        super().__init__(f"{name} {allowed}{told}.")
        self.key, self.allowed = key, allowed


def brief(wrote: object) -> str:
    """Return a few words for a written value, in bounded time however large it is."""
    match wrote:
        case str():
            return clipped(" ".join(wrote[: 10 * REPEATED].split()), REPEATED) or "nothing"
        case bool() | float() | None:
            return str(wrote)
        case int():
            # Python refuses to write out an integer of more than 4,300 digits.
            return str(wrote) if wrote.bit_length() <= 3 * REPEATED else "a number of very many digits"
        case dict():
            return "a mapping"
        case list() | tuple():
            return "a list"
    return type(wrote).__name__


def dollars(cents: int) -> str:
    """Return cents as a price: `$12.50`, losses as `-$5.00`."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100}.{abs(cents) % 100:02d}"


class Money(Struct, frozen=True, tag="money"):
    """A price in cents, written in dollars with at most two decimals."""

    low: int
    high: int

    def allowed(self) -> str:
        return f"must be a price from {dollars(self.low)} to {dollars(self.high)}"

    def parse(self, text: str) -> int | None:
        match = re.fullmatch(r"(-?)\$?(\d{1,9})(?:\.(\d{1,2}))?", text)
        if not match or not text.isascii():
            return None
        sign, whole, part = match.groups()
        cents = int(whole) * 100 + int((part or "0").ljust(2, "0"))
        cents = -cents if sign else cents
        return cents if self.low <= cents <= self.high else None

    def show(self, value: Value) -> str:
        return dollars(int(value))


class Whole(Struct, frozen=True, tag="whole"):
    """A whole number."""

    low: int
    high: int

    def allowed(self) -> str:
        return f"must be a whole number from {self.low} to {self.high}"

    def parse(self, text: str) -> int | None:
        if not re.fullmatch(r"-?\d{1,18}", text) or not text.isascii():
            return None
        return int(text) if self.low <= int(text) <= self.high else None

    def show(self, value: Value) -> str:
        return str(value)


class Option(Struct, frozen=True, tag="option"):
    """One of a few given words. `aliases` are pairs of an older word and the option that it stands for."""

    options: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...] = ()

    def allowed(self) -> str:
        return f"must be one of {', '.join(self.options)}"

    def parse(self, text: str) -> str | None:
        word = text.casefold().replace(" ", "_")
        word = dict(self.aliases).get(word, word)
        return next((o for o in self.options if o.casefold() == word), None)

    def show(self, value: Value) -> str:
        return str(value)


class Flag(Struct, frozen=True, tag="flag"):
    """On or off."""

    def allowed(self) -> str:
        return "must be on or off"

    def parse(self, text: str) -> bool | None:
        word = text.casefold()
        return True if word in ("on", "yes", "true", "1") else False if word in ("off", "no", "false", "0") else None

    def show(self, value: Value) -> str:
        return "on" if value else "off"


class Document(Struct, frozen=True, tag="document"):
    """A JSON document in a file, or a line of the game's own. The game checks its content."""

    about: str

    def allowed(self) -> str:
        return f"must be a file with {self.about}"

    def parse(self, text: str) -> str | None:
        """Return the text as it is. Raises `Unreadable` if it is out of bounds, or begins like JSON but isn't."""
        if text[:1] in ("{", "["):
            load(text)
        else:
            bounded(text)
        return text

    def show(self, value: Value) -> str:
        return str(value)


Kind = Money | Whole | Option | Flag | Document


class Setting(Struct, frozen=True):
    """One setting: `default` is a parsed value (cents for money), `help` one sentence for people."""

    key: str
    kind: Kind
    default: Value
    help: str

    def parse(self, text: str) -> Value:
        """Return the value that a text stands for. Raises `BadSetting`."""
        try:
            value = self.kind.parse(text.strip())
        except Unreadable as problem:
            raise BadSetting(self.key, f"{self.kind.allowed()} ({problem})", text) from None
        if value is None:
            raise BadSetting(self.key, self.kind.allowed(), text)
        return value

    def show(self, value: Value) -> str:
        return self.kind.show(value)


def settings_in(config: type[Struct], *last: str) -> tuple[Setting, ...]:
    """Return the settings that the fields of a configuration state: `Annotated[type, kind, default, help]`, in their
    order, those named in `last` behind all others. The kind is left out where the type says it: words, or on and off.
    """
    made: dict[str, Setting] = {}
    for key, hint in get_type_hints(config, include_extras=True).items():
        if get_origin(hint) is Annotated:
            stated, *kind, default, about = get_args(hint)
            kinds = kind or [Flag() if stated is bool else Option(get_args(stated))]
            made[key] = Setting(key, kinds[0], default, about)
    return tuple(made[key] for key in (*(key for key in made if key not in last), *last))


def conditions(table: str) -> Mapping[str, Mapping[str, str]]:
    """Return named conditions from a table of lines `name: key=text; …`; one without a name continues another.

    `*name` stands for the texts of an earlier condition. One whose name begins with `_` is only for that.
    """
    made: dict[str, dict[str, str]] = {}
    for row in re.split(r"\n *(?=\w+:)", table.strip()):
        name, _, texts = row.partition(":")
        made[name] = {}
        for text in filter(None, map(str.strip, texts.split(";"))):
            key, _, value = text.partition("=")
            made[name] |= made[key[1:]] if key.startswith("*") else {key: value}
    return MappingProxyType({name: texts for name, texts in made.items() if not name.startswith("_")})


def find(settings: Iterable[Setting], key: str) -> Setting:
    """Return the setting with this key. Raises `BadSetting`, which names the keys there are."""
    known = tuple(settings)
    for setting in known:
        if setting.key == key:
            return setting
    raise BadSetting(key, f"is not a setting of this game; there are {', '.join(s.key for s in known)}")


def number(setting: Setting, value: Value) -> Fraction:
    """Return a value as formulas see it: money in dollars, everything else unchanged."""
    return Fraction(int(value), 100) if isinstance(setting.kind, Money) else Fraction(int(value))
