"""What the reader knows by heart: words and the parts they play, and phrases that mean one word.

The lists were made by reading negotiations of many people; they hold single words and turns of phrase, no sentences.
"""

from typing import Final

_WORDS: Final = {
    "i": "i myself",
    "you": "you yourself",
    "me": "me",
    "we": "we us",
    "mine": "mine",
    "yours": "yours",
    "them": "them those these they it that this ones",
    "all": "all every entire",
    "both": "both",
    "half": "half",
    "each": "each apiece",
    "no": "no nope nah naw none",
    "not": "not never neither nor cannot",
    "rest": "rest remainder others leftovers",
    "everything": "everything",
    "nothing": "nothing",
    "but": "but",
    "except": "except besides minus excluding",
    "and": "and plus",
    "or": "or",
    "if": "if",
    "for": "for",
    "to": "to",
    "of": "of",
    "the": "the my your our",
    "want": "want wants wanted wanting need needs needed needing like love prefer desire require insist",
    "get": "get gets take takes keep keeps have has had getting taking keeping having receive grab hold use settle got "
    "claim",
    "give": "give gives giving offer offering gave leave leaves leaving spare let allow send return throw toss hand "
    "pass add adds added adding include including",
    "cede": "cede concede sacrifice relinquish surrender",
    "trade": "trade swap exchange",
    "can": "can could may might will would should must shall do does did",
    "split": "split divide share splitting sharing dividing halve halves",
    "more": "more another extra also too additional second",
    "just": "just only",
    "least": "least",
    "thing": "thing things item items object objects stuff",
    "about": "about",
    "how": "how",
    "what": "what which why when who",
    "be": "is are was were be am being",
    "worth": "worth worths worthless useless value values valuable valued points point pts pt",
    "instead": "instead",
    "without": "without unless",
    "than": "than",
    "with": "with",
    "so": "so then because cause since",
    "deal": "deal deals",
    "make": "make makes making reach see end play read wear put know",
    "yes": "yes ys yeah yep yup ya yea sure ok okay k fine alright agreed agree accept accepted perfect great awesome "
    "cool done works correct absolutely definitely good fair",
    # What phrases are rewritten to.
    "evenly": "evenly",
    "oneeach": "oneeach oneother",
    "ofeach": "ofeach",
    "ornothing": "ornothing",
    "aslongas": "aslongas",
    "themall": "themall",
    "manage": "manage",
    "anew": "anew",
    "grant": "grant",
    "deny": "deny",
    "recount": "recount",
    "asis": "asis",
}
KINDS: Final = {word: kind for kind, words in _WORDS.items() for word in words.split()}

_COUNTED: Final = "zero one two three four five six seven eight nine ten"
NUMBERS: Final = {word: n for n, word in enumerate(_COUNTED.split())} | {"single": 1, "a": 1, "an": 1, "couple": 2}

_CORRECTED: Final = (
    "everything have take want need keep give rest both would please deal initial original previous offer will like "
    "accept agreed else three with each other agree okay then least split sounds"
)
CORRECTED: Final = tuple(_CORRECTED.split())
"""Words in which one slip of the fingers is put right."""

SPELT: Final = {
    "alrite": "alright",
    "oki": "ok",
    "ook": "ok",
    "yeh": "yeah",
    "dealio": "deal",
    "gud": "good",
    "hav": "have",
    "haz": "has",
    "wat": "what",
    "hwat": "what",
    "wut": "what",
}
"""Spellings that are meant so."""

