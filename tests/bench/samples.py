"""Typical texts of people in each game, for the measurements: varied, and read as moves.

A sample makes the text of the seat whose turn it is from that seat's view and the number of the turn, so it also fits
games whose offers depend on what was dealt. A game without a sample is not measured.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec.structs import astuple

from games.trading.domain import RESOURCES

Sample = Callable[[Random, Any, int], str]

OFFERS = (
    "{}",
    "${}",
    "{} dollars",
    "How about {}?",
    "how about ${}, we'd both do fine with that",
    "I'd go to {}.",
    "No, {}",
    "my offer is ${}",
    "Let's say {} and be done with it",
    "hmm… {}?",
    "I could do {}, not a cent more :)",
    "That is too much for me. {}!",
)
ACCEPTANCES = ("accept", "I accept", "Deal!", "yes", "Yes please", "deal")


def _offer(chance: Random, low: int, high: int) -> str:
    """An offer of a price between two, in cents."""
    price = chance.randint(low, high)
    return chance.choice(OFFERS).format(f"{price // 100}.{price % 100:02d}")


def bargaining(chance: Random, view: Any, turn: int) -> str:
    """Both seats: six offers at any price, then an acceptance."""
    return chance.choice(ACCEPTANCES) if turn == 6 else _offer(chance, 0, 10_000)


def bargaining_buyer(chance: Random, view: Any, turn: int) -> str:
    """A buyer against an AI: offers that no seller accepts, so that every game has all its rounds."""
    return _offer(chance, 0, 2_500)


PROPOSALS = (
    "[Offer: {give} -> {get}]",
    "Sheep I have plenty of. [Offer: {give} -> {get}]",
    "[Offer: I give {give} -> {get}] would that suit you?",
)
ANSWERS = ("{}", "[Deny]. But how about this? {}", "hm, not quite\n[Deny] {}")


def trading(chance: Random, view: Any, turn: int) -> str:
    """Both seats: offers of what one owns for whatever the other may have."""
    own = [(name, held) for name, held in zip(RESOURCES, astuple(view.holdings), strict=True) if held]
    given = chance.sample(own, min(len(own), chance.randint(1, 2)))
    give = ", ".join(f"{chance.randint(1, held)} {name}" for name, held in given)
    taken = {name for name, _ in given}
    get = f"{chance.randint(1, 6)} {chance.choice([name for name in RESOURCES if name not in taken])}"
    proposal = chance.choice(PROPOSALS).format(give=give, get=get)
    return chance.choice(ANSWERS).format(proposal) if view.offer else proposal


SETS = (
    "PROPOSAL: {{{set}}}",
    "Light and good, I would say. PROPOSAL: {{{set}}}",
    "STRATEGIC REASONING: {{'we will see'}}\nARGUMENT: {{'This would suit us both.'}}\nPROPOSAL: {{{set}}}",
    "propose {set}",
)


def balloon(chance: Random, view: Any, turn: int) -> str:
    """Both seats: sets that fit, in the published protocol and in short."""
    room, names = view.limit, []
    for item in chance.sample(view.items, chance.randint(1, len(view.items))):
        if item.effort <= room:
            names.append(item.name)
            room -= item.effort
    form = chance.choice(SETS)
    return form.format(set=", ".join(names if form.startswith("propose") else map(repr, names)))


TABLES: Mapping[str, Sample] = {"bargaining": bargaining, "trading": trading, "balloon": balloon}
"""Everybody at the table speaks, straight on the rules."""
PEOPLE: Mapping[str, Sample] = {"bargaining": bargaining_buyer, "trading": trading}
"""The first seat speaks, through the session manager, and the others are played."""
