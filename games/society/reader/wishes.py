"""Plain words in the physical stage: wishes told to the game, turned into the lines that plans are written in."""

import re
from typing import Final

from games.core.contract import Reading, Unclear
from games.society.reader.seats import named
from games.society.rules.moves import Move, Orders, Pass
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.world.plans import LONGEST_QUEUE, MOST_UNITS, written
from games.society.world.reader import read_plans
from games.society.world.sight import Sight

Read = Reading[Move] | Unclear

LONGEST: Final = 300
_LEAD: Final = re.compile(
    r"(?:(?:ok|okay|well|then|so|please|pls|now|yes|yeah|sure|alright|right|hey|hi|my plan is(?: to)?|the plan is(?: to)?|my plans?:?|first of all|first)[\s,:]+)*"
    r"(?:(?:can|could|would|will) (?:you|we|i)(?: please| go)?\s+|(?:let's|let us|let me|lets)\s+(?:go\s+)?(?:and\s+)?|(?:i|we)(?:'ll|'d like to|'m going to|'m gonna| will| want to| wanna| would like to| am going to| need to| should| have to| must| can| gonna)?\s+(?:just\s+|go\s+(?:and\s+)?)?|(?:go|try)\s+(?:and\s+|to\s+)?(?=gather|get|fetch|find|pick|collect|grab|make|build|craft|take))?"
    r"(?:please\s+)?"
)
_KEEP: Final = re.compile(
    r"(?:(?:ok|okay|yes|just|please|i'll|i will|i|let's)[\s,]+)*"
    r"(?:same(?: as before| as last (?:round|time)| again| plans?| thing)?|as before|again|repeat(?: it| that)?|continue|carry on|keep (?:going|it up|on|it|them|my plans?|the plans?|doing (?:that|this|it))"
    r"|go on|no changes?|unchanged|do (?:it|that|the same)(?: thing)? again|do the same(?: thing)?|like (?:before|last (?:time|round))|one more time|more of the same|nothing new|stick with (?:it|that|my plans?))"
    r"(?:[\s,]+(?:please|thanks|then|again|now))*[\s.!]*"
)
_TIP: Final = re.compile(
    r"(?:(?:ok|okay|yes|sure|fine|please|i'll|i will|i|let's|just)[\s,]+)*"
    r"(?:(?:do|take|use|follow|go with|try|accept|like)\s+)?(?:(?:what|as) you (?:suggest(?:ed)?|say|said|think(?: is best)?)|(?:the |your |that )?(?:suggestion|suggested plans?|tip|advice|recommendation)|that (?:plan|one)|sounds good|good idea|yes|ok|okay|sure|do (?:it|that))"
    r"(?:[\s,]+(?:please|thanks|then|sounds good|is fine|works))*[\s.!]*"
)
_PART: Final = re.compile(
    r"\s*(?:[;\n]|(?:,\s*)?\b(?:and then|then|after that|afterwards|and after that|next)\b,?|,\s*(?:and\s+)?|\band\b|&|\+)\s*"
)
_COUNT: Final = r"(?:(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|all|every|everything|as much|as many|some|more|much|lots|plenty|any|few|couple|several|most|the rest)\b)?"
_THING: Final = (
    r"(?P<thing>woods?|logs?|timber|lumber|trees?|stones?|rocks?|hammers?|tools?|coals?|torch(?:es)?|iron|ore)"
)
_MID: Final = r"(?:\s*(?:me|us|myself|of|the|that|those|these|more|nearest|nearby|closest|next|other|my|for me|there|can|possible|a|an|some|bit|little|few|couple|lot|lots|units?|pieces?|loose|lying|dropped|as)\b)*\s*"
_GATHER: Final = re.compile(
    rf"(?:gather|collect|get|fetch|take|pick up|pick|mine|chop(?: down)?|cut(?: down)?|grab|harvest|dig|need|want|bring|find|have|more|go for|look for|search for|quarry|hoard|stock up on|load up on|focus on|go get)?{_MID}{_COUNT}{_MID}{_THING}(?:\s+(?:as (?:i|we) can|as possible|please|around|here|nearby|there|now|for me|first|up|you can|(?:that )?(?:i|you|we) (?:can|see|find)|in sight|in view|from .{{1,20}}|available|left|in the world|on the (?:map|ground)|\d times|times|all|and|too|also|again))*"
)
_MAKE: Final = re.compile(
    rf"(?:keep )?(?:craft(?:ing)?|mak(?:e|ing)|build(?:ing)?|forg(?:e|ing)|creat(?:e|ing)|produc(?:e|ing)|us(?:e|ing) the bench (?:for|to make))\s+{_MID}{_COUNT}{_MID}(?P<thing>hammers?|torch(?:es)?|tools?)(?:\s+.{{0,30}})?"
)
_DROP: Final = re.compile(
    rf"(?:dump|drop|put down|lay down|leave|throw away|throw|release|let go of|set down|place)\s+{_MID}(?P<count>it|them|all|one|both)?{_MID}(?P<thing>hammers?|torch(?:es)?|tools?)?(?:\s+(?:down|here|there|on the (?:ground|floor)|for (?:.{{1,30}})|now|away))*"
)
_GIVE: Final = re.compile(
    rf"(?:give|hand(?: over)?|bring|pass|deliver|take|carry)\s+(?:(?P<to>(?:carpenter|miner)_\d)\s+)?{_MID}(?P<thing>hammers?|torch(?:es)?|tools?)(?:\s+(?:over\s+)?(?:to|for)\s+(?P<for>(?:carpenter|miner)_\d))?"
)
_GO: Final = re.compile(
    r"(?:go|walk|move|run|head|follow|find|visit|meet|approach|get)\s*(?:over\s+|up\s+|close\s+|near\s+|next\s+|towards?\s+)*(?:to\s+)?(?:with\s+)?(?P<who>(?:carpenter|miner)_\d)"
)
_HEDGE: Final = re.compile(r"\b(?:maybe|perhaps|probably|i guess|i suppose|i think|not sure|(?:i'm |im )?not sure)\b")
_ADDRESSED: Final = re.compile(r"(?:(?:hey|hi|ok|yes|no|please|thanks)[\s,]+)?@?(?:carpenter|miner)_\d\b(?!')")
"""A request to another player is talk."""
_LOOK: Final = re.compile(
    r"(?:explor\w*|scout\w*|(?:have|take) a (?:look|walk)(?: around)?(?: (?:at|on) the map)?|look(?:ing)? (?:around|about|for (?:something|anything|stuff|things|resources|more))|walk(?:ing)? (?:around|about)|wander\w*(?: around| about)?|search(?:ing)?(?: (?:around|the map|everywhere))?|see what(?:'s| is) (?:there|around|out there)|find (?:out what is there|something|resources|stuff)|discover\w*|roam\w*(?: around)?|check (?:out )?the map)"
    r"(?:\s+(?:the|map|area|world|around|a bit|some|more|further|everywhere|please|first|surroundings|for resources|for stuff|place))*"
)
_WAIT: Final = re.compile(
    r"(?:wait|rest|idle|stay|stand still|do nothing|nothing|stay (?:here|put|where i am))(?:\s+(?:here|there|a bit|for now|this round|a round|please|put))*"
)
_WORDS: Final = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten".split())  # noqa: SIM905
}
_MUCH: Final = frozenset("all every everything as lots plenty most the".split())  # noqa: SIM905
_NAMES: Final = (
    (("wood", "log", "timber", "lumber", "tree"), "WOOD"), (("stone", "rock"), "STONE"), (("hammer",), "HAMMER"),
    (("coal",), "COAL"), (("torch",), "TORCH"), (("iron", "ore"), "IRON"),
)  # fmt: skip


