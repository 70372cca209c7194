"""Whether a text says yes, or at the last offer no: the acceptance scan (two-player-games.md 1.4).

A yes cannot be taken back, so it has to be unmistakable: an accepting word as a whole word, and nothing in the text
that negates it, makes it a condition, a question, a wish, a quotation, or says it of somebody else.
"""

import re
from typing import Literal

Consent = Literal["none", "clear", "unclear"]

_WHOLE = r"(?<!\w)(?<!\w[-'])(?:{})(?!\w|[-']\w)"
_STRICT = re.compile(_WHOLE.format("accept|yes|deal"))
_WIDE = re.compile(_WHOLE.format("accept|yes|deal|ok|okay|sure|agreed"))

_NEGATORS = (
    "no|not|never|cannot|cant|nor|nope|nah|neither|none|nothing|nobody|hardly|barely|"
    r"reject\w*|refus\w*|declin\w*|cancel\w*|forget|off|"
    r"(?:ai|are|ca|could|did|do|does|had|has|have|is|might|must|need|should|sha|was|were|wo|would)n ?['`]? ?t"
)
_CONDITIONS = (
    "unless|as long as|so long as|assuming|subject to|condition\\w*|pending|if|without|but|however|though|although|except|only|provided|providing|until|till|when|whenever|once|before|"
    "instead|rather|wait|later|tomorrow|maybe|perhaps|possibly|probably|almost|nearly|or|otherwise|lower|less|cheaper|better|higher|more|"
    "worse|half|too|mine|hard|difficult|impossible|discount\\w*|reduc\\w*|kidding|joking|joke|jk|thinking|"
    "let (?:me|us) (?:think|see|check|consider|ask)|"
    r"my (?:\w+ )?(?:offer|price|bid|counter\w*|deal|terms|proposal|number)"
)
_QUESTIONS = (
    "who|whom|whose|what|whats|which|where|when|why|how|hows|whether|"
    "(?:should|shall|can|could|may|must|do|did|am|would|will|might|have) (?:i|we)|(?:is|was) (?:it|this|that)|are we"
)
_OPENERS = "is|are|am|do|does|did|can|could|will|would|shall|should|may|might|must|has|have|had|was|were"
_OTHERS = "you|u|ya|he|she|they|seller|buyer|ai|bot|robot|machine|computer|manager|system|opponent|claude|gm"
_NUMBERS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    "(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen"
)
_BLOCKED = re.compile(
    rf"[?؟¿]|n't\b|\b(?:{_NEGATORS}|{_CONDITIONS}|{_QUESTIONS}|{_NUMBERS})\b|\b(?:{_OTHERS})\b(?!')"
    rf"|(?:^|[.!;:\n]) ?(?:{_OPENERS})\b|[❌✖🚫👎🙅]"
)
_ADDRESSED = re.compile(rf"\b(?:thank|thanks|to|from|with|for|of|by|and|bless|love) (?:the )?(?:{_OTHERS})\b(?!')")

# What comes before a word that accepts: other uses of "deal" are too many to list, so its own uses are listed.
_WISHED = re.compile(
    r"\b(?:please|to|may|might|could|would|should|must|i'd|we'd|said|says|type|press|click|(?<!\bi )(?<!\bi'll )just)$"
)
_WILLING = re.compile(
    r"\b(?:want|happy|glad|ready|willing|(?<!\bwas )(?<!\bwere )going|like|prepared|decided|pleased|pleasure|gonna) to$"
)
_REPORTED = re.compile(r"\b(?<!\bi )(?<!\bi'll )(?<!\bwe )(?:say|said|says|saying|word)$")
_SETTLED = re.compile(
    r"^$|[^\w ']$"
    r"|\b(?:ok|okay|fine|alright|right|well|then|so|yes|yeah|yep|sure|agree|agreed|done|cool|perfect|accept)$"
    r"|^a$|\b(?:it's|its|that's|thats|is|have|got|like|as|call it) a$|\b(?:take|taking|accept) (?:the|this|that|your)$"
)

