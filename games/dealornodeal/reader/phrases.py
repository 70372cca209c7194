"""Phrases: short forms with their long forms, and turns of phrase that mean one word.

Each row of a table is `needles => pattern => replacement`; indented lines continue it. Rows apply in their order. A
pattern is tried only on words with one of its needles (`|` between them), so most are skipped. A `_` at an edge is a
space. `{nouns}`, `{plurals}` and `{singles}` are the item names. Groups repeat at most a few times, so that a pattern
takes linear time. To teach the reader a phrase, add a row.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

SHORT_FORMS: Final = r"""
gimme|gimmie|gime => \b(?:gimme|gimmie|gime)\b => give me
lemme => \blemme\b => let me
wanna|wan na => \bwan ?na\b => want to
gonna|gon na => \bgon ?na\b => going to
gotta|got ta => \bgot ?ta\b => have to
ca => \b(?:ca|can)(?: ?n't|'?t| not)\b|\bcannot\b => can not
won't|wont|won t => \bwo(?:n't|nt)\b|\bwon t\b => will not
aint|ain't => \bain'?t\b => is not
nt|n't => \b(do|does|did|is|are|was|were|would|could|should|have|has|had|must)n'?t\b => \1 not
arnt => \barnt\b => are not
let's|let us => \blet's\b|\blet us\b => lets
im|i'm => \bi'?m\b => i am
id|i'd|i d|i 'd|i ;d|i ; d => \bi ?'?d\b|\bi ; ?d\b => i would
i => \bi ?'?ll?\b(?! ?[.?!])|\bil\b|\bi ; ?ll?\b => i will
ive|i've => \bi'?ve\b => i have
we've|they've => (we|they)'ve\b => \1 have
we're => \bwe're\b => we are
ull|u'll => \b(?:you|u)'?ll\b => you will
youd|you'd => \byou'?d\b => you would
yourre|your're|ure|u're => \b(?:you|your|u)'?re\b => you are
you've => \byou've\b => you have
we'll|it'll|that'll|this'll|they'll => \b(we|it|that|this|they)'ll\b => \1 will
it|that|what|here|who|how => \b(it|that|what|there|here|who|how)'?s\b => \1 is
they're => \bthey're\b => they are
_=_ => _= (?=\d+(?: (?:each|apiece|points?|pts?|to|for|[,.;!])|$)) => _is_
_2 me|_2 you|_2 u => \b(worth|worthless|useless|nothing|\d) 2 (me|you|u)\b => \1 to \2
_against_ => \b(swap|trade|exchange)((?: \w+){1,3}) against (?=(?:the|a|an|your|one|two|three|\d
    |{nouns})\b) => \1\2 for_
if you can_|if u can_ => \bif (?:you|u) can (?:do|manage|make it) (?=(?:one|two|three|four|\d)
    (?: of)? (?:{plurals})\b) => if i get_
