"""Operators on Discord, as they and everybody else see it."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.bot.adapters.discord.service import House, housed
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel
from tests.fakes.loopback import Upload
from tests.fakes.screen import Impossible


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with housed() as house:
        yield house


@pytest.fixture
def olga(house: House) -> Person:
    return house.guild.member("Olga", permissions=["manage_guild"])


async def told(who: Person, where: Channel, command: str, **options: Any) -> str:
    """Return what a command is answered; the answer is for this person's eyes only."""
    reply = await (await who.slash(where, command, **options)).reply()
    assert reply.ephemeral
    return reply.text


async def test_three_commands_lead_to_a_game_whose_rules_show_just_that(house: House, olga: Person) -> None:
    table, ann = house.table, house.ann
    assert "haggle" in await told(olga, table, "game new", name="haggle", type="bargaining")
    form = await (await olga.slash(table, "game config", name="haggle")).opened()
    answer = await (await olga.fills(form, "buyer_value=80\nseller_cost=50")).reply()
    assert answer.ephemeral
    assert "buyer_value is $80.00 now (was $65.00)" in answer.text
    assert "/play haggle" in await told(olga, table, "game open", name="haggle")
    _, opening = await house.begins(ann, "haggle")
    assert "worth $80.00 to you" in opening.text
    assert "costs the seller exactly $50.00" in opening.text
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_key_and_value_do_the_same_and_a_wrong_value_is_answered_with_the_range(
    house: House, olga: Person
) -> None:
    table = house.table
    await told(olga, table, "game new", name="haggle", type="bargaining")
    for key, value, says in (
        ("buyer_value", "80.50", "buyer_value is $80.50 now"),
        ("seller_cost", "-1", "seller_cost must be a price from $0.00 to $100.00; you wrote -1."),
        ("seller_cost", "cheap", "seller_cost must be a price from $0.00 to $100.00"),
        ("seller_cost", "90", "above seller_cost ($90.00), unless no_zopa is on"),
        ("rounds", "101", "rounds must be a whole number from 1 to 100"),
        ("price", "9", "price is not a setting of this game; there are buyer_value"),
    ):
        assert says in await told(olga, table, "game config", name="haggle", key=key, value=value)
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_names_keys_values_and_types_are_completed_for_operators_only(house: House, olga: Person) -> None:
    table, ann = house.table, house.ann
    await told(olga, table, "game new", name="haggle", type="bargaining")
    assert await olga.completes(table, "game open", "name", "hag") == ["haggle (bargaining, draft)"]
    assert "rounds: 6" in await olga.completes(table, "game config", "key", "", name="haggle")
    given = {"name": "haggle", "key": "information"}
    assert await olga.completes(table, "game config", "value", "", **given) == ["exact", "range", "claimed", "none"]
    assert "Price bargaining" in await olga.completes(table, "game new", "type", "barg")
    assert await olga.completes(table, "game new", "name", "", type="bargaining") == ["bargaining-1"]
    assert await ann.completes(table, "play", "game", "hag") == []
    await told(olga, table, "game open", name="haggle")
    assert await ann.completes(table, "play", "game", "hag") == ["haggle (Price bargaining)"]
    house.guild.overrides[("game", ann.id)] = True
    assert await ann.completes(table, "game open", "name", "hag") == []
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_a_value_is_completed_whole_or_not_at_all(house: House, olga: Person) -> None:
    table = house.table
    await told(olga, table, "game new", name="share", type="dealornodeal")
    given = {"name": "share", "key": "instance"}
    assert await olga.completes(table, "game config", "value", "", **given) == ["default"]
    document = '{"pool": {"book": 2, "hat": 1, "ball": 3}, "values": {"you": {"book": 1, "hat": 2, "ball": 2}, '
    document += '"me": {"book": 0, "hat": 7, "ball": 1}}}'
    assert "instance is" in await told(olga, table, "game config", **given, value=document)
    assert await olga.completes(table, "game config", "value", "", **given) == ["default"]
    await told(olga, table, "game new", name="haggle", type="bargaining", preset="tight")
    given = {"name": "haggle", "key": "buyer_value"}
    await told(olga, table, "game config", **given, value="60")
    assert await olga.completes(table, "game config", "value", "", **given) == [
        "now $60.00",
        "default (sequence($42.00, $45.00))",
    ]


