"""Text to a move where people speak as they like (`reading=plain`).

What the relaxed grammar takes at once, it takes here, too. Beyond that, plain words accept where one proposal stands,
refuse, propose, and change a set; what is relative, hedged or put as a question is asked about, with the resulting
set. Talk is sent, but words that neither move nor argue are asked about first, as they use up a message.
"""

import re
from typing import Final

from games.balloon.reader import consent, copied, message
from games.balloon.reader.answers import agreed_if_sure, proposed_if_sure, refused_if_sure
from games.balloon.reader.changes import change, changed, misfit
from games.balloon.reader.kinds import Kinds, kinds_of
from games.balloon.reader.names import names_of
from games.balloon.reader.orders import VERB, ordered
from games.balloon.reader.proposing import proposal, whole_beside
from games.balloon.reader.protocol import parts
from games.balloon.rules import WORDS_MOST, Agree, Bargain, Move, mask_of, not_active
from games.balloon.view import View
from games.balloon.wording.phrases import PASS
from games.balloon.wording.phrases import change as told_change
from games.balloon.wording.protocol import argument
from games.core.contract import Reading, Said, Unclear
from games.language.calls import HELP, RULES
from games.language.corrections import started_again
from games.language.regrets import conceded, without_afterthought
from games.language.text import bare, clean, unmark, unquoted

_HELP: Final = re.compile(rf"{HELP}|how do i (?:agree|propose|answer)|i (?:don't|do not) (?:understand|get it)")
_QUIT: Final = re.compile(
    r"(?:i (?:want to |wanna )?)?(?:quit|exit|stop|leave|end)(?: (?:the |this )?game| now| playing)?|let me out"
)
_PASS: Final = re.compile(r"(?:i(?:'ll)? |i will )?(?:pass|skip|next)(?: (?:this (?:time|one|turn|round)|my turn))?")
_PROPOSES: Final = re.compile(r"propos|suggest|offer")
"""Words that make even a single item a whole set; `keep A08` may be a wish about one item."""
_TAG: Final = re.compile(
    r"(?<![ ,;.])[ ,;.]++(?:deal|agreed?|ok(?:ay)?|yes|fine|good|cool|fair|right|u in|you in|alright)"
    r"[ !]*+\?[ ?!]*+$",
    re.IGNORECASE,
)
"""A question for agreement behind a set."""
_LEFT_OUT: Final = re.compile(r"[sFE&fPQk]*+I,?b?,?[nX]I\.?")
_BUILDING: Final = frozenset("AXDWTkPUYMNZm&G")
_TALKING: Final = frozenset("KJQqcOole?")
"""Kinds of words that build a set, and of those that ask, refuse or compare instead."""
_FOR_US: Final = re.compile(
    r"(?:please |i |i want to |i'd like to |can i )?(?:withdraw|retract|revoke|cancel|undo|take back)\b.*"
    r"|(?:and |so )?(?:what(?:'s|s| is| are| would)?|how (?:much|good)) [^.!;]*\b(?:to|for) me\b[? ]*"
)
"""Words that may be meant for Parley rather than for the other side: `withdraw #1`, `what's #2 worth to me?`"""
_CODES: Final = ((_HELP, "help"), (RULES, "rules"), (_QUIT, "quit"))
_FEW: Final = 2
"""Words of a text that may be talk, or a slip: it is asked about unless it names an item."""


def read(view: View, said: Said) -> Reading[Move] | Unclear:
    if view.terms.reading != "plain" or view.terms.grammar == "seed" or said.via != "typed":
        return message.read(view, said)
    made = _read(view, said)
    return Unclear(made.code, **made.facts) if isinstance(made, Unclear) else _possible(view, made)


def _read(view: View, said: Said) -> Reading[Move] | Unclear:
    typed = clean(said.text)
    text = unmark(unquoted(typed)).strip() if typed is not None and "~~" not in typed else ""
    made = message.read(view, said)
    if not text or len(text) > WORDS_MOST or said.order or any(part.tag for part in parts(text)):
        return made
    if copied.explains(typed or "", names_of(view.items).places):
        return _said_if_sure(view, text)
    word = bare(text).strip("?").strip()
    guided = _guided(view, word)
    if guided is not None:
        return guided
    return made if _settled(made, word) else _beyond(view, text, word, made)


