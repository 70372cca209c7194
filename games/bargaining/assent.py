"""Words that may follow an accepting word and leave it a plain yes.

Any other word may attach a condition (`deal, and throw in a pen`), or turn the yes to something else (`yes, I see`; `I
accept the challenge`).
"""

import re

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NOUN = "(?:offer|price|deal|proposal|counter-?offer|terms?|amount|number|bid|figure)"
_KIND = "(?:last|final|latest|new|current|kind|generous|fair|great|good|nice|reasonable|lovely|very|asking|proposed)"
_NAMES_IT = re.compile(
    rf"(?<!\w)(?:(?:of|at|to|for|with) )?"
    rf"(?:the|this|that|these|those|your|their|its|(?:the )?(?:seller|buyer|ai|bot)'s)"
    rf" (?:{_KIND} ){{0,2}}{_NOUN}(?!\w)"
    rf"|(?<!\w)(?:it's|that's|it is|that is) an? (?:{_KIND} ){{1,2}}{_NOUN}(?!\w)"
)
_ITSELF = re.compile(r" (?:offer|price|deal)(?!\w)")
_SETTLES_IT = re.compile(
    r"(?<!\w)(?:with (?:pleasure|thanks|joy|gratitude)|of course|go (?:ahead|for it)"
    r"|shake(?: hands)?(?: on (?:it|that))?"
    r"|to (?:that|it|this|accept|agree|buy|take|close|settle|do it|do this)|(?:at|on|with) (?:that|this|it)|in full"
    r"|on the table|(?:with|for|to) (?:me|us|both of us|it|that|this)|(?:i am|i'm) in"
    r"|(?:love|like|happy|glad) to(?= ?[.!]* ?$)|let's go|count me in|sign me up|sounds like a plan|for your time"
    r"|(?:nice|great|good|fun|for) (?:negotiating|bargaining|dealing|trading|working)"
    r"|(?:and )?mov(?:e|ing) on|in good faith|with a smile|fine by (?:me|us)|win[- ]win|for (?:both|all) of us"
    r"|(?<=[,;.!] )(?:good|great|nice|fun|fine|fair) (?:game|price)|a (?:real |good |great )?bargain"
    r"|(?:want|like) (?:it|this|that|to buy)"
    r"|can live with (?:it|that|this)|(?:as )?(?:my )?final answer"
    r"|look(?:ing)? forward to (?:it|that)|(?:doing|do) business|(?:close|wrap|finish|seal) (?:it|this|that)(?: up)?"
    r"|(?:it was )?a (?:real |great |true )?pleasure)(?!\w)"
)
_WORDS = """
    i i'll i'm i'd i've ill im we we'll we're we've it it's its that that's thats this these the a and so do
    us me let's lets let both all everyone is are am be have has been will
    accept accepts accepted accepting agree agreed agreeing agrees deal done sold take taking buy buying work works
    worked sound sounds look looks feel feels seem seems suit suits fit fits make makes like liked love loved enjoy
    enjoyed happy glad pleased delighted satisfied thrilled absolutely definitely certainly surely totally completely
    gladly happily cheerfully hereby reluctantly grudgingly willingly finally now today already then very really indeed
    exactly right well much quite perfectly enough truly simply honestly fully formally officially
    ok okay alright yes yeah yep yup aye sure fine fair good great cool nice perfect excellent wonderful awesome
    fantastic reasonable lovely super sweet brilliant amazing generous acceptable agreeable terrific splendid
    please thanks thank thx ty cheers pleasure bye goodbye welcome congrats congratulations
    sir madam ma'am miss mister mate friend friends buddy pal man dude bro bros boss dear folks guys my
    pay paying partner amigo captain chief confirmed affirmative approved granted wholeheartedly those
    gg wp played real win wins won everybody convinced persuaded sell would must should time short
    finish finished end ended settle settled settling close closed case period one immediately asap straight
    k kk aight brother sister mr mrs ms colleague
    oh ah haha hahaha lol hooray hurray yay woohoo wow phew guess suppose think believe because since as
"""
_ADDS_NOTHING = frozenset(_WORDS.split())


def adds_nothing(after: str, names_it: bool) -> bool:
    """Return whether the words after an accepting word, in canonical lower case, only repeat it, praise, thank or
    greet.

    With `names_it` the offer itself may come first.
    """
    if names_it:
        after = _ITSELF.sub(" ", after, count=1) if _ITSELF.match(after) else after
    after = _SETTLES_IT.sub(" ", _NAMES_IT.sub(" ", " ".join(after.split())))
    return "+" not in after and _ADDS_NOTHING.issuperset(WORD.findall(after))