async def test_others_do_not_see_the_commands_and_are_refused_if_an_admin_shows_them(
    house: House, olga: Person
) -> None:
    table, ann = house.table, house.ann
    await told(olga, table, "game new", name="haggle", type="bargaining")
    assert not [command for command in ann.commands(table) if command.startswith(("/game", "/session", "/audit"))]
    with pytest.raises(Impossible):
        await ann.slash(table, "game list")
    for group in ("game", "condition", "session", "results", "role", "audit"):
        house.guild.overrides[(group, ann.id)] = True
    for command, options in (
        ("game list", {}),
        ("game open", {"name": "haggle"}),
        ("game config", {"name": "haggle"}),
        ("game import", {}),
        ("game preview", {"name": "haggle"}),
        ("results summary", {"name": "haggle"}),
        ("role grant", {"user": ann, "role": "operator"}),
        ("audit", {}),
    ):
        assert (await told(ann, table, command, **options)).startswith("Operators only.")
    assert table.threads == []
    assert "/game" not in await told(ann, table, "help")
    assert "/game" in await told(olga, table, "help")
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_a_role_that_was_granted_holds_in_this_server_only(house: House, olga: Person) -> None:
    table, bob = house.table, house.bob
    other = house.dc.guild("Others")
    there = other.channel("lounge")
    other.join(bob)
    for guild in (house.guild, other):
        guild.overrides[("game", bob.id)] = True
    await told(olga, table, "role grant", user=bob, role="operator")
    assert "haggle" in await told(bob, table, "game new", name="haggle", type="bargaining")
    assert (await told(bob, there, "game list")).startswith("Operators only.")


async def test_an_operator_of_another_server_sees_nothing(house: House, olga: Person) -> None:
    await told(olga, house.table, "game new", name="haggle", type="bargaining")
    await told(olga, house.table, "game open", name="haggle")
    other = house.dc.guild("Others")
    there, otto = other.channel("lounge"), other.member("Otto", permissions=["administrator"])
    assert "haggle" not in await told(otto, there, "game list")
    assert "There is no game 'haggle' here" in await told(otto, there, "game show", name="haggle")
    assert await otto.completes(there, "game show", "name", "h") == []
    assert "There is no game called 'haggle'" in await told(otto, there, "play", game="haggle")
    assert "Nobody has changed anything" in await told(otto, there, "audit")


async def test_stop_ends_a_running_game_tells_the_players_and_is_in_the_audit(house: House, olga: Person) -> None:
    table, ann = house.table, house.ann
    await told(olga, table, "game new", name="haggle", type="bargaining")
    await told(olga, table, "game open", name="haggle")
    thread, offer = await house.begins(ann, "haggle")
    assert "1 session ended as stopped" in await told(olga, table, "game stop", name="haggle", reason="fire alarm")
    notice = await thread.wait_for("This game was stopped by the operators. Nobody earns anything from it.")
    assert "Reason: fire alarm" in notice.text
    await house.dc.quiet()
    assert offer.labels == []
    await house.says(ann, thread, "accept")
    await house.dc.quiet()
    assert not any("Deal at" in message.text for message in thread.history)
    audit = await told(olga, table, "audit")
    assert "game stop haggle: session" in audit
    assert "Olga" in audit
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_a_game_may_be_started_in_one_channel_only(house: House, olga: Person) -> None:
    lab, ann = house.guild.channel("lab"), house.ann
    await told(olga, house.table, "game new", name="haggle", type="bargaining")
    assert "It starts in channel" in await told(olga, house.table, "game open", name="haggle", channel=lab)
    refused = await told(ann, house.table, "play", game="haggle")
    assert refused == "haggle is started in another channel of this server."
    assert house.table.threads == []
    for channel, there in ((house.table, False), (lab, True)):
        assert any("haggle" in name for name in await ann.completes(channel, "play", "game")) is there
        menu = await (await ann.slash(channel, "play")).reply()
        assert any("haggle" in label for label in menu.labels) is there
    await ann.slash(lab, "play", game="haggle")
    thread = await lab.next_thread()
    await thread.wait_for_button("Accept")
    await house.says(ann, thread, "accept")
    end = await thread.wait_for("GAME OVER")
    await ann.presses(end, "Rematch")
    await thread.wait_for_button("Accept")
    await told(olga, house.table, "game config", name="haggle", key="rounds", value="4")
    assert "channel" not in await told(olga, house.table, "game export", name="haggle")
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_a_preview_opens_a_thread_for_the_operator(house: House, olga: Person) -> None:
    await told(olga, house.table, "game new", name="haggle", type="bargaining")
    interaction = await olga.slash(house.table, "game preview", name="haggle")
    thread = await house.table.next_thread()
    assert (await interaction.reply()).ephemeral
    await thread.wait_for_button("Accept")
    assert "lab has" not in await told(olga, house.table, "results summary", name="haggle")


