"""Typed text to a move. Every text is words; some words also propose, accept, or answer the card."""

import re

from games.core.contract import Reading, Said, Unclear
from games.core.post import Cast
from games.dealornodeal.domain.deals import Share, worth
from games.dealornodeal.reader import copied
from games.dealornodeal.reader.case import ON_TOP, UNCLEAR, UNEVEN
from games.dealornodeal.reader.questions import leaving, offering, relative, taking
from games.dealornodeal.reader.remarks import asks_for_help, remark
from games.dealornodeal.reader.restated import SAME
from games.dealornodeal.reader.tokens import vocabulary
from games.dealornodeal.reader.tracker import Heard as Meaning
from games.dealornodeal.reader.tracker import Recalled, Tracker, unread
from games.dealornodeal.reader.whole import PART
from games.dealornodeal.rules.state import (
    LONGEST,
    SEATS,
    Accept,
    Card,
    Confirm,
    DealMove,
    Heard,
    Leave,
    Offer,
    Reopen,
    Utterance,
)
from games.dealornodeal.view import View
from games.language.agreement import departs, find, weakness
from games.language.alternatives import alternatives
from games.language.hedges import hedged, unhedged
from games.language.regrets import conceded
from games.language.text import canon, unmark, unquoted

SHORT = 200
"""Characters of a text that may count by itself, such as a yes to the card."""
CONFIRM, MISREAD, TALK, DEAL, LEAVE = "confirm", "not what i meant", "keep talking", "deal", "walk away"
PLAIN = 85
"""The confidence, in percent, with which free words confirm the card: nothing undoes that."""
LEAST_WITH_YES = 80
"""The confidence, in percent, with which words that hold a yes confirm the card."""
LEAST = 50
"""The confidence, in percent, below which words propose nothing."""
_CONFIRMS = re.compile(
    r"(?:(?:ok|okay|yes|yeah|yep|sure|please|and|well|let'?s (?:finish|end it)),? )*"
    r"(?:i(?:'ll| will| do)? )?confirm(?:ed)?"
    r"(?: (?:it|this|that|(?:the|this|that) (?:card|deal)))?(?:,? (?:please|pls|plz|thanks|thank you))?"
)
_SETTLES = re.compile(
    r"(?:(?:ok|okay|yes|yeah|yep|sure),? ){1,2}(?:let'?s|let us|we can) (?:finish|settle|wrap)(?: (?:it|this|that))?"
    r"(?: up)?(?: then)?"
    r"|(?:(?:ok|okay|yes|yeah|yep|sure|right|great|good|fine),? ){0,3}"
    r"(?:(?:i(?:'m| am) )?(?:fine|happy|ok|okay|good|content|satisfied) with (?:the|this|that|your)"
    r" (?:card|deal|division|split)"
    r"|(?:the|this|that) (?:card|deal|division|split) (?:is|looks) (?:right|correct|fine|good|ok|okay|great|perfect)"
    r"|(?:this|that)(?: is|'s) (?:exactly )?what we (?:agreed|said|wanted)(?: on)?)"
    r"|(?:ok|okay|yes|yeah|yep|sure),? (?:go|let'?s go|go ahead|proceed)"
)
"""A yes to the card in words of its own; nobody says them of anything else while it is up."""
_DRAWLED = re.compile(r"^m{1,9} (?=o?k)|(?<=yes)s{1,9}$")
_PRAISE = ("oh", "wow", "ah", "great", "cool", "excellent", "wonderful", "awesome")
"""Words that agree, but are said of anything: alone they do not confirm a card, which nothing undoes."""
_NOT = "(?:do|did|wo|ca|can|will|would)(?:n't| ?not|nt)"
_MISREADS = re.compile(
    r"(?:(?:no|sorry|wait|hey|oh),? ){0,3}(?:(?:that|this|it)(?:'?s| is)? )?"
    r"(?:not what (?:i|we) (?:meant|mean|said|wanted|want|agreed|had)(?: (?:on|to|for))?"
    r"|(?:all )?wrong|incorrect|not (?:quite )?(?:right|correct|it)|a mistake|(?:no|not a) deal)"
    r"|(?:(?:no|sorry|wait),? ){0,2}(?:that|this|it) isn'?t (?:what (?:i|we) (?:meant|said|wanted|agreed)"
    r"(?: on| to)?|right|correct|it)"
    rf"|(?:(?:no|sorry|wait),? ){{0,2}}(?:i )?{_NOT} (?:mean|say|want|agree|accept|confirm)(?: (?:to|on|with))?"
    r"(?: (?:that|this|it))?"
    r"|(?:no,? )?you (?:(?:got|read|understood) (?:it|that|this|me) wrong|mis(?:understood|read)(?: (?:it|that|me))?)"
    r"|no|n|nope|nah|not quite"
)
_TALKS = re.compile(
    r"(?:let's |let us )?keep (?:on )?talking|let's talk(?: on| more)?|(?:sorry,? )?i(?:'ve| have)? changed my mind"
    r"|(?:sorry,? )?(?:i )?take (?:it|that|this) back"
    r"|(?:(?:please|no|sorry|wait),? ){0,2}(?:i(?:'d like to| want to| will|'ll)? )?(?:cancel|withdraw|undo|revoke)"
    r"(?: (?:it|this|that|(?:the|this|that) card|my (?:yes|acceptance|agreement|offer)))?(?:,? please)?"
)
_THAT = "(?:that|this|it|your)(?: (?:offer|split|deal|division))?"
_WILL_NOT_DO = re.compile(
    r"(?:(?:no|sorry|hm+),? )?(?:(?:this|that|it|the card|the deal|the split)(?: is|'?s) )?(?:(?:just|simply|really) )?"
    r"(?:not (?:acceptable|good enough|satisfactory|fair|happening)|(?:so |very |totally |really )?unfair|no good)"
    r"(?: (?:for|to) (?:me|us))?(?:,? sorry)?"
    rf"|(?:(?:no|sorry),? )?(?:i (?:do not|don't|dont) (?:like|want) {_THAT}"
    rf"|(?:i'm |i am )?not interested(?: in {_THAT})?)"
)
_LEAVES = re.compile(
    r"(?:(?:ok|okay|then|sorry|no deal|nvm|never mind|well|fine|alright|maybe|perhaps|i think),? ){0,4}"
    r"(?:(?:i(?:'m| am|'ll| will)?|(?:we|i) should(?: just)?|i'd rather) )?"
    r"(?:(?:want|need|have|would like) to (?:leave|quit|go|stop)|(?:got to|gotta) go|exit"
    r"|(?:end|stop) (?:it|this|the game)"
    r"|walk(?:ing)? away|leave|leaving|quit(?:ting)?|give up|done here|out"
    r"|(?:end|stop|quit|leave) (?:the|this|these|our) (?:talks?|negotiations?|game|table|bargaining)"
    r"|(?:let's|lets) (?:stop|end|leave it)(?: here| it| this)?"
    r"(?: with(?:out| no) (?:a )?deal)?)(?: now| the table| then)?(?: from (?:this|it|here|the table))?"
    r"(?:,? no (?:deal|agreement))?(?:,? (?:and |so |then )?(?:we )?(?:both|nobody|no one|neither)(?: of us)? gets? "
    r"(?:nothing|anything))?(?:,? (?:bye|goodbye|sorry|thanks))?"
)
_NO_DEAL = re.compile(r"(?:(?:ok|okay|then|sorry),? )?no deal(?:,? (?:sorry|bye|then))?")
_KEEP = re.compile(
    r"(?:i (?:keep|get|take)|offer:?) ?(nothing|(?:\d{1,2} [a-z]+(?:, | and |,| )?)*)(?:; |, | )?you get the rest"
)
_PART = re.compile(r"(\d{1,2}) ([a-z]+)")
_OWNER = re.compile(r"\b([a-z]{1,20}) ?= ?(me|mine|i|you|yours|u)\b,?", re.IGNORECASE)
"""An owner behind an item: "book=me hats=you"."""
_PREFERS = re.compile(r"[a-z] ?> ?[a-z]", re.IGNORECASE)
"""An order of liking: "ball > hat"."""
_GAMBLES = re.compile(
    r"\b(?:(?:flip|toss|roll) (?:for|a|the)|coin|dice|draw lots|rock[ ,-]{1,2}paper|at random|randomly)\b"
)
"""Words by which nobody knows yet who gets an item."""


