"""A store that an earlier version wrote is served by this one: running sessions, open questions and old buttons too."""

import gzip
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.research.export.log import export
from bot.research.export.replay import replay
from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer, Press
from bot.session.model.session import Session
from games.core.codec import decode
from games.core.contract import Seat
from games.core.post import Choice
from games.core.registry import names
from storage import open_store
from storage.base import Row, Store
from tests.bot.operators.harness import BOSS, LATER, Office, setup_of
from tests.golden.record import HOUR, LINES
from tests.golden.store import PENDING, games

WRITTEN = sorted(Path(__file__).parent.glob("store-*.sqlite.gz"))
STOOD = LATER + 97
"""The time at which the process that wrote the stores died."""
IDS = 1_000
"""Ids of inputs from here on are new to the stores."""
HOURS = 500
"""Hours after which every session has ended by its clocks."""


@pytest.fixture(params=WRITTEN, ids=lambda path: path.name.partition(".")[0])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a stored file."""
    copy = tmp_path / "store.sqlite"
    copy.write_bytes(gzip.decompress(request.param.read_bytes()))
    return copy


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = open_store(f"sqlite:///{path}")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def office(store: Store) -> Office:
    office = Office(store)
    office.now, office._ids = STOOD, IDS
    return office


async def _posts(store: Store, session: Session) -> list[Row]:
    """Return a session's stored posts, the newest first."""
    ids = [f"{session.sid}.{version}.{k}" for version in range(session.version, 0, -1) for k in range(20)]
    return [row for row in [await store.post(id) for id in ids] if row is not None]


class Button(NamedTuple):
    """A stored button, who may press it, and what it says."""

    user: str
    press: Press
    says: str


async def _button(store: Store, session: Session) -> Button | None:
    """Return a button that was posted about what somebody decides on now; None if there is none."""
    if session.table.phase != "play":
        return None
    for row in await _posts(store, session):
        sent = decode(row.post.body, Sent)
        user = next((user for user in _people(session) if row.post.place == f"room:{user}"), "")
        current = any(
            session.stake(Seat(seat)) == stake for seat, stake in sent.stakes if seat in session.table.seats_of(user)
        )
        for index, ask in enumerate(sent.post.asks if user and current else ()):
            if isinstance(ask, Choice) and not ask.says.startswith("/"):
                return Button(user, Press(row.id, index), ask.says)
    return None


def _people(session: Session) -> list[str]:
    return [chair.user for chair in session.table.chairs if chair.user and not chair.gone]


async def _session_of(office: Office, user: str) -> Session:
    """Return the one session that somebody sits in."""
    found = [await office.session(sid) for sid in await games(office.store)]
    (session,) = [session for session in found if session.table.seats_of(user)]
    return session


async def _ended(office: Office, sid: str) -> Session:
    """Return a session after its clocks have ended it."""
    for _ in range(HOURS):
        session = await office.session(sid)
        if session.table.phase == "over":
            assert session.result() is not None or session.state is None
            return session
        await office.later(sid, HOUR)
    raise AssertionError(f"{session.game.name} does not end")


def test_there_is_a_store_of_an_earlier_version() -> None:
    assert WRITTEN


async def test_it_holds_every_game_in_every_phase(office: Office) -> None:
    found = [await office.session(sid) for sid in await games(office.store)]
    for phase in ("lobby", "play", "over"):
        assert {session.game.name for session in found if session.table.phase == phase} == set(names())
    playing = [session for session in found if session.table.phase == "play"]
    for kinds in ({"human"}, {"human", "ai"}):
        tables = [session for session in playing if {chair.kind for chair in session.table.chairs} == kinds]
        assert {session.game.name for session in tables} == set(names())


@pytest.mark.slow
async def test_every_running_session_goes_on_by_typed_text_to_its_end(office: Office) -> None:
    moved: dict[str, set[str]] = {game: set() for game in names()}
    for sid in await games(office.store, live=True):
        session = await office.session(sid)
        button = await _button(office.store, session)
        # A button says what a person could type, so its text is a move in any game.
        said = [(button.user, button.says)] if button is not None else []
        said += [(user, text) for text in LINES[session.game.name] for user in _people(session)]
        for user, text in said if session.table.phase == "play" else ():
            moved[session.game.name].add((await office.say(user, text)).what)
        await _ended(office, sid)
    assert all("played" in answers for answers in moved.values()), moved


