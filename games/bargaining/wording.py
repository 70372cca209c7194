"""Posts of price bargaining, made from facts.

One person facing an AI reads posts in the format of the published study: nothing for their own offer, then the AI's
answer and both rounds in one post. Between people every offer is told at once. `Round N: … $X …` names offers and
nothing else. The compact style says the same in few sentences, for phones; the plain mode draws no boxes.
"""

from games.bargaining import boxes, rulebook
from games.bargaining.analysis import outcome
from games.bargaining.rules import BUYER, SELLER, Began, Ended, Fact, Made, Offered, Private, View
from games.bargaining.speech import Speech
from games.core.contract import IllegalMove, Seat, Unclear
from games.core.post import Ask, Block, Bold, Choice, Form, Gap, Number, Post, Voice, line, says
from games.core.settings import dollars

QUESTION = "Do you accept, or would you like to make a counteroffer?"
LAST_CHANCE = "This is your last chance to make an offer."
CLOSED = "The game is complete. You do not need to do anything else. Thank you for participating!"
FINAL_QUESTION = "This is the final offer. Do you accept it or reject it?"
_EXAMPLE = 4550
_INVALID = "That's not a valid response."


# --- facts ------------------------------------------------------------------------------------------------------------


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    """Return posts for facts of one step."""
    speech = Speech(view, voice)
    begins = any(isinstance(fact, Began) for fact in facts)
    posts: list[Post] = []
    for fact in facts:
        match fact:
            case Began():
                if not _opens_with_the_ai(speech):
                    posts.append(_asking(speech, (*_opening(speech), Gap(), *_prompt(speech, once=True))))
            case Private(seat, amount, outside_option):
                if not begins:
                    posts.append(Post(rulebook.private(speech, seat, amount, outside_option)))
            case Made(offer, rejected):
                posts.extend(_offer(speech, offer, rejected))
            case Ended():
                posts.append(_end(speech, fact))
    return tuple(posts)


def _opens_with_the_ai(speech: Speech) -> bool:
    """Return whether the rules wait for the AI's first offer, to share one post with it."""
    return speech.facing_ai and speech.terms.order[0] != speech.you


def _opening(speech: Speech) -> tuple[Block, ...]:
    return rulebook.short(speech) if speech.terms.compact else rulebook.full(speech)


def _offer(speech: Speech, offer: Offered, rejected: Offered | None) -> tuple[Post, ...]:
    if speech.facing_ai and offer.seat == speech.you:
        return ()
    lines: list[Block] = []
    if speech.facing_ai and rejected is None:
        lines += (*_opening(speech), Gap())
    if speech.facing_ai and rejected is not None:
        lines.append(line(f"{_named(speech, rejected)} The AI rejects."))
    lines.append(line(_named(speech, offer)))
    lines += speech.quote(offer.seat, offer.words)
    return (_asking(speech, (*lines, *_standing(speech, offer), *_prompt(speech, once=True))),)


def _named(speech: Speech, offer: Offered) -> str:
    """Return the line that names an offer."""
    verb = "offered"
    if offer.seat != speech.you and speech.facing_ai:
        verb = "offers" if offer.round == 1 else "counteroffers"
    return f"Round {offer.round}: {speech.begin(offer.seat)} {verb} {dollars(offer.price)}."


def _standing(speech: Speech, offer: Offered) -> tuple[Block, ...]:
    """Return the situation after an offer: the status box, or the price's meaning for the reader."""
    rounds = speech.terms.rounds
    if not speech.terms.compact:
        return (boxes.status(offer.round, rounds, offer.price, speech.label(offer.seat), speech.voice.plain),)
    return (line(f"{_pays(speech, offer.price)}Round {offer.round} of {rounds}."),)


def _pays(speech: Speech, price: int) -> str:
    view = speech.view
    if speech.you == BUYER and view.buyer_value is not None:
        return f"At {dollars(price)} you earn {dollars(view.buyer_value - price)}. "
    if speech.you == SELLER and view.seller_cost is not None:
        return f"At {dollars(price)} you earn {dollars(price - view.seller_cost)}. "
    return ""


