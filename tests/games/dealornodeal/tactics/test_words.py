"""Every sentence of the players is true of the game in which it is said, whatever the other side does."""

from collections.abc import Callable, Iterator, Mapping
from operator import ge, le
from random import Random
from typing import NamedTuple

from games.core.contract import Event, Expired, Moved, Reading, Said, Seat
from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.domain.items import Domain
from games.dealornodeal.game import game
from games.dealornodeal.rules.play import quiet
from games.dealornodeal.rules.state import (
    ME,
    YOU,
    Accept,
    Confirm,
    DealMove,
    DealState,
    Heard,
    Offer,
    Reopen,
    Speak,
    Utterance,
    other,
)
from games.dealornodeal.tactics.players import PLAYERS
from games.dealornodeal.tactics.speech import phrase
from tests.games.dealornodeal.helpers import dealt
from tests.games.sentences import Vocabulary

PARTNERS = ("repeats", "steps", "takes back", "random", "says yes and goes back")


class Line(NamedTuple):
    """A message of the log, and the utterances before it."""

    who: Seat
    move: DealMove | None
    say: str
    before: DealState


class Scene(NamedTuple):
    """A message of a player, all messages of its game, and the end. Shares are the speaker's."""

    at: int
    log: list[Line]
    end: DealState
    domain: Domain

    @property
    def line(self) -> Line:
        return self.log[self.at]

    @property
    def pool(self) -> Share:
        return self.end.context.pool

    @property
    def keep(self) -> Share:
        """Return the share that the message asks for; () if it is no offer."""
        return self.line.move.keep if isinstance(self.line.move, Offer) else ()

    @property
    def left(self) -> int:
        """Return how many messages are left, this one included."""
        return self.end.config.utterances - len(self.line.before.spoken)

    def offers(self, mine: bool) -> list[Share]:
        """Return the offers of a side in the utterances before this message."""
        who = self.line.who
        said = [u for u in self.line.before.spoken if u.act == "offer" and (u.seat == who) is mine]
        return [rest(self.pool, u.keep) if who == ME else u.keep for u in said]

    @property
    def pending(self) -> bool:
        """Return whether the last offer is the other side's."""
        offers = [u for u in self.line.before.spoken if u.act == "offer"]
        return bool(offers) and offers[-1].seat != self.line.who

    def asked(self) -> int:
        """Return how many messages of the other side made its last offer."""
        wanted = rest(self.pool, self.offers(mine=False)[-1])
        said = [line.move for line in self.log[: self.at] if line.who != self.line.who]
        return sum(isinstance(move, Offer | Heard) and move.keep == wanted for move in said)


def answered(scene: Scene) -> bool:
    """An offer that the other side can still take."""
    return bool(scene.keep) and scene.left >= 2


def new(scene: Scene) -> bool:
    return answered(scene) and scene.pending and scene.keep not in scene.offers(mine=True) + scene.offers(mine=False)


def adds(scene: Scene) -> bool:
    theirs = scene.offers(mine=False)[-1]
    return answered(scene) and scene.pending and theirs != scene.keep and all(map(le, scene.keep, theirs))


def last(scene: Scene) -> bool:
    """The speaker says nothing more until the game ends, and the other side can still take the offer."""
    return answered(scene) and not any(line.say for line in scene.log[scene.at + 1 :] if line.who == scene.line.who)


def over(scene: Scene) -> bool:
    return bool(scene.keep) and scene.at == len(scene.log) - 1 and scene.end.ended is not None


def repeated(scene: Scene, times: Mapping[str, str]) -> bool:
    theirs, asked = scene.offers(mine=False), scene.asked()
    counts = {"before": asked >= 2, "twice": asked == 2, "again and again": asked >= 3}
    return theirs[-1] == theirs[-2] and scene.keep == scene.offers(mine=True)[-1] and counts[times["times"]]


def taken_back(scene: Scene) -> bool:
    before, now = scene.offers(mine=False)[-2:]
    return before != now and all(map(le, now, before))


