"""A person's account over all their games: settings, statistics, the data kept about them, and erasure."""

from collections import Counter
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from bot import keys
from bot.session import progress
from bot.session.key_erasure import left
from bot.session.model import looking_back
from bot.session.model.amounts import money
from bot.session.model.session import Session, known
from bot.session.wording import after
from games.core.codec import decode, encode
from games.core.contract import Result
from games.core.post import Block, Choice, Gap, Item, Post, item, line, says
from storage.base import Store

MANY = 200
"""Number of finished games that count for statistics: the newest ones."""
NEWEST = 10
"""Number of games that are listed one by one."""
ALLOWED = "You can write /settings plain on, /settings plain off, /settings pings on, /settings pings off."


class Prefs(Struct, frozen=True):
    """A person's settings: `plain` for posts without boxes, `pings` to mention them on their turn."""

    plain: bool = False
    pings: bool = True


async def prefs(store: Store, user: str) -> Prefs:
    kept = await store.pointed(keys.settings(user))
    return decode(kept, Prefs) if kept else Prefs()


async def settings(store: Store, user: str, args: str) -> Post:
    """Return the person's settings, after the change that `args` asks for."""
    mine = await prefs(store, user)
    key, _, value = args.strip().lower().replace("=", " ").partition(" ")
    if not key:
        return _shown(mine)
    changed = _changed(mine, key, value.strip())
    if changed is None:
        return says(ALLOWED)
    await store.point(keys.settings(user), encode(changed).decode())
    return _shown(changed)


def _changed(mine: Prefs, key: str, value: str) -> Prefs | None:
    """Return the settings with another value of one of them; None if there is no such setting or value."""
    chosen = {"on": True, "off": False}.get(value)
    match key:
        case "plain" if chosen is not None:
            return replace(mine, plain=chosen)
        case "pings" if chosen is not None:
            return replace(mine, pings=chosen)
    return None


def _shown(mine: Prefs) -> Post:
    on = {True: "on", False: "off"}
    return Post(
        (
            line("Your settings (pings count at once, plain text from your next game on)"),
            item(f"plain text without boxes: {on[mine.plain]}"),
            item(f"a ping when it is your turn: {on[mine.pings]}"),
        ),
        (
            Choice("Boxes" if mine.plain else "Plain text", f"/settings plain {on[not mine.plain]}"),
            Choice("No pings" if mine.pings else "Pings", f"/settings pings {on[not mine.pings]}"),
        ),
    )


