"""Words as people type them on a phone, in full: `works 4 me` is `works for me`, `gr8` is `great`, `dont` is `don't`.

A digit that stands for a word is no number. It becomes that word only where the words beside it leave no doubt. A long
word of agreement that is one slip off is mended: `acept`, `agred`, `propsal`.
"""

import re
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from games.language.lexicon import any_of

_SOUNDS: Final = {
    "b4": "before", "gr8": "great", "gr8t": "great", "m8": "mate", "l8": "late", "l8r": "later", "w8": "wait",
    "h8": "hate", "str8": "straight", "2day": "today", "2moro": "tomorrow", "2morrow": "tomorrow", "2nite": "tonight",
    "4ever": "forever", "any1": "anyone", "some1": "someone", "every1": "everyone", "no1": "no one", "4u": "for you",
    "4me": "for me", "2u": "to you", "2me": "to me", "u2": "you too", "10x": "thanks", "in2": "into", "2b": "to be",
}  # fmt: skip
_WITHOUT_MARK: Final = {
    "ill": "i'll", "im": "i'm", "thats": "that's", "lets": "let's", "its": "it's", "youve": "you've", "weve": "we've",
    "cant": "can't", "wont": "won't", "dont": "don't", "id": "i'd", "thatll": "that'll", "ive": "i've",
    "didnt": "didn't", "doesnt": "doesn't", "isnt": "isn't", "wasnt": "wasn't", "arent": "aren't", "aint": "ain't",
    "werent": "weren't", "wouldnt": "wouldn't", "couldnt": "couldn't", "shouldnt": "shouldn't", "havent": "haven't",
    "hasnt": "hasn't", "itll": "it'll", "youll": "you'll", "youre": "you're", "theres": "there's",
}  # fmt: skip
_MISSPELT: Final = {
    "giv": "give", "gve": "give", "gimme": "give me", "lemme": "let me", "wanna": "want to", "gonna": "going to",
    "gotta": "got to", "wot": "what", "wat": "what", "wud": "would", "wld": "would", "cud": "could", "cld": "could",
    "wil": "will", "abt": "about", "ofer": "offer", "offr": "offer", "oferr": "offer", "offerd": "offered",
    "alr": "alright", "alrighty": "alright", "aight": "alright", "ight": "alright", "deel": "deal", "dael": "deal",
    "deall": "deal", "ofc": "of course", "np": "no problem", "yourre": "you're", "yess": "yes",
    "okk": "ok", "noo": "no", "yepp": "yep", "yeahh": "yeah", "suree": "sure", "goo": "go", "dealio": "deal",
    "mkay": "ok", "mmkay": "ok", "mmk": "ok", "aceptd": "accepted", "accptd": "accepted", "yas": "yes",
    "pric": "price", "dolar": "dollar", "dolars": "dollars", "doller": "dollar", "dollers": "dollars",
}  # fmt: skip
_AGREEING: Final = (
    "accept", "accepted", "accepting", "agree", "agreed", "agreeing", "agreement", "approve", "approved", "proposal",
    "confirm", "confirmed", "suggestion",
)  # fmt: skip
_NO_SLIPS: Final = frozenset(("accepts", "accent", "accents", "agrees", "greed", "approves", "proposals", "confirms",
                              "suggestions", "agreements"))  # fmt: skip