def read(view: View, said: Said) -> Reading[DealMove] | Unclear:
    """Return the meaning of a text for the seat that owns the view."""
    text = canon(said.text).strip()
    if not text or len(text) > LONGEST:
        return Unclear("too_long", most=LONGEST) if text else Unclear("empty")
    plain = unmark(text).lower().strip(" .!")
    if view.chat and said.via == "typed" and asks_for_help(plain):
        return Unclear("help")
    answer = _answer(view, plain, pressed=said.via != "typed") if len(plain) <= SHORT else None
    if answer is not None:
        return answer
    if copied.takes(view, plain):
        return _heard(view, DEAL)
    if (said.via != "typed" or plain == copied.NOTHING) and len(plain) <= SHORT:
        keep = _kept(view, plain)
        if keep is not None:
            return _offered(view, keep, text, pressed=said.via == "pressed")
    return _heard(view, text, said.cast)


def _answer(view: View, plain: str, pressed: bool) -> Reading[DealMove] | None:
    """Return the meaning of one of the few short texts that count by themselves."""
    if view.card:
        version = view.card.version
        if _TALKS.fullmatch(plain) or _discontent(plain):
            return Reading(Reopen(version, False))
        if _MISREADS.fullmatch(plain) or _turns_down(plain):
            return Reading(Reopen(version, True))
        if _confirms(plain):
            return Reading(Confirm(version))
    if _leaves(view, plain):
        return Reading(Leave()) if pressed else Reading(Leave(), confirm=LEAVE, question=leaving(view))
    if pressed and plain == DEAL:
        return Reading(Accept(), say="Deal.")
    return None


