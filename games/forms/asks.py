"""Buttons and forms of the item that is asked. A button says its label, so that it can be typed as well."""

from typing import Final

from games.core.post import Ask, Choice, Form, Number, One, Voice, Words
from games.forms.flaws import MENU
from games.forms.items import Choose, Divide, Item, Notice, Scale, Write
from games.forms.reader.message import SKIP
from games.forms.reader.options import labelled
from games.forms.rules import PARTICIPANT
from games.forms.view import View

WIDE: Final = 36
"""Columns of a label that a phone shows whole. If one is wider, the post lists all labels, and buttons hold numbers."""
_SKIP: Final = Choice("Skip", SKIP)


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    item = view.item
    if item is None or view.who != PARTICIPANT:
        return ()
    skip = (_SKIP,) if not isinstance(item, Notice | Divide) and item.skippable else ()
    return (*_of(item), *skip)


def _of(item: Item) -> tuple[Ask, ...]:
    match item:
        case Notice(button=button):
            return (Choice(button, button, mood="go"),)
        case Choose():
            return _picks(item.id, [label for _, label in item.options], numbered(item))
        case Scale():
            return _steps(item)
        case Write(longest=longest):
            return (Form("Write…", (Words("words", "Your words", most=longest),), "{words}", send="Answer"),)
        case Divide():
            return _picks(item.id, [shared(option) for option in item.options])


def numbered(item: Choose) -> bool:
    """Return whether the post lists the options, numbered, because a label is too wide for a button."""
    return any(len(label) > WIDE for _, label in item.options)


def shared(option: tuple[int, int]) -> str:
    """Return a division as its button says it."""
    return f"You {option[0]}, they {option[1]}"


def _picks(id: str, labels: list[str], numbers: bool = False) -> tuple[Ask, ...]:
    """Return a button for each label, or one menu for many. With `numbers` the buttons hold places in the list."""
    if len(labels) <= MENU:
        return tuple(Choice(str(place) if numbers else label, label) for place, label in enumerate(labels, 1))
    return (
        Form(
            "Choose…",
            (One("option", "Your answer", tuple((label, label) for label in labels)),),
            "{option}",
            send="Answer",
        ),
    )


def _steps(item: Scale) -> tuple[Ask, ...]:
    steps = range(item.low, item.high + 1)
    if len(steps) > MENU:
        field = Number("number", f"{item.low} to {item.high}", item.low, item.high)
        return (Form("Enter a number…", (field,), "{number}", send="Answer"),)
    words = dict(labelled(item)) if len(item.labels) == len(steps) else {}
    wide = any(len(label) > WIDE for label in words.values())
    return tuple(Choice(str(n) if wide else words.get(n, str(n)), words.get(n, str(n))) for n in steps)
