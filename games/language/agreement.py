"""Agreement in typed words: yes, no, and the signs that weaken or undo a yes.

`find` looks at a short text as a whole and states findings. A game's policy decides what they are worth::

    find("yup, sure!")            # Finding("yes", "yes", sign="", whole=True)
    find("deal?")                 # Finding("yes", "accept", sign="asked", whole=True)
    find("yes, but I need more")  # Finding("yes", "yes", sign="conditional", whole=False)
    find("good question")         # Finding("yes", "fine", sign="", whole=False)
    find("no deal")               # Finding("no", "no", sign="", whole=True)
    find("hello")                 # Finding("", "", sign="", whole=False)

    found = find(canonical_text)
    if found.clear_yes:           # nothing but a yes, and nothing against it
        ...                       # ask by a button, or act where the act can be undone

An act that cannot be undone needs `found.kind == "accept"` at least, or words of the game's own. The phrases and their
kinds are in `games.language.lexicon`.

`assents`, `dissents` and `departs` judge remarks beside a move, sentence by sentence: a yes that counts for nothing
(`Sold!`) still contradicts a refusal beside it. Sentences with a number are left to the game's reader; questions take
no side.
"""

import re
from typing import Final, Literal, NamedTuple

from games.language.elsewhere import elsewhere
from games.language.lexicon import NEGATION, PHRASES, Kind, Phrases, any_of
from games.language.spelling import in_full

Sign = Literal["", "quoted", "asked", "elsewhere", "ironic", "taken_back", "conditional", "negated", "hedged"]

_LONGEST: Final = 200
"""Characters of a text that may be an answer as a whole."""
_TOKEN: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s.,!?;:'\"()\[\]{}<>*~`/…–🏻-🏿-]")
_STRENGTH: Final[tuple[Kind, ...]] = ("accept", "yes", "fine", "right")
_REFUSALS: Final[tuple[Kind, ...]] = ("no", "against")
_QUOTED: Final = re.compile(r"\s*>|[\"'][^\"']*[\"'][\s.!?]*|.*\b(?:you|they|he|she) (?:said|say|wrote)\b", re.DOTALL)
_SIGNS: Final[tuple[tuple[Sign, re.Pattern[str]], ...]] = (
    ("asked", re.compile(r"[?؟]|^(?:should|shall|can|could|may|do|would|will) i\b")),
    (
        "ironic",
        re.compile(
            r"\b(?:yeah|yea|ya|sure),? right\b|[🙄😒]"
            r"|^oh,? (?:how )?(?:great|wonderful|lovely|nice|perfect|joy|brilliant|fantastic|marvellous)\W*$"
            r"|\band i(?:'m| am) (?:the|a) (?:queen|king|pope|president|princess|unicorn|teapot|martian|astronaut)\b"
            r"|^(?:oh|haha|lol|yeah|yes|sure|ok|right)\b.{0,40}\bdream on\b|\bin your dreams\b"
            r"|^(?:(?:oh|ok|okay|well|right|sure|fine),? )?wow\W*$"
            r"|\b(?:good|great|nice|fine|sweet|lovely) (?:deal|one|offer|trade|swap|price|split) for you\b"
            r"|(?:^|\s)/s\W*$"
            r"|\band pigs (?:can |might |may )?fly\b|\bwhen pigs fly\b|^(?:as if|fat chance|very funny)\W*$"
        ),
    ),
    (
        "taken_back",
        re.compile(
            r"\b(?:oops|whoops|psych|jk|kidding|joking|mistake|typo|never mind|nvm|(?:no,? |oh |hey )wait"
            r"|hold on|hang on|take (?:it|this|that) back|changed my mind)\b"
        ),
    ),
    (
        "conditional",
        re.compile(
            r"\b(?:if(?! you (?:insist|say so|must)\b)"
            r"|unless|but|as long as|so long as|as soon as|provided|providing|assuming"
            r"|in case|subject to"
            r"|without|except|only|until|till|once|when|whenever|before|after|or|however|though|although|instead|plus)\b"
        ),
    ),
    ("negated", NEGATION),
    (
        "hedged",
        re.compile(
            r"\b(?:h+m+|u+[hm]+|meh|maybe|perhaps"
            r"|possibly|probably|almost|nearly|might|i guess|i suppose|i think"
            r"|not sure|unsure|let me|think(?:ing)? (?:about|it over)|depends|wait|later|tomorrow|hope|wish|whatever"
            r"|if you (?:insist|say so|must))\b"
        ),
    ),
)


