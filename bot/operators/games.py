"""Commands that set games up: new, config, show, list."""

from hashlib import sha256

from msgspec.structs import replace

from bot.operators import begin, dates, files, typed
from bot.operators.call import Call, Done
from bot.operators.definitions import UNSET, buttons, changed_lines, free_name, put, written_into
from bot.operators.typed import BadWords
from bot.studies.design import Definition, Effective
from bot.studies.effective import ANY, BACK, VERSION, difference, effective, hash_of, known, own_texts
from games.core.post import Ask, Block, Choice, Form, Gap, Mono, Post, Table, Words, item, line, says
from games.core.registry import get, names
from games.core.settings import BadSetting, Flag, Option, Setting, find

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


async def config(call: Call) -> Done:
    before = call.game()
    key, value = call.text("key").lower().replace("-", "_").strip(), call.text("value")
    pairs, is_form = _entered(call, before)
    if key and not value:
        return Done(_one(before, find(known(before), key)))
    if value and not key:
        raise BadWords("value needs a key: which setting? /game config with the name alone lists them.")
    pairs |= {key: value} if key else {}
    if not pairs:
        shown = says(f"{before.name} plays just that already. Nothing was changed.")
        return Done(shown if call.text("settings") else _all(before))
    try:
        after = written_into(call, before, pairs)
    except BadSetting as problem:
        if not is_form or len(pairs) == 1:
            raise
        # A form's contents would be lost, so the answer repeats them.
        raise BadWords(f"{problem} Your form said: {_spoken(pairs)}.") from None
    return _changed(call, before, after, pairs)


def _entered(call: Call, before: Definition) -> tuple[dict[str, str], bool]:
    """Return the changed settings, and whether they come from a form. Raises `BadWords` for an outdated form."""
    entered, now = typed.pairs(call.text("settings")), own_texts(before)
    seen = entered.pop(VERSION, "")
    # A form comes back with every setting, so only the changed ones are written.
    pairs = {key: text for key, text in entered.items() if now.get(key) != text}
    if seen and seen != str(before.version) and pairs:
        raise BadWords(_outdated(before, seen, pairs))
    return pairs, bool(seen)


def _changed(call: Call, before: Definition, after: Definition, pairs: dict[str, str]) -> Done:
    """Return the outcome of settings that were written: the next version, unless they were so already."""
    changes = difference(before, after)
    if not changes:
        told = ", ".join(f"{k} is {own_texts(after)[k]}" for k in pairs)
        return Done(says(f"{after.name}: {told} already. Nothing was changed."))
    after = replace(after, version=before.version + 1)
    lines = changed_lines(changes)
    blocks: list[Block] = [line(f"{after.name}, version {after.version}:"), *(item(text) for text in lines)]
    blocks += [line(text) for text in _above(after, tuple(k for k, _, _ in changes))]
    if before.state == "open":
        blocks.append(line("It is open: new sessions play this, running ones keep what they began with."))
    return Done(Post(tuple(blocks), buttons(after)), put(call.realm, after), after.name, lines)


def _spoken(pairs: dict[str, str]) -> str:
    return " ".join(f"{key}={text}" for key, text in pairs.items())


def _outdated(definition: Definition, seen: str, pairs: dict[str, str]) -> str:
    """Return the refusal of an outdated form: another operator's change must not be undone unseen."""
    name, version = definition.name, definition.version
    return (
        f"{name} now has version {version}, but your form was for version {seen[:20]}. These settings differ: "
        f"{_spoken(pairs)}. Open the form again, or write the ones that you want after /game config name:{name}."
    )


def _above(definition: Definition, keys: tuple[str, ...]) -> list[str]:
    """Return lines on conditions that set these settings themselves, which a change of the game does not reach."""
    told = []
    for key in keys:
        labels = [cell.label for cell in definition.cells if key in dict(cell.wrote)]
        if labels and len(labels) == len(definition.cells):
            told.append(f"No session plays this value of {key}: every condition sets its own.")
        elif labels:
            told.append(f"Sessions with condition {', '.join(labels)} play that condition's {key}.")
    return told


def _all(definition: Definition) -> Post:
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
        blocks.append(item(f"closes at {dates.shown(definition.until)}"))
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
