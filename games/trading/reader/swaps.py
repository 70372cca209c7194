"""Offers in plain words: "I'll give you ten wood and you give me 2 ore", "would you swap 3 sheep for an ore?".

A text is cut into words; goods with a number form lists, and the words before a list say who hands it over. Nothing
here binds: `Found.sure` is true only where direction and amounts are beyond doubt, and a reader asks about all else.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import astuple

from games.language.corrections import started_again
from games.language.lexicon import NEGATION
from games.language.text import odd_numerals
from games.trading.domain import Goods, Offer
from games.trading.reader import changes
from games.trading.reader.changes import Found, Table
from games.trading.reader.consent import lightly
from games.trading.reader.quantities import (
    SMALL,
    Item,
    Side,
    bare_names,
    items,
    leftover,
    number_of,
    resources,
    words_of,
)
from games.trading.reader.shorthand import written_out

LONGEST: Final = 300
"""Characters of a text that may be an offer in plain words."""
_OTHER: Final[dict[Side, Side]] = {"give": "get", "get": "give"}


class Part(NamedTuple):
    """Goods in a row, and the words before them: `core` is what belongs to the same clause."""

    goods: tuple[Item, ...]
    before: str
    core: str


_I: Final = r"\bi(?:'ll|'d|'m)?(?: (?!you\b|me\b|if\b)[a-z']+){0,3}"
_YOU: Final = r"\byou(?:'ll|'d)?(?: (?!me\b|i\b|if\b)[a-z']+){0,4}"
_GIVING: Final = r"give|gives|giving|offer|offering|pay|paying|sell|selling|send|hand|spare"
_HAND: Final = rf"(?:{_GIVING}|add|adding|throw in|put in|part with|do)"
_SIDES: Final[tuple[tuple[Side | None, re.Pattern[str]], ...]] = (
    (
        "give",
        re.compile(
            rf"{_I} (?:{_HAND}|trade|trading|swap|swapping|exchange|exchanging|propose)(?: you)?(?: up| over| away)?\b"
            rf"|{_YOU} (?:get|receive|take|accept|want|like|need)\b|\byou (?:can|could|may|will|would|'d|'ll) have\b"
            rf"|\b(?:let me )?(?:{_GIVING})(?: you)?\b"
            r"|\b(?:take|my|mine|from me|gets? you|for you|let you have|here's|here are)\b"
            r"|\b(?:anyone|anybody|who|someone|somebody)(?: here)? (?:wants?|needs?|up for|interested in|looking for)\b"
            r"|(?:[,;.]|\band) (?:i )?(?:have|got)\b"
        ),
    ),
    (
        "get",
        re.compile(
            rf"{_YOU} (?:{_GIVING}|add|adding|throw in|put in|part with)(?: me| us)?(?: up| over)?\b"
            rf"|\b(?:{_GIVING}|get|bring|lend)(?: me| us)\b|\bgimme\b"
            rf"|{_I} (?:get|getting|want|need|take|receive|like|buy|use|love|accept|ask(?:ing)?|looking)(?: for)?\b"
            r"|\b(?:can|could|may|might) i (?:have|get|take)\b|\blet me have\b|\bi(?:'d| would) have\b"
            r"|\b(?:buying|wanting|needing|looking for|i'm after|in need of|lemme (?:get|have))\b"
            r"|\b(?:your|yours|from you|want|need|gets?(?: me)?|getting|buys me|for me)\b"
        ),
    ),
    (None, re.compile(r"\b(?:trade|swap|exchange|deal|proposal|offer|suggestion|about|trading|swapping)\b")),
)
"""The words that say who hands the next goods over. The last ones before a list count, the longest of them first."""
_CERTAIN: Final = re.compile(
    r"i(?:'ll| will| can|'m|'d)? (?:give|giving|offer|offering|trade|swap|swapping|sell|selling|pay|propose)(?: you)?"
    r"|(?:give|sell) me|you(?:'ll| will)? give(?: me)?|my|your|(?:i|you)(?:'ll| will)? (?:get|receive)|offer|offering"
    r"|gimme|here's|here are|selling|buying|(?:i )?(?:can|will) (?:give|pay)|you can have|take"
)
_WANTED: Final = re.compile(r"(?:i(?:'d)? )?(?:want|need)|i'd like")
"""Goods that are wanted: certain beside goods that are offered for it."""
_HANDED: Final = re.compile(r"\b(?:for|in exchange|in return|against|price|asking|cost)\b|->|=|=>|[→⇒⟶⟹➔➜➡]")
_HANDING: Final = re.compile(
    r"\b(?:i'm happy to give|(?:i|you)(?:'ll| will)? (?:give|get)(?: (?:you|me))?|here's|for|your|my|the|those|these)\b"
    r"|\bit is$|->|=>"
)
"""The words of an offer that are no answer to one."""
_ARROW: Final = re.compile(r"->|=>|[→⇒⟶⟹➔➜➡]")
_FILLER: Final = re.compile(
    r"\b(?:my +is|my|against|(?<!my )(?:dear )?(?:friend|mate|sir)(?= ?,)|and|for|in"
    r"|return|exchange|then|ok|okay|hi|hello|hey|please|so|well|fine"
    r"|no|offer|offers|of|thanks|you|now)\b"
    r"|[-=>→⇒⟶⟹➔➜➡,.!:;()\[\] ]"
)
_CLAUSE: Final = re.compile(r"[.!?;,:]|\b(?:but|so|because)\b|\s-\s")
_PARTED: Final = re.compile(r"[.!;] +(?:but |so )?")
_BETWEEN: Final = re.compile(
    r"[.!?;,]|\b(?:and|also|plus|or|either|then|alternatively|besides|(?:first|second|third|other|another|next)"
    r"(?: (?:offer|option|trade|swap|deal|one))?:?|(?:offer|option|trade|swap|deal) [1-4a-d]:)(?!\w)"
)
"""Words and signs that two offers may stand on both sides of."""
_SORRY: Final = re.compile(r"(?<=\w)[ ,.…!-]{1,5}(?<!\w)(?:no,? )?(?:sorry|wait|make that)[,:]? (?=[0-9]|an? )")
_SENTENCE: Final = re.compile(r"[.!?]")
_LEADING: Final = re.compile(r"^\W*(?:(?:no(?! way)|nope|nah|sorry|hmm?)\b\W*)+")
_BLOCKED: Final = re.compile(
    rf"{NEGATION.pattern}|\b(?:why|gave|accepted|offered|traded|swapped|was(?! thinking)|were|said|wanted|either|unless"
    r"|unfair|or(?! (?:something|so|what|whatever)\b)|too (?:much|many|little|few|low|high|dear|steep|expensive)"
    r"|insult\w*|half|joke|crazy|worth|than|wish|what (?!about|if|(?:do|would) you (?:say|think))|which"
    r"|(?<!\bi )(?<!\bi can )(?<!\bi could )(?<!\bi'd )imagine"
    r"|(?:fair|normal|usual) (?:price|rate)|in general|generally|normally|the bank|market|in catan"
    r"|how (?:many|much)|who|when|where|always|usually)\b"
)
"""Words beside goods that make a text something else than an offer: a refusal, a question for the other's wishes, news
about the past.
"""
_DROPPED: Final = re.compile(
    r"(?<!or )(?<!otherwise )(?<!else )\b(?:no(?: thanks?| thank you| thx| way)?|nope|nah|never ?mind|nvm|forget it|jk"
    r"|(?:just |only )?(?:kidding|joking))[\s.!]*$"
    r"|\b(?:rip ?-? ?off|scam|robbery|(?:bad|terrible|awful|stupid|dumb|horrible) (?:idea|deal|trade|swap|price))\b"
)
"""Words behind an offer that drop it again, or run it down."""
_HARMLESS: Final = re.compile(
    r"\bwhy not\b|\bno (?:problem|worries)\b|\band (?:no|not one|not) more\b|\bor (?:no deal|nothing)\b"
)
_REPLACED: Final = re.compile(
    rf"(?:\b(?:instead of|rather than|and not)|, not) ([0-9]{{1,4}}|{'|'.join(SMALL)})\b"
    r"(?: (?:wheat|wood|sheep|bricks?|ore)\b)?"
)
"""The old number beside a new one: "3 ore instead of 2"."""
_INSTEAD_OF: Final = re.compile(
    r"\b(?:instead of|rather than|in place of|and not) (?:the |your |my |any )?(wheat|wood|sheep|bricks?|ores?)\b"
)
"""A resource that others take the place of: "4 brick instead of wood"."""
_EXCHANGES: Final = re.compile(r"\b(?:exchange|swap|trade)\b")
_EXCHANGED: Final = re.compile(r"\b(?:replace|replacing|substitute|swap out)$")
_AS_BEFORE: Final = re.compile(r"\b(?:from me|on my side|by me)[.! ]*$")
"""The speaker of a whole offer, behind it: "still 8 wood for 2 ore from me"."""
_STOP: Final = frozenset(".;|/")
"""Signs between two lists of goods that are nothing but the two sides of a swap: "3 wood. 1 brick."."""
_UNDRESSED: Final = re.compile("[\U0001f300-\U0001faff]|(?<=[a-z] )\\([0-9]{1,4}\\)")
"""Pictures, and a number that repeats in brackets the word before it: "three (3) sheep"."""
_POLITE: Final = re.compile(r"\b(?:why don't|can't|couldn't|won't|wouldn't|don't) (?=you\b|we\b)")


def find(text: str, at: Table) -> Found | None:
    """Return the offer in a canonical text, in time linear in its length; None if there is none."""
    if len(text) > LONGEST or odd_numerals(text):
        return None
    plain = _plain(text)
    full = written_out(plain, at.base)
    found = _find(full, at)
    last = _again(full) or _PARTED.split(full)[-1]
    if found is None and last != full and (behind := _find(last, at)) is not None:
        return behind._replace(sure=False)
    return found if found is None or full == plain else found._replace(sure=False)


def apart(text: str, at: Table) -> list[Offer]:
    """Return the different offers of a canonical text that makes two or more ("2 sheep for 1 ore, or 3 wood for 1
    brick"), in time linear in its length; [] for any other text. The standing offer, said beside another, is left out.
    """
    if len(text) > LONGEST or odd_numerals(text):
        return []
    full = written_out(_plain(text), at.base)
    parts = [part.strip() for part in _BETWEEN.split(full)]
    if _again(full):
        return []
    found = [_find(part, at) for part in parts if len(_parts(part, at.held)[0]) > 1]
    made = [one.offer for one in found if one is not None]
    said = (at.base, Offer(at.base.get, at.base.give)) if at.answering and at.base is not None else ()
    new = [offer for offer in dict.fromkeys(made) if offer not in said]
    return new or made[:1] if len(made) > 1 else []


def _again(full: str) -> str:
    """Return the rest of a text behind words that take all before them back; "" if there are none."""
    sorry = _SORRY.search(full)
    return started_again(full) or (full[sorry.end() :] if sorry is not None and "?" not in full else "")


def _plain(text: str) -> str:
    return _POLITE.sub("would ", _HARMLESS.sub(" ", " ".join(lightly(_UNDRESSED.sub(" ", text)).split())))


def _find(plain: str, at: Table) -> Found | None:
    parts, tail = _parts(plain, at.held)
    if len(parts) > 1:
        return _of_several(parts, tail, plain, at)
    other = _INSTEAD_OF.search(plain)
    if other is not None and parts:
        parts, tail = _parts(plain.replace(other[0], ""), at.held)
        return None if _blocked(parts, tail) else changes.exchanged(parts[0].goods, resources(other[1]), at.base)
    new = bare_names(words_of(plain[: other.start()])) if other is not None else []
    if other is not None and len(new) == 1 and not _BLOCKED.search(plain.replace(other[0], "")):
        return changes.exchanged((), resources(other[1]), at.base, new[0])
    old = _REPLACED.search(plain)
    if old is not None:
        plain = plain.replace(old[0], " instead")
        parts, tail = _parts(plain, at.held)
    if not parts:
        return changes.loose(plain, 0 if old is None else number_of(old[1]), at)
    goods, side = parts[0].goods, _cued(parts[0], at.base)[0]
    return None if _blocked(parts, tail) else changes.named(goods, side, plain, at)


def _of_several(parts: Sequence[Part], tail: str, plain: str, at: Table) -> Found | None:
    """Return the offer in a text with two or more lists of goods."""
    if len(_ARROW.findall(plain)) > 1:
        return None
    if len(parts) == 2 and _EXCHANGED.search(parts[0].before) and parts[1].before in ("with", "by", "for"):
        return changes.replaced(parts[0].goods, parts[1].goods, at)
    if len(parts) == 2 and parts[1].before in ("instead of", "rather than", "in place of"):
        return None if _blocked(parts, tail) else changes.replaced(parts[1].goods, parts[0].goods, at)
    return None if _blocked(parts, tail) else _swap(parts, tail, plain, at.base)


def beside(text: str) -> str:
    """Return the words of an offer's text beside its goods and those who hand them over."""
    words = words_of(" ".join(lightly(text[:LONGEST]).split()))
    rest, done = list[str](), 0
    for start, end, _ in items(words, None):
        rest += words[done:start]
        done = end
    return " ".join(_HANDING.sub(" ", " ".join(rest + words[done:])).replace(" ,", ",").split())


def looks_like(text: str) -> bool:
    """Return whether a text names goods with numbers, so that it may be meant as an offer."""
    words = words_of(text[:LONGEST].lower())
    return bool(resources(" ".join(words))) and any(word[0].isdigit() for word in words)


def _parts(plain: str, held: Goods | None) -> tuple[list[Part], str]:
    """Return the lists of goods in a text with the words before each, and the words behind the last."""
    words = words_of(plain)
    parts: list[Part] = []
    done = 0
    for start, end, goods in items(words, held):
        before = " ".join(words[done:start])
        core = _CLAUSE.split(before)[-1] if not parts else before
        parts.append(Part(goods, before, core))
        done = end
    return parts, " ".join(words[done:])


def _blocked(parts: Sequence[Part], tail: str) -> bool:
    """Return whether words beside the goods make them something else than an offer."""
    first, behind = _LEADING.sub("", parts[0].core), _CLAUSE.split(tail)[0]
    near = " | ".join((first, *(part.core for part in parts[1:]), behind))
    if _BLOCKED.search(near) or _DROPPED.search(tail):
        return True
    return leftover(near) or any(char.isdigit() for char in _SENTENCE.split(tail)[0])


def _side(before: str) -> tuple[Side | None, str]:
    """Return the side that hands over the goods behind these words, and the words that say so."""
    found = [
        (match.end(), -match.start(), side, match[0].strip())
        for side, pattern in _SIDES
        for match in pattern.finditer(before)
    ]
    if not found:
        return None, ""
    _, _, side, said = max(found, key=lambda one: one[:2])
    return side, said if side else ""


def _cued(part: Part, base: Offer | None) -> tuple[Side | None, str]:
    """Return the side that hands over goods, and the words that say so. "I accept" takes an offer, and goods of the
    standing one come from the side that gives them there.
    """
    owner = next((item.owner for item in part.goods if item.owner), None)
    side, words = (owner, "my" if owner == "give" else "your") if owner else _side(part.core)
    if base is None or not ("accept" in words and words.startswith("i")):
        return side, words
    give, get = ([bool(goods[item.at]) for item in part.goods] for goods in (astuple(base.give), astuple(base.get)))
    if not all(map(max, give, get)):
        return side, words
    return ("give" if all(give) else "get" if all(get) else None), ""


def _swap(parts: Sequence[Part], tail: str, plain: str, base: Offer | None) -> Found | None:
    """Return an offer of two or more lists of goods."""
    cues = [_cued(part, base) for part in parts]
    said = [side for side, _ in cues]
    if len(parts) == 2 and said[0] is None and _AS_BEFORE.search(plain) and _as_in(base, parts):
        said = ["give", "get"]
    sides = _sides_of(parts, said, _first(parts, base))
    if len(set(sides)) < 2 or any(item.step for part in parts for item in part.goods):
        return None
    made = list(zip(parts, sides, strict=True))
    give, get = (_summed([part for part, one in made if one == side]) for side in _OTHER)
    return Found(Offer(give, get), _is_sure(parts, cues, tail, plain))


def _as_in(base: Offer | None, parts: Sequence[Part]) -> bool:
    """Return whether two lists hold the resources of an offer, in its order."""
    if base is None:
        return False
    sides = zip(parts, (astuple(base.give), astuple(base.get)), strict=True)
    return all(goods[item.at] for part, goods in sides for item in part.goods)


def _first(parts: Sequence[Part], base: Offer | None) -> Side:
    """Return the side that hands over the first list if no word says so: the speaker's, as a rule. Where the same goods
    are haggled over already, the sides stay as they are.
    """
    if base is None or _ARROW.search(parts[1].before):
        return "give"
    give, get = astuple(base.give), astuple(base.get)
    turned = all(get[item.at] for item in parts[0].goods) and all(give[item.at] for item in parts[1].goods)
    return "get" if turned else "give"


def _sides_of(parts: Sequence[Part], said: Sequence[Side | None], usual: Side) -> list[Side]:
    """Return the giver of each list: the side that the words name, or else the opposite of the list before, if it is
    handed over "for" something. `usual`: who gives the first list if no word says so. [] if it stays open.
    """
    apart = len(parts) == 2 and _apart(parts[0].before, parts[1].before)
    handed = [apart or bool(_HANDED.search(part.before)) for part in parts]
    first = said[0] or (_OTHER[said[1]] if said[1] else usual if handed[1] else None)
    if first is None:
        return []
    sides: list[Side] = [first]
    for side, passed in zip(said[1:], handed[1:], strict=True):
        if side is None and not passed:
            return []
        sides.append(side or _OTHER[sides[-1]])
    return sides


def _apart(before: str, between: str) -> bool:
    """Return whether two lists are the sides of a swap by what stands before and between them."""
    return (not before and between in _STOP) or (between == "with" and bool(_EXCHANGES.search(before)))


def _is_sure(parts: Sequence[Part], cues: Sequence[tuple[Side | None, str]], tail: str, plain: str) -> bool:
    if len(parts) > 2 or "?" in plain or not all(item.exact for part in parts for item in part.goods):
        return False
    said = [words for _, words in cues if words]
    doubtful = [words for words in said if not _CERTAIN.fullmatch(words)]
    if not (said or _ARROW.search(parts[1].before)) or len(doubtful) == len(said) > 0:
        return False
    if not all(map(_WANTED.fullmatch, doubtful)):
        return False
    rest = tail
    for part, (_, words) in zip(parts, cues, strict=True):
        rest += " " + part.before.replace(words, " ", 1)
    return not _FILLER.sub("", rest)


def _summed(parts: Sequence[Part]) -> Goods:
    counts = [0, 0, 0, 0, 0]
    for part in parts:
        for item in part.goods:
            counts[item.at] += item.number
    return Goods(*counts)
