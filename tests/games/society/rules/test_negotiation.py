"""Steps of the negotiation: invitations, bargains, what a merge does to others, misses, caps, the end of the phase."""

from fractions import Fraction
from itertools import permutations

from msgspec.structs import replace

from games.core.contract import Moved, Seat
from games.society import game
from games.society.precedence import ordered
from games.society.rules.moves import Accept, Counter, Finish, Negotiate, Pass, Vote
from games.society.rules.negotiation import Did, Dropped, Merged
from games.society.rules.play import turn
from games.society.rules.state import Ended, State
from games.society.rules.talks import Invite, Offer
from tests.games.society.table import ALLIED, C0, C1, INVITED, M0, M1, MINE, allies, at, bargain, close, dealt


def deeds(state: State) -> list[tuple[str, Seat, Seat]]:
    return [(fact.deed, fact.by, fact.other) for fact in state.recent if isinstance(fact, Did)]


def members(state: State) -> list[set[Seat]]:
    return [set(c.members) for c in state.talks.coalitions]


def test_an_invitation_is_answered_by_its_opening_offer_being_taken() -> None:
    state = close(dealt(), carpenter_0=Negotiate(M0, 60))
    assert state.talks.invites == (Invite(C0, M0, 60, 1),)
    state = close(state, miner_0=Accept(C0, 40))
    (made,) = state.talks.coalitions
    assert (made.share(C0), made.share(M0)) == (Fraction(3, 5), Fraction(2, 5))
    assert state.talks.invites == ()


def test_a_counter_to_an_invitation_opens_a_bargain_with_the_inviter_on_turn() -> None:
    state = close(INVITED, carpenter_0=Counter(M0, 70))
    (b,) = state.talks.bargains
    assert (b.mover, b.offer and b.offer.mine, b.offers) == (M0, 70, 2)


def test_two_who_invite_each_other_sit_down_over_the_earlier_offer() -> None:
    """Another seat comes first from step to step: by number in the first edition, in a drawn order since."""
    for step, first, later in ((4, C0, M0), (2, M0, C0)):
        state = close(at(step=step, edition="1"), carpenter_0=Negotiate(M0, 60), miner_0=Negotiate(C0, 60))
        (b,) = state.talks.bargains
        assert (b.mover, b.offer, b.made) == (later, Offer(first, 60), (Offer(first, 60),))
    for step in range(1, 9):
        state = at(step=step)
        order = ordered(state.terms.seats, step, state.terms.customs.precedence)
        first = min(C0, M0, key=order.index)
        (b,) = close(state, carpenter_0=Negotiate(M0, 60), miner_0=Negotiate(C0, 60)).talks.bargains
        assert b.offer == Offer(first, 60)


def test_bargaining_goes_on_while_an_offer_stands_unanswered() -> None:
    """Passing is thinking it over: nobody was told that the step would be the last."""
    invited = close(at(step=2), carpenter_0=Negotiate(M0, 60))
    assert invited.phase == "negotiation"
    silent = close(invited)
    assert (silent.phase, silent.talks.step) == ("negotiation", 4)
    lapsed = close(silent)
    assert lapsed.phase == "negotiation", "the invitation stood in that step, too"
    assert close(lapsed).phase == "physical", "nothing stands, and nobody acts"
    assert close(close(at(step=2, edition="1"), carpenter_0=Negotiate(M0, 60))).phase == "physical"


def test_the_last_step_ends_the_bargaining_all_the_same() -> None:
    assert close(close(at(step=7), carpenter_0=Negotiate(M0, 60))).phase == "physical"


def test_a_bargain_remembers_its_offers_until_the_stakes_change() -> None:
    state = close(at(step=2), carpenter_0=Negotiate(M0, 60))
    state = close(state, miner_0=Counter(C0, 70))
    state = close(state, carpenter_0=Counter(M0, 50))
    (b,) = state.talks.bargains
    assert b.made == (Offer(C0, 60), Offer(M0, 70), Offer(C0, 50))
    voided = replace(state, talks=replace(state.talks, invites=(Invite(M1, C1, 50, state.talks.step),)))
    (b,) = close(voided, carpenter_1=Accept(M1, 50), miner_0=Counter(C0, 60)).talks.bargains
    assert len(b.made) == 4, "a merger of others changes nothing"


def test_an_invitation_lapses_after_two_steps() -> None:
    state = close(at(step=3), carpenter_0=Negotiate(M0, 60))
    state = close(state, carpenter_1=Negotiate(M1, 50))
    assert state.talks.invites_to(M0)
    state = close(state, carpenter_1=Negotiate(M1, 50))
    assert not state.talks.invites_to(M0)
    assert ("lapsed", C0, M0) in deeds(state)


def test_a_bargain_between_seats_that_became_allies_is_cancelled() -> None:
    """A and B merge while another member of A bargains with another member of B."""
    c2, m2 = Seat("carpenter_2"), Seat("miner_2")
    state = at(
        difficulty="hard",
        coalitions=allies((C0, C1), (M0, M1)),
        bargains=(bargain(C0, M0, C0, 50), bargain(C1, M1, C1, 50), bargain(c2, m2, c2, 50)),
    )
    state = close(state, carpenter_0=Accept(M0, 50))
    assert members(state) == [{C0, C1, M0, M1}]
    assert ("cancelled", C1, M1) in deeds(state)
    assert [b.a for b in state.talks.bargains] == [c2]


def test_an_offer_that_touches_a_changed_coalition_lapses_and_the_bargain_stays() -> None:
    state = at(bargains=(bargain(C0, M0, C0, 50),), invites=(Invite(M1, C1, 40, 1),), coalitions=allies((C0, C1)))
    state = close(state, carpenter_1=Accept(M1, 60))
    (b,) = state.talks.bargains
    assert (b.a, b.b, b.mover, b.offer, b.lapsed) == (C0, M0, C0, None, C0)
    assert ("voided", C0, M0) in deeds(state)


