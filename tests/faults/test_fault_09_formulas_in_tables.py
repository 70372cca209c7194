"""Fault 9: a cell of a table that begins with a minus could be a formula to a spreadsheet."""

import csv
import io

import pytest
from msgspec.structs import replace

from bot.operators.session_table import as_csv
from tests.bot.operators.test_session_table import ROW


def cell(label: str) -> str:
    """The condition's label as it stands in the table."""
    return next(csv.DictReader(io.StringIO(as_csv([replace(ROW, condition=label)]), newline="")))["condition"]


@pytest.mark.parametrize(
    "label",
    [
        "-1+cmd|' /C calc'!A0",
        "-A1",
        "--5",
        "-",
        "=1+1",
        "+1",
        "@SUM(A1)",
        "\tx",
        "\nx",
        "  =1+1",
        "\u00a0-1+1",
        "\u200b=1+1",
        "\ufeff=1+1",
        "\x00=1+1",
        "＝1+1",
        "－1+1",
        "＋1",
        "＠x",
        "\u22121+1",
        "﹣1+1",
        "–1+1",
        "-1e5",
        "-1,5",
        "-٤",
    ],
)
def test_what_could_be_a_formula_is_text(label: str) -> None:
    assert cell(label) == f"'{label}"


@pytest.mark.parametrize("label", ["low", "-5.00", "-2", "80", "a=b", "rounds=4", "a - b", "", "'x", "50 %"])
def test_all_else_stands_as_it_is(label: str) -> None:
    assert cell(label) == label


@pytest.mark.parametrize("label", ["low\r=1+1", "low\r\n=1+1", "low\n=1+1"])
def test_no_cell_begins_a_row(label: str) -> None:
    assert cell(label) == "low\n=1+1"
    assert "\r" not in as_csv([replace(ROW, condition=label)])


def test_a_loss_stays_a_number() -> None:
    row = next(csv.DictReader(io.StringIO(as_csv([ROW]))))
    assert row["earned_seller"] == "-2.50"
