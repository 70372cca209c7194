"""Wishes that people write in plain words whatever they play: for a game, for a friend, to leave; and greetings.

A message is a wish only if every word of it belongs to one, so that it takes one look at each word.
"""

from games.language.text import bare

LONGEST = 60
"""Characters of a message that may be a wish."""


def _any_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


_POLITE = _any_of("ok okay oh hey hi hello yes yeah please so and now well cool great nice thanks thank you")
_ASKING = _any_of("can could may shall i we me us let's lets let want would like i'd to wanna do have is it")
_ANY = _any_of("a an the some any another other one more new next different something else which what there are")
_GAME = _any_of("play game games round rounds menu another again rematch start begin")
_ONE_MORE = frozenset({"one more", "once more", "a new one", "the next one", "new one", "next one"})
_FRIEND = _any_of("friend friends human person")
_WITH = _any_of("play game with against")
_TOGETHER = _any_of("my together")
_GREETING = _any_of("hi hello hey hiya yo greetings morning evening afternoon help info what who how")
_BESIDE_GREETING = _any_of(
    "good day there parley bot all everyone me is this that are you it's what's i do does can it work works play here "
    "to the a an"
)
_GOING = _any_of("quit quitting exit leave leaving stop resign bye goodbye farewell end")
_BESIDE_GOING = _any_of("sorry no good i'll i'm im am need how playing this of my game here then everyone all the a")
_AWAY = frozenset({
    "i'm out", "im out", "i am out", "out", "i'm off", "walk away", "i walk away", "give up", "i give up",
})  # fmt: skip


def asks_to_play(text: str) -> bool:
    """Return whether a message asks for a game, whichever: `play`, `another one`, `menu`."""
    words = _words(text)
    return " ".join(words) in _ONE_MORE or _says(words, _GAME, _POLITE | _ASKING | _ANY | {"with"})


def asks_for_friend(text: str) -> bool:
    """Return whether a message, or what stands behind /play, asks for a game with a friend and names none."""
    words = _words(text)
    alone = len(words) == 1 or not _WITH.isdisjoint(words)
    return alone and _says(words, _FRIEND, _WITH | _TOGETHER | _POLITE | _ASKING | _ANY)


def greets(text: str) -> bool:
    """Return whether a message greets, or asks what this is."""
    return _says(_words(text), _GREETING, _BESIDE_GREETING)


def departs(text: str) -> bool:
    """Return whether a message says nothing but that somebody leaves."""
    words = _words(text)
    return " ".join(words) in _AWAY or _says(words, _GOING, _BESIDE_GOING | _POLITE | _ASKING)


def _words(text: str) -> list[str]:
    if len(text) > LONGEST:
        return []
    return "".join(sign if sign.isalnum() or sign == "'" else " " for sign in bare(text)).split()


def _says(words: list[str], needed: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether one of the needed words is there, and none but these and the others."""
    return not needed.isdisjoint(words) and needed | others >= set(words)
