"""Acceptance in plain words: `ok`, `sold!`, `sounds good` and `I'll take it` accept the one offer that stands.

Words that people also say in passing (`good`, `of course`), and a yes with a doubt beside it (`ok I guess`), are asked
about first. A condition, a negation, a question of one's own or a quotation is no yes at all.
"""

import re
from typing import Final, Literal

from games.bargaining.reader.consent import consent
from games.bargaining.reader.doubt import first_hand, put_off, thought, without_adverbs
from games.bargaining.reader.spoken import spoken
from games.bargaining.reader.vocabulary import words_of
from games.language.agreement import Finding, find
from games.language.elsewhere import elsewhere
from games.language.lexicon import NEGATION, NEGATORS, PHRASES, Kind, Phrases, any_of, expanded

Assent = Literal["clear", "hedged", "none"]

_ITS = "(it|that|this|your offer|your price|the offer|the price|the deal|your deal|that offer|that price|this price)"
_OWN: Final[dict[Kind, str]] = {
    "accept": f"""
        (i'll|i will|we'll|i can|i|let me) (take|buy|have) ({_ITS[1:-1]})
        (i'll|i will|i|let me) (buy|pay) (it|that|this|the price|your price|what you ask)
        (i'm |i am |)(buying|taking) (|it|this|that)
        (we have|we've got|we've reached|we have reached|that's) an agreement
        consider it (done|sold|agreed|settled)
        sold to (me|you)
        (i|i'll|i will) buy
        (|i am |i'm |we are |we're )(agree|accepting) (|it|to it|with it|on it)
        (it|offer|price|final offer|last offer|final price) (is |)(accepted|agreed)
        (|i |i'll )(acept|accpet|accet|aggreed|agred|deall|exept|accetp)
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
        (that'll|that will|it'll|it will|this will) do (|nicely|fine|just fine|me|for me)
        (that'll|it'll|this'll) (do|work)(| for me| nicely| fine)
        (works|fine|good|okay|ok|great|perfect) (for|by|with) (me|us|both of us)
        (i |)(take|accept|approve) ({_ITS[1:-1]})
        (let's|lets|let us) (do it|do this|do that|do the deal|make the deal|close it|close|close the deal|shake)
        (let's|lets|let us) (settle|settle on that|settle at that|wrap it up|wrap this up|go with that|call it a deal)
    """,
    "yes": """
        (yessir|yess|yesss|yas|yea|yh|yeap|yup yup|ja|si|sí|oui|da)
        (okey|okie|oki|okey dokey|okie dokie|oky|okk|okkk|okayy|kk|okeydokey)
        (i say|my answer is|it's a|that's a|big) yes
    """,
    "fine": """
        (i'll bite|go on then|go on|take my money|shut up and take my money|ship it|send it|wrap it up|wrap this up)
        (whatever|have it your way|you win|i give up|i give in|i surrender|i yield|as you wish|if you insist|bet)
        (good|nice|great|fair|reasonable|lovely|decent) (deal|price|offer|enough)
        (that's|it's|that is|it is|this is) (|very |quite )(fair|reasonable|good|great|nice)(| enough)
        (seems|looks|sounds) (|very |quite )(fair|reasonable|good|great|nice)(| enough)
        (that's|it's|seems|sounds|looks) (|a )(fair|good|great|reasonable|nice|decent) (deal|price|offer)
        (i like|i love|love|like) (it|that|this)
        (nice|lovely|brilliant|super|amazing|fantastic|terrific|splendid|sweet|why not|sure why not)
    """,
    "filler": """
        (|ok )(buddy|pal|dude|bro|man|mate|friend|boss|guys|everyone|folks|partner|chief|amigo|my man|brother)
        (at|for) (that|that price|this price|your price|the price)
        (it's|it is|item is) mine
        (no question|no questions asked|no doubt|without a doubt|without question)
        (not bad|no problem|no worries|no complaints|no objection|no objections|no choice|i have no choice)
        (|i )(can't complain|won't argue|can't say no to that|can't say no to it)
        (|something is |it is |it's |better it )(better |)than (nothing|zero|none|no deal)(| at all)
        no (complaints|complaint|objection|objections|problem|problems|issue|issues) (from|for|with) (me|us)
        no (complaints|complaint|objection|objections|issue|issues) (here|at all|from my side|on my side)
        (thanks|thank you|thx|ty|cheers) for (the|this|a|your) (|nice |good |great )(game|time|deal|offer)
        (thanks|thank you|thx|ty|cheers) for (everything|playing|negotiating|bargaining|your patience|the chat|it)
        (send it over|send it to me|send it|hand it over|pack it up|bring it|bring it over|ship it over|wrap it)
        (at|for) it
        (ji|yaar|bhai|habibi|ser|señor|senor|monsieur|babe|dear|my dear|love|homie|fam|mister|lad|fella|captain)
        (you drive a hard bargain|why wait|without further ado|no more haggling|tbh|honestly|ugh|meh)
        (then|now|here|today|for me|on it|right away|at once|immediately|cheers|hooray|yay|woohoo|wow|phew|finally)
        (that's it|with thanks|much appreciated|appreciate it|nice doing business|nice doing business with you)
        (pleasure doing business|pleasure doing business with you|a pleasure|my pleasure|good game|gg|well played)
        (you convinced me|you've convinced me|you persuaded me|merci|gracias|danke|grazie)
        (you too|tough negotiator|um|uh|hm|hmm|yay|nice one|let's go|lets go|fair enough)
        (🎉|🙌|😁|😃|😉|😎|🥳|💪|👏|❤|🙏|🔨|💰|💵)
    """,
}
_PHRASES: Final = Phrases({**expanded(_OWN), **PHRASES, **expanded({"accept": _OWN["accept"]})})
_OFTEN_SAID = """
    cool great good perfect excellent wonderful awesome fair enough nice lovely brilliant super amazing fantastic
    terrific splendid sweet right correct exactly why not of course certainly definitely absolutely you win go ahead for
    it do take this that whatever as wish if insist i like love have your way very pretty quite so well oh ah haha
    lol reasonable decent seems that's it's confirm confirmed meant thanks thank please deal price offer a on give up
    surrender yield shut and my money
"""
_PASSING: Final = frozenset(_OFTEN_SAID.split())
"""Words that people say of anything; a text of nothing else is no sure yes."""
_DOUBTFUL = any_of(r"""
    h+m+  u+[hm]+  maybe  perhaps  possibly  probably  (?:i )?guess(?: so| that(?!'))?
    i (?:suppose|think|reckon)(?: so| that(?!'))?
    might as well  kind of  sort of  for now  i could  i'd  we'd  whatever  not sure,? but
    (?:i'm |i am |we're )?going to(?: say)?
    (?:i |we )?(?:might|may|should|would|could)(?: well| just)?(?: say)?(?! (?:i|we|you|it|he|she|they)(?!\w))
    (?:i'm |i am |i |we )?(?:plan|planning|intend|intending|tempted|inclined|hope|hoping) to(?: say)?
    tentatively  provisionally  (?<!you )(?<!ya )(?<!talk )soon  eventually
    in (?:a|one) (?:minute|moment|bit|while|sec|second)
""")
DOUBTS: Final = re.compile(rf"(?<!\w){_DOUBTFUL}(?!\w)[,.…]*")
_OTHER_USES: Final = re.compile(
    r"[a-z]-[a-z]|^(?:please|pls|just|you (?:must|should|have to|need to)) (?:accept|agree|take)(?!\w)"
)
_THE_OFFER: Final = re.compile(
    r"(?<!\bis )(?<!'s )(?<!\bwas )(?<!\bbe )(?<!\w)"
    r"(?:the|this|that|these|those|your|ur|seller's|buyer's) "
    r"(?:(?:last|final|latest|new|current|kind|generous|fair|great|good|nice|reasonable|asking|proposed|very) ){0,2}"
    r"(?:offer|price|deal|proposal|counter-?offer|terms?|conditions|number|bid|amount|figure)(?!\w)"
)
"""Names of the offer that stands. Behind "is" they only say what it is: "that is your final price"."""
_COMPLAINTS: Final = """
    a it it's that's this is you you're drive hard tough one killing robbing bargain my wife will kill me i i'm am was
    still bit little lot very quite rather really more less than we wanted hoped hoping expected planned thought
    thinking to pay spend for of over above budget limit steep high pricey expensive dear costly much too well oh ok
    okay hmm ouch hurts pain painful sad ugh phew man damn sir the price offer
"""
_COMPLAINING: Final = frozenset(_COMPLAINTS.split())
"""Words of a mere complaint, such as one before `but alright, deal`."""
_CONDITION: Final = re.compile(
    r"[?\"]|(?<!\w)(?:if|unless|when|once|until|till|or|should|must|could|would|provided|only|said|says|wait)(?!\w)"
)
_ELONGATED: Final = re.compile("|".join(f"{letter}{{3,}}" for letter in "bcdefghijklmnopqrstuvwxyz"))
LONGEST: Final = 200
_APART: Final = re.compile(r"(?<![.,;:!…])[.,;:!…]++(?=\s|$)|\s-\s")
_BLOCKED: Final = re.compile(
    rf"n't(?!\w)|(?<!\w)(?:{NEGATORS}|if|unless|but|until|when|once|provided|instead|however|only|except|maybe|wait|later|or"
    r"|cheaper|lower|less|discount\w*|plus|free|extra|please|said|think\w*|would|could|should|too"
    r"|expensive|steep|pricey|costly|unfair)(?!\w)"
)


