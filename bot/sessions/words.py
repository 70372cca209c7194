"""The session manager's own sentences: short, warm, exact. Games word everything else."""

from collections.abc import Iterable

from games.core import AnyGame
from games.post import Choice, Post, line, says

NO_GAME = "There is no game of yours here. /play starts one."
NOT_YOURS = "This is not your game. Start your own with /play."
GONE = "That button belongs to a game that is over. Nothing was changed."
LATE = "That game is over."
WRONG_CODE = "No open game has that code. Codes are six letters, such as KFMRTA; ask your partner to send theirs again."
FULL = "That game has all its players already. Start your own with /play."
TWICE = "You sit at that table already. Your partner needs the code."
LEAVE = "Do you want to leave this game for good? It ends as abandoned and nobody earns anything from a deal."
STAY = "You stay. The game goes on where it was."
UNDONE = "Nothing was done. The game goes on where it was."
CLOSED = "The lobby is closed; nobody had joined."
WORDLESS = "I only read text and buttons. Nothing was changed."
WAITING = "Still waiting for the other player."


def leave() -> Post:
    return Post((line(LEAVE),), (Choice("Leave", "/quit", mood="stop"), Choice("Stay", "/stay")))


def confirm(text: str) -> Post:
    """Ask before something that cannot be undone; the button says `text`."""
    return Post((line(f"Do you mean: {text}?"),), (Choice("Yes", text, mood="go"), Choice("No", "/stay")))


def lobby(game: AnyGame, role: str, code: str) -> Post:
    return Post(
        (
            line(f"{game.title}: you are the {role}. One seat is still free."),
            line(f"Give this code to the person you want to play with: {code}"),
        )
    )


def unknown_command(name: str, known: Iterable[str]) -> Post:
    return says(f"There is no command /{name} here. You can use {', '.join('/' + k for k in known)}.")
