"""Words of others, and words about words: a yes that is quoted, told or spelled out may not be its speaker's own.

spoken('"accept"')                   # Spoken('accept', "quoted")
spoken("i said accept")              # Spoken("accept", "quoted")
spoken("mom: accept")                # Spoken("accept", "told")
spoken("my wife says we accept")     # Spoken("my wife says we accept", "told")
spoken("type 'accept' to accept")    # Spoken("type 'accept' to accept", "others")
spoken("my answer: accept")          # Spoken("my answer: accept", "own")
"""

import re
from typing import Final, Literal, NamedTuple

from games.bargaining.reader.vocabulary import words_of
from games.language.lexicon import any_of


class Spoken(NamedTuple):
    """Words without the frame that they stand in, and whose they are.

    - `own`: the speaker's. `quoted`: in quotation marks, or said to be typed by the speaker; they may be an answer.
    - `told`: behind a name, or reported; they may be somebody else's. `others`: an instruction, or a part in quotes.
    """

    words: str
    whose: Literal["own", "quoted", "told", "others"]


_ANSWER: Final = (
    "(?:accept(?:s|ed|ing)?|agreed?|agreeing|yes|yeah|yep|yup|deal|ok|okay|sold|sure|done|fine"
    r"|take it|taking it|reject(?:ed|ing)?|declin(?:e|ed|ing)|refus(?:e|ed|ing)|no|nope|nah|pass)(?!\w)"
)
_ANSWERS: Final = re.compile(rf"(?<!\w){_ANSWER}")
_SURELY: Final = "(?:accept|agreed?|yes|deal|ok|okay|sold|reject|decline|refuse|pass)(?!\\w)"
"""Answers that are no part of other phrases, such as `no more`."""
_MARK: Final = re.compile(r"[\"«»‹›「」`]|(?<!\w)'|'(?!\w)")
_QUOTED: Final = re.compile(rf"\" ?{_ANSWER}|(?<!\w){_ANSWER}[.!]?\"")
_OPENS: Final = r"(?:(?:ok|okay|so|well|then|and|but|oh|fine|yes|hey|look|lol|now|just|again|like),? )*"
_ME: Final = "(?:i|i'm|i am|i'll|i will|i've|i have|i'd|i would|let me|we|we'll)"
_ADVERBS: Final = "(?:(?:just|already|now|only|again|hereby|will|have|clearly|literally|definitely|still) )*"
_TYPES: Final = any_of("""
    types?  typed  typing  writes?  wrote  written  writing  press(?:es|ed|ing)?  click(?:s|ed|ing)?
    tap(?:s|ped|ping)?  hit(?:s|ting)?  push(?:es|ed|ing)?  enter(?:s|ed|ing)?  inputs?  key in  punch in
    select(?:s|ed|ing)?  pick(?:s|ed|ing)?  submit(?:s|ted|ting)?  sen[dt]  sending  posts?  posted  spell(?:ed)?
    print  use  using  text(?:ed)?  repeat(?: after me)?  utter  quote
""")
_BARE: Final = any_of("""
    presses  clicks  taps  hits  types  says  typing  writing  pressing  clicking  tapping  hitting  entering  sending
    submitting  selecting  picking  (?:answer|reply|respond)(?! ?:)  select  pick  submit  enter  send  choose
""")
"""Verbs without a subject that tell what the speaker does."""
_SAID: Final = any_of("said  saying  answered  replied  responded")
_BETWEEN: Final = (
    r"(?: (?:in|out|down|back|with|by|the|a|an|my|your|simply|just|only)(?=[ :\"]))*(?: words?| button)?[ :(\[\"]++"
)
_OWN_SAID: Final = re.compile(
    rf"\W*+{_OPENS}(?:{_ME} {_ADVERBS}(?:{_TYPES}|{_SAID})|{_BARE}){_BETWEEN}(?={_ME} |{_ANSWER})"
)
"""Frames of words that their speaker says or types: `i said accept`, `pressing accept`; an answer, if a strange one."""
_OWN_FRAME: Final = re.compile(
    rf"\W*+{_OPENS}(?:{_ME}(?: {_ADVERBS}(?:{_TYPES}|{_SAID}|say|answer|reply|choose|accept|do))?"
    r"|(?:(?:my|the|our) )?(?:final )?(?:answer|reply|response|decision|choice|action|move|verdict|vote)(?: is)?)?\W*+"
)
"""Words before a quotation that make it the speaker's own: `my answer is "accept"`, `{"action": "accept"}`."""
_FILLS: Final = frozenset(("please", "pls", "thanks", "haha", "lol", "then", "now", "again", "sir", "mate", "here"))
_TYPED: Final = re.compile(
    rf"(?<![\w'])(?:{_TYPES}|(?:the|this|that|those|magic) words?|buttons?|commands?){_BETWEEN}{_SURELY}"
    rf"|(?<![\w']){_TYPES} (?:one|any|either) of"
    rf"|(?<!\w){_SURELY} (?:button|command|key|word|option|means|=|is (?:a|the) word)(?!\w)"
)
"""Words about a word: `type accept`, `the word deal`, `accept means what`."""
_TELLS: Final = any_of(r"""
    says  said  saying  tells  told(?: me| us)?  goes  went  (?:is|was|be|were) like  thinks  thought  wants  wanted
    advis\w+  recommend\w*  suggest\w*  insist\w*  scream\w*  shout\w*  yell\w*  whisper\w*  types  typed  writes
    wrote  texts  texted  answers  answered  replies  replied  claims  claimed  reads  begs  begged  orders  ordered
    (?<=you )say  (?<=they )say  (?<=people )say  (?<=they )tell  (?<=they )want  (?<=people )want  (?<=they )think
""")
_REPORTS: Final = re.compile(
    rf"(?<![\w'])(?!(?:i|we|i'll|just|already|really|only|still|to|who)(?!\w))[\w']++,? {_TELLS}[,:]?"
    rf"(?: (?!and )[\w']++){{0,4}} [\"']?{_ANSWER}"
    rf"|(?<!\w){_ANSWER},? (?:he|she|they|it|my \w+|the \w+) (?:said|says|goes|told me|wrote)"
    rf"|(?<!\w){_ANSWER},? (?:said|says) (?!i )\w+"
    r"|(?<!\w)(?:according to|in the words of|quoting) \w+"
)
"""Speech that somebody else is said to have made."""
_LABEL: Final = re.compile(r"(?:^|[.!?;,…\n])[^\w:>.!?;,…\n]*+(?P<name>[^\W\d_][\w'@ (]*+)(?:[>)\]]++:?|:)(?=[\s\"'])")
_OWN_WORDS: Final = """
    me i my mine our us we myself answer reply response decision choice action move final last verdict vote result
    conclusion status ok okay k well so fine alright all right then now here is it it's the a an to for in close closing
    time let's let us lets done be clear short summary sum bottom line offer price your this that these good great nice
    perfect yes yeah yep deal accept thanks thank you hi hello hey listen look wow hmm hm oh ah uh um and but or not no
    too much high low bit little as of at on with say i'll i'm i'd word words one other
    ps update edit note fyi btw nb tl dr
"""
_OWN: Final = frozenset(_OWN_WORDS.split())
"""Words before a colon that name nobody: `final answer: accept`"""
_US: Final = frozenset(("i", "i'm", "i'll", "i've", "we", "we're", "we'll", "let's", "let"))
"""Words that make such words a sentence of the speaker's own: `let's finish this: accept`"""
_LONGEST_NAME: Final = 5

