"""Text to a move where people speak as they like (`reading=plain`).

Tags in brackets bind, and so do an acceptance or an offer that cannot mean anything else. An offer whose direction or
amounts are in doubt is asked about, with both sides of the swap. Talk is asked about, too: it uses up a message, and
the offer on the table lapses.
"""

import re
from typing import Final

from msgspec.structs import astuple, replace

from games.core.contract import Reading, Said, Unclear
from games.core.display_names import who, whose
from games.core.post import Cast, Voice
from games.language.agreement import contradicts, departs, find
from games.language.calls import HELP, RULES
from games.language.names import seated
from games.language.regrets import conceded
from games.language.text import bare
from games.trading.config import SEATS
from games.trading.domain import Offer, flaw, gain, listed, written
from games.trading.reader import changes, copied, message, swaps
from games.trading.reader.changes import Found, Table
from games.trading.reader.consent import Side, consent
from games.trading.reader.patterns import WHOLE
from games.trading.rules import WORDS_MOST, Accept, Deny, Move, Propose
from games.trading.view import View

SAY: Final = "[Say]"
"""The tag of a message that is talk and nothing else; the button that sends talk says it."""
_SAY: Final = re.compile(r"\s*+\[say\]\s*+", re.IGNORECASE)
_FORM: Final = re.compile(r"(?:\[deny\]\s*+)?\[\s*+(?:(?:counter-?)?offer\s*+:?+)?([^\[\]]*+)\][\s.!]*+", re.IGNORECASE)
_SPELLING: Final = frozenset(("bad_syntax", "bad_answer", "bad_offer", "unknown_resource"))
"""Faults of a tag that may be none in plain words."""
_OTHER: Final = "the other side"
_STANDING: Final = "the offer on the table"
_CALL: Final = re.compile(r"^@?player_[01]\b[,:!] ?|,? ?@?\bplayer_[01](?=[.!?]?$)")
_CALLED: Final = re.compile(r"@?\bplayer_[01]\b")
_HELP: Final = re.compile(rf"{HELP}|h|huh|how|what(?: now)?|i (?:don't|do not) (?:understand|get it)")
_GOODS: Final = re.compile(
    r"(?:my )?(?:status|inventory|goods|stuff|values?|score)|what (?:do i (?:have|own)|have i got)"
    r"|where (?:are we|am i)"
)
_QUIT: Final = re.compile(
    r"(?:i (?:want to |wanna )?)?(?:quit|exit|stop|leave|end)(?: (?:the |this )?game| now| playing)?|let me out"
)
_STARTLED: Final = re.compile(r"\?\?|\?!|!\?|^(?:so|wait)\b[^?]*\?|^you (?:want|said|offer|give)[^?]*\?", re.IGNORECASE)
"""A question that repeats what stands: the speaker wonders at it, or makes sure."""
_RECAP: Final = re.compile(r"\b(?:so|lol|haha)\b", re.IGNORECASE)
"""Words that make an offer said again a summary, or a joke."""
_ALSO: Final = re.compile(
    r"(?<![,.;!])[,.;!]*+ (?:and )?(?:i )?(?:also|next|another|in addition|on top of that|then now|after that"
    r"|plus)\b(?: one)?[,:]?"
    r"|(?<![,.;!])[,.;!]*+ and (?:now |then )?(?=i\b|how|what|[0-9]|an? )",
    re.IGNORECASE,
)
"""Words between an acceptance and an offer for another swap."""
_PASS: Final = re.compile(r"(?:i(?:'ll)? |i will )?(?:pass|skip)(?: (?:this (?:time|one|turn|round)|my turn))?")


def read(view: View, said: Said) -> Reading[Move] | Unclear:
    if view.terms.reading != "plain":
        return message.read(view, said)
    found = _read(view, said)
    return replace(found, question=_named(found.question, view, said)) if isinstance(found, Reading) else found


def _named(question: str, view: View, said: Said) -> str:
    """Return a question with the other side's name, if it is known."""
    if not question or not said.cast or view.me < 0:
        return question
    other = SEATS[1 - view.me]
    voice = Voice(view.who, said.cast)
    theirs = f"{whose(other, voice)} offer"
    question = question.replace(_OTHER, who(other, voice)).replace(_STANDING, theirs)
    return question.replace(_STANDING.capitalize(), theirs[0].upper() + theirs[1:])


def _read(view: View, said: Said) -> Reading[Move] | Unclear:
    text = said.text
    tag = _SAY.match(text)
    if tag and len(text) <= 2 * WORDS_MOST:
        return _spoken(text[tag.end() :])
    if said.via == "pressed":
        return message.read(view, said)
    plain = message.canonical(text)
    if isinstance(plain, Unclear):
        return plain
    if not plain:
        return Unclear("empty")
    if "[" in plain or "]" in plain or WHOLE.fullmatch(plain):
        return _tagged(view, said, plain)
    if said.order:
        ordered = message.read(view, said)
        if not isinstance(ordered, Unclear):
            return ordered
    return _in_words(view, plain, said.cast)


