"""Meanings of texts in trading where people speak as they like (`reading=plain`)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Reading, Said, Unclear
from games.core.post import Cast, Voice, plain
from games.trading import game
from games.trading.domain import Goods
from games.trading.rules import Accept, Deny, Propose, State
from tests.games.language.phrases import NEVER
from tests.games.readings import misread
from tests.games.trading.rows import FURTHER, NONE_STANDS, TABLE
from tests.games.trading.table import ONE, STANDING, ZERO, mover, outcome, say, situation

FREE = situation(reading="plain")
ANSWERING = situation(STANDING, reading="plain")
"""The other side gives 2 Ore for 3 Brick."""
AFTER = say(say(FREE, "[Offer: 8 Wood -> 2 Ore]"), "[Deny]")
"""Nothing stands; one's own 8 Wood for 2 Ore was turned down."""
Row = tuple[str, str]

OFFERS: tuple[Row, ...] = (
    # nothing is in doubt
    ("I give you 10 wood and you give me 2 ore", "|10 Wood -> 2 Ore"),
    ("I'll give two bricks for three wood.", "|2 Brick -> 3 Wood"),
    ("give me 2 ore, I give you ten wood", "|10 Wood -> 2 Ore"),
    ("my 3 sheep for your 1 ore", "|3 Sheep -> 1 Ore"),
    ("2 wheat -> 1 ore", "|2 Wheat -> 1 Ore"),
    ("[Offer: two wheat -> one ore]", "|2 Wheat -> 1 Ore"),
    ("offering 1 ore, want 4 wood", "|1 Ore -> 4 Wood"),
    ("Dear friend, I propose 2 sheep against 3 wood", "|2 Sheep -> 3 Wood"),
    ("I can offer 2 sheep for 1 ore", "|2 Sheep -> 1 Ore"),
    # the direction or an amount is
    ("two bricks for three wood", "?|2 Brick -> 3 Wood"),
    ("would you swap 3 sheep for an ore?", "?|3 Sheep -> 1 Ore"),
    ("my friend offers 3 sheep for 1 ore", "?|3 Sheep -> 1 Ore"),
    ("I want 2 ore for 10 wood", "?|10 Wood -> 2 Ore"),
    ("could I get two ore for ten of my wood?", "?|10 Wood -> 2 Ore"),
    ("I'd like to trade 2 wheat for 1 ore", "?|2 Wheat -> 1 Ore"),
    ("for 10 wood I want 2 ore", "?|10 Wood -> 2 Ore"),
    ("if you give me 2 ore I'll give you 10 wood", "?|10 Wood -> 2 Ore"),
    ("why don't you give me 2 ore for 10 wood?", "?|10 Wood -> 2 Ore"),
    ("a dozen wheat and a couple of wood for 1 ore", "?|12 Wheat, 2 Wood -> 1 Ore"),
    ("all my wheat for 3 ore", "?|20 Wheat -> 3 Ore"),
    ("3 weat for 1 ore", "?|3 Wheat -> 1 Ore"),
    ("3 lumber for 1 ore", "?|3 Wood -> 1 Ore"),
    ("I need ore. 3 sheep for 1 ore?", "?|3 Sheep -> 1 Ore"),
    ("Bob, 3 sheep for 1 ore?", "?|3 Sheep -> 1 Ore"),
    ("3 🐑 sheep for 1 ore", "?|3 Sheep -> 1 Ore"),
    ("I give three (3) sheep, you give one (1) ore", "|3 Sheep -> 1 Ore"),
    ("4 sheep for 1 ore, i mean 3 sheep for 1 ore", "?|3 Sheep -> 1 Ore"),
    ("3 sheep from me, 1 ore from you", "|3 Sheep -> 1 Ore"),
    ("would you be willing to give 1 ore for 3 sheep?", "?|3 Sheep -> 1 Ore"),
    ("need 1 ore, have 3 sheep", "?|3 Sheep -> 1 Ore"),
    ("[Offer: 2 wheat for 1 ore]", "?|2 Wheat -> 1 Ore"),
    ("swap? 7 wood from my side, 2 bricks from yours", "?|7 Wood -> 2 Brick"),
    ("bricks for ore? 6 of mine for 3 of yours", "?|6 Brick -> 3 Ore"),
    ("I need brick. 2 of my ore for 3 of yours", "?|2 Ore -> 3 Brick"),
    ("selling 2 sheep, price 6 wheat", "?|2 Sheep -> 6 Wheat"),
    ("2 wood n 1 sheep 4 1 ore", "?|2 Wood, 1 Sheep -> 1 Ore"),
    ("what if I gave you 5 wood for 2 ore", "?|5 Wood -> 2 Ore"),
    ("3 wood. 1 ore. Yes?", "?|3 Wood -> 1 Ore"),
    ("half my wood for 3 ore", "?|10 Wood -> 3 Ore"),
    # misspelt, and at a rate
    ("two sheeps and 3 wheats for a brik", "?|3 Wheat, 2 Sheep -> 1 Brick"),
    ("2 shep, 3 weat for 1 bick", "?|3 Wheat, 2 Sheep -> 1 Brick"),
    *((text, "?|4 Sheep -> 1 Ore") for text in ("4 shep for an ore", "four sheeeps for 1 oree", "4 sheap for one oar")),
    *((text, "?|2 Wood -> 1 Brick") for text in ("2 wods for 1 brik", "two woood for a bric", "2 woods for one brck")),
    ("a brik for 3 weat", "?|1 Brick -> 3 Wheat"),
    ("one brikc for 3 wheats", "?|1 Brick -> 3 Wheat"),
    ("an birck for 3 whaet", "?|1 Brick -> 3 Wheat"),
    *((text, "?|1 Wood -> 1 Brick") for text in ("trade wood for brick 1:1", "wood for brick, one to one")),
    *((text, "?|1 Wood -> 1 Brick") for text in ("trade my wood for your brick 1 for 1", "wood vs brick 1-1")),
    *((text, "?|1 Wood -> 1 Brick") for text in ("wood 4 brick 1:1", "wood/brick 1:1", "wood:brick 1 to 1")),
    *((text, "?|3 Sheep -> 1 Ore") for text in ("3:1 sheep for ore", "sheep for ore at 3 to 1", "sheep 3:1 ore")),
    *((text, "?|3 Sheep -> 1 Ore") for text in ("swap sheep for ore 3/1", "sheep to ore at a ratio of 3:1")),
    *((text, "?|3 Wheat -> 1 Ore") for text in ("i want ore for wheat 1:3", "I'd do wheat into ore, three to one")),
    *((text, "?|2 Wood -> 1 Brick") for text in ("exchange wood and brick 2:1", "2:1 wood for your brick please")),
    ("brick for wood?", "?"),
    ("wood for brick 0:1", "?"),
    ("1:1", "?"),
    ("we could trade one to one", "?"),
    ("ore 8:30?", "?"),
    ("a good deal for 3 wood", "?"),
    ("3 what for 1 ore", "?"),
    ("one sheet for 2 ore", "?"),
    ("a brick for a trick", "?"),
    # two different ones
    ("2 sheep for 2 ore and also 3 wood for 1 brick", "!two_offers"),
    ("3 sheep for 1 ore. 4 wheat for 1 ore.", "!two_offers"),
    ("first offer: 2 sheep for 1 ore. second offer: 3 wood for 1 brick", "!two_offers"),
    ("2 wheat -> 1 ore; 3 wood -> 1 brick", "!two_offers"),
    ("either 3 sheep for 1 ore or 4 wheat for 1 ore", "!two_offers"),
    ("2 sheep for 1 ore or 3 wood for 1 brick?", "!two_offers"),
    ("i give 2 sheep for 1 ore, and i also give 3 wood for 1 brick", "!two_offers"),
    ("sheep for ore 3:1 or wheat for ore 4:1", "!two_offers"),
    ("give me 1 ore for 3 sheep and 1 brick for 2 wood", "!two_offers"),
    ("option 1: 3 sheep for 1 ore, option 2: 4 wheat for 1 ore", "!two_offers"),
    ("my 3 sheep for your 1 ore, then 2 wood for a brick", "!two_offers"),
    ("swap 3 sheep for 1 ore and swap 4 wheat for 1 brick", "!two_offers"),
    ("I give 3 sheep for 1 ore, so you get 3 sheep for 1 ore", "?|3 Sheep -> 1 Ore"),
    ("give me 2 ore and 1 brick for 3 wood and 1 sheep", "|3 Wood, 1 Sheep -> 1 Brick, 2 Ore"),
    # these cannot be made
    ("25 wood for 2 ore", "!not_enough"),
    ("2 wood for 3 wood", "!same_resource"),
    # these are none, and are asked about as talk
    *((text, "?") for text in ("I have 3 wood. 1 ore.", "6 of mine for 3 of yours", "9 for 2", "fewer wood please")),
    ("I won't give 2 wheat for 1 ore", "?"),
    ("I gave 2 wheat for 1 ore", "?"),
    ("why would I give 2 wheat for 1 ore", "?"),
    ("what would you want for 2 ore?", "?"),
    ("2 wheat or 3 wood for 1 ore", "?"),
    ("1.5 wheat for 1 ore", "?"),
    (".5 wheat for 1 ore", "?"),
    ("-2 wheat for 1 ore", "?"),
    ("1/2 wheat for 1 ore", "?"),
    ("half a wheat for 1 ore", "?"),
    ("2 wheat for 1 ore, 0 wood", "?"),
    ("2 ½ wheat for 1 ore", "?"),
    ("2 wheat -> 1 ore -> 1 wood", "?"),
    ("I want ore", "?"),
    ("2 sheep", "?"),
    ("make it 25 wood", "?"),
)

