import numpy as np
import pytest

from bot.players.trained.network import Shape, fresh
from bot.players.trained.words import EOS, Vocabulary, tokens
from bot.research.training.match import Agent, Played, Turn, after, meet
from bot.research.training.reinforce import DISCOUNT, Seen, lesson, utility
from bot.research.training.synthetic import config
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.rules.play import deal
from games.dealornodeal.rules.state import DealState

CONTEXT = Context((2, 1, 3), ((1, 2, 2), (0, 7, 1)))
KNOWN = Vocabulary(sorted(set(tokens("i get the hat and 3 balls . you books deal no sure want 2 1 for me ?"))))


def talk(*texts: str) -> DealState:
    state = deal(config(CONTEXT), 0)
    for at, text in enumerate(texts):
        state = after(state, at % 2, text)
    return state


def test_the_reader_and_the_card_settle_a_deal() -> None:
    ended = talk("I get the hat and you get the rest.", "Deal.").ended
    assert ended is not None
    assert (ended.end, ended.keep, ended.points) == ("deal", (0, 1, 0), (2, 3))


def test_an_offer_that_calls_itself_a_deal_binds_only_who_made_it() -> None:
    state = talk("I want everything.", "No, I need 2 balls.", "I get all the balls and the hat and it's a deal.")
    assert state.ended is None


def test_nobody_gets_anything_after_twenty_utterances() -> None:
    ended = talk(*(["No."] * 20)).ended
    assert ended is not None
    assert (ended.end, ended.points) == ("cutoff", (0, 0))


def test_two_networks_without_knowledge_end_every_dialogue() -> None:
    agents = tuple(Agent(fresh(Shape(len(KNOWN), 8, 4, 8), seed), KNOWN) for seed in (1, 2))
    first = meet((agents[0], agents[1]), [CONTEXT] * 5, 0.5, [3])
    again = meet((agents[0], agents[1]), [CONTEXT] * 5, 0.5, [3])
    assert all(one.state.ended for one in first)
    assert [one.turns for one in first] == [one.turns for one in again]


@pytest.mark.parametrize(
    ("reward", "points", "worth"),
    [("selfish", (8, 3), 8), ("fair", (6, 6), 6), ("fair", (10, 0), 2.5), ("fair", (0, 10), -7.5)],
)
def test_a_reward_is_the_paper_s(reward: str, points: tuple[int, int], worth: float) -> None:
    assert utility(reward, *points) == worth


def test_rewards_are_standardised_by_all_so_far() -> None:
    seen = Seen()
    for reward in (2.0, 4.0, 6.0):
        seen = seen.more(reward)
    assert (seen.mean, seen.standard(4.0)) == (4.0, 0.0)
    assert seen.standard(6.0) == pytest.approx(2.0 / np.sqrt(8 / 3))


def test_only_chosen_words_are_rewarded_and_the_last_one_the_most() -> None:
    hat = KNOWN.numbers["hat"]
    turns = (Turn(0, (hat, EOS), took=False), Turn(1, (hat, EOS), took=False), Turn(0, (hat, hat), took=False))
    played = Played(CONTEXT, turns, talk())
    weights = lesson([played], 0, [1.0], len(KNOWN)).weights[:, 0]
    # YOU: hat <eos> THEM: hat <eos> YOU: hat hat <eos>, the last cut off: four words are the learner's.
    expected = [DISCOUNT**3, DISCOUNT**2, 0, 0, 0, 0, DISCOUNT, 1, 0]
    assert np.allclose(weights, expected)
