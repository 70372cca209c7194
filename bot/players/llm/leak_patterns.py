"""Patterns for words that reveal a side's private information: its costs and values, its limits, its instructions. A
limit can be revealed with a number that is on the table (`44 is my floor`), or without one (`I could go lower`).
"""

import re
from typing import Final

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
""")
)
"""Words of these kinds that reveal nothing: about what nobody knows, about turns, about what is public."""


_WORTHS = re.compile(r"\b(?:worth (?:[0-9.]{1,9} ?)?(?:each)?|points?|earn(?:s|ed)?)\b")
"""Words about worths, which are nobody's secret where all know them."""


def tells(plain: str, *, worths: bool = True) -> bool:
    """Return whether words, in lower case without accents, reveal private information.

    `worths`: the seat has numbers of its own that others do not know.
    """
    told = _HARMLESS.sub(" ", plain)
    told = told if worths else _WORTHS.sub(" ", told)
    return bool(_INSTRUCTED.search(told) or _TELLS.search(told))
