"""Connections within limits: silent ones are closed in time, the longest silent first where there are too many."""

from types import SimpleNamespace
from typing import Any

from bot.runtime.connections import Connections


class Wire:
    def __init__(self) -> None:
        self.closed = False

    def force_close(self) -> None:
        self.closed = True


def look(guard: Connections, wires: list[Wire], now: float) -> list[bool]:
    """Return for each connection if it is closed after a look at this time."""
    server: Any = SimpleNamespace(connections=[wire for wire in wires if not wire.closed])
    guard.look(server, now)
    return [wire.closed for wire in wires]


def test_a_silent_connection_is_closed_in_time_and_a_busy_one_stays() -> None:
    guard, wires = Connections(10, patience=20), [Wire(), Wire()]
    request: Any = SimpleNamespace(protocol=wires[0])
    with guard.answering(request):
        assert look(guard, wires, 0) == [False, False]
        assert look(guard, wires, 19) == [False, False]
        assert look(guard, wires, 20) == [False, True]
    assert look(guard, wires, 30) == [False, True]
    assert look(guard, wires, 50) == [True, True]


def test_of_a_thousand_held_open_the_longest_silent_make_room() -> None:
    guard, old = Connections(1_000, patience=20), [Wire() for _ in range(1_000)]
    assert not any(look(guard, old, 0))
    new = [Wire() for _ in range(5)]
    closed = look(guard, old + new, 1)
    assert sum(closed) == 5
    assert not any(closed[1_000:])
