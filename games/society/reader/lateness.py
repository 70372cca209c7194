"""Late words: those meant for a window that has closed meanwhile."""

from games.core.contract import Said
from games.society.view import View

NAMES = {"negotiation": "step", "contract": "turn", "physical": "round"}


def name(view: View, phase: str) -> str:
    """Return the word for the windows of a phase."""
    return "round" if phase == "contract" and view.slots.mover is None else NAMES[phase]


def late(view: View, said: Said, stake: str) -> bool:
    """Return whether a choice was made for an earlier window, in words or, with `stake`, by a button.

    Plans take time to put together and suit any round. So the next round takes late plans, unless it has some already.
    """
    waiting = view.phase == "physical" and view.number > 1 and view.chosen is None
    if not stake:
        return not waiting
    filled = said.via == "form" and bool(said.text.strip())
    return not (waiting and filled and stake == f"physical {view.number - 1}")


def sentence(view: View, stake: str, ago: int | None) -> str:
    """Return the age of a closed window, in a sentence. `ago`: milliseconds since the current window opened."""
    phase = (stake or _last(view)).partition(" ")[0]
    if phase not in NAMES:
        phase = view.phase
    now = f"now {name(view, view.phase)} {view.number}"
    if ago is None:
        return f"That {name(view, phase)} is closed; {now}."
    longer = "" if stake in ("", _last(view)) else "more than "
    return f"That {name(view, phase)} closed {longer}{_span(ago)} ago; {now}."


def _last(view: View) -> str:
    """Return the window before the open one."""
    if view.number > 1:
        return f"{view.phase} {view.number - 1}"
    if view.terms.kind == "negotiation":
        return f"negotiation {view.talks.step - 1}"
    return f"contract {view.slots.turn}" if view.terms.kind == "contract" else ""


def _span(ms: int) -> str:
    for size, unit in ((3_600_000, "h"), (60_000, "min")):
        if ms >= 2 * size:
            return f"{ms // size} {unit}"
    return f"{max(1, ms // 1_000)} s"
