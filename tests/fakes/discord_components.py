"""Refusals of components as Discord makes them: rows, buttons and menus, the layout of cards, and forms."""

from collections.abc import Collection
from typing import Any

from tests.fakes.discord_errors import amount, invalid, length, within
from tests.fakes.discord_limits import LIMITS
from tests.fakes.discord_messages import walk
from tests.fakes.loopback import Json, utf16

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
UPLOAD, RADIO, CHECKS, CHECK = 19, 21, 22, 23
SELECTS = (3, 5, 6, 7, 8)
PLAIN = (ROW,)
IN_CONTAINER = (ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR)
LAYOUT = (*IN_CONTAINER, CONTAINER)
IN_LABEL = (*SELECTS, TEXT_INPUT, UPLOAD, RADIO, CHECKS, CHECK)


def check_components(components: list[Json], layout: bool, files: Collection[str] = ()) -> None:
    """Refuse components that a message may not have. `layout`: it has the flag of components v2."""
    _kinds("components", components, LAYOUT if layout else PLAIN)
    if layout:
        amount("components", list(walk(components)), "components")
        written = sum(utf16(str(c.get("content"))) for c in walk(components) if c.get("type") == TEXT_DISPLAY)
        if written > LIMITS["text"][1]:
            raise invalid("components", "BASE_TYPE_MAX_LENGTH", f"Must be {LIMITS['text'][1]} or fewer in length.")
    else:
        amount("components", components, "rows")
    checks: dict[int, Any] = {ROW: _row, BUTTON: _button, SECTION: _section, TEXT_DISPLAY: _text, CONTAINER: _container}
    for component in walk(components):
        kind = component.get("type", 0)
        if kind in checks:
            checks[kind](component)
        elif kind in SELECTS:
            _select(component)
        elif kind in (GALLERY, THUMBNAIL, FILE):
            _media(component, files)
        elif kind == SEPARATOR:
            within("components.spacing", int(component.get("spacing", 1)), "separator.spacing")
        elif kind == TEXT_INPUT:
            raise invalid("components", "COMPONENT_TYPE_INVALID", "Text inputs stand in forms only.")
        elif kind in (LABEL, UPLOAD, RADIO, CHECKS, CHECK):
            raise invalid("components", "COMPONENT_TYPE_INVALID", "That component stands in forms only.")
    _unique(components)


def _unique(components: list[Json]) -> None:
    """Refuse components of which two have the same custom id, or the same number."""
    for key, words in (("custom_id", "custom id"), ("id", "id")):
        values = [component[key] for component in walk(components) if component.get(key)]
        if len(set(values)) != len(values):
            raise invalid(
                "components", f"COMPONENT_{key.upper()}_DUPLICATED", f"Component {words} cannot be duplicated"
            )


def _kinds(where: str, components: list[Json], allowed: Collection[int]) -> None:
    for n, component in enumerate(components):
        if component.get("type") not in allowed:
            raise invalid(f"{where}.{n}.type", "UNION_TYPE_CHOICES", f"Value of field must be one of {tuple(allowed)}.")


def _row(row: Json) -> None:
    children = row.get("components") or []
    selects = [child for child in children if child.get("type") in SELECTS]
    amount("components.components", children, "row.components")
    _kinds("components.components", children, (BUTTON, *SELECTS, TEXT_INPUT))
    if selects and len(children) > 1:
        raise invalid("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select menu fills its row.")


def _section(section: Json) -> None:
    amount("components.components", section.get("components") or [], "section.components")
    _kinds("components.components", section.get("components") or [], (TEXT_DISPLAY,))
    _kinds("components.accessory", [section.get("accessory") or {}], (BUTTON, THUMBNAIL))


def _container(container: Json) -> None:
    amount("components.components", container.get("components") or [], "container.components")
    _kinds("components.components", container.get("components") or [], IN_CONTAINER)
    if container.get("accent_color") is not None:
        within("components.accent_color", int(container["accent_color"]), "accent_color")


def _text(display: Json) -> None:
    length("components.content", display.get("content"), "text_display")
    if not str(display.get("content")).strip():
        raise invalid("components.content", "BASE_TYPE_REQUIRED", "This field is required")


def _media(component: Json, files: Collection[str]) -> None:
    items = component.get("items") or []
    if component["type"] == GALLERY:
        amount("components.items", items, "gallery.items")
    shown = items if component["type"] == GALLERY else [component]
    for item in shown:
        length("components.description", item.get("description"), "media.description")
        url = str((item.get("media") or item.get("file") or {}).get("url") or "")
        scheme, _, name = url.partition("://")
        if scheme not in ("attachment",) + ("http", "https") * (component["type"] != FILE):
            raise invalid("components.media.url", "URL_TYPE_INVALID_SCHEME", f"Not a media address: {url!r}")
        if scheme == "attachment" and name not in files:
            raise invalid("components.media", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"No file {name}.")


