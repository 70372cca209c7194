"""The wheel: the three packages with their data, one command, and no tests."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("games", "storage", "bot")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("parley-*.whl")
    return zipfile.ZipFile(path)


def test_ships_every_module_and_its_data(wheel: zipfile.ZipFile) -> None:
    wanted = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in {".py", ".lua", ".toml", ".md", ".json", ".txt"} or path.name == "py.typed"
    }
    assert wanted <= set(wheel.namelist())


def test_ships_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_offers_one_command(wheel: zipfile.ZipFile) -> None:
    (entry_points,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert wheel.read(entry_points).decode().split() == ["[console_scripts]", "parley", "=", "bot.cli.main:main"]
