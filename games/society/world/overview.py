"""The whole world on one map, for viewers who may see it: players, piles and benches."""

from games.core.post import Board, Tile
from games.society.world.chart import LETTERS
from games.society.world.state import World
from games.society.world.things import ITEMS, TOOLS, Item, plural


def overview(world: World) -> Board:
    """Return the map as a board; in words `C1` is carpenter_1, `M0` miner_0, else `w5`, `H2`, or a dot."""
    size = world.instance.size
    stands = {body.cell: world.instance.name(seat) for seat, body in enumerate(world.bodies)}
    lots: dict[int, dict[Item, int]] = {}
    for pile in world.piles:
        there = lots.setdefault(pile.cell, {})
        there[pile.item] = there.get(pile.item, 0) + pile.count
    rows = tuple(
        tuple(_tile(stands.get(cell, ""), lots.get(cell, {})) for cell in range(row * size, (row + 1) * size))
        for row in range(size)
    )
    text = "\n".join("".join(f"{_sign(tile):<2}" for tile in row).rstrip() for row in rows)
    lying = {item: sum(lot.get(item, 0) for lot in lots.values()) for item in ITEMS}
    signs = ", ".join(f"{LETTERS[item]} {item}" for item in ITEMS if lying[item])
    left = ", ".join(plural(item, count) for item, count in lying.items() if count) or "nothing"
    return Board(rows, "", f"The whole map: {left} on the ground.", f"{text}\n\n{signs}".rstrip())


def _tile(player: str, lots: dict[Item, int]) -> Tile:
    if not lots:
        return Tile(player=player)
    thing = min(lots, key=lambda item: (item not in TOOLS, ITEMS.index(item)))
    return Tile(thing, lots[thing], player)


def _sign(tile: Tile) -> str:
    if tile.player:
        role, _, number = tile.player.partition("_")
        return f"{role[0].upper()}{number}"
    if not tile.thing:
        return "."
    letter = next(sign for item, sign in LETTERS.items() if item == tile.thing)
    return f"{letter}{tile.count if tile.count < 10 else '+'}"
