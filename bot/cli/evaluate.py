"""`parley evaluate`: the deal reader on dialogues of people, the ceilings of contexts, and opponents under attack."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table

from bot.cli.agents import agents
from bot.cli.plans import BadRequest, texts_of
from bot.cli.progress import progress
from bot.players import find
from bot.players.trained.catalogue import is_trained
from bot.research.evaluate import BadDialogue, accuracy, ceilings
from bot.research.opponents.search import Found, Searched
from bot.research.opponents.survey import NoAttack, Survey, run
from bot.runtime.documents import Unreadable, text_of
from games.core.contract import AnyGame
from games.core.registry import UnknownGame, get
from games.core.settings import BadSetting

app = typer.Typer(
    help="Measure the deal reader, the possible results of contexts, or the opponents.", no_args_is_help=True
)

DialogueFile = Annotated[Path, typer.Argument(metavar="FILE", help="Dialogues, one a line.")]
ContextFile = Annotated[Path, typer.Argument(metavar="FILE", help="Contexts, one a line.")]
Format = Annotated[Literal["text", "json"], typer.Option("--format", help="For people or for programs.")]
PIPED_WIDTH = 160


app.command()(agents)


@app.command()
def reader(
    file: DialogueFile,
    format_: Format = "text",
    errors: Annotated[
        bool, typer.Option("--errors", help="List every deal that was read wrong, turn by turn.")
    ] = False,
) -> None:
    """Accuracy of the deal reader of dealornodeal on dialogues of people."""
    made = _measured(file, lambda text: accuracy(text, errors))
    typer.echo(json.dumps(made, ensure_ascii=False) if format_ == "json" else _text(made))


@app.command("ceilings")
def best_results(file: ContextFile, format_: Format = "text") -> None:
    """The best that is possible in given contexts of dealornodeal."""
    made = _measured(file, ceilings)
    lines = "\n".join(f"{key:20} {made[key]}" for key in made)
    typer.echo(json.dumps(made, ensure_ascii=False) if format_ == "json" else lines)


@app.command()
def opponent(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `parley games` lists them.")],
    player: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="Only this player; may be repeated.")
    ] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="As of `parley play`.")] = None,
    games: Annotated[int, typer.Option(min=2, help="Games in which each reply is measured.")] = 300,
    learn: Annotated[
        int, typer.Option(min=0, help="About how many games the learner learns from; 0: families of policies only.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Equal seeds give equal figures.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes (default: one for each core).")] = None,
    format_: Annotated[
        Literal["table", "json"], typer.Option("--format", help="For people or for programs.")
    ] = "table",
) -> None:
    """Exploitability of the analytic players: the most that the best reply wins from them."""
    try:
        rules = get(game)
        survey = Survey(rules.name, _players(rules, player), texts_of(rules, set_ or ()), games, learn, seed)
        total = survey.size()
    except (UnknownGame, NoAttack, BadSetting, ValueError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None
    with progress(total) as advance:
        found = run(survey, jobs, advance)
    if format_ == "json":
        typer.echo(
            json.dumps({"game": game, "games": games, "seed": seed, "players": [_written(one) for one in found]})
        )
    else:
        Console(width=None if sys.stdout.isatty() else PIPED_WIDTH).print(_table(found))


def _players(game: AnyGame, named: list[str] | None) -> tuple[str, ...]:
    """Return the players to measure. Raises `BadRequest`, and `ValueError` for an absent trained one."""
    for name in named or ():
        if is_trained(name):
            find(name, game)
        elif name not in game.players:
            raise BadRequest(f"Nobody called {name!r} plays {game.name}. Choose from {', '.join(game.players)}.")
    return tuple(named or game.players)


def _written(found: Searched) -> dict[str, Any]:
    def reply(one: Found) -> dict[str, Any]:
        return {"policy": one.policy, "share": round(one.share, 4), "se": round(one.se, 4)}

    return {
        "player": found.player,
        "seat": found.seat,
        "settings": found.settings,
        "honest": round(found.honest, 4),
        "honest_se": round(found.honest_se, 4),
        "deal_rate": round(found.deals, 4),
        "best": reply(found.best),
        "best_of_families": reply(found.families),
        "games_played": found.games,
    }


def _table(found: list[Searched]) -> Table:
    table = Table("player", "seat", "settings", "honest", "deals", "best reply", "± s.e.", "by")
    for one in found:
        settings = " ".join(f"{key}={value}" for key, value in one.settings.items())
        best = one.best
        table.add_row(
            one.player, one.seat, settings, f"{one.honest:.3f}", f"{one.deals:.0%}",
            f"{best.share:.3f}", f"{best.se:.3f}", best.policy,
        )  # fmt: skip
    return table


def _measured(file: Path, measure: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """Return a measure of a file's text. An unusable file ends the command with its sentence."""
    try:
        return measure(text_of(file))
    except Unreadable as problem:
        typer.echo(f"{file} {problem}.", err=True)
    except BadDialogue as problem:
        typer.echo(f"{file}: {problem}", err=True)
    raise typer.Exit(2)


def _text(made: dict[str, Any]) -> str:
    rows = [
        f"deals read right      {_percent(made['deal_accuracy'])} of {made['n_deals']}",
        *(
            f"  with {offers} offer{'' if offers == '1' else 's'}".ljust(22)
            + f"{_percent(part['accuracy'])} of {part['n_deals']}"
            for offers, part in made["accuracy_by_offers"].items()
        ),
        f"no deal recognised    {_percent(made['no_agreement_recall'])} of {made['n_no_agreements']}",
        f"a card to show        {_percent(made['card_readiness'])} of {made['n_mismatches']} mismatches",
    ]
    for wrong in made.get("errors", ()):
        rows += ["", f"line {wrong['line']}: pool {_flat(wrong['pool'])}"]
        for turn in wrong["turns"]:
            keeps = f" {turn['who']} keeps {_flat(turn['keeps'])}" if turn["keeps"] else ""
            rows.append(f"  {turn['who']}: {turn['text']}   [{turn['act']}{keeps}: {turn['why']}]")
        rows.append(f"  entered {_flat(wrong['entered'])}, read {_flat(wrong['read'])}")
    return "\n".join(rows)


def _percent(share: float | None) -> str:
    return "  –   " if share is None else f"{100 * share:5.1f} %"


def _flat(share: dict[str, int] | None) -> str:
    return "nothing" if share is None else ", ".join(f"{name} {n}" for name, n in share.items())
