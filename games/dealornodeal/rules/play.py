"""The only transition. Talk goes back and forth until both sides have confirmed one card, or it ends without a deal.

A deal is one object, the card, that both sides confirm by its version, so two sides can never hold different deals.
Consecutive messages of one side are one utterance, and the cut-off counts utterances.
"""

from msgspec.structs import replace

from games.core.contract import (
    Clock,
    End,
    Event,
    Expired,
    IllegalMove,
    Left,
    Moved,
    Result,
    Seat,
    SeatInfo,
    Slipped,
    Turn,
)
from games.dealornodeal.config import DealConfig, context_of, domain_of
from games.dealornodeal.domain.deals import Share, possible, rest, worth
from games.dealornodeal.rules.state import (
    LONGEST,
    NOBODY,
    SEATS,
    YOU,
    Accept,
    Card,
    Confirm,
    DealMove,
    DealState,
    Ended,
    Heard,
    Leave,
    Offer,
    Reopen,
    Utterance,
    other,
    turned,
)

_BOTH = frozenset(SEATS)
_NONE = frozenset[Seat]()


def seats(config: DealConfig) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(seat, "negotiator", private=True) for seat in SEATS)


def deal(config: DealConfig, seed: int) -> DealState:
    """Return the first state; the first seat speaks first."""
    context = context_of(config, seed)
    return DealState(config, context, (), open=False, due=YOU, card=None, cards=0, misread=0, ended=None)


def result(state: DealState) -> Result | None:
    if not state.ended:
        return None
    return Result(state.ended.end, tuple(zip(SEATS, state.ended.points, strict=True)))


def turn(state: DealState) -> Turn:
    """Return the turn. All may speak at any time; awaited is who should answer, or has not confirmed a card."""
    if state.ended:
        return Turn()
    awaited = _BOTH - state.card.confirmed if state.card else _NONE
    if state.due:
        awaited |= {state.due}
    still = Clock(idle(state), "idle")
    clocks = (Clock(quiet(state), "quiet"), still) if state.open else (still,)
    return Turn(awaited=awaited, may=_BOTH, talk=_BOTH, clocks=clocks)


def quiet(state: DealState) -> str:
    """Return the clock after which an utterance counts as finished; every message starts it afresh."""
    return f"quiet:{len(state.spoken)}.{state.spoken[-1].parts if state.spoken else 0}"


def idle(state: DealState) -> str:
    """Return the clock after which a game counts as abandoned; every event starts it afresh."""
    confirmed = len(state.card.confirmed) if state.card else 0
    return f"idle:{len(state.spoken)}.{state.spoken[-1].parts if state.spoken else 0}.{state.cards}.{confirmed}"


def stake(state: DealState, seat: Seat) -> str:
    """Return the decision in front of both sides: the open card, or the answer to the last utterance."""
    if state.card:
        return f"card {state.card.version}"
    return f"message {len(state.spoken)}.{state.spoken[-1].parts}" if state.spoken else "message 0"


def apply(state: DealState, event: Event) -> DealState:
    """Return the state after an event.

    Raises `IllegalMove`: over, no_such_seat, no_such_clock, empty, too_long, full, bad_offer, no_offer, no_card,
    too_early.
    """
    if state.ended:
        raise IllegalMove("over")
    match event:
        case Moved(seat, _, _) | Left(seat, _) | Slipped(seat, _) if seat not in SEATS:
            raise IllegalMove("no_such_seat")
        case Moved(seat, move, say):
            return _moved(state, seat, move, say)
        case Left(seat, _):
            return _over(state, "abandoned", seat)
        case Expired(clock) if clock == idle(state):
            return _over(state, "abandoned", _silent(state))
        case Expired(clock) if state.open and clock == quiet(state):
            return _closed(state)
        case Expired():
            raise IllegalMove("no_such_clock")
    return state


def _moved(state: DealState, seat: Seat, move: DealMove | None, say: str) -> DealState:
    match move:
        case Confirm(version):
            return _confirmed(state, seat, version)
        case Reopen(version, misread):
            _card(state, version)
            return _cut(replace(state, card=None, due=seat, open=False, misread=state.misread + misread))
        case Leave():
            if not any(u.seat == seat for u in state.spoken):
                raise IllegalMove("too_early")
            return _over(state, "walkaway", seat)
    return _spoken(state, seat, _meaning(state, seat, move, say), typed=isinstance(move, Heard))


