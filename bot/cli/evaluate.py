"""`parley evaluate`: the score of the deal reader on dialogues of people, and the ceilings of contexts."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from bot.research.evaluate import BadDialogue, accuracy, ceilings
from bot.runtime.documents import Unreadable, text_of


def evaluate(
    what: Annotated[
        Literal["reader", "ceilings"],
        typer.Argument(
            metavar="WHAT", help="The deal reader of dealornodeal, or the best that is possible in given contexts."
        ),
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Dialogues, or contexts, one a line.")],
    format_: Annotated[Literal["text", "json"], typer.Option("--format", help="For people or for programs.")] = "text",
    errors: Annotated[
        bool, typer.Option("--errors", help="List every deal that was read wrong, turn by turn.")
    ] = False,
) -> None:
    """Accuracy of the deal reader on dialogues, or the ceilings of contexts."""
    try:
        text = text_of(file)
        made = accuracy(text, errors) if what == "reader" else ceilings(text)
    except Unreadable as problem:
        typer.echo(f"{file} {problem}.", err=True)
        raise typer.Exit(2) from None
    except BadDialogue as problem:
        typer.echo(f"{file}: {problem}", err=True)
        raise typer.Exit(2) from None
    if format_ == "json":
        typer.echo(json.dumps(made, ensure_ascii=False))
    else:
        typer.echo(_text(made) if what == "reader" else "\n".join(f"{key:20} {made[key]}" for key in made))


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
