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
        return {"message": _typed(asked, system)}
    fields: Json = schema.get("properties", {})
    made = {name: _value(name, kind) for name, kind in fields.items()}
    if "price" in fields:
        made |= _bargain(system, asked)
    elif "keep" in fields:
        made |= _divide(fields, asked, system)
    elif "items" in fields:
        made |= _pack(system, asked)
    elif "give" in fields:
        made |= _trade(fields, system, asked)
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


def _bargain(system: str, asked: str) -> Json:
    """Ask for much, give way by a third each time, take what is as good as the next ask."""
    seller = "You are the seller" in system
    mine = re.search(r"(?:costs you|is worth) \$([0-9.]+[0-9])", system)
    limit = float(mine[1]) if mine else 50.0
    side = 1 if seller else -1
    offers = re.findall(r"^Round \d+: (You|The (?:seller|buyer)) offered \$([0-9.]+[0-9])", asked, re.MULTILINE)
    made = sum(who == "You" for who, _ in offers)
    price = round(min(max(limit + side * 20 * (2 / 3) ** made, 0), 100), 2)
    last = "It was the last offer" in asked
    if offers:
        standing = float(offers[-1][1])
        good = (standing - limit) * side
        if good >= (price - limit) * side or (last and good > 0):
            return {"action": "accept", "price": standing}
    return {"action": "reject" if last else "offer", "price": price}


def _divide(fields: Json, asked: str, system: str) -> Json:
    """Ask for the larger half of everything, and agree when the other side has asked twice."""
    offered = asked.count("\nThat is: You:") + asked.startswith("That is: You:")
    for action, fits in (("confirm", "Confirm it if" in asked), ("accept", "Accept that," in asked and offered > 1)):
        if fits:
            return {"action": action, "say": "Good, agreed."}
    if "You have confirmed it" in asked:
        return {"action": "say", "say": "I am waiting for you."}
    pool = re.search(r"divide (.*) between you", system)
    owned = dict.fromkeys(fields["keep"]["properties"], 0)
    for count, name in re.findall(r"(\d+) (\w+)", pool[1] if pool else ""):
        owned.update({item: (int(count) + 1) // 2 for item in owned if name in (item, item + "s")})
    return {"action": "offer", "keep": owned, "say": "Let us split it somehow like that."}


def _pack(system: str, asked: str) -> Json:
    """Agree to what is open from the third proposal on; until then propose the lightest items."""
    open_now = re.findall(r"^Open to you, newest first: #(\d+)", asked, re.MULTILINE)
    if open_now and asked.count(" proposes #") > 2:
        return {"action": "agree", "number": int(open_now[-1])}
    if "Yours is the last message" in asked:
        return {"action": "talk"}
    return {"action": "propose", "items": _light(system).split(", ")}


def _trade(fields: Json, system: str, asked: str) -> Json:
    """Take what brings a gain; else give three of what is worth least for one of what is worth most."""
    again = "cannot be used" in asked  # it may have agreed to what it cannot pay
    if re.search(r"On the table: .*\nThat would bring you \+", asked) and not again:
        return {"action": "accept", "say": "Gladly."}
    if "It is the last message" in asked:
        return {"action": "deny" if "On the table:" in asked else "say"}
    worths = re.search(r"Each is worth to you: (.*?)\.", system)
    worth = {name: int(points) for name, points in re.findall(r"(\w+) (\d+)", worths[1] if worths else "")}
    nothing = dict.fromkeys(fields["give"]["properties"], 0)
    *_, owns = ["", *re.findall(r"You own ([^.\n]*)", asked)]
    owned = {name: int(count) for count, name in re.findall(r"(\d+) (\w+)", owns)}
    high = max(nothing, key=lambda name: worth[name])
    gives = [name for name in nothing if owned.get(name, 0) >= 3 and name != high]
    if not gives:
        return {"action": "say"}
    low = min(gives, key=lambda name: worth[name])
    # Three may be worth more than one, which would be a loss.
    give = 3 if 3 * worth[low] < worth[high] else 1
    return (
        {"action": "offer", "give": {**nothing, low: give}, "get": {**nothing, high: 1}}
        if low != high
        else {"action": "say"}
    )


def _typed(asked: str, system: str) -> str:
    """A message in the protocol that is asked for, or as a player types."""
    if "STRATEGIC REASONING:" in asked:
        theirs = re.findall(r"^[AB] proposes #\d+: ([A-Z0-9, ]+)\.$", asked, re.MULTILINE)
        tag, items = ("AGREE", theirs[-1]) if len(theirs) > 2 and "Nothing that they" not in asked else ("PROPOSAL", "")
        named = ", ".join(repr(name) for name in (items or _light(system)).split(", ") if name)
        move = f"\n{tag}: {{{named}}}" if named else ""
        return f"STRATEGIC REASONING: {{Hm.}}\nARGUMENT: {{Let us see.}}{move}"
    if label := re.search(r"on a line of its own, `(\w+):`", asked):
        message = _message(asked)
        return f"Thoughts: Hm.\n{message if label[1] == 'Plan' else f'{label[1]}: {message}'}"
    return _message(asked)


def _light(system: str) -> str:
    """The lightest items of the balloon, as many as fit."""
    limit = re.search(r"may not exceed (\d+)", system)
    efforts = re.findall(r"([A-Z]\d\d) (\d+)", (re.search(r"Efforts of the items: (.*)", system) or [""])[0])
    names, left = list[str](), int(limit[1]) if limit else 0
    for name, effort in sorted(efforts, key=lambda item: int(item[1])):
        if int(effort) <= left:
            names.append(name)
            left -= int(effort)
    return ", ".join(names)


def _message(asked: str) -> str:
    """The first thing that one may say, or a number from the middle of what is allowed."""
    offered = re.findall(r"^You may say: ([^{\n]+)$", asked, re.MULTILINE)
    if offered:
        return str(offered[0])
    number = re.search(r"^You may say: \{\w+\}, where .* \(from ([0-9]+) to ([0-9]+)\)$", asked, re.MULTILINE)
    if number:
        return str((int(number[1]) + int(number[2])) // 2)
    legal = re.findall(r"^Legal plans now: ([^,.\n]+)", asked, re.MULTILINE)
    if legal:
        return f"Plan: {re.sub(r'<1-([0-9]+)>', r'1', legal[-1])}."
    asks = re.search(r"^Answer with(?: one of)?: (.+?)(?: \(k from .*)?$", asked, re.MULTILINE)
    if not asks:
        return "Let us see."
    choices = asks[1].split(" | ")
    return next((choice for choice in choices if choice.startswith("Accept")), choices[-1]).replace("<k>", "0")
