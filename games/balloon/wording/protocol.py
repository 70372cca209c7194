"""Messages of the balloon game, written in the tagged protocol of Air Balloon Survival."""

from collections.abc import Iterable, Sequence

_BRACKETS = str.maketrans("{}", "()")


def written(proposed: Iterable[Sequence[str]], refused: Iterable[Sequence[str]], agreed: Sequence[str] | None) -> str:
    """Return moves in the published protocol, a line each."""
    lines = [f"PROPOSAL: {literal(names)}" for names in proposed]
    lines += [f"REFUSE: {literal(names)}" for names in refused]
    lines += [f"AGREE: {literal(agreed)}"] if agreed is not None else []
    return "\n".join(lines)


def literal(names: Sequence[str]) -> str:
    """Return a set of names as Python writes it: `{'A08', 'B95'}`."""
    return "{" + ", ".join(f"'{name}'" for name in names) + "}" if names else "set()"


def reasoning(words: str) -> str:
    """Return words as reasoning, which stays hidden."""
    return "STRATEGIC REASONING: {'" + words.translate(_BRACKETS) + "'}"


def argument(words: str) -> str:
    """Return words as an argument; braces, which would end it, become brackets."""
    return "ARGUMENT: {'" + words.translate(_BRACKETS) + "'}"
