"""Buttons, codes and commands of others: whatever is pressed or typed, nobody acts for another or in another realm."""

import pytest

from bot.session.model.inbound import Command, Operate, Press, Text
from tests.bot.operators.harness import BOSS, HERE, THERE, Office, lab
from tests.bot.session.harness import Room


async def everything(room: Room) -> list[tuple[object, object]]:
    """Return what all sessions are: any change shows."""
    found = [await room.session(loaded.head.sid) for loaded in await room.store.sessions(limit=1000)]
    return [(session.table, session.state) for session in found]


async def test_nobody_presses_another_person_s_buttons(room: Room) -> None:
    sid = await room.open("bargaining", against=(("seller", "human"),))
    await room.join("bea", (await room.session(sid)).terms.code)
    await room.say("bea", "I offer $60")
    await room.command("ann", "quit")
    await room.open("bargaining", user="cyd")
    before = await everything(room)
    presses = [(row.id, index) for _, row, sent in room.seen for index in range(len(sent.post.asks))]
    assert len(presses) > 6
    for post, index in presses:
        pressed = next(sent.post.asks[index] for _, row, sent in room.seen if row.id == post)
        if getattr(pressed, "says", "").startswith(("/play", "/forget", "/settings", "/join", "/rematch", "/resume")):
            continue  # of the front desk: it is about whoever presses it
        answer = await room.act("mal", Press(post, index, (("price", "1"),)))
        assert answer.what in ("refused", "told", "ignored"), (pressed, answer)
        assert await everything(room) == before


@pytest.mark.parametrize(
    "post",
    ["", "x", "s.1.0", "~0.0.0", "../../etc", "'; DROP TABLE step; --", "\u202e.1.0", "a" * 5_000, "0.999999999.0"],
)
async def test_a_made_up_button_does_nothing(room: Room, post: str) -> None:
    await room.open("bargaining")
    before = await everything(room)
    for index in (0, -1, 99, 1 << 62):
        assert (await room.act("mal", Press(post, index))).what in ("refused", "ignored")
    assert await everything(room) == before


async def test_commands_that_no_text_makes_open_no_other_s_game(room: Room) -> None:
    sid = await room.open("bargaining")
    before = await everything(room)
    for act in (Command("go on", sid), Command("turn to", f"{sid}.1.0"), Command("private"), Text("accept")):
        await room.act("mal", act)
    assert await everything(room) == before
    assert not any("worth" in text for text in room.texts("mal"))
    assert not await room.store.names("focus:room:mal")


async def test_a_code_of_another_table_seats_nobody_twice_or_in_a_taken_seat(room: Room) -> None:
    sid = await room.open("bargaining", against=(("seller", "human"),))
    code = (await room.session(sid)).terms.code
    assert (await room.join("ann", code)).code == "twice"
    assert (await room.act("mal", Command("join", f"{code} buyer"))).what in ("refused", "joined")
    people = [chair.user for chair in (await room.session(sid)).table.chairs]
    assert people[0] == "ann"


class TestRealms:
    @pytest.fixture
    def office(self, room: Room) -> Office:
        return Office(room.store)

    async def test_an_operator_elsewhere_changes_nothing_here(self, office: Office) -> None:
        await lab(office)
        sid = await office.plays("ann", "lab")
        before = (await office.session(sid)).version
        for verb in ("game stop", "game close", "game delete", "session void", "game open", "game config"):
            for given in ((("session", sid),), (("name", "lab"),), (("name", "lab"), ("channel", "discord:1"))):
                await office.acts("chat:9", Operate(verb, given), THERE, admin=True)
        assert (await office.session(sid)).version == before
        assert (await office.session(sid)).table.phase == "play"
        assert "lab" in await office.writes(BOSS, "/game list", HERE)

    async def test_a_button_of_an_operator_serves_nobody_else(self, office: Office) -> None:
        await lab(office)
        sid = await office.plays("ann", "lab")
        for text in ("/game show name:lab", "/game list", "/game", f"/game stop session:{sid}", "/session list"):
            await office.writes(BOSS, text, HERE)
        before = (await office.session(sid)).version
        pressed = 0
        for place, row, sent in list(office.seen):
            if place == f"room:{BOSS}":
                for index in range(len(sent.post.asks)):
                    pressed += 1
                    await office.acts("chat:9", Press(row.id, index), THERE)
                    assert "lab" not in office.last("chat:9") or "no game" in office.last("chat:9").lower()
        assert pressed
        assert (await office.session(sid)).version == before
        assert "lab" in await office.writes(BOSS, "/game list", HERE)
