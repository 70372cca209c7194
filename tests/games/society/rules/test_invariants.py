"""Invariants, whatever is sent: found by random moves, in every custom of bargaining."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Expired, IllegalMove, Moved
from games.society import game
from games.society.rules import play as rules
from games.society.rules import stage
from games.society.rules.coalition import allied
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Pass, Vote
from games.society.rules.play import turn
from games.society.rules.state import State
from games.society.world.plans import Craft, Dump, Explore, Gather, Queue
from games.society.world.state import broken
from tests.games.society.table import dealt

SEATS = dealt(difficulty="hard").terms.seats
seats = st.sampled_from(SEATS)
shares = st.integers(0, 10).map(lambda tenths: 10 * tenths)
plans = st.sampled_from((Gather("wood", 5), Gather("hammer", 3), Craft("hammer"), Dump("hammer"), Explore()))
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Negotiate, seats, shares),
    st.builds(Counter, seats, shares),
    st.builds(Accept, seats, st.none()),
    st.builds(Finish, seats),
    st.builds(Vote, st.booleans()),
    st.builds(Join, st.integers(-1, 8)),
    st.builds(Orders, st.builds(Queue, st.lists(plans, min_size=1, max_size=5).map(tuple), st.booleans())),
    st.just(Pass()),
)
events = st.lists(st.one_of(st.tuples(seats, moves), st.none()), max_size=60)


def sound(state: State) -> None:
    """All invariants of the social side, and the world's."""
    talks = state.talks
    at_table = [seat for b in talks.bargains for seat in (b.a, b.b)]
    assert len(at_table) == len(set(at_table)), "a seat is in two bargains"
    inviting = [invite.by for invite in talks.invites]
    assert len(inviting) == len(set(inviting)), "a seat has two invitations out"
    assert not set(inviting) & set(at_table), "a seat invites while it bargains"
    for bargain in talks.bargains:
        assert bargain.mover in (bargain.a, bargain.b)
        assert not allied(talks.coalitions, bargain.a, bargain.b), "allies bargain"
        assert bargain.offer is None or bargain.offer.by != bargain.mover, "a seat is to answer its own offer"
    for invite in talks.invites:
        assert not allied(talks.coalitions, invite.by, invite.to), "allies invite each other"
    members = [seat for group in talks.coalitions for seat in group.members]
    assert len(members) == len(set(members)), "a seat is in two coalitions"
    for group in stage.groups(state):
        assert sum(group.weights) == 1
        assert min(group.weights) >= 0
    assert sum(state.earned) == sum(game.view(state, SEATS[0]).worths), "sharing made or lost credit"
    assert not broken(state.world)
    assert turn(state).awaited or state.close is not None, "nobody is awaited and it goes on"


@pytest.mark.slow
@given(
    events,
    st.sampled_from(("any", "founder", "vote")),
    st.sampled_from(("invite", "mutual")),
    st.sampled_from(("negotiation", "contract", "social")),
)
def test_random_moves_never_break_a_law(sent: list[tuple[str, Move] | None], bind: str, match: str, kind: str) -> None:
    state = dealt(5, game=kind, difficulty="hard", bind=bind, match=match, flow="sealed")
    for event in sent:
        if state.close is not None:
            break
        if event is None:
            state = game.apply(state, Expired(rules.window(state)))
        else:
            with suppress(IllegalMove):
                state = game.apply(state, Moved(event[0], event[1]))  # type: ignore[arg-type]
        sound(state)
