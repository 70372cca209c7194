"""Consent: words are judged clause by clause for a yes or a no, and the last clear clause counts.

A yes has a clause to itself, except for small words: "ok" and "that is fine with me" agree, "ok let me think" and "good
question" do not. Only unmistakable words ("deal", "sounds good") may have more behind them. A later no or doubt takes a
yes back; a question or a "but" takes back an "ok".
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from games.language.agreement import find
from games.language.lexicon import YES

Answer = Literal["yes", "no", "against", ""]
"""`against`: the speaker is not content, but does not refuse either ("that is not enough")."""

_CLAUSE: Final = re.compile(r"([^.?!;:,()\n]++)([.?!;:,()\n]?)")
_BUT: Final = re.compile(r"\b(?:but|although|however)\b")
_FINE: Final = r"(?:no|any) (?:worries|worry|problems?|probs?|objections?|issues?|complaints?|doubt)\b"
_NO: Final = re.compile(
    r"^(?:(?:oh|ah|well|ok|okay|yes|yeah|hell|heck|thanks|sorry|um|uh|hm+|i said|so|wait|and|then|it is"
    r"|actually|hold on|hang on) )*"
    rf"(?!{_FINE}|no more\b"
    r"|no (?:idea|clue|pressure|rush|hurry|matter|comment|hard feelings|wonder|joke|biggie|stress|offen[cs]e)\b"
    r"|no (?:kidding|question|one knows)\b)"
    r"(?:no|nope|nah|naw|never)\b|\b(?:no|not) (?:way|thanks|chance|a chance|deal)\b"
    r"|^(?:i am )?not interested\b|^(?:that is )?no good\b"
    r"|^(?:i )?(?:refuse|reject|rejected|disagree|decline)\b|\bunacceptable\b|\bforget it\b|\bthumbs down\b"
    r"|^(?:i |i will |i am going to |i think |hard |have to )*pass$|\bagree to disagree\b"
    r"|\b(?:ok|okay|sure|absolutely|definitely|certainly|think|guess|totally|probably|rather) not$"
    r"|\b(?:ok|okay|yeah|sure|lol|haha|well|erm?) (?:no|nope|nah)$|\bnot say (?:yes|ok|okay|deal)\b"
)
_NOT_OK: Final = re.compile(
    r"\b(?:not|never|nothing|none|hardly|barely)\b"
    rf"(?: \w+){{0,4}}? (?:{'|'.join(sorted(word for word in YES if len(word) > 1))}|acceptable|do|work"
    r"|live|happy|working|content|satisfied|sure|reasonable|enough|happen|happening|in|interested)\b"
)
_EXCUSED: Final = re.compile(r" (?:bad|problem|complain|argue|mind|why not|say no)\b")
"""Words that turn a "not" before them into praise: something is not bad."""
_AGAINST: Final = re.compile(
    r"^not(?: really| quite| yet| (?:for|with|to) (?:me|us))?$"
    r"|\b(?:ok|okay|yes|yeah|sure|well) not (?:really|quite|yet)$|\bsure i (?:do|will|can|would) not$"
    r"|\b(?:bad|worse|terrible|awful|horrible|lousy|poor|rotten|raw|unfair) (?:deal|proposal|split|trade|one)\b"
    r"|^(?:(?:that|this|it) is )?(?:all )?(?:wrong|incorrect)\b"
    r"|\byeah right\b|\bdream(?:s|ing)?\b|\bunfair\b|\btoo (?:low|little|few|greedy)\b"
)
_DOUBT: Final = re.compile(
    r"\b(?:maybe|perhaps|might|possibly|almost|nearly|think about|thinking|let me|consider|give me|wait|hold up|stop"
    r"|time|hang|unless|if|aslongas|until|once|when|after|instead|better|something|rest|anything|first|depends|unsure"
    r"|yet|sec|or|close|what|why|how|who|where|more|another|else|only|lower|meant?|negotiate|talk|discuss|rather"
    r"|prefer|want|wish|hope|hoping|try|trying|should|must|explain|elaborate)\b|^(?:um+|hm+|uh+|erm?|well)$"
    r"|\b(?:tomorrow|tonight|be like|conditions?|will think)\b"
)
_JOKE: Final = re.compile(r"\b(?:kidding|joking|jk|psych|as if)\b")
_CONDITION: Final = re.compile(r"(?:and |but |only |well )?(?:if|unless|once|when|aslongas)\b")
"""Words that make the yes behind them depend on something ("if you add more, deal")."""
_CLEAR: Final = re.compile(
    r"(?:\b(?:i|we|will|would|can|could|gladly|happily|to|do) (?:accept|agree)|^(?:accept|agree))\b"
    r"|\b(?:can|will|could|would|lets) (?:do|take|go with|go for|accept|shake on|manage|shake)"
    r"(?: (?:it|that|this|so))?\b"
    r"|\b(?:live|happy|content|settle|go|stick|satisfied) with (?:it|that|this)|\bsettle (?:it|that|this)"
    rf"|\b(?:am|count me) (?:in|game|down)\b|\bfor it$|\bwhy not$|\b(?:complain|argue)\b|\byou win\b|\b{_FINE}"
    r"|\bdo not mind\b|\bnot (?:so |too |half )?bad\b|\bvery well$|\bi (?:suppose|guess|think) so$|\bit your way$"
    r"|\bon board$|\bmake (?:that|this|it a) deal\b"
)
_STRONG: Final = re.compile(
    r"^(?:(?:ok|okay|yes|yeah|yep|yup|sure|alright|well|then|oh|and|so|great|good|fine|perfect|cool|thanks|hm+|um) )*"
    r"(?:deal|agreed|accepted|sold|done deal|sounds (?:good|great|fair|fine|perfect)|(?:i|we) can do (?:that|this|it)"
    r"|(?:it|that|this) (?:works|will (?:work|do))"
    r"|works for me|(?:it|that) is (?:a deal|fine|fair|fair enough|acceptable)|fair enough)\b"
)
_PRAISING: Final = """
    nice amazing lovely fantastic brilliant equitable reasonable doable plan bet ys works correct acceptable
