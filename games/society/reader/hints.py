"""Hints for words that are no move: the probable intention, and the right way to express it."""

import re
from difflib import get_close_matches
from typing import Final

from games.core.phrases import joined
from games.language.agreement import find
from games.society.tactics.partners import example
from games.society.view import View
from games.society.world.plans import Explore, Gather, said

_FLAGS: Final = re.IGNORECASE
_NEAR: Final = 0.75
"""The part of a word that must be right for a typing slip: `jion`, `acept`, `gahter`."""
_OPTIONS: Final = (
    *("propose", "invite", "offer", "negotiate", "bargain", "counter", "accept", "decline", "reject", "withdraw"),
    *("pass", "vote", "confirm", "refuse"),
)
_JOINING: Final = ("join", "stay", "enter", "coalition", "leave")
_PLANNING: Final = (
    *("gather", "collect", "fetch", "take", "pick", "mine", "chop", "grab", "harvest", "craft", "make", "build"),
    *("forge", "create", "dump", "drop", "explore", "scout", "search", "goto", "follow", "wait"),
)
_THINGS: Final = ("wood", "stone", "hammer", "coal", "torch", "iron")
_SMALL_TALK: Final = frozenset(
    "hi hello hey hiya yo morning evening welcome bye thanks thank thx ty ok okay yes yeah yep no nope nah lol haha "  # noqa: SIM905
    "hmm hm oh ah wow well good great nice cool super sure fine right true sorry please gg yay oops damn i i'm im i'd "
    "i'll we we're you your it it's that this they he she the my our let's lets let a an so and but or if maybe "
    "what how why who when where which deal agreed anyone anybody everyone everybody looking team friends all".split()
)
_ASKING: Final = re.compile(
    r"\W*(?:help|rules|commands|options|menu|(?:what|how|where|which|who|when|why|can|may|should"
    r"|am)\b(?!.*\byou).{0,40}"
    r"\b(?:i|do|now|this|works?|next|happens?|possible|groups?|coalitions?|bench|ticks?)\b|(?:what|how)\W*$)",
    _FLAGS,
)
"""Questions to the game rather than to another player."""
_YOU: Final = re.compile(r"\byou(?:r|rs)?\b", _FLAGS)
_GIVING: Final = re.compile(r"(?:i(?:'ll| will)? |please )?(?:give|hand|bring|send|sell|trade|throw|lend)\b", _FLAGS)
_STEERING: Final = re.compile(
    r"(?:i |please )?(?:go|walk|move|run|step|turn|head)\b.*\b(?:north|south|east|west|up|down|left|right)\b", _FLAGS
)
_FEW: Final = 4
_WORDS: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def slip(view: View, text: str) -> bool:
    """Return whether a text is only an order with a slip in its first word. It is not passed on as talk."""
    words = _WORDS.findall(text.lower())
    known = {"negotiation": _OPTIONS, "contract": _JOINING}.get(view.phase, _PLANNING)
    if not words or len(words) > 2 * _FEW or words[0] in _SMALL_TALK or words[0] in known or not _near(words[0], known):
        return False
    return len(words) == 1 or bool(re.search(r"\d", text)) or any(_near(word, _THINGS) for word in words[1:])


def attempt(view: View, text: str) -> bool:
    """Return whether words look like an attempted move, or ask how to make one. Nobody else would answer that."""
    words = _WORDS.findall(text.lower())
    if not words:
        return bool(re.search(r"[\d?]", text))
    if _ASKING.match(text):
        return True
    if _asks_others(text):
        return False
    if _answers(text) or (find(text).side and _offered(view)):
        return True
    brief = len(words) <= 2 * _FEW
    numbers = brief and bool(re.search(r"\d", text))
    if numbers or text.rstrip().endswith("?"):
        return numbers
    return (brief and _names_a_move(view, words)) or (len(words) <= _FEW and words[0] not in _SMALL_TALK)


