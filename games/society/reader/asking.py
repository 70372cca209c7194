"""Questions about a move that words express, but not beyond doubt."""

import re
from typing import Final

from msgspec.structs import replace

from games.core.contract import IllegalMove, Reading, Seat, Unclear
from games.language.agreement import assents, departs, dissents, find, weakness
from games.language.hedges import hedged
from games.language.spelling import in_full
from games.society.reader import sentences
from games.society.reader.shares import split
from games.society.rules import negotiation
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Vote
from games.society.view import View

Read = Reading[Move] | Unclear

_THINKS: Final = re.compile(r"\bi (?:think|believe)\b")
_UNDOES: Final = re.compile(
    r"\b(?:wait|hm+|not really|actually|rather|i meant?|(?:a|the|was|just|only) (?:joke|test)|sike|misclick"
    r"|wrong (?:button|word|one|person)|my bad|scratch|cancel|undo|ignore|forget"
    r"|(?:\w+n't|not) (?:mean|meant|serious|want to|end|decline|reject|refuse|withdraw))\b"
    r"|\b(?<!why )(?:not?|nope|nah|never|don't|won't)\W*$"
)
"""Words that undo what stands before them; "no" does so at the end."""
_PARTNER: Final = re.compile(r"\b(?:to|with|for) @?(?:carpenter|miner)[\s_#-]*\d{1,2}\b")
"""The partner of an offer, whose share is not told by that."""
_RETRACTS: Final = re.compile(
    r"(?<=\w)(?<!\bwhy)\W+(?:(?:lol|haha|ok|oh|well) ){0,2}"
    r"(?:on second thoughts?,? no|no|not|nope|never mind|nvm|forget it"
    r"|(?:cancel|scratch) that|(?:just |only )?(?:jk|kidding|joking)|no,? wait|wait,? no)(?: (?:lol|haha|sorry))?\W*$"
)
"""An end that takes the whole text back."""
_WANTS: Final = re.compile(r"\bi(?:'d)? (?:need|want|wanted|deserve|prefer|like) (?:a )?(?:more|better)\b|\bstop\W*$")
_CONDITION: Final = re.compile(r"\b(?:if|unless|until|or)\b")
_SENTENCE: Final = re.compile(r"[.!;…\n]+")


def asked(view: View, move: Accept | Counter | Finish | Negotiate, says: str, question: str) -> Read:
    """Return a question about a move, or its refusal at once if the rules refuse it."""
    return Reading(move) if _refused(view, move) else Reading(move, "", says, "", question)


def _refused(view: View, move: Accept | Counter | Finish | Negotiate) -> bool:
    try:
        negotiation.check(view.talks, view.terms.customs, view.who, negotiation.meant(view.talks, view.who, move))
    except IllegalMove:
        return True
    return False


def doubted(view: View, found: Read, text: str) -> Read:
    """Return a question in place of a move, if the typed words hedge one that binds or take it back in the end:
    `I guess I'll stay`, `50/50... no wait`.
    """
    if isinstance(found, Unclear) or found.move is None or found.confirm:
        return found
    plain = " ".join(text.lower().split())
    offers, ends = isinstance(found.move, Counter | Negotiate), isinstance(found.move, Finish)
    hedges = not offers and (hedged(plain) or _THINKS.search(plain))
    return questioned(view, found) if hedges or (not ends and _RETRACTS.search(plain)) else found


def settled(view: View, found: Reading[Move], beside: str) -> Read:
    """Return the move of an option, or a question about it if the words beside it take it back, doubt it or say the
    opposite: `accept... no wait`.
    """
    beside = in_full(beside.lower())
    if found.move is None or found.confirm:
        return found
    if isinstance(found.move, Counter | Negotiate) and (mine := _turned(view, found.move.mine, beside)) is not None:
        return questioned(view, replace(found, move=replace(found.move, mine=mine)))
    return questioned(view, found) if unsettles(view, found.move, beside) else found


def _turned(view: View, mine: int | None, beside: str) -> int | None:
    """Return the other share that words beside an offer say is meant: `60/40 in your favour`; None for the same."""
    shares = split(_PARTNER.sub(" ", beside), view.who)
    other = shares is not None and shares.both and not shares.flaw and mine == 100 - shares.mine != shares.mine
    return shares.mine if shares is not None and other else None


