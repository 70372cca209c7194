"""Posts in the look of chats: few short lines, boxes of at most 32 columns, and what each offer means to the reader."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import astuple, replace

from games.core.display_names import could_gain, does, label, subject, who, whose
from games.core.messages import broken_off, next_is, own_first
from games.core.post import Block, Bold, Gap, Mono, Post, Quote, Table, Voice, item, line
from games.trading.analysis.summary import summary
from games.trading.config import SEATS
from games.trading.domain import RESOURCES, Offer, covers, gain, listed
from games.trading.view import Answered, Cards, Dealt, Ended, Fact, Opened, Sent, Swapped, View, Weighed
from games.trading.wording.phrases import Told, data_of, signed


def status(view: View, voice: Voice) -> Post:
    if view.close is not None and view.cards is not None:
        ended = Ended(view.close, view.cards, len(view.history))
        return Post(tuple(_end(ended, view, voice)), slot="status")
    blocks: list[Block] = [line(Bold(_turn(view, voice)))]
    if view.offer is None:
        blocks.append(line("No offer is on the table."))
    else:
        blocks.append(line(_offers(SEATS[1 - view.mover], view.offer, voice)))
        blocks += _at_stake(view, voice)
    return Post((*blocks, *_own(view, voice)), slot="status", data=data_of(view))


def sheet(view: View, voice: Voice) -> Post:
    return Post((*_own(view, voice), *_at_stake(view, voice)))


# --- parts ------------------------------------------------------------------------------------------------------------


def _nothing(fact: Fact, view: View, voice: Voice) -> list[Block]:
    """Say nothing of the deal: the opening shows it."""
    return []


def _opened(fact: Opened, view: View, voice: Voice) -> list[Block]:
    terms = fact.terms
    most = terms.max_turns
    half, odd = divmod(most, 2)
    each = "whoever starts has one more" if odd else f"{half} each"
    blocks: list[Block] = []
    if not voice.again:
        aim = "You score what you gain" if terms.cooperative else "Whoever gains more wins"
        blocks.append(line(f"Swap goods that you two value differently. {aim}, each at their own values."))
    if view.holdings is not None:
        blocks += _goods(view, voice)
        if not voice.again:
            blocks.append(line("Only you see what they're worth to you."))
    if not voice.again:
        blocks.append(line(f"There are {most} messages, {each}. An offer stands until the next message."))
        if terms.open_inventory:
            blocks.append(line("Both of you see what the other owns."))
    return [*blocks, *following(view, voice, opening=True)]


def _goods(view: View, voice: Voice) -> list[Block]:
    if view.holdings is None or view.values is None:
        return []
    rows = list(zip(RESOURCES, astuple(view.holdings), astuple(view.values), strict=True))
    if voice.plain:
        return [line(f"You own {', '.join(f'{number} {name} ({value} each)' for name, number, value in rows)}.")]
    box = [f"{'':<6}{'you own':>9}{'worth each':>12}"]
    box += [f"{name:<6}{number:>9}{value:>12}" for name, number, value in rows]
    cells = tuple((name, str(number), str(value)) for name, number, value in rows)
    return [Mono("\n".join(box), cells=Table(("", "you own", "worth each"), cells))]


def _own(view: View, voice: Voice) -> list[Block]:
    blocks = _goods(view, voice)
    if view.holdings is not None:
        blocks.append(line(f"Gain so far: {signed(view.gained)}."))
    if view.shown is not None:
        others = [k for k in (0, 1) if k != view.me]
        blocks += [line(f"{does(SEATS[k], voice, 'own')} {listed(view.shown[k])}.") for k in others]
    return blocks


def _offers(maker: str, offer: Offer, voice: Voice) -> str:
    """Return the goods that each side hands over, from the reader's side if they have one."""
    give, get = listed(offer.give), listed(offer.get)
    if maker == voice.you:
        return f"Your offer: you give {give}, you get {get}."
    if voice.you in SEATS:
        return f"{does(maker, voice, 'offer')}: you get {give}, you give {get}."
    return f"{does(maker, voice, 'offer')} {give} for {get}."


