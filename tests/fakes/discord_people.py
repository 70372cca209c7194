"""The human side of the fake Discord: people who type, use commands, press buttons and look at their screens."""

import re
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.fakes.discord_commands import ATTACHMENT, CHANNEL, GROUP, STRING, SUB, USER, USER_MENU, fill
from tests.fakes.discord_components import CONTAINER, SEPARATOR, TEXT_DISPLAY
from tests.fakes.discord_interactions import AUTOCOMPLETE, COMMAND, COMPONENT, FORM, Form, Interaction
from tests.fakes.discord_limits import LIMITS
from tests.fakes.discord_messages import THREAD_CREATED, THREAD_STARTER, Account, Message, label_of, walk
from tests.fakes.loopback import PATIENCE, Json, Upload, utf16
from tests.fakes.screen import Impossible
from tests.fakes.transcript import BAR, Seen

if TYPE_CHECKING:
    from tests.fakes.discord import FakeDiscord
    from tests.fakes.discord_world import Channel, Guild


RULE = "─" * 24


class Attached(NamedTuple):
    """A file that goes with a command."""

    id: int
    wire: Json


class Person(Account):
    """Somebody with a Discord client. What they do returns at once; answers are waited for where they appear."""

    def __init__(self, dc: "FakeDiscord", user_id: int, name: str, locale: str = "en-US") -> None:
        super().__init__(user_id, name, bot=False)
        self.dc = dc
        self.locale = locale
        self.dms_open = True  # False: the platform refuses the bot's direct messages with 50007
        self.installed = False  # True: the bot is added to this person's account
        self.interactions: list[Interaction] = []

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def pings(self) -> list[Message]:
        """Messages that notified this person."""
        return [
            message
            for channel in self.dc.channels.values()
            for message in channel.history
            if self in message.pinged and self.can_see(message)
        ]

    def dm(self) -> "Channel":
        """The direct chat with the bot."""
        return self.dc.direct(self)

    # ------------------------------------------------------------------------------------------------- messages

    async def says(self, channel: "Channel", text: str, *, reply_to: Message | None = None) -> Message:
        """Type a message; mention the bot with `dc.bot_mention`."""
        needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
        if channel.deleted or channel.locked or not channel.can(self, needed):
            raise Impossible(f"{self.name} cannot write in {channel.title}")
        if not text.strip() or utf16(text) > LIMITS["content"][1]:
            raise Impossible("clients send 1 to 2000 characters")
        message = Message(channel, self, {"content": text.strip()}, kind=19 if reply_to else 0)
        message.reply_to = reply_to
        return self.dc.post(message)

    async def edits(self, message: Message, text: str) -> None:
        if message.author is not self:
            raise Impossible("people edit their own messages only")
        self.dc.edit(message, {"content": text})

    async def deletes(self, message: Message) -> None:
        """Delete an own message, or any as a moderator; an ephemeral one is dismissed."""
        mine = message.author is self or message.only_for is self
        if not mine and not message.channel.can(self, "manage_messages"):
            raise Impossible(f"{self.name} may not delete that")
        self.dc.delete(message)

    # --------------------------------------------------------------------------------------------- interactions

    async def slash(self, channel: "Channel", path: str, /, **options: Any) -> Interaction:
        """Use a command: slash(table, "game config", name="a", key="rounds", value="6"). Impossible if not offered."""
        command, steps, known = self.dc.commands.resolve(self, channel, path)
        options = {name: self._uploaded(channel, value) for name, value in options.items()}
        data = self._command_data(command, steps, fill(known, options, path))
        data |= self._resolved(known, options)
        return self._act(Interaction(self.dc, COMMAND, self, channel, data))

    async def chooses(self, channel: "Channel", name: str, other: "Person") -> Interaction:
        """Use an entry in the menu of another person."""
        offered = self.dc.commands.offered(self, channel, USER_MENU)
        if name not in offered:
            raise Impossible(f"{self.name} has no {name!r} in {channel.title}, only {sorted(offered)}")
        member = {} if channel.guild is None else {"members": {str(other.id): _partial(channel.guild, other)}}
        data = {"id": offered[name]["id"], "name": name, "type": USER_MENU, "target_id": str(other.id)}
        data["resolved"] = {"users": {str(other.id): other.wire()}, **member}
        return self._act(Interaction(self.dc, COMMAND, self, channel, data))

    async def completes(self, place: "Channel", path: str, option: str, typed: str = "", /, **given: Any) -> list[str]:
        """Type into an option with autocomplete; the names suggested."""
        return await (await self.types(place, path, option, typed, **given)).completed()

    async def types(self, channel: "Channel", path: str, option: str, typed: str = "", /, **given: Any) -> Interaction:
        """Type into an option with autocomplete, the others being filled with `given`."""
        command, steps, known = self.dc.commands.resolve(self, channel, path)
        focus = next((o for o in known if o["name"] == option), None)
        if focus is None or not focus.get("autocomplete"):
            raise Impossible(f"/{path} completes no option {option!r}")
        filled = fill([{**o, "required": False} for o in known if o["name"] != option], given, path)
        filled.append({"name": option, "type": focus["type"], "value": typed, "focused": True})
        return self._act(Interaction(self.dc, AUTOCOMPLETE, self, channel, self._command_data(command, steps, filled)))

    async def presses(self, message: Message, label: str, *, stale: bool = False) -> Interaction:
        """Press a button by its label or an unmistakable part of it; `stale` one of an earlier version."""
        button = message.button(label, stale=stale)
        if "custom_id" not in button:
            raise Impossible(f"{label!r} opens {button.get('url')} and tells the bot nothing")
        return self._component(message, {key: button[key] for key in ("custom_id", "id")} | {"component_type": 2})

    async def picks(self, message: Message, *labels: str, menu: str | None = None) -> Interaction:
        """Choose from a menu: the only one, or the one whose placeholder contains `menu`."""
        chosen = message.menu(menu)
        least, most = chosen.get("min_values", 1), chosen.get("max_values", 1)
        if not least <= len(labels) <= most:
            raise Impossible(f"the menu takes {least} to {most} choices")
        options = chosen.get("options") or []
        values = [o["value"] for label in labels for o in options if label in (o["label"], o["value"])]
        if len(values) != len(labels):
            raise Impossible(f"the menu offers {[o['label'] for o in options]}")
        data = {
            "custom_id": chosen["custom_id"],
            "id": chosen["id"],
            "component_type": chosen["type"],
            "values": values,
        }
        return self._component(message, data)

    async def forges(self, message: Message, custom_id: str) -> Interaction:
        """Press a button with any custom id, as a tampered client can."""
        return self._component(message, {"custom_id": custom_id, "id": 1, "component_type": 2})

    async def fills(self, form: Form, *values: Any, **named: Any) -> Interaction:
        """Submit a form: values in order, or by custom id (labels through `**{"Your price": "44"}`)."""
        origin = form.opened_by
        if origin.user is not self:
            raise Impossible(f"the form is on the screen of {origin.user.name}")
        data = form.submission(values, named)
        return self._act(Interaction(self.dc, FORM, self, origin.channel, data, source=origin.source))

    async def opens(self, message: Message, label: str, timeout: float = PATIENCE) -> Form:
        """Press a button that opens a form."""
        return await (await self.presses(message, label)).opened(timeout)

    def commands(self, channel: "Channel") -> dict[str, str]:
        """The command list on this person's screen: "/game new" to its description."""
        found: dict[str, str] = {}

        def list_below(path: str, node: Json) -> None:
            below = [option for option in node.get("options") or () if option["type"] in (SUB, GROUP)]
            for option in below:
                list_below(f"{path} {option['name']}", option)
            if not below:
                found[path] = node["description"]

        for name, command in self.dc.commands.offered(self, channel).items():
            list_below(f"/{name}", command)
        return found

    def _component(self, message: Message, data: Json) -> Interaction:
        if not self.can_see(message):
            raise Impossible(f"{self.name} does not see {message.text!r}")
        return self._act(Interaction(self.dc, COMPONENT, self, message.channel, data, source=message))

    def _command_data(self, command: Json, steps: list[Json], filled: list[Json]) -> Json:
        options = filled
        for step in reversed(steps):
            options = [{"name": step["name"], "type": step["type"], "options": options}]
        server = {"guild_id": command["guild_id"]} if "guild_id" in command else {}
        return {"id": command["id"], "name": command["name"], "type": 1, "options": options, **server}

    def _resolved(self, known: list[Json], given: dict[str, Any]) -> Json:
        kinds = {option["name"]: option["type"] for option in known}
        users = {str(value.id): value.wire() for name, value in given.items() if kinds[name] == USER}
        typed = " ".join(str(value) for name, value in given.items() if kinds[name] == STRING)
        users |= {str(one.id): one.wire() for one in self.dc.people.values() if one.mention in typed}
        places = [value for name, value in given.items() if kinds[name] == CHANNEL]
        channels = {str(place.id): place.wire() | {"permissions": str(place.permissions(self))} for place in places}
        files = {str(value.id): value.wire for name, value in given.items() if kinds[name] == ATTACHMENT}
        found = (("users", users), ("channels", channels), ("attachments", files))
        resolved = {key: value for key, value in found if value}
        return {"resolved": resolved} if resolved else {}

    def _uploaded(self, channel: "Channel", value: Any) -> Any:
        """A file that is given with a command is on the platform's server before the command is sent."""
        if not isinstance(value, Upload):
            return value
        number = self.dc.ids.new()
        self.dc.uploads[str(number)] = value
        url = f"{self.dc.url}/attachments/{channel.id}/{number}/{value.filename}"
        size = len(value.data)
        return Attached(
            number, {"id": str(number), "filename": value.filename, "size": size, "url": url, "proxy_url": url}
        )

    def _act(self, interaction: Interaction) -> Interaction:
        self.interactions.append(interaction)
        self.dc.start(interaction)
        return interaction

    # ---------------------------------------------------------------------------------------------------- seeing

    def can_see(self, message: Message) -> bool:
        if message.deleted or message.only_for not in (None, self):
            return False
        return not message.channel.deleted and message.channel.can(self, "read_message_history")

    def sees(self, channel: "Channel | None" = None) -> list[Seen]:
        """This person's screen at one place, or at all places they can see, ephemeral lines for them included."""
        places = [channel] if channel is not None else list(self.dc.channels.values())
        return [seen for place in places for seen in self._screen(place)]

    def _screen(self, place: "Channel") -> list[Seen]:
        lines = [(message.id, self._seen(message)) for message in place.history if self.can_see(message)]
        for interaction in self.interactions:
            if interaction.channel is place and interaction.failed:
                words = "This interaction failed"
                if interaction.kind == COMMAND:
                    words = "The application did not respond"
                lines.append((interaction.id, Seen(self.dc.bot.name, words, place=place.title, only_me=True)))
        return [seen for _, seen in sorted(lines, key=lambda line: line[0])]

    def _seen(self, message: Message) -> Seen:
        text = _layout(self.dc, message) if message.layout else displayed(self.dc, message.text)
        if message.loading:
            text = f"{self.dc.bot.name} is thinking..."
        if message.kind == THREAD_CREATED:
            text = f"started a thread: {message.content}"
        if message.kind == THREAD_STARTER and message.reply_to is not None:
            text = displayed(self.dc, message.reply_to.text)
        return Seen(
            author=message.author.name,
            text=text,
            rows=tuple(_rows(message.components)),
            place=message.channel.title,
            mine=message.author is self,
            only_me=message.only_for is self,
            edited=message.edited,
            boxed=any(component.get("type") == CONTAINER for component in message.components),
            pictures=tuple(str(a.get("description") or a["filename"]) for a in message.attachments),
        )


