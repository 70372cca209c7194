"""Operators' commands at the command line: one command for each group, such as `parley game` and `parley study`.

Anybody who can open the store may do everything in it, in any realm. The words are those of chat: `parley game config
haggle key:rounds value:4`, or shorter, `parley game config haggle rounds=4`.
"""

import asyncio
import os
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from bot.cli.errors import CliError
from bot.cli.overrides import BadDocument, document
from bot.cli.runtime import at_terminal, configured
from bot.runtime.documents import Unreadable, text_of
from bot.session.model.verbs import GROUPS, of_group

if TYPE_CHECKING:
    from games.core.post import Block

TERMINAL = "terminal"
_COMMAND = re.compile(r"(?<!\S)/(?=(?:play|" + "|".join(GROUPS) + r")\b)")
_REALM = re.compile(r"terminal|telegram|web|discord:\d{1,20}")
WRITES = ("study freeze", "class debrief")
"""Commands whose files are written into the present folder."""
ALONE = ("audit", "dashboard")
"""Groups that are one command, so that their name alone does something."""
RAW = ("game export", "results export", "results transcript")
"""Commands whose answer is a file. It is printed unchanged, so that it can be redirected to one."""


def mount(app: typer.Typer, group: str) -> None:
    """Add the operators' commands of a group to the program."""
    usages = "\n".join(verb.usage.removeprefix("/") for verb in of_group(group)).replace("[", r"\[")
    help = f"{GROUPS[group]}.\n\n\b\n{usages}"
    app.command(group, help=help, context_settings={"ignore_unknown_options": True})(_command(group))


def _command(group: str) -> Callable[..., None]:
    def run(
        words: Annotated[
            list[str] | None, typer.Argument(metavar="WORDS", help="As in chat: key:value or key=value.")
        ] = None,
        realm: Annotated[
            str, typer.Option(help="Whose games: terminal, telegram, discord:ID of a server, or web for the pages.")
        ] = TERMINAL,
    ) -> None:
        if not _REALM.fullmatch(realm):
            allowed = "terminal, telegram, or discord:ID of a server, or web for the pages"
            raise CliError(f"--realm must be {allowed}; you wrote {realm[:80]!r}.")
        words = _options(words or ())
        if words[:1] != ["import"]:
            words = _documented(words)
        if not words and group not in ALONE:
            typer.echo("\n".join(f"parley {verb.usage.removeprefix('/')}\n  {verb.about}." for verb in of_group(group)))
        elif group == "game" and words[0] == "preview":
            from bot.operators import typed

            preview = typed.act_of("game", " ".join(words))
            at_terminal(lambda terminal: terminal.open(preview), "text", "text")
        else:
            given = _imported(group, words[1:]) if words[:1] == ["import"] else None
            typer.echo(asyncio.run(_told(group, words, realm, given)))

    return run


def _options(words: Sequence[str]) -> list[str]:
    made: list[str] = []
    for word in words:
        if made and made[-1].startswith("--") and "=" not in made[-1]:
            made[-1] = f"{made[-1]}={word}"
        else:
            made.append(word)
    return [word.removeprefix("--") for word in made]


