"""The arithmetic of merging: exact, and always a whole."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Seat
from games.society.rules.coalition import Coalition, Coalitions, merge, merged, of, share
from tests.games.society.table import C0, C1, M0, M1, allies

SEATS = tuple(Seat(f"{role}_{n}") for role in ("carpenter", "miner") for n in range(4))


def parts(*percents: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(percent, 100) for percent in percents)


def test_the_worked_example() -> None:
    had = (Coalition("A", C0, (C0, M0), parts(60, 40)), Coalition("B", C1, (C1, M1), parts(50, 50)))
    (made,) = merge(had, M1, C0, Fraction(30, 100))
    assert {seat: made.share(seat) for seat in made.members} == {
        C0: Fraction(21, 50),
        M0: Fraction(7, 25),
        C1: Fraction(3, 20),
        M1: Fraction(3, 20),
    }
    assert made.name == "B", "the name of the accepting side stays"


def test_two_who_stand_alone_found_a_coalition() -> None:
    (made,) = merge((), M0, C0, Fraction(40, 100))
    assert (made.name, made.founder) == ("A", C0)
    assert (share((made,), M0), share((made,), C0)) == (Fraction(2, 5), Fraction(3, 5))


def test_who_joins_a_coalition_dilutes_all_its_members_alike() -> None:
    had = (Coalition("A", C0, (C0, M0), parts(60, 40)),)
    accepted = merged(had, C0, M1, Fraction(80, 100))
    assert (accepted.share(C0), accepted.share(M0), accepted.share(M1)) == parts(48, 32, 20)
    offered = merged(had, M1, C0, Fraction(20, 100))
    assert {*zip(offered.members, offered.shares, strict=True)} == {
        *zip(accepted.members, accepted.shares, strict=True)
    }


def test_a_new_coalition_takes_a_letter_that_is_free() -> None:
    had = allies((C0, M0))
    assert {c.name for c in merge(had, C1, M1, Fraction(1, 2))} == {"A", "B"}


@given(st.lists(st.tuples(st.sampled_from(SEATS), st.sampled_from(SEATS), st.integers(0, 10)), max_size=12))
def test_shares_stay_a_whole_and_nobody_is_in_two_coalitions(deals: list[tuple[Seat, Seat, int]]) -> None:
    coalitions: Coalitions = ()
    for accepting, offering, tenths in deals:
        mine = of(coalitions, accepting)
        if accepting == offering or (mine is not None and offering in mine.members):
            continue
        coalitions = merge(coalitions, accepting, offering, Fraction(tenths, 10))
        for coalition in coalitions:
            assert sum(coalition.shares) == 1
            assert min(coalition.shares) >= 0
        members = [seat for coalition in coalitions for seat in coalition.members]
        assert len(members) == len(set(members))
        assert len({coalition.name for coalition in coalitions}) == len(coalitions)
