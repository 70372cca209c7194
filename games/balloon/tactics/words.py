"""Words of the analytic players: one sentence about the table, true and public.

They name what was asked for, repeated, changed or shared. They name no worth, no limit and no reason.
"""

from random import Random
from typing import Final

from games.balloon.domain import members
from games.balloon.view import View

OFTEN: Final = 3
"""Sets of the other side in a row that an item must be in, to be named as asked for so often."""


def proposing(view: View, items: int, chance: Random) -> str:
    """Return a sentence for a proposal."""
    mine = [p.items for m in view.history if m.seat == view.who for p in m.proposed]
    theirs = [p.items for m in view.history if m.seat != view.who for p in m.proposed]
    if not mine and not theirs:
        return chance.choice(_OPENINGS)
    if items in mine and items not in [proposal.items for proposal in view.mine]:
        return chance.choice(_STILL)
    if items in mine:
        return _repeated(view, items, theirs, chance)
    return _changed(view, items, mine, theirs, chance)


def _repeated(view: View, items: int, theirs: list[int], chance: Random) -> str:
    """Return a sentence for a proposal that stands unchanged."""
    if len(theirs) > 1 and theirs[-1] in theirs[:-1]:
        said = list(_SAME)
        always = _common(theirs[-OFTEN:]) & ~items if len(theirs) >= OFTEN else 0
        if always:
            asked = view.items[chance.choice(members(always))].name
            said += [words.format(asked=asked) for words in _ASKED]
        return chance.choice(said)
    return chance.choice(_STANDING)


def _changed(view: View, items: int, mine: list[int], theirs: list[int], chance: Random) -> str:
    """Return a sentence for a new proposal."""
    said = list(_AGAIN if mine else _FIRST)
    if mine and items & ~mine[-1]:
        added = view.items[chance.choice(members(items & ~mine[-1]))].name
        said += [words.format(added=added) for words in _ADDED]
    if theirs and items & theirs[-1]:
        shared = view.items[chance.choice(members(items & theirs[-1]))].name
        said += [words.format(shared=shared) for words in _SHARED]
    if mine and theirs and items & ~mine[-1] & theirs[-1]:
        met = view.items[chance.choice(members(items & ~mine[-1] & theirs[-1]))].name
        said = [words.format(met=met) for words in _MET]
    return chance.choice(said)


def _common(sets: list[int]) -> int:
    """Return the items that are in all sets."""
    found = sets[0]
    for items in sets[1:]:
        found &= items
    return found


def agreeing(chance: Random) -> str:
    return chance.choice(_AGREED)


def parting(chance: Random) -> str:
    return chance.choice(_PARTED)


_OPENINGS: Final = (
    "This is what I'd keep.",
    "Let me begin with this.",
    "Here's a set to start from.",
)
_FIRST: Final = ("I see what you'd keep. Here's mine.", "Thanks. I'd start from this one.")
_AGAIN: Final = ("How about this?", "Then let's try this one.", "I've changed my set. Have a look.")
_ADDED: Final = ("{added} is new in my set.", "I've put {added} in this time.")
_SHARED: Final = ("{shared} is in your set and in mine.", "At least we agree on {shared}.")
_MET: Final = (
    "You had {met} in your set; now I have it, too.",
    "I've taken {met} from your set.",
    "{met} comes in, from your set.",
)
_SAME: Final = (
    "You've proposed that before. Mine stands, too.",
    "You've sent that set before. I'd need to see you move.",
    "We're both repeating ourselves. What could you change?",
)
_ASKED: Final = (
    "{asked} is in each of your last three sets. What would you drop for it?",
    "You've asked for {asked} three times in a row. I'd need to see you move elsewhere.",
)
_STILL: Final = (
    "I know you refused it. It's still my proposal.",
    "I'm coming back to this one.",
    "You've refused it, but tell me what you'd change.",
)
_STANDING: Final = (
    "My last proposal stands.",
    "I'm staying with what I proposed.",
    "Have another look at my proposal.",
)
_AGREED: Final = ("Agreed.", "That works for me.", "Fine, let's keep these.")
_PARTED: Final = ("I can't agree to that.", "Then we part without a deal.")
