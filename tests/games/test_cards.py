"""Result cards of all games: true for every end and every reader, within a phone's width, and free of secrets."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from msgspec import Struct, json
from msgspec.structs import fields, replace

from games.core.codec import decode, encode
from games.core.contract import AnyGame, Result, Seat, written
from games.core.draw import config_of, recipe_of
from games.core.plots import COLUMNS, Axis, Bars, Lines, Plane
from games.core.post import Block, Bold, Chart, Line, Post, Voice, plain
from games.core.registry import get, names
from tests.games.finished import finished, readers

CONDITIONS = {
    "bargaining": (
        "condition=exact", "condition=range", "condition=none", "condition=claimed", "condition=asymmetric",
        "condition=mug", "condition=mug_wide", "condition=tight", "style=chat first=buyer rounds=1",
        "buyer_value=35 seller_cost=40 no_zopa=on", "buyer_value=40 seller_cost=40 no_zopa=on rounds=30",
    ),
    "dealornodeal": ("condition=books", "condition=camp", "style=chat condition=rich", "utterances=2"),
    "trading": ("condition=casual", "condition=short style=chat", "condition=cooperative", "condition=long clamp=on"),
    "balloon": (
        "condition=mixed", "condition=competitive style=chat", "condition=cooperative", "condition=large",
        "condition=complexity_hard", "items=2 max_messages=2",
    ),
    "society": (
        "condition=negotiation style=chat", "condition=contract", "condition=social style=chat", "condition=pair",
        "condition=contract_hard style=chat",
    ),
}  # fmt: skip
GAMES = [(name, settings) for name in names() for settings in CONDITIONS[name]]
SEEDS = (1, 2)
LEAVES = (0, 1)
"""Moves after which the first seat leaves; 0: nobody does."""


@cache
def ends(name: str, settings: str) -> tuple[Any, ...]:
    chosen = dict(one.split("=") for one in settings.split())
    return tuple(finished(get(name), chosen, seed, leaves=leaves) for seed in SEEDS for leaves in LEAVES)


@cache
def cards(name: str, settings: str) -> tuple[tuple[Any, Result, Voice, tuple[Block, ...]], ...]:
    return tuple(_cards(name, settings))


def _cards(name: str, settings: str) -> Iterator[tuple[Any, Result, Voice, tuple[Block, ...]]]:
    game = get(name)
    for state in ends(name, settings):
        result = game.result(state)
        assert result is not None
        for voice in readers(tuple(seat for seat, _ in result.earnings)):
            blocks = game.card(state, voice)
            assert blocks is not None
            yield state, result, voice, blocks


@pytest.mark.slow
@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_a_card_is_a_heading_a_few_sentences_and_a_chart_that_fits_a_phone(name: str, settings: str) -> None:
    for _, result, voice, blocks in cards(name, settings):
        heading, *rest = blocks
        assert isinstance(heading, Line)
        assert isinstance(heading.spans[0], Bold)
        if voice.plain or (name == "society" and result.end == "abandoned"):
            assert all(isinstance(block, Line) for block in blocks)
            assert rest
            continue
        *lines, chart = rest
        assert isinstance(chart, Chart)
        assert len(lines) <= 4
        for text in (plain(Post((block,))) for block in lines):
            assert text[0].isupper() or text.startswith("Kim"), text
            assert text.endswith("."), text
        assert max(map(len, chart.text.split("\n"))) <= COLUMNS
        assert 20 < len(chart.alt) <= 1024
        assert decode(encode(Post(blocks)), Post) == Post(blocks)
        assert len(encode(Post(blocks))) < 20_000


@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_the_numbers_of_a_card_add_up_with_the_result(name: str, settings: str) -> None:
    for _, result, voice, blocks in cards(name, settings):
        earned = dict(result.earnings)
        text = plain(Post(blocks))
        told = {voice.you} & set(earned) if name == "society" else set(earned)
        for seat in told if result.end != "abandoned" or name == "bargaining" else ():
            amount = written(earned[Seat(seat)], get(name).unit)
            assert amount in text or (not earned[Seat(seat)] and result.end != "deal"), (text, amount)
        chart = next((block for block in blocks if isinstance(block, Chart)), None)
        if chart is None:
            continue
        order = sorted(earned, key=lambda seat: seat != voice.you) if voice.you in earned else list(earned)
        match chart.plot:
            case Plane(spots=spots):
                for spot in spots:
                    if spot.kind == "end":
                        assert (spot.x, spot.y) == tuple(earned[seat] for seat in order)
                assert any(spot.kind == "end" for spot in spots) == (result.end == "deal" and any(earned.values())) or (
                    name == "trading"
                )
            case Lines(spots=spots):
                assert len(spots) == (result.end == "deal")
            case Bars(bars=bars, level=level) if level is not None:
                assert sum(bar.values[1] for bar in bars) == pytest.approx(level.at * len(bars), abs=len(bars))


@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_all_that_a_plot_holds_is_in_sight(name: str, settings: str) -> None:
    for _, _, _, blocks in cards(name, settings):
        for chart in blocks:
            if not isinstance(chart, Chart):
                continue
            match chart.plot:
                case Plane(x=x, y=y) as plane:
                    points = (*plane.dots, *plane.frontier, *((spot.x, spot.y) for spot in plane.spots))
                    assert _inside(x, [a for a, _ in points])
                    assert _inside(y, [b for _, b in points])
                    falling = sorted(plane.frontier)
                    assert all(one[1] > other[1] for one, other in pairwise(falling))
                case Lines(x=x, y=y) as lines:
                    points = tuple(point for series in lines.series for point in series.points)
                    assert _inside(x, [a for a, _ in points])
                    assert _inside(y, [*(b for _, b in points), *(level.at for level in lines.levels)])
                case Bars(axis=axis, bars=bars):
                    assert _inside(axis, [value for bar in bars for value in bar.values])


@pytest.mark.parametrize("settings", CONDITIONS["trading"])
def test_what_traders_could_reach_together_stands_on_the_frontier(settings: str) -> None:
    for _, _, _, blocks in cards("trading", settings):
        text = plain(Post(blocks))
        told = re.search(r"([+-]?\d+) was possible without a loss for either", text)
        plots = [block.plot for block in blocks if isinstance(block, Chart) and isinstance(block.plot, Plane)]
        for plot in plots:
            reached = [sum(pair) for pair in plot.frontier if min(pair) >= 0]
            assert told is not None or not reached
            # A chart shows the frontier thinned out.
            assert not reached or told is None or max(reached) <= int(told[1]) <= 1.1 * max(reached) + 5


def _inside(axis: Axis, values: list[int]) -> bool:
    return axis.low < axis.high or (axis.unit == "" and all(axis.low <= value <= max(axis.high, 0) for value in values))


@pytest.mark.parametrize("name", names())
def test_a_running_game_has_no_card(name: str) -> None:
    game = get(name)
    state = game.deal(config_of(game, recipe_of(game, {}), 1, 0), 1)
    assert game.card(state, Voice()) is None


def silent(value: Any) -> Any:
    """The same with every word of a player replaced: what players say is no part of a card."""
    if isinstance(value, tuple):
        return tuple(map(silent, value))
    if not isinstance(value, Struct):
        return value
    held = {field.name: getattr(value, field.name) for field in fields(value)}
    said = {name: "CANARY 98765" for name, text in held.items() if name in WORDS and isinstance(text, str)}
    within = {name: silent(part) for name, part in held.items() if isinstance(part, tuple | Struct)}
    return replace(value, **said, **within)


WORDS = {"words", "text", "say"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_a_card_repeats_nobodys_words(name: str, settings: str) -> None:
    game: AnyGame = get(name)
    for state, _, voice, blocks in cards(name, settings):
        assert game.card(silent(state), voice) == blocks
        assert "CANARY" not in plain(Post(blocks))


HIDDEN = {
    "balloon": ("slips", "active", "idle"),
    "dealornodeal": ("card", "cards", "misread"),
    "society": ("queues", "sent", "recent", "hinted", "talk"),
    "trading": ("slips",),
}
"""Parts of a state that say what a seat planned, tried or chose in secret; bargaining has none."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_a_card_does_not_depend_on_what_a_seat_planned_or_tried(name: str, settings: str) -> None:
    game = get(name)
    for state, _, voice, blocks in cards(name, settings):
        bare = {field: _emptied(getattr(state, field)) for field in HIDDEN.get(name, ())}
        assert game.card(replace(state, **bare), voice) == blocks


def _emptied(value: Any) -> Any:
    """The same kind of value with nothing in it."""
    match value:
        case int():
            return 0
        case (int(), int()):
            return (0, 0)
        case (tuple(), tuple()):
            return ((), ())
        case tuple() if value and all(part is None or isinstance(part, Struct) for part in value):
            return ()
        case _:
            return () if isinstance(value, tuple) else None


def test_goods_worth_too_much_for_a_frontier_are_shown_as_bars() -> None:
    rich = dict.fromkeys(("Wheat", "Wood", "Sheep", "Brick", "Ore"), 1_000_000)
    poor = dict.fromkeys(rich, 1)
    file = {"inventory": {"player_0": rich, "player_1": poor}, "values": {"player_0": poor, "player_1": rich}}
    state = finished(get("trading"), {"instance": json.encode(file).decode()}, 1)
    for voice in readers((Seat("player_0"), Seat("player_1")))[:4]:
        *_, chart = get("trading").card(state, voice) or ()
        assert isinstance(chart, Chart)
        assert isinstance(chart.plot, Bars)
        assert max(map(len, chart.text.split("\n"))) <= COLUMNS