def moved(scene: Scene) -> bool:
    (before, now), mine = scene.offers(mine=False)[-2:], scene.offers(mine=True)[-1]
    both = now != before and all(map(ge, now, before)) and scene.keep != mine and all(map(le, scene.keep, mine))
    return both and bool(scene.keep)


def unconfirmed(scene: Scene) -> bool:
    """The speaker has confirmed the card, and the other side has not."""
    card = scene.line.before.card
    return card is not None and card.confirmed == {scene.line.who} and isinstance(scene.line.move, Speak)


def plain(check: Callable[[Scene], bool]) -> Callable[[Scene, Mapping[str, str]], bool]:
    return lambda scene, parts: check(scene)


def offers() -> Vocabulary[Scene]:
    return Vocabulary(
        (
            plain(answered),
            (
                "How about {mine} for me and {yours} for you?",
                "I would take {mine}, and you get {yours}.",
                "You can have {yours} if I get {mine}.",
                "You take {yours} and I keep {mine}, would that work?",
                "What if I get {mine} and you get {yours}?",
                "Let me have {mine}, and you can have {yours}.",
                "I could give you {yours}. I would keep {mine}.",
                "{mine} for me, {yours} for you. Sounds fair?",
            ),
        ),
        (
            plain(lambda scene: answered(scene) and not scene.offers(mine=True) and scene.keep == scene.pool),
            (
                "I'll start high: {mine} for me and {yours} for you. How about you?",
                "I begin with a lot. I would take {mine}, and you get {yours}. How do you see it?",
                "This is where I start: I get {mine} and you get {yours}. Your turn.",
                "I begin high. I keep {mine} and you take {yours}. Tell me what you would like.",
                "My opening is a big one: {mine} for me, {yours} for you. We can talk about it.",
                "To begin with, let me have {mine}, and you can have {yours}. What now?",
            ),
        ),
        (
            plain(new),
            (
                "Not that one. You can have {yours} if I get {mine}.",
                "I would do it another way. How about {mine} for me and {yours} for you?",
                "I see it differently. I would take {mine}, and you get {yours}.",
                "Not quite. What if I get {mine} and you get {yours}?",
                "Let us meet somewhere else: you take {yours} and I keep {mine}.",
                "Here is another idea. I could give you {yours}, and I would keep {mine}.",
                "I would divide it like this. {mine} for me, {yours} for you?",
                "Could we turn it round a little? You get {yours}, and I get {mine}.",
                "Not like that. I want {mine}. You can have {yours}.",
                "Not that. I get {mine}, you get {yours}.",
                "I ask for something else. {mine} for me, {yours} for you.",
                "Sorry, not that. You take {yours}, I keep {mine}.",
                "This is what I ask for: I take {mine} and you take {yours}.",
                "I want something else. I want {mine}; you can have {yours}.",
            ),
        ),
        (
            plain(lambda scene: answered(scene) and scene.keep == scene.offers(mine=True)[-1]),
            (
                "I still ask for the same: {mine} for me and {yours} for you.",
                "My offer has not changed: you get {yours} and I get {mine}.",
                "My offer is the same. I would take {mine}, and you get {yours}.",
                "Look again: you can have {yours} if I get {mine}.",
                "Once more: you take {yours} and I keep {mine}.",
                "Same as before, really: {mine} for me, {yours} for you.",
            ),
        ),
        (
            plain(lambda scene: answered(scene) and scene.left == 3),
            (
                "Not many messages are left. You can have {yours} if I get {mine}.",
                "We are running out of messages. {mine} for me and {yours} for you?",
                "Before we both go home without a deal: you get {yours} and I get {mine}.",
                "We do not have many messages left. I would take {mine}, and you get {yours}.",
                "Let us not end without a deal. You take {yours} and I keep {mine}.",
                "We are near the end. What if I get {mine} and you get {yours}?",
            ),
        ),
        (
            plain(last),
            (
                "This is my last message: you can have {yours} if I get {mine}.",
                "My messages end here. {mine} for me and {yours} for you?",
                "This is the last that I can write. You get {yours} and I get {mine}.",
                "My last message. I would take {mine}, and you get {yours}.",
                "I cannot write again after this. You take {yours} and I keep {mine}.",
                "My messages are used up with this. What if I get {mine} and you get {yours}?",
            ),
        ),
        (
            plain(over),
            (
                "The messages end with this one. I would take {mine}, and you would get {yours}.",
                "This is the last message of all. {mine} for me and {yours} for you is what I ask for.",
                "This one stays without an answer. I ask for {mine} and leave you {yours}.",
                "This ends the messages. I would keep {mine} and you would get {yours}.",
                "The messages are used up. I would give you {yours} and keep {mine}.",
                "We are out of messages. I want {mine}; you could have {yours}.",
            ),
        ),
        (
            plain(adds),
            (
                "You can have more than that. How about {mine} for me and {yours} for you?",
                "Look at this: you get {yours} and I get {mine}.",
                "I can add to that. You can have {yours} if I get {mine}.",
                "Here is something for you. What if I get {mine} and you get {yours}?",
                "I would give you more. You take {yours} and I keep {mine}.",
                "I can do this. {mine} for me, {yours} for you.",
            ),
        ),
    )


