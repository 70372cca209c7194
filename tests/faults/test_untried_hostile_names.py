"""People may call themselves anything; nobody else's screen, seat or name suffers for it."""

import pytest

from bot.session.model.naming import LONGEST, clean, fit
from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import housed as on_telegram
from tests.bot.session.harness import Room

EVERYBODY = "@everyone <@&1234567890> <@1> <#2> @here"
HOSTILE = (
    EVERYBODY,
    "**bold** `code` ||spoiler|| [link](https://example.org) # head",
    "<b>bold</b> &amp; <a href='tg://user?id=1'>x</a>",
    "\u202egnp.tnecill\u202c",
    "\u200b\u200d\u2060\u3164\ufeff",
    "two\nlines\r\nand \u2028 three",
    "x" * 2_000,
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034da",
    "AI",
    "The AI",
    "\uff21\uff29",
    "buyer",
    "/forget yes",
    "accept",
    "\ud800 half",
    "{code} %s {0}",
    "",
)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_name_is_short_and_stays_on_its_line(name: str) -> None:
    short = clean(name)
    assert len(short) <= LONGEST
    assert short.isprintable()
    assert clean(short) == short


def test_a_name_that_is_a_seat_or_the_ai_or_taken_is_told_apart() -> None:
    for name in ("AI", "the ai", "\uff21\uff29", "A.I.", "buyer", "Buyer", "You", "Bea", "BEA"):
        made = fit(name, ("buyer", "seller"), ("Bea",))
        assert made.casefold() not in {"ai", "the ai", "buyer", "you", "bea"}
        assert made.endswith("(1)")
    assert fit("Bea", ("buyer",), ("Bea", "Bea (1)")) == "Bea (2)"
    assert fit("Zoë", ("buyer", "seller"), ("Zo",)) == "Zoë"


@pytest.mark.parametrize("name", HOSTILE[:14], ids=range(14))
async def test_a_table_for_two_tells_them_apart(room: Room, name: str) -> None:
    sid = await room.open("bargaining", user=name, against=(("seller", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    names = [chair.name for chair in (await room.session(sid)).table.chairs]
    assert len(set(names)) == 2
    assert all(len(one) <= LONGEST + 5 and (one.isprintable() or not one) for one in names)
    assert not {one.casefold() for one in names} & {"ai", "the ai", "buyer", "seller"}


async def test_on_discord_nobody_is_pinged_and_no_post_is_refused() -> None:
    async with on_discord() as house:
        for name in HOSTILE[:7]:
            ann = house.guild.member(name)
            await ann.slash(house.table, "play", game="bargaining human")
            thread = await house.table.next_thread()
            lobby = await thread.wait_for_button("Take a free seat")
            await house.bob.presses(lobby, "Take a free seat")
            await thread.wait_for_button("offer")
            assert len(thread.name) <= 100
            assert thread.name.isprintable()
            for text in thread.texts:
                assert "@everyone" not in text
                assert "<@&" not in text
        await house.dc.quiet()
        house.dc.assert_manners()


async def test_on_telegram_no_post_is_refused() -> None:
    async with on_telegram() as house:
        bob, his = house.person(43, "Bob")
        for n, name in enumerate(HOSTILE[:7]):
            ann, chat = house.person(100 + n, name)
            await ann.sends("/play bargaining human")
            lobby = await chat.wait_for("Give this code")
            await bob.sends(f"/join {lobby.text.split('should play: ')[1].split()[0]}")
            await his.wait_for_button("offer")
            await bob.sends(f"I offer $4{n} {EVERYBODY}")
            await chat.wait_for(f"4{n}.00")
        await house.tg.quiet()
        assert not any("\u202e" in text or "\nlines" in text for text in his.texts)
        house.tg.assert_manners()
