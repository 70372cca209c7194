"""`parley doctor --live` on Telegram: what works is tried for real, what is refused is said with the reason."""

from bot.adapters.telegram.live import trial
from tests.fakes import FakeTelegram


async def tried(tg: FakeTelegram, chat: int | None) -> dict[str, tuple[bool | None, str]]:
    return {name: (works, says) async for name, works, says in trial(tg.token, tg.url, chat)}


async def test_every_feature_of_messages_is_tried_in_a_chat() -> None:
    async with FakeTelegram() as tg:
        tg.inline = True
        ann = tg.user(42, "Ann")
        await ann.starts()
        found = await tried(tg, 42)
        assert all(works for works, _ in found.values()), found
        assert {"coloured buttons", "a button that copies", "an effect at a deal", "reactions"} <= set(found)
        assert "You should see: coloured buttons" in ann.private_chat().last.text


async def test_what_the_server_refuses_is_said_and_the_rest_is_tried() -> None:
    async with FakeTelegram(forgiving=True) as tg:
        await tg.user(42, "Ann").starts()
        found = await tried(tg, 42)
        assert found["cards in other chats"][0] is False
        assert "@BotFather" in found["cards in other chats"][1]
        assert found["a button that invites"][1].startswith("Telegram refuses it:")
        assert found["edits"] == (True, "")


async def test_without_a_chat_only_the_bot_itself_is_tried() -> None:
    async with FakeTelegram() as tg:
        found = await tried(tg, None)
        assert found["messages"][0] is None
        assert "coloured buttons" not in found


async def test_a_chat_that_never_pressed_start_ends_the_trial_of_messages() -> None:
    async with FakeTelegram(forgiving=True) as tg:
        found = await tried(tg, 4711)
        assert found["messages"][0] is False
        assert "coloured buttons" not in found
