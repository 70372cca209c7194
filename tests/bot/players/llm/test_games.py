"""Every game is played to its end by models in all its seats, and they are understood."""

from collections import Counter
from typing import Any

import pytest

from bot.players import Decision
from bot.players.base import Brief, Strategy
from bot.research import play_one
from games.core.draw import config_of, recipe_of
from games.core.registry import get, names
from tests.bot.players.llm.seated import house
from tests.fakes import FakeAnthropic

OTHERS = [("society", {"game": "contract"}), ("society", {"game": "social"}), ("bargaining", {"talk": "both"})]


class Counted:
    """Counts where the decisions of a player came from."""

    def __init__(self, player: Strategy) -> None:
        self.player, self.sources = player, Counter[str]()

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        made = await self.player.decide(brief, deadline)
        self.sources[made.source] += 1
        return made


@pytest.mark.parametrize("answer", ["schema", "text"])
@pytest.mark.parametrize(("name", "wrote"), [*((name, {}) for name in names()), *OTHERS])
async def test_a_game_of_models(api: FakeAnthropic, name: str, wrote: dict[str, str], answer: str) -> None:
    game = get(name)
    config = config_of(game, recipe_of(game, wrote), 1, 0)
    players: dict[Any, Counted] = {}
    made = house(api, llm_tokens_day=0, llm_answer=answer)
    for info in game.seats(config):
        players[info.seat] = Counted(made.player())
    played = await play_one.play(game, config, 5, players)
    await made.close()
    sources = sum((player.sources for player in players.values()), Counter[str]())
    assert played.illegal == 0
    assert played.turns == sum(sources.values()) > 0
    assert sources["llm"] >= 0.9 * played.turns, sources


@pytest.mark.parametrize("median", [400, 800, 1600])
async def test_a_model_that_thinks_decides_by_itself(api: FakeAnthropic, median: int) -> None:
    api.thinks(median)
    made, sources = house(api, llm_tokens_day=0), Counter[str]()
    for name in names():
        game = get(name)
        config = config_of(game, recipe_of(game, {}), 1, 0)
        players = {info.seat: Counted(made.player()) for info in game.seats(config)}
        await play_one.play(game, config, 5, players)
        sources += sum((player.sources for player in players.values()), Counter[str]())
    await made.close()
    assert sources["llm"] >= 0.99 * sources.total(), sources