_ORDINARY: Final = (
    "off in on at as well please hi hello hey there up go going lets than work sound sounds really thank thanks "
    "willing trying by most any much many way button think guess maybe been else something anything "
    "look looks looked took tool cook hook call calls called fall falls tall hall bell bill bull wall walls small "
    "best test real ideal lead meal seal heal dear dead wait went wont hate hates heart chat cap his hit "
    "hits live save lake made sake late rate line life nice king wing bring "
    "head bead feel feet feed seed weed seen keen deep kept kind find mind land send lend bend "
    "lose loss less lest last list mist host cost lost post west nest vest pest rent sent tent cent "
    "their here where some same come home time game name fame side "
    "site kids kidding back pack lack luck fuck stuck black check clock teach peach beach bath bother "
    "other brother mother either bet better letter matter latter later water after over very even "
    "ever fever level lever band sand stand start smart heard hear near bear tear year fear "
    "offers often open order under until using useful won word world worry "
    "initial original previous still stay stuff such suck sun sorry sort short show slow snow soon south house hours "
    "ours file fire gone alone stone phone bone tone line online thin think third "
    "thus though through thought tough rough enough laugh talk talking walk walking waiting wasting tasting taste "
    "wise wish wide wife wild win wind winner dinner ended needless odd old told "
    "sold gold cold bold fold mold bald balk ballot halt salt calf self shelf help held hell yell "
    "boat goat coat boots boost book booth tooth cooks looking cookie rookie pool fool tool wool hood food mood wood "
    "ill id im ive cant dont whats theres heres wouldnt couldnt shouldnt doesnt didnt isnt arent "
    "hot hut cat bat rat mat fat eat pat vat oat had has ham hay hag haw heat hart haste gnat that what cats bats rats "
    "cars card cards cabs cans laps maps gaps mats eats pats hots huts hams hays cab cad cam can car caps clap cape "
    "camp carp crap cop cup map nap rap tap lap "
    "hah hath gap zap sap yap logs lag leg lot low dog fog hog jog log cog bog wow mean meat met meals "
    "lowball lowballing forgot forget forgotten aint youre youll youd theyre thats said says saying sat set sit"
)
ORDINARY: Final = frozenset(_ORDINARY.split())
"""Words that mean nothing here but are no slips of words that do."""

OPENED: Final = (
    (r"\b(?:gimme|gimmie|gime)\b", "give me"),
    (r"\blemme\b", "let me"),
    (r"\bwan ?na\b", "want to"),
    (r"\bgon ?na\b", "going to"),
    (r"\bgot ?ta\b", "have to"),
    (r"\b(?:ca|can)(?: ?n't|'?t| not)\b|\bcannot\b", "can not"),
    (r"\bwo(?:n't|nt)\b|\bwon t\b", "will not"),
    (r"\bain'?t\b", "is not"),
    (r"\b(do|does|did|is|are|was|were|would|could|should|have|has|had|must)n'?t\b", r"\1 not"),
    (r"\barnt\b", "are not"),
    (r"\blet's\b|\blet us\b", "lets"),
    (r"\bi'?m\b", "i am"),
    (r"\bi ?'?d\b|\bi ; ?d\b", "i would"),
    (r"\bi ?'?ll?\b(?! ?[.?!])|\bil\b|\bi ; ?ll?\b", "i will"),
    (r"\bi'?ve\b", "i have"),
    (r"(we|they)'ve\b", r"\1 have"),
    (r"\bwe're\b", "we are"),
    (r"\b(?:you|u)'?ll\b", "you will"),
    (r"\byou'?d\b", "you would"),
    (r"\b(?:you|your|u)'?re\b", "you are"),
    (r"\byou've\b", "you have"),
    (r"\b(we|it|that|this|they)'ll\b", r"\1 will"),
    (r"\b(it|that|what|there|here|who|how)'?s\b", r"\1 is"),
    (r"\bthey're\b", "they are"),
    (r" = (?=\d+(?: (?:each|apiece|points?|pts?|to|for|[,.;!])|$))", " is "),
    (r"\b(worth|worthless|useless|nothing|\d) 2 (me|you|u)\b", r"\1 to \2"),
    (r"\b(?:u|ya|yo|yu|ye|yuo|yoou|yiu|yoy)\b(?! ?'? ?all)", "you"),
    (r"\bur\b", "your"),
    (r"\byour (?=(?:get|gets|can|take|keep|have)\b)", "you "),
    (r"\bem\b", "them"),
    (r" n (?=\w)", " and "),
    (r"\bw / ?o\b", "without"),
    (r"\bw /", "with"),
    (r"\b(?:pls|plz|plez)\b", "please"),
    (r"\b(?:thx|ty|tnx|thanks?(?: you| u)?)\b", "thanks"),
    (r"\bat ?(?:least|lest|east)\b", "at least"),
    (r"\bnodeal\b", "no deal"),
    (r"\benuf\b", "enough"),
    (r"\b4 (me|you)\b(?! (?:get|can|could|take|keep|have|want|need|give))", r"for \1"),
    (r"\ball right\b", "alright"),
    (r"\bof course\b", "sure"),
    (r"\b(?:a |the )?(?:pair|couple) of\b", "2"),
    (r"\b(?:have|do|get) it your way\b", "ok"),
    (r"\bi take it (?=that\b|you\b|we\b|this\b)", "so "),
    (r"\bcan gave\b", "can have"),
)
"""Short forms and what they are short for. Words are one space apart here, apostrophes kept."""

