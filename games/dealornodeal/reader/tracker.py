"""A negotiation as it is read: every offer, the standing division, and the effect of each new utterance."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, takewhile
from typing import Final, Literal

from msgspec import Struct, structs

from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.reader.acts import Acts, acts, grumbles, refuses
from games.dealornodeal.reader.case import UNCLEAR, Meant, Standing
from games.dealornodeal.reader.division import resolve, takes_it
from games.dealornodeal.reader.mentions import Mention, Scanned, other
from games.dealornodeal.reader.restated import SAME, restated
from games.dealornodeal.reader.scan import scan
from games.dealornodeal.reader.tokens import Token, Vocabulary
from games.dealornodeal.reader.whole import HINTED

Act = Literal["offer", "accept", "refuse", "leave", "words"]


class Heard(Struct, frozen=True):
    """The meaning of an utterance. `keep` is the speaker's share by its offer, or by the offer that it accepts (else
    `()`).

    - `firm`: the offer is an acceptance too ("throw in a ball and it's a deal", or the other side's offer repeated).
    - `claims`: pairs of an item and the speaker's claimed worth of one.
    - `sure`: from 0 to 100; `why`: the rule that decided.
    - `over`: an item of which it names more than there are, or -1.
    - `open`: the items that its offer leaves open. Nobody can accept such an offer; `keep` is a guess.
    """

    act: Act
    keep: Share
    firm: bool
    claims: tuple[tuple[int, int], ...]
    sure: int
    why: str
    over: int = -1
    open: tuple[int, ...] = ()


Verdict = tuple[Act, Share, bool, int, str]
"""Act, share, firm, sure, and why, as in `Heard`."""


class Said(Struct, frozen=True):
    """A new utterance, analysed. `taken`: it takes what was offered; `denied`: it says no; `none`: it lists what is
    offered, and none of something.
    """

    tokens: Sequence[Token]
    does: Acts
    meant: Meant | None
    taken: bool
    denied: bool
    none: bool = False


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
        does, at = acts(tokens), self._standing(who)
        taken = takes_it(found, at)
        meant = None if taken else self._clarified(who, does) or resolve(found, does, at, self._topic(who))
        if meant is None:
            meant = self._earlier(who, does)
        elif base := self._agreed_to(who, does):
            same = restated(found, does, meant, base, self.pool, agreed=self.agreed)
            meant = structs.replace(same, sure=meant.sure) if meant.sure <= HINTED else same
        said = Said(tokens, does, meant, taken, _denies(found, does))
        heard = self._heard(who, self._listed(who, said, found))
        if heard.keep:
            over = self._over(found, text)
            heard = structs.replace(heard, over=over if over >= 0 or meant is None else meant.over)
            heard = heard if meant is None or does.so else _checked(heard, found, at)
        named = [m for m in found.mentions if m.item >= 0]
        if named:
            self._named[who] = named
        self._informed[who] = bool(named) and heard.act != "offer"
        self._remember(who, heard, refused=does.refuse)
        self._heed(who, does)
        return heard

    def _topic(self, who: int) -> list[Mention]:
        """Return the items that "it" and "them" stand for: those of the other side, or else the speaker's own."""
        return self._named[1 - who] or [replace(m, side=other(m.side)) for m in self._named[who]]

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
            given={m.side for m in self._named[1 - who] if m.keep} == {"yours"},
        )

    def _heard(self, who: int, said: Said) -> Heard:
        act, keep, firm, sure, why = (
            self._of_division(who, said, said.meant) if said.meant else self._of_words(who, said)
        )
        if said.none and firm:
            act, firm, why = "accept", False, UNCLEAR
        left = said.meant.open if said.meant and act == "offer" else ()
        return Heard(act, keep, firm and not left, said.does.claims, sure, why, open=left)

    def _listed(self, who: int, said: Said, found: Scanned) -> Said:
        """Return words without the items of which they list none, if they repeat an offer that nobody has accepted."""
        repeats = said.meant is not None and said.meant.keep == self._offered(who)
        return _without_none(said, found) if repeats and not self.agreed else said

    def _of_division(self, who: int, said: Said, meant: Meant) -> Verdict:
        """Return the meaning of words that name a division: a no to it, a yes, or an offer."""
        does, keep = said.does, meant.keep
        back, same = meant.rule == _BACK, self._offered(who) == keep
        if said.denied and not back and (same or does.echo):
            return "refuse", (), False, 80, "says no to it"
        if same and (wish := _unmet(said)):
            return "words", (), False, 80, wish
        if (same and (does.accept or back)) or (back and self._offered_before(1 - who, keep)):
            return "accept", keep, False, meant.sure, meant.rule
        firm = does.closes or does.provided or (same and _repeats(does, meant))
        return "offer", keep, firm, meant.sure, meant.rule

    def _of_words(self, who: int, said: Said) -> Verdict:
        """Return the meaning of words that name no division."""
        does, theirs = said.does, self._offered(who)
        if does.leave:
            return "leave", (), False, 90, "no deal"
        if does.answer == "yes" or (said.taken and does.answer == "" and not _conditional(said.tokens)):
            if theirs is not None and not any(self.left):
                return "accept", theirs, False, 90, "says yes"
            return "words", (), False, 90, "nothing to accept"
        if does.refuse or does.answer == "no":
            return "refuse", (), False, 90, "says no"
        return "words", (), False, 90, "proposes nothing"

    def _offered(self, who: int) -> Share | None:
        """Return the other side's offer, if it is the last that counts, as the share of side `who`."""
        return self.share(who, self._live[-1].keep) if self._live and self._live[-1].by != who else None

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

    def _agreed_to(self, who: int, does: Acts) -> Share | None:
        """Return the agreed division, or the other side's offer if an utterance sounds like an agreement to it."""
        if self.agreed:
            return None if self.held is None else self.share(who, self.held)
        return self._offered(who) if does.accept or does.so or does.asks else None

    def _clarified(self, who: int, does: Acts) -> Meant | None:
        """Return the speaker's last offer with the side that it has now named ("for me or you?" "for you")."""
        named = [m for m in self._named[who] if m.keep]
        if does.owner == "?" or not self._asked[1 - who] or not named:
            return None
        found = Scanned([replace(m, side=does.owner, weak=False) for m in named])
        return resolve(found, does, Standing(self.pool), [])

    def _earlier(self, who: int, does: Acts) -> Meant | None:
        """Return an earlier offer that the speaker goes back to, or its own that it insists on."""
        anyone = does.earlier not in ("my", "your")
        offers = [o for o in self.offers if anyone or (o.by == who) == (does.earlier == "my")]
        if does.replaced:
            offers = self._replaced(who, offers) or ([] if anyone else offers)
        if does.earlier and offers:
            keep = self.share(who, offers[0 if does.first else -1].keep)
            unlike = does.compares and not does.accept and keep == self._offered(who)
            return None if unlike else Meant(keep, _BACK, 80)
        own = self.last(who)
        if does.again and own is not None:
            return Meant(self.share(who, own), "the speaker's last offer again", 80)
        return None

    def _replaced(self, who: int, offers: list[Offer]) -> list[Offer]:
        """Return those offers that no longer stand: of the other side, if it has made any, or else of this one."""
        stands = self.offers[-1].keep if self.offers else None
        past = [offer for offer in offers if offer.keep != stands]
        return [offer for offer in past if offer.by != who] or past