async def test_settings_are_changed_by_buttons_and_a_form(house: House, olga: Person) -> None:
    await told(olga, house.table, "game new", name="haggle", type="bargaining")
    one = await (await olga.slash(house.table, "game config", name="haggle", key="rounds")).reply()
    form = await olga.opens(one, "Set rounds")
    answer = await (await olga.fills(form, "4")).wait_for("rounds is 4 now (was 6)")
    assert answer.ephemeral
    choice = await (await olga.slash(house.table, "game config", name="haggle", key="information")).reply()
    await (await olga.presses(choice, "range")).wait_for("information is range now (was exact)")
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_a_game_goes_from_one_server_to_another_as_text(house: House, olga: Person) -> None:
    await told(olga, house.table, "game new", name="haggle", type="bargaining", settings="rounds=4")
    exported = await told(olga, house.table, "game export", name="haggle")
    mark = exported.partition("hash ")[2][:16]
    text = exported.split("```")[1].strip()
    other = house.dc.guild("Others")
    there, otto = other.channel("lounge"), other.member("Otto", permissions=["administrator"])
    form = await (await otto.slash(there, "game import")).opened()
    answer = await (await otto.fills(form, text)).reply()
    assert f"haggle is a draft of Price bargaining, hash {mark}." in answer.text
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_what_is_too_long_for_a_message_comes_as_a_file_and_a_file_is_imported(
    house: House, olga: Person
) -> None:
    await told(olga, house.table, "game new", name="haggle", type="bargaining")
    await told(
        olga, house.table, "condition add", name="haggle", settings="rounds=2|4|6|8|10 first=buyer|seller item=item|mug"
    )
    shown = await told(olga, house.table, "game show", name="haggle")
    mark = shown.partition("hash ")[2][:16]
    reply = await (await olga.slash(house.table, "game export", name="haggle")).reply()
    assert reply.ephemeral
    [upload] = reply.uploads
    assert upload.filename == "haggle.yaml"
    assert b"rounds=10" in upload.data
    other = house.dc.guild("Others")
    there, otto = other.channel("lounge"), other.member("Otto", permissions=["administrator"])
    answer = await told(otto, there, "game import", file=upload)
    assert f"haggle is a draft of Price bargaining, hash {mark}." in answer
    await told(otto, there, "game import", file=upload, name="again")
    assert f"hash {mark}" in await told(otto, there, "game show", name="again")
    vast = Upload("haggle.yaml", "text/plain", b"x" * 300_000)
    assert "file must have at most" in await told(otto, there, "game import", file=vast)
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_what_cannot_be_started_opens_no_thread(house: House, olga: Person) -> None:
    table, ann = house.table, house.ann
    await told(olga, table, "game new", name="haggle", type="bargaining")
    await told(olga, table, "game open", name="haggle", max_sessions="1")
    assert "is played as it was set up" in await told(ann, table, "play", game="haggle rounds=4")
    assert "is played as it was set up" in await told(ann, table, "play", game="haggle", friend=True)
    assert table.threads == []
    await house.begins(ann, "haggle")
    assert "has all the players it needs" in await told(house.bob, table, "play", game="haggle")
    await house.says(house.bob, table, "/play haggle")
    await house.bob.dm().wait_for("has all the players it needs")
    assert len(table.threads) == 1
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_of_two_forms_that_were_open_at_once_none_takes_back_what_the_other_changed(
    house: House, olga: Person
) -> None:
    table, otto = house.table, house.guild.member("Otto", permissions=["manage_guild"])
    await told(olga, table, "game new", name="haggle", type="bargaining")
    hers = await (await olga.slash(table, "game config", name="haggle")).opened()
    his = await (await otto.slash(table, "game config", name="haggle")).opened()
    shown = str(hers.fields[0].wire["value"])
    answer = await (await olga.fills(hers, shown.replace("rounds=6", "rounds=10"))).reply()
    assert "rounds is 10 now (was 6)" in answer.text
    answer = await (await otto.fills(his, shown.replace("$65.00", "$75.00"))).reply()
    assert "haggle now has version 2, but your form was for version 1." in answer.text
    assert "buyer_value=$75.00 rounds=6." in answer.text
    kept = await told(olga, table, "game show", name="haggle")
    assert "rounds: 10" in kept
    assert "buyer_value" not in kept
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_a_form_with_one_wrong_value_is_refused_and_what_was_changed_in_it_is_not_lost(
    house: House, olga: Person
) -> None:
    await told(olga, house.table, "game new", name="haggle", type="bargaining")
    form = await (await olga.slash(house.table, "game config", name="haggle")).opened()
    text = str(form.fields[0].wire["value"]).replace("$65.00", "$75.00").replace("rounds=6", "rounds=600")
    answer = await (await olga.fills(form, text)).reply()
    assert answer.text == (
        "rounds must be a whole number from 1 to 100; you wrote 600. Your form said: buyer_value=$75.00 rounds=600. "
        "Nothing was changed."
    )
    assert "buyer_value" not in await told(olga, house.table, "game show", name="haggle")


