"""`parley analyse`: the tables, tests and pictures of a study, from its bundle alone."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

import typer

from bot.cli.errors import CliError
from bot.research.analyse.analysis import analyse as analysed
from bot.research.analyse.analysis import as_json
from bot.research.analyse.data import Unreadable, read
from bot.research.analyse.results import Analysis
from bot.research.analyse.writing import files, text


def analyse(
    bundle: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The folder of `parley study export`.")],
    format_: Annotated[Literal["text", "json"], typer.Option("--format", help="For people or for programs.")] = "text",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Also write report.html, analysis.json and every table as CSV here."),
    ] = None,
) -> None:
    """Tables, tests and pictures of a study, from its bundle."""
    if find_spec("statsmodels") is None:
        raise CliError("Analyses need statsmodels: install Parley with its extra `analyse`, or with `all`.")
    try:
        analysis = analysed(read(bundle))
    except Unreadable as problem:
        raise CliError(str(problem)) from None
    if out is not None:
        _written(analysis, out)
    typer.echo(json.dumps(as_json(analysis), ensure_ascii=False) if format_ == "json" else text(analysis))


def _written(analysis: Analysis, out: Path) -> None:
    from bot.research.analyse.page import page
    from bot.research.analyse.pictures import pictures

    drawn = pictures(analysis) if find_spec("matplotlib") is not None else []
    made = files(analysis) | {
        "analysis.json": json.dumps(as_json(analysis), ensure_ascii=False, indent=1) + "\n",
        "report.html": page(analysis, drawn),
    }
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, content in made.items():
            (out / name).write_text(content, encoding="utf-8", newline="")
    except OSError as problem:
        raise CliError(f"{out} cannot be written ({problem.strerror or problem}).") from None
    missing = "" if drawn else " It has no pictures: they need the extra `pictures`."
    typer.echo(f"Wrote {out / 'report.html'} and {len(made) - 1} files of figures.{missing}", err=True)
