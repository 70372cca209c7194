"""Posts of the game, made from facts. A seat's private points appear only in posts for that seat."""

from collections.abc import Sequence

from games.core.contract import IllegalMove, Seat, Unclear
from games.core.phrases import counted
from games.core.post import Block, Bold, Post, Quote, Voice, item, line, says
from games.dealornodeal.domain.deals import Share, worth
from games.dealornodeal.reader.read import readable
from games.dealornodeal.rules.state import NOBODY, SEATS, YOU, Ended, other, turned
from games.dealornodeal.view import CardGone, CardUp, Confirmed, Dealt, Fact, Spoke, View, Worth

COUNTDOWN = 14
"""From this message on, posts count the messages."""


class Table:
    """The names of seats, shares and points for one viewer."""

    def __init__(self, view: View, voice: Voice) -> None:
        self.view, self.voice, self.you = view, voice, voice.you
        self.domain = view.domain

    def name(self, seat: Seat) -> str:
        if seat == self.you:
            return "you"
        if [c.seat for c in self.voice.cast if c.kind == "ai"] == [seat]:
            return "the AI"
        named = next((c.name for c in self.voice.cast if c.seat == seat and c.name != seat), "")
        return named or ("the other side" if self.you in SEATS else f"side {SEATS.index(seat) + 1}")

    def begin(self, seat: Seat) -> str:
        name = self.name(seat)
        return name[0].upper() + name[1:]

    def seats(self) -> tuple[Seat, Seat]:
        """Return both seats, the reader's first."""
        first = Seat(self.you) if self.you in SEATS else YOU
        return first, other(first)

    def share(self, keep: Share, seat: Seat) -> Share:
        """Return the share of a seat, from that of seat `you`."""
        return turned(self.view.pool, keep, seat)

    def points(self, seat: Seat, share: Share) -> str:
        """Return ` (6 points)` for the viewer's own seat, "" for others."""
        if seat != self.view.who or not self.view.values:
            return ""
        return f" ({_points(worth(self.view.values, share))})"

    def gets(self, keep: Share) -> str:
        """Return both sides' shares: `You: 2 books (6 points). The AI: 1 hat.`"""
        return " ".join(f"{self.begin(s)}: {self._held(keep, s)}." for s in self.seats())

    def sides(self, keep: Share) -> list[Block]:
        """Return both sides' shares: in one line, or in the chat look a line for each."""
        if not self.view.chat:
            return [line(self.gets(keep))]
        return [line(Bold(f"{self.begin(s)}:"), f" {self._held(keep, s)}.") for s in self.seats()]

    def _held(self, keep: Share, seat: Seat) -> str:
        share = self.share(keep, seat)
        return self.domain.listed(share) + self.points(seat, share)

    def card(self, version: int, keep: Share) -> dict[str, object]:
        """Return the card for programs; `you` is the reader."""
        names = self.domain.names
        first, second = (dict(zip(names, self.share(keep, seat), strict=True)) for seat in self.seats())
        return {"you": first, "me": second, "version": version}


# --- facts ------------------------------------------------------------------------------------------------------------


def tell(facts: Sequence[Fact], view: View, voice: Voice) -> tuple[Post, ...]:
    table = Table(view, voice)
    shown = any(isinstance(fact, CardUp | Confirmed | CardGone | Ended) for fact in facts)
    mine = next((fact for fact in facts if isinstance(fact, Worth)), None)
    posts: list[Post] = []
    if dealt := next((fact for fact in facts if isinstance(fact, Dealt)), None):
        posts.append(Post(_opening(table, dealt, mine)))
    elif mine:
        posts.append(Post((_worth(table, mine.values),)))
    for fact in facts:
        posts.extend(_told(table, fact, shown))
    return tuple(posts)


def _told(table: Table, fact: Fact, shown: bool) -> list[Post]:
    """Return the posts for one fact. `shown`: another one shows what became of the card."""
    view = table.view
    match fact:
        case Spoke(seat) if seat == table.you and fact.act != "offer" and not shown and _waits(view, seat):
            return [says("The card still waits for you: Confirm, Not what I meant, or Keep talking.")]
        case Spoke():
            return _spoke(table, fact)
        case CardUp(version, keep):
            return [_card(table, version, keep)]
        case Confirmed(seat) if view.card and not view.ended:
            return [_card(table, view.card.version, view.card.keep, by=seat)]
        case CardGone():
            return _gone(table, fact)
        case Ended():
            return [Post(_closing(table, fact))]
    return []


def _waits(view: View, seat: str) -> bool:
    return view.card is not None and not view.ended and seat not in view.card.confirmed


