"""Yes and no to a standing offer in plain words: `ok deal with Gina`, `sure, 40 is fine`, `no thanks`.

An acceptance binds for good, so it counts at once only where nothing in the words speaks against it and one offer
stands. A hedged one, one among other remarks, and one that people also say in passing are asked about.
"""

import re
from difflib import get_close_matches
from itertools import groupby
from typing import Final, Literal

from games.core.contract import Reading, Seat, Unclear
from games.language.agreement import assents, departs, dissents, find
from games.language.elsewhere import elsewhere, idle_no
from games.society.reader import sentences
from games.society.reader.asking import Read, asked, unsettles
from games.society.reader.seats import named
from games.society.reader.shares import Split, without
from games.society.reader.vocabulary import ALMOST, FLUFF, IN_PASSING, JOINS
from games.society.rules.moves import Accept, Finish, Vote
from games.society.rules.talks import Offer
from games.society.view import View

Consent = Literal["sure", "asks", ""]

_SEAT: Final = re.compile(r"(?:(?:hey|hi|hello|dear|with|from|of|to|by|for)\s+)?@?\b(?:carpenter|miner)_\d(?:'s)?\b")
_SPELT: Final = ((re.compile(r"\byess\b"), "yes"), (re.compile(r"\bokk\b"), "ok"), (re.compile(r"\bgoo\b"), "go"))
_NOUN: Final = re.compile(r"\b(?:invitations?|invite|shares|terms|split|bargain|proposition)\b")
_HEDGE: Final = re.compile(
    r"\b(?:i guess|i suppose|i think|i believe|probably|prob|maybe|perhaps|hm+|kind of|sort of|could|can|guess)\b(?!')"
)
_NEVER: Final = re.compile(
    r"[?]|^(?:did|do|does|is|are|was|were|have|has|please)\b|\bagree with (?:me|us)\b|\b(?:i'm|im|i am|we're"
    r"|we are) done\b|\b(?:if|unless|might|later|soon|when"
    r"|would|should|shall|why(?! not)|what|how|who|which|not yet|think about|let me"
    r"|wait|until|after|before|almost|nearly|instead|said|says|wow|only|interesting)\b"
    r"|\bdeal with (?:it|that|this|me)\b|\bsure you\b|\bi'd \w+ (?:more|better)\b"
)
_AGAINST: Final = re.compile(
    r"\b(?:not|no|nah|nope|never|nor|cannot|\w+n't|dont|cant|wont|too (?:low|little|few|much|many|high|big)"
    r"|but|though|however|wanted|less|more|nothing|peanuts|a joke|an insult|unfair|ridiculous|laughable|between)\b"
)
_CLAUSE: Final = re.compile(r"[,.!;:–-]+|\b(?:and|but|so)\b")
_OPENERS: Final = frozenset("ok okay yes yeah sure alright fine gladly great so then well good cool".split())  # noqa: SIM905
_CALM: Final = re.compile(r"\b(?:ok|okay|okie|sure|works?|sounds|fine|happy|glad|i'm in|im in|me|us|convinced)\b")
"""Words of contentment that are about an offer, unlike `good morning`."""
_APPEALS: Final = re.compile(
    r"\baccept (?:my|mine|me)\b|^(?:please|pls|just) accept\b"
    r"|^(?:but |so |then )?you (?:must|should|have to|need to|ought to|better|had better)"
    r" (?:accept|agree|take)\b"
    r"|^(?:hey |hi |ok |please )?@?(?:carpenter|miner)_\d\W+(?:please |pls |just )?accept\b"
)
"""Words that ask another player to accept."""
_ON_TERMS: Final = re.compile(r" (?:(?:on|under|with|for|at) (?:these|those|your|the|that|this) offers?|then|now)$")
"""Words behind an answer that add nothing to it."""
_QUESTION: Final = re.compile(r"^(?:what|why|how|who|when|where)\b|\bif\b")
_NO_TO_SHARES: Final = re.compile(r"^(?:no|nah|nope|sorry|not for|no to|never)\b")
_DISMAY: Final = re.compile(r"^oh,? no+\b(?!,? (?:thanks?|thank you|thx|way|deal|chance|sir)\b)[\s,.!…]*")
"""A cry, which refuses nothing by itself."""
_THINK: Final = re.compile(r"\bi think\b")
_TYPED: Final = ("accept", "accepted", "agree", "agreed", "deal")
_REFUSES: Final = re.compile(
    r"\b(?:refus\w*|reject\w*|declin\w*|no (?:deal|agreement|thanks?|thank you|thx)|not (?:with you|interested|for me)"
    r"|end (?:it|this|the)|(?:stop|end|quit) (?:here|it|this|negotiating|talking|bargaining)|break (?:it|this) off"
    r"|walk(?:ing)? away"
    r"|leads nowhere|done (?:talking|here|with)|leave it|forget it|turn (?:it|this|that|you) down|(?:don't|dont|won't"
    r"|cannot|can't) accept"
    r"|give up|never mind|nvm|(?:isn't|not) working|stop the|rather (?:be alone|not)|i'm out|say no|said no|no way"
    r"|i (?:end|quit))\b|[❌👎🚫]"
)
_DECLINES: Final = re.compile(
    r"\b(?:don't|dont|do not|won't|cannot|can't|never) (?:want to|want it|accept|agree|take)\b"
)
_STAYS: Final = re.compile(
    r"\b(?:don't|dont|do not|not|never|won't)\b.{0,12}\b(?:end|stop|quit|refuse|reject|decline)\b"
)


