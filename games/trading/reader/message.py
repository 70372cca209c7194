"""Text to a move in trading. Never raises, never guesses.

A tag in square brackets counts anywhere in a text; it is matched whole, with nothing left over. A near miss
makes the message faulty: an accepted swap cannot be taken back, and a wrong reading would use up the message. All else
is talk.
"""

from typing import Final

from games.core.contract import Reading, Said, Unclear
from games.language.agreement import find
from games.language.text import LONGEST, clean, odd_numerals, unmark, unquoted
from games.trading.domain import Offer, listed, written
from games.trading.reader.patterns import (
    ANGLES,
    ARROW,
    ASKED,
    BAD_NUMBER,
    BARE,
    BRACKET,
    FOR,
    GOES_ON,
    LIKE_TAG,
    MEANT_OFFER,
    TAG,
    TEMPLATE,
    UNKNOWN,
    USUAL,
    WHOLE,
    goods,
    usual_goods,
)
from games.trading.rules import WORDS_MOST, Accept, Deny, Move, Propose
from games.trading.view import View

_TEXT_MOST: Final = 2 * WORDS_MOST
"""Characters of a whole message, including tags and quoted lines."""


def read(view: View, said: Said) -> Reading[Move] | Unclear:
    text = said.text
    if len(text) > LONGEST:
        return Unclear("too_long", most=WORDS_MOST)
    usual = USUAL.fullmatch(text) if not said.order else None
    if usual is None or "ww." in text or "WW." in text:
        return _read_closely(view, said)
    talk, answer, between, gives, more, gets, further, after = usual.groups("")
    if between or after:
        talk = f"{talk} {between} {after}"
    if gives:
        give, get = usual_goods(gives, more), usual_goods(gets, further)
        if give is None or get is None:
            return _read_closely(view, said)
        return _meaning(answer, Offer(give, get), talk)
    if answer:
        return _meaning(answer, None, talk)
    return _without_brackets(view, text.strip())


def _read_closely(view: View, said: Said) -> Reading[Move] | Unclear:
    """Return the meaning of a text that is not a usual message."""
    text = canonical(said.text)
    if isinstance(text, Unclear):
        return text
    if "[" not in text and "]" not in text:
        if not said.order or not text or WHOLE.fullmatch(text):
            return _without_brackets(view, text)
        text = _bracketed(text)
        if not text:
            return Unclear("bad_syntax")  # a command without an offer costs no try
    found = _tagged(_unangled(text))
    if isinstance(found, Unclear):
        return found
    answer, offer, talk = found
    if said.order and view.offer is not None and offer is not None and not answer:
        answer = "deny"
    fault = _near_miss(talk)
    if fault is not None:
        return Unclear("bad_offer") if said.via == "form" else fault  # a form with an empty side costs no try
    return _meaning(answer, offer, talk)


def _bracketed(order: str) -> str:
    """Return the text behind a command as an offer's tag; "" if it has no arrow."""
    text = FOR.sub(r"\1 -> \2", order)
    if not ARROW.search(text):
        return ""
    return f"[{text}]" if text.casefold().startswith("offer") else f"[Offer: {text}]"


def _unangled(text: str) -> str:
    """Return a text without the angle brackets of a filled-in template (`<2 Sheep>`)."""
    return TEMPLATE.sub(lambda tag: ANGLES.sub(r" \1 ", tag[0]), text) if "<" in text else text


def canonical(typed: str) -> str | Unclear:
    """Return a text in canonical form, without quoted lines and emphasis."""
    cleaned = clean(typed)
    if cleaned is None or len(cleaned) > _TEXT_MOST:
        return Unclear("too_long", most=WORDS_MOST)
    text = unmark(unquoted(cleaned)).strip()
    return Unclear("struck_out") if "~~" in cleaned and _binds(text) else text


def _binds(text: str) -> bool:
    """Return whether a text holds a move in brackets, or is itself a move without them."""
    return any((TAG.search(text), WHOLE.fullmatch(text), BARE.fullmatch(text), ASKED.fullmatch(text)))


