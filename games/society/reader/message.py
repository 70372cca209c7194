"""Text to a move, in every phase. Never raises, never guesses."""

import re
from typing import Final

from msgspec.structs import replace

from games.core.contract import Reading, Said, Seat, Unclear
from games.core.post import Voice
from games.language.names import Named, seated
from games.language.text import canon, unmark, unquoted
from games.society.asks import labels
from games.society.names import named, person
from games.society.reader import (
    asking,
    bargaining,
    casual,
    company,
    copied,
    hints,
    joining,
    planning,
    seats,
    sentences,
    wishes,
)
from games.society.reader.patterns import LABEL
from games.society.rules.moves import Finish, Move, Pass, Vote
from games.society.rules.play import WORDS_MOST
from games.society.view import View

LONGEST: Final = 500
"""Characters of a message that may hold an option."""
MOST: Final = 20_000
"""Characters of a message that are examined, including thoughts."""
GROWN: Final = 5_000
"""Characters of a message whose plain form is longer than the typed text: some characters expand to eighteen."""
LABELS_MOST: Final = 100
"""Characters of the longest button label."""

COMMANDS: Final = frozenset(
    (
        *("deal", "invite", "counter", "accept", "decline", "end", "vote", "pass", "join"),
        *("plan", "plans", "gather", "craft", "dump", "explore", "goto", "wait"),
    )
)
"""Commands that mean the same as the word itself; /join only with a number."""

_PASS: Final = re.compile(
    r"(?:(?:communication|action|plan)\s*:\s*)?/?(?:please\s+)?(?:i\s+|i'll\s+|i\s+will\s+|let\s+me\s+)?"
    r"(?:pass|skip|do\s+nothing|no\s+plan)(?:\s+(?:on\s+)?(?:this|the|my)\s+(?:step|turn|round|one|time))?"
    r"(?:,?\s+please)?\W*|-",
    re.IGNORECASE,
)
_ANSWER: Final = re.compile(r"^[^\S\n]*((?:communication|action|plan)\s*:.*)", re.IGNORECASE | re.MULTILINE)
"""A model's answer after its thoughts."""
_UNDO: Final = re.compile(
    r"/?(?:(?:please|pls|oh|no|wait|sorry)\W+)*(?:(?:cancel|undo|revoke|scratch)(?:\s+(?:it|this|that|my\s+(?:choice"
    r"|move)))?"
    r"|take\s+(?:it|this|that)\s+back)(?:\W+(?:please|pls))?\W*",
    re.IGNORECASE,
)
_OF_SLOTS: Final = ("slots", "slot", "two_slots", "must_join")
"""Errors about a coalition's number; they matter only to the seat on turn."""
_TAKE_BACK: Final = "Take it back, and pass?"
_UNFINISHED: Final = re.compile(r"/?(?:i\s+)?(?:propose|invite|negotiate|bargain)\W*", re.IGNORECASE)

Read = Reading[Move] | Unclear


def read(view: View, said: Said) -> Read:
    if view.terms.reading != "plain":
        return strict(view, said)
    found = _plainly(view, said)
    if said.via == "typed" and not said.order and not (sentences.thinks(said.text) or LABEL.search(said.text)):
        found = asking.doubted(view, found, canon(said.text[:LONGEST]))
    return _called(found, view, said)


def _called(found: Read, view: View, said: Said) -> Read:
    """Return a reading whose question calls people by their names."""
    if isinstance(found, Unclear) or not found.question or view.terms.style != "chat":
        return found
    return replace(found, question=named(found.question, view.terms.seats, Voice(view.who, said.cast)))


def _plainly(view: View, said: Said) -> Read:
    """Return the meaning of a text in which people are called by their names, and say things in plain words."""
    if len(said.text) > MOST or not view.seated:
        return strict(view, said)
    text = canon(said.text)
    known = seated(text, said.cast)
    if known.either:
        return _either(view, said, known)
    likely = _likely(view)
    text = seats.plain(known.text, view.terms.seats, likely)
    text = copied.turned(text, view.who) if view.phase == "negotiation" else text
    exact = strict(view, replace(said, text=text))
    found = _meant(view, said, text, exact)
    if isinstance(found, Unclear) or found.move is not None or not found.say:
        return found
    return Reading(None, sentences.cleaned(canon(said.text)) or found.say)


def _either(view: View, said: Said, known: Named) -> Read:
    """Return a question back if a text would be a move with either person of an ambiguous name."""
    first = person(known.either[0], Voice(cast=said.cast))
    text = re.sub(rf"(?<!\w)@?{re.escape(first.split()[0])}(?!\w)", known.either[0], known.text, flags=re.IGNORECASE)
    found = _plainly(view, replace(said, text=text, cast=()))
    if isinstance(found, Unclear) or found.move is not None:
        return Unclear("name_mix", names=known.either)
    return Reading(None, sentences.cleaned(canon(said.text)))


def _likely(view: View) -> tuple[Seat, ...]:
    """Return the seats that a role alone may mean: the other side of the bargain, or those who have made offers."""
    bargain = view.talks.bargain(view.who) if view.phase == "negotiation" else None
    if bargain is not None:
        return (bargain.other(view.who),)
    return tuple(invite.by for invite in view.talks.invites_to(view.who)) if view.phase == "negotiation" else ()


_ANSWERED: Final = ("mismatch", "name_mix", "two", "long", "too_long", "empty", "self", "step", "sum", "range", "name")
"""Refusals that say what is wrong with a move; plain words cannot say it better."""

