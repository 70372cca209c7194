"""Partners that a seat can bargain with, and those that the game names as examples."""

from games.core.contract import Seat
from games.society.view import View


def example(view: View, me: Seat) -> Seat | None:
    """Return a seat that another can invite, if possible of the other role. The view may be that of a whole place."""
    others = [seat for seat in view.talks.targets(me, view.terms.seats) if may_bind(view, me, seat)]
    mine = me.partition("_")[0]
    return next((seat for seat in others if not seat.startswith(mine)), others[0] if others else None)


def may_bind(view: View, me: Seat, other: Seat) -> bool:
    """Return whether a deal between two seats binds their coalitions: where only founders may, both must be."""
    if view.terms.customs.bind != "founder":
        return True
    founders = {c.founder for c in view.talks.coalitions}
    members = {seat for c in view.talks.coalitions for seat in c.members}
    return all(seat in founders or seat not in members for seat in (me, other))