def _confirms(plain: str) -> bool:
    """Return whether a text says yes to the card, and nothing else."""
    if find(plain).sign == "ironic":
        return False
    if _CONFIRMS.fullmatch(plain) or _SETTLES.fullmatch(plain):
        return True
    words = plain.replace(",", " ").split()
    if all(word in _PRAISE for word in words) or words[:2] == ["please", "accept"]:
        return False
    return find(_DRAWLED.sub("", plain)).clear_yes


def _turns_down(plain: str) -> bool:
    """Return whether a text says no to the card, and nothing else."""
    found = find(plain)
    return found.kind == "no" and found.whole


def _discontent(plain: str) -> bool:
    """Return whether a text only says that what it answers will not do; "not enough" complains, and leaves it up."""
    return bool(_WILL_NOT_DO.fullmatch(plain))


def _leaves(view: View, plain: str) -> bool:
    """Return whether a text walks away: explicitly, or by a second bare "no deal" in a row."""
    own = [said for said in view.spoken if said.seat == view.who]
    if not own:
        return False
    twice = _NO_DEAL.fullmatch(plain) and _NO_DEAL.fullmatch(own[-1].text.lower().strip(" .!"))
    bare = _NO_DEAL.fullmatch(plain) or _names(view, plain)
    return bool(_LEAVES.fullmatch(plain) or twice or (not bare and departs(plain)))


def _names(view: View, text: str) -> set[int]:
    """Return the items that a text names."""
    return {token.n for token in vocabulary(view.domain.items).tokens(text) if token.kind == "item"}


def _kept(view: View, plain: str) -> Share | None:
    found = _KEEP.fullmatch(plain)
    if not found:
        return None
    nouns = vocabulary(view.domain.items).nouns
    keep = [0] * len(view.pool)
    for count, word in _PART.findall(found[1]):
        if word not in nouns:
            return None
        keep[nouns[word].n] = int(count)
    return tuple(keep) if all(k <= n for k, n in zip(keep, view.pool, strict=True)) else None


def _offered(view: View, keep: Share, text: str, pressed: bool) -> Reading[DealMove]:
    """Return the offer of a form, asked about if its sender gets nothing of worth: it may have been sent untouched."""
    if pressed or worth(view.values, keep):
        return Reading(Offer(keep), say=text)
    says = _keeping(view, keep)
    return Reading(Offer(keep), says, confirm=says, question=offering(view, keep))


def _keeping(view: View, keep: Share) -> str:
    return f"I keep {view.domain.listed(keep)}; you get the rest"


