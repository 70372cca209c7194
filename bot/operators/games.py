"""Commands that set games up: new, config, show, list, open, close, import, export."""

import asyncio
import re
from datetime import UTC, datetime
from hashlib import sha256

from msgspec.structs import replace

from bot.operators import begin, files, typed
from bot.operators.call import Call, Done, Handler
from bot.operators.effective import ANY, BACK, VERSION, difference, effective, hash_of, known, own_texts, write
from bot.operators.records import Definition, Effective, Realm
from bot.operators.typed import BadWords
from bot.session.lobby import HUMAN
from games.core.post import Ask, Block, Choice, Form, Gap, Mono, Post, Table, Words, item, line, says
from games.core.registry import get, names
from games.core.settings import BadSetting, Flag, Option, Setting, find

NAME = re.compile(r"[^\W_][\w-]{0,31}")
MOST = 1_000_000
"""Maximum of sessions that may be asked for."""
LINK = "A link leads into it as well: your bot's address with ?start=play-{} behind it."
UNSET = "not set"
KEYS_SHOWN = 20
"""Number of buttons for settings under their list."""


async def new(call: Call) -> Done:
    kind = call.text("type").lower()
    if kind not in names():
        raise BadSetting("type", f"must be one of {', '.join(names())}", kind)
    name = free_name(call.realm, call.text("name"))
    seed = int.from_bytes(sha256(call.id.encode()).digest()[:4])
    made = Definition(name, kind, seed=seed)
    pairs = typed.pairs(call.text("settings"))
    if call.text("preset"):
        pairs = {"condition": call.text("preset"), **pairs}
    made = written_into(call, made, pairs)
    game = get(kind)
    changed = tuple(f"{key}={value}" for key, _, value in difference(Definition(name, kind, seed=seed), made))
    post = Post(
        (
            line(f"{name} is a draft of {game.title}, condition {own_texts(made)['condition']}."),
            *(item(text) for text in changed),
            line(f"Change it with /game config name:{name} key:… value:…, then /game open name:{name}."),
        ),
        buttons(made),
    )
    return Done(post, put(call.realm, made), name, (f"type={kind}", *changed))


def written_into(call: Call, before: Definition, pairs: dict[str, str]) -> Definition:
    """Return the definition with settings written into it. Raises `BadSetting`, also for an opponent that cannot play
    here.
    """
    after = write(before, pairs)
    playable(call, effective(after))
    return after


def playable(call: Call, loaded: Effective) -> None:
    """Raise `BadSetting` for an opponent that this service does not have."""
    if loaded.opponent in (ANY, HUMAN):
        return
    try:
        call.sessions.strategies(loaded.opponent, get(loaded.game))
    except ValueError as problem:
        raise BadSetting("opponent", f"cannot be {loaded.opponent} here. {problem}".rstrip(".")) from None


def free_name(realm: Realm, name: str) -> str:
    """Return the name if nothing else has it. Raises `BadSetting`."""
    if not NAME.fullmatch(name):
        allowed = "must have 1 to 32 letters, digits, - or _, and begin with a letter or digit"
        raise BadSetting("name", allowed, name)
    if name.casefold() in names():
        raise BadSetting("name", "must not be the name of a game that is always there", name)
    if realm.game(name) is not None:
        raise BadSetting("name", "must be new; /game config changes a game that is there already", name)
    return name


def put(realm: Realm, definition: Definition) -> Realm:
    """Return the realm with a definition in its place."""
    others = tuple(d for d in realm.games if d.key != definition.key)
    return replace(realm, games=tuple(sorted((*others, definition), key=lambda d: d.key)))


def buttons(definition: Definition) -> tuple[Ask, ...]:
    """Return buttons for the next steps with a game."""
    name = definition.name
    turn = (
        Choice("Close", f"/game close name:{name}")
        if definition.state == "open"
        else Choice("Open", f"/game open name:{name}", mood="go")
    )
    return (
        Choice("Settings", f"/game config name:{name}"),
        Choice("Try it", f"/game preview name:{name}"),
        turn,
    )


async def config(call: Call) -> Done:
    before = call.game()
    key, value = call.text("key").lower().replace("-", "_").strip(), call.text("value")
    now = own_texts(before)
    entered = typed.pairs(call.text("settings"))
    seen = entered.pop(VERSION, "")
    # A form comes back with every setting, so only the changed ones are written.
    pairs = {k: text for k, text in entered.items() if now.get(k) != text}
    if seen and seen != str(before.version) and pairs:
        raise BadWords(_outdated(before, seen, pairs))
    if key and not value:
        return Done(_one(before, find(known(before), key)))
    if value and not key:
        raise BadWords("value needs a key: which setting? /game config with the name alone lists them.")
    if key:
        pairs[key] = value
    if not pairs and call.text("settings"):
        return Done(says(f"{before.name} plays just that already. Nothing was changed."))
    if not pairs:
        return Done(_all(before))
    try:
        after = written_into(call, before, pairs)
    except BadSetting as problem:
        if not seen or len(pairs) == 1:
            raise
        # A form's contents would be lost, so the answer repeats them.
        raise BadWords(f"{problem} Your form said: {_spoken(pairs)}.") from None
    changes = difference(before, after)
    if not changes:
        told = ", ".join(f"{k} is {own_texts(after)[k]}" for k in pairs)
        return Done(says(f"{after.name}: {told} already. Nothing was changed."))
    after = replace(after, version=before.version + 1)
    lines = _changed(changes)
    blocks: list[Block] = [line(f"{after.name}, version {after.version}:"), *(item(text) for text in lines)]
    blocks += [line(text) for text in _above(after, tuple(k for k, _, _ in changes))]
    if before.state == "open":
        blocks.append(line("It is open: new sessions play this, running ones keep what they began with."))
    return Done(Post(tuple(blocks), buttons(after)), put(call.realm, after), after.name, lines)


