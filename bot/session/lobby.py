"""The lobby: turns settings into terms, seats people and strategies, and deals when the last seat is taken."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from types import MappingProxyType
from typing import Final

from msgspec import UNSET, Raw
from msgspec.structs import replace

from bot import keys
from bot.players import Script, Strategy
from bot.players.base import model_of
from bot.session.model import levels, naming, receipt
from bot.session.model.events import Rose, Sat, Stopped, Watched
from bot.session.model.inbound import Answer, Inbound, Join, Open
from bot.session.model.session import Session
from bot.session.model.table import Chair, Table
from bot.session.model.terms import MINUTE, Terms, tempo_of
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import lobby as posts
from bot.session.wording import messages
from games.core.codec import digest, encode
from games.core.contract import TABLE, AnyGame, Seat, SeatInfo
from games.core.draw import config_of, recipe_of
from games.core.phrases import joined
from games.core.post import Choice, Post, line, says
from games.core.registry import UnknownGame, get

HUMAN: Final = "human"
WAYS_IN: Final = (messages.MENU, messages.FRIEND)
"""Buttons for somebody whom an invitation led to no seat."""
CHAT: Final[Mapping[str, str]] = MappingProxyType({"style": "chat", "reading": "plain"})
"""Settings that are usual in a chat. The terminal keeps the games' own defaults, those of the published studies."""
TALKING: Final[Mapping[str, str]] = MappingProxyType({"talk": "both"})
"""Further usual settings in a chat where people play each other."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Join codes are read aloud and typed on phones, so they have no I, no O and no digits."""


class BadSeat(ValueError):
    """Error for a seat that the game does not have; its text names the game's seats."""


def settled(act: Open) -> Open:
    """Return the act with its random values drawn, so that repeating it after a crash gives the same result."""
    root, chosen = secrets.token_hex(32), act.seed is not None
    return replace(
        act,
        seed=act.seed if chosen else receipt.deal_seed(root),
        code=act.code or "".join(secrets.choice(LETTERS) for _ in range(6)),
        root=root,
        chosen=chosen,
    )


def usual(act: Open, defaults: Mapping[str, str]) -> Mapping[str, str]:
    """Return the usual settings for an act: in a chat, people who play each other may talk."""
    people = HUMAN in (act.rest, *(player for _, player in act.against))
    return {**defaults, **TALKING} if defaults and people else defaults


def plan(
    act: Open,
    strategies: Callable[[str, AnyGame], Strategy],
    usual: str = "",
    defaults: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Terms, tuple[Chair, ...]]:
    """Return a session's terms and chairs, the opener's first; `usual` plays unnamed seats. Raises `ValueError`.

    `defaults` holds texts of settings that the games here have unless somebody wrote others.
    """
    try:
        game = get(act.game)
    except UnknownGame as problem:
        raise ValueError(str(problem)) from None
    tempo = tempo_of(act.tempo)
    levels.check(game, act.level)
    assert act.seed is not None
    config = config_of(game, recipe_of(game, dict(act.wrote), defaults), act.seed, act.number)
    encoded, infos = encode(config), game.seats(config)
    seats = [info.seat for info in infos]
    chairs = _chairs(act, infos, act.level or usual or game.default_player)
    ours = [chair for chair in chairs if chair.kind == "ai"]
    models = {name: _model(strategies(name, game), seats) for name in dict.fromkeys(c.strategy for c in ours)}
    terms = Terms(
        game=game.name,
        rules=game.rules,
        config=Raw(encoded),
        seed=act.seed,
        tempo=replace(tempo, idle=act.wait * MINUTE) if act.wait else tempo,
        spec=digest(game.name.encode(), b"%d" % game.rules, encoded),
        engine=_version(),
        overrides=act.wrote,
        code=act.code if any(chair.kind == "open" for chair in chairs) else "",
        again=act.again or UNSET,
    )
    players = [(chair.seat, receipt.shown(chair.strategy, models[chair.strategy])) for chair in ours]
    return receipt.promised(terms, _root(act, chairs), players, act.chosen), chairs


def _model(player: Strategy, seats: Sequence[str]) -> str:
    """Return the model behind a strategy, "" if it has none. Raises `ValueError` for a script that does not fit."""
    if isinstance(player, Script):
        player.check(seats)
    return model_of(player)


