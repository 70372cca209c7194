"""Rows about people who do something else than go through, alone and in pairs: times, ends, payoffs and payments."""

from pathlib import Path

import pytest

from bot.research.bundle.export import Options, write
from bot.session.model.inbound import Command, Enter, Text
from bot.studies.participants import words_of
from games.core.contract import Seat
from storage.memory import MemoryStore
from tests.bot.research.bundle.conftest import rows
from tests.bot.research.bundle.field import REALM, TOKEN, Field

DECLARED = """
study: prices
game: bargaining
settings: {{opponent: {opponent}, style: chat, reading: plain}}
codes: {{complete: DONE-1, partner_left: LEFT-1}}
seed: 7
participation: {{turn_minutes: 5, withdrawal: keep, on_silence: {on_silence}}}
stages: [consent, game, survey: {{items: [{{id: how, scale: "How was it?", from: 1, to: 5}}]}}]
"""
MINUTE = 60_000


class Market(Field):
    """A field whose people are told what to type, one after the other."""

    async def types(self, user: str, *texts: str) -> None:
        for text in texts:
            await self.does(user, Text(text))

    async def comes(self, user: str) -> None:
        await self.does(user, Enter(TOKEN))
        await self.types(user, "I agree")

    async def table(self, folder: Path, name: str) -> dict[str, dict[str, str]]:
        """Return the rows of a table by pseudonym; of several rows of one person, the last."""
        bundle = folder / f"bundle-{self._ids}"
        if not bundle.exists():
            await write(self.store, self.find, REALM, self.study.slug, bundle, Options(format="csv", at=self.now))
        return {row["pid"]: row for row in rows(bundle, name)}

    async def pid(self, user: str) -> str:
        part = await self.part(user)
        assert part is not None
        return part.pid


async def opened(opponent: str = "easy", on_silence: str = "end") -> Market:
    store = MemoryStore()
    await store.open()
    market = Market(store, DECLARED.format(opponent=opponent, on_silence=on_silence))
    await market.opens()
    return market


async def sid_of(market: Market, user: str) -> str:
    part = await market.part(user)
    assert part is not None
    return part.visits[-1].sid


@pytest.fixture
async def alone() -> Market:
    market = await opened()
    await market.comes("ann")
    await market.types("ann", "accept")
    return market


async def test_words_that_answer_nothing_do_not_show_an_item_anew(alone: Market, tmp_path: Path) -> None:
    await alone.types("ann", "what do you mean?", "hm", "4")
    row = (await alone.table(tmp_path, "survey"))[await alone.pid("ann")]
    assert (row["value_num"], row["rt_s"]) == ("4", "4.5")


async def test_a_reminder_does_not_show_an_item_anew(alone: Market, tmp_path: Path) -> None:
    await alone.later(await sid_of(alone, "ann"), 4 * MINUTE)
    await alone.types("ann", "4")
    row = (await alone.table(tmp_path, "survey"))[await alone.pid("ann")]
    assert row["rt_s"] == "241.5"


async def test_an_erasure_after_the_end_is_no_part_of_the_game(alone: Market, tmp_path: Path) -> None:
    await alone.types("ann", "4")
    pid, sessions = await alone.pid("ann"), await alone.table(tmp_path, "session")
    stages = await alone.table(tmp_path, "stage")
    alone.now += 30 * MINUTE
    await alone.does("ann", Command("forget"))
    await alone.does("ann", Command("forget", "yes"))
    after = (await alone.table(tmp_path, "session"))[pid]
    assert {name: after[name] for name in ("ended_at", "active_s")} == {
        name: sessions[pid][name] for name in ("ended_at", "active_s")
    }
    assert (await alone.table(tmp_path, "stage"))[pid]["ended_at"] == stages[pid]["ended_at"]


async def test_who_withdraws_after_the_end_keeps_the_code_of_that_end(alone: Market, tmp_path: Path) -> None:
    await alone.types("ann", "4")
    pid, before = await alone.pid("ann"), await alone.table(tmp_path, "payment")
    alone.now += 30 * MINUTE
    await alone.does("ann", Command("withdraw"))
    await alone.does("ann", Command("withdraw", "yes"))
    row = (await alone.table(tmp_path, "payment"))[pid]
    assert (row["code_kind"], row["code_shown_at"]) == ("complete", before[pid]["code_shown_at"])
    assert row["lottery_weight"] == "0"


