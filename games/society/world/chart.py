"""The private view of a seat in monospace and in words, never wider than 30 columns."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

from games.core.post import Board, Tile
from games.society.world.plans import MOST_UNITS, Craft, Dump, Explore, Gather, written
from games.society.world.sight import Sight, Square, in_view, nearest, nearest_bench
from games.society.world.things import GATES, INDEX, ITEMS, RECIPES, TOOLS, Item, Tool, plural, room

LETTERS: Final[dict[Item, str]] = {"wood": "w", "stone": "s", "hammer": "H", "coal": "c", "torch": "T", "iron": "i"}
BENCHES: Final = {"hammer": "h", "torch": "t"}
_EMPTY: Final = "."
_LONGEST_BAR: Final = 10


def chart(sight: Sight) -> str:
    """Return the window with the viewer in its centre, a row for each line.

    A cell is three characters. The first two are a player (`@` the viewer, `C1` carpenter_1, `M0` miner_0), else the
    pile there (`w5`, `H2`; `w+` for ten and more), else a dot. The third is the bench: `h`, `t` or a space.
    """
    own = {(square.down, square.right): square for square in sight.squares if square.own}
    rows = sorted({down for down, _ in own})
    columns = sorted({right for _, right in own})
    lines = (" ".join(_cell(own[down, right], sight.name) for right in columns) for down in rows)
    return "\n".join(line.rstrip() for line in lines)


def _cell(square: Square, me: str) -> str:
    bench = BENCHES[square.benches[0]] if square.benches else " "
    return f"{token(square, me):<2}{bench}"


def token(square: Square, me: str) -> str:
    """Return the sign of a cell, in at most two characters: a player, else a tool, else a pile."""
    if square.player:
        role, _, number = square.player.partition("_")
        return "@" if square.player == me else f"{role[0].upper()}{number}"
    lots = sorted(square.lots, key=lambda lot: lot.item not in TOOLS)
    if not lots:
        return _EMPTY
    return f"{LETTERS[lots[0].item]}{lots[0].count if lots[0].count < 10 else '+'}"


def legend(sight: Sight, called: Callable[[str], str] = str) -> str:
    """Return the meaning of the signs in the chart; `called` gives the name of a player."""
    squares = [square for square in sight.squares if square.own]
    lying = {lot.item for square in squares for lot in square.lots}
    signs = ["@ you"]
    others = sorted({square.player for square in squares} - {"", sight.name})
    signs += [f"{player[0].upper()}{player.rpartition('_')[2]} {called(player)}" for player in others]
    signs += [f"{LETTERS[item]} {item}" for item in ITEMS if item in lying]
    signs += [f"{BENCHES[tool]} {tool} bench" for tool in TOOLS if any(tool in square.benches for square in squares)]
    return _folded(signs)


def _folded(signs: list[str], width: int = 30) -> str:
    lines = [""]
    for sign in signs:
        longer = f"{lines[-1]}, {sign}" if lines[-1] else sign
        if len(longer) > width:
            lines.append(sign)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def inventory(sight: Sight) -> str:
    """Return the items held: `wood 4, stone 6, hammer 1/1`; a cap is shown only if it is one."""
    held = (
        f"{item} {number}/{cap}" if cap == 1 else f"{item} {number}"
        for item, number, cap in zip(ITEMS, sight.held, sight.kit.caps, strict=True)
        if number
    )
    return ", ".join(held) or "nothing"


def nearby(sight: Sight, players: int = 8) -> tuple[str, ...]:
    """Return the steps to the nearest of each kind in view and to some players: hard to count on a phone."""
    found = []
    for item in ITEMS:
        pile = nearest(sight, item)
        if pile is not None:
            found.append((plural(item, pile[1]), pile[0]))
    for tool in sight.kit.crafts:
        steps = nearest_bench(sight, tool)
        if steps is not None:
            found.append((f"{tool} bench", steps))
    found += in_view(sight)[:players]
    # The first distance names the unit; the others do not repeat it.
    first = next((at for at, (_, steps) in enumerate(found) if steps), -1)
    return tuple(f"{name} {_steps(steps, at == first)}" for at, (name, steps) in enumerate(found))


def _steps(steps: int, unit: bool) -> str:
    named = f" step{'s' if steps > 1 else ''}" if unit else ""
    return f"at {steps}{named}" if steps else "here"


def observation(sight: Sight) -> tuple[str, ...]:
    """Return the view in AdaSociety's format: the nearest of each kind, and the plans that could begin."""
    piles = [(item, pile) for item in ITEMS if (pile := nearest(sight, item)) is not None]
    benches = [(tool, steps) for tool in TOOLS if (steps := nearest_bench(sight, tool)) is not None]
    people = in_view(sight)
    held = [f"{number} {item.capitalize()}" for item, number in zip(ITEMS, sight.held, strict=True) if number]
    resources = (
        f"The resources in your observation are: {_names(item.capitalize() for item, _ in piles)}."
        f" The distances of them are {_names(steps for _, (steps, _) in piles)} steps away."
        f" The numbers of them are {_names(number for _, (_, number) in piles)} respectively."
    )
    events = (
        f"The event grid in your observation are: {_names(f'{tool.capitalize()} Event' for tool, _ in benches)}."
        f" The distances of them are {_names(steps for _, steps in benches)} steps away."
    )
    others = (
        f"The people in your observation are: {_names(player for player, _ in people)}."
        f" The distances of them are {_names(steps for _, steps in people)} steps away."
    )
    owned = f"You have {', '.join(held)}." if held else "You have NOTHING in your inventory."
    return resources, events, others, "Your current inventory:", owned, f"Legal plans now: {', '.join(doable(sight))}."


