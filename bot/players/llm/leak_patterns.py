# ruff: noqa: E501 (a phrase stands on one line)
"""Patterns for words that reveal a side's private information: its costs and values, its limits, its instructions. A
limit can be revealed with a number that is on the table (`44 is my floor`), or without one (`I could go lower`).
"""

import re
from typing import Final

from bot.players.llm.numerals import written
from games.language.lexicon import any_of

_KEPT: Final = any_of(r"""
    costs?  costing  valu(?:es?|ed|ation)  worth  limits?  minimum  maximum  floor  ceiling  bottom(?: line)?  reserv\w+
    break[- ]?even  margins?  profits?  earn\w*  paid  bought  purchased?  spent  outlay  expenses  surplus  loss
    los(?:e|ing) (?:money|out)  in the (?:red|black)  (?:doubled|tripled) my money  walk[- ]?away  points  threshold
    batna  outside option  importance  instruct\w*  prompt\w*  programm?ed  persona\w*  reasons?  strateg\w*  secret\w*
    private
""")
"""Things that belong to one side, after `my`, `I` and the like."""
_LIMIT: Final = any_of(
    "costs?  floor  bottom  threshold  reserve  batna  minimum  min  lowest(?: possible)?  break[- ]?even"
)
_NOT: Final = any_of(
    "can(?:no|')?t  (?:wo|would|could)n'?t  (?:will|would|could) (?:not|never)  never  not let (?:me|us)"
)
_SUM: Final = r"\$?[0-9][0-9.,]*"
_STOP: Final = "(?:walk|stop|fold|cave|leave|quit|give in)"
_LESS: Final = r"(?:lower|less|higher|down)\b"
_MINE: Final = r"(?:mein\w*|mi|mis|mon|ma|mes|il mio|la mia|meu|minha|mijn|moj\w*)"
_ABROAD: Final = any_of(r"""
    k[ou]st\w*  co[su]t\w*  limit\w*  grenze  minim\w*  mindest\w*  wert  valeur  valor\w*  prix  prezzo  preis  precio
    preco
""")
"""Costs and limits in other languages."""

