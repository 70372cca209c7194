"""The Bot API's refusals of texts, buttons and command menus, in its words."""

import re
from typing import Any

from tests.fakes.loopback import Json, utf16
from tests.fakes.telegram_html import HtmlError, parse_html
from tests.fakes.telegram_limits import EFFECTS, LIMITS, REACTIONS, STYLES, exceeds

MAX_TEXT = LIMITS["text"].most
BUTTONS = {
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay",
}  # fmt: skip
START = re.compile(r"https://t\.me/\w+\?start=([^&]*)")
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


class OverLimit(ApiError):
    """A request beyond a published limit. No test may end with one, except where it is the point."""


def bad(description: str) -> ApiError:
    return ApiError(400, f"Bad Request: {description}")


def held(what: str, value: object) -> None:
    """Refuse a value that is beyond its limit."""
    if refusal := exceeds(what, value):
        raise OverLimit(400, f"Bad Request: {refusal}")


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
    """Commands, mentions and links that Telegram marks by itself, outside code."""
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
    held("text", text)
    held("entities", entities)
    return text, entities


def caption_of(params: Json) -> tuple[str, list[Json]]:
    caption = formatted(str(params.get("caption") or ""), params.get("parse_mode"), params.get("caption_entities"))
    held("caption", caption[0])
    held("entities", caption[1])
    return caption


def effect_of(params: Json, kind: str) -> Json:
    """The checked `message_effect_id`, for a chat of this kind."""
    effect = params.get("message_effect_id")
    if not effect:
        return {}
    if kind != "private":
        raise OverLimit(400, "Bad Request: message effects are available in private chats only")
    if str(effect) not in EFFECTS:
        raise bad("EFFECT_ID_INVALID")
    return {"effect_id": str(effect)}


def reactions_of(params: Json) -> list[str]:
    reactions = params.get("reaction") or []
    held("reactions", reactions)
    for reaction in reactions:
        if reaction.get("type") != "emoji" or reaction.get("emoji") not in REACTIONS:
            raise OverLimit(400, "Bad Request: REACTION_INVALID")
    return [reaction["emoji"] for reaction in reactions]


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
    if markup.get("input_field_placeholder"):
        held("placeholder", markup["input_field_placeholder"])
    return markup


def _inline(rows: list[list[Json]]) -> Json | None:
    buttons = [button for row in rows for button in row]
    held("buttons", buttons)
    for row in rows:
        held("row", row)
    for button in buttons:
        if not str(button.get("text") or "").strip():
            raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
        held("button text", button["text"])
        _button(button)
    rows = [row for row in rows if row]
    return {"inline_keyboard": rows} if rows else None


def _button(button: Json) -> None:
    kinds = set(button) - {"text", "icon_custom_emoji_id", "style"}
    if len(kinds) != 1 or not kinds <= BUTTONS:
        raise bad("can't parse inline keyboard button: exactly one of the optional fields must be used")
    if button.get("style") not in {None, *STYLES}:
        raise OverLimit(400, "Bad Request: invalid button style specified")
    if "callback_data" in button:
        held("callback_data", button["callback_data"])
    if "copy_text" in button:
        held("copy_text", button["copy_text"].get("text") or "")
    for kind in ("switch_inline_query", "switch_inline_query_current_chat"):
        held("inline query", button.get(kind) or "")
    held("inline query", (button.get("switch_inline_query_chosen_chat") or {}).get("query") or "")
    if "url" in button:
        if not re.match(r"(https?|tg)://.", button["url"]):
            raise bad(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
        start = START.match(button["url"])
        held("deep link", start[1] if start else "")


def commands_of(commands: list[Json]) -> list[Json]:
    held("commands", commands)
    for command in commands:
        name, description = str(command.get("command") or ""), str(command.get("description") or "")
        held("command", name.removeprefix("/"))
        if not re.fullmatch(r"[a-z0-9_]+", name.removeprefix("/")):
            raise bad("BOT_COMMAND_INVALID")
        held("command description", description.strip())
    return [{"command": str(c["command"]).removeprefix("/"), "description": c["description"]} for c in commands]


def results_of(params: Json) -> list[Json]:
    """The checked results of an inline query: articles only."""
    results = params.get("results") or []
    held("inline results", results)
    for result in results:
        held("result id", str(result.get("id") or ""))
        if result.get("type") != "article" or not str(result.get("title") or "").strip():
            raise bad("can't parse inline query result: this fake reads articles with a title")
        content = result.get("input_message_content") or {}
        text_of({"text": content.get("message_text"), "parse_mode": content.get("parse_mode")})
        markup_of(result)
    button = params.get("button") or {}
    held("deep link", button.get("start_parameter") or "")
    return list(results)
