"""The measurements run, at a size at which they mean nothing."""

from tests.bench import classes, dashboard, decisions, door, flood, reading, trained, turns
from tests.bench.measure import machine
from tests.bench.page import Measured, page


def test_what_is_measured_can_be_read_on_a_page() -> None:
    measured: list[Measured] = [turns.measure("bargaining", games=2, repeats=1), door.measure("bargaining", 2, 1)]
    measured += [flood.measure("bargaining", texts=2, probes=2, people=2), reading.measure("bargaining", texts=2)]
    measured += [decisions.measure("bargaining", games=2)]
    measured += [classes.measure("bargaining", browsers=4, chatters=3, played=2, arrive=0.2)]
    measured += [dashboard.measure("memory", sessions=4, running=2, people=1, looks=2)]
    measured += [trained.measure("dealornodeal", games=3)]
    text = page(measured, machine())
    assert "## A class at once: bargaining" in text
    assert "## Dashboard of operators: memory" in text
    assert "## Decisions of our players: bargaining" in text
    assert "## One person floods: bargaining" in text
    assert "| illegal moves (wanted: 0) | **0** |" in text
    assert "## Turns on the rules: bargaining" in text
    assert "**whole / bare commits**, by the clock" in text
    assert "## Reading hostile texts: bargaining" in text
