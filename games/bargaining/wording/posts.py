"""Posts of price bargaining, made from facts.

One person facing an AI reads posts in the format of the published study: nothing for their own offer, then the AI's
answer and both rounds in one post. Between people every offer is told at once. `Round N: … $X …` names offers and
nothing else. The chat look says the same in short lines, for phones; the plain mode draws no boxes.
"""

from games.bargaining.analysis.outcome import outcome
from games.bargaining.rules import BUYER, SELLER, Ended, Offered
from games.bargaining.view import Began, Fact, Made, Private, Spoke, View
from games.bargaining.wording import boxes, refusals, rulebook
from games.bargaining.wording.speech import Speech
from games.core.contract import Seat
from games.core.post import Ask, Block, Bold, Choice, Gap, Post, Voice, line, says
from games.core.settings import dollars

QUESTION = "Do you accept, or would you like to make a counteroffer?"
LAST_CHANCE = "This is your last chance to make an offer."
FINAL_QUESTION = "This is the final offer. Do you accept it or reject it?"
FULL_RULES = Choice("Full rules", "/rules")


# --- facts ------------------------------------------------------------------------------------------------------------


def tell(facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
    speech = Speech(view, voice)
    begins = any(isinstance(fact, Began) for fact in facts)
    posts: list[Post] = []
    for fact in facts:
        match fact:
            case Began():
                if not _opens_with_the_ai(speech):
                    posts.append(Post((*_opening(speech), Gap(), *_prompt(speech, once=True)), _more(speech)))
            case Private(seat, amount, outside_option):
                if not begins:
                    posts.append(Post(rulebook.private(speech, seat, amount, outside_option)))
            case Made(offer, rejected):
                posts.extend(_offer(speech, offer, rejected))
            case Spoke(seat, words):
                posts.extend(_heard(speech, seat, words))
            case Ended():
                posts.append(_end(speech, fact))
    return tuple(posts)


def _opens_with_the_ai(speech: Speech) -> bool:
    """Return whether the rules wait for the AI's first offer, to share one post with it."""
    return speech.facing_ai and speech.terms.order[0] != speech.you


def _opening(speech: Speech) -> tuple[Block, ...]:
    return rulebook.short(speech) if speech.terms.chat else rulebook.full(speech)


def _more(speech: Speech) -> tuple[Ask, ...]:
    """Return the button for the rules: under each offer, because only the newest post keeps its buttons."""
    return (FULL_RULES,) if speech.terms.chat else ()


def _heard(speech: Speech, seat: Seat, words: str) -> tuple[Post, ...]:
    """Return the words that a player says without a move. A place that both players share has them already."""
    if speech.you is None:
        return ()
    if seat != speech.you:
        quoted = speech.quote(seat, words)
        return (Post(quoted),) if quoted else ()
    if speech.facing_ai:
        return (says(refusals.reprompt(speech) if speech.my_turn else refusals.not_now(speech)),)
    told = f"{speech.begin(speech.ordered[1])} reads that."
    return (says(f"{told} It's still your turn." if speech.my_turn else told),)


def _offer(speech: Speech, offer: Offered, rejected: Offered | None) -> tuple[Post, ...]:
    if speech.facing_ai and offer.seat == speech.you:
        return ()
    lines: list[Block] = []
    opens = speech.facing_ai and rejected is None
    if opens:
        lines += (*_opening(speech), Gap())
    if speech.facing_ai and rejected is not None:
        lines.append(line(f"{_named(speech, rejected)} The AI rejects."))
    lines.append(line(_named(speech, offer)))
    lines += speech.quote(offer.seat, offer.words)
    exemplified = opens and not speech.voice.again
    # A step may hold the answer to this offer as well.
    prompt = _prompt(speech, once=True) if offer.round == len(speech.view.offers) else ()
    blocks = (*lines, *_standing(speech, offer, exemplified), *prompt)
    return (Post(blocks, _more(speech)),)


def _named(speech: Speech, offer: Offered) -> str:
    verb = "offered"
    if offer.seat != speech.you and speech.facing_ai:
        verb = "offers" if offer.round == 1 else "counteroffers"
    return f"Round {offer.round}: {speech.begin(offer.seat)} {verb} {dollars(offer.price)}."


def _standing(speech: Speech, offer: Offered, exemplified: bool = False) -> tuple[Block, ...]:
    """Return the situation after an offer: the status box, or two lines and the price's meaning for the reader, unless
    the rules above give it as their example.
    """
    rounds, by = speech.terms.rounds, speech.label(offer.seat)
    if not speech.terms.chat:
        return (boxes.status(offer.round, rounds, offer.price, by, speech.voice.plain),)
    pays = "" if exemplified else rulebook.own_earnings(speech, offer.price)
    lines = (f"Round {offer.round} of {rounds}", f"Last offer: {dollars(offer.price)} by {by}", pays)
    return tuple(line(text) for text in lines if text)


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
        return (*last, line(f"What is your first offer? Name a price from {speech.span}."))
    return (*last, line(FINAL_QUESTION if view.last else QUESTION))


# --- the end ----------------------------------------------------------------------------------------------------------


def _end(speech: Speech, ended: Ended) -> Post:
    blocks: list[Block] = list(_last_words(speech, ended))
    totals = dict(zip((BUYER, SELLER), ended.earnings, strict=True))
    if speech.terms.chat:
        blocks += (line(_earned(speech, totals)), line(_lesson(speech, ended)))
        return Post((line(Bold("GAME OVER")), *blocks))
    rows = tuple((speech.label(seat), totals[seat]) for seat in speech.ordered)
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
            what = f"Deal at {dollars(offer.price)}" + (f" in round {offer.round}." if speech.terms.chat else ".")
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


def _earned(speech: Speech, totals: dict[Seat, int]) -> str:
    return "Final Earnings: " + ", ".join(f"{speech.name(seat)} {dollars(totals[seat])}" for seat in speech.ordered)


def _lesson(speech: Speech, ended: Ended) -> str:
    """Return one sentence to learn from: the reader's share of the surplus."""
    found = outcome(speech.terms, ended)
    if found.zone <= 0:
        return "There was no price that pays both sides."
    zone = dollars(found.zone)
    if found.shares is None:
        return f"There was {zone} to share, and nobody got any of it."
    first, _ = speech.ordered
    share = found.shares[0 if first == BUYER else 1]
    if not 0 <= share <= 1:
        return f"That price pays only one side; there was {zone} to share."
    return f"{speech.begin(first)} took {round(100 * share)} % of the {zone} to share."


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
    return Post((*stands, *((line(number),) if number else ()), *_prompt(speech)), _more(speech))
