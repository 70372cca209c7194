"""Short forms with their long forms, and turns of phrase that mean one word.

Each row holds needles (`|` between them), a pattern, and its replacement. A pattern is tried only on words with one of
its needles, so most are skipped. Groups repeat at most a few times, so that a pattern takes linear time.
"""

from typing import Final

OPENED: Final = (
    ("gimme|gimmie|gime", r"\b(?:gimme|gimmie|gime)\b", "give me"),
    ("lemme", r"\blemme\b", "let me"),
    ("wanna|wan na", r"\bwan ?na\b", "want to"),
    ("gonna|gon na", r"\bgon ?na\b", "going to"),
    ("gotta|got ta", r"\bgot ?ta\b", "have to"),
    ("ca", r"\b(?:ca|can)(?: ?n't|'?t| not)\b|\bcannot\b", "can not"),
    ("won't|wont|won t", r"\bwo(?:n't|nt)\b|\bwon t\b", "will not"),
    ("aint|ain't", r"\bain'?t\b", "is not"),
    ("nt|n't", r"\b(do|does|did|is|are|was|were|would|could|should|have|has|had|must)n'?t\b", r"\1 not"),
    ("arnt", r"\barnt\b", "are not"),
    ("let's|let us", r"\blet's\b|\blet us\b", "lets"),
    ("im|i'm", r"\bi'?m\b", "i am"),
    ("id|i'd|i d|i 'd|i ;d|i ; d", r"\bi ?'?d\b|\bi ; ?d\b", "i would"),
    ("i", r"\bi ?'?ll?\b(?! ?[.?!])|\bil\b|\bi ; ?ll?\b", "i will"),
    ("ive|i've", r"\bi'?ve\b", "i have"),
    ("we've|they've", r"(we|they)'ve\b", r"\1 have"),
    ("we're", r"\bwe're\b", "we are"),
    ("ull|u'll", r"\b(?:you|u)'?ll\b", "you will"),
    ("youd|you'd", r"\byou'?d\b", "you would"),
    ("yourre|your're|ure|u're", r"\b(?:you|your|u)'?re\b", "you are"),
    ("you've", r"\byou've\b", "you have"),
    ("we'll|it'll|that'll|this'll|they'll", r"\b(we|it|that|this|they)'ll\b", r"\1 will"),
    ("it|that|what|here|who|how", r"\b(it|that|what|there|here|who|how)'?s\b", r"\1 is"),
    ("they're", r"\bthey're\b", "they are"),
    (" = ", r" = (?=\d+(?: (?:each|apiece|points?|pts?|to|for|[,.;!])|$))", " is "),
    (" 2 me| 2 you| 2 u", r"\b(worth|worthless|useless|nothing|\d) 2 (me|you|u)\b", r"\1 to \2"),
    ("u|ya|yo|ye", r"\b(?:u|ya|yo|yu|ye|yuo|yoou|yiu|yoy)\b(?! ?'? ?all)", "you"),
    ("ur", r"\bur\b", "your"),
    ("your ", r"\byour (?=(?:get|gets|can|take|keep|have)\b)", "you "),
    ("em", r"\bem\b", "them"),
    (" n ", r" n (?=\w)", " and "),
    ("w /o|w / o", r"\bw / ?o\b", "without"),
    ("w /", r"\bw /", "with"),
    ("pls|plz|plez", r"\b(?:pls|plz|plez)\b", "please"),
    ("t", r"\b(?:thx|ty|tnx|thanks?(?: you| u)?)\b", "thanks"),
    ("atleast|atlest|ateast|at least|at lest|at east", r"\bat ?(?:least|lest|east)\b", "at least"),
    ("nodeal", r"\bnodeal\b", "no deal"),
    ("enuf", r"\benuf\b", "enough"),
    ("4 me|4 you", r"\b4 (me|you)\b(?! (?:get|can|could|take|keep|have|want|need|give))", r"for \1"),
    ("all right", r"\ball right\b", "alright"),
    ("of course", r"\bof course\b", "sure"),
    ("pair of|couple of", r"\b(?:a |the )?(?:pair|couple) of\b", "2"),
    (" it your way", r"\b(?:have|do|get) it your way\b", "ok"),
    ("i take it ", r"\bi take it (?=that\b|you\b|we\b|this\b)", "so "),
    ("can gave", r"\bcan gave\b", "can have"),
)
"""Short forms and their long forms. Words are one space apart here, apostrophes kept."""