def _prompt(speech: Speech, once: bool = False) -> tuple[Block, ...]:
    """Return the question to the seat on turn. `once`: warn that the next offer is the last."""
    view, terms = speech.view, speech.terms
    if view.ended:
        return ()
    mover = speech.begin(view.mover)
    if not speech.my_turn:
        thinks = "is thinking it over" if view.offers else "makes the first offer"
        return (line(f"{mover} {thinks}."),)
    last = (line(LAST_CHANCE),) if once and len(view.offers) + 1 == terms.rounds else ()
    if not view.offers:
        return (*last, line(f"What is your first offer? Name a price from {_span(speech)}."))
    return (*last, line(FINAL_QUESTION if view.last else QUESTION))


def _span(speech: Speech) -> str:
    return f"{dollars(speech.terms.lowest)} to {dollars(speech.terms.highest)}"


def _asking(speech: Speech, blocks: tuple[Block, ...]) -> Post:
    return Post(blocks, slot="status" if speech.terms.compact else "")


# --- the end ----------------------------------------------------------------------------------------------------------


def _end(speech: Speech, ended: Ended) -> Post:
    blocks: list[Block] = list(_last_words(speech, ended))
    totals = dict(zip((BUYER, SELLER), ended.earnings, strict=True))
    if speech.terms.compact:
        blocks += (line(*_earned(speech, totals)), line(_lesson(speech, ended)))
        return Post((line(Bold("GAME OVER")), *blocks), slot="status")
    rows = tuple((speech.label(seat), totals[seat]) for seat in speech.ordered())
    return Post((*blocks, *boxes.game_over(rows, speech.voice.plain)))


def _last_words(speech: Speech, ended: Ended) -> tuple[Block, ...]:
    """Return the outcome in short: the answered offer, if it has not been told yet, and the answer."""
    closing, offer = ended.closing, ended.offer
    seat, rounds = closing.seat, speech.terms.rounds
    told_now = speech.facing_ai and offer is not None and offer.seat == speech.you
    lines: list[Block] = []
    match closing.how:
        case "accepted" if offer:
            if told_now:
                lines.append(line(f"{_named(speech, offer)} {speech.does(seat, 'accept')}."))
            what = f"Deal at {dollars(offer.price)}" + (f" in round {offer.round}." if speech.terms.compact else ".")
            lines.append(line(what if told_now else f"{speech.does(seat, 'accept')}. {what}"))
        case "rejected" if offer:
            if told_now:
                lines.append(line(f"{_named(speech, offer)} {speech.does(seat, 'reject')}."))
            what = f"No deal after {rounds} round{'s' if rounds > 1 else ''}."
            lines.append(line(what if told_now else f"{speech.does(seat, 'reject')}. {what}"))
        case how:
            if told_now and offer:
                lines.append(line(_named(speech, offer)))
            what = "left the game" if how == "left" else "did not answer in time"
            lines.append(line(f"{speech.begin(seat)} {what}. No deal."))
    return (*lines, *speech.quote(seat, closing.words))


def _earned(speech: Speech, totals: dict[Seat, int]) -> tuple[str | Bold, ...]:
    first, second = speech.ordered()
    earn = "earn" if first == speech.you else "earns"
    mine, theirs = Bold(dollars(totals[first])), dollars(totals[second])
    return (f"{speech.begin(first)} {earn} ", mine, f", {speech.name(second)} {theirs}.")


def _lesson(speech: Speech, ended: Ended) -> str:
    """Return one sentence to learn from: the share of the surplus, and the right to the last offer."""
    found = outcome(speech.terms, ended)
    if found.zone <= 0:
        return "There was no price that pays both sides."
    zone = dollars(found.zone)
    if found.shares is None:
        return f"There were {zone} to share, and nobody got any of it."
    first, _ = speech.ordered()
    share = found.shares[0 if first == BUYER else 1]
    if not 0 <= share <= 1:
        return f"That price pays only one side; there were {zone} to share."
    whose = "yours" if found.last == speech.you else f"that of {speech.name(found.last)}"
    last = f"In theory the last offer ({whose}, in round {speech.terms.rounds}) is worth all of it."
    return f"{speech.begin(first)} took {round(100 * share)} % of the {zone} on the table. {last}"


# --- on request -------------------------------------------------------------------------------------------------------


def status(view: View, voice: Voice) -> Post:
    """Return the status, with the reader's own number."""
    speech = Speech(view, voice)
    if view.ended:
        return _end(speech, view.ended)
    offer = view.standing
    if offer is None:
        stands: tuple[Block, ...] = (line(f"No offer has been made yet. There can be {speech.terms.rounds}."),)
    else:
        stands = (line(_named(speech, offer)), *_standing(speech, offer))
    number = rulebook.own_number(speech)
    return _asking(speech, (*stands, *((line(number),) if number else ()), *_prompt(speech)))


