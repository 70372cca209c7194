"""From words to a move (two-player-games.md, section 3.4). Never raises, never guesses.

A tag in square brackets binds, wherever it stands in a text; it is matched whole, with nothing left over. What nearly
is a tag makes the message faulty: an accepted swap cannot be taken back, and a wrong reading would use up the message.
All else is talk.
"""

import re
from typing import Final

from games.core import Reading, Said, Unclear
from games.text import canon, odd_numerals, unmark, unquoted
from games.trading.goods import RESOURCES, Goods, Offer, written
from games.trading.rules import Accept, Deny, Move, Propose
from games.trading.talk import WORDS_MOST
from games.trading.view import View

# Possessive quantifiers keep every pattern linear.
_NAMES = "|".join(RESOURCES)
_ITEM = rf"0{{0,9}}+[1-9][0-9]{{0,3}}+\s*+(?:[x×]\s*+)?(?:{_NAMES})s?+"
_LIST = rf"{_ITEM}(?:(?:\s*+[,;&+]\s*+(?:and\s++)?|\s++and\s++){_ITEM})*+"
_ARROW = r"(?:->|=>|→|⇒)"
_OFFER = rf"offer\s*+:?+\s*+(?:i\s++(?:give|offer)\s++)?+({_LIST})\s*+{_ARROW}\s*+({_LIST})"
_FLAGS = re.IGNORECASE | re.ASCII

_TAG = re.compile(rf"\[\s*+(?:(accept)|(deny)|{_OFFER})\s*+\.*+\s*+\](?!\()[.,;:!]*+", _FLAGS)
_COUNTED = re.compile(r"([0-9]++)[\sx×]*+([a-z]{2})", _FLAGS)
_PLACE: Final = {
    start: at
    for at, name in enumerate(RESOURCES)
    for start in (name[:2], name[:2].lower(), name[:2].upper(), name[0].lower() + name[1].upper())
}

_TEMPLATE = re.compile(r"\[\s*+offer\b[^\[\]]*+\]", _FLAGS)
_ANGLES = re.compile(r"<([^<>]*+)>")

_BRACKET = re.compile(
    r"\[(?P<inner>[^\[\]]*+)(?P<end>\]\(?+|)|(?P<stray>\b(?:accept|deny|offer\b[^\[\]]*+))[\s.]*+\]", _FLAGS
)
_LIKE_TAG = re.compile(
    r"\W*+(?:(?:i|we|yes|ok|no|not|do|don't|will|won't|can|can't|cannot|please)\b\W*+)*+(?:(accept|den[yi])|offer)",
    _FLAGS,
)
_HAS_ARROW = re.compile(_ARROW)
_BAD_NUMBER = re.compile(
    r"[0-9][.,'][0-9]|(?:[:,;&+>]|\b(?:offer|give|and))\s*+-\s*+[0-9]|(?<![0-9])0++(?![0-9])|[0-9]{5}|[0-9]\.(?!\s*+$)",
    _FLAGS,
)
_UNKNOWN = re.compile(rf"[0-9]\s*+(?:x\b)?\s*+(?!(?a:{_NAMES})s?(?![^\W\d_])|x\b)([^\W\d_]+)", re.IGNORECASE)

_WHOLE = re.compile(r"(accept|deny)[\s.!]*+", _FLAGS)
_SWAP = rf"({_LIST})\s*+{_ARROW}\s*+({_LIST})"
_BARE = re.compile(rf"(?:offer\s*+:?+\s*+)?+(?:i\s++(?:give|offer)\s++)?+{_SWAP}[\s.]*+", _FLAGS)
_MEANT_OFFER = re.compile(rf"\W*+offer\b.*?{_ARROW}|.*?{_SWAP}", _FLAGS | re.DOTALL)
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[👍🤝✅👌]")
_YES = {"accept", "accepted", "agree", "agreed", "deal", "done", "ok", "okay", "yes", "yep", "yeah", "sure"}
_YES |= {"👍", "🤝", "✅", "👌"}
_PADDING = {"i", "i'll", "we", "we'll", "it's", "it", "this", "that", "a", "the", "your", "offer", "take", "will"}
_PADDING |= {"fine", "good", "great", "thanks", "please"}


