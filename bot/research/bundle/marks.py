"""Patterns of names, contacts and other personal data, and the words in brackets that stand for them."""

import re
from collections.abc import Sequence
from typing import Final

_CAPITALS: Final = "A-Z\u00c0-\u00de\u0100-\u017f\u0386-\u03ab\u0400-\u042f"
_SMALL: Final = "a-z\u00df-\u00ff\u0100-\u017f\u03ac-\u03ce\u0430-\u045f"
"""Letters of Latin, Greek and Cyrillic script. Between U+0100 and U+017F, capitals and small letters take turns."""
_CAPITAL: Final = rf"[{_CAPITALS}][{_SMALL}][\w'-]{{0,30}}"
"""A word with a capital, in Latin, Greek or Cyrillic letters; no word in capitals throughout."""
_WORDS: Final = rf"{_CAPITAL}(?: {_CAPITAL}){{0,2}}"
_NEXT: Final = (
    r"(?:and|but|so|because|i|i'm|im|i'd|i'll|ill|you|your|the|a|an|this|that|what|how|who|which|from|of|in|at|on|by|for"
    r"|to|with|nice|hello|hi|here|let|let's|lets|can|could|would|will|do|is|are|it|it's|not|no|yes|please|thanks|deal"
    r"|und|aber|ich|bin|der|die|das|aus|wie|was|et|je|mais|de|y|e|o|pero|soy|ma|io|en|ik|och|jag|og|jeg|i|a|ja|и|а|я|но|ve)"
)
"""Words behind a name that belong to it no more. Any other word may be a family name."""
_ONE: Final = r"[^\W\d_][\w'-]{0,30}"
_FAMILY: Final = rf"(?: (?!{_NEXT}\b){_ONE}(?: (?-i:{_CAPITAL}))?)?"
_ENDINGS: Final = (
    "com|org|net|edu|gov|io|me|dev|app|info|biz|gg|tv|link|xyz|ly|blog|wiki|social|cloud|fm|ai"
    "|de|ch|uk|eu|fr|es|nl|dk|se|fi|pl|cz|pt|ie|ru|ua|tr|jp|cn|br|au|nz|ca"
)
"""Ends of addresses on the web that are no English words, which people type behind a full stop without a space."""
_MAIL: Final = "gmail|googlemail|outlook|hotmail|live|yahoo|gmx|web|icloud|proton(?:mail)?|aol|mail|qq|163|yandex"
_DIGIT: Final = (
    "zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|ein|zwei|zwo|drei|vier|fünf|sechs|sieben"
    "|acht|neun|zéro|un|deux|trois|quatre|cinq|sept|huit|neuf|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
)
_MONTH: Final = (
    "jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    "|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?"
)
_SERVICE: Final = (
    r"insta(?:gram)?|ig|telegram|discord|snap(?:chat)?|whats ?app|tiktok|twitter|we ?chat|skype|reddit|facebook|fb"
    r"|linkedin|signal|steam|bluesky|mastodon|github|kik|viber"
)

