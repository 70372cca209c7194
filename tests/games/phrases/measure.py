"""Measures a set of phrases: each is read at its table, and what was read is compared with its gold label.

A set is a folder of `<game>.tsv` files: `context<TAB>gold<TAB>text`, comments with `#`. A label ends where the phrase
leaves the rest open: `?offer` stands for a question about any price, `plan gather wood` for any number of wood.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from tests.games.phrases import contexts
from tests.games.phrases.contexts import DROPPED, GAMES, NOTHING, read

HERE: Final = Path(__file__).parent
Kind = Literal["accept", "move", "reject", "none"]
KINDS: Final[tuple[Kind, ...]] = ("accept", "move", "reject", "none")


class Phrase(Struct, frozen=True):
    """A row of a set."""

    context: str
    gold: str
    text: str


class Heard(Struct, frozen=True):
    """A phrase, and the spelling of what was read."""

    phrase: Phrase
    got: str

    @property
    def right(self) -> bool:
        return matches(self.got, self.phrase.gold)

    @property
    def understood(self) -> bool:
        """Return whether the meaning was got, at once or with a question."""
        return matches(plain(self.got), plain(self.phrase.gold))


class Figures(Struct, frozen=True):
    """The figures of one kind of label in one game, as fractions of 1.

    - `phrases`: how many have this label, with or without `?`.
    - `at_once`: of the labels without `?`, the share that was read so, without a question.
    - `in_the_end`: of all, the share whose meaning was got, at once or with a question. What should have been asked
      about and was not is not understood.
    - `precise`: of what was read as this kind without a question, the share that is right.
    - `precise_asked`: of what was asked about as this kind, the share whose meaning is right.
    """

    phrases: int
    at_once: float
    in_the_end: float
    precise: float
    precise_asked: float


class Measured(Struct, frozen=True):
    """The readings of one game, with their figures by kind."""

    game: str
    heard: tuple[Heard, ...]
    figures: dict[Kind, Figures]

    @property
    def false_bindings(self) -> tuple[Heard, ...]:
        """Return the phrases that were read as an irreversible move, without a question, that they do not mean."""
        return tuple(one for one in self.heard if binds(self.game, one.got) and not one.right)

    @property
    def misses(self) -> tuple[Heard, ...]:
        return tuple(one for one in self.heard if not one.right)


def sets() -> tuple[str, ...]:
    """Return the names of the sets there are."""
    return tuple(sorted(path.name for path in HERE.iterdir() if any(path.glob("*.tsv"))))


def phrases(set: str, game: str) -> tuple[Phrase, ...]:
    """Return the phrases of a game. Raises `ValueError` for a row that is none."""
    path = HERE / set / f"{game}.tsv"
    return tuple(_rows(path)) if path.exists() else ()


def _rows(path: Path) -> Iterator[Phrase]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        cells = line.split("\t")
        if not line.strip() or line.startswith("#"):
            continue
        if len(cells) != 3 or not all(cells):
            raise ValueError(f"{path}:{number}: not context, gold and text: {line!r}")
        yield Phrase(cells[0], cells[1], cells[2].replace("\\n", "\n"))


def measure(set: str, games: Iterable[str] = GAMES) -> tuple[Measured, ...]:
    """Return each game's figures for a set."""
    made = []
    for game in games:
        heard = tuple(Heard(phrase, read(game, phrase.context, phrase.text)) for phrase in phrases(set, game))
        made.append(Measured(game, heard, {kind: _figures(kind, heard) for kind in KINDS}))
    return tuple(made)


def _figures(kind: Kind, heard: tuple[Heard, ...]) -> Figures:
    gold = [one for one in heard if kind_of(one.phrase.gold) == kind]
    sure = [one for one in gold if not one.phrase.gold.startswith("?")]
    got = [one for one in heard if kind_of(one.got) == kind]
    said, asked = ([one for one in got if one.got.startswith("?") is mark] for mark in (False, True))
    return Figures(
        len(gold),
        _share(one.right for one in sure),
        _share(one.right or (one.understood and one.got.startswith("?")) for one in gold),
        _share(one.right for one in said),
        _share(one.understood for one in asked),
    )


def _share(hits: Iterable[bool]) -> float:
    """Return the share of hits; 1 where there is nothing to miss."""
    found = list(hits)
    return sum(found) / len(found) if found else 1.0


# --- labels -----------------------------------------------------------------------------------------------------------


def plain(label: str) -> str:
    return label.removeprefix("?")


def kind_of(label: str) -> Kind:
    """Return the kind of a label. An acceptance that changes something, or of an older offer, is a move."""
    match plain(label):
        case "accept":
            return "accept"
        case "reject":
            return "reject"
        case contexts.NOTHING | contexts.DROPPED:
            return "none"
    return "move"


def matches(got: str, gold: str) -> bool:
    """Return whether a reading is what a label says. What the label leaves open may be anything."""
    return got == gold or (gold != NOTHING and got.startswith(f"{gold} "))


def binds(game: str, got: str) -> bool:
    """Return whether a reading, not asked about, does what cannot be undone.

    In bargaining everything does; elsewhere an acceptance (of shares, a swap, a set, a division or a card), joining a
    coalition, and walking away.
    """
    if got.startswith("?") or got in (NOTHING, DROPPED):
        return False
    return game == "bargaining" or got.split()[0].rstrip(",") in ("accept", "join", "leave", "vote")


# --- tables -----------------------------------------------------------------------------------------------------------


def table(measured: Iterable[Measured]) -> str:
    """Return the figures as a table, one line for each game and kind."""
    head = f"{'game':<13}{'kind':<8}{'n':>5}{'at once':>10}{'or asked':>10}{'precise':>10}{'asked prec.':>13}"
    rows = [head, "-" * len(head)]
    for one in measured:
        if not one.heard:
            continue
        for kind, figures in one.figures.items():
            shares = (figures.at_once, figures.in_the_end, figures.precise, figures.precise_asked)
            cells = zip((f"{100 * share:.1f}" for share in shares), (10, 10, 10, 13), strict=True)
            rows.append(f"{one.game:<13}{kind:<8}{figures.phrases:>5}" + "".join(f"{c:>{w}}" for c, w in cells))
        rows.append(f"{one.game:<13}false bindings: {len(one.false_bindings)} of {len(one.heard)} phrases")
    return "\n".join(rows)


def missed(one: Measured) -> str:
    """Return the misses of a game, the false bindings marked and first."""
    wrong = sorted(one.misses, key=lambda miss: (miss not in one.false_bindings, miss.phrase.context))
    return "\n".join(
        f"{'!' if miss in one.false_bindings else ' '} {miss.phrase.context:<12} {miss.phrase.text!r}: "
        f"{miss.phrase.gold}, read as {miss.got}"
        for miss in wrong
    )
