"""Rules by which an utterance changes the standing division instead of replacing it. The first that applies decides."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.reader.case import CHANGED, UNCLEAR, Case, Meant
from games.dealornodeal.reader.mentions import ALL_OF, EVERY, UNSAID, Mention
from games.dealornodeal.reader.topping import topped

Rule = Callable[[Case], Meant | None]
_MORE = "the one more they asked for"
_FOR_ANOTHER = "one thing for another"


def changed(case: Case) -> Meant | None:
    """Return the division by the first rule that applies."""
    rules = (topped, *ONE_ITEM, *TWO_ITEMS) if case.plain else ()
    return next((meant for rule in rules if (meant := rule(case))), None)


# --- only "the rest" --------------------------------------------------------------------------------------------------


def everything(case: Case) -> Meant | None:
    if any(m.item != EVERY for m in case.wholes):
        return None
    return Meant(case.pool if case.rest == "mine" else case.none, "everything", 90)


def rest_of_claim(case: Case) -> Meant | None:
    insists = (case.at.refused and not case.acts.accept) or case.told
    if case.rest != "yours" or case.at.claim is None or not insists:
        return None
    return Meant(case.at.claim, "the rest of the speaker's claim", CHANGED)


def rest_kept(case: Case) -> Meant | None:
    at = case.at
    if at.held is None or not at.given or case.rest != "mine" or case.acts.accept:
        return None
    return Meant(rest(case.pool, at.held), "the rest, which the other side had kept", CHANGED)


def rest_of_standing(case: Case) -> Meant | None:
    return None if case.at.held is None else Meant(case.at.held, "the rest of what stands", 90)


ONLY_REST: Final[tuple[Rule, ...]] = (everything, rest_of_claim, rest_kept, rest_of_standing)


def only_rest(case: Case) -> Meant | None:
    """Return the division of an utterance that names only the rest."""
    return next((meant for rule in ONLY_REST if (meant := rule(case))), None) if case.rest != "?" else None


# --- one item ---------------------------------------------------------------------------------------------------------


class One(Struct, frozen=True):
    """The only item that is named. `n`: its units; `count`: those in the pool; `held`: the standing division."""

    case: Case
    m: Mention
    n: int
    count: int
    held: Share

    @property
    def have(self) -> int:
        return self.held[self.m.item]

    def now(self, n: int, rule: str) -> Meant:
        return self.case.changed(self.held, self.m.item, n, rule)


def one_item(rule: Callable[[One], Meant | None]) -> Rule:
    """Make a rule about one named item, beside a standing division, a rule about any utterance."""

    def applied(case: Case) -> Meant | None:
        if len(case.items) != 1 or case.at.held is None:
            return None
        m = case.items[0]
        return rule(One(case, m, case.amount(m), case.pool[m.item], case.at.held))

    return applied


def recounted(one: One) -> Meant | None:
    """ "Two books, not one": another count of the item."""
    m, n, have = one.m, one.n, one.have
    if not m.recount:
        return None
    yours = m.side == "yours" or (m.side == "?" and n != one.count - have and have in (0, n))
    return one.now(one.count - n if yours else n, "so many in place of what stands")


def further(one: One) -> Meant | None:
    """ "One more hat"."""
    m = one.m
    if not m.further:
        return None
    if m.side == "?" and one.case.at.theirs:
        m.side = "mine"
    if m.side not in ("mine", "yours") or m.count == ALL_OF:
        return None
    have = one.have + (one.n if m.side == "mine" else -one.n)
    return one.now(min(one.count, max(0, have)), "so many more than stands")


def given_back(one: One) -> Meant | None:
    """ "Keep the ball", "you can have the book too": one of several offered items goes back."""
    m, have = one.m, one.have
    if m.side != "yours" or not one.case.at.theirs or not _gives_back(one):
        return None
    return one.now(0 if m.any else have - one.n, "so many less than offered")


def _gives_back(one: One) -> bool:
    m, n, have, count = one.m, one.n, one.have, one.count
    if m.just or not have or sum(one.held) == have or not (m.extra or m.soft or m.verb == "get"):
        return False
    if m.any or m.count == count - have:
        return m.any and have < count
    return n <= have if m.extra else n == have < count and m.count in (1, UNSAID)


def granted(one: One) -> Meant | None:
    """Return the division with what the other side asked more of."""
    if one.m.side != "yours" or not one.case.at.more or one.count - one.have >= one.n:
        return None
    return one.now(one.count - one.n, _MORE)


def lessened(one: One) -> Meant | None:
    """Return the other side's offer with less of an item that it asked for; asked about if nobody says who gets it."""
    m, at = one.m, one.case.at
    gives = m.side == "yours" and m.verb in ("give", "cede") and not m.just
    bare = _bare(one) and not _wished(one)
    if not (gives or bare) or at.offered is None or not at.theirs or not 0 < one.n < one.count - at.offered[m.item]:
        return None
    rule = UNCLEAR if bare else "less of what they asked for"
    return one.case.changed(at.offered, m.item, one.count - one.n, rule)


