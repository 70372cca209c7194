"""The most that a best reply wins from each analytic player, beside the ceilings that the players must keep."""

from collections.abc import Mapping

from msgspec import Struct

from bot.research.opponents.attack import Cell
from bot.research.opponents.bargaining import OWN
from bot.research.opponents.search import Searched
from bot.research.opponents.survey import Survey, attack_on, run
from games.core.contract import Seat
from games.core.registry import get

GAMES = 300
"""Games in which each reply is measured."""
MORE: Mapping[str, int] = {"dealornodeal": 600, "trading": 1_000}
"""The same where scores differ more from game to game."""
LEARN: Mapping[str, int] = {
    "bargaining": 1_000_000,
    "balloon": 100_000,
    "dealornodeal": 100_000,
    "trading": 100_000,
    "society": 0,
}
"""Games from which the learner learns in each of its searches; in the other games they take ten times as long."""
CEILINGS = {
    "bargaining": {"easy": 0.75, "normal": 0.60, "tit_for_tat": 0.60, "fair": 0.55, "hard": 0.50},
    "balloon": {"normal": 0.90, "hard": 0.88, "greedy": 0.88},
    "dealornodeal": {"normal": 7.8, "core": 7.6, "hard": 7.2},
    "trading": {"normal": 0.45, "hard": 0.25},
}
"""The most that a best reply may get, on average, by game and player."""


class Exploited(Struct, frozen=True):
    """The searches of one game. `unit` is that of the scores.

    - `found`: families of policies, in every seat and condition.
    - `learned`: a learner with `learn` games as well, in the cell of each player that comes nearest to its ceiling.
    """

    game: str
    unit: str
    games: int
    learn: int
    found: tuple[Searched, ...]
    learned: tuple[Searched, ...]


def ceiling(game: str, player: str, seat: Seat, settings: Mapping[str, str]) -> float | None:
    """Return the most that a best reply may get from a player in this seat, or None if anything goes.

    The bounds of bargaining are for a value of $65 and a cost of $40, and for means over the numbers that the player
    expects of the reply, and over both numbers. Where only the player's own number is drawn, $65 or $40 is better than
    it expects of the reply, which it cannot know: such a reply wins more.
    """
    drawn = set(OWN.values()) & settings.keys()
    if settings.get("pairing") == "independent" or (game == "bargaining" and drawn == {OWN[seat]}):
        return None
    return CEILINGS.get(game, {}).get(player)


def measure(name: str) -> Exploited:
    learn, games = LEARN[name], MORE.get(name, GAMES)
    players = tuple(CEILINGS.get(name, (get(name).default_player,)))
    survey = Survey(name, players, {}, games, 0, 0)
    found = run(survey)
    worst = tuple(_worst(name, player, survey, found) for player in players)
    learned = run(Survey(name, players, {}, games, learn, 0), only=worst) if learn else []
    return Exploited(name, attack_on(name).unit, games, learn, tuple(found), tuple(learned))


def _worst(name: str, player: str, survey: Survey, found: list[Searched]) -> tuple[str, Cell]:
    """Return the player with the cell in which the families won most, among those with a ceiling if there are any."""
    cells = [
        (ceiling(name, player, Seat(one.seat), cell.wrote) is not None, one.best.share, cell)
        for (who, cell), one in zip(survey.searches(), found, strict=True)
        if who == player
    ]
    return player, max(cells, key=lambda at: at[:2])[2]
