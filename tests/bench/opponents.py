"""The most that a best reply wins from each analytic player, beside the ceilings that the players must keep."""

from msgspec import Struct

from bot.research.opponents.search import Searched
from bot.research.opponents.survey import Survey, attack_on, run
from games.core.registry import get

LEARN = 200_000
"""Games from which the learner learns in each search of the page."""
GAMES = 600
"""Games in which each reply is measured."""
CEILINGS = {
    "bargaining": {"easy": 0.75, "normal": 0.60, "tit_for_tat": 0.60, "fair": 0.55, "hard": 0.50},
    "balloon": {"normal": 0.90, "hard": 0.88, "greedy": 0.88},
    "dealornodeal": {"normal": 7.8, "core": 7.6, "hard": 7.2},
    "trading": {"normal": 0.45, "hard": 0.25},
}
"""The most that a best reply may get, on average, by game and player."""


class Exploited(Struct, frozen=True):
    """The searches of one game. `unit` is that of the scores."""

    game: str
    unit: str
    found: tuple[Searched, ...]


def measure(name: str, games: int = GAMES, learn: int = LEARN) -> Exploited:
    survey = Survey(name, tuple(get(name).players), {}, games, learn, 0)
    return Exploited(name, attack_on(name).unit, tuple(run(survey)))
