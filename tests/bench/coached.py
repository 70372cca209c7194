"""Random games for the coach to review, and opponents that it never saw."""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.players.base import own_seed
from bot.research.opponents.duel import Policy, Turns, analytic
from bot.research.opponents.survey import attack_on
from games.balloon.tactics import stance as balloon
from games.balloon.tactics.players import decide as flown
from games.bargaining.tactics import choose
from games.bargaining.tactics.disposition import plan
from games.bargaining.tactics.manners import MANNERS, Manner
from games.core.coach.analyst import Analyst
from games.core.contract import Act, AnyGame, Event, Expired, Moved, Seat, subseed
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from games.dealornodeal.tactics.mind import Style
from games.dealornodeal.tactics.players import decide, draw
from games.trading.tactics import decide as traded
from games.trading.tactics.style import EASY, HARD, NORMAL, Disposition

DEVIATES = 0.2
"""The part of the moves of random games that are played at random."""

ATTACKS = 0.25
"""The part of unseen opponents that are policies of the search for best replies."""

Unseen = Callable[[Random, Any, Seat], tuple[str, Policy]]
"""A draw of an opponent for a seat that is not in the field: its kind, and its policy."""


class Sample(Struct, frozen=True):
    """The games of one kind by which its coach is measured: recipes of settings, and unseen opponents."""

    game: str
    recipes: tuple[Mapping[str, str], ...]
    unseen: Unseen

    @property
    def analyst(self) -> Analyst[Any, Any, Any]:
        found: Analyst[Any, Any, Any] = import_module(f"games.{self.game}.analysis.coach").ANALYST
        return found


class Course(Struct, frozen=True):
    """A finished game: its events with the states before them, and its end."""

    config: Any
    past: tuple[tuple[Any, Event], ...]
    end: Any


def course(game: AnyGame, config: Any, seed: int, policies: Mapping[Seat, Policy]) -> Course:
    """A game between policies, with its log."""
    seats = tuple(info.seat for info in game.seats(config))
    turns = {seat: policies[seat](own_seed(seed, seat)) for seat in seats}
    state, past = game.deal(config, seed), list[tuple[Any, Event]]()
    while not (turn := game.turn(state)).over:
        seat = next((seat for seat in seats if seat in turn.awaited), None)
        if seat is None:
            event: Event = Expired(turn.clocks[0].id)
        else:
            act = turns[seat](game.view(state, seat))
            event = Moved(seat, act.move, act.say)
        past.append((state, event))
        state = game.apply(state, event)
    return Course(config, tuple(past), state)


def config(sample: Sample, index: int) -> Any:
    game = get(sample.game)
    return config_of(game, recipe_of(game, dict(sample.recipes[index % len(sample.recipes)])), 0, index)


def straying(sample: Sample, policy: Policy, chance: Random) -> Policy:
    """The policy with random deviations."""

    def begin(seed: int) -> Turns:
        turns = policy(seed)

        def turn(view: Any) -> Act[Any]:
            act = turns(view)
            others = list(sample.analyst.alternatives(view, act.move)) if act.move is not None else []
            return chance.choice(others) if others and chance.random() < DEVIATES else act

        return turn

    return begin


def strayed(sample: Sample, index: int) -> Course:
    """A game of random players with random deviations in all seats."""
    game, made, chance = get(sample.game), config(sample, index), Random(subseed(index, "strayed"))
    policies = {
        info.seat: straying(sample, analytic(game.players[chance.choice(sorted(game.players))]), chance)
        for info in game.seats(made)
    }
    return course(game, made, index, policies)


# --- opponents that the coach never saw -------------------------------------------------------------------------------


def bargainer(chance: Random, made: Any, seat: Seat) -> tuple[str, Policy]:
    """Another manner of our bargainers, or now and then a policy of those that attack them."""
    if chance.random() < ATTACKS:
        return "policy", _attacker("bargaining", chance, made, seat)
    manner = _manner(chance)

    def begin(seed: int) -> Turns:
        drawn: list[Any] = []

        def turn(view: Any) -> Act[Any]:
            drawn[:] = drawn or [plan(manner, view, seed)]
            return Act(choose(manner, view, seed, drawn[0]))

        return turn

    return "manner", begin


