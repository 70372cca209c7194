"""Numbers in a text, however they are written: in digits, in words, digit by digit, in bits, as small sums.

All functions take lower-case text without accents. Anything ambiguous counts as an unknown number, so that a template
speaks instead of such words.
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

UNKNOWN: Final = "?"
"""A number that was meant but cannot be determined; it is on no table."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_SMALL: Final = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_UNITS: Final = {word: value for value, word in enumerate(_SMALL)} | {
    "oh": 0, "nil": 0, "nought": 0, "naught": 0, "deuce": 2, "dozen": 12, "dozens": 12, "fourscore": 80
}  # fmt: skip
_TENS: Final = dict(
    zip(_words("twenty thirty forty fifty sixty seventy eighty ninety"), range(20, 100, 10), strict=True)
) | {"fourty": 40}
_SCALES: Final = {"hundred": 100, "hundreds": 100, "thousand": 1000, "thousands": 1000, "grand": 1000}
_ORDINALS: Final = {
    word: value
    for value, word in enumerate(
        _words(
            "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth"
            " seventeenth eighteenth nineteenth"
        ),
        start=4,
    )
}
_SEVERAL: Final = {f"{word}{'es' if word == 'six' else 's'}": UNKNOWN for word, n in _UNITS.items() if 1 < n < 13}
_VALUES: Final[dict[str, int | str]] = {**_SEVERAL, **_ORDINALS, **{scale: scale for scale in _SCALES}, **_UNITS}
"""Words with their value; a scale stands for itself."""
_TEN = re.compile(r"(twent|thirt|fou?rt|fift|sixt|sevent|eight|ninet)(?:y|ys|ies|ieth|ieths|yish)")
_GLUED = re.compile(rf"({'|'.join(_TENS)})({'|'.join(_SMALL[1:10])})")
_MISSPELT: Final = (*_TENS, "eleven", "twelve", "thirteen", "fifteen", "hundred", "thousand")
_PROPER: Final = frozenset(_words("thirsty thrifty forth forte forts foray nifty fishy mighty weighty righty nicety"))
"""English words that are one typing slip away from a number."""
_CUT: Final = frozenset(
    word for words in (_UNITS, _TENS, _SCALES) for word in words if len(word) > 4 and not word.endswith("s")
)

_PIECES = re.compile(r"[a-z]+|[^a-z]+")
_DIGITS = re.compile(r"(?<![a-z0-9])[0-9]+(?:[.,][0-9]+)*(?![a-z0-9])")
_THOUSANDS = re.compile(r",(?=[0-9]{3}(?![0-9]))")
_NAME = re.compile(r"(?<![a-z0-9])(?=[0-9]*[a-z]+[0-9]|[0-9]+[a-z])[a-z0-9]+")
_BROKEN = re.compile(r"(?<=[0-9])[\s'/:·+-]{1,3}(?=[0-9])")
_SPLIT = re.compile(r"(?<![0-9.,])([0-9]{1,2})[/:-]([0-9]{1,2})(?![0-9.,]*[0-9])")
_LEET = re.compile(r"\b(?=[oliszb]*[0-9])[0-9oliszb]+\b")
_LEETS = str.maketrans("olisbz", "011582")
_ROMAN = re.compile(
    r"\b(?=[mdclxvi]{2,}\b)(?!mix\b|m+\b)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})(?<=\w)\b"
)

