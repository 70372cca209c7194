"""Commands for classes: make one, start its clock, end it, look at it."""

import asyncio
import secrets
from io import BytesIO

from msgspec.structs import replace

from bot.classes import reviewing, rooms, tables
from bot.classes.classroom import MINUTES, STALE, Classroom, Todo
from bot.classes.rooms import Held
from bot.operators import typed
from bot.operators.call import Call, Done
from bot.operators.definitions import written_into
from bot.operators.typed import BadWords
from bot.session.lobby import HUMAN, LETTERS
from bot.session.model.audience import Sent, outgoing
from bot.studies.design import Definition
from bot.studies.effective import ANY
from games.core.phrases import counted, joined
from games.core.post import Ask, Block, Bold, Choice, Picture, Post, Table, item, line, says
from games.core.registry import get, names
from games.core.settings import BadSetting
from storage.base import Outgoing

YES, NO = frozenset({"yes", "true", "on", "pairs", "1"}), frozenset({"", "no", "false", "off", "0"})
USUAL = "12"
"""Minutes of a class."""
PHASES = {
    "lobby": "waits for its start",
    "play": "is on",
    "over": "is over; its review is being made",
    "done": "is over",
}
NOWHERE = "https://YOUR_ADDRESS"
NO_WEB = "Put the address of your pages in place of {}. PARLEY_WEB serves the pages; set it here too for whole links."


async def new(call: Call) -> Done:
    sid = rooms.sid_of(call.id)
    held = await rooms.held(call.sessions.store, sid)
    if held is None:
        room = await _made(call)
        posts = _announced(call, room)
        await rooms.begin(call.sessions.store, sid, room, posts)
        held = await rooms.held(call.sessions.store, sid)
    assert held is not None
    room = held.room
    about = "pairs" if room.pairs else "against the same AI"
    title = get(room.definition.game).title
    blocks: list[Block] = [
        line(f"Class {room.code}: {title}, {counted(room.minutes, 'minute')}, {about}."),
        line(f"Students join with the code, and wait until you start the clock: /class start code:{room.code}"),
    ]
    if room.started:
        blocks[1] = line("The clock runs: students join with the code, and play at once.")
    blocks += [item(text) for text in _links(call, room)]
    lines = (f"{title}, {counted(room.minutes, 'minute')}, {about}", *(f"{k}={v}" for k, v in room.definition.wrote))
    return Done(Post(tuple(blocks), _buttons(room)), call.realm, room.code, lines)


async def _made(call: Call) -> Classroom:
    """Return a new class, as the options say. Raises `BadWords` and `BadSetting`."""
    definition, pairs = _defined(call)
    minutes, _, more = (call.text("minutes") or USUAL).partition(" ")
    pairs = pairs or _flag("pairs", call.text("pairs") or more)
    shows = call.text("picture").casefold() or "live"
    if shows not in ("live", "end"):
        raise BadSetting("picture", "must be live or end", shows)
    if not minutes.isdecimal() or len(minutes) > 3 or int(minutes) not in MINUTES:
        raise BadSetting("minutes", f"must be a whole number from {MINUTES[0]} to {MINUTES[-1]}", minutes)
    room = Classroom(
        realm=call.realm.name,
        code="".join(secrets.choice(LETTERS) for _ in range(6)),
        token=secrets.token_hex(16),
        definition=definition,
        seed=secrets.randbits(48),
        minutes=int(minutes),
        pairs=pairs,
        shows="live" if shows == "live" else "end",
        salt=secrets.token_hex(16),
        ground=None,
        place="" if call.inbound.place.startswith("terminal:") else call.inbound.place,
        made=call.now,
        todo=(Todo("end", call.now + STALE, 1),),
    )
    game = get(definition.game)
    act = tables.act_of(room, lambda _: call.sessions.usual or game.default_player)
    assert act.seed is not None
    ground = await asyncio.to_thread(
        tables.ground_of, game.name, tables.config(act), act.seed, tables.seat_of(room), pairs
    )
    room = replace(room, ground=ground)
    return room if not _flag("now", call.text("now")) else room.begun(call.now, 1)