class Finding(NamedTuple):
    """The side that a text takes.

    - `side`: "yes", "no", or "" for neither (talk, or both at once).
    - `kind`: the strongest phrase of that side; for a yes `accept`, `yes`, `fine` or `right`, in this order.
    - `sign`: the first sign against it: the text quotes, speaks of another yes than the speaker's own to what stands
      (`elsewhere`), asks, is ironic, takes it back, sets a condition, negates or hedges; "" for none.
    - `whole`: the text says nothing else; other words may change its meaning in ways that no sign shows.
    """

    side: Literal["yes", "no", ""]
    kind: Kind | Literal[""]
    sign: Sign
    whole: bool

    @property
    def clear_yes(self) -> bool:
        return self.side == "yes" and self.whole and not self.sign


_NEITHER: Final = Finding("", "", "", False)


def find(text: str, phrases: Phrases = PHRASES) -> Finding:
    """Return the side that a canonical text takes as a whole. Capitals do not matter; long texts take none. `phrases`
    holds the kind of each phrase that counts.
    """
    if len(text) > _LONGEST:
        return _NEITHER
    plain = in_full(text.lower())
    kinds, whole = _phrases(plain, phrases)
    yes, no = _strongest(kinds, _STRENGTH), _strongest(kinds, _REFUSALS)
    if no and not yes:
        return Finding("no", no, _sign(plain, negated=False), whole)
    if not yes or (no and whole):
        return _NEITHER
    return Finding("yes", yes, _sign(plain, negated=not whole), whole)


def weakness(text: str) -> Sign:
    """Return the first sign against the words of a canonical text, whatever they are; a negation is one."""
    return _sign(in_full(text.lower()), negated=True)


def _strongest(kinds: set[Kind], order: tuple[Kind, ...]) -> Kind | Literal[""]:
    return next((kind for kind in order if kind in kinds), "")


def _phrases(plain: str, phrases: Phrases) -> tuple[set[Kind], bool]:
    """Return the kinds of all phrases in a text, longest phrases first, and whether it consists of nothing else."""
    tokens = _TOKEN.findall(plain)
    kinds: set[Kind] = set()
    whole, at = True, 0
    while at < len(tokens):
        for many in range(min(phrases.longest.get(tokens[at], 0), len(tokens) - at), 0, -1):
            kind = phrases.get(" ".join(tokens[at : at + many]))
            if kind is not None:
                kinds.add(kind)
                at += many
                break
        else:
            whole = False
            at += 1
    return kinds, whole


def _sign(plain: str, negated: bool) -> Sign:
    """Return the first sign against the words of a text. `negated`: a negation is one."""
    if _QUOTED.match(plain):
        return "quoted"
    if elsewhere(plain):
        return "elsewhere"
    return next((sign for sign, found in _SIGNS if (negated or sign != "negated") and found.search(plain)), "")


# --- remarks beside a move --------------------------------------------------------------------------------------------


_FILLER: Final = r"(?:{}[\s,:–-]+)*".format(
    any_of("""
    ok(?:ay)?  well  fine  al(?:l )?right  right  very well  so  then  great  good  perfect  excellent  yes  yeah  yep
    sure  thanks  thank you  and  oh  ah  hm+  in that case  you know what  i think  i guess  i suppose  now
    """)
)
_END: Final = r"(?:[\s,:–-]+{})*".format(
    any_of("""
    then  now  with me  by me  for me  to me  of course  my friend  friend  indeed  as well  too  thanks  thank you  sir
    madam  gladly  happily  at once  today  after all  everyone  all  anyway  here
    """)
)
_OFFER: Final = r"(?:your|the|this|that) (?:\w+ )?{}".format(
    any_of("price  offer  proposal  set  swap  trade  division  split  number  terms?  deal")
)
_GOOD: Final = any_of("ok(?:ay)?  fine  good  great  fair  perfect  accepted  acceptable  agreed  (?:fair|good) enough")
_WILL: Final = "(?:'ll| will| do| can| hereby| happily| gladly)*"

