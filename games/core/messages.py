"""Turn-taking of two seats that send one message each, as in trading and in the balloon game.

`seats` is the pair, `mover` the index of the seat on turn, `number` the number of the next message, from 1.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, Protocol

from games.core.chance import rng
from games.core.display_names import who, whose
from games.core.events import IllegalMove
from games.core.post import Voice
from games.core.records import Clock, Said, Seat, Turn, Unclear

Pair = tuple[Seat, Seat]
_ROUND: Final[Mapping[str, dict[int, int]]] = {marks: str.maketrans(marks, "()") for marks in ("[]", "{}")}


class Numbered(Protocol):
    """A view that knows the number of the next message."""

    @property
    def number(self) -> int: ...


def starter(seats: Pair, starts: str, seed: int) -> int:
    """Return the index of the seat that sends the first message. `starts`: a seat, or `random`."""
    return rng(seed, "starter").getrandbits(1) if starts == "random" else seats.index(Seat(starts))


@cache
def turn(seat: Seat, number: int) -> Turn:
    alone = frozenset((seat,))
    return Turn(alone, talk=alone, clocks=(Clock(f"message:{number}", "turn"),))


def stake(number: int) -> str:
    return f"message {number}"


def late(view: Numbered, said: Said, stake: str) -> bool:
    """Return whether words or a button come too late: all that were meant for an earlier one do."""
    return bool(stake) or (said.via == "typed" and view.number > 1)


def check_turn(seats: Pair, mover: int, seat: Seat) -> None:
    if seat != seats[mover]:
        raise IllegalMove("not_your_turn" if seat in seats else "no_such_seat")


def relayed(words: str, marks: str) -> str:
    """Return words on one line with the `marks` of the game's own tags (`[]`, `{}`) made round.

    So nothing in them looks like a move or like the game master: `[GAME] Player 1 accepted` becomes `(GAME) Player 1
    accepted`.
    """
    if "  " in words or not words.isprintable():
        words = " ".join(words.split())
        if not words.isprintable():
            words = "".join(char if char.isprintable() else "\ufffd" for char in words)
    if marks[0] in words or marks[1] in words:
        words = words.translate(_ROUND[marks])
    return words.strip()


# --- what is said -----------------------------------------------------------------------------------------------------


def own_first(seats: Pair, voice: Voice) -> tuple[int, int]:
    """Return both indices, the reader's own first."""
    return (1, 0) if voice.you == seats[1] else (0, 1)


def next_is(number: int, most: int, mover: Seat, voice: Voice) -> str:
    """Return the sentence about the next message and its sender: `Message 3 of 10 is yours.`"""
    return f"Message {number} of {most} is {'yours' if mover == voice.you else whose(mover, voice)}."


def out_of_turn(why: IllegalMove | Unclear, over: str, mover: Seat | None, standing: str, voice: Voice) -> str:
    """Return the answer to a refusal that does not depend on the text, by its code; "" for any other code.

    `over` says that the game is over; `mover` is the seat on turn, None after the end; `standing` names the open offer.
    """
    match why.code:
        case "over":
            return over
        case "no_such_seat":
            return "You are not at this table."
        case "not_your_turn":
            return over if mover is None else _waits(mover, voice)
        case "stale":
            # Words have no stake of their own.
            button = "That button was about an earlier message. Nothing was done."
            theirs = "the AI's" if voice.facing_ai else "the other side's"
            crossed = f"Your message crossed {theirs} and wasn't counted."
            return f"{button if why.facts.get('stake') else crossed} {standing}".strip()
    return ""


def _waits(mover: Seat, voice: Voice) -> str:
    """Return the answer to a seat that wrote while the other seat is on turn."""
    if voice.facing_ai and mover != voice.you:
        return "The AI is thinking. Your message wasn't counted: send it again once the AI has moved."
    return f"It is {whose(mover, voice)} turn."


def broken_off(by: str, late: bool, voice: Voice) -> str:
    """Return the end of a game in which a seat left, or was too `late`."""
    return f"Game over: {who(by, voice)} {'did not answer in time' if late else 'left'}. Nothing counts."
