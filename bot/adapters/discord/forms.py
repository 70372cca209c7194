"""Forms as Discord's own. The form's id holds everything that a submission needs, so no process has to remember it."""

from collections.abc import Iterable, Sequence

import discord

from bot.adapters.discord.reading import button_id, words
from games.core.phrases import short
from games.core.post import Counts, Field, Form, Many, Number, One, Words

TITLE = 45
OPTIONS = 25
FIELDS = 5
"""Discord's limits: characters of a title or label, options of a menu, fields of a form."""
LONGEST = 4000

Part = tuple[str, discord.ui.TextInput[discord.ui.View] | discord.ui.Select[discord.ui.View]]


def modal(row: str, index: int, form: Form) -> discord.ui.Modal:
    """Return a form. Whole numbers are picked from menus if all fields fit that way, and typed otherwise."""
    made = discord.ui.Modal(
        title=short(form.label.rstrip("…"), TITLE), custom_id=button_id("modal", row, index), timeout=None
    )
    for label, component in _parts(form):
        made.add_item(discord.ui.Label(text=short(label, TITLE), component=component))
    made.stop()
    return made


def _parts(form: Form) -> list[Part]:
    picked = [part for field in form.fields for part in _field(field, typed=False)]
    if len(picked) <= FIELDS:
        return picked
    return [part for field in form.fields for part in _field(field, typed=True)][:FIELDS]


def _field(field: Field, typed: bool) -> Iterable[Part]:
    match field:
        case Number(key, label):
            return [(label, discord.ui.TextInput(custom_id=key, max_length=20))]
        case Words(key, label, most):
            long = discord.TextStyle.paragraph
            most = min(most, LONGEST)
            return [(label, discord.ui.TextInput(custom_id=key, style=long, max_length=most, required=False))]
        case One(key, label, options):
            return [_menu(key, label, part, frozenset(), 1, 1) for part in [options[:OPTIONS]]]
        case Many(key=key, label=label, options=options, chosen=chosen):
            parts = [options[i : i + OPTIONS] for i in range(0, len(options), OPTIONS)]
            if len(parts) == 1:
                return [_menu(key, label, options, chosen, 0, len(options))]
            return [
                _menu(f"{key}.{n}", f"{label} ({n} of {len(parts)})", part, chosen, 0, len(part))
                for n, part in enumerate(parts, 1)
            ]
        case Counts(key, label, options, caps):
            if not typed and max(caps) < OPTIONS:
                return [
                    _menu(f"{key}={value}", f"{label}: {name}", _upto(cap), frozenset("0"), 1, 1)
                    for (value, name), cap in zip(options, caps, strict=True)
                ]
            example = ", ".join(f"{min(cap, 2)} {value}" for (value, _), cap in zip(options, caps, strict=True))
            text: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
                custom_id=key, placeholder=short(f"such as {example}", 100), max_length=200, required=False
            )
            return [(label, text)]


def _upto(cap: int) -> tuple[tuple[str, str], ...]:
    return tuple((str(n), str(n)) for n in range(cap + 1))


def _menu(
    key: str, label: str, options: Sequence[tuple[str, str]], chosen: frozenset[str], least: int, most: int
) -> Part:
    items = [
        discord.SelectOption(label=short(name, 100), value=value, default=value in chosen) for value, name in options
    ]
    return label, discord.ui.Select(custom_id=key, options=items, min_values=least, max_values=most, required=least > 0)


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
        spoken.append((field.key, ", ".join(map(words, said))))
    return tuple(spoken)
