"""Free-form phrases of the balloon game, by kind.

Each kind of phrase is a letter, so a text becomes a string of letters, which simple patterns match. A line is a pattern
of `choices`. Short forms are written in full (`i am`, `do not`), and words that add nothing (`just`, `really`) are left
out.
"""

from functools import cache
from types import MappingProxyType
from typing import Final

from games.balloon.reader.choices import expanded
from games.balloon.reader.spelling import IDLE, full
from games.language.lexicon import PHRASES as YES_AND_NO

ITEMS, NUMBER, PLACED, OTHER, HEDGE = "I", "N", "L", "w", "h"
"""Names of items, a proposal by its number, one that something is taken from or put into, any word that no phrase
holds, and a word that leaves in doubt.
"""

_NOUN: Final = (
    "set|proposal|offer|list|selection|choice|version|suggestion|picks|package|items|one|two|three|terms|plan|mix"
    "|combination|combo|solution"
)
_LISTED: Final = "idea|thought|try|attempt|plan|set|list|selection|combination|combo|mix|proposal|suggestion|offer"
_NEW: Final = "| first| new| next| last| final| best| better"
_OFFER: Final = "(proposal|suggestion|offer|counterproposal|counteroffer)"
_REST: Final = "(the rest|the others|rest|everything else|all else)"
_WHICH: Final = "| last| latest| newest| new| current| second"
_GOOD: Final = "good|great|fine|fair|ok|okay|okey|perfect|nice|acceptable|alright|all right|better|cool|reasonable"
_FINE: Final = f"{_GOOD}|decent|solid|interesting|tempting|excellent|wonderful|lovely|sensible|smart|brilliant|clever"
_THING: Final = "idea|proposal|offer|set|list|choice|one|work|job|plan|point"
_STAY: Final = "stay|remain|be kept|be on board|fly|come along|be in"