def read(view: View, plain: str, shares: Split | None) -> Read | None:
    """Return an answer to what stands; None for other words. `plain`: in small letters, with seats by their ids."""
    names = named(plain, view.terms.seats)
    if len(names) > 1 or view.who in names:
        return None
    offers = [offer for offer in view.talks.offers_to(view.who) if not names or offer.by in names]
    bare = " ".join(_NOUN.sub("offer", _SEAT.sub(" ", _shortened(plain))).split())
    if shares is None:
        return _said(view, offers, names, bare)
    same = [offer for offer in offers if not shares.flaw and 100 - offer.mine == shares.mine]
    if same and _NO_TO_SHARES.match(bare) and not _QUESTION.search(bare) and "?" not in bare:
        return _refused(view, names, "no")
    return _with_shares(view, same, bare) if len(same) == 1 else None


def appeals(plain: str) -> bool:
    """Return whether words ask another player to accept."""
    return bool(_APPEALS.search(plain))


def _shortened(plain: str) -> str:
    """Return words without letters that are written three times or more: `yesss`, `okkk`."""
    runs = ("".join(run) for _, run in groupby(plain))
    plain = "".join(run if len(run) < 3 or not run.isalpha() else run[0] for run in runs)
    for pattern, word in _SPELT:
        plain = pattern.sub(word, plain)
    return plain


def _said(view: View, offers: list[Offer], names: tuple[Seat, ...], bare: str) -> Read | None:
    consent = _consent(bare)
    if consent:
        return _accepted(view, offers, names, consent, firm="accept" in bare)
    if offers and names and _chooses(bare):
        return _accepted(view, offers, names, "asks", firm=False)
    return _refused(view, names, bare) if _dissents(bare) else None


def _with_shares(view: View, same: list[Offer], bare: str) -> Read | None:
    """Return the answer of words that repeat the shares on offer."""
    if _NEVER.search(bare) or _AGAINST.search(bare):
        return None
    rest = without(bare)
    sure = _consent(rest) == "sure" or re.search(r"\b(?:i'll|i will|i|ok|okay) take\b|\baccept", bare)
    return _accepted(view, same, (), "sure" if sure else "asks", firm=False)


def _consent(text: str) -> Consent:
    """Return whether words consent, for sure or so that they are asked about."""
    if not text or _NEVER.search(text):
        return ""
    plain = " ".join(_HEDGE.sub(" ", text).split()).strip(" ,.!;")
    hedged = plain != text.strip(" ,.!;")
    if plain in ("", "so"):
        return "asks" if re.search(r"\bi (?:guess|suppose)\b", text) else ""
    found = {_clause(part.strip()) for part in _CLAUSE.split(plain) if part and part.strip()}
    if not found & {"firm", "yes", "mild", "typo"}:
        return "asks" if _nearly(plain) else ""
    return _weighed(plain, found, hedged)


def _weighed(plain: str, found: set[str], hedged: bool) -> Consent:
    """Return the consent of a text with a yes among its clauses; beside other words only an outspoken one counts."""
    against = _AGAINST.search(plain) is not None and not find(plain).clear_yes
    if against:
        return "asks" if "firm" in found else ""
    outspoken = bool(found & {"firm", "yes"})
    if "other" in found:
        return "asks" if outspoken else ""
    return "sure" if outspoken and not hedged and not elsewhere(plain) else "asks"


def _clause(part: str) -> str:
    """Return the force of a clause: `firm`, `yes`, `mild`, `typo`, `fluff`, or `other` words."""
    part = part if part in JOINS else _ON_TERMS.sub("", part).replace("let us ", "let's ")
    words = part.split()
    if part in JOINS or (words[0] in _OPENERS and " ".join(words[1:]) in JOINS):
        return "yes"
    force = _force(part, words)
    if force or part in ALMOST:
        return force or "mild"
    if FLUFF.issuperset(words):
        return "fluff"
    typed = len(words) <= 2 and any(get_close_matches(word, _TYPED, 1, 0.8) for word in words if len(word) > 3)
    return "typo" if typed else "other"


