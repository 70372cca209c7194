"""Answers to parts of the other side's offer: "yes to the hat, but i need a ball", "two books, not one".

`PARTS` turns them into special words. `grant` stands before agreed items, `deny` before refused ones, and `recount`
after an item whose count is corrected. `answered` applies them to the offer.
"""

from typing import Final

from games.dealornodeal.domain.deals import Share
from games.dealornodeal.reader.mentions import UNSAID, Mention, amount

_N: Final = r"(?:one|two|three|four|five|both|all|\d)"
_LIST: Final = rf"(?:(?:the|your|my|those|a|an|{_N}|of) )*(?:{{nouns}})"
_ITEMS: Final = rf"{_LIST}(?: (?:and|or|, and|,) {_LIST}){{0,8}}"
_EDGE: Final = r"(?= (?:[.,;!?:-]|but|and|then|though|please|thanks)(?: |$)|$)"
_START: Final = r"(^|[.,;!:] |\bbut |\band )"
_YES: Final = r"(?:yes|yeah|yep|ok|okay|fine|(?:i )?agreed?|sure|alright|cool)"
_CONSENT: Final = (
    rf"(?:(?:it|that|this|all|everything|is|i|works?|sounds|looks|would|be) )*(?:{_YES}|agree|deal|good|perfect|great)"
)

