"""The lobby: turns settings into terms, seats people and strategies, and deals when the last seat is taken."""

import secrets
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import version
from typing import Final

from msgspec import UNSET, Raw
from msgspec.structs import replace

from bot.players import Script, Strategy
from bot.session import lobby_posts, naming
from bot.session.model.inbound import Answer, Inbound, Join, Open
from bot.session.model.session import Session
from bot.session.model.table import TEMPI, Chair, Dealt, Place, Rose, Sat, Stopped, Terms, Watched
from bot.session.unit_of_work import Step
from bot.session.wording import messages
from games.core.codec import digest, encode
from games.core.contract import TABLE, AnyGame, Seat
from games.core.draw import config_of, recipe_of
from games.core.post import says
from games.core.registry import UnknownGame, get

HUMAN: Final = "human"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Join codes are read aloud and typed on phones, so they have no I, no O and no digits."""


class BadSeat(ValueError):
    """Error for a seat that the game does not have; its text names the game's seats."""


def settled(act: Open) -> Open:
    """Return the act with its random values drawn, so that repeating it after a crash gives the same result."""
    seed = secrets.randbits(48) if act.seed is None else act.seed
    return replace(act, seed=seed, code=act.code or "".join(secrets.choice(LETTERS) for _ in range(6)))


def plan(act: Open, strategies: Callable[[str, AnyGame], Strategy], usual: str = "") -> tuple[Terms, tuple[Chair, ...]]:
    """Return the terms of a session and its chairs: the opener's first, without a user yet. `usual` plays unnamed
    seats; "" is the game's default player. Raises `ValueError` with a sentence.
    """
    try:
        game = get(act.game)
    except UnknownGame as problem:
        raise ValueError(str(problem)) from None
    if act.tempo not in TEMPI:
        raise ValueError(f"There is no tempo {act.tempo!r}; there are {', '.join(TEMPI)}.")
    assert act.seed is not None
    config = config_of(game, recipe_of(game, dict(act.wrote)), act.seed, act.number)
    encoded = encode(config)
    seats = [info.seat for info in game.seats(config)]
    wanted = _named(act.seat, seats)
    names = {_named(seat, seats): player for seat, player in act.against}
    for seat in [wanted, *names]:
        if seat and seat not in seats:
            raise BadSeat(f"{act.game} has no seat {seat!r}; its seats are {', '.join(seats)}.")
    mine = Seat(wanted or seats[0])
    if mine in names and not act.watch:
        others = ", ".join(seat for seat in seats if seat != mine)
        raise BadSeat(f"{mine} is the seat that you take yourself; --seat takes another: {others}.")
    chairs = [] if act.watch else [Chair(mine, HUMAN)]
    for seat in seats:
        if seat == mine and not act.watch:
            continue
        name = names.get(seat) or act.rest or usual or game.default_player
        if name == HUMAN:
            chairs.append(Chair(seat))
        else:
            player = strategies(name, game)
            if isinstance(player, Script):
                player.check(seats)
            chairs.append(Chair(seat, "ai", strategy=name))
    terms = Terms(
        game=game.name,
        rules=game.rules,
        config=Raw(encoded),
        seed=act.seed,
        tempo=TEMPI[act.tempo],
        spec=digest(game.name.encode(), b"%d" % game.rules, encoded),
        engine=_version(),
        wrote=act.wrote,
        code=act.code if any(chair.kind == "open" for chair in chairs) else "",
    )
    return terms, tuple(chairs)


def _named(word: str, seats: Sequence[Seat]) -> str:
    """Return the seat that the word names, ignoring case; the word itself if there is none."""
    return next((seat for seat in seats if seat.casefold() == word.casefold()), word)


@cache
def _version() -> str:
    return version("parley")


def open(step: Step, inbound: Inbound, act: Open, chairs: tuple[Chair, ...]) -> Answer:
    """Seat the opener and the strategies; deal if nobody else is awaited."""
    step.tags.extend((f"game:{step.session.game.name}", f"namespace:{act.namespace}", *lists_of(step.session.terms)))
    for chair in chairs:
        if chair.kind == "ai":
            step.desk(Sat(chair))
    if act.watch:
        place = Place(inbound.place, TABLE, False, "watch", inbound.locale, inbound.plain, inbound.width)
        step.desk(Watched(place))
        step.say(lobby_posts.board(step.session))
    else:
        _sit(step, inbound, chairs[0].seat)
    if terms_code(step):
        for address in dict.fromkeys(address for address, _ in act.invites):
            users = tuple(user for other, user in act.invites if other == address and user)
            step.points.append((invited(address), step.session.terms.code))
            step.say((lobby_posts.invitation(step.session, inbound, address, users),))
    return Answer("opened", step.session.sid, terms_code(step))


