"""Snowflakes, permission bits and who may do what where.

Source: Discord's developer pages "Permissions" (bits and the order of overwrites) and "Snowflakes".
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.fakes.loopback import Json

EPOCH = 1_420_070_400_000  # ms; ids of the platform carry their time
BITS = {
    "kick_members": 1 << 1,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "manage_roles": 1 << 28,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "pin_messages": 1 << 51,
}
EVERYONE = (
    "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history",
    "use_application_commands", "create_public_threads", "create_private_threads", "send_messages_in_threads",
)  # fmt: skip
ALL = (1 << 53) - 1


def bits(names: Iterable[str]) -> int:
    """Permission bits by name; KeyError names an unknown one."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


class Ids:
    """Snowflakes: unique, rising, and carrying the time they were made at."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> int:
        self._last = max(self._last + 1, (int(time.time() * 1000) - EPOCH) << 22)
        return self._last


def stamp(seconds: float) -> str:
    """A time of day as the platform writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1e6):06d}+00:00"


@dataclass(slots=True)
class Overwrite:
    """Permissions that a channel allows or denies to a role (kind 0) or a member (kind 1)."""

    kind: int
    allow: int = 0
    deny: int = 0

    def wire(self, target: int) -> Json:
        return {"id": str(target), "type": self.kind, "allow": str(self.allow), "deny": str(self.deny)}


@dataclass(slots=True)
class Role:
    id: int
    name: str
    permissions: int
    bot: int = 0  # the bot whose own role it is: one gets it with the permissions that one is invited with

    def wire(self, position: int) -> Json:
        colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": position,
            "color": 0,
            "colors": colors,
            "hoist": False,
            "managed": bool(self.bot),
            "mentionable": False,
            "flags": 0,
            **({"tags": {"bot_id": str(self.bot)}} if self.bot else {}),
        }


@dataclass(slots=True)
class Overwrites:
    """All overwrites of one channel, applied in the platform's order: everyone, roles together, the member."""

    of: dict[int, Overwrite] = field(default_factory=dict)

    def apply(self, base: int, everyone: int, roles: Iterable[int], member: int) -> int:
        if everyone in self.of:
            base = base & ~self.of[everyone].deny | self.of[everyone].allow
        allow = deny = 0
        for role in roles:
            if role in self.of:
                allow |= self.of[role].allow
                deny |= self.of[role].deny
        base = base & ~deny | allow
        if member in self.of:
            base = base & ~self.of[member].deny | self.of[member].allow
        return base

    def change(self, target: int, kind: int, *, allow: int = 0, deny: int = 0) -> None:
        overwrite = self.of.setdefault(target, Overwrite(kind))
        overwrite.allow = overwrite.allow & ~deny | allow
        overwrite.deny = overwrite.deny & ~allow | deny

    def wire(self) -> list[Json]:
        return [overwrite.wire(target) for target, overwrite in self.of.items()]
