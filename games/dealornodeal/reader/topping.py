"""Demands on top of what stands: "throw in a hat", "i also want a hat and a ball", "ok, if i get a hat too"."""

from games.dealornodeal.domain.deals import Share
from games.dealornodeal.reader.case import CHANGED, ON_TOP, UNCLEAR, Case, Meant
from games.dealornodeal.reader.mentions import PORTIONS, UNSAID, Mention

_MORE = "so many more than stands"


def topped(case: Case) -> Meant | None:
    """Return what stands, with more for the speaker.

    A count below what stands is one on top even without a word for it, because nobody makes a yes depend on getting
    less ("deal if i get a hat"). The speaker is asked then.
    """
    held = case.at.held
    if held is None or not _asks_for_more(case, held):
        return None
    keep = list(held)
    for m in case.items:
        if m.relative or keep[m.item] == held[m.item]:
            keep[m.item] = _with(case, m, keep[m.item])
    over = next((k for k, (n, count) in enumerate(zip(keep, case.pool, strict=True)) if n > count), -1)
    share = tuple(map(min, keep, case.pool))
    return Meant(share, _rule(case, held, share), CHANGED, over=over)


def _asks_for_more(case: Case, held: Share) -> bool:
    """Return whether the utterance asks for more than what stands, and could be read as asking for less."""
    if case.at.agreed or case.acts.so or case.acts.more or not all(map(_may_top, case.items)):
        return False
    named = [held[m.item] for m in case.items]
    if len(named) < 2 and not any(named) and not _dropped(case, held):
        return False
    fewer = any(0 < case.amount(m) < have for m, have in zip(case.items, named, strict=True))
    return _relative(case) or (fewer and _depends(case)) or (case.adds and any(named))


def _relative(case: Case) -> bool:
    return any(m.relative for m in case.items)


def _rule(case: Case, held: Share, share: Share) -> str:
    """Return the rule of a division, which says whether it is asked about."""
    if not _relative(case) or share == held or any(_in_all(case, m, held[m.item]) for m in case.items):
        return UNCLEAR
    return ON_TOP if _dropped(case, held) else _MORE


def _may_top(m: Mention) -> bool:
    """Return whether a mention may be a demand for so many units."""
    told = m.soft or m.firm or m.instead or m.least or m.recount or m.taste or m.flip or m.part
    return not told and m.side in ("mine", "?") and m.verb != "trade" and m.count != 0 and m.count not in PORTIONS


def _depends(case: Case) -> bool:
    """Return whether the utterance makes a yes to what stands depend on the items."""
    return case.at.theirs and (case.acts.provided or case.acts.closes or case.acts.reserves)


def _dropped(case: Case, held: Share) -> bool:
    """Return whether the speaker claimed more of another item before, and may mean that with more on top."""
    named = {m.item for m in case.items}
    claim = case.at.claim or case.none
    return any(claim[k] > n for k, n in enumerate(held) if k not in named)


def _in_all(case: Case, m: Mention, have: int) -> bool:
    """Return whether a count may be one in all ("2 hats too", beside two hats of the speaker)."""
    n = case.amount(m)
    return not m.further and 0 < have <= n < case.pool[m.item] and (not m.tops or _too_many(case, m, have))


def _too_many(case: Case, m: Mention, have: int) -> bool:
    """Return whether a count is too large on top of what stands, and no word insists that it is meant so."""
    return not (m.further or (m.tops and m.verb == "give")) and have + case.amount(m) > case.pool[m.item]


def _with(case: Case, m: Mention, have: int) -> int:
    """Return the speaker's units of an item once it has got what it asks for."""
    n, count = case.amount(m), case.pool[m.item]
    if n == count or (m.count == UNSAID and have == count):
        return count
    if _too_many(case, m, have):
        return max(n, have)
    return have + n if m.relative or case.adds or n < have else n
