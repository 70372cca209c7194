"""The measurements run, at a size at which they mean nothing."""

from tests.bench import door, reading, turns
from tests.bench.measure import machine
from tests.bench.page import page


def test_what_is_measured_can_be_read_on_a_page() -> None:
    slowest = reading.measure("bargaining", texts=2)
    text = page([turns.measure("bargaining", games=2, repeats=1), slowest, door.measure("bargaining", 2, 1)], machine())
    assert "## Turns on the rules: bargaining" in text
    assert "**whole / bare commits**, by the clock" in text
    assert "## Reading hostile texts: bargaining" in text
