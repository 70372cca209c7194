"""The one registry of a bundle's tables. `tables` adds what depends on a study: a column for each factor."""

from typing import Final

from msgspec.structs import replace

from bot.research.bundle import people, play
from bot.research.bundle.column import Column, Table, Texts, without_words

SCHEMA: Final = 1
"""Version of tables and columns. Raised when a column changes its meaning, its type or its name."""
TABLES: Final[tuple[Table, ...]] = (
    people.STUDY,
    people.CONDITION,
    people.PARTICIPANT,
    people.STAGE,
    people.CONSENT,
    people.ASSIGNMENT,
    play.SESSION,
    play.EVENT,
    play.MESSAGE,
    play.DECISION,
    play.OFFER_ITEM,
    people.SURVEY,
    people.CHECK,
    play.AI_CALL,
    people.PAYMENT,
)
FACTORED: Final = ("condition", "session")
"""The tables with a column for each factor."""
FACTOR: Final = "factor_"


def tables(factors: tuple[tuple[str, tuple[str, ...]], ...] = (), texts: Texts = "redacted") -> tuple[Table, ...]:
    """Return the tables of a study with these factors (name and levels), with the columns that these texts allow."""
    levels = tuple(Column(f"{FACTOR}{name}", "text", f"Level of the factor {name}.", "", of) for name, of in factors)
    return tuple(
        replace(table, columns=without_words((*table.columns, *(levels if table.name in FACTORED else ())), texts))
        for table in TABLES
    )