def _partial(guild: "Guild", who: "Person") -> Json:
    """A member as commands resolve it: without the user, with permissions."""
    wire = {key: value for key, value in guild.member_wire(who).items() if key not in ("user", "deaf", "mute")}
    return {**wire, "permissions": str(guild.permissions(who))}


def _layout(dc: "FakeDiscord", message: Message) -> str:
    """The texts of a card from top to bottom, a bar before what stands in a container, a rule for each divider."""
    lines = []
    for outer in message.components:
        bar = BAR if outer.get("type") == CONTAINER else ""
        for component in walk([outer]):
            if component.get("type") == TEXT_DISPLAY:
                lines += [bar + line for line in displayed(dc, component["content"]).split("\n")]
            elif component.get("type") == SEPARATOR and component.get("divider", True):
                lines.append(bar + RULE)
    return "\n".join(lines)


def _rows(components: list[Json]) -> list[tuple[str, ...]]:
    rows = []
    for row in walk(components):
        if row.get("type") != 1:
            continue
        labels = []
        for child in row["components"]:
            label = label_of(child) if child["type"] == 2 else f"{child.get('placeholder') or 'Make a selection'} v"
            labels.append(f"({label})" if child.get("disabled") else label)
        rows.append(tuple(labels))
    return rows


def displayed(dc: "FakeDiscord", text: str) -> str:
    """Discord's markdown as it looks: marks gone, code as it is, mentions by name, relative times in words."""
    pieces = re.split(r"(```(?:\w*\n)?.*?```)", text, flags=re.DOTALL)
    return "".join(_code(piece) if piece.startswith("```") else _prose(dc, piece) for piece in pieces).strip("\n")


