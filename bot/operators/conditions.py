"""Commands for designs: conditions of a game, what each changes, and how sessions are shared out among them."""

import re
from itertools import product

from msgspec.structs import replace

from bot.operators import begin, typed
from bot.operators.desk import Call, Done, Handler
from bot.operators.effective import HOUSE, effective
from bot.operators.games import put
from bot.operators.ledger import label_of
from bot.operators.records import Cell, Definition
from bot.operators.typed import BadWords
from games.draw import draw_of, settings_of, written
from games.post import Block, Post, Table, item, line, says
from games.registry import get
from games.settings import BadSetting, find

CELLS = 50
WEIGHTS = range(1, 21)
SHOWN = 12
"""Assignments to come that the balance shows."""


def cell_of(definition: Definition, there: tuple[Cell, ...], label: str, pairs: dict[str, str], weight: str) -> Cell:
    """One more condition. Raises `BadSetting`; whether it can be played is another question."""
    known = settings_of(get(definition.game))
    wrote = {}
    for key, text in pairs.items():
        if key in HOUSE:
            raise BadSetting(key, "is the same in all conditions; set it with /game config")
        wrote[key] = written(find(known, key), draw_of(find(known, key), text))
    label = label or " ".join(f"{key}={text}" for key, text in wrote.items()) or "plain"
    if len(label) > 80:
        raise BadSetting("label", "must have at most 80 characters; give it a short one", label)
    if label.casefold() in {cell.label.casefold() for cell in there}:
        raise BadSetting("label", f"must be new; there are {', '.join(cell.label for cell in there)}", label)
    if not re.fullmatch(r"\d{1,2}", weight) or int(weight) not in WEIGHTS:
        raise BadSetting("weight", f"must be a whole number from {WEIGHTS[0]} to {WEIGHTS[-1]}", weight)
    if len(there) >= CELLS:
        raise BadSetting("conditions", f"must be at most {CELLS}")
    return Cell(label, tuple(sorted(wrote.items())), int(weight))


async def add(call: Call) -> Done:
    before = call.game()
    factors = {key: text.split("|") for key, text in typed.pairs(call.text("settings")).items()}
    rows = [dict(zip(factors, values, strict=True)) for values in product(*factors.values())]
    if len(rows) > 1 and call.text("label"):
        raise BadWords("One label cannot name several conditions; leave it out where you cross factors.")
    cells = before.cells
    for row in rows:
        cells = (*cells, cell_of(before, cells, call.text("label"), row, call.text("weight") or "1"))
    after = replace(before, cells=cells, version=before.version + 1)
    effective(after)
    added = [cell.label for cell in cells[len(before.cells) :]]
    blocks: list[Block] = [
        line(f"{after.name} has {_many(len(cells))} now; version {after.version}."),
        *(item(f"added: {label}") for label in added),
    ]
    if len(cells) == 1:
        blocks.append(line("Add the others, or every session gets this one."))
    return Done(Post(tuple(blocks)), put(call.realm, after), after.name, tuple(f"condition {a} added" for a in added))


async def listed(call: Call) -> Done:
    definition = call.game()
    if not definition.cells:
        return Done(says(f"{definition.name} has no conditions: all its sessions are alike. {_how(definition)}"))
    rows = tuple((c.label, str(c.weight), " ".join(f"{k}={t}" for k, t in c.wrote) or "-") for c in definition.cells)
    return Done(Post((Table(("condition", "weight", "settings"), rows),)))


async def remove(call: Call) -> Done:
    before = call.game()
    label = call.text("condition").casefold()
    left = tuple(cell for cell in before.cells if cell.label.casefold() != label)
    if len(left) == len(before.cells):
        there = ", ".join(cell.label for cell in before.cells) or "none"
        raise BadWords(f"{before.name} has no condition {call.text('condition')[:40]!r}; it has {there}.")
    after = replace(before, cells=left, version=before.version + 1)
    effective(after)
    gone = call.text("condition")
    post = says(f"{after.name} has {_many(len(left))} now; version {after.version}. Its sessions stay in the results.")
    return Done(post, put(call.realm, after), after.name, (f"condition {gone} removed",))


async def balance(call: Call) -> Done:
    definition = call.game()
    if call.text("seed"):
        return await _reseed(call, definition)
    if not definition.cells:
        return Done(says(f"{definition.name} has no conditions: all its sessions are alike. {_how(definition)}"))
    _, current = await begin.counted(call.sessions, call.realm.name, definition, call.now)
    weights = sum(cell.weight for cell in definition.cells)
    rows = []
    for cell in definition.cells:
        planned = f"{definition.most * cell.weight / weights:g}" if definition.most else "-"
        rows.append((cell.label, planned, str(current.completed(cell.label)), str(current.running(cell.label))))
    free = sorted({*current.vacant, *range(current.next, current.next + SHOWN)})[:SHOWN]
    coming = ", ".join(label_of(definition.cells, definition.seed, slot) for slot in free)
    return Done(
        Post(
            (
                Table(("condition", "planned", "complete", "active"), tuple(rows)),
                line(f"Seed {definition.seed}, blocks of {weights}. Next: {coming}."),
            )
        )
    )


async def _reseed(call: Call, before: Definition) -> Done:
    seed = call.text("seed")
    if call.level == "viewer":
        raise BadWords("You may look, but not change anything here: your role is viewer.")
    if not re.fullmatch(r"\d{1,15}", seed) or not seed.isascii():
        raise BadSetting("seed", "must be a whole number from 0 to 999999999999999", seed)
    after = replace(before, seed=int(seed), version=before.version + 1)
    post = says(f"{after.name} assigns by seed {after.seed} now, from a new first block; version {after.version}.")
    return Done(post, put(call.realm, after), after.name, (f"seed is {after.seed} now (was {before.seed})",))


def _many(n: int) -> str:
    return f"{n} condition" if n == 1 else f"{n} conditions"


def _how(definition: Definition) -> str:
    return f"/condition add name:{definition.name} settings:key=a|b makes some."


HANDLERS: dict[str, Handler] = {
    "condition add": add,
    "condition list": listed,
    "condition remove": remove,
    "condition balance": balance,
}