def asks(view: View) -> tuple[Ask, ...]:
    """Return the buttons of the seat on turn."""
    if view.ended or view.who != view.mover:
        return ()
    terms, offer = view.terms, view.standing
    low, high = (dollars(price)[1:].removesuffix(".00") for price in (terms.lowest, terms.highest))
    price = Number("price", f"Your price ({low} to {high})", terms.lowest, terms.highest, scale=100, unit="$")
    if offer is None:
        return (Form("Make an offer…", (price,), says="{price}", mood="go"),)
    accept = Choice(f"Accept {dollars(offer.price)}", "accept", mood="go")
    if view.last:
        return (accept, Choice(f"Reject {dollars(offer.price)}", "reject", mood="stop"))
    return (accept, Form("Counteroffer…", (price,), says="{price}"))


def refuse(why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
    """Return the private answer to a text or move that does not count."""
    speech = Speech(view, voice)
    if view.ended or why.code == "over":
        return says(_over(speech))
    if why.code == "stale":
        return says(_stale(speech))
    if why.code in ("not_your_turn", "no_such_seat") or not speech.my_turn:
        return says(_not_now(speech))
    return says(_hint(speech, why.code) if speech.terms.compact else _reprompt(speech))


def _reprompt(speech: Speech) -> str:
    """Return the study's fixed sentence, as far as it is true at this moment."""
    lowest, highest = dollars(speech.terms.lowest), dollars(speech.terms.highest)
    if not speech.view.offers:
        return f"{_INVALID} Please enter an offer between {lowest} and {highest}."
    if speech.view.last:
        return f"{_INVALID} Please type 'accept' or 'reject'."
    return f"{_INVALID} Please type 'accept' or enter a counteroffer between {lowest} and {highest}."


def _hint(speech: Speech, code: str) -> str:
    """Return the error in the text, the allowed answers, and the offer that stands."""
    wrong = {
        "both": "That sounds like a yes and like a price.",
        "unclear_yes": "That is not a clear yes.",
        "several": "I read more than one number there.",
        "out_of_bounds": f"Prices go from {_span(speech)}.",
        "out_of_range": f"Prices go from {_span(speech)}.",
        "struck_out": "A part of that is struck through.",
        "no_price": "I could not read that as a price.",
        "spelled_out": "Please write the price in digits.",
        "too_long_to_read": "That is too long for me to read.",
        "no_more_offers": "There are no more offers to make.",
    }.get(code, "I did not understand that.")
    if not speech.view.offers:
        return f"{wrong} Type your first price, such as {_such_as(speech)}."
    if speech.view.last:
        return f"{wrong} Type accept or reject. {_on_the_table(speech)}"
    return f"{wrong} Type accept, or one price such as {_such_as(speech)}. {_on_the_table(speech)}"


def _such_as(speech: Speech) -> str:
    """Return an example of a price: the study's, or the middle of all prices if that one is out of range."""
    lowest, highest = speech.terms.lowest, speech.terms.highest
    return dollars(_EXAMPLE if lowest <= _EXAMPLE <= highest else (lowest + highest) // 2).removeprefix("$")


def _on_the_table(speech: Speech) -> str:
    offer = speech.view.standing
    return f"On the table: {dollars(offer.price)} from {speech.name(offer.seat)}." if offer else ""


def _stale(speech: Speech) -> str:
    offer = speech.view.standing
    if offer is None:
        return "That button belongs to another moment of the game. Nothing was changed."
    if offer.seat == speech.you:
        return f"You have answered already: your offer is {dollars(offer.price)}. That button changed nothing."
    asks_now = f"{speech.name(offer.seat)} now {'asks' if offer.seat == SELLER else 'offers'} {dollars(offer.price)}"
    return f"That offer has changed: {asks_now}. Nothing was accepted or offered."


def _not_now(speech: Speech) -> str:
    if speech.facing_ai:
        return "The AI is thinking. Your turn comes when it has answered."
    return f"It is {speech.name(speech.view.mover)}'s turn."


def _over(speech: Speech) -> str:
    ended = speech.view.ended
    if not speech.terms.compact or ended is None:
        return CLOSED
    deal = ended.closing.how == "accepted" and ended.offer
    return f"This game is over: {f'deal at {dollars(deal.price)}' if deal else 'no deal'}. Nothing more is needed."
