"""Operators' commands on running and ended sessions, and their lines in the audit."""

import asyncio
import json
import re
from typing import Any

import pytest

from bot.operators.realms import load, sid_of
from bot.session.model.inbound import Command
from games.core import registry
from games.core.registry import get
from tests.bot.operators.harness import BOSS, HERE, NEW, Office, lab, setup_of

# --- sessions -------------------------------------------------------------------------------------------------------


async def test_a_stopped_game_ends_as_stopped_tells_its_players_and_pays_nothing(office: Office) -> None:
    await lab(office)
    sid = await office.plays("ann", "lab")
    told = await office.boss("/game stop name:lab reason:the fire alarm")
    assert "1 session ended as stopped" in told
    result = (await office.session(sid)).result()
    assert result is not None
    assert result.end == "stopped"
    assert set(result.written().values()) == {"0.00"}
    assert office.last("ann") == (
        "This game was stopped by the operators. Nobody earns anything from it.\nReason: the fire alarm"
    )
    audit = await office.boss("/audit")
    assert f"game stop lab: session {sid} stopped; reason: the fire alarm" in audit
    assert BOSS in audit
    assert (await office.acts("ann", Command("status"))).what != "played"


async def test_a_session_shows_what_was_earned_and_lost(office: Office) -> None:
    await lab(office)
    sid = await office.plays("ann", "lab")
    await office.say("ann", "accept")
    assert re.search(r"earned: buyer \$\d+\.\d\d, seller \$\d+", await office.boss(f"/session show session:{sid}"))
    await office.boss("/game config name:lab no_zopa:on buyer_value:51 seller_cost:90")
    sid = await office.plays("ann", "lab")
    await office.say("ann", "accept")
    assert re.search(r"earned: buyer -\$\d+\.\d\d, seller \$\d+", await office.boss(f"/session show session:{sid}"))


async def test_a_void_session_counts_nowhere_and_is_kept(office: Office) -> None:
    await lab(office)
    sid = await office.plays("ann", "lab")
    await office.say("ann", "accept")
    assert re.search(r"complete 1, active 0, dropped 0", await office.boss("/results summary name:lab"))
    assert "is void" in await office.boss(f"/session void session:{sid} reason:a friend played")
    summary = await office.boss("/results summary name:lab")
    assert "complete 0" in summary
    assert "1 void session is left out" in summary
    assert "void" in await office.boss("/session list name:lab")
    assert "0 complete, 0 active" in await office.boss("/game show name:lab")
    exported = await office.boss("/results export name:lab format:jsonl")
    assert f'"session": "{sid}"' in exported
    assert "lab: 1 session\n" in exported


async def test_a_table_of_sessions_agrees_with_what_was_dealt_played_and_paid(office: Office) -> None:
    await lab(office, "/condition add name:lab rounds=4|6", "/game config name:lab buyer_value=choice(70, 90)")
    sids = [await office.plays(user, "lab") for user in ("ann", "bob", "ann")]
    await office.say("ann", "12")
    for user in ("ann", "bob"):
        await office.say(user, "accept")
    rows = {row["session"]: row for row in await exported(office)}
    assert list(rows) == sids
    for sid in sids:
        session, row = await office.session(sid), rows[sid]
        assert row["set_rounds"] == str(session.config.rounds) == row["condition"].removeprefix("rounds=")
        assert row["set_buyer_value"] == f"{session.config.buyer_value / 100:.2f}"
        assert row["set_seller_cost"] == "50.00"
    left, bob, ann = (rows[sid] for sid in sids)
    for row, messages in ((ann, 2), (bob, 1)):
        price, worth = float(row["result_price"]), float(row["set_buyer_value"])
        assert float(row["earned_buyer"]) == worth - price
        assert float(row["earned_seller"]) == price - 50
        assert (row["end"], row["messages_buyer"], row["unit"]) == ("deal", messages, "dollars")
        assert row["began"] <= row["ended"]
    assert (left["end"], left["ended"]) == ("", "")
    assert "earned_buyer" not in left
    # Ann has a name of her own, the same again, that is not hers.
    assert ann["person_buyer"] == left["person_buyer"] != bob["person_buyer"]
    assert "ann" not in json.dumps(list(rows.values()))
    assert [row["person_buyer"] for row in await exported(office)] == [row["person_buyer"] for row in rows.values()]


async def test_an_empty_chair_is_nobodys_in_a_table_of_sessions(office: Office) -> None:
    await lab(office, "/game config name:lab opponent:human")
    await office.plays("ann", "lab")
    (row,) = await exported(office)
    assert (row["player_buyer"], row["player_seller"]) == ("person", "")
    assert (row["person_seller"], row["end"]) == ("", "")


async def exported(office: Office) -> list[dict[str, Any]]:
    """The table of the lab's sessions."""
    told = await office.boss("/results export name:lab format:jsonl")
    return [json.loads(line) for line in told.splitlines() if line.startswith("{")]


async def test_a_running_session_that_is_declared_void_ends_as_stopped(office: Office) -> None:
    await lab(office)
    sid = await office.plays("ann", "lab")
    await office.boss(f"/session void session:{sid}")
    result = (await office.session(sid)).result()
    assert result is not None
    assert result.end == "stopped"
    assert "stopped by the operators" in office.last("ann")


async def test_a_nudge_reminds_whoever_is_waited_for(office: Office) -> None:
    await lab(office)
    sid = await office.plays("ann", "lab")
    seen = len(office.texts("ann"))
    assert "Reminded: ann" in await office.boss(f"/session nudge session:{sid}")
    reminded = office.texts("ann")[seen:]
    assert reminded[0] == "A reminder: it is your turn."
    assert "Round 1 of 6" in "\n".join(reminded)
    await office.press("ann", "Accept")
    assert "isn't waiting for a person" in await office.boss(f"/session nudge session:{sid}")


