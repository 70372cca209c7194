"""Commands about what came out: summary, export, transcript."""

from bot.operators.desk import Call, Done, Handler
from bot.operators.records import game_tag
from bot.operators.tending import ALL, found
from bot.results import sheet, transcript
from bot.sessions.records import Terms
from bot.sessions.session import Session, WrongRules, gather, restore
from games.codec import decode
from games.post import Block, Mono, Post, Table, line, says


async def rows(call: Call) -> list[sheet.Row]:
    """The sessions of a configured game, the first begun first. Previews are not among them."""
    definition = call.game()
    made = []
    for loaded in reversed(await call.sessions.store.sessions(game_tag(call.realm.name, definition.name), None, ALL)):
        try:
            session = restore(loaded) or await call.sessions.session(loaded.head.sid)
        except (WrongRules, LookupError):
            continue
        if session is not None and loaded.head.namespace != "test":
            made.append(sheet.row_of(session, loaded.head.at, session.sid in call.realm.void))
    return made


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
    text = sheet.as_jsonl(found) if jsonl else sheet.as_csv(found)
    post = Post((line(f"{definition.name}: {len(found)} sessions"), Mono(text.strip())))
    return Done(post, call.realm, definition.name, (f"{len(found)} sessions exported",))


async def read(call: Call) -> Done:
    session = await found(call, call.text("session"))
    records = await gather(call.sessions.store.events(session.sid))
    loaded = await call.sessions.store.load(session.sid)
    assert loaded is not None
    fresh = Session.fresh(session.sid, decode(loaded.head.body, Terms))
    text = transcript.told(fresh, records)
    return Done(Post((Mono(text),)), call.realm, session.sid, ("transcript read",))


HANDLERS: dict[str, Handler] = {
    "results summary": summary,
    "results export": export,
    "results transcript": read,
}
