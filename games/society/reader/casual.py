"""Plain words in the negotiation: acceptances, refusals, offers and passes as people write them to one another.

An acceptance in plain words accepts where one offer stands. Shares count at once where both numbers and the partner are
written; everything implied, rounded or asked is asked about first. Never raises, never guesses.
"""

import re
from typing import Final

from games.core.contract import IllegalMove, Reading, Seat, Unclear
from games.language.agreement import Finding, find
from games.society.reader import sentences
from games.society.reader.seats import named
from games.society.reader.shares import Split, split
from games.society.rules import negotiation
from games.society.rules.moves import Accept, Counter, Finish, Move, Negotiate, Pass, Vote
from games.society.view import View

Read = Reading[Move] | Unclear

LONGEST: Final = 300
"""Characters of a text that may be an offer in plain words."""
_SEAT: Final = r"(?:carpenter|miner)_\d"
_PASS: Final = re.compile(
    r"(?:(?:ok|okay|well|so|i think|i guess|i'd say|let me|i|i'll|i will|i want to|i'd like to|i'm going to|just|please)[\s,]+)*"
    r"(?:pass|skip|nothing|none|no (?:move|offer|action|proposal)|do nothing|doing nothing|stay put|sit (?:this|it)(?: one)? out"
    r"|wait|hold|hold on|let it be|stay (?:out|silent|quiet)|not now|not this (?:time|step|one)|no thanks? this (?:time|step)|leave it)"
    r"(?:[\s,]+(?:it|on|this|the|my|a|one|for|now|step|turn|round|time|next|from|me|please|thanks?|then|here|and|see|to|do|here))*[\s.!…]*"
)
_UNINVITE: Final = re.compile(
    r"(?:(?:ok|please|sorry|no|wait|i|i'd like to|i want to|i'll)[\s,]+)*"
    rf"(?:uninvite(?: (?P<one>{_SEAT}))?|(?:cancel|withdraw|take back|drop|forget|revoke)"
    r"(?: (?:my|the|that))?(?: (?:invitation|invite|offer|proposal))?"
    rf"(?: (?:to|for|with) (?P<two>{_SEAT}))?)[\s.!]*"
)
_ADDRESS: Final = re.compile(
    rf"(?:(?:hey|hi|hello|dear)[\s,]+)?@?\b{_SEAT}(?:'s)?\b(?:[\s,:]+(?:offer|deal|proposal|invitation|share)s?\b)?"
)
_LINK: Final = re.compile(r"\b(?:with|from|of|to|by|for)\s+(?=\W*$|[,.!])|\b(?:with|from|of|to|by|for)\s*(?=\x00)")
_ALSO_YES: Final = re.compile(
    r"(?:(?:ok|okay|yes|yeah|sure|fine|great|cool|alright|well|then|so|hey|hi)[\s,!.]+)*"
    r"(?:(?:let's|lets|let us) (?:go|do (?:it|this|that)|team up|make (?:a|the|this) deal|shake(?: on it)?|join forces|partner(?: up)?|work together)"
    r"|you(?:'re| are) on|i'm (?:in|game|down|on board|happy with (?:it|that|this))|i am (?:in|game)|we(?:'re| are) (?:on|good|partners)"
    r"|(?:i'd|i would) (?:love|like|be happy|be glad) (?:to|that)(?: accept(?: it)?)?|happy to|gladly|deal me in|team|partners|works|that'll do"
    r"|(?:i )?join(?: forces| up)?|say yes|i say yes|take (?:it|that|the deal|the offer|your offer|your deal)|(?:i'll|i will) (?:take|do|go with|join) ?(?:it|that|this|the deal|the offer|your offer|you)?)"
    r"[\s,]*(?:then|please|thanks|thank you|with you|together|with that|with it|now)?[\s.!]*"
)
_CALM: Final = frozenset("ok okay sure fine alright deal yes yep agreed works".split())  # noqa: SIM905
_PROPOSES: Final = re.compile(
    r"\b(?:propos\w*|invit\w*|offer\w*|suggest\w*|counter\w*|bargain\w*|negotiat\w*|partner\w*|team\w*|all(?:y|ies|iance)|join\w*"
    r"|split\w*|shar\w+|deal|half|halves|give|take|keep|want|get|how about|what about|go for|make it|instead|rather)\b"
)
_FIRM: Final = re.compile(
    r"(?:(?:hi|hey|hello|ok|okay|so|then|please|now|well|no)[\s,]+)*"
    r"(?:i(?:'d| would)? ?(?:'ll|will|want to|like to)? ?)?(?:propose|invite|offer|suggest|counter(?:offer)?|bargain with|negotiate with)\b"
)
_HEDGED: Final = re.compile(
    r"\?|\b(?:maybe|perhaps|if|unless|would|could|might|should|how about|what about|thinking|probably|or|later|next|wonder|hope)\b"
)
_AGAINST: Final = re.compile(
    r"\b(?:not|never|cannot|nobody|n't|\w+n't|wont|dont|cant|yesterday|last (?:time|game|step)|already|had|was|were)\b"
)
_KNOWN: Final = frozenset(
    "i me my mine myself i'll i'd i'm we we'd we'll us our you your yours u you'll you'd he she they her his him them hers a an the "  # noqa: SIM905
    "and or of to for with at as is it it's that that's this these so ok okay hey hi hello yo dear please pls thanks thank well then "
    "no yes yeah sure fine good great fair nice now just only let let's lets do make made go get gets take takes keep keeps give "
    "gives gave have has want wants need wish like would could can should will may might propose proposes offer invite suggest "
    "counter counteroffer bargain negotiate partner partners partnership team up together join forces ally allies alliance work "
    "split share shares shared deal half halves each even evenly equal equally fifty forty sixty seventy thirty twenty ten eighty "
    "ninety percent per cent pct part third quarter two three one both all how about what say maybe perhaps rather instead more less "
    "than better if accept agreed agree gain gains reward will rest other my proposal be us's friend mate buddy in on by down "
    "quarters thirds thing profit profits earnings credits pot everything between think thought make it's i've got shall".split()
)
_UNKNOWN_MOST: Final = 4
"""Words of a text that belong to no offer; with more of them it is talk."""


