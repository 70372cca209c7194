"""A yes that is put off, or that may be somebody else's, in the plain reading.

put_off("i'm going to accept")       # True
put_off("i would gladly accept")     # True
put_off("i would like to accept")    # False: this is only polite
thought("i accept i guess")          # True
thought("i think it's fair, deal")   # False: the price is thought of, and not the yes
first_hand("i gladly accept")        # True
first_hand("bob will accept")        # False
"""

import re
from typing import Final

from games.bargaining.reader.vocabulary import words_of
from games.language.lexicon import any_of

_TAKES: Final = "(?:accept|agree|take|buy|pay|say|go|do|close|settle|give in|reject|decline|refuse|pass)"
_LATER: Final = any_of(rf"""
    going to (?:\w+ ){{0,2}}{_TAKES}
    (?:plan|planning|intend|intending|hope|hoping|mean|meaning|aim|aiming|about|about ready) to (?:\w+ )?{_TAKES}
    (?:might|may|could|would|should|i'd|we'd) (?!like |love |be |as well )(?:\w+ ){{0,2}}?{_TAKES}
    (?:might|may|could|would|should|i'd|we'd) be (?:willing|prepared|open|ready|able|inclined) to
    tempted  inclined  lean(?:ing)?  eventually  (?<!you )(?<!ya )(?<!talk )soon  some ?day  one day  one of these days
    at some point  sooner or later  in (?:a|one|two) (?:minute|moment|bit|while|sec|second|few)  later
    tentative(?:ly)?  provisional(?:ly)?  kind of(?! you)  sort of  kinda  sorta  as good as  more or less
    practically  basically  pretty much  next (?:time|round|turn|week|game)
""")
_PUT_OFF: Final = re.compile(rf"(?<!\w)(?<!no )(?<!ever ){_LATER}(?!\w)")
_THINK: Final = "(?:i )?(?:guess|suppose|think(?! (?:i|we) can(?!\\w))|reckon|believe|assume|imagine)"
_THOUGHT: Final = re.compile(
    rf"(?<!\w)(?:{_THINK}(?: so| that)?(?:\W*+(?:lol|haha|man|bro|then|anyway|now))?\W*+$|{_THINK} so(?!\w)"
    rf"|{_THINK}(?: that)?,? (?:(?!and |so |because )[\w']++ ){{0,4}}?"
    r"(?:accept|agree|yes|deal|(?<!is )ok(?:ay)?)(?!\w))"
)
_ADVERBS: Final = any_of(r"""
    reluctantly  (?:be)?grudgingly  hesitantly  (?:un)?willingly  sadly  regretfully  gladly  (?:un)?happily  cheerfully
    gratefully  thankfully  eagerly  joyfully  readily  wearily  graciously  humbly  respectfully  formally  officially
    hereby  solemnly  proudly  merrily  fully  totally  completely  wholeheartedly  politely  calmly  quickly  grumpily
    bitterly  painfully  simply  gleefully  delightedly  enthusiastically
""")
_ADVERB: Final = re.compile(rf"(?<![^\s,.!]),? ?(?<!\w){_ADVERBS}(?!\w)")
"""Adverbs that say how somebody accepts, and leave it an acceptance."""
_CLAUSE: Final = re.compile(r"[.,;:!?…\n]++|(?<!\w)(?:and|so|then|because|but)(?!\w)")
_YES: Final = re.compile(r"(?<!\w)(?:accept|yes|deal|ok|okay|sure|agreed)(?!\w)")
_ADDRESSED: Final = re.compile(r"@\w++")
_ME: Final = re.compile(
    r"(?<![\w'])(?:i|i'm|i'll|i've|i'd|we|we'd|we'll|we're|we've|you've|let's|let (?:me|us))(?![\w'])"
)
_WORDS: Final = """
    my the a an it it's its that that's this these your is am are be have has had got do did can will would shall must
    need to as ok okay yes yeah yep sure fine alright all right well oh ah um uh hm hmm ugh sigh meh phew wow damn lol
    haha geez whatever screw bingo yay hell heck good great cool nice perfect fair reasonable generous excellent so
    then and now here just really very finally actually honestly definitely certainly absolutely still again also too
    only accept agree agreed deal done take taking call choose chosen decided decision choice answer reply vote wish
    want like love happy glad pleased ready willing prepared going guess suppose think believe say sounds sound looks
    thanks thank please hi hey hello for with at on of in no problem price offer terms seller buyer sir madam mate
    friend buddy pal man dude bro boss dear amigo partner captain chief guys folks final me us big give up mm mmm eh
    parley
"""
_KNOWN: Final = frozenset(_WORDS.split())


def put_off(text: str) -> bool:
    """Return whether a canonical text in lower case says yes for later, or leaves it open."""
    return _PUT_OFF.search(text) is not None


def thought(text: str) -> bool:
    """Return whether a canonical text in lower case only thinks that it says yes."""
    return _THOUGHT.search(text) is not None


def first_hand(text: str) -> bool:
    """Return whether some yes has nothing before it in its clause that may name somebody else or that is not known;
    True without a yes.
    """
    clauses = [clause for clause in _CLAUSE.split(without_adverbs(text)) if _YES.search(clause)]
    return not clauses or any(map(_is_ours, clauses))


def without_adverbs(text: str) -> str:
    """Return a text without adverbs that say how somebody accepts, `i reluctantly accept`; a mere adverb stays."""
    return " ".join(_ADVERB.sub(" ", text).split()).strip(" ,") or text


def _is_ours(clause: str) -> bool:
    before = _ADDRESSED.sub(" ", _YES.split(clause, maxsplit=1)[0])
    subjects = [subject.end() for subject in _ME.finditer(before)]
    return _KNOWN.issuperset(words_of(before[subjects[-1] if subjects else 0 :]))
