"""The rules for a seat: a card to begin with, and the details to look up."""

from games.core.post import Block, Bold, Line, item, line
from games.society.view import View, planning_rounds
from games.society.wording.phrases import many
from games.society.world.plans import LONGEST_QUEUE, kinds
from games.society.world.things import GATES, INDEX, ITEMS, NATURAL, RECIPES, TOOLS, Kit, plural


def card(view: View) -> list[Block]:
    """Return the seat's role, the worth of things, the way to shares, and the length of the game."""
    terms = view.terms
    made = terms.instance
    blocks: list[Block] = []
    if view.seated:
        number = terms.number(view.who)
        blocks.append(line("You are ", Bold(view.who), f", one of {_table(view)}."))
        blocks.append(item(f"Each is worth to you: {worth(made.kit(number))}."))
        blocks += differences(view, made.kit(number))
    else:
        blocks.append(line(f"At the table: {_table(view)}."))
        blocks += [item(f"To a {kit.role} one is worth: {worth(kit)}.") for kit in made.kits]
    blocks += crafts(view)
    rounds = planning_rounds(terms)
    if terms.kind == "social":
        return [*blocks, item(f"{rounds} rounds of plans. {_how_shares(view)}")]
    blocks.append(item(_how_shares(view)))
    blocks.append(
        item(f"Then {rounds} rounds of plans in the world. What you hold at the end counts, shared as agreed.")
    )
    return blocks


def _table(view: View) -> str:
    made = view.terms.instance
    carpenters = f"{made.carpenters} carpenter{'s' if made.carpenters > 1 else ''}"
    return f"{carpenters} and {made.miners} miner{'s' if made.miners != 1 else ''}"


def worth(kit: Kit) -> str:
    parts = []
    for name in ITEMS:
        at = INDEX[name]
        if kit.caps[at]:
            most = f" (hold {kit.caps[at]})" if kit.caps[at] == 1 else ""
            parts.append(f"{name} {kit.values[at]}{most}")
    return ", ".join(parts)


def differences(view: View, mine: Kit) -> list[Block]:
    """Return the other role's different values and caps; they are the reason to trade."""
    other = next(kit for kit in view.terms.instance.kits if kit.role != mine.role)
    parts = []
    for name in TOOLS:
        at = INDEX[name]
        if other.caps[at] > mine.caps[at] and mine.caps[at]:
            worth = f" at {other.values[at]} each" if other.values[at] != mine.values[at] else ""
            parts.append(f"many {plural(name, 2)[2:]}{worth}")
        elif mine.caps[at] > other.caps[at] and other.caps[at]:
            parts.append(f"only 1 {name}")
    return [item(f"A {other.role} can hold {many(parts)}.")] if parts else []


def crafts(view: View) -> list[Block]:
    kits = view.terms.instance.kits
    made: list[str] = []
    for tool in TOOLS:
        makers = [kit.role for kit in kits if tool in kit.crafts]
        if makers:
            inputs = ", ".join(f"1 {name}" for name in RECIPES[tool])
            verb = "" if made else "make "
            made.append(f"{many(f'{maker}s' for maker in makers)} {verb}{plural(tool, 2)[2:]} ({inputs})")
    blocks: list[Block] = [item(f"At benches {', '.join(made)}.")]
    gates = [f"see {thing}, hold a {tool}" for thing, tool in GATES.items() if any(thing in k.gathers for k in kits)]
    if gates:
        blocks.append(item(f"To {'; to '.join(gates)}."))
    return blocks


def _torches(view: View) -> bool:
    return any("torch" in kit.crafts for kit in view.terms.instance.kits)


def _how_shares(view: View) -> str:
    terms = view.terms
    match terms.kind:
        case "negotiation":
            steps = terms.customs.steps
            return (
                f"First {steps} steps to agree on shares, two at a time. A deal joins both sides for good; "
                "old shares are multiplied, so 40 % of a side that gets 50 % is 20 %."
            )
        case "contract":
            flow = "all at once" if terms.flow == "sealed" else "one after the other"
            return f"First {view.slots.rounds} rounds in which all name a coalition, {flow}. Members split equally."
        case _:
            change = " It changes after ticks 30 and 60." if terms.announced and terms.scenario == "dynamic" else ""
            return f"Shares are set.{change}"