PARTS: Final = (
    # Corrected counts.
    (
        (" not ", " instead of ", " rather than "),
        (
            rf"\b({_N}(?: of)?(?: the)? (?:{{nouns}}))(?: [,.;:-])?(?: and)? (?:not|instead of|rather than)"
            rf"(?: just| only)? {_N}{_EDGE}"
        ),
        r"\1 recount",
    ),
    (
        ("not ",),
        rf"\bnot (?:just |only )?{_N}(?: of the)? ({{nouns}})(?: ,)?(?: but)? ({_N}){_EDGE}",
        r"\2 \1 recount",
    ),
    # A no to some items.
    (
        (" except", " apart from ", " aside from ", " but not ", " but no ", " minus "),
        (
            rf"^{_CONSENT}(?: with (?:it|that|this|everything|all)(?: of it)?)?(?: ,)?"
            rf" (?:except(?: for)?|apart from|aside from|but not|but no|minus) (?={_LIST}{_EDGE})"
        ),
        "deny ",
    ),
    (
        (" except",),
        rf"^{_CONSENT}(?: ,)? except(?: for| that)? ",
        "ok but ",
    ),
    (("no to ",), rf"{_START}no to (?={_LIST}|(?:the )?rest\b|everything\b)", r"\1deny "),
    (("without ", "minus "), rf"^(?:without|minus) (?={_LIST}{_EDGE})", "deny "),
    (("not ",), rf"^not (?=(?:the|your|my|those) (?:{{nouns}}){_EDGE})", "deny "),
    (
        (" no", " not"),
        rf"{_START}({_LIST})(?: (?:is|are|:|=|-))* (?:no|nope|not|not ok|not okay)(?= [.;!]| but|$)",
        r"\1deny \2 .",
    ),
    (
        ("not have ", "not get ", "not take ", "not keep "),
        rf"\byou (?:can|may|will|should|could) not (?:have|get|take|keep) (?={_LIST}(?: ,)? but )",
        "deny ",
    ),
    # Consent in a turn of phrase.
    (
        ("confirm",),
        (
            rf"^((?:{_YES} (?:, )?)*)(?:i (?:(?:will|do) )?)?confirm(?:ed)?"
            r"(?: (?:it|this|that|(?:the|this|that|your) (?:deal|offer)))?(?= [.!,]|$)(?!.*\?)"
        ),
        r"\1i accept",
    ),
    (("after all",), r"(?: ,)? after all\b", ""),
    (
        ("all yours",),
        rf"^(?:{_YES} (?:, )?)?(?:(?:they|it|those|these|that) (?:is|are) )?all yours(?= [.!]|$)",
        "they are yours",
    ),
    (
        ("suits me",),
        r"^(?:(?:that|it|this) )?suits me(?: (?:fine|well|just fine|perfectly))?(?= [.!]|$)",
        "works for me",
    ),
    (("granted", "my guest"), r"^(?:ok (?:, )?)?(?:granted|be my guest)(?= [.!]|$)", "agreed"),
    ((" got a deal",), r"\bwe have got a deal\b", "we have a deal"),
    (
        (" your ", " that ", " this ", " the ", " what you "),
        (
            rf"^((?:(?:{_YES}|well|then|,) )*)i (?:(?:will|would|can|gladly) )?(?:take|go with|accept)"
            r" (?:(?:your|that|this|the) (?:offer|proposal|deal|split|suggestion)"
            r"|what you (?:offered|proposed|suggested))\b"
        ),
        r"\1i accept",
    ),
    # Everything plus something else; parts that stay as they are.
    (
        ("same ", "that "),
        (
            r"^(?:the )?(?:same|like that|that)(?: (?:thing|deal|offer|split|again|as before))?(?: ,)?"
            r" (?:but|only|plus|and)(?: (?:also|with|plus|and|i (?:get|want|need|take|keep)))*"
            rf" (?={_LIST})(?!.* instead)"
        ),
        "and also ",
    ),
    (
        ("with ",),
        rf"^with ({_LIST})(?: (?:too|also|added|as well|on top))?(?: ,)? (?=(?:i|it|we|that|deal|yes|then)\b)",
        r"if i also get \1 then ",
    ),
    (
        (" with ",),
        rf"\b(accept|agree|it is a deal|say yes) with (?={_LIST}{_EDGE})",
        r"\1 if i also get ",
    ),
    (
        ("that ", "this ", "those "),
        (
            r"^(?:(?:i )?(?:(?:will|would|can|could) )?(?:take|want|like|accept) )?(?:all (?:of )?)?(?:that|this|those)"
            rf"(?: ,)? (?:plus|and|with|\+) (?=(?:also |another |one more )?{_LIST})"
        ),
        "and also ",
    ),
    (
        (" with ",),
        rf"^(?:{_YES} ,|deal ,|deal|yes|sure|agreed) with (?=(?:also |another |one more )?{_LIST})",
        "ok if i also get ",
    ),
    (
        (" just ",),
        r"^(deal|yes|agreed|perfect|sounds good)(?: ,)?(?: but)? just (?=(?:give|let|leave|throw|add) )",
        r"\1 but ",
    ),
    (
        ("no deal",),
        r"\bno ({singles})(?: ,)? no deal\b",
        r"i need a \1 too or no deal",
    ),
    (
        ("if ",),
        (
            rf"\bif ({_LIST}) (?:is|are|was|were|comes?|gets?)"
            r" (?:included|added|mine|in|thrown in|with it|part of (?:it|that|the deal))\b"
        ),
        r"if i also get \1",
    ),
    (
        (" as ", " same", " unchanged"),
        (
            r"\b(?:the )?(?:rest|everything else|others?|remainder)(?: (?:is|are|stays?|remains?|just|all|can|be))*"
            r" (?:as (?:you (?:said|say|want|wanted|like|proposed|suggested|offered)|it is|is|before|agreed|offered"
            r"|proposed)|the same|same|unchanged)\b"
        ),
        "asis",
    ),
    (
        (" stay", " remain"),
        rf"(^|[.,;!:] |\bbut |\band )({_LIST}) (?:stays?|remains?) (?:with me|mine|here|put){_EDGE}",
        r"\1i can not give \2",
    ),
    (
        ("all of th", "all th"),
        r"\b(have|take|keep|get) all (?:of )?(?:that|this|those|these)\b",
        r"\1 them",
    ),
    ((" all ",), rf"\b{_YES} (?:to|with|on) (?:everything|all(?: of)?(?: it| that| this| them)?){_EDGE}", "yes"),
    (("everything",), rf"\b{_YES} (?:to|with|on) everything{_EDGE}", "yes"),
    (
        (" all",),
        (
            rf"^((?:{_YES} (?:, )?)*(?:i|you) (?:(?:will|would|can|could|may|should) )?"
            r"(?:want|take|keep|get|have|need|like)) all(?= [.!,;]|$)"
        ),
        r"\1 everything",
    ),
    # A different side for an item, and its count.
    (
        (" not ",),
        rf"\b({{nouns}})(?: ,)? (?:and )?not (?:(?:the|your|my|a|an|any) )*({{nouns}}){_EDGE}",
        r"\1 instead of the \2",
    ),
    ((" x ",), r"\b({nouns}) x (\d)\b", r"\2 \1"),
    (
        ("other ",),
        rf"^((?:and|also|plus|with|i want|i need|give me) )?(?:the|those|your) other ({_N}) (?=(?:{{plurals}})\b)",
        r"\1\2 more ",
    ),
    # Questions without a proposal.
    (
        (" about ",),
        (
            r"\b(?:not (?:(?:so|too|really|quite|all that) )?(?:sure|certain|convinced)|not (?:really )?know|unsure"
            r"|undecided|torn) about\b"
        ),
        "what",
    ),
    (("are you ",), r"\bare you (?:(?:really|quite|so|absolutely) )?(?:sure|certain)\b[^.!;]*\?", "what ?"),
    (("who ",), r"\bwho (?:would )?(?:wants?|needs?|takes?|gets?|likes?|has)\b(?=[^.!;]*\?)", "what"),
    (
        ("what ",),
        r"\bwhat (?:would|should|am|do|can|could) i (?:(?:supposed|even|ever|to) )*do with\b[^.?!;]*",
        "what ",
    ),
    (
        (" all ", " both "),
        rf"(?<=\w)(?: ,)? not (?:all|both)(?: of)?(?: the| your)? (?:{{nouns}}){_EDGE}",
        "",
    ),
    (("what ",), r"\bwhat (?:is|are|be|was) left(?: over)?(?: for (?:me|us|you))? \?", "what ?"),
    ((" i ask",), r"\ball i ask(?: for| of you)?\b", "all i want"),
    (("why ",), r"\bwhy (?:can|could|should|do|would) (?:not )?i\b[^.?!;]*", "what "),
    (("you forgot ", "you missed "), r"\byou (?:forgot|missed) (?=the )", "what about "),
    ((" second ", " third ", " fourth "), r"\ba (?:second|third|fourth) (?=(?:{singles})\b)", "one more "),
    # Hopes that the speaker gives up.
    (
        (" but ",),
        (
            r"\bi (?:(?:wanted|was hoping for|hoped for|(?:would|wish i) (?:rather )?(?:have )?(?:liked|preferred|had"
            rf"|have had)) ){_ITEMS}(?: (?:more|too|instead))?(?: ,)? but (?={_YES}|deal\b)"
        ),
        "",
    ),
    # Trades.
    (("swap ", "trade ", "exchange "), r"\b(swap|trade|exchange) ((?:\w+ ){0,3}(?:{nouns})) with\b", r"\1 \2 for"),
    (("there",), rf"({{nouns}}) in there{_EDGE}", r"\1 too"),
    # A slip corrected by naming the item again.
    (
        ("sorry ",),
        r"\b({nouns}) (?:[.,;!-] )+(?:(?:oh|oops|no|wait) (?:, )?)*sorry (?:, )?((?:you|i) (?:\w+ ){1,4}?\1)\b",
        r"\1 . anew \2",
    ),
    # A yes to some items.
    (
        (" to ", " on ", " with ", " about ", " for "),
        rf"{_START}{_YES} (?:to|on|with|about|for) (?={_ITEMS}{_EDGE})",
        r"\1grant ",
    ),
    (
        (" yes", " ok", " fine", " sure", " agreed", " alright"),
        rf"(^|[.,;!:] |\bbut )({_ITEMS})(?: (?:is|are|:|=|-))* {_YES}(?= [.,;!]| but|$)",
        r"\1grant \2 .",
    ),
    (
        ("grant ",),
        rf"(?: [.,]){{0,6}}(?: but| and)? (?:not|no)(?: (?:to|on|with|for))? (?={_LIST}{_EDGE})",
        " . deny ",
    ),
    (
        (" but no",),
        (
            rf"(\byou (?:(?:can|may|could|will|should) )?(?:have|take|keep|get) {_ITEMS})(?: ,)? but (?:not|no)"
            rf" (?={_LIST}{_EDGE})"
        ),
        r"\1 . deny ",
    ),
)
"""Needles, a pattern, and its replacement, in the order of application. A pattern is tried only on words with one of
its needles.
"""