def _code(piece: str) -> str:
    inner = re.sub(r"^```(?:\w*\n)?|```$", "", piece)
    return "\n" + inner.strip("\n") + "\n"


def _prose(dc: "FakeDiscord", text: str) -> str:
    text = re.sub(r"<@!?(\d+)>", lambda m: f"@{_name(dc, int(m[1]))}", text)
    text = re.sub(r"<#(\d+)>", lambda m: dc.channels[int(m[1])].title if int(m[1]) in dc.channels else m[0], text)
    text = re.sub(r"<t:(\d+):R>", lambda m: _relative(int(m[1]) - time.time()), text)
    text = re.sub(r"<t:\d+(:\w)?>", "(time)", text)
    text = re.sub(r"^(#{1,3}|-#|>>?>?) ", "", text, flags=re.MULTILINE)
    text = re.sub(r"(?<!\\)(\*\*|__|~~|\|\||`)(.+?)(?<!\\)\1", r"\2", text, flags=re.DOTALL)
    text = re.sub(r"(?<![\\\w*])\*(?!\s)([^*\n]+?)(?<![\\\s])\*(?![\w*])", r"\1", text)
    return re.sub(r"\\([*_~|`>#\\])", r"\1", text).replace("\n\n\n", "\n\n")


def _relative(seconds: float) -> str:
    """A relative time as the client words it."""
    size, unit = next(
        ((s, u) for s, u in ((86_400, "day"), (3_600, "hour"), (60, "minute")) if abs(seconds) >= s), (1, "second")
    )
    n = round(abs(seconds) / size)
    words = f"{n} {unit}{'' if n == 1 else 's'}"
    return f"in {words}" if seconds >= 0 else f"{words} ago"


def _name(dc: "FakeDiscord", user_id: int) -> str:
    if user_id == dc.bot.id:
        return dc.bot.name
    return dc.people[user_id].name if user_id in dc.people else "unknown-user"