def read(view: View, sight: Sight, text: str) -> Read | None:
    """Return the plans in a text, with seats by their ids; None if they are not clear as a whole."""
    if len(text) > LONGEST:
        return None
    plain = " ".join(text.lower().replace("\n", " ; ").split()).strip(" .!?")
    if _KEEP.fullmatch(plain):
        return Reading(Pass())
    tip = suggested(view)
    if tip is not None and _TIP.fullmatch(plain):
        return Reading(Orders(tip))
    if _ADDRESSED.match(plain):
        return Reading(None, text)
    hedged = _HEDGE.search(plain) is not None
    plain = " ".join(_HEDGE.sub(" ", plain).split()).strip(" ,.!") if hedged else plain
    if re.search(r"\b(?:not|never|n't|don't|won't|can't|if|when|who|what|why|where|would you|are|is|was|did)\b", plain):
        return None
    lines = [line for part in _PART.split(plain) if part for line in _line(part, sight, view)]
    return None if not lines or None in lines else _ordered(view, sight, [line for line in lines if line], hedged)


def _ordered(view: View, sight: Sight, lines: list[str], hedged: bool) -> Read | None:
    asks = hedged or any(line.startswith("?") for line in lines)
    lines = [line.lstrip("?") for line in lines]
    if len(lines) > LONGEST_QUEUE:
        return Unclear("plan_long", lines=len(lines))
    found = read_plans("\n".join(lines), sight.kit, view.terms.seats, sight.held, extras=view.terms.extras)
    if isinstance(found, Unclear):
        return found
    if not asks:
        return Reading(Orders(found.queue), note="repaired")
    confirm = " / ".join(map(written, found.queue.plans))
    return Reading(Orders(found.queue), confirm=confirm, note="repaired", question=f"Do you mean {confirm.lower()}?")


