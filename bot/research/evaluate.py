"""Accuracy of the deal reader on people's dialogues, and the best possible deals of contexts.

`reader FILE` measures how often the reader finds, from their words alone, the deal that two people entered. A file
holds one dialogue a line, as one player saw it, in the format of the end-to-end-negotiator data:

  <input> n0 v0 n1 v1 n2 v2 </input> <dialogue> YOU: … <eos> THEM: … <eos> YOU: <selection> </dialogue>
  <output> item0=a item1=b item2=c item0=d … </output> …

The input holds counts and values of books, hats and balls. The output holds what both entered at the end: shares, or
`<disagree>` (they did not fit together), `<no_agreement>`, `<disconnect>`. The reader gets the counts and the words;
values and answers are used only for the score.

`ceilings FILE` tries every deal of contexts, one a line: `c1,c2,c3 a1,a2,a3 b1,b2,b3`, counts and both sides' values.
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from games.core.settings import BadSetting
from games.dealornodeal.analysis.deals import ceiling
from games.dealornodeal.domain.contexts import instance
from games.dealornodeal.domain.deals import Share
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.reader.tokens import vocabulary
from games.dealornodeal.reader.tracker import Heard, Tracker

MOST_OFFERS = 5
"""Number of offers from which dialogues are counted together."""
YOU, THEM = "YOU", "THEM"

Outcome = Literal["deal", "disagree", "no_agreement", "disconnect"]

_PART = re.compile(r"<(input|dialogue|output)>(.*?)</\1>", re.DOTALL)
_ENTERED = re.compile(r"item\d=(\d+)")


class BadDialogue(ValueError):
    """Error: a line that is not a dialogue; the text says what is wrong with it."""


class Dialogue(Struct, frozen=True):
    """A dialogue. `turns` are pairs of speaker and words, without the closing selection. `deal` is the share that `YOU`
    entered for themselves; None if the entered shares do not fit, and `outcome` says why.
    """

    line: int
    pool: Share
    turns: tuple[tuple[str, str], ...]
    deal: Share | None
    outcome: Outcome


class Read(Struct, frozen=True):
    """A dialogue as the reader understood it. `held` is the division in force at the end, as the share of `YOU`.
    `left`: a player's last word was that there is no deal.
    """

    dialogue: Dialogue
    meanings: tuple[Heard, ...]
    held: Share | None
    offers: int
    left: bool

    @property
    def right(self) -> bool:
        return self.held is not None and self.held == self.dialogue.deal


def dialogues(text: str) -> Iterator[Dialogue]:
    """Yield the dialogues of a file. Raises `BadDialogue`."""
    for number, line in enumerate(text.split("\n"), 1):  # other line separators may be part of people's words
        if line.strip():
            try:
                yield _dialogue(number, line)
            except ValueError as problem:
                raise BadDialogue(f"Line {number} is no dialogue ({problem}).") from None


def _dialogue(number: int, line: str) -> Dialogue:
    parts = {name: text.strip() for name, text in _PART.findall(line)}
    for name in ("input", "dialogue", "output"):
        if name not in parts:
            raise ValueError(f"it has no <{name}> … </{name}>")
    pool = _pool(parts["input"].split())
    deal, outcome = _entered(parts["output"].split(), len(pool))
    return Dialogue(number, pool, _turns(parts["dialogue"]), deal, outcome)


def _pool(numbers: list[str]) -> Share:
    if len(numbers) != 2 * len(BOOKS.items) or not all(number.isdecimal() for number in numbers):
        raise ValueError("it needs a count and a value for each of three items")
    return tuple(int(number) for number in numbers[0::2])


def _turns(text: str) -> tuple[tuple[str, str], ...]:
    turns = []
    for turn in text.split("<eos>"):
        who, colon, words = turn.strip().partition(":")
        if colon and "<selection>" not in words:
            if who not in (YOU, THEM):
                raise ValueError(f"a turn is said by {who[:20]!r}")
            turns.append((who, words.strip()))
    return tuple(turns)


def _entered(words: list[str], items: int) -> tuple[Share | None, Outcome]:
    """Return the share that was entered first, and the outcome. Raises `ValueError`."""
    shares = [_ENTERED.fullmatch(word) for word in words]
    if shares and all(shares):
        return tuple(int(found[1]) for found in shares[:items] if found), "deal"
    outcome = words[0].strip("<>") if words else ""
    match outcome:
        case "disagree" | "no_agreement" | "disconnect":
            return None, outcome
    raise ValueError(f"the output is {outcome[:20]!r}")


def read(dialogue: Dialogue) -> Read:
    """Follow a dialogue by its words and its pool."""
    tracker = Tracker(dialogue.pool, vocabulary(BOOKS.items))
    meanings = tuple(tracker.hear(0 if who == YOU else 1, words) for who, words in dialogue.turns)
    return Read(dialogue, meanings, tracker.held, len(tracker.offers), any(tracker.left))


class Score:
    """Figures over many dialogues, counted per line."""

    def __init__(self) -> None:
        self.lines = 0
        self.deals, self.right = Counter[int](), Counter[int]()
        self.seen, self.found = Counter[str](), Counter[str]()
        self.wrong: list[Read] = []

    def add(self, made: Read) -> None:
        outcome = made.dialogue.outcome
        self.lines += 1
        self.seen[outcome] += 1
        match outcome:
            case "deal":
                offers = min(made.offers, MOST_OFFERS)
                self.deals[offers] += 1
                self.right[offers] += made.right
                if not made.right:
                    self.wrong.append(made)
            case "no_agreement":
                self.found[outcome] += made.left
            case _:
                self.found[outcome] += made.held is not None

    def written(self, errors: bool) -> dict[str, Any]:
        """Return the JSON document; shares are from 0 to 1, None if nothing was counted."""
        made: dict[str, Any] = {
            "deal_accuracy": _share(self.right.total(), self.deals.total()),
            "n_deals": self.deals.total(),
            "no_agreement_recall": _share(self.found["no_agreement"], self.seen["no_agreement"]),
            "n_no_agreements": self.seen["no_agreement"],
            "card_readiness": _share(self.found["disagree"], self.seen["disagree"]),
            "n_mismatches": self.seen["disagree"],
            "accuracy_by_offers": {
                f"{n}+" if n == MOST_OFFERS else str(n): {
                    "accuracy": _share(self.right[n], self.deals[n]),
                    "n_deals": self.deals[n],
                }
                for n in sorted(self.deals)
            },
            "n_lines": self.lines,
        }
        if errors:
            made["errors"] = [_error(wrong) for wrong in self.wrong]
        return made


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def _named(share: Share | None) -> dict[str, int] | None:
    return None if share is None else dict(zip(BOOKS.names, share, strict=True))


def _error(made: Read) -> dict[str, Any]:
    turns = zip(made.dialogue.turns, made.meanings, strict=True)
    return {
        "line": made.dialogue.line,
        "pool": _named(made.dialogue.pool),
        "entered": _named(made.dialogue.deal),
        "read": _named(made.held),
        "turns": [
            {"who": who, "text": text, "act": heard.act, "keeps": _named(heard.keep or None), "why": heard.why}
            for (who, text), heard in turns
        ],
    }


def accuracy(text: str, errors: bool) -> dict[str, Any]:
    """Return the score of the reader on a file of dialogues. Raises `BadDialogue`."""
    score = Score()
    for dialogue in dialogues(text):
        score.add(read(dialogue))
    return score.written(errors)


def ceilings(text: str) -> dict[str, Any]:
    """Return means over a file's contexts, in points, shares from 0 to 1. Raises `BadDialogue`, also for no context."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip():
                found.append(instance(line, BOOKS.name).context)
        except BadSetting as problem:
            raise BadDialogue(f"Line {number}: {problem}") from None
    if not found:
        raise BadDialogue("The file holds no context; write one per line.")
    made = ceiling(found)
    nash = sum(made.nash, Fraction(0))
    named = {
        "deals": made.deals,
        "pareto_points": made.pareto_points,
        "max_joint": made.joint,
        "nash_joint": nash,
        "egalitarian_least": made.egalitarian_least,
        "egalitarian_joint": made.egalitarian_joint,
        "fair_utility": made.fair_utility,
        "own_beside_5": made.own_beside_5,
        "own_beside_6": made.own_beside_6,
        "both_6": made.both_6,
        "both_7": made.both_7,
        "zero_sum": made.zero_sum,
    }
    return {"contexts": made.contexts} | {key: round(float(value), 4) for key, value in named.items()}
