"""Situations at the table, and what a text does in them."""

from msgspec.structs import replace

from games.core.contract import IllegalMove, Moved, Reading, Said, Seat, Unclear
from games.core.draw import config_of, recipe_of
from games.core.post import Cast, Voice, plain
from games.society import game
from games.society.rules.coalition import Coalition, equal
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Pass, Vote
from games.society.rules.state import State
from games.society.rules.talks import Bargain, Invite, Offer, Talks
from games.society.world.plans import written

C0, C1, M0, M1 = (Seat(name) for name in ("carpenter_0", "carpenter_1", "miner_0", "miner_1"))


def dealt(seed: int = 1, **wrote: str) -> State:
    return game.deal(config_of(game, recipe_of(game, wrote), 1, 0), seed)


def at(
    seed: int = 1,
    *,
    bargains: tuple[Bargain, ...] = (),
    invites: tuple[Invite, ...] = (),
    coalitions: tuple[Coalition, ...] = (),
    step: int = 2,
    **wrote: str,
) -> State:
    """A negotiation in the middle."""
    talks = Talks(step, coalitions, invites, bargains, ())
    return replace(dealt(seed, **wrote), talks=talks, number=step)


def bargain(a: Seat, b: Seat, mover: Seat, mine: int | None = None, offers: int = 1) -> Bargain:
    """Two at the table; with `mine`, what the one who is not on turn wants for its side."""
    by = b if mover == a else a
    return Bargain(a, b, mover, None if mine is None else Offer(by, mine), offers)


def allies(*groups: tuple[Seat, ...]) -> tuple[Coalition, ...]:
    return equal(tuple((letter, group) for letter, group in zip("ABCD", groups, strict=False)))


FREE = at()
MINE = at(bargains=(bargain(C0, M0, C0, 40),))
"""miner_0 wants 40 %, so 60 % for carpenter_0, who is on turn."""
THEIRS = at(bargains=(bargain(C0, M0, M0, 60),))
INVITED = at(invites=(Invite(M0, C0, 40, 1),))
TWICE = at(invites=(Invite(M0, C0, 40, 1), Invite(M1, C0, 30, 1)))
ALLIED = at(coalitions=allies((C0, M0)))
BUSY = at(bargains=(bargain(C1, M1, M1, 50),))


def move_of(
    state: State, text: str, seat: Seat = C0, via: str = "typed", cast: tuple[Cast, ...] = ()
) -> Move | str | None:
    """The move that a text makes, checked by the rules; `!code` if it makes none; None for talk."""
    reading = game.read(game.view(state, seat), Said(text, "pressed" if via == "pressed" else "typed", cast=cast))
    if isinstance(reading, Unclear):
        return f"!{reading.code}"
    if reading.move is None:
        return None
    try:
        game.apply(state, Moved(seat, reading.move, reading.say))
    except IllegalMove as why:
        return f"!{why.code}"
    return reading.move


def outcome(state: State, text: str, seat: Seat = C0, cast: tuple[Cast, ...] = ()) -> str:
    """Return what a text comes to, in one word: `negotiate miner_0 40`, `accept miner_0`, `talk`, `!step`."""
    move = move_of(state, text, seat, cast=cast)
    match move:
        case None:
            return "talk"
        case str():
            return move
        case Negotiate(to, mine) | Counter(to, mine):
            made = f"{'negotiate' if isinstance(move, Negotiate) else 'counter'} {to} {mine}"
        case Accept(whose):
            made = f"accept {whose}"
        case Finish(other):
            made = f"end {other}"
        case Vote(yes):
            made = f"vote {'yes' if yes else 'no'}"
        case Join(slot):
            made = f"join {slot}"
        case Orders(queue):
            made = " / ".join(map(written, queue.plans)) + ("" if queue.loop else " once")
        case _:
            made = "pass"
    reading = game.read(game.view(state, seat), Said(text, cast=cast))
    return f"?{made}" if isinstance(reading, Reading) and reading.confirm else made


def reply(state: State, text: str, seat: Seat = C0) -> str:
    """The words of a refusal."""
    view = game.view(state, seat)
    reading = game.read(view, Said(text))
    if isinstance(reading, Unclear):
        return plain(game.refuse(reading, view, Voice(seat)))
    try:
        game.apply(state, Moved(seat, reading.move, reading.say))
    except IllegalMove as why:
        return plain(game.refuse(why, view, Voice(seat)))
    return ""


def close(state: State, **sent: Move | None) -> State:
    """The state after everybody's choice in this window; whoever is not named passes."""
    window = state.number, state.phase
    for seat in state.terms.seats:
        if (state.number, state.phase) == window and state.close is None:
            move = sent.get(seat) or Pass()
            try:
                state = game.apply(state, Moved(seat, move, ""))
            except IllegalMove:
                if seat in sent:
                    raise
    return state
