"""Dry runs of the studies that the documentation ships."""

from pathlib import Path

import pytest

from bot.studies import participants
from bot.studies.declaration import read
from bot.studies.dryrun import dryrun
from bot.studies.freezing import freeze
from bot.studies.participants import Shares
from games.core.registry import names

DOCS = Path(__file__).parents[3] / "docs" / "studies"


@pytest.mark.parametrize("name", ["004", "price"])
async def test_twenty_four_people_fill_every_condition_alike(name: str) -> None:
    study = read((DOCS / f"{name}.yaml").read_text(encoding="utf-8"))
    assert freeze(study, 1).hash
    report = await dryrun(study, 24, 5, Shares(0, 0, 0, 0))
    assert report.outcomes == {"complete": 24}
    assert [cell.complete for cell in report.cells] == [4] * 6
    assert all(len(cell.points) == 4 for cell in report.cells)
    assert report.invalid == 0
    assert 0 < report.usual_minutes < 60
    assert set(report.detectable) == {"two conditions", *(f"two levels of {factor.name}" for factor in study.factors)}


@pytest.mark.parametrize("game", [name for name in names() if name != "form"])
async def test_people_get_through_every_game_and_every_kind_of_item(game: str) -> None:
    asked = "[{scale: Age, from: 18, to: 99}, {write: More}, {divide: Share, options: [[5, 5], [8, 2]]}]"
    study = read(f"study: x\ngame: {game}\nstages: [game, {{survey: {{items: {asked}}}}}]")
    report = await dryrun(study, 3, 1, Shares(0, 0, 0, 0))
    assert (report.outcomes, report.invalid) == ({"complete": 3}, 0)
    assert report.detectable == {}, "there is nothing to compare with one condition"


async def test_equal_dry_runs_are_equal_although_the_first_stage_is_a_game() -> None:
    study = read("study: x\ngame: society\nstages: [game]")
    first = await dryrun(study, 3, 1)
    assert first == await dryrun(study, 3, 1)
    assert first != await dryrun(study, 3, 2)


@pytest.mark.parametrize("player", ["selfish/S", "selfish/fair"])
async def test_people_who_meet_people_wait_for_their_turn(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(participants, "LEVELS", (player,) * 3)
    study = read("study: x\ngame: dealornodeal\nsettings: {opponent: human}\nstages: [consent, game]")
    report = await dryrun(study, 4, 0, Shares(0, 0, 0, 0))
    assert (report.outcomes, report.invalid) == ({"complete": 4}, 0)


async def test_people_who_find_no_place_are_counted_and_refuse_nothing() -> None:
    report = await dryrun(
        read("study: x\ngame: bargaining\nparticipation: {places: 2}\nstages: [game]"), 5, 1, Shares(0, 0, 0, 0)
    )
    assert (report.outcomes, report.late, report.invalid) == ({"complete": 2}, 3, 0)


async def test_drop_outs_repeaters_and_withdrawals_are_told_apart_and_their_places_refilled() -> None:
    study = read((DOCS / "price.yaml").read_text(encoding="utf-8"))
    shares = Shares(silent=0.2, withdraws=0.4, returns=0.3, careless=0)
    report = await dryrun(study, 24, 2, shares)
    assert set(report.outcomes) == {"complete", "silent", "withdrawn"}
    assert sum(report.outcomes.values()) == 24
    assert report.turned_away > 2
    complete = [cell.complete for cell in report.cells]
    assert max(complete) - min(complete) <= 2
    assert await dryrun(study, 24, 2, shares) == report
