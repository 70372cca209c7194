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
        "I'll start high: {mine} for me and {yours} for you. How about you?",
        "I begin with a lot. I would take {mine}, and you get {yours}. How do you see it?",
        "This is where I start: I get {mine} and you get {yours}. Your turn.",
        "I begin high. I keep {mine} and you take {yours}. Tell me what you would like.",
        "My opening is a big one: {mine} for me, {yours} for you. We can talk about it.",
        "To begin with, let me have {mine}, and you can have {yours}. What now?",
    ),
    "counter": (
        "Not that one. You can have {yours} if I get {mine}.",
        "I would do it another way. How about {mine} for me and {yours} for you?",
        "I see it differently. I would take {mine}, and you get {yours}.",
        "Not quite. What if I get {mine} and you get {yours}?",
        "Let us meet somewhere else: you take {yours} and I keep {mine}.",
        "Here is another idea. I could give you {yours}, and I would keep {mine}.",
        "I would divide it like this. {mine} for me, {yours} for you?",
        "Could we turn it round a little? You get {yours}, and I get {mine}.",
    ),
    "firm": (
        "Not like that. I want {mine}. You can have {yours}.",
        "Not that. I get {mine}, you get {yours}.",
        "I ask for something else. {mine} for me, {yours} for you.",
        "Sorry, not that. You take {yours}, I keep {mine}.",
        "This is what I ask for: I take {mine} and you take {yours}.",
        "I want something else. I want {mine}; you can have {yours}.",
    ),
    "again": (
        "I still ask for the same: {mine} for me and {yours} for you.",
        "My offer has not changed: you get {yours} and I get {mine}.",
        "My offer is the same. I would take {mine}, and you get {yours}.",
        "Look again: you can have {yours} if I get {mine}.",
        "Once more: you take {yours} and I keep {mine}.",
        "Same as before, really: {mine} for me, {yours} for you.",
    ),
    "late": (
        "Not many messages are left. You can have {yours} if I get {mine}.",
        "We are running out of messages. {mine} for me and {yours} for you?",
        "Before we both go home without a deal: you get {yours} and I get {mine}.",
        "We do not have many messages left. I would take {mine}, and you get {yours}.",
        "Let us not end without a deal. You take {yours} and I keep {mine}.",
        "We are near the end. What if I get {mine} and you get {yours}?",
    ),
    "last": (
        "This is my last message: you can have {yours} if I get {mine}.",
        "My messages end here. {mine} for me and {yours} for you?",
        "This is the last that I can write. You get {yours} and I get {mine}.",
        "My last message. I would take {mine}, and you get {yours}.",
        "I cannot write again after this. You take {yours} and I keep {mine}.",
        "My messages are used up with this. What if I get {mine} and you get {yours}?",
    ),
    "over": (
        "The messages end with this one. I would take {mine}, and you would get {yours}.",
        "This is the last message of all. {mine} for me and {yours} for you is what I ask for.",
        "This one stays without an answer. I ask for {mine} and leave you {yours}.",
        "This ends the messages. I would keep {mine} and you would get {yours}.",
        "The messages are used up. I would give you {yours} and keep {mine}.",
        "We are out of messages. I want {mine}; you could have {yours}.",
    ),
    "more": (
        "You can have more than that. How about {mine} for me and {yours} for you?",
        "Look at this: you get {yours} and I get {mine}.",
        "I can add to that. You can have {yours} if I get {mine}.",
        "Here is something for you. What if I get {mine} and you get {yours}?",
        "I would give you more. You take {yours} and I keep {mine}.",
        "I can do this. {mine} for me, {yours} for you.",
    ),
}
"""Sentences by what is true beside them, as the log shows it; an offer is its only promise.

- `offer` is true of every offer that can be answered, `start` of a first one.
- `counter` and `firm`: it is new, and turns down the other side's. `again`: it repeats one's last.
- `more`: it adds to what the other side asked for.
- `late`: three messages are left with this one. `last`: one's own last message. `over`: the last message of all.
"""
REMARKS: Final = {
    "repeated": (
        "You've asked for that {times}.",
        "That is what you've asked for {times}.",
        "I've heard that {times} from you.",
    ),
    "taken back": (
        "Your demand has grown.",
        "You've gone up with your demand.",
        "That goes the wrong way.",
    ),
    "moved": (
        "You've moved, and so have I.",
        "Thanks for moving. I've done the same.",
        "You gave something up; so do I.",
    ),
}
"""Remarks about what everybody saw. They name no item, so that the offer after them is read alone."""
_TIMES = ("before", "once", "twice")
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
        "I have confirmed the card. Over to you.",
    ),
}


def offer(act: str, items: tuple[Item, ...], pool: Share, keep: Share, seed: int, turn: int) -> str:
    """Return a sentence that offers `keep`: a variant of `OFFERS[act]` by seed and turn, never twice in a row."""
    variants = OFFERS[act]
    start = subseed(seed, act)
    return phrase(variants[(start + turn // 2) % len(variants)], items, pool, keep, (start // 64 + turn // 2) % 2)


def remark(kind: str, seed: int, turn: int, times: int = 0) -> str:
    """Return a remark: a variant of `REMARKS[kind]`. `times`: how often the other side has made its offer; 0 for more
    than once.
    """
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
