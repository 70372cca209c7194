from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

from bot.research.analyse.analysis import analyse, as_json
from bot.research.analyse.data import Unreadable
from bot.research.analyse.page import page
from bot.research.analyse.pictures import pictures
from bot.research.analyse.results import Analysis
from bot.research.analyse.writing import files, text
from tests.bot.research.analyse.made import SEED_004, made
from tests.chromium import chromium


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analyse(made())


def test_table_3_has_means_with_and_without_walk_aways() -> None:
    data = made()
    rows = as_json(analyse(data))["tables"]["points"]["rows"]
    cell = next(row for row in rows if (row["factor_reward"], row["factor_partner"]) == ("selfish", "fair"))
    mine = [s for s in data.sessions if data.cell(s) == ("selfish", "fair")]
    deals = [s["payoff_joint"] for s in mine if s["deal"]]
    joint = [s["payoff_joint"] for s in mine]
    assert (cell["n"], cell["n_deals"], round(cell["walkaway_percent"], 2)) == (90, 68, 24.44)
    assert cell["limit_percent"] == 0
    assert (cell["joint"], cell["joint_deals"]) == (pytest.approx(fmean(joint)), pytest.approx(fmean(deals)))
    assert cell["joint_se"] == pytest.approx(stdev(joint) / sqrt(90))


def test_margins_stand_below_the_cells(found: Analysis) -> None:
    rows = as_json(found)["tables"]["points"]["rows"]
    labels = [(row["factor_reward"], row["factor_partner"]) for row in rows]
    assert labels[6:] == [
        ("fair", "all"),
        ("selfish", "all"),
        ("all", "S"),
        ("all", "fair"),
        ("all", "selfish"),
        ("all",) * 2,
    ]
    assert [row["n"] for row in rows][-1] == 583


def test_an_anova_has_the_degrees_of_freedom_of_the_study(found: Analysis) -> None:
    tests = [test for test in found.tests if (test.measure, test.subset) == ("payoff_human", "all")]
    assert [(test.df, test.df_error) for test in tests] == [(1, 577), (2, 577), (2, 577)]


def test_orientation_is_split_and_tested_as_a_moderator(found: Analysis) -> None:
    (table,) = (table for table in found.tables if table.name == "orientation")
    assert {row[0] for row in table.rows} == {"prosocial", "proself"}
    assert "reward x partner x svo" in {test.effect for test in found.tests}


def test_a_cell_without_sessions_is_said_and_stops_nothing() -> None:
    counts = dict(SEED_004) | {("fair", "S"): (0, 0)}
    found = analyse(made(counts))
    assert "payoff_human (all): 1 of 6 cells is empty; no ANOVA." in found.notes
    assert "1 of 6 cells is empty" in text(found)


def test_a_study_without_factors_has_tables_and_no_tests() -> None:
    found = analyse(made({(): (12, 3)}, ()))
    assert {test.effect for test in found.tests} == {"svo"}
    assert any("no factor" in note for note in found.notes)
    assert as_json(found)["tables"]["points"]["rows"][0]["walkaway_percent"] == 25


def test_a_price_study_has_prices_and_shares() -> None:
    data = made()
    for n, row in enumerate(data.sessions):
        row |= {"zopa_low": 40.0, "n_rounds": 1 + n % 6}
        row |= {"deal_price": 45.0 + n % 9, "share_human": (n % 9) / 10} if row["deal"] else {}
    found = analyse(data)
    (table,) = (table for table in found.tables if table.name == "prices")
    assert dict(zip(table.columns, table.rows[-1], strict=True))["deal_percent"] == pytest.approx(100 * 516 / 583)
    assert {"deal_price", "share_human", "n_rounds"} <= {test.measure for test in found.tests}


def test_the_report_needs_nothing_from_outside_and_says_its_pictures(found: Analysis) -> None:
    drawn = pictures(found)
    made_page = page(found, drawn)
    assert "http" not in made_page
    assert (
        made_page.count("<img")
        == made_page.count('alt="Mean') + made_page.count('alt="Complete sessions without a deal')
        == len(drawn)
        > 1
    )
    assert all("selfish / fair" in picture.alt for picture in drawn)


@pytest.mark.browser
async def test_the_report_fits_a_phone(found: Analysis, tmp_path: Path) -> None:
    frozen = replace(found, study={**found.study, "config_hash": "0123456789abcdef" * 4})
    (tmp_path / "report.html").write_text(page(frozen, pictures(frozen)), encoding="utf-8")
    async with chromium() as browser:
        shown = await browser.new_page(viewport={"width": 360, "height": 640})
        await shown.goto((tmp_path / "report.html").as_uri())
        assert await shown.evaluate("document.documentElement.scrollWidth") <= 360


def test_every_number_is_in_a_csv(found: Analysis) -> None:
    made_files = files(found)
    assert {"points.csv", "talk.csv", "tests.csv", "attrition_cells.csv", "tickets.csv"} <= made_files.keys()
    assert made_files["tests.csv"].count("\r\n") == 1 + len(found.tests)


def test_nothing_to_analyse_is_a_sentence() -> None:
    data = made()
    with pytest.raises(Unreadable, match="No session of made counts"):
        analyse(replace(data, sessions=[row | {"exclude": True} for row in data.sessions]))


def test_rows_of_one_game_are_said_to_depend_on_each_other() -> None:
    data = made()
    for row, other in zip(data.sessions[:4:2], data.sessions[1:4:2], strict=True):
        other["sid"] = row["sid"]
    assert any(note.startswith("2 games of two people have a row for each") for note in analyse(data).notes)
    assert not any("for each of them" in note for note in analyse(made()).notes)
