"""The credit ceiling against known optima, against brute force, and against Equation 5 as it is printed."""

import sys
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from games.society.world.ceiling import Ceiling, Event, Problem, ceiling, credit, problem_of, search, solve
from games.society.world.instance import EASY, HARD, SOCIAL, Instance, instance

TINY = instance("negotiation", "hard", 0, {"wood": 3, "stone": 1, "coal": 2, "iron": 1})


@pytest.mark.parametrize(
    ("world", "total", "executions"),
    [
        (EASY, 200, {"hammer": 20}),
        (HARD, 940, {"hammer": 20, "torch": 20}),
        (SOCIAL, 1000, {"hammer": 40, "torch": 20}),
        (TINY, 85, {"hammer": 1, "torch": 2}),
    ],
)
def test_known_optima(world: Instance, total: int, executions: dict[str, int]) -> None:
    assert ceiling(world) == Ceiling(total, tuple(executions.items()))


@pytest.mark.parametrize("world", [EASY, HARD, SOCIAL, TINY])
def test_an_install_without_numeric_libraries_has_the_same_ceilings(
    world: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = solve(problem_of(world))
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert solve(problem_of(world)) == expected


@pytest.mark.parametrize(("world", "total"), [(EASY, 48), (HARD, 522), (TINY, 66), (SOCIAL, 522)])
def test_equation_5_as_printed_gives_less(world: Instance, total: int) -> None:
    assert literal(problem_of(world)) == total


@pytest.mark.parametrize(
    ("stock", "total"),
    [
        ({"wood": 0, "stone": 0, "coal": 0, "iron": 0}, 0),
        # Without stone no hammer, so coal and iron stay in the ground.
        ({"wood": 7, "stone": 0, "coal": 9, "iron": 9}, 7),
        # A hammer costs a unit of wood and one of stone, and opens the coal.
        ({"wood": 1, "stone": 5, "coal": 4, "iron": 4}, 4 + 5 + 40),
        ({"wood": 5, "stone": 2, "coal": 0, "iron": 9}, 3 + 10),
        ({"wood": 100_000, "stone": 100_000, "coal": 50_000, "iron": 7}, 50_000 * 5 + 50_000 * 30 + 50_000 + 140),
    ],
)
def test_optima_by_hand(stock: dict[str, int], total: int) -> None:
    given = problem_of(instance("contract", "hard", 0, stock))  # type: ignore[arg-type]
    assert solve(given).total == total


def test_brute_force_agrees_on_random_instances() -> None:
    chance = Random(5)
    for _ in range(200):
        given = small(chance)
        ways = list(feasible(given))
        best = max((worth, sum(x.values())) for x, worth in ways)
        found = solve(given)
        assert (found.total, sum(dict(found.executions).values())) == best, given
        assert (dict(found.executions), found.total) in ways
        tried = search(given)
        assert (tried.total, sum(dict(tried.executions).values())) == best, given


def test_circular_and_endless_events_are_refused() -> None:
    circle = (Event("a", (("b", 1),), 1, ()), Event("b", (("a", 1),), 1, ()))
    with pytest.raises(ValueError, match="circle"):
        solve(Problem((), (("a", 1),), circle, ()))
    with pytest.raises(ValueError, match="without end"):
        solve(Problem((), (("a", 1),), (Event("a", (), 1, ()),), ()))


def small(chance: Random) -> Problem:
    """Two or three events over four materials; the later ones may build on the products of the earlier."""
    naturals = ("wood", "stone", "coal", "iron")
    events: list[Event] = []
    for name in ("hammer", "torch", "lamp")[: chance.randint(2, 3)]:
        earlier = [event.product for event in events]
        inputs = chance.sample([*naturals, *earlier], chance.randint(1, 3))
        if not set(inputs) & set(naturals):
            inputs.append(chance.choice(naturals))
        after = tuple(other for other in earlier if chance.random() < 0.4)
        events.append(Event(name, tuple((i, chance.randint(1, 2)) for i in inputs), chance.randint(1, 2), after))
    gates = tuple((item, (events[0].product,)) for item in ("coal", "iron") if gate_is_sound(item, events[0], chance))
    stock = [(item, chance.randint(0, 6)) for item in naturals] + [("hammer", chance.randint(0, 1))]
    values = [(item, chance.randint(0, 9)) for item in (*naturals, *(event.product for event in events))]
    return Problem(tuple(stock), tuple(values), tuple(events), gates)


def gate_is_sound(item: str, opener: Event, chance: Random) -> bool:
    """Return whether an item may be behind this gate: it must not be made of what opens it."""
    return item not in dict(opener.inputs) and chance.random() < 0.6


def feasible(given: Problem) -> Iterator[tuple[dict[str, int], int]]:
    """Every possible choice of executions with what it is worth, by trying all: each takes one of 6 units or more."""
    names = [event.product for event in given.events]
    gates = dict(given.gates)
    for times in product(range(7), repeat=len(names)):
        x = dict(zip(names, times, strict=True))
        left = dict(given.stock)
        for event in given.events:
            left[event.product] = left.get(event.product, 0) + x[event.product] * event.makes
            for item, units in event.inputs:
                left[item] = left.get(item, 0) - x[event.product] * units
        happened = {name for name in names if x[name]}
        allowed = all(
            happened.issuperset(event.after)
            and all(happened.issuperset(gates.get(item, ())) for item, _ in event.inputs)
            for event in given.events
            if x[event.product]
        )
        if allowed and min(left.values()) >= 0:
            yield x, credit(given, x)


def literal(given: Problem) -> int:
    """Equation 5 as printed: a tool's stock is what one execution makes, however often it happens."""
    stock, values, gates = dict(given.stock), dict(given.values), dict(given.gates)
    names = [event.product for event in given.events]
    best = 0
    for times in product(range(41), repeat=len(names)):
        x = dict(zip(names, times, strict=True))
        if any(x[event.product] and not all(x[other] for other in event.after) for event in given.events):
            continue
        total = 0
        for item in stock:
            left = stock[item] - sum(
                x[e.product] * units for e in given.events for name, units in e.inputs if name == item
            )
            # A product of two unknowns: the switch is off where that pays more.
            total += max(0, left * values[item]) if all(x.get(event) for event in gates.get(item, ())) else 0
        total += sum(event.makes * values[event.product] for event in given.events if x[event.product])
        best = max(best, total)
    return best
