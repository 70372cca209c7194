"""Events that no client of today sends, and threads closed to writing: everybody is answered all the same."""

from typing import Any

import pytest

from bot.adapters.discord.interactions import OUTDATED, UNFETCHED
from bot.session.limits import Limits
from tests.bot.adapters.discord.service import House
from tests.bot.adapters.discord.test_tables import code_in
from tests.fakes.discord_interactions import AUTOCOMPLETE, COMMAND, FORM, Interaction
from tests.fakes.discord_people import Person


def sent(house: House, who: Person, name: str, *options: Any, kind: int = COMMAND, **more: Any) -> Interaction:
    """A command as a client would send it that knows it from elsewhere."""
    data = {"id": "1", "name": name, "type": 1, "options": list(options), **more}
    return who._act(Interaction(house.dc, kind, who, house.table, data))


async def test_a_command_as_it_was_before_an_update_is_answered(house: House) -> None:
    olga = house.guild.member("Olga", permissions=["manage_guild"])
    old = {"name": "name", "type": 3, "value": "x", "focused": True}
    for name, option in (("haggle", old), ("offer", old), ("game", {"name": "fly", "type": 1, "options": []})):
        told = await sent(house, olga, name, option).reply()
        assert (told.text, told.ephemeral) == (OUTDATED, True)
    assert await sent(house, olga, "haggle", old, kind=AUTOCOMPLETE).completed() == []
    house.dc.assert_manners()


async def test_an_event_that_cannot_be_read_ends_nothing(house: House) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann)
    form = await ann.opens(offer, "Counteroffer")
    cut = Interaction(dc, FORM, ann, thread, {"custom_id": form.wire["custom_id"]}, source=offer)
    dc.gateway.interaction(cut.wire())
    await ann.fills(form, "10")
    await thread.wait_for("You offered $10.00")
    assert dc.gateway.identified == 1
    dc.assert_manners()


async def test_a_file_that_cannot_be_fetched_is_asked_for_again(house: House) -> None:
    olga = house.guild.member("Olga", permissions=["manage_guild"])
    url = f"{house.dc.url}/attachments/1/2/gone.yaml"
    gone = {"id": "7", "filename": "gone.yaml", "size": 10, "url": url, "proxy_url": url}
    file = {"name": "file", "type": 11, "value": "7"}
    command = {"name": "import", "type": 1, "options": [file]}
    told = await sent(house, olga, "game", command, resolved={"attachments": {"7": gone}}).reply()
    assert (told.text, told.ephemeral) == (UNFETCHED, True)
    house.dc.assert_manners()


async def test_a_form_of_an_operator_that_stands_for_no_command_is_answered(house: House) -> None:
    thread, offer = await house.begins(house.ann)
    data: Any = {"custom_id": "o:game fly:haggle", "components": []}
    act = house.ann._act(Interaction(house.dc, FORM, house.ann, thread, data, source=offer))
    assert "Nothing was changed" in (await act.reply()).text


@pytest.mark.parametrize("how", ["locked", "forbidden", "hidden"])
async def test_in_a_thread_closed_to_the_bot_the_game_goes_on_in_direct_messages(house: House, how: str) -> None:
    ann, dc = house.ann, house.dc
    thread, offer = await house.begins(ann, "bargaining style=seed")
    form = await ann.opens(offer, "Counteroffer")
    match how:
        case "locked":
            thread.archive(locked=True)
        case "forbidden":
            house.table.deny(dc.bot, "send_messages_in_threads")
        case "hidden":
            house.table.deny(dc.bot, "view_channel")
    await ann.fills(form, "10")
    told = await ann.dm().wait_for("You offered $10.00")
    assert "I cannot write in the thread of your game now (" in told.text
    assert "/resume" in told.text
    await ann.presses(told, "Accept")
    end = await ann.dm().wait_for("GAME OVER")
    assert "/resume" not in end.text
    await dc.quiet()
    assert told.labels == []
    assert [m.text for m in ann.dm().messages] == [told.text, end.text]
    dc.assert_manners()