def _opening(table: Table, dealt: Dealt, mine: Worth | None) -> tuple[Block, ...]:
    blocks: list[Block] = [line("On the table: ", Bold(table.domain.listed(dealt.pool)), ".")]
    if mine:
        blocks.append(_worth(table, mine.values))
        if not table.view.chat:
            blocks.append(line("The other side has its own private values."))
    elif table.view.who not in SEATS:
        blocks.append(line("Each side has private values of its own; look yours up before you speak."))
    if not table.voice.again:
        blocks.append(_terms(table, dealt.utterances))
    if table.view.who == YOU:
        blocks.append(line("You speak first."))
    elif table.view.chat and table.voice.kind(YOU) == "human":
        blocks.append(line("You speak first." if table.you == YOU else f"{table.begin(YOU)} speaks first."))
    return tuple(blocks)


def _terms(table: Table, utterances: int) -> Block:
    if table.view.chat:
        return line(f"Talk it out in your own words. No deal after {utterances} messages: {table.domain.no_deal}.")
    return line(
        f"Talk it out and say it in your own words. There are {utterances} messages in all, then the table is cleared "
        f"and {table.domain.no_deal}."
    )


def _worth(table: Table, values: Share) -> Block:
    each = ", ".join(f"{kind.name} {value}" for kind, value in zip(table.domain.items, values, strict=True))
    return line(
        f"Each is worth to you (only you see this): {each}; everything together {worth(values, table.view.pool)}."
    )


def _points(n: int) -> str:
    return counted(n, "point")


def _spoke(table: Table, fact: Spoke) -> list[Post]:
    """Return others' words with their meaning; of the reader's own words only the meaning."""
    if fact.seat == table.you:
        if fact.act == "words" and not readable(table.view, table.view.spoken[-1].text):
            return [says("That was longer than I can follow, so I read no offer in it. Make yours in a short message.")]
        left = table.view.spoken[-1].open
        if left and fact.act == "words":
            return [says(f"And {table.domain.named(left, table.view.pool)}? Say who gets what, and it's an offer.")]
        if not fact.keep or fact.act != "offer":
            return []
        read = "I read that as an offer."
        if table.view.chat:
            return [Post((line(read), *table.sides(fact.keep)), slot="reading")]
        return [Post((line(f"{read} {table.gets(fact.keep)}"),), slot="reading")]
    blocks: list[Block] = [Quote(table.begin(fact.seat), fact.text, fact.seat)] if fact.text else []
    if fact.act == "offer":
        blocks += table.sides(fact.keep) if table.view.chat else [line("That is: " + table.gets(fact.keep))]
    if fact.number >= min(COUNTDOWN, table.view.utterances):
        blocks.append(line(f"Message {fact.number} of {table.view.utterances}."))
    return [Post(tuple(blocks))] if blocks else []


def _card(table: Table, version: int, keep: Share, by: Seat = NOBODY) -> Post:
    """Return the card. Once somebody has confirmed it, it names them, and the seat it waits for."""
    blocks = [line(Bold("Is this what you both mean?")), *table.sides(keep)]
    if by != NOBODY:
        first, second = table.name(by), table.name(other(by))
        waits = f"It is a deal once {second} {_have(second)} confirmed, too."
        blocks.append(line(f"{table.begin(by)} {_have(first)} confirmed. {waits}"))
    return Post(tuple(blocks), slot="card", data={"card": table.card(version, keep)})


def _have(name: str) -> str:
    return "have" if name == "you" else "has"


def _gone(table: Table, fact: CardGone) -> list[Post]:
    if table.view.ended:
        return []
    who = table.begin(fact.seat) if fact.seat in SEATS else "Somebody"
    if fact.why == "misread" and fact.seat == table.you:
        return [says("You withdrew the card. Say again what you meant, or set it with Offer…")]
    if fact.why == "misread":
        return [says(f"{who} says that the card is not what was meant, and withdrew it. Keep talking.")]
    if fact.why == "talk":
        return [says(f"{who} withdrew the card; the talk goes on.")]
    return [says("There is a new offer, so the card is withdrawn.")]


def _closing(table: Table, ended: Ended) -> tuple[Block, ...]:
    points = dict(zip(SEATS, ended.points, strict=True))
    first, second = table.seats()
    if table.view.chat:
        return _game_over(table, ended, [f"{table.name(s)} {_points(points[s])}" for s in (first, second)])
    if ended.end == "deal":
        shares = [(s, table.domain.listed(table.share(ended.keep, s))) for s in (first, second)]
        each = [line(f"{table.begin(s)}: {share} ({_points(points[s])}).") for s, share in shares]
        return (line(Bold("Deal.")), *each)
    return (line(_ending(table, ended)), line(f"No deal: {table.domain.no_deal}."))


