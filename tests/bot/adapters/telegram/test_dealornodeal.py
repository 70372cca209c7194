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
ONE_BOOK = contexts(BOOKS).index(Context((1, 4, 1), ((1, 2, 1), (2, 1, 4)))) + 1
CARD = "Is this what you both mean?"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let typed words count as finished sooner than in a chat."""
    monkeypatch.setitem(terms.TEMPI, "chat", replace(terms.TEMPI["chat"], quiet=250))


async def test_a_whole_game_in_free_words_with_a_card_put_right(house: House) -> None:
    house.strategies = lambda name, game: find("easy", game)
    ann, chat = house.person()
    opening = await house.begins(ann, f"dealornodeal context={NUMBER} style=chat", until="Offer…")
    assert "Full rules" in opening.labels
    assert "2 books, 1 hat, 3 balls" in opening.text
    assert "book 1, hat 2, ball 2" in opening.text

    await ann.sends("Hello! What are you after?")
    first = await chat.wait_for(lambda message: message.text.startswith("The AI: "))
    assert "\nYou: " in first.text

    await ann.sends("I'd be happy with just one ball, the rest is yours")
    await chat.wait_for("I read that as an offer.\nYou: 1 ball (2 points).\nThe AI: 2 books, 1 hat, 2 balls.")
    card = await chat.wait_for("The AI has confirmed. It is a deal once you have confirmed, too.")
    assert CARD in card.text
    assert "You: 1 ball (2 points).\nThe AI: 2 books, 1 hat, 2 balls." in card.text
    assert card.labels == ["Confirm", "Not what I meant", "Keep talking"]
    press = await ann.presses(card, "Not what I meant")
    assert await press.answered() == ""
    await chat.wait_for("Say again what you meant")

    await ann.sends("sorry, typo!")
    await ann.sends("i meant one ball and one book for me, the rest is yours")
    card = await chat.wait_for("You: 1 book, 1 ball (3 points).\nThe AI: 1 book, 1 hat, 2 balls.\nThe AI has")
    stale = await ann.presses(first, "Deal", stale=True)
    assert "new has been said" in await stale.answered()
    await ann.presses(card, "Confirm")
    end = await chat.wait_for("GAME OVER")
    assert end.text.splitlines() == [
        "GAME OVER",
        "It's a deal.",
        "You: 1 book, 1 ball.",
        "The AI: 1 book, 1 hat, 2 balls.",
        "Final Earnings: you 3 points, the AI 7 points.",
    ]
    await ann.sends("that was fun")
    await chat.wait_for("This game is over. Nothing more is needed.")
    await house.tg.quiet()
    assert card.labels == []
    assert sum("GAME OVER" in text for text in chat.texts) == 1
    house.tg.assert_manners()


async def test_what_is_left_open_or_unsure_is_asked_about_and_walking_away_too(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann, f"dealornodeal style=chat context={ONE_BOOK}", until="Offer…")
    await ann.sends("you can have the ball, lets split the books")
    await chat.wait_for("And the book and the hats? Say who gets what, and it's an offer.")
    answer = await chat.wait_for(lambda message: message.text.startswith("The AI: "))
    assert "confirmed" not in answer.text
    await ann.sends("maybe 3 hats and the book for me")
    asked = await chat.wait_for("Is that your offer?")
    assert asked.text == "You: 1 book, 3 hats. The other side: 1 hat, 1 ball. Is that your offer?"
    await ann.presses(asked, "Yes")
    await chat.wait_for("I read that as an offer.\nYou: 1 book, 3 hats (7 points).")
    await chat.wait_for(lambda message: message.id > asked.id and message.text.startswith("The AI: "))
    await ann.sends("ok i give up, bye")
    asked = await chat.wait_for("Walk away? The game ends: nobody gets anything.")
    await ann.presses(asked, "Yes")
    end = await chat.wait_for("GAME OVER")
    assert end.text.endswith("You walked away. No deal.\nFinal Earnings: you 0 points, the AI 0 points.")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_two_messages_in_a_row_are_one_utterance_and_are_read_together(house: House) -> None:
    ann, chat = house.person()
    await house.begins(ann, f"dealornodeal context={NUMBER} style=seed", until="Offer…")
    await ann.sends("i'd like the hat, the rest is yours")
    await chat.wait_for("I read that as an offer. You: 1 hat (2 points). The AI: 2 books, 3 balls.")
    await ann.sends("no wait, i get the hat and two balls, the rest is yours")
    await chat.wait_for("I read that as an offer. You: 1 hat, 2 balls (6 points). The AI: 2 books, 1 ball.")
    await chat.wait_for(lambda message: message.text.startswith("The AI: "))
    await house.tg.quiet()
    assert sum(text.startswith("The AI: ") for text in chat.texts) == 1
    await ann.sends("/status")
    await chat.wait_for("Message 2 of 20. It is your turn.")
    house.tg.assert_manners()
