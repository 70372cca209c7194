"""Arguments and options that several commands take."""

from typing import Annotated, Literal

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `parley games` lists them.")]
SeatName = Annotated[
    str, typer.Option("--seat", metavar="SEAT", help="The seat you take; by default the game's first.")
]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="For games that draw their numbers.")]
Wrote = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game; for a document, the name of its file."),
]
Shape = Annotated[Literal["text", "jsonl"], typer.Option("--format", help="For people, or one JSON object a line.")]
Taken = Annotated[
    Literal["text", "jsonl"],
    typer.Option("--input", help='A message a line, or {"text": …} a line for messages with line ends.'),
]
Listed = Annotated[Literal["text", "json"], typer.Option("--format", help="For people or for programs.")]
