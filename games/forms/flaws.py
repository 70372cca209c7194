"""Reasons why a form cannot be asked in a chat. Each names the item, by its number and id, and the limit."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from games.forms.items import Choose, Divide, Form, Item, Notice, Scale, Write

MOST_ITEMS: Final = 100
MOST_OPTIONS: Final = 25
"""Options of one item; a Discord menu holds no more."""
MENU: Final = 15
"""Options that fit on buttons; more of them open a menu."""
MENU_LABEL: Final = 80
TEXT: Final = 3_000
"""Characters of an item's text: with progress and buttons it fits one message of Telegram and two of Discord."""
EXPLAIN: Final = 600
TITLE: Final = 100
LABEL: Final = 200
BUTTON: Final = 36
"""Characters of a notice's button: a phone shows so many whole."""
STEPS: Final = 1_000
"""Steps of a scale at most."""
WORDS: Final = 2_000
"""Characters of an answer in free words at most; a Discord message holds no more."""
TRIES: Final = 10
POINTS: Final = 1_000_000
T = TypeVar("T")
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_VALUE: Final = re.compile(r"[A-Za-z0-9_.+-]{1,40}")
_VERSION: Final = re.compile(r"[A-Za-z0-9._-]{1,20}")


def flaw(form: Form) -> str:
    """Return the first reason why a form cannot be asked; "" for a good one."""
    if not _NAME.fullmatch(form.name):
        return "its name takes letters, digits, _ and -, begins with a letter, and has at most 40 characters"
    if not _VERSION.fullmatch(form.version):
        return "its version takes letters, digits, dots, _ and -, at most 20"
    if why := _text(form.title, TITLE):
        return f"its title {why}"
    if not form.items:
        return "it has no items"
    if len(form.items) > MOST_ITEMS:
        return f"it has {len(form.items)} items, and {MOST_ITEMS} are allowed"
    known: dict[str, int] = {}
    for number, item in enumerate(form.items, 1):
        if not _NAME.fullmatch(item.id):
            return f"item {number}: its id takes letters, digits, _ and -, begins with a letter, at most 40"
        if item.id in known:
            return f"item {number} ({item.id}) has the id of item {known[item.id]}"
        known[item.id] = number
        if why := _text(item.text, TEXT):
            return f"item {number} ({item.id}): its text {why}"
        if why := _of(item):
            return f"item {number} ({item.id}): {why}"
    return ""


def _of(item: Item) -> str:
    match item:
        case Notice(button=button):
            why = _text(button, BUTTON)
            return f"its button {why}" if why else ""
        case Choose():
            return _options(item) or _ends(item) or _checked(item)
        case Scale():
            return _scale(item)
        case Write(longest=longest):
            return "" if 1 <= longest <= WORDS else f"longest must be from 1 to {WORDS:,}"
        case Divide():
            return _divisions(item)


def _options(item: Choose) -> str:
    values, labels = [value for value, _ in item.options], [label for _, label in item.options]
    if not 2 <= len(values) <= MOST_OPTIONS:
        return f"it has {len(values)} options, and takes 2 to {MOST_OPTIONS}"
    if faulty := [value for value in values if not _VALUE.fullmatch(value)]:
        return f"the value {faulty[0][:40]!r} is not allowed: use letters, digits, _ . + and -, at most 40"
    if double := _double(values):
        return f"two options have the value {double!r}"
    if len(labels) > MENU and max(map(len, labels)) > MENU_LABEL:
        return f"with more than {MENU} options, a label takes at most {MENU_LABEL} characters"
    return _labels(labels, "options")


def _labels(labels: Sequence[str], what: str) -> str:
    """Return the flaw of the labels of options or steps; "" for good ones."""
    if why := next((why for label in labels if (why := _text(label, LABEL))), ""):
        return f"a label {why}"
    double = _double(" ".join(label.casefold().split()) for label in labels)
    return f"two {what} have the label {double!r}" if double else ""


def _ends(item: Choose) -> str:
    values = {value for value, _ in item.options}
    for name, some in (("ends", item.ends), ("right", item.right)):
        if unknown := [value for value in some if value not in values]:
            return f"{name} names {unknown[0][:40]!r}, which is no value of an option"
    if set(item.ends) >= values:
        return "every option ends the form; leave one that goes on"
    return ""


def _checked(item: Choose) -> str:
    """Return the flaw of an item as a check of attention or understanding; "" if it is none, or a good one."""
    if not item.right:
        return "tries and explain are for checks; name the right values" if item.tries != 1 or item.explain else ""
    if set(item.right) & set(item.ends):
        return "a right value cannot end the form"
    if item.skippable:
        return "a check cannot be skipped"
    if not 1 <= item.tries <= TRIES:
        return f"tries must be from 1 to {TRIES}"
    why = _text(item.explain, EXPLAIN) if item.explain else ""
    return f"its explanation {why}" if why else ""


def _scale(item: Scale) -> str:
    steps = item.high - item.low + 1
    if not 2 <= steps <= STEPS or max(abs(item.low), abs(item.high)) > POINTS:
        return f"low must be below high, with at most {STEPS:,} steps"
    if len(item.labels) not in (0, 2, steps):
        return f"it has {len(item.labels)} labels, and takes none, 2 for the ends, or one for each of its {steps} steps"
    return _labels(item.labels, "steps")


def _divisions(item: Divide) -> str:
    if not 2 <= len(item.options) <= MOST_OPTIONS:
        return f"it has {len(item.options)} divisions, and takes 2 to {MOST_OPTIONS}"
    if any(not 0 <= points <= POINTS for option in item.options for points in option):
        return f"points go from 0 to {POINTS:,}"
    double = _double(item.options)
    return f"the division {double[0]}:{double[1]} appears twice" if double else ""


def _text(text: str, most: int) -> str:
    """Return the flaw of a text, worded to follow what it is; "" if it can be shown."""
    if not text.strip():
        return "is empty"
    if len(text) > most:
        return f"has {len(text):,} characters, and a chat takes {most:,} there"
    odd = next((char for char in text if char != "\n" and not char.isprintable()), "")
    return f"holds a character that cannot be shown ({odd!r})" if odd else ""


def _double(things: Iterable[T]) -> T | None:
    return next((thing for thing, many in Counter(things).items() if many > 1), None)