"""
_YES: Final = YES | frozenset(_PRAISING.split())
"""The lexicon's words, and praise: here a yes only brings up a card, which both sides confirm."""
_FILLING: Final = """
    a about accept actually ah aha all along also am an and anyway are argue as bad be been believe call board
    both boss bro buddy business by can cheers complain content could day did do does doing dokey dokie down
    dude easy end enough feel feels finally for friend from fully game generosity get glad gladly go got ha haha
    happily happy has have hello here hey hi hm hmm i idea in is issue issues it just kind kindly lets like live
    lol look looks m make man manage mate me mind mm mmm much my nicely no not now objection objections of offer
    oh on our out pal perfectly please pleasure pretty prob problem problems proposal quite really said say see
    seems settle shake side sir so sound sounds split stick still suits suppose take terms than thanks that the them
    then there therefore these they thing think this those though thought to too trade truly uh um umm very way
    we welcome well will willing win with work worries would wow yay you your guess because same complaints
    complaint compromise whatever us off why ugh yourself
"""
_SMALL: Final = frozenset(_FILLING.split())
_FIRM: Final = frozenset(("deal", "yes", "yep", "yup", "yeah", "agreed", "agree", "accept", "accepted"))
_POLITE: Final = re.compile(
    r"\bif (?:you insist|you say so|(?:it|that) is (?:ok|okay|fine|good|alright|cool) (?:with|for|by) you"
    r"|(?:it|that) works for you|(?:it|that) is the best you can do)\b"
    r"| , right(?: \?)?$"
)
_OTHER: Final = re.compile(
    r"^(?:please |you |(?:should|can|will|could|why|just) )+(?:accept|agree)\b"
    r"|\b(?:good for you|thanks for|be (?:fair|reasonable|serious|generous|nice)|a deal would|(?:great|good) game"
    r"|my proposal|(?:accept|take) (?:my|mine)|think about"
    r"|ornothing|(?:fair|great|good|fine|ok|okay|nice|perfect) (?:to|for) you"
    r"|deal me|deal ?breakers?|have to go|go now)\b"
    r"|^(?:so )?you (?:think|call|really|seriously)\b|\bsure you\b|\bdeal with it\b|\bi see\b"
    r"|\b(?:could|might|may) have a deal\b|^(?:ok|okay|yes|sure|fine) why$"
    r"|\b(?:am|are|is) (?:all )?done\b|^(?:how|what|why|is|are|do|does|can|could|would|will)\b(?! do\b| not\b| it$|$)"
    r"|\b(?:want|need|like|see|get|close to|make a|have to|lets) (?:a )?(?:deal|agree|accept)\b"
    r"|\b(?:good|nice) (?:try|one)\b|^fair (?:split|shares?|division|deal) please\b"
    r"|^bet (?:you|i|that|he|she|they|it|not)\b|^sold (?:out|my)\b|\bdone with\b|\bexactly my\b"
    r"|\ba look\b"
)
"""Words that look like a yes but aren't."""


