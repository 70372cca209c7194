"""Words of the analytic players: templates that name every item, so that the reader reads the very offer back."""

import re
from functools import lru_cache
from typing import Final

from games.core.contract import subseed
from games.core.phrases import joined
from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.domain.items import Item

_SENTENCE = re.compile(r"(?:^|[.?!] )[a-z]")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")

OFFERS: Final = {
    "offer": (
        "How about {mine} for me and {yours} for you?",
        "I would take {mine}, and you get {yours}.",
        "You can have {yours} if I get {mine}.",
        "You take {yours} and I keep {mine}, would that work?",
        "What if I get {mine} and you get {yours}?",
        "Let me have {mine}, and you can have {yours}.",
        "I could give you {yours}. I would keep {mine}.",
        "{mine} for me, {yours} for you. Sounds fair?",
    ),
    "start": (
        "I'll start high: {mine} for me and {yours} for you. What would you change?",
        "I like to begin with a lot. I would take {mine}, and you get {yours}. How do you see it?",
        "This is only where I start: I get {mine} and you get {yours}. Your turn.",
        "Somebody has to begin, so I begin high. I keep {mine} and you take {yours}. Tell me what you would like.",
        "My opening is a big one: {mine} for me, {yours} for you. We can talk about it.",
        "To begin with, let me have {mine}, and you can have {yours}. What do you say?",
    ),
    "counter": (
        "That is not enough for me. You can have {yours} if I get {mine}.",
        "Hmm, I was hoping for more. How about {mine} for me and {yours} for you?",
        "I cannot go that far. I would take {mine}, and you get {yours}.",
        "Not quite. What if I get {mine} and you get {yours}?",
        "Let us meet somewhere else: you take {yours} and I keep {mine}.",
        "Here is another idea. I could give you {yours}, and I would keep {mine}.",
        "I see your point, but I need a bit more. {mine} for me, {yours} for you?",
        "Could we turn it round a little? You get {yours}, and I get {mine}.",
    ),
    "firm": (
        "No. I need {mine}. You can have {yours}.",
        "I am not giving in there. I get {mine}, you get {yours}.",
        "That does not work for me. {mine} for me, {yours} for you.",
        "Sorry, no. You take {yours}, I keep {mine}.",
        "My position is simple: I take {mine} and you take {yours}.",
        "I will wait for something better. I want {mine}; you can have {yours}.",
    ),
    "again": (
        "I still think this is right: {mine} for me and {yours} for you.",
        "My mind has not changed: you get {yours} and I get {mine}.",
        "My offer stands. I would take {mine}, and you get {yours}.",
        "Have another look: you can have {yours} if I get {mine}.",
        "It has not changed for me. You take {yours} and I keep {mine}.",
        "Same as before, really: {mine} for me, {yours} for you.",
    ),
    "last": (
        "This is the last I can do: you can have {yours} if I get {mine}.",
        "We are running out of messages. {mine} for me and {yours} for you?",
        "Before we both go home with nothing: you get {yours} and I get {mine}.",
        "Last try from my side. I would take {mine}, and you get {yours}.",
        "Let us not end empty-handed. You take {yours} and I keep {mine}.",
        "Time is short. What if I get {mine} and you get {yours}?",
    ),
    "better": (
        "Nearly there. How about {mine} for me and {yours} for you?",
        "We can both do better, I think: you get {yours} and I get {mine}.",
        "I know something that suits us both. You can have {yours} if I get {mine}.",
        "Close! What if I get {mine} and you get {yours}?",
        "Let me turn that round a little. You take {yours} and I keep {mine}.",
        "Better for the two of us, I think. {mine} for me, {yours} for you.",
    ),
}
REMARKS: Final = {
    "repeated": (
        "You've asked for that {times}; I'd need to see you move.",
        "That is what you've said {times}. I won't move by myself.",
        "I've heard that {times} from you. I move when you do.",
    ),
    "taken back": (
        "That is more than you wanted a moment ago.",
        "You're asking for more than before.",
        "That goes the wrong way.",
    ),
    "moved": (
        "You've moved, so I'll move too.",
        "Thanks for moving. I'll do the same.",
        "You gave something up; so do I.",
    ),
}
"""Remarks about what everybody saw. They name no item, so that the offer after them is read alone."""
_TIMES = ("", "once", "twice")
SAYINGS: Final = {
    "accept": (
        "Deal.",
        "Okay, deal.",
        "That works for me, deal.",
        "Agreed.",
        "Yes, I can do that.",
        "Sounds good to me. Deal.",
        "All right, agreed.",
        "Fine by me. Deal.",
    ),
    "card": (
        "The card says what we agreed. It only needs your confirmation.",
        "I have confirmed it. Please look at the card once more.",
        "It is all on the card. Confirm it if it is right for you.",
        "Have a look at the card. I am happy with it.",
        "The card is still open. Confirm it, or tell me what you would change.",
        "I stand by the card. Over to you.",
    ),
}


def offer(act: str, items: tuple[Item, ...], pool: Share, keep: Share, seed: int, turn: int) -> str:
    """Return a sentence that offers `keep`: a variant of `OFFERS[act]` by seed and turn, never twice in a row."""
    variants = OFFERS[act]
    start = subseed(seed, act)
    return phrase(variants[(start + turn // 2) % len(variants)], items, pool, keep, (start // 64 + turn // 2) % 2)


def remark(kind: str, seed: int, turn: int, times: int = 0) -> str:
    """Return a remark: a variant of `REMARKS[kind]`. `times`: how often the other side has made its offer."""
    variants = REMARKS[kind]
    counted = _TIMES[times] if times < len(_TIMES) else "again and again"
    return variants[(subseed(seed, kind) + turn // 2) % len(variants)].format(times=counted)


def saying(act: str, seed: int, turn: int) -> str:
    """Return a sentence without numbers. `act` is a key of `SAYINGS`."""
    variants = SAYINGS[act]
    return variants[(subseed(seed, act) + turn // 2) % len(variants)]


@lru_cache(maxsize=1 << 12)
def phrase(template: str, items: tuple[Item, ...], pool: Share, keep: Share, style: int) -> str:
    """Return a filled-in template. Style 1 writes small numbers as words, style 0 as figures."""
    mine, yours = (listed(items, pool, share, style) for share in (keep, rest(pool, keep)))
    return _SENTENCE.sub(lambda found: found[0].upper(), template.format(mine=mine, yours=yours))


@lru_cache(maxsize=1 << 13)
def listed(items: tuple[Item, ...], pool: Share, share: Share, style: int) -> str:
    """Return a share in words: `two books and the hat`, `3 balls`, `nothing`."""
    if not any(share):
        return "nothing"
    if share == pool:
        return "everything"
    parts = [_some(item, count, n, style) for item, count, n in zip(items, pool, share, strict=True) if n]
    return joined(parts)


def _some(item: Item, count: int, n: int, style: int) -> str:
    noun = item.name if n == 1 else item.plural
    if n == count == 1:
        return f"the {noun}"
    if n == count and style:
        return f"both {noun}" if n == 2 else f"all {_word(n, style)} {noun}"
    return f"{_word(n, style)} {noun}"


def _word(n: int, style: int) -> str:
    return _NUMBERS[n] if style and n < len(_NUMBERS) else str(n)
