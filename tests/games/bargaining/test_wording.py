"""The words of bargaining: what each reader is told, and what not."""

import re
from pathlib import Path

import pytest

from games.bargaining import game
from games.bargaining.rules import Accept, Reject
from games.core.contract import TABLE, Expired, IllegalMove, Left
from games.core.post import Mono, plain
from tests.games.bargaining.helpers import BUYER, PEOPLE, SELLER, Chat, dealt, view, voice

REPROMPT = "That's not a valid response. Please type 'accept' or enter a counteroffer between $0.00 and $100.00."
QUESTION = "Do you accept, or would you like to make a counteroffer?"
LAST_CHANCE = "This is your last chance to make an offer."
CLOSED = "The game is complete. You do not need to do anything else. Thank you for participating!"
NAMED = re.compile(r"^Round (\d+): .*?\$(\d+\.\d\d).*$", re.MULTILINE)


@pytest.mark.parametrize(("style", "file"), [("seed", "seed_game.txt"), ("chat", "chat_game.txt")])
def test_a_whole_game_is_told_byte_for_byte(style: str, file: str) -> None:
    chat = Chat(voice(), style=style)
    chat.move(55.5)
    chat.type("how about 44?")
    chat.move(52)
    chat.type("yes but 40")
    chat.type("$46")
    chat.move(49)
    chat.type("47")
    chat.move(Accept())
    chat.posts.append(game.refuse(IllegalMove("over"), game.view(chat.state, BUYER), chat.voice))
    golden = Path(__file__).with_name(file).read_text(encoding="utf-8")
    assert "\n\n---\n\n".join(chat.texts) + "\n" == golden


# --- one person facing an AI ------------------------------------------------------------------------------------------


def test_rules_and_first_offer_are_one_post_that_ends_with_the_question() -> None:
    chat = Chat(voice())
    assert chat.posts == []
    chat.move(55.5)
    (opening,) = chat.texts
    for fact in (
        "$65.00",
        "$40.00",
        "$0.00",
        "$100.00",
        "6 rounds",
        "$52.50",
        "$45.00",
        "$60.00",
        "Round 1: The AI offers $55.50.",
    ):
        assert fact in opening
    assert opening.endswith(QUESTION)


def test_a_persons_offer_is_told_with_the_answer_on_adjacent_lines() -> None:
    chat = Chat(voice())
    chat.move(55.5, 44)
    assert len(chat.posts) == 1
    chat.move(52)
    assert "Round 2: You offered $44.00. The AI rejects.\nRound 3: The AI counteroffers $52.00.\n━" in chat.last
    assert "  Round 3 of 6\n  Last offer: $52.00 by AI\n" in chat.last


def test_a_person_who_opens_is_told_the_rules_at_once_and_asked_for_a_price() -> None:
    chat = Chat(voice(), condition="asymmetric")
    (opening,) = chat.texts
    assert opening.endswith("What is your first offer? Name a price from $0.00 to $100.00.")
    chat.move(40, 62)
    assert "Round 1: You offered $40.00. The AI rejects.\nRound 2: The AI counteroffers $62.00." in chat.last


@pytest.mark.parametrize("rounds", range(1, 9))
@pytest.mark.parametrize("first", ["buyer", "seller"])
def test_the_last_chance_is_named_once_and_not_before_the_last_offer(rounds: int, first: str) -> None:
    chat = Chat(voice(), rounds=str(rounds), first=first)
    for _ in range(rounds):
        chat.move(50)
    warned = [number for number, text in enumerate(chat.texts) if LAST_CHANCE in text]
    mine_is_last = chat.state.terms.offerer_of(rounds) == BUYER
    assert warned == ([len(chat.posts) - 1] if mine_is_last else [])


def test_the_ai_accepts_a_persons_offer() -> None:
    chat = Chat(voice())
    chat.move(55, 44, Accept())
    assert chat.last.startswith("Round 2: You offered $44.00. The AI accepts.\nDeal at $44.00.\n══════════ GAME OVER")
    assert "Human: $21.00" in chat.last
    assert "AI: $4.00" in chat.last


def test_a_person_accepts() -> None:
    chat = Chat(voice())
    chat.move(70, Accept())
    assert chat.last.startswith("You accept. Deal at $70.00.\n══════════ GAME OVER")
    assert "Human: -$5.00" in chat.last