ANSWERS: tuple[Row, ...] = (
    *((text, "accepted") for text in ("ok", "deal", "sounds good", "👍", "ok, deal", "I'll take it", "works for me")),
    *((text, "accepted") for text in ("accept", "[accept]", "[ok]", "(deal)", "yes please", "Deal!!", "let's do it")),
    *((text, "accepted") for text in ("accept please", "thank you, I accept", "I'm accepting, sir", "approved")),
    *((text, "accepted") for text in ("Sure, let's trade", "let us do this deal", "your terms are fair, agreed")),
    *((text, "accepted") for text in ("ok, 3 brick for 2 ore", "2 ore for my 3 brick, deal", "ok 3 brick it is")),
    *((text, "denied") for text in ("no thanks", "no", "nope", "👎", "no way", "hard pass")),
    *((text, "accepted") for text in ("dael", "i acept", "works 4 me", "say less", "your offer is accepted")),
    ("deal, and next 1 wheat for 2 wood?", "?accepted|1 Wheat -> 2 Wood"),
    *(
        (text, "?ignored")
        for text in ("3 brick??", "so i give 3 brick and get 2 ore?", "call me at 8", "my ore is worth 40")
    ),
    *((text, "denied") for text in ("[Decline]", "[Reject]", "I refuse", "deny", "no deal", "No, thank you.")),
    # perhaps
    *((text, "?accepted") for text in ("i'd have liked 3 ore but ok, deal", "ok deal but next time I want more")),
    *((text, "?accepted") for text in ("deal?", "great", "done", "I guess so, ok", "ja", "oui", "bit steep but deal")),
    *(
        (text, "?accepted")
        for text in ("2 ore for 3 brick", "3 brick for 2 ore", "let's swap", "I will not [Accept] this")
    ),
    ("[Accept] only if you add wood", "?accepted"),
    *((text, "?accepted") for text in ("let's trade", "great deal", "please take it", "3 brick is ok")),
    *((text, "?accepted") for text in ("sure, nice offer", "ok we can trade", "ok so 3 brick for 2 ore", "ok I'll go")),
    ("deal, you give me 3 brick and I give 2 ore", "?accepted"),
    ("ok? 3 brick for 2 ore", "?accepted"),
    *((text, "?denied") for text in ("3 brick?? no way", "probably not", "not at that price", "not gonna happen")),
    *((text, "?denied") for text in ("nein", "pass", "I pass", "not interested", "too much", "probably not")),
    # changes to what stands
    ("make it 3 ore", "?denied|3 Brick -> 3 Ore"),
    ("ok but 3 ore", "?denied|3 Brick -> 3 Ore"),
    ("how about 3 ore?", "?denied|3 Brick -> 3 Ore"),
    ("3 ore and it's a deal", "?denied|3 Brick -> 3 Ore"),
    ("one more ore", "?denied|3 Brick -> 3 Ore"),
    ("1 brick less", "?denied|2 Brick -> 2 Ore"),
    ("add a sheep and it's a deal", "?denied|3 Brick -> 1 Sheep, 2 Ore"),
    ("I'll add 1 wheat", "?denied|1 Wheat, 3 Brick -> 2 Ore"),
    ("4 ore instead of 2", "?denied|3 Brick -> 4 Ore"),
    ("I'd rather give 5 wood", "?denied|5 Wood -> 2 Ore"),
    ("3 ore for 3 brick?", "?denied|3 Brick -> 3 Ore"),
    ("4 brick", "?denied|4 Brick -> 2 Ore"),
    ("double that", "?denied|6 Brick -> 4 Ore"),
    ("3 sheep for 1 ore?", "?denied|3 Sheep -> 1 Ore"),
    ("I give you 3 sheep for 1 ore", "denied|3 Sheep -> 1 Ore"),
    ("agreed, just with three ore rather than two", "?denied|3 Brick -> 3 Ore"),
    ("4 for 2", "?denied|4 Brick -> 2 Ore"),
    ("is 4 brick okay?", "?denied|4 Brick -> 2 Ore"),
    *((text, "?denied") for text in ("2 ore for 3 brick is robbery", "no sale, 3 brick is too much")),
    ("3 brick are yours", "?accepted"),
    ("2 for four", "?denied|4 Brick -> 2 Ore"),
    ("I'd stick with my 4 brick for 2", "?denied|4 Brick -> 2 Ore"),
    ("6 of mine for 3 of yours", "?denied|6 Brick -> 3 Ore"),
    ("knock off 1 brick", "?denied|2 Brick -> 2 Ore"),
    ("take 1 brick off", "?denied|2 Brick -> 2 Ore"),
    ("replace one of the brick with a sheep", "?denied|1 Sheep, 2 Brick -> 2 Ore"),
    ("fewer brick please", "?denied|2 Brick -> 2 Ore"),
    ("a bit more ore and we can talk", "?denied|3 Brick -> 3 Ore"),
    ("you want 3 brick for 2 ore, I offer 4 brick for 2 ore", "?denied|4 Brick -> 2 Ore"),
    # our own lines, copied: "you" is whoever reads them, who types now
    ("The AI offers: you get 2 Ore, you give 3 Brick.", "?accepted"),
    ("you get 2 Ore, you give 3 Brick", "?accepted"),
    ("Do you accept? You give 3 Brick, you get 2 Ore (to you +4).", "?accepted"),
    ("[Offer: 2 Ore -> 3 Brick]", "?accepted"),
    ("player_1 denies your offer (2 Ore for 3 Brick).", "?ignored"),
    ("Answer with: deal, or: no thanks. 'Make it 2 ore' changes the offer on the table.", "?ignored"),
    ("Is this your offer: you give 3 Sheep, you get 1 Ore (to you -13)?", "?denied|3 Sheep -> 1 Ore"),
    ("you give 3 Sheep, you get 1 Ore", "denied|1 Ore -> 3 Sheep"),
    ("My offer: you give 3 Sheep, you get 1 Ore", "denied|1 Ore -> 3 Sheep"),
    # and what people say near them
    ("Your offer: you give 2 Ore, you get 3 Brick", "?accepted"),
    ("Is this your offer: you give 2 Ore, you get 3 Brick?", "?accepted"),
    ("My offers: you give 3 Sheep, you get 1 Ore", "denied|1 Ore -> 3 Sheep"),
    ("my village offers: you get 3 Sheep, you give 1 Ore", "?denied|3 Sheep -> 1 Ore"),
    ("I have a better one. Do you accept? You give 1 Ore, you get 3 Sheep", "?denied|3 Sheep -> 1 Ore"),
    ("No way Bob's 2 Ore for 3 Brick", "?denied"),
    ("no thanks to Bob's 2 Ore for 3 Brick", "?denied"),
    *((f"{who} 2 Ore for 3 Brick", "?ignored") for who in ("nobody would give", "who would give", "not Bob's")),
    ("deny your offer (too expensive)", "?denied"),
    ("deny, 3 sheep for 1 ore is my offer (final)", "?denied|3 Sheep -> 1 Ore"),
    ("3 Sheep for 1 Ore, don't deny this offer (please)", "?denied|3 Sheep -> 1 Ore"),
    ("I give 3 Sheep for 1 Ore. This changes the offer on the table.", "?denied|3 Sheep -> 1 Ore"),
    ("counter offer: you give 3 Sheep, you get 1 Ore", "?denied|1 Ore -> 3 Sheep"),
    # an acceptance that is asked of the other side, or told of
    *((text, "?ignored") for text in ("please accept", "pls accept this", "you should accept", "just accept already")),
    *((text, "?ignored") for text in ("please take the offer", "I hope you agree", "come on, accept", "do you accept")),
    *(
        (text, "?ignored")
        for text in ("accept, will you", "how do I accept", "the last guy accepted 3 brick for 2 ore")
    ),
    *((text, "?ignored") for text in ("3 brick is a lot", "I only have 9 brick", "would 4 be too low?", "I have ore")),
    # talk, which would let the offer lapse
    *((text, "?ignored") for text in ("hm", "xyz", "hello", "let me think", "what else?", "yes, but I need more")),
    *((text, "?ignored") for text in ("you said deal", "my offer first", "[lol]", "40", "10 minutes please", "why 3?")),
    # no message at all
    *((text, "!help") for text in ("help", "?", "what can I do?", "how does this work")),
    *((text, "!quit") for text in ("quit", "stop", "I quit", "bye")),
    ("rules", "!rules"),
    ("what do I own?", "!goods"),
    ("[accept](http://x)", "!link"),
    ("[Deny] [Accept]", "!both_answers"),
    ("~~accept~~", "!struck_out"),
)