def _beyond(view: View, text: str, word: str, made: Reading[Move] | Unclear) -> Reading[Move] | Unclear:
    """Return what plain words say beyond `made`, their reading in the relaxed grammar."""
    kinds = kinds_of(view, text)
    meant = _asked(view, text) or _in_words(view, text, kinds) or _with_tag(view, text)
    proposed = isinstance(made, Reading) and made.move is not None
    if meant is None or (proposed and not set("AN") & set(kinds.text) and _fails(view, meant)):
        return made if isinstance(made, Unclear) or proposed else _talk(view, text, word, kinds)
    return made if _in_doubt(made, meant) else meant


def _asked(view: View, text: str) -> Reading[Move] | Unclear | None:
    """Ask about the answer in the form of a question: "agree #2?"; None if a text is none, or names no proposal."""
    order = VERB.fullmatch(text.rstrip("? ")) if text.endswith("?") else None
    if order is None or order["no"] or not (order["agree"] or order["refuse"]) or not order["rest"]:
        return None
    made = ordered(view, order)
    if not isinstance(made, Reading):
        return made
    match made.move:
        case Agree(items=names) | Bargain(propose=(), refuse=(names,)):
            meant = next((proposal for proposal in view.theirs if view.names(proposal.items) == names), None)
        case _:
            return None
    if meant is None:
        return _unanswerable(view, (names,))
    return agreed_if_sure(view, meant, "") if order["agree"] else refused_if_sure(view, [meant])


def _with_tag(view: View, text: str) -> Reading[Move] | None:
    """Return the question about a set with a question for agreement behind it: "A08 A31 C33, deal?"."""
    plain = _TAG.sub("", text)
    made = proposal(view, plain, kinds_of(view, plain)) if plain != text else None
    if not isinstance(made, Reading) or not isinstance(made.move, Bargain) or not made.move.propose:
        return None
    return made if made.confirm else proposed_if_sure(view, mask_of(view.items, made.move.propose[0]), made.say)


def _guided(view: View, word: str) -> Reading[Move] | Unclear | None:
    """Return the request of a word to the game itself: help, the rules, the way out, or to pass."""
    if _PASS.fullmatch(word):
        return Reading(None, PASS, confirm=argument(PASS), question=f"Pass? {uses(view)}")
    code = next((code for pattern, code in _CODES if pattern.fullmatch(word)), "")
    return Unclear(code) if code else None


def _settled(made: Reading[Move] | Unclear, word: str) -> bool:
    """Return whether a reading in the relaxed grammar stands, whatever plain words might make of it."""
    if isinstance(made, Unclear):
        return made.code not in ("which", "nothing_to_answer", "empty_set", "bad_set")
    if isinstance(made.move, Bargain) and [len(names) for names in made.move.propose] == [1]:
        return not made.confirm and bool(_PROPOSES.search(word))
    return made.move is not None and not made.confirm and made.move != Agree(())


def _in_words(view: View, text: str, kinds: Kinds) -> Reading[Move] | Unclear | None:
    whole, described = whole_beside(kinds), change(kinds)
    made = changed(view, described) if described is not None else None
    if whole is not None and (made is None or whole.items & made.base):
        described = made = None
    if described is not None and kinds.unknown:
        return Unclear("unknown_item", name=kinds.unknown[:30])
    if made is not None:
        return _changed(view, made.items, made.base, made.number)
    if described is not None and any(view.active):
        return misfit(view, described)
    answer = consent.answer(view, text, kinds) or _without(view, text, kinds) or proposal(view, text, kinds)
    answer = answer or _started_again(view, text)
    return answer or _behind_regret(view, conceded(text.lower()) or without_afterthought(text.lower()), text)


def _without(view: View, text: str, kinds: Kinds) -> Reading[Move] | None:
    """Ask about the set that a text names before the items which it leaves out: "A08 A31 but not B17"."""
    if _LEFT_OUT.fullmatch(kinds.text) is None or kinds.unknown:
        return None
    named, out = (token.items for token in kinds.tokens if token.kind == "I")
    kept = named & ~out
    return proposed_if_sure(view, kept, text if kinds.words else "") if kept.bit_count() > 1 else None