def _bare(one: One) -> bool:
    m = one.m
    return m.side == "?" and m.count > 0 and not (m.extra or m.further or one.case.adds)


def _wished(one: One) -> bool:
    """Return whether items without an owner are the speaker's: it asked for so many, or a word says that it asks."""
    claim, m, does = one.case.at.claim, one.m, one.case.acts
    asked = claim is not None and one.n <= claim[m.item]
    return asked or m.least or does.reserves or does.begs


def wished(one: One) -> Meant | None:
    """ "One book, please": the offer with so many for the speaker."""
    if not (_bare(one) and _wished(one) and one.case.at.theirs) or one.n <= one.have or one.case.acts.reserves:
        return None
    return one.now(one.n, UNCLEAR)


def conceded(one: One) -> Meant | None:
    """ "Fine, take two of the hats": less of an item that the speaker had asked for."""
    m, at = one.m, one.case.at
    own = at.claim is not None and at.claim == at.held and not at.theirs
    if m.side != "yours" or not own or at.agreed or m.soft or m.just or not 0 < one.n < one.have:
        return None
    return one.now(one.have - one.n, "less of what the speaker asked for")


def granted_bare(one: One) -> Meant | None:
    if one.m.side != "?" or not one.case.at.more:
        return None
    return one.now(max(0, one.have - one.n), _MORE)


def requested(one: One) -> Meant | None:
    """ "Can I have one more ball": the standing division with an item more for the speaker."""
    m, at = one.m, one.case.at
    stands = any(one.held) and (at.theirs or at.agreed)
    if not stands or one.n <= one.have or not _asks_for_more(one):
        return None
    if at.claim is not None and at.claim[m.item] == one.n and not m.asked:
        return Meant(at.claim, "the speaker's claim again", CHANGED)
    more = one.now(one.n, "one more for the speaker")
    return more if more.keep != one.case.pool else None


def reopened(one: One) -> Meant | None:
    """ "Wait, 3 hats" once a division is agreed: the rest of it stays, or everything is open again."""
    m, at = one.m, one.case.at
    if not at.agreed or _told(m) or one.case.divided or one.n == one.have or m.side not in ("mine", "?"):
        return None
    if one.n > one.have:
        return one.now(one.n, UNCLEAR) if m.side == "mine" or _untrue(one) else None
    return one.now(min(one.count, one.have + one.n), UNCLEAR) if one.case.acts.reserves and m.side == "?" else None


def _told(m: Mention) -> bool:
    """Return whether a word says more of an item than that the speaker asks for it."""
    return m.just or m.firm or m.soft or m.least or m.taste or m.extra


def _untrue(one: One) -> bool:
    """Return whether a count is that of neither side: otherwise an item without an owner only repeats what stands."""
    return one.m.count >= 0 and one.n != one.count - one.have


def _asks_for_more(one: One) -> bool:
    m = one.m
    asks = (m.asked and m.verb == "get") or m.verb == "give" or one.case.acts.needs
    return asks and m.side == "mine" and not (m.just or m.firm)


ONE_ITEM: Final[tuple[Rule, ...]] = tuple(
    map(
        one_item,
        (recounted, further, given_back, granted, lessened, wished, conceded, granted_bare, requested, reopened),
    )
)


# --- two items --------------------------------------------------------------------------------------------------------