def _heard(view: View, text: str, cast: tuple[Cast, ...] = ()) -> Reading[DealMove] | Unclear:
    own = copied.turned(_OWNER.sub(r"\1: \2,", unquoted(text)), view, cast)
    plain = " ".join(own.lower().split())
    if _several(view, plain):
        return Unclear("several")
    if hedged(plain) and (
        asked := _asked(view, text, _understood(view, unhedged(". ".join(own.lower().splitlines()))))
    ):
        return asked
    meant = _understood(view, own)
    silent = copied.reports(view, text, cast) or _silent(view, own, plain, meant)
    talks = view.card is None or meant.why != SAME
    if talks and silent:
        return Reading(Heard("words", (), False, meant.claims, meant.sure), say=text, note=_note(meant))
    if meant.act != "accept" and (yes := _behind_regret(view, plain)):
        return Reading(_move(view, yes, plain), say=text, note=_note(yes))
    if meant.over >= 0:
        return Unclear("too_many", item=meant.over)
    unclear = meant.why == UNCLEAR or copied.echoes(view, text, cast)
    asked = _asked(view, text, meant) if unclear or _unsure(view, meant, plain) else None
    return asked or Reading(_move(view, meant, plain), say=text, note=_note(meant))


def _silent(view: View, own: str, plain: str, meant: Meaning) -> bool:
    """Return whether a text only likes items, or remarks on them."""
    tokens = vocabulary(view.domain.items).tokens(own)
    return _PREFERS.search(plain) is not None or remark(plain, tokens, meant, view.pool)


def _several(view: View, plain: str) -> bool:
    """Return whether a text makes different offers, of which nobody knows the one that counts."""
    meant = [_understood(view, part) for part in alternatives(plain)]
    return len({one.keep for one in meant if one.act == "offer"}) > 1


def _unsure(view: View, meant: Meaning, plain: str) -> bool:
    """Return whether an acceptance or an offer is asked about before it counts."""
    if meant.firm:
        return _in_part(view, meant, plain)
    if meant.act == "accept":
        return "i think" in plain
    vague = meant.why in (ON_TOP, UNEVEN) or plain.strip(" .!").endswith("i think") or relative(plain)
    unsettled = vague or _GAMBLES.search(plain) is not None or _either(view, plain)
    return meant.act == "offer" and (not any(meant.keep) or unsettled or _in_part(view, meant, plain))


def _either(view: View, plain: str) -> bool:
    """Return whether a text leaves open which of two items somebody gets: "the hats or the books"."""
    first, *rest = plain.split(" or ")
    for second in rest:
        if _names(view, " ".join(first.split()[-3:])) and _names(view, " ".join(second.split()[:3])):
            return True
        first = second
    return False


def _in_part(view: View, meant: Meaning, text: str) -> bool:
    """Return whether an offer names only some of the items, and changes or gives away others without a word."""
    if meant.act != "offer" or meant.why != PART:
        return False
    tokens = vocabulary(view.domain.items).tokens(text)
    if any(token.kind in ("everything", "rest", "except", "themall", "ornothing") for token in tokens):
        return False
    named = {token.n for token in tokens if token.kind == "item"}
    stands = view.offered() or next((said.keep for said in reversed(view.spoken) if said.act == "offer"), None)
    share = view.share(stands) if stands else None
    return share is None or any(meant.keep[k] != share[k] for k in range(len(view.pool)) if k not in named)


def _behind_regret(view: View, plain: str) -> Meaning | None:
    """Return the acceptance behind a regret or a change of mind; None if there is none."""
    rest = "" if view.card else conceded(plain)
    meant = _understood(view, rest) if rest else None
    return meant if meant is not None and meant.act == "accept" else None


def _understood(view: View, text: str) -> Meaning:
    before = _begun(view, text)
    me = SEATS.index(view.who) if view.who in SEATS else 0
    return follow(view).hear(me, f"{before}\n{text}" if before else text)


def _note(meant: Meaning) -> str:
    return f"{meant.why}, {meant.sure} %"