ALONE: tuple[Row, ...] = (
    *(
        (text, "?")
        for text in ("hm", "ok", "deal", "👍", "no", "ja", "pass", "xyz", "[Reject]", "hello", "sounds good")
    ),
    *((text, "!nothing_to_answer") for text in ("accept", "[Accept]", "deny")),
    ("make it 9 wood", "?|9 Wood -> 2 Ore"),
    ("plus a wheat", "?|1 Wheat, 8 Wood -> 2 Ore"),
    ("half of that", "?|4 Wood -> 1 Ore"),
    ("my last offer again", "?|8 Wood -> 2 Ore"),
    ("make it 25 wood", "!not_enough"),
    ("[Say] hello", ""),
    ("Your offer: you give 8 Wood, you get 2 Ore.", "?|8 Wood -> 2 Ore"),
    ("you give 8 Wood, you get 2 Ore", "?|8 Wood -> 2 Ore"),
    ("You offer 8 Wood for 2 Ore.", "?|8 Wood -> 2 Ore"),
    ("you offered 8 Wood for 2 Ore", "?|8 Wood -> 2 Ore"),
    ("The AI turns down your offer (8 Wood for 2 Ore).", "?"),
    ("You deny Bob's offer (2 Ore for 8 Wood).", "?"),
    ("Bob offers: you get 1 Wheat, you give 2 Wood.", "?|2 Wood -> 1 Wheat"),
)