async def test_a_preview_is_played_by_the_operator_and_counts_nowhere(office: Office) -> None:
    await office.boss(NEW)
    answer = await office.acts(BOSS, Command("game", "preview name:lab"))
    assert answer.what == "opened"
    assert "worth $80.00" in "\n".join(office.texts(BOSS))
    assert (await office.boss("/results summary name:lab")) == "lab has no sessions yet."
    assert "0 complete, 0 active" in await office.boss("/game show name:lab")
    assert f"game preview lab: session {answer.sid}" in await office.boss("/audit")
    assert (await office.acts("ann", Command("game", "preview name:lab"))).code == "operators_only"


async def test_a_rematch_of_a_configured_game_is_a_session_of_that_game(office: Office) -> None:
    await lab(office)
    await office.plays("ann", "lab")
    await office.say("ann", "accept")
    answer = await office.acts("ann", Command("rematch"))
    assert answer.what == "opened"
    assert setup_of((await office.session(answer.sid)).terms).name == "lab"


@pytest.mark.parametrize("game", list(registry.OURS))
async def test_every_game_is_set_up_played_left_and_read_again(office: Office, game: str) -> None:
    await office.boss(f"/game new name:lab type:{game}")
    await office.boss("/game open name:lab")
    sid = await office.plays("ann", "lab")
    await office.command("ann", "quit")
    await office.press("ann", "Leave")
    transcript = await office.boss(f"/results transcript session:{sid}")
    assert transcript.startswith(f"Session {sid}\n# {get(game).title}, session {sid}")
    assert "The game begins." in transcript
    assert "left (quit)" in transcript
    assert "Ended: abandoned." in transcript
    assert "dropped 1" in await office.boss("/results summary name:lab")


async def test_words_of_a_game_that_nobody_set_up_are_not_read(office: Office) -> None:
    answer = await office.acts("ann", Command("play", "bargaining"))
    assert answer.sid in await office.boss("/session list")
    assert "its words belong to its players" in await office.boss(f"/results transcript session:{answer.sid}")


async def test_a_session_of_another_kind_or_of_nobody_is_not_there(office: Office) -> None:
    await lab(office)
    for sid in ("nothing", sid_of(HERE), sid_of(HERE, "lab"), "x" * 300):
        assert "There is no session" in await office.boss(f"/session show session:{sid}")


async def test_a_configured_game_fixes_the_seats_of_a_rematch_too(office: Office) -> None:
    await lab(office)
    await office.plays("ann", "lab")
    await office.say("ann", "accept")
    assert office.button("ann", "Rematch")
    with pytest.raises(AssertionError):
        office.button("ann", "Play the other side")
    assert "is played as it was set up" in await office.writes("ann", "/rematch swap")


async def test_a_rematch_of_a_preview_is_a_preview(office: Office) -> None:
    await office.boss(NEW)
    await office.acts(BOSS, Command("game", "preview name:lab"))
    await office.say(BOSS, "accept")
    answer = await office.acts(BOSS, Command("rematch"))
    assert setup_of((await office.session(answer.sid)).terms).slot == -1


# --- what is written down -------------------------------------------------------------------------------------------


async def test_the_audit_says_who_changed_what(office: Office) -> None:
    await lab(office)
    await office.boss("/game config name:lab key:rounds value:4")
    await office.boss("/condition add name:lab information=exact|none")
    await office.boss("/game close name:lab")
    audit = await office.boss("/audit")
    for told in (
        "game new lab: type=bargaining; buyer_value=$80.00; seller_cost=$50.00",
        "game open lab: open, hash",
        "game config lab: rounds is 4 now (was 6)",
        "condition add lab: condition information=exact added; condition information=none added",
        "game close lab: closed",
    ):
        assert told in audit
    assert audit.count(f"({BOSS})") == 5
    assert await office.boss("/audit since:2300-01-01") == "Nobody has changed anything since then."


async def test_an_act_that_arrives_twice_is_done_once(office: Office) -> None:
    await office.boss(NEW)
    first = await office.writes(BOSS, "/game config name:lab key:rounds value:4", id="twice")
    again = await office.writes(BOSS, "/game config name:lab key:rounds value:4", id="twice")
    assert "rounds is 4" in first
    assert again == ""
    definition = (await load(office.store, HERE)).realm.game("lab")
    assert definition is not None
    assert definition.version == 2


async def test_two_operators_at_once_both_count(office: Office) -> None:
    await office.boss(NEW)
    await asyncio.gather(
        office.boss("/game config name:lab key:rounds value:4"),
        office.boss("/game config name:lab key:style value:seed"),
    )
    definition = (await load(office.store, HERE)).realm.game("lab")
    assert definition is not None
    assert definition.version == 3
    assert dict(definition.wrote)["rounds"] == "4"
    assert dict(definition.wrote)["style"] == "seed"


async def test_what_was_set_up_is_there_in_another_process(office: Office) -> None:
    await lab(office)
    office.manager = office.process()
    await office.plays("ann", "lab")


async def test_help_names_the_commands_of_operators_to_operators_only(office: Office) -> None:
    assert "/game new" in await office.boss("/help")
    assert "/game" not in await office.writes("ann", "/help")
    assert "/game" not in await office.writes("ann", "/help operator")
    await lab(office)
    await office.plays("ann", "lab")
    assert "/game" not in await office.writes("ann", "/help operator")
