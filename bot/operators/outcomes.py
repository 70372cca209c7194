"""Commands about results: summary, export, transcript."""

import asyncio

from msgspec import UNSET

from bot import keys
from bot.operators import realms, session_table, transcript
from bot.operators.call import Call, Done
from bot.operators.records import Realm
from bot.operators.session_commands import ALL, found
from bot.operators.typed import BadWords
from bot.session.model.session import Session, gather, known
from bot.session.model.terms import Terms
from bot.session.ports import PREVIEW
from bot.studies.design import Definition
from games.core.codec import decode
from games.core.phrases import counted
from games.core.post import Block, Mono, Post, Table, line, says
from storage.base import Head, Store


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
    many = len(await _played(call.sessions.store, call.realm, definition))
    if not many:
        return Done(says(f"{definition.name} has no sessions yet."))
    realm, told = call.salted(), counted(many, "session")
    blocks: list[Block] = [line(f"{definition.name}: {told}")]
    if not call.inbound.desk:  # the dashboard downloads the table by itself
        kind = call.text("format").casefold() or "csv"
        rows = await table(call.sessions.store, realm, definition)
        text = session_table.as_jsonl(rows) if kind == "jsonl" else session_table.as_csv(rows)
        blocks.append(Mono(text, f"{definition.name}.{kind}"))
    return Done(Post(tuple(blocks)), realm, definition.name, (f"{told} exported",))


async def table(store: Store, realm: Realm, definition: Definition) -> list[session_table.Row]:
    """Return the sessions of a configured game, a row each. They are read one by one, so others play meanwhile."""
    sids, found = await _played(store, realm, definition), list[session_table.Row]()
    keys = set[str]()
    for sid in sids:
        if (session := await known(store, await store.load(sid))) is not None:
            keys |= session_table.wrote(session)
        await asyncio.sleep(0)
    for sid in sids:
        loaded = await store.load(sid)
        session = await known(store, loaded)
        if loaded is None or session is None:
            continue
        records = await gather(store.events(sid))
        plain = session_table.row_of(session, loaded.head.at, sid in realm.void)
        # A game's own report may take long, so a thread makes it and others can play meanwhile.
        found.append(await asyncio.to_thread(session_table.detailed, plain, session, records, keys, realm.salt))
    return found


async def _played(store: Store, realm: Realm, definition: Definition) -> list[str]:
    """Return the ids of the sessions of a configured game, the first begun first. Previews are not among them."""
    tag = keys.of_setup(realm.name, definition.name)
    found = [sid for live in (True, False) for sid, _ in await store.stands(tag, live, ALL)]
    heads = [loaded.head for sid in dict.fromkeys(found) if (loaded := await store.load(sid)) is not None]
    return [head.sid for head in sorted(heads, key=lambda head: (head.at, head.sid)) if head.namespace != PREVIEW]


async def read(call: Call) -> Done:
    session = await found(call, call.text("session"))
    if session.terms.setup is UNSET:
        raise BadWords(f"No operator set up the game of session {session.sid}, so its words belong to its players.")
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
