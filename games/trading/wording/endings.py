"""The end of a game in words: the winner, both sides' values, and the best that was possible."""

from msgspec.structs import astuple

from games.core.display_names import could_gain, does, label, who
from games.core.messages import broken_off, own_first
from games.core.phrases import joined
from games.core.post import Block, Bold, Table, Voice, line
from games.trading.analysis.summary import Summary, summary
from games.trading.config import SEATS
from games.trading.domain import RESOURCES
from games.trading.view import Cards, Ended, View
from games.trading.wording.phrases import signed, swap


def end_blocks(fact: Ended, view: View, voice: Voice) -> list[Block]:
    found = summary(fact.cards)
    blocks: list[Block] = []
    if view.history and view.history[-1].offer is not None and fact.close.why == "messages":
        blocks.append(line(f"The last offer ({swap(view.history[-1].offer)}) cannot be answered any more."))
    blocks.append(line(Bold(_headline(fact, view, voice))))
    first, second = own_first(SEATS, voice)
    mine, theirs = signed(found.gains[first]), signed(found.gains[second])
    gained = does(SEATS[first], voice, "gained", "gained")
    scores = f"{gained} {mine}, {who(SEATS[second], voice)} {theirs}, each at their own values."
    blocks += [line(scores), _cards(fact.cards, voice), *_analysis(found, voice)]
    return blocks


def _headline(fact: Ended, view: View, voice: Voice) -> str:
    close, by = fact.close, fact.close.by
    match close.why:
        case "left" | "clock" as why:
            return broken_off(by, why == "clock", voice)
        case "penalty":
            lost = f"Game over: one faulty message too many by {who(by, voice)}."
            return f"{lost} {does(close.winner, voice, 'win')}." if close.winner else lost
    head = f"Game over after {fact.messages} messages"
    if view.terms.cooperative:
        return f"{head}."
    if not close.winner:
        return f"{head}: a draw."
    return f"{head}: {who(close.winner, voice)} {'win' if close.winner == voice.you else 'wins'}."


def _cards(cards: Cards, voice: Voice) -> Table:
    order = own_first(SEATS, voice)
    head = ("Resource", *(cell for k in order for cell in (label(SEATS[k], voice), "worth")))
    columns = [(astuple(cards.start[k]), astuple(cards.holdings[k]), astuple(cards.values[k])) for k in order]
    rows = []
    for at, name in enumerate(RESOURCES):
        cells = [name]
        for start, end, values in columns:
            cells += [f"{start[at]}→{end[at]}" if start[at] != end[at] else str(end[at]), str(values[at])]
        rows.append(tuple(cells))
    return Table(head, tuple(rows))


def _analysis(found: Summary, voice: Voice) -> list[Block]:
    first, second = own_first(SEATS, voice)
    if not found.best:
        return [line("Both value everything alike, so there was nothing to gain together.")]
    homes = {k: [name for name, home in zip(RESOURCES, found.homes, strict=True) if home == k] for k in (0, 1)}
    best = ", ".join(f"all {joined(homes[k])} with {who(SEATS[k], voice)}" for k in (first, second) if homes[k])
    reached = f"Together {signed(found.joint)} of {signed(found.best)} ({round(found.share * 100)} %)"
    joint = f"{reached}. Best together: {best}."
    if not any(found.left):
        return [line(joint), line("Nothing was left: nobody could gain more without costing the other.")]
    return [line(joint), line(could_gain(SEATS, found.left, voice))]
