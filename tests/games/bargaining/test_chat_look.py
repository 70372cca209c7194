"""The look for phones: short lines, the study's fixed sentences, and people who talk by name."""

import pytest
from msgspec.structs import replace

from games.bargaining import game
from games.bargaining.rules import Accept, Reject
from games.core.contract import TABLE, IllegalMove, Left, Moved, Said
from games.core.post import Cast, Choice, Mono, Voice, plain
from tests.games.bargaining.helpers import BUYER, SELLER, Chat, dealt, voice
from tests.games.bargaining.test_wording import CLOSED, LAST_CHANCE, NAMED, QUESTION, REPROMPT

CAST = (Cast("buyer", "human", "Ann"), Cast("seller", "human", "Bob"))


def between(you: str) -> Chat:
    """Ann buys from Bob, and one of them reads."""
    return Chat(Voice(you, CAST), style="chat", reading="plain", talk="both")


def test_the_opening_is_five_lines_the_offer_and_the_question() -> None:
    chat = Chat(voice(), style="chat")
    chat.move(55.5)
    (opening,) = chat.posts
    rules, now = plain(opening).split("\n\n")
    assert len(rules.splitlines()) == 5
    assert all(
        fact in rules for fact in ("$65.00", "$40.00", "6 rounds", "$0.00 to $100.00", "At $55.50 you earn $9.50")
    )
    assert now == (f"Round 1: The AI offers $55.50.\nRound 1 of 6\nLast offer: $55.50 by the AI\n{QUESTION}")


def test_the_full_rules_are_behind_a_button_under_each_offer() -> None:
    chat = Chat(voice(), style="chat")
    chat.move(55.5, 44, 52)
    assert [post.asks for post in chat.posts] == [(Choice("Full rules", "/rules"),)] * 2
    seed = Chat(voice())
    seed.move(55.5)
    assert seed.posts[0].asks == ()


@pytest.mark.parametrize("condition", game.presets)
@pytest.mark.parametrize("you", ["buyer", "seller", ""])
def test_no_message_is_a_wall(condition: str, you: str) -> None:
    chat = Chat(
        voice(you, people=(you,)), TABLE if not you else None, style="chat", condition=condition, reading="seed"
    )
    while not game.turn(chat.state).over and len(chat.state.offers) < chat.state.terms.rounds:
        chat.move(8)
    chat.move(Accept())
    assert all(len(text.splitlines()) <= 14 for text in chat.texts)
    assert not any(isinstance(block, Mono) for post in chat.posts for block in post.blocks)
    assert not set("━═║╔╗╚╝✅") & set("".join(chat.texts))


def test_the_state_is_two_lines() -> None:
    chat = Chat(voice(), style="chat")
    chat.move(55, 44, 52)
    assert "\nRound 3 of 6\nLast offer: $52.00 by the AI\n" in chat.last


def test_the_last_chance_is_named_in_the_studys_words() -> None:
    chat = Chat(voice(), style="chat")
    chat.move(60, 41, 58, 42)
    assert LAST_CHANCE not in "".join(chat.texts)
    chat.move(56)
    assert chat.last.endswith(f"{LAST_CHANCE}\n{QUESTION}")


def test_the_end_is_one_message_with_the_deal_and_both_earnings() -> None:
    chat = Chat(voice(), style="chat")
    chat.move(55, 47, Accept())
    assert chat.last == (
        "GAME OVER\nRound 2: You offered $47.00. The AI accepts.\nDeal at $47.00 in round 2.\n"
        "Final Earnings: you $18.00, the AI $7.00\nYou took 72 % of the $25.00 to share."
    )


def test_leaving_is_not_congratulated() -> None:
    chat = Chat(voice(), style="chat")
    chat.move(55)
    chat.event(Left(BUYER, "quit"))
    assert chat.last.startswith("GAME OVER\nYou left the game. No deal.\nFinal Earnings: you $0.00, the AI $0.00\n")
    assert "COMPLETE" not in chat.last


@pytest.mark.parametrize(
    ("moves", "lesson"),
    [
        ((70, Accept()), "That price pays only one side; there was $25.00 to share."),
        ((60, 41, 60, 41, 60, 41, Reject()), "There was $25.00 to share, and nobody got any of it."),
    ],
)
def test_the_end_teaches_one_thing(moves: tuple[float | Accept | Reject, ...], lesson: str) -> None:
    chat = Chat(voice(), style="chat")
    chat.move(*moves)
    assert chat.last.endswith(lesson)


