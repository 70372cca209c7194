"""One step of the negotiation: the messages of all seats become bargains, ballots and coalitions."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from games.core.contract import IllegalMove, Seat
from games.society.precedence import ordered
from games.society.rules.coalition import Coalition, allied, merge, merged, share, side
from games.society.rules.moves import Accept, Counter, Finish, Negotiate, Pass, Talk, Vote
from games.society.rules.negotiation import Customs, Did, Dropped, Happening, Merged, check
from games.society.rules.talks import INVITE_STEPS, Ballot, Bargain, Invite, Offer, Talks

MISSES: Final = 2
"""Steps in a row that a mover may let pass; after them its bargain is ended."""


def close(talks: Talks, customs: Customs, sent: Mapping[Seat, Talk]) -> tuple[Talks, tuple[Happening, ...]]:
    """Return the talks at the beginning of the next step, and the events of this one."""
    told: list[Happening] = []
    before = talks
    talks = _count(talks, sent, told)
    for seat in ordered(customs.seats, talks.step, customs.precedence):
        move = sent.get(seat, Pass())
        try:
            check(talks, customs, seat, move)
        except IllegalMove as why:
            code, other = _overtaken(talks, seat, move, why)
            told.append(Dropped(seat, code, other))
        else:
            talks = _act(talks, customs, seat, move, told)
    talks = _pair_up(talks, customs, told) if customs.match == "mutual" else talks
    return _grow_old(before, talks, customs, sent, told), tuple(told)


def over(before: Talks, talks: Talks, customs: Customs, sent: Mapping[Seat, Talk]) -> bool:
    """Return whether the phase ends with the step that was just closed: the last one, all allied, or nobody acted.

    An offer that stood in it keeps the phase open where the customs say so: to pass is to think about it.
    """
    if talks.step > customs.steps:
        return True
    if any(len(c.members) == len(customs.seats) for c in talks.coalitions):
        return True
    if customs.waits and (before.invites or before.bargains):
        return False
    return not talks.ballots and all(isinstance(move, Pass) for move in sent.values())


def _overtaken(talks: Talks, seat: Seat, move: Talk, why: IllegalMove) -> tuple[str, str]:
    """Return the event in between that made a message invalid after it was sent, and the seat it concerns."""
    target = move.to if isinstance(move, Negotiate | Counter) else move.of if isinstance(move, Accept) else ""
    if target and allied(talks.coalitions, seat, Seat(target)):
        return "ally_now", target
    return why.code, str(why.facts.get("other", target))


def _act(talks: Talks, customs: Customs, seat: Seat, move: Talk, told: list[Happening]) -> Talks:
    match move:
        case Negotiate(to, mine):
            return _invite(talks, customs, seat, to, mine, told)
        case Counter(to, mine):
            bargain = talks.bargain(seat)
            theirs = next((i for i in talks.invites_to(seat) if i.by == to), None)
            earlier = bargain.made if bargain else _opening(theirs)
            made = 1 + (bargain.offers if bargain else len(earlier))
            told.append(Did("countered", seat, to, mine))
            offer = Offer(seat, mine)
            return _sit_down(talks, Bargain(to, seat, to, offer, made, made=(*earlier, offer)))
        case Accept(whose):
            offer = next(offer for offer in talks.offers_to(seat) if offer.by == whose)
            told.append(Did("accepted", seat, whose, 100 - offer.mine))
            return _agree(talks, customs, seat, whose, 100 - offer.mine, told)
        case Finish(other):
            return _finish(talks, seat, other, told)
        case _:
            return talks


def _invite(talks: Talks, customs: Customs, seat: Seat, to: Seat, mine: int | None, told: list[Happening]) -> Talks:
    theirs = next((i for i in talks.invites_to(seat) if i.by == to), None)
    told.append(Did("invited", seat, to, mine))
    if theirs is None or theirs.mine is None or customs.match == "mutual":
        kept = tuple(i for i in talks.invites if i.by != seat)
        return replace(talks, invites=(*kept, Invite(seat, to, mine, talks.step)))
    if theirs.step == talks.step or mine is None:
        # Each invited the other: the earlier offer stands, and the later seat is on turn.
        told.append(Did("opened", to, seat, theirs.mine))
        return _sit_down(talks, Bargain(to, seat, seat, Offer(to, theirs.mine), 1, made=_opening(theirs)))
    offer = Offer(seat, mine)
    return _sit_down(talks, Bargain(to, seat, to, offer, 2, made=(*_opening(theirs), offer)))


def _opening(invite: Invite | None) -> tuple[Offer, ...]:
    """Return the offer of an invitation, if it has one."""
    return () if invite is None or invite.mine is None else (Offer(invite.by, invite.mine),)


def _sit_down(talks: Talks, bargain: Bargain) -> Talks:
    """Open a bargain or move one on. Invitations of its two seats to others are withdrawn."""
    pair = (bargain.a, bargain.b)
    bargains = tuple(b for b in talks.bargains if b.a not in pair)
    invites = tuple(i for i in talks.invites if i.by not in pair)
    return replace(talks, bargains=(*bargains, bargain), invites=invites)


def _finish(talks: Talks, seat: Seat, other: Seat, told: list[Happening]) -> Talks:
    bargain = talks.bargain(seat)
    if bargain is not None:
        told.append(Did("ended", seat, other))
        return replace(talks, bargains=tuple(b for b in talks.bargains if b != bargain))
    declined = any(i.by == other for i in talks.invites_to(seat))
    told.append(Did("declined" if declined else "withdrew", seat, other))
    pair = (other, seat) if declined else (seat, other)
    return replace(talks, invites=tuple(i for i in talks.invites if (i.by, i.to) != pair))


def _agree(talks: Talks, customs: Customs, accepting: Seat, offering: Seat, mine: int, told: list[Happening]) -> Talks:
    """Merge the coalitions of two sides that agree, or ask their other members first."""
    pair = {accepting, offering}
    bargains = tuple(b for b in talks.bargains if not pair & {b.a, b.b})
    invites = tuple(i for i in talks.invites if {i.by, i.to} != pair)
    talks = replace(talks, bargains=bargains, invites=invites)
    voters = tuple(s for p in (accepting, offering) for s in side(talks.coalitions, p) if s not in pair)
    if customs.bind == "vote" and voters:
        told.append(Did("balloted", accepting, offering, mine))
        return replace(talks, ballots=(*talks.ballots, Ballot(accepting, offering, mine, voters, ())))
    return _merge(talks, accepting, offering, mine, told)


def _merge(talks: Talks, accepting: Seat, offering: Seat, mine: int, told: list[Happening]) -> Talks:
    part, had = Fraction(mine, 100), talks.coalitions
    made = merged(had, accepting, offering, part)
    before = tuple(share(had, seat) for seat in made.members)
    told.append(Merged(made, accepting, offering, mine, before))
    talks = replace(talks, coalitions=merge(had, accepting, offering, part))
    talks = _cancel(talks, told)
    return _void(talks, made, told)


def _cancel(talks: Talks, told: list[Happening]) -> Talks:
    """End bargains between seats that are now in the same coalition."""
    bargains, invites = [], []
    for bargain in talks.bargains:
        if allied(talks.coalitions, bargain.a, bargain.b):
            told.append(Did("cancelled", bargain.a, bargain.b))
        else:
            bargains.append(bargain)
    for invite in talks.invites:
        if allied(talks.coalitions, invite.by, invite.to):
            told.append(Did("cancelled", invite.by, invite.to))
        else:
            invites.append(invite)
    return replace(talks, bargains=tuple(bargains), invites=tuple(invites))


def _void(talks: Talks, changed: Coalition, told: list[Happening]) -> Talks:
    """Drop offers that touch a changed coalition: the stakes are not the same as when they were made."""
    bargains, invites = [], []
    for bargain in talks.bargains:
        touched = next((seat for seat in (bargain.a, bargain.b) if seat in changed.members), None)
        if touched is not None and bargain.offer is not None:
            told.append(Did("voided", touched, bargain.other(touched)))
            bargain = replace(bargain, offer=None, offers=0, lapsed=touched, made=())
        bargains.append(bargain)
    for invite in talks.invites:
        touched = next((seat for seat in (invite.by, invite.to) if seat in changed.members), None)
        if touched is not None and invite.mine is not None:
            told.append(Did("voided", touched, invite.to if touched == invite.by else invite.by))
        else:
            invites.append(invite)
    ballots = tuple(b for b in talks.ballots if not {b.accepting, b.offering} & {*changed.members})
    return replace(talks, bargains=tuple(bargains), invites=tuple(invites), ballots=ballots)


def _count(talks: Talks, sent: Mapping[Seat, Talk], told: list[Happening]) -> Talks:
    """Settle the votes of the step before: an agreement fails if at least half of one side's seats say no."""
    ballots, talks = talks.ballots, replace(talks, ballots=())
    changed: set[Seat] = set()
    for ballot in ballots:
        pair = (ballot.accepting, ballot.offering)
        nays = {s for s in ballot.voters if isinstance(vote := sent.get(s), Vote) and not vote.yes}
        sides = [side(talks.coalitions, seat) for seat in pair]
        if changed & {*pair, *ballot.voters}:
            # Another deal came first, and these shares are not the agreed ones any more.
            told.append(Did("voided", *pair))
            continue
        if any(2 * len(nays & set(members)) >= len(members) for members in sides):
            told.append(Did("voted_down", *pair, ballot.mine))
        else:
            talks = _merge(talks, *pair, ballot.mine, told)
            changed |= {seat for members in sides for seat in members}
    return talks


