"""Files that a receipt is checked in: as an editor saves them, and as nobody would write them."""

from collections.abc import Iterator

import pytest

from bot.research.export.verify import Changed, verify
from tests.bot.research.export.test_verify import played, written
from tests.bot.session.harness import tiny_games


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with tiny_games():
        yield


@pytest.fixture
async def file() -> bytes:
    return await written((game := await played())[0].store, game[1])


def test_the_line_ends_of_an_editor_change_nothing(file: bytes) -> None:
    assert verify(file.replace(b"\n", b"\r\n")).log == verify(file).log


@pytest.mark.parametrize("key", [b'"config":{', b'"event":{'])
def test_what_nests_without_end_is_no_line_of_a_log(key: bytes, file: bytes) -> None:
    assert key in file
    with pytest.raises(Changed) as found:
        verify(file.replace(key, key + b'"x":' + b"[" * 100_000 + b"]" * 100_000 + b",", 1))
    assert found.value.part == "log"