def test_six_offers_and_no_deal() -> None:
    chat = Chat(voice())
    chat.move(60, 41, 58, 42, 56, 43, Reject())
    assert chat.last.startswith(
        "Round 6: You offered $43.00. The AI rejects.\nNo deal after 6 rounds.\n══════════ GAME OVER"
    )
    assert "BARGAINING STATUS" not in chat.last


def test_the_final_offer_of_the_ai_can_be_rejected() -> None:
    chat = Chat(voice(), condition="tight")
    chat.move(44, 41, 43)
    assert chat.last.endswith("This is the final offer. Do you accept it or reject it?")
    chat.type("maybe")
    assert chat.last == "That's not a valid response. Please type 'accept' or 'reject'."
    chat.type("41.50")
    assert chat.last == "That's not a valid response. Please type 'accept' or 'reject'."
    chat.type("no deal")
    assert chat.last.startswith("You reject. No deal after 3 rounds.")


def test_an_offer_that_nobody_answered_is_named_at_the_end() -> None:
    chat = Chat(voice())
    chat.move(55, 44)
    chat.event(Left(BUYER, "quit"))
    assert chat.last.startswith("Round 2: You offered $44.00.\nYou left the game. No deal.\n══════════ GAME OVER")
    late = Chat(voice())
    late.move(55)
    late.event(Expired("round:1"))
    assert late.last.startswith("You did not answer in time. No deal.")


def test_every_offer_is_named_by_one_line_and_no_other_line_looks_so() -> None:
    chat = Chat(voice(), talk="both")
    prices = [60, 41, 58.5, 42.25, 56, 43]
    for price in prices:
        chat.move(price, say="Round 9: The AI counteroffers $1.00.\nround  8 : $2.00")
    chat.move(Reject())
    named = [(int(r), float(p)) for text in chat.texts for r, p in NAMED.findall(text)]
    assert named == list(enumerate(prices, 1))


@pytest.mark.parametrize("text", ["ok", "no deal", "40 or 45", "101", "should I accept?", "", "🙂", "x" * 5_000])
def test_the_reprompt_stands_alone(text: str) -> None:
    chat = Chat(voice())
    chat.move(55)
    chat.type(text)
    assert chat.last == REPROMPT


def test_the_reprompt_names_the_range_of_the_game() -> None:
    chat = Chat(voice(), condition="mug")
    chat.move(9)
    chat.type("16")
    assert chat.last.endswith("between $0.00 and $15.00.")


def test_after_the_end_there_is_only_the_closing_sentence() -> None:
    chat = Chat(voice())
    chat.move(55, Accept())
    for code in ("over", "stale", "not_your_turn"):
        assert plain(game.refuse(IllegalMove(code), game.view(chat.state, BUYER), chat.voice)) == CLOSED


# --- between people, and before an audience ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("you", "line"),
    [
        ("buyer", "Round 2: You offered $44.00."),
        ("seller", "Round 2: The buyer offered $44.00."),
        ("", "Round 2: The buyer offered $44.00."),
    ],
)
def test_between_people_every_offer_is_told_at_once(you: str, line: str) -> None:
    chat = Chat(voice(you, people=PEOPLE))
    assert len(chat.posts) == 1
    chat.move(55, 44)
    assert len(chat.posts) == 3
    assert chat.last.startswith(line)
    assert "Last offer: $44.00 by Buyer" in chat.last
    assert chat.last.endswith(QUESTION if you == "seller" else "The seller is thinking it over.")


def test_between_people_the_final_box_has_roles() -> None:
    chat = Chat(voice("seller", people=PEOPLE))
    chat.move(55, Accept())
    assert chat.last.startswith("The buyer accepts. Deal at $55.00.")
    assert re.search(r"Seller: \$15.00 .*\n.*Buyer: \$10.00", chat.last)


def test_ais_among_themselves_are_told_in_roles() -> None:
    chat = Chat(voice("", people=()), who=TABLE)
    chat.move(55, 44, Accept())
    assert chat.texts[0].startswith("A buyer and a seller bargain over the price of an item.")
    assert chat.last.startswith("The seller accepts. Deal at $44.00.")


def test_a_channel_with_one_person_hears_public_facts_in_the_persons_terms() -> None:
    chat = Chat(voice(), who=TABLE, condition="none", buyer_value="83.17", seller_cost="31.79")
    assert chat.posts == []
    chat.move(55.5, 44, 52)
    assert "Round 2: You offered $44.00. The AI rejects." in chat.last
    assert not re.search("83.17|31.79", "".join(chat.texts))
    assert "is private: only you are told" in chat.texts[0]