def _changed(changes: tuple[tuple[str, str, str], ...]) -> tuple[str, ...]:
    """Return a line for each changed setting, from key, value before, value after."""
    return tuple(f"{key} is {new or UNSET} now (was {old or UNSET})" for key, old, new in changes)


def _spoken(pairs: dict[str, str]) -> str:
    """Return settings as they are written after a command."""
    return " ".join(f"{key}={text}" for key, text in pairs.items())


def _outdated(definition: Definition, seen: str, pairs: dict[str, str]) -> str:
    """Return the refusal of an outdated form: another operator's change must not be undone unseen."""
    name, version = definition.name, definition.version
    return (
        f"{name} has version {version} now, and your form was of version {seen[:20]}. It differs from what is set now "
        f"in: {_spoken(pairs)}. Open the form again, or write what you mean of that behind /game config name:{name}."
    )


def _above(definition: Definition, keys: tuple[str, ...]) -> list[str]:
    """Return lines on conditions that set these settings themselves: a change of the game does not reach their
    sessions.
    """
    told = []
    for key in keys:
        labels = [cell.label for cell in definition.cells if key in dict(cell.wrote)]
        if labels and len(labels) == len(definition.cells):
            told.append(f"No session plays this value of {key}: every condition sets its own.")
        elif labels:
            told.append(f"Sessions with condition {', '.join(labels)} play the {key} that stands there.")
    return told


def _all(definition: Definition) -> Post:
    """Show every setting with its value, and a button to change each."""
    texts = own_texts(definition)
    rows = [item(f"{s.key}: {texts[s.key] or UNSET}") for s in known(definition)]
    asks = [Choice(s.key, f"/game config name:{definition.name} key:{s.key}") for s in known(definition)]
    return Post(
        (
            line(f"{definition.name} ({get(definition.game).title}, {_state(definition)}) plays:"),
            *rows,
            Gap(),
            line(f"Write /game config name:{definition.name} key:KEY value:VALUE, or pick a setting."),
        ),
        tuple(asks[:KEYS_SHOWN]),
    )


def _one(definition: Definition, setting: Setting) -> Post:
    """Show one setting: its meaning, its value and the allowed values. Buttons are shown if few values are allowed."""
    command = f"/game config name:{definition.name} key:{setting.key} value:"
    now = own_texts(definition)[setting.key] or UNSET
    values: tuple[str, ...] = ()
    if isinstance(setting.kind, Option):
        values = setting.kind.options
    elif isinstance(setting.kind, Flag):
        values = ("on", "off")
    asks: tuple[Ask, ...] = tuple(Choice(value, command + value) for value in values[:KEYS_SHOWN])
    if not values:
        form = Form(
            f"Set {setting.key}", (Words("value", f"{setting.key}: now {now}"[:45], 1000),), command + "{value}"
        )
        asks = (form, Choice("Default", command + BACK))
    return Post(
        (
            line(setting.help),
            line(f"{setting.key} {setting.kind.allowed()}; it is {now}."),
            line(f"Write {command}{values[0] if values else setting.show(setting.default) or 'VALUE'}"),
        ),
        asks,
    )


async def show(call: Call) -> Done:
    definition = call.game()
    loaded = effective(definition)
    if call.text("effective").casefold() == "true":
        blocks: list[Block] = [
            line(f"{definition.name}, version {definition.version}, loads exactly this (hash {hash_of(loaded)}):"),
            line(f"The opponent is {_opponent(call, loaded)}."),
            Mono(files.as_yaml(definition.name, loaded), f"{definition.name}.yaml"),
        ]
        return Done(Post(tuple(blocks)))
    _, current = await begin.counted(call.sessions, call.realm.name, definition, call.now)
    game = get(definition.game)
    texts = own_texts(definition)
    own = [k for k, _ in definition.wrote]
    players = f"seat {loaded.seat}, opponent {_opponent(call, loaded)}"
    limit = f" of {definition.most}" if definition.most else ""
    blocks = [
        line(f"{definition.name} is {_state(definition)}: {game.title}, version {definition.version}."),
        item(f"condition {texts['condition']}, {players}, tempo {loaded.tempo}"),
        *(item(f"{key}: {texts[key]}") for key in own if key in texts),
        item(f"sessions: {current.counted - len(current.active)} complete, {len(current.active)} active{limit}"),
        item(f"hash {hash_of(loaded)}"),
    ]
    if definition.cells:
        blocks.append(item(f"conditions: {', '.join(cell.label for cell in definition.cells)}"))
    if definition.channel:
        blocks.append(item(f"starts in channel {definition.channel} only"))
    if definition.until:
        blocks.append(item(f"closes at {_moment(definition.until)}"))
    return Done(Post(tuple(blocks), buttons(definition)))


