"""The list of games."""

from collections.abc import Iterator

import pytest

from games.core import registry


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_sources", lambda: {"haggling": "games.bargaining:game"})
    registry.get.cache_clear()
    yield
    registry.get.cache_clear()


def test_a_game_is_listed_under_its_own_name(listed: None) -> None:
    with pytest.raises(ValueError, match="The game 'bargaining' is listed as 'haggling'"):
        registry.get("haggling")