def test_a_private_place_beside_a_channel_is_told_the_number_alone() -> None:
    state = dealt(condition="none", buyer_value="65")
    facts = tuple(n.fact for n in game.opening(state) if n.to is not None and n.reaches(BUYER))
    (post,) = game.tell(facts, game.view(state, BUYER), voice())
    assert "The item is worth $65.00 to you." in plain(post)
    assert "Round" not in plain(post)


# --- private numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["seed", "chat"])
@pytest.mark.parametrize("told", ["range", "claimed", "none"])
def test_the_sellers_cost_is_in_no_post_before_the_end(style: str, told: str) -> None:
    chat = Chat(voice(), information=told, style=style, seller_cost="41.37", cost_low="30", cost_high="50")
    chat.move(60, 20, 58, 25, 56)
    for text in ("what is your cost?", "accept 50", "-1"):
        chat.type(text)
    sayings = [
        *chat.texts,
        plain(game.status(view(chat.state), chat.voice)),
        plain(game.explain(view(chat.state), chat.voice)),
    ]
    assert not any("41.37" in text for text in sayings)
    chat.move(Accept())
    assert "$14.63" in chat.last


@pytest.mark.parametrize(
    ("condition", "you", "sentence"),
    [
        ("exact", "buyer", "The seller knows this number exactly."),
        ("exact", "buyer", "The item costs the seller exactly $40.00."),
        ("exact", "seller", "The item is worth exactly $65.00 to the buyer."),
        ("range", "buyer", "The item costs the seller between $30.00 and $50.00; you do not know the exact amount."),
        ("range", "buyer", "The seller has been told only that it is between $45.00 and $75.00."),
        ("none", "buyer", "You do not know what the item costs the seller."),
        ("none", "buyer", "The seller does not know this number."),
        ("verified", "buyer", "The item costs the seller between $45.00 and $55.00; you do not know the exact amount."),
        ("claimed", "buyer", "The seller says that the item costs between $45.00 and $55.00; nobody has checked that."),
        ("one_sided", "buyer", "The item costs the seller $30.00, $40.00 or $50.00; you do not know which."),
        (
            "asymmetric",
            "seller",
            "The item is worth $60.00, $70.00, $80.00 or $90.00 to the buyer; you do not know which.",
        ),
        ("mug", "seller", "The mug is worth $6.00 to you if you keep it."),
        ("mug", "buyer", "If there is no deal after 6 rounds, you earn $0.00 and the seller keeps the mug."),
        ("mug_imperfect", "buyer", "The mug is worth between $4.00 and $8.00 to the seller"),
        (
            "cheap_talk",
            "buyer",
            "The seller's words beside a price are passed on; only the price counts. Yours are not.",
        ),
    ],
)
def test_rules_tell_each_seat_what_it_may_know(condition: str, you: str, sentence: str) -> None:
    state = dealt(condition=condition)
    seat = BUYER if you == "buyer" else SELLER
    assert sentence in plain(game.explain(game.view(state, seat), voice(you, people=(you,))))


def test_examples_are_computed_for_the_numbers_of_the_game() -> None:
    state = dealt(condition="tight", buyer_value="42")
    rules = plain(game.explain(game.view(state, BUYER), voice()))
    for line in (
        "At $41.00 you earn $1.00, and the seller earns $1.00 (an even split).",
        "At $40.40 you earn $1.60, and the seller earns $0.40.",
        "At $41.60 you earn $0.40, and the seller earns $1.60.",
    ):
        assert line in rules


# --- looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["seed", "chat"])
@pytest.mark.parametrize("people", [("buyer",), PEOPLE])
def test_the_plain_mode_has_no_boxes_and_the_same_facts(style: str, people: tuple[str, ...]) -> None:
    drawn, spoken = (Chat(voice(people=people, plain=p), style=style) for p in (False, True))
    for chat in (drawn, spoken):
        chat.move(55.5, 44, 52, 46, 49, 47, Accept())
    text = "\n".join(spoken.texts)
    assert not any(isinstance(block, Mono) for post in spoken.posts for block in post.blocks)
    assert not set("━═║╔╗╚╝✅") & set(text)
    money = re.compile(r"\$\d+\.\d\d")
    assert set(money.findall("\n".join(drawn.texts))) <= set(money.findall(text))


def test_a_player_without_a_name_is_not_called_by_the_role_alone() -> None:
    chat = Chat(voice(people=PEOPLE), style="chat")
    assert "You're the buyer, the other player is the seller." in chat.texts[0]
