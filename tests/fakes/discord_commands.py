"""The application's commands: what Discord accepts, and what each person finds in the list."""

import re
from typing import TYPE_CHECKING, Any

from tests.fakes.discord_errors import DiscordError, amount, invalid, length
from tests.fakes.discord_permissions import BITS
from tests.fakes.loopback import Json
from tests.fakes.screen import Impossible

if TYPE_CHECKING:
    from tests.fakes.discord import FakeDiscord
    from tests.fakes.discord_people import Person
    from tests.fakes.discord_world import Channel

NAME = re.compile(r"[-_'\w]{1,32}")
SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)


CHAT_INPUT, USER_MENU = 1, 2


def context_of(channel: "Channel") -> int:
    """Context of an act: on a server, in the bot's direct chat, or in a chat of people."""
    return 0 if channel.guild else 2 if channel.people else 1


class CommandBook:
    """Commands by scope: 0 is global, anything else a server's id."""

    def __init__(self, dc: "FakeDiscord") -> None:
        self.dc = dc
        self.scopes: dict[int, dict[str, Json]] = {0: {}}

    def replace(self, scope: int, commands: list[Json]) -> list[Json]:
        """Bulk overwrite: known names keep their id."""
        for kind, limit in ((1, "commands"), (2, "commands.menus"), (3, "commands.menus")):
            amount("commands", [command for command in commands if command.get("type", 1) == kind], limit)
        names = [(command.get("type", 1), command.get("name")) for command in commands]
        if len(set(names)) != len(names):
            raise invalid("0", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        for n, command in enumerate(commands):
            check_command(str(n), command)
        old = self.scopes.get(scope, {})
        self.scopes[scope] = {command["name"]: self._stored(scope, command, old) for command in commands}
        return list(self.scopes[scope].values())

    def upsert(self, scope: int, command: Json) -> Json:
        check_command("0", command)
        book = self.scopes.setdefault(scope, {})
        book[command["name"]] = self._stored(scope, command, book)
        return book[command["name"]]

    def get(self, scope: int, command_id: int) -> Json:
        for command in self.scopes.get(scope, {}).values():
            if command["id"] == str(command_id):
                return command
        raise DiscordError(404, 10063, "Unknown application command")

    def remove(self, scope: int, command_id: int) -> None:
        del self.scopes[scope][self.get(scope, command_id)["name"]]

    def _stored(self, scope: int, command: Json, old: dict[str, Json]) -> Json:
        known = old.get(command["name"])
        server = {"guild_id": str(scope)} if scope else {}
        return {
            "type": 1,
            "description": "",  # as those in menus have none
            "default_member_permissions": None,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            "options": [],
            **command,
            **server,
            "id": known["id"] if known else str(self.dc.ids.new()),
            "application_id": str(self.dc.bot.id),
            "version": str(self.dc.ids.new()),
        }

    # -------------------------------------------------------------------------------------------- for people

    def offered(self, person: "Person", channel: "Channel", kind: int = CHAT_INPUT) -> dict[str, Json]:
        """Commands in this person's list at this place, by name, or those in the menu of a member."""
        guild = channel.guild
        books = [self.scopes[0], self.scopes.get(guild.id, {}) if guild else {}]
        if guild and not channel.can(person, "use_application_commands"):
            return {}
        found = {}
        for command in (command for book in books for command in book.values() if command["type"] == kind):
            contexts = command["contexts"]
            if contexts is None:
                contexts = [0, 1] if command.get("dm_permission", True) else [0]
            installed = command["integration_types"] or [0]
            here = not channel.people and (guild is None or self.dc.bot.id in guild.members)
            if not (here and 0 in installed) and not (person.installed and 1 in installed):
                continue
            if context_of(channel) in contexts and self._permitted(command, person, channel):
                found[command["name"]] = command
        return found

    def _permitted(self, command: Json, person: "Person", channel: "Channel") -> bool:
        needed = command["default_member_permissions"]
        if channel.guild is None:
            return True
        have = channel.permissions(person)
        if have & BITS["administrator"]:
            return True
        override = channel.guild.overrides.get((command["name"], person.id))
        if override is not None:
            return override
        if needed is None:
            return True
        return int(needed) != 0 and have & int(needed) == int(needed)

    def resolve(self, person: "Person", channel: "Channel", path: str) -> tuple[Json, list[Json], list[Json]]:
        """The command, the subcommands on the path below it, and the options of the last; Impossible if not offered."""
        first, *rest = path.removeprefix("/").split()
        offered = self.offered(person, channel)
        if first not in offered:
            raise Impossible(f"{person.name} has no /{first} in {channel.title}, only {sorted(offered)}")
        command = offered[first]
        node = command
        steps = []
        for name in rest:
            below = [option for option in node.get("options") or () if option["name"] == name]
            if not below or below[0]["type"] not in (SUB, GROUP):
                raise Impossible(f"/{path}: no subcommand {name!r}")
            node = below[0]
            steps.append(node)
        options = list(node.get("options") or ())
        if any(option["type"] in (SUB, GROUP) for option in options):
            raise Impossible(f"/{path} needs a subcommand: {[option['name'] for option in options]}")
        return command, steps, options

    def doubled(self) -> list[str]:
        """Names that people see twice: both global and in a server."""
        return sorted({name for scope, book in self.scopes.items() if scope for name in book if name in self.scopes[0]})


def fill(options: list[Json], given: dict[str, Any], path: str) -> list[Json]:
    """Option values as a client sends them; Impossible where it would not let a person send that."""
    unknown = set(given) - {option["name"] for option in options}
    if unknown:
        raise Impossible(f"/{path} has no option {sorted(unknown)}, only {[option['name'] for option in options]}")
    filled = []
    for option in options:
        if option["name"] not in given:
            if option.get("required"):
                raise Impossible(f"/{path} needs {option['name']}")
            continue
        filled.append({"name": option["name"], "type": option["type"], "value": _value(option, given[option["name"]])})
    return filled


def _value(option: Json, value: Any) -> Any:
    kind, name = option["type"], option["name"]
    choices = option.get("choices") or []
    for choice in choices:
        if value in (choice["name"], choice["value"]):
            return choice["value"]
    if choices:
        raise Impossible(f"{name}={value!r} is not one of {[choice['name'] for choice in choices]}")
    if kind in (USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT):
        return str(value.id)
    types: dict[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float)}
    if not isinstance(value, types.get(kind, (object,))) or (kind == INTEGER and isinstance(value, bool)):
        raise Impossible(f"{name} does not take {value!r}")
    shortest, longest = option.get("min_length") or 0, option.get("max_length") or 6000
    if isinstance(value, str) and not shortest <= len(value) <= longest:
        raise Impossible(f"{name}={value!r} is too short or too long")
    if kind in (INTEGER, NUMBER):
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            raise Impossible(f"{name}={value!r} is out of range")
    return value