def test_offers_in_plain_words() -> None:
    assert not misread((text, outcome(FREE, text), meant) for text, meant in OFFERS)


def test_answers_in_plain_words() -> None:
    assert not misread((text, outcome(ANSWERING, text), meant) for text, meant in ANSWERS)


def test_where_only_ones_own_offer_is_past() -> None:
    assert not misread((text, outcome(AFTER, text), meant) for text, meant in ALONE)


def test_a_change_that_does_not_fit_the_standing_offer_is_one_of_ones_own() -> None:
    state = say(AFTER, "[Offer: 5 Sheep -> 1 Wheat]")
    state = say(state, "[Deny] [Offer: 1 Wheat -> 3 Sheep]")
    assert outcome(state, "make it 6 sheep") == "?denied|6 Sheep -> 1 Wheat"


def test_a_copy_of_an_offer_that_has_lapsed_keeps_its_sides() -> None:
    state = say(say(ANSWERING, "[Deny]"), "[Say] hm")
    for text in ("On the table: Bob would give 2 Ore for 3 Brick.", "The AI offers: you get 2 Ore, you give 3 Brick."):
        assert outcome(state, text) == "?|3 Brick -> 2 Ore"


@pytest.mark.parametrize("text", [text.strip() for text in NEVER.split("|")])
def test_what_is_no_acceptance_never_accepts(text: str) -> None:
    assert outcome(ANSWERING, text) != "accepted"


