"""Dates in operators' commands: read from what they write, and shown to them."""

from datetime import UTC, datetime

from games.core.settings import BadSetting


def moment(key: str, text: str, also: str = "") -> int:
    """Return a date with or without time (UTC) in ms. Raises `BadSetting`; `also` names what else is allowed there."""
    try:
        when = datetime.fromisoformat(text)
        when = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):  # a zone can push the date out of the supported years
        allowed = f"must be a date such as 2027-03-01, or with a time such as 2027-03-01T18:00 (UTC){also}"
        raise BadSetting(key, allowed, text) from None
    return int(when.timestamp() * 1000)


def shown(at: int) -> str:
    """Return a time in milliseconds as a date with its time, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
