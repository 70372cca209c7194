"""Operators and the players of their realm: reports are read, warnings arrive, bans hold until they end."""

from collections.abc import Iterator

import pytest

from bot.session.lobby import HUMAN
from bot.session.model.inbound import Command, Join, Open, Text
from tests.bot.operators.harness import BOSS, HERE, THERE, Office
from tests.bot.session.harness import tiny_games

pytestmark = pytest.mark.usefixtures("tiny")
TWO = Open("number", seed=1, tempo="chat", rest=HUMAN)


@pytest.fixture
def tiny() -> Iterator[None]:
    with tiny_games():
        yield


@pytest.fixture
async def sid(office: Office, tiny: None) -> str:
    """A table of Ann and Bob, at which Ann reported Bob."""
    opened = (await office.acts("ann", TWO)).sid
    await office.acts("bob", Join((await office.session(opened)).terms.code))
    await office.acts("bob", Text("you are a fool"))
    await office.acts("ann", Command("report", "bob: insults me"))
    return opened


async def test_operators_read_a_report_beside_what_had_been_said(office: Office, sid: str) -> None:
    told = await office.boss("/people reports")
    assert "bob reported by ann: insults me" in told
    assert "bob: you are a fool" in told
    assert f"session {sid}, seat guesser_1" in told
    assert "Nobody has been reported" in await office.boss("/people reports", THERE)


async def test_who_reports_without_end_fills_nobodys_screen(office: Office, sid: str) -> None:
    for number in range(9):
        await office.acts("bob", Command("report", f"ann: nonsense {number}"))
    told = await office.boss("/people reports")
    assert "bob reported by ann: insults me" in told
    assert [number for number in range(9) if f"nonsense {number}" in told] == [6, 7, 8]


async def test_only_operators_read_reports(office: Office, sid: str) -> None:
    assert "Operators only" in await office.writes("bob", "/people reports")


async def test_a_warning_reaches_the_player_in_their_game(office: Office, sid: str) -> None:
    await office.boss(f"/people warn session:{sid} seat:guesser_1 reason:be kind")
    assert "A warning from the operators: be kind" in office.last("bob")
    assert "be kind" not in office.last("ann")


async def test_a_banned_player_starts_and_joins_nothing_here_until_it_is_lifted(office: Office, sid: str) -> None:
    await office.writes("amy", f"/people ban session:{sid} seat:guesser_1 reason:insults", admin=True)
    assert "bob" in await office.boss("/people bans")
    assert (await office.acts("bob", TWO)).code == "barred"
    assert "insults" in office.last("bob")
    other = (await office.acts("cyd", TWO)).sid
    code = (await office.session(other)).terms.code
    assert (await office.acts("bob", Join(code))).code == "barred"
    assert (await office.acts("bob", TWO, THERE)).what == "opened"
    assert "people ban" in await office.boss("/audit")


async def test_a_ban_by_those_who_operate_everywhere_holds_everywhere(office: Office, sid: str) -> None:
    told = await office.boss("/people ban user:telegram:4711 reason:insults")
    assert "join games anywhere" in told
    bob = "telegram:4711"
    for realm in (HERE, THERE):
        assert (await office.acts(bob, TWO, realm)).code == "barred"
    assert "insults" in office.last(bob)
    assert (await office.acts(bob, Command("forget", "yes"))).what == "told"
    assert (await office.acts(bob, TWO, THERE)).code == "barred"
    told = await office.writes("amy", "/people unban user:telegram:4711", admin=True)
    assert "only the people who run the bot" in told
    assert "telegram:4711 everywhere: insults" in await office.writes("amy", "/people bans", admin=True)
    await office.boss("/people unban user:telegram:4711", THERE)
    assert "Nobody is banned" in await office.boss("/people bans")
    for realm in (HERE, THERE):
        assert (await office.acts(bob, TWO, realm)).what == "opened"


async def test_a_banned_player_joins_no_table_of_the_realm_from_elsewhere(office: Office, sid: str) -> None:
    await office.boss(f"/people ban session:{sid} seat:guesser_1 reason:insults")
    other = (await office.acts("cyd", TWO)).sid
    code = (await office.session(other)).terms.code
    assert (await office.acts("bob", Join(code), THERE)).code == "barred"


async def test_a_ban_ends_by_itself(office: Office, sid: str) -> None:
    await office.boss(f"/people ban session:{sid} seat:guesser_1 until:2096-10-03")
    assert (await office.acts("bob", TWO)).code == "barred"
    office.now += 366 * 86_400_000
    assert (await office.acts("bob", TWO)).what == "opened"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("ban", "Name somebody"),
        ("ban session:{sid} seat:nowhere", "people's seats: guesser_0, guesser_1"),
        ("warn session:zzz seat:guesser_1 reason:x", "There is no session 'zzz' here"),
        ("unban user:4711", "isn't banned here"),
        ("ban user:4711 until:2001-01-01", "until must be in the future"),
    ],
)
async def test_refusals_say_what_is_allowed(office: Office, sid: str, words: str, sentence: str) -> None:
    told = await office.writes(BOSS, f"/people {words.format(sid=sid)}", HERE)
    assert sentence in told
