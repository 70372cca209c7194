"""Sentences of the physical stage: the reason why a plan does not count, and the results of a seat's round."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from games.core.phrases import joined
from games.society.world.plans import LONGEST_QUEUE, Plan, Wait, kinds, written
from games.society.world.runs import Deeds, Skip
from games.society.world.things import BENCH_GATES, ITEMS, TOOLS, Held, plural

_TOOLS_ONLY: Final = {"dump": "Only tools can be dumped.", "craft": "Only tools can be crafted: a hammer, a torch."}


def refusal(code: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for a refused text: the allowed form instead. The text itself is never repeated."""
    sentence = _refusal(code, facts)
    return f"Line {facts['line']}: {sentence}" if facts.get("lines", 1) > 1 and "line" in facts else sentence


def _refusal(code: str, facts: Mapping[str, Any]) -> str:
    if code == "plan_format" and "kit" in facts:
        more = ("GOTO <player>", "WAIT <1-10>") if facts.get("extras") else ()
        return f"Your plans are {', '.join((*kinds(facts['kit']), *more))}."
    told = _REFUSALS.get(code)
    return told(facts) if told is not None else f"Write one to {LONGEST_QUEUE} plans, one a line, such as EXPLORE MAP."


def _count(facts: Mapping[str, Any]) -> str:
    if facts["most"] == 1:
        return f"{facts['verb'].capitalize()} 1 per line. Add lines, or end with loop to repeat."
    return f"1 to {facts['most']} per plan line."


def _cap(facts: Mapping[str, Any]) -> str:
    if facts["item"] in TOOLS and facts["cap"] == 1:
        return f"You already hold a {facts['item']}; DUMP it first."
    return f"You have no room for more {facts['item']}."


_REFUSALS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = MappingProxyType(
    {
        "plan_count": _count,
        "plan_two": lambda facts: "One item per line.",
        "plan_long": lambda facts: f"At most {LONGEST_QUEUE} lines.",
        "plan_tools_only": lambda facts: _TOOLS_ONLY[facts["verb"]],
        "plan_role": lambda facts: _role(facts["role"], facts["verb"], facts["item"], facts["holds"]),
        "plan_gate": lambda facts: f"You need a {facts['tool']} to see {facts['item']}.",
        "plan_cap": _cap,
        "plan_input": lambda facts: f"Missing: {', '.join(f'1 {item}' for item in facts['items'])}.",
        "plan_empty": lambda facts: f"You hold no {facts['item']}.",
        "plan_player": lambda facts: f"The players are {', '.join(facts['names'])}.",
    }
)


def _role(role: str, verb: str, item: str, holds: bool) -> str:
    if verb == "gather":
        what = plural(item, 2).removeprefix("2 ")
        return f"{role.capitalize()}s {'do not gather' if holds else 'cannot hold'} {what}."
    return f"{role.capitalize()}s cannot {verb} a {item}."


def skipped(skip: Skip) -> str:
    """Return the reason why a line was skipped, in a few words."""
    match skip.why:
        case "gate":
            return f"needs a {skip.item} in hand"
        case "unseen":
            return f"no {skip.item} in view"
        case "full" if skip.item in TOOLS:
            return f"you hold a {skip.item} already; dump it first"
        case "full":
            return f"no room for {skip.item}"
        case "missing":
            return f"1 {skip.item} is missing"
        case "no_bench" if skip.item in BENCH_GATES.values():
            return "no torch bench in view"
        case "no_bench":
            return f"no {skip.item} bench in view"
        case "empty":
            return f"no {skip.item} held"
        case "player":
            return f"{skip.item} is not in view"
        case _:
            return "others stood in the way"


def listed(held: Held) -> str:
    """Return items as people write them: `4 wood, 6 stone, 1 hammer`; "nothing"."""
    return ", ".join(plural(item, number) for item, number in zip(ITEMS, held, strict=True) if number) or "nothing"


def own_round(deeds: Deeds, name: Callable[[Plan], str] = written) -> tuple[str, ...]:
    """Return the results of a seat's own round: one line for its actions, then one for each plan without effect. Plans
    are called by their `name`.
    """
    did = [
        f"{verb} {listed(held)}"
        for verb, held in (("picked up", deeds.gathered), ("made", deeds.crafted), ("dropped", deeds.dropped))
        if any(held)
    ]
    change = deeds.after - deeds.before
    worth = f"Your own items are worth {deeds.after}{f' ({change:+d})' if change else ''}."
    first = f"You {joined(did) if did else _idled(deeds)}. {worth}"
    lines: dict[str, list[str]] = {}
    unseen = [skip for skip in deeds.skips if skip.why == "unseen"]
    for skip in deeds.skips:
        why = "not in view" if skip in unseen and len(unseen) > 1 else skipped(skip)
        lines.setdefault(why, []).append(name(deeds.queue.plans[skip.line]))
    return first, *(f"Skipped {joined(plans)}: {why}." for why, plans in lines.items())


def _idled(deeds: Deeds) -> str:
    """Return the reason why a seat has no results."""
    skipped = {skip.line for skip in deeds.skips}
    done = [plan for line, plan in enumerate(deeds.queue.plans) if line not in skipped]
    if all(isinstance(plan, Wait) for plan in done):
        return "waited" if done else "came away with nothing"
    return "walked about"