def read(view: View, text: str) -> Read | None:
    """Return the move in a text of the negotiation, with seats by their ids; None if it has none in plain words."""
    if len(text) > LONGEST:
        return None
    plain = " ".join(text.lower().split())
    if _PASS.fullmatch(plain):
        return Reading(Pass())
    if found := _UNINVITE.fullmatch(plain):
        return _withdrawn(view, found["one"] or found["two"] or "")
    return _answered(view, plain) or _offered(view, plain, text)


def _withdrawn(view: View, seat: str) -> Read | None:
    out = view.talks.invite_by(view.who)
    if out is None or seat not in ("", out.to):
        return None
    return Reading(Finish(out.to))


# --- yes and no -------------------------------------------------------------------------------------------------------


_ACCEPTS: Final = re.compile(
    r"(?:(?:ok|okay|yes|fine|sure|i|i'll|i will)[\s,]+)*(?:accept|agree(?:d)?(?: to| on)?|deal(?: at)?)\b"
)
_CHOOSES: Final = re.compile(
    r"(?:(?:ok|okay|yes|then|i|i'll|i will|i'd)[\s,]+)*(?:take|choose|pick|go with|prefer|want|like|accept)"
    r"(?: the)?(?: one| offer| deal)?(?: from| of| by| with)?(?: the)?[\s,]*"
)
_ALSO_NO: Final = re.compile(
    r"(?:(?:ok|okay|well|sorry|thanks|no|hi|hey|but)[\s,.!]+)*(?:(?:i'm |i am )?(?:not interested|out|not in)|no can do|rather not|i'd rather not"
    r"|(?:i )?(?:say|said) no|not for me|turn (?:it|that|this) down|i(?:'ll| will)? turn (?:it|that|this) down|i don't want (?:it|that|this|to))"
    r"[\s,]*(?:sorry|thanks|thank you|with you|then|for now)?[\s.!]*"
)