def test_what_binds_under_the_seed_s_reading_means_the_same_or_asks() -> None:
    for text, meant in (*(row for rows in TABLE.values() for row in rows), *FURTHER):
        if meant.startswith(("accepted", "denied", "ignored|")):
            assert outcome(ANSWERING, text).removeprefix("?") == meant, text
    for text, meant in NONE_STANDS:
        if meant.startswith("|"):
            assert outcome(FREE, text) == meant


def test_no_text_costs_a_try_but_a_faulty_tag() -> None:
    for text, _ in (*OFFERS, *ANSWERS):
        found = game.read(game.view(ANSWERING, ZERO), Said(text))
        assert not (isinstance(found, Unclear) and found.strike) or "[" in text, text


# --- questions --------------------------------------------------------------------------------------------------------


def asked(state: State, text: str) -> Reading[Accept | Deny | Propose]:
    found = game.read(game.view(state, mover(state)), Said(text))
    assert isinstance(found, Reading)
    assert found.confirm
    return found


@pytest.mark.parametrize(
    ("state", "text", "question"),
    [
        (FREE, "3 sheep for 1 ore", "Is this your offer: you give 3 Sheep, you get 1 Ore"),
        (ANSWERING, "make it 3 ore", "This turns down the offer on the table. Is this your offer: you give 3 Brick"),
        (ANSWERING, "deal?", "Do you accept? You give 3 Brick, you get 2 Ore"),
        (ANSWERING, "not interested", "Do you turn down the offer on the table? It uses message 2 of 10."),
        (FREE, "hm", "Say this to the other side? It uses message 1 of 10."),
        (FREE, "pass", "There is no offer to answer. Pass? It uses message 1 of 10."),
        (FREE, "👍", "There is no offer to answer. Say this to the other side? It uses message 1 of 10."),
        (FREE, "3 gold for 1 ore", "I can't read that as an offer (try: 3 sheep for 1 ore). Say this"),
        (ANSWERING, "hm", "Say this to the other side? It uses message 2 of 10. The offer on the table then lapses."),
    ],
)  # fmt: skip
def test_a_question_says_what_a_yes_does(state: State, text: str, question: str) -> None:
    assert asked(state, text).question.startswith(question)


