"""Operators on Telegram, as they and everybody else see it."""

import json
from collections.abc import AsyncIterator

import pytest

from bot.session.model.verbs import GROUPS, VERBS
from storage.memory import MemoryStore
from tests.bot.adapters.telegram.service import House
from tests.fakes import FakeTelegram
from tests.fakes.telegram_chats import User

OPERATOR = 9001


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with FakeTelegram() as tg:
        house = House(tg, MemoryStore())
        house.operators = (f"telegram:{OPERATOR}",)
        await house.opens()
        try:
            yield house
        finally:
            await house.closes()


@pytest.fixture
def olga(house: House) -> User:
    return house.tg.user(OPERATOR, "Olga")


async def told(who: User, text: str) -> str:
    """Return what a message is answered."""
    chat = who.private_chat()
    await who.sends(text)
    return (await chat.next_message()).text


async def test_three_commands_lead_to_a_game_whose_rules_show_just_that(house: House, olga: User) -> None:
    assert "haggle" in await told(olga, "/game new name:haggle type:bargaining")
    assert "$80.00" in await told(olga, "/game config name=haggle buyer_value=80 seller_cost=50")
    assert "/play haggle" in await told(olga, "/game open name:haggle")
    ann, _ = house.person()
    opening = await house.begins(ann, "haggle")
    assert "worth $80.00 to you" in opening.text
    assert "costs the seller exactly $50.00" in opening.text
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_a_wrong_value_is_answered_with_what_is_allowed(house: House, olga: User) -> None:
    await told(olga, "/game new name:haggle type:bargaining")
    for key, value, says in (
        ("buyer_value", "80.5", "buyer_value is $80.50 now"),
        ("seller_cost", "-1", "seller_cost must be a price from $0.00 to $100.00; you wrote -1."),
        ("seller_cost", "cheap", "seller_cost must be a price from $0.00 to $100.00"),
        ("seller_cost", "90", "above seller_cost ($90.00), unless no_zopa is on"),
        ("rounds", "101", "rounds must be a whole number from 1 to 100"),
        ("price", "9", "price is not a setting of this game; there are buyer_value"),
    ):
        assert says in await told(olga, f"/game config name:haggle key:{key} value:{value}")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_everybody_else_is_refused_on_every_command(house: House, olga: User) -> None:
    await told(olga, "/game new name:haggle type:bargaining")
    ann, _ = house.person()
    for verb in VERBS:
        words = verb.usage.replace("[", "").replace("]", "").replace(":NAME", ":haggle")
        assert (await told(ann, words)).startswith("Operators only.")
    assert "/game" not in await told(ann, "/help")
    assert "/game" in await told(olga, "/help")
    assert "There is no game called 'haggle'" in await told(ann, "/play haggle")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_the_menu_of_commands_is_longer_for_operators_only(house: House, olga: User) -> None:
    ann, chat = house.person()
    await told(ann, "/help")
    await told(olga, "/help")
    await house.tg.quiet()
    assert set(GROUPS).isdisjoint(ann.menu(chat))
    assert "play" in ann.menu(chat)
    assert set(GROUPS) <= set(olga.menu(olga.private_chat()))
    assert "play" in olga.menu(olga.private_chat())


async def test_stop_ends_a_running_game_tells_the_player_and_is_in_the_audit(house: House, olga: User) -> None:
    await told(olga, "/game new name:haggle type:bargaining")
    await told(olga, "/game open name:haggle")
    ann, chat = house.person()
    offer = await house.begins(ann, "haggle")
    assert "1 session ended as stopped" in await told(olga, "/game stop name:haggle reason:fire alarm")
    await chat.wait_for("This game was stopped by the operators. Nobody earns anything from it.")
    await house.tg.quiet()
    assert offer.labels == []
    await told(ann, "accept")
    assert not any("Deal at" in text for text in chat.texts)
    assert "game stop haggle: session" in await told(olga, "/audit")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_settings_are_changed_by_buttons(house: House, olga: User) -> None:
    chat = olga.private_chat()
    await told(olga, "/game new name:haggle type:bargaining")
    await olga.presses(chat.messages[-1], "Settings")
    overview = await chat.wait_for("or pick a setting")
    await olga.presses(overview, "information")
    one = await chat.wait_for("information must be one of")
    await olga.presses(one, "range")
    await chat.wait_for("information is range now (was exact)")
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_a_game_is_set_up_and_opened_by_buttons_alone(house: House, olga: User) -> None:
    chat = olga.private_chat()
    await olga.sends("/game")
    await olga.presses(await chat.wait_for("Set up, open, watch and stop games"), "New: Price bargaining")
    await olga.presses(await chat.wait_for("bargaining-1 is a draft of Price bargaining"), "Settings")
    await olga.presses(await chat.wait_for("or pick a setting"), "style")
    await olga.presses(await chat.wait_for("style must be one of"), "seed")
    await olga.presses(await chat.wait_for("style is seed now"), "Open")
    await chat.wait_for("bargaining-1 is open")
    await olga.sends("/game")
    await house.tg.quiet()
    assert "bargaining-1" in chat.messages[-1].labels
    await house.tg.quiet()
    house.tg.assert_manners()


async def test_an_open_game_stands_in_the_menu_and_behind_a_link(house: House, olga: User) -> None:
    await told(olga, "/game new name:haggle type:bargaining settings:rounds=4")
    assert "?start=play-haggle" in await told(olga, "/game open name:haggle")
    ann, chat = house.person()
    await ann.starts()
    await ann.presses(await chat.next_message(), "haggle (Price bargaining)")
    assert "4 rounds" in (await chat.wait_for_button("Accept")).text
    bob, other = house.person(43, "Bob")
    await bob.starts("play-haggle")
    assert "4 rounds" in (await other.wait_for_button("Accept")).text


async def test_a_file_of_several_lines_is_imported(house: House, olga: User) -> None:
    exported = "name: haggle\ngame: bargaining\nsettings:\n  buyer_value: 80\n  seller_cost: 50.25\n"
    assert "haggle is a draft of Price bargaining, hash" in await told(olga, f"/game import\n{exported}")
    assert "seller_cost: $50.25" in await told(olga, "/game show name:haggle")


async def test_a_role_that_was_granted_brings_the_commands_and_the_menu(house: House, olga: User) -> None:
    ann, chat = house.person()
    await told(ann, "/help")
    await told(olga, "/role grant user:42 role:operator")
    assert "haggle" in await told(ann, "/game new name:haggle type:bargaining")
    await house.tg.quiet()
    assert set(GROUPS) <= set(ann.menu(chat))


async def test_what_is_too_long_for_a_message_comes_as_a_file(house: House, olga: User) -> None:
    await told(olga, "/game new name:haggle type:bargaining")
    await told(olga, "/condition add haggle rounds=2|4|6|8|10 first=buyer|seller item=item|mug talk=off|both")
    chat = olga.private_chat()
    await olga.sends("/game export haggle json")
    await house.tg.wait_called("sendDocument")
    await house.tg.quiet()
    [upload] = chat.messages[-1].uploads
    assert upload.filename == "haggle.json"
    assert len(json.loads(upload.data)["conditions"]) == 40
    await house.tg.quiet()
    house.tg.assert_manners()
