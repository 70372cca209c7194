"""An item as it is asked: its progress, its text in paragraphs, and what its buttons cannot show."""

import re

from games.core.post import Block, Bold, Gap, Item, Line, Voice, line
from games.core.post import item as entry
from games.forms.asks import WIDE, numbered, shared
from games.forms.flaws import MENU
from games.forms.items import Choose, Divide, Form, Notice, Scale, Write
from games.forms.items import Item as Asked
from games.forms.reader.options import labelled
from games.forms.view import View

_ENTRY = re.compile(r"[-•*] +")


def question(view: View, at: int, voice: Voice) -> tuple[Block, ...]:
    """Return an item as a post shows it."""
    asked = view.form.items[at]
    return (*_progress(view.form, asked), *paragraphs(asked.text), *_below(asked, voice))


def _progress(form: Form, asked: Asked) -> tuple[Line, ...]:
    """Return the place of an item among several. Words to read do not count where there are questions."""
    counted = [some.id for some in form.items if not isinstance(some, Notice)] or [some.id for some in form.items]
    if len(counted) < 2 or asked.id not in counted:
        return ()
    return (line(f"{counted.index(asked.id) + 1} of {len(counted)}"),)


def paragraphs(text: str) -> tuple[Block, ...]:
    """Return a text as blocks: lines, entries of a list (lines that begin with a dash), and gaps between paragraphs."""
    made: list[Block] = []
    for row in text.strip().split("\n"):
        words = row.strip()
        if not words:
            if made and not isinstance(made[-1], Gap):
                made.append(Gap())
        elif found := _ENTRY.match(words):
            made.append(entry(words[found.end() :]))
        else:
            made.append(line(words))
    return tuple(made)


def title(view: View) -> Line:
    return line(Bold(view.form.title))


def allowed(asked: Asked) -> str:
    """Return the possible answers to an item, in a sentence that repeats no more than a few labels."""
    match asked:
        case Notice(button=button):
            return f"Press “{button}”, or type ok, to go on."
        case Choose(options=options):
            labels = [label for _, label in options]
            if sum(map(len, labels)) <= 120:
                return f"Press a button, or type one of these: {'; '.join(labels)}."
            return f"Press a button, or type its number, 1 to {len(labels)}."
        case Scale(low=low, high=high):
            words = len(asked.labels) == high - low + 1
            return f"{'Press a button, or type' if high - low < MENU else 'Type'} a number from {low} to {high}" + (
                ", or its words." if words else "."
            )
        case Write(longest=longest):
            return f"Write your answer in at most {longest:,} characters."
        case Divide(options=options):
            return f"Press a button, or type both numbers, such as {options[0][0]}/{options[0][1]}."


def _below(asked: Asked, voice: Voice) -> tuple[Block, ...]:
    """Return the blocks below the text: a list of options, the ends of a scale, the way to leave an item out."""
    skips = voice.plain and not isinstance(asked, Notice | Divide) and asked.skippable
    return (*_listed(asked, voice.plain), *((line("Type skip to leave this out."),) if skips else ()))


def _listed(asked: Asked, plain: bool) -> tuple[Block, ...]:
    match asked:
        case Choose(options=options) if plain or numbered(asked):
            return _list([label for _, label in options])
        case Scale() if asked.labels:
            return _steps(asked, plain)
        case Divide(options=pairs) if plain:
            return _list([shared(pair) for pair in pairs])
    return ()


def _steps(asked: Scale, plain: bool) -> tuple[Block, ...]:
    """Return the ends of a scale in a line, or all its steps where buttons cannot show their words."""
    steps = labelled(asked)
    if len(steps) < asked.high - asked.low + 1:
        return (line(", ".join(f"{number} = {label}" for number, label in steps) + "."),)
    if plain or any(len(label) > WIDE for label in asked.labels):
        return tuple(entry(f"{number}: {label}") for number, label in steps)
    return ()


def _list(labels: list[str]) -> tuple[Item, ...]:
    return tuple(entry(f"{place}: {label}") for place, label in enumerate(labels, 1))
