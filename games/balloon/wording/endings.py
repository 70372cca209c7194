"""The end of a game in words: the kept set, its worth to both sides, and the best that was possible."""

from games.balloon.analysis.summary import Summary, summary
from games.balloon.config import SEATS
from games.balloon.view import Ended, View
from games.balloon.wording.phrases import listed, load, percent
from games.core.display_names import could_gain, who
from games.core.messages import broken_off, own_first
from games.core.post import Block, Bold, Table, Voice, line


def end_blocks(fact: Ended, view: View, voice: Voice) -> list[Block]:
    found = summary(view.efforts, view.limit, fact.cards, fact.close)
    blocks: list[Block] = [line(Bold(_headline(fact, voice)))]
    deal = fact.close.deal
    if deal is not None:
        blocks.append(line(f"On board stays: {listed(view, deal.items)} ({load(view, deal.items)})."))
        blocks.append(line(_scores(found, voice)))
    blocks += [_cards(fact, view, voice), line(_analysis(found, voice, deal is not None))]
    return blocks


def _headline(fact: Ended, voice: Voice) -> str:
    by = fact.close.by
    match fact.close.why:
        case "agreed":
            number = fact.close.deal.number if fact.close.deal is not None else 0
            return f"Deal on #{number} after {fact.messages} messages."
        case "messages":
            return f"Game over after {fact.messages} messages: no deal, and nobody scores."
        case "stalled":
            return "Game over: too many messages in a row without a proposal. No deal, and nobody scores."
        case "faults" | "protocol":
            return f"Game over: one faulty message too many by {who(by, voice)}. No deal, and nobody scores."
        case "left" | "clock" as why:
            return broken_off(by, why == "clock", voice)


def _scores(found: Summary, voice: Voice) -> str:
    parts = [
        f"{found.values[k]} to {who(SEATS[k], voice)} ({percent(found.shares[k])} of the best possible "
        f"{found.optimum[k]})"
        for k in own_first(SEATS, voice)
    ]
    return f"It is worth {parts[0]}, and {parts[1]}."


def _cards(fact: Ended, view: View, voice: Voice) -> Table:
    """Return the former secrets: both sides' importances, and the kept set."""
    order = own_first(SEATS, voice)
    kept = fact.close.deal.items if fact.close.deal is not None else 0
    head = ("Item", "Effort", *(who(SEATS[k], voice).removeprefix("the ") for k in order), "Kept")
    rows = (
        (item.name, str(item.effort), *(str(fact.cards[k][at]) for k in order), "yes" if kept >> at & 1 else "no")
        for at, item in enumerate(view.items)
    )
    return Table(head, tuple(rows))


def _analysis(found: Summary, voice: Voice, deal: bool) -> str:
    least = "" if found.best.exact else "at least "
    possible = f"{least}{percent(found.best.best)} was possible"
    if not deal:
        return f"Together, {possible} (the harmonic mean of both shares of the best)."
    reached = f"Together {'you two' if voice.you in SEATS else 'they'} reached {percent(found.mean)}"
    score = f"{possible}, so the score is {percent(found.score)[:-2]}."
    said = f"{reached} (the harmonic mean of both shares); {score}"
    if not any(found.left):
        return f"{said} Nobody could have had more without the other losing." if found.left_is_exact else said
    return f"{said} {could_gain(SEATS, found.left, voice)}"
