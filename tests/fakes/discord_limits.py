"""Discord's published limits, in one table: the least and the most of each thing, in characters or in number.

Source: Discord's developer pages "Message", "Embed limits", "Component reference" and "Application commands".
Texts are counted in UTF-16 units, the stricter reading.
"""

from typing import Final

LIMITS: Final[dict[str, tuple[int, int]]] = {
    # messages
    "content": (0, 2000),
    "nonce": (0, 25),
    "rows": (0, 5),
    "components": (0, 40),
    "text": (0, 4000),  # of all text displays of a message together
    "attachment.description": (0, 1024),
    "attachments": (0, 10),
    # embeds
    "embeds": (0, 10),
    "embed.title": (0, 256),
    "embed.description": (0, 4096),
    "embed.footer": (0, 2048),
    "embed.author": (0, 256),
    "embed.fields": (0, 25),
    "embed.field.name": (1, 256),
    "embed.field.value": (1, 1024),
    "embeds.total": (0, 6000),
    # components of messages
    "custom_id": (1, 100),
    "row.components": (1, 5),
    "button.label": (0, 80),
    "button.url": (1, 512),
    "select.placeholder": (0, 150),
    "select.options": (1, 25),
    "select.values": (0, 25),
    "option.label": (1, 100),
    "option.value": (1, 100),
    "option.description": (0, 100),
    # layout ("components v2")
    "section.components": (1, 3),
    "text_display": (1, 4000),
    "media.description": (0, 1024),
    "gallery.items": (1, 10),
    "separator.spacing": (1, 2),
    "container.components": (1, 39),
    "accent_color": (0, 0xFFFFFF),
    # forms
    "form.title": (1, 45),
    "form.components": (1, 5),
    "label": (1, 45),
    "label.description": (0, 100),
    "input.placeholder": (0, 100),
    "input.value": (0, 4000),
    "input.min_length": (0, 4000),
    "input.max_length": (1, 4000),
    "radio.options": (2, 10),
    "checks.options": (1, 10),
    "checks.values": (0, 10),
    # application commands
    "commands": (0, 100),
    "commands.menus": (0, 5),  # of each of the two kinds of context menus
    "command.name": (1, 32),
    "command.description": (1, 100),
    "command.options": (0, 25),
    "choices": (0, 25),
    "choice.name": (1, 100),
    "choice.value": (0, 100),
    # threads
    "thread.name": (1, 100),
}