def doable(sight: Sight) -> tuple[str, ...]:
    """Return the plans that would not be skipped if they were first in the queue."""
    kit = sight.kit
    plans = [plan for item in kit.gathers if (plan := _gathering(sight, item))]
    plans += [written(Craft(tool)) for tool in kit.crafts if _can_craft(sight, tool)]
    plans += [written(Dump(tool)) for tool in kit.dumps if sight.has(tool)]
    return (*plans, written(Explore()))


def _gathering(sight: Sight, item: Item) -> str:
    """Return the plan that gathers an item, with the most units that it could; "" if it could none."""
    if item in GATES and not sight.has(GATES[item]):
        return ""
    seen = sum(lot.count for square in sight.squares for lot in square.lots if lot.item == item)
    most = min(seen, room(sight.held, sight.kit, INDEX[item]), MOST_UNITS)
    if most < 2:
        return written(Gather(item, 1)) if most else ""
    return f"GATHER <1-{most}> {item.upper()}"


def _can_craft(sight: Sight, tool: Tool) -> bool:
    ready = all(sight.has(needed) for needed in RECIPES[tool]) and room(sight.held, sight.kit, INDEX[tool])
    return bool(ready) and nearest_bench(sight, tool) is not None


def _names(parts: Iterable[str | int]) -> str:
    return f"[{', '.join(map(str, parts))}]"


def bars(rows: Sequence[tuple[str, Fraction, str]]) -> str:
    """Return a row for each name: the amount as a bar of up to ten blocks, and as it is written."""
    most = max((amount for _, amount, _ in rows), default=Fraction(0))
    wide = max((len(name) for name, _, _ in rows), default=0)
    lines = []
    for name, amount, text in rows:
        blocks = round(_LONGEST_BAR * amount / most) if most > 0 and amount > 0 else 0
        lines.append(f"{name:<{wide}} {'█' * blocks}{' ' if blocks else ''}{text}")
    return "\n".join(lines)


def board(sight: Sight, called: Callable[[str], str] = str) -> Board:
    """Return the window as a board, with the chart and its legend as its text; `called` gives the name of a player."""
    own = {(square.down, square.right): square for square in sight.squares if square.own}
    rows = sorted({down for down, _ in own})
    columns = sorted({right for _, right in own})
    tiles = tuple(tuple(_tile(own[down, right]) for right in columns) for down in rows)
    alt = f"The map round {sight.name}: {', '.join(nearby(sight)) or 'nothing of use in view'}."
    return Board(tiles, sight.name, alt, f"{chart(sight)}\n\n{legend(sight, called)}")


def _tile(square: Square) -> Tile:
    lots = sorted(square.lots, key=lambda lot: lot.item not in TOOLS)
    thing, count = (lots[0].item, lots[0].count) if lots else ("", 0)
    return Tile(thing, count, square.player, square.benches[0] if square.benches else "")