def _defined(call: Call) -> tuple[Definition, bool]:
    """Return the game of a class with its settings, and whether they name people as opponents."""
    kind = call.text("type")
    found = call.realm.game(kind)
    if found is None and kind.casefold() not in names():
        there = ", ".join((*names(), *(game.name for game in call.realm.games)))
        raise BadSetting("type", f"must be one of {there}", kind)
    if found is not None and found.cells:
        raise BadWords(f"{found.name} has conditions, and a class plays one deal. Take a game without them.")
    made = found or Definition("class", kind.casefold())
    pairs = typed.pairs(call.text("settings"))
    made = written_into(call, made, pairs) if pairs else made
    people = dict(made.wrote).get("opponent") == HUMAN
    if people:
        made = written_into(call, made, {"opponent": ANY})
    return made, people


def _flag(key: str, text: str) -> bool:
    if text.casefold() not in YES | NO:
        raise BadSetting(key, "must be yes or no", text)
    return text.casefold() in YES


async def start(call: Call) -> Done:
    held = await _meant(call, "lobby")
    if held.room.phase != "lobby":
        raise BadWords(f"Class {held.room.code} {PHASES[held.room.phase]}.")
    room = await _changed(call, held, held.room.begun(call.now, held.next), "started")
    people = counted(len(room.seated), "student")
    post = Post(
        (
            line(f"Class {room.code} has started with {people}: {counted(room.minutes, 'minute')} from now."),
            line("People who join later play at once, as long as there is time."),
        ),
        _buttons(room),
    )
    return Done(post, call.realm, room.code, (f"started with {people}",))


async def end(call: Call) -> Done:
    held = await _meant(call, "play")
    if held.room.ended:
        raise BadWords(f"Class {held.room.code} {PHASES[held.room.phase]}.")
    room = await _changed(call, held, held.room.over(call.now, held.next), "ended")
    post = says(f"Class {room.code} is over. Open games end now; the review follows in a moment.")
    return Done(Post(post.blocks, _buttons(room)), call.realm, room.code, ("ended",))


async def board(call: Call) -> Done:
    room = (await _named(call)).room
    told = (_board(call, room), *_elsewhere(call))
    return Done(says(f"The board of class {room.code}, for everybody who has the link:", *told))


async def debrief(call: Call) -> Done:
    room = (await _named(call, "done")).room
    if room.review is None:
        ends = "" if room.ended else f" /class end code:{room.code} ends it."
        raise BadWords(f"Class {room.code} {PHASES[room.phase]}.{ends}")
    made = reviewing.post(room)
    blocks = (*made.blocks, *(line(text) for text in _links(call, room)[1:]))
    return Done(Post(blocks))


async def listed(call: Call) -> Done:
    found = await rooms.of_realm(call.sessions.store, call.realm.name)
    if not found:
        return Done(says("There are no classes here. /class new type:TYPE minutes:12 makes one."))
    head = ("code", "game", "state", "minutes", "people", "finished")
    return Done(Post((Table(head, tuple(_row(held.room) for held in found)),)))


def _row(room: Classroom) -> tuple[str, ...]:
    numbers = room.minutes, len(room.seated), len(room.played)
    return room.code, room.definition.game, room.phase, *map(str, numbers)


async def show(call: Call) -> Done:
    room = (await _named(call)).room
    title = get(room.definition.game).title
    left = max(0, room.ends - call.now) // 60_000 if room.phase == "play" else 0
    on = len(room.tables) - len(room.played) if room.started else 0
    blocks: list[Block] = [
        line(f"Class {room.code} {PHASES[room.phase]}: {title}, {counted(room.minutes, 'minute')}."),
        item(f"{counted(len(room.seated), 'student')}, {'in pairs' if room.pairs else 'each against an AI'}"),
        item(f"{counted(on, 'game')} on, {len(room.played)} finished{f', {left} minutes left' if left else ''}"),
        *(item(f"{key}: {text}") for key, text in room.definition.wrote),
        *(item(text) for text in _links(call, room)),
    ]
    return Done(Post(tuple(blocks), _buttons(room)))


# --- shared -----------------------------------------------------------------------------------------------------------