def _force(part: str, words: list[str]) -> str:
    """Return the force of a plain yes; "" for other words."""
    said = find(part)
    if not said.clear_yes or said.kind == "right":
        return ""
    if said.kind == "fine" and IN_PASSING.issuperset(words):
        return "mild"
    return "firm" if said.kind == "accept" else "yes"


def _nearly(plain: str) -> bool:
    """Return whether a short text says yes beside a word or two of something else."""
    said = find(plain)
    if _REFUSES.search(plain) or len(plain.split()) > 6:
        return False
    if find(plain).kind == "fine" and not _CALM.search(plain):
        return False
    if assents(plain) and not find(plain).sign:
        return True
    agrees = said.side == "yes" and said.kind != "right" and said.sign in ("", "elsewhere")
    return agrees or plain.endswith("live with it")


def _chooses(bare: str) -> bool:
    words = bare.strip(" ,.!").split()
    picks = {"take", "choose", "pick", "prefer", "want", "like", "accept", "go"}
    rest = {"i", "i'll", "i'd", "ok", "okay", "yes", "then", "the", "one", "offer", "deal", "with", "will", "would"}
    return bool(picks.intersection(words)) and len(words) <= 6 and not set(words) - picks - rest


def _begins_with_no(bare: str) -> bool:
    """Return whether the first words are a no, and the text has words of refusal."""
    first = find(_CLAUSE.split(bare)[0].strip())
    return first.kind == "no" and first.whole and bool(_REFUSES.search(bare))


def _asks(bare: str) -> bool:
    """Return whether words ask something, or have a no only in passing."""
    return "?" in bare or idle_no(bare) or _QUESTION.search(bare) is not None


def _dissents(bare: str) -> bool:
    bare = _DISMAY.sub("", bare)
    if _asks(bare) or len(bare.split()) > 14:
        return False
    said = find(bare)
    if said.kind == "against" or _STAYS.search(bare):
        return False
    if (
        _begins_with_no(bare)
        or (said.side == "no" and said.kind == "no" and said.sign in ("", "negated"))
        or _DECLINES.search(bare)
    ):
        return True
    ponders = re.search(r"\b(?:think|time|wait)\b", _THINK.sub(" ", bare))
    return said.side != "yes" and not ponders and bool(_REFUSES.search(bare) or dissents(bare) or departs(bare))


# --- what it does -----------------------------------------------------------------------------------------------------


def _accepted(view: View, offers: list[Offer], names: tuple[Seat, ...], consent: Consent, *, firm: bool) -> Read | None:
    ballots = view.talks.votes_of(view.who)
    if ballots and not offers:
        question = f"Vote yes on the deal of {ballots[0].accepting} and {ballots[0].offering}?"
        return Reading(Vote(True), confirm="vote yes", question=question)
    if len(offers) > 1:
        return Unclear("name_mix", names=tuple(offer.by for offer in offers))
    if not offers:
        if names and (firm or view.talks.offers_to(view.who)):
            return Reading(Accept(names[0], None))
        return Unclear("no_offer") if firm else None
    by, mine = offers[0].by, 100 - offers[0].mine
    if consent == "sure" and mine:
        return Reading(Accept(by, mine))
    question = f"Accept the offer of {by}: you {mine} %, {by} {100 - mine} %?"
    return asked(view, Accept(by, mine), sentences.accept(by, mine), question)


def _refused(view: View, names: tuple[Seat, ...], bare: str) -> Read | None:
    """Return the end of a bargain, asked about, or an invitation declined."""
    me, talks = view.who, view.talks
    bargain = talks.bargain(me)
    if talks.votes_of(me) and not names:
        return Reading(Vote(False), confirm="vote no", question="Vote no on that deal?")
    if bargain is not None:
        other = bargain.other(me)
        question = f"End the bargain with {other}? Neither of you gets a share from it."
        return None if names and other not in names else Reading(Finish(other), "", f"end {other}", "", question)
    inviters = tuple(dict.fromkeys(i.by for i in talks.invites_to(me) if not names or i.by in names))
    if len(inviters) != 1:
        return Unclear("name_mix", names=inviters) if inviters else None
    move = Finish(inviters[0])
    plain = (find(bare).whole or len(bare.split()) <= 4) and not unsettles(view, move, bare)
    question = "" if plain else f"Decline the invitation of {inviters[0]}?"
    return Reading(move, "", f"end {inviters[0]}" if question else "", "", question)
