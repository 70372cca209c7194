"""A negotiation as it is read: every offer, the standing division, and the effect of each new utterance."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from msgspec import Struct, structs

from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.reader.acts import Acts, acts, grumbles, refuses
from games.dealornodeal.reader.mentions import HALF, UNSAID, Mention, Scanned, Side, other
from games.dealornodeal.reader.resolve import Meant, Standing, resolve, takes_it
from games.dealornodeal.reader.scan import scan
from games.dealornodeal.reader.words import Token, Vocabulary

Act = Literal["offer", "accept", "refuse", "leave", "words"]


class Heard(Struct, frozen=True):
    """The meaning of an utterance. `keep` is the speaker's share by its offer, or by the offer that it accepts (else
    `()`).

    - `firm`: the offer is an acceptance too ("throw in a ball and it's a deal", or the other side's offer repeated).
    - `claims`: pairs of an item and the speaker's claimed worth of one.
    - `sure`: from 0 to 100; `why`: the rule that decided.
    - `over`: an item of which it names more than there are, or -1.
    """

    act: Act
    keep: Share
    firm: bool
    claims: tuple[tuple[int, int], ...]
    sure: int
    why: str
    over: int = -1


class Offer(Struct, frozen=True):
    """An offer. `keep` is the share of side 0."""

    by: int
    keep: Share


class Recalled(Struct, frozen=True):
    """An earlier utterance of side `who`, and its meaning."""

    who: int
    text: str
    act: Act
    keep: Share


RECALLED: Final = 2_000
"""Characters of earlier words that are read again: refusals, and each side's words without an item, the last ones of a
talk. Without the bound, a talk of 200 long messages would take a second for each new one.
"""


def unread(vocabulary: Vocabulary, text: str) -> bool:
    """Return whether a text has too many words or items, so that nothing is read in it."""
    return vocabulary.too_long(text) or scan(vocabulary.tokens(text)) is None


class Tracker:
    """Follows two sides, 0 and 1. `hear` reads an utterance and remembers it; `recall` remembers one with a known
    meaning.

    `held` is the standing division, as side 0's share; `agreed`: somebody has accepted it. `left` are the sides whose
    last word was that there is no deal.
    """

    def __init__(self, pool: Share, vocabulary: Vocabulary) -> None:
        self.pool, self.vocabulary = pool, vocabulary
        self.held: Share | None = None
        self.agreed = False
        self.offers: list[Offer] = []
        self.left = [False, False]
        self._live: list[Offer] = []
        self._named: list[list[Mention]] = [[], []]
        self._informed, self._more, self._refused = [False, False], [False, False], [False, False]
        self._asked = [False, False]

    def hear(self, who: int, text: str) -> Heard:
        """Read a new utterance of side `who`."""
        tokens, found = self._words(text)
        does = acts(tokens)
        at = self._standing(who)
        topic = self._named[1 - who] or [replace(m, side=other(m.side)) for m in self._named[who]]
        taken = takes_it(found, at)
        meant = None if taken else self._clarified(who, does) or resolve(found, does, at, topic)
        if meant is not None:
            meant = self._restated(who, found, does, meant)
        else:
            meant = self._earlier(who, does)
        denied = does.answer in ("no", "against")
        denied = denied and (does.echo or not any(m.verb for m in found.mentions if m.keep))
        heard = self._heard(who, tokens, does, meant, taken, denied)
        if heard.keep:
            heard = structs.replace(heard, over=self._over(found, text))
        named = [m for m in found.mentions if m.item >= 0]
        if named:
            self._named[who] = named
        self._informed[who] = bool(named) and heard.act != "offer"
        self._remember(who, heard, refused=does.refuse)
        self._heed(who, does)
        return heard

    def _over(self, found: Scanned, text: str) -> int:
        """Return the first item whose count exceeds the pool; "both the hat and the ball" counts nothing."""
        pairs = 2 if "both" in text.lower() else 0
        counted = (m for m in found.mentions if m.keep and m.item >= 0 and m.count != pairs)
        return next((m.item for m in counted if m.count > self.pool[m.item]), -1)

    def recall(self, talk: Sequence[Recalled]) -> None:
        """Remember utterances that were read before, or whose meaning is certain.

        Only the words that can still matter are read again: refusals, the last words of each side, and the last ones
        with an item.
        """
        refusals = _last([said.text if said.act == "refuse" else "" for said in talk])
        for at, said in enumerate(talk):
            refused = at in refusals and refuses(self._words(said.text)[0])
            self._remember(said.who, Heard(said.act, said.keep, False, (), 100, "recalled"), refused=refused)
        for who in (0, 1):
            words = [said.text for said in talk if said.who == who]
            if words:
                self._heed(who, acts(self._words(words[-1])[0]))
            self._named[who] = self._last_named(words)

    def _last_named(self, words: list[str]) -> list[Mention]:
        """Return the items of the last of these texts that names any."""
        for at in sorted(_last(words), reverse=True):
            found = self._words(words[at])[1]
            named = [m for m in found.mentions if m.item >= 0]
            if named:
                return named
        return []

    def _words(self, text: str) -> tuple[tuple[Token, ...], Scanned]:
        """Return the words of a text and the items that they name; none where it has too many of either."""
        tokens = self.vocabulary.tokens(text)
        found = scan(tokens)
        return ((), Scanned()) if found is None else (tokens, found)

    # --- what stands --------------------------------------------------------------------------------------------------

    def share(self, who: int, keep: Share) -> Share:
        """Turn a share of side 0 into one of side `who`, and back."""
        return keep if who == 0 else rest(self.pool, keep)

    def last(self, by: int) -> Share | None:
        """Return the last offer of a side, as side 0's share."""
        return next((offer.keep for offer in reversed(self.offers) if offer.by == by), None)

    def _standing(self, who: int) -> Standing:
        def seen(keep: Share | None) -> Share | None:
            return None if keep is None else self.share(who, keep)

        return Standing(
            self.pool,
            claim=seen(self.last(who)),
            offered=seen(self.last(1 - who)),
            held=seen(self.held),
            agreed=self.agreed,
            theirs=bool(self._live) and self._live[-1].by != who,
            informed=self._informed[1 - who],
            more=self._more[1 - who],
            refused=self._refused[1 - who],
            given=_given([m for m in self._named[1 - who] if m.keep]),
        )

    def _heard(
        self, who: int, tokens: Sequence[Token], does: Acts, meant: Meant | None, taken: bool, denied: bool
    ) -> Heard:
        theirs = self._live[-1].keep if self._live and self._live[-1].by != who else None
        if meant is not None:
            keep = meant.keep
            same = theirs is not None and self.share(who, theirs) == keep
            if denied and meant.rule != _BACK and (same or does.echo):
                return Heard("refuse", (), False, does.claims, 80, "says no to it")
            if same and not does.accept and grumbles(tokens):
                return Heard("words", (), False, does.claims, 80, "not content with it")
            if same and does.more and (does.closes or does.provided):
                return Heard("words", (), False, does.claims, 80, "wants more, and does not say what")
            if same and (does.accept or meant.rule == _BACK):
                return Heard("accept", keep, False, does.claims, meant.sure, meant.rule)
            if meant.rule == _BACK and self._offered_before(1 - who, keep):
                return Heard("accept", keep, False, does.claims, meant.sure, meant.rule)
            firm = (
                does.closes or does.provided or (same and not does.refuse and not (does.asks and meant.rule == _SAME))
            )
            return Heard("offer", keep, firm, does.claims, meant.sure, meant.rule)
        if does.leave:
            return Heard("leave", (), False, does.claims, 90, "no deal")
        if does.answer == "yes" or (taken and does.answer == ""):
            if theirs is not None and not any(self.left):
                return Heard("accept", self.share(who, theirs), False, does.claims, 90, "says yes")
            return Heard("words", (), False, does.claims, 90, "nothing to accept")
        if does.refuse or does.answer == "no":
            return Heard("refuse", (), False, does.claims, 90, "says no")
        return Heard("words", (), False, does.claims, 90, "proposes nothing")

    def _offered_before(self, by: int, keep: Share) -> bool:
        return any(offer.by == by and self.share(1 - by, offer.keep) == keep for offer in self.offers)

    def _remember(self, who: int, heard: Heard, *, refused: bool) -> None:
        match heard.act:
            case "offer":
                offer = Offer(who, self.share(who, heard.keep))
                self.agreed = self.agreed and offer.keep == self.held
                self.offers.append(offer)
                self._live.append(offer)
                self.held = offer.keep
                self.left = [False, False]
            case "accept":
                self.held, self.agreed = self.share(who, heard.keep), True
                self.left = [False, False]
            case "leave":
                self.left[who] = True
            case "refuse" if refused and len(self._live) > 1 and not self.agreed and self._live[-1].by != who:
                self._live.pop()
                self.held = self._live[-1].keep

    def _heed(self, who: int, does: Acts) -> None:
        self._more[who] = does.more
        self._asked[who] = does.whose
        self._refused[who] = does.refuse or does.leave

    # --- readings that depend on the course of the talk ---------------------------------------------------------------

    def _restated(self, who: int, found: Scanned, does: Acts, meant: Meant) -> Meant:
        """Return a reading without change, if a side only names part of an agreed division or agrees while
        naming it.
        """
        base = None
        if self.agreed:
            base = self.held
        elif (does.accept or does.so or does.asks) and self._live and self._live[-1].by != who:
            base = self._live[-1].keep
        replaces = any(m.instead for m in found.mentions)
        if base is None or replaces or does.closes or does.meant or found.suggests or found.adds or meant.sure == 70:
            return meant
        keep = self.share(who, base)
        kept = [m for m in found.mentions if m.keep]
        same = Meant(keep, _SAME, 80)
        if meant.keep != keep and any(m.just for m in kept):
            return meant
        bare = bool(kept) and all(m.weak for m in kept)
        halves = (keep, rest(self.pool, keep))
        counted = [m for m in kept if m.item >= 0 and m.count > 0]
        fits = all(any(self._agrees(m, half) for half in halves) for m in counted)
        if self.agreed and bare and fits and not does.more and not any(m.extra for m in kept):
            return same
        named = bare and all(m.item >= 0 and not (m.extra or m.further) for m in kept)
        if named and any(self._told(kept, half) for half in halves):
            return same
        for m in kept:
            if m.item < 0 or m.side not in ("mine", "yours") or m.extra or m.further or m.least:
                return meant
            if not self._agrees(m, halves[m.side == "yours"]):
                return meant
        return same if all(_covered(kept, side, half) for side, half in zip(_SIDES, halves, strict=True)) else meant

    def _told(self, mentions: list[Mention], half: Share) -> bool:
        """Return whether mentions without an owner are true of one half of a division. A list of several must be
        complete.
        """
        items = {m.item for m in mentions}
        whole = len(items) < 2 or all(n == 0 or item in items for item, n in enumerate(half))
        return whole and all(self._agrees(m, half) for m in mentions)

    def _agrees(self, m: Mention, share: Share) -> bool:
        """Return whether a mention is true of a share; a bare noun is lenient about numbers."""
        have, count = share[m.item], self.pool[m.item]
        if m.count == UNSAID:
            return have > 1 or have == count if m.many else have > 0
        return have == (count // 2 if m.count == HALF else count if m.count < 0 else min(m.count, count))

    def _clarified(self, who: int, does: Acts) -> Meant | None:
        """Return the speaker's last offer with the side that it has now named ("for me or you?" "for you")."""
        named = [m for m in self._named[who] if m.keep]
        if does.owner == "?" or not self._asked[1 - who] or not named:
            return None
        found = Scanned([replace(m, side=does.owner, weak=False) for m in named])
        return resolve(found, does, Standing(self.pool), [])

    def _earlier(self, who: int, does: Acts) -> Meant | None:
        """Return an earlier offer that the speaker goes back to, or its own that it insists on."""
        if does.earlier and self.offers:
            pick = [o for o in self.offers if o.by == who] if does.earlier == "my" else self.offers
            if does.earlier == "your":
                pick = [o for o in self.offers if o.by != who]
            if pick:
                return Meant(self.share(who, pick[0 if does.first else -1].keep), _BACK, 80)
        own = self.last(who)
        if does.again and own is not None:
            return Meant(self.share(who, own), "the speaker's last offer again", 80)
        return None


def _last(texts: Sequence[str]) -> set[int]:
    """Return the places of the last texts that fit together into the characters that are read again."""
    left, places = RECALLED, set[int]()
    for at in reversed(range(len(texts))):
        left -= len(texts[at])
        if left < 0:
            break
        if texts[at]:
            places.add(at)
    return places


_BACK, _SAME = "an earlier offer", "what stands, restated"
_SIDES: Final[tuple[Side, Side]] = ("mine", "yours")


def _given(named: list[Mention]) -> bool:
    """Return whether items were named for the other side alone."""
    return bool(named) and all(m.side == "yours" for m in named)


def _covered(mentions: list[Mention], side: Side, share: Share) -> bool:
    """Return whether a list of several items for a side is complete."""
    named = [m.item for m in mentions if m.side == side]
    return len(named) < 2 or all(n == 0 or item in named for item, n in enumerate(share))