def _names_a_move(view: View, words: list[str]) -> bool:
    known = {"negotiation": _OPTIONS, "contract": _JOINING}.get(view.phase, (*_PLANNING, *_THINGS))
    return any(_near(word, known, 0.8) for word in words if word not in _SMALL_TALK)


def _offered(view: View) -> bool:
    return view.phase == "negotiation" and bool(view.talks.offers_to(view.who))


def _asks_others(text: str) -> bool:
    """Return whether a text ends in a question and speaks of "you"."""
    end = next((at for at in range(len(text), 0, -1) if text[at - 1].isalnum() or text[at - 1] == "_"), 0)
    return "?" in text[end:] and bool(_YOU.search(text))


def _near(word: str, known: tuple[str, ...], close: float = _NEAR) -> bool:
    return 3 <= len(word) <= 12 and bool(get_close_matches(word, known, 1, close))


def _answers(text: str) -> bool:
    # "Sure" answers; "ok" and "fine" may be small talk.
    found = find(text)
    firm = found.kind in ("accept", "yes", "no") or (found.kind == "fine" and "sure" in text.lower())
    return found.whole and not found.sign and firm


def hint(view: View, text: str) -> str:
    """Return one line that tells how to act now, after words that only the others hear."""
    if view.phase == "physical" and _GIVING.match(text):
        drops = "drop a tool" if view.terms.style == "chat" else "DUMP lays a tool down"
        return f"Nothing passes from hand to hand: {drops}, and whoever gathers it there has it."
    if view.phase == "physical" and _STEERING.match(text):
        return f"Plans find their own way; nobody is steered step by step. {act(view)}"
    if _ASKING.match(text):
        return f"{act(view)} /rules explains it all."
    if _answers(text) and not _offered(view):
        return f"There is nothing to say yes or no to. {act(view)}"
    head = "Everyone heard that, but it is no move." if attempt(view, text) else "Everyone heard you."
    return f"{head} {act(view)}"


def act(view: View) -> str:
    """Return the hint for the seat's next act."""
    match view.phase:
        case "negotiation":
            return _bargain(view)
        case "contract" if view.slots.mover in (None, view.who):
            return f"To choose, name a coalition, such as join {_slot(view)}."
        case "contract":
            return f"It is {view.slots.mover}'s turn ({view.slots.wait(view.who)} to go)."
    said = f"To act, send plans, such as {plans(view)}."
    return said if view.standing is None else f"{said} Pass keeps yours."


def plans(view: View) -> str:
    """Return examples of written plans."""
    thing = view.sight.kit.gathers[0] if view.sight is not None else "wood"
    if view.terms.style == "chat":
        return f"{said(Gather(thing, 3))}, {said(Explore())}"
    return f"gather 3 {thing} / explore"


def _bargain(view: View) -> str:
    me, talks = view.who, view.talks
    offers, bargain = talks.offers_to(me), talks.bargain(me)
    if offers:
        to = "" if len(offers) == 1 else f" {offers[0].by}"
        last = bargain is not None and bargain.offers >= view.terms.customs.offers
        ways = (f"accept{to}", *(() if last else (f"counter{to} 50/50",)), f"end{to}")
        return f"To answer {joined([o.by for o in offers], 'or')}: {joined(ways, 'or')}."
    if bargain is not None and bargain.mover != me:
        return f"{bargain.other(me)} is on the move; you can only end."
    if bargain is not None:
        return "To propose a share: counter 50/50. Or end."
    partner, out = example(view, me), talks.invite_by(me)
    if out is not None:
        return f"To withdraw your invitation to {out.to}: end {out.to}. Or pass."
    return f"To invite somebody: propose {partner} 50/50. Or pass." if partner else "In this step you can only pass."


def _slot(view: View) -> int:
    return next((slot for slot in range(len(view.slots.seats)) if view.slots.members(slot)), 0)
