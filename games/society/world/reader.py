"""Text to plans: the `Plan:` lines of AdaSociety and the shorter forms that people type."""

import re
from typing import Final

from msgspec import Struct

from games.core.contract import Unclear
from games.language.text import canon, odd_numerals, unmark, unquoted
from games.society.world.plans import (
    LONGEST_QUEUE,
    MOST_UNITS,
    MOST_WAIT,
    Craft,
    Dump,
    Explore,
    Gather,
    Goto,
    Plan,
    Queue,
    Wait,
    written,
)
from games.society.world.things import GATES, INDEX, ITEMS, RECIPES, TOOLS, Held, Item, Kit, room

USUAL_COUNT: Final = 5
"""The count of GATHER without a number."""
LONGEST_TEXT: Final = 1000


class Orders(Struct, frozen=True):
    """A queue as it was read. `repaired`: the text was not quite in form, so the queue is worth showing again."""

    queue: Queue
    repaired: bool


_VERBS: Final = {
    "gather": "gather|collect|get|fetch|take|pick up|pick|mine|chop|grab|harvest|cut",
    "craft": "craft|make|build|forge|create",
    "dump": "dump|drop|put down|lay down|leave",
    "explore": "explore|scout|look around|walk around|wander|search",
    "goto": "goto|go to|walk to|follow",
    "wait": "wait|stay",
}
_FLAGS = re.IGNORECASE
# All of these meet rows without runs of spaces; only single characters are repeated, so that each is linear.
_VERB: Final = rf"(?:{'|'.join(_VERBS.values())})\b"
_ORDER: Final = r"(?:first of all|first|and then|then|and|after that|afterwards|next|finally|lastly|at last|also)"
_POLITE: Final = (
    rf"(?:{_ORDER},? )?(?:(?:please|i (?:will|want to|would like to)|i'll|i'd like to|let me|go and|go) )?(?:please )?"
)
_LINE: Final = re.compile(rf"{_POLITE}({_VERB}) ?(.*)", _FLAGS)
_BEGINS: Final = re.compile(rf"{_POLITE}{_VERB}", _FLAGS)
_MARK: Final = re.compile(
    r"/? ?plans?\b ?(?:\d{1,3} ?)?[:=]? ?|[-*•–]{1,3} |\(?\d{1,2}[.):] ?|line \d ?: ?| "
    rf"|\(?(?:\d{{1,2}}|[a-e]\)) ?(?={_VERB})",
    _FLAGS,
)
"""Signs and words before a plan: `Plan:`, `2.`, `-`."""
_SPLIT: Final = re.compile(
    rf" ?(?:[;|]|(?<!/)/(?= )|\(?\d\) ?(?={_VERB})|(?<!\w)\(?[a-e]\) ?(?={_VERB})"
    rf"|[,.]? ?\b(?<!go ){_ORDER}(?:,? {_ORDER})?,? (?={_VERB})"
    rf"|[,/&+] ?(?={_VERB})|[.!] (?=plan ?:|{_VERB})) ?",
    _FLAGS,
)
_ARROW: Final = re.compile(r"(?<=\w) ?(?:[-=]>|[→➡»]) ?(?=\w)|(?<=\w) [>|] (?=\w)")
_POINTED: Final = ">→➡»|"
_PLAN_LINE: Final = re.compile(r"^(?:[-*•] ?)?plans? ?\d{0,3} ?:(.*)$", _FLAGS | re.MULTILINE)
_INLINE: Final = re.compile(r"\bplans? ?\d{0,3} ?:(.*)", _FLAGS)
"""A plan behind thoughts that were written without a line end."""
_THOUGHTS: Final = re.compile(r"^thoughts? ?:", _FLAGS | re.MULTILINE)
_LOOPING: Final = re.compile(
    r"\b(loop(?:ed)?|repeat(?:ed)?|(?:(?:only|just) )?once|(?:no|don't|do not|without) (?:loop|repeat)(?:ing)?"
    r"|loop ?=? ?off)\b[ .)!]*$",
    _FLAGS,
)
_NUMBER: Final = re.compile(r"[-+]?\d+(?:[.,]\d+)?")
_WORDS: Final = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    )
} | {"twenty": 20, "fifty": 50, "hundred": 100}
"""Numbers in words. Those that are too large are known, to be refused as such."""
_PICTURES: Final = {"🪵": "wood", "🪨": "stone", "🔨": "hammer", "🔥": "torch", "🔦": "torch"}
_ORNAMENTS: Final = "".join(_PICTURES) + "\"' :>(["
_NAMES: Final[dict[str, Item]] = {
    **{item: item for item in ITEMS},
    **{f"{item}s": item for item in ITEMS},
    "torche": "torch",
    "torches": "torch",
    "woods": "wood",
    "log": "wood",
    "logs": "wood",
}
_FILLERS: Final = frozenset(
    "a an the of some unit units piece pieces x here now more another please map area around it them down my".split()  # noqa: SIM905
)


