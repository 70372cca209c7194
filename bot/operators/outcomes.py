"""Commands about what came out: summary, export, transcript."""

from msgspec import UNSET

from bot.operators import realms
from bot.operators.call import Call, Done, Handler
from bot.operators.records import game_tag
from bot.operators.tending import ALL, found
from bot.operators.typed import BadWords
from bot.results import sheet, transcript
from bot.sessions.records import Terms
from bot.sessions.session import Session, gather
from games.codec import decode
from games.post import Block, Mono, Post, Table, line, says


async def rows(call: Call) -> list[sheet.Row]:
    """The sessions of a configured game, the first begun first. Previews are not among them."""
    definition = call.game()
    tag = game_tag(call.realm.name, definition.name)
    found = await realms.sessions_on(call.sessions.store, tag, None, ALL)
    return [
        sheet.row_of(session, head.at, session.sid in call.realm.void)
        for head, session in reversed(found)
        if head.namespace != "test"
    ]


async def summary(call: Call) -> Done:
    definition = call.game()
    found = await rows(call)
    if not found:
        return Done(says(f"{definition.name} has no sessions yet."))
    parts = sheet.groups(found, [cell.label for cell in definition.cells] or [""])
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
    void = sum(row.void for row in found)
    blocks: list[Block] = [
        Table(head, table),
        line("Earnings are means of complete sessions, with the standard error in brackets."),
    ]
    if void:
        blocks.append(line(f"{void} void {'session is' if void == 1 else 'sessions are'} left out."))
    return Done(Post(tuple(blocks)))


async def export(call: Call) -> Done:
    definition = call.game()
    found = await rows(call)
    if not found:
        return Done(says(f"{definition.name} has no sessions yet."))
    jsonl = call.text("format").casefold() == "jsonl"
    many = f"{len(found)} session{'s' if len(found) != 1 else ''}"
    text = sheet.as_jsonl(found) if jsonl else sheet.as_csv(found)
    post = Post(
        (
            line(f"{definition.name}: {many}"),
            Mono(text, f"{definition.name}.{'jsonl' if jsonl else 'csv'}"),
        )
    )
    return Done(post, call.realm, definition.name, (f"{many} exported",))


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


HANDLERS: dict[str, Handler] = {
    "results summary": summary,
    "results export": export,
    "results transcript": read,
}