def details(view: View) -> list[Line]:
    """Return the ways to write moves, and the fine print."""
    terms = view.terms
    lines: list[Line] = [line(Bold("How to play"))]
    if terms.kind == "negotiation":
        lines += _ways_to_bargain(view)
    elif terms.kind == "contract":
        if _plainly(view):
            lines.append(line("Say it in your own words: “join 0”, “with miner 0”, “alone”, “stay”."))
        lines.append(line(f"join 0 … join {len(terms.seats) - 1}, or stay."))
    social = len(lines)
    lines += fine_print(view)
    if _plainly(view):
        before = social + len(_binding(view))
        said = "Plans in your own words: “get me some wood”, “make a hammer and drop it”, “same again”. Exactly:"
        lines.insert(before, line(said))
    return lines


def fine_print(view: View) -> list[Line]:
    """Return the rules on choices and plans, and the world's contents, but no way to write a bargain."""
    terms = view.terms
    lines = _binding(view)
    extras = ", GOTO <player>, WAIT <1-10>" if terms.extras else ""
    for kit in terms.instance.kits:
        if not view.seated or kit.role == terms.role(view.who):
            lines.append(line(f"Plans of a {kit.role}: {', '.join(kinds(kit))}{extras}."))
    lines += [
        line(f"A round has {terms.ticks} ticks. Send 1 to {LONGEST_QUEUE} plans, one a line or with / between them."),
        line("They repeat until the round ends."),
        line("A plan that cannot be done is skipped, at no cost of time."),
        *([line("A torch bench shows only to those who hold coal.")] if _torches(view) else []),
        line("Tools change hands on the ground: DUMP lays one down, GATHER picks it up; anybody can, rivals too."),
        line("The map wraps round: left of the first column lies the last. Nothing grows back."),
    ]
    stock = terms.instance.stock()
    lines.append(line(f"In the world: {', '.join(f'{stock[name]} {name}' for name in NATURAL if stock[name])}."))
    return lines


def _binding(view: View) -> list[Line]:
    """Return the rules on the people whom a choice before the plans binds."""
    terms = view.terms
    if terms.kind == "contract":
        return [
            line("Nobody can refuse you, nobody can be sent away."),
            line("To stay alone, join an empty coalition. This ends early when nobody moves for a whole round."),
        ]
    if terms.kind != "negotiation":
        return []
    customs = terms.customs
    bind = {"any": "any member", "founder": "its founder only", "vote": "any member, if the others let it pass"}
    return [
        line("All choose in secret; a step closes when everybody is in. Shares go in steps of ten."),
        line(f"A coalition is bound by {bind[customs.bind]}."),
        line(f"A bargain has at most {customs.offers} offers."),
        line("When a coalition changes, open offers that touch it lapse. An invitation stands for two steps."),
    ]


def _plainly(view: View) -> bool:
    return view.terms.reading == "plain"


def _ways_to_bargain(view: View) -> list[Line]:
    other = "carpenter_0" if view.who.startswith("miner") else "miner_0"
    gains = "I gain <NUM>% reward and <NAME> will gain <NUM>% reward."
    if _plainly(view):
        return [
            line(f"Say it in your own words: “{other} 50/50”, “I'll give {other} 60”, “ok deal”, “no thanks”, “pass”."),
            line("If you leave something open, you are asked about it first. Only what you accept or join binds you."),
            line("Old shares are multiplied: 40 % of a side that gets 50 % is 20 % of the whole."),
        ]
    return [
        line(f"propose {other} 40/60: invite, with an offer (you 40 %, {other} 60 %)."),
        line("accept · counter 50/50 · end · pass. Long sentences work too:"),
        line(f"I will negotiate with <NAME>. I will propose that {gains}"),
        line(f"I will make a new proposal. I will propose that {gains}"),
        line("Accept <NAME>'s proposal. I will gain <NUM>% reward and <NAME> will gain <NUM>% reward."),
        line("End. I chose to end this bargain."),
    ]