def _root(act: Open, chairs: Sequence[Chair]) -> str | None:
    """Return the secret of a session; "" if it follows from its seed, None if the session makes no promise.

    With a chosen seed and nobody else at the table it follows from the seed, so that equal runs are equal.
    """
    if act.root is UNSET:
        return None
    return act.root if not act.chosen or any(chair.kind == "open" for chair in chairs) else ""


def _chairs(act: Open, infos: Sequence[SeatInfo], usual: str) -> tuple[Chair, ...]:
    seats = [info.seat for info in infos]
    wanted = _seat(act, act.seat, infos)
    named = {_seat(act, seat, infos): player for seat, player in act.against}
    mine = "" if act.watch else wanted or seats[0]
    others = [seat for seat in seats if seat != mine]
    if mine and mine in named:
        raise BadSeat(f"{mine} is the seat that you take yourself; --seat takes another: {', '.join(others)}.")
    chairs = [Chair(Seat(mine), HUMAN)] if mine else []
    for seat in others:
        player = named.get(seat) or act.rest or usual
        chairs.append(Chair(seat) if player == HUMAN else Chair(seat, "ai", strategy=player))
    return tuple(chairs)


def _seat(act: Open, word: str, infos: Sequence[SeatInfo]) -> str:
    seats = [info.seat for info in infos]
    seat = _named(word, seats)
    if seat and seat not in seats:
        roles = {info.role for info in infos}
        alike = f" Both sides are {roles.pop()}s, so you can leave it out." if len(infos) == 2 > len(roles) else ""
        there = f"its seats are {', '.join(seats)}.{alike}{_or_level(act)}"
        raise BadSeat(f"{act.game} has no seat {seat!r}; {there}")
    return seat


def _or_level(act: Open) -> str:
    there = levels.of(get(act.game))
    return f" Its opponents are {joined(there)}." if len(there) > 1 and not act.against else ""


def _named(word: str, seats: Sequence[Seat]) -> str:
    meant = word.casefold().replace(" ", "_")
    return next((seat for seat in seats if seat.casefold() == meant), word)


@cache
def _version() -> str:
    return version("parley")


def open(unit: UnitOfWork, inbound: Inbound, act: Open, chairs: tuple[Chair, ...]) -> Answer:
    """Seat the opener and the strategies; deal if nobody else is awaited."""
    session = unit.session
    unit.tags.extend((keys.of_game(session.game.name), keys.in_namespace(act.namespace), *lists_of(session.terms)))
    unit.record(*(Sat(chair) for chair in chairs if chair.kind == "ai"))
    if act.watch:
        unit.record(Watched(replace(unit.place(TABLE), private=False, visibility="watch")))
    else:
        sit(unit, chairs[0].seat)
    code = session.terms.code if unit.session.table.phase == "lobby" else ""
    if code:
        _invite(unit, inbound, act, code)
    return Answer("opened", session.sid, code)


def _invite(unit: UnitOfWork, inbound: Inbound, act: Open, code: str) -> None:
    """Invite earlier partners. If that fills the table, its host needs no code to hand out."""
    for address in dict.fromkeys(address for address, _ in act.invites):
        users = tuple(user for other, user in act.invites if other == address and user)
        unit.points.append((keys.invited(address), code))
        unit.say((posts.invitation(unit.session, inbound, address, users),))
    asked = [address for address, _ in act.invites if address != inbound.place]
    if len(asked) >= sum(chair.kind == "open" for chair in unit.session.table.chairs):
        unit.say_instead(posts.board(unit.session, invited=True))


def lists_of(terms: Terms) -> tuple[str, ...]:
    """Return the lists on which operators find a session: for their realm, its configured game, and its study."""
    realm = (keys.of_realm(terms.realm),) if terms.realm is not UNSET else ()
    setup = (keys.of_setup(terms.setup.realm, terms.setup.name),) if terms.setup is not UNSET else ()
    study = (keys.of_study(terms.stage.realm, terms.stage.study),) if terms.stage is not UNSET else ()
    lesson = (keys.of_class(terms.lesson.classroom),) if terms.lesson is not UNSET else ()
    return (*realm, *setup, *study, *lesson)


