"""One game of AIs: who decides when, what stands in for an illegal move, which clock runs out, and that it ends."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.players import Analytic, Brief, Decision, Strategy
from bot.research import play_one
from bot.research.play_one import Unfinished, play
from games.core.contract import AnyGame, Clock, Event, Expired, News, Seat, Turn, subseed
from games.core.draw import config_of, recipe_of
from tests.games.tiny import number, sealed


class Does:
    """A strategy that does what a function of its brief says, and remembers the briefs."""

    def __init__(self, move: Callable[[Brief], Any], say: str = "") -> None:
        self.move, self.say = move, say
        self.briefs: list[Brief] = []

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        self.briefs.append(brief)
        return Decision(self.move(brief), self.say)


def table(game: AnyGame, players: dict[str, Strategy] | None = None, **wrote: str) -> tuple[Any, dict[Seat, Strategy]]:
    """A configuration, and strategies for its seats: the default one where none is given."""
    config = config_of(game, recipe_of(game, wrote), 0, 0)
    given = players or {}
    return config, {i.seat: given.get(i.seat, Analytic(game.default_player)) for i in game.seats(config)}


async def test_equal_seeds_give_equal_games() -> None:
    config, players = table(number.game)
    first, again, other = [await play(number.game, config, seed, players) for seed in (7, 7, 8)]
    assert first == again
    assert first != other


@pytest.mark.parametrize("game", [number.game, sealed.game], ids=lambda game: game.name)
async def test_default_players_come_to_an_end_without_an_illegal_move(game: AnyGame) -> None:
    config, players = table(game)
    for seed in range(50):
        played = await play(game, config, seed, players)
        assert played.illegal == 0
        assert played.turns > 0


async def test_all_who_are_awaited_are_asked_in_the_order_of_the_seats() -> None:
    asked: list[Seat] = []

    def bid(brief: Brief) -> Any:
        asked.append(brief.seat)
        return sealed.Bid(100)

    config, players = table(sealed.game, {seat: Does(bid) for seat in sealed.SEATS})
    await play(sealed.game, config, 1, players)
    assert asked == list(sealed.SEATS)


async def test_a_brief_is_the_one_of_a_session() -> None:
    """Seeds by seat as in `bot.session.manager.brief_for`, decisions counted from 0."""
    walker = Does(lambda brief: number.Guess(1) if brief.turn == 0 else number.Walk())
    config, players = table(number.game, {"guesser_0": walker}, top="1000000")
    await play(number.game, config, 3, players)
    assert [brief.turn for brief in walker.briefs] == [0, 1]
    assert {brief.seed for brief in walker.briefs} == {subseed(3, "player", "guesser_0")}
    assert walker.briefs[0].seats == number.SEATS
    assert walker.briefs[0].legal(number.Guess(0), "") is not None
    assert walker.briefs[0].legal(number.Guess(1), "") is None


async def test_an_illegal_move_is_counted_and_the_default_player_stands_in() -> None:
    config, players = table(number.game, {"guesser_0": Does(lambda brief: number.Guess(0))})
    played = await play(number.game, config, 3, players)
    config, players = table(number.game)
    proper = await play(number.game, config, 3, players)
    assert played.illegal > 0
    assert replace(played, illegal=0) == proper


async def test_an_error_of_a_strategy_is_not_hidden() -> None:
    def broken(brief: Brief) -> Any:
        raise ZeroDivisionError

    config, players = table(number.game, {"guesser_0": Does(broken)})
    with pytest.raises(ZeroDivisionError):
        await play(number.game, config, 3, players)


async def test_endless_talk_is_ended_by_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_one, "MOST_STEPS", 200)
    config, players = table(number.game, {"guesser_0": Does(lambda brief: None, say="Let me think.")})
    with pytest.raises(Unfinished, match="200 events"):
        await play(number.game, config, 3, players)


class Waiting(number.HiddenNumber):
    """The hidden number, but nobody is awaited: only clocks bring it to its end. `ran` are those that ran out."""

    def __init__(self) -> None:
        self.ran: list[str] = []

    def turn(self, state: number.NumberState) -> Turn:
        turn = super().turn(state)
        if turn.over:
            return turn
        return Turn(may=turn.may, clocks=(Clock("idle", "idle"), Clock("phase", "phase"), *turn.clocks))

    def apply(self, state: number.NumberState, event: Event) -> number.NumberState:
        if isinstance(event, Expired):
            self.ran.append(event.clock)
            if event.clock == "phase":
                return replace(state, ended=number.Ended("cutoff", Seat(""), state.numbers))
            # Quiet turns begin again and again, each with a clock of its own.
            return replace(state, turns=state.turns + 1)
        return super().apply(state, event)


async def test_without_anybody_to_wait_for_the_clock_that_falls_due_first_runs_out() -> None:
    game = Waiting()
    config, players = table(game)
    played = await play(game, config, 3, players)
    quiet = play_one.TEMPO.phase // play_one.TEMPO.quiet  # type: ignore[operator]
    # All clocks go on at the same time: the phase ends although every quiet clock is shorter. The last quiet one is due
    # in the same millisecond and stands behind it.
    assert game.ran == [*(f"quiet:{turn}:0" for turn in range(quiet - 1)), "phase"]
    assert (played.result.end, played.turns) == ("cutoff", 0)


async def test_a_watcher_sees_the_opening_and_every_step() -> None:
    seen: list[tuple[News[Any], ...]] = []
    config, players = table(number.game)
    played = await play(number.game, config, 3, players, lambda state, news: seen.append(news))
    assert len(seen) == 1 + played.turns
    assert any(isinstance(news.fact, number.Started) for news in seen[0])
    assert any(isinstance(news.fact, number.Ended) for news in seen[-1])