def _imported(group: str, words: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        found = re.fullmatch(r"(name|file|text)[:=](.*)", word, re.DOTALL)
        key, value = (found[1], found[2]) if found else ("file", word)
        if key in given:
            raise CliError(f"parley {group} import takes one file, and name:NAME; I don't understand {word[:80]!r}.")
        given[key] = _content(value) if key == "file" else value
    return given


def _content(path: str) -> str:
    try:
        return text_of(sys.stdin.buffer if path == "-" else Path(path))
    except Unreadable as problem:
        raise CliError(f"{path[:80]} {problem}.") from None


def _documented(words: Sequence[str]) -> list[str]:
    """Return the words with a file's content in place of its name, if the setting is a document."""
    from games.core.draw import settings_of
    from games.core.registry import get, names
    from games.core.settings import Document

    documents = {s.key for name in names() for s in settings_of(get(name)) if isinstance(s.kind, Document)}
    if any(_word(word)[::2] == ("key", key) for word in words for key in documents):
        documents.add("value")
    made: list[str] = []
    for word in words:
        if made and made[-1] in documents and os.path.isfile(word):
            word = f"{made.pop()}={word}"
        made.append(_held(word) if _word(word)[0] in documents else word)
    return made


def _held(word: str) -> str:
    """Return the content of the file that a word names; without one the word itself, which may be the text."""
    key, sign, path = _word(word)
    if not os.path.isfile(path):
        return word
    try:
        return f"{key}{sign}{' '.join(document(path).split())}"
    except BadDocument as problem:
        raise CliError(f"{path[:80]} {problem}.") from None


def _word(word: str) -> tuple[str, str, str]:
    """Return the part before a word's first `:` or `=`, the sign, and the part after it."""
    found = re.fullmatch(r"(\w+)([:=])(.*)", word, re.DOTALL)
    return (found[1], found[2], found[3]) if found else ("", "", word)


async def _told(group: str, words: list[str], realm: str, given: dict[str, str] | None) -> str:
    """Return a command's answer; `given` are its options, if they are not the words.

    Raises `CliError` with the sentence that refuses it.
    """
    from bot.app import opened
    from bot.operators import typed
    from bot.session.model.audience import Sent
    from bot.session.model.inbound import OPERATOR_HERE, Inbound, Operate
    from bot.session.outbox import drain
    from games.core.post import Mono, Table, aligned, plain, text_of
    from storage.base import Row

    async with opened(configured("warning")) as manager:
        place = f"terminal:{secrets.token_hex(8)}"
        act = typed.act_of(group, " ".join(words))
        if given is not None:
            act = Operate(f"{group} {words[0]}", tuple(given.items()))
        now = manager.clock()
        said = Inbound(f"{place}/1", place, OPERATOR_HERE, now, act, name="command line", realm=realm, admin=True)
        answer = await manager.handle(said)
        texts: list[str] = []

        async def keep(row: Row, sent: Sent) -> str:
            blocks = _written(sent.post.blocks) if answer.code in WRITES else sent.post.blocks
            raw = [block.text for block in blocks if isinstance(block, Mono)]
            if answer.code in RAW and raw:
                texts.extend(text.rstrip("\n") for text in raw)
            elif any(isinstance(block, Table) for block in blocks):
                texts.extend(aligned(block) if isinstance(block, Table) else text_of(block) for block in blocks)
            else:
                texts.append(plain(replace(sent.post, blocks=blocks)))
            return row.id

        await drain(manager.store, keep, manager.clock, place)
    said_here = "\n".join(texts) if answer.code in RAW else _COMMAND.sub("parley ", "\n".join(texts))
    if answer.what == "refused":
        raise CliError(said_here)
    return said_here


def _written(blocks: tuple["Block", ...]) -> tuple["Block", ...]:
    """Write the files of a post, and return the post with a line for each. Raises `CliError`."""
    from games.core.post import Mono, line

    made: list[Block] = []
    for block in blocks:
        if not isinstance(block, Mono) or not block.file:
            made.append(block)
            continue
        try:
            path, kept = _beside(Path(block.file), block.text)
            path.write_text(block.text, encoding="utf-8")
        except OSError as problem:
            raise CliError(f"{block.file} cannot be written ({problem.strerror}).") from None
        made.append(line(f"Written: {path}{kept}"))
    return tuple(made)


def _beside(path: Path, text: str) -> tuple[Path, str]:
    """Return where to write a text, and what to say of it: not over a file that holds another text."""
    names = chain([path], (path.with_stem(f"{path.stem}-{number}") for number in count(2)))
    free = next(name for name in names if not name.exists() or name.read_bytes() == text.encode())
    return free, "" if free == path else f" ({path} holds something else, and stays)"
