"""A seat's company in the world: who shares its earnings now."""

from games.society.view import View
from games.society.world.company import Company


def company(view: View) -> Company:
    """Return the allies and the rivals of the viewer."""
    allies = {seat for group in view.mine() for seat in group.members} - {view.who}
    rivals = set(view.terms.seats) - allies - {view.who}
    return Company(frozenset(allies), frozenset(rivals), view.terms.extras)
