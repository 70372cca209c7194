"""Remarks beside a price in plain words: a yes or no, a condition, a question, and what only sounds like one."""

import re
from typing import Final

from games.bargaining.reader.amounts import Amount, refuses
from games.bargaining.reader.hearsay import hearsay
from games.bargaining.reader.recall import recalls
from games.bargaining.reader.vocabulary import ABOUT_PRICES, words_of
from games.language.lexicon import any_of

_STRONG: Final = re.compile(
    r"(?<!\w)(?:accept(?:ed|ing)?|yes|deal|agreed?|sold|(?:take|buy) (?:it|that)(?! for| at))(?!\w)"
)
_NOT_AGREED: Final = re.compile(
    r"(?:(?<!\w)(?:not|never|cannot|cant|dont|wont)|n't) (?:\w+ )?(?:accept|agree|take|buy)(?:ed)?(?!\w)"
    r"|(?<!\w)(?:no|not a|not yet a) deal(?!\w)"
    r"|(?<!\w)(?:would|will|do|can|could|might) (?:you|u|ya|we) (?:\w+ )?(?:accept|take|agree|do)"
    r"(?: (?:it|to|on|with))?(?!\w)"
)
"""Words of agreement that agree to nothing: a refusal, or a question to the other side."""
_TAGS = any_of("""
    deal  ok  okay  yes  yeah  agreed  accept  fair  good  right  alright  acceptable  sounds? good  works
    do we agree  (?:work|good|ok|okay) (?:for|with) you  what do you (?:say|think)  how does that sound  how's that
    how about it  (?:would|does) that work  (?:can|would) you accept that  is that (?:ok|fair)
""")
_WE_HAVE = "(?:(?:do we|have we|we) (?:have |got )?)?"
_ASKED: Final = re.compile(rf"(?:(?<=[0-9])|[,;.!] ?| )(?:and )?(?:is (?:it|that) )?{_WE_HAVE}(?:a )?{_TAGS} ?\?+$")
"""A question for the other side's agreement at the end of an offer: `48, deal?`"""
_BRINGS = any_of("""
    (?:we|you|u|ya)(?:'ve|'d|'ll)?(?: will| can| have)*(?: got)? (?:(?:your|our)sel(?:f|ves) )?a deal
    it'?s a deal  it is a deal  that'?s a deal  i'?m in  i'?ll (?:accept|take it|buy it|buy|agree)  i (?:accept|agree)
    it'?s (?:yours|sold|done)  we'?re done  (?<=and )(?:done|deal|sold)  we can (?:call it a deal|shake(?: hands)?)
    we agree
""")
_CLINCHED: Final = re.compile(rf"(?:,| and|,? then| and then) {_BRINGS}(?! at| for)(?!\w)")
"""An agreement that the price just named would bring: `45 and we have a deal`"""
_NODS = any_of("""
    ok  okay  fine  sure  alright  all right  good(?! (?:morning|day|evening|game))  great  cool  yeah  yep  yup  done
    perfect  right  k  very well  fair enough
""")
_OPENING_YES: Final = re.compile(rf"(?:{_NODS}(?: then| so| well)?[,.!]*(?: |$))+")
_OVER: Final = r" ?[,.!;-]*(?: and| so| then)* (?:i'm|i am|we're|we are)(?: all| so| just)?"
_DONE: Final = re.compile(
    rf"(?<!at )#(?: it is(?: then)?| is (?:ok|okay|fine|good|fair))?{_OVER} done(?! with)"
    r"(?: (?:here|now|then|today|haggling|negotiating|bargaining)(?!\w))*(?!\w)"
)
_GONE: Final = re.compile(rf"(?<!at )#{_OVER} (?:out|gone|off)(?: of here)?(?!\w)")
"""Words that all is over at a price, `#`, which is taken: `# and we're done`, `fine # i'm out of here`. Without a nod,
`# and i'm out` is an ultimatum, and so is `at # i'm done`.
"""
_YES_BUT: Final = re.compile(r"(?:but|at|for|with) $")
_IT_IS: Final = re.compile(r" it is(?: then)?(?=$|[.!,])")
_WOULD: Final = re.compile(
    r"(?<!\w)(?:if(?!\w)|(?:when|once|i would|we would|i could|we could|i might|i may|i'd|we'd)"
    r" (?:\w+ ){0,4}?(?:to )?(?:accept|take|buy|agree)(?!\w)|would be (?:a |my )?(?:deal|yes)(?!\w)"
    r"|(?:when|once) (?:you|u|ya) (?:say|go|get|come|do|offer|make|reach|hit|drop)(?!\w))"
)
"""A yes that another price would bring: `I'd accept 48`, `at 50 I would buy it`"""
_LAUGHS: Final = re.compile(r"(?<!\w)(?:lol|haha+|hehe+|lmao|jk)(?!\w)|(?:what|how) about my(?!\w)|[😂🤣]")
_STAYS: Final = re.compile(
    r"(?<!\w)(?:still|again|(?:i|i'm|i'll|we) (?:stay|stick|remain|insist|keep|stand)(?:ing)?)(?!\w)"
)
"""Words of a price that is offered again."""
_REPEATED: Final = re.compile(r"[^\w.]*+[0-9][0-9.]*+(?: (?:dollars?|bucks?))?\?++ (?P<answer>[^0-9]+)")
"""A price that is asked about, and what the speaker says to it: `45? that's crazy`"""
_TAKES: Final = re.compile(r"(?:take|buy|have) it (?:for|at) (?:about )?$")
_CONDITIONS = any_of("""
    if  unless  as long as  provided  assuming  on condition  in exchange  throw in  including  once  only when
""")
_CONDITION: Final = re.compile(
    rf"(?<!\w)(?:{_CONDITIONS}|(?:and|plus|with) (?:a|an|the|some|free|your|[0-9]+) (?!deal|dollar|buck|usd)\w+)(?!\w)"
)
_TAKEN_BACK: Final = re.compile(
    r"(?<!\w)(?:jk|just kidding|kidding|joking|never mind|nvm|scratch that|oops|whoops|psych)(?!\w)"
)
_STRESSES = any_of("""
    not (?:a|one|half a|a single) (?:cent|penny|dollar|dime|buck|bit) (?:more|less|higher|lower)
    (?:no|nothing|not) (?:more|less)(?! than)  take it or (?:leave it|(?:we|you)(?: both)? get nothing)
    period  full stop  final answer
""")
_EMPHASIS: Final = re.compile(rf",?(?: and| but| or)?(?<!\w) ?{_STRESSES}(?!\w)")
"""Words that stress a price and change nothing."""
_OR_ELSE: Final = re.compile(
    r"(?<=[0-9])((?: (?:minimum|max|maximum|tops|flat|firm))?)"
    r" or (?:no deal|nothing|i walk(?: away)?|i leave|i'm out|forget it)(?!\w)"
)
_KINDLY = any_of("""
    if (?:you (?:don't mind|please|like|want|agree|can|could|will|would|wish)|possible|i may)
    if (?:that's|that is|it's) (?:ok|okay|alright|fine)(?: (?:with|by|for) you)?
""")
_ASKED_KINDLY: Final = re.compile(rf"(?<!\w){_KINDLY}(?!\w)")
"""Conditions that only ask kindly for a price."""
_FACTS = any_of(r"""
    worth  costs?  cost you  paid  values?  valued  retail  bought  years? old  profit  earn(?:s|ed|ing)?  gain(?:s|ed)?
    (?:i|you|u|i'd|you'd|i'll|you'll)(?: only| just| still)? make(?! (?:it|that|this|you|an?|my)(?!\w))
    leaves (?:me|you|us)  in it for (?:me|you|us)  (?:what|how much) (?:do|would|will|could) i (?:get|have|save|win)
    gives? me (?:how much|what)  what (?:does|do|would|will) \S+ give me
""")
_FACT: Final = re.compile(rf"(?<!\w){_FACTS}(?!\w)")
"""Words beside a number that tell something about the item."""

