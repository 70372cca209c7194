"""The way through a study, from the token to the completion code, by the real manager."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot import keys
from bot.session.model.inbound import Command, Enter, Inbound, Text
from bot.session.model.session import Session
from bot.session.wording import messages
from bot.studies import assigning, flow, parts
from bot.studies.assigning import Place
from bot.studies.participants import words_of
from games.core.contract import Seat
from games.core.post import Post
from storage.base import StoreError
from tests.bot.operators.harness import HERE
from tests.bot.studies.harness import Lab


async def desk(lab: Lab) -> tuple[int, int]:
    """Return how many places are complete and active."""
    ledger = (await parts.desk(lab.store, lab.whose)).value.ledger
    return sum(n for _, n in ledger.complete), len(ledger.active)


async def withdraws(lab: Lab, user: str) -> None:
    await lab.commands(user, "withdraw")
    await lab.types(user, "yes")


async def died(*given: object) -> None:
    raise StoreError("the process died")


# --- all the way ------------------------------------------------------------------------------------------------------


async def test_a_person_comes_from_the_token_to_their_code_by_words(lab: Lab) -> None:
    assert "We study prices" in await lab.enters("ann")
    assert "Two and two" in await lab.types("ann", "I agree")
    assert "$80.00" in await lab.types("ann", "four")
    await lab.goes("ann", "survey")
    last = await lab.types("ann", "4")
    assert "DONE-1" in last
    part = await lab.part("ann")
    assert [visit.stage for visit in part.visits] == ["consent", "check", "game", "survey"]
    assert (part.outcome, part.code, part.entries) == ("complete", "DONE-1", 1)
    assert await desk(lab) == (1, 0)
    assert "DONE-1" in await lab.commands("ann", "code")


async def test_a_person_comes_from_the_token_to_their_code_by_presses(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.presses("ann", "I agree")
    await lab.presses("ann", "four")
    for _ in range(12):
        if await lab.at("ann") != "game":
            break
        await lab.presses("ann", "Accept")
    assert await lab.at("ann") == "survey"
    assert "DONE-1" in await lab.presses("ann", "5")


async def test_a_code_goes_out_once_however_often_the_last_step_is_repeated(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann", "survey")
    session = await lab.here("ann")
    await lab.goes("ann")
    assert lab.manager.deciding.studies is not None
    for _ in range(2):
        await lab.manager.deciding.studies.onward(await lab.session(session.sid), Seat("participant"), "again")
        await lab.works()
    assert sum("DONE-1" in text for text in lab.texts("ann")) == 1


async def test_a_process_that_dies_at_any_stage_leads_on_where_it_was(lab: Lab) -> None:
    await lab.enters("ann")
    for stage in ("check", "game", "survey", "complete"):
        before = await lab.here("ann")
        seat = before.table.seats_of("ann")[0]
        await lab.goes("ann", stage)
        lab.manager = lab.process()
        studies = lab.manager.deciding.studies
        assert studies is not None
        part = await lab.part("ann")
        # the job of the ended stage is done again, as after a crash before it was consumed
        await studies.onward(await lab.session(before.sid), seat, f"{before.sid}/onward/{seat}:1")
        await lab.works()
        assert await lab.part("ann") == part
    assert sum("DONE-1" in text for text in lab.texts("ann")) == 1
    assert await desk(lab) == (1, 0)


@pytest.mark.parametrize("stage", ["check", "game", "survey"])
async def test_a_process_that_dies_before_a_stage_opens_opens_it_later(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    async def dies(*_: object) -> None:
        raise RuntimeError("killed")

    before = {"check": "consent", "game": "check", "survey": "game"}[stage]
    await lab.enters("ann")
    await lab.goes("ann", before)
    with monkeypatch.context() as patched:
        patched.setattr(flow, "open_stage", dies)
        with pytest.raises(RuntimeError, match="killed"):
            await lab.goes("ann", "complete")
    assert await lab.at("ann") == stage
    assert await lab.store.load((await lab.part("ann")).visits[-1].sid) is None
    lab.manager = lab.process()
    await lab.works()
    await lab.goes("ann")
    assert await desk(lab) == (1, 0)
    assert sum("DONE-1" in text for text in lab.texts("ann")) == 1


async def test_an_entry_that_is_repeated_gets_the_same_opening(lab: Lab) -> None:
    studies = lab.manager.deciding.studies
    assert studies is not None
    came = Inbound("in:x", "room:bob", "bob", lab.now, Enter(lab.study.token))
    first = await studies.entering(came, Enter(lab.study.token), "b" * 12)
    assert await studies.entering(came, Enter(lab.study.token), "b" * 12) == first
    # the process died for good: another entry opens the stage under its own id
    assert not isinstance(await studies.entering(came, Enter(lab.study.token), "c" * 12), Post)
    assert (await lab.part("bob")).visits[0].sid == "c" * 12


# --- at the door ------------------------------------------------------------------------------------------------------


async def test_people_come_once_and_are_told_where_they_are(lab: Lab) -> None:
    await lab.enters("ann")
    assert "already taking part" in await lab.enters("ann")
    await lab.goes("ann")
    told = await lab.enters("ann")
    assert "already taken part" in told
    assert "DONE-1" in told
    assert (await lab.part("ann")).entries == 3


async def test_a_paused_a_closed_and_a_full_study_refuse_in_a_sentence(lab: Lab) -> None:
    await lab.put(replace(lab.study, state="paused"))
    assert "paused" in await lab.enters("ann")
    await lab.put(replace(lab.study, state="closed"))
    assert "closed" in await lab.enters("ann")
    await lab.put(replace(lab.study, state="open", rules=replace(lab.study.rules, places=1)))
    await lab.enters("bob")
    await lab.goes("bob", "game")
    assert "all the people it needs" in await lab.enters("ann")


async def test_those_who_may_come_again_get_a_new_part(lab: Lab) -> None:
    await lab.put(replace(lab.study, rules=replace(lab.study.rules, once=False)))
    for _ in range(2):
        await lab.enters("ann")
        await lab.goes("ann")
    assert len(await parts.of_user(lab.store, "ann")) == 2
    assert await desk(lab) == (2, 0)


# --- ends -------------------------------------------------------------------------------------------------------------


async def test_each_end_has_its_own_code(lab: Lab) -> None:
    await lab.enters("ann")
    assert "NO-1" in await lab.types("ann", "I don't agree")
    await lab.enters("bob")
    await lab.types("bob", "I agree")
    assert "OUT-1" in await lab.types("bob", "five")
    assert [await lab.at(user) for user in ("ann", "bob")] == ["no_consent", "screened_out"]
    assert await desk(lab) == (0, 0)


async def test_a_silent_person_frees_their_place_within_their_minutes(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann", "game")
    assert await desk(lab) == (0, 1)
    await lab.passes(11)
    assert await lab.at("ann") == "silent"
    assert await desk(lab) == (0, 0)
    await lab.enters("bob")
    await lab.goes("bob", "game")
    assert (await lab.part("bob")).slot == 0


async def test_a_part_that_runs_over_the_studys_minutes_ends_at_its_next_step(lab: Lab) -> None:
    await lab.put(replace(lab.study, rules=replace(lab.study.rules, study_minutes=4)))
    await lab.enters("ann")
    await lab.passes(4.5)
    told = await lab.types("ann", "I agree")
    assert "Your time ran out" in told
    assert await lab.at("ann") == "silent"


async def test_a_game_that_an_operator_stops_ends_the_part_as_technical(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann", "game")
    sid = (await lab.here("ann")).sid
    await lab.boss(f"/game stop session:{sid}")
    await lab.works()
    assert await lab.at("ann") == "technical"
    assert lab.study.code("technical") in lab.last("ann")


# --- withdrawing ------------------------------------------------------------------------------------------------------


async def test_withdrawing_asks_once_and_leaves_only_that_it_happened(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann", "game")
    sids = [visit.sid for visit in (await lab.part("ann")).visits]
    assert "deleted" in await lab.commands("ann", "withdraw")
    told = await lab.types("ann", "yes")
    assert "You have withdrawn" in told
    part = await lab.part("ann")
    assert (part.outcome, part.visits, part.code, part.slot) == ("withdrawn", (), "", -1)
    assert await desk(lab) == (0, 0)
    await lab.works()
    for sid in sids:
        assert not (await lab.session(sid)).table.seats_of("ann")
    assert "already taken part" in await lab.enters("ann")
    assert not any("DONE-1" in text for text in lab.texts("ann"))


async def test_who_withdraws_while_their_place_is_taken_leaves_it_to_others(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lab.enters("ann")
    await lab.goes("ann", "check")
    studies, assign = lab.manager.deciding.studies, assigning.assign
    assert studies is not None

    async def meanwhile(*given: Any) -> Place | None:
        place = await assign(*given)
        leaves = Inbound("leaves", "chat:ann", "ann", lab.now, Command("withdraw"))
        await studies.withdraw(leaves, "leaves", "", (await lab.held("ann")).sid)
        return place

    monkeypatch.setattr(assigning, "assign", meanwhile)
    await lab.types("ann", "four")
    await lab.works()
    assert (await lab.part("ann")).outcome == "withdrawn"
    assert await desk(lab) == (0, 0)


async def test_whoever_withdraws_after_the_end_gives_their_place_back(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann")
    assert await desk(lab) == (1, 0)
    await lab.commands("ann", "withdraw")
    await lab.types("ann", "yes")
    assert await desk(lab) == (0, 0)


@pytest.mark.parametrize("step", ["leave_stage", "ended"])
async def test_a_withdrawal_that_a_crash_interrupts_is_done_when_it_is_repeated(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    await lab.enters("ann")
    await lab.goes("ann")
    sids = [visit.sid for visit in (await lab.part("ann")).visits]
    await lab.commands("ann", "withdraw")
    with monkeypatch.context() as dying:
        dying.setattr(flow if step == "leave_stage" else assigning, step, died)
        with pytest.raises(StoreError):
            await lab.does("ann", Text("yes"), "in:yes")
    assert await desk(lab) == (1, 0)
    for _ in range(2):
        await lab.does("ann", Text("yes"), "in:yes")
        assert await desk(lab) == (0, 0)
    assert (await lab.part("ann")).visits == ()
    for sid in sids:
        assert not (await lab.session(sid)).table.seats_of("ann")


async def test_who_withdraws_twice_leaves_the_place_to_whoever_has_it_now(lab: Lab) -> None:
    await lab.put(replace(lab.study, rules=replace(lab.study.rules, withdrawal="keep")))
    await lab.enters("ann")
    await lab.goes("ann")
    await withdraws(lab, "ann")
    await lab.enters("bob")
    await lab.goes("bob")
    assert (await lab.part("bob")).slot == 0
    await lab.commands("ann", "withdraw", "yes")
    assert await desk(lab) == (1, 0)


async def test_a_second_yes_withdraws_from_no_other_study(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann")
    first = (await lab.held("ann")).sid
    other = replace(lab.study, slug="other", token="st-otherotherot")
    await lab.put(other)
    await lab.store.point(keys.study(other.token), f"{HERE}|other|1")
    await lab.enters("ann")
    assert (await lab.held("ann")).whose.study == "other"
    await lab.commands("ann", "withdraw")
    for _ in range(2):
        await lab.presses("ann", messages.WITHDRAW.label)
    await lab.commands("ann", "withdraw", "yes")
    outcomes = {held.whose.study: held.part.outcome for held in await parts.of_user(lab.store, "ann")}
    assert outcomes == {"price": "complete", "other": "withdrawn"}
    # Asked again, they may leave the first one, too: the question says which it is about.
    await lab.commands("ann", "withdraw")
    await lab.types("ann", "yes")
    held = await parts.held(lab.store, first)
    assert held is not None
    assert held.part.outcome == "withdrawn"


async def test_a_yes_where_no_question_is_open_and_no_study_is_played_is_asked_about(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann")
    yes = Inbound("in:elsewhere", "elsewhere", "ann", lab.now, Command("withdraw", "yes"), True, "ann")
    await lab.manager.handle(yes)
    assert (await lab.part("ann")).outcome == "complete"


async def test_whoever_is_forgotten_gives_their_place_back_after_a_crash(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lab.enters("ann")
    await lab.goes("ann", "game")
    sid = (await lab.held("ann")).sid
    with monkeypatch.context() as dying:
        dying.setattr(assigning, "ended", died)
        await lab.manager.erasure.forget("ann")
        with pytest.raises(StoreError):
            await lab.works()
    assert await desk(lab) == (0, 1)
    await lab.passes(1)
    held = await parts.held(lab.store, sid)
    assert held is not None
    assert (held.part.outcome, held.part.visits, held.part.slot) == ("withdrawn", (), -1)
    assert await desk(lab) == (0, 0)


async def test_data_stay_where_the_study_says_so(lab: Lab) -> None:
    await lab.put(replace(lab.study, rules=replace(lab.study.rules, withdrawal="keep")))
    await lab.enters("ann")
    await lab.goes("ann", "game")
    assert "stays in the data" in await lab.commands("ann", "withdraw")
    await lab.types("ann", "yes")
    part = await lab.part("ann")
    assert part.outcome == "withdrawn"
    assert [visit.stage for visit in part.visits] == ["consent", "check", "game"]
    assert (await lab.session(part.visits[0].sid)).table.seats_of("ann")


async def test_whoever_is_forgotten_has_withdrawn(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann", "game")
    sid = (await lab.held("ann")).sid
    await lab.manager.erasure.forget("ann")
    await lab.works()
    held = await parts.held(lab.store, sid)
    assert held is not None
    assert held.part.outcome == "withdrawn"
    assert await desk(lab) == (0, 0)


async def test_who_withdraws_after_the_end_still_has_the_code_they_earned(lab: Lab) -> None:
    await lab.enters("ann")
    await lab.goes("ann")
    assert "DONE-1 stays valid" in await lab.commands("ann", "withdraw")
    await lab.types("ann", "yes")
    assert (await lab.part("ann")).outcome == "withdrawn"
    assert "DONE-1" in await lab.commands("ann", "code")
    assert await desk(lab) == (0, 0)


async def test_nobody_outside_a_study_withdraws_or_has_a_code(lab: Lab) -> None:
    assert "not taking part" in (await lab.commands("ann", "code")).replace("n't", " not")
    assert lab.texts("ann")
    await lab.commands("ann", "withdraw")
    assert [held async for held in parts.all_of(lab.store, HERE, "price")] == []


# --- pairs ------------------------------------------------------------------------------------------------------------


async def paired(lab: Lab) -> None:
    for user in ("ann", "bob"):
        await lab.enters(user)
        await lab.goes(user, "game")


async def test_two_people_share_a_place_and_both_get_their_code(pairs: Lab) -> None:
    await paired(pairs)
    ann, bob = await pairs.part("ann"), await pairs.part("bob")
    assert ann.visits[-1].sid == bob.visits[-1].sid
    assert {ann.visits[-1].seat, bob.visits[-1].seat} == {"buyer", "seller"}
    assert ann.slot == bob.slot == 0
    for _ in range(12):
        for user in ("ann", "bob"):
            if await pairs.at(user) == "game" and user in _awaited(await pairs.here(user)):
                await pairs.types(user, _say(await pairs.here(user), user))
    await pairs.goes("ann")
    await pairs.goes("bob")
    assert await desk(pairs) == (1, 0)


def _awaited(session: Session) -> set[str]:
    return {chair.user for chair in session.table.chairs if chair.seat in session.turn.awaited}


def _say(session: Session, user: str) -> str:
    return words_of(session, session.table.seats_of(user)[0], "easy")


async def test_a_silent_partner_ends_the_game_and_the_other_gets_a_code(pairs: Lab) -> None:
    await paired(pairs)
    awaited = _awaited(await pairs.here("ann"))
    await pairs.passes(11)
    silent = next(iter(awaited))
    other = "bob" if silent == "ann" else "ann"
    assert await pairs.at(silent) == "silent"
    assert await pairs.at(other) == "partner_left"
    assert "LEFT-1" in pairs.last(other)
    assert await desk(pairs) == (0, 0)


async def test_whoever_waits_in_vain_plays_an_ai_and_is_told(pairs: Lab) -> None:
    await pairs.enters("ann")
    await pairs.goes("ann", "game")
    waiting = (await pairs.here("ann")).sid
    await pairs.passes(6)
    assert "an AI takes the other seat" in "\n".join(pairs.texts("ann"))
    assert (await pairs.here("ann")).sid != waiting
    assert {chair.kind for chair in (await pairs.here("ann")).table.chairs} == {"human", "ai"}
    await pairs.goes("ann")
    assert await desk(pairs) == (1, 0)


async def test_whoever_waits_in_vain_is_dismissed_where_the_study_says_so(pairs: Lab) -> None:
    await pairs.put(replace(pairs.study, rules=replace(pairs.study.rules, on_nobody="dismiss")))
    await pairs.enters("ann")
    await pairs.goes("ann", "game")
    await pairs.passes(6)
    assert await pairs.at("ann") == "dismissed"
    assert "GONE-1" in pairs.last("ann")
    await pairs.enters("bob")
    await pairs.goes("bob", "game")
    assert (await pairs.part("bob")).slot == 0


@pytest.mark.parametrize("command", ["quit", "walkaway"])
async def test_both_go_on_after_one_walked_away(pairs: Lab, command: str) -> None:
    await paired(pairs)
    await pairs.commands("bob", command)
    await pairs.types("bob", "yes")
    assert [await pairs.at(user) for user in ("ann", "bob")] == ["survey", "survey"]
    for user in ("ann", "bob"):
        await pairs.goes(user)
    assert await desk(pairs) == (1, 0)


async def walked(pairs: Lab) -> None:
    """Two people meet; one walks away, and both stand before the survey."""
    await paired(pairs)
    await pairs.commands("bob", "walkaway")
    await pairs.types("bob", "yes")


async def test_a_game_keeps_its_place_while_one_of_two_is_at_it_or_completed_it(pairs: Lab) -> None:
    await walked(pairs)
    await pairs.commands("bob", "withdraw")
    await pairs.types("bob", "yes")
    assert await desk(pairs) == (0, 1)
    await pairs.goes("ann")
    assert await desk(pairs) == (1, 0)


async def test_a_game_keeps_its_place_if_one_of_two_withdraws_after_both_completed_it(pairs: Lab) -> None:
    await walked(pairs)
    for user in ("ann", "bob"):
        await pairs.goes(user)
    await pairs.commands("bob", "withdraw")
    await pairs.types("bob", "yes")
    assert await desk(pairs) == (1, 0)
    await pairs.commands("ann", "withdraw")
    await pairs.types("ann", "yes")
    assert await desk(pairs) == (0, 0)


async def test_a_game_that_neither_of_two_completed_gives_its_place_back(pairs: Lab) -> None:
    await walked(pairs)
    await pairs.passes(11)
    assert [await pairs.at(user) for user in ("ann", "bob")] == ["silent", "silent"]
    assert await desk(pairs) == (0, 0)


@pytest.mark.parametrize("after", ["withdraw", ""])
async def test_a_game_gives_its_place_back_once_nobody_is_left_who_completed_it(pairs: Lab, after: str) -> None:
    await walked(pairs)
    await pairs.goes("ann")
    assert await desk(pairs) == (1, 0)
    await withdraws(pairs, "ann")
    assert await desk(pairs) == (1, 0)  # bob is still at it
    if after:
        await withdraws(pairs, "bob")
    else:
        await pairs.passes(11)
        assert await pairs.at("bob") == "silent"
    assert await desk(pairs) == (0, 0)


async def test_a_partner_who_withdraws_leaves_the_other_with_a_code(pairs: Lab) -> None:
    await paired(pairs)
    await pairs.commands("bob", "withdraw")
    await pairs.types("bob", "yes")
    assert [await pairs.at(user) for user in ("ann", "bob")] == ["partner_left", "withdrawn"]