def unsettles(view: View, move: Move, beside: str) -> bool:
    """Return whether words in small letters beside a move take it back, doubt it or say the opposite."""
    match move:
        case Accept() | Vote(yes=True):
            return not find(beside).clear_yes and (_refuses(beside) or _other_shares(view, move, beside))
        case Finish() | Vote():
            said = find(beside)
            refuses = said.side == "no" and said.whole and not said.sign
            return not refuses and (_undone(beside) or _agrees(beside) or _other_shares(view, move, beside))
        case Negotiate() | Counter():
            return weakness(beside) == "taken_back" or _UNDOES.search(beside) is not None
        case _:
            return _undone(beside)


def _undone(beside: str) -> bool:
    """Return whether words take back what stands before them, or set a condition. A mere "no" or "but" does not."""
    if weakness(beside) not in ("", "negated", "conditional"):
        return True
    return bool(_UNDOES.search(beside) or _CONDITION.search(beside))


def _refuses(beside: str) -> bool:
    """Return whether words beside a yes have any sign against it."""
    against = weakness(beside) or _UNDOES.search(beside) or _WANTS.search(beside) or find(beside).side == "no"
    return bool(against) or dissents(beside) or departs(beside)


def _agrees(beside: str) -> bool:
    """Return whether words beside a no say yes."""
    yes = find(beside).kind in ("accept", "yes") or assents(beside)
    return yes or any(find(part).clear_yes for part in _SENTENCE.split(beside))


def _other_shares(view: View, move: Accept | Finish | Vote, beside: str) -> bool:
    """Return whether words beside an answer name other shares than those on offer; beside a no, both of them."""
    shares = split(beside, view.who)
    if shares is None or shares.flaw or not (isinstance(move, Accept) or shares.both or shares.even):
        return False
    return shares.mine not in [100 - offer.mine for offer in view.talks.offers_to(view.who)]


def questioned(view: View, found: Reading[Move]) -> Read:
    """Return a question in place of a move; the move itself where the rules refuse it."""
    move = found.move
    if move is None or (isinstance(move, Counter | Negotiate) and _refused(view, move)):
        return found
    says, question = _binding(view, move)
    return replace(found, confirm=says, question=question) if says else found


def _binding(view: View, move: Move) -> tuple[str, str]:
    """Return the words and the question of a move that nothing undoes; empty for other moves."""
    match move:
        case Accept(by, mine):
            return _accepting(view, by, mine)
        case Finish(to):
            return _ending(view, to)
        case Join(slot) if 0 <= slot < len(view.slots.seats) and view.slots.mover in (None, view.who):
            return f"join {slot}", f"Join coalition {slot}?"
        case Counter(to, mine):
            return sentences.counter(to, mine), f"Propose to {to}: you {mine} %, {to} {100 - mine} %?"
        case Negotiate(to, mine) if mine is not None:
            return sentences.negotiate(to, mine), f"Invite {to}: you {mine} %, {to} {100 - mine} %?"
        case Vote(yes) if view.talks.votes_of(view.who):
            return f"vote {'yes' if yes else 'no'}", f"Vote {'yes' if yes else 'no'} on that deal?"
    return "", ""


def _accepting(view: View, by: Seat, mine: int | None) -> tuple[str, str]:
    offer = next((offer for offer in view.talks.offers_to(view.who) if offer.by == by), None)
    if offer is None or mine not in (None, 100 - offer.mine):
        return "", ""  # the rules refuse it
    mine = 100 - offer.mine
    return sentences.accept(by, mine), f"Accept the offer of {by}: you {mine} %, {by} {100 - mine} %?"


def _ending(view: View, other: Seat) -> tuple[str, str]:
    bargain = view.talks.bargain(view.who)
    if bargain is not None and bargain.other(view.who) == other:
        return f"end {other}", f"End the bargain with {other}? Neither of you gets a share from it."
    invited = any(invite.by == other for invite in view.talks.invites_to(view.who))
    return (f"end {other}", f"Decline the invitation of {other}?") if invited else ("", "")