async def test_each_player_of_a_thread_that_was_closed_reads_it_apart_and_onlookers_do_not(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, lobby = await house.begins(ann, "number guesser_0 human", until="Take a free seat")
    await bob.presses(lobby, "Take a free seat")
    board = await thread.wait_for_button("Guess")
    form = await ann.opens(board, "Guess")
    thread.archive(locked=True)
    await ann.fills(form, "50")
    for who in (ann, bob):
        await who.dm().wait_for("I cannot write in the thread of your game")
    await ann.slash(ann.dm(), "resume")
    await dc.quiet()
    before = len(ann.dm().messages)
    await ann.says(ann.dm(), "are you there")
    await bob.dm().wait_for("are you there")
    await dc.quiet()
    assert not any("I cannot write" in message.text for message in ann.dm().messages[before:])
    dc.assert_manners()


@pytest.mark.parametrize("how", ["locked", "deleted"])
async def test_who_plays_in_another_thread_hears_nothing_of_one_that_was_closed(house: House, how: str) -> None:
    ann, dc = house.ann, house.dc
    far = dc.guild("Far away")
    hall, dan = far.channel("hall"), far.member("Dan")
    hers, lobby = await house.begins(ann, "bargaining human", until="Take a free seat")
    await dan.slash(hall, "join", code=code_in(lobby.text))
    his = await hall.next_thread()
    form = await dan.opens(await his.wait_for_button("Make an offer"), "Make an offer")
    if how == "locked":
        his.archive(locked=True)
    else:
        his.delete()
        await dan.dm().wait_for("The thread of your game (Price bargaining) was deleted.")
    await dan.fills(form, "60")
    await dan.dm().wait_for("You offered $60.00")
    await house.says(ann, hers, "55")
    offer = await dan.dm().wait_for("offered $55.00")
    await dan.presses(offer, "Accept")
    await hers.wait_for("GAME OVER")
    await dan.dm().wait_for("GAME OVER")
    await dc.quiet()
    assert not ann.dm().messages
    dc.assert_manners()


async def test_who_left_is_told_of_a_closed_thread_only_how_the_game_ends(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    cyd = house.guild.member("Cyd")
    thread, lobby = await house.begins(ann, "rounds rounds=2 human", until="Take a free seat")
    for who, taken in ((bob, "2 of 4"), (cyd, "3 of 4")):
        await who.presses(lobby, "Take a free seat")
        await thread.wait_for(taken)
    await ann.presses(lobby, "Start now")
    await bob.dm().wait_for("Your purse")
    leave = await (await bob.slash(thread, "quit")).reply()
    await bob.presses(leave, "Leave")
    await thread.wait_for("An AI plays")
    thread.archive(locked=True)
    for round_ in (1, 2):
        for who in (ann, cyd):
            await who.presses(await who.dm().wait_for_button("Give 10"), "Give 10")
        for who in (ann, cyd):
            await who.dm().wait_for(f"Round {round_}: ")
        await dc.quiet()
        assert not any("Round 1: " in text for text in bob.dm().texts)
    await bob.dm().wait_for("The game is over")
    dc.assert_manners()


async def test_a_table_that_waits_tells_its_code_when_its_thread_is_deleted(house: House) -> None:
    ann, bob, dc = house.ann, house.bob, house.dc
    thread, lobby = await house.begins(ann, "bargaining human", until="Take a free seat")
    code = code_in(lobby.text)
    thread.delete()
    told = await ann.dm().wait_for("The thread of your table (Price bargaining) was deleted.")
    assert f"/join {code} takes a free seat" in told.text
    assert "/resume here continues it" in told.text
    await ann.says(ann.dm(), "/resume")
    await ann.dm().wait_for(f"Give this code to the person who should play: {code}")
    await bob.slash(house.table, "join", code=code)
    his = await house.table.next_thread()
    await his.wait_for_button("Make an offer")
    await ann.dm().wait_for("The item is worth")
    await dc.quiet()
    assert not bob.dm().messages
    dc.assert_manners()


async def test_where_no_pictures_may_be_posted_the_map_comes_in_words(house: House) -> None:
    house.in_public()
    ann, dc = house.ann, house.dc
    quiet = house.guild.channel("quiet")
    quiet.deny(dc.bot, "attach_files", "create_private_threads")
    for table in (house.table, quiet):
        await ann.slash(table, "play", game="society game=social difficulty=easy open_map=on")
        thread = await table.next_thread()
        post = await thread.wait_for("Round 1 of")
        assert bool(post.attachments) == (table is house.table)
        assert ("w wood, s stone" in post.text) == (table is quiet)
    await dc.quiet()
    dc.assert_manners()


async def test_a_thread_for_a_game_that_is_refused_after_all_is_put_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.in_public()
    monkeypatch.setattr(house.manager.limiter, "limits", Limits(acts=0, games=1, chars=0))
    thread, _ = await house.begins(house.ann)
    told = await (await house.ann.slash(house.table, "play", game="trading")).reply()
    assert "games open" in told.text
    await house.says(house.ann, house.table, "/play trading")
    await house.ann.dm().wait_for("games open")
    await house.dc.quiet()
    assert [one for one in house.table.threads if not one.archived] == [thread]
    house.dc.assert_manners()
