"""Reading of the arguments of /play and /join, as people write them: names, settings, codes and whole links."""

import re

from bot.session.lobby import HUMAN
from bot.session.model import levels
from bot.session.model.inbound import Join, Open
from bot.session.model.intent import PlayText
from games.core.registry import get, names

CODE = re.compile(r"[A-Za-z]{6}")
FRIEND = frozenset({HUMAN, "friend"})
FILLERS = frozenset({"with", "against", "on", "a", "an", "the", "my", "another", "ai", "opponent", "mode"})
_TOKEN = re.compile(r"st-[a-z0-9]{12}", re.IGNORECASE)
HOUSE = frozenset({"seat", "opponent", "tempo"})
"""Settings of the session, whatever its game."""
# Each pattern can match only at the start of a word, or of a run of spaces. That keeps it linear in any typed text.
_LINK = re.compile(r"(?<!\S)\S*[?&]start=([A-Za-z0-9_-]+)\S*")
_JOIN = re.compile(r"join\s+(\S+)", re.IGNORECASE)
_MARKS = re.compile(r"[\"'“”‘’«»().,;:!?<>–-]")
_SIGN = re.compile(r"(?:(?<!\s)\s+)?=\s*|(?<![^\s])([A-Za-z_]+)\s*:\s*(?=[^\s/])")


_TEMPO = re.compile(r"(?<=\btempo)=(\d{1,4}) min(?:ute)?s?\b", re.IGNORECASE)
_PLAY = re.compile(
    r"((?:(?:please|can i|can we|could we|let's|lets|let us|i want to|i'd like to|i wanna|want to)\s+)?"
    r"/?(?:play|start|begin|try)(?:\s+(?:a game of|a|the|some))?\s+)?(\S.*)",
    re.IGNORECASE,
)
_LONGEST_WISH = 200


def opening(args: str) -> Open:
    """Read `NAME [SEAT] [LEVEL] [human] [key=value ...]`. Words without `=` name the seat, the opponent's level, or
    `human` (or `friend`) to play with a friend, in any order.

    `seat=NAME`, `opponent=LEVEL` and `tempo=slow` (how long people have for a turn) are settings of the session, not of
    the game. A built-in game may also be named by the title on its button, or by that title's first word. `key: value`
    is the same as `key=value`.
    """
    game, *words = _TEMPO.sub(r"=\1m", _SIGN.sub(lambda sign: f"{sign[1] or ''}=", _named(_ordered(args)))).split()
    pairs = [(key, value) for key, sign, value in (word.partition("=") for word in words) if sign]
    house = {key: value for key, value in pairs if key in HOUSE}
    seat, level = _seat_and_level(game.lower(), [word for word in words if "=" not in word], house)
    return Open(
        game.lower(),
        tuple(pair for pair in pairs if pair[0] not in HOUSE),
        seat,
        rest=HUMAN if level in FRIEND else "",
        tempo=house.get("tempo", "chat"),
        level=level if level not in FRIEND else "",
    )


def _seat_and_level(game: str, words: list[str], house: dict[str, str]) -> tuple[str, str]:
    """Return the seat that words name, and the opponent: a level of the game, or a person; "" for none."""
    there = (*FRIEND, *(levels.named(get(game)) if game in names() else ()))
    opponents = {name.lower(): name for name in there}
    seats = [word for word in words if word.lower() not in opponents | dict.fromkeys(FILLERS)]
    wished = [house.get("opponent", ""), *(word for word in words if word.lower() in opponents)]
    named = [opponents.get(word.lower(), word.lower()) for word in wished]
    friend = next((word for word in named if word in FRIEND), "")
    return (*seats, house.get("seat", ""))[0], friend or next(filter(None, named), "")


def _ordered(args: str) -> str:
    """Return words with the game first, where `friend` or a level stands before it."""
    first, _, more = args.partition(" ")
    ahead = more.strip() and (first.lower() in FRIEND or first.lower() in levels.everywhere())
    return f"{more.strip()} {first}" if ahead else args


def _named(args: str) -> str:
    first = args.split(maxsplit=1)[0]
    bare = first.rstrip(".,!?").casefold()
    if first.lower() in names():
        return args
    for name in names():
        title = get(name).title
        if args[: len(title)].casefold() == title.casefold() and not args[len(title) :][:1].isalnum():
            return f"{name} {args[len(title) :]}"
    titled = [name for name in names() if get(name).title.casefold().split()[0].strip(",") == bare]
    if len(titled) == 1:
        return titled[0] + args[len(first) :]
    return first.rstrip(".,!?") + args[len(first) :] if first.strip(".,!?") else args


def begun(text: str) -> Open | None:
    """Return the game that a whole message asks to play: `bargaining`, `play trading`, `let's play books, hats, balls`;
    None for all other words.
    """
    if len(text) > _LONGEST_WISH or (found := _PLAY.fullmatch(text.strip())) is None:
        return None
    asked, wish = found[1] is not None, found[2].rstrip(".!?")
    if not wish:
        return None
    named = _named(_ordered(wish))
    name, _, rest = named.partition(" ")
    if name.lower() not in names() or (rest.strip() and not asked):
        return None
    return opening(f"{name} {rest}")


def joining(args: str) -> Join:
    """Read `CODE [SEAT]`. A code may be split into groups, quoted, or part of the link that it came with."""
    args = _LINK.sub(r"\1", args)
    words, code = args.split(), ""
    for n, word in enumerate(words, 1):
        letters = _MARKS.sub("", word)
        if not (letters.isascii() and letters.isalpha()) or len(code) + len(letters) > 6:
            break
        code += letters
        if len(code) == 6:
            return Join(code, " ".join(words[n:]))
    first, _, seat = args.partition(" ")
    return Join(first, seat.strip())


def pasted(text: str) -> str:
    """Return the letters that may be a code, in a message that holds nothing else; "" if none."""
    bare = text.strip().rstrip(".!")
    return coded(text) or (bare.upper() if CODE.fullmatch(bare) else "")


def token(text: str) -> str:
    """Return a study's token, in a text that holds nothing else, or its link; "" if none."""
    text = text.strip().rstrip(".!")
    if said := _JOIN.fullmatch(text):
        text = said[1]
    link = _LINK.match(text)
    token = link[1] if link and link.end() == len(text) else text
    return token.lower() if _TOKEN.fullmatch(token) else ""


def coded(text: str) -> str:
    """Return the code in a message that holds nothing else, bare in capitals or in its link; "" if none."""
    text = text.strip()
    if said := _JOIN.fullmatch(text):
        text = said[1].upper()
    link = _LINK.match(text)
    code = link[1] if link and link.end() == len(text) else text if text.isupper() else ""
    return code.upper() if CODE.fullmatch(code) else ""


# --- words for a game that a button names -----------------------------------------------------------------------------

_ORDER, _WORDS = "/order in ", "/words in "


def said_in(sid: str, stake: str, words: PlayText) -> str:
    """Return the text of a button that puts words to one game, about the present stake of the seat there."""
    return f"{_ORDER if words.order else _WORDS}{sid} {stake}\n{words.text}"


def said_there(text: str) -> PlayText | None:
    """Return the words that such a button says, with their game and stake; None for other texts."""
    head, _, words = text.partition("\n")
    for start in (_ORDER, _WORDS):
        if head.startswith(start):
            sid, _, stake = head.removeprefix(start).partition(" ")
            return PlayText(words, start == _ORDER, sid, stake)
    return None