async def stats(store: Store, user: str) -> Post:
    """Return a person's results, game by game. Stopped or abandoned games do not count."""
    played: Counter[str] = Counter()
    deals: Counter[str] = Counter()
    hinted: Counter[str] = Counter()
    earned: dict[str, list[int]] = {}
    units: dict[str, str] = {}
    for loaded in await store.sessions(progress.played_by(user), live=False, limit=MANY):
        session = await known(store, loaded)
        result = session.result() if session is not None else None
        if session is None or session.studied or result is None or result.end in ("stopped", "abandoned"):
            continue
        mine = [int(dict(result.earnings)[seat]) for seat in progress.seats_of(session, user)[:1]]
        if not mine:
            continue
        title = session.game.title
        played[title] += 1
        deals[title] += result.end == "deal"
        hinted[title] += bool(looking_back.hinted(session))
        units[title] = result.unit
        earned.setdefault(title, []).extend(mine)
    if not played:
        return says("No finished games yet. /play starts one.")
    rows = []
    for title, n in sorted(played.items()):
        mean = money(sum(earned[title]) // len(earned[title]), units[title])
        hints = after.with_hints(hinted[title])
        rows.append(item(f"{title}: {n} played, {count(deals[title], 'deal')}, on average {mean}{hints}"))
    return Post((line("Your games so far"), *rows))


def count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


async def mydata(store: Store, user: str) -> Post:
    """Return a summary of the data kept about a person, in everyday words. Lists the newest games one by one."""
    remains = (await left(store)).remains
    games = await store.sessions(keys.played_by(user), limit=MANY)
    mine = await prefs(store, user)
    listed: list[Item] = []
    for loaded in games[:NEWEST]:
        session = await known(store, loaded)
        if session is not None:
            day = datetime.fromtimestamp(loaded.head.at / 1000, UTC).date()
            listed.append(item(f"{session.game.title}, {day}: {_ended(session.result(), session, user)}"))
    shown: tuple[Block, ...] = ()
    more = f" (the newest {NEWEST}; there are {len(games)}{'' if len(games) < MANY else ' or more'})"
    if listed:
        shown = (Gap(), line(f"Your games{more if len(games) > NEWEST else ''}"), *listed)
    return Post(
        (
            line("What is kept about you"),
            item(f"your number on this platform ({user.partition(':')[2]}) and the name it shows, in your games"),
            item(f"{count(len(games), 'game')}: your moves, when you made them, and what you said at the table"),
            item(f"your settings: plain text {'on' if mine.plain else 'off'}, pings {'on' if mine.pings else 'off'}"),
            item("how well you played the games that you looked back at: a percentage for each, the newest 50"),
            item("for two weeks, the ids (not the words) of messages I have answered, so that none counts twice"),
            item("how much of a language model your games took today, as one number under a code (even after /forget)"),
            item(
                "if you set up games for others here: your number, your name and what you changed, in the list of "
                "changes (even after /forget)"
            ),
            item(
                "if somebody gave you a role here: your number and the role, in the list of changes (even after "
                "/forget), and in the list of roles until it is taken back"
            ),
            item("if somebody banned you from playing here: your number and the reason, until that ends"),
            item("if you blocked somebody: a code for them; if you reported somebody: your report, in the game"),
            *shown,
            Gap(),
            line("What you say to a game with a language model at the table is sent to that model's maker."),
            line("Nothing else is kept. /forget erases your name and words, also from my files, within ten minutes."),
            *((line(f"What I could not do the last time: {remains}"),) if remains else ()),
        ),
        (Choice("Forget me…", "/forget", mood="stop"),),
    )


def _ended(result: Result | None, session: Session, user: str) -> str:
    seats = session.table.seats_of(user)
    if result is None or not seats:
        return "is still running" if result is None else "you left"
    amount = dict(result.earnings)[seats[0]]
    return f"{result.end.replace('_', ' ')}, {money(int(amount), result.unit)}"


def farewell() -> Post:
    """Return the question that precedes erasure."""
    return Post(
        (
            line("Shall I forget you? It cannot be undone."),
            item(
                "Erased: your name and number in all your games, everything you said there, your settings, and how "
                "well you played."
            ),
            item("Games that still run end for you; you count as having left."),
            item("Kept, under no name: the moves, prices, earnings and times, so that the others keep their results."),
            item("Kept until midnight UTC: how much of a language model you used today, under a code."),
            item(
                "Kept, if you set up games for others: your number, your name and your changes, in the list of changes."
            ),
            item(
                "Kept, if somebody gave you a role: the role until it is taken back; your number and the role in "
                "the list of changes."
            ),
            item("I can't erase messages in this chat, or copies that were exported or backed up before."),
        ),
        (Choice("Erase it all", "/forget yes", mood="stop"), Choice("Keep it", "/forget no")),
    )


def forgotten(games: int, going: int) -> Post:
    """Return the answer after erasure of `games` games; `going` of them run on and are erased when they end."""
    one = games == 1
    cleared = f"{count(games, 'game')} {'is' if one else 'are'} cleared of your name and words" if games else ""
    later = "Where others play on, your words go when that game ends. " if going else ""
    return says(
        f"You are forgotten{': ' + cleared if cleared else ''}. {later}"
        "If you write again, you are somebody new to me. Good-bye, and thank you for playing."
    )
