"""Status on request, buttons, refusals, and words beside a price."""

from hypothesis import given
from hypothesis import strategies as st

from games.bargaining import game
from games.bargaining.rules import Accept, Offer
from games.core.contract import TABLE, IllegalMove, Left, Moved, Said, Unclear
from games.core.post import Choice, Form, plain
from tests.games.bargaining.helpers import BUYER, PEOPLE, SELLER, Chat, after, dealt, mover, view, voice
from tests.games.bargaining.test_wording import LAST_CHANCE, NAMED, QUESTION

# --- status, buttons, refusals ----------------------------------------------------------------------------------------


def test_status_says_where_things_stand_at_any_time() -> None:
    chat = Chat(voice())
    assert "The AI makes the first offer." in plain(game.status(game.view(chat.state, BUYER), chat.voice))
    chat.move(55.5)
    assert plain(game.status(view(chat.state), chat.voice)).endswith(QUESTION)
    chat.move(44)
    waiting = plain(game.status(game.view(chat.state, BUYER), chat.voice))
    assert waiting.startswith("Round 2: You offered $44.00.")
    assert waiting.endswith("The AI is thinking it over.")
    chat.move(52, Accept())
    assert plain(game.status(game.view(chat.state, BUYER), chat.voice)) == chat.last


def test_status_repeats_the_offer_but_not_the_last_chance() -> None:
    state = after(dealt(), 60, 41, 58, 42, 56)
    assert LAST_CHANCE not in plain(game.status(view(state), voice()))


def test_status_reminds_a_seat_of_its_own_number_and_nobody_else() -> None:
    state = after(dealt(condition="none", buyer_value="83.17"), 55)
    assert "The item is worth $83.17 to you." in plain(game.status(game.view(state, BUYER), voice()))
    assert "83.17" not in plain(game.status(game.view(state, TABLE), voice()))


def buttons(*moves: float, **wrote: str) -> list[tuple[str, str]]:
    return [(ask.label, ask.says) for ask in game.asks(view(after(dealt(**wrote), *moves)), voice())]


def test_buttons_carry_the_amount_and_say_what_one_could_type() -> None:
    assert buttons(52) == [("Accept $52.00", "accept"), ("Counteroffer…", "{price}")]
    assert buttons() == [("Make an offer…", "{price}")]
    assert buttons(44, 41, 43, condition="tight") == [("Accept $43.00", "accept"), ("Reject $43.00", "reject")]


def test_only_the_seat_on_turn_has_buttons() -> None:
    state = after(dealt(), 52)
    assert game.asks(game.view(state, SELLER), voice()) == ()
    assert game.asks(game.view(state, TABLE), voice()) == ()
    assert game.asks(game.view(after(state, Accept()), BUYER), voice()) == ()


def test_the_form_knows_the_range_in_cents() -> None:
    (_, form) = game.asks(view(after(dealt(condition="mug"), 9)), voice())
    assert isinstance(form, Form)
    (field,) = form.fields
    assert (field.key, field.label) == ("price", "Your price (0 to 15)")
    assert (field.low, field.high, field.scale, field.unit) == (0, 1500, 100, "$")  # type: ignore[union-attr]


@given(st.lists(st.integers(0, 10_000), max_size=6), st.sampled_from(["exact", "tight", "asymmetric"]))
def test_what_buttons_say_is_always_legal(prices: list[int], condition: str) -> None:
    state = dealt(condition=condition)
    for price in prices[: state.terms.rounds]:
        state = game.apply(state, Moved(mover(state), Offer(price)))
    at = view(state)
    for ask in game.asks(at, voice()):
        reading = game.read(at, Said(ask.says if isinstance(ask, Choice) else "45.50", via="pressed"))
        assert not isinstance(reading, Unclear)
        game.apply(state, Moved(at.who, reading.move))


def refusal(code: str, *moves: float, you: str = "buyer", people: tuple[str, ...] = ("buyer",)) -> str:
    state = after(dealt(), *moves)
    at = game.view(state, BUYER if you == "buyer" else SELLER)
    return plain(game.refuse(IllegalMove(code), at, voice(you, people=people)))


def test_a_stale_button_is_told_what_stands_now() -> None:
    assert (
        refusal("stale", 55, 44, 52)
        == "That offer has changed: the AI now asks $52.00. Nothing was accepted or offered."
    )
    assert refusal("stale", 55, 44) == "You have answered already: your offer is $44.00. That button changed nothing."
    assert refusal("stale", 55, 44, you="seller", people=PEOPLE) == (
        "That offer has changed: the buyer now offers $44.00. Nothing was accepted or offered."
    )


def test_out_of_turn() -> None:
    assert refusal("not_your_turn", 55, 44) == "The AI is thinking. Your turn comes when it has answered."
    assert refusal("not_your_turn", 55, 44, people=PEOPLE) == "It is the seller's turn."


# --- talk -------------------------------------------------------------------------------------------------------------


def test_words_of_the_ai_stand_beside_its_price() -> None:
    chat = Chat(voice(), condition="cheap_talk")
    chat.move(9.5, say="It is dear to me.\nVery.")
    assert "Round 1: The AI offers $9.50.\nAI: It is dear to me. Very.\n━" in chat.last


def test_words_of_a_person_are_not_relayed_where_talk_is_off() -> None:
    chat = Chat(voice("seller", people=PEOPLE), condition="cheap_talk")
    chat.move(9.5, say="hi")
    chat.move(5, say="I am poor")
    assert "hi" in chat.texts[1]
    assert "poor" not in "".join(chat.texts)


def test_words_are_relayed_between_people() -> None:
    chat = Chat(voice("seller", people=PEOPLE), talk="both")
    chat.move(55)
    chat.type("44, I am a student")
    assert "Buyer: 44, I am a student" in chat.last


@given(st.text())
def test_any_words_can_be_relayed(words: str) -> None:
    chat = Chat(voice(), talk="both")
    chat.move(55, say=words)
    assert all(char == "\n" or char >= " " for char in chat.last)
    assert len(NAMED.findall(chat.last)) == 1


def test_leaving_before_any_offer() -> None:
    chat = Chat(voice(people=PEOPLE))
    chat.event(Left(SELLER, "quit"))
    assert chat.last.startswith("The seller left the game. No deal.")