def traded(case: Case) -> Meant | None:
    """Return the other side's offer with some units exchanged ("swap the hat for the ball")."""
    held = case.at.held
    if held is None or not case.at.theirs:
        return None
    if not _bartered(case, held) and any(m.verb != "trade" for m in case.items):
        return None
    keep = list(held)
    for m in case.items:
        keep[m.item] += case.amount(m) if m.side == "mine" else -case.amount(m)
    fits = all(0 <= n <= count for n, count in zip(keep, case.pool, strict=True))
    return Meant(tuple(keep), "traded against what stands", CHANGED) if fits else None


def _bartered(case: Case, held: Share) -> bool:
    """Set the sides of a barter ("a book for a ball?") by who holds the items; False if that is unclear."""
    if [(m.flip, m.verb, m.weak) for m in case.items] != [(False, "", True), (True, "", True)]:
        return False
    first, second = case.items
    a, b = case.amount(first), case.amount(second)
    if first.item == second.item or not (a and b):
        return False
    gets = a <= case.pool[first.item] - held[first.item] and b <= held[second.item]
    gives = a <= held[first.item] and b <= case.pool[second.item] - held[second.item]
    if gets != gives:
        first.side, second.side = ("mine", "yours") if gets else ("yours", "mine")
    return gets != gives


def exchanged(case: Case) -> Meant | None:
    """ "I give you a hat for the book", "a hat less for me, and the book": some off what stands, for others on it."""
    at = case.at
    if at.held is None or not at.theirs or not any(m.side == "yours" and _off(m) for m in case.items):
        return None
    keep = list(at.held)
    for m in case.items:
        if m.side == "yours" and not _off(m):
            return None
        keep[m.item] = _exchanged(m, keep[m.item], case.amount(m))
    fits = all(0 <= n <= count for n, count in zip(keep, case.pool, strict=True))
    asks = any(m.side != "yours" for m in case.items)
    return Meant(tuple(keep), _FOR_ANOTHER, CHANGED) if fits and asks else None


def _exchanged(m: Mention, have: int, n: int) -> int:
    """Return the speaker's units of an item, which may be too few or too many to be true."""
    if m.side == "yours":
        return have - n
    return have + n if m.barter or _on_top(m, have) else max(n, have)


def _off(m: Mention) -> bool:
    """Return whether a mention takes something off what stands."""
    return m.barter or m.further


def swapped(case: Case) -> Meant | None:
    """Return the offer with one item given back and another one got for it ("keep the ball and give me the hat")."""
    at = case.at
    if at.held is None or not at.theirs or sorted(m.side for m in case.items) != ["mine", "yours"]:
        return None
    if case.items[0].item == case.items[1].item:
        return None
    just = any(m.just for m in case.items)
    keep = list(at.held)
    for m in case.items:
        now = _got(case, m, keep[m.item]) if m.side == "mine" else _left(case, m, keep[m.item], just=just)
        if now is None:
            return None
        keep[m.item] = now
    if tuple(keep) == at.held:
        return None
    vague = any(_vague(m, at.held[m.item]) for m in case.items)
    return Meant(tuple(keep), UNCLEAR if vague else _FOR_ANOTHER, CHANGED)


def _vague(m: Mention, have: int) -> bool:
    """Return whether an item is taken to come on top of what the speaker would get, and no word says so."""
    return m.side == "mine" and not (m.further or m.tops) and _on_top(m, have)


def _got(case: Case, m: Mention, have: int) -> int:
    """Return the speaker's units of an item that it asks for."""
    n = case.amount(m)
    return min(case.pool[m.item], have + n) if _on_top(m, have) else max(n, have)


def _on_top(m: Mention, have: int) -> bool:
    """Return whether so many come on top: nobody asks for "the ball" that he would get anyway."""
    return m.tops or m.further or (m.count == UNSAID and not (m.many or m.just) and have > 0)


def _left(case: Case, m: Mention, have: int, *, just: bool) -> int | None:
    """Return the speaker's units of an item of the other side; None if they are not certain.

    `just`: the speaker wants nothing but the other item, so that the item that is to be kept goes back.
    """
    n, count = case.amount(m), case.pool[m.item]
    if m.keeps and n == count - have and not just:
        return have
    returned = n == have and (have < count or m.keeps) and m.count in (1, UNSAID) and m.count != count - have
    return max(0, have - n) if m.soft or returned else None


TWO_ITEMS: Final[tuple[Rule, ...]] = (traded, exchanged, swapped)
