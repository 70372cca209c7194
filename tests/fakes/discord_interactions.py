"""Interactions: a command, a press or a filled form on its way to the bot, and what the bot makes of it."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from tests.fakes.discord_commands import GROUP, SUB, context_of
from tests.fakes.discord_messages import Message, numbered, walk
from tests.fakes.loopback import PATIENCE, Json
from tests.fakes.screen import Impossible

if TYPE_CHECKING:
    from tests.fakes.discord import FakeDiscord
    from tests.fakes.discord_people import Person
    from tests.fakes.discord_world import Channel

T = TypeVar("T")
COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, OPEN_FORM = 4, 5, 6, 7, 8, 9
TEXT_INPUT, RADIO, CHECKS, CHECK = 4, 21, 22, 23


@dataclass(slots=True)
class Field:
    """One input of a form."""

    label: str
    wire: Json

    @property
    def id(self) -> str:
        return str(self.wire["custom_id"])

    def filled(self, value: Any) -> Json:
        """The submitted component; Impossible where the client would not let it be sent."""
        kind = self.wire["type"]
        sent: Json = {"type": kind, "custom_id": self.id, "id": self.wire["id"]}
        if kind == TEXT_INPUT:
            text = self.wire.get("value") or "" if value is None else str(value)
            least, most = self.wire.get("min_length") or 0, self.wire.get("max_length") or 4000
            required = self.wire.get("required", True)
            if (required and not text) or (text and not least <= len(text) <= most):
                raise Impossible(f"{self.label!r} takes {max(least, int(required))} to {most} characters, not {text!r}")
            return {**sent, "value": text}
        if kind == CHECK:
            return {**sent, "value": bool(value)}
        values = self._picked(value)
        return {**sent, "value": values[0] if values else None} if kind == RADIO else {**sent, "values": values}

    def _picked(self, value: Any) -> list[str]:
        """The chosen options; those chosen when the form opened, if the person touches nothing."""
        options = self.wire.get("options") or []
        preset = [str(option["value"]) for option in options if option.get("default")]
        chosen = preset if value is None else [value] if isinstance(value, str) else list(value)
        values = [_option(self.wire, choice) for choice in chosen]
        required = self.wire.get("required", True)
        least = int(required) if self.wire["type"] == RADIO else self.wire.get("min_values", 1)
        most = self.wire.get("max_values", len(options) if self.wire["type"] == CHECKS else 1)
        if (required or values) and not max(least, int(required)) <= len(values) <= most:
            raise Impossible(f"{self.label!r} takes {least} to {most} choices, not {values}")
        return values


def _option(menu: Json, choice: str) -> str:
    """Value of the option with this label or value."""
    for option in menu.get("options") or ():
        if choice in (option["label"], option["value"]):
            return str(option["value"])
    raise Impossible(f"no option {choice!r} among {[option['label'] for option in menu.get('options') or ()]}")


@dataclass(slots=True)
class Form:
    """A modal on somebody's screen."""

    opened_by: "Interaction"
    wire: Json
    fields: list[Field] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wire = {**self.wire, "components": numbered(self.wire["components"])}
        for component in self.wire["components"]:
            for inner in walk([component]):
                if "custom_id" in inner:
                    self.fields.append(Field(str(component.get("label") or inner.get("label") or ""), inner))

    @property
    def title(self) -> str:
        return str(self.wire["title"])

    @property
    def labels(self) -> list[str]:
        return [item.label for item in self.fields]

    def submission(self, values: tuple[Any, ...], named: dict[str, Any]) -> Json:
        """Return what the client sends: `values` in order of the fields, `named` by label or custom id."""
        given: dict[str, Any] = {item.id: value for item, value in zip(self.fields, values, strict=False)}
        if len(values) > len(self.fields):
            raise Impossible(f"the form {self.title!r} has {len(self.fields)} fields, not {len(values)}")
        for key, value in named.items():
            fitting = [item for item in self.fields if key in (item.id, item.label)]
            if not fitting:
                raise Impossible(f"the form {self.title!r} has no field {key!r}, only {self.labels}")
            given[fitting[0].id] = value
        filled = {item.id: item.filled(given.get(item.id)) for item in self.fields}
        components = []
        for component in self.wire["components"]:
            inputs = [filled[inner["custom_id"]] for inner in walk([component]) if "custom_id" in inner]
            wrapped: Json = {"type": component["type"], "id": component["id"]}
            if component["type"] == 18:
                wrapped["component"] = inputs[0]
            elif inputs:
                wrapped["components"] = inputs
            components.append(wrapped)
        return {"custom_id": self.wire["custom_id"], "components": components}