def read_plans(
    text: str, kit: Kit, names: tuple[str, ...], held: Held | None = None, *, ai: bool = False, extras: bool = True
) -> Orders | Unclear:
    """Return the queue that a text orders, for a seat of this role; never raises, never guesses.

    `names` are the seats, for GOTO. With `held`, a single plan that is impossible with those items is refused. `ai`:
    only `Plan:` lines after the last `Thoughts:` count. `extras`: whether GOTO and WAIT may be used.

    Codes: `plan_none` (no plan in the text at all), `plan_format`, `plan_count`, `plan_two`, `plan_long`, `plan_role`,
    `plan_tools_only`, `plan_gate`, `plan_cap`, `plan_input`, `plan_empty`, `plan_player`. Facts: `line` (from 1),
    `lines`, and those that `wording.refusal` words.
    """
    return plans_in(canon(text), kit, names, held, ai=ai, extras=extras)


def plans_in(
    typed: str, kit: Kit, names: tuple[str, ...], held: Held | None = None, *, ai: bool = False, extras: bool = True
) -> Orders | Unclear:
    """Return the queue in a canonical text; the rest is as in `read_plans`."""
    tagged, meant = _meant(typed, ai)
    lines = _lines(meant[:LONGEST_TEXT])
    if not tagged and not any(_BEGINS.match(line.lstrip(_ORNAMENTS)) for line in lines):
        return Unclear("plan_none")
    if len(meant) > LONGEST_TEXT:
        return Unclear("plan_long", lines=LONGEST_QUEUE + 1)
    meant, loop = _looped(meant)
    lines = _lines(meant)
    if not lines:
        return Unclear("plan_none")
    if len(lines) > LONGEST_QUEUE:
        return Unclear("plan_long", lines=len(lines))
    plans = []
    for number, line in enumerate(lines, 1):
        plan = _plan(line, kit, names, extras)
        if held is not None and len(lines) == 1 and not isinstance(plan, Unclear):
            # In a longer queue such a line is checked when its turn comes: another one may have made it possible.
            plan = _hopeless(plan, kit, held) or plan
        if isinstance(plan, Unclear):
            return Unclear(plan.code, **(plan.facts | {"line": number, "lines": len(lines)}))
        plans.append(plan)
    repaired = any(line.lower() != written(p).lower() for line, p in zip(lines, plans, strict=True))
    return Orders(Queue(tuple(plans), loop), repaired)


def _meant(typed: str, ai: bool) -> tuple[bool, str]:
    """Return whether plans follow `Plan:`, and the rows of a text that may hold plans."""
    typed = _ARROW.sub(" ; ", typed) if any(sign in typed for sign in _POINTED) else typed
    clean = unmark(unquoted(typed)).replace("<", " ").replace(">", " ")
    rows = "\n".join(row for line in clean.split("\n") if (row := " ".join(line.split())))
    tagged = _plan_lines(rows)
    return bool(tagged), "\n".join(tagged) if tagged or ai else rows


def _looped(meant: str) -> tuple[str, bool]:
    """Return a text without the words at its end that say whether the plans repeat, and whether they do."""
    asked = _LOOPING.search(meant)
    if asked is None:
        return meant, True
    loop = re.fullmatch(r"loop(?:ed)?|repeat(?:ed)?", asked[1], _FLAGS) is not None
    before = meant[: asked.start()].rstrip(" ,;.(\n")
    return re.sub(r"(?<![\s,;])[\s,;]++(?:and|then)$", "", before, flags=_FLAGS), loop


def _lines(meant: str) -> list[str]:
    return [line for row in meant.split("\n") for line in _split(row)]


def _split(row: str) -> list[str]:
    return [line for part in _SPLIT.split(_bare(row)) if (line := _bare(part).strip(" .!,;/"))]


def _bare(part: str) -> str:
    """Return a part of a row without the signs and words before a plan."""
    at = 0
    while (mark := _MARK.match(part, at)) is not None:
        at = mark.end()
    return part[at:]


def _plan_lines(text: str) -> list[str]:
    thoughts = list(_THOUGHTS.finditer(text))
    answer = text[thoughts[-1].start() :] if thoughts else text
    own = [match[1].strip() for match in _PLAN_LINE.finditer(answer) if match[1].strip()]
    return own or [match[1].strip() for match in list(_INLINE.finditer(answer))[-1:] if thoughts and match[1].strip()]


def _plan(line: str, kit: Kit, names: tuple[str, ...], extras: bool) -> Plan | Unclear:
    match = _LINE.fullmatch(line.lstrip(_ORNAMENTS))
    if match is None or odd_numerals(line):
        return Unclear("plan_format", kit=kit, extras=extras)
    kind = next(kind for kind, verbs in _VERBS.items() if re.fullmatch(verbs, match[1], re.IGNORECASE))
    rest = match[2].strip()
    if kind == "explore":
        words = set(re.findall(r"[^\W\d_]+", rest.lower()))
        if words - _FILLERS or _NUMBER.search(rest):
            return Unclear("plan_format", kit=kit, extras=extras)
        return Explore()
    if kind in ("goto", "wait") and not extras:
        return Unclear("plan_format", kit=kit, extras=extras)
    if kind == "goto":
        return _goto(rest, names)
    if kind == "wait":
        return _wait(rest, kit)
    return _with_item(kind, rest, kit, extras)