def invited(place: str) -> str:
    """Return the store's key for the code of the table to which people in a place were last invited."""
    return f"invited:{place}"


def lists_of(terms: Terms) -> tuple[str, ...]:
    """Return the lists on which operators find a session: one for their realm, one for its configured game."""
    realm = (f"realm:{terms.realm}",) if terms.realm is not UNSET else ()
    setup = (f"setup:{terms.setup.realm}|{terms.setup.name.casefold()}",) if terms.setup is not UNSET else ()
    return (*realm, *setup)


def join(step: Step, inbound: Inbound, act: Join) -> Answer:
    """Seat a person who has the code."""
    session = step.session
    if session.table.seats_of(inbound.user):
        return _no(step, "twice", messages.TWICE)
    free = [c.seat for c in session.table.chairs if c.kind == "open"]
    if session.shut:
        return _no(step, "shut", messages.SHUT)
    if not free or session.table.phase != "lobby":
        return _no(step, "full", messages.FULL)
    seat = _named(act.seat, free)
    if seat and seat not in free:
        return _no(step, "seat_taken", f"That seat is not free; free are {', '.join(free)}.")
    _sit(step, inbound, Seat(seat or free[0]))
    return Answer("joined", session.sid)


def begin(step: Step) -> Answer:
    """Start with the people who are there: strategies take the free seats."""
    before = step.session
    for chair in before.table.chairs:
        if chair.kind == "open":
            step.desk(Sat(Chair(chair.seat, "ai", strategy=step.usual)))
    _deal(step, before)
    return Answer("told", before.sid, "begin")


def leave(step: Step, seat: Seat) -> Answer:
    """Leave a table whose game has not begun."""
    rise(step, seat)
    step.reply(says(messages.CLOSED if step.session.table.stopped else messages.ROSE))
    shown(step)
    return Answer("told", step.session.sid, "quit")


def rise(step: Step, seat: Seat) -> None:
    """Free a seat. When the last person leaves, the table closes, unless a place looks on: such a table was opened for
    others.
    """
    table = step.session.table
    people = [chair for chair in table.chairs if chair.kind == HUMAN]
    watched = any(place.hears == "watch" for place in table.places)
    step.desk(Rose(seat) if len(people) > 1 or watched else Stopped(seat, "the lobby was closed"))


def withdraw(step: Step, user: str) -> None:
    """Free all seats of a person who plays elsewhere."""
    for seat in step.session.table.seats_of(user):
        rise(step, seat)
    shown(step)


def shown(step: Step) -> None:
    """Show the table's current state everywhere it was seen."""
    closed = step.session.table.phase == "over"
    step.say(lobby_posts.closed(step.session) if closed else lobby_posts.board(step.session))


def terms_code(step: Step) -> str:
    return step.session.terms.code if step.session.table.phase == "lobby" else ""


def _sit(step: Step, inbound: Inbound, seat: Seat) -> None:
    chairs = step.session.table.chairs
    name = naming.fit(inbound.name, [c.seat for c in chairs], [c.name for c in chairs if c.name])
    chair = Chair(seat, "human", user=inbound.user, name=name)
    eyes = seat if inbound.private else TABLE
    place = Place(inbound.place, eyes, inbound.private, locale=inbound.locale, plain=inbound.plain, width=inbound.width)
    direct = None
    if inbound.direct and not inbound.private and _crowded(step, seat):
        direct = replace(place, address=inbound.direct, eyes=seat, private=True, hears="private")
        step.turn_to(inbound.direct)
    step.turn_to(inbound.place)
    before = step.session
    step.desk(Sat(chair, place, direct))
    step.tags.append(f"user:{inbound.user}")
    if any(c.kind == "open" for c in step.session.table.chairs):
        step.say(lobby_posts.board(step.session))
    else:
        _deal(step, before)


def _crowded(step: Step, seat: Seat) -> bool:
    """Return whether to send a seat its secrets unasked: it has some, and the table has more than two seats."""
    seats = step.session.game.seats(step.session.config)
    return len(seats) > 2 and any(info.seat == seat and info.private for info in seats)


def _deal(step: Step, before: Session) -> None:
    """Deal, and tell those who followed the table `before` that it is full."""
    step.desk(Dealt())
    step.say(lobby_posts.full(step.session, before.table.places))
    step.opening()


def _no(step: Step, code: str, sentence: str) -> Answer:
    step.reply(says(sentence))
    return Answer("refused", step.session.sid, code)