_N: Final = r"[0-9]+(?:[.,][0-9]+)*"
_UNIT: Final = r"(?:\s*(?:dollars?|bucks?))?"
_PART: Final = r"(?:half|halves|quarters?|thirds?|fourths?|fifths?|sixths?|eighths?|tenths?|hundredths?)"
_AND_A = re.compile(rf"(?<![0-9])({_N}){_UNIT}(?:\s*,)?\s+(?:and|plus)\s+(?:an?\s+)?([a-z0-9]+\s+)?({_PART})\b")
_PARTS: Final = {"half": "5", "quarter": "25", "three quarters": "75", "3 quarters": "75"}
_ONE_BY_ONE = re.compile(
    r"(?<![0-9.,])([0-9])"
    r"(?:\s*(?:,|;|…|\.{2,}|-|\band\b|\bthen\b|\bfollowed by\b|\bnext\b|\bafter that\b|\bcomes\b))+\s+"
    r"(?:an?\s+|the\s+)?([0-9]|one)\b(?![.,]?[0-9])"
)
_SUM = re.compile(
    rf"\b{_N}{_UNIT}\s*(?:,\s*)?(?:\+|plus|minus|less|times|x|multiplied by|divided by|added to|take away|point|dot"
    rf"|comma|more than|less than|fewer than|short of|above|below|under|beyond|off)\s+(?:an?\s+)?{_N}\b"
    rf"|\b(?:{_PART}|twice|thrice|double|triple|treble|quadruple|square|root|percent|sum|difference|product|average"
    rf"|mean|halfway|midway|middle)(?:\s+(?:of|as much as|the|that|an?|between|from|way)){{0,3}}\s+{_N}\b"
    rf"|\b(?:{_PART})\s+(?:an?|of an?)\s+(?:dollar|buck|point|percent)\b|\b{_N}\s+cents\b"
    r"|\b(?:scores of|(?:two|three|2|3)[\s-]?score|an? score (?:of|and|plus|more|less)|in the tens|tens of)\b"
)
_LETTERS = re.compile(
    r"(?:\b(?:ay|bee|cee|dee|ee|eff|gee|aitch|eye|jay|kay|el|em|en|oh|pee|cue|queue|ar|ess|tee|you|vee|double[- ]u|ex"
    r"|why|zee|zed)\b[\s,.-]*){4}"
)

_ABROAD = re.compile(
    # beginnings of words: tens and their compounds
    r"\b(?:(?:ein|zwei|drei|vier|funf|fuenf|sechs|sieben|acht|neun)und|zwanzig|dreissig|drei(?:ß)ig|vierzig|funfzig"
    r"|fuenfzig|sechzig|siebzig|achtzig|neunzig|(?:ein)?hundert|(?:ein)?tausend|zehn|dreizehn|vierzehn|funfzehn|sechzehn"
    r"|siebzehn|achtzehn|neunzehn|vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante|treint"
    r"|veint|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|ciento|venti(?!l)|ventun|ventott|trent[aou]|quarant|cinquant"
    r"|sessant|settant|ottant|novant|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|twintig|dertig|veertig|vijftig"
    r"|zestig|zeventig|tachtig|negentig|honderd|\w+entwintig|tjugo|trettio|fyrtio|femtio|sextio|sjuttio|attio|nittio"
    r"|tyve|tredive|halvtreds|halvfjerds|halvfems|tjue|femti|seksti|sytti|nitti|dwadziescia|trzydziesci|czterdziesci"
    r"|\w+dziesiat|dvacet|tricet|ctyricet|padesat|sedesat|\w+desat|dvadtsat|dvadcat|tridtsat|tridcat|sorok|\w+desyat"
    r"|devyanosto|yirmi|otuz|altmis|yetmis|seksen|doksan|viginti|triginta|quadraginta|\w+aginta|nonaginta|kaksikymmen"
    r"|\w+kymmenta|huszon|harminc|negyven|otven|hatvan|hetven|nyolcvan|kilencven|\w+zeci|ikosi|eikosi|trianta|saranta"
    r"|peninta|exinta|evdominta|ogdonta|eneninta|dua ?puluh|\w+ puluh|\w+ belas|nijuu?|sanjuu?|yonjuu?|gojuu?|rokujuu?"
    r"|nanajuu?|hachijuu?|kyuujuu?|(?:er|san|si|wu|liu|qi|ba|jiu) ?shi ?(?:yi|er|san|si|wu|liu|qi|ba|jiu)"
    r"|(?:ni|san|yon|go|roku|nana|hachi|kyuu?) juu?\b)"
    # whole words: units and teens
    r"|\b(?:eins|zwei|zwo|drei|vier|funf|fuenf|sechs|sieben|acht|neun|elf|zwolf|zwoelf|une?(?!-)|deux|trois|quatre|cinq|sept"
    r"|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez"
    r"|doce|trece|catorce|quince|dieci\w+|cien|mille|mil|tre|quattro|cinque|sette|otto|nove|dieci|undici|dodici|tredici"
    r"|quattordici|quindici|sedici|diciassette|diciotto|diciannove|cento|dois|sete|oito|dez|doze|treze|dezesseis"
    r"|dezessete|dezoito|dezenove|cem|een|twee|drie|vijf|zes|zeven|negen|tien|twaalf|dertien|veertien|vijftien|zestien"
    r"|fem|sju|atta|nio|tio|elva|tolv|tretton|fjorton|femton|dwa|trzy|cztery|piec|siedem|osiem|dziewiec|dziesiec|dva"
    r"|chetyre|pyat|shest|vosem|devyat|odin|bir|iki|dort|alti|yedi|sekiz|dokuz|satu|tiga|empat|enam|tujuh|delapan"
    r"|sembilan|sepuluh|seratus|ichi|roku|nana|hachi|bees|ikkees|tees|chalis|pachas|saath|sattar|nabbe|unus|quinque"
    r"|septem|octo|novem|decem|moja|mbili|kumi|ishirini|thelathini|arobaini|hamsini|sitini|sabini|themanini|tisini"
    r"|yksi|kaksi|kolme|viisi|kuusi|seitseman|kahdeksan|yhdeksan|egy|ketto|harom|nyolc|kilenc|husz|hundrad|hundre)\b"
)
"""Numbers in other languages that are written in Latin letters, except those that are English words too."""