def _game_over(table: Table, ended: Ended, earned: list[str]) -> tuple[Block, ...]:
    """Return the end in the chat look: what was agreed, and what each side earned."""
    head = line(Bold("GAME OVER"))
    earnings = line(Bold("Final Earnings:"), f" {', '.join(earned)}.")
    if ended.end != "deal":
        return (head, line(f"{_ending(table, ended)} No deal."), earnings)
    shares = (f"{table.begin(s)}: {table.domain.listed(table.share(ended.keep, s))}." for s in table.seats())
    return (head, line("It's a deal."), *map(line, shares), earnings)


def _ending(table: Table, ended: Ended) -> str:
    match ended.end:
        case "walkaway":
            return f"{table.begin(ended.by)} walked away."
        case "cutoff":
            return f"All {table.view.utterances} messages are used."
        case _:
            who = table.begin(ended.by) if ended.by != NOBODY else "Nobody"
            return f"{who} left the game." if ended.by != NOBODY else "Nobody answered any more."


# --- on request -------------------------------------------------------------------------------------------------------


def status(view: View, voice: Voice) -> Post:
    table = Table(view, voice)
    if view.ended:
        return Post(_closing(table, view.ended))
    blocks: list[Block] = [line("On the table: ", Bold(table.domain.listed(view.pool)), ".")]
    if view.values:
        blocks.append(_worth(table, view.values))
    for seat in table.seats():
        last = next((u for u in reversed(view.spoken) if u.seat == seat and u.act == "offer"), None)
        if last:
            whose = "Your last offer" if seat == table.you else f"The last offer of {table.name(seat)}"
            blocks.append(line(f"{whose}: {table.gets(last.keep)}"))
    blocks.append(line(f"Message {len(view.spoken)} of {view.utterances}.{_turn(table)}"))
    data = None
    if view.card:
        blocks.append(line("Is this what you both mean? " + table.gets(view.card.keep)))
        data = {"card": table.card(view.card.version, view.card.keep)}
    return Post(tuple(blocks), slot="status", data=data)


def _turn(table: Table) -> str:
    if table.view.card:
        open_ = [s for s in table.seats() if s not in table.view.card.confirmed]
        return f" A card waits for {' and '.join(map(table.name, open_))} to confirm."
    if not table.view.due:
        return ""
    return " It is your turn." if table.view.due == table.you else f" It is {table.name(table.view.due)}'s turn."


def explain(view: View, voice: Voice) -> Post:
    table = Table(view, voice)
    things = [kind.plural for kind in table.domain.items]
    blocks: list[Block] = [
        line(f"You and {table.name(other(table.seats()[0]))} divide {', '.join(things)} between you."),
        item("Each side has its own private values; your points are the values of what you get."),
        item("Talk freely. What you propose is read and shown, so that you can put it right."),
        item("When an offer is accepted, a card shows the deal. It counts when both sides have confirmed that card."),
        item(
            f"There are {view.utterances} messages in all; several in a row by one side count as one. After the "
            f"last one, without a card, {table.domain.no_deal}."
        ),
        item(f"Either side may walk away once it has spoken; then {table.domain.no_deal}."),
    ]
    if view.values:
        blocks.append(_worth(table, view.values))
    return Post(tuple(blocks))


def sheet(view: View, voice: Voice) -> Post:
    table = Table(view, voice)
    blocks: list[Block] = [line("On the table: ", Bold(table.domain.listed(view.pool)), ".")]
    return Post((*blocks, _worth(table, view.values)) if view.values else tuple(blocks))


_REFUSALS = {
    "over": "This game is over. Nothing more is needed.",
    "not_your_turn": "Wait for an answer first.",
    "no_such_seat": "You do not sit at this table.",
    "stale": "Something new has been said since. Nothing was changed: say it again, or use the newest buttons.",
    "empty": "Say something, in your own words. For example: I'd like the first two, you can have the rest.",
    "no_offer": "The other side has not offered that. Accept its last offer, or make one of your own.",
    "several": "One message can hold one offer. Which of them do you mean?",
    "no_card": "That card is not open any more. Nothing was changed.",
    "too_early": "You can walk away once you have said something.",
}


def refuse(why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
    table = Table(view, voice)
    match why.code:
        case "bad_offer":
            return says(f"An offer divides what is on the table: {table.domain.listed(view.pool)}.")
        case "too_many":
            number = int(why.facts["item"])
            kind, count = view.domain.items[number], view.pool[number]
            there = f"There {'is' if count == 1 else 'are'} only {kind.of(count)}."
            return says(f"{there} Nothing was said yet; divide what is on the table: {table.domain.listed(view.pool)}.")
        case "help":
            kept = f"I keep {view.domain.items[0].of(1)}; you get the rest"
            return says(f"Say what you propose, such as: {kept}. Answer an offer with deal or no thanks.")
        case "too_long":
            return says(f"That is too long. A message has at most {why.facts.get('most', 0)} characters.")
        case "full":
            return says(f"All {view.utterances} messages are used.")
        case code:
            return says(_REFUSALS.get(code, "That is not possible now. Say what you propose, in your own words."))
