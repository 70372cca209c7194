"""Addresses of Redis: one server, a cluster, the primary that sentinels know, or a socket of this machine."""

from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from msgspec import Struct

from storage.base import StoreError

SHAPES = {
    "redis": "redis://USER:PASSWORD@HOST:PORT/DB (several HOST:PORT with commas for a cluster)",
    "rediss": "rediss://USER:PASSWORD@HOST:PORT/DB (several HOST:PORT with commas for a cluster)",
    "redis+sentinel": "redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/PRIMARY/DB",
    "rediss+sentinel": "rediss+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/PRIMARY/DB",
    "unix": "unix:///PATH/TO.sock?db=0",
}
"""The form of an address for each scheme, for the error sentence about a malformed one."""
PORT, SENTINEL_PORT = 6379, 26379
MOST_COPIES = 9
OPTIONS = {"unsafe", "wait"}
MORE = {"unix": {"db"}, "redis+sentinel": {"sentinel_user", "sentinel_password"}}
MORE["rediss+sentinel"] = MORE["redis+sentinel"]


class Address(Struct, frozen=True):
    """A Redis address, parsed.

    - scheme: a key of `SHAPES`.
    - hosts: host and port of the servers to ask first, of the sentinels for a sentinel scheme; empty for a socket.
    - path: the socket, "" for the other schemes.
    - primary: the name by which the sentinels know the primary, "" for the other schemes.
    - wait: how many replicas must have each write before it counts; 0 asks for none.
    """

    scheme: str
    hosts: tuple[tuple[str, int], ...]
    path: str = ""
    primary: str = ""
    db: int = 0
    user: str | None = None
    password: str | None = None
    sentinel_user: str | None = None
    sentinel_password: str | None = None
    unsafe: bool = False
    wait: int = 0

    @property
    def tls(self) -> bool:
        return self.scheme.startswith("rediss")

    @property
    def name(self) -> str:
        """The address without its passwords."""
        if self.path:
            return f"unix://{self.path}?db={self.db}"
        hosts = ",".join(f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in self.hosts)
        return f"{self.scheme}://{hosts}/{f'{self.primary}/' if self.primary else ''}{self.db}"


def parsed(text: str) -> Address:
    """Parse an address. Raises a `StoreError` that shows the form of its scheme, and repeats no password."""
    scheme = text.partition(":")[0]
    try:
        url = urlsplit(text)
        options = dict(parse_qsl(url.query, strict_parsing=bool(url.query)))
        if not options.keys() <= OPTIONS | MORE.get(scheme, set()) or options.get("unsafe", "1") != "1":
            raise ValueError
        wait = int(options.get("wait", "0"))
        if wait not in range(MOST_COPIES + 1):
            raise ValueError
        path, primary, hosts, db = _where(url, scheme, options)
    except ValueError:
        shape = SHAPES.get(scheme, SHAPES["redis"])
        more = "with ?unsafe=1 if need be, and ?wait=1 to have each write in a replica"
        raise StoreError(f"A Redis address looks like {shape}, {more}.") from None
    user, _, password = url.netloc.rpartition("@")[0].partition(":")
    return Address(
        scheme,
        hosts,
        path,
        primary,
        db,
        unquote(user) or None,
        unquote(password) or None,
        options.get("sentinel_user"),
        options.get("sentinel_password"),
        "unsafe" in options,
        wait,
    )


def _where(url: SplitResult, scheme: str, options: dict[str, str]) -> tuple[str, str, tuple[tuple[str, int], ...], int]:
    """Return socket, name of the primary, hosts and database. Raises `ValueError` for missing or superfluous parts."""
    machines = url.netloc.rpartition("@")[2]
    if scheme == "unix":
        if machines or not url.path.strip("/"):
            raise ValueError
        return unquote(url.path), "", (), _number(options.get("db", ""))
    usual = SENTINEL_PORT if scheme.endswith("sentinel") else PORT
    hosts = tuple(_host(one, usual) for one in machines.split(","))
    if not scheme.endswith("sentinel"):
        return "", "", hosts, _number(url.path.strip("/"))
    primary, _, db = url.path.strip("/").partition("/")
    if not primary:
        raise ValueError
    return "", unquote(primary), hosts, _number(db)


def _number(text: str) -> int:
    if text and not text.isdecimal():
        raise ValueError
    return int(text or 0)


def _host(text: str, usual: int) -> tuple[str, int]:
    one = urlsplit(f"//{text}")
    if not one.hostname:
        raise ValueError
    return one.hostname, one.port or usual
