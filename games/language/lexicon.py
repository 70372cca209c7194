"""The words of yes and no, once for every game: phrases by kind, in canonical lower case.

A line is a pattern: `(a|b)` is a choice, and an empty choice (`(|it)`) may be left out.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final, Literal

Kind = Literal["accept", "yes", "fine", "right", "no", "against", "filler"]

_NOUNS: Final = ["deal", "offer", "proposal", "price", "swap", "trade", "set", "split", "terms", "counter offer"]
_ITS: Final = [f"{the}{last} {noun}" for the in ("the", "your", "this") for last in ("", " last") for noun in _NOUNS]
_IT: Final = "|".join(["it", "this", "that", "yours", *_ITS])
_THEIRS: Final = "|".join(_ITS)
_OFFERS: Final = "offer|proposal|price|swap|trade|set|split|deal|terms|counter offer|suggestion|choice|plan|idea|list"
_ALL_RIGHT: Final = "ok|okay|fine|good|great|fair|perfect"

_PLEASING: Final = "good|great|fine|fair|ok|okay|right|perfect|reasonable|alright"
_CONTENT: Final = "ok|okay|fine|good|cool|happy|content|satisfied|alright"

_LINES: Final[dict[Kind, str]] = {
    # The speaker takes the offer, explicitly.
    "accept": f"""
        (|i |we |i do |i will |i'll |we'll |i can |i gladly |i happily |i hereby )accept (|{_IT})
        accepted
        (|i |we |i do |we do )agree
        (|i |we |i do |we do )agree (to|with|on) ({_IT})
        (|we |we are |we're )agreed
        we agreed (to|on) (it|this|that)
        (i would like|i'd like|i want|i am happy|i'm happy|i am glad|i'm glad) to accept (|{_IT})
        (|done |it's a |its a |that's a |thats a |it is a |that is a |this is a |we have a |we've a )deal
        (you have a |you've got a |you got a |we've got a |we got a |make it a |let's call it a |call it a )deal
        (|the |your |this |that )({_OFFERS}) (is |are |)accepted(| by me)
        (|it's |it is |that's |that is |its )a (yes|hard yes|big yes|clear yes) (from|for) me
        (|it's |it is |that's |that is |then it's |consider it )settled(| then)
        (my|the|our) (class|students|team|group|wife|husband|kids|friend|boss) (agrees|accepts|says yes|say yes)
        sold
        (|i'm |i am |we're |we are )taking ({_IT})
        yes to ({_IT})
        (i say|i'll say|i will say|my answer is) yes
        (i'll|i will|i|we'll|we) take ({_IT})
        i'll go with (it|that|this)
        i can live with (it|that|this)
        (|let's |lets |let us )shake (|hands )on (it|that)
        (let's|lets|let us) (seal|close|call it|call that|call this) (a |the |it a |that a |)deal
        (let's|lets|let us) (close|seal|finalize|finalise|lock in) (it|this|that|the deal)
        (it's|it is|that's|its) a (swap|trade|bargain)
        (you|we) (got|have|have got) a (trade|swap|bargain)
        (we've got|we have got|we have|you've got|you have got|you got|you have) (ourselves|yourself) a deal
    """,
    # A plain yes.
    "yes": """
        (yes|yep|yup|yeah|yea|yeh|ya|y|aye|yes i do|yes please|yes sir|yessir|aye aye|yes yes|yes indeed|of course yes)
        (hell|heck|oh|big|hard|definitely|absolutely|ok|okay|sure) (yes|yeah|yep)
        (bet|say less|say no more|roger|roger that|you're on|you are on|ur on|your on|it's on|we're on)
        (i'm|i am|we're|we are) (down|game|sold|on board|all in)(| for it| for that| with it| with that)
        (i'm |i am |)down for (it|that|this)
        (i'll|i will|let's|lets|let us|we'll|i'm gonna|i'm going to) go (for it|with yours|with your one)
        (ja|oui|si|sí)
    """,
    # The speaker is content. People also say it in passing.
    "fine": f"""
        (ok|okay|okey|k|kk|sure|fine|alright|all right|aight|cool|good|great|perfect|excellent|wonderful|awesome)
        (fair|done)
        (very well|fair enough|good enough|why not|of course|sure thing|for sure|gladly|with pleasure|by all means)
        (absolutely|definitely|certainly|indeed|totally|alrighty|oki|okie|okie dokie|okey dokey)
        (oki doki|okie doke|okey doke|okidoki|okey doki)
        (sounds like a plan|you win)
        (can do|will do|i'll bite|you got it|works like a charm|no notes|as you wish|suits me fine|that's good enough)
        (that's|that is|it's|it is|its) (acceptable|agreeable|alright|all right)(| to me| for me| with me)
        ({_OFFERS}) (is|are|looks|sounds) ({_ALL_RIGHT}|acceptable)(| for me| to me| with me| by me)
        ({_THEIRS}) (is|are|looks|sounds) ({_ALL_RIGHT}|acceptable)(| for me| to me| with me| by me)
        (|the |your |this |that )({_OFFERS}) (works|suits me|will do)(| for me| for us)
        yours (is|sounds|looks) ({_ALL_RIGHT}|acceptable)(| for me| to me| with me| by me)
        (yours it is|yours then|ok with me|cool with me|fine by me)
        (i'm |i am |)(ok|okay|fine|good|cool|happy|alright) with yours
        (i'd|i would) be (happy|glad) to (do|accept|take|pay) (it|that|this)
        (superb|splendid|fantastic|brilliant|so be it)
        (make it so|consider it done|go on then|happy to|glad to)
        (you convinced me|you've convinced me|you have convinced me|i give in|not a problem|my pleasure|good to go)
        (all good|no problem|no objection|no objections)
        (sounds|looks|seems) ({_PLEASING})(| to me| for me)
        (it|that|this) (sounds|looks|seems) ({_PLEASING})(| to me| for me)
        (it's |its |that's |thats |it is |that is |this is )({_ALL_RIGHT}|acceptable|all good)(| with me| by me| for me)
        (|i'm |i am |we're |we are )({_CONTENT}) with ({_IT})
        (fine|good|great|ok|okay|fair) (by|with|w|for|to) (me|us)
        (|it |that |this )works(| for me| for us)
        (let's|lets|let us|i can|we can|i could|i'll|i will) do (it|that|this)
        (that'll|that will|it'll|it will|this'll|this will) (do|work)(| for me| for us)
        (|it |that |this )suits me
        (go ahead|go for it|do it|i'm in|i am in|count me in|take it|take this)
        (👍|🤝|✅|👌|💯)
    """,
    # Confirms that we understood the speaker.
    "right": """
        (correct|right|exactly|confirm|confirmed|i confirm|i meant that|i stand by it|i stand by that)
        (that's|thats|that is|it's|it is|all) (right|correct|it)
        (sure is|indeed it is)
        looks correct
        (|i )confirm (it|this|that)
        (yes it is|yes we do|spot on|bang on|as agreed|as we agreed|as we said|that's the deal|that is the deal)
        (that's|that is|it's|it is) what we (agreed|said|agreed on|both mean|both meant)
        (that's|that is|it is|exactly) what i (meant|mean|want|wanted)
    """,
    "no": f"""
        (no|n|nope|nah|naw|never|no way|no deal|no chance|not a chance|no thanks|no thx|no thank you)
        oh (no way|no deal|no thanks|no thank you)
        (no|nah|nope|no thanks|no thank you) (i'm|i am|we're) (good|fine|ok|okay|alright)
        (no sale|no dice|thumbs down|hard pass|forget it|no can do|no good|dream on|i say no|my answer is no|nein|non)
        (|i |we |i'll |i will |i have to |i must )(refuse|reject|decline|deny|pass) (|{_IT})
        (rejected|refused|declined|denied|unacceptable)
        (|i |we )(don't|do not|won't|will not|can't|cannot|can not) (accept|agree|take) (|it|this|that|your offer)
        (❌|✖|🚫|👎|🙅)
    """,
    # The speaker is not content, without a refusal.
    "against": """
        (oh no|not yet|not now|not really|not quite|not ok|not okay|not good|not good enough|not enough|not fair)
        (too low|too high|too much|too little|too dear|unfair|not acceptable)
        (|i |we |i have to |i must )disagree
    """,
    # Words that add nothing to an answer.
    "filler": """
        (oh|ah|well|so|then|and|now|please|pls|plz|thanks|thx|ty|thank you|sorry|my friend|sir|madam|mate)
        (thank you very much|thanks a lot|i think|i guess so then|in that case|haha|lol|whatever)
        (bro|dude|man|buddy|pal|guys|boss|chief|fam|partner|amigo|cheers|finally|alright alright|yay|woohoo)
        (ugh|meh|oof|phew|sigh|damn|dang|man oh man|oh man|oh well|ah well)
        (you got me|you've got me|you convinced me|twist my arm|you twisted my arm|let's get this over with)
        (let's get it over with|let's go|let's proceed|let us proceed|then let's go|moving on|next)
        (🙂|😀|😊|😄|🎈|😂|😅|🙏|🎉|🔥)
    """,
}


def _expanded(line: str) -> Iterator[str]:
    """Yield every phrase that a pattern stands for."""
    parts = [part.split("|") for part in re.split(r"[()]", line)]
    for chosen in map("".join, product(*parts)):
        if phrase := " ".join(chosen.split()):
            yield phrase


def expanded(lines: Mapping[Kind, str]) -> dict[str, Kind]:
    """Return the kind of each phrase that lines of patterns stand for; the kinds that come first win."""
    return {
        phrase: kind
        for kind, patterns in reversed(list(lines.items()))
        for line in patterns.strip().splitlines()
        for phrase in _expanded(line.strip())
    }


class Phrases(dict[str, Kind]):
    """The kind of each phrase. `longest` holds, by their first word, how many words the longest of them has."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        super().__init__(kinds)
        self.longest: dict[str, int] = {}
        for phrase in kinds:  # thousands, whenever a program starts: so their words are counted by the spaces between
            first, count = phrase.partition(" ")[0], phrase.count(" ") + 1
            if count > self.longest.get(first, 0):
                self.longest[first] = count


PHRASES: Final = Phrases(expanded(_LINES))
"""The kinds that come first above win."""

NEGATORS: Final = (
    "no|not|never|cannot|cant|nor|nope|nah|neither|none|nothing|nobody|hardly|barely|"
    r"reject\w*|refus\w*|declin\w*|cancel\w*|forget|off|"
    r"(?:ai|are|ca|could|did|do|does|had|has|have|is|might|must|need|should|sha|was|were|wo|would)n ?['`]? ?t"
)
"""Alternatives for a pattern over canonical text in lower case; they match whole words."""
NEGATION: Final = re.compile(rf"n't\b|\b(?:{NEGATORS})\b|[❌✖🚫👎🙅]")


def any_of(phrases: str) -> str:
    """Return one pattern for many phrases, which are separated by line ends or two spaces."""
    return "(?:" + "|".join(re.split(r"\s*\n\s*| {2,}", phrases.strip())) + ")"


def single(*kinds: Kind) -> frozenset[str]:
    """Return the phrases of some kinds that are one word."""
    return frozenset(phrase for phrase, kind in PHRASES.items() if kind in kinds and phrase.isalpha())


PRAISE: Final = frozenset(
    "good great perfect cool nice lovely excellent wonderful awesome superb splendid fantastic brilliant".split()  # noqa: SIM905
)
"""Words of content that people also say in passing; alone they answer, but not beyond doubt."""
YES: Final = single("accept", "yes", "fine", "right")
"""The single words of consent."""