def join(unit: UnitOfWork, inbound: Inbound, act: Join) -> Answer:
    """Seat a person who has the code."""
    session = unit.session
    if session.table.seats_of(inbound.user):
        return _no(unit, "twice", messages.TWICE)
    free = [c.seat for c in session.table.chairs if c.kind == "open"]
    if session.shut:
        return _no(unit, "shut", messages.SHUT, *WAYS_IN)
    if not free or session.table.phase != "lobby":
        return _no(unit, "full", messages.FULL, *WAYS_IN)
    seat = _named(act.seat, free)
    if seat and seat not in free:
        return _no(unit, "seat_taken", f"That seat is not free; free are {', '.join(map(posts.shown, free))}.")
    sit(unit, Seat(seat or free[0]))
    return Answer("joined", session.sid)


def begin(unit: UnitOfWork) -> Answer:
    """Start with the people who are there: strategies take the free seats."""
    free = (chair.seat for chair in unit.session.table.chairs if chair.kind == "open")
    unit.deal(*(Sat(Chair(seat, "ai", strategy=unit.usual)) for seat in free))
    return Answer("told", unit.session.sid, "begin")


def leave(unit: UnitOfWork, seat: Seat) -> Answer:
    """Leave a table whose game has not begun."""
    unit.record(rising(unit.session.table, seat))
    closed = messages.CLASS_LEFT if unit.session.taught else messages.CLOSED
    unit.reply(says(closed if unit.session.table.stopped else messages.ROSE))
    return Answer("told", unit.session.sid, "quit")


def rising(table: Table, seat: Seat) -> Rose | Stopped:
    """Return the event that frees a seat. A table without other people closes, unless a place looks on."""
    people = [chair for chair in table.chairs if chair.kind == HUMAN]
    watched = any(place.visibility == "watch" for place in table.places)
    return Rose(seat) if len(people) > 1 or watched else Stopped(seat, "the lobby was closed")


def restart(unit: UnitOfWork, user: str, level: str) -> bool:
    """End a game in which its only person has not moved yet, because they begin another at this level. Return False if
    it is another's, or goes on.
    """
    table = unit.session.table
    mine = table.seats_of(user)
    if not mine or table.phase != "play" or table.begun or len(table.people()) > 1:
        return False
    unit.record(Stopped(mine[0], f"All right, {level} it is: a new game."))
    return True


def withdraw(unit: UnitOfWork, user: str) -> None:
    """Free the seat of a person who plays elsewhere."""
    for seat in unit.session.table.seats_of(user):
        unit.record(rising(unit.session.table, seat))


def sit(unit: UnitOfWork, seat: Seat) -> None:
    """Give a free chair to the person who acts, and deal if it was the last one and no class has to start first. Nobody
    has a name in a study or a class.
    """
    act, chairs = unit.act, unit.session.table.chairs
    taken = [c.name for c in chairs if c.name]
    name = "" if unit.session.studied or unit.session.taught else naming.fit(act.name, [c.seat for c in chairs], taken)
    place, direct = unit.place(seat if act.private else TABLE), None
    if act.direct and not act.private and _crowded(unit.session, seat):
        direct = replace(place, address=act.direct, viewer=seat, private=True, visibility="private")
        unit.turn_to(keys.focus(act.direct, act.user))
    unit.turn_to(act.focus)
    unit.tags.append(keys.played_by(act.user))
    free = any(chair.kind == "open" and chair.seat != seat for chair in chairs)
    sat = Sat(Chair(seat, HUMAN, user=act.user, name=name), place, direct)
    if free or unit.session.held:
        unit.record(sat)
    else:
        unit.deal(sat)


def _crowded(session: Session, seat: Seat) -> bool:
    """Return whether to send a seat its secrets unasked: it has some, and the table has more than two seats."""
    seats = session.seats
    return len(seats) > 2 and any(info.seat == seat and info.private for info in seats)


def _no(unit: UnitOfWork, code: str, sentence: str, *asks: Choice) -> Answer:
    unit.reply(Post((line(sentence),), asks))
    return Answer("refused", unit.session.sid, code)
