"""Levels: the opponents that people choose by name, such as easy, normal and hard."""

from msgspec import UNSET

from bot.players.trained import catalogue
from bot.session.model.session import Session
from games.core.contract import AnyGame
from games.core.phrases import joined
from games.core.post import Choice
from games.core.registry import get, names


class UnknownLevel(ValueError):
    """Error: a game has no such level; the text names those that it has."""

    def __init__(self, game: AnyGame, level: str) -> None:
        there = joined(of(game), "or")
        super().__init__(
            f"{game.title} has no opponent {level[:40]!r}; {f'choose {there}' if there else 'it has one kind only'}."
        )


def of(game: AnyGame) -> tuple[str, ...]:
    """Return the levels of a game that it has players for, the weakest first."""
    return tuple(level for level in game.levels if level in game.players)


def named(game: AnyGame) -> tuple[str, ...]:
    """Return all opponents that people may name in a game: its levels, and its trained players."""
    return (*of(game), *catalogue.names(game.name))


def check(game: AnyGame, level: str) -> None:
    """Raise `UnknownLevel` for a level that a game lacks; "" names none."""
    if level and level not in named(game):
        raise UnknownLevel(game, level)


def everywhere() -> tuple[str, ...]:
    """Return the levels of all games."""
    return tuple(dict.fromkeys(level for name in names() for level in of(get(name))))


def others(session: Session) -> tuple[Choice, ...]:
    """Return buttons for an easier and a harder opponent, for a person alone at the table who has not moved yet.

    Neither operators' games and classes have them, which fix the opponent, nor the conditions of published studies.
    """
    table = session.table
    ais = {chair.strategy for chair in table.chairs if chair.kind == "ai"}
    there = of(session.game) if _may_choose(session) else ()
    if table.begun or len(table.people()) != 1 or len(ais) != 1 or not ais <= set(there):
        return ()
    at = there.index(ais.pop())
    easier = (Choice("Easier AI", f"/rematch {there[at - 1]}"),) if at else ()
    harder = (Choice("Harder AI", f"/rematch {there[at + 1]}"),) if at + 1 < len(there) else ()
    return (*easier, *harder)


def _may_choose(session: Session) -> bool:
    """Return whether the person may choose the opponent: in a chat, and where no study, class or operator fixes it."""
    terms = session.terms
    seeded = any(text.startswith("seed") for _, text in terms.overrides)
    ours = terms.setup is UNSET and terms.stage is UNSET and not session.taught and not seeded
    return ours and session.table.phase == "play" and terms.tempo.turn is not None
