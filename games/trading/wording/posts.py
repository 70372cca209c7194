"""Posts in the seed's look, and the rules."""

from typing import Final

from games.core.display_names import does, label, subject, who, whose
from games.core.messages import next_is
from games.core.post import Block, Bold, Gap, Item, Mono, Post, Quote, Voice, item, line
from games.trading.config import RETRIES, SEATS
from games.trading.domain import BASE, covers, gain, listed, pairs, written
from games.trading.rules import Terms
from games.trading.view import Answered, Dealt, Ended, Opened, Sent, Swapped, View, Weighed
from games.trading.wording.endings import end_blocks
from games.trading.wording.phrases import Told, data_of, rates, signed, spoken, swap

EXAMPLE = "[Offer: 3 Sheep -> 1 Ore]"
_BINDS = {
    "seed": "A tag in brackets counts anywhere: 'I will not [Accept] this' accepts. Tags in lines after > don't count.",
    "plain": "Words without a move use up a message, so you're asked first. [Say] before them sends them at once.",
}


def status(view: View, voice: Voice) -> Post:
    """Return the status, as a box of at most 30 columns or in plain words."""
    if view.close is not None and view.cards is not None:
        blocks = end_blocks(Ended(view.close, view.cards, len(view.history)), view, voice)
        return Post(tuple(blocks), slot="status")
    blocks = [line(Bold(_turn_line(view, voice)))]
    if view.offer is not None:
        maker = SEATS[1 - view.mover]
        blocks.append(line(f"On the table: {who(maker, voice)} would give {swap(view.offer)}."))
        blocks += _at_stake(view, voice)
    else:
        blocks.append(line("On the table: no offer."))
    blocks += _own(view, voice)
    return Post(tuple(blocks), slot="status", data=data_of(view))


def sheet(view: View, voice: Voice) -> Post:
    return Post((*_own(view, voice), *_at_stake(view, voice)) or (line("There is nothing that only you know."),))


def explain(view: View, voice: Voice) -> Post:
    return Post((line(Bold("Trading")), *_rules(view.terms), *_grammar(view.terms)))


# --- parts ------------------------------------------------------------------------------------------------------------


def _dealt(fact: Dealt, view: View, voice: Voice) -> list[Block]:
    how = {
        "drawn": f"Everybody's values lie within 20 % of {rates(BASE)}.",
        "clamped": f"Everybody's values lie within 20 % of {rates(BASE)}, and from 5 to 40.",
        "given": "The other side has values of its own.",
    }[view.terms.values]
    return [
        line(f"You own {listed(fact.holdings)}."),
        line(f"Each is worth to you: {rates(fact.values)}. Only you see this. {how}"),
    ]


def _opened(fact: Opened, view: View, voice: Voice) -> list[Block]:
    return [*_rules(fact.terms), Gap(), *following(view, voice, opening=True)]


def _rules(terms: Terms) -> list[Block]:
    half, odd = divmod(terms.max_turns, 2)
    each = "whoever starts has one more" if odd else f"{half} each"
    if terms.cooperative:
        aim = "You score what you gain: your goods at the end minus your goods at the start, at your own values."
    else:
        aim = "Whoever gains more wins: goods at the end minus goods at the start, each at their own values."
    words = [item(text) for text in spoken(terms)] if terms.reading == "plain" else _tags(terms)
    return [
        item(f"{terms.max_turns} messages in all, {each}, in turn. Each may hold words, an answer and an offer."),
        *words,
        item(aim),
        *([item("Both see what the other owns.")] if terms.open_inventory else []),
    ]


def _tags(terms: Terms) -> list[Item]:
    answer = "must be answered" if terms.strict_response else "that is not accepted in the next message lapses"
    return [
        item(f"{EXAMPLE} proposes a swap: what you give -> what you get. An offer {answer}."),
        item("[Accept] takes the offer, [Deny] turns it down. Words round the brackets are read by the other side."),
    ]


def _grammar(terms: Terms) -> list[Item]:
    retries = RETRIES[terms.penalty]
    free = f"{retries} faulty messages in a turn cost nothing; one more" if retries else "A faulty offer or acceptance"
    pays = "you lose the game" if terms.penalty == "seed_strict" else "it is void"
    void = f"If you accept an offer that you cannot pay, {pays}."
    return [
        item(f"Resources: {', '.join(name for name, _ in pairs(BASE))}. Whole numbers, joined by a comma or 'and'."),
        item("Both sides of an offer name something, and no resource may be on both. You can give what you own."),
        item("One message may answer and offer: [Deny] Too dear. [Offer: 2 Wood -> 5 Wheat]"),
        item(_BINDS[terms.reading]),
        item(f"{void}"),
        item(f"{free} {'passes your turn' if terms.penalty == 'casual' else 'loses the game'}."),
        item("An offer in the last message cannot be answered any more."),
    ]


