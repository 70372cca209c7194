"""Refusals of messages as Discord makes them, with its error codes. The numbers are in `discord_limits`.

Source: Discord's developer pages "Message", "Component reference", "Embed limits" and "Opcodes and status codes".
"""

from collections.abc import Collection

from tests.fakes.discord_components import check_components
from tests.fakes.discord_errors import DiscordError, amount, invalid, length
from tests.fakes.discord_limits import LIMITS
from tests.fakes.discord_messages import COMPONENTS_V2
from tests.fakes.loopback import Json, utf16


def check_message(body: Json, *, files: Collection[str] = ()) -> None:
    """Refuse a message body that Discord refuses; `files` of these names come with it, or stay."""
    length("content", body.get("content"), "content")
    length("nonce", body.get("nonce"), "nonce")
    amount("attachments", files, "attachments")
    for n, attachment in enumerate(body.get("attachments") or ()):
        length(f"attachments.{n}.description", attachment.get("description"), "attachment.description")
    check_embeds(body.get("embeds") or [])
    check_mentions(body.get("allowed_mentions"))
    components = body.get("components") or []
    layout = int(body.get("flags") or 0) & COMPONENTS_V2
    if layout and any(body.get(field) for field in ("content", "embeds", "sticker_ids", "poll")):
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        raise invalid("content", code, "Not with layout components.")
    check_components(components, bool(layout), files)
    if not any((body.get("content"), body.get("embeds"), components if layout else files, body.get("sticker_ids"))):
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
    amount("embeds", embeds, "embeds")
    total = 0
    for n, embed in enumerate(embeds):
        fields = embed.get("fields") or []
        amount(f"embeds.{n}.fields", fields, "embed.fields")
        parts = [
            ("title", embed.get("title"), "embed.title"),
            ("description", embed.get("description"), "embed.description"),
            ("footer.text", (embed.get("footer") or {}).get("text"), "embed.footer"),
            ("author.name", (embed.get("author") or {}).get("name"), "embed.author"),
            *((f"fields.{k}.name", field.get("name"), "embed.field.name") for k, field in enumerate(fields)),
            *((f"fields.{k}.value", field.get("value"), "embed.field.value") for k, field in enumerate(fields)),
        ]
        for name, value, limit in parts:
            length(f"embeds.{n}.{name}", value, limit)
            total += utf16(str(value or ""))
    if total > LIMITS["embeds.total"][1]:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