PHRASES: Final = (
    # Items that are none.
    (
        r"\b(?:take|took|taking) (?:it|that|this) (?:back|easy|from there|step|slow|slowly|seriously|away)\b",
        "thing",
    ),
    (r"\b(?:why|how come) (?:should|do|would|must|can|could|is|are|will) (?:you|i|we)\b[^.?!;]*\?", "what ?"),
    (r"\bmy ((?:\w+ )?(?:{nouns})) for your (?=(?:\w+ )?(?:{nouns})\b)", r"i trade \1 for "),
    (r"\bneither (need|want)\b", r"do not \1"),
    (r"\b(need|want) neither\b", r"do not \1"),
    (r"\b({nouns}) nor\b", r"\1 and"),
    (r"\bnot (?:(?:the|a|both|all|\d) )?(?:{nouns})(?: ,)? but\b", ""),
    (
        r"\bsame (?:thing |again |as before )?(?:but |plus |, )(?:with )?(?=(?:the|a|one|two|three|\d|{nouns})\b)",
        "and also ",
    ),
    (r"\b4 (?=the\b)", "for "),
    (r"\b({nouns}) \? (?:(?:all|they are|it is) )*(yours|mine)\b", r"\1 \2"),
    (r"\bthe (?:other|second|third|fourth|last|remaining|extra) (?=(?:{singles})\b)", "one more "),
    (r"\brather ((?:\w+ ){1,5}?)than\b", r"rather \1instead of"),
    (
        (
            r"\bhats off to\b|\bdrop of a hat\b|\bballs? (?:is )?in (?:your|my|the) court\b|\b(?:play|playing) ball\b"
            r"|\beat (?:a|my|your) hat\b|\bone for the books\b|\bgood books?\b"
            r"|(?<!\ba )(?<!\bthe )(?<!\bone )\bbook (?:it|now|club)\b"
        ),
        "thing",
    ),
    (
        (
            r"\bgive me (?:(?:a|one|some|just|more|another|good) )*(?:sec|second"
            r"|minute|min|moment|time|break|chance|hint|reason)s?\b"
        ),
        "wait .",
    ),
    (
        (
            r"(?<!you )\b(?:think|thinking|talk"
            r"|talking|ask|asking|wondering|worried) about (?=(?:the |your |a |my |those )*(?:{nouns})\b)"
        ),
        "what ",
    ),
    (r"\b(?:wearing|reading|playing|juggling|kicking|collecting) (?:\w+ ){0,3}?(?:{nouns})\b", "thing"),
    # Questions that give nothing away.
    (
        (
            r"\b(?:what|how much|how many)(?: else)?(?: would| will| do| can| could| should)? (?:i|you|we) (?:get|give"
            r"|offer|want"
            r"|take|pay|trade|need)\b[^.?!;:,-]*\?"
        ),
        "what ?",
    ),
    (
        (
            r"(^|[.,!?;] )(?:is|are) ((?:the |your |those |any of )*(?:{nouns})) (?:\w+ )?(?:important|useful|valuable"
            r"|any good"
            r"|precious)(?: (?:to|for) you)?\b"
        ),
        r"\1what \2",
    ),
    # Taking back what was just said.
    (
        r"\b({nouns}|rest|everything)(?: [.,;:!-])*(?: (?:sorry|oops|no|wait|oh|um|uh))*(?: ,)? i meant?(?: to say)?\b",
        r"\1 . anew",
    ),
    (
        (
            r"(?<=\w )(?:(?:[.,;:!-] )*(?:(?:oh|ah|um|uh|sorry|oops|no|nope|hm+) (?:, )?)*(?:no wait|wait no|wait , no"
            r"|no , wait|wait"
            r"|scratch (?:that|it)|strike that|forget that|correction|no actually|actually no|actually|oops|my bad"
            r"|or rather"
            r"|let me rephrase|(?<=[.,;:-] )no(?= [,.])|or no(?= ,)|sorry no|no sorry)\b)+(?= ?(?:[.,;:!-] )*"
            r"(?:(?:i|give|gimme|you|make|let|just|the|a|both|rather"
            r"|all|rest|no|want|need|to|get|take|say|it|is|should|will|would|can|be|have|like|me|my|\d|one|two|three"
            r"|four) )*(?:{nouns}|rest|everything)\b)"
        ),
        " . anew",
    ),
    # Whose, without a verb.
    (r"\b({nouns}|rest) [:=-] (me|you)(?= [.,;!]|$)", r"\1 for \2"),
    (r"\b(all|both) (me|you)(?= [.,;!]|$)", r"\1 for \2"),
    (r"\bhand (?:me )?over\b", "give me"),
    (
        r"\b(?:do|does|did) not (?:really |much )?care (?:about|for) ((?:(?:the|your|any|those) )*(?:{nouns}))\b",
        r"\1 is worthless",
    ),
    (r"\bany (?:use|need|value|interest)\b(?: (?:for|in|of))?", "what"),
    (r"\bnothing (?:but|except(?: for)?|besides|other than)\b", "just"),
    (r"\b(?:none|zero) of (?:(?:the|those|your|my|these) )?(?=(?:{nouns})\b)", "0 "),
    (r"\b(?:packages?|packs?|units?|pieces?|portions?|bundles?) (?=of each\b)", ""),
    (r"\b(?:packages?|packs?|units?|pieces?|portions?|bundles?) of (?=(?:the |your )?(?:{nouns})\b)", ""),
    (r"\b({nouns}|rest|everything|them|it) 2 (me|you)\b(?! (?:get|can|could|take|keep|have|want|need))", r"\1 to \2"),
    (
        r"\b(?:one|1|a|an) of (?:every ?thing|all|each(?: of)?|every)(?: of)? (?:the )?(?:else|others?|rest)\b",
        "oneother",
    ),
    (r"\b(?:fine|ok|okay|good|happy|better off) without\b", "do not need"),
    (r"\bhave a (?:good|great|nice|lovely) (?:one|day|night|evening|weekend)\b", "thanks"),
    (r"\b({nouns}) (?:and )?not (?:one|two|three|four|\d)(?= [.,;!?]|$)", r"\1"),
    (r"\bwhat (?:do|would) you say (?:to|if|about)\b", "what about"),
    (r"\bme (?:taking|having|getting|keeping)\b", "i get"),
    # What is left over.
    (r"\b(?:every ?thing|all|all of the|what ?ever) (?:else|other than that)\b", "rest"),
    (
        (
            r"\b(?:all (?:of )?)?(?:the )?(?:rest|remainder|others|remaining|left ?overs?)(?: of)?"
            r"(?: the| it| them| that| those| your| my)?(?: (?:items?|stuff|things?|objects?))?\b"
        ),
        "rest",
    ),
    (r"\ball (?:of )?(?:the |your )?other (?:items?|stuff|things?|objects?)\b", "rest"),
    (r"\b(?:the )?other (?:items|stuff|things|objects)\b", "rest"),
    (r"\b(?:what ?ever|what) (?:is|are|be|was) left(?: over)?\b", "rest"),
    (r"\bthe other (?:two|three|four|five|[2-5])\b(?! (?:{nouns})\b)", "rest"),
    # Everything.
    (r"\bthe (?:whole )?lot\b", "everything"),
    (
        (
            r"\b(?:(?:it|them|those) )?(?:everything|all|anything) "
            r"(?:but|except(?: for)?|besides|other than|minus|excluding|bar|save(?: for)?)\b"
        ),
        "everything except",
    ),
    (r"\b(?:every|each and every)(?: single)? (?:item|thing|object|one)\b", "everything"),
    (r"\bevery single\b", "all"),
    (r"\ball of it\b", "everything"),
    (r"\ball (?:of them|of those|of these|them|the items|items)\b", "all"),
    (r"\b(?:it|them|those) all\b", "themall"),
    (r"\b(?:a |one |1 )(?:of )?each (?:other|remaining)(?: (?:item|thing))?\b", "oneother"),
    (r"\b(?:a |one |1 )of each(?: of (?:the )?(?:items?|things?))?\b", "oneeach"),
    (r"\b(?:one|1|a) of (?:every ?thing|every item|every|all)\b", "oneeach"),
    (r"\b(two|three|four|[2-4]) of each\b(?! other)", r"\1 ofeach"),
    # Directions of a trade.
    (r"\b(?:in (?:exchange|return|trade)|exchanging|trading) for\b", "for"),
    (r"\bin (?:exchange|return)\b", ""),
    (r"\b(?:give|gave|giving|gives|giv) (?:(it|that|them|those) )?(?:you )?(?:up|away)\b", r"cede \1"),
    (r"\b(?:let|letting) (?:(it|that|them|those) )?go(?: of)?\b|\blet loose of\b", r"cede \1"),
    (r"\b(?:part|parting|come|live|do|be|go|going|get by|leave|walk away) without\b", "cede"),
    (r"\bpart(?:ing)?(?: ways)? with\b", "cede"),
    (r"\b(?:hold|holding|hang|hanging) on ?to\b", "keep"),
    (
        (
            r"\b(?:happy|satisfied|content|ok|okay|fine|good|cool|settle|do|(?<!to )go|live|stick|sticking|work"
            r"|leave|left) with(?! (?:that|this|it|me|you|your))\b"
        ),
        "settle",
    ),
    (
        r"\b(will|would|can|could) do (?=(?:the|a|one|two|three|four|[1-4]|all|both|just|{nouns})\b)",
        r"\1 manage ",
    ),
    (r"\bam (?:interested in|looking for|after|hoping for|keen on)\b", "want"),
    (r"(^|[,.;!?] )(?:have to|must|need to) (?:have|get|keep)\b", r"\1i want"),
    (r"\binterested in\b|\blooking for\b|\bhoping for\b", "want"),
    (
        (
            r"\b(?:is|are|be) (?:a |an |the |my )?(?:absolute )?(?:must|deal ?breaker|must have|essential|required|"
            r"non ?- ?negotiable|nonnegotiable|not negotiable)s?(?: for me| to me| here)?\b"
        ),
        "mine",
    ),
    (
        (
            r"\bor (?:nothing|bust|no deal|i walk|it is no deal|else|there is no deal|we have no deal|"
            r"we do not have a deal)\b"
        ),
        "ornothing",
    ),
    (r"\baccept (?=(?:the|a|one|two|three|four|[1-4]|all|both|just|{nouns})\b)", "take "),
    (
        (
            r"\bbut not\b(?= (?:(?:the|a|your|my|any|both|all|\d|one|two|three) )*(?:{nouns})\b)"
            r"|\b(?:apart|aside) from\b|\bsave for\b"
        ),
        "except",
    ),
    (r"\b(?:would|will|do|does) not (?:really )?mind (?:having|getting|taking|keeping)\b", "would get"),
    (r"\byou are (?:very |more than |most )?welcome to(?: have| take| keep)?\b", "you can have"),
    (r"\b(?:do|does) not (?:really )?(?:do|mean) (?:much|some|anything|any|a thing)? ?(?:for|to) me\b", "is worthless"),
    (r"\bmake (?:it|that) (?=(?:the|a|one|two|three|four|[1-4]|all|both|{nouns})\b)", "i get also "),
    (r"\b(?:settle|settling|go|going|ask|asking) for\b", "settle"),
    (r"\brather than\b", "instead of"),
    (r"\bprefer ((?:(?:the|a|all|both|one|two|three|\d) )*(?:{nouns})) (?:over|to)\b", r"prefer \1 instead of"),
    (
        (
            r"\b(one|two|three|four|[1-4]) (?:out )?of (?:(?:the|those|these|your|our) )?"
            r"(?:two|three|four|[2-4]) (?=(?:{nouns})\b)"
        ),
        r"\1 ",
    ),
    (r"\bas long as\b", "aslongas"),
    # Halves.
    (
        (
            r"\bdown the middle\b|\b(?:50|fifty) ?[/-]? ?(?:50|fifty)\b"
            r"|\bgo halves\b|\bhalf and half\b|\bin half\b|\bequally\b"
        ),
        "evenly",
    ),
    # More of it.
    (r"\bas well\b", "also"),
    (r"\bthe (?:other|last|second|third|extra|remaining) (?=one\b)", "another "),
    (r"\bone of (?:the|those|your|my|them)\b", "one"),
    # Values.
    (r"\bget (?:nothing|no points?|zero|0)(?: points?)? (?:from|for|out of|with)\b", "worthless"),
    (r"\b(?:that|this|it|which) (?:would |will |only |just )*leaves? me (?:only |just )?with\b", "no what"),
    (r"\bno (?:use|need|value|points?|worth|interest|good)\b", "worthless"),
    (r"\bnot (?:any )?(?:worth|useful|of value)\b", "worthless"),
    # Questions.
    (r"\bwhat about (?:the |your |those )?({nouns})( \?|$)", r"what \1"),
    (r"\bfor (?:any|some|no)(?:thing)?\b(?! of)", "for what"),
    (r"\bwould you (?:rather|prefer|like to know)\b", "what"),
    (r"\bdo you (?:really |even |also |still )?(?:need|want|like|care|prefer|value|have)\b", "what"),
    (r"\bhow (?:much|many|important)\b", "what"),
    (r"\bwhat if\b", "what about"),
    # Offers as things, sounds, fillers.
    (
        (
            r"\b(that|the|your|my|an|a|this|final|last|best|first|original|initial|previous|counter|fair|good|better"
            r"|any|no|"
            r"another|new) offers?\b"
        ),
        r"\1 proposal",
    ),
    (r"\b(?:sound|look|seem|feel)s? like\b", "sounds"),
    (r"\byou(?: have)? got (?:it|yourself a deal|a deal)\b", "deal"),
    (r"^(?:i )?got it\b", "ok"),
    (r"\b(that|this|it|which) is what\b", r"\1 is"),
    (r"\bthat is (?:it|all)\b", "."),
    (r"\bis my (?:very )?first (?:one|time|game|try|round)\b", "is new"),
    (r"\ba (?:lot|little|bit|few)\b", "some"),
    # Slips that only their neighbours give away.
    (r"\b(need|want|like|take|have|get|keep|me) to (?=(?:{plurals})\b)", r"\1 2 "),
    (r"\b(both|all|\d|two|three|four|the|some) hates\b", r"\1 hats"),
    (r"\bb(?:asket)? ?- ?(balls?)\b", r"\1"),
    (r"\b(?:{nouns}) (?:player|fan|team|game|court|coach|club|worm|shelf|store)s?\b", "thing"),
)
"""Turns of phrase and the word they stand for, applied in this order. `{nouns}` and `{plurals}` are the item names."""