MARKS: Final[Sequence[tuple[str, re.Pattern[str]]]] = (
    (
        "[account]",
        re.compile(
            r"\b[A-Z]{2}\d{2}(?: ?(?=[A-Z]{0,3}\d)[A-Z\d]{4}| ?[A-Z]{4}(?= ?\d)){2,7}(?: ?[A-Z\d]{1,4})?\b"
            r"|\b(?:[A-Z]{2}[ .-]?|[a-z]{2})\d{2}(?:[ .-]?\d{4}){3,7}(?:[ .-]?\d{1,4})?\b"
        ),
    ),
    (
        "[email]",
        re.compile(
            r"(?i)(?<![\w.+-])[\w.+-]{1,64} ?[(\[{<] ?at ?[)\]}>] ?"
            r"[\w-]{1,63}(?: ?(?:\.|[(\[{<] ?dot ?[)\]}>]| dot ) ?[\w-]{1,63}){1,8}"
        ),
    ),
    (
        "[email]",
        re.compile(
            r"(?i)(?<![\w.+-])[\w.+-]{1,64}(?: at [\w-]{1,63}(?: dot [\w-]{2,63}){1,4}"
            rf"| (?:at|@) (?:{_MAIL})\.[a-z]{{2,24}}| ?@ ?[\w-]{{1,63}} ?\.(?:{_ENDINGS}))\b"
        ),
    ),
    (
        "[email]",
        re.compile(r"(?<![\w.+-])(?:\"[^\"\n@]{1,64}\"|[\w.+-]{1,64})@(?=[\d.-]*[^\W\d])[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}"),
    ),
    ("[url]", re.compile(r"(?i)\b(?:h[tx]{2}ps?://|www\.|t\.me/|discord\.gg/|discord\.com/)[^\s<>]{1,2000}")),
    (
        "[url]",
        re.compile(
            rf"(?i)(?<![\w.@-])[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{0,4}}\.(?:{_ENDINGS})\b(?:/[^\s<>]{{0,500}})?"
            r"|(?<![\w.@-])[\w-]{2,63}(?:\.[\w-]{2,63}){0,3}\.[a-z]{2,24}/[^\s<>]{1,500}"
        ),
    ),
    ("[handle]", re.compile(r"(?<!\w)<?@[!&]?[^\W\d](?:[\w.-]{0,62}\w)?>?|(?<!\w)<?@[!&]?\d[\w.-]{4,62}>?")),
    ("[handle]", re.compile(r"(?<![\w.])[\w.]{2,32}#\d{3,6}\b")),
    ("[handle]", re.compile(r"(?<![\w/])/?u/[\w-]{3,30}")),
    ("[address]", re.compile(r"(?i)(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4}){1,4}(?![\w:])")),
    ("[address]", re.compile(r"(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.])")),
    (
        "[address]",
        re.compile(
            r"-?\b\d{1,3}\.\d{3,10}°? ?[NS]?[,; ]{1,2}(?:lon\w{0,6}:? ?)?"
            r"-?\d{1,3}\.\d{3,10}(?:°? ?[EWO]\b|°)?"
        ),
    ),
    (
        "[address]",
        re.compile(
            rf"\b\d{{1,5}}[A-Za-z]?,? (?:[{_CAPITALS}][\w'-]{{1,30}} ){{1,3}}"
            r"(?i:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|square|court|ct|way|close|terrace|crescent"
            r"|parade|hill|gardens|grove|mews|parkway|highway)\b"
            r"|(?i:\b\d{1,5}[a-z]?,? [a-z'-]{2,30} (?:street|st|road|rd|avenue|ave|boulevard|blvd)\b)"
        ),
    ),
    (
        "[address]",
        re.compile(
            rf"(?<![\w'-]){_CAPITAL} (?i:street|st|road|rd|avenue|ave|lane|drive|boulevard|blvd)\.? \d{{1,5}}\b"
        ),
    ),
    ("[address]", re.compile(r"(?i)\b\d{1,4}[a-z]?,? (?:rue|boulevard|avenue)(?: (?:de|du|des|la))* [\w'’-]{2,30}")),
    (
        "[address]",
        re.compile(
            r"(?i:\b(?:via|viale|corso|piazza|calle|avenida|paseo|plaza|rua|ulica|ul\.))"
            rf"(?: (?i:de|del|della|dei|da|do|dos|las?|los))* {_CAPITAL}(?: {_CAPITAL})?,? \d{{1,4}}[a-z]?\b"
        ),
    ),
    (
        "[address]",
        re.compile(r"(?i)(?:stra(?:ß|ss)e|(?<=\w)str\.?|gasse|allee|weg|platz|ufer|damm) ?\d{1,4} ?[a-z]?\b"),
    ),
    (
        "[address]",
        re.compile(
            r"\b(?:Am|An de[rnm]|Auf de[rnm]|Hinter de[rnm]|In de[rnm]|Unter den|Zu[mr])"
            rf" {_CAPITAL} \d{{1,4}} ?[a-z]?\b"
        ),
    ),
    ("[address]", re.compile(r"(?i)\bp\.? ?o\.? box:? \d{1,7}\b")),
    (
        "[address]",
        re.compile(rf"\b(?:D-)?\d{{5}} {_CAPITAL}|\b[A-Z]{{2}},? \d{{5}}(?:-\d{{4}})?\b|\b\d{{5}}-\d{{4}}\b"),
    ),
    ("[address]", re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b")),
    ("[id]", re.compile(r"(?i)\b[0-9a-f]{24}\b")),
    ("[id]", re.compile(r"(?i)\b(?=\d*[a-z])(?=(?:[a-z]*\d){3})[a-z\d]{10,64}\b")),
    (
        "[phone]",
        re.compile(
            r"(?<![\w$€£.,])(?!\d{1,4}\.\d{2} ?[/-] ?\d{1,4}\.\d{2}\b|\d{1,2} \d{2} \d{2}(?![ ./-]?\d))"
            r"\+?(?:\d{1,4}[ ./-]{1,2})?(?:\(\d{1,5}\)[ ./-]?)?\d{1,5}(?:[ ./-]{1,3}\d{2,5}){2,5}\b"
        ),
    ),
    ("[phone]", re.compile(r"(?<![\w$€£.,])(?:\+\d{1,4}[ ./-]?)?\(?\d{2,5}\)?[ ./-]{1,3}\d{3,5}[ .-]?\d{3,5}\b")),
    ("[phone]", re.compile(r"(?<![\w$€£.,])\(\d{2,5}\) ?\d{4,9}\b")),
    ("[number]", re.compile(r"(?<![\w.])\+?\d{7,40}(?!\w)")),
    (
        "[date]",
        re.compile(
            rf"(?i)\b(?:\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?(?:{_MONTH})\.?,? (?:19|20)\d\d"
            rf"|(?:{_MONTH})\.? \d{{1,2}}(?:st|nd|rd|th)?,? (?:19|20)\d\d)\b"
        ),
    ),
)  # fmt: skip
"""Each pattern, in this order, with the word that stands for what it finds."""

SPELLED: Final[Sequence[re.Pattern[str]]] = (
    re.compile(rf"(?i)\b(?:{_DIGIT})(?:[ ,./-]{{1,2}}(?:{_DIGIT})){{5,20}}\b"),
    re.compile(rf"(?i)(?<![\w$€£.,])(?:\d|{_DIGIT})(?:[ ./-]{{1,2}}(?:\d|{_DIGIT})){{6,20}}(?!\w)"),
)
"""Numbers to call that are told digit by digit, as words, or as single digits with words among them."""

INTRODUCED: Final[Sequence[tuple[str, re.Pattern[str]]]] = (
    (
        r"\1[name]",
        re.compile(
            r"\b((?i:my name(?: is|'s)|i am called|call me)\s{1,3}"
            rf"|(?i:i am|i'm|im|this is|it's|it is|it's me|hi|hello|hey),? )({_WORDS})"
        ),
    ),
    (
        r"\1 [name]",
        re.compile(
            r"(?i)\b((?:my (?:full |first |last |middle |family |real |given |sur)?name|sur ?name|the name)(?: is|'s|:)"
            r"|(?:i am|i'm|im) called(?! (?:to|by|away|in|out|off)\b)|i go by"
            r"|(?:they|you can|everyone|everybody|people|friends|just|please) calls? me"
            rf")\s{{1,3}}{_ONE}{_FAMILY}"
        ),
    ),
    (r"[name] here", re.compile(rf"(?<![\w'-]){_WORDS} here\b")),
    (
        r"\1 [name]",
        re.compile(
            r"(?i)(?<!\w)(ich hei(?:ß|ss)e|mein (?:vor|nach)?name ist|man nennt mich"
            r"|je m[’']appelle|mon (?:pré)?nom est|me llamo"
            r"|mi (?:nombre|apellido) es|mi chiamo|il mio nome è|me chamo|meu nome é|mijn naam is|ik heet"
            r"|jag heter|jeg heter|mit navn er|nazywam się|mam na imię|jmenuji se|меня зовут|моё имя|мое имя|мене звати"
            rf"|benim adım|adım|اسمي|انا اسمي)\s{{1,3}}{_ONE}{_FAMILY}"
        ),
    ),
    (
        r"\1 [name]",
        re.compile(
            r"(?<!\w)((?i:ich bin(?: der| die)?|je suis|soy|yo soy|sono|eu sou|ik ben|jag är|jestem)) "
            rf"{_WORDS}"
        ),
    ),
    (r"\1 [name]", re.compile(r"(?<!\w)(我叫|我的名字[是叫]|我姓|私の名前は|내 이름은|제 이름은) ?\w{1,6}")),
    (
        r"\1[name]",
        re.compile(
            rf"\b((?i:(?:mr|mrs|ms|dr|prof|herr|frau|señora?|sr|sra|mme|mlle|madame|monsieur)\.? ?){{1,3}})"
            rf"(?<=[ .]){_WORDS}"
        ),
    ),
    (
        r"\1 [name]",
        re.compile(
            r"\b((?i:(?:best|kind|warm) (?:regards|wishes)|regards|cheers|sincerely|yours(?: truly)?|best"
            r"|lg|mfg|vg|gr(?:u|ü)ße?)"
            rf"(?:,|\n)|(?i:signed),?)\s{{0,3}}{_WORDS}"
        ),
    ),
)
"""Somebody says a name: what stands for it, and the pattern. Behind some words any word is a name, behind others one
with a capital.
"""
REACHED: Final[Sequence[re.Pattern[str]]] = (
    re.compile(
        rf"(?i)\b((?:{_SERVICE}|user ?name|nick(?:name)?|handle|name)"
        r"(?: ?[:=] ?| (?:is|ist|est|es|id|name|user) (?=\w{0,30}[\d_.]\w)| (?=[^\W\d_]\w{0,30}[\d_.]\w)))[\w.+-]{2,64}"
    ),
    re.compile(
        r"(?i)\b((?:add|follow|find|message|dm|text|reach|write|hit) me (?:up )?(?:on|at|over|via|in) (?:my )?"
        rf"(?:{_SERVICE})(?: (?:as|under|at|with)|:)? )"
        r"(?!(?:and|or|if|for|to|please|so|when|later|now|the|a)\b)[\w.+-]{3,64}"
    ),
)
"""A service or such a word, and the name that somebody has there."""
NUMBERED: Final = re.compile(
    r"(?i)\b((?:prolific|worker|mturk|student|matriculation|passport|licen[cs]e|account|customer|participant|panel)"
    r"[ _-]?(?:id|pid|no|nr|number)?\.?(?: is| was)?[ :=#]{1,2})(?=[a-z-]{0,20}\d)[\w-]{3,40}"
)
"""A kind of number that identifies, and the number."""
