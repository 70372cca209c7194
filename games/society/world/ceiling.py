"""The credit ceiling: the most credits that a stock of material can be turned into.

The model is Equation 5 of AdaSociety's supplementary text, corrected. An event's products count once for each
execution, no stock goes below zero, and only collectable resources are consumed or credited. It ignores time, map and
caps. So it bounds a table's earnings from above, and need not be reachable.
"""

from collections.abc import Mapping
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import product
from typing import Any, Final

from msgspec import Struct

from games.society.world.instance import Instance
from games.society.world.things import GATES, INDEX, ITEMS, NATURAL, RECIPES

Amounts = tuple[tuple[str, int], ...]


class Event(Struct, frozen=True):
    """One kind of execution: it consumes `inputs` and makes `makes` units of `product`.

    It may happen only in a world in which each event of `after` has happened; events are named by their product.
    """

    product: str
    inputs: Amounts
    makes: int
    after: tuple[str, ...]


class Problem(Struct, frozen=True):
    """`stock`: units of each natural resource and of tools at the start. `values`: credits of one unit. `gates`: the
    events that must happen before a natural resource can be collected.
    """

    stock: Amounts
    values: Amounts
    events: tuple[Event, ...]
    gates: tuple[tuple[str, tuple[str, ...]], ...]


class Ceiling(Struct, frozen=True):
    """The highest total in credits, and the executions for it; among several ways, the one with the most."""

    total: int
    executions: Amounts


def problem_of(instance: Instance) -> Problem:
    """Return the problem of an instance. An item counts with the value of the role that values it most."""
    values = ((item, max(kit.values[INDEX[item]] for kit in instance.kits)) for item in ITEMS)
    crafts = {tool for kit in instance.kits for tool in kit.crafts}
    events = (
        Event(tool, tuple((item, 1) for item in inputs), 1, tuple(GATES[i] for i in inputs if i in GATES))
        for tool, inputs in RECIPES.items()
        if tool in crafts
    )
    gates = ((item, (tool,)) for item, tool in GATES.items())
    return Problem(tuple(instance.stock().items()), tuple(values), tuple(events), tuple(gates))


@lru_cache(maxsize=256)
def ceiling(instance: Instance) -> Ceiling:
    """Return the credit ceiling of an instance. About 10 ms the first time (a second more for loading the solver)."""
    return solve(problem_of(instance))


def solve(problem: Problem) -> Ceiling:
    """Return the optimum of the corrected model by mixed-integer programming, in exact whole numbers.

    Raises `ValueError` for events that depend on each other in a circle or could happen without end.
    """
    most = _bounds(problem)
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        # An install without numeric libraries has ceilings too: for two events, the search is exact and fast enough.
        return search(problem)
    # Among equally good ways the one with the most executions counts: a second solution breaks the tie.
    best = _Model(problem, most).executions(None)
    total = credit(problem, best)
    return Ceiling(total, tuple(_Model(problem, most).executions(total).items()))


