"""`parley doctor`: checks that everything needed to play and to serve is in place, and says how to fix what is not."""

import asyncio
import importlib.metadata
import sys
import textwrap
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal

import typer
from msgspec import Struct
from pydantic import SecretStr

from bot import keys
from bot.app import PLATFORMS, Platform
from bot.cli import pages_trial
from bot.cli.model_trial import trial
from bot.cli.options import Listed
from bot.players.llm.client import ends
from bot.players.llm.model_players import BadModel, BadPersona, model_players, why_not
from bot.players.llm.personas import unusable
from bot.runtime import logs
from bot.runtime.listening import Part, can_listen, clash, health_part, planned, sharing
from bot.runtime.settings import BadSettings, Settings, load, strangers
from bot.runtime.settings import told as options_told
from games.core.codec import encode
from games.core.phrases import joined
from storage import open_store
from storage.base import Parked, StoreError

PYTHONS = ((3, 11), (3, 14))
LISTED = 20
"""Maximum of parked inputs that are listed one by one."""
WIDTH = 80
"""Maximum of columns of a line in a list."""
OWN = ("127.0.0.1:", "localhost:", "[::1]:")
"""Beginnings of addresses that only this machine reaches."""
MARKS = {"ok": "ok    ", "note": "note  ", "broken": "BROKEN"}


class Finding(Struct, frozen=True):
    """Result of a check. `note`: works, with a remark; `broken`: `mend` says what to do. `lists`: what was found."""

    name: str
    state: Literal["ok", "note", "broken"]
    says: str
    mend: str = ""
    lists: tuple[str, ...] = ()


def doctor(
    options: Annotated[bool, typer.Option("--options", help="List every option with its range and default.")] = False,
    model: Annotated[bool, typer.Option("--model", help="Also let the LLM make one decision of every game.")] = False,
    live: Annotated[
        list[str] | None,
        typer.Option(
            "--live",
            metavar="PLACE",
            help="Also try the features of a platform with its token: telegram, discord, or with a place to post in, "
            "as in telegram:4711 (a chat) or discord:4711 (a channel); web asks the running pages.",
        ),
    ] = None,
    format_: Listed = "text",
) -> None:
    """Check settings, store, strategies and platforms; say what is wrong and what mends it."""
    if options:
        typer.echo(options_told(as_json=format_ == "json"))
        return
    places = [_place(text) for text in live or ()]
    logs.configure("pretty", "error")
    findings = asyncio.run(examine(model=model, places=places))
    typer.echo(told(findings, as_json=format_ == "json"))
    if any(finding.state == "broken" for finding in findings):
        raise typer.Exit(1)


def _place(text: str) -> tuple[str, int | None]:
    """Return a platform, and the number of a chat or channel there."""
    platform, sign, number = text.partition(":")
    known = [one.name for one in PLATFORMS]
    if platform not in known or (sign and (platform == "web" or not number.lstrip("-").isdecimal())):
        typer.echo(f"--live takes {joined(known, 'or')}; a bot also with a number, as in {known[0]}:4711.", err=True)
        raise typer.Exit(2)
    return platform, int(number) if number else None


async def examine(*, model: bool = False, places: Sequence[tuple[str, int | None]] = ()) -> list[Finding]:
    """Run all checks, in the order of their dependencies. With `model` the LLM decides once in every game. The
    features of platforms are tried in `places`.
    """
    found = [_python()]
    try:
        settings = load()
    except BadSettings as problem:
        return [*found, Finding("settings", "broken", str(problem), "Correct it in the environment or in parley.toml.")]
    found.append(Finding("settings", "ok", "All settings can be used."))
    for name in strangers():
        says = f"{name} is set, but there is no such option."
        found.append(Finding("settings", "note", says, "`parley doctor --options` lists them."))
    found += [*await _store(settings), _strategy(settings)]
    mend = "Mend the file, or move it out of PARLEY_PERSONAS."
    found += [Finding("persona", "broken", says, mend) for says in unusable(settings.personas)]
    if model:
        found += await _model(settings)
    found += [_platform(platform, platform.wanted(settings)) for platform in PLATFORMS]
    found += _addresses(settings)
    for platform, place in places:
        found += await _live(settings, platform, place)
    return found