def _pair_up(talks: Talks, customs: Customs, told: list[Happening]) -> Talks:
    """Open bargains only between seats that named each other in this step; all other requests lapse."""
    wanted = {(i.by, i.to) for i in talks.invites}
    pairs = [(a, b) for a, b in wanted if (b, a) in wanted and customs.seats.index(a) < customs.seats.index(b)]
    talks = replace(talks, invites=())
    for a, b in sorted(pairs, key=lambda pair: customs.seats.index(pair[0])):
        told.append(Did("opened", a, b))
        talks = _sit_down(talks, Bargain(a, b, b if talks.step % 2 else a, None, 0))
    return talks


def _grow_old(before: Talks, talks: Talks, customs: Customs, sent: Mapping[Seat, Talk], told: list[Happening]) -> Talks:
    """Drop invitations and bargains that nobody answered in time, and begin the next step."""
    bargains, invites = [], []
    for bargain in talks.bargains:
        had = before.bargain(bargain.mover)
        waited = had is not None and (had.mover, had.offers) == (bargain.mover, bargain.offers)
        if not waited or not isinstance(sent.get(bargain.mover, Pass()), Pass | Vote):
            bargains.append(replace(bargain, misses=0))
        elif bargain.offers >= customs.offers:
            told.append(Did("capped", bargain.mover, bargain.other(bargain.mover)))
        elif bargain.misses + 1 >= MISSES:
            told.append(Did("expired", bargain.mover, bargain.other(bargain.mover)))
        else:
            bargains.append(replace(bargain, misses=bargain.misses + 1))
    for invite in talks.invites:
        if talks.step - invite.step >= INVITE_STEPS:
            told.append(Did("lapsed", invite.by, invite.to))
        else:
            invites.append(invite)
    return replace(talks, bargains=tuple(bargains), invites=tuple(invites), step=talks.step + 1)