def numbers(text: str) -> set[str]:
    """Return every number that a text may name, in shortest form; `UNKNOWN` for one that is unclear, none for `a43`."""
    plain = written(text)
    joined, summed = _BROKEN.sub("", _SPLIT.sub(_parted, plain)), _AND_A.sub(_added, plain)
    named = set(_NAME.findall(text)) - {run for run in _LEET.findall(text) if not run.isdigit()}
    found = named | _leet(text) | _in_digits(plain) | _in_digits(joined) | _in_digits(summed)
    found |= {shortest(a + b.replace("one", "1")) for a, b in _ONE_BY_ONE.findall(plain)}
    odd = (_SUM.search(summed), _ROMAN.search(text), _ABROAD.search(text), _LETTERS.search(text))
    if any(odd) or UNKNOWN in plain.split() or _cut(text):
        found.add(UNKNOWN)
    return found


def stated(text: str) -> set[str]:
    """Return the numbers and names that a text states literally. A public table allows these to be named."""
    return _in_digits(written(text)) | set(_NAME.findall(text)) | _leet(text)


def _in_digits(text: str) -> set[str]:
    return {shortest(digits) for digits in _DIGITS.findall(text)}


def _leet(text: str) -> set[str]:
    """Return numbers with letters that look like digits: `4O` may be 40."""
    return {shortest(run.translate(_LEETS)) for run in _LEET.findall(text) if not run.isdigit()}


def written(text: str) -> str:
    """Return the text with number words as digits: `forty-two fifty` is `42.50`, `four zero` `40`; `one` stays."""
    parts = _PIECES.findall(_GLUED.sub(r"\1 \2", text.replace("vv", "w")) + "\n")
    values = {part: value for part in set(parts) if part.isalpha() and (value := _value(part)) is not None}
    if not values:  # as in most texts
        return "".join(parts)
    out: list[str] = []
    run: list[int | str] = []
    held = ""
    for part in parts:
        value = values.get(part)
        if value is not None:
            run.append(value)
            held = ""
        elif run and (part == "and" or (not part.isalpha() and not part.strip(" -") and "\n" not in part)):
            held += part
        else:
            out += [*([_meant(run)] if run else []), held, part]
            run, held = [], ""
    return "".join(out)