_TELLS = re.compile(
    any_of(rf"""
    \b(?:my|our|me|us|i|we)\b[^.!?]{{0,30}}\b{_KEPT}\b
    \b(?:costs?|costly|worth|valued?|loss)\b[^.!?]{{0,20}}\b(?:me|us)\b
    \b(?:my|our) (?:very |own |absolute )?(?:lowest|highest|least|most)\b
    \b(?:lowest|highest|least|most)\b[^.!?]{{0,20}}\b(?:i|we)\b[^.!?]{{0,12}}\b(?:go|take|accept|pay|afford|sell|do)\b
    \b{_NOT} (?:go|sell|pay|accept|do|take|buy|come)[^.!?]{{0,15}} (?:below|under|above|over|less|more)\b
    \bset (?:me|us) back\b
    \bgot it (?:for|at)\b
    \b(?:purchase|wholesale|cost) price\b
    \b(?:what|than) (?:i|we) (?:paid|need|spent)\b
    \b(?:i|we)(?:'d| would|'ll| will)? lose(?: money)?(?:$|[.!,;]| at| on| if)
    \b(?:i|we)(?:'d| would)(?: \w+)? be (?:ruined|happy with|content with)\b
    \b{_LIMIT}\W{{0,3}}(?:is|are|at|of|to|would be)?\W{{0,3}}{_SUM}
    {_SUM}\W{{1,3}}(?:(?:is|as|would be) )?(?:(?:the|a|an) )?(?:absolute |very |bare )?{_LIMIT}\b
    \b(?:profits?|margins?)\b[^.!?]{{0,20}}{_SUM}
    {_SUM} (?:barely |hardly |just |does not |doesn't |won't )*(?:covers?|leaves? me)\b
    \bcosts? (?:more|less) than\b
    \b(?:i|we) (?:can|could|may|might|would)(?: \w+)? (?:go|come|take|accept|settle|sell|pay)(?: \w+){{0,3}} {_LESS}
    \broom for me\b
    \b(?:my|our) (?:room|slack|leeway)\b
    \b(?:i|we)(?:'ve| have)?(?: still| only)? (?:have|got) {_SUM} (?:to (?:give|spare)|left to give)\b
    \bpays? (?:me|us)\b
    \b(?:plus|minus) {_SUM} (?:for|to) (?:me|us)\b
    \b(?:slack|leeway|cushion)\b
    \b(?:i|we)(?:'d|'ll| would| will| can| could)?(?: still| only| just)? (?:clear|net|pocket|gain|profit) {_SUM}
    \b(?:i|we)(?:'m| am|'d be| would be|'ll be|(?: would)? come out) (?:up |ahead |{_SUM} (?:up|ahead|richer))
    \b(?:in my pocket|for my trouble)\b
    \b(?:i|we)(?:'d|'ll| would| will)? {_STOP}(?: away| out| somewhere)? (?:at|below|under|near|around)\b
    \b(?:below|under|above|over) {_SUM},? (?:i|we)(?:'d|'ll| would| will)? {_STOP}\b
    {_SUM} is where (?:i|we) {_STOP}\b
    \b(?:anything|any price|every (?:dollar|cent)) (?:above|over|below|under|beyond|from)\b
    \b(?:my|our) (?:stop|need|score|total)\b[^.!?]{{0,25}}{_SUM}  {_SUM}[^.!?]{{0,25}}\b(?:my|our) (?:stop|need)\b
    \bif pressed\b
    \b(?:is|are|at|counts?) {_SUM}(?: each| apiece| points?)? (?:to me|in my (?:book|eyes))\b
    \b(?:that|it|this)(?: is|'s| gives| brings| makes) (?:me )?{_SUM} points?\b(?! [0-9])
    \b(?:equals?|means?|counts?|as good as)\b[^.!?]{{0,20}}\b(?:to|for) me\b
    \b(?:i|we)'?d (?:take|accept|settle for|pay) (?:less|more)\b
    \b{_MINE} {_ABROAD}
    \b(?:kostet|cuesta|coute) (?:mich|me|te)\b
    \b(?:me|mi|m') ?(?:cuesta|coute|costa)\b
    \b(?:ich (?:be)?zahl\w*|j'ai paye|je l'ai paye|pague|ho pagato)\b
    \bk[o0]sts?\b
""")
)


