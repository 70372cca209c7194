"""What Discord refuses in messages, components and forms, with its error codes.

Source: Discord's developer pages "Message", "Component reference", "Embed limits" and "Opcodes and status codes".
"""

from typing import Any

from tests.fakes.discord_messages import COMPONENTS_V2, walk
from tests.fakes.loopback import Json, utf16

MAX_CONTENT = 2000  # counted in UTF-16 units, the stricter reading
ROW, BUTTON, TEXT_INPUT, LABEL, TEXT_DISPLAY, CONTAINER = 1, 2, 4, 18, 10, 17
SELECTS = (3, 5, 6, 7, 8)
LAYOUT = (9, 10, 11, 12, 13, 14, 17)
IN_LABEL = (3, 4, 5, 6, 7, 8, 19, 21, 22, 23)


class DiscordError(Exception):
    """An error answer: HTTP status, the platform's code, its words, and where in the body it is."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{code} {message} {errors or ''}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        errors = {"errors": self.errors} if self.errors else {}
        return {"message": self.message, "code": self.code, **errors}


def invalid(where: str, code: str, message: str) -> DiscordError:
    """50035, with the complaint at the dotted path `where`."""
    errors: Any = {"_errors": [{"code": code, "message": message}]}
    for step in reversed(where.split(".")):
        errors = {step: errors}
    return DiscordError(400, 50035, "Invalid Form Body", errors)


def length(where: str, value: object, least: int, most: int) -> None:
    size = utf16(str(value or ""))
    if size > most:
        raise invalid(where, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    if size < least:
        raise invalid(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def amount(where: str, value: list[Json], least: int, most: int) -> None:
    if not least <= len(value) <= most:
        raise invalid(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def check_message(body: Json, *, files: int = 0) -> None:
    """Refuse a message body that Discord refuses; `files` come with it."""
    length("content", body.get("content"), 0, MAX_CONTENT)
    length("nonce", body.get("nonce"), 0, 25)
    check_embeds(body.get("embeds") or [])
    check_mentions(body.get("allowed_mentions"))
    components = body.get("components") or []
    layout = int(body.get("flags") or 0) & COMPONENTS_V2
    if layout:
        if body.get("content") or body.get("embeds"):
            raise invalid(
                "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "Not with layout components."
            )
        written = "".join(str(c.get("content")) for c in walk(components) if c.get("type") == TEXT_DISPLAY)
        length("components", written, 0, 4000)
        if len(list(walk(components))) > 40:
            raise invalid("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "At most 40 components.")
    else:
        amount("components", components, 0, 5)
    check_components(components, bool(layout))
    if not any(
        (body.get("content"), body.get("embeds"), components if layout else None, files, body.get("sticker_ids"))
    ):
        raise DiscordError(400, 50006, "Cannot send an empty message")


def check_mentions(rules: Json | None) -> None:
    if not rules:
        return
    for kind in ("users", "roles"):
        if kind in (rules.get("parse") or ()) and rules.get(kind):
            raise invalid(
                "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"parse:[{kind!r}] and {kind}"
            )


def check_embeds(embeds: list[Json]) -> None:
    amount("embeds", embeds, 0, 10)
    total = 0
    for n, embed in enumerate(embeds):
        fields = embed.get("fields") or []
        amount(f"embeds.{n}.fields", fields, 0, 25)
        parts = [
            ("title", embed.get("title"), 0, 256),
            ("description", embed.get("description"), 0, 4096),
            ("footer.text", (embed.get("footer") or {}).get("text"), 0, 2048),
            ("author.name", (embed.get("author") or {}).get("name"), 0, 256),
            *((f"fields.{k}.name", field.get("name"), 1, 256) for k, field in enumerate(fields)),
            *((f"fields.{k}.value", field.get("value"), 1, 1024) for k, field in enumerate(fields)),
        ]
        for name, value, least, most in parts:
            length(f"embeds.{n}.{name}", value, least, most)
            total += utf16(str(value or ""))
    if total > 6000:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def check_components(components: list[Json], layout: bool) -> None:
    allowed = (ROW, *LAYOUT) if layout else (ROW,)
    for n, component in enumerate(components):
        if component.get("type") not in allowed:
            raise invalid(f"components.{n}.type", "UNION_TYPE_CHOICES", f"Value of field must be one of {allowed}.")
    seen: set[str] = set()
    for component in walk(components):
        if component.get("type") == ROW:
            _row(component)
        elif component.get("type") == BUTTON:
            _button(component)
        elif component.get("type") in SELECTS:
            _select(component)
        elif component.get("type") == TEXT_INPUT:
            raise invalid("components", "COMPONENT_TYPE_INVALID", "Text inputs stand in forms only.")
        if "custom_id" in component:
            if component["custom_id"] in seen:
                raise invalid(
                    "components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
                )
            seen.add(component["custom_id"])


def _row(row: Json) -> None:
    children = row.get("components") or []
    selects = [child for child in children if child.get("type") in SELECTS]
    amount("components.components", children, 1, 5)
    if selects and len(children) > 1:
        raise invalid("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select menu fills its row.")


def _button(button: Json) -> None:
    where = "components.components"
    style = button.get("style")
    if style not in (1, 2, 3, 4, 5, 6):
        raise invalid(f"{where}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    length(f"{where}.label", button.get("label"), 0, 80)
    if style != 6 and not button.get("label") and not button.get("emoji"):
        raise invalid(f"{where}.label", "BUTTON_COMPONENT_INVALID_LABEL", "A label or an emoji is required.")
    if style == 5:
        if not button.get("url") or "custom_id" in button:
            raise invalid(f"{where}.url", "BUTTON_COMPONENT_URL_REQUIRED", "A link button has a url and no custom id.")
    elif style != 6:
        length(f"{where}.custom_id", button.get("custom_id"), 1, 100)


def _select(menu: Json) -> None:
    where = "components.components"
    length(f"{where}.custom_id", menu.get("custom_id"), 1, 100)
    length(f"{where}.placeholder", menu.get("placeholder"), 0, 150)
    options = menu.get("options") or []
    if menu["type"] == 3:
        amount(f"{where}.options", options, 1, 25)
    values = [option.get("value") for option in options]
    if len(set(values)) != len(values):
        raise invalid(
            f"{where}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "This option value is already used."
        )
    for n, option in enumerate(options):
        length(f"{where}.options.{n}.label", option.get("label"), 1, 100)
        length(f"{where}.options.{n}.value", option.get("value"), 1, 100)
        length(f"{where}.options.{n}.description", option.get("description"), 0, 100)
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not 0 <= least <= most <= max(25, 1) or (options and most > len(options)):
        raise invalid(f"{where}.max_values", "NUMBER_TYPE_MAX", "More values than options.")


def check_form(body: Json) -> None:
    """Refuse a modal that Discord refuses."""
    length("data.custom_id", body.get("custom_id"), 1, 100)
    length("data.title", body.get("title"), 1, 45)
    components = body.get("components") or []
    amount("data.components", components, 1, 5)
    seen: set[str] = set()
    for n, component in enumerate(components):
        where = f"data.components.{n}"
        if component.get("type") == TEXT_DISPLAY:
            continue
        if component.get("type") == LABEL:
            length(f"{where}.label", component.get("label"), 1, 45)
            length(f"{where}.description", component.get("description"), 0, 100)
            inner = component.get("component") or {}
            kinds: tuple[int, ...] = IN_LABEL
        else:
            children = component.get("components") or [{}]
            amount(f"{where}.components", children, 1, 1)
            inner = children[0]
            length(f"{where}.components.0.label", inner.get("label"), 1, 45)
            kinds = (TEXT_INPUT,)
        if component.get("type") not in (ROW, LABEL) or inner.get("type") not in kinds:
            raise invalid(f"{where}.type", "UNION_TYPE_CHOICES", "Forms hold labels with inputs, and texts.")
        _input(where, inner)
        if inner["custom_id"] in seen:
            raise invalid(where, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        seen.add(inner["custom_id"])


def _input(where: str, field: Json) -> None:
    length(f"{where}.custom_id", field.get("custom_id"), 1, 100)
    if field["type"] in SELECTS:
        _select(field)
    if field["type"] == TEXT_INPUT:
        if field.get("style") not in (1, 2):
            raise invalid(f"{where}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
        length(f"{where}.placeholder", field.get("placeholder"), 0, 100)
        length(f"{where}.value", field.get("value"), 0, 4000)
        least, most = field.get("min_length") or 0, field.get("max_length") or 4000
        if not 0 <= least <= most <= 4000:
            raise invalid(f"{where}.max_length", "NUMBER_TYPE_MAX", "Lengths run from 0 to 4000.")
