"""`parley evaluate agents`: trained and analytic agents among themselves, and the claims of Chawla et al. (2023)."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table

from bot.cli.errors import CliError
from bot.cli.progress import progress

if TYPE_CHECKING:
    from bot.research.training.agents import Cells
    from bot.research.training.claims import Checked

PIPED_WIDTH = 160


def agents(
    agents_: Annotated[
        Path | None,
        typer.Option("--agents", metavar="FOLDER", help="What `parley train` wrote (default: the agents of Parley)."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Play over the contexts of this folder's val.txt (default: our own)."),
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Dialogues of each pairing.")] = 388,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Equal seeds give equal figures.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where heat maps (PNG) and their figures (JSON) go.")
    ] = None,
    format_: Annotated[
        Literal["table", "json"], typer.Option("--format", help="For people or for programs.")
    ] = "table",
) -> None:
    """Trained and analytic agents of dealornodeal among themselves: 36 pairings each, and every claim of the paper."""
    from bot.cli.train import one_thread

    one_thread()
    try:
        from bot.players.trained.weights import BadWeights
        from bot.research.training import agents as found
        from bot.research.training.claims import checked
        from bot.research.training.corpus import BadCorpus, loaded
        from bot.research.training.synthetic import split
    except ImportError:
        raise CliError("Trained agents need numpy: pip install 'parley[trained]'.") from None
    try:
        families = found.families(agents_)
        known = split()[1] if data is None else loaded(data).held_out
    except (BadWeights, BadCorpus) as problem:
        raise CliError(str(problem)) from None
    contexts = found.drawn(known, games, seed)
    if out is not None:
        _ready(out)
    with progress((43 * len(families) + 36) * games, of="dialogues") as advance:
        played = [found.trained(family, contexts, seed, advance) for family in families]
        plain = found.analytic(contexts, seed, advance)
    claims, analytic = checked(played), checked([plain])
    for cells in (*played, plain) if out is not None else ():
        _keep(out / cells.place if out else Path(), cells)
    if format_ == "json":
        hashes = {family.place: family.hashes for family in families}
        typer.echo(json.dumps(_written(played, plain, claims, analytic, hashes, games, seed), ensure_ascii=False))
        return
    console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
    for cells in (*played, plain):
        console.print(_matrix(cells))
    console.print(_claims(claims, analytic, len(families)))


def _ready(out: Path) -> None:
    from bot.research.heatmaps import NoPictures, ready

    try:
        ready()
        out.mkdir(parents=True, exist_ok=True)
    except NoPictures as problem:
        raise CliError(str(problem)) from None
    except OSError as problem:
        raise CliError(f"{out} cannot be made ({problem.strerror}).") from None


def _keep(folder: Path, cells: "Cells") -> None:
    from bot.research.tables import kept

    folder.mkdir(parents=True, exist_ok=True)
    for path in kept(folder, cells.book):
        typer.echo(f"Written: {path}", err=True)


def _written(
    played: "Sequence[Cells]",
    plain: "Cells",
    claims: "Sequence[Checked]",
    analytic: "Sequence[Checked]",
    hashes: dict[str, Any],
    games: int,
    seed: int,
) -> dict[str, Any]:
    by_words = {claim.says: claim for claim in analytic}

    def figure(claim: "Checked | None") -> dict[str, Any] | None:
        if claim is None:
            return None
        return {"figure": round(claim.figure, 4), "se": _rounded(claim.se), "held": claim.held}

    return {
        "games": games,
        "seed": seed,
        "trained": [
            {
                "seed": cells.place,
                "agents": hashes[cells.place],
                "cells": cells.book.fields(),
                "with_s": cells.beside.fields() if cells.beside else [],
            }
            for cells in played
        ],
        "analytic": plain.book.fields(),
        "claims": [
            {"claim": one.says, "unit": one.unit, "trained": figure(one), "analytic": figure(by_words.get(one.says))}
            for one in claims
        ],
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)


def _matrix(cells: "Cells") -> Table:
    """Return points of row and column, and how often they agree."""
    fields = [*cells.book.fields(), *(cells.beside.fields() if cells.beside else [])]
    at = {(each["row"], each["col"]): each for each in fields}
    rows, cols = (list(dict.fromkeys(each[key] for each in fields)) for key in ("row", "col"))
    table = Table(title=f"{cells.place}: points of row / column, agreement, words an utterance of the row")
    table.add_column("row ↓  column →")
    for col in cols:
        table.add_column(col, justify="center")
    for row in rows:
        table.add_row(row, *(_cell(at.get((row, col))) for col in cols))
    return table


def _cell(each: dict[str, Any] | None) -> str:
    if each is None:
        return ""
    words = each["reported"]["words_an_utterance"]["mean"] or 0.0
    return f"{each['row_points']:.2f} / {each['col_points']:.2f}\n{each['agreement']:.0%} · {words:.1f}"


def _claims(trained: "Sequence[Checked]", analytic: "Sequence[Checked]", seeds: int) -> Table:
    of = "1 seed" if seeds == 1 else f"{seeds} seeds ± s.e."
    table = Table("claim (holds where the figure is positive)", "figure of", f"trained, {of}", "analytic")
    by_words = {claim.says: claim for claim in analytic}
    for claim in trained:
        table.add_row(claim.says, claim.unit, _shown(claim), _shown(by_words.get(claim.says)))
    return table


def _shown(one: "Checked | None") -> str:
    if one is None:
        return "–"
    error = "" if one.se is None else f" ± {one.se:.2f}"
    return f"{'held' if one.held else 'not held'} {one.figure:+.2f}{error}"
