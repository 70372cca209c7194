"""The acceptance scan: it decides whether a text says yes or, at the last offer, no.

A yes cannot be taken back, so it has to be unmistakable: an accepting word as a whole word, and nothing against it. A
negation, a condition, a question, a wish, a quotation, or another person as the subject counts against it.
"""

import re
from typing import Final, Literal

from games.bargaining.reader.spoken import spoken
from games.language.lexicon import NEGATORS
from games.language.numbers import IN_WORDS

Consent = Literal["none", "clear", "unclear"]

# Words that may follow an accepting word and leave it a plain yes. Any other word may attach a condition (`deal, and
# throw in a pen`), or turn the yes to something else (`yes, I see`; `I accept the challenge`).
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NOUN = "(?:offer|price|deal|proposal|counter-?offer|terms?|amount|number|bid|figure)"
_KIND = "(?:last|final|latest|new|current|kind|generous|fair|great|good|nice|reasonable|lovely|very|asking|proposed)"
_NAMES_IT = re.compile(
    rf"(?<!\w)(?:(?:of|at|to|for|with) )?"
    rf"(?:the|this|that|these|those|your|their|its|(?:the )?(?:seller|buyer|ai|bot)'s)"
    rf" (?:{_KIND} ){{0,2}}{_NOUN}(?!\w)"
    rf"|(?<!\w)(?:it's|that's|it is|that is) an? (?:{_KIND} ){{1,2}}{_NOUN}(?!\w)"
)
_ITSELF = re.compile(r" (?:offer|price|deal)(?!\w)")
_SETTLES_IT = re.compile(
    r"(?<!\w)(?:with (?:pleasure|thanks|joy|gratitude)|of course|go (?:ahead|for it)"
    r"|shake(?: hands)?(?: on (?:it|that))?"
    r"|to (?:that|it|this|accept|agree|buy|take|close|settle|do it|do this)|(?:at|on|with) (?:that|this|it)|in full"
    r"|on the table|(?:with|for|to) (?:me|us|both of us|it|that|this)|(?:i am|i'm) in"
    r"|(?:love|like|happy|glad) to(?= ?[.!]* ?$)|let's go|count me in|sign me up|sounds like a plan|for your time"
    r"|(?:nice|great|good|fun|for) (?:negotiating|bargaining|dealing|trading|working)"
    r"|(?:and )?mov(?:e|ing) on|in good faith|with a smile|fine by (?:me|us)|win[- ]win|for (?:both|all) of us"
    r"|(?<=[,;.!] )(?:good|great|nice|fun|fine|fair) (?:game|price)|a (?:real |good |great )?bargain"
    r"|(?:want|like) (?:it|this|that|to buy)"
    r"|can live with (?:it|that|this)|(?:as )?(?:my )?final answer"
    r"|look(?:ing)? forward to (?:it|that)|(?:doing|do) business|(?:close|wrap|finish|seal) (?:it|this|that)(?: up)?"
    r"|(?:it was )?a (?:real |great |true )?pleasure)(?!\w)"
)
_WORDS = """
    i i'll i'm i'd i've ill im we we'll we're we've it it's its that that's thats this these the a and so do
    us me let's lets let both all everyone is are am be have has been will
    accept accepts accepted accepting agree agreed agreeing agrees deal done sold take taking buy buying work works
    worked sound sounds look looks feel feels seem seems suit suits fit fits make makes like liked love loved enjoy
    enjoyed happy glad pleased delighted satisfied thrilled absolutely definitely certainly surely totally completely
    gladly happily cheerfully hereby reluctantly grudgingly willingly finally now today already then very really indeed
    exactly right well much quite perfectly enough truly simply honestly fully formally officially
    ok okay alright yes yeah yep yup aye sure fine fair good great cool nice perfect excellent wonderful awesome
    fantastic reasonable lovely super sweet brilliant amazing generous acceptable agreeable terrific splendid
    please thanks thank thx ty cheers pleasure bye goodbye welcome congrats congratulations
    sir madam ma'am miss mister mate friend friends buddy pal man dude bro bros boss dear folks guys my
    pay paying partner amigo captain chief confirmed affirmative approved granted wholeheartedly those
    gg wp played real win wins won everybody convinced persuaded sell would must should time short
    finish finished end ended settle settled settling close closed case period one immediately asap straight
    k kk aight brother sister mr mrs ms colleague
    oh ah haha hahaha lol hooray hurray yay woohoo wow phew guess suppose think believe because since as
"""
_ADDS_NOTHING = frozenset(_WORDS.split())