async def _named(call: Call, phase: str = "") -> Held:
    """Return the class that the option `code` names; by default the newest of those in a phase, or of all."""
    if call.text("code"):
        held = await rooms.by_code(call.sessions.store, call.text("code"))
        if held is None or held.room.realm != call.realm.name:
            raise BadWords(f"There is no class {call.text('code')[:20]!r} here. /class list shows them.")
        return held
    found = await rooms.of_realm(call.sessions.store, call.realm.name)
    if not found:
        raise BadWords("There are no classes here. /class new type:TYPE minutes:12 makes one.")
    return next((held for held in found if held.room.phase == phase), found[0])


async def _meant(call: Call, phase: str) -> Held:
    """Return the class that the option `code` names, or the only one in a phase: nobody starts or ends another's class
    by a word left out.
    """
    named = await _named(call)
    if call.text("code"):
        return named
    found = [held for held in await rooms.of_realm(call.sessions.store, call.realm.name) if held.room.phase == phase]
    if len(found) == 1:
        return found[0]
    if not found:
        raise BadWords(f"No class here {PHASES[phase]}. /class list shows all, and code:CODE names one.")
    there = joined([f"{held.room.code} ({counted(len(held.room.seated), 'student')})" for held in found], "and")
    raise BadWords(f"Several classes here: {there}. Name one with code:CODE.")


async def _changed(call: Call, held: Held, after: Classroom, what: str) -> Classroom:
    """Commit a change of a class, once for each command. Raises `BadWords` if somebody changed it meanwhile."""
    if not await rooms.keep(call.sessions.store, held, after, call.now, what, input=f"{call.id}/class"):
        changed = await rooms.held(call.sessions.store, held.sid)
        if changed is None or changed.room.phase != held.room.phase:
            raise BadWords(f"Class {held.room.code} was changed just now. /class show says how it stands.")
        again = after.over(call.now, changed.next) if after.ended else changed.room.begun(call.now, changed.next)
        again = replace(again, seated=changed.room.seated, played=changed.room.played, closed=changed.room.closed)
        return await _changed(call, changed, again, what)
    return after


def _links(call: Call, room: Classroom) -> list[str]:
    join = f"{call.web or NOWHERE}/join/{room.code}"
    return [f"Join: {join} or /join {room.code}", f"Board: {_board(call, room)}", *_elsewhere(call)]


def _board(call: Call, room: Classroom) -> str:
    return f"{call.web or NOWHERE}/board/{room.token}"


def _elsewhere(call: Call) -> list[str]:
    """Return the remark on links of a process that serves no pages itself, where another one may."""
    return [] if call.web else [NO_WEB.format(NOWHERE)]


def _buttons(room: Classroom) -> tuple[Ask, ...]:
    turns = {
        "lobby": (("Start", "start"), ("Board", "board")),
        "play": (("Board", "board"), ("How it stands", "show"), ("End", "end")),
        "over": (("Board", "board"), ("Debrief", "debrief")),
        "done": (("Debrief", "debrief"), ("Board", "board")),
    }
    return tuple(
        Choice(label, f"/class {verb} code:{room.code}", mood="go" if verb == "start" else "plain")
        for label, verb in turns[room.phase]
    )


def _announced(call: Call, room: Classroom) -> tuple[Outgoing, ...]:
    """Return the post by which students join, for the place where the class was made."""
    if not room.place:
        return ()
    where = f"{call.web}/join/{room.code}" if call.web else ""
    blocks: list[Block] = [
        line(Bold(f"{get(room.definition.game).title}: join this class")),
        line(f"Press Join, or open {where}" if where else "Press Join, or write /join ", Bold(room.code)),
        line("Nobody sees your name on the board."),
    ]
    if where:
        blocks[1] = line("Press Join, open ", where, ", or write /join ", Bold(room.code))
        blocks += [picture] if (picture := qr(where, room.code)) is not None else []
    post = Post(tuple(blocks), (Choice("Join", f"/join {room.code}", mood="go"),))
    # Where the teacher alone reads, the platform's own way to hand out a code is added.
    return (outgoing(room.place, Sent(post, code=room.code if call.inbound.private else "")),)


def qr(address: str, code: str) -> Picture | None:
    """Return an address as a QR picture; None without the library that draws it."""
    try:
        import segno
    except ImportError:
        return None
    drawn = BytesIO()
    segno.make_qr(address, error="m").save(drawn, kind="png", scale=8, border=4)
    return Picture(drawn.getvalue(), f"QR code of {address}", f"{address}\nor the code {code}")
