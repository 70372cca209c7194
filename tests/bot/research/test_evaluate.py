"""`parley evaluate reader`: dialogues of our own in the format of the data, the score, and unusable files."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli.evaluate import app
from bot.research.evaluate import BadDialogue, dialogues, read

DEAL = "item0=2 item1=1 item2=0 item0=0 item1=0 item2=3"
NOTHING = " ".join(["<no_agreement>"] * 6)
MISMATCH = " ".join(["<disagree>"] * 6)


def line(talk: str, output: str, values: str = "1 2 2") -> str:
    one, two, three = values.split()
    return (
        f"<input> 2 {one} 1 {two} 3 {three} </input> <dialogue> {talk} <eos> YOU: <selection> </dialogue> "
        f"<output> {output} </output> <partner_input> 2 0 1 7 3 1 </partner_input>"
    )


AGREED = line("YOU: you take the balls and i keep the rest <eos> THEM: deal", DEAL)
WRONG = line("THEM: i want the hat <eos> YOU: fine", DEAL)
BROKEN_OFF = line("YOU: i need the hat <eos> THEM: so do i , no deal", NOTHING)
APART = line("YOU: one book please <eos> THEM: hm", MISMATCH)


def run(tmp_path: Path, *lines: str, options: tuple[str, ...] = ("--format", "json")) -> tuple[int, str]:
    file = tmp_path / "talks.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["reader", str(file), *options])
    return result.exit_code, result.output


def test_the_score_counts_lines(tmp_path: Path) -> None:
    status, output = run(tmp_path, AGREED, WRONG, "", BROKEN_OFF, APART)
    made = json.loads(output)
    assert status == 0
    assert (made["deal_accuracy"], made["n_deals"]) == (0.5, 2)
    assert (made["no_agreement_recall"], made["n_no_agreements"]) == (1.0, 1)
    assert (made["card_readiness"], made["n_mismatches"]) == (1.0, 1)
    assert made["accuracy_by_offers"] == {"1": {"accuracy": 0.5, "n_deals": 2}}
    assert made["n_lines"] == 4
    assert "errors" not in made


def test_errors_are_listed_on_request_with_their_reading(tmp_path: Path) -> None:
    _, output = run(tmp_path, AGREED, WRONG, options=("--format", "json", "--errors"))
    (error,) = json.loads(output)["errors"]
    assert error["line"] == 2
    assert error["read"] == {"book": 2, "hat": 0, "ball": 3}
    assert [turn["act"] for turn in error["turns"]] == ["offer", "accept"]
    assert all(turn["why"] for turn in error["turns"])


def test_people_get_a_short_table(tmp_path: Path) -> None:
    status, output = run(tmp_path, AGREED, BROKEN_OFF, options=("--errors",))
    assert status == 0
    assert "100.0 % of 1" in output


def test_an_empty_file_has_no_shares(tmp_path: Path) -> None:
    _, output = run(tmp_path, "")
    made = json.loads(output)
    assert (made["deal_accuracy"], made["n_deals"]) == (None, 0)


def test_values_and_answers_play_no_part(tmp_path: Path) -> None:
    """The same words are read alike whatever the items are worth and whatever was entered."""
    other = line("YOU: you take the balls and i keep the rest <eos> THEM: deal", NOTHING, values="0 4 2")
    first, second = (read(next(dialogues(text))) for text in (AGREED, other))
    assert first.held == second.held == (2, 1, 0)
    assert first.meanings == second.meanings


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "Line 1 is no dialogue (it has no <input> … </input>)."),
        (AGREED + "\n<input> 1 2 </input>", "Line 2 is no dialogue (it has no <dialogue> … </dialogue>)."),
        ("<input> a b c d e f", "Line 1 is no dialogue (it has no <input>"),
        (AGREED.replace("<input> ", "<input> x "), "it needs a count and a value for each of three items"),
    ],
)
def test_what_is_missing_is_said(text: str, says: str, tmp_path: Path) -> None:
    _, output = run(tmp_path, text)
    assert says in output


def test_what_ends_a_line_elsewhere_may_stand_in_what_somebody_said(tmp_path: Path) -> None:
    status, output = run(tmp_path, AGREED.replace("deal", "\u2028deal\x0c", 1))
    assert (status, json.loads(output)["n_lines"]) == (0, 1)


@pytest.mark.parametrize(
    "text", ["hello", AGREED.replace("YOU: you", "HIM: you"), AGREED.replace(DEAL, "<maybe>"), "<input> 1 2 </input>"]
)
def test_what_is_no_dialogue_is_named_by_its_line(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadDialogue, match="Line 1"):
        list(dialogues(text))
    status, output = run(tmp_path, text)
    assert status == 2
    assert "Traceback" not in output


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["reader", str(tmp_path / "nowhere")])
    assert result.exit_code == 2
    assert "cannot be read" in result.output


def test_the_ceilings_of_contexts(tmp_path: Path) -> None:
    file = tmp_path / "contexts.txt"
    file.write_text("2,1,3 1,2,2 0,7,1\n1,3,1 2,1,5 2,1,5\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["ceilings", str(file), "--format", "json"])
    made = json.loads(result.output)
    assert (made["contexts"], made["max_joint"], made["nash_joint"]) == (2, 12.5, 12.5)
    assert made["zero_sum"] == 0.5
    assert "max_joint" in CliRunner().invoke(app, ["ceilings", str(file)]).output


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The file holds no context"),
        ("2,1,3 1,2,2\n", "Line 1: instance must be"),
        ("2,1,3 1,2,2 0,7,1\n\nhello\n", "Line 3: instance must be"),
    ],
)
def test_what_is_no_context_is_refused_in_words(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "contexts.txt"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["ceilings", str(file)])
    assert result.exit_code == 2
    assert says in result.output
