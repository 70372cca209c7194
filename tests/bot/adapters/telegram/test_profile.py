"""Descriptions and menus: set at the start, only where they have changed, and never in the way of playing."""

import pytest

from bot.adapters.telegram.profile import DESCRIPTION, SHORT
from tests.bot.adapters.telegram.service import House

SETTERS = ("setMyCommands", "setMyDescription", "setMyShortDescription")


async def test_a_new_bot_says_what_it_can_do(house: House) -> None:
    await house.tg.wait_called("setMyShortDescription")
    await house.tg.quiet()
    assert house.tg.methods.profile == {("description", ""): DESCRIPTION, ("short_description", ""): SHORT}


async def test_a_second_start_sets_nothing_again(house: House) -> None:
    await house.tg.wait_called("setMyShortDescription")
    await house.tg.quiet()
    await house.closes()
    before = [len(house.tg.called(name)) for name in SETTERS]
    await house.opens()
    await house.tg.quiet()
    assert [len(house.tg.called(name)) for name in SETTERS] == before


@pytest.mark.parametrize("status", [400, 404, 500])
async def test_a_server_without_descriptions_stops_nobody(house: House, status: int) -> None:
    await house.closes()
    for name in ("*Description", "getMyCommands"):
        house.tg.fail(name, status=status, times=9)
    await house.opens()
    ann, chat = house.person()
    await ann.starts()
    await chat.wait_for_button("Price bargaining")
    await house.tg.wait_called("setMyCommands", count=2)
