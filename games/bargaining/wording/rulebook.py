"""The rules as one reader should know them. Secrets of the other side cannot appear, because the reader's view lacks
them.
"""

from games.bargaining.analysis.outcome import examples
from games.bargaining.rules import BUYER, SELLER, Told, other
from games.bargaining.view import View
from games.bargaining.wording.speech import Speech
from games.core.contract import Seat
from games.core.phrases import counted
from games.core.post import Block, Bold, Line, Post, Voice, item, line
from games.core.settings import dollars

_MOST_LISTED = 6


def explain(view: View, voice: Voice) -> Post:
    return Post(full(Speech(view, voice)))


def sheet(view: View, voice: Voice) -> Post:
    """Return the numbers as this reader knows them, without the course of the game."""
    speech = Speech(view, voice)
    return Post((_roles(speech), *map(item, _numbers(speech)))) if speech.you else explain(view, voice)


def bare(view: View, voice: Voice) -> Post:
    """Return the rules without examples. An example names prices, and whoever reads it starts from them."""
    return Post(_rules(Speech(view, voice)))


def full(speech: Speech) -> tuple[Block, ...]:
    shown = _examples(speech)
    return (*_rules(speech), *((line("For example:"),) if shown else ()), *map(item, shown))


def _rules(speech: Speech) -> tuple[Block, ...]:
    first, second = (_share(speech, seat) for seat in speech.ordered)
    payoffs = (f"If there is a deal, {first}, and {second}.", _no_deal(speech))
    return (_roles(speech), *map(item, (*_numbers(speech), *_course(speech), *_talk(speech), *payoffs)))


def short(speech: Speech) -> tuple[Block, ...]:
    """Return the rules in five short lines, with the offer that stands as their example. A rematch needs only the roles
    and the numbers.
    """
    terms = speech.terms
    first, second = _briefly(speech)
    if speech.voice.again:
        return (_who(speech), line(first), line(second))
    span = f"from {dollars(terms.lowest)} to {dollars(terms.highest)}"
    turns = f"offers in turn, {span}" if terms.rounds > 1 else f"one offer, {span}"
    course = f"{counted(terms.rounds, 'round')}: {turns}. {speech.does(terms.order[0], 'start')}."
    lines = (first, second, " ".join((course, *_talk(speech))), f"{_example_of(speech)} {_nothing(speech)}".strip())
    return (_who(speech), *map(line, lines))


def own_earnings(speech: Speech, price: int) -> str:
    """Return the reader's earnings at a price, if the reader is a seat and its number may be said here."""
    view = speech.view
    if speech.you == BUYER and view.buyer_value is not None:
        return f"At {dollars(price)} you earn {dollars(view.buyer_value - price)}."
    if speech.you == SELLER and view.seller_cost is not None:
        return f"At {dollars(price)} you earn {dollars(price - view.seller_cost)}."
    return ""


def _who(speech: Speech) -> Line:
    if speech.you is None:
        buyer, seller = map(speech.person, (BUYER, SELLER))
        named = line(f"{buyer} is the ", Bold(BUYER), f", {seller} is the ", Bold(SELLER), ".")
        return named if buyer and seller else _roles(speech)
    rival = other(speech.you)
    name = "the other player" if speech.name(rival) == f"the {rival}" else speech.name(rival)
    return line("You're the ", Bold(speech.you), f", {name} is the ", Bold(rival), ".")


def _briefly(speech: Speech) -> tuple[str, str]:
    """Return the two numbers as far as this reader may know them."""
    first, second, *both = _numbers(speech)
    if not both or speech.you is None:
        return first, " ".join((second, *both))
    own = own_number(speech) or first
    return own, f"{_of_other(speech, speech.ordered[1])} You both know both numbers."


def _example_of(speech: Speech) -> str:
    """Return both earnings at the standing price, as far as the reader knows them; before any offer, how they are
    counted.
    """
    view, offer = speech.view, speech.view.standing
    if offer is None:
        return f"{_share(speech, speech.ordered[0]).capitalize()}." if speech.you else ""
    mine = own_earnings(speech, offer.price)
    if not mine or view.buyer_value is None or view.seller_cost is None:
        return mine
    theirs = offer.price - view.seller_cost if speech.you == BUYER else view.buyer_value - offer.price
    return f"{mine.removesuffix('.')}, and {speech.name(speech.ordered[1])} {dollars(theirs)}."