async def test_who_withdraws_in_a_game_did_not_walk_away(tmp_path: Path) -> None:
    market = await opened()
    await market.comes("ann")
    await market.does("ann", Command("withdraw"))
    await market.does("ann", Command("withdraw", "yes"))
    row = (await market.table(tmp_path, "session"))[await market.pid("ann")]
    assert (row["end_reason"], row["status"], row["exclude_rule"]) == ("consent_withdrawn", "dropped", "dropped")
    assert row["payoff_human"] == row["walkaway"] == ""


async def test_walking_away_is_the_same_end_for_both(tmp_path: Path) -> None:
    market = await opened("human")
    for user in ("ann", "bob"):
        await market.comes(user)
    await market.does("bob", Command("walkaway"))
    await market.types("bob", "yes")
    for user in ("ann", "bob"):
        await market.types(user, "4")
    found = await market.table(tmp_path, "session")
    for user in ("ann", "bob"):
        row = found[await market.pid(user)]
        assert (row["end_reason"], row["exclude"]) == ("walkaway_human", "false")


async def test_what_an_ai_achieves_for_a_silent_person_is_not_theirs(tmp_path: Path) -> None:
    market = await opened("human", "ai")
    for user in ("ann", "bob"):
        await market.comes(user)
    sid = await sid_of(market, "ann")
    session = await market.manager.sessions.current(sid)
    assert session is not None
    [seat] = session.turn.awaited
    silent = session.table.chair(seat).user.removeprefix("telegram:")
    other = "bob" if silent == "ann" else "ann"
    await market.later(sid, 6 * MINUTE)
    await market.later(sid, 1)
    await market.types(other, "accept")
    found = await market.table(tmp_path, "session")
    theirs, mine = found[await market.pid(silent)], found[await market.pid(other)]
    assert (theirs["end_reason"], theirs["exclude_rule"], theirs["payoff_human"]) == ("human_timeout", "dropped", "")
    assert (theirs["n_offers_human"], mine["n_offers_partner"]) == ("0", "1")
    assert (mine["end_reason"], mine["partner_kind"], mine["policy_id"]) == ("deal", "human", "normal")


async def test_all_who_play_in_a_society_share_its_joint_payoff(tmp_path: Path) -> None:
    declared = """
study: society
game: society
settings: {opponent: normal, game: social}
stages: [consent, game]
"""
    store = MemoryStore()
    await store.open()
    market = Market(store, declared)
    await market.opens()
    await market.comes("ann")
    part = await market.part("ann")
    assert part is not None
    for _ in range(100):
        session = await market.manager.sessions.current(part.visits[-1].sid)
        assert session is not None
        if session.table.phase == "over":
            break
        await market.types("ann", words_of(session, Seat(part.visits[-1].seat), "normal"))
    result = session.result() if session is not None else None
    assert result is not None
    earned = dict(result.earnings)
    row = (await market.table(tmp_path, "session"))[part.pid]
    assert float(row["payoff_joint"]) == pytest.approx(float(sum(earned.values())))
    assert float(row["payoff_partner"]) == pytest.approx(float(sum(earned.values()) - earned[Seat(row["role"])]))
    assert row["partner_role"].split() == [seat for seat in earned if seat != row["role"]]


async def test_who_is_away_when_a_game_of_phases_ends_was_silent(tmp_path: Path) -> None:
    declared = """
study: society
game: society
settings: {opponent: human, players: 2}
participation: {turn_minutes: 1}
stages: [consent, game]
"""
    store = MemoryStore()
    await store.open()
    market = Market(store, declared)
    await market.opens()
    for user in ("ann", "bob"):
        await market.comes(user)
    sid = await sid_of(market, "bob")
    for _ in range(100):
        session = await market.manager.sessions.current(sid)
        assert session is not None
        if session.table.phase == "over":
            break
        [seat] = session.table.seats_of("telegram:bob")
        if seat in session.turn.awaited:
            await market.types("bob", words_of(session, seat, "normal"))
        else:
            await market.later(sid, MINUTE)
    outcomes = {user: part.outcome for user in ("ann", "bob") if (part := await market.part(user)) is not None}
    assert outcomes == {"ann": "silent", "bob": "complete"}
    found = await market.table(tmp_path, "session")
    ann, bob = found[await market.pid("ann")], found[await market.pid("bob")]
    assert (ann["end_reason"], ann["payoff_human"], bob["exclude"]) == ("human_timeout", "", "false")
