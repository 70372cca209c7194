"""People from a panel: what their link brings, by which id the panel knows them, and the way back.

    panel:
      takes: [PROLIFIC_PID, STUDY_ID, SESSION_ID]   parameters of the link that are kept
      person: PROLIFIC_PID                          the one that is the person's id there
      required: yes                                 nobody comes in without it
      keep_days: 90                                 then what is kept is deleted
      back:                                         the panel's address for each end that has a completion code
        complete: https://panel.example/complete?cc={code}

What a link brings is a stranger's text. It goes into the vault (`bot.session.vault`) and nowhere else.
"""

import re
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote, urlsplit

from bot.studies.documents import fits, flag_in, list_in, number_in, rows_of, text_in
from bot.studies.study import CODED, Outcome, Panel
from games.core.settings import BadSetting

CODE = "{code}"
"""The mark that stands for the completion code in an address."""
KEYS, KEPT_DAYS = Panel.__struct_fields__, 90
MOST, DAYS, LONGEST, LONGEST_ADDRESS = 12, 3650, 128, 500
"""Most parameters and days; most characters of a parameter, and of an address."""
BROKEN = "\ufffd"
"""The character that stands for bytes that are no text."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")
_UNFILLED = frozenset("{}%$<>[]")
"""Characters of the marks that panels fill in: an id with one of them is the mark itself."""

Given = Sequence[tuple[str, str]]
"""Names and values of a link's parameters, as often as they stand there."""


class BadLink(ValueError):
    """A link that leads nobody in, with the sentence for the person who opened it."""


# --- declare ----------------------------------------------------------------------------------------------------------


def declared(data: object, codes: Sequence[str] = ()) -> Panel | None:
    """Return the panel in a study's file; None if it has none. `codes`: its completion codes, none of which may stand
    in an address, as addresses are published with the study. Raises `BadSetting`.
    """
    if data is None:
        return None
    rows = rows_of("panel", data, "must hold takes, person and more, each on a line")
    fits(rows, KEYS, "panel")
    takes = tuple(text_in("takes", one) for one in list_in("takes", rows.get("takes"), " of parameters"))
    wrong = next((name for name in takes if not _NAME.fullmatch(name)), None)
    if wrong is not None or not 1 <= len(takes) <= MOST or len(set(takes)) < len(takes):
        raise BadSetting(
            "takes",
            f"must be 1 to {MOST} different names of letters, digits and _ . -, a letter first, at most 40 each",
            wrong if wrong is not None else ", ".join(takes),
        )
    person = text_in("person", rows.get("person", takes[0]))
    if person not in takes:
        raise BadSetting("person", f"must be one of takes: {', '.join(takes)}", person)
    back = _back(rows_of("back", rows.get("back") or {}, "must hold an outcome and its address on each line"))
    for outcome, address in back:
        if any(code in address for code in codes):
            raise BadSetting(outcome, f"must have {CODE} where the code stands, as addresses are published", address)
    required = flag_in("required", rows.get("required", True))
    return Panel(takes, person, required, number_in("keep_days", rows.get("keep_days", KEPT_DAYS), 1, DAYS), back)


def _back(rows: dict[str, Any]) -> tuple[tuple[Outcome, str], ...]:
    fits(rows, CODED, "back")
    return tuple((outcome, _address(outcome, text_in(outcome, rows[outcome]))) for outcome in CODED if outcome in rows)


def _address(outcome: str, text: str) -> str:
    """Return an address as declared. Raises `BadSetting` for one that could lead elsewhere than it says."""
    allowed = f"must be an address with https:// with {CODE} as its only placeholder, after the host"
    plain = text.replace(CODE, "")
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise BadSetting(outcome, allowed, text) from None
    held = parts.scheme == "https" or (parts.scheme == "http" and _loops(host))
    strange = not text.isascii() or not text.isprintable() or any(c in " \\\"'<>`{}" for c in plain)
    if not held or strange or not host or "@" in parts.netloc or CODE in parts.netloc or len(text) > LONGEST_ADDRESS:
        raise BadSetting(outcome, allowed, text)
    return text


def _loops(host: str) -> bool:
    """Return whether a host is this machine itself, as for a try."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


# --- in and out -------------------------------------------------------------------------------------------------------


def kept(panel: Panel, given: Given) -> tuple[tuple[str, str], ...]:
    """Return the kept parameters of a link, in the order of the declaration; all others are dropped.

    Raises `BadLink`.
    """
    found: dict[str, str] = {}
    for name, value in given:
        if name not in panel.takes:
            continue
        if name in found:
            raise BadLink(f"This link has {name} twice. Open it again from the page of your panel.")
        found[name] = value = value.strip()
        if len(value) > LONGEST or not value.isprintable() or BROKEN in value:
            raise BadLink(f"This link's {name} can't be right. Open it again from the page of your panel.")
    who = found.get(panel.person, "")
    if not who and panel.required:
        raise BadLink(f"This link lacks {panel.person}. Open it again from the page of your panel.")
    if _UNFILLED & set(who):
        raise BadLink(f"This link's {panel.person} was never filled in. Open it from the page of your panel.")
    return tuple((name, found[name]) for name in panel.takes if found.get(name))


def way_back(panel: Panel | None, outcome: Outcome, code: str) -> str:
    """Return the panel's address for an outcome, with the code in it; "" for none."""
    address = dict(panel.back).get(outcome, "") if panel is not None and code else ""
    return address.replace(CODE, quote(code, safe=""))