def remarks() -> Vocabulary[Scene]:
    return Vocabulary(
        (
            repeated,
            (
                "You've asked for that {times}.",
                "That is what you've asked for {times}.",
                "I've heard that {times} from you.",
            ),
        ),
        (
            plain(taken_back),
            (
                "Your demand has grown.",
                "You've gone up with your demand.",
                "That goes the wrong way.",
            ),
        ),
        (
            plain(moved),
            (
                "You've moved, and so have I.",
                "Thanks for moving. I've done the same.",
                "You gave something up; so do I.",
            ),
        ),
    )


def sayings() -> Vocabulary[Scene]:
    return Vocabulary(
        (
            plain(lambda scene: isinstance(scene.line.move, Accept)),
            (
                "Deal.",
                "Okay, deal.",
                "That works for me, deal.",
                "Agreed.",
                "Yes, I can do that.",
                "Sounds good to me. Deal.",
                "All right, agreed.",
                "Fine by me. Deal.",
            ),
        ),
        (
            plain(unconfirmed),
            (
                "The card says what we agreed. It only needs your confirmation.",
                "I have confirmed it. Please look at the card once more.",
                "It is all on the card. Confirm it if it is right for you.",
                "Have a look at the card. I am happy with it.",
                "The card is still open. Confirm it, or tell me what you would change.",
                "I have confirmed the card. Over to you.",
            ),
        ),
    )


class Checked(NamedTuple):
    """All vocabularies: a message is a saying, or an offer, in chats with a remark before it."""

    offers: Vocabulary[Scene]
    remarks: Vocabulary[Scene]
    sayings: Vocabulary[Scene]

    def true(self, scene: Scene) -> bool:
        say = scene.line.say
        if not scene.keep:
            return self.sayings.true(say, scene)
        return any(self._offers(words, scene) for words in self._after_remark(say, scene))

    def _after_remark(self, say: str, scene: Scene) -> Iterator[str]:
        """Yield the words without a true remark before them: it is one sentence, or two."""
        yield say
        for at in [k for k, sign in enumerate(say) if sign == " " and say[k - 1] == "."][:2]:
            if self.remarks.true(say[:at], scene):
                yield say[at + 1 :]

    def _offers(self, words: str, scene: Scene) -> bool:
        """Return whether the words are a sentence of the vocabulary with the shares of the move."""
        for one in self.offers.found(words):
            filled = [phrase(one.template, scene.domain.items, scene.pool, scene.keep, style) for style in range(2)]
            if words in filled and one.check(scene, one.parts):
                self.offers.said[one.template] += 1
                return True
        return False

    @property
    def unsaid(self) -> set[str]:
        return self.offers.unsaid | self.remarks.unsaid | self.sayings.unsaid


