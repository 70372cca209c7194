"""Words to the people of a class: in its lobby, at its start, and when its time is up."""

from bot.session.wording.deadlines import span
from games.core.phrases import counted
from games.core.post import Line, When, line

NOT_PLAYED = "The class ended before this game began."


def lobby(title: str, here: int, minutes: int) -> tuple[Line, ...]:
    return (
        line(f"You're in: {title}. {'You are the first here' if here == 1 else f'{here} people are here so far'}."),
        line(f"The game begins by itself when the class starts. You then have {counted(minutes, 'minute')}."),
    )


def looking(wait: int) -> tuple[Line, ...]:
    return (line(f"You're in. We're looking for a partner. If nobody comes within {span(wait)}, you play an AI."),)


def begun(ends: int, now: int) -> tuple[Line, ...]:
    return (line("The class has started. Time is up ", When(ends, f"in {span(max(0, ends - now))}"), "."),)


def under_way(ends: int, now: int) -> tuple[Line, ...]:
    # Where the time is shown as it passes, this is read after the end, too: "Time is up 3 minutes ago".
    return (line("You're in. Time is up ", When(ends, f"in {span(max(0, ends - now))}"), "."),)


def alone() -> tuple[Line, ...]:
    return (line("Nobody was left to pair you with, so an AI plays the other side."),)


def over() -> tuple[Line, ...]:
    return (line("The class is over."),)
