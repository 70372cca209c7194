"""Discord's refusals: their codes, and the two kinds that its limits lead to."""

from collections.abc import Sized
from typing import Any

from tests.fakes.discord_limits import LIMITS
from tests.fakes.loopback import Json, utf16


class DiscordError(Exception):
    """An error answer: HTTP status, the platform's code, its words, and where in the body it is."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{code} {message} {errors or ''}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        errors = {"errors": self.errors} if self.errors else {}
        return {"message": self.message, "code": self.code, **errors}


def invalid(where: str, code: str, message: str) -> DiscordError:
    """50035, with the complaint at the dotted path `where`."""
    errors: Any = {"_errors": [{"code": code, "message": message}]}
    for step in reversed(where.split(".")):
        errors = {step: errors}
    return DiscordError(400, 50035, "Invalid Form Body", errors)


def length(where: str, value: object, limit: str) -> None:
    """Refuse a text that is shorter or longer than the limit of this name."""
    least, most = LIMITS[limit]
    size = utf16(str(value or ""))
    if size > most:
        raise invalid(where, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    if size < least:
        raise invalid(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def amount(where: str, value: Sized, limit: str) -> None:
    """Refuse a list with fewer or more entries than the limit of this name."""
    least, most = LIMITS[limit]
    if not least <= len(value) <= most:
        raise invalid(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def within(where: str, value: int, limit: str) -> None:
    """Refuse a number outside the limit of this name."""
    least, most = LIMITS[limit]
    if not least <= value <= most:
        raise invalid(where, "NUMBER_TYPE_MAX", f"int value should be between {least} and {most}.")