def _answered(view: View, plain: str) -> Read | None:
    """Return an answer to what stands; None for other words."""
    names = named(plain, view.terms.seats)
    if len(names) > 1 or view.who in names:
        return None
    # The seat's name, and what ties it to the answer: "ok deal with Gina".
    bare = _LINK.sub(" ", _ADDRESS.sub("\x00", plain)).replace("\x00", " ").strip(" ,.!")
    said = find(" ".join(bare.split()))
    if _consents(said, bare):
        return _accepted(view, said, bare, names)
    if names and _CHOOSES.fullmatch(bare) and any(offer.by == names[0] for offer in view.talks.offers_to(view.who)):
        return _accepted(view, said, "", names)
    if _ALSO_NO.fullmatch(bare):
        return _refused(view, names)
    if said.side == "no" and said.kind == "no" and said.whole and said.sign in ("", "negated"):
        return _refused(view, names)
    return None


def _consents(said: Finding, bare: str) -> bool:
    if _ALSO_YES.fullmatch(bare):
        return True
    hedged = said.side == "yes" and said.sign == "hedged" and said.kind in ("accept", "yes")
    return (said.clear_yes and said.kind != "right") or hedged


def _accepted(view: View, said: Finding, bare: str, names: tuple[Seat, ...]) -> Read | None:
    me, talks = view.who, view.talks
    offers = [offer for offer in talks.offers_to(me) if not names or offer.by in names]
    if talks.votes_of(me) and not offers:
        ballot = talks.votes_of(me)[0]
        question = f"Vote yes on the deal of {ballot.accepting} and {ballot.offering}?"
        return Reading(Vote(True), confirm="vote yes", question=question)
    if len(offers) > 1:
        return Unclear("name_mix", names=tuple(offer.by for offer in offers))
    if not offers:
        firm = said.kind == "accept" or "accept" in bare
        if names and firm:
            return Reading(Accept(names[0], None))
        return Unclear("no_offer") if firm and bare.startswith(("accept", "i accept")) else None
    by, mine = offers[0].by, 100 - offers[0].mine
    move = Accept(by, mine)
    clear = said.clear_yes and (said.kind in ("accept", "yes") or _CALM.intersection(bare.replace(",", " ").split()))
    if mine and (clear or "👍" in bare or "🤝" in bare or "sounds" in bare):
        return Reading(move)
    return asked(
        view, move, sentences.accept(by, mine), f"Accept the offer of {by}: you {mine} %, {by} {100 - mine} %?"
    )


def _refused(view: View, names: tuple[Seat, ...]) -> Read | None:
    me, talks = view.who, view.talks
    bargain = talks.bargain(me)
    if talks.votes_of(me) and not names:
        return Reading(Vote(False), confirm="vote no", question="Vote no on that deal?")
    if bargain is not None:
        other = bargain.other(me)
        if names and other not in names:
            return None
        question = f"End the bargain with {other}? Neither of you gets a share from it."
        return Reading(Finish(other), confirm=f"end {other}", question=question)
    inviters = tuple(dict.fromkeys(i.by for i in talks.invites_to(me) if not names or i.by in names))
    if len(inviters) > 1:
        return Unclear("name_mix", names=inviters)
    return Reading(Finish(inviters[0])) if inviters else None


# --- shares -----------------------------------------------------------------------------------------------------------


