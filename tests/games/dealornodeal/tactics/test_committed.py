"""Committed players: their limit, concessions, repetitions and steps back."""

from itertools import groupby, pairwise
from random import Random

import pytest

from games.core.codec import decode, encode
from games.core.contract import Act, Expired, Moved, Seat
from games.core.draw import config_of, recipe_of
from games.dealornodeal.domain.deals import Share, worth
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.game import game
from games.dealornodeal.reader.tokens import vocabulary
from games.dealornodeal.reader.tracker import Tracker
from games.dealornodeal.rules.state import ME, YOU, Confirm, DealMove, DealState, Heard, Offer, Reopen
from games.dealornodeal.tactics.belief import SCALE, table
from games.dealornodeal.tactics.limits import Commitment, commitment, levels
from games.dealornodeal.tactics.mind import Mind, Talk
from games.dealornodeal.tactics.players import PLAYERS, STYLES, talk_of
from games.dealornodeal.tactics.speech import OFFERS, REMARKS, phrase, remark
from tests.games.dealornodeal.helpers import dealt

IN_KIND, STEPPING = ("easy", "normal"), ("hard", "core")
"""Players that answer in kind, and those that make two steps unasked and hold against who repeats."""
ROOM = "3,2,2 2,1,1 0,3,2"
"""Three kinds of items of which two are worth something to seat `me`."""
EVERYTHING, MOST, PART, LITTLE = (2, 1, 3), (2, 1, 2), (1, 1, 2), (1, 0, 3)
"""Demands of seat `you`: of two books, a hat and three balls."""


def played(
    name: str, demands: tuple[Share, ...], limit: int = 500, **texts: str
) -> tuple[DealState, list[Act[DealMove]]]:
    """Return the state after these demands of seat `you`, and the player's answers. It sits in seat `me`."""
    state, acts = dealt(**texts), list[Act[DealMove]]()
    for demand in demands:
        state = game.apply(state, Moved(YOU, Offer(demand), ""))
        act = PLAYERS[name].act(game.view(state, ME), 7, Commitment(limit))
        acts.append(act)
        state = game.apply(state, Moved(ME, act.move, act.say))
        if state.ended or state.card:
            break
    return state, acts


def kept(acts: list[Act[DealMove]]) -> list[Share]:
    return [act.move.keep for act in acts if isinstance(act.move, Offer)]


@pytest.mark.parametrize("name", IN_KIND)
def test_a_repetition_is_answered_by_a_repetition(name: str) -> None:
    _, acts = played(name, (MOST,) * 6, limit=900)
    assert len(set(kept(acts)[1:])) == 1


@pytest.mark.parametrize(("name", "steps"), [("core", 2), ("hard", 1)])
def test_who_only_repeats_gets_a_step_or_two_unasked_and_no_more(name: str, steps: int) -> None:
    """`hard` comes down more slowly: its second step unasked finds no deal here."""
    _, acts = played(name, (MOST,) * 8, limit=300)
    offers = kept(acts)
    assert len(set(offers[: steps + 1])) == steps + 1
    assert len(set(offers[steps:])) == 1


@pytest.mark.parametrize(
    ("name", "demands", "equal", "texts"),
    [("core", (EVERYTHING, MOST), 3, {}), ("hard", ((3, 2, 2), (3, 2, 1)), 5, {"instance": ROOM})],
)
def test_a_deadlock_with_who_has_moved_ends_after_some_equal_offers(
    name: str, demands: tuple[Share, Share], equal: int, texts: dict[str, str]
) -> None:
    """No run of offers is longer, as long as a step is left to make."""
    _, acts = played(name, (demands[0], *(demands[1],) * 7), limit=300, **texts)
    assert max(len(list(run)) for _, run in groupby(kept(acts))) == equal


@pytest.mark.parametrize("name", [*IN_KIND, *STEPPING])
def test_a_concession_is_answered_by_one(name: str) -> None:
    _, acts = played(name, ((3, 2, 2), (3, 2, 1)), limit=300, instance=ROOM)
    first, second = (worth((0, 3, 2), keep) for keep in kept(acts))
    assert kept(acts)[0] != kept(acts)[1]
    assert second <= first


@pytest.mark.parametrize("name", IN_KIND)
def test_a_step_back_is_answered_by_nothing(name: str) -> None:
    _, acts = played(name, (EVERYTHING, MOST, EVERYTHING), limit=800)
    assert kept(acts)[2] == kept(acts)[1]


