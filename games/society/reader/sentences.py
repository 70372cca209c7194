"""The four sentences of the negotiation and their shorthands, found in a cleaned-up text.

This module only handles the words: the option, the named seat, the shares. The reader works out their effect in a
bargain. An option must come at the beginning of a sentence: "I do not accept …" is talk.
"""

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from games.core.contract import Seat
from games.language.text import unmark, unquoted
from games.society.reader.patterns import (
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
    LABEL,
    MINE,
    NAMED,
    NUMBERED,
    OPTION,
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


class Share(Struct, frozen=True):
    """A named gain: the side, and the percentage as it was written."""

    who: str
    number: str


class Found(Struct, frozen=True):
    """The content of a text. `names` are the seats named by options; `talk` is all that belongs to no option.

    - `beside`: all that belongs to no option's own words, with the shares.
    - `tagged`: the answer stood behind `Communication:`.
    - `proposes`: shares without an option before them.
    - `crowded`: it has more sentences with words of options than are examined, so nothing was read.
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
    beside: str = ""
    crowded: bool = False


MOST_OPTIONS: Final = 40
"""Sentences in one message that may hold an option. People who choose write one or two."""


def cleaned(text: str) -> str:
    """Return a canonical text without the decoration of platforms and models."""
    text = unmark(unquoted(text))
    text = QUOTED.sub(r"\1", text).replace("`", " ").replace("<", " ").replace(">", " ")
    if COMMAND.match(text):
        text = NAMED.sub("", MINE.sub(_both_shares, text))
    return NUMBERED.sub(r"\1", text).strip(' \n\t"')


def _both_shares(match: re.Match[str]) -> str:
    mine = int(match[1])
    return f"{mine}/{100 - mine}"


def labelled(text: str) -> str:
    """Return a cleaned-up text from its last `Communication:` or `Action:` on; the whole text where there is none."""
    tags = list(LABEL.finditer(text))
    return text[tags[-1].end(1) :].lstrip() if tags else text


def find(text: str) -> Found:
    """Return the options in a cleaned-up text."""
    thought = thinks(text)
    text, tagged = _answer(text, thought)
    said = BREAK.split(text)
    hopeful = [sentence for sentence in said if OPTION.search(sentence)]
    if len(hopeful) > MOST_OPTIONS:
        return Found((), (), (), "", tagged, thought, True, False, False, crowded=True)
    options = _Options()
    for sentence in said:
        options.take(sentence, sentence in hopeful)
    return options.found(text, tagged, thought)


def _answer(text: str, thought: bool) -> tuple[str, bool]:
    """Return the part of a text that may hold options, and whether it stood behind `Communication:`."""
    tags = list(COMMUNICATION.finditer(text))
    if tags:
        text = text[tags[-1].end() :]
        after = THOUGHTS.search(text)
        return (text[: after.end(1)] if after else text), True
    return (THOUGHTS.sub(r"\1", text) if thought else text), False


class _Options:
    """The options of a text, taken from it sentence by sentence.

    `spoken` is all that belongs to no option's own words; `rests`, a part of it, stood right behind options.
    """

    def __init__(self) -> None:
        self.heads: list[Head] = []
        self.names: list[str] = []
        self.spoken: list[str] = []
        self.rests: list[str] = []
        self.yes = True

    def take(self, sentence: str, hopeful: bool) -> None:
        bare = sentence.strip(TRIM)
        found, both = (_option(bare), _both(bare)) if hopeful else (None, [])
        if both and not _asked(sentence):
            self.heads += both
        elif found is None or not _meant(*found, sentence):
            self.spoken.append(sentence.strip())
            return
        if found is not None:
            self._take_option(*found)

    def _take_option(self, head: Head, match: re.Match[str]) -> None:
        groups = match.groupdict()
        name = groups.get("name") or groups.get("other")
        if head not in self.heads or (name and name not in self.names and head != "end"):
            self.heads.append(head)
        if name:
            another = AND_ANOTHER.match(match.string, match.end())
            self.names += [name, another[1]] if another else [name]
        if head == "vote":
            self.yes = (groups["vote"] or groups["veto"]).lower() in ("yes", "confirm")
        rest = match.string[match.end() :]
        self.rests.append(rest)
        self.spoken.append(rest)

    def found(self, text: str, tagged: bool, thought: bool) -> Found:
        paired = PAIRED.fullmatch(text.strip()) if not self.heads else None
        if paired is not None and paired["name"]:
            self.names.append(paired["name"])
        told = self.heads or paired is not None or PROPOSES.search(text)
        shares = tuple(_shares(" ".join(self.spoken), self.rests)) if told else ()
        proposes = not self.heads and len(shares) == 2
        # A model's thoughts are private.
        talk = "" if tagged or thought else self._talk(proposes)
        whole = BARE.fullmatch(text.strip()) if not self.heads else None
        if whole is not None:
            shares = (Share("i", whole["first"]), Share("you", whole["second"]))
            self.names += [name for name in (whole["before"], whole["after"]) if name]
        heads, names = tuple(self.heads), tuple(self.names)
        beside = "\n".join(self.spoken)
        return Found(heads, names, shares, talk, tagged, thought, self.yes, proposes, whole is not None, beside)

    def _talk(self, proposes: bool) -> str:
        """Return the words that belong neither to an option nor to shares."""
        chooses = bool(self.heads) or proposes
        rests = ((part, part.strip()) for part in self.spoken)
        return " ".join(
            rest for part, rest in rests if rest.strip(TRIM) and not (chooses and self._of_option(part, rest))
        )

    def _of_option(self, part: str, rest: str) -> bool:
        return bool(GAIN.search(rest) or SHORT.search(rest) or _filler(rest) or part in self.rests)


def _option(bare: str) -> tuple[Head, re.Match[str]] | None:
    """Return the option at the beginning of a sentence, with or without polite words round it."""
    for said in dict.fromkeys((bare, THANKS.sub("", bare))):
        framed = {final: said[frame.end() :] if (frame := FRAME[final].match(said)) else "" for final in FRAME}
        for head, pattern in HEADS:
            final = head not in ("negotiate", "counter")
            if final and said != bare and head == "accept":
                continue
            if found := pattern.match(said):
                return head, found
            found = pattern.match(framed[final])
            # "I offer miner_0 my help" is talk.
            if found and (found[0][:5].lower() != "offer" or SHORT.search(said)):
                return head, found
    return None


def _both(bare: str) -> list[Head]:
    found = BOTH.match(bare)
    kinds = [KINDS[verb.lower()] for verb in found.groups()] if found else []
    return kinds if len(set(kinds)) > 1 else []


def _asked(sentence: str) -> bool:
    return sentence.rstrip().endswith("?")


def _shares(text: str, rests: list[str]) -> Iterable[Share]:
    """Return shares in a text; `rests` stand right behind its options."""
    clauses = [Share(m["who"], m["number"]) for m in GAIN.finditer(text)]
    if clauses or not rests:
        return clauses
    pairs = [Share(who, pair[part]) for pair in SHORT.finditer(text) for who, part in (("i", "first"), ("", "second"))]
    alone = WORDED.search(" ".join(rests))
    return pairs or ((Share("i", alone[0]),) if alone else ())


def _meant(head: Head, match: re.Match[str], sentence: str) -> bool:
    """Return whether an irrevocable option is stated outright: not as a question, nor with an "if" behind it."""
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
    """Return a percentage in whole numbers; None for anything else, such as `forty` or `0.4`."""
    match = _COUNT.fullmatch(number.strip())
    return int(match[1]) if match and match[1] not in ("+", "-") else None


def thinks(text: str) -> bool:
    """Return whether a text is in the format of models, with written thoughts."""
    return "thought" in text.lower() and bool(THOUGHTS.search(text))


def seat_named(name: str, seats: tuple[Seat, ...]) -> Seat | None:
    """Return the seat that a name stands for: `miner_0`, `Miner 0`, `miner0`, `@miner-0`, and `M0` as on the map."""
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