def wish(kind: str, made: list[Utterance], state: DealState, seat: Seat, chance: Random) -> Share:
    """Return the share that an erratic partner asks for: its own share."""
    pool = state.context.pool
    if not made or kind == "random":
        return tuple(chance.randint(0 if kind == "random" else (n + 1) // 2, n) for n in pool)
    last = rest(pool, made[-1].keep) if seat == ME else made[-1].keep
    if kind == "repeats" and chance.random() < 0.8:
        return last
    at = chance.randrange(len(pool))
    step = {"steps": -1, "takes back": chance.choice((-1, 1, 1))}.get(kind, chance.choice((-1, 0, 0, 1)))
    return tuple(min(max(n + step * (k == at), 0), pool[k]) for k, n in enumerate(last))


def partner(kind: str, state: DealState, seat: Seat, chance: Random) -> tuple[Event, str]:
    """Return the event of an erratic partner in this seat, and its words."""
    full = len(state.spoken) >= state.config.utterances
    if state.card is not None and seat not in state.card.confirmed:
        goes_back = chance.random() < (0.9 if kind == "says yes and goes back" else 0.5)
        if not goes_back:
            return Moved(seat, Confirm(state.card.version), ""), ""
        if full or chance.random() < 0.5:
            return Moved(seat, Reopen(state.card.version, misread=chance.random() < 0.5), ""), ""
        return Moved(seat, Heard("words", (), False, (), 90), "hm"), "hm"
    theirs = [u for u in state.spoken if u.act == "offer" and u.seat == other(seat)]
    if theirs and chance.random() < (0.5 if kind == "says yes and goes back" else 0.05):
        return Moved(seat, Accept(), "deal"), "deal"
    if chance.random() < 0.05:
        return Moved(seat, Heard("words", (), False, (), 90), "hm"), "hm"
    keep = wish(kind, [u for u in state.spoken if u.act == "offer" and u.seat == seat], state, seat, chance)
    return Moved(seat, Heard("offer", keep, chance.random() < 0.05, (), 90), "mine"), "mine"


def played(player: str, kind: str, seed: int) -> list[Scene]:
    """Return the messages of the player in one game."""
    chance = Random(f"{player} {kind} {seed}")
    wrote = {"instance": "", "utterances": str(chance.choice((2, 3, 4, 6, 7, 12, 12, 20)))}
    wrote |= {"domain": chance.choice(("books", "camp")), "style": chance.choice(("chat", "chat", "seed"))}
    state, seat = dealt(context=str(chance.randint(1, 36)), **wrote), chance.choice((YOU, ME))
    log = list[Line]()
    while not state.ended:
        awaited = game.turn(state).awaited
        if state.open and chance.random() < 0.9:
            state = game.apply(state, Expired(quiet(state)))
        elif seat in awaited and not state.open:
            act = PLAYERS[player].decide(game.view(state, seat), seed)
            log.append(Line(seat, act.move, act.say, state))
            state = game.apply(state, Moved(seat, act.move, act.say))
        else:
            event, say = partner(kind, state, other(seat), chance)
            assert isinstance(event, Moved)
            log.append(Line(other(seat), event.move, say, state))
            state = game.apply(state, event)
    domain = game.view(state, seat).domain
    return [Scene(at, log, state, domain) for at, line in enumerate(log) if line.who == seat and line.say]


def test_every_sentence_is_true_to_the_game() -> None:
    known, untrue = Checked(offers(), remarks(), sayings()), list[str]()
    for player in PLAYERS:
        for kind in PARTNERS:
            for seed in range(24):
                untrue += [f"{player} {at.line} {at.log}" for at in played(player, kind, seed) if not known.true(at)]
    assert not untrue, untrue[:3]
    assert not known.unsaid
    assert known.offers.said.total() + known.sayings.said.total() > 3_000


def test_every_offer_in_words_is_read_as_the_offer_that_it_is() -> None:
    """People copy the way that players speak, and simulated people speak like them."""
    doubted = set[str]()
    for player in PLAYERS:
        for kind in PARTNERS:
            for one in [scene for seed in range(4) for scene in played(player, kind, seed) if scene.keep]:
                reading = game.read(game.view(one.line.before, one.line.who), Said(one.line.say))
                plainly = isinstance(reading, Reading) and not reading.confirm
                if not plainly or getattr(getattr(reading, "move", None), "keep", ()) != one.keep:
                    doubted.add(one.line.say)
    assert not doubted