def _nothing(speech: Speech) -> str:
    """Return the sentence about an end without a deal."""
    if not speech.terms.keeps:
        return "No deal: both earn $0.00."
    keeps = "you keep" if speech.you == SELLER else "the seller keeps"
    return f"No deal: {keeps} the {speech.terms.item}."


def private(speech: Speech, seat: Seat, amount: int, outside_option: int) -> tuple[Block, ...]:
    """Return a seat's own number, for a place that only this seat reads."""
    own = _own_value(speech, amount) if seat == BUYER else _own_cost(speech, amount, outside_option)
    return (line("Only you see this."), item(f"{own} {_disclosed(speech, seat)}"), item(_of_other(speech, other(seat))))


def _roles(speech: Speech) -> Line:
    thing = speech.terms.item
    over = f"over the price of {'an' if thing[0] in 'aeiou' else 'a'} {thing}"
    if speech.you is None:
        return line("A ", Bold(BUYER), " and a ", Bold(SELLER), f" bargain {over}.")
    them = "the AI" if speech.facing_ai else "the other player"
    theirs = Bold(other(speech.you))
    return line("You are the ", Bold(speech.you), f", {them} is the ", theirs, f". You bargain {over}.")


# --- who knows what ---------------------------------------------------------------------------------------------------


def _numbers(speech: Speech) -> tuple[str, ...]:
    """Return this reader's knowledge of the item's worth to each side, and of the other side's knowledge."""
    first, second = speech.ordered
    mine = _of_own(speech, first) if speech.you else _of_other(speech, first)
    open_cards = speech.terms.value.how == speech.terms.cost.how == "exact"
    return mine, _of_other(speech, second), *(("Both sides know both numbers.",) if open_cards else ())


def _of_own(speech: Speech, seat: Seat) -> str:
    private = f"What the {speech.terms.item} is worth to you is private: only you are told."
    return f"{own_number(speech) or private} {_disclosed(speech, seat)}"


def own_number(speech: Speech) -> str:
    """Return the item's worth to the reader, if the reader is addressed as a seat and sees that seat's number."""
    view = speech.view
    if speech.you == BUYER and view.buyer_value is not None:
        return _own_value(speech, view.buyer_value)
    if speech.you == SELLER and view.seller_cost is not None:
        return _own_cost(speech, view.seller_cost, view.outside_option or 0)
    return ""


def _own_value(speech: Speech, value: int) -> str:
    return f"The {speech.terms.item} is worth {dollars(value)} to you."


def _own_cost(speech: Speech, cost: int, outside_option: int) -> str:
    thing = speech.terms.item
    if not speech.terms.keeps:
        return f"The {thing} costs you {dollars(cost)} if you sell it."
    kept = f"The {thing} is worth {dollars(outside_option)} to you if you keep it"
    return f"{kept}." if speech.terms.costless else f"{kept}, and costs you {dollars(cost)} if you sell it."


def _disclosed(speech: Speech, seat: Seat) -> str:
    """Return the other side's knowledge of this reader's number."""
    told = _told(speech, seat)
    them = f"The {other(seat)}"
    match told.how:
        case "exact":
            return f"{them} knows this number exactly."
        case "range":
            return f"{them} has been told only that it is {_span(told)}."
        case "claimed":
            return f"{them} is told that you say it is {_span(told)}; nobody checks that."
        case "none":
            return f"{them} does not know this number."


def _of_other(speech: Speech, seat: Seat) -> str:
    """Return this reader's knowledge of another seat's number; the seller's is its reservation price."""
    view, thing, told = speech.view, speech.terms.item, _told(speech, seat)
    number = view.buyer_value if seat == BUYER else view.reservation
    knower = speech.role(other(seat))
    ignorant = f"{knower} {'do' if knower == 'you' else 'does'} not know"
    costs = seat == SELLER and not speech.terms.keeps
    if told.how == "claimed":
        said = f"costs {_span(told)}" if costs else f"is worth {_span(told)} to the {seat}"
        return f"The {seat} says that the {thing} {said}; nobody has checked that."
    if told.how == "range":
        what = "which" if told.step else "the exact amount"
        return f"{_sentence(thing, seat, costs, _span(told))}; {ignorant} {what}."
    if told.how == "exact" and number is not None:
        return f"{_sentence(thing, seat, costs, 'exactly ' + dollars(number))}."
    what = f"what the {thing} costs the seller" if costs else f"what the {thing} is worth to the {seat}"
    return f"{ignorant[0].upper()}{ignorant[1:]} {what}."