@pytest.mark.parametrize("text", [text for text, meant in (*OFFERS, *ANSWERS) if meant.startswith("?")])
def test_a_yes_does_what_was_asked(text: str) -> None:
    first = asked(ANSWERING, text)
    sure = game.read(game.view(ANSWERING, ZERO), Said(first.confirm, via="pressed"))
    assert isinstance(sure, Reading)
    assert (sure.move, sure.confirm) == (first.move, "")
    assert sure.say == (first.say if first.move is None else "")


AGAINST_BOB = (Cast(ZERO, "human", "Ann"), Cast(ONE, "human", "Bob"))
AGAINST_AI = (Cast(ZERO, "human"), Cast(ONE, "ai"))


@pytest.mark.parametrize(
    ("state", "text", "meant"),
    [
        (ANSWERING, "deal, Bob", "accepted"),
        (ANSWERING, "ok bob!", "accepted"),
        (ANSWERING, "Bob, no thanks", "denied"),
        (ANSWERING, "Bob offers: you get 2 Ore, you give 3 Brick.", "?accepted"),
        (ANSWERING, "Bob: [Offer: 2 Ore -> 3 Brick]", "?accepted"),
        (ANSWERING, "Bob denies your offer (2 Ore for 3 Brick).", "?ignored"),
        (ANSWERING, "no thanks to Bob's 2 Ore for 3 Brick", "?denied"),
        (FREE, "Bob offers: you get 3 Sheep, you give 1 Ore", "?|1 Ore -> 3 Sheep"),
        (FREE, "Ann offers: you get 3 Sheep, you give 1 Ore", "|3 Sheep -> 1 Ore"),
        (FREE, "I give Bob 3 sheep for 1 ore", "|3 Sheep -> 1 Ore"),
        (FREE, "Bob gives me 1 ore for 3 sheep", "?|3 Sheep -> 1 Ore"),
    ],
)
def test_the_other_s_name_is_understood(state: State, text: str, meant: str) -> None:
    assert outcome(state, text, cast=AGAINST_BOB) == meant


