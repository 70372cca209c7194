"""Maps as pictures: what stands in them, and that nothing is drawn where nothing can be."""

import sys
from io import BytesIO

import pytest
from PIL import Image

from bot.adapters import pictures
from bot.adapters.map_image import WIDTH, png
from bot.adapters.pictures import drawn
from games.core.post import Board, Post, Tile, says

EMPTY = Tile()


def board(*tiles: Tile, side: int = 3, you: str = "miner_0") -> Board:
    """A square board; the tiles given come first, row by row."""
    cells = [*tiles, *[EMPTY] * (side * side - len(tiles))]
    return Board(tuple(tuple(cells[at : at + side]) for at in range(0, side * side, side)), you, "A map.", "x x x")


def picture(shown: Board) -> Image.Image:
    data = png(shown)
    assert data is not None
    return Image.open(BytesIO(data))


def colours(image: Image.Image, box: tuple[int, int, int, int]) -> set[tuple[int, ...]]:
    cut = image.convert("RGB").crop(box)
    return {colour for _, colour in cut.getcolors(cut.width * cut.height) or [] if isinstance(colour, tuple)}


def test_a_board_is_drawn_square_over_its_legend_and_small_enough_to_send() -> None:
    for side in (3, 5, 7):
        data = png(board(Tile("wood", 5), Tile("", 0, "miner_0"), side=side))
        assert data is not None
        assert data.startswith(b"\x89PNG")
        assert len(data) < 200_000
        image = Image.open(BytesIO(data))
        assert image.width == WIDTH < image.height < 2 * WIDTH


@pytest.mark.parametrize("kind", ["wood", "stone", "coal", "iron", "hammer", "torch", "gold"])
def test_every_thing_has_its_own_look(kind: str) -> None:
    bare, full = picture(board()), picture(board(Tile(kind, 3)))
    cell = (20, 20, 240, 240)
    assert len(colours(full, cell)) > len(colours(bare, cell))
    others = {"wood": "stone", "stone": "coal"}.get(kind, "wood")
    assert full.tobytes() != picture(board(Tile(others, 3))).tobytes()


def test_counts_benches_and_players_change_the_picture() -> None:
    plain = board(Tile("wood", 3))
    for other in (Tile("wood", 4), Tile("wood", 3, "", "hammer"), Tile("wood", 3, "miner_1")):
        assert png(board(other)) != png(plain)
    mine, theirs = board(Tile("", 0, "miner_0")), board(Tile("", 0, "miner_1"))
    assert (179, 38, 30) in colours(picture(mine), (20, 20, 240, 240))
    assert (179, 38, 30) not in colours(picture(theirs), (20, 20, 240, 240))


def test_a_post_without_a_board_has_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(says("hello")) is None
    shown = board(Tile("iron", 1))
    found = drawn(Post((shown,)))
    assert found is not None
    assert found[0] is shown
    pictures._kept.clear()
    # Without Pillow the text stands alone.
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert drawn(Post((shown,))) is None
    pictures._kept.clear()