async def _live(settings: Settings, platform: str, place: int | None) -> list[Finding]:
    """Try the features of a platform with the token of the settings, or the pages at their public address."""
    if platform == "web":
        return await _pages(settings)
    token: SecretStr | None = getattr(settings, f"{platform}_token")
    if token is None:
        env = f"PARLEY_{platform.upper()}_TOKEN"
        return [Finding(f"{platform} live", "broken", f"Nothing was tried: {env} is not set.", f"Set {env}.")]
    from importlib import import_module

    found = []
    try:
        trial = import_module(f"bot.adapters.{platform}.live").trial
        async for name, works, says in trial(token.get_secret_value(), getattr(settings, f"{platform}_api"), place):
            state: Literal["ok", "note"] = "ok" if works else "note"
            found.append(Finding(f"{platform} live, {name}", state, says or "It works."))
    except ImportError:
        found.append(Finding(f"{platform} live", "note", f"pip install 'parley[{platform}]' adds what it needs."))
    except Exception as problem:
        # The libraries' errors for a wrong token or an unreachable server have no common class; none holds the token.
        says = f"It ended with {type(problem).__name__}. Check PARLEY_{platform.upper()}_TOKEN and the network."
        found.append(Finding(f"{platform} live", "broken", says))
    return found


async def _pages(settings: Settings) -> list[Finding]:
    if not settings.web:
        return [Finding("web live", "broken", "Nothing was tried: PARLEY_WEB is not set.", "Set PARLEY_WEB.")]
    try:
        return [Finding(*tried) async for tried in pages_trial.trial(settings)]
    except ImportError:
        return [Finding("web live", "note", "pip install 'parley[web]' adds what it needs.")]


def told(findings: list[Finding], as_json: bool) -> str:
    """Return findings for people, or as one JSON object."""
    broken = [finding for finding in findings if finding.state == "broken"]
    if as_json:
        return encode({"ok": not broken, "checks": findings}).decode()
    lines = list[str]()
    for f in findings:
        lines.append(f"{MARKS[f.state]} {f.name}: {f.says}" + (f" {f.mend}" if f.mend else ""))
        for one in f.lists:
            lines += textwrap.wrap(one, WIDTH, initial_indent="       - ", subsequent_indent="         ")
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


async def _store(settings: Settings) -> list[Finding]:
    kind = settings.store.partition(":")[0]
    parked: tuple[Parked, ...] = ()
    try:
        store = open_store(settings.store)
        await store.open()
        try:
            await store.point(keys.PROBE, "written")
            found = await store.pointed(keys.PROBE)
            await store.point(keys.PROBE, None)
            parked = await store.parked(LISTED + 1)
        finally:
            await store.close()
    except StoreError as problem:
        said = "PARLEY_STORE" in str(problem)
        return [Finding("store", "broken", str(problem), "" if said else "Mend that, or name another in PARLEY_STORE.")]
    except ImportError:
        return [Finding("store", "broken", f"The part for {kind} is not installed.", "pip install 'parley[redis]'")]
    if found != "written":
        says = "The store does not give back what was written."
        return [Finding("store", "broken", says, "Name another in PARLEY_STORE.")]
    note = str(getattr(store, "note", ""))
    says = f"The {kind} store can be read and written, and its data version fits. {note}".strip()
    return [Finding("store", "note" if "WITHOUT" in note else "ok", says), _parked(parked)]


