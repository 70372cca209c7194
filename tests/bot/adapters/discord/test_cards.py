"""States of games as cards: what stands in them, what stays a plain message, and how either loses its buttons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.discord import cards
from bot.session.model.audience import Card, Sent
from games.core.post import Choice, Gap, Line, Mono, Post, line
from games.core.registry import get
from tests.bot.adapters.discord.service import House
from tests.fakes.discord_checks import check_message
from tests.fakes.discord_messages import COMPONENTS_V2

CARD = Card("bargaining", "Price bargaining", "you and the AI")
BLOCKS = st.lists(
    st.one_of(st.text(max_size=900).map(lambda text: line(text)), st.just(Gap()), st.text(max_size=900).map(Mono)),
    max_size=60,
)


@given(BLOCKS, st.integers(0, 40), st.booleans())
def test_whatever_a_game_posts_a_card_keeps_the_limits(blocks: list[Line | Gap | Mono], asks: int, ping: bool) -> None:
    post = Post(tuple(blocks), tuple(Choice(f"Choice {n}", str(n)) for n in range(asks)))
    made = cards.layout("a1", Sent(post, card=CARD), post, code="ABCDEF", ping="<@1>" * ping, footer="How to write")
    if made is not None:
        check_message({"flags": COMPONENTS_V2, "components": made.to_components()})  # type: ignore[no-untyped-call]


async def test_moods_are_colours_and_the_game_has_its_own(house: House) -> None:
    _, board = await house.begins(house.ann, "dealornodeal", until="Offer")
    styles = {button["label"]: button["style"] for button in board.buttons}
    assert styles["Offer…"] == 2
    [container] = [component for component in board.components if component["type"] == 17]
    assert container["accent_color"] == get("dealornodeal").colour
    _, other = await house.begins(house.ann, "number", until="Guess")
    assert any(component.get("accent_color") == get("number").colour for component in other.components)
    house.dc.assert_manners()


async def test_who_wants_plain_text_gets_no_cards(house: House) -> None:
    ann, dc = house.ann, house.dc
    await (await ann.slash(house.table, "settings", setting="plain on")).reply()
    thread, offer = await house.begins(ann)
    assert not offer.layout
    await house.says(ann, thread, "10")
    second = await thread.wait_for("Round 3")
    assert not second.layout
    assert not (await (await ann.slash(thread, "private")).reply()).layout
    await dc.quiet()
    assert offer.labels == []
    dc.assert_manners()


@pytest.mark.parametrize("remembered", [True, False])
async def test_a_card_keeps_its_words_when_its_buttons_go(house: House, remembered: bool) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann)
    before = offer.text
    if not remembered:
        await house.closes()
        await house.opens()
    await house.says(ann, thread, "10")
    await thread.wait_for("Round 3")
    await dc.quiet()
    assert (offer.text, offer.labels) == (before, [])
    read = dc.called(f"GET /channels/{thread.id}/messages/{offer.id}")
    assert len(read) == (not remembered)
    dc.assert_manners()


async def test_a_map_stays_in_its_card_when_the_buttons_go(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, first = await house.begins(ann, "society game=social difficulty=easy open_map=on", until="Plans")
    await house.closes()
    await house.opens()
    await house.says(ann, thread, "pass")
    await thread.wait_for("Round 2")
    await dc.quiet()
    assert first.labels == []
    [gallery] = [c for container in first.components for c in container.get("components", ()) if c["type"] == 12]
    assert gallery["items"][0]["media"]["url"] == first.attachments[0]["url"]
    assert gallery["items"][0]["description"]
    dc.assert_manners()


async def test_a_plain_message_of_an_earlier_version_becomes_a_card_or_loses_its_buttons(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, dc = house.ann, house.dc
    with monkeypatch.context() as earlier:
        earlier.setattr(cards, "layout", lambda *_, **__: None)
        thread, offer = await house.begins(ann)
        other, board = await house.begins(ann, "trading", until="Make an offer")
        assert (offer.layout, board.layout) == (False, False)
        await house.closes()
    await house.opens()
    await house.says(ann, thread, "10")
    second = await thread.wait_for("Round 3")
    await ann.presses(board, "Pass")
    await other.wait_for("Message 3 of 10")
    await dc.quiet()
    assert second.layout
    assert (offer.content != "", offer.labels) == (True, [])
    assert board.labels == [] or board.layout
    dc.assert_manners()
