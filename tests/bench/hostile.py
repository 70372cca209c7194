"""Texts made to cost a reader time: repeated words and signs of the reader's own, alone, in pairs and in triples.

`hostile("society")` gives 12,000 texts of 5,000 characters. Equal arguments give equal texts.
"""

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any, Final

from msgspec import Struct

from games.core.contract import AnyGame, Reading, Said
from games.core.post import Choice, Voice
from tests.bench.tokens import tokens
from tests.games.plays import Sample, plays

SIZE: Final = 5_000
"""Characters of a text: the most that a person may send in one message."""
MANY: Final = 12_000
COUNT: Final = "№"
"""Stands in a unit for its number, so that no two repetitions are alike."""
SEPARATORS: Final = ("", " ", "\n", ", ", ". ", "; ", " and ", "\t", " - ", "/", ": ", "\n\n", "  ")
SIGNS: Final = (
    *("a", "A", "x ", "7", "0", "-", "--", "_", ".", "..", ",", ";", ":", "!", "?", "'", '"', "’", "(", ")", "[", "]"),
    *("{", "}", "[[", "{{", "((", "<", ">", "<>", "()", "[]", "{}", "}{", "][", ")(", "/", "\\", "|", "*", "**", "~~"),
    *("`", "```", "```\n", "#", "$", "%", "+", "=", "&", "@", "->", "=>", "→", "\n", "\r\n", "\n>", "> ", ">>>", " "),
    *(
        "  ",
        "\t",
        "\u00a0",
        "\u2028",
        "\u200b",
        "\u202e",
        "\0",
        "\ufdfa",
        "㎉",
        "½",
        "⑴",
        "İ",
        "ß",
        "ﬃ",
        "é",
        "e\u0301",
    ),
    *("\u0327\u0301", "\u0301\u0327", "\u0f73\u0f71", "\u1100\u1161\u11a8", "ㅤ", "㌖"),
    *("\u0301", "\u0345", "ΐ", "🙂", "👍", "1️⃣", "４５", "٤٥", "１", "\ud800", "://", "a://", "www.", "WWW.a ", "<@1>"),
    *("<@", "</a:", "<a:b:", "<t:1:", "/a@b", "/a", "@a", "a@b.c ", "1,", "1.", "1.1", "1,1", "1-", "1 ", "$1 ", "1%"),
    *(f"{COUNT} ", f"{COUNT}, ", f"a{COUNT} ", f"#{COUNT} ", f"${COUNT}.00 ", f"{COUNT}\n", "'a' ", '"a" ', "{'a'} "),
)
_EDGES: Final = (
    "",
    "",
    "",
    "a",
    " ",
    "\n",
    "!",
    "?",
    ".",
    "x1",
    "1",
    "[",
    "{",
    "(",
    "'",
    '"',
    ">",
    "-",
    ", and",
    "\n}",
)


class Shape(Struct, frozen=True):
    """A text of any size: `unit` again and again, whole, between `first` and `last`."""

    first: str
    unit: str
    last: str

    def text(self, size: int = SIZE) -> str:
        room = max(0, size - len(self.first) - len(self.last))
        times = room // (len(self.unit) + 2 * self.unit.count(COUNT))
        if COUNT not in self.unit:
            return self.first + self.unit * times + self.last
        return self.first + "".join(self.unit.replace(COUNT, str(n)) for n in range(100, 100 + times)) + self.last


def hostile(game: str, size: int = SIZE, many: int = MANY) -> Iterator[str]:
    """So many hostile texts for a game, each of about `size` characters."""
    yield from (shape.text(size) for shape in shapes(game, many))


def shapes(game: str, many: int = MANY) -> Iterator[Shape]:
    """So many different shapes: signs and tokens alone, then pairs and triples with something round them, mixed."""
    chance = Random(f"{game} {many}")
    typed = [text for text in dict.fromkeys((*sample_of(game).texts, *_offered(game))) if text]
    words = list(dict.fromkeys((*SIGNS, *tokens(game), *typed)))
    seen: set[Shape] = set()
    alone = [Shape("", word + between, "") for word in words for between in ("", " ", "\n")]
    chance.shuffle(alone)
    for shape in alone[: many // 2]:
        if shape not in seen:
            seen.add(shape)
            yield shape
    while len(seen) < many:
        unit = "".join(
            word + chance.choice(SEPARATORS)
            for word in (chance.choice(SIGNS if chance.random() < 0.3 else words) for _ in range(chance.randint(1, 3)))
        )
        if COUNT not in unit and chance.random() < 0.1:
            unit += f"{COUNT} "
        if chance.random() < 0.4:  # in the middle of a text that means something
            text = chance.choice(typed)
            cut = chance.randint(0, len(text))
            first, last = text[:cut], text[cut:]
        else:
            first, last = (chance.choice(_EDGES if chance.random() < 0.6 else words) for _ in range(2))
        if chance.random() < 0.3:
            first += chance.choice(SEPARATORS)
        shape = Shape(first, unit, last)
        if shape not in seen:
            seen.add(shape)
            yield shape


def sample_of(game: str) -> Sample:
    """The sample on which a game's contract is checked: configurations, and texts that mean something in it."""
    found: Sample = import_module(f"tests.games.{game}.test_contract").SAMPLE
    return found


def _offered(game: str) -> Iterator[str]:
    """The texts of buttons and the names of things, as one game of each configuration offers them."""
    rules = sample_of(game).game
    for view in views(game, 8):
        for ask in rules.asks(view, Voice(you=view.who)):
            yield ask.says[:80]


def views(game: str, most: int) -> list[Any]:
    """Views that read differently: whatever is typed in a sample means something else in each. The first are those
    with most behind them.
    """
    sample = sample_of(game)
    found: dict[str, Any] = {}
    for play in sorted(plays(sample), key=lambda play: -len(play.steps)):
        for state in (play.states[-1], *play.states[:-1:3]):
            if sample.game.turn(state).over:
                continue
            for seat in play.seats:
                view = sample.game.view(state, seat)
                found.setdefault(_manner(sample, view), view)
    kept = list(found.values())
    return kept[:: max(1, -(-len(kept) // most))]


def _manner(sample: Sample, view: Any) -> str:
    """The kinds of readings that texts and buttons get: equal for views that read alike."""
    pressed = [ask.says for ask in sample.game.asks(view, Voice(you=view.who)) if isinstance(ask, Choice)]
    kinds = [_kind(sample.game, view, text) for text in (*sample.texts, *pressed)]
    return f"{view.who} {kinds}"


def _kind(game: AnyGame, view: Any, text: str) -> str:
    meant = game.read(view, Said(text))
    if isinstance(meant, Reading):
        return f"{type(meant.move).__name__} {bool(meant.say)} {bool(meant.confirm)}"
    return meant.code
