"""A person's account over all their games: settings that are kept, honest lists, numbers as people read them."""

import pytest

from bot import keys
from bot.session import account
from bot.session.model.amounts import money
from bot.session.model.inbound import Open
from games.core.contract import Seat
from tests.bot.session.harness import Room


async def test_settings_are_kept_and_told(room: Room) -> None:
    await room.command("ann", "settings", "plain on")
    await room.command("ann", "settings", "pings=off")
    await room.command("ann", "settings")
    assert "plain text without boxes: on" in room.last("ann")
    assert "a ping when it is your turn: off" in room.last("ann")
    await room.press("ann", "Boxes")
    assert (await account.prefs(room.store, "ann")) == account.Prefs(plain=False, pings=False)
    await room.command("bea", "settings")
    assert "plain text without boxes: off" in room.last("bea")


async def test_settings_that_an_earlier_version_kept_with_a_language_are_read(room: Room) -> None:
    await room.store.point(keys.settings("ann"), '{"plain":true,"pings":false,"language":"de"}')
    assert await account.prefs(room.store, "ann") == account.Prefs(plain=True, pings=False)


@pytest.mark.parametrize("words", ["plain", "plain maybe", "sound on", "language de"])
async def test_what_is_no_setting_is_answered_with_those_there_are(room: Room, words: str) -> None:
    await room.command("ann", "settings", words)
    assert room.last("ann") == account.ALLOWED
    assert await account.prefs(room.store, "ann") == account.Prefs()


async def test_mydata_lists_games_as_they_stand(room: Room) -> None:
    await room.command("ann", "mydata")
    assert "0 games: your moves" in room.last("ann")
    await room.open("bargaining")
    await room.say("ann", "accept")
    await room.act("ann", Open("number", seed=1, tempo="chat"))
    await room.command("ann", "mydata")
    told = room.last("ann")
    assert "2 games: your moves" in told
    assert "Hidden number, " in told
    assert ": is still running" in told
    assert "Price bargaining, 1970-01-01: deal, $" in told


async def test_mydata_and_forget_say_that_a_role_stays(room: Room) -> None:
    await room.command("ann", "mydata")
    assert "if somebody gave you a role here: your number and the role, in the list of changes" in room.last("ann")
    await room.command("ann", "forget")
    assert "Kept, if somebody gave you a role: the role until it is taken back" in room.last("ann")


async def test_statistics_count_what_was_played_to_the_end(room: Room) -> None:
    for seed in (1, 2):
        sid = await room.open("bargaining", seed=seed)
        await room.say("ann", "accept")
        earned = dict((await room.session(sid)).result().earnings)  # type: ignore[union-attr]
        assert earned[Seat("buyer")] > 0
    await room.open("bargaining", seed=3)
    for _ in range(2):
        await room.command("ann", "quit")
    await room.command("ann", "stats")
    assert "• Price bargaining: 2 played, 2 deals, on average $" in room.last("ann")


@pytest.mark.parametrize(
    ("amount", "unit", "told"),
    [(1250, "cents", "$12.50"), (-500, "cents", "-$5.00"), (7, "points", "7 points"), (1, "points", "1 point")],
)
def test_amounts_are_told_as_people_read_them(amount: int, unit: str, told: str) -> None:
    assert money(amount, unit) == told
