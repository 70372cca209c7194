"""Short words for the moves of analytic players, several for each, so that there is a language to learn.

A phrase is used only where the game's reader takes it for the very move that it stands for.
"""

from random import Random
from typing import Final

from bot.players.trained.meaning import move_of
from games.dealornodeal.domain.deals import rest
from games.dealornodeal.rules.state import Accept, DealMove, Offer, Speak
from games.dealornodeal.tactics.speech import listed
from games.dealornodeal.view import View

TRIES: Final = 12
"""Phrases that are tried for one move before its plainest one is taken."""
REFUSED: Final = 0.35
"""Share of offers left out because they would only repeat the last one; a no or a complaint is said instead."""
CHATTY: Final = 0.2
"""Share of players who greet or ask before their first offer, as long as nobody has made one."""

OPENINGS: Final = (
    "i'd like {mine}.",
    "can i have {mine}?",
    "could i get {mine}? you keep {yours}.",
    "how about {mine} for me?",
    "hi! i want {mine}.",
    "hello, i need {mine}.",
    "you can have {yours} if i get {mine}.",
    "{mine} for me, {yours} for you?",
    "let me have {mine}, the rest is yours.",
    "i take {mine} and you take {yours}.",
    "would you give me {mine}?",
    "you get {yours}, i get the rest.",
    "i'll give you {yours} for the rest.",
    "what do you say, {mine} for me?",
    "please let me take {mine}.",
    "i could use {mine}.",
)
COUNTERS: Final = (
    "no, i need {mine}.",
    "sorry, i want {mine}.",
    "hmm, how about {mine} for me?",
    "not enough. i need {mine}.",
    "then let me have {mine}.",
    "you can have {yours}, but i need {mine}.",
    "i could give you {yours}.",
    "what if i get {mine} and you get {yours}?",
    "make it {mine} for me.",
    "no way. {mine} for me, {yours} for you.",
    "okay, you take {yours} and i take {mine}.",
    "if you take {yours}, i take the rest.",
    "i can let you have {yours}.",
    "can we do {mine} for me and {yours} for you?",
    "i must have {mine}.",
    "you may keep {yours}, i keep {mine}.",
)
REPEATS: Final = (
    "i still need {mine}.",
    "as i said, i want {mine}.",
    "no. i get {mine}, you get {yours}.",
    "my offer stands. {mine} for me.",
    "again, {mine} for me and {yours} for you.",
    "i won't move. i need {mine}.",
)
LAST: Final = (
    "last offer. i take {mine}, you take {yours}.",
    "time is short. can i have {mine}?",
    "before we lose it all, you get {yours} and i get {mine}.",
    "final try, {mine} for me?",
)
YESES: Final = (
    "deal.",
    "okay, deal.",
    "sure.",
    "that works for me.",
    "sounds good.",
    "yes, deal.",
    "agreed.",
    "fine, deal.",
    "i can do that.",
    "ok, it's a deal.",
    "alright, deal.",
    "great, i accept.",
)
NOES: Final = (
    "no.",
    "sorry, no.",
    "no, that doesn't work for me.",
    "i can't do that.",
    "that is not enough for me.",
    "no thanks.",
)
COMPLAINTS: Final = (
    "come on.",
    "that is not fair.",
    "why?",
    "please.",
    "can you do better?",
    "is that your best offer?",
    "be reasonable.",
    "hmm, let me think.",
    "i can't take that.",
    "you want too much.",
)
GREETINGS: Final = (
    "hi.",
    "hello!",
    "hey there.",
    "hi, how are you?",
    "hello, what would you like?",
    "hi there, what do you need?",
    "what do you want?",
    "which of these do you want most?",
    "what is most important to you?",
    "make me an offer.",
    "let's be fair.",
    "you start.",
)
PLAIN_OFFER, PLAIN_YES = "i get {mine} and you get {yours}.", "deal."
HURRY: Final = 4
"""Messages left from which an offer may be called the last."""


def worded(view: View, move: DealMove, chance: Random) -> tuple[DealMove, str]:
    """Return a move of an analytic player in the words of a phrase; a repeated offer may become a plain no."""
    if isinstance(move, Accept):
        return move, _fitting(view, move, YESES, PLAIN_YES, chance)
    if not isinstance(move, Offer):
        return Speak(), _fitting(view, Speak(), NOES, NOES[0], chance)
    mine, theirs = view.offered(by_viewer=True), view.offered()
    repeats = mine is not None and view.share(mine) == move.keep
    if mine is None and theirs is None and len(view.spoken) < 2 and chance.random() < CHATTY:
        return Speak(), _fitting(view, Speak(), GREETINGS, GREETINGS[0], chance)
    if repeats and chance.random() < REFUSED:
        return Speak(), _fitting(view, Speak(), NOES + COMPLAINTS, NOES[0], chance)
    left = view.utterances - len(view.spoken)
    if left <= HURRY and chance.random() < 0.5:
        phrases: tuple[str, ...] = LAST
    elif repeats:
        phrases = REPEATS
    else:
        phrases = OPENINGS if mine is None and theirs is None else COUNTERS
    return move, _fitting(view, move, phrases, PLAIN_OFFER, chance)


def _fitting(view: View, move: DealMove, phrases: tuple[str, ...], plain: str, chance: Random) -> str:
    """Return a phrase that the reader takes for the move; the plain one if none was found."""
    for phrase in chance.sample(phrases, min(TRIES, len(phrases))):
        text = _filled(view, move, phrase, chance)
        if move_of(view, text) == move:
            return text
    return _filled(view, move, plain, chance)


def _filled(view: View, move: DealMove, phrase: str, chance: Random) -> str:
    if not isinstance(move, Offer):
        return phrase
    items, style = view.domain.items, chance.randrange(2)
    mine, yours = (listed(items, view.pool, share, style) for share in (move.keep, rest(view.pool, move.keep)))
    return phrase.format(mine=mine, yours=yours)
