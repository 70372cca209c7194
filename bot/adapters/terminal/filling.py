"""A form that is answered line by line, for people who would rather not type the whole sentence that it stands for."""

import re
from collections.abc import Sequence
from decimal import Decimal

from bot.session.model.intent import fill
from games.core.phrases import joined
from games.core.post import Counts, Field, Form, Item, Many, Number, One, Post, Words, item, line, says

NONE = "There is no form to fill in right now."
WHICH = "Which one? {}."
LEFT = "You left the form. Nothing was said."
ENDED = "The form “{}” is closed, because that can't be done any more. Nothing was said."
_NUMBER = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,6})?")
_COUNT = re.compile(r"[0-9]{1,6}")


class Filling:
    """A form in the making: its answers so far, and the field that is asked for now."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self._answers: dict[str, str] = {}

    @property
    def asked(self) -> Field | None:
        """The field that the next line answers; None once all have an answer."""
        return next((field for field in self.form.fields if field.key not in self._answers), None)

    @property
    def text(self) -> str:
        """The words that the form stands for."""
        return fill(self.form, self._answers)

    def question(self, problem: str = "") -> Post:
        """Return the question for the next field, under what is wrong with the last answer."""
        field = self.asked
        assert field is not None
        number = (
            f" ({self.form.fields.index(field) + 1} of {len(self.form.fields)})" if len(self.form.fields) > 1 else ""
        )
        usual = _usual(field)
        empty = f"An empty line means {usual}." if usual else "An empty line leaves it out." if _optional(field) else ""
        lines = [problem, f"{field.label or called(self.form)}{number}: {_wanted(field)}", empty]
        return Post((*(line(text) for text in lines if text), *_options(field)))

    def take(self, text: str) -> str:
        """Take a line as the answer to the field that is asked for. Returns what is wrong with it, else ""."""
        field = self.asked
        assert field is not None
        said = text.strip() or _usual(field)
        if not said and not _optional(field):
            return "This one needs an answer."
        value = _read(field, said) if said else ""
        if value is None:
            return f"I can't use “{said[:60]}” here."
        self._answers[field.key] = value
        return ""


def called(form: Form) -> str:
    return form.label.rstrip("…")


def chosen(forms: Sequence[Form], name: str) -> Form | Post:
    """Return the form that a name means, or a post that says which there are. One form needs no name."""
    word = name.strip().casefold()
    fitting = [form for form in forms if called(form).casefold().startswith(word)]
    if len(fitting) == 1:
        return fitting[0]
    return says(WHICH.format(joined([f"/fill {called(form)}" for form in forms], "or")) if forms else NONE)


def _usual(field: Field) -> str:
    match field:
        case Number(chosen=text) | One(chosen=text) | Words(chosen=text):
            return text
        case Many(options=options, chosen=picked):
            return ", ".join(value for value, _ in options if value in picked)
        case Counts(options=options, chosen=counts):
            return ", ".join(f"{n} {value}" for n, (value, _) in zip(counts, options, strict=False) if n)


def _optional(field: Field) -> bool:
    match field:
        case Number(required=required) | One(required=required) | Words(required=required):
            return not required
        case Many(least=least):
            return not least
        case Counts():
            return True


def _wanted(field: Field) -> str:
    match field:
        case Number(low=low, high=high, scale=scale, unit=unit):
            sign = unit if unit == "$" else ""
            return f"a number from {sign}{_written(low, scale)} to {sign}{_written(high, scale)}"
        case One():
            return "one of"
        case Many(least=least, most=most, options=options):
            few = f"at least {least}" if least else "any"
            return f"{few}{f', at most {most}' if most < len(options) else ''} of these, with commas"
        case Counts():
            return "how many of each, with commas"
        case Words(most=most):
            return f"your words, up to {most} characters"


def _options(field: Field) -> tuple[Item, ...]:
    match field:
        case One(options=options) | Many(options=options):
            return tuple(item(value if value == label else f"{value}: {label}") for value, label in options)
        case Counts(options=options, caps=caps):
            named = (
                (value, cap, "" if value == label else f": {label}")
                for (value, label), cap in zip(options, caps, strict=True)
            )
            return tuple(item(f"{value}, up to {cap}{more}") for value, cap, more in named)
        case _:
            return ()


def _read(field: Field, said: str) -> str | None:
    """Return an answer in the form that the field speaks; None if it is none."""
    match field:
        case Number():
            return _number(field, said)
        case One(options=options):
            return _option(options, said)
        case Many(options=options, least=least, most=most):
            picked = [_option(options, part) for part in said.split(",")]
            known = list(dict.fromkeys(value for value in picked if value is not None))
            return ", ".join(known) if None not in picked and least <= len(known) <= most else None
        case Counts():
            return _counts(field, said)
        case Words(most=most):
            return said if len(said) <= most else None


def _number(field: Number, said: str) -> str | None:
    bare = said.removeprefix("$").strip()
    if _NUMBER.fullmatch(bare) is None:
        return None
    units = Decimal(bare) * field.scale
    return bare if units == units.to_integral_value() and field.low <= units <= field.high else None


def _option(options: tuple[tuple[str, str], ...], said: str) -> str | None:
    """Return the option that a word names, or that alone begins with it."""
    word = said.strip().casefold()
    named = [(value, (value.casefold(), label.casefold())) for value, label in options]
    if whole := [value for value, names in named if word in names]:
        return whole[0]
    begun = [value for value, names in named if any(name.startswith(word) for name in names)]
    return begun[0] if len(begun) == 1 else None


def _counts(field: Counts, said: str) -> str | None:
    caps = dict(zip((value for value, _ in field.options), field.caps, strict=True))
    counts: dict[str, int] = {}
    for part in said.split(","):
        number, _, name = part.strip().partition(" ")
        value = _option(field.options, name)
        if value is None or _COUNT.fullmatch(number) is None:
            return None
        counts[value] = counts.get(value, 0) + int(number)
    if any(count > caps[value] for value, count in counts.items()):
        return None
    return ", ".join(f"{count} {value}" for value, count in counts.items() if count)


def _written(units: int, scale: int) -> str:
    return f"{Decimal(units) / scale:f}"
