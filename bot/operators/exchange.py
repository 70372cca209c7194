"""Commands that write a game as a file, and make one from it: export, import."""

import asyncio

from msgspec.structs import replace

from bot.operators import files
from bot.operators.call import Call, Done
from bot.operators.definitions import buttons, changed_lines, free_name, playable, put
from bot.operators.typed import BadWords
from bot.studies.effective import difference, effective, hash_of
from games.core.post import Mono, Post, item, line
from games.core.registry import get
from games.core.settings import BadSetting


async def exported(call: Call) -> Done:
    definition = call.game()
    loaded = effective(definition)
    kind = call.text("format").casefold() or "yaml"
    text = files.as_json(definition.name, loaded) if kind == "json" else files.as_yaml(definition.name, loaded)
    return Done(Post((line(f"{definition.name}, hash {hash_of(loaded)}"), Mono(text, f"{definition.name}.{kind}"))))


async def imported(call: Call) -> Done:
    text = call.text("file") or call.text("text")
    if not text:
        raise BadWords("/game import needs an exported game, after the command or as a file.")
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
    lines = changed_lines(difference(before, made)) if before else ()
    kind = "a new version of" if before else "a draft of"
    post = Post(
        (
            line(f"{made.name} is {kind} {get(made.game).title}, hash {hash_of(loaded)}."),
            *(item(text) for text in lines),
        ),
        buttons(made),
    )
    return Done(post, put(call.realm, made), made.name, (f"hash {hash_of(loaded)}", *lines))