def _answered(fact: Answered, view: View, voice: Voice) -> list[Block]:
    seat, maker, offer = fact.seat, SEATS[1 - SEATS.index(fact.seat)], fact.offer
    if fact.answer == "denied" and seat == voice.you and voice.facing_ai:
        return []
    named = f"{whose(maker, voice)} offer ({swap(offer)})"
    match fact.answer:
        case "accepted":
            head = line(Bold(f"{does(seat, voice, 'accept')} {whose(maker, voice)} offer."))
            gave = f"{subject(maker, voice)} gave {listed(offer.give)} and got {listed(offer.get)}."
            return [head] if view.me >= 0 else [head, line(gave)]
        case "denied":
            return [line(f"{does(seat, voice, 'deny', 'denies')} {named}.")]
        case "void":
            return [line(f"{does(seat, voice, 'accept')} but cannot pay {listed(offer.get)}: {named} is void.")]
        case _:
            return [line(f"{subject(seat, voice)} didn't answer {named}, so it has lapsed.")]


def _sent(fact: Sent, view: View, voice: Voice) -> list[Block]:
    """Return the message itself. A player facing an AI needs no echo of their own words."""
    of = view.terms.max_turns
    if fact.passed:
        faulty = does(fact.seat, voice, "send")
        return [line(f"{faulty} too many faulty messages, so message {fact.number} of {of} passes.")]
    if fact.seat == voice.you:
        if voice.facing_ai:
            return []
        return [line(f"You offer {swap(fact.offer)}." if fact.offer else f"Message {fact.number} of {of} is sent.")]
    said = " ".join(filter(None, (fact.words, written(fact.offer) if fact.offer else "")))
    return [Quote(label(fact.seat, voice), said, fact.seat)] if said else []


def _swapped(fact: Swapped, view: View, voice: Voice) -> list[Block]:
    worth = f"{signed(fact.gain)} to you, {signed(fact.total)} so far"
    return [line(f"You gave {listed(fact.gave)} and got {listed(fact.got)}: {worth}.")]


def _weighed(fact: Weighed, view: View, voice: Voice) -> list[Block]:
    if fact.pays:
        get, give = listed(fact.offer.give), listed(fact.offer.get)
        return [line(f"You would get {get} and give {give}: to you this is {signed(fact.gain)}.")]
    void = "would lose you the game" if view.terms.penalty == "seed_strict" else "would only make it void"
    return [line(f"You do not own {listed(fact.offer.get)}, so accepting {void}.")]


def following(view: View, voice: Voice, opening: bool = False) -> list[Block]:
    said = _turn_line(view, voice)
    if view.my_turn and view.holdings is not None and not opening:
        said += f" You own {listed(view.holdings)}; gain so far {signed(view.gained)}."
    if SEATS[view.mover] == voice.you and opening:
        said += f" Make an offer, or type {EXAMPLE}."
    blocks: list[Block] = [line(said)]
    if view.last and SEATS[view.mover] == voice.you:
        blocks.append(line("It is the last one: a new offer could not be answered."))
    return blocks


def _turn_line(view: View, voice: Voice) -> str:
    return next_is(view.number, view.terms.max_turns, SEATS[view.mover], voice)


def _own(view: View, voice: Voice) -> list[Block]:
    blocks: list[Block] = []
    if view.holdings is not None and view.values is not None:
        rows = list(zip(pairs(view.holdings), pairs(view.values), strict=True))
        if voice.plain:
            blocks.append(line(f"You own {listed(view.holdings)}."))
            blocks.append(line(f"Each is worth to you: {rates(view.values)}."))
        else:
            head = f"{'':<6}{'you own':>10}{'worth':>9}"
            box = [head, *(f"{name:<6}{number:>10}{value:>9}" for (name, number), (_, value) in rows)]
            blocks.append(Mono("\n".join(box)))
        blocks.append(line(f"Gain so far: {signed(view.gained)}."))
    if view.shown is not None:
        others = [k for k in (0, 1) if k != view.me]
        blocks += [line(f"{does(SEATS[k], voice, 'own')} {listed(view.shown[k])}.") for k in others]
    return blocks


def _at_stake(view: View, voice: Voice) -> list[Block]:
    """Return the effects of the standing offer on the seat that may accept it."""
    if view.offer is None or not view.my_turn or view.values is None or view.holdings is None:
        return []
    value, pays = -gain(view.offer, view.values), covers(view.holdings, view.offer.get)
    return _weighed(Weighed(view.who, view.offer, value, pays), view, voice)


TOLD: Final[Told] = {
    Dealt: _dealt,
    Opened: _opened,
    Answered: _answered,
    Sent: _sent,
    Swapped: _swapped,
    Weighed: _weighed,
    Ended: end_blocks,
}
"""The parts of the post that tells what happened, by fact."""