def _spoken(words: str) -> Reading[Move] | Unclear:
    if not words or words.isspace():
        return Unclear("empty")
    return Unclear("too_long", most=WORDS_MOST) if len(words) > WORDS_MOST else Reading(None, words)


def _tagged(view: View, said: Said, plain: str) -> Reading[Move] | Unclear:
    """Return the reading of a text with brackets. What stands in a single pair of them may be plain words, too."""
    made = message.read(view, said)
    if isinstance(made, Reading) and made.move is not None:
        tag = made.move.offer if said.via == "typed" and isinstance(made.move, Propose) else None
        copy = tag is not None and copied.theirs(tag, view, made.say, said.cast)
        return _copied(view, Offer(tag.get, tag.give)) if tag is not None and copy else _surely(view, made)
    single = _FORM.fullmatch(plain)
    if single and single[1].strip() and (isinstance(made, Reading) or made.code in _SPELLING):
        meant = _in_words(view, single[1].strip())
        if isinstance(meant, Reading) and meant.move is not None:
            return meant
    return made if isinstance(made, Unclear) else _talk(view, plain)


def _surely(view: View, made: Reading[Move]) -> Reading[Move] | Unclear:
    """Return a tagged move; one whose words say the opposite is asked about."""
    move = made.move
    if isinstance(move, Accept | Deny) and view.offer is None:
        return Unclear("nothing_to_answer")
    if not isinstance(move, Accept) or not made.say:
        return made
    doubtful = contradicts(made.say, accepts=True) or find(made.say).sign or re.search(r"\b(?:not|if|n't)\b", made.say)
    if not doubtful:
        return made
    tags = " ".join(("[Accept]", *([written(move.then)] if move.then is not None else [])))
    return Reading(move, made.say, confirm=tags, question=f"Do you accept? {_swapped(view)}")


# --- words without brackets -------------------------------------------------------------------------------------------


def _in_words(view: View, text: str, cast: tuple[Cast, ...] = ()) -> Reading[Move] | Unclear:
    if (ours := _line(view, text, cast)) is not None:
        return ours
    typed, text = text, _addressed(text, cast)
    word = bare(text).strip("?")
    if not word or _HELP.fullmatch(word):
        return Unclear("help") if text.strip("?! .") or "?" in text else _talk(view, typed)
    for pattern, code in ((RULES, "rules"), (_GOODS, "goods"), (_QUIT, "quit")):
        if pattern.fullmatch(word):
            return Unclear(code)
    if view.offer is not None and (taken := _and_another(view, text) or _behind_regret(view, text)) is not None:
        return taken
    if (made := _swap(view, text)) is not None:
        return made
    if view.offer is not None:
        side: Side = "rather_not" if _PASS.fullmatch(word) else _side(view.offer, text)
        if (answer := _answered(view, text, side)) is not None:
            return answer
    return _talk(view, typed)


def _line(view: View, text: str, cast: tuple[Cast, ...]) -> Reading[Move] | Unclear | None:
    """Return the meaning of a line of ours, typed back; None for any other text."""
    if copied.reports(text):
        return _talk(view, text)
    copy = copied.turned(text, view, cast)
    found = swaps.find(copy, _table(view)) if copy else None
    return None if found is None else _copied(view, found.offer)


def _copied(view: View, offer: Offer) -> Reading[Move] | Unclear:
    """Ask about a copy of an offer, from the reader's side: it takes the one on the table, or makes it again."""
    stands = view.offer is not None and view.offer == Offer(offer.get, offer.give)
    return (_answered(view, "", "perhaps") if stands else None) or _offered(view, Found(offer, sure=False))


def _swap(view: View, text: str) -> Reading[Move] | Unclear | None:
    """Return the offer of a text, or the answer in one that says the other side's offer again; None if it has none."""
    table = _table(view)
    offers = swaps.apart(text, table)
    if len(offers) > 1:
        return Unclear("two_offers")
    found = Found(offers[0], sure=False) if offers else swaps.find(text, table)
    return None if found is None else _repeated(view, text, found.offer) or _offered(view, found)


def _addressed(text: str, cast: tuple[Cast, ...]) -> str:
    """Return a text without the name of the person who is spoken to: "deal, Bob", "I give Bob 3 sheep"."""
    named = seated(text, cast).text if cast else text
    return _CALLED.sub("you", _CALL.sub("", named)) or text


def _table(view: View) -> Table:
    """Return the goods and offers that an offer in words may refer to, from the reader's side."""
    mine = (sent.offer for sent in reversed(view.history) if sent.seat == view.who and sent.offer is not None)
    standing, own = view.offer, next(mine, None)
    base = own if standing is None else Offer(standing.get, standing.give)
    return Table(view.holdings, base, standing is not None, own)


def _offered(view: View, found: Found) -> Reading[Move] | Unclear:
    offer, standing = found.offer, view.offer
    if view.holdings is not None and (code := flaw(offer, view.holdings)):
        return Unclear(code, give=offer.give, owned=view.holdings)
    move: Move = Propose(offer) if standing is None else Deny(offer)
    if found.sure:
        return Reading(move)
    instead = f"This turns down {_STANDING}. " if standing is not None else ""
    tags = written(offer) if standing is None else f"[Deny] {written(offer)}"
    worth = _worth(gain(offer, view.values)) if view.values is not None else ""
    sides = f"you give {listed(offer.give)}, you get {listed(offer.get)}{worth}"
    return Reading(move, confirm=tags, question=f"{instead}Is this your offer: {sides}?")