def read(view: View, said: Said) -> Reading[Move] | Unclear:
    """The move and the talk in a text, for the seat that owns the view."""
    text = canon(said.text)
    if ">" in text and (text[0] == ">" or "\n" in text):
        text = unquoted(text).strip()
    if "~~" in text and _TAG.search(text):
        return Unclear("struck_out")
    if "*" in text or "`" in text or "_" in text or "|" in text or "~" in text:
        text = unmark(text).strip()
    if not text:
        return Unclear("empty")
    if "[" not in text and "]" not in text:
        return _without_brackets(view, text)
    if "<" in text:
        text = _TEMPLATE.sub(lambda tag: _ANGLES.sub(r" \1 ", tag[0]), text)
    return _tagged(text)


def _tagged(text: str) -> Reading[Move] | Unclear:
    """The meaning of a text with brackets in it."""
    accepts = denies = False
    offer: Offer | None = None
    talk: list[str] = []
    end = 0
    for tag in _TAG.finditer(text):
        kind = tag.lastindex
        if kind == 1:
            accepts = True
        elif kind == 2:
            denies = True
        elif offer is not None:
            return Unclear("two_offers", strike=True)
        else:
            offer = Offer(_goods(tag[3]), _goods(tag[4]))
        talk.append(text[end : tag.start()])
        end = tag.end()
    talk.append(text[end:])
    rest = " ".join(talk)
    if "[" in rest or "]" in rest:
        fault = _near_miss(rest)
        if fault is not None:
            return fault
    if accepts and denies:
        return Unclear("both_answers", strike=True)
    words = rest.strip(" .,;:!\n\t-")
    words = " ".join(rest.split()) if words else ""
    if len(words) > WORDS_MOST:
        return Unclear("too_long", most=WORDS_MOST)
    if accepts:
        return Reading(Accept(offer), words)
    if denies:
        return Reading(Deny(offer), words)
    if offer is not None:
        return Reading(Propose(offer), words)
    return Reading(None, words) if words else Unclear("empty")


def _goods(side: str) -> Goods:
    counts = [0, 0, 0, 0, 0]
    for number, name in _COUNTED.findall(side):
        counts[_PLACE[name]] += int(number)
    return Goods(*counts)


def _near_miss(rest: str) -> Unclear | None:
    """What is wrong with the first bracket that was meant as a tag; None if all of them are talk."""
    for found in _BRACKET.finditer(rest):
        inner = found["inner"]
        if inner is None:
            return Unclear("unclosed", strike=True)
        like = _LIKE_TAG.match(inner)
        if not like and not _HAS_ARROW.search(inner):
            continue
        if found["end"] == "](":
            return Unclear("link", strike=True)
        if not found["end"]:
            return Unclear("unclosed", strike=True)
        return Unclear("bad_answer", strike=True) if like and like[1] else _bad_offer(inner)
    return None


def _bad_offer(inner: str) -> Unclear:
    if _BAD_NUMBER.search(inner) or odd_numerals(inner):
        return Unclear("bad_quantity", strike=True)
    unknown = _UNKNOWN.search(inner)
    if unknown:
        return Unclear("unknown_resource", strike=True, name=unknown[1][:20])
    return Unclear("bad_syntax", strike=True)


def _without_brackets(view: View, text: str) -> Reading[Move] | Unclear:
    """Plain text is talk. The two words of the buttons answer an offer; what only looks like a move is asked about."""
    if len(text) > WORDS_MOST:
        return Unclear("too_long", most=WORDS_MOST)
    whole = _WHOLE.fullmatch(text)
    if whole:
        return Reading(Accept(None) if whole[1].lower() == "accept" else Deny(None))
    if _HAS_ARROW.search(text):
        bare = _BARE.fullmatch(text)
        if bare:
            return _bare(view, Offer(_goods(bare[1]), _goods(bare[2])))
        if _MEANT_OFFER.match(text):
            return Unclear("no_brackets")
    if view.offer is not None and view.my_turn:
        words = set(_WORDS.findall(text.lower()))
        if words & _YES and words <= _YES | _PADDING:
            return Unclear("in_words")
    return Reading(None, text)


def _bare(view: View, offer: Offer) -> Reading[Move]:
    """An offer without its brackets: plain text is talk, so a button asks first."""
    if view.offer is not None:
        return Reading(Deny(offer), confirm=f"[Deny] {written(offer)}")
    return Reading(Propose(offer), confirm=written(offer))
