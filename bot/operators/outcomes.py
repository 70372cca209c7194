"""Commands about results: summary, export, transcript."""

import asyncio
import secrets

from msgspec import UNSET
from msgspec.structs import replace

from bot import keys
from bot.operators import realms, session_table, transcript
from bot.operators.call import Call, Done
from bot.operators.session_commands import ALL, found
from bot.operators.typed import BadWords
from bot.session.model.session import Session, gather
from bot.session.model.terms import Terms
from bot.session.ports import PREVIEW
from games.core.codec import decode
from games.core.post import Block, Mono, Post, Table, line, says
from storage.base import Head


async def sessions(call: Call) -> list[tuple[Head, Session]]:
    """Return the sessions of a configured game, the first begun first. Previews are not among them."""
    tag = keys.of_setup(call.realm.name, call.game().name)
    found = await realms.sessions_on(call.sessions.store, tag, None, ALL)
    return [(head, session) for head, session in reversed(found) if head.namespace != PREVIEW]


def row(call: Call, head: Head, session: Session) -> session_table.Row:
    return session_table.row_of(session, head.at, session.sid in call.realm.void)


async def summary(call: Call) -> Done:
    definition = call.game()
    found = [row(call, head, session) for head, session in await sessions(call)]
    if not found:
        return Done(says(f"{definition.name} has no sessions yet."))
    parts = session_table.groups(found, [cell.label for cell in definition.cells] or [""])
    seats = list(dict.fromkeys(seat for group in parts for seat in group.earned))
    head = ("condition", "complete", "active", "dropped", "deals", "walked away", *seats)
    table = tuple(
        (
            group.label or "all",
            str(group.complete),
            str(group.active),
            str(group.dropped),
            group.share(group.deals),
            group.share(group.walkaways),
            *(group.mean(seat) for seat in seats),
        )
        for group in parts
    )
    void = sum(one.void for one in found)
    blocks: list[Block] = [
        Table(head, table),
        line("Earnings are means of complete sessions, with the standard error in brackets."),
    ]
    if void:
        blocks.append(line(f"{void} void {'session is' if void == 1 else 'sessions are'} left out."))
    return Done(Post(tuple(blocks)))


async def export(call: Call) -> Done:
    definition = call.game()
    played = await sessions(call)
    if not played:
        return Done(says(f"{definition.name} has no sessions yet."))
    realm = call.realm if call.realm.salt else replace(call.realm, salt=secrets.token_hex(16))
    keys = set().union(*(session_table.wrote(session) for _, session in played))
    found = []
    for head, session in played:
        records = await gather(call.sessions.store.events(session.sid))
        plain = row(call, head, session)
        # A game's own report may take long, so a thread makes it and others can play meanwhile.
        found.append(await asyncio.to_thread(session_table.detailed, plain, session, records, keys, realm.salt))
    jsonl = call.text("format").casefold() == "jsonl"
    many = f"{len(found)} session{'s' if len(found) != 1 else ''}"
    text = session_table.as_jsonl(found) if jsonl else session_table.as_csv(found)
    post = Post(
        (
            line(f"{definition.name}: {many}"),
            Mono(text, f"{definition.name}.{'jsonl' if jsonl else 'csv'}"),
        )
    )
    return Done(post, realm, definition.name, (f"{many} exported",))


async def read(call: Call) -> Done:
    session = await found(call, call.text("session"))
    if session.terms.setup is UNSET:
        raise BadWords(f"Session {session.sid} is of a game that nobody set up: its words are its players' own.")
    records = await gather(call.sessions.store.events(session.sid))
    loaded = await call.sessions.store.load(session.sid)
    assert loaded is not None
    fresh = Session.fresh(session.sid, decode(loaded.head.body, Terms))
    text = transcript.told(fresh, records)
    return Done(
        Post((line(f"Session {session.sid}"), Mono(text, f"{session.sid}.md"))),
        call.realm,
        session.sid,
        ("transcript read",),
    )
