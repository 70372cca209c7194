"""A study in the field, for tests: people who enter it, fill in its forms, negotiate, drop out or withdraw."""

from collections.abc import AsyncIterator
from random import Random

from msgspec.structs import replace

from bot import keys
from bot.session.model.inbound import Act, Answer, Command, Enter, Inbound, Press, Text
from bot.session.model.session import Session
from bot.session.worker import settle
from bot.studies import freezing, parts
from bot.studies.declaration import read
from bot.studies.flow import Studies
from bot.studies.parts import Held, Whose
from bot.studies.study import Part, Study
from games.core.contract import Seat
from games.core.post import Choice
from storage.base import Store
from tests.bot.session.harness import Room

REALM, TOKEN = "chat:here", "st-abcdefghijkl"
PLANTED = (
    "My name is Zelda Quill",
    "write to zelda.quill@mail.example.org",
    "call +49 170 1234567",
    "I am @zeldaquill over there",
    "see https://example.org/zelda",
    "zeldaquill#1234",
    "my id is 5f8a3c2b1d9e4f7a6b0c8d2e",
)
"""Statements of people about themselves. None may leave the program by default."""
SECRETS = ("zelda", "quill", "mail.example", "1234567", "example.org", "5f8a3c2b1d9e4f7a6b0c8d2e", "#1234")
DECLARED = """
study: dividing
title: Dividing things
game: dealornodeal
settings: {opponent: "{reward}/{partner}", style: chat}
factors: {reward: [selfish, fair], partner: [S, selfish, fair]}
seed: 7
participation: {places: 60, once: yes, turn_minutes: 5, withdrawal: erase}
stages:
  - consent: {study: a study of sharing, minutes: 10}
  - svo: slider
  - check: comprehension
  - game
  - survey: satisfaction_likeness
"""


class Field(Room):
    """A room in which a study is open. Each person has a generator of their own, so runs are equal."""

    def __init__(self, store: Store, declared: str = DECLARED) -> None:
        self.study = replace(freezing.freeze(read(declared), 1_000_000), state="open", token=TOKEN)
        super().__init__(store)
        self.now = 1_700_000_000_000
        self.manager.employ(None, Studies(self.manager.sessions, self.find, lambda: self.now))

    async def find(self, realm: str, slug: str, version: int = 0) -> Study | None:
        return self.study if slug == self.study.slug else None

    async def opens(self) -> None:
        await self.store.point(keys.study(TOKEN), f"{REALM}|{self.study.slug}|{self.study.version}")

    @property
    def whose(self) -> Whose:
        return Whose(REALM, self.study.slug, self.study.version)

    def people(self) -> AsyncIterator[Held]:
        return parts.all_of(self.store, REALM, self.study.slug)

    async def does(self, user: str, act: Act) -> Answer:
        self._ids += 1
        self.now += 1_500
        home = f"telegram:{user}"
        answer = await self.manager.handle(
            Inbound(f"in:{self._ids}", home, home, self.now, act, True, user, realm=REALM)
        )
        if answer.sid:
            await settle(self.manager, answer.sid)
        await self.out()
        return answer

    async def part(self, user: str) -> Part | None:
        pid = parts.pseudonym(self.study, f"telegram:{user}")
        held = await parts.newest(self.store, self.whose, pid)
        return held.part if held is not None else None

    async def takes_part(self, user: str, until: str = "", leaves: bool = False) -> Part:
        """One person from the token to the end; they fall silent in the stage `until`, or withdraw there."""
        chance = Random(user)
        await self.does(user, Enter(TOKEN))
        for _ in range(200):
            part = await self.part(user)
            assert part is not None
            if part.outcome:
                return part
            session = await self.manager.sessions.current(part.visits[-1].sid)
            assert session is not None
            if part.stage == until:
                return await (self._withdraws(user) if leaves else self._silent(user, part))
            if session.table.phase == "over":
                await self.later(session.sid, 10)
            elif session.game.name == "form":
                await self._answers(user, chance)
            else:
                await self._talks(user, session, chance)
        raise AssertionError(f"{user} gets nowhere")

    async def _withdraws(self, user: str) -> Part:
        await self.does(user, Command("withdraw"))
        await self.does(user, Command("withdraw", "yes"))
        part = await self.part(user)
        assert part is not None
        assert part.outcome == "withdrawn"
        return part

    async def _silent(self, user: str, part: Part) -> Part:
        await self.later(part.visits[-1].sid, 25 * 3_600_000)
        made = await self.part(user)
        assert made is not None
        return made

    async def _answers(self, user: str, chance: Random) -> None:
        """Press a button of the newest post that has any: the first one as often as all others together."""
        place = f"telegram:{user}"
        row, sent = next((row, sent) for at, row, sent in reversed(self.seen) if at == place and sent.post.asks)
        options = [n for n, ask in enumerate(sent.post.asks) if isinstance(ask, Choice)]
        first = chance.random() < 0.5 or ("agree" in sent.post.asks[0].label and chance.random() < 0.8)
        await self.does(user, Press(row.id, options[0] if first else chance.choice(options)))

    async def _talks(self, user: str, session: Session, chance: Random) -> None:
        """Say what an analytic player would, sometimes something else; nobody says nothing about themselves."""
        game, seat = session.game, next(c.seat for c in session.table.chairs if c.kind == "human")
        if not any(who == seat for who in _spoke(session)):
            await self.does(user, Text(f"{chance.choice(PLANTED)}. What do you need most?"))
        elif session.state.card is not None:
            await self._answers(user, chance)
        elif seat in session.turn.awaited or chance.random() < 0.3:
            view = game.view(session.state, Seat(seat))
            act = game.players["normal"].decide(view, chance.randrange(1 << 30))
            if chance.random() < 0.05:
                await self.does(user, Command("walkaway"))
            else:
                await self.does(user, Text(game.typed(view, act.move, act.say) or "hm"))
        await self.later(session.sid, 5_000)


def _spoke(session: Session) -> list[str]:
    return [said.seat for said in getattr(session.state, "spoken", ())]
