"""Connections within limits: silent ones are closed in time, the longest silent first where there are too many."""

from types import SimpleNamespace
from typing import Any

from bot.runtime.connections import Connections


class Wire:
    """A connection. `unsent`: bytes that its other end has not taken yet."""

    def __init__(self, unsent: int = 0) -> None:
        self.transport: Any = self
        self.unsent, self.closed, self.aborted = unsent, False, False

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def force_close(self) -> None:
        self.closed = True
        self.transport = None

    def abort(self) -> None:
        self.aborted = True


def guarded(most: int, wires: list[Wire]) -> Connections:
    server: Any = SimpleNamespace(connections=wires)
    return Connections(server, most, patience=20)


def look(guard: Connections, wires: list[Wire], now: float) -> list[bool]:
    """Return which connections are closed after a look at this time."""
    server: Any = guard.server
    server.connections = [wire for wire in wires if not wire.closed]
    guard.look(now)
    return [wire.closed for wire in wires]


def test_a_silent_connection_is_closed_in_time_and_a_busy_one_stays() -> None:
    wires = [Wire(), Wire()]
    guard = guarded(10, wires)
    request: Any = SimpleNamespace(protocol=wires[0])
    with guard.answering(request):
        assert look(guard, wires, 0) == [False, False]
        assert look(guard, wires, 19) == [False, False]
        assert look(guard, wires, 20) == [False, True]
    assert look(guard, wires, 30) == [False, True]
    assert look(guard, wires, 50) == [True, True]


def test_of_a_thousand_held_open_the_longest_silent_make_room() -> None:
    old = [Wire() for _ in range(1_000)]
    guard = guarded(1_000, old)
    assert not any(look(guard, old, 0))
    new = [Wire() for _ in range(5)]
    closed = look(guard, old + new, 1)
    assert sum(closed) == 5
    assert not any(closed[1_000:])


def test_a_reader_who_takes_nothing_is_cut_off_and_a_slow_one_is_not() -> None:
    stuck, slow, quick = wires = [Wire(9_000), Wire(9_000), Wire(9_000)]
    guard = guarded(10, wires)
    requests: list[Any] = [SimpleNamespace(protocol=wire) for wire in wires]
    with guard.answering(requests[0]), guard.answering(requests[1]), guard.answering(requests[2]):
        for now in range(0, 20, 5):
            assert look(guard, wires, now) == [False, False, False]
            stuck.unsent += 100
            slow.unsent -= 100
            quick.unsent = 0
        assert look(guard, wires, 20) == [True, False, False]
    assert stuck.aborted
    slow.unsent = 8_000
    assert look(guard, wires, 39) == [True, False, False]
    assert look(guard, wires, 59) == [True, True, True]


def test_a_reader_who_takes_nothing_waits_on_when_an_answer_ends_and_another_begins() -> None:
    wires = [Wire(9_000)]
    guard = guarded(10, wires)
    request: Any = SimpleNamespace(protocol=wires[0])
    for now in range(0, 20, 5):
        with guard.answering(request):
            assert look(guard, wires, now) == [False]
    assert look(guard, wires, 20) == [True]
