"""Recipes of parameters: how the settings of successive sessions are fixed, drawn, rotated or derived.

Neither games nor strategies draw parameters; a recipe does, once, before a session starts, so that its values can be
frozen, logged and repeated. Command line, slash commands and files write draws as the same texts:

    65                                always this
    choice(50, 65)                    one of these, each as likely
    uniform(45, 75, 0.50)             from 45 to 75 in steps of 0.50 (without a step: of a cent, or of one)
    sequence(50, 65)                  these in turn, by the number of the session
    derived(seller_cost + 25, 0.50)   a formula over other settings, money in dollars, rounded half-up to a step

The five kinds are those of the published price-bargaining studies (docs/sources.md, "Price bargaining").
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from games.core import formula
from games.core.chance import subseed
from games.core.contract import AnyGame
from games.core.settings import BadSetting, Document, Money, Option, Setting, Value, Whole, find, number

_CALL = re.compile(r"(choice|uniform|sequence|derived)\s*\((.*)\)", re.DOTALL | re.IGNORECASE)
_DRAWS = "or choice(…), uniform(low, high, step), sequence(…) or derived(formula, step)"


class Fixed(Struct, frozen=True, tag="fixed"):
    value: Value


class Choice(Struct, frozen=True, tag="choice"):
    """One of the values, each as likely."""

    values: tuple[Value, ...]


class Uniform(Struct, frozen=True, tag="uniform"):
    """low, low + step, … high, each as likely; in units of the setting (cents for money)."""

    low: int
    high: int
    step: int


class Sequence(Struct, frozen=True, tag="sequence"):
    """The values in turn."""

    values: tuple[Value, ...]


class Derived(Struct, frozen=True, tag="derived"):
    """A formula over other settings, rounded half-up to a multiple of `step` (in units of the setting)."""

    formula: str
    step: int


Draw = Fixed | Choice | Uniform | Sequence | Derived


class Recipe(Struct, frozen=True):
    """A recipe for the settings of successive sessions. `condition` names the preset that it started from."""

    game: str
    rules: int
    condition: str
    fields: tuple[tuple[str, Draw], ...]


def settings_of(game: AnyGame) -> tuple[Setting, ...]:
    """Return the keys that a recipe may set: the game's settings, and `condition`, the preset to start from."""
    conditions = tuple(game.presets)
    about = f"The preset to start from: {', '.join(conditions)}."
    return (*game.settings, Setting("condition", Option(conditions), conditions[0], about))


def recipe_of(game: AnyGame, wrote: Mapping[str, str], defaults: Mapping[str, str] = MappingProxyType({})) -> Recipe:
    """Return the recipe for texts by key: the settings' defaults, `defaults`, the preset named by `condition`, then the
    texts in `wrote`. A key of `defaults` that the game does not have is left out.

    Raises `BadSetting` for an unknown key or condition, an unusable text, and formulas that refer to a non-number or to
    each other in a circle.
    """
    known = settings_of(game)
    for key in wrote:
        find(known, key)
    condition = str(known[-1].parse(wrote.get("condition", str(known[-1].default))))
    own = {s.key for s in game.settings}
    texts = {**{key: text for key, text in defaults.items() if key in own}, **game.presets[condition], **wrote}
    for key in texts:
        find(known, key)
    fields = tuple((s.key, draw_of(s, texts[s.key]) if s.key in texts else Fixed(s.default)) for s in game.settings)
    _in_order(dict(fields), game.settings)
    return Recipe(game.name, game.rules, condition, fields)


def config_of(game: AnyGame, recipe: Recipe, seed: int, index: int) -> Any:
    """Return the configuration of the session with this number, complete and playable. Raises `BadSetting`."""
    if (recipe.game, recipe.rules) != (game.name, game.rules):
        wrote = f"{recipe.game} with rules {recipe.rules}"
        raise BadSetting("recipe", f"must be one for {game.name} with rules {game.rules}", wrote)
    config = game.Config(**settle(recipe, game.settings, seed, index), condition=recipe.condition)
    game.check(config)
    return config


def settle(recipe: Recipe, settings: Iterable[Setting], seed: int, index: int) -> dict[str, Value]:
    """Return plain values for the session with this number (from 0), by key, in the order of the settings.

    Every setting has its own source of chance: when a recipe gains a setting, the others draw what they drew before.
    Raises `BadSetting` for a value outside the range of its setting and for a formula without a value.
    """
    known = tuple(settings)
    draws: dict[str, Draw] = {s.key: Fixed(s.default) for s in known}
    for key, draw in recipe.fields:
        draws[find(known, key).key] = draw
    values: dict[str, Value] = {}
    numbers: dict[str, Fraction] = {}
    for setting in _in_order(draws, known):
        draw = draws[setting.key]
        if isinstance(draw, Derived):
            value: Value = _derived(setting, draw, numbers)
        else:
            value = _drawn(draw, subseed(seed, "draw", setting.key, index), index)
        if isinstance(setting.kind, Money | Whole) and not setting.kind.low <= int(value) <= setting.kind.high:
            allowed = f"{setting.kind.allowed()}, and this gives {setting.show(value)}"
            raise BadSetting(setting.key, allowed, written(setting, draw))
        values[setting.key] = value
        if _is_number(setting):
            numbers[setting.key] = number(setting, value)
    return {s.key: values[s.key] for s in known}


