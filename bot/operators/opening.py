"""Commands that let players start a game, and end that: open, close."""

import re

from msgspec.structs import replace

from bot.operators import begin, typed
from bot.operators.call import Call, Done
from bot.operators.dates import moment, shown
from bot.operators.definitions import playable, put
from bot.studies.effective import effective, hash_of
from games.core.post import Choice, Post, line, says
from games.core.settings import BadSetting

MOST = 1_000_000
"""Maximum of sessions that may be asked for."""
LINK = "A link leads into it as well: your bot's address followed by ?start=play-{}."


async def opened(call: Call) -> Done:
    before = call.game()
    after = replace(before, state="open")
    if call.text("max_sessions"):
        after = replace(after, most=typed.number("max_sessions", call.text("max_sessions"), MOST))
    if call.text("until").casefold() == "never":
        after = replace(after, until=0)
    elif call.text("until"):
        until = moment("until", call.text("until"), ", or never")
        if until <= call.now:
            raise BadSetting("until", "must be a time that is still to come", call.text("until"))
        after = replace(after, until=until)
    elif after.until and after.until <= call.now:
        after = replace(after, until=0)
    if call.text("channel"):
        after = replace(after, channel=_channel(call))
    loaded = effective(after)
    playable(call, loaded)
    limit = f" It takes {after.most} session{'' if after.most == 1 else 's'}." if after.most else ""
    limit += f" It closes at {shown(after.until)}." if after.until else ""
    limit += f" It starts in channel {after.channel} only." if after.channel else ""
    post = Post(
        (
            line(f"{after.name} is open: players start it with /play {after.name}.{limit}"),
            *([line(LINK.format(after.name))] if call.realm.name == "telegram" and after.name.isascii() else []),
            line(f"It loads hash {hash_of(loaded)}."),
        ),
        (Choice("Try it", f"/game preview name:{after.name}"), Choice("Close", f"/game close name:{after.name}")),
    )
    if after == before:
        return Done(post)
    return Done(post, put(call.realm, after), after.name, (f"open, hash {hash_of(loaded)}.{limit}".rstrip("."),))


async def closed(call: Call) -> Done:
    before = call.game()
    _, current = await begin.counted(call.sessions, call.realm.name, before, call.now)
    n = len(current.active)
    running = "none is running" if not n else f"{n} still running {'finishes' if n == 1 else 'finish'}"
    if before.state == "closed":
        return Done(says(f"{before.name} is closed already; {running}."))
    after = replace(before, state="closed")
    return Done(
        Post(
            (line(f"{after.name} is closed: nobody can start it any more; {running}."),),
            (Choice("Open", f"/game open name:{after.name}", mood="go"),),
        ),
        put(call.realm, after),
        after.name,
        ("closed",),
    )


def _channel(call: Call) -> str:
    text = call.text("channel")
    found = re.fullmatch(r"(?:<#)?(\d{1,20})>?", text)
    if text.casefold() == "any":
        return ""
    if found is None or not call.realm.name.startswith("discord:"):
        raise BadSetting("channel", "must be a channel of this Discord server, or any", text)
    return found[1]