def _answered(fact: Answered, view: View, voice: Voice) -> list[Block]:
    seat, maker, offer = fact.seat, SEATS[1 - SEATS.index(fact.seat)], fact.offer
    swap = f"{listed(offer.give)} for {listed(offer.get)}"
    named = f"{whose(maker, voice)} offer ({swap})"
    match fact.answer:
        case "accepted":
            head = line(Bold(f"{does(seat, voice, 'accept')} {whose(maker, voice)} offer."))
            gave = f"{subject(maker, voice)} gave {listed(offer.give)} and got {listed(offer.get)}."
            return [head] if view.me >= 0 else [head, line(gave)]
        case "denied" if seat == voice.you and voice.facing_ai:
            return []
        case "denied":
            return [line(f"{does(seat, voice, 'turn', 'turns')} down {named}.")]
        case "void":
            return [line(f"{does(seat, voice, 'accept')} but can't pay {listed(offer.get)}: {named} is void.")]
        case _:
            return [line(f"{subject(seat, voice)} didn't answer {named}, so it has lapsed.")]


def _sent(fact: Sent, view: View, voice: Voice) -> list[Block]:
    """Return the message itself: the words as words, the offer as what it means."""
    if fact.passed:
        faulty = f"{does(fact.seat, voice, 'send')} too many faulty messages"
        return [line(f"{faulty}, so message {fact.number} of {view.terms.max_turns} passes.")]
    blocks: list[Block] = []
    if fact.words and fact.seat != voice.you:
        blocks.append(Quote(label(fact.seat, voice), fact.words, fact.seat))
    if fact.offer is not None:
        offers = _offers(fact.seat, fact.offer, voice)
        blocks.append(line(offers if fact.seat == voice.you else Bold(offers)))
    elif fact.seat == voice.you and not voice.facing_ai:
        blocks.append(line(f"Message {fact.number} of {view.terms.max_turns} is sent."))
    return blocks


def _swapped(fact: Swapped, view: View, voice: Voice) -> list[Block]:
    worth = f"to you {signed(fact.gain)}, so far {signed(fact.total)}"
    return [line(f"You gave {listed(fact.gave)} and got {listed(fact.got)}: {worth}.")]


def _weighed(fact: Weighed, view: View, voice: Voice) -> list[Block]:
    if fact.pays:
        return [line(f"To you this is {signed(fact.gain)}.")]
    void = "would lose you the game" if view.terms.penalty == "seed_strict" else "would only make it void"
    return [line(f"You don't own {listed(fact.offer.get)}, so accepting {void}.")]


def _at_stake(view: View, voice: Voice) -> list[Block]:
    if view.offer is None or not view.my_turn or view.values is None or view.holdings is None:
        return []
    value, pays = -gain(view.offer, view.values), covers(view.holdings, view.offer.get)
    return _weighed(Weighed(view.who, view.offer, value, pays), view, voice)


def _turn(view: View, voice: Voice) -> str:
    return next_is(view.number, view.terms.max_turns, SEATS[view.mover], voice)


def following(view: View, voice: Voice, opening: bool = False) -> list[Block]:
    mine = view.my_turn and view.holdings is not None
    blocks: list[Block] = []
    if mine and not opening and view.holdings is not None:
        blocks.append(line(f"You own {listed(view.holdings)}. Gain so far: {signed(view.gained)}."))
    said = _turn(view, voice)
    if mine and opening:
        how = "Say what you'd swap, such as: 3 sheep for 1 ore."
        said += f" {how if view.terms.reading == 'plain' else 'Type [Offer: 3 Sheep -> 1 Ore], or fill in the form.'}"
    if view.last and SEATS[view.mover] == voice.you:
        said += " It's the last message, so nobody could answer a new offer."
    return [*blocks, line(said)]


# --- the end ----------------------------------------------------------------------------------------------------------


