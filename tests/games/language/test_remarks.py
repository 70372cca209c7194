"""Remarks on what might have been, on the past, and astonishment are told apart from offers."""

import pytest

from games.language.remarks import past, startled, unreal


@pytest.mark.parametrize(
    "text", ["i would have taken 45", "if it was 45 i'd say yes", "i could have paid 50", "woulda"]
)
def test_what_might_have_been_is_unreal(text: str) -> None:
    assert unreal(text)


@pytest.mark.parametrize("text", ["i would take 45", "i'd have liked 45", "you could have 45", "if you take 45"])
def test_what_may_still_be_is_not(text: str) -> None:
    assert not unreal(text)


def test_earlier_times_are_past() -> None:
    assert past("it was 45 last week")
    assert past("i used to pay 40")
    assert not past("45 is my last offer")


def test_a_repeated_mark_is_astonishment() -> None:
    assert startled("57??")
    assert startled("57?!")
    assert not startled("57?")
