"""The catalogue: the list of games, and each game's rules as a seat sees them."""

import json
from collections.abc import Mapping
from typing import Any

from bot.adapters.terminal.lines import clean
from games.core.contract import AnyGame, Seat
from games.core.draw import config_of, recipe_of, settings_of
from games.core.post import Cast, Voice, plain
from games.core.registry import get, names

WIDTH = 72


def listing(as_json: bool) -> str:
    """Return all games: name, title, description, the seats of the default game, and the settings."""
    rows = [_row(get(name)) for name in names()]
    if as_json:
        return json.dumps(rows, ensure_ascii=False)
    return "\n\n".join(
        f"{row['name']}: {row['title']}\n  {row['about']}\n  seats: {', '.join(row['seats'])}\n"
        f"  players: {', '.join(row['players'])}\n  settings: {', '.join(s['key'] for s in row['settings'])}"
        for row in rows
    )


def _row(game: AnyGame) -> dict[str, Any]:
    config = config_of(game, recipe_of(game, {}), 0, 0)
    return {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "seats": [info.seat for info in game.seats(config)],
        "players": list(game.players),
        "settings": [
            {"key": s.key, "allowed": s.kind.allowed(), "default": s.show(s.default), "help": s.help}
            for s in settings_of(game)
        ],
    }


def explained(name: str, wrote: Mapping[str, str], seat: str, seed: int, as_json: bool) -> str:
    """Return a game's rules as one seat sees them, for the deal of this seed. Raises `ValueError`."""
    game = get(name)
    config = config_of(game, recipe_of(game, wrote), seed, 0)
    seats = [info.seat for info in game.seats(config)]
    if seat and seat not in seats:
        raise ValueError(f"{name} has no seat {seat!r}; its seats are {', '.join(seats)}.")
    mine = Seat(seat or seats[0])
    voice = Voice(mine, tuple(Cast(s, "human" if s == mine else "ai") for s in seats), width=WIDTH)
    text = clean(plain(game.explain(game.view(game.deal(config, seed), mine), voice)))
    if not as_json:
        return text
    return json.dumps({"game": name, "seat": mine, "text": text}, ensure_ascii=False)
