"""Errors at the command line, each said in one sentence on stderr."""

import re
import sys
from typing import Any

import typer

# This works in every version of typer; the class's module does not stay the same.
UsageError: Any = typer.BadParameter.__bases__[0]

PLAINER = (
    (r"Value error, ", ""),
    (r"Input should be a valid integer\b.*", "it must be a whole number"),
    (r"Input should be greater than or equal to (\S+)", r"it must be at least \1"),
    (r"Input should be less than or equal to (\S+)", r"it must be at most \1"),
)
"""Messages of the libraries that parse the command line, and our replacements."""


PARTS = {
    "aiohttp": "metrics",
    "anthropic": "llm",
    "discord": "discord",
    "hiredis": "redis",
    "itsdangerous": "web",
    "jinja2": "web",
    "numpy": "society",
    "prometheus_client": "metrics",
    "pyarrow": "parquet",
    "redis": "redis",
    "scipy": "society",
    "statsmodels": "analyse",
    "telegram": "telegram",
    "yaml": "yaml",
}
"""The extra that installs each library."""


class CliError(Exception):
    """Error: a request that cannot be done; the text is one sentence for the person."""

    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(sentence)
        self.status = status


def tell(sentence: str) -> None:
    """Print one line on stderr, whatever characters the repeated words contain."""
    from bot.adapters.terminal.lines import clean

    print(" ".join(clean(sentence).split()), file=sys.stderr)


def sentence_of(problem: Exception) -> str:
    """Return the sentence for an exception that no command handles."""
    if isinstance(problem, UsageError):
        command = problem.ctx.command_path if problem.ctx else "parley"
        said = problem.format_message()
        for theirs, ours in PLAINER:
            said = re.sub(theirs, ours, said)
        said = said.rstrip(".") or "A command is missing"
        return f"{said}{'' if said.endswith('?') else '.'} `{command} --help` shows what you can use."
    from bot.players.llm.model_players import BadModel, BadPersona
    from bot.session.model.session import WrongRules
    from games.core.registry import UnknownGame
    from storage.base import StoreError

    if isinstance(problem, StoreError | WrongRules | UnknownGame | BadPersona | BadModel):
        return str(problem)
    if isinstance(problem, ModuleNotFoundError) and (part := PARTS.get((problem.name or "").partition(".")[0])):
        return f"That needs a part of Parley that is not installed here: pip install 'parley[{part}]'."
    if isinstance(problem, OSError):
        return f"Something cannot be read or written: {problem.strerror}."
    from bot.runtime.logs import place_of

    return f"This is a fault in Parley; what was played is kept. ({place_of(problem).partition(' < ')[0]})"