async def test_every_running_session_goes_on_by_an_old_button_to_its_end(office: Office) -> None:
    moved: dict[str, set[str]] = {}
    for sid in await games(office.store, live=True):
        session = await office.session(sid)
        button = await _button(office.store, session)
        if button is not None:
            answer = await office.act(button.user, button.press)
            moved.setdefault(session.game.name, set()).add(answer.what)
        await _ended(office, sid)
    assert moved.keys() >= {"bargaining", "trading", "balloon", "dealornodeal"}, moved
    assert all("played" in answers for answers in moved.values()), moved


async def test_a_lobby_is_joined_with_its_code_and_dealt(office: Office) -> None:
    for game in names():
        lobby = await _session_of(office, f"{game}-host")
        for letter in "bcdefgh":
            if (await office.session(lobby.sid)).table.phase == "lobby":
                await office.writes(f"late-{letter}", f"/join {lobby.terms.code}")
        assert (await office.session(lobby.sid)).table.phase == "play"


async def test_what_was_pending_is_answered_once(office: Office) -> None:
    rows = await office.store.pending(1 << 60)
    assert [row.place for row in rows] == [f"room:{user}" for user, _ in PENDING]
    await office.manager.recover(STOOD + 1)
    assert await office.store.pending(1 << 60) == ()
    answers = [decode((await office.store.accept(row)).answer or b"", Answer) for row in rows]
    assert answers[0].what == "played"
    assert all(answer.what in ("played", "said") for answer in answers)


async def test_an_open_question_is_answered_by_a_yes(office: Office) -> None:
    assert (await office.say("trading-a", "yes")).what == "played"
    assert (await office.say("balloon-a", "yes")).code == "forget"


async def test_statistics_and_settings_are_found(office: Office) -> None:
    assert "Price bargaining: 1 played, 1 deal, on average $20.00" in await office.writes("deal-a", "/stats")
    assert "plain text without boxes: on" in await office.writes("bargaining-a", "/settings")


async def test_a_rematch_that_was_pressed_opens_no_second_table(office: Office) -> None:
    ended = await _session_of(office, "deal-b")
    (row, index), *_ = [
        (row, index)
        for row in await _posts(office.store, ended)
        for index, ask in enumerate(decode(row.post.body, Sent).post.asks)
        if row.post.place == "room:deal-a" and ask.label == "Rematch"
    ]
    before = await games(office.store)
    await office.act("deal-a", Press(row.id, index))
    assert await games(office.store) == before
    answer = await office.act("deal-b", Press(row.id, index))
    assert answer.what in ("joined", "ignored", "refused")


async def test_a_person_who_was_forgotten_is_erased_from_the_log(office: Office) -> None:
    sid = (await _session_of(office, "forgotten-b")).sid
    await _ended(office, sid)
    await office.manager.erasure.clean()
    log = b"".join([record.data async for record in office.store.events(sid)])
    assert b"pickles" not in log
    assert b"forgotten-a" not in log
    assert b"forgotten-b" in log


async def test_operators_find_their_game_its_sessions_and_its_conditions(office: Office) -> None:
    assert "lab" in await office.boss("/game list")
    assert "bargaining" in await office.boss("/game show name:lab")
    assert "rounds" in await office.boss("/condition list name:lab")
    running = await _session_of(office, "lab-ai")
    assert running.sid in await office.boss("/session list name:lab")
    assert BOSS in await office.boss("/audit")
    new = setup_of((await office.session(await office.plays("lab-new", "lab"))).terms)
    assert new.slot != setup_of(running.terms).slot
    assert new.condition


def _parley(path: Path, *words: str) -> str:
    """Return the output of a command over a store."""
    env = {"PATH": "/usr/bin:/bin", "HOME": str(path.parent), "LANG": "C.UTF-8", "PARLEY_STORE": f"sqlite:///{path}"}
    command = [str(Path(sys.executable).with_name("parley")), *words]
    ran = subprocess.run(command, text=True, capture_output=True, env=env, cwd=path.parent, check=False)
    assert ran.returncode == 0, (words, ran.stdout, ran.stderr)
    return ran.stdout


def test_the_doctor_finds_nothing_wrong(path: Path) -> None:
    found = json.loads(_parley(path, "doctor", "--format", "json"))
    assert "broken" not in json.dumps([one for one in found if "store" in json.dumps(one)])


async def test_every_session_replays(store: Store, path: Path) -> None:
    sids = await games(store)
    for sid in sids:
        assert replay(b"".join([line async for line in export(store, sid)])).sid == sid
    await store.close()
    assert _parley(path, "replay", sids[0])