_LABEL: Final = re.compile(r"[^\w:>]*+([^\W\d_][\w'@]*+(?: [\w'@]++){0,2})[>)\]]?[:>]")
_HEADINGS: Final = ABOUT_PRICES | frozenset(
    ("turn", "round", "answer", "lowball", "incoming", "try", "second", "third")
)
"""Words before a colon that name nobody: `my turn: 45`"""


_RULES = any_of("""
    is there  are there  was there  does (?:it|this|the \\w+)  do (?:prices|offers|the \\w+)
    can (?:it|prices|offers|the price) (?:be|go)  (?:is|was) the (?:limit|max|maximum|min|minimum|highest|lowest)
    what happens  what if  why (?:is|are|does|do|not)  who  when  where
""")
_ABOUT_RULES: Final = re.compile(rf"(?:(?:so|and|but|wait|ok|hm+|um+|hey),? )*{_RULES}(?!\w)[^?]*\?+$")
"""A question about the game, or the item, that has a number: `is there a limit of 100?`"""


def unstressed(text: str) -> str:
    """Return a text without words that stress its price and change nothing: `44, take it or leave it`."""
    return " ".join(_OR_ELSE.sub(r"\1", _EMPHASIS.sub(" ", text)).split())


def unasked(text: str) -> str:
    """Return a text without a question for agreement at its end: `48, deal?`"""
    return _ASKED.sub("", text)