# What follows it: one may end a sentence there, or go on in words that add nothing to a yes. All else may be strings
# attached (`deal, and throw in a pen`), or a yes to something else (`yes, I see`; `I accept the challenge`).
_SENTENCE_ENDS = re.compile(r"[\"')\]}*]*[.!\n]")
_NOUN = "(?:offer|price|deal|proposal|counter-?offer|terms?|amount|number|bid|figure)"
_KIND = "(?:last|final|latest|new|current|kind|generous|fair|great|good|nice|reasonable|lovely|very|asking|proposed)"
_NAMES_IT = re.compile(
    rf"(?<!\w)(?:the|this|that|your|their|its|(?:the )?(?:seller|buyer|ai|bot)'s) (?:{_KIND} ){{0,2}}{_NOUN}(?!\w)"
)
_SETTLES_IT = re.compile(
    r"(?<!\w)(?:with (?:pleasure|thanks|joy|gratitude)|of course|go (?:ahead|for it)|shake(?: hands)?(?: on (?:it|that))?"
    r"|to (?:that|it|this|accept|agree|buy|take|close|settle|do it|do this)|(?:at|on|with) (?:that|this|it)|in full"
    r"|look(?:ing)? forward to (?:it|that)|(?:doing|do) business|(?:close|wrap|finish|seal) (?:it|this|that)(?: up)?"
    r"|a (?:real |great |true )?pleasure)(?!\w)"
)
_ADDS_NOTHING = frozenset(
    "i i'll i'm i'd i've ill im we we'll we're we've it it's its that that's thats this these the a and so for to do let's "
    "lets let me us both all everyone is are am be have has been will am accept accepts accepted accepting agree agreed "
    "agreeing agrees deal done sold take taking buy buying work works worked sound sounds look looks feel feels seem seems "
    "suit suits fit fits make makes happy glad pleased delighted satisfied thrilled love loved like liked enjoy enjoyed "
    "absolutely definitely certainly surely totally completely gladly happily cheerfully hereby reluctantly grudgingly "
    "willingly finally now today already then very really indeed exactly right well much quite perfectly enough truly "
    "simply honestly fully formally officially ok okay alright yes yeah yep yup aye sure fine fair good great cool nice "
    "perfect excellent wonderful awesome fantastic reasonable lovely super sweet brilliant amazing generous acceptable "
    "agreeable terrific splendid tough please thanks thank thx ty cheers pleasure bye goodbye welcome congrats "
    "congratulations sir madam ma'am miss mister mate friend friends buddy pal man dude bro bros boss dear folks guys my "
    "oh ah haha hahaha lol hooray hurray yay woohoo wow phew guess suppose think believe because since as".split()
)
_CONCEDED = re.compile(r" that (?:it|it's|is|this|there|the|i|we|my|your)(?!\w)(?! (?:offer|price|deal))")
_MOST_LOOKED_AT = 9
"""Accepting words of a text, the last ones: less follows them. It keeps long texts linear."""
_TALKED_OF = re.compile(r"[ -](?:breaker|maker|with|of|me|about|for|is over)(?!\w)")

_TRIM = " \t\n.,;:!'\"()[]{}<>*_~`|/\\-+=&#@%^$"
_POLITE = (
    " i i'll i'm ill im we we'll it it's its that that's thats this a the your offer price take accept please thanks"
    " thank fine great good cool perfect alright right then so done well works for me sounds let's lets do and us with"
    " am is happy to yes yeah yep deal ok okay sure agreed go ahead "
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_THE_OFFER = r"(?: (?:it|this|that|(?:the|your|this|that) (?:last |final )?(?:offer|price|deal)))?"
_TURNED_DOWN = re.compile(
    rf"(?:i |we )?(?:reject|decline|refuse|pass){_THE_OFFER}"
    rf"|(?:i |we )?(?:do not|don't|dont|won't|wont|will not|cannot|can't|cant) accept{_THE_OFFER}"
    r"|no(?:,? (?:no|deal|thanks|thank you|sorry|way|i reject|i decline|i refuse))?|nope"
)


def consent(text: str, wide: bool) -> Consent:
    """Whether a canonical text in lower case accepts. `wide` adds ok, okay, sure and agreed to the accepting words."""
    if text.strip(_TRIM) == "a":
        return "clear"
    words = list((_WIDE if wide else _STRICT).finditer(text))
    if not words:
        return "none"
    if _BLOCKED.search(_ADDRESSED.sub(" ", text)):
        return "unclear"
    return "clear" if any(_meant(text, word) for word in words[-_MOST_LOOKED_AT:]) else "unclear"


def turned_down(text: str) -> bool:
    """Whether the whole of a canonical text in lower case rejects an offer."""
    return _TURNED_DOWN.fullmatch(text.strip(_TRIM)) is not None


def bare(text: str) -> bool:
    """Whether a text says no more than that it accepts."""
    return all(f" {word} " in _POLITE for word in _WORD.findall(text))


def _adds_nothing(after: str) -> bool:
    """Whether what follows an accepting word leaves it a plain yes."""
    after = _SETTLES_IT.sub(" ", _NAMES_IT.sub(" ", _ADDRESSED.sub(" ", " ".join(after.split()))))
    return "+" not in after and _ADDS_NOTHING.issuperset(_WORD.findall(after))


def _meant(text: str, word: re.Match[str]) -> bool:
    """Whether an accepting word accepts here, in a text in which nothing speaks against it."""
    before, after = text[max(0, word.start() - 30) : word.start()].rstrip(" "), text[word.end() : word.end() + 16]
    if not (word[0] in ("accept", "deal") and _SENTENCE_ENDS.match(after)) and not _adds_nothing(text[word.end() :]):
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
