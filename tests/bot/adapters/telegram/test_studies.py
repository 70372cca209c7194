"""A study in Telegram: a deep link leads into it, its stages follow in the same chat, and a code comes at the end."""

from bot.adapters.telegram.reading import home
from bot.session.model.inbound import Command
from bot.session.wording import messages
from tests.bot.adapters.telegram.service import House
from tests.bot.session.studies import ASKED, CODE, FORM, GAME, TOKEN, Course, logs


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


async def test_a_button_of_an_ended_stage_says_so_and_changes_nothing(house: House) -> None:
    Course(house.manager, ("consent", ASKED), ("game", GAME))
    ann, chat = house.person()
    await ann.starts(TOKEN)
    asked = await chat.wait_for_button("I agree")
    await ann.presses(asked, "I agree")
    await chat.wait_for("Round 1")
    before = await logs(house.manager.store)
    for label in ("I agree", "I don't agree"):
        press = await ann.presses(asked, label, stale=True)
        assert await press.answered() == messages.PART_OVER
    assert await logs(house.manager.store) == before


def test_a_token_in_a_group_is_led_to_the_private_chat() -> None:
    assert home(Command("join", TOKEN)) == home(Command("start", TOKEN)) == TOKEN