def without_end(text: str) -> str:
    """Return a text, whose price is `#`, without words that all is over once that price is taken."""
    text = _DONE.sub("#", text)
    return _GONE.sub("#", text) if _OPENING_YES.match(text) else text


def demanded(text: str) -> str:
    """Return a text with blanks for conditions that only ask kindly, so that places in it stay the same."""
    return _ASKED_KINDLY.sub(lambda kindly: " " * len(kindly[0]), text).rstrip()


def taken_back(text: str) -> bool:
    return _TAKEN_BACK.search(text) is not None


def conditional(text: str) -> bool:
    return _CONDITION.search(text) is not None


def consents(text: str) -> bool:
    """Return whether a text has words of agreement, whatever they agree to."""
    return _STRONG.search(text) is not None


def closes(text: str) -> bool:
    """Return whether a text agrees to something else than the price it names, or asks for."""
    return consents(_NOT_AGREED.sub(" ", _CLINCHED.sub(" ", unasked(text))))


def tells(price: Amount) -> bool:
    """Return whether a number tells something about the item, or what others pay: `my friend got it for 48`."""
    return _FACT.search(price.clause) is not None or hearsay(price.clause)


def untold(text: str, found: tuple[Amount, ...]) -> str:
    """Return a text without clauses that only tell a price, if they have another price."""
    prices = [one for one in found if one.role == "price"]
    facts = {one.clause for one in prices if tells(one)}
    if all(one.clause in facts for one in prices):
        return text
    for clause in facts:
        text = text.replace(clause, " ", 1)
    return text


def idle(text: str, prices: list[Amount]) -> bool:
    """Return whether a text asks about the rules or the item, or its prices only tell something."""
    return _ABOUT_RULES.match(text) is not None or any(map(tells, prices))


def insists(text: str) -> bool:
    """Return whether a text holds on to a price: `i stay at 44`."""
    return _STAYS.search(text) is not None


def doubtful(text: str, price: Amount, answers: bool) -> bool:
    """Return whether the words beside a price may make it something else than an offer. `answers`: one stands."""
    opened = _OPENING_YES.match(text)
    if opened is not None and opened.end() == price.start:
        return True
    if answers and (_LAUGHS.search(text) or _answered(text)):
        return True
    if _TAKES.search(text, 0, price.start) or _CLINCHED.search(text, price.end):
        return True
    if recalls(text, price.start, price.end) or _named_before(text, price.start):
        return True
    return _WOULD.search(text) is not None or _CONDITION.search(text) is not None


def _named_before(text: str, start: int) -> bool:
    """Return whether a price stands behind what may be somebody's name: `bob: 45`"""
    label = _LABEL.match(text, 0, start)
    return label is not None and not _HEADINGS.issuperset(words_of(label[1]))


def _answered(text: str) -> bool:
    """Return whether a text asks about a price and answers at once, as people do with a price they heard."""
    repeated = _REPEATED.fullmatch(text)
    return repeated is not None and (refuses(repeated["answer"]) or _OPENING_YES.match(repeated["answer"]) is not None)


def agrees(text: str, price: Amount) -> bool:
    """Return whether a text says yes to what stands, beside another price, and does not only say when it would."""
    rest = _NOT_AGREED.sub(" ", text[: price.end] + _CLINCHED.sub(" ", text[price.end :]))
    if _STRONG.search(rest) and not _WOULD.search(text):
        return True
    opened = _OPENING_YES.match(text)
    if opened is None:
        return False
    before = _YES_BUT.search(text, opened.end(), max(opened.end(), price.start))
    return before is not None or _IT_IS.match(text, price.end) is not None