_WHOLE = r"(?<!\w)(?<!\w[-'])(?:{})(?!\w|[-']\w)"
_STRICT = re.compile(_WHOLE.format("accept|yes|deal"))
_WIDE = re.compile(_WHOLE.format("accept|yes|deal|ok|okay|sure|agreed"))

_CONDITIONS = (
    "unless|as long as|so long as|as soon as|the moment|in case|given|assuming|take back|yeah,? right|"
    "subject to|condition\\w*|pending|if|without|but|however|though|although|"
    "except|only|provided|providing|until|till|when|whenever|once|before|"
    "instead|rather|wait|later|tomorrow|maybe|perhaps|possibly|probably|almost|nearly|or|otherwise|lower|less|cheaper|better|higher|more|"
    "worse|half|too|mine|hard|difficult|impossible|discount\\w*|reduc\\w*|plus|minus|refund|"
    "oops|whoops|psych|scratch that|never ?mind|nvm|undo|undone|rethink|chang\\w+ my mind|second thoughts?|correction|"
    "in your dreams|dream on|fat chance|april fool\\w*|gotcha|fooled|"
    "hold on|hang on|take (?:it|that|this) back|mistake|typo|kidding|joking|joke|jk|thinking|"
    "let (?:me|us) (?:think|see|check|consider|ask)|"
    r"my (?:\w+ )?(?:offer|price|bid|counter\w*|deal|terms|proposal|number)"
)
_QUESTIONS = (
    "who|whom|whose|what|whats|which|where|when|why|how|hows|whether|"
    "(?:should|shall|can|could|may|must|do|did|am|would|will|might|have) (?:i|we)|(?:is|was) (?:it|this|that)|are we"
)
_OPENERS = "is|are|am|do|does|did|can|could|will|would|shall|should|may|might|must|has|have|had|was|were"
_OTHERS = "you|u|ya|he|she|they|seller|buyer|ai|bot|robot|machine|computer|manager|system|opponent|claude|gm"
_BLOCKED = re.compile(
    rf"[?؟¿]|n't\b|\b(?:{NEGATORS}|{_CONDITIONS}|{_QUESTIONS}|{IN_WORDS})\b|\b(?:{_OTHERS})\b(?!')"
    rf"|(?:^|[.!;:\n]) ?(?:{_OPENERS})\b|[❌✖🚫👎🙅]"
)
_ADDRESSED = re.compile(
    r"\b(?:thank|thanks|to|from|with|for|of|by|and|bless|love|as|mr|dear|hi|hey|hello) (?:the |a )?"
    rf"(?:{_OTHERS})\b(?!')"
)

# Words before an accepting word. Other uses of "deal" are too many to list, so its accepting uses are listed.
_WISHED = re.compile(
    r"\b(?:please|to|may|might|could|would|should|i'd|we'd|said|says|type|press|click|word"
    r"|(?<!\bi )(?<!\bi'll )just)$"
)
_WILLING = re.compile(
    r"\b(?:want|wish|choose|decision is|happy|glad|ready|willing|(?<!\bwas )(?<!\bwere )going|like|prepared|decided"
    r"|have|time|pleased|pleasure|gonna) to$"
)
_BARGAINED: Final = re.compile(
    r"(?:^|[.!;:,\n]|\b(?:please|just|ok|okay|fine|and|then|so|well)) ?"
    r"(?:let's (?:say|assume)|say|suppose|imagine|pretend|ignore|undo|add|throw|give|drop|lower|come(?! on)|make"
    r"|include|round|go(?! ahead| for)|knock|cut|sell|put|bring|send|ship|deliver|toss|get|cover|pay|wrap)(?!\w)"
    r"[^.!;\n]*$"
)
"""A sentence that first demands something, or only imagines it: `throw in a pen and we have a deal`."""
_REPORTED = re.compile(r"\b(?<!\bi )(?<!\bi'll )(?<!\bwe )(?:say|said|says|saying|word)$")
_SETTLED = re.compile(
    r"^$|[^\w ']$"
    r"|\b(?:ok|okay|fine|alright|right|well|then|so|yes|yeah|yep|sure|agree|agreed|done|cool|perfect|accept)$"
    r"|^a$|\b(?:it's|its|that's|thats|is|have|got|like|as|call it) a$|\b(?:take|taking|accept) (?:the|this|that|your)$"
)

