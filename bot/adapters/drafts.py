"""A form that is filled in by tapping: the choices so far are one whole number, small enough for a button.

The number is mixed radix over all places of the form. A stepper counts from 0 to its cap, a pick-one has a digit for
"nothing yet", a pick-many is one bit for each option. Nothing has to be remembered between two taps, so a draft
survives a restart. A field to type may stand in such a form if it may stay empty; it then says what it opened with.
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
    typed = any(isinstance(field, Number | Words) and field.required for field in form.fields)
    if typed or not 0 < _buttons(form) <= MOST:
        return False
    return len(pack(form, [radix - 1 for _, _, radix in radices(form)])) <= LONGEST


def _buttons(form: Form) -> int:
    """Return the number of buttons on the form's keyboard, display-only ones included; 0 if there is nothing to tap."""
    each = {Counts: 5, One: 1, Many: 1}
    wanted = [1 + each[type(f)] * len(f.options) for f in form.fields if isinstance(f, Counts | One | Many)]
    return sum(wanted) + 2 if wanted else 0


def radices(form: Form) -> Iterator[tuple[Field, int, int]]:
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
    places = list(radices(form))
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
    for (_, _, radix), digit in reversed(list(zip(radices(form), digits, strict=True))):
        number = number * radix + digit
    text = ""
    while number:
        number, rest = divmod(number, 36)
        text = DIGITS[rest] + text
    return text or "0"


def start(form: Form) -> str:
    """Return the draft that a form opens with: what its fields have chosen."""
    return pack(form, [_chosen(field, i, radix) for field, i, radix in radices(form)])


def _chosen(field: Field, i: int, radix: int) -> int:
    match field:
        case Counts(chosen=chosen):
            return min(max(chosen[i], 0), radix - 1) if i < len(chosen) else 0
        case One(options=options, chosen=chosen):
            return _nth(options, chosen)
        case Many(options=options, chosen=picked):
            return int(options[i][0] in picked)
        case _:
            return 0


def _nth(options: tuple[tuple[str, str], ...], value: str) -> int:
    """Return the place of an option, counted from 1; 0 if there is none."""
    return next((n for n, (one, _) in enumerate(options, 1) if one == value), 0)


def touch(form: Form, draft: str, place: int, by: int) -> str:
    """Return the draft after one tap: steppers stop at their ends, options toggle, a pick-one takes the tapped one. A
    second tap takes it back where the field may stay empty.
    """
    digits, places = unpack(form, draft), list(radices(form))
    if not 0 <= place < len(places):
        return draft
    field, _, radix = places[place]
    match field:
        case Counts():
            digits[place] = min(max(digits[place] + by, 0), radix - 1)
        case One(required=required):
            again = not required and digits[place] == by
            digits[place] = by if 0 <= by < radix and not again else 0
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
            case Number(key=key, chosen=text) | Words(key=key, chosen=text):
                spoken.append((key, text))
    return tuple(spoken)


def lacking(form: Form, draft: str) -> tuple[str, ...]:
    """Return the labels of the fields without which the form cannot be sent."""
    digits = iter(unpack(form, draft))
    missing = []
    for field in form.fields:
        match field:
            case Counts(options=options):
                for _ in options:
                    next(digits)
            case One(label=label, required=required):
                if not next(digits) and required:
                    missing.append(label)
            case Many(label=label, options=options, least=least):
                if sum(next(digits) for _ in options) < least:
                    missing.append(f"{label} (at least {least})")
            case Number() | Words():
                continue
    return tuple(missing)


def alike(old: Form, new: Form) -> bool:
    """Return whether two forms ask for the same act, though maybe with other options or under another label."""
    kinds = [[(type(field), field.key) for field in form.fields] for form in (old, new)]
    return old.says == new.says and kinds[0] == kinds[1]


def carried(old: Form, draft: str, new: Form) -> tuple[str, tuple[str, ...]]:
    """Return a draft of one form as a draft of a form alike, and the labels of choices that the new one lacks."""
    digits, made, lost = iter(unpack(old, draft)), list[int](), list[str]()
    for before, after in zip(old.fields, new.fields, strict=True):
        match before, after:
            case Counts(), Counts():
                kept, gone = _counted(before, after, dict(zip(_values(before), digits, strict=False)))
            case One(), One():
                chosen = next(digits)
                value, name = before.options[chosen - 1] if chosen else ("", "")
                kept = [_nth(after.options, value) if chosen else 0]
                gone = [name] if chosen and not kept[0] else []
            case Many(), Many():
                kept, gone = _picked(before, after, dict(zip(_values(before), digits, strict=False)))
            case _:
                continue
        made += kept
        lost += gone
    return pack(new, made), tuple(lost)


def _values(field: Counts | Many) -> tuple[str, ...]:
    return tuple(value for value, _ in field.options)


def _counted(before: Counts, after: Counts, had: dict[str, int]) -> tuple[list[int], list[str]]:
    kept = {value: min(had.get(value, 0), cap) for value, cap in zip(_values(after), after.caps, strict=True)}
    gone = [f"{had[value]} {name}" for value, name in before.options if kept.get(value, 0) < had[value]]
    return list(kept.values()), gone


def _picked(before: Many, after: Many, had: dict[str, int]) -> tuple[list[int], list[str]]:
    offered = _values(after)
    return [had.get(v, 0) for v in offered], [name for v, name in before.options if had[v] and v not in offered]


def weight(field: Many, digits: list[int]) -> int:
    """Return the sum of the weights of the picked options."""
    return sum(w for w, bit in zip(field.weights, digits, strict=False) if bit)