PHRASES: Final = (
    # Words that look like items and are none.
    (
        "back|easy|from there|step|slow|seriously|away",
        r"\b(?:take|took|taking) (?:it|that|this) (?:back|easy|from there|step|slow|slowly|seriously|away)\b",
        "thing",
    ),
    (
        "why |how come ",
        r"\b(?:why|how come) (?:should|do|would|must|can|could|is|are|will) (?:you|i|we)\b[^.?!;]*\?",
        "what ?",
    ),
    (" for your ", r"\bmy ((?:\w+ )?(?:{nouns})) for your (?=(?:\w+ )?(?:{nouns})\b)", r"i trade \1 for "),
    ("neither ", r"\bneither (need|want)\b", r"do not \1"),
    (" neither", r"\b(need|want) neither\b", r"do not \1"),
    (" nor", r"\b({nouns}) nor\b", r"\1 and"),
    ("not ", r"\bnot (?:(?:the|a|both|all|\d) )?(?:{nouns})(?: ,)? but\b", ""),
    (
        "same ",
        r"\bsame (?:thing |again |as before )?(?:but |plus |, )(?:with )?(?=(?:the|a|one|two|three|\d|{nouns})\b)",
        "and also ",
    ),
    ("the", r"\b4 (?=the\b)", "for "),
    ("yours|mine", r"\b({nouns}) \? (?:(?:all|they are|it is) )*(yours|mine)\b", r"\1 \2"),
    (
        "the other |the second |the third |the fourth |the last |the remaining |the extra ",
        r"\bthe (?:other|second|third|fourth|last|remaining|extra) (?=(?:{singles})\b)",
        "one more ",
    ),
    ("rather ", r"\brather ((?:\w+ ){1,5}?)than\b", r"rather \1instead of"),
    (
        "hats off to|drop of a hat| court|ball|eat |one for the books|good book|book it|book now|book club",
        (
            r"\bhats off to\b|\bdrop of a hat\b|\bballs? (?:is )?in (?:your|my|the) court\b|\b(?:play|playing) ball\b"
            r"|\beat (?:a|my|your) hat\b|\bone for the books\b|\bgood books?\b"
            r"|(?<!\ba )(?<!\bthe )(?<!\bone )\bbook (?:it|now|club)\b"
        ),
        "thing",
    ),
    (
        "give me ",
        (
            r"\bgive me (?:(?:a|one|some|just|more|another|good) )*(?:sec|second"
            r"|minute|min|moment|time|break|chance|hint|reason)s?\b"
        ),
        "wait .",
    ),
    (
        " about ",
        (
            r"(?<!you )\b(?:think|thinking|talk"
            r"|talking|ask|asking|wondering|worried) about (?=(?:the |your |a |my |those )*(?:{nouns})\b)"
        ),
        "what ",
    ),
    (
        "wearing |reading |playing |juggling |kicking |collecting ",
        r"\b(?:wearing|reading|playing|juggling|kicking|collecting) (?:\w+ ){0,3}?(?:{nouns})\b",
        "thing",
    ),
    # Questions that give nothing away.
    (
        "what|how much|how many",
        (
            r"\b(?:what|how much|how many)(?: else)?(?: would| will| do| can| could| should)? (?:i|you|we) (?:get|give"
            r"|offer|want"
            r"|take|pay|trade|need)\b[^.?!;:,-]*\?"
        ),
        "what ?",
    ),
    (
        "important|useful|valuable|any good|precious",
        (
            r"(^|[.,!?;] )(?:is|are) ((?:the |your |those |any of )*(?:{nouns})) (?:\w+ )?(?:important|useful|valuable"
            r"|any good"
            r"|precious)(?: (?:to|for) you)?\b"
        ),
        r"\1what \2",
    ),
    # Withdrawals of earlier words.
    (
        " i mean",
        r"\b({nouns}|rest|everything)(?: [.,;:!-])*(?: (?:sorry|oops|no|wait|oh|um|uh))*(?: ,)? i meant?(?: to say)?\b",
        r"\1 . anew",
    ),
    (
        "wait|scratch |strike that|forget that|correction|actually|oops|my bad|or rather|rephrase|no",
        (
            r"(?<=\w )(?:(?:[.,;:!-] ){0,6}(?:(?:oh|ah|um|uh|sorry|oops|no|nope|hm+) (?:, )?){0,6}(?:no wait"
            r"|wait no|wait , no|no , wait|wait"
            r"|scratch (?:that|it)|strike that|forget that|correction|no actually|actually no|actually|oops|my bad"
            r"|or rather"
            r"|let me rephrase|(?<=[.,;:-] )no(?= [,.])|or no(?= ,)|sorry no|no sorry)\b){1,6}(?= ?(?:[.,;:!-] ){0,6}"
            r"(?:(?:i|give|gimme|you|make|let|just|the|a|both|rather"
            r"|all|rest|no|want|need|to|get|take|say|it|is|should|will|would|can|be|have|like|me|my|\d|one|two|three"
            r"|four) ){0,15}(?:{nouns}|rest|everything)\b)"
        ),
        " . anew",
    ),
    # Possession without a verb.
    (" me| you", r"\b({nouns}|rest) [:=-] (me|you)(?= [.,;!]|$)", r"\1 for \2"),
    ("all me|all you|both me|both you", r"\b(all|both) (me|you)(?= [.,;!]|$)", r"\1 for \2"),
    ("hand ", r"\bhand (?:me )?over\b", "give me"),
    (
        " care ",
        r"\b(?:do|does|did) not (?:really |much )?care (?:about|for) ((?:(?:the|your|any|those) )*(?:{nouns}))\b",
        r"\1 is worthless",
    ),
    ("any use|any need|any value|any interest", r"\bany (?:use|need|value|interest)\b(?: (?:for|in|of))?", "what"),
    ("nothing ", r"\bnothing (?:but|except(?: for)?|besides|other than)\b", "just"),
    ("none of |zero of ", r"\b(?:none|zero) of (?:(?:the|those|your|my|these) )?(?=(?:{nouns})\b)", "0 "),
    ("of each", r"\b(?:packages?|packs?|units?|pieces?|portions?|bundles?) (?=of each\b)", ""),
    (
        "pack|unit|piece|portion|bundle",
        r"\b(?:packages?|packs?|units?|pieces?|portions?|bundles?) of (?=(?:the |your )?(?:{nouns})\b)",
        "",
    ),
    (
        " 2 me| 2 you",
        r"\b({nouns}|rest|everything|them|it) 2 (me|you)\b(?! (?:get|can|could|take|keep|have|want|need))",
        r"\1 to \2",
    ),
    (
        "one of |1 of |a of |an of ",
        r"\b(?:one|1|a|an) of (?:every ?thing|all|each(?: of)?|every)(?: of)? (?:the )?(?:else|others?|rest)\b",
        "oneother",
    ),
    (" without", r"\b(?:fine|ok|okay|good|happy|better off) without\b", "do not need"),
    ("have a ", r"\bhave a (?:good|great|nice|lovely) (?:one|day|night|evening|weekend)\b", "thanks"),
    (" not ", r"\b({nouns}) (?:and )?not (?:one|two|three|four|\d)(?= [.,;!?]|$)", r"\1"),
    (" you say ", r"\bwhat (?:do|would) you say (?:to|if|about)\b", "what about"),
    ("me taking|me having|me getting|me keeping", r"\bme (?:taking|having|getting|keeping)\b", "i get"),
    # The rest.
    (
        " else| other than that",
        r"\b(?:every ?thing|all|all of the|what ?ever) (?:else|other than that)\b",
        "rest",
    ),
    (
        "rest|remainder|others|remaining|leftover|left over",
        (
            r"\b(?:all (?:of )?)?(?:the )?(?:rest|remainder|others|remaining|left ?overs?)(?: of)?"
            r"(?: the| it| them| that| those| your| my)?(?: (?:items?|stuff|things?|objects?))?\b"
        ),
        "rest",
    ),
    (" other ", r"\ball (?:of )?(?:the |your )?other (?:items?|stuff|things?|objects?)\b", "rest"),
    ("other ", r"\b(?:the )?other (?:items|stuff|things|objects)\b", "rest"),
    (" left", r"\b(?:what ?ever|what) (?:is|are|be|was) left(?: over)?\b", "rest"),
    ("the other ", r"\bthe other (?:two|three|four|five|[2-5])\b(?! (?:{nouns})\b)", "rest"),
    # Everything.
    ("e lot", r"\bthe (?:whole )?lot\b", "everything"),
    (
        "but|except|besides|other than|minus|excluding|bar|save",
        (
            r"\b(?:(?:it|them|those) )?(?:everything|all|anything) "
            r"(?:but|except(?: for)?|besides|other than|minus|excluding|bar|save(?: for)?)\b"
        ),
        "everything except",
    ),
    ("every ", r"\b(?:every|each and every)(?: single)? (?:item|thing|object|one)\b", "everything"),
    ("every single", r"\bevery single\b", "all"),
    ("all of it", r"\ball of it\b", "everything"),
    (
        "all of them|all of those|all of these|all them|all the items|all items",
        r"\ball (?:of them|of those|of these|them|the items|items)\b",
        "all",
    ),
    ("it all|them all|those all", r"\b(?:it|them|those) all\b", "themall"),
    (" each ", r"\b(?:a |one |1 )(?:of )?each (?:other|remaining)(?: (?:item|thing))?\b", "oneother"),
    (" of each", r"\b(?:a |one |1 )of each(?: of (?:the )?(?:items?|things?))?\b", "oneeach"),
    ("one of |1 of |a of ", r"\b(?:one|1|a) of (?:every ?thing|every item|every|all)\b", "oneeach"),
    (" of each", r"\b(two|three|four|[2-4]) of each\b(?! other)", r"\1 ofeach"),
    # Directions of a trade.
    (
        "in exchange for|in return for|in trade for|exchanging for|trading for",
        r"\b(?:in (?:exchange|return|trade)|exchanging|trading) for\b",
        "for",
    ),
    ("in exchange|in return", r"\bin (?:exchange|return)\b", ""),
    (
        "give |gave |giving |gives |giv ",
        r"\b(?:give|gave|giving|gives|giv) (?:(it|that|them|those) )?(?:you )?(?:up|away)\b",
        r"cede \1",
    ),
    ("let", r"\b(?:let|letting) (?:(it|that|them|those) )?go(?: of)?\b|\blet loose of\b", r"cede \1"),
    (" without", r"\b(?:part|parting|come|live|do|be|go|going|get by|leave|walk away) without\b", "cede"),
    (" with", r"\bpart(?:ing)?(?: ways)? with\b", "cede"),
    (
        "hold onto|hold on to|holding onto|holding on to|hang onto|hang on to|hanging onto|hanging on to",
        r"\b(?:hold|holding|hang|hanging) on ?to\b",
        "keep",
    ),
    (
        " with",
        (
            r"\b(?:happy|satisfied|content|ok|okay|fine|good|cool|settle|do|(?<!to )go|live|stick|sticking|work"
            r"|leave|left) with(?! (?:that|this|it|me|you|your))\b"
        ),
        "settle",
    ),
    (
        "will do |would do |can do |could do ",
        r"\b(will|would|can|could) do (?=(?:the|a|one|two|three|four|[1-4]|all|both|just|{nouns})\b)",
        r"\1 manage ",
    ),
    (
        "am interested in|am looking for|am after|am hoping for|am keen on",
        r"\bam (?:interested in|looking for|after|hoping for|keen on)\b",
        "want",
    ),
    (
        "have to |must |need to ",
        r"(^|[,.;!?] )(?:have to|must|need to) (?:have|get|keep)\b",
        r"\1i want",
    ),
    ("interested in|looking for|hoping for", r"\binterested in\b|\blooking for\b|\bhoping for\b", "want"),
    (
        "must|breaker|essential|required|negotiable",
        (
            r"\b(?:is|are|be) (?:a |an |the |my )?(?:absolute )?(?:must|deal ?breaker|must have|essential|required|"
            r"non ?- ?negotiable|nonnegotiable|not negotiable)s?(?: for me| to me| here)?\b"
        ),
        "mine",
    ),
    (
        "nothing|bust|no deal|i walk|else|we do not have a deal",
        (
            r"\bor (?:nothing|bust|no deal|i walk|it is no deal|else|there is no deal|we have no deal|"
            r"we do not have a deal)\b"
        ),
        "ornothing",
    ),
    ("accept ", r"\baccept (?=(?:the|a|one|two|three|four|[1-4]|all|both|just|{nouns})\b)", "take "),
    (
        "but not|apart from|aside from|save for",
        (
            r"\bbut not\b(?= (?:(?:the|a|your|my|any|both|all|\d|one|two|three) )*(?:{nouns})\b)"
            r"|\b(?:apart|aside) from\b|\bsave for\b"
        ),
        "except",
    ),
    (
        "having|getting|taking|keeping",
        r"\b(?:would|will|do|does) not (?:really )?mind (?:having|getting|taking|keeping)\b",
        "would get",
    ),
    (" welcome to", r"\byou are (?:very |more than |most )?welcome to(?: have| take| keep)?\b", "you can have"),
    (
        "for me|to me",
        r"\b(?:do|does) not (?:really )?(?:do|mean) (?:much|some|anything|any|a thing)? ?(?:for|to) me\b",
        "is worthless",
    ),
    ("make ", r"\bmake (?:it|that) (?=(?:the|a|one|two|three|four|[1-4]|all|both|{nouns})\b)", "i get also "),
    (
        "settle for|settling for|go for|going for|ask for|asking for",
        r"\b(?:settle|settling|go|going|ask|asking) for\b",
        "settle",
    ),
    ("rather than", r"\brather than\b", "instead of"),
    (
        "prefer ",
        r"\bprefer ((?:(?:the|a|all|both|one|two|three|\d) )*(?:{nouns})) (?:over|to)\b",
        r"prefer \1 instead of",
    ),
    (
        " of ",
        (
            r"\b(one|two|three|four|[1-4]) (?:out )?of (?:(?:the|those|these|your|our) )?"
            r"(?:two|three|four|[2-4]) (?=(?:{nouns})\b)"
        ),
        r"\1 ",
    ),
    ("as long as", r"\bas long as\b", "aslongas"),
    # Halves.
    (
        "down the middle|50|fifty|go halves|half and half|in half|equally",
        (
            r"\bdown the middle\b|\b(?:50|fifty) ?[/-]? ?(?:50|fifty)\b"
            r"|\bgo halves\b|\bhalf and half\b|\bin half\b|\bequally\b"
        ),
        "evenly",
    ),
    # More of it.
    ("as well", r"\bas well\b", "also"),
    (
        "the other |the last |the second |the third |the extra |the remaining ",
        r"\bthe (?:other|last|second|third|extra|remaining) (?=one\b)",
        "another ",
    ),
    ("one of ", r"\bone of (?:the|those|your|my|them)\b", "one"),
    # Values.
    (
        "get nothing|get no point|get zero|get 0",
        r"\bget (?:nothing|no points?|zero|0)(?: points?)? (?:from|for|out of|with)\b",
        "worthless",
    ),
    ("leave", r"\b(?:that|this|it|which) (?:would |will |only |just )*leaves? me (?:only |just )?with\b", "no what"),
    (
        "no use|no need|no value|no point|no worth|no interest|no good",
        r"\bno (?:use|need|value|points?|worth|interest|good)\b",
        "worthless",
    ),
    (
        "not worth|not useful|not of value|not any worth|not any useful|not any of value",
        r"\bnot (?:any )?(?:worth|useful|of value)\b",
        "worthless",
    ),
    # Questions.
    ("what about ", r"\bwhat about (?:the |your |those )?({nouns})( \?|$)", r"what \1"),
    ("for any|for some|for no", r"\bfor (?:any|some|no)(?:thing)?\b(?! of)", "for what"),
    ("would you ", r"\bwould you (?:rather|prefer|like to know)\b", "what"),
    ("do you ", r"\bdo you (?:really |even |also |still )?(?:need|want|like|care|prefer|value|have)\b", "what"),
    ("how much|how many|how important", r"\bhow (?:much|many|important)\b", "what"),
    ("what if", r"\bwhat if\b", "what about"),
    # Offers as things, sounds, fillers.
    (
        " offer",
        (
            r"\b(that|the|your|my|an|a|this|final|last|best|first|original|initial|previous|counter|fair|good|better"
            r"|any|no|"
            r"another|new) offers?\b"
        ),
        r"\1 proposal",
    ),
    (" like", r"\b(?:sound|look|seem|feel)s? like\b", "sounds"),
    (
        " got it| got yourself a deal| got a deal",
        r"\byou(?: have)? got (?:it|yourself a deal|a deal)\b",
        "deal",
    ),
    ("got it", r"^(?:i )?got it\b", "ok"),
    (" is what", r"\b(that|this|it|which) is what\b", r"\1 is"),
    ("that is ", r"\bthat is (?:it|all)\b", "."),
    ("y first ", r"\bis my (?:very )?first (?:one|time|game|try|round)\b", "is new"),
    ("a lot|a little|a bit|a few", r"\ba (?:lot|little|bit|few)\b", "some"),
    # Slips that only their neighbours reveal.
    (
        "need to |want to |like to |take to |have to |get to |keep to |me to ",
        r"\b(need|want|like|take|have|get|keep|me) to (?=(?:{plurals})\b)",
        r"\1 2 ",
    ),
    (" hates", r"\b(both|all|\d|two|three|four|the|some) hates\b", r"\1 hats"),
    ("ball", r"\bb(?:asket)? ?- ?(balls?)\b", r"\1"),
    (
        "player|fan|team|game|court|coach|club|worm|shelf|store",
        r"\b(?:{nouns}) (?:player|fan|team|game|court|coach|club|worm|shelf|store)s?\b",
        "thing",
    ),
)
"""Turns of phrase and the word they stand for, applied in this order. `{nouns}` and `{plurals}` are the item names."""
