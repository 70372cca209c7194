"""What the Bot API refuses in texts, buttons and command menus, in its words."""

import re
from typing import Any

from tests.fakes.loopback import Json, utf16
from tests.fakes.telegram_html import HtmlError, parse_html

MAX_TEXT = 4096  # characters after parsing; counted here in UTF-16 units, the stricter reading
MAX_CAPTION = 1024
MAX_DATA = 64  # bytes
MAX_BUTTONS = 100
COMMAND = re.compile(r"(?<!\S)/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![A-Za-z0-9_])")
MENTION = re.compile(r"(?<![\w@])@[A-Za-z0-9_]{3,32}")
LINK = re.compile(r"https?://[^\s<>\"]+")


class ApiError(Exception):
    """An answer with `ok: false`."""

    def __init__(self, status: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.parameters = parameters


def bad(description: str) -> ApiError:
    return ApiError(400, f"Bad Request: {description}")


def formatted(text: str, parse_mode: str | None, entities: list[Json] | None) -> tuple[str, list[Json]]:
    """The text as people see it, and its entities; outer white space is gone, as on Telegram."""
    if not parse_mode:
        found = [dict(entity) for entity in entities or ()]
        plain = text
    elif parse_mode.lower() == "html":
        try:
            plain, found = parse_html(text)
        except HtmlError as error:
            raise bad(f"can't parse entities: {error}") from None
    elif parse_mode.lower() in ("markdown", "markdownv2"):
        raise ApiError(501, f"this fake does not read {parse_mode}; the project formats with HTML")
    else:
        raise bad("unsupported parse_mode")
    plain = plain.replace("\r", "")
    plain, found = _trimmed(plain, found)
    return plain, sorted(found + _automatic(plain, found), key=lambda e: (e["offset"], -e["length"]))


def _trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Outer white space goes, but not from the start of a leading entity: a `<pre>` keeps its columns."""
    text = text.rstrip()
    first = min((entity["offset"] for entity in entities), default=utf16(text))
    cut = min(len(text) - len(text.lstrip()), first)  # white space is one unit a character
    text = text[cut:]
    end = utf16(text)
    kept = []
    for entity in entities:
        offset = entity["offset"] - cut
        length = min(entity["length"], end - offset)
        if length > 0:
            kept.append({**entity, "offset": offset, "length": length})
    return text, kept


def _automatic(text: str, entities: list[Json]) -> list[Json]:
    """Commands, mentions and links that Telegram marks by itself, outside of code."""
    closed = [
        range(e["offset"], e["offset"] + e["length"]) for e in entities if e["type"] in ("code", "pre", "text_link")
    ]
    found = []
    for kind, pattern in (("bot_command", COMMAND), ("mention", MENTION), ("url", LINK)):
        for match in pattern.finditer(text):
            offset, length = utf16(text[: match.start()]), utf16(match[0])
            if not any(offset in span for span in closed):
                found.append({"type": kind, "offset": offset, "length": length})
    return found


def text_of(params: Json) -> tuple[str, list[Json]]:
    text, entities = formatted(str(params.get("text") or ""), params.get("parse_mode"), params.get("entities"))
    if not text:
        raise bad("message text is empty")
    if utf16(text) > MAX_TEXT:
        raise bad("message is too long")
    return text, entities


def caption_of(params: Json) -> tuple[str, list[Json]]:
    caption = formatted(str(params.get("caption") or ""), params.get("parse_mode"), params.get("caption_entities"))
    if utf16(caption[0]) > MAX_CAPTION:
        raise bad("message caption is too long")
    return caption


def markup_of(params: Json) -> Json | None:
    """The checked `reply_markup`, None where there is none or an empty inline keyboard."""
    markup = params.get("reply_markup")
    if not markup:
        return None
    if not isinstance(markup, dict):
        raise bad("object expected as reply markup")
    if "inline_keyboard" in markup:
        return _inline(markup["inline_keyboard"])
    if "keyboard" in markup:
        rows = [
            [button if isinstance(button, dict) else {"text": button} for button in row] for row in markup["keyboard"]
        ]
        if not any(rows):
            raise bad("reply keyboard must have at least one button")
        return {**markup, "keyboard": rows}
    if not markup.get("remove_keyboard") and not markup.get("force_reply"):
        raise bad("object expected as reply markup")
    return markup


def _inline(rows: list[list[Json]]) -> Json | None:
    if sum(map(len, rows)) > MAX_BUTTONS:
        raise bad("reply markup is too long")
    for button in (button for row in rows for button in row):
        if not str(button.get("text") or "").strip():
            raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
        kinds = set(button) - {"text", "icon_custom_emoji_id", "style"}
        if len(kinds) != 1:
            raise bad("can't parse inline keyboard button: exactly one of the optional fields must be used")
        if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= MAX_DATA:
            raise bad("BUTTON_DATA_INVALID")
        if "url" in button and not re.match(r"(https?|tg)://.", button["url"]):
            raise bad(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
    rows = [row for row in rows if row]
    return {"inline_keyboard": rows} if rows else None


def commands_of(commands: list[Json]) -> list[Json]:
    if len(commands) > 100:
        raise bad("too many bot commands")
    for command in commands:
        name, description = str(command.get("command") or ""), str(command.get("description") or "")
        if not re.fullmatch(r"[a-z0-9_]{1,32}", name.removeprefix("/")):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(description.strip()) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    return [{"command": str(c["command"]).removeprefix("/"), "description": c["description"]} for c in commands]