def parted(mentions: list[Mention]) -> bool:
    """Return whether an utterance answers a part of an offer."""
    return any(m.part for m in mentions)


def answered(mentions: list[Mention], offered: Share, pool: Share) -> Share | None:
    """Return the speaker's share by its answer to the parts of an offer, or None if the answer does not say it.

    `offered` is the speaker's share by the offer. Denied items go to the other side; other named items are added.
    """
    keep = list(offered)
    denies = any(m.part == "no" for m in mentions)
    named = False
    for m in mentions:
        if m.item < 0 and (m.keep or m.part):
            return None
        n = amount(m, pool) if m.item >= 0 else 0
        if m.part == "no":
            turned = _turned(m, keep[m.item], pool[m.item], n)
            if turned is None:
                return None
            keep[m.item] = turned
        elif m.part == "" and m.keep:
            keep[m.item] = _topped(m, keep[m.item], pool[m.item], n, denies)
        named = named or (m.part != "yes" and (m.keep or m.part == "no"))
    if not named:
        return offered if _whole(mentions, offered, pool) else None
    return tuple(keep)


def _turned(m: Mention, have: int, count: int, n: int) -> int | None:
    """Return a count after a no to that many units of an item, of which the speaker would have got `have`."""
    if have == 0:
        return count if m.count == UNSAID else n
    if have == count:
        return 0 if m.count == UNSAID else count - n
    if have == n:
        return 0
    return have + n if n in (1, count - have) else None


def _topped(m: Mention, have: int, count: int, n: int, denies: bool) -> int:
    """Return a count after a further request or gift of an item. Beside a no, the other side's part is agreed to."""
    if m.side == "yours" or (m.side == "?" and denies and not m.extra and have + n == count):
        return min(have, count - n)
    return min(count, have + n) if m.further else max(have, n)


def _whole(mentions: list[Mention], offered: Share, pool: Share) -> bool:
    """Return whether the agreed part is everything that one side would get."""
    granted = {m.item for m in mentions if m.part == "yes"}
    mine = {k for k, n in enumerate(offered) if n}
    yours = {k for k, n in enumerate(offered) if n < pool[k]}
    return granted in (mine, yours)
