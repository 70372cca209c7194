"""A form as an inline keyboard: its buttons' labels, their data, and the effect of a tap on the draft."""

import re

from msgspec import Struct
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.adapters import drafts
from bot.adapters.telegram.render import button, rows
from games.core.post import Counts, Form, Many, Number, One, Words

OK, BACK, STILL = "ok", "back", "."
SLIM = 12
"""Characters of a label, and steps, above which a stepper takes two rows: phones cut text that does not fit a third of
one.
"""
_TAP = re.compile(r"([0-9]{1,3})(?:([+-][0-9])|!|=([0-9]{1,3}))")
HINT = "Type it as a message: {}"
LACKING = "Still to choose: {}. Nothing was sent."
MOVED = "This form is closed. Your newest message here has the buttons that count."
LOST = "Your form “{form}” is still open. No longer possible in it: {lost}."
ENDED = "Your form “{form}” is closed, because that can't be done any more."


class Data(Struct, frozen=True):
    """The content of a button: post and ask, and in an open form its draft and the tap.

    A tap is `<place>` with an action: `+1`, `-5`, `!` (toggle), `=<option>`. Other taps are `ok`, `back`, and `.` on a
    button that only shows something.
    """

    row: str
    index: int
    draft: str = ""
    tap: str = ""


def data_of(text: str) -> Data:
    """Return a pressed button's data. Malformed data becomes that of a button that never existed."""
    row, _, rest = text.partition(":")
    index, *more = rest.split(":")
    number = int(index) if index.isascii() and index.isdecimal() and len(index) < 4 else -1
    return Data(row, number, *more[:2]) if len(more) in (0, 2) else Data(row, number)


def tapped(form: Form, draft: str, tap: str) -> str:
    """Return the draft after a tap; the same draft for an invalid tap."""
    found = _TAP.fullmatch(tap)
    if found is None:
        return draft
    place, steps, option = found.groups()
    return drafts.touch(form, draft, int(place), int(steps or option or 0))


def hint(form: Form) -> str:
    """Return the text to type instead of filling in a form that cannot be tapped."""
    words = form.says
    for field in form.fields:
        words = words.replace("{" + field.key + "}", f"‹{field.label}›")
    if len(form.fields) == 1 and form.says == "{" + form.fields[0].key + "}":
        words = form.fields[0].label
    return HINT.format(words)


def keyboard(data: Data, form: Form, draft: str) -> InlineKeyboardMarkup:
    """Return a form as buttons: steppers, lists and a running total."""
    digits = drafts.unpack(form, draft)
    head = f"{data.row}:{data.index}:{draft}"
    lines: list[tuple[InlineKeyboardButton, ...]] = []
    place = 0
    for field in form.fields:
        match field:
            case Counts(_, label, options, caps):
                lines.append((_still(label, head),))
                for (_, name), cap in zip(options, caps, strict=True):
                    lines.extend(_stepper(name, digits[place], cap, head, place))
                    place += 1
            case One(_, label, options):
                lines.append((_still(label, head),))
                marks = [("● " if digits[place] == n else "") + name for n, (_, name) in enumerate(options, 1)]
                taps = [button(mark, f"{head}:{place}={n}") for n, mark in enumerate(marks, 1)]
                lines.extend(_grid(taps, [name for _, name in options]))
                place += 1
            case Many(options=options):
                lines.append((_still(_total(field, digits[place : place + len(options)]), head),))
                marks = [("✓ " if digits[place + i] else "") + name for i, (_, name) in enumerate(options)]
                taps = [button(mark, f"{head}:{place + i}!") for i, mark in enumerate(marks)]
                lines.extend(_grid(taps, [name for _, name in options]))
                place += len(options)
            case Number() | Words():
                continue
    lines.append((button(form.label.rstrip("…"), f"{head}:{OK}"), button("Back", f"{head}:{BACK}")))
    return InlineKeyboardMarkup(lines)


def _stepper(name: str, count: int, cap: int, head: str, place: int) -> tuple[tuple[InlineKeyboardButton, ...], ...]:
    shown = _still(f"{count} of {cap} {name}", head)
    less, more = button("−", f"{head}:{place}-1"), button("+", f"{head}:{place}+1")
    if len(name) <= SLIM >= cap:
        return ((less, shown, more),)
    if cap <= SLIM:
        return (shown,), (less, more)
    return (shown,), (button("−5", f"{head}:{place}-5"), less, more, button("+5", f"{head}:{place}+5"))


def _grid(buttons: list[InlineKeyboardButton], names: list[str]) -> tuple[tuple[InlineKeyboardButton, ...], ...]:
    longest = max(map(len, names), default=0)
    across = 4 if longest <= 8 else 3 if longest <= 12 else 2 if longest <= 20 else 1
    return rows(buttons, across).inline_keyboard


def _still(label: str, head: str) -> InlineKeyboardButton:
    return button(label, f"{head}:{STILL}")


def _total(field: Many, digits: list[int]) -> str:
    count = sum(digits)
    asked = f"{field.label}: " if field.label else ""
    if not field.limit:
        return f"{asked}{count} chosen"
    total = drafts.weight(field, digits)
    over = f", {total - field.limit} too much" if total > field.limit else ""
    return f"{asked}{count} chosen, {total} of {field.limit}{over}"