_TERMS: Final = re.compile(
    r"(?<!\w)(?:with|without|for|if|unless|after|before|when|once|until|till|subject|pending|minus|plus|condition\w*|less"
    r"|only|free|provided|no|not|never|cannot)(?!\w)|n't(?!\w)"
)
"""Words before a colon that set a condition, or deny: `with a discount: deal`"""


def spoken(text: str) -> Spoken:
    """Return whose the words of a canonical text in lower case are."""
    if not _ANSWERS.search(text):
        return Spoken(text, "own")
    marked = _MARK.sub('"', text)
    parts = marked.split('"')
    if len(parts) > 2 and (_QUOTED.search(marked) or any(map(_ANSWERS.search, parts[1:-1:2]))):
        own = _OWN_FRAME.fullmatch(parts[0]) and _FILLS.issuperset(words_of(parts[-1]))
        return Spoken('"'.join(parts[1:-1]).strip(), "quoted") if own else Spoken(text, "others")
    frame = _OWN_SAID.match(text)
    if frame is not None:
        return Spoken(text[frame.end() :], "quoted")
    if _TYPED.search(marked):
        return Spoken(text, "others")
    named = next((label for label in _LABEL.finditer(text) if _names(label["name"])), None)
    if named is not None:
        terms = _TERMS.search(named["name"])
        return Spoken(text, "others") if terms else Spoken(text[named.end() :].strip(), "told")
    return Spoken(text, "told" if _REPORTS.search(text) else "own")


def _names(label: str) -> bool:
    """Return whether words before a colon may name somebody."""
    words = set(words_of(label))
    return len(words) <= _LONGEST_NAME and not (words <= _OWN or words & _US or _ANSWERS.search(label))