def _end(fact: Ended, view: View, voice: Voice) -> list[Block]:
    blocks: list[Block] = []
    if view.history and view.history[-1].offer is not None and fact.close.why == "messages":
        blocks.append(line("Nobody can answer the last offer any more."))
    blocks.append(line(Bold(_headline(fact, view, voice))))
    order = own_first(SEATS, voice)
    # Where nothing counts, more could have been gained than nothing.
    scored = replace(fact.cards, holdings=fact.cards.start) if fact.close.end == "abandoned" else fact.cards
    paid = scored.gains
    blocks.append(line(f"Final Earnings: {', '.join(f'{who(SEATS[k], voice)} {signed(paid[k])}' for k in order)}."))
    blocks += _deals(view, voice)
    blocks += [Gap(), *_table(fact.cards, voice)]
    found = summary(scored)
    if found.best and any(found.left):
        blocks.append(line(could_gain(SEATS, found.left, voice)))
    return blocks


def _headline(fact: Ended, view: View, voice: Voice) -> str:
    close = fact.close
    match close.why:
        case "left" | "clock" as why:
            return "GAME OVER: " + broken_off(close.by, why == "clock", voice).removeprefix("Game over: ")
        case "penalty":
            lost = f"GAME OVER: one faulty message too many by {who(close.by, voice)}."
            return f"{lost} {does(close.winner, voice, 'win')}." if close.winner else lost
    if view.terms.cooperative:
        return "GAME OVER."
    return f"GAME OVER: {_wins(close.winner, voice) if close.winner else 'a draw'}."


def _wins(winner: str, voice: Voice) -> str:
    return f"{who(winner, voice)} {'win' if winner == voice.you else 'wins'}"


def _deals(view: View, voice: Voice) -> Iterable[Block]:
    """Return a line for each swap that was made."""
    made = [
        (number, before.seat, before.offer)
        for number, (before, after) in enumerate(zip(view.history, view.history[1:], strict=False), 2)
        if after.answer == "accepted" and before.offer is not None
    ]
    if not made:
        return [line("No deal was made: nothing changed hands.")]
    return [item(f"Message {number}: {_exchange(maker, offer, voice)}") for number, maker, offer in made]


def _exchange(maker: str, offer: Offer, voice: Voice) -> str:
    """Return the goods that each side gave, the reader first."""
    if voice.you in SEATS and maker != voice.you:
        return f"you gave {listed(offer.get)} for {listed(offer.give)}."
    return f"{who(maker, voice)} gave {listed(offer.give)} for {listed(offer.get)}."


def _table(cards: Cards, voice: Voice) -> list[Block]:
    """Return both sides' goods at the end with their worth, in a box or in words."""
    order = own_first(SEATS, voice)
    columns = [(label(SEATS[k], voice), astuple(cards.holdings[k]), astuple(cards.values[k])) for k in order]
    if voice.plain:
        made = []
        for name, goods, values in columns:
            each = zip(RESOURCES, goods, values, strict=True)
            made.append(
                line(f"{name}: {', '.join(f'{number} {thing} ({value} each)' for thing, number, value in each)}.")
            )
        return list(made)
    (first, *mine), (second, *theirs) = columns
    box = [f"{'':<6}{first[:6]:>7}{'each':>6}{second[:6]:>7}{'each':>6}"]
    rows = list(zip(RESOURCES, *mine, *theirs, strict=True))
    box += [f"{name:<6}{own:>7}{worth:>6}{other:>7}{value:>6}" for name, own, worth, other, value in rows]
    cells = tuple((name, *map(str, numbers)) for name, *numbers in rows)
    return [Mono("\n".join(box), cells=Table(("", first, "each", second, "each"), cells))]


TOLD: Final[Told] = {
    Dealt: _nothing,
    Opened: _opened,
    Answered: _answered,
    Sent: _sent,
    Swapped: _swapped,
    Weighed: _weighed,
    Ended: _end,
}
"""The parts of the post that tells what happened, by fact."""