def _line(part: str, sight: Sight, view: View) -> list[str | None]:
    """Return the lines for a part of a text; `?` before one that is only likely, None for a part that is no plan."""
    lead = _LEAD.match(part)
    part = part[lead.end() if lead else 0 :].strip(" .!?")
    if _LOOK.fullmatch(part):
        return ["EXPLORE MAP"]
    if _WAIT.fullmatch(part) and view.terms.extras:
        return [f"?WAIT {MOST_UNITS}"]
    if made := _MAKE.fullmatch(part):
        thing = _tool(made["thing"], sight.kit.crafts)
        return [f"CRAFT 1 {thing}"] * min(LONGEST_QUEUE, _number(made["count"], 1)) if thing else [None]
    if dropped := _DROP.fullmatch(part):
        thing = _tool(dropped["thing"] or "tool", sight.kit.dumps)
        return [f"DUMP {thing}"] if thing and (dropped["thing"] or dropped["count"] in ("it", "them")) else [None]
    if (given := _GIVE.fullmatch(part)) and (given["to"] or given["for"]):
        thing = _tool(given["thing"], sight.kit.dumps)
        near = [f"?GOTO {given['to'] or given['for']}"] if view.terms.extras else []
        return [*near, f"?DUMP {thing}"] if thing else [None]
    if went := _GO.fullmatch(part):
        return [f"GOTO {named(went['who'], view.terms.seats)[0]}"] if named(went["who"], view.terms.seats) else [None]
    if gathered := _GATHER.fullmatch(part):
        return _gathered(part, gathered, sight)
    return [None]


def _gathered(part: str, match: re.Match[str], sight: Sight) -> list[str | None]:
    thing = _tool(match["thing"], tuple(tool for tool in ("hammer", "torch") if tool in sight.kit.gathers))
    if not thing:
        return [None]
    usual = 1 if re.search(r"\ba\b(?! (?:bit|few|lot|couple))", part) and thing in ("HAMMER", "TORCH") else 5
    many = MOST_UNITS if re.search(r"\b(?:all|every|everything|as (?:much|many)|lots|plenty|most)\b", part) else usual
    number = _number(match["count"], many)
    if number > MOST_UNITS:
        rest = min(number, LONGEST_QUEUE * MOST_UNITS)
        return [f"?GATHER {min(MOST_UNITS, rest - done)} {thing}" for done in range(0, rest, MOST_UNITS)]
    seeks = part.startswith(("find", "look for", "search for"))
    return ["?EXPLORE MAP", f"?GATHER {number} {thing}"] if seeks else [f"GATHER {number} {thing}"]


def _number(count: str | None, usual: int) -> int:
    if count is None:
        return usual
    if count.isdigit():
        return int(count)
    return _WORDS.get(count, 1 if count in ("a", "an") and usual == 1 else usual)


def _tool(word: str, tools: tuple[str, ...]) -> str:
    """Return the item that a word names; `tool` is the only one there is."""
    if word.startswith("tool"):
        return tools[0].upper() if len(tools) == 1 else ""
    return next((name for starts, name in _NAMES if word.startswith(starts)), "")
