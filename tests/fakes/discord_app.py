"""Discord's REST routes for the application itself, interactions and their follow-ups, users and servers."""

import time
from typing import TYPE_CHECKING, Any

from tests.fakes.discord_checks import check_message
from tests.fakes.discord_commands import check_choices
from tests.fakes.discord_components import check_form
from tests.fakes.discord_errors import DiscordError, amount, invalid
from tests.fakes.discord_interactions import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFER,
    DEFER_UPDATE,
    FORM,
    OPEN_FORM,
    REPLY,
    UPDATE,
    Form,
    Interaction,
)
from tests.fakes.discord_messages import COMPONENTS_V2, EPHEMERAL, LOADING, SLASH_REPLY, Message
from tests.fakes.discord_routes import Ask, route
from tests.fakes.loopback import Json, Upload

if TYPE_CHECKING:
    from tests.fakes.discord import FakeDiscord

ANSWERS = {
    COMMAND: (REPLY, DEFER, OPEN_FORM),
    COMPONENT: (REPLY, DEFER, DEFER_UPDATE, UPDATE, OPEN_FORM),
    AUTOCOMPLETE: (CHOICES,),
    FORM: (REPLY, DEFER, DEFER_UPDATE, UPDATE),
}


class Application:
    def __init__(self, dc: "FakeDiscord") -> None:
        self.dc = dc

    # ------------------------------------------------------------------------------------------- interactions

    @route("POST /interactions/{interaction}/{token}/callback")
    def callback(self, ask: Ask) -> Json | None:
        interaction = self.dc.interactions.get(ask.path["interaction"])
        if interaction is None or interaction.token != ask.path["token"]:
            raise DiscordError(404, 10062, "Unknown interaction")
        delay = time.monotonic() - interaction.at
        if interaction.ack is not None:
            raise DiscordError(400, 40060, "Interaction has already been acknowledged.")
        if interaction.dead or delay > self.dc.ack_window:
            interaction.too_late = delay
            raise DiscordError(404, 10062, "Unknown interaction")
        self._answer(interaction, int(ask.body.get("type") or 0), ask.body.get("data") or {}, ask.files)
        interaction.delay = delay
        if ask.query.get("with_response") not in ("1", "true"):
            return None
        about: Json = {"id": str(interaction.id), "type": interaction.kind}
        resource: Json = {"type": interaction.ack}
        message = interaction.original
        if message is not None and interaction.ack in (REPLY, DEFER, UPDATE):
            about |= {"response_message_id": str(message.id), "response_message_loading": message.loading}
            about["response_message_ephemeral"] = message.ephemeral
            resource["message"] = message.wire()
        return {"interaction": about, "resource": resource}

    def _answer(self, interaction: Interaction, kind: int, data: Json, files: list[Upload]) -> None:
        allowed = ANSWERS[interaction.kind]
        if interaction.source is None:
            allowed = tuple(answer for answer in allowed if answer not in (UPDATE, DEFER_UPDATE))
        if kind not in allowed:
            raise invalid("type", "BASE_TYPE_CHOICES", f"Value must be one of {set(allowed)}.")
        if kind == REPLY:
            check_message(data, files=[upload.filename for upload in files])
            interaction.ack = kind
            interaction.original = self._message(interaction, data, files)
        elif kind == DEFER:
            if int(data.get("flags") or 0) & COMPONENTS_V2:
                raise invalid("data.flags", "MESSAGE_FLAGS_INVALID", "A deferred answer carries no layout flag.")
            interaction.ack = kind
            flags = LOADING | int(data.get("flags") or 0) & EPHEMERAL
            interaction.original = self._message(interaction, {"flags": flags}, [])
        elif kind in (UPDATE, DEFER_UPDATE):
            interaction.original = interaction.source
            if kind == UPDATE and interaction.source is not None:
                self.dc.rest.edited(interaction.source, data, files)
            interaction.ack = kind
        elif kind == OPEN_FORM:
            check_form(data)
            interaction.form = Form(interaction, data)
            interaction.ack = kind
        else:
            choices = data.get("choices") or []
            amount("data.choices", choices, "choices")
            check_choices("data.choices", choices)
            interaction.choices = choices
            interaction.ack = kind

    def _message(self, interaction: Interaction, body: Json, files: list[Upload]) -> Message:
        kind = SLASH_REPLY if interaction.kind == COMMAND else 0
        message = Message(interaction.channel, self.dc.bot, body, kind=kind)
        message.interaction = interaction
        if message.ephemeral:
            message.only_for = interaction.user
        message.attach(body, files)
        return self.dc.post(message)

    # ---------------------------------------------------------------------------------------------- follow-ups

    def _by_token(self, ask: Ask) -> Interaction:
        for interaction in self.dc.interactions.values():
            if interaction.token == ask.path["token"] and ask.path["app"] == self.dc.bot.id:
                if interaction.ack is None:
                    break
                if interaction.token_dead or time.monotonic() - interaction.at > self.dc.token_window:
                    raise DiscordError(401, 50027, "Invalid Webhook Token")
                return interaction
        raise DiscordError(404, 10015, "Unknown Webhook")

    def _addressed(self, interaction: Interaction, message_id: Any) -> Message:
        mine = [interaction.original, *interaction.followups]
        for message in mine:
            if message is None or message.deleted:
                continue
            if message.id == message_id or (message_id == "@original" and message is interaction.original):
                return message
        raise DiscordError(404, 10008, "Unknown Message")

    @route("POST /webhooks/{app}/{token}")
    def follow_up(self, ask: Ask) -> Json:
        interaction = self._by_token(ask)
        check_message(ask.body, files=[upload.filename for upload in ask.files])
        first = interaction.original
        if first is not None and first.loading:
            return self._fill(first, ask.body, ask.files)
        message = self._message(interaction, ask.body, ask.files)
        interaction.followups.append(message)
        return message.wire()

    def _fill(self, message: Message, body: Json, files: list[Upload]) -> Json:
        """Give a deferred answer its words; whether it is ephemeral was decided when it was deferred."""
        message.flags &= ~LOADING
        try:
            return self.dc.rest.edited(message, body, files, filling=True)
        except DiscordError:
            message.flags |= LOADING
            raise

    @route("GET /webhooks/{app}/{token}/messages/{message}")
    def get_answer(self, ask: Ask) -> Json:
        return self._addressed(self._by_token(ask), ask.path["message"]).wire()

    @route("PATCH /webhooks/{app}/{token}/messages/{message}")
    def edit_answer(self, ask: Ask) -> Json:
        message = self._addressed(self._by_token(ask), ask.path["message"])
        if message.loading:
            return self._fill(message, ask.body, ask.files)
        return self.dc.rest.edited(message, ask.body, ask.files)

    @route("DELETE /webhooks/{app}/{token}/messages/{message}")
    def delete_answer(self, ask: Ask) -> None:
        self.dc.delete(self._addressed(self._by_token(ask), ask.path["message"]))

    # ----------------------------------------------------------------------------------------------- commands

    def _scope(self, ask: Ask) -> int:
        if ask.path["app"] != self.dc.bot.id:
            raise DiscordError(403, 50001, "Missing Access")
        guild = ask.path.get("guild", 0)
        if guild and guild not in self.dc.guilds:
            raise DiscordError(403, 50001, "Missing Access")
        return int(guild)

    @route("GET /applications/{app}/commands", "GET /applications/{app}/guilds/{guild}/commands")
    def list_commands(self, ask: Ask) -> list[Json]:
        return list(self.dc.commands.scopes.get(self._scope(ask), {}).values())

    @route("PUT /applications/{app}/commands", "PUT /applications/{app}/guilds/{guild}/commands")
    def put_commands(self, ask: Ask) -> list[Json]:
        return self.dc.commands.replace(self._scope(ask), ask.body)

    @route("POST /applications/{app}/commands", "POST /applications/{app}/guilds/{guild}/commands")
    def post_command(self, ask: Ask) -> Json:
        return self.dc.commands.upsert(self._scope(ask), ask.body)

    @route(
        "PATCH /applications/{app}/commands/{command}", "PATCH /applications/{app}/guilds/{guild}/commands/{command}"
    )
    def patch_command(self, ask: Ask) -> Json:
        scope = self._scope(ask)
        old = self.dc.commands.get(scope, ask.path["command"])
        return self.dc.commands.upsert(scope, {**old, **ask.body})

    @route(
        "DELETE /applications/{app}/commands/{command}", "DELETE /applications/{app}/guilds/{guild}/commands/{command}"
    )
    def delete_command(self, ask: Ask) -> None:
        self.dc.commands.remove(self._scope(ask), ask.path["command"])

    # -------------------------------------------------------------------------------- the bot, users, servers

    @route("GET /gateway", "GET /gateway/bot")
    def gateway(self, ask: Ask) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.dc.gateway_url, "shards": 1, "session_start_limit": limit}

    @route("GET /users/@me")
    def me(self, ask: Ask) -> Json:
        return self.dc.bot_wire()

    @route("GET /users/{user}")
    def user(self, ask: Ask) -> Json:
        if ask.path["user"] not in self.dc.people:
            raise DiscordError(404, 10013, "Unknown User")
        return self.dc.people[ask.path["user"]].wire()

    @route("GET /oauth2/applications/@me", "GET /applications/@me")
    def application(self, ask: Ask) -> Json:
        return {
            "id": str(self.dc.bot.id),
            "name": self.dc.bot.name,
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": self.dc.application_flags,
            "owner": {"id": "1", "username": "owner", "discriminator": "0", "avatar": None},
            "team": None,
        }

    @route("POST /users/@me/channels")
    def open_dm(self, ask: Ask) -> Json:
        person = self.dc.people.get(int(ask.body.get("recipient_id") or 0))
        if person is None:
            raise DiscordError(400, 50033, "Invalid Recipient(s)")
        return self.dc.direct(person).wire()

    @route("GET /guilds/{guild}")
    def guild(self, ask: Ask) -> Json:
        guild = self.dc.guilds.get(ask.path["guild"])
        if guild is None or self.dc.bot.id not in guild.members:
            raise DiscordError(404, 10004, "Unknown Guild")
        return guild.wire()

    @route("GET /guilds/{guild}/channels")
    def channels(self, ask: Ask) -> list[Json]:
        return list(self.guild(ask)["channels"])

    @route("GET /guilds/{guild}/roles")
    def roles(self, ask: Ask) -> list[Json]:
        return list(self.guild(ask)["roles"])

    @route("GET /guilds/{guild}/threads/active")
    def active_threads(self, ask: Ask) -> Json:
        return {"threads": self.guild(ask)["threads"], "members": []}

    @route("GET /guilds/{guild}/members/{user}")
    def member(self, ask: Ask) -> Json:
        guild = self.dc.guilds[int(self.guild(ask)["id"])]
        who = guild.members.get(self.dc.bot.id if ask.path["user"] == "@me" else ask.path["user"])
        if who is None:
            raise DiscordError(404, 10007, "Unknown Member")
        return guild.member_wire(who)
