"""Books, hats and balls in free words on Discord: against an AI, with a card that is put right in words."""

import pytest
from msgspec.structs import replace

from bot.players import find
from bot.session.model import terms
from games.dealornodeal.domain.contexts import Context, contexts
from games.dealornodeal.domain.items import BOOKS
from tests.bot.adapters.discord.service import House

CONTEXT = Context((2, 1, 3), ((1, 2, 2), (1, 2, 2)))
NUMBER = contexts(BOOKS).index(CONTEXT) + 1
CARD = "Is this what you both mean?"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let typed words count as finished sooner than in a chat."""
    monkeypatch.setitem(terms.TEMPI, "chat", replace(terms.TEMPI["chat"], quiet=250))


async def test_a_whole_game_in_free_words_with_a_card_put_right_in_words(house: House) -> None:
    house.in_public()
    house.strategies = lambda name, game: find("easy", game)
    ann, bob, dc = house.ann, house.bob, house.dc
    await house.says(ann, house.table, f"/play dealornodeal context={NUMBER} style=chat")
    thread = await house.table.next_thread()
    board = await thread.wait_for_button("My private info")
    assert "2 books, 1 hat, 3 balls" in board.text
    assert "look yours up" in board.text
    sheet = await (await ann.presses(board, "My private info")).reply()
    assert "book 1, hat 2, ball 2" in sheet.text

    await house.says(ann, thread, "hey, what matters to you?")
    await thread.wait_for("**You:** ")
    await house.says(ann, thread, "gimme one ball n u can keep everything else")
    card = await thread.wait_for("The AI has confirmed. It is a deal once you have confirmed, too.")
    assert CARD in card.text
    assert "**You:** 1 ball.\n**The AI:** 2 books, 1 hat, 2 balls." in card.text
    await house.says(bob, thread, "confirm")
    await house.says(ann, thread, "that's not what i meant")
    await thread.wait_for("Say again what you meant")
    await house.says(ann, thread, "oops, a book AND a ball for me, the rest is yours")
    card = await thread.wait_for("1 book, 1 ball.\n**The AI:** 1 book, 1 hat, 2 balls.\nThe AI has confirmed.")
    await house.says(ann, thread, "yes, that's it")
    await ann.presses(card, "Confirm", stale=True)
    end = await thread.wait_for("GAME OVER")
    assert "You: 1 book, 1 ball.\nThe AI: 1 book, 1 hat, 2 balls." in end.text
    assert "Final Earnings:** you 3 points, the AI 7 points." in end.text
    await dc.quiet()
    assert not any("You have confirmed" in text for text in thread.texts)
    for secret in ("hat 2", "3 points"):
        assert all(secret not in text for text in thread.texts if text != end.text)
    dc.assert_manners()
