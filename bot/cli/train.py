"""`parley train`: agents for books, hats and balls that learn to talk and to negotiate, on one core."""

import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.errors import CliError
from bot.cli.progress import progress

if TYPE_CHECKING:
    from bot.research.training.corpus import Corpus

SYNTHETIC = "synthetic"
GAME = "dealornodeal"


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="dealornodeal is the game whose agents can be trained.")],
    data: Annotated[
        str,
        typer.Option(
            metavar="FOLDER|synthetic",
            help="Where the words are learned: a folder with train.txt and val.txt in the format of the "
            "end-to-end-negotiator data, or dialogues that Parley's own players make.",
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where agents, figures and checkpoints go.")],
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Families of agents, from as many seeds.")] = 3,
    minutes: Annotated[
        float,
        typer.Option(min=0.01, help="About how long it may take in all, on one core; it decides how much is learned."),
    ] = 120.0,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="The first seed. Equal seeds give equal agents.")] = 1,
) -> None:
    """Train players for books, hats and balls: a model of dialogues, then six personalities by rewards.

    Interrupted, it goes on with the same command.
    """
    if game != GAME:
        raise CliError(f"{game[:40]} cannot be trained; {GAME} can.")
    one_thread()
    try:
        from bot.research.training.corpus import BadCorpus
        from bot.research.training.folder import BadFolder, Folder
        from bot.research.training.page import write
        from bot.research.training.recipe import planned
        from bot.research.training.run import Training
    except ImportError:
        raise CliError("Training needs numpy: pip install 'parley[train]'.") from None
    try:
        found, name = _found(data)
        lines = len(found.train) if found else 0
        recipes = [planned(name, lines, seed + k, minutes / seeds) for k in range(seeds)]
        folders = [Folder(out / f"seed-{recipe.seed}", recipe) for recipe in recipes]
        total = sum(recipe.size(lines) for recipe in recipes)
        with progress(total, of="dialogues") as advance:
            for folder in folders:
                hashes = Training(folder, found, advance).run()
                write(out / "curves.html", folders)
                for agent, made in hashes.items():
                    typer.echo(f"seed {folder.recipe.seed}  {agent:16} {made}")
    except (BadCorpus, BadFolder) as problem:
        raise CliError(str(problem)) from None
    typer.echo(f"Learning curves: {out / 'curves.html'}", err=True)


def _found(data: str) -> "tuple[Corpus | None, str]":
    """Return the dialogues of a folder and their hash; none, and the name of the kind, if they are to be made."""
    from bot.research.training.corpus import TRAIN, VALID, loaded

    if data == SYNTHETIC:
        return None, SYNTHETIC
    found = loaded(Path(data))
    read = b"".join((Path(data) / name).read_bytes() for name in (TRAIN, VALID))
    return found, sha256(read).hexdigest()


def one_thread() -> None:
    """Let numpy use one thread: its matrices are small here, and equal sums need an equal order."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
