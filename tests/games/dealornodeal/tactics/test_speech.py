"""The players' words are read back as the very offer that they make, wherever in a talk they say them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dealornodeal.domain.contexts import pools
from games.dealornodeal.domain.deals import Share, deals
from games.dealornodeal.domain.items import BOOKS, CAMP, Domain
from games.dealornodeal.reader.tokens import vocabulary
from games.dealornodeal.reader.tracker import Tracker
from games.dealornodeal.rules.state import ME, Offer
from games.dealornodeal.tactics.players import PLAYERS
from games.dealornodeal.tactics.speech import OFFERS, SAYINGS, offer, phrase, saying
from tests.games.dealornodeal.helpers import dealt, game, talk

TEMPLATES = [template for variants in OFFERS.values() for template in variants]


@st.composite
def talks(draw: st.DrawFn) -> tuple[Domain, Share, list[tuple[str, Share, int]]]:
    """An item set, a pool, and up to five offers in a row: template, share kept, style."""
    domain = draw(st.sampled_from((BOOKS, CAMP)))
    pool = draw(st.sampled_from(pools(domain)))
    lines = st.tuples(st.sampled_from(TEMPLATES), st.sampled_from(deals(pool)), st.integers(0, 1))
    return domain, pool, draw(st.lists(lines, min_size=1, max_size=5))


@pytest.mark.slow
@given(talks())
def test_every_offer_is_read_back(talk: tuple[Domain, Share, list[tuple[str, Share, int]]]) -> None:
    domain, pool, lines = talk
    tracker = Tracker(pool, vocabulary(domain.items))
    for number, (template, keep, style) in enumerate(lines):
        said = phrase(template, domain.items, pool, keep, style)
        heard = tracker.hear(number % 2, said)
        assert (heard.keep, heard.act in ("offer", "accept")) == (keep, True), said


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
def test_each_template_reads_back_from_an_empty_table(template: str) -> None:
    for pool in pools(BOOKS)[::15]:
        for keep in deals(pool):
            for style in range(2):
                said = phrase(template, BOOKS.items, pool, keep, style)
                assert Tracker(pool, vocabulary(BOOKS.items)).hear(0, said).keep == keep, said


@pytest.mark.parametrize("said", SAYINGS["accept"])
def test_an_acceptance_is_read_as_one(said: str) -> None:
    tracker = Tracker((2, 1, 3), vocabulary(BOOKS.items))
    tracker.hear(1, "I take the balls, you get the rest.")
    heard = tracker.hear(0, said)
    assert (heard.act, heard.keep) == ("accept", (2, 1, 0))


@pytest.mark.parametrize("said", SAYINGS["card"])
def test_words_about_the_card_propose_nothing(said: str) -> None:
    tracker = Tracker((2, 1, 3), vocabulary(BOOKS.items))
    tracker.hear(1, "I take the balls, you get the rest.")
    assert tracker.hear(0, said).act != "offer"


def test_there_are_at_least_six_ways_to_say_each_thing() -> None:
    for variants in (*OFFERS.values(), *SAYINGS.values()):
        assert len(set(variants)) >= 6


def template_of(act: str, pool: Share, keep: Share, said: str) -> str:
    found = {t for t in OFFERS[act] for style in range(2) if phrase(t, BOOKS.items, pool, keep, style) == said}
    return found.pop()


def test_nobody_says_the_same_twice_in_a_row() -> None:
    for seed in range(20):
        for act in OFFERS:
            turns = range(seed % 2, 20, 2)
            said = [offer(act, BOOKS.items, (2, 1, 3), (1, 0, 3), seed, turn) for turn in turns]
            used = [template_of(act, (2, 1, 3), (1, 0, 3), sentence) for sentence in said]
            assert all(one != next_ for one, next_ in pairwise(used)), said


def test_the_seed_varies_the_words_and_fixes_them() -> None:
    def say(seed: int) -> str:
        return offer("counter", BOOKS.items, (2, 1, 3), (1, 0, 3), seed, 4)

    assert say(1) == say(1)
    assert len({say(seed) for seed in range(40)}) > 10
    assert len({saying("accept", seed, 3) for seed in range(40)}) > 3


def test_sentences_begin_with_capitals_and_name_numbers_well() -> None:
    said = phrase("Not quite. {mine} for me, {yours} for you?", BOOKS.items, (2, 1, 3), (2, 0, 3), 1)
    assert said == "Not quite. Both books and all three balls for me, the hat for you?"
    said = phrase("I take {mine}, you get {yours}.", BOOKS.items, (2, 1, 3), (2, 1, 3), 0)
    assert said == "I take everything, you get nothing."


def test_a_first_demand_for_everything_says_that_it_is_where_it_starts() -> None:
    said: dict[str, set[str]] = {"chat": set(), "seed": set()}
    for style, sentences in said.items():
        state = talk(dealt(style=style), "Hi! what do you care about most?")
        for seed in range(40):
            act = PLAYERS["hard"].decide(game.view(state, ME), seed)
            assert act.move == Offer((2, 1, 3))
            sentences.add(template_of("start" if style == "chat" else "offer", (2, 1, 3), (2, 1, 3), act.say))
    assert (len(said["chat"]), len(said["seed"])) == (len(OFFERS["start"]), len(OFFERS["offer"]))
