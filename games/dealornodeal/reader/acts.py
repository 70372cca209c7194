"""Acts of an utterance besides naming items: accept, refuse, break off, ask for more, correct itself, claim values."""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from games.dealornodeal.reader.consent import Answer, answer
from games.dealornodeal.reader.mentions import Side
from games.dealornodeal.reader.tokens import Token
from games.language.lexicon import YES

_LEAVES = re.compile(
    r"\bno (?:\w+ )?deal\b|\bdeal(?: is)? (?:off|dropped)\b|\bno agreement\b|\b(?:can|will) not (?:agree|make|reach)\b"
    r"|\bcall (?:it|this|the (?:whole )?thing) (?:off|quits)\b|\b(?:i am|count me) out\b"
)
_CANNOT = re.compile(r"\bnot? (?:be )?(?:able to )?(?:make|making|do|agree|reach|come|have)\b")
_DOUBTS = re.compile(r"\bnot (?:really )?(?:think|believe|see|going)\b")
_DEAL = re.compile(r"\b(?:deal|agreement|agree)\b")
_SENTENCES = re.compile(r"[.?!]")
_REFUSES = re.compile(
    r"^(?:no|nope|nah)\b(?! (?:idea|clue|pressure|rush|hurry|matter"
    r"|comment|hard feelings|wonder|joke|biggie|stress|offen[cs]e|kidding|question|one knows"
    r"|worries|problems?|prob|objections?|issues?|complaints?|doubt)\b)|\bno way\b"
    r"|\bcan not (?:do|accept|agree|take|give|make)\b"
    r"|\b(?:prefer|rather) to? ?keep\b|\brather not\b|\bleaves? me with\b"
    r"|\bnot (?:work|going to work|happen|fair)\b|\bnot (?:do|accept|agree)\b(?! with)"
)
_THINKS_NOT = re.compile(r"\bnot (?:really )?think\b")
_TO_ACCEPT = re.compile(r"\b(?:agree|accept|do)\b")
_ACCEPTS = re.compile(
    rf"\b(?:{'|'.join(sorted(YES - {'fair', 'take'}))}|that will work|can do|will take (?:it|that|this)|thanks|will do"
    r"|acceptable|very well|fair enough|(?:is|sounds?|seems?|looks?) (?:\w+ )?fair|that will do|sounds? a plan"
    r"|lets do (?:it|that|this)|(?:live|happy|content|settle|go|stick) with (?:it|that|this)|(?:suppose|guess) so"
    r"|go for (?:it|that)|am in(?= \W|$)|no (?:problem|worries|objections?)|shake on (?:it|that))\b"
    r"|^(?:bet|fair|go on)\b"
)
_NO_CONSENT = re.compile(
    r"\bdeal(?: then)? \?|\b(?:last|my|your|this|that|bad|better|best|final|only|any|new|first|the|what|which) deal\b"
    r"|\b(?:am|are|is|be|being|not|you|pretty|quite|so|make|making) sure\b|\bsure (?:\. )?\?"
    r"|\bnot (?:(?:so|that|very|really|too|quite|all|a|such) )*(?:good|great|perfect|fair|right|cool|fine|deal)\b"
    r"|\b(?:worse|terrible|awful|horrible|lousy|poor|rotten|unfair) deal\b|\b(?:good|nice) (?:try|one)\b"
    r"|\baccept that (?:you|it|this|the|i|we|there)\b|\b(?:yes|yeah|ok|okay|sure) i (?:know|see|heard|understand)\b"
)
_QUESTION = re.compile(r"(?:(?:are|is|do|what|why|how|who|can|could|would)|(?:so )?you (?:said|offered))\b")
_YES = re.compile(r"^(?:yes|yep|yeah|sure)\b|\b(?:yes|deal|sure)(?: \.)?$")
_SO = re.compile(r"(?:ok |okay |alright )?(?:, )?so\b")
_MORE = re.compile(
    r"\b(?:one|1|two|2|another|other|more|additional|something|an|a|extra)(?: \w+)? (?:items?|objects?|things?|stuff)\b"
    r"|\bone other (?!\w+ )|\bone other of\b|\bsomething (?:rest|else|more)\b"
)
_NEEDS = re.compile(r"\bneeds?\b")
_BEGS = re.compile(r"\b(?:please|pls|plz)\b")
_MEANT = re.compile(r"\b(?:meant|mean|typo|oops)\b")
_AGAIN = re.compile(
    r"(?<!your )\b(?:best|final|last|only) (?:offer|proposal|deal|i can|thing i can)|\btake it or leave\b"
    r"|(?<!withdraw )(?<!cancel )(?<!revoke )(?<!retract )(?<!scrap )(?<!drop )(?<!forget )(?<!take back )(?<!change )"
    r"\bmy (?:offer|proposal|deal)\b(?! (?:is |was )?(?:withdrawn|off|gone|void|cancell?ed|over)\b)"
)
_WHOSE = re.compile(r"\b(?:me|you) or (?:me|you) \?|\bfor who(?:m)? \?")
_FOR = re.compile(r"\bfor (?:me|you)\b")
_OR = re.compile(r"\bor\b")
_OWNER = re.compile(r"(?:(?:yes|no|sorry|it is|that is|that|they are) (?:, )?)*(?:for )?(me|you|mine|yours)(?: [.!])?")
_EARLIER = re.compile(
    r"\b(my|your|the|that|our)? ?(first|original|initial|previous|earlier|originally|last|old|older|prior|other)"
    r" ?(?:offer|deal|proposal|one|said|suggestion|split)\b|\bagree (?:to|with) (yours)\b"
    r"|\b(my|your|the|that|our) (?:offer|deal|proposal|one|suggestion|split) (before)\b(?! (?:this|that|the)\b)"
)
_BEFORE = ("previous", "earlier", "old", "older", "prior", "other", "before")
"""Words for an offer that another one has replaced."""
_SPURNS = re.compile(
    r"\b(?:not (?!(?:so |too |that |half )?bad)|never\b|(?<!not )(?<!so )(?<!too )bad\b|worse|worst|terrible|awful"
    r"|horrible|lousy|poor|forget|same old|unfair|too (?:low|little|few|much|greedy)|greedy|insult|ridiculous|joke"
    r"|hated?\b|refuse|reject|decline|useless|worthless|rotten|crazy|insane)"
)
"""Words that turn down an offer, or speak ill of it."""
_COMPARES = re.compile(r"\b(?:better|more|prefer|preferred|rather|best)\b")
_CLOSES = re.compile(
    r"\b(?:and|then) (?:we have|you have|it is|its|you got|we got) (?:yourself )?(?:a |your |our )?deal\b(?! ?\?)"
    r"|\b(?:and|then) (?:i am (?:in|ok|okay|happy|good|game)|i (?:will |would |can )?(?:accept|agree|take it|do it)"
    r"|i say yes"
    r"|we are (?:good|done|ok)|we can shake(?: hands)?|yes|deal)\b(?: \W|$)"
    r"|\bthen (?:(?:it is|that is|i am) )?(?:ok|okay|fine|good|sure|agreed)\b(?: \W|$)"
    r"|^if\b.* (?:it is|we have|you have) a deal\b(?! ?\?)"
    r"|\b(?:will|would) (?:make it a deal|seal (?:it|the deal)|do the trick|clinch it)\b"
)
_PROVIDED = re.compile(
    r"^(?:only if|(?:not|no deal) unless)\b"
    r"|^(?:deal|ok|okay|yes|yeah|sure|fine|agreed|alright|good|done|that works"
    r"|i (?:can |will |would |could )?(?:accept|agree|take it|do (?:it|that))|i am (?:in|ok|okay|happy|fine|game))"
    r"(?: ,)?(?: but)?(?: ,)?(?: only)? (?:if|aslongas)\b"
)
_RESERVES = re.compile(
    r"^(?:(?:oh|well|hm+) (?:, )?)?(?:yes|yeah|yep|sure|ok|okay|fine|deal|agreed|alright|great|good|perfect|cool"
    r"|almost|nearly|sounds (?:good|great|fair|fine)|(?:that|it) (?:works|is (?:ok|okay|fine|good|great|fair))"
    r"|i (?:agree|accept))(?: ,)? (?:but|however)\b(?! (?:only|just)\b)"
    r"|^but (?:i|the|a|an|one|two|three|four|give)\b"
)
_ECHO = re.compile(r"\? (?:! )*(?:(?:oh|um|hm+|well|sorry|no) (?:, )?)*(?:no|nope|nah|never)\b")
_GRUMBLES = re.compile(
    r"\b(?:too (?:much|little|few|low|greedy)|crazy|mad|insane|unfair|bad|lousy|ridiculous|greedy|seriously|joking"
    r"|kidding|for nothing|not think so|not enough|who would|what (?:do|would|will) you|you only (?:give|offer|want)"
    r"|never|nobody|no one|and more)\b"
)
_BACK = re.compile(r"\b(?:back|return|take|taking|accept|agree|go|do|stick)\b")
_YOU_FIRST = re.compile(r"\byou (?:first |originally |initially )")


