"""The boxes of the published bargaining study, byte for byte, and the same facts in plain sentences."""

from typing import Final

from games.core.post import Block, Gap, Line, Mono, line
from games.core.settings import dollars

_RULE: Final = "━" * 30
_WIDTH: Final = 50
"""Columns inside the final box."""
GAME_OVER: Final = "══════════ GAME OVER ══════════"


def status(round: int, rounds: int, price: int, by: str, plain: bool) -> Block:
    """Return the status box after an offer; `by` is the offerer's label."""
    if plain:
        return line(f"Bargaining status: round {round} of {rounds}. Last offer: {dollars(price)} by {by}.")
    last = f"  Last offer: {dollars(price)} by {by}"
    rows = (_RULE, "  BARGAINING STATUS", f"  Round {round} of {rounds}", last, _RULE)
    # A price of $100.00 by the seller is one column too long for the indent.
    return Mono("\n".join(row if len(row) <= len(_RULE) else row.strip() for row in rows))


def game_over(totals: tuple[tuple[str, int], ...], plain: bool) -> tuple[Block, ...]:
    """Return the final box: the earnings in cents of each label, in the given order."""
    if plain:
        return _spoken(totals)
    rows = (
        "",
        "           ✅  YOU ARE FINISHED  ✅",
        "",
        "  This interview is now COMPLETE.",
        "  You do not need to do anything else.",
        "",
        "  Final Earnings:",
        *(f"    {label}: {dollars(cents)}" for label, cents in totals),
        "",
        "  Thank you for participating!",
        "",
    )
    # Each check mark is two columns wide; the published box makes their row one code point shorter.
    walled = (f"║ {row.ljust(_WIDTH - 1 - ('✅' in row))}║" for row in rows)
    box = "\n".join(("╔" + "═" * _WIDTH + "╗", *walled, "╚" + "═" * _WIDTH + "╝"))
    return (Mono(f"{GAME_OVER}\n\n{box}"),)


def _spoken(totals: tuple[tuple[str, int], ...]) -> tuple[Line | Gap, ...]:
    return (
        line("GAME OVER"),
        line("You are finished. This interview is now complete. You do not need to do anything else."),
        line("Final Earnings:"),
        *(line(f"{label}: {dollars(cents)}") for label, cents in totals),
        line("Thank you for participating!"),
    )
