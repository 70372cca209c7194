"""No tracked file holds what may not stand there; scripts run, and locks are complete."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Written so that this file does not match itself.
FORBIDDEN = {
    "the host of a package registry": re.compile(
        r"pypi\.(?:org|python\.org)|pythonhosted\.org|registry\.npmjs\.org|registry\.yarnpkg\.com|(?:deb|security)\.debian\.org"
        r"|archive\.ubuntu\.com|(?:static|index)\.crates\.io|proxy\.golang\.org|repo1?\.maven\.(?:org|apache\.org)"
    ),
    "a path of one machine": re.compile(r"(?<![\w.*$}-])/(?:root|work)/"),
    "a private key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"),
    "a key of the LLM's platform": re.compile(r"sk-ant-(?:api|admin)\d\d-[\w-]{20}"),
}


def tracked_files() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout, so there is no list of tracked files")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    # A file can be tracked and just now deleted from the folder.
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_tracked_file_contains(what: str) -> None:
    found = []
    for path in tracked_files():
        text = path.read_bytes().decode("utf-8", errors="replace")
        for match in FORBIDDEN[what].finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{path.relative_to(ROOT)}:{line}: {match.group()}")
    assert not found, f"{what} stands in:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("what", "example"),
    [
        ("the host of a package registry", "--index-url https://" + "pypi" + ".org/simple"),
        ("a path of one machine", "open('/" + "root/x')"),
        ("a path of one machine", "cd /" + "work/main"),
        ("a private key", "-----BEGIN " + "RSA PRIVATE KEY-----"),
    ],
)
def test_the_search_finds(what: str, example: str) -> None:
    assert FORBIDDEN[what].search(example)


@pytest.mark.parametrize(
    "name",
    [".ci/run", "scripts/setup.sh", "scripts/lint.sh", "scripts/play-web.sh", "scripts/redis.sh", "scripts/test.sh"],
)
def test_scripts_are_executable(name: str) -> None:
    path = ROOT / name
    assert path.stat().st_mode & 0o111 == 0o111
    assert path.read_text().startswith("#!/usr/bin/env bash\n")
    assert subprocess.run(["bash", "-n", path], check=False).returncode == 0


class TestLocks:
    """Locks are complete, hashed, and agree with each other."""

    @staticmethod
    def pins(name: str) -> dict[str, str]:
        """The requirement line by package and marker, its hashes checked on the way."""
        text = (ROOT / "requirements" / name).read_text()
        entries = re.split(r"\n(?=\S)", text.strip())
        pins = {}
        for entry in entries:
            first, *rest = [line.strip().removesuffix("\\").strip() for line in entry.splitlines()]
            match = re.fullmatch(r"([a-z0-9.-]+)==([^ ;]+)(?: ; (.+))?", first)
            assert match, f"not an exact pin: {first}"
            assert rest, f"no hash: {first}"
            assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line) for line in rest), first
            pins[f"{match[1]} ; {match[3] or ''}"] = match[2]
        return pins

    def test_smaller_locks_are_part_of_the_larger(self) -> None:
        base, full, dev = (self.pins(f"{level}.txt") for level in ("base", "all", "dev"))
        for smaller, larger in ((base, full), (full, dev)):
            for key, version in smaller.items():
                anywhere = key.partition(" ;")[0] + " ; "  # the larger one may want it on every machine
                assert version == larger.get(key, larger.get(anywhere)), key

    def test_every_direct_dependency_is_locked(self) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        locked = {
            level: {key.partition(" ;")[0] for key in self.pins(f"{level}.txt")} for level in ("base", "all", "dev")
        }

        def names(requirements: list[str]) -> set[str]:
            plain = (re.split(r"[\[<>=;! ]", requirement)[0] for requirement in requirements)
            return {re.sub(r"[._]", "-", name).lower() for name in plain} - {"parley"}

        extras = project["optional-dependencies"]
        assert names(project["dependencies"]) <= locked["base"]
        assert names([r for name, rs in extras.items() if name != "dev" for r in rs]) <= locked["all"]
        assert names(extras["dev"]) <= locked["dev"]

    def test_all_is_every_run_time_extra(self) -> None:
        extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
        (combined,) = extras["all"]
        inside = set(combined.removeprefix("parley[").removesuffix("]").split(","))
        # Training and trained players are asked for by name. Nobody needs the libraries of two clouds; with a token in
        # the environment, a cloud's client needs neither.
        assert inside == set(extras) - {"all", "dev", "bedrock", "vertex", "trained", "train"}


def test_no_group_is_quantified_possessively() -> None:
    """Python 3.11.0 to 3.11.4, which Debian 12 ships, mismatches such groups (python/cpython issue 106052)."""
    possessive = re.compile(r"(?<!\\)\)(?:[?*+]|\{\d+(?:,\d*)?\})\+")
    found = [
        f"{path.relative_to(ROOT)}:{n}"
        for part in ("games", "storage", "bot")
        for path in (ROOT / part).rglob("*.py")
        for n, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if possessive.search(text)
    ]
    assert not found, found