# Words after a yes: a sentence may end there, or go on in words that add nothing to a yes.
_SENTENCE_ENDS = re.compile(r"[\"')\]}*]*[.!\n](?![\s.!]*(?:and|with|also|including)\b)")
_CONCEDED = re.compile(r" that (?:it|it's|is|this|there|the|i|we|my|your)(?!\w)(?! (?:offer|price|deal))")
_MOST_LOOKED_AT = 9
"""Accepting words of a text that are examined: the last ones, because less text follows them. The bound keeps long
texts linear.
"""
_LONGEST_YES = 1_500
"""Characters of a text that may be a clear yes; an acceptance in a longer text is asked about again."""
_TALKED_OF = re.compile(r"[ -](?:breaker|maker|with|of|me|about|for|is (?:over|close))(?!\w)")

_TRIM = " \t\n.,;:!'\"()[]{}<>*_~`|/\\-+=&#@%^$"
_POLITE = (
    " i i'll i'm ill im we we'll it it's its that that's thats this a the your offer price take accept please thanks"
    " thank fine great good cool perfect alright right then so done well works for me sounds let's lets do and us with"
    " am is happy to yes yeah yep deal ok okay sure agreed go ahead "
)
_THE_OFFER = r"(?: (?:it|this|that|(?:the|your|this|that) (?:last |final )?(?:offer|price|deal)))?"
_NO = (
    r"(?:(?:i|we|let me|i have to|we have to|i must|i will|i'll|i'd rather) )?"
    rf"(?:reject|decline|refuse|pass){_THE_OFFER}"
    rf"|(?:i |we )?(?:do not|don't|dont|won't|wont|will not|cannot|can't|cant) accept{_THE_OFFER}"
    r"|no(?:,? (?:no|deal|way))*|nope|nah"
)
_REGRETS = "sorry|i'm sorry|thanks|thank you|thx|please"
_APART = r"[\s,.!;:-]+"
_TURNED_DOWN = re.compile(
    rf"(?:(?:no|nope|ok|okay|well|but|then|unfortunately|{_REGRETS}){_APART}){{0,4}}(?:{_NO})"
    rf"(?:{_APART}(?:sir|then|today|this time|{_REGRETS}|i reject|i decline|i refuse)){{0,4}}"
)
_LONGEST_NO = 100


def consent(text: str, wide: bool) -> Consent:
    """Return whether a canonical text in lower case accepts; with `wide` also by ok, okay, sure and agreed."""
    if text.strip(_TRIM) == "a":
        return "clear"
    words = list((_WIDE if wide else _STRICT).finditer(text))
    if not words:
        return "none"
    if len(text) > _LONGEST_YES or _BLOCKED.search(_ADDRESSED.sub(" ", text)):
        return "unclear"
    if spoken(text).whose in ("told", "others"):
        return "unclear"
    return "clear" if any(_meant(text, word) for word in words[-_MOST_LOOKED_AT:]) else "unclear"


def turned_down(text: str) -> bool:
    """Return whether a canonical text in lower case, as a whole, rejects an offer."""
    text = text.strip(_TRIM)
    return len(text) <= _LONGEST_NO and _TURNED_DOWN.fullmatch(text) is not None


def bare(text: str) -> bool:
    """Return whether a text says only that it accepts."""
    return all(f" {word} " in _POLITE for word in _WORD.findall(text))


def _adds_nothing(after: str, names_it: bool) -> bool:
    """Return whether the words after an accepting word, in canonical lower case, only repeat it, praise, thank or
    greet.

    With `names_it` the offer itself may come first.
    """
    if names_it:
        after = _ITSELF.sub(" ", after, count=1) if _ITSELF.match(after) else after
    after = _SETTLES_IT.sub(" ", _NAMES_IT.sub(" ", " ".join(after.split())))
    return "+" not in after and _ADDS_NOTHING.issuperset(_WORD.findall(after))


def _meant(text: str, word: re.Match[str]) -> bool:
    """Return whether an accepting word really accepts, in a text without any sign against it."""
    before, after = text[max(0, word.start() - 30) : word.start()].rstrip(" "), text[word.end() : word.end() + 16]
    if _BARGAINED.search(text, max(0, word.start() - 200), word.start()):
        return False
    ends = word[0] in ("accept", "deal") and _SENTENCE_ENDS.match(after)
    if not ends and not _adds_nothing(_ADDRESSED.sub(" ", text[word.end() :]), names_it=word[0] == "accept"):
        return False
    match word[0]:
        case "deal":
            return bool(_SETTLED.search(before)) and not _TALKED_OF.match(after)
        case "yes":
            return not _REPORTED.search(before)
        case "accept":
            wished = _WISHED.search(before) and not _WILLING.search(before)
            return not wished and not _CONCEDED.match(after)
    return bare(text)
