"""Plans that a person may take over with one press."""

from games.society.view import View
from games.society.world.plans import Queue
from games.society.world.policies import POLICIES


def suggested(view: View) -> Queue | None:
    """Plans that suit the seat as it shares now, from what it sees; None where none are offered, or it has them."""
    if not view.terms.tips or view.sight is None:
        return None
    allied = any(len(group.members) > 1 for group in view.mine())
    queue = POLICIES["cooperative" if allied else "selfish"](view.sight, 0)
    return None if queue == view.standing else queue
