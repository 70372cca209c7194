"""Signatures of the dashboard: the link that lets somebody in, and the cookie of a browser that is signed in.

Both carry a key and nothing else. What a key stands for is in the store, and ends there.
"""

from aiohttp import web
from itsdangerous import BadSignature, URLSafeTimedSerializer

from bot.adapters.web.visitors import kept_secret
from bot.session.outbox import Posts

COOKIE = "parley-desk"
PATH = "/dashboard"
LINK_SECONDS, COOKIE_SECONDS = 600, 8 * 3600
"""Seconds after which a signature is too old. What a key stands for may end before."""


class Signatures:
    """Signs and checks with the pages' secret. `secure`: the public address is https."""

    def __init__(self, secret: str, *, secure: bool) -> None:
        self._secure = secure
        self._links = URLSafeTimedSerializer(secret, salt="dashboard link")
        self._cookies = URLSafeTimedSerializer(secret, salt="dashboard")

    def link(self, key: str) -> str:
        """Return the part of a link that holds a key."""
        return str(self._links.dumps(key))

    def linked(self, token: str) -> str:
        """Return the key of a link; "" if it is too old, or not ours."""
        return _loaded(self._links, token, LINK_SECONDS)

    def key(self, request: web.Request) -> str:
        """Return the key with which a browser is signed in; "" for none."""
        return _loaded(self._cookies, request.cookies.get(COOKIE, ""), COOKIE_SECONDS)

    def keep(self, response: web.StreamResponse, key: str) -> None:
        """Sign a browser in."""
        value = str(self._cookies.dumps(key))
        response.set_cookie(
            COOKIE, value, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict", secure=self._secure, path=PATH
        )

    def drop(self, response: web.StreamResponse) -> None:
        """Take the cookie back."""
        response.del_cookie(COOKIE, path=PATH, httponly=True, samesite="Strict", secure=self._secure)


def _loaded(serializer: URLSafeTimedSerializer, token: str, seconds: int) -> str:
    try:
        return str(serializer.loads(token, seconds))
    except BadSignature:
        return ""


async def linked(posts: Posts, secret: str, base: str, key: str) -> str:
    """Return the address under which a key opens the dashboard. `secret` is "" for the one in the store."""
    signatures = Signatures(secret or await kept_secret(posts), secure=False)
    return f"{base}{PATH}/enter/{signatures.link(key)}"
