"""Discord's REST routes for channels, messages and threads, as the bot may use them."""

import time
from typing import TYPE_CHECKING, Any

from tests.fakes.discord_checks import check_message
from tests.fakes.discord_errors import DiscordError, invalid, length
from tests.fakes.discord_messages import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    REPLY,
    THREAD_CREATED,
    THREAD_STARTER,
    Message,
)
from tests.fakes.discord_routes import Ask, route
from tests.fakes.discord_world import NEWS, NEWS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, Channel
from tests.fakes.loopback import Json, Upload

if TYPE_CHECKING:
    from tests.fakes.discord import FakeDiscord
    from tests.fakes.discord_people import Person

ARCHIVE_AFTER = (60, 1440, 4320, 10080)  # minutes


class Rest:
    def __init__(self, dc: "FakeDiscord") -> None:
        self.dc = dc
        self._nonces: dict[str, tuple[Message, float]] = {}

    # -------------------------------------------------------------------------------------------------- parts

    def channel(self, ask: Ask, *needs: str) -> Channel:
        """The channel of the path, where the bot has these permissions."""
        channel = self.dc.channels.get(ask.path["channel"])
        if channel is None or channel.deleted:
            raise DiscordError(404, 10003, "Unknown Channel")
        if not channel.can(self.dc.bot):
            raise DiscordError(403, 50001, "Missing Access")
        if not channel.can(self.dc.bot, *needs):
            raise DiscordError(403, 50013, "Missing Permissions")
        return channel

    def message(self, channel: Channel, message_id: Any) -> Message:
        for message in channel.history:
            if message.id == message_id and not message.deleted and not message.ephemeral:
                return message
        raise DiscordError(404, 10008, "Unknown Message")

    def readable(self, message: Message) -> Json:
        """A message as REST gives it: the content intent counts here too."""
        intents = max((session.intents for session in self.dc.gateway.sessions.values()), default=0)
        return message.wire(hidden=not self.dc.gateway.readable(message, intents))

    # ----------------------------------------------------------------------------------------------- messages

    @route("POST /channels/{channel}/messages")
    def create(self, ask: Ask) -> Json:
        channel = self.channel(ask)
        body = ask.body
        check_message(body, files=[upload.filename for upload in ask.files])
        if int(body.get("flags") or 0) & (EPHEMERAL | LOADING):
            raise invalid("flags", "MESSAGE_FLAGS_INVALID", "Only answers to interactions can be ephemeral.")
        self._may_send(channel, body, ask.files)
        known = self._same_nonce(body)
        if known is not None:
            return known.wire()
        reply_to = self._replied(channel, body.get("message_reference"))
        message = Message(channel, self.dc.bot, body, kind=REPLY if reply_to else 0)
        message.reply_to = reply_to
        message.attach(body, ask.files)
        if body.get("enforce_nonce") and body.get("nonce") is not None:
            self._nonces[str(body["nonce"])] = (message, time.monotonic())
        return self.dc.post(message).wire()

    def _may_send(self, channel: Channel, body: Json, files: list[Upload]) -> None:
        bot = self.dc.bot
        person = channel.person
        if person is not None and not (person.dms_open and self.dc.share_a_guild(person)):
            raise DiscordError(403, 50007, "Cannot send messages to this user")
        needs = ["send_messages_in_threads" if channel.is_thread else "send_messages"]
        needs += ["attach_files"] * bool(files) + ["embed_links"] * bool(body.get("embeds"))
        if not channel.can(bot, *needs):
            raise DiscordError(403, 50013, "Missing Permissions")
        if channel.archived:
            if channel.locked and not channel.can(bot, "manage_threads"):
                raise DiscordError(400, 50083, "Thread is archived")
            channel.archived = False
            self.dc.gateway.channel_event("THREAD_UPDATE", channel)

    def _same_nonce(self, body: Json) -> Message | None:
        """The message this author sent with the same nonce a few minutes ago, where it wants that checked."""
        if not body.get("enforce_nonce"):
            return None
        message, at = self._nonces.get(str(body.get("nonce")), (None, 0.0))
        return message if message is not None and time.monotonic() - at < self.dc.nonce_window else None

    def _replied(self, channel: Channel, reference: Json | None) -> Message | None:
        if not reference:
            return None
        if not channel.can(self.dc.bot, "read_message_history"):
            raise DiscordError(400, 160002, "Cannot reply without permission to read message history")
        for message in channel.history:
            if message.id == int(reference["message_id"]) and not message.deleted and not message.ephemeral:
                return message
        if reference.get("fail_if_not_exists", True):
            raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None

    @route("GET /channels/{channel}/messages")
    def history(self, ask: Ask) -> list[Json]:
        channel = self.channel(ask)
        limit = int(ask.query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        if not channel.can(self.dc.bot, "read_message_history"):
            return []
        found = [message for message in channel.history if not message.deleted and not message.ephemeral]
        if "after" in ask.query:
            found = [message for message in found if message.id > int(ask.query["after"])][:limit]
        elif "around" in ask.query:
            older = sum(message.id < int(ask.query["around"]) for message in found)
            found = found[max(0, older - limit // 2) :][:limit]
        else:
            before = int(ask.query.get("before", 1 << 63))
            found = [message for message in found if message.id < before][-limit:]
        return [self.readable(message) for message in reversed(found)]

    @route("GET /channels/{channel}/messages/{message}")
    def get(self, ask: Ask) -> Json:
        return self.readable(self.message(self.channel(ask, "read_message_history"), ask.path["message"]))

    @route("PATCH /channels/{channel}/messages/{message}")
    def edit(self, ask: Ask) -> Json:
        channel = self.channel(ask)
        message = self.message(channel, ask.path["message"])
        if message.author is not self.dc.bot:
            raise DiscordError(403, 50005, "Cannot edit a message authored by another user")
        if channel.archived and channel.locked:
            raise DiscordError(400, 50083, "Thread is archived")
        return self.edited(message, ask.body, ask.files)

    def edited(self, message: Message, body: Json, files: list[Upload], *, filling: bool = False) -> Json:
        """Apply a checked edit and return the message."""
        keeping = {str(kept.get("id")) for kept in body.get("attachments") or ()}
        kept = [a for a in message.attachments if "attachments" not in body or a["id"] in keeping]
        flags = body.get("flags", message.flags)
        if message.flags & COMPONENTS_V2 and flags is not None and not int(flags) & COMPONENTS_V2:
            raise invalid("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The flag stays once it is set.")
        whole = {
            "content": body.get("content", message.content),
            "embeds": body.get("embeds", message.embeds),
            "components": body.get("components", message.components),
            "flags": flags,
        }
        names = [str(a["filename"]) for a in kept] + [upload.filename for upload in files]
        check_message({**body, **whole}, files=names)
        self.dc.edit(message, body, files, filling=filling)
        return message.wire()

    @route("DELETE /channels/{channel}/messages/{message}")
    def delete(self, ask: Ask) -> None:
        channel = self.channel(ask)
        message = self.message(channel, ask.path["message"])
        if message.author is not self.dc.bot:
            if channel.guild is None:
                raise DiscordError(403, 50003, "Cannot execute action on a DM channel")
            if not channel.can(self.dc.bot, "manage_messages"):
                raise DiscordError(403, 50013, "Missing Permissions")
        self.dc.delete(message)

    @route(
        "PUT /channels/{channel}/pins/{message}",
        "PUT /channels/{channel}/messages/pins/{message}",
        "DELETE /channels/{channel}/pins/{message}",
        "DELETE /channels/{channel}/messages/pins/{message}",
    )
    def pin(self, ask: Ask) -> None:
        channel = self.channel(ask)
        if channel.guild and not any(channel.can(self.dc.bot, name) for name in ("pin_messages", "manage_messages")):
            raise DiscordError(403, 50013, "Missing Permissions")
        self.message(channel, ask.path["message"])

    @route("PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me")
    def react(self, ask: Ask) -> None:
        self.message(self.channel(ask, "add_reactions", "read_message_history"), ask.path["message"])

    @route("POST /channels/{channel}/typing")
    def typing(self, ask: Ask) -> None:
        channel = self.channel(ask)
        self._may_send(channel, {}, [])
        channel.typed.append(time.monotonic())

    # --------------------------------------------------------------------------------------- channels, threads

    @route("GET /channels/{channel}")
    def get_channel(self, ask: Ask) -> Json:
        return self.channel(ask).wire()

    @route("PATCH /channels/{channel}")
    def edit_channel(self, ask: Ask) -> Json:
        channel = self.channel(ask)
        own = channel.is_thread and channel.owner is self.dc.bot
        if not own and not channel.can(self.dc.bot, "manage_threads" if channel.is_thread else "manage_channels"):
            raise DiscordError(403, 50013, "Missing Permissions")
        if "name" in ask.body:
            length("name", ask.body["name"], "thread.name")
            channel.name = ask.body["name"]
        if ask.body.get("locked") and not channel.can(self.dc.bot, "manage_threads"):
            raise DiscordError(403, 50013, "Missing Permissions")
        channel.archived = bool(ask.body.get("archived", channel.archived))
        channel.locked = bool(ask.body.get("locked", channel.locked))
        self.dc.gateway.channel_event("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)
        return channel.wire()

    @route("DELETE /channels/{channel}")
    def delete_channel(self, ask: Ask) -> Json:
        channel = self.channel(ask, "manage_threads" if ask.path["channel"] in self.dc.threads else "manage_channels")
        channel.delete()
        return channel.wire()

    @route("POST /channels/{channel}/threads")
    def start_thread(self, ask: Ask) -> Json:
        kind = int(ask.body.get("type", PRIVATE_THREAD))
        if kind not in (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD):
            raise invalid("type", "BASE_TYPE_CHOICES", "Value must be one of {10, 11, 12}.")
        channel = self.channel(ask, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
        thread = self._thread(channel, kind, ask.body)
        if kind != PRIVATE_THREAD:
            self.dc.post(Message(channel, self.dc.bot, {"content": thread.name}, kind=THREAD_CREATED))
        return thread.wire()

    @route("POST /channels/{channel}/messages/{message}/threads")
    def start_thread_at(self, ask: Ask) -> Json:
        channel = self.channel(ask, "create_public_threads", "read_message_history")
        message = self.message(channel, ask.path["message"])
        if message.thread is not None:
            raise DiscordError(400, 160004, "A thread has already been created for this message")
        thread = self._thread(
            channel, NEWS_THREAD if channel.kind == NEWS else PUBLIC_THREAD, ask.body, starter=message
        )
        message.thread = thread
        first = Message(thread, self.dc.bot, {}, kind=THREAD_STARTER)
        first.reply_to = message
        self.dc.post(first)
        return thread.wire()

    def _thread(self, channel: Channel, kind: int, body: Json, starter: Message | None = None) -> Channel:
        possible = (NEWS_THREAD,) if channel.kind == NEWS else (PUBLIC_THREAD, PRIVATE_THREAD)
        if channel.guild is None or channel.is_thread or kind not in possible:
            raise DiscordError(400, 50024, "Cannot execute action on this channel type")
        length("name", body.get("name"), "thread.name")
        if (body.get("auto_archive_duration") or 1440) not in ARCHIVE_AFTER:
            raise invalid("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_AFTER}.")
        thread = Channel(self.dc, kind, body["name"], guild=channel.guild, id=starter.id if starter else None)
        thread.parent = channel
        thread.auto_archive = body.get("auto_archive_duration") or 1440
        thread.joined.add(self.dc.bot.id)
        self.dc.channels[thread.id] = thread
        self.dc.gateway.channel_event("THREAD_CREATE", thread)
        self.dc.changes.notify()
        return thread

    def _member(self, ask: Ask) -> tuple[Channel, "Person"]:
        channel = self.channel(ask)
        person = self.dc.people.get(ask.path["user"])
        if person is None:
            raise DiscordError(404, 10013, "Unknown User")
        if channel.guild is None or person.id not in channel.guild.members:
            raise DiscordError(404, 10007, "Unknown Member")
        return channel, person

    @route("PUT /channels/{channel}/thread-members/@me")
    def join(self, ask: Ask) -> None:
        self.channel(ask).joined.add(self.dc.bot.id)

    @route("DELETE /channels/{channel}/thread-members/@me")
    def leave(self, ask: Ask) -> None:
        self.channel(ask).joined.discard(self.dc.bot.id)

    @route("PUT /channels/{channel}/thread-members/{user}")
    def invite(self, ask: Ask) -> None:
        channel, person = self._member(ask)
        if channel.archived:
            raise DiscordError(400, 50083, "Thread is archived")
        if not channel.can(self.dc.bot, "send_messages_in_threads"):
            raise DiscordError(403, 50013, "Missing Permissions")
        channel.joined.add(person.id)
        self.dc.changes.notify()

    @route("DELETE /channels/{channel}/thread-members/{user}")
    def remove(self, ask: Ask) -> None:
        channel, person = self._member(ask)
        if not channel.can(self.dc.bot, "manage_threads") and channel.owner is not self.dc.bot:
            raise DiscordError(403, 50013, "Missing Permissions")
        channel.joined.discard(person.id)

    @route("GET /channels/{channel}/thread-members/{user}")
    def thread_member(self, ask: Ask) -> Json:
        channel, person = self._member(ask)
        if person.id not in channel.joined:
            raise DiscordError(404, 10007, "Unknown Member")
        return channel.member_wire(person.id)

    @route("GET /channels/{channel}/thread-members")
    def thread_members(self, ask: Ask) -> list[Json]:
        channel = self.channel(ask)
        return [channel.member_wire(member) for member in sorted(channel.joined)]

    @route("GET /channels/{channel}/threads/archived/public")
    def archived_threads(self, ask: Ask) -> Json:
        channel = self.channel(ask, "read_message_history")
        found = [t for t in channel.threads if t.archived and t.kind != PRIVATE_THREAD]
        return {"threads": [thread.wire() for thread in found], "members": [], "has_more": False}
