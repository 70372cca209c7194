"""The study that ships with Parley, taken by sixty people on both chats: cells fill, codes are right, figures agree."""

import json
from collections import Counter
from pathlib import Path
from statistics import fmean, stdev

import pytest
import typer
from typer.testing import CliRunner

from bot.cli.analyse import analyse
from bot.session.model.session import gather
from bot.studies.study import Part
from bot.studies.wording import ENDS, FULL
from tests.bot.adapters.participants import Stop
from tests.bot.adapters.study_town import Town, town
from tests.bot.research.bundle.conftest import rows
from tests.bot.research.bundle.recount import Figures, figures

PEOPLE, PLACES, AGAIN = 60, 48, 5
SILENT = (
    Stop("consent", 0),
    Stop("svo", 2),
    Stop("tutorial", 1),
    Stop("check", 1),
    Stop("game", 0),
    Stop("game", 1),
    Stop("game", 1),
    Stop("game", 1),
    Stop("survey", 1),
)
"""Stages in which 15 % of the people fall silent. A game may be over after two acts, so nobody waits longer there."""
WITHDRAWN = (Stop("svo", 1, True), Stop("game", 1, True), Stop("survey", 1, True))

app = typer.Typer()
app.command()(analyse)


@pytest.mark.slow
async def test_sixty_people_on_both_chats_fill_every_cell(tmp_path: Path) -> None:
    async with town() as here:
        await here.opens(PLACES)
        stops = (*SILENT, *WITHDRAWN)
        first = [here.person(stop) for stop in stops] + [here.person() for _ in range(PEOPLE // 2 - len(stops))]
        await here.take_part(first)
        await here.passes(4)
        await here.passes(7)
        for one in first[: len(SILENT)]:
            assert ENDS["silent"] in one.chat.texts[-1], one.screen()
        await here.take_part([here.person(careless=n % 9 == 4) for n in range(PEOPLE // 2)])
        assert not [one.screen() for one in here.people if "other game" in " ".join(one.chat.texts)]
        late = here.person()
        assert FULL in await late.again(here.token)
        parts = {one.user: await one.part() for one in here.people[:PEOPLE]}
        _outcomes(parts)
        await _codes(here, parts)
        for one in [one for one in here.people if _complete(parts.get(one.user))][:AGAIN]:
            words = await one.again(here.token)
            assert "each person takes part once" in words
        held = [held.part for held in await here.parts()]
        assert len(held) == PEOPLE
        assert sum(part.entries - 1 for part in held) == AGAIN
        made = await here.export(tmp_path / "bundle")
        assert made.rows("participant") == PEOPLE
        _refilled(made.folder)
        await _agrees(here, made.folder)


def _complete(part: Part | None) -> bool:
    return part is not None and part.outcome == "complete"


def _outcomes(parts: dict[str, Part | None]) -> None:
    found = [part for part in parts.values() if part is not None]
    told = Counter(part.outcome for part in found)
    assert told == {"complete": PLACES, "silent": len(SILENT), "withdrawn": len(WITHDRAWN)}
    cells = Counter(part.condition for part in found if part.outcome == "complete")
    assert sorted(cells.values()) == [PLACES // 6] * 6


async def _codes(here: Town, parts: dict[str, Part | None]) -> None:
    """Each person who completed was shown the code for it, once; nobody else was shown any."""
    study = await here.study()
    for one in here.people:
        part = parts.get(one.user)
        shown = [code for _, code in study.codes for text in one.chat.texts if code in text]
        assert shown == ([study.code("complete")] if _complete(part) else []), one.screen()


def _refilled(folder: Path) -> None:
    """The places of those who stopped in or after the game went to others, in the same condition."""
    people = {row["pid"]: row["outcome"] for row in rows(folder, "participant")}
    held = rows(folder, "assignment")
    gone = [row for row in held if people[row["pid"]] == "silent"]
    assert len(gone) == sum(stop.stage in ("game", "survey") for stop in SILENT)
    for row in gone:
        (after,) = [one for one in held if one["replaces"] == row["pid"]]
        assert after["condition_id"] == row["condition_id"]
    complete = Counter(row["condition_id"] for row in held if people[row["pid"]] == "complete")
    assert set(complete.values()) == {PLACES // 6}


async def _agrees(here: Town, folder: Path) -> None:
    """`parley analyse` prints what a count of the logs gives."""
    shown = CliRunner().invoke(app, [str(folder), "--format", "json"])
    assert shown.exit_code == 0, shown.output
    tables = json.loads(shown.stdout)["tables"]
    told: dict[tuple[str, str], list[Figures]] = {}
    for held in await here.parts():
        part = held.part
        if part.outcome == "complete":
            sid = next(visit.sid for visit in part.visits if visit.stage == "game")
            loaded = await here.store.load(sid)
            assert loaded is not None
            log = await gather(here.store.events(sid))
            reward, partner = (level.partition("=")[2] or level for level in _levels(part.condition))
            told.setdefault((reward, partner), []).append(figures(loaded, log))
    for row, talk in zip(tables["points"]["rows"], tables["talk"]["rows"], strict=True):
        cell = row["factor_reward"], row["factor_partner"]
        mine = [one for key, ones in told.items() if _in(key, cell) for one in ones]
        deals = [one for one in mine if one.deal]
        assert (row["n"], row["n_deals"]) == (len(mine), len(deals))
        for subset, view in ((mine, ""), (deals, "_deals")):
            for who, of in (("human", [one.human for one in subset]), ("partner", [one.partner for one in subset])):
                assert row[f"{who}{view}"] == (pytest.approx(fmean(of)) if of else None)
                spread = stdev(of) / len(of) ** 0.5 if len(of) > 1 else None
                assert row[f"{who}{view}_se"] == (pytest.approx(spread) if spread is not None else None)
            joint = [one.human + one.partner for one in subset]
            assert row[f"joint{view}"] == (pytest.approx(fmean(joint)) if joint else None)
        assert row["walkaway_percent"] == pytest.approx(100 * (1 - len(deals) / len(mine)))
        said = [one.utterances for one in mine]
        assert talk["utterances"] == pytest.approx(fmean(said))
        words = sum(one.words_human + one.words_partner for one in mine)
        assert talk["words_per_utterance"] == pytest.approx(words / sum(said))
        assert talk["reprompts"] == pytest.approx(fmean(one.reprompts for one in mine))


def _levels(label: str) -> list[str]:
    return label.replace(",", " ").split()


def _in(cell: tuple[str, str], group: tuple[str, str]) -> bool:
    return all(wanted in ("all", level) for level, wanted in zip(cell, group, strict=True))
