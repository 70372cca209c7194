"""The guide for operators says what there is."""

from pathlib import Path

from bot.operators.session_table import COLUMNS
from bot.session.model.verbs import VERBS

GUIDE = Path(__file__).parents[3] / "docs" / "operators.md"


def test_the_guide_lists_every_command_as_it_is_written() -> None:
    rows = [line for line in GUIDE.read_text(encoding="utf-8").splitlines() if line.startswith("| `/")]
    assert rows == [f"| `{verb.usage}` | {verb.about} |" for verb in VERBS]


def test_the_guide_says_what_every_column_of_results_holds() -> None:
    told = GUIDE.read_text(encoding="utf-8").partition("<!-- columns")[2].partition("<!-- /columns")[0]
    rows = [line for line in told.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{column}` | {holds} |" for column, holds in COLUMNS.items()]