def _with_item(kind: str, rest: str, kit: Kit, extras: bool) -> Plan | Unclear:
    # "all of it" is as much as a line may gather.
    whole = re.match(r"all\b", rest, _FLAGS) if kind == "gather" else None
    numbers, items, strange = _taken_apart(rest[whole.end() :] if whole else rest)
    only = {"craft": kit.crafts, "dump": kit.dumps}.get(kind, ())
    if not items and len(only) == 1 and re.fullmatch(r"it|that|this", rest, _FLAGS):
        items, strange = [only[0]], False
    if len(items) > 1:
        return Unclear("plan_two")
    if strange or not items or len(numbers) > 1:
        return Unclear("plan_format", kit=kit, extras=extras)
    count = numbers[0] if numbers else _usual(kind, rest)
    return _gather(items[0], count, kit) if kind == "gather" else _with_tool(kind, items[0], count, kit)


def _gather(item: Item, count: float, kit: Kit) -> Plan | Unclear:
    if item not in kit.gathers:
        return Unclear("plan_role", role=kit.role, verb="gather", item=item, holds=kit.caps[INDEX[item]] > 0)
    if count != int(count) or not 1 <= count <= MOST_UNITS:
        return Unclear("plan_count", verb="gather", most=MOST_UNITS)
    return Gather(item, int(count))


def _with_tool(kind: str, item: Item, count: float, kit: Kit) -> Plan | Unclear:
    tool = next((tool for tool in TOOLS if tool == item), None)
    if tool is None:
        return Unclear("plan_tools_only", verb=kind)
    if tool not in (kit.crafts if kind == "craft" else kit.dumps):
        return Unclear("plan_role", role=kit.role, verb=kind, item=tool, holds=kit.caps[INDEX[tool]] > 0)
    if count != 1:
        return Unclear("plan_count", verb=kind, most=1)
    return Craft(tool) if kind == "craft" else Dump(tool)


def _usual(kind: str, rest: str) -> int:
    """Return the count where no number stands."""
    if kind != "gather" or re.match(r"an? ", rest, _FLAGS):
        return 1
    return MOST_UNITS if re.match(r"all\b", rest, _FLAGS) else USUAL_COUNT


def _taken_apart(rest: str) -> tuple[list[float], list[Item], bool]:
    """Return the numbers and items of a line, and whether anything else is there."""
    # Longer numbers than these are out of range all the same.
    numbers = [float(match[0][:12].replace(",", ".")) for match in _NUMBER.finditer(rest)]
    words = re.findall(r"[^\W\d_]+", rest.lower())
    items = [_NAMES[word] for word in words if word in _NAMES]
    drawn: list[Item] = [_NAMES[name] for sign, name in _PICTURES.items() if sign in rest]
    if not items:
        items = drawn
    numbers += [_WORDS[word] for word in words if word in _WORDS]
    strange = any(word not in _NAMES and word not in _WORDS and word not in _FILLERS for word in words)
    return numbers, items, strange or bool(set(drawn) - set(items))


def _goto(rest: str, names: tuple[str, ...]) -> Plan | Unclear:
    wanted = re.sub(r"[\W_]+", "", rest.lower())
    # Also by their signs on the map: `M0`.
    found = [name for name in names if wanted in (re.sub(r"[\W_]+", "", name), name[0] + name.rpartition("_")[2])]
    return Goto(found[0]) if found else Unclear("plan_player", names=names)


def _wait(rest: str, kit: Kit) -> Plan | Unclear:
    match = re.fullmatch(rf"(?:for\s+)?(\d{{1,6}}|{'|'.join(_WORDS)})?\s*(?:ticks?|steps?)?", rest, re.IGNORECASE)
    if match is None:
        return Unclear("plan_format", kit=kit, extras=True)
    number = (match[1] or "one").lower()
    ticks = _WORDS[number] if number in _WORDS else int(number)
    if not 1 <= ticks <= MOST_WAIT:
        return Unclear("plan_count", verb="wait", most=MOST_WAIT)
    return Wait(ticks)


def _hopeless(plan: Plan, kit: Kit, held: Held) -> Unclear | None:
    """Return the reason why a single plan cannot be done with the held items."""
    match plan:
        case Gather(item, _):
            gate = GATES.get(item)
            if gate and not held[INDEX[gate]]:
                return Unclear("plan_gate", item=item, tool=gate)
            if not room(held, kit, INDEX[item]):
                return Unclear("plan_cap", item=item, cap=kit.caps[INDEX[item]])
        case Craft(tool):
            if held[INDEX[tool]] >= kit.caps[INDEX[tool]]:
                return Unclear("plan_cap", item=tool, cap=kit.caps[INDEX[tool]])
            missing = tuple(item for item in RECIPES[tool] if not held[INDEX[item]])
            if missing:
                return Unclear("plan_input", items=missing)
        case Dump(tool):
            if not held[INDEX[tool]]:
                return Unclear("plan_empty", item=tool)
    return None
