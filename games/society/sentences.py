"""The four sentences of the negotiation and their shorthands, found in a cleaned-up text (society.md 3.1, 3.4).

Only the words: which option is meant, whom it names, which shares it gives. What that amounts to in a bargain is the
reader's business. An option must stand at the beginning of a sentence: "I do not accept …" is talk.
"""

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from games.core import Seat
from games.society.options import (
    AND_ANOTHER,
    BARE,
    BOTH,
    BREAK,
    COMMAND,
    COMMUNICATION,
    FLAGS,
    FRAME,
    GAIN,
    HEADS,
    KINDS,
    MINE,
    NAMED,
    NAMES,
    NUMBERED,
    PAIRED,
    PROPOSES,
    QUOTED,
    SHORT,
    THANKS,
    THOUGHTS,
    TRIM,
    WORDED,
    Head,
)
from games.text import canon, unmark, unquoted


class Share(Struct, frozen=True):
    """Who gains how much, as it was written."""

    who: str
    number: str


class Found(Struct, frozen=True):
    """What a text holds. `names` are those that options name; `talk` is all that belongs to no option.

    `tagged`: the answer stood behind `Communication:`. `proposes`: shares without an option before them.
    """

    heads: tuple[Head, ...]
    names: tuple[str, ...]
    shares: tuple[Share, ...]
    talk: str
    tagged: bool
    thinks: bool
    yes: bool
    proposes: bool
    bare: bool


def cleaned(text: str) -> str:
    """A text without what platforms and models put round it."""
    text = unmark(unquoted(canon(text)))
    text = QUOTED.sub(r"\1", text).replace("`", " ").replace("<", " ").replace(">", " ")
    if COMMAND.match(text):
        text = NAMED.sub("", MINE.sub(_both_shares, text))
    return NUMBERED.sub(r"\1", text).strip(' \n\t"')


def _both_shares(match: re.Match[str]) -> str:
    mine = int(match[1])
    return f"{mine}/{100 - mine}"


def find(text: str) -> Found:
    """The options in a cleaned-up text."""
    tags = list(COMMUNICATION.finditer(text))
    thinks = bool(THOUGHTS.search(text))
    if tags:
        text = THOUGHTS.split(text[tags[-1].end() :])[0]
    elif thinks:
        text = THOUGHTS.sub("", text)
    heads: list[Head] = []
    names: list[str] = []
    talk: list[str] = []
    yes = True
    spoken: list[str] = []
    rests: list[str] = []
    for sentence in BREAK.split(text):
        bare = sentence.strip(TRIM)
        found, both = _option(bare), _both(bare)
        if both and not _asked(sentence):
            heads += both
        elif found is None or not _meant(*found, sentence):
            spoken.append(sentence.strip())
            continue
        if found is None:
            continue
        head, match = found
        groups = match.groupdict()
        name = groups.get("name") or groups.get("other")
        if head not in heads or (name and name not in names and head != "end"):
            heads.append(head)
        if name:
            names.append(name)
            another = AND_ANOTHER.match(match.string, match.end())
            names += [another[1]] if another else []
        if head == "vote":
            yes = (groups["vote"] or groups["veto"]).lower() in ("yes", "confirm")
        rests.append(match.string[match.end() :])
        spoken.append(rests[-1])
    paired = PAIRED.fullmatch(text.strip()) if not heads else None
    if paired is not None and paired["name"]:
        names.append(paired["name"])
    told = heads or paired is not None or PROPOSES.search(text)
    shares = tuple(_shares(" ".join(spoken), rests)) if told else ()
    proposes = not heads and len(shares) == 2
    for part in spoken:
        rest = part.strip()
        if rest.strip(TRIM) and not (
            (heads or proposes) and (GAIN.search(rest) or SHORT.search(rest) or _filler(rest) or part in rests)
        ):
            talk.append(rest)
    whole = BARE.fullmatch(text.strip()) if not heads else None
    if whole is not None:
        shares = (Share("i", whole["first"]), Share("you", whole["second"]))
        names += [name for name in (whole["before"], whole["after"]) if name]
    return Found(
        tuple(heads),
        tuple(names),
        shares,
        # What a model thinks is for nobody's ears.
        "" if tags or thinks else " ".join(talk),
        bool(tags),
        thinks,
        yes,
        proposes,
        whole is not None,
    )


