"""The games of a bench as episodes of other projects' formats, one file a game and a format."""

import importlib.metadata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Raw

from bot.research.bench.design import Match
from bot.research.bench.play import Game
from bot.research.bench.suite import Deal
from bot.research.export.episodes import Episode, episode
from bot.research.export.formats import writers
from bot.session.model.events import Dealt, Decided, Sat, Stopped, TableEvent
from bot.session.model.session import Session
from bot.session.model.table import Chair
from bot.session.model.terms import TEMPI, Terms
from games.core.codec import digest, encode
from games.core.contract import Event, Moved, Seat
from games.core.registry import get
from storage.base import Record

TEMPO: Final = "calm"


def written(games: Iterable[Game], deals: dict[tuple[str, int], Deal], folder: Path) -> int:
    """Write the episodes of games with models into a folder; return their number. Raises `OSError`."""
    count, forms = 0, writers()
    for form in forms:
        (folder / form).mkdir(parents=True, exist_ok=True)
    for game in games:
        if game.state == "infrastructure" or not any(game.notes):
            continue
        made = episode_of(game, deals[game.match.game, game.match.deal])
        for form, document in forms.items():
            (folder / form / f"{_name(game.match)}.json").write_bytes(encode(document(made)) + b"\n")
        count += 1
    return count


def episode_of(game: Game, deal: Deal) -> Episode:
    """Return a game as an episode; an aborted one ends as stopped."""
    rules, config = get(deal.game), encode(deal.config)
    terms = Terms(
        game=deal.game,
        rules=rules.rules,
        config=Raw(config),
        seed=deal.seed,
        tempo=TEMPI[TEMPO],
        spec=digest(deal.game.encode(), b"%d" % rules.rules, config),
        engine=importlib.metadata.version("parley"),
    )
    fresh = Session.fresh(game.match.name, terms)
    session, records = fresh, list[Record]()
    for event in _events(game, fresh):
        session, entry = session.after(event, 0)
        records.append(Record(1, len(records), 0, entry))
    return episode(fresh, records, 0)


def _events(game: Game, fresh: Session) -> Iterator[Event | TableEvent]:
    for chair, player in zip(fresh.table.chairs, game.match.players, strict=True):
        yield Sat(Chair(chair.seat, "ai", strategy=player))
    yield Dealt()
    reasons: dict[Seat, list[str]] = {}
    for seat, reason in game.reasons:
        reasons.setdefault(seat, []).append(reason)
    for event in game.events:
        if isinstance(event, Moved) and reasons.get(event.seat):
            yield Decided(event.seat, "llm", private={"llm": {"reason": reasons[event.seat].pop(0)}})
        yield event
    if game.state == "aborted":
        yield Stopped(game.match.players[game.by], game.code)


def _name(match: Match) -> str:
    """Return a file name for a match, of letters, digits and a few other characters."""
    kept = "".join(char if char.isalnum() or char in "-._~@" else "-" for char in match.name)
    return f"{kept[:150]}-{digest(match.name.encode())[:8]}"