_MILD: Final = any_of(rf"""
    ok(?:ay)?  yes  yes please  yeah  yep  sure  fine  good  great  perfect  excellent  certainly  absolutely  gladly
    of course  why not  al(?:l )?right  done  granted  right  works  by all means  with pleasure  fair enough
    have it your way  as you (?:wish|like)  you win  i give (?:in|up)  i surrender
    (?:it|that|this|which)(?:(?:'s| is) {_GOOD}| works| suits me| will do| sounds {_GOOD})
    (?:sounds|looks) {_GOOD}
""")
"""A yes if the sentence says nothing else."""
_FIRM: Final = any_of(rf"""
    fine (?:by|with) me(?:,? .*)?  agreed(?: (?:to|on|with)\b.*)?  accepted  deal  done deal  it is done  sold  settled
    granted  approved  (?:it|that|this)(?:'s| is) a (?:deal|bargain)  (?:it|that)(?:'s| is) (?:sold|settled|yours)
    (?:you|we)(?:'ve| have)(?: got)? (?:a|an|our|your) (?:deal|agreement|bargain)  (?:i'm|i am|count me) in
    consider it (?:sold|done|yours|settled|agreed)  we(?:'re| are) (?:settled|agreed|in agreement|all set)
    have it  take my \w+  you (?:can|may) have (?:it|my \w+)  the \w+ (?:is|are) yours
    i{_WILL} (?:accept|agree|consent)(?: (?:to |with |on )?(?:it|that|this|what you \w+|{_OFFER}|yours))?
    i{_WILL} take (?:it|that|this|yours|{_OFFER})  i{_WILL} go (?:along )?with (?:that|this|yours|{_OFFER})
    {_OFFER} (?:(?:is|are) {_GOOD}|works|suits me|will do|sounds {_GOOD})
    oui  si  sí  ja  d'accord  de acuerdo  trato hecho  (?:lo )?acepto.*  j'accepte.*  accetto.*  aceito.*
    marché conclu  abgemacht  einverstanden  in ordnung  ich (?:nehme (?:es|das|dein \w+|ihr \w+)? ?an|akzeptiere.*)
    affare fatto     akkoord  afgesproken
    (?:let's|let us) (?:shake (?:hands )?on (?:it|that)|close (?:it|the deal|on that)|call it a deal)
""")
"""A yes wherever it stands."""
_NO: Final = any_of(r"""
    no  nope  never  nah  no way  no deal  no,? thanks?  no,? thank you  no chance  not a chance  denied  rejected
    refused  declined  forget it  (?:absolutely|certainly|of course|definitely) not
    not (?:yet|now|for that|interested|at all|good enough|enough|happening|a chance|today|like this|acceptable)
    i(?:'ll| will| must| have to| need to)* (?:deny|reject|refuse|decline|pass)\b.*
    i(?:'m| am) (?:out|not (?:in|interested|convinced|ready|there yet|happy|taking|accepting)\b.*)
    i (?:can(?:no|')t|won't|will not|do not|don't|could never|would never) (?:accept|take|agree|want|do|go)\b.*
    (?:(?:it|that|this|which|your \w+)(?:'s| is) )?(?:(?:still|just|far|much|way|a bit|a little|simply) )*too \w+
    (?:(?:it|that|this|which|your \w+)(?:'s| is) )?not (?:enough|good enough|acceptable|fair)
    nein(?:,? danke)?  non(?:,? merci)?  nee  ich lehne (?:das )?ab  je refuse.*  (?:lo )?rechazo.*  rifiuto.*
    i(?:'d| would) rather (?:not|have|keep|wait|walk)\b.*  let me think(?: .*)?  i need (?:more )?time.*
""")
_LEAVE: Final = any_of(r"""
    i(?:'m| am) (?:leaving|out|off|done(?: (?:here|negotiating|talking|with .*))?|walking(?: .*)?|through(?: .*)?)
    i quit  i (?:leave|walk(?: away| out)?|withdraw|am gone)  (?:this|it|that)(?:'s| is) (?:over|the end)
    (?:the|this|our) (?:negotiation|game|talk|deal)s? (?:is|are) (?:over|off)  the deal'?s off  no deal
    we(?:'re| are) (?:done|finished|through)(?: .*)?  good ?bye.*  bye(?:[ -]bye)?  farewell
    find (?:someone|somebody) else.*
""")

_SENTENCE = re.compile(r"[^.!?;…]+[.!?;…]*")
_YES_FIRM, _YES_ALONE, _DISSENT, _DEPARTURE = (
    re.compile(f"{_FILLER}(?:{phrases}){_END}") for phrases in (_FIRM, f"{_MILD}|{_FIRM}", _NO, _LEAVE)
)


def assents(say: str) -> bool:
    """Return whether words accept something. Sentences with a number are ignored."""
    parts = _sentences(say)
    alone = len(parts) == 1 and bool(_YES_ALONE.fullmatch(parts[0]))
    return alone or any(_YES_FIRM.fullmatch(part) for part in parts)


def dissents(say: str) -> bool:
    return any(_DISSENT.fullmatch(part) for part in _sentences(say))


def departs(say: str) -> bool:
    """Return whether words say that the speaker leaves, or that all is over."""
    return any(_DEPARTURE.fullmatch(part) for part in _sentences(say))


def contradicts(say: str, *, accepts: bool, stays: bool = False) -> bool:
    """Return whether words take another side than the move beside them: a no beside an acceptance, a yes beside any
    other move, a farewell beside one that `stays`.
    """
    return dissents(say) if accepts else assents(say) or (stays and departs(say))


def _sentences(say: str) -> tuple[str, ...]:
    """Return the sentences of a text without the signs at their ends. Questions keep theirs, and match nothing."""
    plain = " ".join(say.lower().replace("’", "'").split())
    found = (part.strip(" .!;…,\"'") for part in _SENTENCE.findall(plain))
    return tuple(filter(None, found))
