"""A form that is filled in by tapping: the choices so far are one whole number, small enough for a button.

The number is mixed radix over all places of the form. A stepper counts from 0 to its cap, a pick-one has a digit for
"nothing yet", a pick-many is one bit for each option. Nothing has to be remembered between two taps, so a draft
survives a restart.
"""

from collections.abc import Iterator

from games.core.post import Counts, Field, Form, Many, Number, One, Words

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 22
"""Characters of a draft: the rest of a button's 64 bytes after the post, the ask and the tap."""
MOST = 100
"""Maximum of buttons of a keyboard."""


def tappable(form: Form) -> bool:
    """Return whether the form can be filled in by tapping alone, so that no words are needed."""
    if any(isinstance(field, Number) for field in form.fields) or not 0 < _buttons(form) <= MOST:
        return False
    return len(pack(form, [radix - 1 for _, _, radix in _radices(form)])) <= LONGEST


def _buttons(form: Form) -> int:
    """Return the number of buttons on the form's keyboard, display-only ones included; 0 if there is nothing to tap."""
    each = {Counts: 5, One: 1, Many: 1}
    wanted = [1 + each[type(f)] * len(f.options) for f in form.fields if isinstance(f, Counts | One | Many)]
    return sum(wanted) + 2 if wanted else 0


def _radices(form: Form) -> Iterator[tuple[Field, int, int]]:
    """Yield field, index of the place in it, and how many values that place takes."""
    for field in form.fields:
        match field:
            case Counts(caps=caps):
                for i, cap in enumerate(caps):
                    yield field, i, cap + 1
            case One(options=options):
                yield field, 0, len(options) + 1
            case Many(options=options):
                for i in range(len(options)):
                    yield field, i, 2
            case Number() | Words():
                continue


def unpack(form: Form, draft: str) -> list[int]:
    """Return the digits of a draft. A draft that does not fit the form counts as empty."""
    places = list(_radices(form))
    try:
        number = int(draft[: LONGEST + 1] or "0", 36)
    except ValueError:
        number = 0
    digits = []
    for _, _, radix in places:
        number, digit = divmod(number, radix)
        digits.append(digit)
    return digits if number == 0 else [0] * len(places)


def pack(form: Form, digits: list[int]) -> str:
    """Return a draft as text; 35 options take at most 7 characters."""
    number = 0
    for (_, _, radix), digit in reversed(list(zip(_radices(form), digits, strict=True))):
        number = number * radix + digit
    text = ""
    while number:
        number, rest = divmod(number, 36)
        text = DIGITS[rest] + text
    return text or "0"


def start(form: Form) -> str:
    """Return the draft that a form opens with, including the preset choices of its pick-many fields."""
    digits = [int(isinstance(field, Many) and field.options[i][0] in field.chosen) for field, i, _ in _radices(form)]
    return pack(form, digits)


def touch(form: Form, draft: str, place: int, by: int) -> str:
    """Return the draft after one tap: steppers stop at their ends, options toggle, a pick-one takes the tapped one."""
    digits, places = unpack(form, draft), list(_radices(form))
    if not 0 <= place < len(places):
        return draft
    field, _, radix = places[place]
    match field:
        case Counts():
            digits[place] = min(max(digits[place] + by, 0), radix - 1)
        case One():
            digits[place] = by if 0 <= by < radix else 0
        case _:
            digits[place] = 1 - digits[place]
    return pack(form, digits)


def fields(form: Form, draft: str) -> tuple[tuple[str, str], ...]:
    """Return the values of the filled form, field by field."""
    digits = iter(unpack(form, draft))
    spoken = []
    for field in form.fields:
        match field:
            case Counts(key, _, options, _):
                parts = [f"{n} {value}" for (value, _), n in zip(options, digits, strict=False) if n]
                spoken.append((key, ", ".join(parts)))
            case One(key, _, options):
                chosen = next(digits)
                spoken.append((key, options[chosen - 1][0] if chosen else ""))
            case Many(key=key, options=options):
                picked = [value for (value, _), bit in zip(options, digits, strict=False) if bit]
                spoken.append((key, ", ".join(picked)))
            case Number() | Words():
                continue
    return tuple(spoken)


def weight(field: Many, digits: list[int]) -> int:
    """Return the sum of the weights of the picked options."""
    return sum(w for w, bit in zip(field.weights, digits, strict=False) if bit)