def _last(texts: Sequence[str]) -> set[int]:
    """Return the places of the last texts that fit together into the characters that are read again."""
    total = accumulate(len(text) for text in reversed(texts))
    fitting = sum(1 for _ in takewhile(lambda size: size <= RECALLED, total))
    return {at for at in range(len(texts) - fitting, len(texts)) if texts[at]}


_BACK = "an earlier offer"


def _checked(heard: Heard, found: Scanned, at: Standing) -> Heard:
    """Return a reading that is asked about if it gives the speaker no more of an item that its words ask more of."""
    if at.held is None:
        return heard
    more = {m.item for m in found.mentions if m.keep and m.relative and m.side != "yours" and m.item >= 0}
    short = any(heard.keep[k] < at.held[k] or heard.keep[k] == at.held[k] < at.pool[k] for k in more)
    return structs.replace(heard, why=UNCLEAR) if short else heard


def _denies(found: Scanned, does: Acts) -> bool:
    """Return whether an utterance says no, and asks for nothing beside it."""
    return does.answer in ("no", "against") and (does.echo or not any(m.verb for m in found.mentions if m.keep))


def _without_none(said: Said, found: Scanned) -> Said:
    """Return words that repeat an offer without the items of which they list none ("2 books, no hats, a ball").

    Such a "no" turns nothing down. Where all names are of that kind, it may.
    """
    if not any(m.keep and m.count for m in found.mentions):
        return said
    tokens = [*said.tokens]
    for at in reversed(range(len(tokens) - 1)):
        if _none(tokens[at]) and tokens[at + 1].kind == "item":
            del tokens[at : at + 2]
    does = acts(tuple(tokens))
    none = len(tokens) < len(said.tokens)
    return structs.replace(said, tokens=tokens, does=does, denied=_denies(found, does), none=none)


def _conditional(tokens: Sequence[Token]) -> bool:
    return any(token.text in ("if", "unless", "aslongas") for token in tokens)


def _repeats(does: Acts, meant: Meant) -> bool:
    """Return whether words that name the other side's offer take it up, and do not ask about it or refuse it."""
    return not does.refuse and not (does.asks and meant.rule == SAME)


def _declines(tokens: Sequence[Token]) -> bool:
    """Return whether words want none of something."""
    return any(map(_none, tokens))


def _none(token: Token) -> bool:
    return token.kind == "no" or (token.kind == "num" and not token.n)


def _unmet(said: Said) -> str:
    """Return the reason why words that repeat the other side's offer neither accept nor refuse it; "" if they do."""
    does = said.does
    if not does.accept and grumbles(said.tokens):
        return "not content with it"
    if not does.accept and not does.closes and any(token.kind == "least" for token in said.tokens):
        return "wants at least as much"
    if not does.accept and not does.provided and _declines(said.tokens):
        return "turns something down, and names nothing else"
    return "wants more, and does not say what" if does.more and (does.closes or does.provided) else ""