def _manner(chance: Random) -> Manner:
    """A manner with other parameters than those of the field, from as wide a range."""
    target, limit = chance.randint(330, 540), chance.randint(50, 400)
    spread, unsure = chance.randint(20, 200), chance.randint(40, 100)
    limits = (max(0, limit - spread), limit, limit + spread)
    return replace(
        chance.choice(tuple(MANNERS.values())),
        target=(target, target + 30),
        margin=(60, chance.randint(80, 400)),
        limits=limits,
        unsure=tuple(part * unsure // 100 for part in limits),
        goodwill=(300, 1000),
        needs=chance.randint(400, 1700),
        endgame=chance.randint(4, 24),
        late=chance.random() < 0.3,
        initiative=chance.randint(0, 1000),
    )


def _attacker(name: str, chance: Random, made: Any, seat: Seat) -> Policy:
    return chance.choice([policy for _, policy in attack_on(name).families(made, seat)])


_BOUNDS = {"cost_low": "30", "cost_high": "50", "value_low": "45", "value_high": "75"}
_DRAWN = {"seller_cost": "uniform(30, 50, 0.50)", "buyer_value": "uniform(50.50, 75, 0.50)"}
BARGAINING = Sample(
    "bargaining",
    tuple(
        {**_BOUNDS, **_DRAWN, "information": information, "first": first}
        for information in ("exact", "range", "none")
        for first in ("seller", "buyer")
    ),
    bargainer,
)


def divider(chance: Random, made: Any, seat: Seat) -> tuple[str, Policy]:
    """Another style of our players of books, hats and balls, or now and then a policy of those that attack them."""
    if chance.random() < ATTACKS:
        return "policy", _attacker("dealornodeal", chance, made, seat)
    low, end = chance.randint(0, 500), chance.randint(350, 850)
    start = chance.randint(max(end, 800), 1000)
    style = Style(
        (low, low + 150),
        tuple(start - (start - end) * part // 4 for part in range(5)),
        step=chance.randint(20, 120),
        answer=chance.randint(10, 80),
        lead=chance.randint(0, 300),
        last=(end, max(200, end - 100)),
        presses=chance.randint(0, 100),
    )

    def begin(seed: int) -> Turns:
        drawn: list[Any] = []

        def turn(view: Any) -> Act[Any]:
            drawn[:] = drawn or [draw(view, seed, style)]
            return decide(view, seed, style, drawn[0].limit)

        return turn

    return "manner", begin


DEALORNODEAL = Sample("dealornodeal", ({}, {"utterances": "10"}, {"contexts": "gains"}), divider)


def trader(chance: Random, made: Any, seat: Seat) -> tuple[str, Policy]:
    """Another style of our traders, or now and then a policy of those that attack them."""
    if chance.random() < ATTACKS:
        return "policy", _attacker("trading", chance, made, seat)
    weight, wary = chance.randint(40, 110), chance.randint(0, 260)
    margin, volume = chance.randint(-90, 0), chance.randint(50, 180)
    disposition = Disposition(weight, wary, margin, volume, chance.randint(2, 9))
    manner = replace(
        chance.choice((EASY, NORMAL, HARD)),
        press=chance.randint(0, 30),
        due=chance.randint(0, 150),
        sure=chance.randint(85, 110),
        repeats=chance.randint(0, 9),
    )
    return "manner", lambda seed: lambda view: traded(manner, view, seed, disposition)


TRADING = Sample("trading", ({}, {"max_turns": "6"}, {"open_inventory": "on"}), trader)


def passenger(chance: Random, made: Any, seat: Seat) -> tuple[str, Policy]:
    """Another style of our passengers, or now and then a policy of those that attack them."""
    if chance.random() < ATTACKS:
        return "policy", _attacker("balloon", chance, made, seat)
    low, opening = chance.randint(0, 900), chance.randint(880, 1000)
    style = balloon.Style(
        (low, low + 200),
        chance.randint(700, 900),
        (opening, 1000),
        leads=chance.randint(20, 100),
        gives=chance.randint(300, 1400),
        sulks=chance.randint(0, 180),
        yields=chance.randint(0, 1000),
        settles=1000 if chance.random() < 0.5 else None,
        learns=chance.random() < 0.5,
    )

    def begin(seed: int) -> Turns:
        drawn: list[Any] = []

        def turn(view: Any) -> Act[Any]:
            drawn[:] = drawn or [balloon.draw(style, view, seed)]
            return flown(style, view, seed, drawn[0])

        return turn

    return "manner", begin


BALLOON = Sample("balloon", ({}, {"max_messages": "12"}, {"items": "10"}, {"pairing": "inverse"}), passenger)