def assent(text: str) -> Assent:
    """Return whether a canonical text in lower case, without any number, accepts the offer that stands."""
    if len(text) <= LONGEST:
        text = " ".join(_ELONGATED.sub(lambda run: run[0][0], text).split())
        if elsewhere(text):
            return "none"
    said = spoken(text)
    if said.whose == "others":
        return "none"
    found = _accepts(said.words)
    return found if said.whose == "own" or found == "none" else "hedged"


def _accepts(text: str) -> Assent:
    """Return the assent of words that are nobody else's."""
    if consent(text, wide=True) == "clear":
        return "clear" if first_hand(text) and not (put_off(text) or thought(text)) else "hedged"
    if len(text) > LONGEST or _OTHER_USES.search(text):
        return "none"
    named = _THE_OFFER.sub("it", text)
    plain = without_adverbs(named)
    judged = map(_said, dict.fromkeys((without_adverbs(text), plain)))
    return next((found for found in judged if found != "none"), _conceded(plain))


def _conceded(text: str) -> Assent:
    """Return the assent of a complaint and a yes behind it: `bit steep, but alright, deal`"""
    complaint, _, rest = text.partition(" but ")
    if not rest or _CONDITION.search(complaint):
        return "none"
    found = _said(rest)
    mere = _COMPLAINING.issuperset(words_of(complaint)) and not NEGATION.search(complaint)
    sure = mere and find(rest, _PHRASES).kind == "accept"
    return found if found == "none" or sure else "hedged"