_EXPLICIT: Final = ("two", "step", "sum", "range", "self", "slot", "two_slots")
"""Refusals of a move that was said in full. Plain words must not find another one in it."""
_SIGNED: Final = re.compile(r"(?<![^\s(=:/])-\d")
"""A number below zero. Plain words know no signs, and would take it for the number above."""


def _meant(view: View, said: Said, text: str, exact: Read) -> Read:
    """Return a move that the forms of the study hold, else one in plain words, else what the forms made of the text."""
    if _sure(view, exact) or said.via != "typed" or sentences.thinks(text):
        return exact
    if (isinstance(exact, Unclear) and exact.code in _EXPLICIT) or _SIGNED.search(text):
        return exact
    plain = _in_plain_words(view, text)
    if plain is None:
        return exact
    if isinstance(plain, Reading):
        return exact if _doubts_an_option(view, exact, text) and not plain.confirm else plain
    told = _asks_already(exact) if isinstance(exact, Reading) else exact.code in _ANSWERED
    return exact if told else plain


def _sure(view: View, exact: Read) -> bool:
    if isinstance(exact, Unclear) or exact.move is None or exact.confirm:
        return False
    # "I refuse" refuses an offer, where nobody votes.
    return not isinstance(exact.move, Vote) or bool(view.talks.votes_of(view.who))


def _in_plain_words(view: View, text: str) -> Read | None:
    match view.phase:
        case "negotiation":
            if ends := copied.ends(text):
                return asking.asked(view, Finish(Seat(ends)), f"end {ends}", f"End the bargain with {ends}?")
            return Reading(None, text) if copied.reports(text) else casual.read(view, sentences.cleaned(text))
        case "contract":
            return company.read(view, sentences.cleaned(text))
        case _:
            return wishes.read(view, view.sight, unmark(unquoted(text))) if view.sight is not None else None


def _doubts_an_option(view: View, exact: Read, text: str) -> bool:
    """Return whether an option of the negotiation is asked about, by its own words or those beside it."""
    asks = view.phase == "negotiation" and isinstance(exact, Reading) and exact.confirm
    return bool(asks and sentences.find(sentences.cleaned(text)).heads)


def _asks_already(exact: Read) -> bool:
    return isinstance(exact, Reading) and exact.move is not None


def strict(view: View, said: Said) -> Read:
    """Return the meaning of a text in the forms of the study."""
    found = _read(view, _labelled(view, said))
    if said.order and isinstance(found, Reading) and found.move is None:
        # After a command nothing counts as talk.
        return Unclear("slots", slots=joining.filled(view)) if view.phase == "contract" else Unclear("format")
    return found


def _labelled(view: View, said: Said) -> Said:
    """Return the text of a button if its label was typed instead of pressed."""
    label = said.text.strip().strip("[]").casefold()
    if len(label) > LABELS_MOST:
        return said
    says = next((says for name, says in labels(view, said.cast) if name.casefold() == label), None)
    return said if says is None else Said(says, via="pressed")


def _read(view: View, said: Said) -> Read:
    if len(said.text) > MOST:
        return Unclear("too_long", most=WORDS_MOST)
    plain = canon(said.text)
    if len(plain) > max(GROWN, len(said.text)):
        return Unclear("too_long", most=WORDS_MOST)
    text = sentences.cleaned(plain)
    if not text:
        return Unclear("empty")
    if _passes(text):
        return Reading(Pass())
    if _UNDO.fullmatch(text):
        return Reading(Pass(), confirm="pass", question=_TAKE_BACK) if view.takes_back else Unclear("undo")
    typed = said.via == "typed"
    if view.phase == "physical":
        return planning.read(view, plain, text, typed)
    if len(text) > WORDS_MOST:
        # Thoughts may be long; the text after them is read if it is short enough to be said.
        text = sentences.labelled(text)
    if len(text) > WORDS_MOST:
        return Unclear("too_long", most=WORDS_MOST)
    read_phase = _in_contract if view.phase == "contract" else _in_negotiation
    return read_phase(view, text, typed, said.order)


def _passes(text: str) -> bool:
    answers = _ANSWER.findall(text) if sentences.thinks(text) else [text]
    return len(answers) == 1 and _PASS.fullmatch(answers[0]) is not None


def _in_contract(view: View, text: str, typed: bool, order: bool) -> Read:
    joined = joining.read(view, text, typed and not order) or _talk(view, text)
    early = view.slots.mover not in (None, view.who)
    return Unclear("turn") if early and isinstance(joined, Unclear) and joined.code in _OF_SLOTS else joined


def _in_negotiation(view: View, text: str, typed: bool, order: bool) -> Read:
    found = sentences.find(text)
    if found.crowded:
        return Unclear("long", most=LONGEST)
    if found.heads or found.proposes or found.bare:
        if len(text) > LONGEST and not (found.tagged or found.thinks):
            return Unclear("long", most=LONGEST)
        return bargaining.read(view, found, text, typed, order)
    if found.tagged:
        return Unclear("format")
    question = bargaining.yes(view, text) if typed else None
    return question or _talk(view, text)


def _talk(view: View, text: str) -> Read:
    if planning.ordered(view, text):
        return Unclear("too_early")
    # A model's thoughts are not said at the table.
    if sentences.thinks(text):
        return Unclear("format")
    if view.phase == "negotiation" and joining.numbered(text):
        return Unclear("bargain_phase")
    if hints.slip(view, text) or (view.phase == "negotiation" and _UNFINISHED.fullmatch(text)):
        return Unclear("slots", slots=joining.filled(view)) if view.phase == "contract" else Unclear("format")
    return Reading(None, text)
