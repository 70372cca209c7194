"""Analytic traders: legal, committed to a limit, responsive, and better the harder they are."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace
from scipy.optimize import linprog

from games.core.contract import Act, Moved, subseed
from games.trading import game
from games.trading.domain import BASE, Goods, Offer, gain
from games.trading.rules import Accept, Deny, Move, Propose, State, gains
from games.trading.tactics.packages import KINDS
from games.trading.tactics.past import remembered
from games.trading.tactics.style import HARD, NORMAL, Disposition, draw
from tests.games.trading.table import ONE, STANDING, ZERO, dealt, mover, say, situation

PLAYERS = tuple(game.players)
GAMES = 60
LOWBALL = "[Offer: 1 Wheat -> 3 Ore]"


def decided(state: State, player: str, seed: int = 0, mine: dict[str, int] | None = None) -> Act[Move]:
    return game.players[player].decide(game.view(state, mover(state)), seed, mine)


def offer_of(act: Act[Move]) -> Offer | None:
    return act.move.offer if isinstance(act.move, Propose) else act.move.then if act.move else None


def play(state: State, names: tuple[str, str]) -> State:
    while state.close is None:
        act = decided(state, names[state.mover], subseed(7, mover(state)))
        state = game.apply(state, Moved(mover(state), act.move, act.say))
    return state


@cache
def field() -> dict[str, int]:
    """Wins minus losses of everybody against everybody, from both chairs over the same deals."""
    total = dict.fromkeys(PLAYERS, 0)
    for first, second, seed in product(PLAYERS, PLAYERS, range(GAMES)):
        made = gains(play(dealt(seed), (first, second)))
        for k, name in enumerate((first, second)):
            total[name] += (made[k] > made[1 - k]) - (made[k] < made[1 - k])
    return total


def test_normal_and_hard_win_what_easy_gives() -> None:
    assert field()["easy"] < 0 < min(field()["normal"], field()["hard"])


@pytest.mark.parametrize("names", list(product(PLAYERS, repeat=2)), ids="-".join)
def test_every_move_of_theirs_is_legal(names: tuple[str, str]) -> None:
    strict = dealt(1, strict_response="on", penalty="seed_strict")
    shown = dealt(2, open_inventory="on", max_turns="30")
    together = dealt(3, cooperative="on", clamp="on", max_turns="7")
    for state in (dealt(0), strict, shown, together, dealt(4, style="chat")):
        assert play(state, names).close is not None


@given(st.integers(0, 10**6), st.sampled_from(PLAYERS))
def test_they_never_lose_by_a_swap(seed: int, player: str) -> None:
    assert min(gains(play(dealt(seed), (player, player)))) >= 0


@given(st.integers(0, 10**4), st.sampled_from(PLAYERS))
def test_they_live_with_any_values_and_goods(seed: int, player: str) -> None:
    nothing = Goods(0, 0, 0, 0, 0)
    odd = replace(dealt(seed), values=(nothing, Goods(0, 1, 10**6, 0, 3)), holdings=(Goods(1, 0, 0, 10**6, 0), nothing))
    assert play(odd, (player, player)).close is not None
    assert play(replace(odd, terms=replace(odd.terms, cooperative=True)), (player, player)).close is not None


def test_they_take_what_pays_and_can_be_paid() -> None:
    state = replace(situation(STANDING), values=(replace(BASE, brick=20, ore=48), BASE))
    for player in PLAYERS:
        assert isinstance(decided(state, player).move, Accept)
    poor = replace(state, holdings=(replace(state.holdings[0], brick=2), state.holdings[1]))
    for player in PLAYERS:
        assert isinstance(decided(poor, player).move, Deny)


def test_only_easy_takes_what_may_bring_the_other_more_unless_nobody_wins() -> None:
    generous = Offer(Goods(0, 0, 0, 0, 2), Goods(0, 0, 0, 3, 0))
    values = (replace(BASE, brick=22), BASE)
    state = replace(situation(generous), values=values)
    assert -gain(generous, values[0]) == 14
    assert [isinstance(decided(state, name).move, Accept) for name in PLAYERS if name != "easy"] == [False, False]
    assert isinstance(decided(state, "easy").move, Accept)
    together = replace(state, terms=replace(state.terms, cooperative=True))
    assert all(isinstance(decided(together, name).move, Accept) for name in PLAYERS)


def test_nobody_offers_in_the_last_message() -> None:
    for player in PLAYERS:
        state = say(situation(max_turns="2"), "Hello.")
        assert decided(state, player).move is None
        assert decided(state, player).say


@pytest.mark.parametrize("cooperative", ["off", "on"])
def test_nobody_repeats_an_offer_that_was_not_taken(cooperative: str) -> None:
    for player, seed in product(PLAYERS, range(15)):
        state, made = dealt(seed, max_turns="30", cooperative=cooperative), []
        while state.close is None:
            act = decided(state, player, 1)
            if mover(state) == ZERO and (offer := offer_of(act)):
                made.append(offer)
            state = game.apply(state, Moved(ZERO, act.move, act.say)) if mover(state) == ZERO else say(state, "No.")
        assert len(made) == len(set(map(str, made)))


def test_packages_have_several_goods_that_people_can_follow() -> None:
    sizes = set()
    for player, seed, together in product(PLAYERS, range(40), ("off", "on")):
        if offer := offer_of(decided(dealt(seed, cooperative=together), player, seed)):
            sizes.add((sum(map(bool, astuple(offer.give))), sum(map(bool, astuple(offer.get)))))
    assert max(max(pair) for pair in sizes) == KINDS
    assert any(min(pair) > 1 for pair in sizes)


def offered(player: str, seeds: range, cooperative: str = "off") -> list[list[tuple[Offer, int]]]:
    """The offers of player_0 in games against somebody who only refuses, each with what it would bring that side."""
    games = []
    for seed in seeds:
        state, made = dealt(seed, cooperative=cooperative), list[tuple[Offer, int]]()
        mine = game.players[player].drawn(game.view(state, ZERO), seed)
        while state.close is None:
            if mover(state) == ONE:
                state = say(state, "No.")
                continue
            act = decided(state, player, seed, mine)
            if offer := offer_of(act):
                made.append((offer, -gain(offer, state.values[1])))
            state = game.apply(state, Moved(ZERO, act.move, act.say))
        games.append(made)
    return games


WAYS = [*((player, range(600), "off") for player in PLAYERS), ("normal", range(150), "on")]


@pytest.mark.slow
@pytest.mark.parametrize(("player", "seeds", "cooperative"), WAYS)
def test_most_offers_help_a_receiver_who_only_refuses(player: str, seeds: range, cooperative: str) -> None:
    worths = [worth for made in offered(player, seeds, cooperative) for _, worth in made]
    assert len(worths) >= 100
    assert sum(worth <= 0 for worth in worths) <= 0.2 * len(worths)


MOST = [("easy", 0.95, 0.8), ("normal", 0.65, 0.35), ("hard", 0.35, 0.0)]


@pytest.mark.slow
@pytest.mark.parametrize(("player", "games", "messages"), MOST)
def test_they_make_offers_in_most_games(player: str, games: float, messages: float) -> None:
    made = offered(player, range(300))
    assert sum(map(bool, made)) >= games * len(made)
    assert sum(map(len, made)) >= messages * 5 * len(made)


def test_normal_trades_with_itself_in_most_games() -> None:
    ends = [play(dealt(seed), ("normal", "normal")) for seed in range(100)]
    assert sum(any(message.answer == "accepted" for message in end.history) for end in ends) >= 60


def answers(texts: tuple[str, ...], player: str, seed: int, mine: Disposition) -> Act[Move]:
    """The turn of player_0 after the other side has said these, and player_0 nothing."""
    state = replace(situation(starts=ONE), values=(Goods(5, 10, 15, 22, 45), BASE))
    for text in texts[:-1]:
        state = say(say(state, text), "Hm.")
    return game.players[player].act(game.view(say(state, texts[-1]), ZERO), seed, mine)


MINE = Disposition(weight=100, wary=60, margin=0, volume=100, patience=3)


def test_two_histories_with_the_same_last_offer_get_different_answers() -> None:
    last = "[Offer: 3 Ore -> 4 Brick]"
    eager = answers(("[Offer: 1 Ore -> 4 Brick]", last), "normal", 1, replace(MINE, wary=344))
    stubborn = answers((last, last), "normal", 1, replace(MINE, wary=344))
    assert isinstance(eager.move, Accept)
    assert isinstance(stubborn.move, Deny)


def test_a_repeated_lowball_never_wins_better_terms_and_ends_in_silence() -> None:
    for player, seed in product(PLAYERS, range(20)):
        state, offers = dealt(seed, max_turns="30", starts=ONE), []
        mine = game.players[player].drawn(game.view(state, ZERO), seed)
        while state.close is None:
            if mover(state) == ONE:
                state = say(state, LOWBALL)
                continue
            act = decided(state, player, seed, mine)
            assert not isinstance(act.move, Accept)
            offers.append(offer_of(act))
            assert remembered(game.view(state, ZERO)).yielded == 0
            state = game.apply(state, Moved(ZERO, act.move, act.say))
        assert not any(offers[mine["patience"] :])


def test_concessions_are_answered_and_steps_back_are_not() -> None:
    def yielded(*texts: str) -> int:
        state = situation(starts=ONE)
        for text in texts:
            state = say(say(state, text), "Hm.")
        return remembered(game.view(say(state, texts[-1]), ZERO)).yielded

    low, better, best = "[Offer: 1 Wood -> 1 Ore]", "[Offer: 3 Wood -> 1 Ore]", "[Offer: 4 Wood -> 1 Ore]"
    assert yielded(low, low, low) == 0
    assert 0 < yielded(low, better) <= yielded(low, better, best)
    assert yielded(low, best, low) == yielded(low, best)


@given(st.integers(0, 10**6), st.sampled_from(PLAYERS), st.integers(0, 6))
def test_below_the_limit_they_refuse_also_at_the_end(seed: int, player: str, talk: int) -> None:
    state = dealt(seed, max_turns="8", starts=ONE)
    mine = game.players[player].drawn(game.view(state, ZERO), seed)
    for _ in range(3):
        state = say(say(state, LOWBALL if talk & 1 else "[Offer: 1 Wood -> 2 Ore]"), "No.")
    end = say(state, LOWBALL)
    assert isinstance(decided(end, player, seed, mine).move, Deny)


def test_limits_are_drawn_once_and_vary() -> None:
    for style in (NORMAL, HARD):
        drawn = {draw(style, game.view(dealt(1), ZERO), seed) for seed in range(200)}
        assert {mine.wary for mine in drawn} >= {style.wary[0] + 1, style.wary[1] - 1}
        assert draw(style, game.view(dealt(1), ZERO), 5) == draw(style, game.view(dealt(2), ZERO), 5)


def test_who_sees_the_other_sides_goods_asks_more_of_its_own_offers() -> None:
    hidden, shown = (game.view(dealt(1, open_inventory=switch), ZERO) for switch in ("off", "on"))
    for style, seed in product((NORMAL, HARD), range(20)):
        less, more = draw(style, hidden, seed), draw(style, shown, seed)
        assert more == replace(less, margin=less.margin + style.shown)
        assert style.shown > 0


def test_the_words_hold_no_number_and_the_seed_look_is_silent() -> None:
    for player, seed in product(PLAYERS, range(20)):
        for state in (dealt(seed, style="chat"), situation(STANDING, style="chat")):
            assert not any(char.isdigit() for char in decided(state, player, seed).say)
        assert decided(situation(STANDING), player, seed).say == ""


def test_the_words_name_what_was_asked_for_and_what_was_repeated() -> None:
    said = set()
    for seed in range(30):
        state = dealt(seed, style="chat", max_turns="30", starts=ONE)
        for _ in range(6):
            state = say(state, "[Offer: 1 Wheat -> 1 Ore]")
            act = decided(state, "hard", seed)
            said.add(act.say)
            state = game.apply(state, Moved(ZERO, act.move, act.say))
    assert any("You've offered that twice" in words for words in said)


def test_memory_bounds_what_talk_can_move() -> None:
    def shifts(*texts: str) -> dict[str, int]:
        state = situation(max_turns="30")
        for text in texts:
            state = say(state, text)
        past = remembered(game.view(state, ZERO))
        names = ("Wheat", "Wood", "Sheep", "Brick", "Ore")
        return {n: w - m for n, w, m in zip(names, past.worth, past.mean, strict=True) if w != m}

    asked = shifts("Hi.", "[Offer: 1 Wood -> 1 Ore]")
    assert asked["Wood"] < 0 < asked["Ore"]
    assert shifts(*("Hi.", "[Offer: 1 Wood -> 1 Ore]") * 4) == asked
    many = shifts(*(text for n in range(1, 9) for text in ("Hi.", f"[Offer: {n} Wood -> 1 Ore]")))
    assert many["Ore"] <= 0.15 * 100 * BASE.ore


def test_they_know_nothing_but_their_view() -> None:
    state = dealt(4)
    other = replace(
        state,
        values=(state.values[0], Goods(6, 12, 18, 30, 48)),
        holdings=(state.holdings[0], Goods(5, 5, 5, 5, 5)),
        start=(state.start[0], Goods(5, 5, 5, 5, 5)),
    )
    for player in PLAYERS:
        assert decided(state, player) == decided(other, player)


def optimum(state: State) -> float:
    """The most that swaps can bring both together when neither may lose (a linear program)."""
    first, second = map(astuple, state.values)
    gives, gets = map(astuple, state.start)
    found = linprog(
        [b - a for a, b in zip(first, second, strict=True)],
        A_ub=[[-a for a in first], list(second)],
        b_ub=[0, 0],
        bounds=[(-mine, theirs) for mine, theirs in zip(gives, gets, strict=True)],
    )
    return -float(found.fun)


@pytest.mark.parametrize(("shown", "least"), [("off", 0.9), ("on", 0.92)])
def test_where_nobody_wins_they_find_most_of_what_there_is(shown: str, least: float) -> None:
    reached = possible = 0.0
    for seed in range(80):
        state = dealt(seed, cooperative="on", open_inventory=shown)
        reached += sum(gains(play(state, ("normal", "normal"))))
        possible += optimum(state)
    assert reached >= least * possible


def test_where_nobody_wins_a_counteroffer_answers_what_spoils_a_better_exchange() -> None:
    values = (Goods(6, 12, 15, 25, 44), Goods(4, 8, 15, 25, 32))
    state = replace(situation(cooperative="on", open_inventory="on", starts=ONE), values=values)
    dear = "[Offer: 10 Ore -> 20 Wheat, 20 Wood, 3 Sheep]"
    for player in PLAYERS:
        held = decided(say(state, dear), player)
        assert isinstance(held.move, Deny)
        assert held.move.then is not None
        assert -gain(held.move.then, values[1]) > 0
        assert isinstance(decided(say(state, "[Offer: 1 Ore -> 1 Sheep, 1 Brick]"), player).move, Accept)
        late = say(say(say(say(say(say(state, "Hi."), "Hi."), "Hi."), "Hi."), "Hi."), "Hi.")
        assert isinstance(decided(say(late, dear), player).move, Accept)
