"""The world of the fake Discord: servers, channels and threads, and how they look on the wire."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tests.fakes.discord_messages import Account, Message
from tests.fakes.discord_permissions import ALL, BITS, EVERYONE, Overwrites, Role, bits, stamp
from tests.fakes.loopback import PATIENCE, Json
from tests.fakes.screen import Impossible, Room
from tests.fakes.transcript import transcript

if TYPE_CHECKING:
    from tests.fakes.discord import FakeDiscord
    from tests.fakes.discord_people import Person

TEXT, DM, NEWS, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 5, 10, 11, 12


class Channel(Room[Message]):
    """A text channel, a thread or a direct chat. Reading methods see what the bot posted for all who are there."""

    def __init__(self, dc: "FakeDiscord", kind: int, name: str, *, guild: "Guild | None" = None, id: int | None = None):
        self.dc = dc
        self.changes = dc.changes
        self.id = id or dc.ids.new()
        self.kind = kind
        self.name = name
        self.guild = guild
        self.parent: Channel | None = None
        self.owner: Account = dc.bot
        self.person: Person | None = None  # of a direct chat
        self.people: tuple[Person, ...] = ()  # of a direct chat without the bot
        self.joined: set[int] = set()  # members of a thread
        self.history: list[Message] = []
        self.overwrites = Overwrites()
        self.archived = self.locked = self.deleted = False
        self.auto_archive = 1440
        self._threads_given: set[int] = set()
        self.typed: list[float] = []  # when the bot showed that it types

    @property
    def title(self) -> str:  # type: ignore[override]
        if self.parent is not None:
            return f"{self.parent.title} > {self.name}"
        if self.people:
            return f"chat of {self.name}"
        return f"#{self.name}" if self.guild else f"direct chat with {self.dc.bot.name}"

    @property
    def is_thread(self) -> bool:
        return self.kind in (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def threads(self) -> list["Channel"]:
        return [channel for channel in self.dc.channels.values() if channel.parent is self and not channel.deleted]

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    async def next_thread(self, timeout: float = PATIENCE) -> "Channel":
        """The next thread under this channel that no earlier call returned."""

        def look() -> Channel | None:
            return next((thread for thread in self.threads if thread.id not in self._threads_given), None)

        thread = await self.changes.until(look, timeout, lambda: f"no new thread under:\n{self.transcript()}")
        self._threads_given.add(thread.id)
        return thread

    # -------------------------------------------------------------------------------------------- permissions

    def permissions(self, who: Account) -> int:
        if self.people:
            return bits(EVERYONE) if who in self.people else 0
        if self.guild is None:
            return bits(EVERYONE) if who is self.person or who.bot else 0
        return self.guild.permissions(who, self.parent or self)

    def can(self, who: Account, *names: str) -> bool:
        have = self.permissions(who)
        if not have & BITS["view_channel"]:
            return False
        moderates = have & BITS["manage_threads"]
        if self.kind == PRIVATE_THREAD and who.id not in self.joined and not moderates:
            return False
        return all(have & BITS[name] for name in names)

    def viewers(self) -> list["Person"]:
        return [person for person in self.dc.people.values() if self.can(person)]

    def allow(self, who: "Account | None", *names: str) -> None:
        """Grant permissions here; None means everyone."""
        self._overwrite(who, allow=bits(names))

    def deny(self, who: "Account | None", *names: str) -> None:
        """Take permissions away here; None means everyone."""
        self._overwrite(who, deny=bits(names))

    def private_to(self, *people: Account) -> None:
        """Hide the channel from everyone but these people and the bot."""
        self.deny(None, "view_channel")
        for person in (*people, self.dc.bot):
            self.allow(person, "view_channel")

    def _overwrite(self, who: "Account | None", *, allow: int = 0, deny: int = 0) -> None:
        if self.guild is None or self.is_thread:
            raise Impossible(f"{self.title} has no permissions of its own")
        self.overwrites.change(who.id if who else self.guild.id, 1 if who else 0, allow=allow, deny=deny)
        self.dc.gateway.channel_event("CHANNEL_UPDATE", self)

    # ---------------------------------------------------------------------------------------------- moderators

    def delete(self) -> None:
        """A moderator deletes the channel or thread."""
        self.deleted = True
        self.dc.gateway.channel_event("THREAD_DELETE" if self.is_thread else "CHANNEL_DELETE", self)
        self.changes.notify()

    def archive(self, *, locked: bool = False) -> None:
        """A moderator, or time, archives the thread."""
        self.archived, self.locked = True, locked
        self.dc.gateway.channel_event("THREAD_UPDATE", self)

    def transcript(self, width: int | None = None) -> str:
        """The screen of the first person who can see this place."""
        people = [self.person] if self.person else self.viewers()
        return transcript(people[0].sees(self), width=width) if people else f"(nobody sees {self.title})"

    def wire(self) -> Json:
        wire: Json = {"id": str(self.id), "type": self.kind, "flags": 0}
        last = self.history[-1].id if self.history else None
        wire["last_message_id"] = str(last) if last else None
        if self.guild is None:
            people = self.people or (self.person,)
            return {**wire, "recipients": [person.wire() for person in people if person is not None]}
        wire |= {"guild_id": str(self.guild.id), "name": self.name}
        if not self.is_thread:
            topic: Json = {"topic": None, "nsfw": False, "rate_limit_per_user": 0, "parent_id": None, "position": 0}
            return {**wire, **topic, "permission_overwrites": self.overwrites.wire()}
        assert self.parent is not None
        wire |= {
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner.id),
            "message_count": len(self.history),
            "member_count": len(self.joined),
            "rate_limit_per_user": 0,
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": self.auto_archive,
                "archive_timestamp": stamp(time.time()),
            },
        }
        if self.dc.bot.id in self.joined:
            wire["member"] = self.member_wire(self.dc.bot.id)
        return wire

    def member_wire(self, user_id: int) -> Json:
        return {"id": str(self.id), "user_id": str(user_id), "join_timestamp": stamp(time.time()), "flags": 0}


class Guild:
    """A server the bot is in. `everyone` is the permission bits of all members, people may have a role of their own."""

    def __init__(self, dc: "FakeDiscord", name: str) -> None:
        self.dc = dc
        self.id = dc.ids.new()
        self.name = name
        self.everyone = bits(EVERYONE)
        self.roles: dict[int, Role] = {}  # by the member who has it
        self.members: dict[int, Account] = {}
        self.owner_id = 0
        self.overrides: dict[
            tuple[str, int], bool
        ] = {}  # (command, person): admins may override the default permissions

    def channel(self, name: str, kind: int = TEXT) -> Channel:
        channel = Channel(self.dc, kind, name, guild=self)
        self.dc.channels[channel.id] = channel
        self.dc.gateway.channel_event("CHANNEL_CREATE", channel)
        return channel

    def member(self, name: str, *, id: int | None = None, permissions: Iterable[str] = ()) -> "Person":
        """A new person who is a member here, with a role of their own holding `permissions` besides everyone's."""
        return self.join(self.dc.person(name, id=id), permissions=permissions)

    def join(self, person: "Person", *, permissions: Iterable[str] = ()) -> "Person":
        self.add(person, permissions)
        return person

    def add(self, who: Account, permissions: Iterable[str] = ()) -> None:
        self.members[who.id] = who
        if permissions:
            self.roles[who.id] = Role(self.dc.ids.new(), f"{who.name}'s role", bits(permissions))

    def role_of(self, bot: Account) -> Role:
        """The role of its own that a bot was invited with, with no more permissions than everybody has."""
        return self.roles.setdefault(bot.id, Role(self.dc.ids.new(), bot.name, 0, bot.id))

    def leave(self, who: Account) -> None:
        self.members.pop(who.id, None)
        self.roles.pop(who.id, None)

    def allow_command(self, person: "Person", command: str, allowed: bool = True) -> None:
        """Override a command's default permissions for a person, as admins can in the server settings."""
        self.overrides[command, person.id] = allowed

    def permissions(self, who: Account, channel: Channel | None = None) -> int:
        """Permission bits of a member, here or in a channel; 0 for others."""
        if who.id not in self.members:
            return 0
        role = self.roles.get(who.id)
        base = self.everyone | (role.permissions if role else 0)
        if who.id == self.owner_id or base & BITS["administrator"]:
            return ALL
        if channel is not None:
            base = channel.overwrites.apply(base, self.id, [role.id] if role else [], who.id)
        return base if base & BITS["view_channel"] else 0

    def member_wire(self, who: Account) -> Json:
        role = self.roles.get(who.id)
        return {
            "user": who.wire(),
            "nick": None,
            "avatar": None,
            "roles": [str(role.id)] if role else [],
            "joined_at": stamp(time.time()),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }

    def wire(self, *, all_members: bool = False) -> Json:
        roles = [Role(self.id, "@everyone", self.everyone), *self.roles.values()]
        here = [c for c in self.dc.channels.values() if c.guild is self and not c.deleted]
        members = list(self.members.values()) if all_members else [self.dc.bot]
        plain: dict[str, Any] = dict.fromkeys(
            ("icon", "splash", "discovery_splash", "afk_channel_id", "system_channel_id", "rules_channel_id", "banner",
             "description", "vanity_url_code", "application_id", "public_updates_channel_id"),
        )  # fmt: skip
        levels = ("verification_level", "default_message_notifications", "explicit_content_filter", "mfa_level",
                  "nsfw_level", "premium_tier", "afk_timeout", "system_channel_flags")  # fmt: skip
        lists = ("emojis", "stickers", "features", "voice_states", "presences", "stage_instances", "soundboard_sounds",
                 "guild_scheduled_events")  # fmt: skip
        return {
            **plain,
            **dict.fromkeys(levels, 0),
            **{key: [] for key in lists},
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id or self.dc.bot.id + 1),
            "preferred_locale": "en-US",
            "roles": [role.wire(position) for position, role in enumerate(roles)],
            "channels": [c.wire() for c in here if not c.is_thread],
            "threads": [c.wire() for c in here if c.is_thread and not c.archived and c.can(self.dc.bot)],
            "members": [self.member_wire(member) for member in members],
            "member_count": len(self.members),
            "large": False,
            "unavailable": False,
            "joined_at": stamp(time.time()),
        }