@pytest.mark.parametrize("name", [*IN_KIND, *STEPPING])
def test_the_same_last_offer_after_another_history_gets_another_answer(name: str) -> None:
    last = (3, 2, 1)
    steady, falling = (last,) * 3, ((3, 2, 2), (2, 2, 2), last)
    repeated, conceded = (played(name, demands, limit=600, instance=ROOM)[1] for demands in (steady, falling))
    assert len(repeated) == len(conceded)
    assert repeated[-1].move != conceded[-1].move


@pytest.mark.parametrize("name", PLAYERS)
def test_below_the_limit_it_refuses_to_the_end_and_at_the_limit_it_accepts(name: str) -> None:
    """Seat `me` has the last word of 20, on a demand that leaves it the hat (7 of 10), or a ball (1 of 10)."""
    for keep, ends in (((2, 0, 3), "deal"), ((2, 1, 2), "cutoff")):
        state, _ = played(name, (keep,) * 10, limit=700)
        if ends == "cutoff":
            assert state.ended is not None
            assert state.ended.end == ends
        elif not STYLES[name][1].behind:
            assert state.card is not None
            assert state.card.keep == keep


def test_an_ultimatum_with_the_last_message_meets_the_limit_too() -> None:
    """A last message may ask for a card at once: nobody can speak any more, so the player confirms or the game ends."""
    state = dealt(utterances="2")
    act = PLAYERS["normal"].act(game.view(state, YOU), 1, Commitment(500))
    state = game.apply(state, Moved(YOU, act.move, act.say))
    firm = Heard("offer", (2, 1, 3), True, (), 100)
    state = game.apply(state, Moved(ME, firm, "all for me and it is a deal"))
    state = game.apply(state, Expired(next(clock.id for clock in game.turn(state).clocks if clock.pace == "quiet")))
    answer = PLAYERS["normal"].act(game.view(state, YOU), 1, Commitment(500))
    assert isinstance(answer.move, Reopen)
    state = game.apply(state, Moved(YOU, answer.move, answer.say))
    assert state.ended is not None
    assert state.ended.end == "cutoff"


def test_no_talk_moves_the_limit() -> None:
    state = dealt()
    drawn = PLAYERS["normal"].draw(game.view(state, ME), 3)
    lie = Heard("offer", (2, 1, 3), False, ((0, 5), (1, 0), (2, 0)), 100)
    state = game.apply(state, Moved(YOU, lie, "I only want books"))
    assert PLAYERS["normal"].draw(game.view(state, ME), 3) == drawn


def test_of_claims_about_one_item_the_last_counts_once() -> None:
    state = dealt()
    for value in (5, 5, 1):
        lie = Heard("words", (), False, ((0, value),), 100)
        state = game.apply(state, Moved(YOU, lie, f"a book is {value} to me"))
    assert talk_of(game.view(state, ME)).claims == ((0, 1),)


def test_limits_are_the_seeds_and_as_wide_as_the_style() -> None:
    state = dealt()
    drawn = {seed: PLAYERS["normal"].draw(game.view(state, YOU), seed) for seed in range(60)}
    assert drawn[5] == PLAYERS["normal"].draw(game.view(state, YOU), 5)
    assert len(set(drawn.values())) >= 3


def test_a_limit_is_a_share_of_what_both_can_expect() -> None:
    at = table(BOOKS, (2, 1, 3), (1, 2, 2))
    shares = [share for _, share in levels(at, 0)]
    assert shares == sorted(shares)
    assert shares[0] < SCALE // 4
    low, high = (commitment(at, 0, (share, share), 1).limit for share in (200, 500))
    assert low < high


def test_a_recorded_disposition_is_played_whatever_is_drawn_now() -> None:
    state = game.apply(dealt(utterances="2"), Moved(YOU, Offer((2, 0, 3)), ""))
    view = game.view(state, ME)
    moves = {limit: PLAYERS["hard"].decide(view, 1, {"limit": limit}).move for limit in (700, 800)}
    assert type(moves[700]).__name__ == "Accept"
    assert isinstance(moves[800], Offer)


