"""One player's secrets stand on nobody else's screen: every registered game, on both platforms."""

import asyncio
import re
from collections.abc import Iterator
from random import Random

import pytest

from bot.session.model.session import Session, restore
from games.core.contract import Seat
from games.core.post import Voice, plain
from games.core.registry import names
from storage.base import Store
from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.discord.test_tables import code_in
from tests.bot.adapters.telegram.service import housed as on_telegram
from tests.bot.session.harness import tiny_games
from tests.fakes.discord_messages import Message as Posted
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel

GAMES = (*names(), "rounds")
SETTINGS = {
    "bargaining": "condition=none buyer_value=61.37 seller_cost=23.91",
    "dealornodeal": "context=1000",
    "society": "game=social",
}
"""Presets with secrets from the start, for games whose usual preset has none or may deal both sides the same."""
TURNS = 4
LINK = re.compile(r"\?start=([A-Z]{6})")
ENDS = (
    "Leave",
    "Stay",
    "Rematch",
    "Play the other side",
    "Take another seat",
    "My private",
    "Walk",
    "Yes",
    "No deal",
    "Copy",
    "Send",
)


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with tiny_games():
        yield


async def sheets(store: Store) -> list[set[str]]:
    """For each person, by seat: the lines with numbers of their own sheet that stand in nobody else's and not at the
    table. Waits until the game has begun: a busy machine may take its time over that, and the sheets change with it.
    """
    session = await _begun(store)
    people = [chair.seat for chair in session.table.chairs if chair.kind == "human"]
    lines = {chair.seat: _lines(session, chair.seat) for chair in session.table.chairs}
    found = []
    for seat in people:
        others = set().union(*(lines[other] for other in lines if other != seat))
        found.append(lines[seat] - others)
    return found


async def _begun(store: Store) -> Session:
    while True:
        [loaded] = await store.sessions()
        session = restore(loaded)
        assert session is not None
        if session.table.phase != "lobby":
            return session
        await asyncio.sleep(0.01)


def _lines(session: Session, seat: Seat) -> set[str]:
    voice = Voice(you=seat, cast=session.table.cast)
    sheet = plain(session.game.sheet(session.game.view(session.state, seat), voice))
    return {line.strip() for line in sheet.splitlines() if any(char.isdigit() for char in line)}


@pytest.mark.parametrize("game", GAMES)
async def test_on_telegram(game: str) -> None:
    async with on_telegram() as house:
        tg, chance = house.tg, Random(game)
        people = [house.person(1, "Ann"), house.person(2, "Bob")]
        (ann, hers), (bob, _) = people
        await ann.sends(f"/play {game} {SETTINGS.get(game, '')} human")
        link = LINK.search((await hers.wait_for("?start=")).text)
        assert link is not None
        await bob.starts(link[1])
        await tg.quiet()
        await ann.sends("/begin")
        await tg.quiet()
        secrets = await sheets(house.store)
        assert any(secrets), "this game has no secrets as it is set up here"
        for person, _ in people:
            for command in ("/private", "/rules", "/status"):
                await person.sends(command)
        for _ in range(TURNS):
            for person, chat in people:
                await tg.quiet()
                board = next((m for m in reversed(chat.messages) if m.from_bot and _pressable(m.labels)), None)
                if board is not None:
                    await person.presses(board, chance.choice(_pressable(board.labels)))
        await tg.quiet()
        for (person, _), mine in zip(people, secrets, strict=True):
            for secret in mine:
                assert tg.audience(secret) <= {person.name}, secret
        assert any(tg.audience(secret) for mine in secrets for secret in mine)
        tg.assert_manners()


@pytest.mark.parametrize("game", GAMES)
async def test_on_discord(game: str) -> None:
    async with on_discord() as house:
        dc, chance = house.dc, Random(game)
        ann, bob = house.ann, house.bob
        cyd = house.guild.member("Cyd")
        thread, lobby = await house.begins(ann, f"{game} {SETTINGS.get(game, '')} human", until="Take a free seat")
        assert code_in(lobby.text)
        await bob.presses(lobby, "Take a free seat")
        await dc.quiet()
        await ann.slash(thread, "begin")
        await dc.quiet()
        secrets = await sheets(house.store)
        for person in (ann, bob, cyd):
            for command in ("private", "rules", "status"):
                await person.slash(thread, command)
        for _ in range(TURNS):
            for person in (ann, bob):
                await dc.quiet()
                for place in (thread, person.dm()):
                    board = _board(person, place)
                    if board is not None:
                        await person.presses(board, chance.choice(_pressable(board.labels)))
                        break
        await dc.quiet()
        for person, mine in zip((ann, bob), secrets, strict=True):
            for secret in mine:
                assert dc.audience(secret) <= {person.name}, secret
        assert any(dc.audience(secret) for mine in secrets for secret in mine)
        dc.assert_manners()


def _board(person: Person, place: Channel) -> Posted | None:
    shown = [message for message in place.messages if message.from_bot and _pressable(message.labels)]
    return shown[-1] if shown else None


def _pressable(labels: list[str]) -> list[str]:
    """Buttons that are no forms and do not end the game at once."""
    return [label for label in labels if "…" not in label and not label.startswith(ENDS) and labels.count(label) == 1]
