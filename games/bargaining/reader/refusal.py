"""Refusal of the last offer in plain words, clause by clause: `Nope, I'm out`, `sorry, can't do it. No.`

A refusal ends the game, so one clause has to refuse explicitly, and every other one to regret or to complain. A
refusal among other words is asked about, and so is one with a doubt beside it; to think about it is no refusal.
"""

import re
from typing import Final

from games.bargaining.reader.assent import DOUBTS, LONGEST, Assent
from games.bargaining.reader.consent import turned_down
from games.bargaining.reader.doubt import without_adverbs
from games.bargaining.reader.spoken import spoken
from games.language.agreement import departs, dissents, find
from games.language.lexicon import any_of

_IT: Final = r"(?:it|that|this|these|(?:the|your|this|that) (?:last |final )?(?:offer|price|deal|terms))"
_AT_IT: Final = rf"(?: (?:at|for|to|with|on) {_IT}| {_IT})?"
_ME: Final = "(?:i|i'm|i am|i'll|i will|i have to|i must|i'd rather|we|we're)"
_OPENS: Final = any_of("""
    sorry  well  ok  okay  then  so  thanks  thank you  but  and  hm+  ah  oh  honestly  um  unfortunately
""")
_CLOSES: Final = any_of("""
    sorry  thanks  thank you  then  mate  sir  friend  bro  man  dude  pal  again  from me  for me  today  now  here
""")
_SAYS_NO: Final = any_of("""
    no  nope  nah  naw  no way  no thanks  no thank you  never  absolutely not  not a chance  no deal
""")
_FIRM: Final = any_of(rf"""
    {_SAYS_NO}{_AT_IT}  (?:{_ME} )?(?:say no|decline|reject|refuse|pass){_AT_IT}
    (?:{_ME} )?(?:declining|rejecting|refusing|passing){_AT_IT}  hard pass  (?:i'm|i am) out
    (?:(?:it's|that's|offer) )?(?:rejected|declined|refused)  (?:(?:it's|that's) )?a (?:hard )?(?:no|pass)
    (?:{_ME} )?not (?:buying|selling|accepting|taking|agreeing to){_AT_IT}  no go  no sale  thumbs down
    i (?:won't|will not) (?:accept|take|buy|pay|sell|agree){_AT_IT}  (?:i )?(?:don't|do not|cannot) accept{_AT_IT}
""")
_IT_IS: Final = rf"(?:(?:{_IT}|{_IT} is|it's|that's|this's|which is|you're) )?(?:(?:still|just|way|far|much|a bit) )?"
_MILD: Final = any_of(rf"""
    {_IT_IS}too (?:much|high|low|expensive|steep|dear|pricey|rich|cheap)
    {_IT_IS}not (?:at {_IT}|worth it|for me|enough|good enough|fair|interested|happening|for {_IT})
    (?:(?:{_IT}|it's|that's) (?:is )?)?(?:not|never) going to happen
    (?:i )?(?:can't|cannot|won't|don't) (?:do|afford|pay|manage|justify|want|need){_AT_IT}
    (?:(?:i'm|i am) )?(?:walking|leaving)(?: away| out)?  i (?:walk|leave)(?: away| out)?
    (?:i'd|i would) rather (?:walk(?: away)?|leave|not|(?:get|have|take) (?:nothing|none|no deal)|keep it)
    (?:i'd )?rather no deal(?: than {_IT})?  (?:then )?(?:i|i'll|i will)(?: just)? keep it  (?:you can )?keep your \w+
""")
"""A refusal beside a firm one; alone it may only complain."""
_FIRMLY: Final = re.compile(
    rf"(?:{_OPENS} )?(?:{_SAYS_NO} )?(?:{_FIRM}|{_SAYS_NO} (?:{_MILD}|(?:i'm|i am) (?:good|done|fine)))(?: {_CLOSES})?"
)
_MILDLY: Final = re.compile(rf"(?:{_OPENS} )?{_MILD}(?: {_CLOSES})?")
_REGRETS: Final = re.compile(rf"(?:{_OPENS}|{_CLOSES})(?: (?:{_OPENS}|{_CLOSES}))?")
_APART: Final = re.compile(r"[.,;:!…]++(?=\s|$)|\s-\s")
_LATER: Final = re.compile(
    r"(?<!\w)(?:let me (?:think|see|check|consider)|(?:need|more|some) time|hold on|hang on|wait|not (?:yet|now))(?!\w)"
)
_NOD: Final = re.compile(rf"ok(?:ay)?(?: {_CLOSES})?")
_EXCLAIMED: Final = re.compile(
    r"(?:(?:o+h+|a+h+|a+w+|o|omg|(?:my )?god|gosh|jeez|lord|hell|heck|damn|oof|ugh|uh|dear)[ ,.!…]+){1,3}"
    r"no+(?:[ ,.!…]+(?:o+h+ )?no+)*(?:[.,;:!…\s]*$|[.,;:!…]+ )"
)
"""A no that people also exclaim: `oh no...`"""
_UNFINISHED: Final = re.compile(r"(?<!\w)(?:but|and|so|or|if|because|well|hm+|um+|ok(?:ay)?)\W*$")
_NOT_SO: Final = re.compile(r"(?:(?:i|i'd|i'll) )?(?:think |say |guess )?(?:not|rather not)")


