"""Plans that a person may take over with one press."""

from collections import Counter

from games.society.tactics.company import company
from games.society.view import View
from games.society.world.plans import Craft, Dump, Explore, Gather, Plan, Queue
from games.society.world.policies import POLICIES
from games.society.world.sight import Sight, nearest
from games.society.world.things import INDEX, RECIPES


def suggested(view: View) -> Queue | None:
    """Return plans that suit the seat's sharing, from its sight; None where none are offered, or it has them."""
    if not view.terms.tips or view.sight is None:
        return None
    queue = _begun(POLICIES["cooperative"](view.sight, 0, company(view)), view.sight)
    return None if _same(queue, view.standing) else queue


def _same(queue: Queue, standing: Queue | None) -> bool:
    """Return whether the seat has these lines already, in any order."""
    return standing is not None and queue.loop == standing.loop and Counter(queue.plans) == Counter(standing.plans)


def _begun(queue: Queue, sight: Sight) -> Queue:
    """Return the same lines, those first that can begin now; lines that must wait come behind them."""
    plans = queue.plans
    start = next((at for at, plan in enumerate(plans) if _begins(plan, sight)), 0)
    end = start
    while end < len(plans) and (_begins(plans[end], sight) or _follows(plans[end], plans[start:end])):
        end += 1
        if isinstance(plans[end - 1], Explore) and end - 1 > start:
            end -= 1
            break
    return Queue((*plans[start:end], *plans[:start], *plans[end:]), queue.loop)


def _begins(plan: Plan, sight: Sight) -> bool:
    match plan:
        case Gather(item, _):
            return nearest(sight, item) is not None
        case Craft(tool):
            return all(sight.held[INDEX[item]] for item in RECIPES[tool])
        case Dump(tool):
            return sight.held[INDEX[tool]] > 0
        case _:
            return True


def _follows(plan: Plan, before: tuple[Plan, ...]) -> bool:
    """Return whether a line drops a tool that an earlier line makes."""
    return isinstance(plan, Dump) and Craft(plan.tool) in before
