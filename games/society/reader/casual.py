"""Plain words in the negotiation: passes, answers, and offers as people write them to one another.

Shares count at once where the partner and both sides' parts are said; what is implied, rounded, relative or hedged is
asked about first. Never raises, never guesses.
"""

import re
from typing import Final

from games.core.contract import Reading, Seat, Unclear
from games.language.agreement import weakness
from games.language.corrections import recounted
from games.language.hedges import doubtful, hedged
from games.language.regrets import conceded, without_afterthought
from games.language.remarks import past, startled, unreal
from games.language.spelling import in_full
from games.society.reader import answers, sentences
from games.society.reader.asking import Read, asked
from games.society.reader.patterns import SEAT
from games.society.reader.seats import named
from games.society.reader.shares import Split, split
from games.society.reader.vocabulary import OF_OFFERS, OF_PASSES
from games.society.rules.moves import Accept, Counter, Finish, Negotiate, Pass
from games.society.view import View

LONGEST: Final = 300
"""Characters of a text that may be a move in plain words."""
_PASS: Final = re.compile(
    r"\b(?:pass|skip|nothing|none|no (?:move|offer|action|proposal)|do(?:ing)? nothing|stay put|sit (?:it "
    r"|this )?(?:one )?out"
    r"|nobody|wait|hold (?:on)?|let it be|stay (?:out|silent|quiet)|not now|not this (?:time|step|one|round|turn))\b"
)
_UNINVITE: Final = re.compile(
    rf"\b(?:uninvite|(?:cancel|withdraw|take back|drop|revoke)(?: my| the| that)? (?:invitation|invite|offer"
    rf"|proposal))\b(?: (?:to|for|with))?(?: {SEAT})?[\s.!]*$"
)
_OFFERS: Final = re.compile(
    r"\b(?:propos\w*|invit\w*|offer\w*|suggest\w*|counter\w*|bargain\w*|negotiat\w*|partner\w*|team\w*|all(?:y|ies|iance)|join\w*"
    r"|split\w*|shar\w+|deal|half|halves|give|take|keep|want|get|how about|what about|go for|make it|instead"
    r"|rather|more|less|for (?:me|you|u)|go (?:up|down|as (?:low|high))|could do)\b"
)
_OPEN: Final = re.compile(r"\b(?:if|unless|or|later|at (?:least|most)|min(?:imum)?|max(?:imum)?)\b")
"""Words that set a condition or a bound, leave a choice or put it off."""
_WAITED: Final = re.compile(
    r"((?:(?:ok|okay|please|i|i'll|i will|let me|let us|let's|lets|we|just)\W+){0,4}(?:wait|hold on|pause|rest))"
    r"(?: for)?(?: another)? (?:\d+|ten|fifteen|twenty|thirty)(?: more)?(?: ?(?:ticks?|turns?|rounds?|steps?))?"
    r"(?: please)?[\s.!]*"
)
"""A number that counts the waiting: "wait 10". Behind a comma it is a share: "wait, 60"."""
_BESIDE_WAIT: Final = frozenset(("ok", "okay", "no", "yes", "oh", "please", "just", "for", "me"))
_TALKS: Final = re.compile(
    r"^(?:(?:but|hey|well) )?i (?:asked|offered|proposed|suggested)\b"
    r"|^(?:\w+,? )?(?:should|must|do|did) i\b|^what (?:does|do|is|are|did|happens|would)\b"
    r"|^(?:why|is|are|was|who|when|where|which|did|do|does|how come|so i'd|so you|you said|you say|i said|he said"
    r"|she said|ok but why|but why|wow)\b"
)
"""Questions and remarks about shares, which offer none."""
_AGAINST: Final = re.compile(
    r"\byou (?:always|usually|often)\b"
    r"|\b(?:not|never|cannot|nobody|\w+n't|wont|dont|cant|yesterday|last (?:time|game|step)|already|had|were)\b"
)
_TELLS: Final = re.compile(
    r"\b(?:has|said|says|told|offered|offers|took|thinks|asked|gave|made|is|are|was|always|used)\b"
)
"""Words of a report on somebody's shares, which may offer none."""
_INVITES: Final = re.compile(r"\b(?:propos\w*|invit\w*|offer|counter|bargain|negotiate|or)\b")
_TO_ALL: Final = re.compile(r"\b(?:any|some|every)(?:one|body)\b|^who\b|\bwho (?:wants|would|will|is in|else|likes)\b")
"""Words to all, who have to hear them."""
_PROPOSES: Final = re.compile(
    r"\b(?:how about|what about|shall we|can we|could we|let's|lets|why not|split|share|propose|counter)\b"
)
_AGREES: Final = re.compile(r"(?:deal|accept\w*|agreed?|ok|okay|yes|yeah|sure|fine)\b")
"""An agreement beside other shares than those on offer: which of them is meant?"""
_SURENESS: Final = re.compile(
    r"\b(?:you )?(?:can't|cannot|cant|won't|wont) (?:say no|refuse|get (?:fairer|better)|be fairer)"
    r"(?: to (?:it|that|this))?\b"
    r"|\b(?:i'm |im |i am )?not (?:so |quite )?sure\b|\bi was thinking\b|\bwhy not\b|\bor nothing\b|\bno\b"
)
_RELATIVE: Final = re.compile(
    r"\b(?P<much>\d{1,2}|five|ten|fifteen|twenty|thirty) ?%?(?: percent)?(?: points?)? ?(?P<way>more|less|extra|up"
    r"|down|higher|lower|fewer)\b"
    r"|\b(?P<way2>up|plus|another|add) (?P<much2>\d{1,2}|five|ten|fifteen|twenty|thirty)\b"
)
_SWAPS: Final = re.compile(
    r"\b(?:swap|switch|flip|reverse)\b(?: \w+){0,3} (?:shares?|numbers?|split|it|them|that|(?:a)?round)\b"
    r"|\bother way (?:a)?round\b|\bvice versa\b"
)
"""The shares on offer, each for the other side."""
_COMPLAINS: Final = re.compile(
    r"(?:(?:sorry|no|nah|nope|but|ok|okay|well|hm+)[\s,]+){0,3}(?:"
    rf"(?:no|not) (?:with |for )?@?{SEAT}"
    r"|(?:only |just |your )?\d{1,3}(?: ?%| percent)?(?: for me)?(?:'s| is| isn't| is not)"
    r"(?: just| way| far| a bit| really| so)? (?:(?:too )?(?:low|little|few|bad)"
    r"|not (?:enough|fair|ok|okay|good enough|acceptable)"
    r"|enough|fair|unfair|good enough|acceptable)(?: for me)?"
    r")[\s,;.!:–-]+"
)
"""A complaint about shares, or a partner turned down, in front of the offer instead."""
_DOUBTS: Final = re.compile(
    r"(?:only |just )?(?P<share>\d{1,3})(?: ?%| percent)?(?: for me)?\?+\s+"
    r"(?:(?:no way|no|nah|nope|never|lol|haha|hm+|really\?*)[\s,;.!:–-]+)*"
)
"""The share on offer, asked in disbelief in front of the offer instead: "40? make it 50"."""
_TOO: Final = re.compile(r"\btoo (?:much|many|high|big|low|little|few)\b")
_IDLE: Final = re.compile(
    r"\b\d+ ?(?:%|percent)? (?:min(?:ute)?s?|sec(?:ond)?s?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|chance|kids"
    r"|people|students|points|pm|am|o'clock|degrees|km|miles|times|messages|euros?|dollars?|bucks)\b"
    r"|\b(?:i'm|i am|she's|he's) \d+\b(?! ?[%/:])|\b(?:see|call|text) (?:you|u|ya) (?:at|in) \d"
    r"|\b\d+ ?(?:%|percent)? is (?:nothing|peanuts|a joke|an insult|ridiculous|laughable|unfair)[ .!?]{0,5}$"
    r"|\b(?:was|were|is|are|sounds like|would be|what) an? (?:\w+ )?(?:bad|terrible|awful|stupid|dumb|silly) \w+"
    r"|\b(?:is|was|what) an? (?:rip-?off|scam|robbery|joke|insult|shame)\b"
    rf"|^(?:(?:hey|well|so|but),? )?@?{SEAT} (?:just )?(?:asked|offered|told|gave|promised|proposed) (?:me|us|you)\b"
    r"|(?<!split )(?<!share )\bbetween \d+ and \d+"
)
"""Numbers that count something else than shares, or shares that are judged or reported."""
_PEACE: Final = re.compile(
    r"\b(?:let's|lets|let us|we (?:should|need) ?n[o']t|no need to) ?(?:not )?(?:fight|argue|haggle|quarrel|waste time)"
    r"(?: about it| over this| anymore)?,?"
)
_MISNAMED: Final = re.compile(
    rf"@?{SEAT}[ ,.…-]{{1,3}}(?:no,? (?:wait|sorry)|wait,? no|sorry,? no|oops|i meant?)"
    rf"[ ,.:…-]{{1,3}}(?=@?{SEAT})"
)
_MUCH: Final = {"five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30}
_UNKNOWN_MOST: Final = 5
"""Words of a text that belong to no offer; with more of them it is talk."""


def read(view: View, text: str) -> Read | None:
    """Return the move in a text of the negotiation, with seats by their ids; None if it has none in plain words."""
    if len(text) > LONGEST:
        return None
    plain = _renamed(recounted(_PEACE.sub(" ", in_full(" ".join(text.lower().split()))).strip()))
    waits = _WAITED.fullmatch(plain)
    if waits is not None:
        plain = waits[1]
    if _passes(plain):
        return Reading(Pass())
    if _UNINVITE.search(plain):
        return _withdrawn(view, named(plain, view.terms.seats))
    if answers.appeals(plain):
        return Reading(None, text)
    if weakness(plain) == "ironic":
        return None
    complaint = _COMPLAINS.match(plain) or _doubt(view, plain)
    if complaint is not None and (shares := split(plain[complaint.end() :], view.who)) is not None:
        return _offered(view, f"no, {plain[complaint.end() :]}", shares)
    return None if _is_idle(view, plain) else _behind_regret(view, plain) or _meant(view, plain)


def _doubt(view: View, plain: str) -> re.Match[str] | None:
    """Return the share on offer in front of other words, if it is doubted there."""
    found = _DOUBTS.match(plain)
    shares = [str(100 - offer.mine) for offer in view.talks.offers_to(view.who)]
    return found if found is not None and found["share"] in shares else None


def _renamed(plain: str) -> str:
    """Return a text without a name that it takes back: "gina, no sorry, omar: 60 me"."""
    return _MISNAMED.sub("", plain)


def _is_idle(view: View, plain: str) -> bool:
    """Return whether numbers in a text are no shares that anybody offers."""
    if _IDLE.search(plain) or unreal(plain) or past(plain):
        return True
    return startled(plain) and not named(plain, view.terms.seats)


def _meant(view: View, plain: str) -> Read | None:
    """Return the answer or the offer in a text, by its shares."""
    shares = split(plain, view.who)
    relative = _relative(view, plain) or (_swapped(view, plain) if shares is None else None)
    if relative is not None:
        return relative
    return answers.read(view, plain, shares) or _offered(view, plain, shares)


def _behind_regret(view: View, plain: str) -> Read | None:
    """Ask about the acceptance behind a regret, or before a grumble; None if there is none."""
    rest = conceded(plain) or without_afterthought(plain)
    if rest in ("", plain):
        return None
    made = answers.read(view, rest, split(rest, view.who))
    if not isinstance(made, Reading) or not isinstance(made.move, Accept):
        return None
    to, mine = made.move.of, made.move.mine
    if made.confirm or mine is None:
        return made
    return _accepting(view, to, mine)


def _passes(plain: str) -> bool:
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", plain)
    if not words or "?" in plain or not set(words) <= OF_PASSES or not _PASS.search(plain):
        return False
    # Without "I", "wait" asks the others to.
    asks = [word for word in words if word not in _BESIDE_WAIT] in (["wait"], ["hold", "on"])
    return not (asks or plain.strip(" .!") == "no offer" or re.search(r"\d\d", plain))


def _withdrawn(view: View, names: tuple[Seat, ...]) -> Read | None:
    out = view.talks.invite_by(view.who)
    return Reading(Finish(out.to)) if out is not None and names in ((), (out.to,)) else None


def _relative(view: View, plain: str) -> Read | None:
    """Return a question about a share that is told by its distance from the one on offer."""
    found = _RELATIVE.search(plain)
    if found is None or len(_strange(plain)) > 2 or _TALKS.match(plain):
        return None
    names = named(plain, view.terms.seats)
    offers = [offer for offer in view.talks.offers_to(view.who) if not names or offer.by in names]
    if len(offers) != 1:
        return None
    word = found["much"] or found["much2"]
    much = _MUCH[word] if word in _MUCH else int(word)
    less = (found["way"] or found["way2"]) in ("less", "down", "lower", "fewer")
    theirs = re.search(r"\b(?:for you|you (?:get|take)|yourself)\b", plain)
    mine = 100 - offers[0].mine + (much if less == bool(theirs) else -much)
    return _flawed(Split(mine), offers[0].by) or _proposed(view, plain, offers[0].by, Split(mine), sure=False)


def _swapped(view: View, plain: str) -> Read | None:
    """Return a question about the shares on offer, each for the other side."""
    names = named(plain, view.terms.seats)
    offers = [offer for offer in view.talks.offers_to(view.who) if not names or offer.by in names]
    if not _SWAPS.search(plain) or len(offers) != 1 or len(plain.split()) > 12 or _TALKS.match(plain):
        return None
    return _proposed(view, plain, offers[0].by, Split(offers[0].mine), sure=False)


# --- offers -----------------------------------------------------------------------------------------------------------


def _offered(view: View, plain: str, shares: Split | None) -> Read | None:
    """Return an offer; None if there is none."""
    firm = _SURENESS.sub(" ", plain)
    if len(_strange(plain)) > _UNKNOWN_MOST or _AGAINST.search(firm) or _TALKS.match(plain):
        return None
    names = tuple(seat for seat in named(plain, view.terms.seats) if seat != view.who)
    if (not names and _TO_ALL.search(plain)) or (len(names) > 1 and not _INVITES.search(plain)):
        return None
    to = _partner(view, names)
    if shares is None:
        return _without_shares(view, plain, names, to)
    if not _offers(plain, names, shares, short=isinstance(to, str) and len(plain.split()) <= 5):
        return None
    if not isinstance(to, str):
        return to
    return None if _wonders(view, plain, to, shares) else _with_shares(view, plain, to, shares, firm)


def _with_shares(view: View, plain: str, to: Seat, shares: Split, firm: str) -> Read:
    # A question to nobody in particular may be about what was said before.
    proposes = to in plain or "?" not in plain or _PROPOSES.search(plain) is not None
    unsettled = _OPEN.search(plain) or _TELLS.search(plain) or _AGREES.match(plain)
    doubt = firm != plain or doubtful(plain) or unsettled
    sure = proposes and (shares.both or shares.even) and not doubt
    return _flawed(shares, to) or _proposed(view, plain, to, shares, sure=sure)


def _offers(plain: str, names: tuple[Seat, ...], shares: Split, *, short: bool) -> bool:
    """Return whether shares are offered, and not only spoken of. `short`: the words may be nothing but a number."""
    return bool(names or shares.both or _OFFERS.search(plain) or (short and (hedged(plain) or not plain.endswith("?"))))


def _wonders(view: View, plain: str, to: Seat, shares: Split) -> bool:
    """Return whether a question, or a complaint, is about the shares that are on offer."""
    offered = view.talks.offers_to(view.who)
    same = any(offer.by == to and 100 - offer.mine == shares.mine for offer in offered)
    return same and ("?" in plain or _TOO.search(plain) is not None)


def _strange(plain: str) -> list[str]:
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", re.sub(rf"\b{SEAT}\b", " ", plain))
    return [word for word in words if word not in OF_OFFERS]


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


_WANTS: Final = re.compile(
    r"\b(?:invit\w*|propos\w*|join|bargain|negotiat\w*|team|partner\w*|ally|allies|alliance|together|deal|counter)\b"
)


def _without_shares(view: View, plain: str, names: tuple[Seat, ...], to: Seat | Unclear | None) -> Read | None:
    """Return a question for shares where somebody is invited without any."""
    if not names or not _WANTS.search(plain) or len(plain.split()) > 12:
        return None
    if not isinstance(to, str):
        return to
    offer = next((offer for offer in view.talks.offers_to(view.who) if offer.by == to), None)
    if offer is None:
        return Unclear("which_shares", to=to)
    return _accepting(view, to, 100 - offer.mine)


def _accepting(view: View, to: Seat, mine: int) -> Read:
    question = f"Accept the offer of {to}: you {mine} %, {to} {100 - mine} %?"
    return asked(view, Accept(to, mine), sentences.accept(to, mine), question)


def _flawed(shares: Split, to: Seat) -> Unclear | None:
    if shares.flaw == "sum":
        return Unclear("sum", sum=shares.sum)
    if shares.flaw == "range" or not 0 <= shares.mine <= 100:
        return Unclear("range")
    if shares.flaw:
        return Unclear("number") if shares.flaw == "number" else Unclear("no_share")
    return Unclear("step", below=shares.mine // 10 * 10, to=to) if shares.mine % 10 else None


def _proposed(view: View, plain: str, to: Seat, shares: Split, *, sure: bool) -> Read:
    mine, bargain = shares.mine, view.talks.bargain(view.who)
    answers = bargain is not None or any(invite.by == to for invite in view.talks.invites_to(view.who))
    if any(offer.by == to and 100 - offer.mine == mine for offer in view.talks.offers_to(view.who)):
        return _accepting(view, to, mine)
    move: Negotiate | Counter = Counter(to, mine) if answers else Negotiate(to, mine)
    if sure and (to in plain or answers) and mine not in (0, 100):
        return Reading(move)
    verb = "Propose to" if answers else "Invite"
    says = (sentences.counter if answers else sentences.negotiate)(to, mine)
    return asked(view, move, says, f"{verb} {to}: you {mine} %, {to} {100 - mine} %?")