def _offered(view: View, plain: str, text: str) -> Read | None:
    """Return an offer; None if there is none."""
    names = tuple(seat for seat in named(plain, view.terms.seats) if seat != view.who)
    shares = split(plain, view.who)
    against = _AGAINST.search(plain)
    if len(_strange(plain)) > _UNKNOWN_MOST or against:
        return None
    to = _partner(view, names)
    if shares is None:
        return _without_shares(view, plain, names, to)
    if not (names or _PROPOSES.search(plain) or (to is not None and len(plain.split()) <= 5)):
        return None
    if isinstance(to, Unclear) or to is None:
        return to
    offer = next((offer for offer in view.talks.offers_to(view.who) if offer.by == to), None)
    accepts = offer is not None and _ACCEPTS.match(plain) and not shares.flaw and not _HEDGED.search(plain)
    if offer is not None and accepts and (shares.mine == 100 - offer.mine or "accept" in plain):
        # The rules compare the shares with those of the offer.
        return Reading(Accept(to, shares.mine))
    return _flawed(shares, to) or _proposed(view, plain, to, shares)


def _strange(plain: str) -> list[str]:
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", re.sub(rf"\b{_SEAT}\b", " ", plain))
    return [word for word in words if word not in _KNOWN]


def _partner(view: View, names: tuple[Seat, ...]) -> Seat | Unclear | None:
    """Return the seat that an offer is for: the named one, the other side of the bargain, the only one there is."""
    me, talks = view.who, view.talks
    if len(names) > 1:
        return Unclear("name_mix", names=names)
    if names:
        return names[0]
    bargain = talks.bargain(me)
    if bargain is not None:
        return bargain.other(me)
    known = dict.fromkeys(i.by for i in talks.invites_to(me)) or dict.fromkeys(talks.targets(me, view.terms.seats))
    return next(iter(known)) if len(known) == 1 else Unclear("name_mix", names=tuple(known)) if known else None


def _without_shares(view: View, plain: str, names: tuple[Seat, ...], to: Seat | Unclear | None) -> Read | None:
    """Return a question for shares where somebody is invited without any."""
    wants = re.search(
        r"\b(?:invit\w*|propos\w*|join|bargain|negotiat\w*|team|partner\w*|ally|allies|alliance|together|deal|talk|counter)\b",
        plain,
    )
    if not names or not wants or len(plain.split()) > 12:
        return None
    if not isinstance(to, str):
        return to
    offer = next((offer for offer in view.talks.offers_to(view.who) if offer.by == to), None)
    if offer is not None and re.search(r"\b(?:join|team|partner|together|ally)\b", plain):
        mine = 100 - offer.mine
        question = f"Accept the offer of {to}: you {mine} %, {to} {100 - mine} %?"
        return asked(view, Accept(to, mine), sentences.accept(to, mine), question)
    return Unclear("which_shares", to=to)


def _flawed(shares: Split, to: Seat) -> Unclear | None:
    if shares.flaw == "sum":
        return Unclear("sum", sum=shares.sum)
    if shares.flaw == "range":
        return Unclear("range")
    if shares.flaw:
        return Unclear("number") if shares.flaw == "number" else Unclear("no_share")
    return Unclear("step", below=shares.mine // 10 * 10, to=to) if shares.mine % 10 else None


def _proposed(view: View, plain: str, to: Seat, shares: Split) -> Read:
    mine, bargain = shares.mine, view.talks.bargain(view.who)
    answers = bargain is not None or any(invite.by == to for invite in view.talks.invites_to(view.who))
    move: Negotiate | Counter = Counter(to, mine) if answers else Negotiate(to, mine)
    firm = _FIRM.match(plain) and shares.both and mine not in (0, 100) and not _HEDGED.search(plain)
    if firm and to in plain:
        return Reading(move)
    verb = "Propose to" if answers else "Invite"
    says = (sentences.counter if answers else sentences.negotiate)(to, mine)
    return asked(view, move, says, f"{verb} {to}: you {mine} %, {to} {100 - mine} %?")


def asked(view: View, move: Accept | Counter | Negotiate, says: str, question: str) -> Read:
    """Return a question about a move, or its refusal at once if the rules refuse it."""
    try:
        negotiation.check(view.talks, view.terms.customs, view.who, negotiation.meant(view.talks, view.who, move))
    except IllegalMove:
        return Reading(move)
    return Reading(move, "", says, "", question)