def _meaning(state: DealState, seat: Seat, move: DealMove | None, say: str) -> Utterance:
    """Return the meaning of a move, with `keep` turned to the share of seat `you`."""
    if len(say) > LONGEST:
        raise IllegalMove("too_long", most=LONGEST)
    pool = state.context.pool
    match move:
        case Offer(keep):
            return Utterance(seat, say, 1, "offer", _of_you(pool, seat, keep), False, (), 100)
        case Accept():
            return Utterance(seat, say, 1, "accept", _last_offer(state, other(seat)), False, (), 100)
        case Heard(act, keep, firm, claims, sure, _) if act in ("offer", "accept"):
            share = _of_you(pool, seat, keep)
            if act == "accept" and share not in _offers(state, other(seat)):
                raise IllegalMove("no_offer")
            return Utterance(seat, say, 1, act, share, firm, claims, sure)
        case Heard(act, _, _, claims, sure, left):
            said = Utterance(seat, say, 1, act, (), False, claims, sure, tuple(k for k in left if 0 <= k < len(pool)))
        case _:
            said = Utterance(seat, say, 1, "words", (), False, (), 100)
    if not say.strip():
        raise IllegalMove("empty")
    return said


def _of_you(pool: Share, seat: Seat, keep: Share) -> Share:
    if keep not in possible(pool):
        raise IllegalMove("bad_offer", pool=pool)
    return turned(pool, keep, seat)


def _offers(state: DealState, seat: Seat) -> tuple[Share, ...]:
    return tuple(u.keep for u in state.spoken if u.seat == seat and u.act == "offer")


def _last_offer(state: DealState, seat: Seat) -> Share:
    offers = _offers(state, seat)
    if not offers:
        raise IllegalMove("no_offer")
    return offers[-1]


def _spoken(state: DealState, seat: Seat, said: Utterance, typed: bool) -> DealState:
    """Return the state after an utterance, or after another message of the last one."""
    last = state.spoken[-1] if state.spoken and state.spoken[-1].seat == seat else None
    if last is None and _full(state):
        raise IllegalMove("full", most=state.config.utterances)
    if last is None:
        spoken = (*state.spoken, said)
    else:
        said = _joined(last, said, reread=typed and state.open)
        spoken = (*state.spoken[:-1], said)
    card = _card_after(state, said, last)
    cards = max(state.cards, card.version) if card else state.cards
    after = replace(state, spoken=spoken, open=typed, due=NOBODY, card=card, cards=cards)
    return after if typed else _closed(after, answered=state.due == seat)


def _card_after(state: DealState, said: Utterance, last: Utterance | None) -> Card | None:
    """Return the card after an utterance: a new one for an accepted deal, none after another offer."""
    card = state.card
    if said.act == "accept" or said.firm:
        return card if card and card.keep == said.keep else Card(state.cards + 1, said.keep, frozenset())
    return None if said.act == "offer" or (last is not None and last.act == "accept") else card


def _joined(last: Utterance, said: Utterance, reread: bool) -> Utterance:
    """Return one utterance made of two messages, with the reading if it covers both or words change nothing."""
    text = f"{last.text}\n{said.text}" if said.text else last.text
    if len(text) > 2 * LONGEST:
        raise IllegalMove("too_long", most=LONGEST)
    meant = said if reread or said.act != "words" or said.open else last
    return replace(meant, text=text, parts=last.parts + 1, claims=tuple(dict.fromkeys((*last.claims, *said.claims))))


def _closed(state: DealState, answered: bool = False) -> DealState:
    """Return the state with the last utterance complete. With an open card, only words on it need an answer."""
    last = state.spoken[-1]
    waiting = other(last.seat)
    if state.card:
        asks = last.act == "words" and waiting in state.card.confirmed and not answered and not _full(state)
        return replace(state, open=False, due=waiting if asks else NOBODY)
    return _cut(replace(state, open=False, due=waiting))


def _card(state: DealState, version: int) -> Card:
    if state.card is None or state.card.version != version:
        raise IllegalMove("no_card")
    return state.card


def _confirmed(state: DealState, seat: Seat, version: int) -> DealState:
    card = _card(state, version)
    after = replace(state, card=replace(card, confirmed=card.confirmed | {seat}))
    return _over(after, "deal") if card.confirmed | {seat} == set(SEATS) else after


def _full(state: DealState) -> bool:
    return len(state.spoken) >= state.config.utterances


def _cut(state: DealState) -> DealState:
    """Return the end after the last possible utterance, unless a card is on the table."""
    return _over(state, "cutoff") if _full(state) and not state.card else state


def _silent(state: DealState) -> Seat:
    """Return the seat that the others have waited for; no seat if they waited for both."""
    awaited = turn(state).awaited
    return next(iter(awaited)) if len(awaited) == 1 else NOBODY


def _over(state: DealState, end: End, by: Seat = NOBODY) -> DealState:
    keep: Share = ()
    fallback = domain_of(state.config).fallback
    points = (fallback, fallback)
    if end == "deal" and state.card:
        keep = state.card.keep
        mine, yours = state.context.values
        points = (worth(mine, keep), worth(yours, rest(state.context.pool, keep)))
    return replace(state, open=False, due=NOBODY, ended=Ended(end, by, keep, points))
