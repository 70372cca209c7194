"""The command line as a function of its words."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Ran(NamedTuple):
    status: int
    out: str
    err: str


Parley = Callable[..., Ran]
ROOT = Path(__file__).parents[3]


def refused(ran: Ran) -> str:
    """The one sentence of a refusal."""
    assert ran.status == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert ran.err.count("\n") == 1
    return ran.err
