"""The items of a form, and the form itself: what is asked, one item after the other."""

from typing import Literal

from msgspec import Struct


class Notice(Struct, frozen=True, tag="notice", forbid_unknown_fields=True):
    """Words to read, and the button that goes on."""

    id: str
    text: str
    button: str = "Continue"


class Choose(Struct, frozen=True, tag="choose", forbid_unknown_fields=True):
    """One of several options: pairs of value and label.

    - `ends`: values after which the form ends as declined, such as a no to consent.
    - `right`: the right values of a check; empty for a question without a right answer.
    - `tries`: how often a check may be answered; `explain` is said after a wrong answer.
    """

    id: str
    text: str
    options: tuple[tuple[str, str], ...]
    skippable: bool = False
    ends: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    tries: int = 1
    explain: str = ""


class Scale(Struct, frozen=True, tag="scale", forbid_unknown_fields=True):
    """A whole number from `low` to `high`. `labels`: words for all steps from `low` up, or for the two ends."""

    id: str
    text: str
    low: int
    high: int
    labels: tuple[str, ...] = ()
    skippable: bool = False


class Write(Struct, frozen=True, tag="write", forbid_unknown_fields=True):
    """Free words of at most `longest` characters."""

    id: str
    text: str
    longest: int = 1_000
    skippable: bool = True


class Divide(Struct, frozen=True, tag="divide", forbid_unknown_fields=True):
    """A division of points between oneself and somebody else: pairs of own and other's points to choose from."""

    id: str
    text: str
    options: tuple[tuple[int, int], ...]


Item = Notice | Choose | Scale | Write | Divide


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """A form. `name` is short and stable: exports call the instrument so; `version` changes with its words.

    `fails` says what too many wrong answers to a check lead to: a `flag` in the data, or the `end` of the part.
    """

    name: str
    title: str
    items: tuple[Item, ...]
    version: str = "1"
    fails: Literal["flag", "end"] = "flag"
