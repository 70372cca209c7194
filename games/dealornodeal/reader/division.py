"""From the items of an utterance to a whole division, given the standing one. The first rule that applies decides."""

from msgspec import structs

from games.dealornodeal.domain.deals import Share
from games.dealornodeal.reader.acts import Acts
from games.dealornodeal.reader.case import CHANGED, UNEVEN, Case, Meant, Standing
from games.dealornodeal.reader.changes import changed, only_rest
from games.dealornodeal.reader.mentions import (
    ALL_OF,
    EVERY,
    PAIR,
    TOPIC,
    UNSAID,
    Mention,
    Scanned,
    amount,
    other,
    uneven,
)
from games.dealornodeal.reader.parts import answered
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
    mentions = _pointed(_corrected(found), topic, at.pool)
    if at.theirs and at.held is not None and _answers_parts(found, mentions):
        keep = answered(mentions, at.held, at.pool)
        return None if keep is None else Meant(keep, "what was offered, but for parts of it", CHANGED)
    if acts.refuse and _points(found):
        return None
    mentions = _current(mentions, found.marker)
    if found.evenly and all(m.item == EVERY and m.side == "?" for m in mentions):
        return _halves(at)
    case = Case(mentions, acts, _without_replaced(at, mentions, found), found)
    return _divided(case) if case.named else only_rest(case)


def _answers_parts(found: Scanned, mentions: list[Mention]) -> bool:
    return any(m.part for m in mentions) and not any(m.info for m in found.mentions)


def _points(found: Scanned) -> bool:
    """Return whether an utterance names nothing but "it" for the speaker ("no, i need it")."""
    return [(m.item, m.side) for m in found.mentions] == [(TOPIC, "mine")]


def _halves(at: Standing) -> Meant:
    rule = UNEVEN if any(count % 2 for count in at.pool) else "halves of everything"
    return Meant(tuple(count // 2 for count in at.pool), rule, 80)


def _divided(case: Case) -> Meant | None:
    meant = changed(case) or whole(case)
    return structs.replace(meant, rule=UNEVEN) if meant is not None and _uneven(case) else meant


def _uneven(case: Case) -> bool:
    """Return whether an utterance takes a fraction of something that leaves no whole items. An item that both are to
    split is open instead.
    """
    named = {m.item for m in case.items}
    others = [count for k, count in enumerate(case.pool) if k not in named]
    said = [m for m in (*case.items, case.divided) if m is not None and (m.item < 0 or m.side != "both")]
    return any(uneven(m, count) for m in said for count in ([case.pool[m.item]] if m.item >= 0 else others))


# --- mentions as they count: corrected, one of two alternatives, items for "it" and "them" ---------------------------


def _corrected(found: Scanned) -> list[Mention]:
    """Apply a correction: of a count ("two hats, no wait, three") or of the list ("the books, no wait, the hat")."""
    before, after = found.mentions[: found.anew], found.mentions[found.anew :]
    if not any(m.keep for m in after):
        return found.mentions
    again = {m.item for m in after if m.keep and m.item >= 0}
    if len(after) == 1 and len(before) > 1 and again & {m.item for m in before}:
        return [*(m for m in before if m.item not in again), *after]
    return after


def _pointed(mentions: list[Mention], topic: list[Mention], pool: Share) -> list[Mention]:
    """Return "it", "them", "one" and "both" as the items they stand for."""
    out: list[Mention] = []
    for k, m in enumerate(mentions):
        here = [x for x in mentions[:k] if x.item >= 0]
        if m.item != TOPIC:
            out.append(m)
        elif m.count not in (UNSAID, ALL_OF, PAIR):
            # A number that is too large speaks of points.
            out.extend(m.of(x.item, m.count, False) for x in (here or topic)[-1:] if m.count <= pool[x.item])
        else:
            out.extend(_just_named(m, here) if here else _named_before(m, topic, alone=len(mentions) == 1))
    return out


def _just_named(m: Mention, here: list[Mention]) -> list[Mention]:
    """Return the items of the last sentence that named any."""
    last = [x for x in here if x.sentence == here[-1].sentence]
    return _all_of(m, [x for x in last if x.info == last[-1].info])


def _named_before(m: Mention, topic: list[Mention], alone: bool) -> list[Mention]:
    """Return the items of an earlier utterance, those of the other side first."""
    about = [x for x in topic if x.keep] or topic[-1:]
    theirs = [x for x in about if x.side == other(m.side) != "?"]
    named = _all_of(m, theirs or about)
    if alone and len(named) == 1 and m.side == "yours":
        named[0].extra = True
    return named


def _all_of(m: Mention, named: list[Mention]) -> list[Mention]:
    every = m.count == ALL_OF or (m.count == PAIR and len(named) != 2)
    return [m.of(x.item, ALL_OF if every or not x.count else x.count, x.many) for x in named]


def _current(mentions: list[Mention], marker: int) -> list[Mention]:
    """Return the proposed mentions, without those that a "how about" overrules, and the second of two alternatives."""
    if 0 < marker < len(mentions) and any(m.keep for m in mentions[marker:]):
        mentions = [m for k, m in enumerate(mentions) if k >= marker or m.firm]
    first = _first_of_two(mentions)
    kept = (m for k, m in enumerate(first) if not (m.either and k and first[k - 1].either))
    return [m for m in kept if m.keep and m.part != "no"]


def _first_of_two(mentions: list[Mention]) -> list[Mention]:
    """Return only the first of two alternative lists ("the ball and a hat, or two books and a hat")."""
    for k in range(2, len(mentions) - 1):
        cut, follower = mentions[k], mentions[k + 1]
        if cut.either and mentions[k - 1].either and mentions[k - 1].joined and follower.joined:
            end = next((n for n in range(k + 1, len(mentions)) if not mentions[n].joined), len(mentions))
            return [*mentions[:k], *mentions[end:]]
    return mentions


def _without_replaced(at: Standing, mentions: list[Mention], found: Scanned) -> Standing:
    """Return the standing division without the replaced items ("the hat instead of a ball"). The new one is added."""
    replaced = [m for m in found.mentions if m.instead and m.item >= 0]
    if at.held is None or len(mentions) != 1 or not replaced or mentions[0].side == "yours":
        return at
    mentions[0].extra, mentions[0].side = True, "mine"
    held = list(at.held)
    for m in replaced:
        held[m.item] -= min(held[m.item], amount(m, at.pool))
    return structs.replace(at, held=tuple(held))