class Acts(Struct, frozen=True):
    """The acts of one utterance.

    - `answer`: its answer to the standing offer. `yes`: plain consent, at the beginning or the end. `so`: it sums up.
    - `needs`: it says "need". `more`: it asks for an item without naming it. `meant`: it corrects itself.
    - `again`: it insists on an offer of its own. `closes`: it promises a deal for the items that it asks for.
    - `provided`: it agrees on a condition. `reserves`: it agrees with a "but".
    - `begs`: it says "please".
    - `asks`: it ends in a question. `whose`: it asks for whom an offer is, which `owner` answers.
    - `echo`: it repeats something as a question, and says no.
    - `earlier`: it goes back to an earlier offer of that side ("my", "your", "the"). `first`: to the first one.
      `replaced`: to one that no longer stands. `compares`: it likes something better.
    - `claims`: pairs of an item's index and the speaker's claimed worth of one.
    """

    answer: Answer
    accept: bool
    refuse: bool
    leave: bool
    yes: bool
    so: bool
    needs: bool
    more: bool
    meant: bool
    again: bool
    closes: bool
    provided: bool
    reserves: bool
    begs: bool
    asks: bool
    whose: bool
    echo: bool
    owner: Side
    earlier: str
    first: bool
    replaced: bool
    compares: bool
    claims: tuple[tuple[int, int], ...]


