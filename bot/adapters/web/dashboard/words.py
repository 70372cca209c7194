"""Numbers and times of the dashboard in words. Times are milliseconds since 1970, shown in UTC."""

from datetime import UTC, datetime

from games.core.phrases import whole

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
STATES = {"waiting": "waits for players", "running": "running", "paused": "paused", "ended": "ended"}
PHASES = {"lobby": "waits for the start", "play": "playing", "over": "review in work", "done": "reviewed"}
OUTCOMES = {
    "complete": "complete",
    "no_consent": "did not consent",
    "screened_out": "screened out",
    "withdrawn": "withdrew",
    "silent": "fell silent",
    "partner_left": "partner left",
    "dismissed": "nobody came",
    "technical": "ended by the program",
    "deal": "deal",
    "no_deal": "no deal",
    "walkaway": "walked away",
    "cutoff": "cut off by the rules",
    "abandoned": "abandoned",
    "stopped": "stopped",
}


def lasted(ms: int) -> str:
    """Return a length of time: `under 1 min`, `12 min`, `3 h 5 min`, `2 d 4 h`."""
    if ms < MINUTE:
        return "under 1 min"
    if ms < HOUR:
        return f"{ms // MINUTE} min"
    if ms < DAY:
        return f"{ms // HOUR} h {ms % HOUR // MINUTE} min"
    return f"{ms // DAY} d {ms % DAY // HOUR} h"


def ago(at: int, now: int) -> str:
    """Return the time since a moment: `12 min ago`, or `just now`."""
    return f"{lasted(now - at)} ago" if now - at >= MINUTE else "just now"


def moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def stamp(at: int) -> str:
    """Return a time as HTML's `datetime` has it."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")


def minutes(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def target(value: float | None) -> str:
    """Return a target: a number of people, or two where conditions share places unevenly."""
    return "–" if value is None else number(int(value)) if value == int(value) else whole(value)


def outcome(name: str) -> str:
    return OUTCOMES.get(name, name.replace("_", " "))


def number(value: int) -> str:
    """Return a whole number with thin spaces between thousands."""
    return f"{value:,}".replace(",", "\u202f")


def dollars(value: float) -> str:
    return f"${value:.4f}" if 0 < value < 0.1 else f"${value:,.2f}"


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}\u202f%" if whole else "–"
