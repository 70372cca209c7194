"""The directory: what the router looks up to settle the meaning of an act. Each lookup is made at most once."""

from msgspec import UNSET
from msgspec.structs import replace

from bot import keys
from bot.players import LLM
from bot.session import account, arguments, rematch, wishes
from bot.session.limits import RateLimiter
from bot.session.lobby import HUMAN
from bot.session.model import levels
from bot.session.model.inbound import Inbound, Join, Open, Operate, Press
from bot.session.model.intent import Account, Help, Participation, Pressed, Refused, fill
from bot.session.model.session import Session, known
from bot.session.model.table import ERASED, Chair, Table, alias
from bot.session.model.terms import Terms
from bot.session.outbox import Stored, stored
from bot.session.ports import Classes, Operators, Studies
from bot.session.wording import messages
from games.core.codec import decode
from games.core.contract import Seat
from games.core.post import Form
from games.core.registry import names
from storage.base import Store

ASKING = 600_000
"""Milliseconds for which a plain yes may still answer the question whether to erase a person's data."""
LATELY = 20
"""Games of a person, the last begun first, among which their last company is looked for."""
MOMENT = 600_000
"""Milliseconds in which one button opens one game."""


class Directory:
    """Lookups in the store, and in what this process remembers of people's last acts."""

    def __init__(self, store: Store, limiter: RateLimiter) -> None:
        self.store, self.limiter = store, limiter
        self.operators: Operators | None = None
        self.studies: Studies | None = None
        self.classes: Classes | None = None
        self.asked: set[str] = set()
        """Places and users (as `focus` names them) who were asked whether to erase their data and have done nothing
        since.
        """

    async def pressed(self, press: Press, post: Stored | None = None) -> tuple[str, Pressed | None]:
        """Return the session of a pressed button's post, and what the button says; "" or None for what is gone.
        `post` is that post, if it has been read.
        """
        post = post or await stored(self.store, press.post)
        if post is None:
            return "", None
        sid, asks, sent = post.sid, post.sent.post.asks, post.sent
        if not 0 <= press.index < len(asks):
            return sid, None
        ask = asks[press.index]
        seat = Seat(ask.seat or sent.viewer)
        stake = dict(sent.stakes).get(seat, "")
        if isinstance(ask, Form):
            return sid, Pressed(fill(ask, dict(press.fields)), "form", seat, stake)
        question = (ask.question or messages.SURELY.format(label=ask.label)) if ask.mood == "stop" else ""
        return sid, Pressed(ask.says, "pressed", seat, stake, question)

    async def turned(self, inbound: Inbound, post: str) -> str:
        """Return the session of a post in the person's place; "" if it is gone or was posted elsewhere."""
        found = await stored(self.store, post)
        return found.sid if found is not None and found.place == inbound.place else ""

    async def parting(self, inbound: Inbound, word: str, asked: bool) -> Account | Participation | None:
        """Read a plain yes or no as the answer to the question about erasure, or about withdrawing from a study, before
        a game takes it for a move. None if the word answers no such question.

        A yes counts only if nothing else happened here since the question, which is asked again otherwise.
        """
        kept = await self.store.pointed(keys.asked(inbound.place, inbound.user))
        at, _, about = (kept or "").partition(" ")
        if not at or inbound.at - int(at) > ASKING:
            return None
        keeping, parting = (messages.STAYING, messages.WITHDRAWING) if about else (messages.KEEPING, messages.ERASING)
        if word not in messages.ABOUT_PARTING | keeping | parting:
            return None
        no, sure = word in messages.NO | keeping, asked and word in messages.YES | parting
        answer = "no" if no else "yes" if sure else ""
        part = about.partition(" ")[2] if answer == "yes" else ""
        return Participation("withdraw", answer, part) if about else Account("forget", answer)

    async def unasked(self, inbound: Inbound) -> None:
        """Close the question whether to erase a person's data, or to withdraw."""
        await self.store.point(keys.asked(inbound.place, inbound.user), None)

    async def invited(self, inbound: Inbound) -> str:
        """Return the code of the table that a plain yes joins here; "" if there is none, or a game waits for words."""
        code = await rematch.wanted(self.store, inbound)
        return code if code and await rematch.on(self.store, inbound.user, inbound.place, True) is None else ""

    async def welcomed(self, inbound: Inbound, text: str) -> Open | Join | Help | Refused | None:
        """Return the game that somebody without a game here asks for by its name, the menu if they ask for any, or the
        seat whose code they paste; None for all other words.
        """
        code, game = arguments.pasted(text), _wished(text)
        if not (code or game) or not (inbound.private or inbound.origin) or await self._plays(inbound):
            return None
        if not code:
            return game
        if refused := self.limiter.guessing(inbound.user):
            return refused
        if await self.store.pointed(keys.code(code)) is not None:
            return Join(code)
        self.limiter.guessed(inbound.user, right=False)
        return game

    async def _plays(self, inbound: Inbound) -> bool:
        """Return whether the person's words in this place have a game, or a table that waits for players. A game
        without the tempo of a chat keeps them after its end.
        """
        sid = await self.store.pointed(inbound.focus)
        heard = await self.store.load(sid) if sid is not None else None
        if heard is not None and (not heard.over or decode(heard.head.body, Terms).tempo.turn is None):
            return True
        return await self.open_game(inbound) is not None

    async def has_played(self, user: str) -> bool:
        """Return whether a person has had a game, anywhere."""
        return bool(await self.store.sessions(keys.played_by(user), limit=1))

    async def linked(self, inbound: Inbound, payload: str) -> str:
        """Return the game that a link names in place of a table's code; "" if it can only be a code."""
        name = payload.strip().lower()
        if len(name.split()) != 1 or await self.store.pointed(keys.code(name)) is not None:
            return ""
        if name in names() or arguments.CODE.fullmatch(name) is None:
            return name
        known = self.operators is not None and await self.operators.title(inbound, name) is not None
        return name if known else ""

    async def presses_again(self, inbound: Inbound, press: Press) -> bool:
        """Return True if this button opened a game a moment ago: one button opens one game."""
        button = keys.opens_game(press.post, press.index, inbound.user, inbound.at // MOMENT)
        return not await self.store.claim(button, inbound.id, inbound.at + 2 * MOMENT)

    async def seated(self, inbound: Inbound, join: Join) -> Join:
        """Return a join with the seat that the person had when they last played with these people."""
        return await rematch.seated(self.store, inbound.user, join)

    async def as_wished(self, inbound: Inbound) -> Inbound:
        """Return the act with the person's settings for new games."""
        mine = await account.prefs(self.store, inbound.user)
        return replace(inbound, plain=inbound.plain or mine.plain, locale=inbound.locale)

    async def rematch(self, inbound: Inbound, how: str, sid: str = "") -> Open | Join | Operate | Refused | None:
        """Return the act that opens a game once more: the one with this id, or the person's last; None if none. `how`:
        `swap` for another seat, or a level.
        """
        last, swap = await self._played(inbound.user, sid), how == "swap"
        if last is None:
            return None
        if last.studied:
            return Refused("study", messages.STUDY)
        if how and not swap and last.terms.setup is UNSET:
            return _at_level(last, inbound.user, how.lower(), pressed=bool(sid))
        if code := await rematch.waiting(self.store, last, inbound.user, self.apart):
            return Join(code)
        if last.terms.setup is UNSET:
            return await self._uninvited(inbound.user, last, _once_more(last, inbound.user, swap))
        # Configured games use their current version, seats included; the game may have a new version by now, or be
        # closed.
        name = last.terms.setup.name
        if last.terms.setup.slot < 0:
            return Operate("game preview", (("name", name),))
        return Open(name, seat="swap" if swap else "")

    async def _uninvited(self, user: str, last: Session, act: Open) -> Open:
        """Return a rematch without invitations, if somebody at the last table has blocked another."""
        others = tuple(c.user for c in last.table.chairs if c.kind == HUMAN and c.user != user)
        return replace(act, invites=()) if await self.apart(user, others) else act

    async def apart(self, user: str, people: tuple[str, ...]) -> bool:
        """Return whether a person and one of these people have blocked each other, either way."""
        mine = await self.blocked(user)
        for other in people:
            if alias(other) in mine or alias(user) in await self.blocked(other):
                return True
        return False

    async def blocked(self, user: str) -> str:
        """Return digests of the people whom a person has blocked, with spaces between; "" for nobody."""
        return await self.store.pointed(keys.blocked(user)) or ""

    async def company(self, inbound: Inbound) -> str:
        """Return the person's last game with other people in this place, ended or not; "" if there is none."""
        for loaded in await self.store.sessions(keys.played_by(inbound.user), limit=LATELY):
            session = await known(self.store, loaded)
            if session is None or not session.table.seats_of(inbound.user):
                continue
            others = any(c.kind == HUMAN and c.user not in (inbound.user, ERASED) for c in session.table.chairs)
            if others and any(place.address == inbound.place for place in session.table.places):
                return session.sid
        return ""

    async def ended(self, inbound: Inbound) -> str:
        """Return the person's last game that has ended in this place, or else anywhere; "" if there is none."""
        last = ""
        for loaded in await self.store.sessions(keys.played_by(inbound.user), live=False, limit=LATELY):
            session = await known(self.store, loaded)
            if session is None or session.state is None or not session.table.seats_of(inbound.user):
                continue
            last = last or session.sid
            if any(place.address == inbound.place for place in session.table.places):
                return session.sid
        return last

    async def _played(self, user: str, sid: str) -> Session | None:
        last = await known(self.store, await self.store.load(sid)) if sid else await rematch.last_of(self.store, user)
        return last if last is not None and last.state is not None and last.table.seats_of(user) else None

    async def open_game(self, inbound: Inbound, anywhere: bool = False) -> Session | None:
        """Return the person's last running game in this place; with `anywhere`, in any place."""
        return await anext(rematch.running(self.store, inbound.user, "" if anywhere else inbound.place), None)

    async def resumed(self, inbound: Inbound) -> str:
        """Return the person's open game in this place; "" if there is none.

        In a private place, a game that was played elsewhere is resumed as well: its own place may be gone.
        """
        session = await self.open_game(inbound)
        if session is None and inbound.private:
            session = await self.open_game(inbound, anywhere=True)
        return session.sid if session is not None else ""


def _at_level(last: Session, user: str, level: str, *, pressed: bool) -> Open | Refused:
    """Return the act that opens a game against an opponent of this level. Its button works before the first move, and
    replaces that game.
    """
    if level not in levels.of(last.game):
        return Refused("bad_setting", str(levels.UnknownLevel(last.game, level)))
    if pressed and not levels.others(last):
        return Refused("gone", messages.GONE)
    return replace(_once_more(last, user, swap=False), rest="", level=level, instead=last.sid if pressed else "")


def _wished(text: str) -> Open | Help | None:
    if wishes.asks_for_friend(text):
        return Help("friend")
    return arguments.begun(text) or (Help("play") if wishes.asks_to_play(text) else None)


def _once_more(last: Session, user: str, swap: bool) -> Open:
    """Return the act that opens the same game again, in the same seat or the next one, and invites the others."""
    table = last.table
    mine = table.seats_of(user)[0]
    seats = [chair.seat for chair in table.chairs]
    seat = seats[(seats.index(mine) + 1) % len(seats)] if swap else mine
    strategy = next((c.strategy for c in table.chairs if c.kind == "ai"), HUMAN)
    others = [chair for chair in table.chairs if chair.seat != mine]
    people = {mine if c.seat == seat else c.seat for c in others if c.kind == HUMAN}
    return Open(
        last.terms.game,
        tuple(last.terms.overrides),
        seat,
        tuple((other, HUMAN) for other in seats if other in people),
        # The model may be unavailable by now; the default player is always there.
        rest="" if strategy == LLM else strategy,
        tempo=last.terms.tempo.name,
        invites=_invites(table, others),
        again=True,
    )


def _invites(table: Table, others: list[Chair]) -> tuple[tuple[str, str], ...]:
    homes, alone = dict(table.homes), {place.address for place in table.places if place.private}
    homed = [(homes[chair.seat], chair.user) for chair in others if chair.seat in homes]
    return tuple((home, "" if home in alone else user) for home, user in homed)