@lru_cache(maxsize=1024)
def acts(tokens: tuple[Token, ...]) -> Acts:
    """Return the acts of the words, whatever items they name."""
    text = _text(tokens)
    plain = _NO_CONSENT.sub("", text)
    leave, refuse = _leaves(text), _refuses(text)
    asks = text.rstrip(" !").endswith("?")
    closes = bool(_CLOSES.search(text))
    earlier, which = _goes_back(text, asks)
    return Acts(
        answer=answer(text),
        accept=_agrees(text, plain, asks) and not (leave or refuse or _objects(tokens)),
        refuse=refuse,
        leave=leave,
        yes=not closes and bool(_YES.search(plain)),
        so=bool(_SO.match(text)),
        needs=bool(_NEEDS.search(text)),
        more=bool(_MORE.search(text)),
        meant=bool(_MEANT.search(text)),
        again="?" not in text and bool(_AGAIN.search(text)),
        begs=bool(_BEGS.search(text)),
        asks=asks,
        whose=_asks_whose(text),
        owner=_owner(text),
        echo="?" in text and bool(_ECHO.search(text)) and not _names_last(tokens),
        closes=closes,
        provided=bool(_PROVIDED.search(text)),
        reserves=bool(_RESERVES.search(text)) and "instead" not in text,
        earlier=earlier,
        first=which == "first",
        replaced=which == "replaced",
        compares=bool(_COMPARES.search(text)),
        claims=tuple(dict.fromkeys(_claims(tokens))),
    )


def _agrees(text: str, plain: str, asks: bool) -> bool:
    return bool(_ACCEPTS.search(plain)) and not (asks and _QUESTION.match(text))


