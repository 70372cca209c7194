"""Acceptance in plain words: `ok`, `sold!`, `sounds good` and `I'll take it` accept the one offer that stands.

Words that people also say in passing (`good`, `of course`), and a yes with a doubt beside it (`ok I guess`), are asked
about first. A condition, a negation, a question of one's own or a quotation is no yes at all.
"""

import re
from typing import Final, Literal

from games.bargaining.reader.consent import consent
from games.language.agreement import find
from games.language.lexicon import PHRASES, Kind, expanded

Assent = Literal["clear", "hedged", "none"]

_ITS = "(it|that|this|your offer|your price|the offer|the price|the deal|your deal|that offer|that price|this price)"
_OWN: Final[dict[Kind, str]] = {
    "accept": f"""
        (i'll|i will|i'd|we'll|i can|i|let me) (take|buy|have) ({_ITS[1:-1]})
        (i'll|i will|i|let me) (buy|pay) (it|that|this|the price|your price|what you ask)
        (i'll|i will|i) sell (|it|it to you|it for that|for that|at that price)
        (i'll|i will|we'll|i) (go|run) with ({_ITS[1:-1]})
        (|we |you )got (yourself |ourselves )(|a )deal
        (you've|you have|you|we've|we have|we) got (yourself |ourselves |)(a |)deal
        (you have|we have|that's|it's|its|thats|is|as|call it|sounds like) (a |)deal
        deal (done|it is|then|accepted|for me)
        (it|that|this) (it is|is it|it is then)
        (it's|that's|its|thats|consider it|item is|all) (sold|yours|settled|agreed)
        (a |)(done|it's a done|that's a done) deal
        (we're|we are|i'm|i am) (agreed|settled|in agreement|on board|sold)
        shake (on it|hands|on that)
        (you|u|ya) (have|got) (a |yourself a )(deal|bargain)
        (i can |i could |i'll |)live with (it|that|this)
        (i'm|i am|im) (ok|okay|fine|good|happy|cool|alright|comfortable) with ({_ITS[1:-1]})
        (happy|glad|pleased) (with|to take|to accept|to pay) ({_ITS[1:-1]})
        (|it |that |this )(works|will work|will do|suits me|is fine by me|is fine with me|is acceptable)
        (that'll|it'll|this'll) (do|work)(| for me| nicely| fine)
        (works|fine|good|okay|ok|great|perfect) (for|by|with) (me|us|both of us)
        (i |)(take|accept|approve) ({_ITS[1:-1]})
        (let's|lets|let us) (do it|do this|do that|do the deal|make the deal|close it|close|close the deal|shake)
        (let's|lets|let us) (settle|settle on that|settle at that|wrap it up|go with that|call it a deal)
    """,
    "yes": """
        (yes|yeah|yep|yup|ok|okay|sure|fine|alright) (yes|yeah|ok|okay|sure|fine|alright|please|sir|ma'am|mate)
        (yessir|yess|yesss|yas|yea|yh|yeap|yup yup|ja|si|sí|oui|da)
        (okey|okie|oki|okey dokey|okie dokie|oky|okk|okkk|okayy|kk|okeydokey)
        (i say|my answer is|it's a|that's a|big) yes
    """,
    "fine": """
        (fine|alright|ok|okay) (whatever|you win|have it your way|i give up|i give in|i'll bite|i yield)
        (whatever|have it your way|you win|i give up|i give in|i surrender|i yield|as you wish|if you insist|bet)
        (good|nice|great|fair|reasonable|lovely|decent) (deal|price|offer|enough|one|stuff)
        (that's|it's|that is|it is|this is|seems|looks|sounds) (|a |very |pretty |quite )(fair|reasonable|good|great|nice)
        (that's|it's|seems|sounds|looks) (|a )(fair|good|great|reasonable|nice|decent) (deal|price|offer)
        (i like|i love|love|like) (it|that|this)
        (nice|lovely|brilliant|super|amazing|fantastic|terrific|splendid|sweet|why not|sure why not)
    """,
    "filler": """
        (|ok )(buddy|pal|dude|bro|man|mate|friend|boss|guys|everyone|folks|partner|chief|amigo|my man|brother)
        (then|now|here|today|for me|on it|right away|at once|immediately|cheers|hooray|yay|woohoo|wow|phew|finally)
        (that's it|with thanks|much appreciated|appreciate it|nice doing business|nice doing business with you)
        (pleasure doing business|pleasure doing business with you|a pleasure|my pleasure|good game|gg|well played|you too)
        (you drive a hard bargain|tough negotiator|um|uh|hm|hmm|yay|nice one|let's go|lets go|fair enough)
        (🎉|🙌|😁|😃|😉|😎|🥳|💪|👏|❤|🙏|🔨|💰|💵)
    """,
}
_PHRASES: Final = {**expanded(_OWN), **PHRASES, **expanded({"accept": _OWN["accept"]})}
_PASSING: Final = re.compile(
    r"(?:[\s.,!?'’\"()-]|(?<!\w)(?:cool|great|good|perfect|excellent|wonderful|awesome|fair|enough|nice|lovely|brilliant|super|amazing"
    r"|fantastic|terrific|splendid|sweet|right|correct|exactly|why|not|of|course|certainly|definitely|absolutely"
    r"|you win|go|ahead|go for it|do it|take (?:it|this)|whatever|as you wish|if you insist|i (?:like|love) (?:it|that|this)"
    r"|deal|price|offer|love (?:it|that|this)|like (?:it|that|this)|have it your way|bet|one|stuff|very|pretty|quite|so|well|oh|ah|haha|lol"
    r"|reasonable|decent|seems|that's|it's|confirm|confirmed|i meant that|thanks|thank you|please)(?!\w))+"
)
_DOUBTS: Final = re.compile(
    r"(?<!\w)(?:h+m+|u+[hm]+|maybe|perhaps|possibly|probably|i (?:guess|suppose|think|reckon)(?: so| that)?"
    r"|might as well|kind of|sort of|reluctantly|grudgingly|for now|i could|not sure,? but)(?!\w)[,.…]*"
)
_OTHER_USES: Final = re.compile(
    r"[a-z]-[a-z]|^(?:please|pls|just|you (?:must|should|have to|need to)) (?:accept|agree|take)(?!\w)"
)
_ELONGATED: Final = re.compile(r"([b-z])\1{2,}")
_LONGEST: Final = 200


def assent(text: str) -> Assent:
    """Return whether a canonical text in lower case, without any number, accepts the offer that stands."""
    if len(text) <= _LONGEST:
        text = " ".join(_ELONGATED.sub(r"\1", text).split())
    if consent(text, wide=True) == "clear":
        return "clear"
    if len(text) > _LONGEST or _OTHER_USES.search(text):
        return "none"
    found = find(text, _PHRASES)
    if found.side == "yes" and found.whole:
        if not found.sign:
            return "hedged" if _PASSING.fullmatch(text) else "clear"
        return "hedged" if found.sign in ("asked", "hedged") and not _asks_oneself(text) else "none"
    if found.sign == "hedged" or _DOUBTS.search(text):
        surely = find(_DOUBTS.sub(" ", text), _PHRASES)
        return "hedged" if surely.clear_yes else "none"
    takes_it = found.side == "yes" and not found.sign and found.kind == "accept"
    return "hedged" if takes_it and consent(text, wide=True) != "unclear" else "none"


def _asks_oneself(text: str) -> bool:
    return text.startswith(("should", "shall", "can ", "could", "may ", "do ", "would", "will ", "what", "is "))
