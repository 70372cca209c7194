"""Posts of /verify: the commitment while a game goes on, and its whole receipt after the end."""

from bot.session.model.receipt import CONFIGURATION, DEAL, OPPONENT, Receipt, commitment
from bot.session.model.terms import Promise, Terms
from games.core.post import Mono, Post, line

NONE = "This game began before Parley had receipts, so there is nothing to check."
PROMISED = (
    "Fair play: before the deal I settled {what}. This hash commits me to that. Keep it. When the game is over, "
    "/verify shows that nothing was changed."
)
KEPT = (
    "Fair play: this is what was promised before the deal. If you noted the commitment that /verify showed during the "
    "game, compare: both must be the same."
)
CHOSEN = "Somebody chose the seed, and could know the opponent. The receipt proves only that nothing was changed."
CHECK = "To check it offline, get the game as a file from the operators, and use: parley verify FILE"
GROUP, ROW = 8, 3
"""Characters of a hash that stand together, and how many such groups fit on a line of a phone."""


def promised(promise: Promise) -> Post:
    """Return the commitment of a game that has not ended."""
    what = "the deal, the settings and your opponent" if promise.players else "the deal and the settings"
    chosen = (line(CHOSEN),) if promise.chosen else ()
    return Post((line(PROMISED.format(what=what)), Mono(grouped(commitment(promise))), *chosen))


def kept(terms: Terms, promise: Promise, receipt: Receipt) -> Post:
    """Return the receipt of an ended game. What it shows does not tell the opponents' seed."""
    rows = (
        ("commitment", receipt.commitment),
        ("deal seed", str(terms.seed)),
        ("salt of the deal", receipt.salts[DEAL]),
        ("salt of the configuration", receipt.salts[CONFIGURATION]),
        ("salt of the opponent", receipt.salts[OPPONENT]),
        ("hash of the opponent's seed", promise.opponent_seed),
        ("log", receipt.log),
    )
    long = "\n\n".join(f"{name}\n{grouped(value)}" for name, value in rows)
    chosen = (line(CHOSEN),) if promise.chosen else ()
    return Post((line(KEPT), Mono(long, "receipt.txt"), *chosen, line(CHECK)))


def grouped(value: str) -> str:
    """Return a long hash in groups, so that it fits a phone and can be compared by eye. A number stays whole."""
    groups = [value[at : at + GROUP] for at in range(0, len(value), GROUP)]
    if value.isdecimal() and len(value) <= GROUP * ROW:
        return value
    return "\n".join(" ".join(groups[at : at + ROW]) for at in range(0, len(groups), ROW))