def _and_another(view: View, text: str) -> Reading[Move] | Unclear | None:
    """Ask about an acceptance that goes on with an offer for the next swap: "deal, and also 3 sheep for 1 ore"."""
    also = _ALSO.search(text)
    if also is None or consent(text[: also.start()].strip()) != "accept":
        return None
    found = swaps.find(text[also.end() :], Table(view.holdings, None, False, None))
    if found is None or (view.offer is not None and _alike(found.offer, view.offer)):
        return None
    tags = f"[Accept] {written(found.offer)}"
    sides = f"you give {listed(found.offer.give)}, you get {listed(found.offer.get)}"
    question = f"Do you accept? {_swapped(view)} And is this your next offer: {sides}?"
    return Reading(Accept(found.offer), confirm=tags, question=question)


def _alike(one: Offer, other: Offer) -> bool:
    """Return whether two offers are about the same resources, so that one of them changes the other."""
    return [any(pair) for pair in _pairs(one)] == [any(pair) for pair in _pairs(other)]


def _pairs(offer: Offer) -> list[tuple[int, int]]:
    return list(zip(astuple(offer.give), astuple(offer.get), strict=True))


def _behind_regret(view: View, text: str) -> Reading[Move] | None:
    """Ask about the acceptance behind a regret or a change of mind; None if there is none."""
    rest = conceded(text.lower())
    accepts = consent(rest) in ("accept", "perhaps") and not swaps.looks_like(rest)
    return _answered(view, text, "perhaps") if accepts else None


def _repeated(view: View, text: str, offer: Offer) -> Reading[Move] | Unclear | None:
    """Return the answer in a text that says the other side's offer again; None if it says another one.

    It takes the offer if a plain yes comes with it. Alone it may do so, or mix up the sides.
    """
    standing = view.offer
    if standing is None or offer not in (standing, Offer(standing.get, standing.give)):
        return None
    beside = swaps.beside(text)
    if _STARTLED.search(text) and consent(beside) not in ("deny", "rather_not"):
        return _talk(view, text)
    said = consent(beside)
    if said == "accept" and offer != standing and not _RECAP.search(beside):
        return Reading(Accept(None))
    answer: Side = "rather_not" if said in ("deny", "rather_not") else _unless_varied(standing, text, "perhaps")
    return _answered(view, text, answer) or _talk(view, text)


def _side(offer: Offer, text: str) -> Side:
    return _unless_varied(offer, conceded(text.lower()) or text, consent(text))


def _unless_varied(offer: Offer, text: str, side: Side) -> Side:
    """Return an answer; "" for one that may accept, if the words name something that the offer has not."""
    return "" if side == "perhaps" and changes.varies(text.lower(), offer) else side


def _swapped(view: View) -> str:
    """Return the meaning of the standing offer to the reader."""
    offer = view.offer
    if offer is None:
        return ""
    worth = _worth(-gain(offer, view.values)) if view.values is not None else ""
    return f"You give {listed(offer.get)}, you get {listed(offer.give)}{worth}."


def _worth(points: int) -> str:
    return f" (to you {points:+d})" if points else " (to you 0)"


def _answered(view: View, text: str, side: Side) -> Reading[Move] | None:
    """Return the answer to the standing offer on this side; None for talk."""
    match side:
        case "accept":
            return Reading(Accept(None))
        case "perhaps":
            return Reading(Accept(None), confirm="[Accept]", question=f"Do you accept? {_swapped(view)}")
        case "deny":
            return Reading(Deny(None))
        case "rather_not":
            say = "" if len(text.split()) < 3 else text
            return Reading(Deny(None), say, confirm="[Deny]", question=f"Do you turn down {_STANDING}? {_uses(view)}")
    return None


def _talk(view: View, text: str) -> Reading[Move] | Unclear:
    """Return words as talk, after a question about what they cost."""
    if len(text) > WORDS_MOST:
        return Unclear("too_long", most=WORDS_MOST)
    word = bare(text)
    if departs(text) and len(word) < 40:
        return Unclear("quit")
    if view.offer is not None and view.terms.strict_response:
        return Unclear("must_answer")
    none = "There is no offer to answer. " if view.offer is None and find(text).whole else ""
    if swaps.looks_like(text):
        none = "I can't read that as an offer (try: 3 sheep for 1 ore). "
    ask = "Pass" if _PASS.fullmatch(word) else f"Say this to {_OTHER}"
    lapses = f" {_STANDING.capitalize()} then lapses." if view.offer is not None else ""
    return Reading(None, text, confirm=f"{SAY} {text}", question=f"{none}{ask}? {_uses(view)}{lapses}")


def _uses(view: View) -> str:
    return f"It uses message {view.number} of {view.terms.max_turns}."
