"""Partners whom the game names as examples."""

from games.core.contract import Seat
from games.society.view import View


def example(view: View) -> Seat | None:
    """Return a seat to invite, if possible of the other role."""
    others = view.talks.targets(view.who, view.terms.seats)
    mine = view.who.partition("_")[0]
    return next((seat for seat in others if not seat.startswith(mine)), others[0] if others else None)
