"""A player without a mind: it reads the schema and the numbers of a request and answers something sensible.

It stands in for a model in tests and in the keyless demo; it knows nothing but what stands in the request.
"""

import re
from typing import Any

Json = dict[str, Any]

_PRICE = re.compile(r"\$([0-9]+(?:\.[0-9]+)?)")


def play(schema: Json, system: str, asked: str) -> Json:
    """A value for every field of the schema."""
    if not schema:
        return {"message": _typed(asked)}
    fields: Json = schema.get("properties", {})
    made = {name: _value(name, kind) for name, kind in fields.items()}
    if "price" in fields:
        made |= _bargain(fields, system, asked)
    elif "keep" in fields:
        made |= _divide(fields, asked, system)
    elif "give" in fields:
        made |= _trade(fields, asked)
    elif "message" in fields:
        made["message"] = _message(asked)
    return made


def _value(name: str, kind: Json) -> Any:
    if "enum" in kind:
        return kind["enum"][-1]
    match kind.get("type"):
        case "integer" | "number":
            return 0
        case "object":
            return {inner: _value(inner, what) for inner, what in kind.get("properties", {}).items()}
        case "array":
            return []
        case "boolean":
            return False
    return {"say": "Let us see whether this works.", "reason": "It seems a fair step."}.get(name, "")


def _bargain(fields: Json, system: str, asked: str) -> Json:
    """Ask for much, give way by a third each time, take what is as good as the next ask."""
    seller = "You are the seller" in system
    mine = re.search(r"(?:costs you|is worth) \$([0-9.]+[0-9])", system)
    limit = float(mine[1]) if mine else 50.0
    side = 1 if seller else -1
    offers = re.findall(r"the (seller|buyer) offers \$([0-9.]+)", asked)
    made = sum(who == ("seller" if seller else "buyer") for who, _ in offers)
    price = round(min(max(limit + side * 20 * (2 / 3) ** made, 0), 100), 2)
    actions = fields.get("action", {}).get("enum", [])
    if offers and "accept" in actions:
        standing = float(offers[-1][1])
        good = (standing - limit) * side
        if good >= (price - limit) * side or ("offer" not in actions and good > 0):
            return {"action": "accept", "price": standing}
    return {"action": "offer" if "offer" in actions else "reject", "price": price}


def _divide(fields: Json, asked: str, system: str) -> Json:
    """Ask for the larger half of everything, and agree when the other side has asked twice."""
    actions = fields["action"]["enum"]
    for action, fits in (("confirm", True), ("accept", asked.count("- they offered") > 1)):
        if action in actions and fits:
            return {"action": action, "say": "Good, agreed."}
    pool = re.search(r"divide (.*) between you", system)
    owned = dict.fromkeys(fields["keep"]["properties"], 0)
    for count, name in re.findall(r"(\d+) (\w+)", pool[1] if pool else ""):
        owned.update({item: (int(count) + 1) // 2 for item in owned if name in (item, item + "s")})
    return {"action": "offer", "keep": owned, "say": "Let us split it somehow like that."}


def _trade(fields: Json, asked: str) -> Json:
    """Take what is offered from the third time on; until then suggest a small swap."""
    actions = fields["action"]["enum"]
    again = "cannot be used" in asked  # it may have agreed to what it cannot pay
    if "accept" in actions and asked.count("- they ") > 2 and not again:
        return {"action": "accept", "say": "Gladly."}
    if "offer" not in actions:
        return {"action": actions[-1]}
    nothing = dict.fromkeys(fields["give"]["properties"], 0)
    *_, owns = ["", *re.findall(r"You own ([^.\n]*)", asked)]
    owned = {name: int(count) for count, name in re.findall(r"(\d+) (\w+)", owns)}
    give = next((name for name in nothing if owned.get(name, 0 if owned else 3) >= 3), next(iter(nothing)))
    get = next(name for name in nothing if name != give)
    return {"action": "offer", "give": {**nothing, give: 3}, "get": {**nothing, get: 1}}


def _typed(asked: str) -> str:
    """A message in the protocol that is asked for, or as a player types."""
    if "STRATEGIC REASONING:" in asked:
        sets = re.findall(r"^- ([A-Z0-9, ]+): effort", asked, re.MULTILINE)
        theirs = re.findall(r"^- they proposed #\d+: ([A-Z0-9, ]+) \(", asked, re.MULTILINE)
        tag, items = ("AGREE", theirs[-1]) if len(theirs) > 2 and "Nothing that they" not in asked else ("PROPOSAL", "")
        named = ", ".join(repr(name) for name in (items or sets[-1] if sets or items else "").split(", ") if name)
        move = f"\n{tag}: {{{named}}}" if named else ""
        return f"STRATEGIC REASONING: {{Hm.}}\nARGUMENT: {{Let us see.}}{move}"
    if label := re.search(r"on a line of its own, `(\w+):`", asked):
        message = _message(asked)
        return f"Thoughts: Hm.\n{message if label[1] == 'Plan' else f'{label[1]}: {message}'}"
    return _message(asked)


def _message(asked: str) -> str:
    """The first thing that one may say, or a number from the middle of what is allowed."""
    offered = re.findall(r"^You may say: ([^{\n]+)$", asked, re.MULTILINE)
    if offered:
        return str(offered[0])
    number = re.search(r"^You may say: \{\w+\}, where .* \(from ([0-9]+) to ([0-9]+)\)$", asked, re.MULTILINE)
    if number:
        return str((int(number[1]) + int(number[2])) // 2)
    legal = re.search(r"^Legal plans: ([^,\n]+)", asked, re.MULTILINE)
    if legal:
        return f"Plan: {legal[1].replace('<1-10>', '3')}."
    asks = re.search(r"^Answer with(?: one of)?: (.+?)(?: \(k from .*)?$", asked, re.MULTILINE)
    if not asks:
        return "Let us see."
    choices = asks[1].split(" | ")
    return next((choice for choice in choices if choice.startswith("Accept")), choices[-1]).replace("<k>", "0")
