"""`parley doctor`: is everything in place to play and to serve, and if not, what mends it?"""

import importlib.metadata
import sys
from typing import Literal

from msgspec import Struct

from bot.app import PLATFORMS
from bot.settings import BadSettings, Settings, load, strangers
from games.codec import encode
from storage import open_store
from storage.base import StoreError

PYTHONS = ((3, 11), (3, 13))
PROBE = "doctor:probe"
MARKS = {"ok": "ok    ", "note": "note  ", "broken": "BROKEN"}


class Finding(Struct, frozen=True):
    """One thing looked at. `note`: works, and you should know; `broken`: does not work, `mend` says what to do."""

    name: str
    state: Literal["ok", "note", "broken"]
    says: str
    mend: str = ""


async def examine() -> list[Finding]:
    """Everything worth looking at, in the order in which it has to work."""
    found = [_python()]
    try:
        settings = load()
    except BadSettings as problem:
        return [*found, Finding("settings", "broken", str(problem), "Correct it in the environment or in parley.toml.")]
    found.append(Finding("settings", "ok", "All settings can be used."))
    for name in strangers():
        says = f"{name} is set, but there is no such option."
        found.append(Finding("settings", "note", says, "`parley doctor --options` lists them."))
    found += [await _store(settings), _strategy(settings)]
    return found + [_platform(platform.name, platform.env, platform.wanted(settings)) for platform in PLATFORMS]


def told(findings: list[Finding], as_json: bool) -> str:
    """Findings for people, or as one JSON object."""
    broken = [finding for finding in findings if finding.state == "broken"]
    if as_json:
        return encode({"ok": not broken, "checks": findings}).decode()
    lines = [f"{MARKS[f.state]} {f.name}: {f.says}" + (f" {f.mend}" if f.mend else "") for f in findings]
    return "\n".join([*lines, "", "Something is broken; see above." if broken else "All is well."])


def _python() -> Finding:
    here = sys.version_info[:2]
    says = f"Parley {importlib.metadata.version('parley')} on Python {sys.version.split()[0]}."
    if PYTHONS[0] <= here <= PYTHONS[1]:
        return Finding("python", "ok", says)
    lowest, highest = (".".join(map(str, version)) for version in PYTHONS)
    return Finding(
        "python", "broken", says, f"Parley runs on Python {lowest} to {highest}; install it into one of them."
    )


async def _store(settings: Settings) -> Finding:
    """Opens the store, which checks its data version, and writes and takes back one name."""
    kind = settings.store.partition(":")[0]
    try:
        store = open_store(settings.store)
        await store.open()
        try:
            await store.point(PROBE, "written")
            found = await store.pointed(PROBE)
            await store.point(PROBE, None)
        finally:
            await store.close()
    except StoreError as problem:
        return Finding("store", "broken", str(problem), "Mend that, or name another store in PARLEY_STORE.")
    except ImportError:
        return Finding("store", "broken", f"The part for {kind} is not installed.", f"pip install 'parley[{kind}]'")
    if found != "written":
        return Finding(
            "store", "broken", "The store does not give back what was written.", "Name another in PARLEY_STORE."
        )
    note = str(getattr(store, "note", ""))
    says = f"The {kind} store can be read and written, and its data version fits. {note}".strip()
    return Finding("store", "note" if "WITHOUT" in note else "ok", says)


def _strategy(settings: Settings) -> Finding:
    if not settings.anthropic_api_key:
        return Finding("strategy", "ok", "The analytic players serve; ANTHROPIC_API_KEY is not set.")
    return Finding("strategy", "note", "ANTHROPIC_API_KEY is set, but no model plays yet: the analytic players serve.")


def _platform(name: str, env: str, wanted: bool) -> Finding:
    library = {"telegram": "python-telegram-bot", "discord": "discord.py"}[name]
    if not wanted:
        return Finding(name, "ok", f"{env} is not set: parley serve leaves {name.capitalize()} out.")
    if not _installed(library):
        return Finding(name, "broken", f"{env} is set, but {library} is missing.", f"pip install 'parley[{name}]'")
    return Finding(name, "ok", f"{env} is set; parley serve runs {name.capitalize()}.")


def _installed(distribution: str) -> bool:
    try:
        importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