def _tagged(text: str) -> tuple[str, Offer | None, str] | Unclear:
    """Return the answer (`accept`, `deny`, `both` or "") and the offer of a text's tags, and the talk round them."""
    accept = deny = ""
    offer: Offer | None = None
    talk: list[str] = []
    end = 0
    for tag in TAG.finditer(text):
        accept, deny = accept or tag[1] or "", deny or tag[2] or ""
        if tag[3] and offer is not None:
            return Unclear("two_offers", strike=True)
        if tag[3]:
            offer = Offer(goods(tag[3]), goods(tag[4]))
            if GOES_ON.match(text, tag.end()):
                return Unclear("outside")
        talk.append(text[end : tag.start()])
        end = tag.end()
    talk.append(text[end:])
    return "both" if accept and deny else accept or deny, offer, " ".join(talk)


def _meaning(answer: str, offer: Offer | None, talk: str) -> Reading[Move] | Unclear:
    """Return the reading of tags and of the talk round them; punctuation alone is no talk. `answer` is as in `_tagged`,
    in any case.
    """
    words = talk.strip()
    if words and not words.strip(" .,;:!-\t\n"):
        words = ""
    if len(words) > WORDS_MOST:
        return Unclear("too_long", most=WORDS_MOST)
    if answer:
        if answer == "both":
            return Unclear("both_answers", strike=True)
        return Reading(Accept(offer) if answer[0] in "aA" else Deny(offer), words)
    if offer is not None:
        return Reading(Propose(offer), words)
    return Reading(None, words) if words else Unclear("empty")


def _near_miss(rest: str) -> Unclear | None:
    """Return the error in the first bracket that was meant as a tag; None if all brackets are talk."""
    if "[" not in rest and "]" not in rest:
        return None
    for found in BRACKET.finditer(rest):
        inner = found["inner"]
        if inner is None:
            return Unclear("unclosed", strike=True)
        like = LIKE_TAG.match(inner)
        if not like and not ARROW.search(inner):
            continue
        if found["end"] == "](":
            return Unclear("link", strike=True)
        if not found["end"]:
            return Unclear("unclosed", strike=True)
        return Unclear("bad_answer", strike=True) if like and like[1] else _bad_offer(inner)
    return None


def _bad_offer(inner: str) -> Unclear:
    if BAD_NUMBER.search(inner) or odd_numerals(inner):
        return Unclear("bad_quantity", strike=True)
    unknown = UNKNOWN.search(inner)
    if unknown:
        return Unclear("unknown_resource", strike=True, name=unknown[1][:20])
    return Unclear("bad_syntax", strike=True)


def _without_brackets(view: View, text: str) -> Reading[Move] | Unclear:
    """Return plain text as talk. Button words answer an offer; what looks like a move is asked about."""
    if not text:
        return Unclear("empty")
    if len(text) > WORDS_MOST:
        return Unclear("too_long", most=WORDS_MOST)
    whole = WHOLE.fullmatch(text)
    if whole:
        return Reading(Accept(None) if whole[1] else Deny(None))
    bare = BARE.fullmatch(text)
    if bare:
        return _bare(view, Offer(goods(bare[1]), goods(bare[2])))
    asked = ASKED.fullmatch(text)
    if asked:
        return _bare(view, Offer(goods(asked[2]), goods(asked[1])))
    if ARROW.search(text) and MEANT_OFFER.match(text):
        return Unclear("no_brackets")
    if view.offer is not None and view.my_turn:
        found = find(text)
        if found.side == "yes" and found.whole and found.kind != "right" and found.sign != "ironic":
            return Unclear("in_words")
    return Reading(None, text)


def _bare(view: View, offer: Offer) -> Reading[Move] | Unclear:
    """Return a question about an offer without its brackets. Plain text is talk, so a button asks first, and shows both
    sides of the swap.

    A text that only repeats the other side's offer may be meant as an acceptance.
    """
    if offer == view.offer:
        return Unclear("in_words")
    sides = f"you give {listed(offer.give)} and get {listed(offer.get)}"
    if view.offer is not None:
        question = f"Do you deny the offer on the table and make this one: {sides}?"
        return Reading(Deny(offer), confirm=f"[Deny] {written(offer)}", question=question)
    return Reading(Propose(offer), confirm=written(offer), question=f"Do you offer this: {sides}?")