def check_command(where: str, command: Json) -> None:
    """Refuse a command that Discord refuses."""
    if command.get("type", 1) != 1:
        length(f"{where}.name", command.get("name"), "command.name")
        return
    _named(where, command)
    permissions = command.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdigit():
        raise invalid(f"{where}.default_member_permissions", "BASE_TYPE_INVALID", "A number as a string, or null.")
    _options(where, command.get("options") or [], depth=0)


def _named(where: str, thing: Json) -> None:
    name = str(thing.get("name") or "")
    if not NAME.fullmatch(name) or name != name.lower():
        raise invalid(f"{where}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    length(f"{where}.description", thing.get("description"), "command.description")


def _options(where: str, options: list[Json], depth: int) -> None:
    amount(f"{where}.options", options, "command.options")
    names = [option.get("name") for option in options]
    if len(set(names)) != len(names):
        raise invalid(f"{where}.options", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option names must be unique")
    kinds = {option.get("type") in (SUB, GROUP) for option in options}
    if len(kinds) > 1:
        raise invalid(
            f"{where}.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands or options, not both"
        )
    optional = False
    for n, option in enumerate(options):
        here = f"{where}.options.{n}"
        kind = option.get("type")
        if kind not in range(1, 12) or (kind == GROUP and depth > 0) or (kind == SUB and depth > 1):
            raise invalid(f"{here}.type", "BASE_TYPE_CHOICES", "Not an option type that may stand here.")
        _named(here, option)
        if kind in (SUB, GROUP):
            _options(here, option.get("options") or [], depth + (2 if kind == SUB else 1))
            continue
        if option.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            raise invalid(here, code, "Required options must be placed before non-required options")
        optional = optional or not option.get("required")
        choices = option.get("choices") or []
        amount(f"{here}.choices", choices, "choices")
        check_choices(f"{here}.choices", choices)
        if choices and option.get("autocomplete"):
            raise invalid(here, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", "Choices or autocomplete, not both")


def check_choices(where: str, choices: list[Json]) -> None:
    for n, choice in enumerate(choices):
        length(f"{where}.{n}.name", choice.get("name"), "choice.name")
        if isinstance(choice.get("value"), str):
            length(f"{where}.{n}.value", choice["value"], "choice.value")
