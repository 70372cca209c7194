"""One value, one text: in every process, and back."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from games.core.codec import decode, digest, encode, shape
from games.core.contract import Event, Expired, Left, Moved, News, Seat, Slipped

ROOT = Path(__file__).parents[3]
A, B = Seat("a"), Seat("b")


class Inner(Struct, frozen=True):
    share: Fraction
    seats: frozenset[str] = frozenset()


class Outer(Struct, frozen=True):
    turn: int
    inner: tuple[Inner, ...]
    parts: frozenset[tuple[str, int]]
    shares: frozenset[Fraction]
    say: str | None


SEATS = [f"carpenter_{k}" for k in range(8)] + [f"miner_{k}" for k in range(8)]
VALUE = Outer(
    3,
    (Inner(Fraction(21, 50), frozenset(SEATS)), Inner(Fraction(-3, 1))),
    frozenset((seat, len(seat)) for seat in SEATS),
    frozenset({Fraction(1, 2), Fraction(1, 3)}),
    "I don’t – ½",
)

outers = st.builds(
    Outer,
    st.integers(-(2**60), 2**60),
    st.lists(st.builds(Inner, st.fractions(), st.frozensets(st.text()))).map(tuple),
    st.frozensets(st.tuples(st.text(), st.integers(0, 9))),
    st.frozensets(st.fractions()),
    st.none() | st.text(),
)


@pytest.mark.slow
@given(outers)
def test_what_is_encoded_is_decoded(value: Outer) -> None:
    assert decode(encode(value), Outer) == value


@pytest.mark.slow
@given(outers)
def test_equal_values_are_equal_bytes(value: Outer) -> None:
    again = Outer(
        value.turn,
        value.inner,
        frozenset(sorted(value.parts, reverse=True)),
        frozenset(sorted(value.shares)),
        value.say,
    )
    assert encode(again) == encode(value)


@pytest.mark.slow
def test_bytes_and_shapes_do_not_hang_on_the_hash_seed() -> None:
    code = (
        "from tests.games.core.test_codec import *; print(encode(VALUE).decode(), shape(Outer), digest(encode(VALUE)))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("0", "1", "2")
    }
    here = f"{encode(VALUE).decode()} {shape(Outer)} {digest(encode(VALUE))}"
    assert {text.decode().strip() for text in printed} == {here}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 2), '"1/2"'),
        (Fraction(-6, 4), '"-3/2"'),
        (Fraction(5), '"5/1"'),
        (frozenset({"b", "a", "C"}), '["C","a","b"]'),
        ((1, None, True, "é"), '[1,null,true,"é"]'),
    ],
)
def test_how_values_are_written(value: object, text: str) -> None:
    assert encode(value).decode() == text


@pytest.mark.parametrize(
    "text", ['"1/0"', '"x"', '"1e999999999"', '"1.5"', "5", "0.5", "null", '"1/-2"', '" 1/2"', '"٤/٥"']
)
def test_only_n_over_d_is_a_fraction(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode(text, Fraction)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"turn":"3"}', b"\xff", b"null"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        decode(data, Outer)


@pytest.mark.parametrize("value", [object(), {1, object()}, 1j])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises((NotImplementedError, TypeError)):
        encode(value)


def test_events_are_told_apart_by_their_tags() -> None:
    class Guess(Struct, frozen=True, tag="guess", forbid_unknown_fields=True):
        number: int

    moved: Any = Moved
    kind = moved[Guess] | Slipped | Expired | Left
    events: tuple[Event, ...] = (
        Moved(A, Guess(3), "so"),
        Moved(A, None, "well"),
        Slipped(A, "no_bid"),
        Expired("turn:3"),
        Left(A, "quit"),
    )
    for event in events:
        assert decode(encode(event), kind) == event
    with pytest.raises(msgspec.DecodeError):
        decode(b'{"type":"moved","seat":"a","move":{"type":"guess","number":3,"aim":1},"say":""}', kind)


def test_who_may_know_a_fact_is_written_in_one_order() -> None:
    assert encode(News("fact", frozenset({B, A}))) == encode(News("fact", frozenset({A, B})))


def state(**kinds: Any) -> Any:
    return msgspec.defstruct("State", list(kinds.items()), frozen=True)


def test_a_field_that_went_is_dropped_silently_so_shapes_must_tell() -> None:
    old, new = state(turn=int, offer=int), state(turn=int)
    assert decode(encode(old(1, 2)), new) == new(1)
    assert shape(old) != shape(new)


def test_a_field_that_came_cannot_be_decoded_from_old_bytes() -> None:
    with pytest.raises(msgspec.DecodeError):
        decode(encode(state(turn=int)(1)), state(turn=int, offer=int))


@pytest.mark.parametrize(
    "changed",
    [
        state(turn=int, offer=Fraction, name=str),
        state(turn=int, offers=Fraction),
        state(turn=int, offer=int),
        state(turn=str, offer=Fraction),
        state(turn=int | None, offer=Fraction),
        state(turn=int, offer=Inner),
        state(turn=int, offer=tuple[Fraction, ...]),
    ],
)
def test_every_change_of_a_field_changes_the_shape(changed: Any) -> None:
    assert shape(changed) != shape(state(turn=int, offer=Fraction))


def test_a_change_deep_inside_changes_the_shape() -> None:
    plain: Any = msgspec.defstruct("Part", [("share", int)], frozen=True)
    wide: Any = msgspec.defstruct("Part", [("share", int), ("seats", str)], frozen=True)
    assert shape(state(inner=tuple[plain, ...])) != shape(state(inner=tuple[wide, ...]))


def test_equal_definitions_have_one_shape() -> None:
    assert shape(state(turn=int, offer=Fraction)) == shape(state(turn=int, offer=Fraction))


def test_a_digest_knows_where_its_parts_end() -> None:
    assert digest(b"ab", b"c") != digest(b"a", b"bc") != digest(b"abc")
    assert digest(b"ab", b"c") == digest(b"ab", b"c")
    assert len(digest(b"")) == 16