def _button(button: Json) -> None:
    where = "components.components"
    style = button.get("style")
    if style not in (1, 2, 3, 4, 5, 6):
        raise invalid(f"{where}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    length(f"{where}.label", button.get("label"), "button.label")
    if style != 6 and not button.get("label") and not button.get("emoji"):
        raise invalid(f"{where}.label", "BUTTON_COMPONENT_INVALID_LABEL", "A label or an emoji is required.")
    if style == 5:
        if not button.get("url") or "custom_id" in button:
            raise invalid(f"{where}.url", "BUTTON_COMPONENT_URL_REQUIRED", "A link button has a url and no custom id.")
        length(f"{where}.url", button["url"], "button.url")
    elif style != 6:
        length(f"{where}.custom_id", button.get("custom_id"), "custom_id")


def _select(menu: Json) -> None:
    where = "components.components"
    length(f"{where}.custom_id", menu.get("custom_id"), "custom_id")
    length(f"{where}.placeholder", menu.get("placeholder"), "select.placeholder")
    options = menu.get("options") or []
    if menu["type"] == SELECT:
        amount(f"{where}.options", options, "select.options")
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    _chosen(where, options, least, most, "select.values")


def _chosen(where: str, options: list[Json], least: int, most: int, limit: str) -> None:
    """Refuse options that are too long, or the same, or of which more are chosen than may be."""
    values = [option.get("value") for option in options]
    if len(set(values)) != len(values):
        raise invalid(
            f"{where}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "This option value is already used."
        )
    for n, option in enumerate(options):
        length(f"{where}.options.{n}.label", option.get("label"), "option.label")
        length(f"{where}.options.{n}.value", option.get("value"), "option.value")
        length(f"{where}.options.{n}.description", option.get("description"), "option.description")
    within(f"{where}.min_values", least, limit)
    within(f"{where}.max_values", most, limit)
    if least > most or (options and most > len(options)):
        raise invalid(f"{where}.max_values", "NUMBER_TYPE_MAX", "More values than options.")
    if sum(bool(option.get("default")) for option in options) > most:
        raise invalid(f"{where}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values.")


def check_form(body: Json) -> None:
    """Refuse a modal that Discord refuses."""
    length("data.custom_id", body.get("custom_id"), "custom_id")
    length("data.title", body.get("title"), "form.title")
    components = body.get("components") or []
    amount("data.components", components, "form.components")
    for n, component in enumerate(components):
        where = f"data.components.{n}"
        if component.get("type") == TEXT_DISPLAY:
            _text(component)
            continue
        if component.get("type") == LABEL:
            length(f"{where}.label", component.get("label"), "label")
            length(f"{where}.description", component.get("description"), "label.description")
            inner = component.get("component") or {}
            kinds: tuple[int, ...] = IN_LABEL
        else:
            children = component.get("components") or [{}]
            if len(children) != 1:
                raise invalid(f"{where}.components", "BASE_TYPE_BAD_LENGTH", "Must be 1 in length.")
            inner = children[0]
            length(f"{where}.components.0.label", inner.get("label"), "label")
            kinds = (TEXT_INPUT,)
        if component.get("type") not in (ROW, LABEL) or inner.get("type") not in kinds:
            raise invalid(f"{where}.type", "UNION_TYPE_CHOICES", "Forms hold labels with inputs, and texts.")
        _input(where, inner)
    _unique(components)


def _input(where: str, field: Json) -> None:
    length(f"{where}.custom_id", field.get("custom_id"), "custom_id")
    required, options = field.get("required", True), field.get("options") or []
    if field.get("disabled"):
        raise invalid(f"{where}.disabled", "COMPONENT_DISABLED_INVALID", "Forms have no disabled components.")
    if field["type"] in (*SELECTS, CHECKS, UPLOAD) and required and field.get("min_values", 1) == 0:
        raise invalid(f"{where}.min_values", "NUMBER_TYPE_MIN", "At least 1 where an answer is required.")
    if field["type"] in SELECTS:
        _select(field)
    if field["type"] == RADIO:
        amount(f"{where}.options", options, "radio.options")
        _chosen(where, options, 0, 1, "checks.values")
    if field["type"] == CHECKS:
        amount(f"{where}.options", options, "checks.options")
        least, most = field.get("min_values"), field.get("max_values")
        _chosen(where, options, 1 if least is None else least, len(options) if most is None else most, "checks.values")
    if field["type"] == TEXT_INPUT:
        _text_input(where, field)


def _text_input(where: str, field: Json) -> None:
    if field.get("style") not in (1, 2):
        raise invalid(f"{where}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    length(f"{where}.placeholder", field.get("placeholder"), "input.placeholder")
    length(f"{where}.value", field.get("value"), "input.value")
    least, most = field.get("min_length") or 0, field.get("max_length") or LIMITS["input.max_length"][1]
    within(f"{where}.min_length", least, "input.min_length")
    within(f"{where}.max_length", most, "input.max_length")
    if least > most or utf16(str(field.get("value") or "")) > most:
        raise invalid(f"{where}.max_length", "NUMBER_TYPE_MAX", "Lengths run from 0 to 4000.")
