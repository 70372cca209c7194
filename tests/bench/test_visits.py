"""Loads in browsers run, at a size at which their times mean nothing."""

from pathlib import Path

from tests.bench.measure import machine
from tests.bench.page import page
from tests.bench.visits import Visits, arriving, flooding, holding, playing, serving


async def test_people_arrive_play_hold_streams_and_flood_and_nothing_is_lost(tmp_path: Path) -> None:
    async with serving(str(tmp_path)) as place:
        figures = await arriving(place, people=12, scale=0.05)
        figures += await playing(place, people=6, scale=0.02)
        figures += await holding(place, held=6, scale=0.05)
        figures += await flooding(place, scale=0.05)
    lost = [one.figure for one in figures if one.what.startswith(("… lost", "… people in a wrong cell"))]
    assert lost == ["0", "0", "0", "0", "0"]
    assert "## Many people in browsers" in page([Visits(figures)], machine())