def answer(text: str) -> Answer:
    """Return the answer in an utterance whose words are in canonical form, one space apart."""
    said: Answer = ""
    clear = conditional = False
    for clause, after_but, end in _clauses(text):
        heard, firm = _judged(clause, end == "?")
        if heard == "yes" and conditional:
            continue
        conditional = end == "," and (conditional or bool(_CONDITION.match(clause)))
        if after_but and said == "yes" and not clear:
            said = ""
        if heard == "yes":
            takes = said != "no" or after_but or not _FIRM.isdisjoint(clause.split())
            said, clear = ("yes", firm) if takes else (said, clear)
        else:
            said = _less(said, heard, _takes_back(clause, end == "?", clear))
    return said


def _less(said: Answer, heard: Answer, taken_back: bool) -> Answer:
    """Return the answer after a clause that is no yes."""
    if heard == "no" or (heard == "against" and said != "no"):
        return heard
    return "" if said == "yes" and taken_back else said


def _takes_back(clause: str, asked: bool, clear: bool) -> bool:
    return bool(_DOUBT.search(clause) or _JOKE.search(clause)) or (not clear and (asked or "also" in clause.split()))


def _clauses(text: str) -> Iterator[tuple[str, bool, str]]:
    """Yield each clause, with whether a "but" stands before it, and the sign behind it."""
    for found in _CLAUSE.finditer(_POLITE.sub("", text)):
        for part, words in enumerate(_BUT.split(found[1])):
            yield " ".join(words.split()), part > 0, found[2]


def _judged(clause: str, asked: bool) -> tuple[Answer, bool]:
    """Return the answer in one clause, and whether later questions leave it standing."""
    if _NO.search(clause) or _refused(clause):
        return "no", True
    if _against(clause):
        return "against", True
    firm = _agrees(clause)
    return ("", False) if firm is None or asked else ("yes", firm)


def _refused(clause: str) -> bool:
    found = find(clause)
    return found.kind == "no" and found.whole


def _against(clause: str) -> bool:
    excused = 0
    for found in _EXCUSED.finditer(clause):
        excused = found.start() + 1
    return bool(_NOT_OK.search(clause, excused) or _AGAINST.search(clause))


def _agrees(clause: str) -> bool | None:
    """Return True for a clause with a yes that later questions leave standing, False for a yes that they take back."""
    if _OTHER.search(clause) or _JOKE.search(clause):
        return None
    found = find(clause)
    if found.clear_yes and found.kind in ("accept", "yes"):
        return True
    if _STRONG.search(clause) and not _DOUBT.search(clause):
        return True
    words = frozenset(clause.split())
    if found.clear_yes or (words <= _SMALL | _YES and (words & _YES or _CLEAR.search(clause))):
        return bool(words & _FIRM)
    return None