@pytest.mark.parametrize(
    ("cast", "question"),
    [
        (AGAINST_BOB, "Say this to Bob? It uses message 2 of 10. Bob's offer then lapses."),
        (AGAINST_AI, "Say this to the AI? It uses message 2 of 10. The AI's offer then lapses."),
    ],
)
def test_a_question_names_the_other_side(cast: tuple[Cast, ...], question: str) -> None:
    found = game.read(game.view(ANSWERING, ZERO), Said("hm", cast=cast))
    assert isinstance(found, Reading)
    assert found.question == question


def test_an_offer_s_question_says_what_it_is_worth_to_oneself() -> None:
    values = game.view(FREE, ZERO).values
    assert values is not None
    worth = values.ore - 3 * values.sheep
    assert f"you get 1 Ore (to you {worth:+d})?" in asked(FREE, "3 sheep for 1 ore").question


def test_where_an_offer_must_be_answered_talk_is_refused_at_no_cost() -> None:
    state = situation(STANDING, reading="plain", strict_response="on")
    assert outcome(state, "hm") == "!must_answer"
    found = game.read(game.view(state, ZERO), Said("hm"))
    assert isinstance(found, Unclear)
    assert not found.strike


@pytest.mark.parametrize(
    ("code", "start"),
    [
        ("help", "Say what you'd swap"),
        ("quit", "Nothing was sent"),
        ("rules", "Trading\n"),
        ("goods", "Message 2 of 10"),
    ],
)
def test_words_for_help_are_answered(code: str, start: str) -> None:
    post = game.refuse(Unclear(code), game.view(ANSWERING, ZERO), Voice(ZERO))
    assert plain(post).startswith(start)


# --- forms, commands, hostile texts -----------------------------------------------------------------------------------


def test_a_form_s_fields_may_hold_plain_words() -> None:
    found = game.read(game.view(ANSWERING, ZERO), Said("[Deny] [Offer: two bricks -> one ore]", via="form"))
    assert isinstance(found, Reading)
    assert isinstance(found.move, Deny)
    assert found.move.then is not None
    assert (found.move.then.give, found.move.then.get) == (Goods(0, 0, 0, 2, 0), Goods(0, 0, 0, 0, 1))


def test_what_stands_behind_a_command_is_an_offer() -> None:
    assert outcome(FREE, "3 wheat for 1 ore", order=True) == "|3 Wheat -> 1 Ore"
    assert outcome(FREE, "three wheat for an ore", order=True) == "?|3 Wheat -> 1 Ore"


PIECES = (
    *("I give you", "you give me", "for", "my", "your", "3", "two", "a", "sheep", "ore", "wood", "and", ",", "?", "."),
    *("make it", "instead of", "deal", "ok", "no", "[Accept]", "[Deny]", "[Offer: 1 Ore -> 2 Wood]", "[", "]", "->"),
    *("half", "-", "x", "👍", "½", "if", "but", "[Say]", "\x00", "\n", "more", "twenty", "not", "all my"),
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join))
def test_whatever_is_put_together_is_read_the_same_twice_and_binds_only_what_can_be_done(text: str) -> None:
    for state in (FREE, ANSWERING, AFTER):
        assert outcome(state, text) == outcome(state, text)


@pytest.mark.parametrize(
    "text",
    ["3 sheep " * 800, "i " * 3_000, "you give " * 700, "for " * 1_500, "a" * 6_000, "deal, " * 1_000, "[" * 6_000],
    ids=lambda text: text[:9],
)
def test_endless_texts_are_read_at_once(text: str) -> None:
    for state in (FREE, ANSWERING):
        assert isinstance(game.read(game.view(state, ZERO), Said(text)), Reading | Unclear)


@pytest.mark.parametrize("text", ["xyz", "asdf qwerty", "xyz 12 foo", "blah blah", "hm"])
@pytest.mark.parametrize("state", [FREE, ANSWERING], ids=["free", "answering"])
def test_words_that_mean_nothing_are_asked_about_before_they_spend_a_message(state: State, text: str) -> None:
    reading = game.read(game.view(state, mover(state)), Said(text))
    assert isinstance(reading, Reading)
    assert reading.move is None
    assert reading.confirm == f"[Say] {text}"
    assert "message" in reading.question
