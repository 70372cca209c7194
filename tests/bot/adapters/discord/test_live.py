"""`parley doctor --live` on Discord: what works is tried for real, what is refused is said with the reason."""

from bot.adapters.discord.live import trial
from tests.fakes import FakeDiscord


async def tried(dc: FakeDiscord, channel: int | None) -> dict[str, tuple[bool | None, str]]:
    return {name: (works, says) async for name, works, says in trial(dc.token, dc.api_url, channel)}


async def test_threads_cards_and_pictures_are_tried_in_a_channel() -> None:
    async with FakeDiscord() as dc:
        found = await tried(dc, dc.guild().channel("table").id)
        for name in ("channel", "private threads", "public threads", "cards", "pictures in cards"):
            assert found[name] == (True, "")


async def test_a_permission_that_is_missing_is_said_and_the_rest_is_tried() -> None:
    async with FakeDiscord() as dc:
        table = dc.guild().channel("table")
        table.deny(dc.bot, "create_private_threads")
        found = await tried(dc, table.id)
        assert found["private threads"][1].startswith("Discord refuses it:")
        assert found["cards"] == (True, "")


async def test_an_unknown_channel_ends_the_trial_of_messages() -> None:
    async with FakeDiscord() as dc:
        found = await tried(dc, 4711)
        assert found["channel"][0] is False
        assert "cards" not in found