async def test_who_runs_the_server_may_mention_the_bot_instead_and_is_answered_in_private(house: House) -> None:
    olga = house.guild.member("Olga", permissions=["manage_guild"])
    await house.closes()
    await house.opens()
    await told(olga, house.table, "game new", name="haggle", type="bargaining")
    await house.says(olga, house.table, "/game show name:haggle")
    answer = await olga.dm().wait_for("haggle is a draft")
    assert answer.labels == []  # a direct message is no part of the server, so they would find nothing there
    await house.says(house.ann, house.table, "/game show name:haggle")
    await house.ann.dm().wait_for("Operators only.")
    await house.dc.quiet()
    house.dc.assert_manners()


async def test_a_setting_that_holds_nothing_is_not_set(house: House, olga: Person) -> None:
    table = house.table
    await told(olga, table, "game new", name="share", type="dealornodeal")
    asked = await told(olga, table, "game config", name="share", key="instance")
    assert "it is not set." in asked
    assert asked.endswith("value:VALUE")
    answer = await told(olga, table, "game config", name="share", key="instance", value="2,1,3 1,2,2 0,7,1")
    assert "instance is 2,1,3 1,2,2 0,7,1 now (was not set)" in answer


async def test_a_closing_time_can_be_taken_back(house: House, olga: Person) -> None:
    table = house.table
    await told(olga, table, "game new", name="haggle", type="bargaining")
    assert "It closes at" in await told(olga, table, "game open", name="haggle", until="2101-03-01")
    assert "or never; you wrote soon" in await told(olga, table, "game open", name="haggle", until="soon")
    assert "It closes at" not in await told(olga, table, "game open", name="haggle", until="never")
    assert "closes at" not in await told(olga, table, "game show", name="haggle")