def test_a_player_never_asks_for_less_than_its_limit() -> None:
    at = table(BOOKS, (2, 1, 3), (0, 7, 1))
    talk = Talk(at, (at.index[2, 1, 3],), (at.index[0, 0, 0], at.index[0, 0, 1]), (), 18, 20, 0, 900)
    assert at.own[Mind(STYLES["easy"][1], talk).offer()] >= 900


def test_core_opens_with_everything_and_makes_two_steps_unasked() -> None:
    _, acts = played("core", (MOST,) * 4, limit=300)
    first, second, third, fourth = (worth((0, 7, 1), keep) for keep in kept(acts))
    assert kept(acts)[0] == EVERYTHING
    assert first >= second >= third
    assert len(set(kept(acts))) == 3
    assert kept(acts)[3] == kept(acts)[2]
    assert fourth == third > 3


def test_core_wants_less_from_who_has_come_towards_it() -> None:
    at, core = table(BOOKS, (3, 2, 2), (0, 3, 2)), STYLES["core"][1]
    everything, step, far = at.index[0, 0, 0], at.index[0, 0, 1], at.index[0, 1, 1]
    mine = (at.index[3, 2, 2], at.index[0, 2, 2], at.index[1, 2, 2])
    wants = [
        core.mind(Talk(at, mine, (everything, *more), (), 14, 20, 0, 300)).target for more in ((), (step,), (step, far))
    ]
    assert wants[0] > wants[1] > wants[2]


# --- words ------------------------------------------------------------------------------------------------------------


def test_remarks_count_what_was_said_and_only_in_chats() -> None:
    _, chat = played("normal", (MOST,) * 4, limit=900, style="chat")
    _, seed = played("normal", (MOST,) * 4, limit=900)
    assert "twice" in chat[1].say
    assert "again and again" in chat[2].say
    assert chat[3].say.endswith(seed[3].say)


def test_a_player_says_that_it_moves_only_when_it_does() -> None:
    said = {remark("moved", 7, turn) for turn in range(0, 20, 2)}
    for demands in ((EVERYTHING, MOST, PART), (MOST, MOST, MOST), (PART, MOST, EVERYTHING)):
        _, acts = played("easy", demands, limit=700, style="chat")
        for before, act in pairwise(acts):
            if any(act.say.startswith(words) for words in said):
                gave = zip(before.move.keep, act.move.keep, strict=True)  # type: ignore[union-attr]
                assert all(was >= now for was, now in gave)
                assert before.move != act.move


@pytest.mark.slow
@pytest.mark.parametrize("kind", REMARKS)
def test_an_offer_is_read_back_after_a_remark(kind: str) -> None:
    for turn in range(0, 6, 2):
        words = remark(kind, 1, turn, 3)
        for template in [template for variants in OFFERS.values() for template in variants]:
            tracker = Tracker((2, 1, 3), vocabulary(BOOKS.items))
            tracker.hear(1, "I take the balls, you get the rest.")
            said = f"{words} {phrase(template, BOOKS.items, (2, 1, 3), (1, 1, 0), 0)}"
            assert tracker.hear(0, said).keep == (1, 1, 0), said


def test_ten_thousand_views_are_answered_legally() -> None:
    """Whatever a seat says or lies, with or without a card, a player's answer is a legal move."""
    chance, answers = Random(4), 0
    for number in range(120):
        wrote = {"utterances": str(chance.choice((2, 3, 20)))} | ({"domain": "camp"} if number % 3 == 0 else {})
        config = config_of(game, recipe_of(game, wrote), number, 0)
        state, name = game.deal(config, number), chance.choice(list(PLAYERS))
        mine: Seat = chance.choice((YOU, ME))
        while not state.ended and answers < 10_000:
            turn = game.turn(state)
            if mine in turn.awaited:
                act = PLAYERS[name].decide(game.view(state, mine), number)
                state = game.apply(state, Moved(mine, act.move, act.say))
                answers += 1
            elif turn.awaited:
                other = next(iter(turn.awaited))
                if len(state.spoken) >= state.config.utterances and state.card:
                    state = game.apply(state, Moved(other, Confirm(state.card.version), ""))
                    continue
                keep = tuple(chance.randint(0, n) for n in state.context.pool)
                heard = Heard("offer", keep, chance.random() < 0.2, ((0, chance.randint(0, 9)),), 100)
                state = game.apply(state, Moved(other, heard, "so?"))
            else:
                state = game.apply(state, Expired(turn.clocks[0].id))
        assert decode(encode(state), DealState) == state
