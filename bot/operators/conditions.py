"""Commands for designs: conditions of a game, what each changes, and how sessions are distributed over them."""

from itertools import product
from math import prod

from msgspec.structs import replace

from bot.operators import begin, typed
from bot.operators.call import VIEWER, Call, Done
from bot.operators.definitions import put
from bot.operators.typed import BadWords
from bot.studies.design import Definition
from bot.studies.effective import CELLS, cell_of, effective
from bot.studies.ledger import label_of
from games.core.phrases import counted, whole
from games.core.post import Block, Post, Table, item, line, says
from games.core.settings import BadSetting

SHOWN = 12
"""Number of coming assignments that the balance shows."""


async def add(call: Call) -> Done:
    before = call.game()
    factors = {key: text.split("|") for key, text in typed.pairs(call.text("settings")).items()}
    # Factors multiply, so a message of 5,000 characters can ask for astronomically many conditions.
    if len(before.cells) + prod(map(len, factors.values())) > CELLS:
        raise BadSetting("conditions", f"must be at most {CELLS}; these factors together make more")
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
        line(f"{after.name} has {counted(len(cells), 'condition')} now; version {after.version}."),
        *(item(f"added: {label}") for label in added),
    ]
    if len(cells) == 1:
        blocks.append(line("Add the others, or every session gets this one."))
    return Done(Post(tuple(blocks)), put(call.realm, after), after.name, tuple(f"condition {a} added" for a in added))


async def listed(call: Call) -> Done:
    definition = call.game()
    if not definition.cells:
        return Done(says(_none(definition)))
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
    now = f"{after.name} has {counted(len(left), 'condition')} now; version {after.version}."
    post = says(f"{now} Its sessions stay in the results.")
    return Done(post, put(call.realm, after), after.name, (f"condition {gone} removed",))


async def balance(call: Call) -> Done:
    definition = call.game()
    if call.text("seed"):
        return await _reseed(call, definition)
    if not definition.cells:
        return Done(says(_none(definition)))
    _, current = await begin.counted(call.sessions, call.realm.name, definition, call.now)
    weights = sum(cell.weight for cell in definition.cells)
    rows = []
    for cell in definition.cells:
        planned = whole(definition.most * cell.weight / weights) if definition.most else "-"
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
        raise BadWords(VIEWER)
    after = replace(before, seed=typed.number("seed", seed, 10**15 - 1), version=before.version + 1)
    post = says(f"{after.name} assigns by seed {after.seed} now, from a new first block; version {after.version}.")
    return Done(post, put(call.realm, after), after.name, (f"seed is {after.seed} now (was {before.seed})",))


def _none(definition: Definition) -> str:
    return f"{definition.name} has no conditions, so all its sessions have the same settings. {_how(definition)}"


def _how(definition: Definition) -> str:
    return f"/condition add name:{definition.name} settings:key=a|b adds conditions."
