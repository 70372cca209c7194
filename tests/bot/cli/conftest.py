"""The command line in this process."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import main
from bot.runtime import logs, settings
from tests.bot.cli.running import Parley, Ran
from tests.bot.session.harness import tiny_games


@pytest.fixture
def parley(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Parley]:
    """Runs the command line in this process, with an empty home and a store of its own."""
    for option in settings.options():
        monkeypatch.delenv(option.env, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("PARLEY_STORE", f"sqlite:///{tmp_path / 'parley.db'}")
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["parley", *words])
        capsys.readouterr()
        status = main.main()
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    with tiny_games():
        yield run
