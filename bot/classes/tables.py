"""Tables of a class: the act that opens one, always the same deal, and what is kept of a game that has ended."""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from bot.classes.classroom import Classroom, Played
from bot.session import lobby
from bot.session.lobby import HUMAN
from bot.session.model.inbound import Open
from bot.session.model.session import Session
from bot.session.model.unfinished import ended_by_class
from bot.studies.dealing import dealing, filled
from bot.studies.effective import ANY, effective
from games.core.contract import AnyGame, Seat
from games.core.draw import config_of, recipe_of
from games.core.ground import Ground, named
from games.core.registry import get

TEMPO = "chat"


def act_of(room: Classroom, usual: Callable[[AnyGame], str]) -> Open:
    """Return the act that opens a table of a class. `usual` names the player of a game for seats of nobody else.

    Raises `ValueError` for settings that deal no game.
    """
    game = get(room.definition.game)
    act = filled(Open(game.name, seed=room.seed, root=UNSET), room.definition, effective(room.definition), "")
    act = dealing(replace(act, chosen=True, tempo=_tempo(room, act.tempo)), game.title)
    opponent = act.rest if act.rest != HUMAN else ""
    if not room.pairs:
        return replace(act, rest=opponent)
    seats = [info.seat for info in game.seats(config(act))]
    mine = act.seat or seats[0]
    others = [seat for seat in seats if seat != mine]
    fillers = tuple((seat, opponent or usual(game)) for seat in others[1:])
    return replace(act, rest=HUMAN, against=fillers)


def config(act: Open) -> object:
    """Return the configuration that an act of a class deals."""
    game = get(act.game)
    assert act.seed is not None
    return config_of(game, recipe_of(game, dict(act.wrote), lobby.usual(act, lobby.CHAT)), act.seed, act.number)


def opponent_of(room: Classroom) -> str:
    """Return the player that takes free seats; "" for the usual one."""
    chosen = effective(room.definition).opponent
    return "" if chosen in (ANY, HUMAN) else chosen


def seat_of(room: Classroom) -> Seat:
    """Return the seat in which a class is looked at: that of its people, or of the first of a pair."""
    act = act_of(room, lambda game: game.default_player)
    return Seat(act.seat or get(act.game).seats(config(act))[0].seat)


def ground_of(game: str, configured: object, seed: int, seat: str, pairs: bool) -> Ground | None:
    """Return the picture of a class's deal, its axes named for the class. May take a second."""
    found = get(game).ground(get(game).deal(configured, seed))
    seats = [info.seat for info in get(game).seats(configured)]
    if found is None or len(seats) != 2:
        return found
    if pairs:
        return named(found, ("first player's", "second player's"))
    ours = "students'", "AI's"
    return named(found, ours if seat == seats[0] else (ours[1], ours[0]))


def played(session: Session) -> Played:
    """Return the record that a class keeps of a game that has ended."""
    result = session.result()
    assert result is not None
    stopped = session.state is None or session.table.stopped
    mark = None if stopped else session.game.mark(session.state)
    end = "cutoff" if ended_by_class(session) else result.end
    return Played(session.sid, end, mark, tuple(result.written().values()))


def _tempo(room: Classroom, wanted: str) -> str:
    """Return the tempo of a table. People who play each other wait a quarter of the class's time for a partner."""
    if wanted != TEMPO or not room.pairs:
        return wanted
    return f"{max(1, room.minutes // 4)}m"
