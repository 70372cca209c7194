"""The commands that the terminal names, by the way in which the program was started."""

import sys
from pathlib import Path

import pytest

from bot.adapters.terminal.program import again, named, program


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The program in a folder of its own."""
    made = tmp_path / "my bin" / "parley"
    made.parent.mkdir()
    made.touch(mode=0o755)
    return made


def test_a_name_that_the_shell_finds_is_enough(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(script), "resume"])
    monkeypatch.setenv("PATH", str(script.parent))
    assert program() == "parley"
    assert named("`parley resume` goes on.") == "`parley resume` goes on."


@pytest.mark.parametrize("there", ["", "another"])
def test_elsewhere_it_is_named_as_it_was_started(script: Path, monkeypatch: pytest.MonkeyPatch, there: str) -> None:
    """A program of the same name elsewhere on the path is another installation, with another store perhaps."""
    other = script.parents[1] / "other" / "parley"
    other.parent.mkdir()
    if there:
        other.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(other.parent))
    monkeypatch.chdir(script.parents[1])
    monkeypatch.setattr(sys, "argv", ["my bin/parley", "resume"])
    assert program() == "'my bin/parley'"
    assert named("`parley resume` goes on.") == "`'my bin/parley' resume` goes on."


def test_a_module_is_named_with_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/src/bot/cli/main.py", "play", "trading"])
    monkeypatch.setattr(sys, "executable", "/venv/bin/python")
    assert again("trading") == "/venv/bin/python -m bot.cli.main play trading"


def test_once_more_keeps_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["play", "bargaining", "--against", "hard", "--seat", "seller", "--set", "title=a b"]
    monkeypatch.setattr(sys, "argv", ["parley", *words])
    assert again("bargaining") == "parley play bargaining --against hard --seat seller --set 'title=a b'"


@pytest.mark.parametrize("words", [["join", "ABCDEF"], ["resume"], []])
def test_a_game_that_was_started_elsewhere_starts_by_its_name(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["parley", *words])
    assert again("trading") == "parley play trading"
