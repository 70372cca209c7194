"""A form as an inline keyboard: its buttons' labels, their data, and the effect of a tap on the draft."""

import re

from msgspec import Struct
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.adapters import drafts
from bot.adapters.telegram.render import across, button, rows
from games.core.post import Counts, Form, Many, Number, One, Words

OK, BACK, STILL = "ok", "back", "."
SLIM = 12
"""Steps above which a stepper takes two rows and gets buttons for five at once."""
_TAP = re.compile(r"([0-9]{1,3})(?:([+-][0-9])|!|\?|=([0-9]{1,3}))")
MARKS = "● ", "✓ ", "▸ "
"""Signs in front of a chosen option: of a pick-one, of a pick-many, and of the place that shared steppers count for."""
STEPS = {-5: "−5", -1: "−", 1: "+", 5: "+5"}
MOST_STEPPERS = 4
"""Maximum of steppers with buttons of their own: ten goods to swap took 22 rows."""
Row = tuple[InlineKeyboardButton, ...]
HINT = "Type it as a message: {}"
QUESTION = "{}? Reply to this message."
EITHER_WAY = "{}? Reply with it, or write it like any message."
PLACEHOLDER = 64
"""Maximum of characters of the words that an empty input field shows."""
LACKING = "Still to choose: {}. Nothing was sent."
MOVED = "This form is closed. Your newest message here has the buttons that count."
LOST = "Your form “{form}” is still open. No longer possible in it: {lost}."
ENDED = "I closed the form “{form}”: the game has moved on. Nothing in it was sent."


class Data(Struct, frozen=True):
    """The content of a button: post and ask, and in an open form its draft and the tap.

    A tap is `<place>` with an action: `+1`, `-5`, `!` (toggle), `=<option>`, `?` (count here). Other taps are `ok`,
    `back`, and `.` on a button that only shows something.
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
    if found is None or tap.endswith("?"):
        return draft
    place, steps, option = found.groups()
    return drafts.touch(form, draft, int(place), int(steps or option or 0))


def hint(form: Form) -> str:
    """Return the text to type instead of filling in a form that cannot be tapped."""
    words = form.says
    for field in form.fields:
        words = words.replace("{" + field.key + "}", f"‹{field.label}›")
    return HINT.format(words)


def single(form: Form) -> Number | Words | None:
    """Return the field of a form that has one only, to be typed; None for other forms."""
    first = form.fields[0] if len(form.fields) == 1 else None
    return first if isinstance(first, Number | Words) else None


def says_itself(form: Form) -> bool:
    """Return whether a form stands for nothing but what is typed into it, so that typing is all there is to do."""
    return form.says == "{" + form.fields[0].key + "}"


def place_of(tap: str, before: int = 0) -> int:
    """Return the place of a form that a tap was about; the one `before` for taps about none."""
    found = _TAP.fullmatch(tap)
    return int(found[1]) if found is not None else before


def keyboard(data: Data, form: Form, draft: str, at: int = 0) -> InlineKeyboardMarkup:
    """Return a form as buttons: steppers, lists and a running total. Many steppers share one row of buttons, which
    belongs to the place `at`.
    """
    digits = drafts.unpack(form, draft)
    head = f"{data.row}:{data.index}:{draft}"
    counts = [field for field in form.fields if isinstance(field, Counts)]
    shared = sum(len(field.options) for field in counts) > MOST_STEPPERS
    lines: list[Row] = []
    place = 0
    for field in form.fields:
        match field:
            case Counts(options=options):
                some = digits[place : place + len(options)]
                lines.append((_still(field.label, head),))
                lines.extend(_cells(field, some, head, place, at) if shared else _steppers(field, some, head, place))
                place += len(options)
            case One():
                lines.extend(_one(field, digits[place], head, place))
                place += 1
            case Many(options=options):
                lines.extend(_many(field, digits[place : place + len(options)], head, place))
                place += len(options)
            case Number() | Words():
                continue
    if shared:
        lines.extend(_shared(form, digits, head, at))
    lines.append((button(form.label.rstrip("…"), f"{head}:{OK}", "go"), button("Back", f"{head}:{BACK}")))
    return InlineKeyboardMarkup(lines)


def _one(field: One, chosen: int, head: str, place: int) -> list[Row]:
    marks = [(MARKS[0] if chosen == n else "") + name for n, (_, name) in enumerate(field.options, 1)]
    buttons = [button(mark, f"{head}:{place}={n}") for n, mark in enumerate(marks, 1)]
    return [(_still(field.label, head),), *_grid(buttons)]


def _many(field: Many, digits: list[int], head: str, first: int) -> list[Row]:
    marks = [(MARKS[1] if bit else "") + name for bit, (_, name) in zip(digits, field.options, strict=True)]
    buttons = [button(mark, f"{head}:{place}!") for place, mark in enumerate(marks, first)]
    return [(_still(_total(field, digits), head),), *_grid(buttons)]


def _steppers(field: Counts, digits: list[int], head: str, first: int) -> list[Row]:
    """Return a stepper for each option: a row each if all their labels fit between the buttons, else two."""
    slim = [f"{name} {count}/{cap}" for (_, name), cap, count in zip(field.options, field.caps, digits, strict=True)]
    narrow = max(field.caps, default=0) <= SLIM and across(slim) > 2
    made: list[Row] = []
    for i, ((_, name), cap, count) in enumerate(zip(field.options, field.caps, digits, strict=True)):
        steps = _steps(cap, head, first + i)
        if narrow:
            made.append((steps[0], _still(slim[i], head), steps[1]))
        else:
            made += [(_still(f"{count} of {cap} {name}", head),), steps]
    return made


def _steps(cap: int, head: str, place: int) -> Row:
    by = (-5, -1, 1, 5) if cap > SLIM else (-1, 1)
    return tuple(button(STEPS[step], f"{head}:{place}{step:+d}") for step in by)


def _cells(field: Counts, digits: list[int], head: str, first: int, at: int) -> list[Row]:
    """Return a button for each option with its count; pressing it makes the shared steppers count for it."""
    buttons = []
    for place, ((value, _), count) in enumerate(zip(field.options, digits, strict=True), first):
        label = f"{MARKS[2] if place == at else ''}{value}{f' {count}' if count else ''}"
        buttons.append(button(label, f"{head}:{place}?"))
    return _grid(buttons)


def _shared(form: Form, digits: list[int], head: str, at: int) -> list[Row]:
    """Return the steppers of one place, under its full label. A place of another kind of field means the first."""
    every = enumerate(drafts.radices(form))
    places = [(place, i, field) for place, (field, i, _) in every if isinstance(field, Counts)]
    place, i, field = next((found for found in places if found[0] == at), places[0])
    cap, name = field.caps[i], field.options[i][1]
    return [(_still(f"{field.label} {digits[place]} of {cap} {name}", head),), _steps(cap, head, place)]


def _grid(buttons: list[InlineKeyboardButton]) -> list[Row]:
    # A row keeps its place when a mark is added to one of its labels.
    labels = [b.text if b.text.startswith(MARKS) else f"{MARKS[0]}{b.text}" for b in buttons]
    return list(rows(buttons, across(labels)).inline_keyboard)


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
