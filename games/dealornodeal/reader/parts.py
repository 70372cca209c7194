"""Answers to parts of the other side's offer: "yes to the hat, but i need a ball", "two books, not one".

`PARTS` turns them into special words. `grant` stands before agreed items, `deny` before refused ones, and `recount`
after an item whose count is corrected. `answered` applies them to the offer.
"""

from typing import Final

from games.dealornodeal.domain.deals import Share
from games.dealornodeal.reader.mentions import UNSAID, Mention, amount

NAMES: Final = {
    "consent": "(?:(?:it|that|this|all|everything|is|i|works?|sounds|looks|would|be) )*"
    "(?:{yes}|agree|deal|good|perfect|great)",
    "items": r"{list}(?: (?:and|or|, and|,) {list}){0,8}",
    "list": r"(?:(?:the|your|my|those|a|an|{n}|of) )*(?:{nouns})",
    "edge": r"(?= (?:[.,;!?:-]|but|and|then|though|please|thanks)(?: |$)|$)",
    "start": r"(^|[.,;!:] |\bbut |\band )",
    "yes": "(?:yes|yeah|yep|ok|okay|fine|(?:i )?agreed?|sure|alright|cool)",
    "part": r"(?:(?:the|those|these|all|your|my|our) )*(?:{nouns}|{others})\b",
    "others": r"(?:rest|everything|themall)",
    "n": r"(?:one|two|three|four|five|both|all|\d)",
}
"""Parts of the patterns below, in the order in which they contain each other."""

