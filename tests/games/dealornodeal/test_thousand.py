"""A thousand mixed games: AIs of every kind, and people who type, press, change their minds and talk nonsense.

In none of them do two sides hold different deals, does anybody learn what is not theirs, or does the log rebuild
anything but what happened.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from games.core.codec import decode, encode
from games.core.contract import TABLE, Event, Expired, IllegalMove, Moved, News, Reading, Said, Seat, subseed
from games.core.draw import config_of, recipe_of
from games.core.post import Cast, Choice, Post, Voice, plain
from games.dealornodeal.domain.contexts import Context, contexts
from games.dealornodeal.domain.deals import rest, worth
from games.dealornodeal.domain.items import DOMAINS
from games.dealornodeal.game import game
from games.dealornodeal.rules.state import SEATS, DealMove, DealState, Leave, other
from games.dealornodeal.tactics.players import PLAYERS
from games.dealornodeal.view import View

GAMES = 1_000
PERSON = "person"
SAYINGS = (
    "hi!",
    "what do you need most?",
    "ok",
    "deal",
    "no, that won't do",
    "hmm let me think",
    "👍",
    "one of each for me",
    "you can have everything but one of them",
    "i'll take the first thing you offered",
    "asdf 12 !!",
    "let's split it evenly",
    "no deal",
)
CANARIES = ((101, 110), (984, 999))
"""Values of the two seats. No sum of one side's, and no other number in a game, is a value of the other side."""
_NUMBER = re.compile(r"\d+")
Shown = dict[Seat, dict[str, Any]]


class Played:
    """One game: its log, its end, and the card that each seat saw last."""

    def __init__(self, number: int) -> None:
        self.chance = Random(number)
        self.names = {seat: self.chance.choice((PERSON, *PLAYERS)) for seat in SEATS}
        self.config = config_of(game, recipe_of(game, self.settings(number)), number, 0)
        self.seed = number
        self.state: DealState = game.deal(self.config, self.seed)
        self.log: list[Event] = []
        self.cards: Shown = {}
        self.secrets = {s: frozenset(map(str, v)) for s, v in zip(SEATS, self.state.context.values, strict=True)}

    def settings(self, number: int) -> dict[str, str]:
        """Every other game has values that no other number in a text can be taken for."""
        domain = self.chance.choice(tuple(DOMAINS))
        if number % 2:
            return {"domain": domain, "utterances": str(self.chance.choice((2, 7, 20)))}
        pool = self.chance.choice(contexts(DOMAINS[domain])).pool
        values = (tuple(self.chance.sample(range(low, high, 2), len(pool))) for low, high in CANARIES)
        context = Context(pool, (next(values), next(values)))
        line = " ".join(",".join(map(str, part)) for part in (pool, *context.values))
        return {"domain": domain, "instance": line}

    def play(self) -> None:
        while game.result(self.state) is None:
            for event in self.events():
                try:
                    after = game.apply(self.state, event)
                except IllegalMove:
                    continue
                news = game.news(self.state, event, after)
                self.state = after
                self.log.append(decode(encode(event), type_of(event)))
                self.told(news)
                break
            else:
                raise AssertionError("nothing is legal")

    def events(self) -> Iterator[Event]:
        """Return what happens next; the first that is legal."""
        turn = game.turn(self.state)
        awaited = [seat for seat in SEATS if seat in turn.awaited]
        if not awaited:
            people = [seat for seat in SEATS if self.names[seat] == PERSON]
            if people and self.chance.random() < 0.2:
                yield from self.person(self.chance.choice(people))
            yield Expired(turn.clocks[0].id)
            return
        seat = self.chance.choice(awaited)
        if self.names[seat] == PERSON:
            for _ in range(20):
                yield from self.person(seat)
        yield self.decided(seat, self.names[seat])

    def decided(self, seat: Seat, name: str) -> Event:
        name = "normal" if name == PERSON else name
        act = PLAYERS[name].decide(game.view(self.state, seat), subseed(self.seed, "player", seat))
        return Moved(seat, act.move, act.say)

    def person(self, seat: Seat) -> Iterator[Event]:
        view, chance = game.view(self.state, seat), self.chance.random()
        asks = [ask for ask in game.asks(view, voice(seat)) if isinstance(ask, Choice)]
        if asks and chance < 0.35:
            said = Said(self.chance.choice(asks).says, via="pressed")
        elif chance < 0.6:
            said = Said(self.chance.choice(SAYINGS))
        else:
            event = self.decided(seat, PERSON)
            said = Said(event.say if isinstance(event, Moved) and event.say else "ok")
        reading = game.read(view, said)
        if isinstance(reading, Reading) and (not isinstance(reading.move, Leave) or self.chance.random() < 0.1):
            yield Moved(seat, reading.move, reading.say)

    def told(self, news: tuple[News[Any], ...]) -> None:
        """Check what each seat and the table read: nothing of another seat's values, and points only at the end."""
        for who in (*SEATS, TABLE):
            facts = tuple(n.fact for n in news if n.reaches(who))
            view = game.view(self.state, who)
            posts = game.tell(facts, view, voice(who))
            self.hides(who, view, posts, facts)
            for post in posts:
                if post.data and "card" in post.data and who in SEATS:
                    self.cards[who] = post.data["card"]

    def hides(self, who: Seat, view: View, posts: tuple[Post, ...], facts: tuple[Any, ...]) -> None:
        if not self.config.instance or view.ended:
            return
        read = "\n".join(map(plain, (*posts, game.status(view, voice(who)), game.sheet(view, voice(who)))))
        read += str([ask.label for ask in game.asks(view, voice(who))])
        read += msgspec.json.encode(view).decode() + str(facts)
        held = {secret for seat in SEATS if seat != who for secret in self.secrets[seat] if secret in read}
        assert not held or held.isdisjoint(_NUMBER.findall(read)), (who, read)


def voice(who: Seat) -> Voice:
    return Voice(who, (Cast("you", "human", "Ann"), Cast("me", "ai")))


def type_of(event: Event) -> Any:
    return Moved[DealMove | None] if isinstance(event, Moved) else type(event)


@pytest.mark.slow
def test_a_thousand_mixed_games_have_no_mismatch_no_leak_and_replay() -> None:
    ends: Counter[str] = Counter()
    typed = 0
    for number in range(GAMES):
        played = Played(number)
        played.play()
        state, names = played.state, DOMAINS[played.config.domain].names
        assert state.ended is not None
        ends[state.ended.end] += 1
        typed += PERSON in played.names.values()
        if state.ended.end == "deal":
            assert state.card is not None
            assert state.card.confirmed == frozenset(SEATS)
            for seat in SEATS:
                keep = state.ended.keep if seat == SEATS[0] else rest(state.context.pool, state.ended.keep)
                card = played.cards[seat]
                assert card["you"] == dict(zip(names, keep, strict=True))
                assert card["me"] == played.cards[other(seat)]["you"]
                assert card["version"] == state.card.version
                values = state.context.values[SEATS.index(seat)]
                assert state.ended.points[SEATS.index(seat)] == worth(values, keep)
        again = game.deal(played.config, played.seed)
        for event in played.log:
            again = game.apply(again, event)
        assert encode(again) == encode(state)
        assert game.result(again) == game.result(state)
    assert ends["deal"] > GAMES / 3
    assert min(ends["walkaway"], ends["cutoff"]) > GAMES / 100
    assert typed > GAMES / 10