def _asked(view: View, text: str, meant: Meaning) -> Reading[DealMove] | None:
    """Return the question whether a text means what it may mean; None if it proposes and accepts nothing."""
    unfit = meant.over >= 0 or meant.open or meant.sure < LEAST
    if unfit or (view.card and (meant.act != "offer" or view.share(view.card.keep) == meant.keep)):
        return None
    note, theirs = _note(meant), view.offered()
    if meant.act == "offer":
        confirm = _keeping(view, meant.keep)
        return Reading(Offer(meant.keep), text, confirm, note, question=offering(view, meant.keep))
    if meant.act == "accept" and theirs is not None and view.share(theirs) == meant.keep:
        return Reading(Accept(), text, DEAL, note, question=taking(view, meant.keep))
    return None


def readable(view: View, text: str) -> bool:
    """Return whether a text is short enough to be read for an offer or an answer. A longer one is only said."""
    return not unread(vocabulary(view.domain.items), text)


def _begun(view: View, text: str) -> str:
    """Return the reader's own earlier words that a text goes on with; "" if it stands alone."""
    if _growing(view):
        return view.spoken[-1].text
    own = next((said for said in reversed(view.spoken) if said.seat == view.who), None)
    named = _names(view, text)
    return f"{own.text} ." if own and own.open and named and named <= set(own.open) else ""


def _growing(view: View) -> bool:
    """Return whether the reader's own utterance goes on. With a card up, later words must bind by themselves."""
    return view.open and view.card is None and bool(view.spoken) and view.spoken[-1].seat == view.who


def _accepted(view: View) -> bool:
    """Return whether the reader's own utterance, which may go on, is an acceptance."""
    return view.open and bool(view.spoken) and view.spoken[-1].seat == view.who and view.spoken[-1].act == "accept"


def follow(view: View) -> Tracker:
    """Return the talk as it was understood. The reader's own utterance counts only if it is complete."""
    tracker = Tracker(view.pool, vocabulary(view.domain.items))
    done = view.spoken[:-1] if _growing(view) else view.spoken
    tracker.recall([_recalled(tracker, said) for said in done])
    return tracker


def _recalled(tracker: Tracker, said: Utterance) -> Recalled:
    who = SEATS.index(said.seat)
    return Recalled(who, said.text, said.act, tracker.share(who, said.keep) if said.keep else ())


def _move(view: View, meant: Meaning, plain: str) -> DealMove:
    sign = weakness(plain)
    move = _about_card(view, view.card, meant, bool(_names(view, plain)) and not sign) if view.card else None
    if move is not None:
        return move
    if not sign and _takes(view, meant, plain):
        return Heard("accept", meant.keep, False, meant.claims, meant.sure)
    if meant.act == "accept" and sign in ("ironic", "quoted", "elsewhere"):
        return Heard("words", (), False, meant.claims, meant.sure)
    if meant.act == "leave":
        return Heard("refuse", (), False, meant.claims, meant.sure)
    if meant.open or meant.sure < LEAST:
        return Heard("words", (), False, meant.claims, meant.sure, meant.open)
    if meant.act == "words" and _live(view) and _discontent(plain.strip(" .!")):
        return Heard("refuse", (), False, meant.claims, meant.sure)
    return Heard(meant.act, meant.keep, meant.firm, meant.claims, meant.sure)


def _takes(view: View, meant: Meaning, plain: str) -> bool:
    """Return whether words that name the reader's share by the offer that came last take it."""
    theirs = view.offered() if meant.firm and _live(view) and "?" not in plain else None
    return theirs is not None and view.share(theirs) == meant.keep


def _live(view: View) -> bool:
    """Return whether the other side spoke last, and made an offer."""
    last = view.spoken[-1] if view.spoken else None
    return last is not None and last.seat != view.who and last.act == "offer"


def _about_card(view: View, up: Card, meant: Meaning, plain: bool) -> DealMove | None:
    """Return the move of words that say what is on the card, or nothing; None if they say anything else.

    `plain`: they name items, and nothing speaks against them. A yes without items has been read before.
    """
    card = view.share(up.keep)
    restated = bool(meant.keep) and meant.keep == card and not meant.open
    least = LEAST_WITH_YES if meant.act == "accept" else PLAIN
    if restated and (meant.act == "accept" or meant.firm) and meant.sure >= least and plain:
        return Confirm(up.version)
    if not restated and meant.act != "words":
        return None
    # Words after an acceptance leave it and the card unchanged.
    goes_on = _accepted(view)
    return Heard("accept" if goes_on else "words", card if goes_on else (), False, meant.claims, meant.sure)