def test_no_zone_is_no_failure() -> None:
    chat = Chat(voice(), style="chat", buyer_value="30", no_zopa="on", rounds="1")
    chat.move(50, Reject())
    assert chat.last.endswith("There was no price that pays both sides.")


@pytest.mark.parametrize("text", ["no deal", "40 or 45", "yes but 40", "-5", "hello", "", "x" * 5_000])
def test_the_reprompt_is_the_studys_and_stands_alone(text: str) -> None:
    chat = Chat(voice(), style="chat", reading="plain")
    chat.move(55)
    chat.type(text)
    assert chat.last == REPROMPT
    chat.move(Accept())
    assert plain(game.refuse(IllegalMove("over"), game.view(chat.state, BUYER), chat.voice)) == CLOSED


def test_only_offers_are_named_like_offers() -> None:
    chat = between("buyer")
    prices = [60, 41, 58.5, 42.25, 56, 43]
    for price in prices:
        chat.move(price, say="Round 9: The AI counteroffers $1.00.")
    chat.move(Reject())
    assert [(int(r), float(p)) for text in chat.texts for r, p in NAMED.findall(text)] == list(enumerate(prices, 1))


# --- between people ---------------------------------------------------------------------------------------------------


def test_people_are_called_by_their_names() -> None:
    chat = between("seller")
    chat.move(55, 44)
    assert "You're the seller, Ann is the buyer." in chat.texts[0]
    assert chat.last.startswith("Round 2: Ann offered $44.00.\nRound 2 of 6\nLast offer: $44.00 by Ann\n")
    chat.move(Accept())
    assert "Final Earnings: you $4.00, Ann $21.00" in chat.last


def test_a_thread_that_both_read_names_them() -> None:
    chat = Chat(Voice("", CAST), TABLE, style="chat", reading="plain", talk="both")
    assert chat.last.startswith("Ann is the buyer, Bob is the seller.\n")
    chat.move(55)
    chat.event(Moved(SELLER, None, "hi"))
    assert chat.last.startswith("Round 1: Bob offered $55.00.")


def test_a_name_is_no_price() -> None:
    cast = (Cast("buyer", "human", "Round 3: $1.00"), Cast("seller", "human", "Bob"))
    chat = Chat(Voice("seller", cast), style="chat")
    chat.move(55, 44)
    assert NAMED.findall(chat.last) == [("2", "44.00")]


def test_words_beside_a_price_are_passed_on() -> None:
    chat = between("seller")
    chat.move(55)
    chat.type("44, I am a student")
    assert "\nAnn: 44, I am a student\n" in chat.last


@pytest.mark.parametrize(
    ("you", "told"), [("seller", "Ann: Hello! Nice to meet you."), ("buyer", "Bob reads that. It's still your turn.")]
)
def test_words_without_a_price_are_passed_on(you: str, told: str) -> None:
    chat = between(you)
    chat.move(55)
    chat.type("Hello! Nice to meet you.")
    assert chat.last == told
    assert len(chat.state.offers) == 1


def test_words_out_of_turn_are_passed_on_but_make_no_move() -> None:
    chat = between("buyer")
    chat.move(55)
    out_of_turn = game.view(chat.state, SELLER)
    assert SELLER in game.turn(chat.state).talk
    for text in ("+2", "maybe 45?"):
        reading = game.read(out_of_turn, Said(text))
        assert getattr(reading, "confirm", "") == ""
    chat.event(Moved(SELLER, None, "take your time"))
    assert chat.last == "Bob: take your time"


def test_nobody_talks_where_talk_is_off() -> None:
    state = dealt(style="chat", reading="plain")
    assert not game.turn(state).talk
    with pytest.raises(IllegalMove):
        game.apply(state, Moved(SELLER, None, "hi"))


def test_the_seed_look_keeps_roles() -> None:
    chat = Chat(Voice("seller", CAST))
    chat.move(55, 44)
    assert chat.last.startswith("Round 2: The buyer offered $44.00.")
    assert "by Buyer" in chat.last


def test_a_rematch_opens_with_the_roles_and_the_numbers_only() -> None:
    chat = Chat(replace(voice(), again=True), style="chat")
    chat.move(55.5)
    text = plain(chat.posts[0])
    assert "$65.00" in text
    assert "$40.00" in text
    assert "6 rounds" not in text
    assert "At $55.50 you earn $9.50." in text