PARTS: Final = r"""
# Differences.
_but_|_except|_besides|_minus|_excluding|_apart from|_aside from|_save => \b(?:all|both|every|the)(?: (?:of|the|your|
    my|those|these|{n})){0,3} ({nouns})((?: (?:are|is|for|to) (?:me|you|mine|yours))?)(?: ,)? (?:but(?: not)?|
    except(?: for)?|besides|minus|excluding|apart from|aside from|save(?: for)?) (one|two|three|four|
    \d)(?: of (?:them|those|these))?(?= (?:[.,;!?]|please|thanks|are (?:mine|yours))(?: |$)|$) => allbut \3 \1\2
less|fewer => \b({n}|a) (?:(?:less|fewer) ({nouns})|({nouns}) (?:less|fewer)) for you\b => i get \1 more \2\3 .
less|fewer => \b({n}|a) (?:(?:less|fewer) ({nouns})|({nouns}) (?:less|fewer))(?: for me)?\b => you get \1 more \2\3 .
# What goes off and on a division: "minus a hat plus the book".
minus_ => {start}minus ({n}|a) ({nouns})(?: ,)?(?: and| but)? (?:plus|\+) (?={list}) => \1you get \2 more \3 . and also_
# One list without some items, and with others.
no_ => {start}no ({nouns})(?: for me)?(?: ,)? but (?=(?:the|
    a|an|{n}) (?:{nouns}){edge}) => \1i do not need all \2 , but i want_
# Corrected counts.
_not_|_instead of_|_rather than_ => \b({n}(?: of)?(?: the)? (?:{nouns}))(?: [,.;:-])?(?: and)? (?:not|instead of|
    rather than)(?: just| only)? {n}{edge} => \1 recount
not_ => \bnot (?:just |only )?{n}(?: of the)? ({nouns})(?: ,)?(?: but)? ({n}){edge} => \2 \1 recount
# A no to some items.
_except|_apart from_|_aside from_|_but not_|_but no_|_minus_ => ^{consent}(?: with (?:it|that|this|everything|all)
    (?: of it)?)?(?: ,)? (?:except(?: for)?|apart from|aside from|but not|but no|minus) (?={list}{edge}) => deny_
_except => ^{consent}(?: ,)? except(?: for| that)?_ => ok but_
no to_ => {start}no to (?={list}|(?:the )?rest\b|everything\b) => \1deny_
without_|minus_ => ^(?:without|minus) (?={list}{edge}) => deny_
not_ => ^not (?=(?:the|your|my|those) (?:{nouns}){edge}) => deny_
_no|_not => {start}({list})(?: (?:is|are|:|=|-))* (?:no|nope|not|not ok|not okay)(?= [.;!]| but|$) => \1deny \2 .
not have_|not get_|not take_|not keep_ => \byou (?:can|may|will|should|could) not (?:have|get|take|
    keep) (?={list}(?: ,)? but ) => deny_
# Consent in a turn of phrase.
confirm => ^((?:{yes} (?:, )?)*)(?:i (?:(?:will|do) )?)?confirm(?:ed)?(?: (?:it|this|that|(?:the|this|that|
    your) (?:deal|offer)))?(?= [.!,]|$)(?!.*\?) => \1i accept
after all => (?: ,)? after all\b =>
all yours => ^(?:{yes} (?:, )?)?(?:(?:they|it|those|these|that) (?:is|are) )?all yours(?= [.!]|$) => they are yours
suits me => ^(?:(?:that|it|this) )?suits me(?: (?:fine|well|just fine|perfectly))?(?= [.!]|$) => works for me
granted|my guest => ^(?:ok (?:, )?)?(?:granted|be my guest)(?= [.!]|$) => agreed
_got a deal => \bwe have got a deal\b => we have a deal
_your_|_that_|_this_|_the_|_what you_ => ^((?:(?:{yes}|well|then|,) )*)i (?:(?:will|would|can|gladly) )?(?:take|
    go with|accept) (?:(?:your|that|this|the) (?:offer|proposal|deal|split|suggestion)|what you (?:offered|proposed|
    suggested))\b => \1i accept
# Everything plus something else; parts that stay as they are.
same_|that_|yours_ => ^(?:the )?(?:same as yours|like yours|yours|same|like that|
    that)(?: (?:thing|deal|offer|split|again|as before))?(?: ,)? (?:but|only|plus|
    and)(?: (?:also|with|plus|and|i (?:get|want|need|take|keep)))* (?={list})(?!.* instead) => and also_
with_ => ^with ({list})(?: (?:too|also|added|as well|on top))?(?: ,)? (?=(?:i|it|we|that|deal|yes|then)
    \b) => if i also get \1 then_
_with_ => \b(accept|agree|it is a deal|would be a deal|say yes) with (?={list}(?: on top)?{edge}) => \1 if i also get_
that_|this_|those_ => ^(?:(?:i )?(?:(?:will|would|can|could) )?(?:take|want|like|accept) )?(?:all (?:of )?)?(?:that|
    this|those)(?: ,)? (?:plus|and|with|\+) (?=(?:also |another |one more )?{list}) => and also_
_with_ => ^(?:{yes} ,|deal ,|deal|yes|sure|agreed) with (?=(?:also |another |one more )?{list}) => ok if i also get_
_just_ => ^(deal|yes|agreed|perfect|sounds good)(?: ,)?(?: but)? just (?=(?:give|let|leave|throw|add) ) => \1 but_
no deal => \bno ({singles})(?: ,)? no deal\b => i need a \1 too or no deal
if_ => \bif ({list}) (?:is|are|was|were|comes?|gets?) (?:included|added|mine|in|thrown in|with it|part of (?:it|that|
    the deal))\b => if i also get \1
_as_|_same|_unchanged => \b(?:the )?(?:rest|everything else|others?|remainder)(?: (?:is|are|stays?|remains?|just|all|
    can|be))* (?:as (?:you (?:said|say|want|wanted|like|proposed|suggested|offered)|it is|is|before|agreed|offered|
    proposed)|the same|same|unchanged)\b => asis
_stay|_remain => {start}({list}) (?:stays?|remains?) (?:with me|mine|here|put){edge} => \1i can not give \2
all of th|all th => \b(have|take|keep|get) all (?:of )?(?:that|this|those|these)\b => \1 them
_all_ => \b{yes} (?:to|with|on) (?:everything|all(?: of)?(?: it| that| this| them)?){edge} => yes
everything => \b{yes} (?:to|with|on) everything{edge} => yes
_all => ^((?:{yes} (?:, )?)*(?:i|you) (?:(?:will|would|can|could|may|should) )?(?:want|take|keep|get|have|need|like)
    ) all(?= [.!,;]|$) => \1 everything
# A different side for an item, and its count.
_not_ => \b({nouns})(?: ,)? (?:and )?not (?:(?:the|your|my|a|an|any) )*({nouns}){edge} => \1 instead of the \2
_x_ => \b({nouns}) x (\d)\b => \2 \1
other_ => ^((?:and|also|plus|with|i want|i need|give me) )?(?:the|those|your) other ({n}) (?=(?:{plurals})
    \b) => \1\2 more_
# Questions without a proposal.
_about_ => \b(?:not (?:(?:so|too|really|quite|all that) )?(?:sure|certain|convinced)|not (?:really )?know|unsure|
    undecided|torn) about\b => what
are you_ => \bare you (?:(?:really|quite|so|absolutely) )?(?:sure|certain)\b[^.!;]*\? => what ?
who_ => \bwho (?:would )?(?:wants?|needs?|takes?|gets?|likes?|has)\b(?=[^.!;]*\?) => what
what_ => \bwhat (?:would|should|am|do|can|could) i (?:(?:supposed|even|ever|to) )*do with\b[^.?!;]* => what_
_all_|_both_ => (?<=\w)(?: ,)? not (?:all|both)(?: of)?(?: the| your)? (?:{nouns}){edge} =>
what_ => \bwhat (?:is|are|be|was) left(?: over)?(?: for (?:me|us|you))? \? => what ?
_i ask => \ball i ask(?: for| of you)?\b => all i want
why_ => \bwhy (?:can|could|should|do|would) (?:not )?i\b[^.?!;]* => what_
you forgot_|you missed_ => \byou (?:forgot|missed) (?=the ) => what about_
_second_|_third_|_fourth_ => \ba (?:second|third|fourth) (?=(?:{singles})\b) => one more_
# Hopes that the speaker gives up.
_but_ => \bi (?:(?:wanted|was hoping for|hoped for|(?:would|wish i) (?:rather )?(?:have )?(?:liked|preferred|had|
    have had)) ){items}(?: (?:more|too|instead))?(?: ,)? but (?={yes}|deal\b) =>
# Trades.
swap_|switch_|trade_|exchange_ => \b(?:swap|switch|trade|exchange) ((?:(?:the|a|an|my|your|
    one|1) )?(?:{nouns})) and ((?:(?:the|a|an|my|your|one|1) )?(?:{nouns})){edge} => \1 for \2
swap_|trade_|exchange_ => \b(swap|trade|exchange) ((?:\w+ ){0,3}(?:{nouns})) with\b => \1 \2 for
there => ({nouns}) in there{edge} => \1 too
# A slip corrected by naming the item again.
sorry_ => \b({nouns}) (?:[.,;!-] )+(?:(?:oh|oops|no|wait) (?:, )?)*sorry (?:, )?((?:you|i) (?:\w+ ){1,4}?\1)
    \b => \1 . anew \2
# A yes to some items.
_to_|_on_|_with_|_about_|_for_ => {start}{yes} (?:to|on|with|about|for) (?={items}{edge}) => \1grant_
_yes|_ok|_fine|_sure|_agreed|_alright => (^|[.,;!:] |\bbut )({items})(?: (?:is|are|:|=|-))* {yes}(?= [.,;!]| but|
    $) => \1grant \2 .
grant_ => (?: [.,]){0,6}(?: but| and)? (?:not|no)(?: (?:to|on|with|for))? (?={list}{edge}) => _. deny_
_but no => (\byou (?:(?:can|may|could|will|should) )?(?:have|take|keep|get) {items})(?: ,)? but (?:not|
    no) (?={list}{edge}) => \1 . deny_
"""
"""Rows as in `phrases`, with the names above. Some needles narrow their row: a later "not" counts after a `grant`."""


def answered(mentions: list[Mention], offered: Share, pool: Share) -> Share | None:
    """Return the speaker's share by its answer to the parts of an offer, or None if the answer does not say it.

    `offered` is the speaker's share by the offer. Denied items go to the other side; other named items are added.
    """
    keep = list(offered)
    denies = any(m.part == "no" for m in mentions)
    said = [m for m in mentions if m.keep or m.part]
    changes = [m for m in said if m.part != "yes"]
    if any(m.item < 0 for m in said):
        return None
    for m in changes:
        have, count, n = keep[m.item], pool[m.item], amount(m, pool)
        now = _turned(m, have, count, n) if m.part == "no" else _topped(m, have, count, n, denies)
        if now is None:
            return None
        keep[m.item] = now
    return tuple(keep) if changes or _whole(mentions, offered, pool) else None


def _turned(m: Mention, have: int, count: int, n: int) -> int | None:
    """Return the speaker's units of an item after it denies `n` of `count`, of which the offer gave it `have`."""
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