@lru_cache(maxsize=10_000)  # words come again and again, and a guard looks at a whole exchange with every message
def _value(word: str) -> int | str | None:
    if word in _VALUES:
        return _VALUES[word]
    ten = _TEN.fullmatch(word)
    if ten is not None:
        return next(value for name, value in _TENS.items() if name[:-1] == ten[1])
    if len(word) < 4 or word in _PROPER:
        return None
    back = word[::-1]
    if back in _TENS or back in _UNITS:
        return _UNITS.get(back, _TENS.get(back))
    return UNKNOWN if _is_misspelt(word) else None


def _is_misspelt(word: str) -> bool:
    """Return whether a word is probably a number with a typing slip."""
    if word.endswith("teen") and word not in ("canteen", "preteen"):
        return True
    if len(word) > 4 and any(_slip(word, name) for name in _MISSPELT):
        return True
    tail = next((unit for unit in _SMALL[1:10] if word.endswith(unit)), "")
    return bool(tail) and any(_slip(word.removesuffix(tail), ten) for ten in _TENS)


def _slip(word: str, name: str) -> bool:
    """Return whether one added, missing, changed or swapped letter turns a word into a name."""
    if abs(len(word) - len(name)) > 1 or word[:1] != name[:1]:
        return False
    at = next((n for n, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), min(len(word), len(name)))
    rest, wanted = word[at:], name[at:]
    swapped = rest[:2] == wanted[:2][::-1] and rest[2:] == wanted[2:]
    return swapped or rest[1:] == wanted[1:] or rest[1:] == wanted or rest == wanted[1:]


def _meant(run: list[int | str]) -> str:
    """Return the value of a run of number words: a sum, a price (`forty two fifty`), or digits said one by one."""
    if run == [1]:
        return "one"
    if UNKNOWN in run:
        return f" {UNKNOWN} "
    if len(run) > 1 and all(isinstance(value, int) and value < 10 for value in run):
        return "".join(map(str, run))
    sums = _sums(run)
    if len(sums) == 2 and sums[0] < 1000 and 10 <= sums[1] < 100:
        return f"{sums[0]}.{sums[1]}"
    return " ".join(map(str, sums))


def _sums(run: list[int | str]) -> list[int]:
    """Return the numbers that consecutive words add up to: `forty two fifty` is 42 and 50."""
    sums: list[int] = []
    part, open_below = 0, 0
    for value in run:
        if isinstance(value, str):
            part, open_below = max(part, 1) * _SCALES[value], _SCALES[value]
        elif 0 < value < open_below:
            part, open_below = part + value, 10 if value >= 20 else 0
        else:
            sums += [part] if open_below or part else []
            part, open_below = value, 10 if value >= 20 else 0
    return [*sums, part]


def _added(match: re.Match[str]) -> str:
    """Return `44 and a half` as 44.5. A part that cannot be written so makes the number unknown."""
    whole, count, part = match[1], (match[2] or "").strip(), match[3]
    decimals = _PARTS.get(f"{count} {part}".strip() if count not in ("one", "1") else part)
    return f"{whole}.{decimals}" if decimals and "." not in whole else f" {UNKNOWN} {whole} plus 1 "


def _parted(match: re.Match[str]) -> str:
    """Return shares of a hundred, `60/40`, as two numbers."""
    return f"{match[1]} and {match[2]}" if int(match[1]) + int(match[2]) == 100 else match[0]


def _cut(text: str) -> bool:
    words = re.findall(r"[a-z]+", text)
    pairs = (a + b for a, b in pairwise(words))
    triples = (a + b + c for a, b, c in zip(words, words[1:], words[2:], strict=False))
    return any(joined in _CUT for joined in (*pairs, *triples))


def shortest(digits: str) -> str:
    """Return a number in its shortest form: `40.00` becomes `40`, and `1,000` becomes `1000`."""
    if digits.isdigit():
        return digits.lstrip("0") or "0"
    digits = _THOUSANDS.sub("", digits).replace(",", ".")
    whole, _, part = digits.partition(".")
    part = part.rstrip("0")
    return f"{whole.lstrip('0') or '0'}.{part}" if part else whole.lstrip("0") or "0"