_LINES: Final[dict[str, str]] = {
    # Subjects with their modal verbs.
    "s": """
        (i|we)(| will| would| could| can| should| must| do| am| are)
        (i|we)(| am| are| would be| will be) (happy|glad|ready|willing) to
        (i|we)(| would) (like|want|love|have) to
        (i|we) (will|would|must) have to
        (ready|willing) to
        let me
        let us
        that (we|i)
        to
        (|i |we )(|am |are )going to
    """,
    "u": "(you|he|she|they)(| will| would| could| can| should| must| do| are)",
    "Q": """
        (how|what) (about|if)(| we| i| you)(| only)
        (can|could|shall|should|may|would)(| not) (we|you|i)(| not)(| all)
        (can|could) we (agree|settle) (on|to|with)
        (why do not we|why do we not|why not (keep|take|try|go with))
        (can|could|shall) (we|i) (go|fly|live|have|say)
        (i|we) would be (happy|glad|ok|fine) if (we|you|i)(| could| can) (keep|take|have)
        how (would|will|does|do)
    """,
    "q": """
        what (would|do) you (say|think) (to|about|of)
        how do you (feel about|like)
        (are|would) you (|be )(ok|okay|fine|happy|good|cool) with
        (can|could|would|will) you (agree|settle|accept|take|live|go)(| on| to| with| for)
    """,
    # Accepts; keeps; would like.
    "a": """
        (accept|accepting|accepted)
        (agree|agreeing|agreed)(| to| with| on| completely)
        sold
        (|a |done |it is a |that is a |this is a )deal(| on| for)
        (have|have got|got) a deal
        (call it|make it) a deal
        go ahead with
        (|am |are )(happy|glad|ready|willing) to (accept|agree)
        (|i |we )have an agreement
        consider it (done|agreed|settled)
        (i |we |)can live with
        count me in
        (i am|we are|am) in
        (|you )(have|have got|got) my (agreement|consent|approval|vote|ok|yes|blessing)
        (i|we)(| will) (say|vote) yes(| to)
        (i|we)(| will) (sign|second|support|confirm|go along with)
        my (answer|vote) is (a |)yes
        approved
        (i|we)(| am| are| will| do) (approve|approving)(| of)
        (|am |are )on board with
        (confirmed|(|it is |that is )settled)
        (|let us )(lock|seal|finalize|finalise|settle|close) (it|this|that|the deal)(| in| up)
    """,
    "p": """
        (|i |we )(would|could|might) (accept|agree)(| to| with| on)
        (agree|agreeing) with you
        (|i |we )(am |are )(with you|on board)
    """,
    "k": """
        (keep|take|save|choose|pick|try|do|use|fly with|hold on to)
        (go|going|stick|stay|live|finish|side) (with|for)
        (insist|stand) (on|by)
        (stick|back) to
        let us have
        go for
        go back to
        let us go (with|for)
        settle (for|on)
        (keeping|taking)
        start with
        (put|pack|load|carry|hold|retain)
        let us say
        (compromise|meet|agree)(| on| at| with)
        (i|we)(| can| could| would| will| should| might) (go|fly)
    """,
    "v": """
        (|i |we )would rather(| take| go with| go for| do)
        (|i |we )(|would )(prefer|favor|favour)
        (|i |we )(would |)(rather |)(want|prefer|love)(| to (have|keep|take))
        (|i |we )(would|would rather|rather) have
        (|i |we )would like(| to (have|keep|take))
    """,
    "P": f"""
        (propose|suggest|offer)(| that| keeping| taking| to keep)
        (|my|a|the|new|another|my new|a new|my next|next|final|my final|here is my)(| counter) {_OFFER}(| is| would be)
        counter
        suggestion
        again
        only
        (proposing|suggesting|offering)(| to keep)
        (|the |my |our )(best|ideal|optimal|fairest|perfect) ({_LISTED}|one)(| for (us|both of us)) (is|would be)
        (a|the) compromise(| of| is| would be)
        (first|new|next|another|other|fresh|better|different|one|one more) ({_LISTED})(| is| would be)
        (my|our)({_NEW}) ({_LISTED}) (is|would be)
        (here is|here are|here comes|this is) (my|a|an|our)({_NEW}) ({_LISTED})
        (for|to) me it is
        (i |)(am|vote|would vote) for
        my (pick|picks|choice|favourites|favorites|selection|set|list|top (two|three|four)) (would be|is|are)
        (|i |we )vote(| for)
        my vote (is|goes to|goes for)
        (is|as) my (last|final|best|latest|next|counter) (offer|proposal|set|word|answer|list)
        is my (new |)(proposal|suggestion|offer|set|choice|pick)
        would be my (proposal|suggestion|offer|set|choice|pick)
    """,
    # Finds it good.
    "g": f"""
        (is|are|am|looks|look|sounds|sound|seems) (|more than |good and |light and )({_GOOD})
        (is|are) (accepted|approved|agreed)
        (is|are|would be) (the |my )(best|ideal|optimal|way to go|best one|best set|favourite|favorite)
        (is|are) (best|ideal|optimal)
        (works|work|will work|would work|can work|will do|would do|suits me|suit me|wins|win|does it)
        it is
    """,
    "i": """
        (might|may|could) (do|work|be ok|be okay|be fine)
        (|i )(guess|suppose|think) so
        (|i |we )(surrender|give in|give up)
        as you (wish|say|want)
        if you (insist|say so|must)
        (i am|we are) (good|fine|ok|okay|cool|great|alright)
        (|i |we )(would|could) be (happy|ok|okay|fine|good) with
    """,
    "G": """
        (for|with|by|to|from) (me|us|of us)
        (from here|from my side|on my side|for now|here)
        (|i |we )(|am |are )(happy|ok|okay|fine|good|content|satisfied|cool) with
    """,
    "E": f"""
        ({_GOOD}) (with|by|for) (me|us)
        (|i am |we are |you have )(convinced|persuaded)(| me| us)
        so be it
        (it is|that is|this is) a (yes|go)
        a yes (from|for|with) me
        you (got|have) it
        (|i |we )(have|got) (no objection|no objections|no problem|no complaints|nothing against)(| with| to| against)
        no complaints
        ({_GOOD}|yes|lgtm|si|ja|oui|affirmative|indeed|absolutely)
        yes (to|do|do it)
        (let us go|let us do it|do it)
        (ok|okay|fine) to
        (you win|go ahead|do it|no objection|no objections|no problem|all good|no complaints)
        (shake on (it|that))
        👍  🤝  ✅  👌
    """,
    "S": f"""
        (stay|stays|staying|remain|remains|come along)
        (should|must|can|could|would|will|have to|need to) ({_STAY})
        (on board|in the balloon|in the basket|in the set|in the bag|aboard|onboard|on the balloon)
        (would be|is|are|would make|make|makes) (a |my |the |)(good |great |nice |best |)(set|choice|start|combo|mix)
        (for a start|to start|for starters|to begin|to begin with|for us)
        would be (nice|good|great|better|best|fine|ok)
        be (nice|good|great|better|best|fine|ok|okay|fair|acceptable|possible)
        (|be )(nice|good|great|better|best|fine|ok|okay|fair|acceptable) (for|with|by) you
        (work|works|do|suit|suits|sound|sounds)(| for you| with you| to you| you)
    """,
    "R": f"""
        (drop|dump|throw|throw out|throw away|toss|leave|lose)(| all) {_REST}(| overboard| out| behind| away)
        {_REST}(| goes| go| can go| out| is out| are out| overboard| goes overboard)
        nothing (else|more)
        keep (the others|the rest|everything else|all the others|all others)
        (the others|the rest|everything else) (stay|stays|remain)
    """,
    "A": """
        (should|must|can|could|has to) come(| in| along| too| as well)
        (gain|add|adding|include|including|bring|bring in|throw in|put in|squeeze in|fit in|keep adding)(| back)
        (plus|also|together with)
        (is |we have |have |got |have got |)(room|space) (for|left for)
        put (it|that|them) in
        (added|as well|too|on top|in addition|included|in)
        (comes|come|goes|came|is|are|gets) (along|in|too|in too|along too|included|added)
        (take|bring|add|put) (it|them|that|these) (in|along|as well|too|in as well|in too|along too)
        (fits|fit)(| in)(| too| as well)
        to (yours|it|that|your set)
    """,
    "D": """
        (drop|dropping|remove|lose|skip|ditch|dump|cut|kick|delete|exclude|toss|leave|leaving|omit)(| out| off)
        (forget|scrap)
        (throw|kick|leave|take|throw away|get rid of|give up)(| out| overboard| away| behind)
        (goes|go|must go|has to go|can go|should go|goes out|is out)
        (out|overboard|behind|away|dropped|removed|left out|off)
    """,
    "X": "without  minus  except(| for)  excluding  other than  apart from  less  all but",
    "W": "(swap|trade|exchange|replace|switch|change|substitute)(| out)  (swapping|trading|replacing|exchanging)",
    "T": """
        instead of  rather than  in place of  in for  and not  over
        (|should |would |will |could |can |may )(replaces|replacing|replace)
        (takes|take|taking) the place of
    """,
    "F": "for  with  by  into  against",
    "&": "and  &",
    "b": "but  though",
    ";": "so  because  since  cause  cos  as",
    # Sets that a change may start from.
    "Y": f"""
        yours
        your ({_NOUN})
        your(| last| latest| newest| new| first| old| current| whole) ({_NOUN})
        your (way|idea)
        (all|everything|what|the ones)(| that| what) you (said|proposed|offered|suggested|listed|named|picked)
    """,
    "M": f"mine  my(| last| latest| newest| new| own| current| whole) ({_NOUN})",
    "m": "my (first|original|initial|old|previous|earlier)(| set| proposal| offer| one| list)",
    "Z": "same  the same(| set| one| thing| list)  same (set|thing|list|one)",
    "t": f"""
        (it|this|that|these|those|them|this one|that one|these ones|those ones|the three)
        (this|that|the|these|those)({_WHICH}) ({_NOUN})
        (those|these|all) (two|three|four|five)
    """,
    "U": """
        (all|everything)(| of| in| items| on board)
        all the items
        (|the )(whole|entirety) of
        (all|all the|every) (item|items|one) (of|in|from)
    """,
    # A set that something is taken from, or put into; what stands before items: an article, or a verb that asks.
    "K": f"""
        (in|from|of|on|off|within|to) (yours|your(| last| latest| newest| new| first| current) ({_NOUN}))
        (in|from|off|within) (it|that|this|that one|this one|(the|that|this) ({_NOUN}))
    """,
    "J": f"(in|from|of|on|off|within|to) (mine|my(| last| latest| newest| new| own| current) ({_NOUN}))",
    "d": """
        the  a  an
        (the |that |this |a |an |your |my |our )(heavy|big|light|small|bulky|huge|heaviest|lightest|useless)
    """,
    "r": "would  will  does  is  are  could  should",
    # Says no, explicitly or in passing; finds it bad.
    "O": """
        (|i |we |i will |we will )(refuse|reject|decline|refused|rejected|declined|disagree)(| to accept| with)
        (i |)(say |)no to
        (i am|we are|am|are|vote|would vote) against
        (i |we |)(have|need) to (refuse|reject|decline)
        (is|are) a no
        (|i |we |i will |we will )pass on
        not (interested|happening|for me|for us)
        (|i |we )(can|will|could) not do (it|that|this)
        (absolutely|of course) not
        (|i |we )(|would )rather not
        (|it is |that is |this is )a no
        (no deal|no deal on|hard pass|never|no way|no chance|not a chance|forget it|unacceptable)
        (|i |we )(do not|can not|will not|could not) (accept|agree|take)(| to| with| on)
        (not|is not|are not) (acceptable|agreed|accepted)
        (|am |are |will )not (taking|accepting|agreeing|having|buying|be taking|be accepting)(| to| with)
        (|i |we )(will|can|do|would) not (go|live|work|fly) with
        not (that|this|those|these|your)(| one| ones| set| proposal| list| mix| offer| combo)
        (hard|big|firm|clear|definite) no
        no no(| no)
        👎  ❌  🚫  🙅
    """,
    "j": "no",
    "o": "nope  nah  naw  no thank you  nein  non",
    "l": """
        (is |are |)(too|way too|much too|far too|a bit too) (heavy|light|much|little|bad)
        (is |are |)(no good|not good|not good enough|not enough|unfair|not fair|not great|not ok|not okay)
        (|is |are |that is |it is |this is )(terrible|awful|horrible|ridiculous|rubbish|a joke|worth nothing|worthless)
        (is|are|that is|it is|this is) (bad|worse|not worth (much|anything))
        (|i |we )do not (like|want|need|love)
        (does|will|would|can|do) not (work|suit|fit|help|do|do it)(| me| us)
        (|i am |we are |am |are )not (happy|ok|okay|fine|good|satisfied) with
        (|i am |am )not (a|a big) fan(| of)
    """,
    "e": """
        (|i |we )do not (think|believe) so
        (|i |we )do not (think|believe) (|that )(i|we) (want|like|need|can accept|can agree to|will take|would take)
        (|i |we )do not (think|believe) (|that )(i|we) (agree|accept|could accept|should accept|agree with|agree to)
    """,
    "h": """
        maybe  perhaps  possibly  probably  (|i )(guess|suppose|think)(| that)  not sure  dunno
        (|i )(was|am) thinking(| of)  something like  or so  or something  kind of  kinda
        (|i )would say
    """,
    "B": """
        (gets|gives|makes|brings|totals|weighs|costs|uses|comes to|adds up to)
        (get|give|make|bring|total|weigh|cost|use|come to|add up to)
        (gets|gives|makes|brings|get|give|make|bring|leaves|leave) (us|you|me)
        (fits|fit|fills|fill)(| in| within| under) the (limit|balloon|basket)
        (|any )thoughts
        what(| do| would) you (think|say)
        (whatcha|wdyt|whaddya|wat u) think
        wdyt
        (you|u) think
        (any|no) objections
    """,
    "H": "meh  hm  hmm  hmmm  hmmmm  um  uh  mhm",
    "c": "if  unless  as long as  provided  assuming  when  once  until  whether  or",
    "n": "not  never  nearly  almost",
    "f": f"""
        well  hi  hello  hey  instead  all the best
        (|a |that is a |it is a |this is a |what a )({_FINE}) ({_THING})
        not bad
        (it is |that is |this is |is |)not (ideal|perfect|bad|great|my favourite|my favorite|the best|what i wanted)
        (|i |we )can not (find|see|think of|get) (anything|something) better
        (|i |we |i will |we will )(drop|withdraw|give up|take back|scrap|forget|leave) (|about )(mine|my ({_NOUN}))
        you are right
        (good|great|nice|lovely|excellent) game
        no (more|further|other) (changes|questions|objections|wishes|complaints|discussion|talk)
        (|the |a |our )(union|overlap|compromise|middle way)
        (that|it|this) (is|makes|weighs|comes to|would be|adds up to)
        (my|your)
        (|is |are )better than mine
        the (light|small|heavy|cheap) ones
        my favourites fit
        what do you (say|think)
        (final|last) (offer|word|answer|proposal|set|list|one)
        (full|exactly|exactly full|in total|total|on the dot|max|perfect fit|fully loaded|at the limit)
        (|i |we |let us )(drop|forget|scrap|skip) (both|them both|both of them|both sets|both lists)
        (at home|on the ground|on earth)
        (no wait|wait no|let us fly|ok so|so yeah|you know what|trust me|i swear|come on|guys|everyone)
        before (we|the balloon|it|i) (crash|crashes|sink|sinks|fall|falls|die|drop)
        if you ask me
        small stuff first
        (in that case|thank you|as you like|have it your way|my friend|at all|of course|a lot|both of us)
    """,
    # Sentences that only begin like moves.
    OTHER: """
        (my|the|our) (class|students|team|group|wife|husband|kids|friend|boss) agrees with (me|us|you)
        (agree|agreed) that
        agree (with|on) (you|something|everything|nothing)
        (yeah|yea|ya|sure) right
        we agree on
        let us see
        deal with (it|that|this|them)
        (i am|we are|am|are) (done|out|finished|off|leaving|through)
        let me (think|see|check|calculate|look|know|sleep)
        let us (discuss|talk)
        in (your|my) dreams
        (i am|we are) (here|back|there|human)
        (i|we) (have|had)
        do you (agree|accept)
        (|i |we )(|would )rather not (say|lose|drop|give up|give|take|keep|have|swap|trade|remove|leave|add|include)
    """,
}
_POINTERS: Final = ("it", "this", "that")
KINDS: Final = {"accept": "a", "yes": "E", "fine": "E", "no": "o", "filler": "f"}
"""The kinds of the phrases that every game knows."""


def _phrases() -> dict[str, str]:
    made: dict[str, str] = {}
    for kind, lines in _LINES.items():
        for line in lines.replace("  ", "\n").splitlines():
            for phrase in expanded(line):
                made.setdefault(phrase, kind)
    for phrase, kind in YES_AND_NO.items():
        first, last = phrase.split()[0], phrase.split()[-1]
        if kind in KINDS and last not in _POINTERS and not (kind == "accept" and first in ("i", "we")):
            made.setdefault(" ".join(word for short in phrase.split() for word in _spoken(short)), KINDS[kind])
    made.pop("", None)
    return made


@cache
def _spoken(short: str) -> tuple[str, ...]:
    """Return the words that a short form stands for, without those that add nothing."""
    return tuple(word for word in full(short).split() if word not in IDLE)


MEANINGS: Final = MappingProxyType(_phrases())
"""The kind of each phrase; the kinds that come first above win."""
LONGEST: Final = max(len(phrase.split()) for phrase in MEANINGS)