def search(problem: Problem) -> Ceiling:
    """Return the same by trying every number of executions of all events but the last, in their order of dependence.

    Once the others are fixed, the credit is linear in the last one as soon as it happens at all.
    """
    most = _bounds(problem)
    if not most:
        return Ceiling(credit(problem, {}), ())
    events = {event.product: event for event in problem.events}
    *names, last = most
    best = Ceiling(-1, ())
    for times in product(*(range(most[name] + 1) for name in names)):
        others = dict(zip(names, times, strict=True)) | {last: 0}
        left = _left(problem, others)
        room = min(left.get(item, 0) // units for item, units in events[last].inputs if units)
        for often in {0, min(1, room), room} if room >= 0 else ():
            tried = others | {last: often}
            if _possible(problem, tried):
                in_order = tuple((event.product, tried[event.product]) for event in problem.events)
                found = Ceiling(credit(problem, tried), in_order)
                best = max(best, found, key=lambda c: (c.total, sum(n for _, n in c.executions)))
    return best


def _possible(problem: Problem, executions: Mapping[str, int]) -> bool:
    happened = {name for name, times in executions.items() if times}
    gates = dict(problem.gates)
    needed = {
        other
        for event in problem.events
        if event.product in happened
        for other in (*event.after, *(g for item, units in event.inputs if units for g in gates.get(item, ())))
    }
    return needed <= happened and min(_left(problem, executions).values(), default=0) >= 0


def credit(problem: Problem, executions: Mapping[str, int]) -> int:
    """Return the worth in credits of what these executions leave; whether they are possible is not checked."""
    left = _left(problem, executions)
    gates = dict(problem.gates)
    values = dict(problem.values)
    open_ = (item for item in left if all(executions.get(event, 0) for event in gates.get(item, ())))
    return sum(left[item] * values.get(item, 0) for item in open_)


def _left(problem: Problem, executions: Mapping[str, int]) -> dict[str, int]:
    """Return the units of each resource after these executions."""
    left = dict(problem.stock)
    for event in problem.events:
        times = executions[event.product]
        left[event.product] = left.get(event.product, 0) + times * event.makes
        for item, units in event.inputs:
            left[item] = left.get(item, 0) - times * units
    return left


def _bounds(problem: Problem) -> dict[str, int]:
    """Return the most executions of each event. Tight bounds keep the switches of the model exact."""
    events = {event.product: event for event in problem.events}
    gates = dict(problem.gates)
    needs = {
        name: {*event.after, *(i for i, _ in event.inputs if i in events)}.union(
            *(gates.get(i, ()) for i, _ in event.inputs)
        )
        for name, event in events.items()
    }
    stock, most = dict(problem.stock), dict[str, int]()
    try:
        order = list(TopologicalSorter(needs).static_order())
    except CycleError:
        raise ValueError("events depend on each other in a circle") from None
    for name in order:
        if name not in events:
            raise ValueError(f"nothing makes {name}")
        inputs = [(item, units) for item, units in events[name].inputs if units]
        if not inputs:
            raise ValueError(f"{name} could be made without end")
        made = {item: most[item] * events[item].makes if item in events else 0 for item, _ in inputs}
        most[name] = min((stock.get(item, 0) + made[item]) // units for item, units in inputs)
    return most


_EXACT: Final = {"mip_rel_gap": 0.0}


class _Model:
    """The rows and columns of one problem.

    Columns: executions x, credited units z, and a switch for each event and each gated resource. A switch is on only if
    the event happened, or the resource can be collected.
    """

    def __init__(self, problem: Problem, most: Mapping[str, int]) -> None:
        self.problem, self.most = problem, most
        self.gates, self.stock = dict(problem.gates), dict(problem.stock)
        self.made = {event.product: event for event in problem.events}
        events = problem.events
        items = list(dict.fromkeys([*self.stock, *self.made, *(item for event in events for item, _ in event.inputs)]))
        columns = [*(("x", product) for product in self.made), *(("z", item) for item in items)]
        columns += [*(("beta", p) for p in self.made), *(("alpha", item) for item in items if self.gates.get(item))]
        self.at = {column: index for index, column in enumerate(columns)}
        self.top = [0.0] * len(columns)
        self.rows: list[tuple[dict[int, float], float]] = []
        """Each row bounds a weighted sum of columns from above."""
        for item in items:
            self.bound_item(item)
        for event in events:
            self.bound_event(event)

    def bound_item(self, item: str) -> None:
        """Bound the credited units of an item by what is left of it; a gated one needs its opener."""
        # 0 <= z <= r, and r >= 0 follows.
        z, stock = self.at["z", item], self.stock.get(item, 0)
        row: dict[int, float] = {z: 1}
        for event in self.problem.events:
            used = sum(units for name, units in event.inputs if name == item)
            gained = event.makes if event.product == item else 0
            if used - gained:
                row[self.at["x", event.product]] = used - gained
        self.rows.append((row, stock))
        bound = stock + (self.most[item] * self.made[item].makes if item in self.made else 0)
        self.top[z] = bound
        if openers := self.gates.get(item):
            self.switch(z, bound, "alpha", item)
            alpha = self.at["alpha", item]
            # A resource behind an unknown event stays closed.
            self.top[alpha] = all(opener in self.made for opener in openers)
            self.rows += [({alpha: 1, self.at["x", opener]: -1}, 0) for opener in openers if opener in self.made]

    def bound_event(self, event: Event) -> None:
        """Bound the executions of an event; its predecessors and its gated inputs must be there."""
        x, beta, most = self.at["x", event.product], self.at["beta", event.product], self.most[event.product]
        self.top[x], self.top[beta] = most, 1
        self.rows.append(({beta: 1, x: -1}, 0))
        for other in event.after:
            self.switch(x, most, "beta", other)
        for item, units in event.inputs:
            if units and self.gates.get(item):
                self.switch(x, most, "alpha", item)

    def switch(self, column: int, bound: int, kind: str, name: str) -> None:
        """Bound the column to 0 unless the switch is on."""
        self.rows.append(({column: 1, self.at[kind, name]: -bound}, 0))

    def executions(self, hold: int | None) -> dict[str, int]:
        """Return each event's executions at the highest credit; with `hold`, the most executions at that credit."""
        import numpy
        from scipy.optimize import Bounds, LinearConstraint, milp

        values = dict(self.problem.values)
        width = len(self.at)
        worth = numpy.zeros(width)
        for (kind, name), at in self.at.items():
            if kind == "z":
                worth[at] = values.get(name, 0)
        matrix = numpy.zeros((len(self.rows), width))
        for index, (row, _) in enumerate(self.rows):
            for at, weight in row.items():
                matrix[index, at] = weight
        limits: Any = [LinearConstraint(matrix, -numpy.inf, [limit for _, limit in self.rows])]
        goal = worth
        if hold is not None:
            limits.append(LinearConstraint(worth, hold - 0.5, numpy.inf))
            goal = numpy.array([float(kind == "x") for kind, _ in self.at])
        whole = numpy.array([int(kind != "z") for kind, _ in self.at])
        found = milp(-goal, integrality=whole, bounds=Bounds(0, self.top), constraints=limits, options=_EXACT)
        if found.status != 0:
            # Doing nothing is always possible and every column is bounded.
            raise ArithmeticError(f"the solver failed: {found.message}")
        return {event.product: round(found.x[self.at["x", event.product]]) for event in self.problem.events}


assert set(GATES) <= set(NATURAL)
