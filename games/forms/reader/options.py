"""Short texts to an option, a step of a scale, or a division. A text with two meanings has no meaning."""

import re
from typing import Final

from games.forms.items import Choose, Divide, Scale
from games.forms.reader.words import plain, whole
from games.forms.rules import division
from games.language.agreement import find
from games.language.lexicon import PHRASES, Phrases
from games.language.text import canon

_CONSENT: Final = Phrases(
    {
        **PHRASES,
        **dict.fromkeys(("i consent", "consent", "i do consent", "i give consent", "i give my consent", "true"), "yes"),
        **dict.fromkeys(("disagree", "i disagree", "decline", "i decline", "i refuse", "refuse", "false"), "no"),
        **dict.fromkeys(("i do not consent", "i don't consent", "no consent", "i dont consent", "not me"), "no"),
    }
)
_CLAUSE: Final = re.compile(r"[,;:.–—(]| - ")
_OUT_OF: Final = re.compile(r"([+-]?[0-9]{1,7}) ?(?:/|out of|of) ?([0-9]{1,7})")
_PAIR: Final = re.compile(
    r"(?:you|me|i get|self)?:? ?([0-9]{1,7})(?: for me| to me| me| for myself)?"
    r" ?(?:[:/,|-]| and | to |;| vs\.? )? ?"
    r"(?:they|them|other|the other|to them|they get|and they)?:? ?([0-9]{1,7})"
    r"(?: for them| to them| them| other| for the other)?"
)


def chosen(item: Choose, short: str) -> str | None:
    """Return the value of the option that a text means: its label, its value, its number in the list, or yes and no."""
    if not short:
        return None
    for value, label in item.options:
        if short == plain(canon(label)):
            return value
    meant = {value for value, _ in item.options if short == value.lower()}
    number = whole(short)
    if number is not None and 1 <= number <= len(item.options) and not _counts(item, number):
        meant.add(item.options[number - 1][0])
    if not meant and (agreed := _agreed(item, short)):
        meant.add(agreed)
    return meant.pop() if len(meant) == 1 else None


def step(item: Scale, short: str) -> str | None:
    """Return the step of a scale that a text means: a number, `4/5`, or the label of a step."""
    named = {plain(canon(label)): number for number, label in labelled(item)}
    if short in named:
        return str(named[short])
    if (found := _OUT_OF.fullmatch(short)) and int(found[2]) == item.high:
        short = found[1]
    number = whole(short)
    return str(number) if number is not None and item.low <= number <= item.high else None


def labelled(item: Scale) -> tuple[tuple[int, str], ...]:
    """Return the steps that have a label: all of them, both ends, or none."""
    if len(item.labels) == item.high - item.low + 1:
        return tuple(enumerate(item.labels, item.low))
    return tuple(zip((item.low, item.high), item.labels, strict=False))


def divided(item: Divide, short: str) -> str | None:
    """Return the division that a text means: one's own points and the other's, or its number in the list."""
    found = _PAIR.fullmatch(short)
    if found and _apart(short, found):
        own = (int(found[1]), int(found[2]))
        if own in item.options:
            return division(own)
    number = whole(short)
    if number is None or not 1 <= number <= len(item.options):
        return None
    # A number that is also an amount may mean the points.
    return None if any(number in option for option in item.options) else division(item.options[number - 1])


def _apart(short: str, found: re.Match[str]) -> bool:
    """Return whether something stands between the two numbers: `8576` is one."""
    return found.start(2) > found.end(1)


def _counts(item: Choose, number: int) -> bool:
    """Return whether a number occurs in a label, where it means something else than the place in the list."""
    return any(re.search(rf"(?<![0-9]){number}(?![0-9])", canon(label)) for _, label in item.options)


def _agreed(item: Choose, short: str) -> str | None:
    """Return the option that a plain yes or no means, if just one option says yes and just one says no."""
    sides = [(value, _side(plain(canon(label)))) for value, label in item.options]
    yes, no = ([value for value, side in sides if side == wanted] for wanted in ("yes", "no"))
    if len(yes) != 1 or len(no) != 1:
        return None
    said = find(short, _CONSENT)
    if not said.whole or said.sign:
        return None
    value = yes[0] if said.side == "yes" else no[0]
    # What ends the form cannot be taken back, and `not yet` is no such answer.
    return None if not said.side or (said.kind == "against" and value in item.ends) else value


def _side(label: str) -> str:
    """Return the side that a label takes by its first clause: `Yes, I am 18 or older` says yes."""
    found = find(_CLAUSE.split(label, maxsplit=1)[0].strip(), _CONSENT)
    return found.side if found.whole and found.kind in ("accept", "yes", "no", "against") else ""