def test_a_message_that_others_overtook_in_the_same_step_is_dropped_with_a_reason() -> None:
    state = at(
        step=4,
        coalitions=allies((C0, C1), (M0, M1)),
        bargains=(bargain(C0, M0, C0, 50),),
        invites=(Invite(M1, C1, 40, 3),),
    )
    state = close(state, carpenter_0=Accept(M0, 50), carpenter_1=Accept(M1, 60))
    assert [(fact.seat, fact.code) for fact in state.recent if isinstance(fact, Dropped)] == [(C1, "ally_now")]
    assert len([fact for fact in state.recent if isinstance(fact, Merged)]) == 1


def test_the_order_in_which_messages_arrive_does_not_matter() -> None:
    sent = {C0: Negotiate(M0, 60), C1: Negotiate(M0, 70), M0: Negotiate(C0, 50), M1: Pass()}
    states = []
    for order in permutations(sent):
        state = at(step=3)
        for seat in order:
            state = game.apply(state, Moved(seat, sent[seat]))
        states.append(state)
    assert all(state == states[0] for state in states)


def test_a_choice_can_be_replaced_until_the_step_closes() -> None:
    state = game.apply(dealt(), Moved(C0, Negotiate(M0, 60)))
    state = game.apply(state, Moved(C0, Negotiate(M1, 50)))
    assert close(state, carpenter_0=Negotiate(M1, 50)).talks.invites == (Invite(C0, M1, 50, 1),)


def test_a_mover_who_says_nothing_twice_loses_the_bargain() -> None:
    state = close(MINE, carpenter_1=Negotiate(M1, 50))
    assert state.talks.bargains[0].misses == 1
    state = close(state, carpenter_1=Negotiate(M1, 50))
    assert state.talks.bargains == ()
    assert ("expired", C0, M0) in deeds(state)


def test_a_bargain_has_so_many_offers_and_no_more() -> None:
    state = at(bargains=(bargain(C0, M0, C0, 40, offers=5),))
    state = close(state, carpenter_0=Counter(M0, 70))
    assert state.talks.bargains[0].offers == 6
    state = close(state, carpenter_1=Negotiate(M1, 50))
    assert ("capped", M0, C0) in deeds(state)


def test_ending_declining_and_taking_back() -> None:
    assert deeds(close(MINE, carpenter_0=Finish(M0))) == [("ended", C0, M0)]
    assert ("declined", C0, M0) in deeds(close(INVITED, carpenter_0=Finish(M0)))
    assert ("withdrew", M0, C0) in deeds(close(INVITED, miner_0=Finish(C0)))


def test_whoever_waits_for_a_partner_holds_nobody_up() -> None:
    assert turn(MINE).awaited == {C0, C1, M1}
    assert M0 in turn(MINE).may


def test_only_who_names_each_other_sit_down_where_the_match_is_mutual() -> None:
    state = at(step=3, match="mutual")
    state = close(state, carpenter_0=Negotiate(M0, None), miner_0=Negotiate(C0, 40), carpenter_1=Negotiate(M0, None))
    (b,) = state.talks.bargains
    assert ({b.a, b.b}, b.mover, b.offer) == ({C0, M0}, M0, None), "in an odd step the higher seat begins"
    assert state.talks.invites == ()


def test_members_may_vote_a_deal_down_and_silence_is_a_yes() -> None:
    state = at(bind="vote", coalitions=allies((C0, M0)), bargains=(bargain(C0, M1, C0, 50),))
    state = close(state, carpenter_0=Accept(M1, 50))
    assert members(state) == [{C0, M0}]
    assert members(close(state, miner_0=Vote(False))) == [{C0, M0}]
    assert members(close(state, miner_0=Vote(True))) == [{C0, M0, M1}]
    assert members(close(state)) == [{C0, M0, M1}]


def test_of_two_deals_put_to_the_vote_the_one_that_comes_second_is_about_other_shares() -> None:
    m2, m3 = Seat("miner_2"), Seat("miner_3")
    state = at(
        difficulty="hard",
        bind="vote",
        coalitions=allies((C0, C1)),
        bargains=(bargain(C0, m2, C0, 50), bargain(C1, m3, C1, 50)),
    )
    state = close(state, carpenter_0=Accept(m2, 50), carpenter_1=Accept(m3, 50))
    assert len(state.talks.ballots) == 2
    state = close(state)
    assert members(state) == [{C0, C1, m2}]
    assert ("voided", C1, m3) in deeds(state)


def test_the_phase_ends_with_its_last_step_with_one_coalition_or_when_nobody_acts() -> None:
    assert close(at(step=8), carpenter_0=Negotiate(M0, 50)).phase == "physical"
    assert close(at(step=2), carpenter_0=Negotiate(M0, 50)).phase == "negotiation"
    assert close(at(step=2)).phase == "physical"
    whole = at(coalitions=allies((C0, C1, M0)), bargains=(bargain(C0, M1, C0, 50),))
    assert close(whole, carpenter_0=Accept(M1, 50)).phase == "physical"
    assert close(ALLIED, carpenter_1=Negotiate(M1, 50)).phase == "negotiation"


def test_leaving_ends_the_game_for_all() -> None:
    from games.core.contract import Left

    event = Left(C0, "quit")
    after = game.apply(dealt(), event)
    result = game.result(after)
    assert result is not None
    assert result.end == "abandoned"
    assert any(isinstance(news.fact, Ended) for news in game.news(dealt(), event, after))
