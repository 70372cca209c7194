"""Orders of a seat for a round: a queue of one to five plans."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from games.society.world.things import Item, Kit, Tool, plural

LONGEST_QUEUE: Final = 5
MOST_UNITS: Final = 10
MOST_WAIT: Final = 10
EXPLORES_FOR: Final = 5
"""Ticks that one EXPLORE MAP lasts at most."""


class Gather(Struct, frozen=True, forbid_unknown_fields=True, tag="gather"):
    """Go to the nearest pile of an item in view and pick up `count` units, from several piles if need be."""

    item: Item
    count: Annotated[int, Meta(ge=1, le=MOST_UNITS)]


class Craft(Struct, frozen=True, forbid_unknown_fields=True, tag="craft"):
    """Go to the nearest bench in view and make one tool."""

    tool: Tool


class Dump(Struct, frozen=True, forbid_unknown_fields=True, tag="dump"):
    """Drop one tool where you stand, for anybody to pick up."""

    tool: Tool


class Explore(Struct, frozen=True, forbid_unknown_fields=True, tag="explore"):
    """Walk on for five ticks, or until a useful thing comes into view."""


class Goto(Struct, frozen=True, forbid_unknown_fields=True, tag="goto"):
    """Walk up to a player in view."""

    player: str


class Wait(Struct, frozen=True, forbid_unknown_fields=True, tag="wait"):
    """Stay where you are."""

    ticks: Annotated[int, Meta(ge=1, le=MOST_WAIT)]


Plan = Gather | Craft | Dump | Explore | Goto | Wait


class Queue(Struct, frozen=True, forbid_unknown_fields=True):
    """One to five plans, done in order; a looped queue starts again from the top until the round ends."""

    plans: Annotated[tuple[Plan, ...], Meta(min_length=1, max_length=LONGEST_QUEUE)]
    loop: bool


IDLE: Final = Queue((Explore(),), True)
"""The queue of a seat that never sent one."""


def written(plan: Plan) -> str:
    """Return a plan as it is typed: `GATHER 3 WOOD`, `CRAFT 1 HAMMER`, `DUMP TORCH`, `EXPLORE MAP`."""
    match plan:
        case Gather(item, count):
            return f"GATHER {count} {item.upper()}"
        case Craft(tool):
            return f"CRAFT 1 {tool.upper()}"
        case Dump(tool):
            return f"DUMP {tool.upper()}"
        case Goto(player):
            return f"GOTO {player}"
        case Wait(ticks):
            return f"WAIT {ticks}"
        case _:
            return "EXPLORE MAP"


def said(plan: Plan) -> str:
    """Return a plan in everyday words, which are read as the plan: `gather 3 wood`, `make a hammer`, `explore`."""
    match plan:
        case Gather(item, count):
            return f"gather {plural(item, count)}"
        case Craft(tool):
            return f"make a {tool}"
        case Dump(tool):
            return f"drop the {tool}"
        case Goto(player):
            return f"go to {player}"
        case Wait(ticks):
            return f"wait {ticks} tick{'s' if ticks > 1 else ''}"
        case _:
            return "explore"


def planned(queue: Queue, chat: bool) -> str:
    """Return the plans of a queue in one line: in everyday words for a `chat`, otherwise as they are typed."""
    return ", ".join(map(said, queue.plans)) if chat else " / ".join(map(written, queue.plans))


def kinds(kit: Kit) -> tuple[str, ...]:
    """Return the plans of a role as a list to choose from: `GATHER <1-10> WOOD`, …"""
    gathers = (f"GATHER <1-{MOST_UNITS}> {item.upper()}" for item in kit.gathers)
    crafts = (written(Craft(tool)) for tool in kit.crafts)
    dumps = (written(Dump(tool)) for tool in kit.dumps)
    return (*gathers, *crafts, *dumps, written(Explore()))


Kept = Literal["", "role", "count", "player"]


def flaw(plan: Plan, kit: Kit, names: tuple[str, ...], *, extras: bool = True) -> Kept:
    """Return the flaw of a plan that a role can never do; "" if it may. A temporary lack is none: the line is skipped.

    `names` are the seats of the game; `extras` says whether GOTO and WAIT may be used.
    """
    match plan:
        case Gather(item, count):
            return "role" if item not in kit.gathers else "" if 1 <= count <= MOST_UNITS else "count"
        case Craft(tool):
            return "" if tool in kit.crafts else "role"
        case Dump(tool):
            return "" if tool in kit.dumps else "role"
        case Goto(player):
            return "" if extras and player in names else "player" if extras else "role"
        case Wait(ticks):
            return "role" if not extras else "" if 1 <= ticks <= MOST_WAIT else "count"
        case _:
            return ""