def _started_again(view: View, text: str) -> Reading[Move] | None:
    """Ask about the set behind words that take back what stands before them; None if there is none."""
    rest = started_again(text.lower())
    made = proposal(view, rest, kinds_of(view, rest)) if rest else None
    if not isinstance(made, Reading) or not isinstance(made.move, Bargain) or len(made.move.propose) != 1:
        return None
    return proposed_if_sure(view, mask_of(view.items, made.move.propose[0]))


def _behind_regret(view: View, rest: str, text: str) -> Reading[Move] | None:
    """Ask about the agreement behind a regret, or before a grumble; None if there is none."""
    if not rest or rest == text.lower():
        return None
    made = consent.answer(view, rest, kinds_of(view, rest))
    if made is None or not isinstance(made.move, Agree):
        return None
    names = made.move.items
    meant = next((proposal for proposal in view.theirs if view.names(proposal.items) == names), None)
    return agreed_if_sure(view, meant, "") if meant is not None else made


def _changed(view: View, items: int, base: int, number: int) -> Reading[Move]:
    """Return the proposal that a change leads to, which a button confirms; the question names the result."""
    difference = told_change(view, base, items)
    lead = f"#{number} {difference}".strip() if number else ""
    return proposed_if_sure(view, items, lead=lead)


# --- words that are no move -------------------------------------------------------------------------------------------


def _talk(view: View, text: str, word: str, kinds: Kinds) -> Reading[Move]:
    if _like_a_set(kinds) or _FOR_US.fullmatch(word):
        return _said_if_sure(view, text)
    if "I" in kinds.text or "N" in kinds.text or kinds.words > _FEW:
        return Reading(None, text)
    if kinds.words and len(word.split()) > _FEW + 1 and "?" not in kinds.text:
        return Reading(None, text)
    none = "" if view.theirs or not set(kinds.text) & set("aEgt") else "There's nothing to agree to yet. "
    return _said_if_sure(view, text, none)


def _like_a_set(kinds: Kinds) -> bool:
    """Return whether a text reads like a set that is none: items, words that build a set, and no others."""
    known = set(kinds.text)
    return not kinds.words and "I" in known and bool(known & _BUILDING) and not known & _TALKING


def _said_if_sure(view: View, text: str, lead: str = "") -> Reading[Move]:
    return Reading(None, text, confirm=argument(text), question=f"{lead}Say this to the other side? {uses(view)}")


def uses(view: View) -> str:
    return f"It uses message {view.number} of {view.terms.max_messages}."


def _in_doubt(made: Reading[Move] | Unclear, meant: Reading[Move] | Unclear) -> bool:
    """Return whether the relaxed grammar asks about the same move for the words beside it."""
    if isinstance(made, Unclear) or isinstance(meant, Unclear):
        return False
    return bool(made.confirm and made.say) and isinstance(made.move, Bargain) and made.move == meant.move


def _fails(view: View, made: Reading[Move] | Unclear) -> bool:
    return isinstance(made, Unclear) or isinstance(_possible(view, made), Unclear)


# --- what is allowed --------------------------------------------------------------------------------------------------


def _possible(view: View, made: Reading[Move]) -> Reading[Move] | Unclear:
    """Return a reading, or the reason why the rules refuse it: words that miss cost nothing here."""
    match made.move:
        case Agree(names):
            return _unanswerable(view, (names,)) or made
        case Bargain(propose, refuse):
            wanted = [mask_of(view.items, names) for names in propose]
            heavy = next((items for items in wanted if view.effort(items) > view.limit), 0)
            if heavy:
                return Unclear("over_limit", effort=view.effort(heavy), limit=view.limit, items=heavy)
            return _unanswerable(view, refuse) or _agreed_instead(view, made, wanted)
    return made


def _unanswerable(view: View, sets: tuple[tuple[str, ...], ...]) -> Unclear | None:
    """Return the reason why one of the answered sets stands open to no answer; None if all do."""
    for names in sets:
        items = mask_of(view.items, names)
        if all(proposal.items != items for proposal in view.theirs):
            why = not_active(view.active, view.me, items)
            return Unclear(why.code, **why.facts)
    return None


def _agreed_instead(view: View, made: Reading[Move], wanted: list[int]) -> Reading[Move]:
    """Return a question about agreeing where somebody proposes what the other side has proposed."""
    same = next((proposal for proposal in view.theirs if wanted == [proposal.items]), None)
    return made if same is None else agreed_if_sure(view, same, "")