u|ya|yo|ye => \b(?:u|ya|yo|yu|ye|yuo|yoou|yiu|yoy)\b(?! ?'? ?all) => you
ur => \bur\b => your
your_ => \byour (?=(?:get|gets|can|take|keep|have)\b) => you_
em => \bem\b => them
_n_ => _n (?=\w) => _and_
w /o|w / o => \bw / ?o\b => without
w / => \bw / => with
pls|plz|plez => \b(?:pls|plz|plez)\b => please
t => \b(?:thx|ty|tnx|thanks?(?: you| u)?)\b => thanks
atleast|atlest|ateast|at least|at lest|at east => \bat ?(?:least|lest|east)\b => at least
nodeal => \bnodeal\b => no deal
enuf => \benuf\b => enough
4 me|4 you => \b4 (me|you)\b(?! (?:get|can|could|take|keep|have|want|need|give)) => for \1
all right => \ball right\b => alright
of course => \bof course\b => sure
pair of|couple of => \b(?:a |the )?(?:pair|couple) of\b => 2
_it your way => \b(?:have|do|get) it your way\b => ok
i take it_ => \bi take it (?=that\b|you\b|we\b|this\b) => so_
can gave => \bcan gave\b => can have
"""
"""Words are one space apart here, apostrophes kept."""

TURNS: Final = r"""
am agreeing|am accepting => \bam (agree|accept)ing\b => \1
fan of|fond of|crazy about|mad about => \bam (?:(?:a|such|really|quite|very|so|big|huge|great|bit|not) )*(?:fan of|
    fond of|crazy about|mad about)\b => love
# Words that look like items and are none.
all|both => \b(?:hi|hello|hey) (?:all|both)(?= [.,;!]) => hello
back|easy|from there|step|slow|seriously|away => \b(?:take|took|taking) (?:it|that|this) (?:back|easy|from there|step|
    slow|slowly|seriously|away)\b => thing
why_|how come_ => \b(?:why|how come) (?:should|do|would|must|can|could|is|are|will) (?:you|i|we)\b[^.?!;]*\? => what ?
_for your_ => \b(?:(one|two|three|a|\d) of )?my ((?:\w+ )?(?:{nouns})) for your (?=(?:\w+ )?(?:{nouns})
    \b) => i trade \1 \2 for_
neither_ => \bneither (need|want)\b => do not \1
_neither => \b(need|want) neither\b => do not \1
_nor => \b({nouns}) nor\b => \1 and
not_ => \bnot (?:(?:the|a|both|all|\d) )?(?:{nouns})(?: ,)? but\b =>
same_ => \bsame (?:thing |again |as before )?(?:but |plus |, )(?:with )?(?=(?:the|a|one|two|three|\d|{nouns})
    \b) => and also_
the => \b4 (?=the\b) => for_
yours|mine => \b({nouns}) \? (?:(?:all|they are|it is) )*(yours|mine)\b => \1 \2
is my_|are my_ => \b({nouns}) (?:is|are) my (?=(?:very )?(?:last|final|best|only) (?:offer|one|word|try)\b) => \1 , my_
last one|final one => (?<=[.,;:!-] )((?:and |(?:that|this|it) is |my |the )*(?:last|final)) one(?= [.,;!-]|$) => \1 try
the other_|the second_|the third_|the fourth_|the last_|the remaining_|the extra_ => \bthe (?:other|second|third|
    fourth|last|remaining|extra) (?=(?:{singles})\b) => one more_
rather_ => \brather ((?:\w+ ){1,5}?)than\b => rather \1instead of
hats off to|drop of a hat|_court|ball|eat_|one for the books|good book|book it|book that under|book now|
    book club => \bhats off to\b|\bdrop of a hat\b|
    \bballs? (?:is )?in (?:your|my|the) court\b|\b(?:play|playing) ball\b|\beat (?:a|my|your) hat\b|
    \bone for the books\b|\bgood books?\b|(?<!\ba )(?<!\bthe )(?<!\bone )\bbook (?:it|that under|now|club)\b => thing
give me_ => \bgive me (?:(?:a|one|some|just|more|another|good) )*(?:sec|second|minute|min|moment|time|break|chance|
    hint|reason)s?\b => wait .
that is_ => \bthat is (?:quite |such )?(?:a lot of|too many|so many|too few) (?:{nouns})\b => thing
all for_ => ^all for (me|you)\b => everything for \1
_about_ => (?<!you )\b(?:tell me|think|thinking|talk|talking|ask|asking|wondering|worried) about (?=(?:the |your |a |
    my |those )*(?:{nouns})\b) => what_
wear_|wearing_|reading_|playing_|plays_|reads_|juggling_|kicking_|collecting_ => \b(?:wear|wearing|reading|playing|
    plays|reads|juggling|kicking|collecting) (?:\w+ ){0,3}?(?:{nouns})\b => thing
care about_|cares about_ => \byou (?:only |just |really |always )?cares? about (?:the |your |my |those )?(?:{nouns})
    \b => thing
gave me_|gave us_|gave you_|took_ => \b(?:last|other|first|previous) (?:person|one|player|guy|time|partner|game)
    (?: \w+)?(?: gave| took| got| had| kept)(?: (?:me|us|you))?(?: (?:and|the|a|both|all|\d|{nouns})){1,8} => thing
# Questions that give nothing away.
what happens_ => \bwhat (?:happens|would happen|will happen|if) (?:if|when) [^.?!;]* => what ?
do not you_|did not you_ => \b(?:do|did) not you (?:\w+ )?(?:want|need|like|care)\b => what
what|how much|how many => \b(?:what|how much|how many)(?: else)?(?: would| will| do| can| could| should)? (?:i|you|
    we) (?:get|give|offer|want|take|pay|trade|need)\b[^.?!;:,-]*\? => what ?
important|useful|valuable|any good|precious => (^|[.,!?;] )(?:is|are) ((?:the |your |those |any of )*(?:{nouns})
    ) (?:\w+ )?(?:important|useful|valuable|any good|precious)(?: (?:to|for) you)?\b => \1what \2
# Withdrawals of earlier words.
_i mean => \b({nouns}|rest|everything)(?: [.,;:!-])*(?: (?:sorry|oops|no|wait|oh|um|uh)
    )*(?: ,)? i meant?(?: to say)?\b => \1 . anew
wait|scratch_|strike that|forget that|correction|actually|oops|my bad|or rather|rephrase|no => (?<=\w )
    (?:(?:[.,;:!-] ){0,6}(?:(?:oh|ah|um|uh|sorry|oops|no|nope|hm+) (?:, )?){0,6}(?:no wait|wait no|wait , no|
    no , wait|wait|scratch (?:that|it)|strike that|forget that|correction|no actually|actually no|actually|oops|
    my bad|or rather|let me rephrase|(?<=[.,;:-] )no(?= [,.])|or no(?= ,)|sorry no|no sorry)
    \b){1,6}(?= ?(?:[.,;:!-] ){0,6}(?:(?:i|give|gimme|you|make|let|just|the|a|both|rather|all|rest|no|want|need|to|
    get|take|say|it|is|should|will|would|can|be|have|like|me|my|\d|one|two|three|four) ){0,15}(?:{nouns}|rest|
    everything)\b) => _. anew
# Sides as labels: "you: the hat, me: the rest".
me :|me =|you :|you = => (?:(?:^|(?<=[.,;!?] )|(?<= and ))for |(?<!for )(?<!to )(?<!tell )(?<!give )\b)(me|you) [:=] (?=
    (?:the|a|an|both|all|one|two|three|four|\d|{nouns}|rest|every\w*|nothing)\b) => . label\1_
labelme => \blabelme\b => i get
labelyou => \blabelyou\b => you get
# Counts behind their items, and those of both sides.
_ => \b({nouns}) (?:: )?(\d|two|three) (?:[-/:]|and) \2(?= [.,;!?]|$) => \2 \1 each
split_ => \bsplit (?:the )?({nouns}) (?:up )?(\d) [-/:] \d(?= [.,;!?]|$) => i get \2 \1
_ => \b({nouns}) (?:: )?(\d) [-/] \d(?= [.,;!?]|$| for (?:me|you)\b) => \2 \1
_ => (?:^|(?<=[.;!:\d] )|(?<=\d , )|(?<=\d and )|(?<=(?:get|ake|ant) ))({nouns}) (?:: )?(\d)(?: ,| and)? (?=(?:(?:
    {nouns}) (?:: )?\d(?: ,| and)? ?){1,3}(?:[.;!?]|for|i|you|rest|$)) => \2 \1 , labelled_
labelled_ => labelled (?:({nouns}) (?:: )?(\d))? => \2 \1
_even|_equal => \b({nouns})(?: are| is)? (?:even|equal)(?= [.,;!?]|$) => \1 evenly
# Possession without a verb.
_me|_you => \b({nouns}|rest) (?:[:=-] )?(me|you)(?= [.,;!]|$) => \1 for \2
all me|all you|both me|both you => \b(all|both) (me|you)(?= [.,;!]|$) => \1 for \2
hand_ => \bhand (?:me )?over\b => give me
_care_ => \b(?:do|does|did) not (?:really |much )?care (?:about|for) ((?:(?:the|your|any|those) )*(?:{nouns}))
    \b => \1 is worthless
_nothing to|_nothing for => \bmeans? (?:absolutely )?nothing (?:to|for) me\b => is worthless
hate|dislike|stand => \bi (?:really |just |do )?(?:hate|dislike|can not stand) ((?:(?:the|your|any|those) )*(?:{nouns})
    )\b => \1 is worthless
any use|any need|any value|any interest => \bany (?:use|need|value|interest)\b(?: (?:for|in|of))? => what
nothing_ => \bnothing (?:but|except(?: for)?|besides|other than)\b => just
none of_|zero of_ => \b(?:none|zero) of (?:(?:the|those|your|my|these) )?(?=(?:{nouns})\b) => 0_
of each => \b(?:packages?|packs?|units?|pieces?|portions?|bundles?) (?=of each\b) =>
pack|unit|piece|portion|bundle => \b(?:packages?|packs?|units?|pieces?|portions?|bundles?) of (?=(?:the |
    your )?(?:{nouns})\b) =>
_2 me|_2 you => \b({nouns}|rest|everything|them|it) 2 (me|you)\b(?! (?:get|can|could|take|keep|have|want|need)
    ) => \1 to \2
one of_|1 of_|a of_|an of_ => \b(?:one|1|a|an) of (?:every ?thing|all|each(?: of)?|every)(?: of)? (?:the )?(?:else|
    others?|rest)\b => oneother
_without => \b(?:fine|ok|okay|good|happy|better off) without\b => do not need
have a_ => \bhave a (?:good|great|nice|lovely) (?:one|day|night|evening|weekend)\b => thanks
_not_ => \b({nouns}) (?:and )?not (?:one|two|three|four|\d)(?= [.,;!?]|$) => \1
_you say_ => \bwhat (?:do|would) you say (?:to|if|about)\b => what about
me taking|me having|me getting|me keeping => \bme (?:taking|having|getting|keeping)\b => i get
# The rest.
_else|_other than that => \b(?:every ?thing|all|all of the|what ?ever) (?:else|other than that)\b => rest
rest|remainder|others|remaining|leftover|left over => \b(?:all (?:of )?)?(?:the )?(?:rest|remainder|others|remaining|
    left ?overs?)(?: of)?(?: the| it| them| that| those| your| my)?(?: (?:items?|stuff|things?|objects?))?\b => rest
_other_ => \ball (?:of )?(?:the |your )?other (?:items?|stuff|things?|objects?)\b => rest
other_ => \b(?:the )?other (?:items|stuff|things|objects)\b => rest
_left => \b(?:what ?ever|what) (?:is|are|be|was) left(?: over)?\b => rest
the other_ => \bthe other (?:two|three|four|five|[2-5])\b(?! (?:{nouns})\b) => rest
# Everything.
e lot => \bthe (?:whole )?lot\b => everything
but|except|besides|other than|minus|excluding|bar|save => \b(?:(?:it|them|those) )?(?:everything|all|anything) (?:but|
    except(?: for)?|besides|other than|minus|excluding|bar|save(?: for)?)\b => everything except
every_ => \b(?:every|each and every)(?: single)? (?:item|thing|object|one)\b => everything
every single => \bevery single\b => all
all of it => \ball of it\b => everything
all of them|all of those|all of these|all them|all the items|all items => \ball (?:of them|of those|of these|them|
    the items|items)\b => all
it all|them all|those all => \b(?:it|them|those) all\b => themall
_each_ => \b(?:a |one |1 )(?:of )?each (?:other|remaining)(?: (?:item|thing))?\b => oneother
_of each => \b(?:a |one |1 )of each(?: of (?:the )?(?:items?|things?))?\b => oneeach
one of_|1 of_|a of_ => \b(?:one|1|a) of (?:every ?thing|every item|every|all)\b => oneeach
_of each => \b(two|three|four|[2-4]) of each\b(?! other) => \1 ofeach
# Directions of a trade.
in exchange for|in return for|in trade for|exchanging for|trading for => \b(?:in (?:exchange|return|trade)|exchanging|
    trading) for\b => for
in exchange|in return => \bin (?:exchange|return)\b =>
give_|gave_|giving_|gives_|giv_ => \b(?:give|gave|giving|gives|giv) (?:(it|that|them|those) )?(?:you )?(?:up|away)
    \b => cede \1
let => \b(?:let|letting) (?:(it|that|them|those) )?go(?: of)?\b|\blet loose of\b => cede \1
_without => \b(?:part|parting|come|live|do|be|go|going|get by|leave|walk away) without\b => cede
_with => \bpart(?:ing)?(?: ways)? with\b => cede
hold on|hang on => ^(?:hold|hang) on(?= [.,;!]) => wait
hold onto|hold on to|holding onto|holding on to|hang onto|hang on to|hanging onto|hanging on to => \b(?:hold|holding|
    hang|hanging) on ?to\b => keep
_with => \b(?:happy|satisfied|content|ok|okay|fine|good|cool|settle|do|(?<!to )go|live|stick|sticking|work|leave|
    left) with(?! (?:that|this|it|me|you|your))\b => settle
will do_|would do_|can do_|could do_ => \b(will|would|can|could) do (?=(?:the|a|one|two|three|four|[1-4]|all|both|
    just|{nouns})\b) => \1 manage_
am interested in|am looking for|am after|am hoping for|am keen on => \bam (?:interested in|looking for|after|
    hoping for|keen on)\b => want
have to_|must_|need to_ => (^|[,.;!?] )(?:have to|must|need to) (?:have|get|keep)\b => \1i want
interested in|looking for|hoping for => \binterested in\b|\blooking for\b|\bhoping for\b => want
must|breaker|essential|required|negotiable => \b(?:is|are|be) (?:a |an |the |my )?(?:absolute )?(?:must|deal ?breaker|
    must have|essential|required|non ?- ?negotiable|nonnegotiable|not negotiable)s?(?: for me| to me| here)?\b => mine
# Ultimatums: what comes without a deal is no part of the division.
or_|other => \b(?:or|other ?wise)(?: else)?(?: ,)? (?:(?:it is|it will be|there is|there will be|the deal is|we have|
    (?:we|you|i)(?: both)? get) )?(?:nothing(?: (?:at all|for (?:me|us|you|either of us)))?|bust|no (?:deal|agreement)|
    not at all|off|i (?:will )?(?:walk(?: away)?|leave|quit)|i am (?:out|gone|off|done|leaving|walking(?: away)?)|
    leave it|forget it|we are done|we do not have a deal)\b|\bor else(?= ?(?:[.,;!]|$)) => ornothing
ornothing => \b(?:(?:take|accept) (?:it|this|that)|(?:it|this|that) is (?:it|this|that)|
    all|both) ornothing => pressure
without => \b(?:(?:i )?(?:can|will) not (?:do|accept|agree|take)(?: (?:to )?(?:it|this|that))?|not?(?: (?:deal|way|
    agreement|chance))?) without (?=(?:the|a|an|both|all|one|two|three|four|\d|{nouns})\b) => only if i get_
without => \bwithout ((?:(?:the|a|an|both|all|one|two|three|four|\d|and|{nouns}) ){1,8})(?:, )?(?:then )?(?:(?:it is|
    there is|we have|i see) )?(?:no (?:deal|agreement)|i (?:will )?(?:walk(?: away)?|leave|quit)) => only if i get \1
if i do not_ => \bif i do not get ((?:(?:the|a|an|both|all|one|two|three|four|\d|and|{nouns}) ){1,8})(?:, )?(?:then )?
    (?:(?:it is|there is|we have|i see) )?(?:no (?:deal|agreement)|i (?:will )?(?:walk(?: away)?|leave|quit)
    ) => only if i get \1
only_ => (^|[.,;!?] )only (?:with|for) (?=(?:the|a|an|both|all|one|two|three|four|\d) (?:\w+ )?(?:{nouns})
    \b) => \1only if i get_
accept_ => \baccept (?=(?:the|a|one|two|three|four|[1-4]|all|both|just|{nouns})\b) => take_
but not|apart from|aside from|save for => \bbut not\b(?= (?:(?:the|a|your|my|any|both|all|\d|one|two|
    three) )*(?:{nouns})\b)|\b(?:apart|aside) from\b|\bsave for\b => except
having|getting|taking|keeping => \b(?:would|will|do|does) not (?:really )?mind (?:having|getting|taking|keeping)
    \b => would get
_welcome to => \byou are (?:very |more than |most )?welcome to(?: have| take| keep)?\b => you can have
for me|to me => \b(?:do|does) not (?:really )?(?:do|mean) (?:much|some|anything|any|a thing)? ?(?:for|
    to) me\b => is worthless
make_ => \bmake (?:it|that) (?=(?:the|a|one|two|three|four|[1-4]|all|both|{nouns})\b) => i get makeit_
settle for|settling for|go for|going for|ask for|asking for => \b(?:settle|settling|go|going|ask|
    asking) for\b => settle
rather than => \brather than\b => instead of
prefer_ => \bprefer ((?:(?:the|a|all|both|one|two|three|\d) )*(?:{nouns})) (?:over|to)\b => prefer \1 instead of
_of_ => \b(one|two|three|four|[1-4]) (?:out )?of (?:(?:the|those|these|your|our) )?(?:two|three|four|
    [2-4]) (?=(?:{nouns})\b) => \1_
as long as => \bas long as\b => aslongas
# Halves, and other parts, which are no counts.
1 / 2 of|50 of|50 percent => \b(?:1 / 2|50(?: percent)?) of (?={part}) => half_
third of|1 / 3 of => \b(?:(?:a|one|1) )?third of (?={part})|\b1 / 3 of (?={others}\b) => onethird_
thirds of|2 / 3 of => \b(?:two|2) thirds of (?={part})|\b2 / 3 of (?={others}\b) => twothirds_
quarter of|fourth of|1 / 4 of|25 of|25 percent => \b(?:(?:(?:a|one|1) )?(?:quarter|
    fourth)|25(?: percent)?) of (?={part})|\b1 / 4 of (?={others}\b) => onequarter_
quarters of|fourths of|3 / 4 of|75 of|75 percent => \b(?:(?:three|3) (?:quarters|fourths)|
    75(?: percent)?) of (?={part})|\b3 / 4 of (?={others}\b) => threequarters_
half_ => \bhalf (?:of )?(?:all(?: of)? )?(?:the )?(?:items|things|stuff|all)(?= (?:for|to) (?:me|you)\b| [.,!?]|$
    ) => half everything
_half => \brest (?:is|are) half (mine|yours)\b => half rest \1
half each|half for => \bhalf (?:each|for (?:each(?: of us)?|us both|me(?: ,)?(?: and)? half for you|
    you(?: ,)?(?: and)? half for me))(?= [.,!?]|$) => evenly
_half => \bwe (?:(?:can|will|could|should|would|each|both|all) )*(?:get|take|have|keep) half(?= [.,!?]|$) => evenly
_of_ => \b\d / \d of (?=(?:(?:the|those|all|your|my) )*(?:{nouns})\b) => what_
down the middle|50|fifty|go halves|half and half|half half|half - half|in half|
    equally => \bdown the middle\b|\b(?:50|fifty) ?[/-]? ?(?:50|
    fifty)\b|\bgo halves\b|\bhalf (?:and |- )?half\b|\bin half\b|\bequally\b => evenly
even split|even share|even part|equal split|equal share|equal part|half of each => \b(?:an |the )?(?:even|equal) (?:
    split|shares?|parts?)\b|\bhalf of each\b => evenly
# More of it.
as well|on top|as an extra|as a bonus|in addition|to boot|besides that|besides this => \b(?:as well|as an extra|
    as a bonus|on top(?: of (?:that|this|it))?|in addition(?: to (?:that|this|it))?|to boot|besides (?:that|
    this)(?= [.,;!?]|$)) => also
put_ => \bput (?:in )?(?=(?:a|an|one|two|three|\d|the|another|{nouns})\b) => add_
sweeten|top => \b(?:sweeten|top) (?:it|that|this|the deal|the pot)(?: off| up)? with\b => add
the other_|the last_|the second_|the third_|the extra_|the remaining_ => \bthe (?:other|last|second|third|extra|
    remaining) (?=one\b) => another_
one of_ => \bone of (?:the|those|your|my|them)\b => one
# Values.
get nothing|get no point|get zero|get 0 => \bget (?:nothing|no points?|zero|0)(?: points?)? (?:from|for|out of|with)
    \b => worthless
leave => \b(?:that|this|it|which) (?:would |will |only |just )*leaves? me (?:only |just )?with\b => no what
no use|no need|no value|no point|no worth|no interest|no good => \bno (?:use|need|value|points?|worth|interest|good)
    \b => worthless
not worth|not useful|not of value|not any worth|not any useful|not any of value => \bnot (?:any )?(?:worth|useful|
    of value)\b => worthless
# Questions.
what about_ => \bwhat about (?:the |your |those )?({nouns})( \?|$) => what \1
for any|for some|for no => \bfor (?:any|some|no)(?:thing)?\b(?! of) => for what
would you_ => \bwould you (?:rather|prefer|like to know)\b => what
do you_ => \bdo you (?:really |even |also |still )?(?:need|want|like|care(?: about| for)?|prefer|value|have)\b => what
how much|how many|how important => \bhow (?:much|many|important)\b => what
what if => \bwhat if\b => what about
# Offers as things, sounds, fillers.
_offer => \b(that|the|your|my|an|a|this|final|last|best|first|original|initial|previous|counter|fair|good|better|any|
    no|another|new) offers?\b => \1 proposal
_like => \b(?:sound|look|seem|feel)s? like\b => sounds
_got it|_got yourself a deal|_got a deal => \byou(?: have)? got (?:it(?! wrong)|yourself a deal|a deal)\b => deal
got it => ^(?:i )?got it\b => ok
_is what => \b(that|this|it|which) is what\b => \1 is
that is_ => \bthat is (?:it|all)\b => .
y first_ => \bis my (?:very )?first (?:one|time|game|try|round)\b => is new
a lot|a little|a bit|a few => \ba (?:lot|little|bit|few)\b => some
# Slips that only their neighbours reveal.
need to_|want to_|like to_|take to_|have to_|get to_|keep to_|me to_ => \b(need|want|like|take|have|get|keep|
    me) to (?=(?:{plurals})\b) => \1 2_
_hates => \b(both|all|\d|two|three|four|the|some) hates\b => \1 hats
ball => \bb(?:asket)? ?- ?(balls?)\b => \1
player|fan|team|game|court|coach|club|worm|shelf|store => \b(?:{nouns}) (?:player|fan|team|game|court|coach|club|worm|
    shelf|store)s?\b => thing
"""


class Phrase(NamedTuple):
    """A row of a table, for one item set."""

    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    plain: str


def phrases(table: str, names: Mapping[str, str]) -> Iterator[Phrase]:
    """Yield the rows of a table, with the names in braces filled in."""
    for row in re.sub(r"\n +", "", table).splitlines():
        if row and not row.startswith("#"):
            needles, pattern, plain = row.split(" =>")
            yield Phrase(tuple(map(_spaced, needles.split("|"))), _compiled(_spaced(pattern), names), _spaced(plain))


def _spaced(cell: str) -> str:
    return re.sub("^_|_$", " ", cell.strip(" "))


def _compiled(pattern: str, names: Mapping[str, str]) -> re.Pattern[str]:
    for name, alternatives in names.items():
        pattern = pattern.replace("{" + name + "}", alternatives)
    return re.compile(pattern)
