"""Books, hats and balls in free words on Telegram: an AI at the table, and a card that says what was not meant."""

import pytest
from msgspec.structs import replace

from bot.players import find
from bot.session.model import terms
from games.dealornodeal.domain.contexts import Context, contexts
from games.dealornodeal.domain.items import BOOKS
from tests.bot.adapters.telegram.service import House

CONTEXT = Context((2, 1, 3), ((1, 2, 2), (1, 2, 2)))
NUMBER = contexts(BOOKS).index(CONTEXT) + 1
CARD = "Is this what you both mean?"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody types counts as finished sooner than in a chat."""
    monkeypatch.setitem(terms.TEMPI, "chat", replace(terms.TEMPI["chat"], quiet=250))


async def test_a_whole_game_in_free_words_with_a_card_put_right(house: House) -> None:
    house.strategies = lambda name, game: find("easy", game)
    ann, chat = house.person()
    opening = await house.begins(ann, f"dealornodeal context={NUMBER}", until="Offer…")
    assert "2 books, 1 hat, 3 balls" in opening.text
    assert "book 1, hat 2, ball 2" in opening.text

    await ann.sends("Hello! What are you after?")
    first = await chat.wait_for("That is: You: ")
    assert first.text.startswith("The AI: ")

    await ann.sends("I'd be happy with just one ball, the rest is yours")
    await chat.wait_for("I read that as an offer. You: 1 ball (2 points). The AI: 2 books, 1 hat, 2 balls.")
    card = await chat.wait_for("The AI has confirmed. It is a deal once you have too.")
    assert CARD in card.text
    assert "You: 1 ball (2 points). The AI: 2 books, 1 hat, 2 balls." in card.text
    assert card.labels == ["Confirm", "Not what I meant", "Keep talking"]
    press = await ann.presses(card, "Not what I meant")
    assert await press.answered() == ""
    await chat.wait_for("say again what you meant")

    await ann.sends("sorry, typo!")
    await ann.sends("i meant one ball and one book for me")
    card = await chat.wait_for("You: 1 book, 1 ball (3 points). The AI: 1 book, 1 hat, 2 balls.\nThe AI has confirmed.")
    stale = await ann.presses(first, "Deal", stale=True)
    assert "new has been said" in await stale.answered()
    await ann.presses(card, "Confirm")
    end = await chat.wait_for("Deal.\n")
    assert end.text == "Deal.\nYou: 1 book, 1 ball (3 points).\nThe AI: 1 book, 1 hat, 2 balls (7 points)."
    await ann.sends("that was fun")
    await chat.wait_for("This game is over. Nothing more is needed.")
    await house.tg.quiet()
    assert card.labels == []
    assert sum("Deal.\n" in text for text in chat.texts) == 1
    house.tg.assert_manners()


async def test_two_messages_in_a_row_are_one_utterance_and_are_read_together(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann, f"dealornodeal context={NUMBER}", until="Offer…")
    await ann.sends("i'd like the hat")
    await chat.wait_for("I read that as an offer. You: 1 hat (2 points). The AI: 2 books, 3 balls.")
    await ann.sends("and two balls please")
    await chat.wait_for("I read that as an offer. You: 1 hat, 2 balls (6 points). The AI: 2 books, 1 ball.")
    await chat.wait_for(lambda message: message.text.startswith("The AI: "))
    await house.tg.quiet()
    assert sum(text.startswith("The AI: ") for text in chat.texts) == 1
    await ann.sends("/status")
    await chat.wait_for("Message 2 of 20. It is your turn.")
    house.tg.assert_manners()
