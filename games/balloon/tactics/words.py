"""Words of the analytic players: one sentence about the table, true and public.

They name what was asked for, repeated, changed or shared. They name no worth, no limit and no reason, and promise
nothing: the next set may be another one.
"""

from functools import reduce
from operator import and_, or_
from random import Random
from typing import Final

from games.balloon.domain import members
from games.balloon.rules import Proposal
from games.balloon.view import View

OFTEN: Final = 3
"""Sets of the other side in a row that an item must be in, to be named as asked for so often."""

Sets = tuple[int, ...]
"""The sets that one message proposes."""


def proposing(view: View, sets: Sets, chance: Random) -> str:
    """Return a sentence for a message that proposes these sets."""
    mine = [_sets(m.proposed) for m in view.history if m.proposed and m.seat == view.who]
    theirs = [_sets(m.proposed) for m in view.history if m.proposed and m.seat != view.who]
    if len(sets) > 1:
        return chance.choice(_SEVERAL)
    if not mine and not theirs:
        return chance.choice(_OPENINGS)
    (items,) = sets
    if items not in [old for message in mine for old in message]:
        return _changed(view, items, mine, theirs, chance)
    if items not in _sets(view.mine):
        return chance.choice(_REFUSED)
    if sets != mine[-1]:
        return chance.choice(_EARLIER)
    return _repeated(view, items, theirs, chance)


def _sets(proposals: tuple[Proposal, ...]) -> Sets:
    return tuple([proposal.items for proposal in proposals])


def _repeated(view: View, items: int, theirs: list[Sets], chance: Random) -> str:
    """Return a sentence for a message that proposes the same set as one's last."""
    newest = _sets(view.history[-1].proposed)
    if len(newest) != 1 or newest[0] not in [old for message in theirs[:-1] for old in message]:
        return chance.choice(_SAME)
    said = list(_BOTH_SAME)
    asked = [old for message in theirs for old in message][-OFTEN:]
    if len(asked) == OFTEN and (always := reduce(and_, asked) & ~items):
        name = view.items[chance.choice(members(always))].name
        said += [words.format(asked=name) for words in _ASKED]
    return chance.choice(said)


def _changed(view: View, items: int, mine: list[Sets], theirs: list[Sets], chance: Random) -> str:
    """Return a sentence for a new set: what came in since one's last message, and what is in the other side's."""
    said = list(_AGAIN if mine else _FIRST)
    added = items & ~reduce(or_, mine[-1]) if mine else 0
    shared = items & reduce(and_, theirs[-1]) if theirs else 0
    if met := added & shared:
        name = view.items[chance.choice(members(met))].name
        return chance.choice(_MET).format(met=name)
    if added:
        name = view.items[chance.choice(members(added))].name
        said += [words.format(added=name) for words in _ADDED]
    if shared:
        name = view.items[chance.choice(members(shared))].name
        said += [words.format(shared=name) for words in _SHARED]
    return chance.choice(said)


def agreeing(chance: Random) -> str:
    return chance.choice(_AGREED)


def parting(view: View, chance: Random) -> str:
    """Return a sentence for a message that proposes nothing and refuses what there is."""
    said = _PARTED if view.last else _NOTHING
    return chance.choice((*said, *_NO) if view.theirs else said)


_OPENINGS: Final = (
    "This is what I'd keep.",
    "Let me begin with this.",
    "Here's a set to start from.",
)
_SEVERAL: Final = (
    "Either of these is fine with me.",
    "I'd keep either of these.",
    "Have a look at these. I'd keep either.",
)
_FIRST: Final = ("I see what you'd keep. Here's mine.", "Thanks. Here's my first set.")
_AGAIN: Final = ("How about this?", "Then let's try this one.", "I've changed my set. Have a look.")
_ADDED: Final = ("{added} wasn't in my last set.", "I've put {added} in this time.")
_SHARED: Final = ("{shared} is in your set and in mine.", "At least we agree on {shared}.")
_MET: Final = (
    "You had {met} in your set; now I have it, too.",
    "I've taken {met} from your set.",
    "{met} comes in, from your set.",
)
_BOTH_SAME: Final = (
    "You've proposed that before. Mine hasn't changed, either.",
    "You've sent that set before, and I've sent mine.",
    "We're both repeating ourselves. What could you change?",
)
_ASKED: Final = (
    "{asked} is in each of your last three sets. What would you drop for it?",
    "Your last three sets all have {asked}; mine doesn't.",
)
_REFUSED: Final = (
    "I know you refused it. I'm proposing it again.",
    "I'm coming back to this one.",
    "You've refused it, but tell me what you'd change.",
)
_EARLIER: Final = (
    "I've proposed this one before.",
    "You know this one from me.",
    "This is one of my earlier proposals.",
)
_SAME: Final = (
    "My proposal hasn't changed.",
    "It's the same set as last time.",
    "Have another look at my proposal.",
)
_AGREED: Final = ("Agreed.", "That works for me.", "Fine, let's keep these.")
_NO: Final = ("I don't agree to that.",)
_PARTED: Final = ("Then we part without a deal.", "No deal, then.")
_NOTHING: Final = ("I have no set to propose.", "Nothing to propose from me.")