def _said(text: str) -> Assent:
    """Return the assent of a text by the phrases it is made of."""
    found = find(text, _PHRASES)
    if found.side == "yes" and found.whole:
        return _whole_yes(text, found)
    if found.sign == "hedged" or DOUBTS.search(text):
        surely = find(DOUBTS.sub(" ", text), _PHRASES)
        return "hedged" if surely.clear_yes else "none"
    return "hedged" if not found.sign and _takes_it(text) else "none"


def _whole_yes(text: str, found: Finding) -> Assent:
    """Return the assent of a text that says yes and nothing else."""
    if found.sign == "hedged" or (not found.sign and DOUBTS.search(text)):
        return "hedged"
    if found.sign not in ("", "negated"):
        return "none"
    in_passing = found.kind == "right" or (found.kind != "accept" and _says_little(text))
    return "hedged" if in_passing else "clear"


def _takes_it(text: str) -> bool:
    """Return whether one clause takes the offer explicitly, and no other weakens it."""
    if _BLOCKED.search(text) or "?" in text:
        return False
    clauses = (find(clause, _PHRASES) for clause in _APART.split(text))
    return any(one.whole and one.kind == "accept" and not one.sign for one in clauses)


def _says_little(text: str) -> bool:
    words = set(words_of(text))
    return bool(words) and words <= _PASSING
