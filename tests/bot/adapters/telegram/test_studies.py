"""A study in Telegram: a deep link leads into it, its stages follow in the same chat, and a code comes at the end."""

from bot.adapters.telegram.reading import home
from bot.session.model.inbound import Command
from tests.bot.adapters.telegram.service import House
from tests.bot.session.studies import CODE, FORM, GAME, TOKEN, Course


async def test_a_deep_link_leads_through_the_stages_to_the_code(house: House) -> None:
    course = Course(house.manager, ("consent", FORM), ("game", GAME))
    ann, chat = house.person()
    await ann.starts(TOKEN)
    await ann.presses(await chat.wait_for_button("Walk"), "Walk")
    await ann.presses(await chat.wait_for_button("Yes"), "Yes")
    await chat.wait_for("Round 1")
    await ann.sends("/quit")
    await ann.presses(await chat.wait_for_button("Leave"), "Leave")
    await chat.wait_for(CODE)
    await ann.sends("what now?")
    await chat.wait_for("/code shows where you are")
    assert [how for _, _, how in course.led] == ["over", "over"]
    house.tg.assert_manners()


def test_a_token_in_a_group_is_led_to_the_private_chat() -> None:
    assert home(Command("join", TOKEN)) == home(Command("start", TOKEN)) == TOKEN