def _state(definition: Definition) -> str:
    return "a draft" if definition.state == "draft" else definition.state


def _opponent(call: Call, loaded: Effective) -> str:
    if loaded.opponent != ANY:
        return loaded.opponent
    return f"{ANY} (here: {call.sessions.usual or get(loaded.game).default_player})"


async def listed(call: Call) -> Done:
    wanted = call.text("state").casefold()
    rows = []
    for definition in call.realm.games:
        if wanted and definition.state != wanted:
            continue
        _, current = await begin.counted(call.sessions, call.realm.name, definition, call.now)
        done = current.counted - len(current.active)
        rows.append((definition.name, definition.game, definition.state, f"{done}+{len(current.active)}"))
    if not rows:
        what = f"No game here is {wanted}." if wanted else "No game is set up here yet."
        return Done(says(f"{what} /game new name:NAME type:TYPE makes one; types: {', '.join(names())}."))
    head = ("name", "type", "state", "done+active")
    return Done(Post((Table(head, tuple(rows)),)))


async def opened(call: Call) -> Done:
    before = call.game()
    after = replace(before, state="open")
    if call.text("max_sessions"):
        after = replace(after, most=_number("max_sessions", call.text("max_sessions"), 0, MOST))
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
    limit += f" It closes at {_moment(after.until)}." if after.until else ""
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
            (line(f"{after.name} is closed: nobody starts it any more; {running}."),),
            (Choice("Open", f"/game open name:{after.name}", mood="go"),),
        ),
        put(call.realm, after),
        after.name,
        ("closed",),
    )


async def exported(call: Call) -> Done:
    definition = call.game()
    loaded = effective(definition)
    kind = call.text("format").casefold() or "yaml"
    text = files.as_json(definition.name, loaded) if kind == "json" else files.as_yaml(definition.name, loaded)
    return Done(Post((line(f"{definition.name}, hash {hash_of(loaded)}"), Mono(text, f"{definition.name}.{kind}"))))


async def imported(call: Call) -> Done:
    text = call.text("file") or call.text("text")
    if not text:
        raise BadWords("/game import needs what an export said, behind the command or as a file.")
    read = await asyncio.to_thread(files.read, text)
    name = call.text("name") or read.name
    before = call.realm.game(name)
    if before is None:
        name = free_name(call.realm, name)
    elif before.game != read.game:
        raise BadSetting(
            "game", f"must be {before.game}, which {before.name} is; import it under another name", read.game
        )
    made = replace(
        read,
        name=before.name if before else name,
        state=before.state if before else "draft",
        version=before.version + 1 if before else 1,
        most=before.most if before else 0,
        until=before.until if before else 0,
        channel=before.channel if before else "",
    )
    loaded = effective(made)
    playable(call, loaded)
    lines = _changed(difference(before, made)) if before else ()
    kind = "a new version of" if before else "a draft of"
    post = Post(
        (
            line(f"{made.name} is {kind} {get(made.game).title}, hash {hash_of(loaded)}."),
            *(item(text) for text in lines),
        ),
        buttons(made),
    )
    return Done(post, put(call.realm, made), made.name, (f"hash {hash_of(loaded)}", *lines))


def _channel(call: Call) -> str:
    """Return the number of a channel; "" for any. Raises `BadSetting`."""
    text = call.text("channel")
    found = re.fullmatch(r"(?:<#)?(\d{1,20})>?", text)
    if text.casefold() == "any":
        return ""
    if found is None or not call.realm.name.startswith("discord:"):
        raise BadSetting("channel", "must be a channel of this Discord server, or any", text)
    return found[1]


def _number(key: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"\d{1,9}", text) or not text.isascii() or not low <= int(text) <= high:
        raise BadSetting(key, f"must be a whole number from {low} to {high}", text)
    return int(text)


def moment(key: str, text: str, also: str = "") -> int:
    """Return a date, or a date and time, in milliseconds; without a zone it is UTC. Raises `BadSetting`; `also` names
    what else may be written there.
    """
    try:
        when = datetime.fromisoformat(text)
        when = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):  # a zone can push the date out of the supported years
        allowed = f"must be a date such as 2027-03-01, or with a time such as 2027-03-01T18:00 (UTC){also}"
        raise BadSetting(key, allowed, text) from None
    return int(when.timestamp() * 1000)


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


HANDLERS: dict[str, Handler] = {
    "game new": new,
    "game config": config,
    "game show": show,
    "game list": listed,
    "game open": opened,
    "game close": closed,
    "game import": imported,
    "game export": exported,
}
