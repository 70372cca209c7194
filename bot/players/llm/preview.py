"""`parley prompt` and `/game prompt`: show operators exactly what a model would get about a game."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bot.players.base import Brief, briefed, own_seed
from bot.players.exchange import Done, Exchange, exchange
from bot.players.llm import personas
from bot.players.llm.model_players import parted, setup_of
from bot.players.llm.request import deciding, wording
from bot.runtime.settings import Settings
from games.core.contract import AnyGame, Moved, Seat, typing
from games.core.draw import config_of, recipe_of
from games.core.registry import get


def prompted(
    settings: Settings, name: str, wrote: Mapping[str, str], seat: str, seed: int, turns: int, persona: str
) -> dict[str, Any]:
    """Return the request's body for a seat's decision after this many analytic turns. Raises `ValueError`."""
    return seated(settings, name, wrote, seat, "", seed, turns, persona)[1]


def seated(
    settings: Settings, name: str, wrote: Mapping[str, str], seat: str, but: str, seed: int, turns: int, persona: str
) -> tuple[Seat, dict[str, Any]]:
    """Return the deciding seat and the same body. If no seat is named, it is one other than `but`."""
    game, (persona, model) = get(name), parted(persona)
    setup = setup_of(settings, model)
    brief, seen = _brief(game, wrote, seat, but, seed, turns)
    found = personas.load(persona or personas.DEFAULT, settings.personas)
    typed = setup.answer == "text"
    prompt = typing(game, brief.view, brief.seat) if typed else game.prompt(brief.view, brief.seat)
    if setup.words != "word":
        return brief.seat, deciding(setup, prompt, found, game, seen)
    act = game.players[found.stand_in(game)].decide(brief.view, brief.seed)
    return brief.seat, wording(setup, found, seen, game.described(brief.view, act.move))


def opening(name: str) -> Brief:
    """Return the brief of the first decision in a game with its usual settings."""
    return _brief(get(name), {}, "", "", 0, 0)[0]


def _brief(
    game: AnyGame, wrote: Mapping[str, str], seat: str, but: str, seed: int, turns: int
) -> tuple[Brief, Exchange]:
    config = config_of(game, recipe_of(game, wrote), seed, 0)
    seats = tuple(info.seat for info in game.seats(config))
    seat = _named(game, seats, seat) if seat else ""
    player, dealt = game.players[game.default_player], game.deal(config, seed)
    state, past = dealt, list[Done]()
    for number in range(turns + 2 * len(seats)):
        awaited = [s for s in seats if s in game.turn(state).awaited]
        if not awaited:
            raise ValueError(f"After {number} turns of this game nobody is awaited; name fewer turns.")
        able = [s for s in awaited if (s == seat if seat else s != but)]
        if number >= turns and able:
            mine = able[0]
            return briefed(game, state, mine, seats, turn=number, seed=seed), exchange(game, dealt, past, mine)
        act = player.decide(game.view(state, awaited[0]), own_seed(seed, awaited[0]))
        past.append(Done(Moved(awaited[0], act.move, act.say), {}))
        state = game.apply(state, past[-1].event)
    raise ValueError(
        f"{seat or 'Nobody else'} does not decide soon after {turns} turns; name another seat or another number."
    )


def _named(game: AnyGame, seats: tuple[Seat, ...], name: str) -> Seat:
    """Return the seat with a name. Raises `ValueError` with a sentence."""
    for seat in seats:
        if seat.casefold() == name.casefold():
            return seat
    raise ValueError(f"{game.name} has no seat {name!r}; its seats are {', '.join(seats)}.")


def told(body: Mapping[str, Any], as_json: bool) -> str:
    """Return a request in a form for people, or as it is sent."""
    if as_json:
        return json.dumps(body, ensure_ascii=False)
    parts = [("constant part (system)", _texts(body["system"]))]
    parts += [(f"{turn['role']}", _texts(turn["content"])) for turn in body["messages"]]
    rest = {key: value for key, value in body.items() if key not in ("system", "messages")}
    texts = [f"--- {head} ---\n{text}" for head, text in parts]
    return "\n\n".join([*texts, f"--- the rest ---\n{json.dumps(rest, indent=2, ensure_ascii=False)}"])


def _texts(blocks: Iterable[Mapping[str, Any]]) -> str:
    return "\n\n".join(block["text"] for block in blocks)
