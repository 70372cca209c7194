"""Analytic players of the physical stage: a queue of plans from one seat's sight alone.

Skipping an impossible line costs no time, so a queue is a list of wishes by priority. Lines for things that may come
into view stand before lines that are always possible, and EXPLORE MAP comes last.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Protocol

from games.core.contract import rng
from games.society.world.company import (
    ALL_ALLIED,
    Company,
    contested,
    guarded,
    handed,
    opposite,
    partner,
    receiver,
    steps_between,
)
from games.society.world.plans import LONGEST_QUEUE, MOST_UNITS, Craft, Dump, Explore, Gather, Goto, Plan, Queue
from games.society.world.sight import Sight, nearest, nearest_bench
from games.society.world.things import GATES, INDEX, NATURAL, RECIPES, Item, Tool


class Policy(Protocol):
    """A function from a seat's sight, its player's seed and its company to the queue for the next round."""

    def __call__(self, sight: Sight, seed: int, company: Company = ALL_ALLIED, /) -> Queue: ...


BATCH: Final = 5
"""Tools that a seat collects material for before it makes them: others find and fetch a pile of several in one go."""
LAST_UNITS: Final = 5
"""Units in view of the scarcer material at which carpenters share the rest one by one."""
BATCH_APART: Final = 3
"""Units of each material that a carpenter fetches at a time where it hands tools over one by one."""
CARPENTER_KEEPS: Final = 1
MINER_KEEPS: Final = 2
"""Units of wood that a carpenter without stone, and a miner without coal, keep in hand."""
LATE: Final = Fraction(7, 10)
"""The part of the stage after which all remaining items are gathered."""


def cooperative(sight: Sight, seed: int, company: Company = ALL_ALLIED, /) -> Queue:
    """Make tools for allies, hand them over, and fetch the tools that they drop; alone, work for oneself."""
    if company.alone():
        return selfish(sight, seed, company)
    queue = _shared(sight)
    if sight.kit.dumps and contested(company, opposite(sight)):
        makes_all = "torch" in sight.kit.gathers or "coal" in sight.kit.gathers
        queue = guarded(queue, sight, company) if makes_all else _delivered(sight, company)
    return _following(queue, sight, company) if contested(company, sight.kit.role) else queue


def _following(queue: Queue, sight: Sight, company: Company) -> Queue:
    """Return a queue that fetches allies' tools at once; a miner without a hammer also stays near a carpenter."""
    tool: Item = "hammer" if sight.kit.role == "miner" else "torch"
    if tool not in sight.kit.gathers:
        return queue
    plans = [plan for plan in queue.plans if not (isinstance(plan, Gather) and plan.item == tool)]
    waits = tool == "hammer" and ("coal" not in sight.kit.gathers or not sight.has("hammer"))
    leader = partner(sight, company) if waits and company.meets else ""
    if leader:
        plans = [*[plan for plan in plans if not isinstance(plan, Explore)][: LONGEST_QUEUE - 2], Goto(leader)]
    return Queue((_all(tool), *plans)[:LONGEST_QUEUE], queue.loop)


def _delivered(sight: Sight, company: Company) -> Queue:
    """Return the queue of a carpenter who hands its hammers over one by one.

    It fetches material after each of them. So it leaves the cell on which the hammer lies, and its ally can step there.
    """
    have = {item: sight.has(item) for item in RECIPES["hammer"]}
    to, meet = receiver(sight, company), partner(sight, company)
    hand: list[Plan] = handed(to, "hammer", company) if to else [Goto(meet)] if meet and company.meets else []
    if not min(have[item] + _seen(sight, item) for item in have):
        return _queue([*hand, _all("wood"), _all("stone")] if sight.tick >= sight.ticks * LATE else hand)
    far = _by_distance(sight, have)
    fetch: list[Plan] = [_gather(item, BATCH_APART) for item in far]
    if not company.meets:
        return _dropped(sight, hand, fetch)
    if min(have.values()) and to:
        # A step away after each hammer: its cell must be free for the ally.
        leave: list[Plan] = [_gather(far[0], 1)] if far else [Explore()]
        plans = [*hand, *leave, Craft("hammer")] if sight.has("hammer") else [Craft("hammer"), *hand, *leave]
        return Queue(tuple(plans), True)
    plans = [*hand, *fetch, Craft("hammer")] if sight.has("hammer") else [*fetch, Craft("hammer"), *hand]
    return Queue(tuple(plans[:LONGEST_QUEUE]), True)


