"""Levels: the opponents that people choose by name, such as easy, normal and hard."""

from msgspec import UNSET

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


def everywhere() -> tuple[str, ...]:
    """Return the levels of all games."""
    return tuple(dict.fromkeys(level for name in names() for level in of(get(name))))


def others(session: Session) -> tuple[Choice, ...]:
    """Return buttons for an easier and a harder opponent, for a person alone at the table who has not moved yet.

    Neither operators' games have them, which fix the opponent, nor the conditions of published studies.
    """
    table, terms = session.table, session.terms
    if table.phase != "play" or table.begun or terms.tempo.turn is None or terms.setup is not UNSET:
        return ()
    if len(table.people()) != 1 or any(text.startswith("seed") for _, text in terms.overrides):
        return ()
    there, playing = of(session.game), {chair.strategy for chair in table.chairs if chair.kind == "ai"}
    known = [level for level in there if level in playing]
    if not known or len(playing) != 1:
        return ()
    at = there.index(known[0])
    easier = (Choice("Easier AI", f"/rematch {there[at - 1]}"),) if at else ()
    harder = (Choice("Harder AI", f"/rematch {there[at + 1]}"),) if at + 1 < len(there) else ()
    return (*easier, *harder)