def denial(text: str) -> Assent:
    """Return whether a canonical text in lower case, without any number, turns the last offer down."""
    said = spoken(text)
    if said.whose == "others":
        return "none"
    found = _denies(without_adverbs(said.words))
    sure = said.whose == "own" and not _UNFINISHED.search(said.words)
    return found if sure or found == "none" else "hedged"


def _denies(text: str) -> Assent:
    """Return the denial of words that are nobody else's."""
    firm = _unexclaimed(text)
    found = find(text)
    whole_no = found.side == "no" and found.whole and not found.sign
    if turned_down(firm) or (whole_no and found.kind == "no" and firm == text):
        return "clear"
    if "?" in text or len(text) > LONGEST or _LATER.search(text):
        return "none"
    if _refuses(firm):
        return "clear"
    return "hedged" if whole_no or _doubts(text) or (find(firm).side != "yes" and _says_no(text)) else "none"


def _unexclaimed(text: str) -> str:
    """Return a text without a no at its head that may only be exclaimed."""
    exclaimed = _EXCLAIMED.match(text)
    return text[exclaimed.end() :] if exclaimed else text


def _doubts(text: str) -> bool:
    """Return whether a text refuses in doubt."""
    return DOUBTS.search(text) is not None and _no_at_heart(text)


def _no_at_heart(text: str) -> bool:
    """Return whether a text refuses without the doubts in it: `I think I'll pass`, `probably not`"""
    surely = " ".join(DOUBTS.sub(" ", text).split()).strip(" .!,")
    return _refuses(surely) or turned_down(surely) or _NOT_SO.fullmatch(surely) is not None


def _clauses(text: str) -> list[str]:
    return [clause.strip() for clause in _APART.split(text) if clause.strip()]


def _refuses(text: str) -> bool:
    """Return whether one clause refuses firmly, and no other says anything but a refusal; not for `no. ok.`"""
    clauses = _clauses(text)
    firm = [bool(_FIRMLY.fullmatch(clause)) for clause in clauses]
    if not any(firm) or any(map(_NOD.fullmatch, clauses[firm.index(True) :])):
        return False
    others = (clause for clause, refuses in zip(clauses, firm, strict=True) if not refuses)
    return all(_MILDLY.fullmatch(clause) or _REGRETS.fullmatch(clause) for clause in others)


def _says_no(text: str) -> bool:
    """Return whether some clause refuses, complains, or says that all is over."""
    return _EXCLAIMED.match(text) is not None or any(
        _FIRMLY.fullmatch(clause) or _MILDLY.fullmatch(clause) or dissents(clause) or departs(clause)
        for clause in _clauses(text)
    )
