"""The next offer of a bargainer: steps that answer the other's steps.

A bargainer has planned even or growing steps from its first offer down to its target. It makes a step in full when the
other has made a fair one, less for less, and none when the other repeats a price or goes back: as in MiCRO (de Jonge
2022), offers run out only while the other's new offers come in. Its last offer answers the whole game.

Gains are cents on one's own side, fractions are thousandths.
"""

from itertools import accumulate, pairwise

from games.bargaining.rules import BUYER, SELLER
from games.bargaining.tactics.disposition import WHOLE, Plan, grid, told
from games.bargaining.tactics.manners import Manner
from games.bargaining.view import View
from games.core.contract import Seat, rng


def gain(view: View, mine: Plan, price: int) -> int:
    return mine.reservation - price if view.who == BUYER else price - mine.reservation


def gains(view: View, mine: Plan, *, own: bool) -> list[int]:
    """Return what the own or the other's offers pay this seat, in turn."""
    return [gain(view, mine, offer.price) for offer in view.offers if (offer.seat == view.who) is own]


def target(manner: Manner, view: View, mine: Plan) -> int:
    """Return the least gain that one's own offers ask for now.

    Shrinking steps suggest that the other comes near its limit, growing ones that there is room. It is a bounded
    suggestion, as anybody can feign a pattern.
    """
    sway, theirs = 0, heard(view, mine)
    if told(view).how != "exact":
        steps = [step for step in _steps(theirs) if step > 0][-2:]
        if len(steps) == 2:
            ratio = steps[1] * WHOLE // steps[0]
            grown, shrunk = min(WHOLE, max(0, ratio - 2 * WHOLE)), max(0, min(WHOLE, (WHOLE - ratio) * 3 // 2))
            sway = manner.sway * (grown - shrunk) // WHOLE
    aim = mine.gain(mine.finish + sway)
    if mine.sure is not None and theirs and _final(view):
        aim = min(aim, max(mine.sure, *theirs))
    return max(aim, mine.gain(mine.floor))


def heard(view: View, mine: Plan) -> list[int]:
    """Return what the other's offers pay this seat. Where its number is known, offers at a loss are no steps."""
    theirs = gains(view, mine, own=False)
    return [max(0, past) for past in theirs] if told(view).how == "exact" else theirs


def _final(view: View) -> bool:
    """Return whether nobody can make an offer after this seat's next one."""
    return view.terms.offerer_of(view.terms.rounds) == view.who and offers_left(view, view.who) == 1


def next_price(manner: Manner, view: View, seed: int, mine: Plan) -> int:
    """Return the next price on the grid, in one's own favour. It costs no money and takes no concession back.

    A past offer at a loss, as a model may have made it, does not bind: going back to exactly no loss would reveal the
    reservation price.
    """
    made, step = gains(view, mine, own=True), grid(mine.zone)
    sound = [past for past in made[-1:] if past > 0]
    if sound:
        least = max(mine.base, sound[0] - _concession(manner, view, seed, mine, sound[0]))
    else:
        least = mine.gain(_opening(view, mine, len(made)))
    lowest, highest = view.terms.lowest, view.terms.highest
    if view.who == BUYER:
        price = max((mine.reservation - least) // step * step, lowest, *(mine.reservation - past for past in sound))
        return min(price, mine.reservation, highest)
    price = min(-(-(mine.reservation + least) // step) * step, highest, *(mine.reservation + past for past in sound))
    return max(price, mine.reservation, lowest)


def offers_left(view: View, seat: Seat) -> int:
    """Return how many offers a seat can still make, the one on turn included."""
    terms, made = view.terms, len(view.offers)
    return sum(terms.offerer_of(round) == seat for round in range(made + 1, terms.rounds + 1))


def _opening(view: View, mine: Plan, made: int) -> int:
    """Return the share of a first offer; an only one asks for the target, or leaves a little room where one follows."""
    if offers_left(view, view.who) > 1 or made:
        return mine.start
    only_end = view.terms.offerer_of(view.terms.rounds) == view.who
    return mine.finish if only_end else (mine.start + mine.finish) // 2


def _concession(manner: Manner, view: View, seed: int, mine: Plan, last: int) -> int:
    """Return what to give now, in cents, from an own last offer that asked for a gain of `last`."""
    aim = target(manner, view, mine)
    room, theirs = last - aim, heard(view, mine)
    if room <= 0 or not theirs:
        return 0
    moved = theirs[-1] - max(theirs[:-1], default=0)
    if moved <= 0 and len(theirs) > 1:
        return 0
    left, step = offers_left(view, view.who), grid(mine.zone)
    planned = room * _part(len(view.offers) // 2, left, manner.late) // WHOLE
    if left > 1:
        planned = planned * rng(seed, "step", len(view.offers)).randint(850, 1150) // WHOLE
    if len(theirs) == 1:
        given = max(step, planned * _welcome(mine, theirs[0], aim, left) // WHOLE)
    else:
        given = planned * _answer(manner, view, theirs, aim, left) // WHOLE
        if manner.mirrors:
            given = max(moved, given if left == 1 else 0)
        given = max(given, min(step, moved // step * step))
    return min(room, given)


def _part(made: int, left: int, late: bool) -> int:
    """Return the part of the remaining way that is planned for this offer; all of it for the last."""
    whole = made + left - 1
    if left == 1:
        return WHOLE
    before, after = (WHOLE * part * part // whole**2 if late else WHOLE * part // whole for part in (made - 1, made))
    return (after - before) * WHOLE // (WHOLE - before)


def _welcome(mine: Plan, opening: int, aim: int, left: int) -> int:
    """Return how much of a step answers an opening: less for an extreme one."""
    openness = min(WHOLE, WHOLE // 4 + 3 * WHOLE * max(0, opening) // (2 * max(1, aim)))
    return openness if left == 1 else openness * mine.goodwill // WHOLE


def _answer(manner: Manner, view: View, theirs: list[int], aim: int, left: int) -> int:
    """Return how much of a planned step answers a move of the other."""
    if _final(view):
        progress = (max(theirs) - theirs[0]) * WHOLE // max(1, aim - theirs[0])
        return min(WHOLE, progress * manner.endgame)
    other = SELLER if view.who == BUYER else BUYER
    fair = (aim - max(theirs[:-1])) // (offers_left(view, other) + 1)
    moved = theirs[-1] - max(theirs[:-1])
    return min(WHOLE, moved * WHOLE // max(1, fair * manner.needs // WHOLE))


def _steps(theirs: list[int]) -> list[int]:
    """Return by how much each offer improves on the best before it; backward steps count as 0."""
    best = list(accumulate(theirs, max))
    return [after - before for before, after in pairwise(best)]
