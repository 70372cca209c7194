"""Commands that the terminal names, as they work at the prompt at which this program was started."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "parley"


def named(text: str) -> str:
    """Return a text with the commands in it, which stand in backquotes and begin with `parley`, as they work here."""
    return text.replace(f"`{NAME} ", f"`{program()} ")


def again(game: str) -> str:
    """Return the command that starts the game of this run again: with the same options, if it was started here."""
    words = sys.argv[1:]
    return f"{program()} {shlex.join(words) if words[:1] == ['play'] else f'play {game}'}"


def program() -> str:
    """Return the words that start this program: a name that the shell finds, or else as this run was started."""
    called = Path(sys.argv[0])
    if called.name == "main.py":
        return shlex.join((sys.executable, "-m", "bot.cli.main"))
    found = shutil.which(NAME)
    if called.name != NAME or not called.exists() or (found is not None and os.path.samefile(found, called)):
        return NAME
    return shlex.quote(sys.argv[0])