_LIMITS = re.compile(
    any_of(rf"""
    \b(?:my|our) (?:budget|wallet|purse|plan|order|favou?rites?|ranking|priorit\w+|top|first choice|walk[- ]?out)\b
    \b(?:i|we)(?:'ve| have)?(?: got)? {_SUM} (?:on me|in (?:my|the) )
    \b(?:up to|above|over|below|under|past|beyond|from) {_SUM} (?:%|percent)?,? ?(?:i|we)(?:'m| am|'re| are|'d be)? (?:in|out|gone|done|fine|happy|leave|agree|refuse|walk|sign|win|lose|gain)\b
    \b(?:highest|lowest|most|least) (?:i|we)(?:'ve)? (?:have|got)\b
    {_SUM} is (?:all (?:i|we)(?:'ve| have)|the (?:top|end|most|least) (?:for me|of my|i)\b)
    \b(?:gives?|offers?|pays?|offered|paid) me {_SUM} for\b
    \b(?:i|we) (?:could|might|can) (?:\w+ )?(?:stretch|come up|come down|go up|go down) (?:as|to) {_SUM}
    \b(?:i|we) (?:plan|intend|mean) to\b
    \b(?:i|we)(?:'d|'ll| would| will| could| can| might)(?: \w+)? (?:come|go) (?:down|up)(?: by)?(?: another)? {_SUM}
    {_SUM}(?: %| percent| \w+)? (?:is enough|(?:would|will) do|is fine|is plenty) (?:for|with) me\b
    \bif you (?:wait|hold out|push|press|insist)\b[^.!?]{{0,20}}\bi(?:'ll|'d)?\b
    \b(?:i|we)(?:'ll|'d| will| would)? (?:then |soon |finally )?(?:fold|cave)\b
    \b(?:next|last) (?:step|round|time|turn|message)\b,? (?:i|we)(?:'ll|'d| will| would)? (?:\w+ )?(?:take|accept|go|drop|come|ask|say|agree|fold|sign|offer)\b
    \b(?:in the end|eventually|finally|sooner or later),? (?:i|we)(?:'ll|'d| will| would) (?:take|accept|go|drop|come|ask|say|agree|fold|sign|settle)\b
    \b(?:comes?|ranks?|is|are|stands?) (?:only )?(?:first|second|third|fourth|fifth|last|[0-9]) (?:for|to|with|on my|in my)\b
    \bmatters? (?:the )?(?:most|least|more|less)\b[^.!?]{{0,12}}\bme\b
    \band i'?m (?:dead|done|out|gone|broke|ruined)\b
    \b(?:most|least) of all\b  \bin that order\b
    \b(?:i|we) (?:care|want|like|need|value) (?:\w+ ){{0,3}}(?:most|least)\b
    \b(?:is|are|means?|mean) nothing to me\b
    \b(?:i|we) (?:do not|don't) (?:care|need)\b
    \ball in the \w+ for me\b  \bthe same to me\b  \bonly the \w+ (?:matters?|counts?)\b
""")
)
"""Words that tell of a limit, a plan or an order of importance without naming it so."""
_SETTLES = re.compile(
    any_of(rf"""
    \b(?:i|we)(?:'d| would| could| might)(?: \w+)? (?:accept|live with|settle for|agree to|say yes to) {_SUM}
    \b(?:i|we) (?:could|might) take {_SUM}
    {_SUM}(?: \w+)? would do\b
""")
)
"""A division that its speaker would agree to."""
_TAKES = re.compile(rf"\b(?:i|we)(?:'d| would) take {_SUM}")
"""The same where only shares are divided, so that it is no proposal of things."""
_NO_LIMIT = re.compile(
    rf"{_SUM} is (?:\w+ )?(?:below|under|above|over|beyond|past|within) (?:the|a) (?:limit|line|bar)\b"
)
"""A limit where the table has none, so that it is the speaker's."""
_GOOD: Final = r"(?:books?|hats?|balls?|wheat|wood|sheep|bricks?|ores?|[a-z]{3,12})"
_NUMBER_OF: Final = r"[a-z]\w{1,11}\W{1,2}[0-9]{1,4}\b"
_PRICED = re.compile(
    any_of(rf"""
    \b(?:a|an|each|every|one|per) {_GOOD}(?: more| less)? (?:is|are|counts?|gives?|brings?|makes?|adds?|gets?|scores?|equals?|beats?)(?: me| an?| the)? (?:[0-9]|twice|double|half|one\b)(?![^.!?]*\byou)
    \b[0-9]+ (?:per|apiece)\b  \b[0-9]+ an? {_GOOD}(?:$|[.,!])
    \b(?:is|are|equals?|counts?) (?:worth )?(?:twice|double|half)(?: as much as)?(?: an?)? {_GOOD}\b(?![^.!?]*\byou)
    \bcounts? (?:double|twice as much)\b
""")
)
_LIST = re.compile(
    rf"\W*(?:my )?(?!no\b|number\b|round\b|step\b|message\b){_NUMBER_OF}(?:\W{{1,3}}(?:and )?{_NUMBER_OF}){{0,9}}\W*"
)
_ONES = re.compile(r"\bone\b")
"""The worth of one thing of a kind to the speaker."""

_INSTRUCTED = re.compile(
    any_of(r"""
    (?<!you )(?<!you've )(?<!you have )\b(?:told|instructed|programm?ed|ordered|trained) (?:me|us|not|to)\b
    \b(?:the|a) (?:developers?|prompt|seed)\b
    \bmy (?:seed|instructions?|prompt|program|persona|strategy|secrets?)\b
    \b(?:system prompt|instructions|language model|as an ai|reservation|json|schema|canary)\b
""")
)
"""Words about the instructions of a model."""
_THEIRS: Final = "(?:costs?|values?|worths?|limits?)"
_NO_MORE: Final = (
    r"(?![^.!?]{0,60}(?:[0-9]|\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|above|below|under"
    r"|over|between|near|around)\b))"
)
"""A number or a comparison that would say the rest if it followed such words."""
_HARMLESS = re.compile(
    any_of(rf"""
    \b(?:no way of|can't|cannot|can not|don't|do not) (?:see|know|guess)(?:ing)? my {_THEIRS}\b{_NO_MORE}
    \b(?:know|knowing|guess|see|seeing) your {_THEIRS}
    \bspent my (?:first|second|third|last|next|turn)\b
    \bvalue (?:\w+ ){{1,3}}differently\b
    \b(?:inside|within|under|below|over) the limit\b(?! (?:of mine|that i|i|for me|we|my)\b)
    \bcosts? (?:me|us) (?:an?|one|[0-9]+) (?:items?|turns?|messages?|rounds?|steps?)\b
    \b(?:a|any|one|good|some) reasons?\b
    \b(?:down|up|by|gives? up) (?:by )?[0-9]*0 points?\b
    \bwhat we (?:both )?(?:earn|make)\b{_NO_MORE}
    \bcosts? (?:each of us|both of us|us both)\b
""")
)
"""Words of these kinds that reveal nothing: about what nobody knows, about turns, about what is public."""


