"""A limit on one network address: how many visitors may begin something from there, or guess an address of a page.

Whoever deletes the cookie is somebody new, so the limits on a person do not hold them. Addresses are kept in this
process only, for minutes, and are in no log. A class behind one address has room.
"""

from ipaddress import IPv6Address, ip_address
from time import monotonic

from aiohttp import web

from bot.adapters.base import trim

ROOM, REFILL = 600.0, 2.0
"""Acts of an address at once, and how many more each second: a hall of 500 people may arrive together."""


class Addresses:
    """Counts acts by address: a bucket of `ROOM` that is refilled."""

    def __init__(self, room: float = ROOM, refill: float = REFILL) -> None:
        self._room, self._refill = room, refill
        self._left: dict[str, tuple[float, float]] = {}

    def stops(self, request: web.Request, cost: float = 1.0) -> bool:
        """Count an act. Return whether its address has had too many."""
        address, now = address_of(request), monotonic()
        left, at = self._left.pop(address, (self._room, now))
        left = min(self._room, left + (now - at) * self._refill) - cost
        self._left[address] = max(left, -cost), now
        trim(self._left)
        return left < 0


def address_of(request: web.Request) -> str:
    """Return the address that a request comes from. A reverse proxy on this machine or in its network is believed."""
    peer = request.remote or ""
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return _network(forwarded if forwarded and _near(peer) else peer)


def _near(peer: str) -> bool:
    try:
        return ip_address(peer).is_private
    except ValueError:
        return False


def _network(address: str) -> str:
    """Return an address as it is counted: of IPv6 its network, of which one person has all addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else found
    return str(mapped) if mapped is not None else f"{int(found) >> 64:x}"
