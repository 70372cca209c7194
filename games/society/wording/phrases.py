"""Small parts of sentences: seats as the reader knows them, numbers, shares, lists."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from games.core.contract import written
from games.core.phrases import joined
from games.core.post import Voice


def who(seat: str, voice: Voice) -> str:
    """Return a seat inside a sentence. With many at the table seats keep their names, which carry their roles."""
    return "you" if seat == voice.you else seat


def does(seat: str, voice: Voice, verb: str, third: str = "") -> str:
    """Return subject and verb: `You accept`, `miner_0 accepts`."""
    return f"You {verb}" if seat == voice.you else f"{seat} {third or verb + 's'}"


def whose(seat: str, voice: Voice) -> str:
    return "your" if seat == voice.you else f"{seat}'s"


def percent(share: Fraction) -> str:
    """Return a share as a percentage, two decimals where it is not whole: `42 %`, `33.33 %`."""
    return f"{number(share * 100)} %"


def number(amount: Fraction | int) -> str:
    """Return an exact amount with two decimals where it is not whole: `15`, `25.62`."""
    return written(amount, "points")


def exact(share: Fraction) -> str:
    """Return a share that programs can read back without loss: `0.42` where that is exact, else `1/3`."""
    bottom = share.denominator
    for prime in (2, 5):
        while bottom % prime == 0:
            bottom //= prime
    if bottom != 1:
        return f"{share.numerator}/{share.denominator}"
    if share.denominator == 1:
        return str(share.numerator)
    places = next(n for n in range(1, share.denominator.bit_length() + 1) if int(10**n) % share.denominator == 0)
    digits = str(abs(share.numerator) * 10**places // share.denominator).rjust(places + 1, "0")
    return f"{'-' if share < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def many(words: Iterable[str], last: str = "and") -> str:
    """Join words: `wood, stone and coal`; "none" for nothing."""
    return joined(tuple(words), last) or "none"


def dealt(members: Sequence[str], shares: Sequence[Fraction], voice: Voice) -> str:
    """Return members with their shares: `you 42 %, miner_0 28 %`, or `you, miner_0 and miner_1, 33.33 % each`."""
    if len(members) > 1 and len(set(shares)) == 1:
        return f"{many(who(seat, voice) for seat in members)}, {percent(shares[0])} each"
    return ", ".join(f"{who(seat, voice)} {percent(share)}" for seat, share in zip(members, shares, strict=True))
