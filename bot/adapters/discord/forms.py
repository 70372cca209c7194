"""Forms as Discord's own. The form's id holds everything that a submission needs, so no process has to remember it."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import discord

from bot.adapters.discord.reading import button_id
from games.core.phrases import short
from games.core.post import Counts, Field, Form, Many, Number, One, Words

TITLE = 45
OPTIONS = 25
LISTED = 10
FIELDS = 5
"""Discord's limits: characters of a title or label, options of a menu, options that stand open in the form, fields of a
form.
"""
LONGEST = 4000
NUMBER = 20
TYPED = 200
"""Characters of a typed number, and of typed counts."""

Option = tuple[str, str]
"""Value and label."""


class Part(NamedTuple):
    """One component of a form with its label, and a line more about it."""

    label: str
    item: discord.ui.Item[Any]
    about: str = ""


def modal(row: str, index: int, form: Form) -> discord.ui.Modal:
    """Return a form. Whole numbers are picked from menus if all fields fit that way, and typed otherwise."""
    made = discord.ui.Modal(
        title=short(form.label.rstrip("…"), TITLE), custom_id=button_id("modal", row, index), timeout=None
    )
    for label, item, about in _parts(form):
        made.add_item(discord.ui.Label(text=short(label, TITLE), component=item, description=about or None))
    made.stop()
    return made


def _parts(form: Form) -> list[Part]:
    listed = sum(len(field.options) for field in form.fields if isinstance(field, One | Many)) <= LISTED
    picked = [part for field in form.fields for part in _field(field, listed=listed)]
    if len(picked) <= FIELDS:
        return picked
    return [part for field in form.fields for part in _field(field, listed=listed, typed=True)][:FIELDS]


def _field(field: Field, *, listed: bool, typed: bool = False) -> Iterable[Part]:
    """Return a field's components. `listed`: all options of the form are so few that they stand in sight."""
    match field:
        case Number(key, label, required=required, chosen=chosen):
            return [Part(label, _text(key, NUMBER, required, chosen))]
        case Words(key, label, most, required, chosen):
            return [Part(label, _text(key, min(most, LONGEST), required, chosen, long=True))]
        case One(key, label, options, required, chosen):
            return [Part(label, _one(key, options[:OPTIONS], required, chosen, listed))]
        case Many():
            return _several(field, listed)
        case Counts():
            return [_typed_counts(field)] if typed or max(field.caps) >= OPTIONS else _counts(field)


def _several(field: Many, listed: bool) -> list[Part]:
    """Return a pick of several options, in as many menus as they need."""
    about = f"Together at most {field.limit}." if field.limit else ""
    parts = [field.options[i : i + OPTIONS] for i in range(0, len(field.options), OPTIONS)]
    if len(parts) == 1:
        pick = _many(field.key, field.options, field.chosen, field.least, field.most, listed)
        return [Part(field.label, pick, about)]
    # How many are chosen in all parts together is for the game to check.
    return [
        Part(f"{field.label} ({n} of {len(parts)})", _many(f"{field.key}.{n}", part, field.chosen, 0, len(part)), about)
        for n, part in enumerate(parts, 1)
    ]


def _counts(field: Counts) -> list[Part]:
    """Return a menu of numbers for each count."""
    chosen = field.chosen or (0,) * len(field.caps)
    return [
        Part(f"{field.label}: {name}", _menu(f"{field.key}={value}", _upto(cap), {str(count)}, 1, 1))
        for (value, name), cap, count in zip(field.options, field.caps, chosen, strict=True)
    ]


def _typed_counts(field: Counts) -> Part:
    """Return a line for all counts in words."""
    chosen = field.chosen or (0,) * len(field.caps)
    said = ", ".join(f"{n} {value}" for (value, _), n in zip(field.options, chosen, strict=True) if n)
    example = ", ".join(f"{min(cap, 2)} {value}" for (value, _), cap in zip(field.options, field.caps, strict=True))
    return Part(field.label, _text(field.key, TYPED, False, said, hint=short(f"such as {example}", 100)))


def _text(
    key: str, most: int, required: bool, chosen: str, *, long: bool = False, hint: str | None = None
) -> discord.ui.TextInput[Any]:
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    return discord.ui.TextInput(
        custom_id=key,
        style=style,
        max_length=most,
        required=required,
        default=chosen[:most] or None,
        placeholder=hint,
    )


def _one(key: str, options: Sequence[Option], required: bool, chosen: str, listed: bool) -> discord.ui.Item[Any]:
    if not listed or len(options) < 2:
        return _menu(key, options, {chosen}, int(required), 1)
    shown = [
        discord.RadioGroupOption(label=short(name, 100), value=value, default=value == chosen)
        for value, name in options
    ]
    return discord.ui.RadioGroup(custom_id=key, options=shown, required=required)


def _many(
    key: str, options: Sequence[Option], chosen: Collection[str], least: int, most: int, listed: bool = False
) -> discord.ui.Item[Any]:
    most = max(1, min(most, len(options)))
    least = min(least, most)
    if not listed:
        return _menu(key, options, chosen, least, most)
    shown = [
        discord.CheckboxGroupOption(label=short(name, 100), value=value, default=value in chosen)
        for value, name in options
    ]
    return discord.ui.CheckboxGroup(custom_id=key, options=shown, min_values=least, max_values=most, required=least > 0)


def _upto(cap: int) -> tuple[Option, ...]:
    return tuple((str(n), str(n)) for n in range(cap + 1))


def _menu(
    key: str, options: Sequence[Option], chosen: Collection[str], least: int, most: int
) -> discord.ui.Select[Any]:
    items = [
        discord.SelectOption(label=short(name, 100), value=value, default=value in chosen) for value, name in options
    ]
    return discord.ui.Select(custom_id=key, options=items, min_values=least, max_values=most, required=least > 0)


def filled(form: Form, values: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    """Return a submitted form's values, field by field: parts of one field joined, zeros left out."""
    spoken = []
    for field in form.fields:
        said = list(values.get(field.key, ()))
        for key, entered in values.items():
            if key.startswith(f"{field.key}."):
                said.extend(entered)
            elif key.startswith(f"{field.key}="):
                said.extend(f"{n} {key.partition('=')[2]}" for n in entered if n != "0")
        spoken.append((field.key, ", ".join(said)))
    return tuple(spoken)