"""Words one letter away from words of agreement that are words themselves."""
_MAYBE_SLIP: Final = re.compile(r"(?<![\w'.-])(?:a[cegp]|con|p[or]|su)[a-z]{3,9}(?![\w'-])")
_MENDED_MOST: Final = 300
"""Characters of a text whose drawn-out letters and slips are mended; a longer one is no answer."""
_DRAWN_OUT: Final = re.compile("|".join(f"{letter}{{3,}}" for letter in ascii_lowercase))
_RUNS: Final = tuple(3 * letter for letter in ascii_lowercase)
"""The runs that every drawn-out word holds one of: looking for these takes a fifth of the time of the pattern."""
_INSTEAD: Final = _SOUNDS | _WITHOUT_MARK | _MISSPELT
_SHORT: Final = re.compile(rf"(?<![\w'.,$-])(?:{'|'.join(_INSTEAD)})(?![\w'])")
_FOR: Final = any_of(
    "me  u  ya  you  us  both  it  this  that  nothing  all  him  her  them  sure  real  free  everything  ur  your"
)
_TO: Final = any_of("""
    me  u  ya  you  us  do  be  go  get  buy  sell  pay  accept  take  agree  close  say  make  offer  give  think  know
    see  ur  your
""")
_TOO: Final = any_of("much  high  low  expensive  steep  dear  pricey  costly  late  little  rich  far  cheap  bad")
_THANKS: Final = ["thx", "thanks", "ty", "thank you", "thank u", "waiting", "works"]
_KINDS: Final = ["this", "that", "good", "nice", "great", "last", "first", "next", "any", "some", "every"]
_AFTER_THANKS, _AFTER_KINDS = ("|".join(f"(?<={word} )" for word in words) for words in (_THANKS, _KINDS))
_APART: Final = r"(?<![\w'.,:$-])(?<![0-9][+*/] )"
_DIGIT: Final = re.compile(
    rf"{_APART}(?:(?P<for>4)(?= {_FOR}(?!\w))|(?:{_AFTER_THANKS})(?P<thanks>4)(?= [a-z])|(?P<to>2)(?= {_TO}(?!\w))"
    rf"|(?P<too>2)(?= {_TOO}(?!\w))|(?<=4 me )(?P<also>2)(?![\w.])|(?:{_AFTER_KINDS})(?P<one>1)(?![\w.,$]))"
)
_SOUND: Final = {"for": "for", "thanks": "for", "to": "to", "too": "too", "also": "too", "one": "one"}


def in_full(text: str) -> str:
    """Return a canonical text in lower case with its shortened words in full, in time linear in its length."""
    if len(text) <= _MENDED_MOST:
        text = _MAYBE_SLIP.sub(lambda word: _mended(word[0]), _short_runs(text))
    return sounds_in_full(_SHORT.sub(lambda short: _INSTEAD[short[0]], text))


def sounds_in_full(text: str) -> str:
    """Return a canonical text with the words that its digits stand for: `works 4 me` is `works for me`."""
    return _DIGIT.sub(_word, text)


def _short_runs(text: str) -> str:
    """Return a text in lower case in which no letter stands more than twice in a row."""
    return _DRAWN_OUT.sub(_twice, text) if any(run in text for run in _RUNS) else text


def _twice(run: re.Match[str]) -> str:
    return 2 * run[0][0]


def word_in_full(word: str) -> str:
    """Return one word in full, without its slip."""
    drawn = _short_runs(word)
    return _INSTEAD.get(drawn) or (_mended(drawn) if _MAYBE_SLIP.fullmatch(drawn) else drawn)


@lru_cache(maxsize=2048)
def _mended(word: str) -> str:
    """Return the word of agreement that a word misses by one letter; the word itself if there is none."""
    if word in _AGREEING or word in _NO_SLIPS:
        return word
    near = (meant for meant in _AGREEING if meant[0] == word[0] and abs(len(meant) - len(word)) < 2)
    return next((meant for meant in near if one_slip(word, meant)), word)


def one_slip(word: str, meant: str) -> bool:
    """Return whether a word has a letter too many, too few or wrong, or two neighbours swapped."""
    short, long = sorted((word, meant), key=len)
    first = next((k for k, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(long) - len(short) == 1:
        return short[first:] == long[first + 1 :]
    if len(long) != len(short):
        return False
    swapped = short[first : first + 2] == long[first : first + 2][::-1] and short[first + 2 :] == long[first + 2 :]
    return swapped or short[first + 1 :] == long[first + 1 :]


def _word(digit: re.Match[str]) -> str:
    return _SOUND[digit.lastgroup or ""]