def _sentence(thing: str, seat: Seat, costs: bool, amount: str) -> str:
    return f"The {thing} costs the seller {amount}" if costs else f"The {thing} is worth {amount} to the {seat}"


def _told(speech: Speech, seat: Seat) -> Told:
    return speech.terms.value if seat == BUYER else speech.terms.cost


def _span(told: Told) -> str:
    between = f"between {dollars(told.low)} and {dollars(told.high)}"
    if not told.step:
        return between
    *most, last = map(dollars, range(told.low, told.high + 1, told.step))
    if not most:
        return last
    return f"{', '.join(most)} or {last}" if len(most) < _MOST_LISTED else f"{between} in steps of {dollars(told.step)}"


# --- how it goes, and what one earns ----------------------------------------------------------------------------------


def _course(speech: Speech) -> tuple[str, ...]:
    terms = speech.terms
    first, second = map(speech.name, terms.order)
    prices = f"Prices go from {dollars(terms.lowest)} to {dollars(terms.highest)}."
    if terms.rounds == 1:
        answer = "accept or reject" if second == "you" else "accepts or rejects"
        return (f"{speech.does(terms.order[0], 'make')} one offer, which {second} {answer}.", prices)
    more, fewer = (terms.rounds + 1) // 2, terms.rounds // 2
    answers = f"Each round {'you accept the offer or make' if speech.you else 'one accepts the offer or makes'}"
    each = f"{more} offers each" if more == fewer else f"{counted(more, 'offer')} by {first}, {fewer} by {second}"
    return (
        f"Offers alternate: {first} first, then {second}, and so on. At most {terms.rounds} rounds: {each}.",
        prices,
        f"{answers} a counteroffer. The last offer can only be accepted or rejected.",
    )


def _talk(speech: Speech) -> tuple[str, ...]:
    talkers = speech.terms.talkers
    if not talkers:
        return ()
    if len(talkers) == 2:
        return ("Words beside a price are passed on. Only the price counts.",)
    (talker,) = talkers
    mine = "Your" if talker == speech.you else f"The {talker}'s"
    theirs = "Yours" if other(talker) == speech.you else f"The {other(talker)}'s"
    return (f"{mine} words beside a price are passed on; only the price counts. {theirs} are not.",)


def _share(speech: Speech, seat: Seat) -> str:
    """Return a seat's earnings from a deal, with its number if the reader sees it."""
    view = speech.view
    earns = "you earn" if seat == speech.you else f"the {seat} earns"
    its = "your" if seat == speech.you else "its"
    if seat == BUYER:
        value = f"{its} value" if view.buyer_value is None else dollars(view.buyer_value)
        return f"{earns} {value} minus the price"
    if speech.terms.costless:
        return f"{earns} the price"
    cost = f"{its} cost" if view.seller_cost is None else dollars(view.seller_cost)
    return f"{earns} the price minus {cost}"


def _no_deal(speech: Speech) -> str:
    terms, kept = speech.terms, speech.view.outside_option
    without = f"If there is no deal after {counted(terms.rounds, 'round')}"
    if not terms.keeps:
        return f"{without}, {'both of you earn' if speech.you else 'both earn'} $0.00."
    keeps = f"{'you keep' if speech.you == SELLER else 'the seller keeps'} the {terms.item}"
    worth = f" and {'earn' if speech.you == SELLER else 'earns'} {dollars(kept)}" if kept is not None else ""
    nothing = "you earn" if speech.you == BUYER else "the buyer earns"
    return f"{without}, {nothing} $0.00 and {keeps}{worth}."


# --- examples ---------------------------------------------------------------------------------------------------------


def _examples(speech: Speech) -> tuple[str, ...]:
    """Return the earnings at some prices if the reader sees both numbers; else they could reveal a secret."""
    value, cost, floor = speech.view.buyer_value, speech.view.seller_cost, speech.view.reservation
    if value is None or cost is None or floor is None:
        return ()
    return tuple(_example(speech, price, value - price, price - cost) for price in examples(floor, value))


def _example(speech: Speech, price: int, buyer: int, seller: int) -> str:
    earned = {BUYER: dollars(buyer), SELLER: dollars(seller)}
    parts = (f"{'you earn' if s == speech.you else f'the {s} earns'} {earned[s]}" for s in speech.ordered)
    even = buyer == seller and not speech.terms.keeps
    return f"At {dollars(price)} {', and '.join(parts)}{' (an even split)' if even else ''}."
