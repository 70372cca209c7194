# ruff: noqa: E501 (a phrase stands on one line)
"""Phrases that say what a number in them counts: rounds, things, effort, how far both are apart, how far they moved.

All of them are in lower case without accents, with numbers in digits.
"""

import re
from typing import Final

from games.language.lexicon import any_of

_FEW: Final = (
    r"(?:(?:just|only|now|still|barely|exactly|about|all|a|mere|full|whole|another|further|good|by|of|some) ){0,3}"
)
_SUM: Final = r"\$?[0-9]+(?:[.,][0-9]+)*(?! ?%?[0-9])"
_NOUN: Final = (
    r"(?: ?%| (?:dollars?|bucks?|more|less|points?|percent|wood|wheat|sheep|bricks?|ores?|items?|things?|pieces?"
    r"|books?|hats?|balls?))?(?![^\s.,;:!?)-])"
)
_N: Final = f"{_FEW}{_SUM}{_NOUN}"
_TURN: Final = "(?:rounds?|messages?|steps?|turns?|offers?|proposals?|counteroffers?|ticks?)"
_THING: Final = "(?:items?|things?|pieces?|kinds?|passengers?)"
_HELD: Final = "(?<!my )(?<!have )(?<!hold )(?<!own )(?<!got )(?<!has )"
"""Not behind words for what somebody owns."""
_OLD: Final = r"(?:opening|first|last|previous|earlier|old|original|initial|starting|other)"
_CAME: Final = any_of(
    "came  went  moved  dropped  cut  lowered  raised  gave  conceded  shaved  knocked  took  climbed  closed  bridged"
    "  covered  narrowed  trimmed  added  stepped  slid  improved  reduced  saved"
)
_COME: Final = any_of(
    "come  gone  moved  dropped  cut  lowered  raised  given  conceded  shaved  knocked  taken  climbed  closed  bridged"
    "  covered  narrowed  trimmed  added  stepped  slid  improved  reduced  risen  fallen  travelled  saved"
)
_WAY: Final = (
    r"(?: (?:up|down|off|back|away|over|in|total|my|your|our|the|price|offer|gap|distance|difference|ask|bid|it|this"
    r"|by|from|towards you|toward you|already|since|twice|both|each)){0,4}"
)
_ADVERB: Final = "(?>(?: (?:already|now|both|each|just|since|even|all|only|so far|then))*)"
_SMALLER: Final = "(?:cheaper|lower|higher|less|more|better|closer|fewer|lighter|heavier|smaller|bigger|nearer)"
_PUT: Final = r"(?>(?: (?:offer|price|bid|ask|one|number|step|message|proposal|set|list|demand|time|position|word))?)"
_NO_VERDICT: Final = (
    r"(?! (?:is|are|was|would|means|leaves|works|does|costs|hurts|pays|and (?:i|we|you|there|nothing|no)\b|i|we)\b)"
)
"""No judgement of a price behind it: `6 under your last offer is zero for me`."""

COUNTS: Final = re.compile(
    any_of(rf"""
    \b{_TURN} (?:number )?[0-9]+(?: of [0-9]+)?\b
    \b[0-9]+ (?:of (?:my|your|our|the) )?(?:more |single |remaining )?{_TURN}\b(?!['’]| (?:of|worth) (?:an? |\$?[0-9]))(?:[^.!?0-9]{{0,12}}\b[0-9] (?:from|for|by) (?:me|you|each|both)\b)?
    \b[0-9] (?:minutes?|moments?|times|cases|sides|players?|people|of us|heads|hands|friends|ways|words|concessions?|raises|cuts)\b(?! an?\b)
    \b(?:of|in) (?:my|your|our|the) [0-9]+ {_TURN}\b
    \b(?:both|each|we|all|everybody|everyone)\b[^.!?;:0-9]{{0,30}}\$?\b0(?:\.00?)?\b(?![.,]?[0-9]| (?:from|for|when|at|if|below|under)\b)
""")
)
"""Rounds and the like, which are counted in no good; and what both have without a deal."""