def _option(bare: str) -> tuple[Head, re.Match[str]] | None:
    """The option that a sentence begins with, polite words round it or not."""
    for said in (bare, THANKS.sub("", bare)):
        for head, pattern in HEADS:
            final = head not in ("negotiate", "counter")
            if final and said != bare and head == "accept":
                continue
            if found := pattern.match(said):
                return head, found
            frame = FRAME[final].match(said)
            found = pattern.match(said[frame.end() :]) if frame else None
            # "I offer miner_0 my help" is talk.
            if found and (found[0][:5].lower() != "offer" or SHORT.search(said)):
                return head, found
    return None


def _both(bare: str) -> list[Head]:
    """The two options in one sentence."""
    found = BOTH.match(bare)
    kinds = [KINDS[verb.lower()] for verb in found.groups()] if found else []
    return kinds if len(set(kinds)) > 1 else []


def _asked(sentence: str) -> bool:
    return sentence.rstrip().endswith("?")


def _shares(text: str, rests: list[str]) -> Iterable[Share]:
    """Shares in a text; `rests` stand right behind its options."""
    clauses = [Share(m["who"], m["number"]) for m in GAIN.finditer(text)]
    if clauses or not rests:
        return clauses
    pairs = [Share(who, pair[part]) for pair in SHORT.finditer(text) for who, part in (("i", "first"), ("", "second"))]
    alone = WORDED.search(" ".join(rests))
    return pairs or ((Share("i", alone[0]),) if alone else ())


def _meant(head: Head, match: re.Match[str], sentence: str) -> bool:
    """Whether what cannot be undone is said outright: not as a question, nor with an "if" behind it."""
    if head not in ("accept", "end", "vote"):
        return True
    rest = match.string[match.end() :].strip(TRIM)
    told = GAIN.search(rest) or SHORT.search(rest) or WORDED.fullmatch(rest)
    plain = head != "accept" or not rest or _filler(rest) or told
    return bool(plain) and not _asked(sentence)


def _filler(rest: str) -> bool:
    return rest.strip(TRIM).lower() in ("reward", "bargain", "negotiation", "please", "and", "with", "for")


_COUNT: Final = re.compile(r"([-+]?\d{1,4})\s*(?:%|per\s?cent)?", FLAGS)


def percent(number: str) -> int | None:
    """A percentage in whole numbers; None for anything else, such as `forty` or `0.4`."""
    match = _COUNT.fullmatch(number.strip())
    return int(match[1]) if match and match[1] not in ("+", "-") else None


def thinks(text: str) -> bool:
    """Whether a text is in the format of models, with its thoughts written out."""
    return bool(THOUGHTS.search(text))


def seat_named(name: str, seats: tuple[Seat, ...]) -> Seat | None:
    """The seat that a name stands for: `miner_0`, `Miner 0`, `miner0`, `@miner-0`, and `M0` as on the map."""
    match = re.fullmatch(r"@?(?:(carpenter|miner)s?[\s_#-]*|([cm]))(\d{1,3})", name.strip(), FLAGS)
    if match is None:
        return None
    role = match[1] or ("carpenter" if match[2] in "cC" else "miner")
    wanted = f"{role.lower()}_{int(match[3])}"
    return next((seat for seat in seats if seat == wanted), None)


# --- the same, written ------------------------------------------------------------------------------------------------


def negotiate(to: str, mine: int) -> str:
    return f"I will negotiate with {to}. I will propose that {_gains(to, mine)}"


def counter(to: str, mine: int) -> str:
    return f"I will make a new proposal. I will propose that {_gains(to, mine)}"


def accept(whose: str, mine: int) -> str:
    return f"Accept {whose}'s proposal. I will gain {mine}% reward and {whose} will gain {100 - mine}% reward."


END: Final = "End. I chose to end this bargain."


def _gains(other: str, mine: int) -> str:
    return f"I gain {mine}% reward and {other} will gain {100 - mine}% reward."


__all__ = [
    "END",
    "NAMES",
    "Found",
    "Share",
    "accept",
    "cleaned",
    "counter",
    "find",
    "negotiate",
    "percent",
    "seat_named",
    "thinks",
]
