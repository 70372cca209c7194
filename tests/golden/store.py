"""Make a store as this version writes it, to be served by every later one: `python -m tests.golden.store FILE`.

`store-19a4227.sqlite.gz` was made by this script in a checkout of commit 19a4227 (where the names of the games came
from `games.registry`) and then compressed. A store of that name is never written over. In it, people play in a realm
whose operator has set a game up, and for every game there are:

- a session with AI seats that somebody is in the middle of (`NAME-ai`), and one of people (`NAME-a`, `NAME-b` …);
- a lobby (`NAME-host`) and a finished session (`NAME-left`).

Beside these there are a configured game with two conditions, one session of it finished and one running; a deal and a
pressed rematch (a claim); somebody who was forgotten in a running game; settings; an open question whether to leave a
game, and one whether to erase a person's data; and two inputs that were accepted before the process died.
"""

import asyncio
import sys

from games.core.registry import names
from storage import open_store
from storage.base import Store
from tests.bot.operators.harness import NEW, Office
from tests.golden.record import LINES

PEOPLE = "abcdefgh"
PENDING = ("bargaining-ai", "$41"), ("trading-ai", "hello again")
"""People and their last words when the process died."""


class Died(BaseException):
    """The process dies; no code that catches errors catches this."""


async def games(store: Store, live: bool | None = None) -> list[str]:
    """Return the ids of all sessions but the operators' own records."""
    return [one.head.sid for one in await store.sessions(live=live, limit=1000) if one.head.namespace != "operators"]


async def _dies(*_: object) -> None:
    raise Died


async def _playing(office: Office, user: str, text: str) -> str:
    """Return the session that a command of somebody's opens."""
    before = await games(office.store)
    told = await office.writes(user, text)
    (sid,) = [sid for sid in await games(office.store) if sid not in before] or [told]
    return sid


async def _together(office: Office, game: str, name: str) -> str:
    """Return a session in play that only people take part in, called `NAME-a`, `NAME-b` and so on."""
    sid = await _playing(office, f"{name}-a", f"/play {game} human")
    code = (await office.session(sid)).terms.code
    for letter in PEOPLE[1:]:
        if (await office.session(sid)).table.phase != "lobby":
            break
        await office.writes(f"{name}-{letter}", f"/join {code}")
    assert (await office.session(sid)).table.phase == "play"
    return sid


async def _leaves(office: Office, user: str) -> None:
    await office.writes(user, "/quit")
    await office.say(user, "yes")


async def fill(office: Office) -> None:
    """Let people play with the games and with the operators' commands of this version."""
    for game in names():
        sid = await _playing(office, f"{game}-ai", f"/play {game}")
        for text in LINES[game][:3]:
            await office.say(f"{game}-ai", text)
        await office.later(sid, 1)
        await _together(office, game, game)
        for letter in PEOPLE[:2]:
            await office.say(f"{game}-{letter}", LINES[game][0])
        await _playing(office, f"{game}-host", f"/play {game} human")
        await _playing(office, f"{game}-left", f"/play {game}")
        await _leaves(office, f"{game}-left")

    await _together(office, "bargaining", "deal")
    for price in ("44", "46", "45"):
        for letter in PEOPLE[:2]:
            await office.say(f"deal-{letter}", price)
    for letter in PEOPLE[:2]:
        await office.say(f"deal-{letter}", "accept")
    await office.press("deal-a", "Rematch")

    for text in (NEW, "/condition add name:lab settings:rounds=4|6", "/condition balance name:lab seed:4"):
        await office.boss(text)
    await office.boss("/game open name:lab")
    await _playing(office, "lab-left", "/play lab")
    await _leaves(office, "lab-left")
    await _playing(office, "lab-ai", "/play lab")

    await _together(office, "society", "forgotten")
    await office.say("forgotten-a", "my grandmother sells pickles")
    await office.writes("forgotten-a", "/forget yes")
    await office.writes("bargaining-a", "/settings plain on")
    await office.writes("trading-a", "/quit")
    await office.writes("balloon-a", "/forget")

    office.store.commit = _dies  # type: ignore[method-assign, assignment]
    for user, text in PENDING:
        try:
            await office.say(user, text)
        except Died:
            continue
        raise AssertionError(f"{user} was answered")


async def main(path: str) -> None:
    """Make the store."""
    store = open_store(f"sqlite:///{path}")
    await store.open()
    office = Office(store)
    await fill(office)
    print(f"{len(await games(store))} sessions, {len(await games(store, live=True))} of them running")
    print(f"{len(await store.pending(1 << 60))} pending inputs; the clock stands at {office.now}")
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