def _dropped(sight: Sight, hand: list[Plan], fetch: list[Plan]) -> Queue:
    """Return the same queue without GOTO: it hands a hammer over as the round begins, or none.

    A later line would drop it wherever the seat has got to by then, beside a rival perhaps.
    """
    drop = [*hand, Explore()] if hand and sight.has("hammer") else []
    return Queue(tuple([*drop, *fetch, Craft("hammer"), Explore()][:LONGEST_QUEUE]), not drop)


def _by_distance(sight: Sight, items: Iterable[Item]) -> list[Item]:
    """Return the items in view, the farthest first."""
    near = {item: steps for item in items if (steps := nearest(sight, item)) is not None}
    return sorted(near, key=lambda item: near[item], reverse=True)


def _shared(sight: Sight) -> Queue:
    """Return the queue for a table without rivals."""
    if not sight.kit.crafts:
        return _queue([_all("hammer")])
    if "coal" in sight.kit.gathers:
        return _torches(sight)
    return _hammers(sight) if "torch" in sight.kit.gathers else _hammers_for_all(sight)


def selfish(sight: Sight, _seed: int, _company: Company = ALL_ALLIED, /) -> Queue:
    """Gather and make the items of most worth to oneself, and hand over nothing."""
    plans: list[Plan] = []
    for tool in sight.kit.crafts:
        # The cap limits the number it keeps; it is not generosity.
        if not sight.has(tool):
            plans += [*_inputs(sight, tool), Craft(tool)]
    dearest = sorted(sight.kit.gathers, key=lambda item: -sight.kit.values[INDEX[item]])
    plans += [_all(item) for item in dearest if _seen(sight, item)]
    plans += [_all(item) for item in dearest if item in NATURAL and _all(item) not in plans and item not in GATES]
    return _queue(plans[: LONGEST_QUEUE - 1])


def random(sight: Sight, seed: int, _company: Company = ALL_ALLIED, /) -> Queue:
    """Return one to five of the plans of one's role, by chance."""
    chance = rng(seed, "plans", sight.tick)
    plans: list[Plan] = [Explore(), *(Craft(tool) for tool in sight.kit.crafts), *map(Dump, sight.kit.dumps)]
    plans += [Gather(item, chance.randint(1, MOST_UNITS)) for item in sight.kit.gathers]
    return Queue(tuple(chance.choice(plans) for _ in range(chance.randint(1, LONGEST_QUEUE))), True)


POLICIES: Final[Mapping[str, Policy]] = MappingProxyType(
    {"cooperative": cooperative, "fallback": cooperative, "selfish": selfish, "random": random}
)


def _queue(plans: list[Plan]) -> Queue:
    """Return the first plans that fit, and a walk to new places if there is room for one."""
    return Queue(tuple((*plans, Explore())[:LONGEST_QUEUE]), True)


def _gather(item: Item, units: int) -> Gather:
    return Gather(item, max(1, min(MOST_UNITS, units)))


def _all(item: Item) -> Gather:
    return Gather(item, MOST_UNITS)


def _seen(sight: Sight, item: Item) -> int:
    return sum(lot.count for square in sight.squares for lot in square.lots if lot.item == item)


def _inputs(sight: Sight, tool: Tool) -> list[Plan]:
    return [_gather(item, 1) for item in RECIPES[tool] if not sight.has(item)]