def _goes_back(text: str, asks: bool) -> tuple[str, str]:
    """Return the owner of the earlier offer that the words go back to, and which one they mean."""
    found = _EARLIER.search(text)
    if found is None or _SPURNS.search(text) or (asks and not _BACK.search(text)):
        return "", ""
    word = found[2] or found[5] or "last"
    whose = "your" if _YOU_FIRST.search(text) or found[3] else found[1] or found[4] or "the"
    return whose, "last" if word == "last" else "replaced" if word in _BEFORE else "first"


def refuses(tokens: Sequence[Token]) -> bool:
    """Return whether words say no to something."""
    return _refuses(_text(tokens))


def _text(tokens: Sequence[Token]) -> str:
    return " ".join(token.text for token in tokens)


def _refuses(text: str) -> bool:
    return bool(_REFUSES.search(text)) or _behind(text, _THINKS_NOT, _TO_ACCEPT) >= 0


def _leaves(text: str) -> bool:
    if _LEAVES.search(text) or _behind(text, _CANNOT, _DEAL) >= 0:
        return True
    return any(_behind(sentence, _DOUBTS, _DEAL) >= 0 for sentence in _SENTENCES.split(text))


def _asks_whose(text: str) -> bool:
    choice = _behind(text, _FOR, _OR)
    return bool(_WHOSE.search(text)) or (choice >= 0 and "?" in text[choice:])


def _behind(text: str, first: re.Pattern[str], second: re.Pattern[str]) -> int:
    """Return the place where `second` ends after the first match of `first`; -1 if there is none.

    A pattern with `.*` between the two would scan the rest of the text from every match of `first`; two passes take
    linear time.
    """
    found = first.search(text)
    then = second.search(text, found.end()) if found else None
    return then.end() if then else -1


def grumbles(tokens: Sequence[Token]) -> bool:
    """Return whether the words complain about something that they repeat ("both books and the hat is too much")."""
    return bool(_GRUMBLES.search(_text(tokens)))


def _names_last(tokens: Sequence[Token]) -> bool:
    """Return whether items are named after the last question."""
    kinds = [token.kind for token in tokens]
    last = max((at for at, token in enumerate(tokens) if token.text == "?"), default=-1)
    return not {"item", "rest", "everything"}.isdisjoint(kinds[last + 1 :])


def _objects(tokens: Sequence[Token]) -> bool:
    """Return whether a question about an item takes consent back ("okay, but what about the hat?")."""
    kinds = [token.kind for token in tokens]
    after = kinds[kinds.index("but") :] if "but" in kinds else ()
    return "item" in after and ("what" in after or tokens[-1].text == "?")


def _owner(text: str) -> Side:
    found = _OWNER.fullmatch(text)
    return "?" if found is None else "mine" if found[1] in ("me", "mine") else "yours"


_LINK = ("be", "worth", "the", "just", "other", "each", "get", "all")
_PLAIN = ("and", "or", "the", "num")


def _claims(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return items with their claimed worth ("the balls are worth 0 to me", "hats are useless")."""
    found = []
    items: list[int] = []
    linked = False
    for at, token in enumerate(tokens):
        value = _value(tokens, at, linked) if items else None
        if value is not None:
            found += [(item, value) for item in items if value >= 0]
            items, linked = [], True
        elif token.kind == "item":
            items, linked = [token.n] if linked else [*items, token.n], False
        elif items and token.kind in ("be", "worth"):
            linked = True
        elif token.kind not in _PLAIN and not (linked and token.kind in _LINK):
            items, linked = [], False
    return found


def _value(tokens: Sequence[Token], at: int, linked: bool) -> int | None:
    """Return the worth that a word states: -1 if it is the other side's, None if the word states none."""
    token = tokens[at]
    if token.text in ("worthless", "useless") or (linked and token.kind == "nothing"):
        return 0
    after = [t.kind for t in tokens[at + 1 : at + 4]]
    if not linked or token.kind != "num" or after[:1] == ["item"]:
        return None
    return -1 if "you" in after else token.n
