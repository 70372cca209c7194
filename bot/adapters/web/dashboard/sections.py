"""The sections of the dashboard: which there are, and what each shows. To add one, write its view and a line below.

A view returns the parts of its page. Each part is a template with its values, and is sent again when what it shows has
changed.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from aiohttp import web
from msgspec import Struct

from bot.adapters.web.dashboard.choosing import Choice, chosen
from bot.adapters.web.dashboard.words import MINUTE
from bot.session.dashboard import Check, Dashboard, GameSheet, Overview, Row, Signed, StudySheet

T = TypeVar("T")

LONGEST = 6
"""Sessions that the first page shows: those that are held up the longest."""
HELD = 5
"""Minutes after which a session counts as held up."""
PAGE = 50
"""Lines of the audit on a page."""


class Look(Struct, frozen=True):
    """One look at the dashboard: who looks, at what, when (ms), and what this process serves."""

    dashboard: Dashboard
    signed: Signed
    now: int
    query: Mapping[str, str]
    names: Mapping[str, str]
    platforms: tuple[str, ...] = ()


class Part(NamedTuple):
    """A part of a page: its id, which is also the name of its template, and what it shows."""

    id: str
    values: dict[str, Any]


class View(NamedTuple):
    """A page: its heading, and its parts in order."""

    title: str
    parts: Sequence[Part]


class Section(NamedTuple):
    """A page of the dashboard at an address. Those with a name are in its menu."""

    path: str
    name: str
    view: Callable[[Look], Awaitable[View]]


async def overview(look: Look) -> View:
    seen = await look.dashboard.overview(look.signed.realm)
    live = seen.live
    held = sorted((row for row in live if row.held), key=lambda row: row.since)
    counts = {
        "running": len(live),
        "people": sum(len([one for one in row.seats if one.who]) for row in live),
        "held": sum(look.now - row.since >= HELD * MINUTE for row in held),
        "minutes": HELD,
        "spent": seen.spent,
        "unread": seen.unread,
    }
    return View(
        "Dashboard",
        (
            Part("counts", counts),
            Part("studies", {"studies": seen.studies}),
            Part("games", {"games": seen.games}),
            Part("held", {"rows": held[:LONGEST], "total": len(held)}),
            Part("spent", {"sheets": [(_name(one), one.spent) for one in _sheets(seen) if one.spent.decisions]}),
        ),
    )


def _sheets(seen: Overview) -> tuple[StudySheet | GameSheet, ...]:
    return (*seen.studies, *seen.games)


def _name(sheet: StudySheet | GameSheet) -> str:
    return f"{sheet.slug}, version {sheet.version}" if isinstance(sheet, StudySheet) else sheet.name


async def sessions(look: Look) -> View:
    seen, choice = await look.dashboard.overview(look.signed.realm), Choice.read(look.query)
    names = [*dict.fromkeys(study.slug for study in seen.studies), *(game.name for game in seen.games)]
    conditions = sorted({row.condition for row in seen.rows if row.condition})
    page = chosen(seen.rows, choice, look.now)
    return View(
        "Sessions",
        (
            Part("filter", {"choice": choice, "names": names, "conditions": conditions}),
            Part("sessions", {"choice": choice, "page": page, "unread": seen.unread}),
        ),
    )


async def study(look: Look) -> View:
    """Show one version of a study; by default the newest that people can be in. Raises 404 for none."""
    seen = await look.dashboard.overview(look.signed.realm)
    mine = [one for one in seen.studies if one.slug.casefold() == look.names["name"].casefold()]
    asked = look.query.get("version", "")
    sheet = _last([one for one in mine if asked in ("", str(one.version))])
    others = [one.version for one in mine if one is not sheet]
    return View(
        sheet.title,
        (
            Part("study", {"sheet": sheet, "others": others, "live": _of(seen.rows, sheet.slug)}),
            Part("funnel", {"sheet": sheet}),
            Part("balance", {"sheet": sheet}),
            Part("losses", {"sheet": sheet}),
            Part("spent", {"sheets": [(_name(sheet), sheet.spent)] if sheet.spent.decisions else []}),
        ),
    )


async def game(look: Look) -> View:
    seen = await look.dashboard.overview(look.signed.realm)
    sheet = _last([one for one in seen.games if one.name.casefold() == look.names["name"].casefold()])
    return View(
        sheet.name,
        (
            Part("game", {"sheet": sheet, "live": _of(seen.rows, sheet.name)}),
            Part("conditions", {"sheet": sheet}),
            Part("spent", {"sheets": [(sheet.name, sheet.spent)] if sheet.spent.decisions else []}),
        ),
    )


def _last(found: Sequence[T]) -> T:
    if not found:
        raise web.HTTPNotFound
    return found[-1]


def _of(rows: Sequence[Row], name: str) -> int:
    """Return the number of running sessions of a study or game."""
    return sum(row.state != "ended" and row.of.casefold() == name.casefold() for row in rows)


async def classes(look: Look) -> View:
    found = await look.dashboard.classes(look.signed.realm)
    return View("Classes", (Part("classes", {"classes": found}),))


async def people(look: Look) -> View:
    realm = look.signed.realm
    reports, bans = await look.dashboard.reports(realm), await look.dashboard.bans(realm)
    return View("Reports and bans", (Part("reports", {"reports": reports}), Part("bans", {"bans": bans})))


async def audit(look: Look) -> View:
    deeds = await look.dashboard.audit(look.signed)
    pages = max(1, -(-len(deeds) // PAGE))
    asked = look.query.get("page", "")
    page = min(int(asked) if asked.isdecimal() and len(asked) < 5 else 1, pages) or 1
    shown = deeds[(page - 1) * PAGE : page * PAGE]
    return View("Audit", (Part("audit", {"deeds": shown, "page": page, "pages_there": pages}),))


async def health(look: Look) -> View:
    served = Check("Platforms of this process", ", ".join(look.platforms) or "none")
    return View("Health", (Part("health", {"checks": (served, *await look.dashboard.health())}),))


SECTIONS = (
    Section("", "Overview", overview),
    Section("/sessions", "Sessions", sessions),
    Section("/classes", "Classes", classes),
    Section("/people", "Reports", people),
    Section("/audit", "Audit", audit),
    Section("/health", "Health", health),
    Section("/study/{name}", "", study),
    Section("/game/{name}", "", game),
)
