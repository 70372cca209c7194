"""Result cards on the way to people: a picture with the words where there are pictures, else the twin."""

import pytest

from bot.adapters.discord import reading
from bot.session.model.audience import Card, Sent, outgoing
from games.core.post import Cast, Chart, Choice, Post, Voice
from games.core.registry import get, names
from storage.base import Input, Store
from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import housed as on_telegram
from tests.games.finished import finished

PNG = b"\x89PNG"


def card(name: str) -> Post:
    game = get(name)
    state = finished(game, {"style": "chat"}, 2)
    result = game.result(state)
    assert result is not None
    seats = [seat for seat, _ in result.earnings]
    cast = tuple(Cast(seat, "ai" if n else "human", "" if n else "Ann") for n, seat in enumerate(seats))
    blocks = game.card(state, Voice(seats[0], cast))
    assert blocks is not None
    return Post(blocks, (Choice("Rematch", "/rematch"),))


def shown(post: Post) -> Chart:
    [found] = [block for block in post.blocks if isinstance(block, Chart)]
    return found


async def send(store: Store, place: str, sent: Sent) -> None:
    await store.answered(Input(f"in:{place}", place, "", 0, b""), b"", 0, (outgoing(place, sent),))


@pytest.mark.parametrize("name", names())
async def test_on_telegram_a_card_is_one_picture_with_its_words_and_buttons(name: str) -> None:
    async with on_telegram() as house:
        ann, chat = house.person()
        await ann.sends("/start")
        await chat.wait_for("Pick a game")
        post = card(name)
        await send(house.store, f"telegram:{chat.id}", Sent(post))
        message = await chat.wait_for_button("Rematch")
        [upload] = message.uploads
        assert upload.data.startswith(PNG)
        assert shown(post).text not in message.text
        assert str(post.blocks[0].spans[0].text) in message.text  # type: ignore[union-attr]
        house.tg.assert_manners()


async def test_on_telegram_a_card_that_is_no_picture_has_its_numbers_in_lines() -> None:
    async with on_telegram() as house:
        ann, chat = house.person()
        await ann.sends("/start")
        await chat.wait_for("Pick a game")
        house.tg.fail("sendPhoto", status=404, times=9)
        post = card("bargaining")
        await send(house.store, f"telegram:{chat.id}", Sent(post))
        message = await chat.wait_for_button("Rematch")
        assert not message.uploads
        assert shown(post).text in message.text


@pytest.mark.parametrize("layout", [True, False])
@pytest.mark.parametrize("name", names())
async def test_on_discord_a_card_has_a_picture_with_alternative_text(name: str, layout: bool) -> None:
    async with on_discord() as house:
        thread, _ = await house.begins(house.ann)
        post = card(name)
        sent = Sent(post, card=Card(name, get(name).title, "Ann") if layout else None)
        await send(house.store, reading.place(thread.id), sent)
        message = await thread.wait_for_button("Rematch")
        [upload] = message.uploads
        assert upload.data.startswith(PNG)
        assert upload.filename == "chart.png"
        assert message.attachments[0]["description"] == shown(post).alt
        assert message.layout == layout
        assert shown(post).text not in message.text
        house.dc.assert_manners()