_WORTHS = re.compile(r"\b(?:worth (?:[0-9.]{1,9} ?)?(?:each)?|points?|earn(?:s|ed)?)\b")
"""Words about worths, which are nobody's secret where all know them."""


def tells(plain: str, *, worths: bool = True, money: bool = False) -> bool:
    """Return whether words, in lower case without accents, reveal private information.

    - `worths`: the seat has numbers of its own that others do not know.
    - `money`: prices are bargained over, not things.
    """
    told = _HARMLESS.sub(" ", plain)
    told = told if worths else _WORTHS.sub(" ", told)
    digits = written(told)
    if _INSTRUCTED.search(told) or _TELLS.search(told) or _LIMITS.search(digits):
        return True
    if money:
        return bool(_NO_LIMIT.search(written(plain)))
    if not worths and _TAKES.search(digits):
        return True
    return bool(_SETTLES.search(digits)) or (worths and (bool(_PRICED.search(digits)) or _lists(digits)))


def _lists(digits: str) -> bool:
    """Return whether a sentence is nothing but kinds of things with a number behind each."""
    return any(_LIST.fullmatch(part) for part in re.split(r"[.!?;](?![0-9])", _ONES.sub("1", digits)))


_OWN_NUMBER = re.compile(
    any_of(rf"""
    \b(?:i|we)(?:'d|'ll| will| would| can| could| may| might| must| need| plan to| want to)(?! (?:you|love|like|rather)\b)(?: \w+){{0,2}} (?:move|go|come|drop|give|take|accept|add|pay|make|earn|lose|keep|sell|stop|fold|cave|leave|afford|spare|raise|lower|get|end|finish|settle|stretch|clear|net)\b
    \b(?:next (?:round|time|turn|message)|later|eventually|in the end|hold out|if (?:you|i|we)|wait|if pushed|one more no|once more and)\b
    {_SUM}(?: \w+)? (?:for|to|with|stays with|inside|on) (?:me|myself)\b
    \b(?<!out )(?:on|at|to|in|of|for) my (?:own )?(?:side|end|list|books?|bag|barn|pocket|favou?r|eyes|stop|view)\b(?! of the\b)
    \b(?:i'm|i am|i'd be|bring me|brings me|puts? me|leaves? me|with me)\b[^.!?0-9]{{0,20}}\b(?:zero|nothing|even|out|done|gone|ruin\w*|ahead)\b
    \b(?:what|than|where|which|all|as) (?:i|we) (?:can|could|stop|keep|need|have|own|get|want|earn|make|gave for|got)\b
    \b(?:remains?|nothing|no one|nobody)\b[^.!?]{{0,12}}\b(?:is|are|left|earns?|for|on|here)\b
    \b(?:i|we) (?:still |only |just )?(?:have|keep|kept|hold|own|sit|am left|get|gain|score|need)\b
    \b(?:kills?|eats?|hurts?|ruins?|pays?|free for) (?:it|me|all|this)\b
    \binside(?:$|[.!,])  \bmy side has\b
    \b(?:left in|possible|maximum|at most|no more than|no further|not a cent)\b
""")
)
"""Words that make a number beside them one of their speaker's own."""


def tells_own_number(plain: str) -> bool:
    """Return whether a sentence says that a number in it is what its speaker has, gains or will do."""
    return bool(_OWN_NUMBER.search(plain))
