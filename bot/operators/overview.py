"""Overviews: a group's commands, and the next steps as buttons, for those who do not want to type."""

from itertools import count

from bot.operators.records import Realm
from bot.session.model.verbs import GROUPS, of_group
from bot.studies.design import Definition
from games.core.post import Choice, Post, item, line
from games.core.registry import get, names

MOST = 10
"""Maximum of buttons for games, and of buttons for types."""
ABOUT = {
    "game": "/game config name:{}",
    "condition": "/condition balance name:{}",
    "session": "/session list name:{}",
    "results": "/results summary name:{}",
}


def of(group: str, realm: Realm) -> Post:
    """Return the usages of a group's commands, with a button for each game that is set up and each type."""
    usages = [item(f"{verb.usage}: {verb.does}") for verb in of_group(group)]
    asks = [Choice(d.name, ABOUT[group].format(d.name)) for d in _newest(realm)] if group in ABOUT else []
    if group == "study":
        asks += [Choice(slug, f"/study show name:{slug}") for slug in _studies(realm)]
    if group == "game":
        asks += [Choice(f"New: {get(n).title}", f"/game new name:{free(realm, n)} type:{n}") for n in names()[:MOST]]
    return Post((line(GROUPS[group]), *usages), tuple(asks))


def _newest(realm: Realm) -> list[Definition]:
    order = ("open", "draft", "closed")
    return sorted((d for d in realm.games if d.game in names()), key=lambda d: order.index(d.state))[:MOST]


def _studies(realm: Realm) -> list[str]:
    return list(dict.fromkeys(study.slug for study in realm.studies))[:MOST]


def free(realm: Realm, kind: str) -> str:
    """Return a name that no game has: the type and a number."""
    return next(n for k in count(1) if realm.game(n := f"{kind}-{k}") is None and realm.study(n) is None)
