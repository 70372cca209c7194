"""Visitors: who somebody is, by a signed cookie, and that a form was made for them.

A visitor is a random number that only the cookie knows. It is drawn at the first page and stored nowhere until they do
something, so a page that is only looked at leaves nothing behind.
"""

import secrets
import time

from aiohttp import web
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from bot import keys
from bot.session.outbox import Posts

DAY = 86_400
COOKIE, DAYS = "parley", 180
"""Name of the cookie, and how long it is valid after the last page that renewed it."""
HOST = "__Host-"
"""Start of the name where pages are served by https: browsers then take it from this very host alone."""
RENEWED = 7
"""Days after which a page renews the cookie."""
MINUTES = 15
"""Minutes for which a link to a page works on another device."""
TOKEN = "csrf"
"""Name of the field of each form that proves for whom it was made."""


class Visitors:
    """Signs and checks. `secure`: the public address is https, so that the cookie never travels in the clear."""

    def __init__(self, secret: str, *, secure: bool) -> None:
        self._secure, self._name = secure, f"{HOST if secure else ''}{COOKIE}"
        self._cookies = URLSafeTimedSerializer(secret, salt="visitor")
        self._links = URLSafeTimedSerializer(secret, salt="device")
        self._forms = URLSafeSerializer(secret, salt="form")

    def known(self, request: web.Request) -> tuple[str, bool]:
        """Return the visitor of a request, "" for none, and whether their cookie is to be renewed."""
        try:
            visitor, at = self._cookies.loads(request.cookies.get(self._name, ""), DAYS * DAY, return_timestamp=True)
        except BadSignature:
            return "", False
        return str(visitor), at.timestamp() + RENEWED * DAY < time.time()

    def keep(self, response: web.StreamResponse, visitor: str) -> None:
        """Give a visitor their cookie."""
        value = str(self._cookies.dumps(visitor))
        response.set_cookie(
            self._name, value, max_age=DAYS * DAY, httponly=True, samesite="Lax", secure=self._secure, path="/"
        )

    def link(self, page: str) -> str:
        """Return a token that opens a page on another device, once."""
        return str(self._links.dumps([page, secrets.token_hex(8)]))

    def linked(self, token: str) -> str:
        """Return the page that such a token opens; "" for one that is too old, or not ours."""
        try:
            page, _ = self._links.loads(token, MINUTES * 60)
        except (BadSignature, ValueError):
            return ""
        return str(page)

    def token(self, visitor: str) -> str:
        """Return the token that a form for this visitor carries."""
        return str(self._forms.dumps(visitor))

    def made_for(self, visitor: str, token: str) -> bool:
        """Return whether a form was made for this visitor."""
        try:
            return bool(visitor) and secrets.compare_digest(str(self._forms.loads(token)), visitor)
        except (BadSignature, TypeError):
            return False


async def kept_secret(posts: Posts) -> str:
    """Return the key in the store, which the first process draws for all."""
    return await posts.settled(keys.WEB_SECRET, secrets.token_hex(32))


def drawn() -> str:
    """Return a new visitor."""
    return secrets.token_hex(16)
