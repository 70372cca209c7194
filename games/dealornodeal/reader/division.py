"""From the items of an utterance to a whole division, given the standing one. The first rule that applies decides."""

from games.dealornodeal.reader.acts import Acts
from games.dealornodeal.reader.case import CHANGED, Case, Meant, Standing
from games.dealornodeal.reader.changes import changed, only_rest
from games.dealornodeal.reader.mentions import EVERY, TOPIC, UNSAID, Mention, Scanned
from games.dealornodeal.reader.parts import answered
from games.dealornodeal.reader.references import corrected, current, pointed, without_replaced
from games.dealornodeal.reader.whole import whole


def takes_it(found: Scanned, at: Standing) -> bool:
    """Return whether an utterance accepts the last offer rather than an item ("i'll take it", "they're yours")."""
    if len(found.mentions) != 1 or not at.theirs or at.informed:
        return False
    m = found.mentions[0]
    if (m.item, m.count) != (TOPIC, UNSAID) or not m.keep or m.soft:
        return False
    return (m.side, m.verb) == ("yours", "") or (m.side, m.verb, m.asked) == ("mine", "get", False)


def resolve(found: Scanned, acts: Acts, at: Standing, topic: list[Mention]) -> Meant | None:
    """Return the division that an utterance proposes, or None. `topic` are the items named last: "it", "them"."""
    mentions = pointed(corrected(found), topic, at.pool)
    if at.theirs and at.held is not None and _answers_parts(found, mentions):
        keep = answered(mentions, at.held, at.pool)
        return None if keep is None else Meant(keep, "what was offered, but for parts of it", CHANGED)
    if acts.refuse and _points(found):
        return None
    mentions = current(mentions, found.marker)
    if found.evenly and _halves(mentions, at):
        return Meant(tuple(count // 2 for count in at.pool), "halves of everything", 80)
    case = Case(mentions, acts, without_replaced(at, mentions, found), found)
    if case.named:
        return changed(case) or whole(case)
    return only_rest(case)


def _answers_parts(found: Scanned, mentions: list[Mention]) -> bool:
    return any(m.part for m in mentions) and not any(m.info for m in found.mentions)


def _points(found: Scanned) -> bool:
    """Return whether an utterance names nothing but "it" for the speaker ("no, i need it")."""
    return [(m.item, m.side) for m in found.mentions] == [(TOPIC, "mine")]


def _halves(mentions: list[Mention], at: Standing) -> bool:
    """Return whether everything can be halved, and nothing else is said of it."""
    return all(m.item == EVERY and m.side == "?" for m in mentions) and all(count % 2 == 0 for count in at.pool)