def draw_of(setting: Setting, text: str) -> Draw:
    """Return the draw that a text stands for. Raises `BadSetting`."""
    call = _CALL.fullmatch(text.strip()) if not isinstance(setting.kind, Document) else None
    if call is None:
        if "(" in text and not isinstance(setting.kind, Document):
            raise BadSetting(setting.key, f"{setting.kind.allowed()}, {_DRAWS}", text)
        return Fixed(setting.parse(text))
    name, inside = call[1].lower(), call[2].strip()
    match name:
        case "choice" | "sequence":
            values = tuple(setting.parse(part.strip()) for part in inside.split(","))
            return Choice(values) if name == "choice" else Sequence(values)
        case "uniform":
            return _uniform(setting, inside, text)
    return _formula(setting, inside, text)


def written(setting: Setting, draw: Draw) -> str:
    """Return the text that stands for a draw: `draw_of(setting, written(setting, draw)) == draw`."""
    match draw:
        case Fixed(value):
            return setting.show(value)
        case Choice(values):
            return f"choice({', '.join(map(setting.show, values))})"
        case Sequence(values):
            return f"sequence({', '.join(map(setting.show, values))})"
        case Uniform(low, high, step):
            return f"uniform({', '.join(map(setting.show, (low, high, step)))})"
        case Derived(text, step):
            return f"derived({text}, {setting.show(step)})"


def _uniform(setting: Setting, inside: str, text: str) -> Uniform:
    parts = inside.split(",")
    if not isinstance(setting.kind, Money | Whole) or not 2 <= len(parts) <= 3:
        takes = (
            "takes uniform(low, high) or uniform(low, high, step)" if _is_number(setting) else setting.kind.allowed()
        )
        raise BadSetting(setting.key, takes, text)
    low, high = int(setting.parse(parts[0])), int(setting.parse(parts[1]))
    step = _step(setting, parts[2], text) if len(parts) == 3 else 1
    if low > high or (high - low) % step:
        raise BadSetting(setting.key, "takes uniform(low, high, step) with whole steps from low up to high", text)
    return Uniform(low, high, step)


def _formula(setting: Setting, inside: str, text: str) -> Derived:
    if not isinstance(setting.kind, Money | Whole):
        raise BadSetting(setting.key, setting.kind.allowed(), text)
    body, comma, tail = inside.rpartition(",")
    # A comma inside min(…) or max(…) belongs to the formula.
    has_step = comma and body.count("(") == body.count(")")
    if not has_step:
        body, tail = inside, ""
    body = " ".join(body.split())
    try:
        formula.names(body)
    except formula.BadFormula as error:
        raise BadSetting(setting.key, f"takes derived(formula) of {formula.ALLOWED}: {error}", text) from None
    return Derived(body, _step(setting, tail, text) if has_step else 1)


def _step(setting: Setting, part: str, text: str) -> int:
    """Return a step in units of the setting. It need not lie in the setting's range."""
    unbounded = Money(1, 10**11) if isinstance(setting.kind, Money) else Whole(1, 10**17)
    step = unbounded.parse(part.strip())
    if step is None:
        least = unbounded.show(1)
        raise BadSetting(setting.key, f"takes a step of at least {least} at the end of uniform(…) and derived(…)", text)
    return step


def _is_number(setting: Setting) -> bool:
    return isinstance(setting.kind, Money | Whole)


def _drawn(draw: Fixed | Choice | Uniform | Sequence, chance: int, index: int) -> Value:
    """Return the value for 64 bits of chance. Among n values the bias is n in 2^64."""
    match draw:
        case Fixed(value):
            return value
        case Choice(values):
            return values[chance % len(values)]
        case Uniform(low, high, step):
            return low + chance % ((high - low) // step + 1) * step
        case Sequence(values):
            return values[index % len(values)]


def _derived(setting: Setting, draw: Derived, numbers: Mapping[str, Fraction]) -> int:
    try:
        exact = formula.evaluate(draw.formula, numbers)
    except formula.BadFormula as error:
        raise BadSetting(setting.key, f"needs a formula that has a value: {error}", written(setting, draw)) from None
    units = exact * 100 if isinstance(setting.kind, Money) else exact
    return int((units / draw.step + Fraction(1, 2)).__floor__()) * draw.step


def _in_order(draws: Mapping[str, Draw], settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    """Return the settings, each after those that it is derived from. Raises `BadSetting` if formulas form a circle."""
    numbers = tuple(s.key for s in settings if _is_number(s))
    ordered: list[Setting] = []
    waiting = list(settings)
    while waiting:
        done = {s.key for s in ordered}
        ready = []
        for setting in waiting:
            draw = draws[setting.key]
            needs = formula.names(draw.formula) if isinstance(draw, Derived) else frozenset()
            if not needs <= set(numbers):
                allowed = f"can be derived from {', '.join(n for n in numbers if n != setting.key)}"
                raise BadSetting(setting.key, allowed, written(setting, draw))
            if needs <= done:
                ready.append(setting)
        if not ready:
            first = waiting[0]
            circle = ", ".join(s.key for s in waiting)
            raise BadSetting(first.key, f"must not be derived in a circle ({circle})", written(first, draws[first.key]))
        ordered += ready
        waiting = [s for s in waiting if s not in ready]
    return tuple(ordered)