class Interaction:
    """A person's act, and the bot's answers to it. `delay` is how long the first answer took, in seconds."""

    def __init__(
        self,
        dc: "FakeDiscord",
        kind: int,
        user: "Person",
        channel: "Channel",
        data: Json,
        *,
        source: Message | None = None,
    ) -> None:
        self.dc = dc
        self.id = dc.ids.new()
        self.token = secrets.token_urlsafe(160)  # as long as the platform's
        self.kind = kind
        self.user = user
        self.channel = channel
        self.data = data
        self.source = source
        self.at = time.monotonic()
        self.ack: int | None = None
        self.delay: float | None = None
        self.too_late: float | None = None  # when a first answer came after the window
        self.original: Message | None = None  # @original; for updates the pressed message
        self.followups: list[Message] = []
        self.form: Form | None = None
        self.choices: list[Json] | None = None
        self.dead = False
        self.token_dead = False

    @property
    def what(self) -> str:
        if self.kind in (COMMAND, AUTOCOMPLETE):
            path = [self.data["name"]]
            options = self.data.get("options") or []
            while options and options[0]["type"] in (SUB, GROUP):
                path.append(options[0]["name"])
                options = options[0].get("options") or []
            return "/" + " ".join(path)
        return f"{'press' if self.kind == COMPONENT else 'form'} {self.data['custom_id']}"

    # -------------------------------------------------------------------------------------------- for the tests

    @property
    def failed(self) -> bool:
        """The person was told that the interaction failed."""
        return self.ack is None and (self.dead or time.monotonic() - self.at > self.dc.ack_window)

    @property
    def replies(self) -> list[Message]:
        """Finished messages that answer this interaction, oldest first."""
        first = [self.original] if self.ack in (REPLY, DEFER) and self.original is not None else []
        return [message for message in (*first, *self.followups) if not message.loading and not message.deleted]

    async def acknowledged(self, timeout: float = PATIENCE) -> int:
        """The type of the first answer (4 reply, 5 defer, 6 defer update, 7 update, 8 choices, 9 form)."""
        return await self._until(lambda: self.ack, timeout, "acknowledged")

    async def reply(self, timeout: float = PATIENCE) -> Message:
        """The first message that answers, once it says something."""
        return await self._until(lambda: self.replies[0] if self.replies else None, timeout, "answered")

    async def wait_for(self, text: str, timeout: float = PATIENCE) -> Message:
        """The first answer that contains `text`."""
        return await self._until(
            lambda: next((message for message in self.replies if text in message.text), None), timeout, f"told {text!r}"
        )

    async def opened(self, timeout: float = PATIENCE) -> Form:
        """The form the bot opened as its first answer."""
        return await self._until(lambda: self.form, timeout, "given a form")

    async def completed(self, timeout: float = PATIENCE) -> list[str]:
        """Names the bot suggests."""
        choices = await self._until(lambda: self.choices, timeout, "completed")
        return [str(choice["name"]) for choice in choices]

    def expire(self) -> None:
        """The three seconds are over now: a first answer gets "Unknown interaction"."""
        self.dead = True

    def expire_token(self) -> None:
        """The fifteen minutes are over now: follow-ups and edits are refused."""
        self.token_dead = True

    async def _until(self, look: Callable[[], T | None], timeout: float, what: str) -> T:
        return await self.dc.changes.until(
            look, timeout, lambda: f"{self.what} of {self.user.name} was not {what}; it got {self.ack}, {self.replies}"
        )

    # -------------------------------------------------------------------------------------------------- on the wire

    def metadata(self) -> Json:
        pressed = {"interacted_message_id": str(self.source.id)} if self.source is not None else {}
        owners = self._owners()
        base = {"id": str(self.id), "type": self.kind, "user": self.user.wire()}
        return {**base, "authorizing_integration_owners": owners, **pressed}

    def _owners(self) -> Json:
        """Installer of the bot where this was done: the server, or the person."""
        guild = self.channel.guild
        if self.channel.people or (guild is not None and self.dc.bot.id not in guild.members):
            return {"1": str(self.user.id)}
        return {"0": str(guild.id if guild else 0)}

    def wire(self) -> Json:
        guild = self.channel.guild
        wire: Json = {
            "id": str(self.id),
            "application_id": str(self.dc.bot.id),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(self.channel.id),
            "app_permissions": str(self.channel.permissions(self.dc.bot)),
            "entitlements": [],
            "authorizing_integration_owners": self._owners(),
            "context": context_of(self.channel),
            "locale": self.user.locale,
            "attachment_size_limit": 10 * 2**20,
        }
        if self.dc.names_channels:
            wire["channel"] = {**self.channel.wire(), "permissions": str(self.channel.permissions(self.user))}
        if guild is not None:
            member = {**guild.member_wire(self.user), "permissions": str(self.channel.permissions(self.user))}
            short = {"id": str(guild.id), "locale": "en-US", "features": []}
            wire |= {"guild_id": str(guild.id), "guild": short, "guild_locale": "en-US", "member": member}
        else:
            wire["user"] = self.user.wire()
        if self.source is not None:
            wire["message"] = self.source.wire()
        return wire
