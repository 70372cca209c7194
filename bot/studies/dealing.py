"""The act that opens a session of a design: a condition's settings filled in, and a seed that deals a playable game."""

from contextlib import suppress

from msgspec.structs import replace

from bot.session.model.inbound import Open
from bot.studies.design import Definition, Effective, Pairs
from bot.studies.effective import ANY, HOUSE, merged
from games.core.contract import subseed
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from games.core.settings import BadSetting

TRIES = 200
"""Number of seeds that are tried before a game is given up."""


def filled(act: Open, definition: Definition, loaded: Effective, label: str) -> Open:
    """Return the act with all that a definition and its condition `label` set; "" where it has no conditions."""
    house = loaded.house(loaded.variant(label))
    return replace(
        act,
        game=definition.game,
        wrote=tuple(
            (key, text) for key, text in merged(definition.wrote, wrote_in(definition, label)) if key not in HOUSE
        ),
        seat=house["seat"],
        rest="" if house["opponent"] == ANY else house["opponent"],
        tempo=house["tempo"],
    )


def wrote_in(definition: Definition, label: str) -> Pairs:
    """Return a condition's overrides of the game's own settings."""
    return next((cell.wrote for cell in definition.cells if cell.label == label), ())


def dealing(act: Open, name: str) -> Open:
    """Return the act with a seed that deals a playable game.

    Nearly always it is the act's own seed: the extreme values that can be drawn were tried before the game was
    accepted. If values between them do not go together, others are drawn. Raises `ValueError` if none do.
    """
    game = get(act.game)
    recipe = recipe_of(game, dict(act.wrote))
    assert act.seed is not None
    for n in range(TRIES):
        seed = subseed(act.seed, "again", n) >> 16 if n else act.seed
        with suppress(BadSetting):
            config_of(game, recipe, seed, act.number)
            return replace(act, seed=seed)
    raise ValueError(f"{name} cannot be dealt just now. Tell the operators.")