def _hammers_for_all(sight: Sight) -> Queue:
    """Return the queue of a carpenter who only makes hammers, on a map that it sees whole."""
    have = {item: sight.has(item) for item in RECIPES["hammer"]}
    ready, left = min(have.values()), min(_seen(sight, item) for item in have)
    hand_over: list[Plan] = [Dump("hammer")] if sight.has("hammer") else []
    possible = min(have[item] + _seen(sight, item) for item in have)
    if not possible:
        # Away from players who come for the items here.
        return _queue(hand_over)
    nearest_first = _by_distance(sight, have)[::-1]
    # Half of the rest is for the other carpenter. An odd unit of each goes to one of them, or neither can use it.
    rest = max(ready + left // 2, 0 if left == 1 and _yields(sight, have) else 1)
    batch = min(BATCH, possible, max(rest, *have.values()))
    fetch: list[Plan] = [_gather(item, batch - have[item]) for item in nearest_first if have[item] < batch]
    if ready < BATCH and fetch:
        once: list[Plan] = [Craft("hammer"), Dump("hammer")]
        # Near the end nothing repeats, as a second pass would take the other carpenter's units.
        last = left <= LAST_UNITS
        return Queue(tuple([*hand_over, *fetch, *once, *(once if last else [])][:LONGEST_QUEUE]), not last)
    away = (Explore(),) if ready <= 2 else ()
    return Queue((*hand_over, Craft("hammer"), Dump("hammer"), *away), True)


def _yields(sight: Sight, items: Iterable[Item]) -> bool:
    """Return whether another player of the seat's role stands nearer to the last units of these items."""
    piles = [square for square in sight.squares if any(lot.item in items for lot in square.lots)]
    others = [s for s in sight.squares if s.player.startswith(sight.kit.role) and s.player != sight.name]
    mine = min((square.steps for square in piles), default=0)
    return any((min(steps_between(sight, s, pile) for pile in piles), s.player) < (mine, sight.name) for s in others)


def _hammers(sight: Sight) -> Queue:
    """Return the queue of a carpenter who also fetches torches, and iron by their light."""
    wood, stone = sight.has("wood"), sight.has("stone")
    plans: list[Plan] = [Dump("hammer")] if sight.has("hammer") else []
    plans += [_all(item) for item in ("torch", "iron", "stone") if _seen(sight, item)]
    if wood and stone:
        plans += [Craft("hammer"), Dump("hammer")]
    short = _wood_for(sight, max(stone, CARPENTER_KEEPS))
    if short and len(plans) < LONGEST_QUEUE - 1:
        plans.append(_gather("wood", short))
    # Items that may come into view on the way.
    hoped = [_all(item) for item in ("iron", "torch", "stone") if item != "iron" or sight.has("torch")]
    spare = LONGEST_QUEUE - 1 - len(plans)
    return _queue([*[plan for plan in hoped if plan not in plans][: max(0, spare)], *plans])


def _torches(sight: Sight) -> Queue:
    """Return the queue of a miner: coal once it has a hammer, and a heap of torches from it at one place."""
    coal = sight.has("coal")
    plans: list[Plan] = [Dump("torch")] if sight.has("torch") else []
    short = _wood_for(sight, max(coal, MINER_KEEPS))
    wood = [_gather("wood", short)] if short else []
    if not sight.has("hammer"):
        return _queue([*plans, _gather("hammer", 2), *wood, _gather("coal", BATCH)])
    once: list[Plan] = [Craft("torch"), Dump("torch")]
    if min(sight.has("wood"), coal) >= 3 and not _seen(sight, "coal"):
        if nearest_bench(sight, "torch") is None:
            return _queue([*once, *once])
        return Queue((*plans, *once, _gather("hammer", 3)), True)
    return _queue([*plans, _all("coal"), *wood, *(once if coal else [_gather("hammer", 2)])])


def _wood_for(sight: Sight, needed: int) -> int:
    """Return the units of wood still to take.

    Wood that one seat holds beyond its need is missing where others have coal or stone. So the rest is left lying until
    the end comes near.
    """
    late = sight.tick >= sight.ticks * LATE
    return MOST_UNITS if late else max(0, needed - sight.has("wood"))