def _parked(parked: tuple[Parked, ...]) -> Finding:
    if not parked:
        return Finding("parked", "ok", "No input had to be put aside.")
    told = []
    for one in parked[:LISTED]:
        at = datetime.fromtimestamp(one.at / 1000, UTC)
        session = f", session {one.sid}" if one.sid else ""
        told.append(f"{one.id} at {at:%Y-%m-%d %H:%M} UTC{session} ({one.why})")
    if len(parked) > LISTED:
        told.append(f"and more than these {LISTED}")
    says = "Inputs were put aside after failing too often."
    mend = "Look for input_failed in the logs, and report faults that come back."
    return Finding("parked", "note", says, mend, tuple(told))


def _strategy(settings: Settings) -> Finding:
    why, direct = why_not(settings), settings.llm_provider == "anthropic"
    if direct and settings.anthropic_api_key is None:
        return Finding("strategy", "ok", f"The analytic players serve; {why}.")
    if why:
        wanted = "ANTHROPIC_API_KEY is set" if direct else f"PARLEY_LLM_PROVIDER is {settings.llm_provider}"
        return Finding("strategy", "broken", f"{wanted}, but {why}", "")
    try:
        model_players(settings)
    except BadPersona as problem:
        return Finding("strategy", "broken", str(problem), "Mend the file, or unset PARLEY_PERSONAS.")
    except BadModel as problem:
        return Finding("strategy", "broken", str(problem))
    until = ends(settings.model)
    says = f"{settings.model} plays AI seats in chat; `parley doctor --model` lets it make a decision of every game."
    if until:
        return Finding("strategy", "note", f"{says} Its platform serves it until {until}.")
    return Finding("strategy", "ok", says)


async def _model(settings: Settings) -> list[Finding]:
    """Let the LLM make one decision of every game."""
    return [Finding(*tried) async for tried in trial(settings)]


def _addresses(settings: Settings) -> list[Finding]:
    """Check the addresses at which the program listens: that they fit together, and that each can be had."""
    parts = planned(settings)
    if problem := clash(parts):
        return [Finding("http", "broken", problem)]
    found = [_address(part) for part in parts]
    if settings.http and sharing(health_part(settings.http), parts):
        says = f"PARLEY_HTTP shares the public address {settings.http}, so there is no /metrics."
        found.append(Finding("http", "note", says, "Give PARLEY_HTTP an address of its own."))
    if settings.web and not settings.web_url and not settings.web.startswith(OWN):
        says = "PARLEY_WEB_URL is not set, so links name the address that each browser calls, and cookies travel in the"
        found.append(Finding("http", "note", f"{says} clear.", "Set it to the public https address."))
    idle = {"URL": settings.web_url, "SECRET": settings.web_secret, "PLAY": settings.web_play == "on"}
    for name in () if settings.web else (f"PARLEY_WEB_{name}" for name, given in idle.items() if given):
        says = f"{name} does nothing without PARLEY_WEB."
        found.append(Finding("http", "note", says, "Set PARLEY_WEB=HOST:PORT to serve pages."))
    return found


def _address(part: Part) -> Finding:
    """Try to listen at an address, as `parley serve` would."""
    try:
        free = can_listen(part)
    except OSError as problem:
        says = f"{part.setting} cannot be served at {part.address} ({problem.strerror or 'no such address'})."
        return Finding("http", "broken", says, "Name an address of this machine.")
    if not free:
        says = f"{part.setting}: something listens at {part.address} already."
        return Finding("http", "note", says, "If that is not parley serve, end it or name another port.")
    return Finding("http", "ok", f"{part.setting} can be served at {part.address}.")


def _platform(platform: Platform, wanted: bool) -> Finding:
    name, env, title = platform.name, platform.env, platform.title
    library = {"telegram": "python-telegram-bot", "discord": "discord.py", "web": "Jinja2"}[name]
    if not wanted:
        return Finding(name, "ok", f"{env} is not set: parley serve leaves {title} out.")
    try:
        importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, "broken", f"{env} is set, but {library} is missing.", f"pip install 'parley[{name}]'")
    return Finding(name, "ok", f"{env} is set; parley serve runs {title}.")