_GAP: Final = any_of(rf"""
    \b(?:we|we're|we are|we were|us|sides|prices|offers|numbers|positions|{_THING})(?: \w+){{0,3}} {_N} apart\b
    \b{_N} (?:between|separates?|separating|dividing) (?:us|you and me|our (?:two )?(?:offers|prices|numbers|sides))\b
    \bfrom {_N} apart\b
    (?<!my )(?<!my own )\b(?:gap|difference|distance)(?: between (?:us|you and me|our (?:\w+ )?(?:offers|prices|numbers)|them))?(?: (?:is|was|of|has|have|had|been|went|gone|shrank|shrunk|fell|fallen|come|came|dropped|from|now|down|to|at|stands|stood|started|cut|narrowed|a minute ago)){{0,5}} {_N}
    \b(?:a|the|our|this|that) {_SUM}{_NOUN} (?:gap|difference|distance)\b
    \bof the {_N} (?:we've|we have|that we) (?:\w+ )?(?:closed|covered|bridged)(?: between us)?(?:,? {_N} (?:came|were|was|is|are))?
""")
_THEN: Final = rf"(?:[^.!?;0-9]{{0,40}}\b(?:to|now|only|just|of|from) {_N}){{0,2}}"
"""The later course of a gap: `16 apart and now it's only 7`."""
_BEYOND: Final = rf"(?! (?:over|past|above|below|under|beyond)\b(?! (?:my|your|the|our) (?:\w+ )?{_OLD}\b))"
_MOVED: Final = any_of(rf"""
    \byou (?:gave|moved|added|came up|went up|came down|dropped) {_N}\W{{1,3}}(?:and |so |then )?i (?:give|move|match|drop|add|come down|come up|go down|go up) {_N}
    \b(?:i|we|you|us|they|both)'?(?:ve| have| has|'d)?{_ADVERB} {_CAME}{_WAY} {_N}{_BEYOND}
    \b(?:i|we|you|us|they|both|each)(?:'ve| have| has| had){_ADVERB} {_COME}{_WAY} {_N}{_BEYOND}
    \b(?:i'm|i am|you're|you are|we're|we are) (?:already |now )?(?:down|up) {_N}(?= from\b| since\b|[,;] (?:and )?(?:you|i)(?:'re|'m| are| am)\b|$)
    \byou(?:'re| are) (?:already |now |only |just )?(?:up|down) {_N}
    (?<!if you )(?<!can )(?<!could )\byou(?:'ve| have)? (?:already )?saved? {_N}(?= (?:against|compared|on|from|off|so far|since|already)\b)
    {_N} (?:off|below|under|above|over|down from|up from|short of) (?:my|your|the|our) (?:\w+ )?{_OLD}\b{_PUT}{_NO_VERDICT}
    {_N} (?:off|below|under|above|over|down from|up from|from) (?:where|what) (?:i|you|we) (?:started|began|opened|asked|first)\b
    {_N} {_SMALLER} than (?:my |your |the )?(?:\w+ )?(?:{_OLD}|before)\b{_PUT}{_NO_VERDICT}
    {_N} {_SMALLER} than (?:i|you) (?:asked|offered|bid|wanted|said|started)\b
    {_N} {_SMALLER} (?:for you )?than my (?:\w+ )?(?:did|was|gave)\b
    \b(?:here's|here is|here comes|that's|that is|this is) {_N} (?:from (?:me|you|my (?:side|end)|your (?:side|end))|towards? you|closer|off)\b
    {_N} (?:came|comes|has come) (?:out of my pocket|from (?:me|you|my side|your side|my end|your end))\b
    \b(?:a|your|my|another|this|that|each|same|these|those) {_SUM}{_NOUN}[ -](?:step|drop|cut|concession|raise|move|jump|discount)s?\b{_NO_VERDICT}
    \b(?:[0-9] )?(?:steps|moves|concessions|cuts|drops) of {_N} each\b
    \b(?:it|this|that) was {_N} (?:at the (?:start|beginning|outset)|when we (?:started|began))\b
    \banother {_SUM}{_NOUN} (?:off|cheaper)\b(?! (?:and|is|would)\b)
    \b(?:yours|mine|(?:my|your) (?:price|offer|bid|ask)) (?:has |have )?(?:already )?(?:fallen|risen|come down|come up|gone down|gone up|fell|rose|dropped|moved)(?: by)? {_N}{_BEYOND}
    (?<![\w$])(?P<twice>{_SUM})(?: down| up| off)?,? (?:and|then|for|against) (?P=twice)(?: down| up| off)?(?: again)?\b{_NO_VERDICT}
""")

PRICES: Final = re.compile(any_of(f"{_GAP}{_THEN}\n{_MOVED}"))
"""Phrases in which a sum of money may stand that nobody offered."""
_COUNTED: Final = any_of(rf"""
    \b(?:less|more|fewer) than (?:\w+ ){{0,3}}{_SUM} {_THING}\b
    \bfrom [0-9]+(?: {_THING})? to [0-9]+\b
    \bof the [0-9]+\b(?= ?(?:$|[.,;!?]))
    {_HELD}\b{_N} {_THING}\b
    {_HELD}\b{_SUM} {_THING}\b
    \b[0-9]+ (?:of|out of) (?:the |your |them\b|those\b|these\b)(?:[0-9]+)?
    \ball [0-9]\b(?= (?:weigh|together)\b)
    \b(?:of|out of|with|from|to|all) (?:the |your |my |our )?[0-9]+(?: (?:{_THING}|on the table|in all|in play|there)\b|(?= each\b))
    \b(?:asked|asking|asks|wanted|wanting|taking|took|keeping)(?! them) (?:\w+ ){{0,2}}[0-9]+\b(?: of (?:the |them)?[0-9]*)?(?: {_THING})?(?:,? (?:and )?(?:then|now|for|to|from)(?: \w+){{0,2}} [0-9]+\b)?
    \b[0-9]+ (?:and|plus) [0-9]+ makes? [0-9]+\b
    {_N} {_SMALLER} than [a-z][0-9]+\b{_NO_VERDICT}
    \b(?:weigh(?:s|ed|ing|t)?|effort|load|heavy|light)(?: \w+){{0,3}} {_N}
    {_N} (?:in |of )?(?:effort|weight|lighter|heavier|free|unused|to the load|over the limit|under the limit|below the limit|short|spare|to spare)\b
    \b(?:at|with) [0-9]+ (?:we're|we are|it is|it's|that is|that's|this is) (?:well |still |just |safely )?(?:inside|within|under|below)\b
    \bwe(?:'re| are) at [0-9]+,? so\b  \bfor [0-9]+ (?:you|we) (?:get|have|could have)\b  \bthere's [0-9]+ left\b
    \bleav(?:es?|ing) {_N}(?= (?:free|unused|under|below|of|for [a-z][0-9]))
    \b(?:adds?|comes? to|adds? up to|makes?|is|are|total) {_N}(?= (?:to the load|over the limit|more in total|in effort)|, that's|,? still|,? (?:so|and) (?:one|nobody|that))
    \b[a-z][0-9]+ (?:comes? to|adds? up to|makes?|is|are) [0-9]+(?=,? (?:still|barely|in effort|over|of the limit))
    {_N} more in total\b
""")
THINGS: Final = re.compile(any_of(f"{_GAP}{_THEN}\n{_MOVED}\n{_COUNTED}"))
"""The same where things or shares are divided."""
