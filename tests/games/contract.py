"""The contract of every game, written once. A game's tests say what is special about it in a `Sample`:

    SAMPLE = contract.Sample(
        "games.bargaining:game",
        configs=(config_of(game, recipe_of(game, {"seller_cost": "43.21"}), 1, 0),),
        texts=("45", "accept", "how about 42?"),
        canaries=lambda state, seat: ("4321", "43.21") if seat == "seller" else (),
    )

    @pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
    def test_contract(check: contract.Check) -> None:
        check(SAMPLE)

Each check looks at the random games of `tests.games.plays`.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields

from games.core.codec import decode, encode, shape
from games.core.contract import (
    REVEAL,
    TABLE,
    AnyGame,
    End,
    Expired,
    IllegalMove,
    Left,
    Moved,
    News,
    Reading,
    Seat,
    subseed,
)
from games.core.draw import config_of, recipe_of
from games.core.post import Choice, Post, Voice
from tests.games.hostile import hostile_text_is_read_in_peace, models_are_asked_in_peace
from tests.games.plays import Play, Sample, plays, pressed, voices
from tests.games.refold import mark, marks
from tests.games.shown import found, says_something, shown

__all__ = ["CHECKS", "Check", "Sample", "name"]

ROOT = Path(__file__).parents[2]

Check = Callable[[Sample], None]


def the_log_is_all_there_is(sample: Sample) -> None:
    """Folding a log gives the running states, views, stakes and news byte for byte, also in another process."""
    game = sample.game
    live = []
    for play in plays(sample):
        told = (game.opening(play.first), *(step.news for step in play.steps))
        live.append([mark(game, play.config, state, news) for state, news in zip(play.states, told, strict=True)])
    _same_course(sample, live, [marks(game, play.log) for play in plays(sample)], "in this process")
    logs = b"\n".join(encode(play.log) for play in plays(sample))
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-m", "tests.games.refold", sample.path],
            input=logs,
            capture_output=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        assert run.returncode == 0, run.stderr.decode()
        folded = [decode(line, list[str]) for line in run.stdout.splitlines()]
        _same_course(sample, live, folded, f"in a process with PYTHONHASHSEED={hash_seed}")


def _same_course(sample: Sample, live: list[list[str]], folded: list[list[str]], where: str) -> None:
    for play, ours, theirs in zip(plays(sample), live, folded, strict=True):
        differs = next((k for k, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b), None)
        event = "the deal" if not differs else play.steps[differs - 1].event
        assert differs is None, f"folding the log of game {play.seed} {where} differs after {event}"


def everything_has_one_encoding(sample: Sample) -> None:
    """Configurations, states, events, views and facts decode to what was encoded, and hold plain frozen values only."""
    game = sample.game
    for kind in (game.Config, game.State, game.Move, game.event_type):
        assert shape(kind)
    for play in plays(sample):
        _same(play.config, game.Config)
        for state in play.states:
            _same(state, game.State)
            for who in (TABLE, *play.seats):
                view = game.view(state, who)
                assert decode(encode(view), type(view)) == view
        for step in play.steps:
            _same(step.event, game.event_type)
            for fact in (news.fact for news in step.news):
                assert decode(encode(fact), type(fact)) == fact


def _same(value: Any, kind: Any) -> None:
    assert decode(encode(value), kind) == value
    _plain_values(value)


def _plain_values(value: Any) -> None:
    if isinstance(value, Struct):
        assert value.__struct_config__.frozen, f"{type(value).__name__} is not frozen"
        for field in fields(value):
            _plain_values(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for part in value:
            _plain_values(part)
    else:
        assert value is None or isinstance(value, int | str | bytes | Fraction), f"{value!r} has no place in a state"


def a_game_is_over_when_it_has_a_result(sample: Sample) -> None:
    """`turn` and `result` agree; the result names every seat; nothing changes an ended game."""
    game = sample.game
    for play in plays(sample):
        for state in play.states:
            result = game.result(state)
            assert game.turn(state).over == (result is not None), f"turn and result disagree about {state}"
            if result is None:
                continue
            assert result.end in get_args(End)
            assert tuple(seat for seat, _ in result.earnings) == play.seats
            assert result.written()
            encode(game.view(state, REVEAL))
            encode(dict(game.report(state)))
            for event in (Moved(play.seats[0], None, "hello"), *(step.event for step in play.steps[-3:])):
                with suppress(IllegalMove):
                    assert game.apply(state, event) == state


def anybody_may_leave_a_running_game(sample: Sample) -> None:
    game = sample.game
    for play in plays(sample):
        gone = set[Seat]()
        for state, event in zip(play.states, (*(step.event for step in play.steps), None), strict=True):
            for seat in play.seats:
                if game.result(state) is None and seat not in gone:
                    game.apply(state, Left(seat, "quit"))
            if isinstance(event, Left):
                gone.add(event.seat)


def secrets_stay_with_their_seat(sample: Sample) -> None:
    """No canary of a seat is in what others come across before the end, nor in any stake or public button."""
    if sample.canaries is None:
        return
    game, planted = sample.game, False
    for play in plays(sample):
        course = [(play.first, game.opening(play.first)), *((step.after, step.news) for step in play.steps)]
        for state, news in course:
            if game.result(state) is not None:
                continue
            secrets = {seat: frozenset(sample.canaries(state, seat)) for seat in play.seats}
            open_to = list(_open(game, play, state, news))
            for seat, canaries in secrets.items():
                planted |= any(found(canary, shown(game.view(state, seat))) for canary in canaries)
                for who, where, text in open_to:
                    if who != seat:
                        for canary in canaries - secrets.get(who, frozenset()):
                            assert not found(canary, text), f"{canary} of {seat} in {where}: {text}"
        for refusal in play.refusals:
            offender = getattr(refusal.event, "seat", TABLE)
            for seat in set(play.seats) - {offender}:
                for canary in sample.canaries(refusal.state, seat):
                    assert not found(canary, str(refusal.why)), f"{canary} of {seat} in the refusal {refusal.why}"
    assert planted, "no canary ever stood in the view of its own seat, so nothing was checked"


def _open(game: AnyGame, play: Play, state: Any, news: tuple[News[Any], ...]) -> Iterator[tuple[Seat, str, str]]:
    """All that anybody comes across: who (TABLE for what is open to all), where, and the text."""
    for who in (TABLE, *play.seats):
        view, facts, name = game.view(state, who), tuple(n.fact for n in news if n.reaches(who)), who or "the table"
        yield who, f"the view of {name}", shown(view)
        yield who, f"facts for {name}", shown(facts)
        for voice in voices(play.seats, who):
            for post in _posts(game, facts, view, voice):
                yield who, f"a post for {name}", shown(post)
            for ask in game.asks(view, voice):
                yield TABLE if ask.scope == "table" else who, f"a button of {name}", shown(ask)
        if who:
            yield TABLE, f"the stake of {name}", game.stake(state, who)


def every_post_says_something(sample: Sample) -> None:
    """Facts, status, rules and refusals become posts with words, without control characters, for every viewer."""
    game = sample.game
    for play in plays(sample):
        told = (game.opening(play.first), *(step.news for step in play.steps))
        for state, news in zip(play.states, told, strict=True):
            for who in (TABLE, *play.seats):
                view, facts = game.view(state, who), tuple(n.fact for n in news if n.reaches(who))
                for voice in voices(play.seats, who):
                    for post in _posts(game, facts, view, voice):
                        says_something(post)
        for seat in play.seats:
            dealt = tuple(n.fact for n in told[0] if n.reaches(seat))
            assert game.tell(dealt, game.view(play.first, seat), Voice(seat)), f"the opening tells {seat} nothing"
        for refusal in play.refusals:
            who = getattr(refusal.event, "seat", TABLE)
            says_something(game.refuse(refusal.why, game.view(refusal.state, who), Voice(who)))


def _posts(game: AnyGame, facts: tuple[Any, ...], view: Any, voice: Voice) -> Iterator[Post]:
    """All that one viewer may be told about a state and the facts that led to it."""
    yield from game.tell(facts, view, voice)
    yield game.status(view, voice)
    yield game.explain(view, voice)
    for code in ("over", "not_your_turn", "stale"):
        yield game.refuse(IllegalMove(code), view, voice)


def every_button_means_what_it_says(sample: Sample) -> None:
    """Check that each button's words are read as a legal move or as talk, and a form's for some ways to fill it in."""
    game, chance = sample.game, Random(0)
    for play in plays(sample):
        for state in play.states:
            for seat in play.seats:
                view = game.view(state, seat)
                for ask in game.asks(view, Voice(you=seat)):
                    ways = 1 if isinstance(ask, Choice) else 12
                    readings = [game.read(view, pressed(ask, chance)) for _ in range(ways)]
                    read = [r for r in readings if isinstance(r, Reading) and not r.confirm]
                    assert read, f"{ask} of {seat} is read as {readings}"
                    if isinstance(ask, Choice):
                        game.apply(state, Moved(seat, read[0].move, read[0].say))


def analytic_players_finish_every_game(sample: Sample) -> None:
    """Each player, in all seats, is legal on every turn, decides alike for equal views and seeds, and finishes."""
    game = sample.game
    assert game.default_player in game.players
    for key, player in game.players.items():
        assert player.name == key
        for seed, config in enumerate(sample.configs):
            state = game.deal(config, seed)
            committed: dict[Seat, dict[str, Any]] = {}
            for _ in range(5_000):
                turn = game.turn(state)
                if turn.over:
                    break
                if not turn.awaited:
                    state = game.apply(state, Expired(turn.clocks[0].id))
                for seat in sorted(turn.awaited):
                    if seat not in game.turn(state).awaited:
                        continue
                    view, own = game.view(state, seat), subseed(seed, "player", seat)
                    act, drawn = player.decide(view, own), player.drawn(view, own)
                    assert player.decide(view, own, decode(encode(drawn), dict[str, Any])) == act
                    assert committed.setdefault(seat, drawn) == drawn, "it draws by what came after the deal"
                    state = game.apply(state, Moved(seat, act.move, act.say))
            assert game.result(state), f"{key} does not finish"


def settings_make_configurations(sample: Sample) -> None:
    """Every preset is playable as it stands; a configuration has a field for each setting, and its condition."""
    game = sample.game
    assert {f.name for f in fields(game.Config)} == {*(s.key for s in game.settings), "condition"}
    for setting in game.settings:
        assert setting.help
        assert setting.parse(setting.show(setting.default)) == setting.default
    for condition in game.presets:
        for index in range(4):
            config = config_of(game, recipe_of(game, {"condition": condition}), 1, index)
            assert config.condition == condition
            assert len({info.seat for info in game.seats(config)} - {TABLE, REVEAL}) == len(game.seats(config)) > 0


CHECKS: tuple[Check, ...] = (
    the_log_is_all_there_is,
    everything_has_one_encoding,
    a_game_is_over_when_it_has_a_result,
    anybody_may_leave_a_running_game,
    secrets_stay_with_their_seat,
    every_post_says_something,
    every_button_means_what_it_says,
    hostile_text_is_read_in_peace,
    models_are_asked_in_peace,
    analytic_players_finish_every_game,
    settings_make_configurations,
)


def name(check: Check) -> str:
    """The id of a check in a test report."""
    return check.__name__
