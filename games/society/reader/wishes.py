"""Plain words in the physical stage: wishes told to the game, turned into the lines that plans are written in.

A part of a text is looked at word by word: a verb, a thing, a count, a player, and words that add nothing. Any other
word makes it talk.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from games.core.contract import Reading, Unclear
from games.core.phrases import joined
from games.language import hedges
from games.language.agreement import find
from games.society.reader.vocabulary import IN_PASSING, listed
from games.society.rules.moves import Move, Orders, Pass
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.world import slips
from games.society.world.plans import LONGEST_QUEUE, MOST_UNITS, Craft, Gather, Queue, planned
from games.society.world.reader import USUAL_COUNT, read_plans
from games.society.world.sight import Sight
from games.society.world.things import GATES, TOOLS, Item, Kit, Tool

Read = Reading[Move] | Unclear
Kind = Literal["gather", "seek", "craft", "dump", "give", "goto", "explore", "wait"]

LONGEST: Final = 300
_WORD: Final = re.compile(r"(?:carpenter|miner)_\d|\d{1,3}|[^\W\d_]+(?:'[^\W\d_]+)?")
_SEAT: Final = re.compile(r"(?:carpenter|miner)_\d")
_PART: Final = re.compile(r"[;\n,&+.]|\b(?:and|then|after|afterwards|next)\b")
_LEAD: Final = listed(
    """
    ok okay well then so please pls now yes yeah sure alright right hey hi my plan plans is are the first second
    finally i i'll i'd i'm im ill we we'll we'd will want to would like let's lets let me us going gonna wanna
    need should have must can could you just go try also afterwards that this all over do your
    """
)
_KEEPS: Final = listed("same again repeat continue unchanged before keep carry")
_KEEP: Final = _KEEPS | listed(
    """
    ok okay yes just please i'll i will let's do the as last round time plan plans thing it that them my on
    going up doing go no change changes one more of like stick with old what did we i then thanks now used ones
    from
    """
)
_TIPS: Final = listed(
    """
    suggestion suggest suggested suggestions tip advice recommendation recommend recommended advise
    """
)
_TIP: Final = _TIPS | listed(
    """
    ok okay yes sure fine please i'll i will let's just do take use follow go with try accept the your that a
    you what as plan plans one sounds good works then thanks is"
    """
)
_AGREED: Final = frozenset(
    ("ok", "okay", "yes", "sure", "sounds good", "good idea", "yes please", "fine", "do it", "do that")
)
_YES: Final = listed("ok okay yes yeah yep sure please alright fine then")
"""Words of a yes to the suggested plans that needs no question."""
_BEGINS: Final = (_YES - {"then"}) | {"sounds", "do"}
_DONE: Final = _YES | listed("do that it this so sounds good works thanks i'll i will let's just as like")
"""The first word, and all words, of a yes that says what to do: "yes, do that"."""
_AGAINST: Final = re.compile(
    r"[?]|^(?:\w+,? )?(?:should|must|do|did) i\b|^(?:is|are|was|were|does|do) (?:there|it|they|we|any)\b"
    r"|\b(?:not|never|\w+n't|dont|if|when|who|what|why|where|was|did|are you|somebody|someone)\b"
)
_UNSURE: Final = re.compile(r"\b(?:i'm |im )?not sure\b")
_THING: Final = r"(?:wood|stones?|hammers?|coal|torch(?:es)?|iron)"
_RUN_ON: Final = re.compile(
    rf"\b({_THING}) (?=(?:(?:\d+|an?|some|one|two|three|four|five|six|seven|eight|nine|ten) {_THING}"
    r"|craft|make|build|dump|drop|gather|collect|get)\b)"
)
"""Things in a row, without a sign between them: "1 wood 1 stone craft hammer"."""
_SINGLE: Final = re.compile(
    rf"\b(?:an?|another|single) (?:(?:other|loose|nearby) )?(?:(?:piece|unit) (?:of )?)?{_THING}\b"
)
"""One thing, by its article: "a stone"."""
_YOU: Final = re.compile(r"\b(?:you|your|we both)\b(?! can| see)")
_LOOPED: Final = re.compile(r"\b(?:repeat|loop|(?P<once>once))(?: it| that| this| all)?$")
_REQUEST: Final = re.compile(r"(?:please )?(?:can|could|would|will) (?:you|we|i)\b")
_WONDERS: Final = re.compile(r"(?:can|could|may|shall) (?:i|we)\b[^?]*\?")
"""A question that may only ask what is possible, such as "can I drop the hammer?"."""
_ADDRESSED: Final = re.compile(r"(?:(?:hey|hi|ok|yes|no|please|thanks)[\s,]+)?@?(?:carpenter|miner)_\d\b(?!')")
"""A request to another player is talk."""
_VERBS: Final[dict[Kind, str]] = {
    "gather": "gather collect get fetch take pick mine chop cut grab harvest dig bring want need have stock load",
    "seek": "find search seek hunt",
    "craft": "craft crafting make making build building forge create produce",
    "dump": "dump drop throw release leave lay put place set",
    "give": "give hand pass deliver",
    "goto": "goto go walk move run head follow visit meet approach",
    "explore": "explore exploring scout scouting wander roam discover look walk",
    "wait": "wait rest idle stay stand nothing",
}
_FILL: Final = listed(
    """
    me us myself another of the that those these more nearest nearby closest next other my for there can possible a an
    some bit little few lot lots unit units piece pieces loose as much many all every everything plenty
    most any please pls around here now first up you we see out down off it them ground floor on in at from map
    world area by one ones two with to over near towards toward close bench go just also too until till round
    ends end time times again keep able i our new place about what is something anything stuff things resources
    further bit for way x
    """
)
_MUCH: Final = listed("all every everything much many lots plenty most full max maximum")
_NUMBERS: Final = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten".split())  # noqa: SIM905
} | {"couple": 2, "pair": 2}
_THINGS: Final = {
    **dict.fromkeys(("wood", "woods", "log", "logs", "timber", "lumber", "tree", "trees"), "WOOD"),
    **dict.fromkeys(("stone", "stones", "rock", "rocks"), "STONE"),
    **dict.fromkeys(("hammer", "hammers"), "HAMMER"),
    **dict.fromkeys(("coal", "coals"), "COAL"),
    **dict.fromkeys(("torch", "torches"), "TORCH"),
    **dict.fromkeys(("iron", "ore"), "IRON"),
    **dict.fromkeys(("tool", "tools"), "TOOL"),
}


def read(view: View, sight: Sight, text: str) -> Read | None:
    """Return the plans in a text, with seats by their ids; None if they are not clear as a whole.

    Plans that hold typing slips are asked about.
    """
    made = _read(view, sight, text)
    if isinstance(made, Reading):
        return made
    mended = slips.mended(text)
    again = _read(view, sight, mended) if mended else None
    if not isinstance(again, Reading) or not isinstance(again.move, Orders):
        return made
    return again if again.confirm else _asked(view, again.move.queue)


def _read(view: View, sight: Sight, text: str) -> Read | None:
    if len(text) > LONGEST:
        return None
    plain = text.lower().strip(" .!")
    words = _WORD.findall(plain)
    if _KEEPS.intersection(words) and _KEEP.issuperset(words):
        return Reading(Pass())
    if (taken := _suggestion(view, plain, words)) is not None:
        return taken
    if _ADDRESSED.match(plain):
        return Reading(None, text)
    hedged = bool(hedges.WORDS.intersection(words) or _WONDERS.match(plain)) or "not sure" in plain
    plain = _UNSURE.sub(" ", plain)
    if _REQUEST.match(plain):
        plain = plain.replace("?", "")
    elif _YOU.search(plain):
        # They plan for somebody else.
        return Reading(None, text)
    return None if _AGAINST.search(plain) else _parts(view, sight, plain, hedged)


def _suggestion(view: View, plain: str, words: list[str]) -> Read | None:
    """Return the suggested plans if a text takes them, or a question about them if it may; None for other words."""
    tip = suggested(view)
    if tip is None or not words:
        return None
    yes = words[0] != "please" and _YES.issuperset(words) and "?" not in plain
    if yes or plain in _AGREED or (_TIPS.intersection(words) and _TIP.issuperset(words)):
        return Reading(Orders(tip))
    return _asked(view, tip) if _agrees(plain, words) else None


def _agrees(plain: str, words: list[str]) -> bool:
    """Return whether a text says yes and nothing else. What people also say in passing, or of an offer, agrees to no
    plan.
    """
    if "?" in plain or IN_PASSING.issuperset(words):
        return False
    found = find(plain)
    says_what = words[0] in _BEGINS and len(words) > 1 and _DONE.issuperset(words)
    return says_what or (found.clear_yes and found.kind != "accept")


def _parts(view: View, sight: Sight, plain: str, hedged: bool) -> Read | None:
    looped = _LOOPED.search(plain)
    plain = plain[: looped.start()] if looped else plain
    lines: list[str] = []
    for part in _PART.split(_RUN_ON.sub(r"\1; ", plain)):
        spoken = [word for word in _WORD.findall(part) if word not in hedges.WORDS]
        made = _line(spoken, sight, view) if spoken else []
        if made is None:
            return None
        lines += made
    if looped and looped["once"] and lines:
        lines[-1] += " once"
    return _ordered(view, sight, lines, hedged) if lines else None


def _ordered(view: View, sight: Sight, lines: list[str], hedged: bool) -> Read | None:
    asks = hedged or any(line.startswith("?") for line in lines)
    if len(lines) > LONGEST_QUEUE:
        return Unclear("plan_long", lines=len(lines))
    text = "\n".join(line.lstrip("?") for line in lines)
    found = read_plans(text, sight.kit, view.terms.seats, sight.held, extras=view.terms.extras)
    if isinstance(found, Unclear):
        return _first(view, text, found, sight) or found
    if not asks:
        return Reading(Orders(found.queue), note="repaired")
    return _asked(view, found.queue)


def _asked(view: View, queue: Queue, why: str = "") -> Reading[Move]:
    """Return plans with the question whether they are meant."""
    shown = planned(queue, chat=True) if view.terms.style == "chat" else planned(queue, chat=False).lower()
    return Reading(Orders(queue), "", planned(queue, chat=False), "repaired", f"{why}Do you mean {shown}?")


def _first(view: View, text: str, why: Unclear, sight: Sight) -> Read | None:
    """Return a question whether to gather first, if a craft lacks nothing but what the seat can gather."""
    missing: tuple[Item, ...] = why.facts.get("items", ()) if why.code == "plan_input" else ()
    if not missing or not set(missing) <= set(sight.kit.gathers) - set(GATES):
        return None
    tool: Tool = "hammer" if "HAMMER" in text else "torch"
    queue = Queue((*(Gather(item, 1) for item in missing), Craft(tool)), True)
    return _asked(view, queue, f"You hold no {joined(missing, 'or')} yet. ")


class Part(Struct, frozen=True):
    """A part of a text: the uses of its verb, its words from there on, the thing and the player that it names."""

    kinds: tuple[Kind, ...]
    words: tuple[str, ...]
    thing: str
    player: str

    def has(self, *words: str) -> bool:
        return any(word in self.words for word in words)


def _line(words: list[str], sight: Sight, view: View) -> list[str] | None:
    """Return the lines for a part of a text; `?` before one that is only likely, None for a part that is no plan."""
    at = next((n for n, word in enumerate(words) if _kinds(word) or word not in _LEAD), len(words))
    rest = words[at:]
    if not rest:
        return []
    things = {_THINGS[word] for word in rest if word in _THINGS}
    players = [word for word in rest if _SEAT.fullmatch(word)]
    # Two numbers are a range, or belong to two things.
    if not all(map(_plain, rest)) or max(len(things), len(players), len(_numbers(rest))) > 1:
        return None
    part = Part(_kinds(rest[0]), tuple(rest), "".join(things), "".join(players))
    kind = _with_thing(part) if things else _without_thing(part)
    return _written(kind, part, sight, view) if kind else None


def _plain(word: str) -> bool:
    known = word in _THINGS or word in _FILL or word in _NUMBERS or word.isdecimal()
    return known or bool(_SEAT.fullmatch(word)) or bool(_kinds(word))


def _kinds(word: str) -> tuple[Kind, ...]:
    return tuple(kind for kind, verbs in _VERBS.items() if word in verbs.split())


def _with_thing(part: Part) -> Kind | None:
    """Return the plan kind of a part that names a thing; None if it is unclear."""
    if part.player and not {"craft", "gather"}.intersection(part.kinds):
        return "give"
    fitting = [kind for kind in part.kinds if kind in ("gather", "seek", "craft", "dump")]
    if fitting:
        return fitting[0]
    if part.words[:2] in (("look", "for"), ("go", "for")):
        return "seek"
    return "gather" if part.kinds in ((), ("goto",)) else None


def _without_thing(part: Part) -> Kind | None:
    """Return the plan kind of a part that names no thing; None if it is unclear."""
    kinds = part.kinds
    if part.player and "dump" in kinds:
        return "give"
    if part.player:
        return "goto" if {"goto", "seek", "explore"}.intersection(kinds) else None
    if {"explore", "seek"}.intersection(kinds) or part.has("look", "walk", "map"):
        return "explore"
    if "gather" in kinds:
        return "gather" if part.has("all", "everything") else None
    return next((kind for kind in kinds if kind in ("craft", "dump", "wait")), None)


def _written(kind: Kind, part: Part, sight: Sight, view: View) -> list[str] | None:
    """Return the lines of one kind; None where the role has no such plan."""
    match kind:
        case "explore":
            return ["EXPLORE MAP"]
        case "wait":
            return [f"?WAIT {_count(part.words, MOST_UNITS)}"] if view.terms.extras else None
        case "goto":
            return [f"GOTO {part.player}"]
        case "gather" if not part.kinds and part.thing.lower() in sight.kit.crafts:
            return _written("craft", part, sight, view)
        case "gather" | "seek":
            return _gathering(part, sight.kit, kind == "seek")
    tool = _tool(part.thing or "TOOL", sight.kit.crafts if kind == "craft" else sight.kit.dumps)
    if not tool:
        return None
    if kind == "craft":
        return [f"CRAFT 1 {tool}"] * min(LONGEST_QUEUE, max(1, _count(part.words, 1)))
    return _dumped(tool, part.player if view.terms.extras else "", bool(part.player))


def _gathering(part: Part, kit: Kit, seeks: bool) -> list[str] | None:
    if not part.thing:
        return [f"?GATHER {MOST_UNITS} {item.upper()}" for item in kit.gathers if item not in (*TOOLS, *GATES)]
    item = _tool(part.thing, tuple(item for item in kit.gathers if item in TOOLS))
    return _gathered(item, _count(part.words, _usual(part, item)), seeks) if item else None


def _dumped(tool: str, player: str, asks: bool) -> list[str]:
    near = [f"?GOTO {player}"] if player else []
    return [*near, f"{'?' if asks else ''}DUMP {tool}"]


def _usual(part: Part, item: str) -> int:
    """Return the number of units that are meant where no number stands."""
    if _MUCH.intersection(part.words):
        return MOST_UNITS
    single = part.has("a", "an") and item.lower() in TOOLS and "gather" in part.kinds
    return 1 if single or _SINGLE.search(" ".join(part.words)) else USUAL_COUNT


def _gathered(item: str, number: int, seeks: bool) -> list[str]:
    if number > MOST_UNITS:
        most = min(number, LONGEST_QUEUE * MOST_UNITS)
        return [f"?GATHER {min(MOST_UNITS, most - done)} {item}" for done in range(0, most, MOST_UNITS)]
    return ["?EXPLORE MAP", f"?GATHER {number} {item}"] if seeks else [f"GATHER {number} {item}"]


def _count(words: Iterable[str], usual: int) -> int:
    """Return the first number among the words, or the usual one."""
    return next(iter(_numbers(words)), usual)


def _numbers(words: Iterable[str]) -> list[int]:
    return [int(word) if word.isdecimal() else _NUMBERS[word] for word in words if word.isdecimal() or word in _NUMBERS]


def _tool(thing: str, tools: tuple[str, ...]) -> str:
    """Return the thing; for `tool` the only one there is, else ""."""
    if thing != "TOOL":
        return thing
    return tools[0].upper() if len(tools) == 1 else ""
