"""Names of people as the reader sees them: inside a sentence, at its start, and with a verb."""

from collections.abc import Sequence

from games.core.post import Voice


def who(seat: str, voice: Voice) -> str:
    """Return a seat's name for the reader, inside a sentence."""
    if seat == voice.you:
        return "you"
    if voice.kind(seat) == "ai" and sum(cast.kind == "ai" for cast in voice.cast) == 1:
        return "the AI"
    return next((cast.name for cast in voice.cast if cast.seat == seat and cast.name), seat)


def subject(seat: str, voice: Voice) -> str:
    """Return a seat's name for the reader, at the start of a sentence."""
    name = who(seat, voice)
    return name.capitalize() if name == "you" else name.replace("the AI", "The AI")


def label(seat: str, voice: Voice) -> str:
    """Return a seat's name for the head of a column, or before quoted words."""
    return subject(seat, voice).removeprefix("The ")


def whose(seat: str, voice: Voice) -> str:
    return "your" if seat == voice.you else f"{who(seat, voice)}'s"


def does(seat: str, voice: Voice, verb: str, third: str = "") -> str:
    """Return subject and verb: `You accept`, `The AI accepts`."""
    return f"{subject(seat, voice)} {verb if seat == voice.you else third or verb + 's'}"


def could_gain(seats: Sequence[str], more: Sequence[int], voice: Voice) -> str:
    """Return the gains that two seats left, each at no cost to the other, in a sentence; the reader's own first.

    `You could have gained 76 more at no cost to the AI (or the AI 77 more).`
    """
    order = sorted((0, 1), key=lambda k: (more[k] <= 0, seats[k] != voice.you))
    (one, gain), (other, rest) = ((who(seats[k], voice), more[k]) for k in order)
    second = f" (or {other} {rest} more)" if rest > 0 else ""
    return f"{one[0].upper()}{one[1:]} could have gained {gain} more at no cost to {other}{second}."
