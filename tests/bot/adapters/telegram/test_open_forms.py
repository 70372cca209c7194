"""Open forms at a table of people: other people's posts move a form to the newest message, with its draft."""

from tests.bot.adapters.telegram.service import House
from tests.fakes.telegram_chats import Chat, Message, User

TABLE = "society game=negotiation carpenters=2 miners=2 human"


async def seated(house: House, words: str = TABLE) -> tuple[User, Chat, User, Chat]:
    """Two people at a table that has begun, with an AI in every other seat."""
    ann, hers = house.person(1, "Ann")
    bob, his = house.person(2, "Bob")
    await ann.sends(f"/play {words}")
    code = (await hers.wait_for("start=")).text.partition("start=")[2][:6]
    await bob.starts(code)
    await his.wait_for("seats are taken")
    await ann.sends("/begin")
    return ann, hers, bob, his


async def test_x(house: House) -> None:
    ann, hers, bob, his = await seated(house)
    import asyncio
    await asyncio.sleep(2)
    print(hers.transcript())
    print(his.transcript())
    assert 0
