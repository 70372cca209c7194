"""Charts as pictures: their size, that equal data are equal files, and that nothing is drawn where nothing can be."""

import sys
from io import BytesIO

import pytest
from PIL import Image

from bot.adapters import chart_image, pictures
from bot.adapters.chart_image import WIDTH, png
from bot.adapters.pictures import drawn, undrawn
from games.core.plots import Axis, Bar, Bars, Level, Lines, Plane, Plot, Series, Spot, twin
from games.core.post import Chart, Post, line

ROUNDS = Axis("round", 1, 6, whole=True)
PRICE = Axis("price", 40_00, 65_00, 100, "$")
OFFERS = Lines(
    ROUNDS,
    PRICE,
    (Series("you", ((2, 44_00), (4, 46_00))), Series("the AI", ((1, 57_00), (3, 52_00), (5, 47_00)), "other")),
    (Level("your value", 65_00), Level("the AI's cost", 40_00)),
    (40_00, 65_00),
    "prices that pay both",
    (Spot("deal", 5, 47_00),),
)
DEALS = Plane(
    Axis("your points", 0, 10),
    Axis("the AI's points", 0, 10),
    ((1, 1), (2, 5)),
    ((10, 0), (7, 6), (0, 10)),
    (Spot("your deal", 7, 6), Spot("Nash point", 7, 6, "nash"), Spot("no deal", 0, 0, "none")),
)
EARNED = Bars(
    Axis("credits", 0, 46_00, 100),
    ("made", "earned"),
    (Bar("You", (12_00, 17_33), own=True), Bar("miner 0", (46_00, 30_00))),
    Level("equal shares", 23_67),
)
SHARES = Lines(
    Axis("game", 1, 200, whole=True),
    Axis("your share", -20, 100, unit="%"),
    (
        Series("your share", tuple((game, game * 37 % 120 - 20) for game in range(1, 201))),
        Series("mean so far", tuple((game, 40) for game in range(1, 201)), "mean"),
    ),
)
LONE = Plane(Axis("a", 0, 0), Axis("b", 0, 0), (), ((0, 0),), (Spot("no deal", 0, 0, "none"),))
WIDE = Plane(Axis("a", -1_000_000, 9_000_000), Axis("b", -5, 5), tuple((n * 1000, n % 9) for n in range(400)), ())
EMPTY = Bars(Axis("points", 0, 0), ("start", "end"), (Bar("A name of some length", (0, 0)),))
EARLY = Lines(ROUNDS, PRICE, ())
PLOTS: dict[str, Plot] = {
    "offers": OFFERS,
    "deals": DEALS,
    "earned": EARNED,
    "shares": SHARES,
    "lone": LONE,
    "wide": WIDE,
    "empty": EMPTY,
    "early": EARLY,
}


def chart(plot: Plot) -> Chart:
    return Chart("A title", plot, "A picture.", twin("A title", plot))


@pytest.mark.parametrize("name", PLOTS)
def test_a_chart_is_a_png_as_wide_as_two_phones_and_equal_data_are_equal_files(name: str) -> None:
    data = png(chart(PLOTS[name]))
    assert data is not None
    assert len(data) < 100_000
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        assert picture.format == "PNG"
        assert picture.mode == "RGB"
        assert picture.width == WIDTH
        assert picture.height == chart_image.height(chart(PLOTS[name])) < 2 * WIDTH
        assert len(picture.getcolors(1 << 20) or ()) > 2, "something is drawn"
    assert png(chart(PLOTS[name])) == data


@pytest.mark.parametrize("name", PLOTS)
def test_a_twin_fits_a_phone_and_names_what_is_in_the_picture(name: str) -> None:
    text = twin("A title", PLOTS[name])
    assert max(map(len, text.split("\n"))) <= 32
    assert text.startswith("A title\n") or text == "A title"


def test_a_twin_has_every_number() -> None:
    for number in ("$65.00", "$40.00", "$57.00", "$44.00", "$52.00", "$46.00", "$47.00"):
        assert number in twin("", OFFERS)
    assert "your deal: 7/6" in twin("", DEALS)
    assert "Pareto frontier: 10/0, 7/6, 0/10" in twin("", DEALS).replace("\n ", "")
    assert "You: made 12, earned 17.33" in twin("", EARNED)
    assert "equal shares: 23.67" in twin("", EARNED)
    assert "game 200: your share 60 %" in twin("", SHARES)


def test_what_stands_in_a_chart_changes_the_picture() -> None:
    later = Lines(ROUNDS, PRICE, OFFERS.series, OFFERS.levels, OFFERS.zone, OFFERS.zone_name)
    assert png(chart(OFFERS)) != png(chart(later))


def test_where_nothing_can_be_drawn_the_text_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post((line("Words."), chart(DEALS)))
    found = drawn(post)
    assert found is not None
    assert undrawn(post) == Post((line("Words."),))
    pictures._kept.clear()
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert drawn(post) is None
    assert undrawn(post) == post
    pictures._kept.clear()
