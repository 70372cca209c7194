"""Refusals for what the bot may not do, and for what is not there."""

from typing import Any

import pytest

from tests.fakes import FakeDiscord
from tests.fakes.discord_bodies import Rest, button, menu, row
from tests.fakes.discord_interactions import Interaction
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel


async def thread_in(rest: Rest, table: Channel, **body: Any) -> Channel:
    await rest("POST", f"/channels/{table.id}/threads", {"name": "t", "type": 11, **body})
    return table.threads[-1]


@pytest.mark.parametrize(
    ("permission", "body"),
    [
        ("send_messages", {"content": "hi"}),
        ("embed_links", {"embeds": [{"title": "t"}]}),
    ],
)
async def test_sending_needs(rest: Rest, table: Channel, permission: str, body: dict[str, Any]) -> None:
    table.deny(None, permission)
    assert (await rest.refused("POST", f"/channels/{table.id}/messages", body))[0] == 50013
    assert table.guild is not None
    table.allow(table.dc.bot, permission)
    await rest("POST", f"/channels/{table.id}/messages", body)


async def test_threads_have_a_permission_of_their_own(rest: Rest, table: Channel) -> None:
    thread = await thread_in(rest, table)
    table.deny(None, "send_messages")
    await rest("POST", f"/channels/{thread.id}/messages", {"content": "hi"})
    table.deny(None, "send_messages_in_threads")
    assert (await rest.refused("POST", f"/channels/{thread.id}/messages", {"content": "hi"}))[0] == 50013
    assert (await rest.refused("PUT", f"/channels/{thread.id}/thread-members/77"))[0] == 10013


async def test_inviting_into_a_thread(dc: FakeDiscord, rest: Rest, table: Channel, ann: Person) -> None:
    thread = await thread_in(rest, table)
    stranger = dc.person("Stranger")
    members = f"/channels/{thread.id}/thread-members"
    assert (await rest.refused("PUT", f"{members}/{stranger.id}"))[0] == 10007
    assert (await rest.refused("GET", f"{members}/{ann.id}"))[0] == 10007
    await rest("PUT", f"{members}/{ann.id}")
    assert (await rest("GET", f"{members}/{ann.id}"))["user_id"] == "77"
    assert {member["user_id"] for member in await rest("GET", members)} == {"77", str(dc.bot.id)}
    await rest("DELETE", f"{members}/{ann.id}")
    await rest("DELETE", f"{members}/@me")
    assert await rest("GET", members) == []
    await rest("PUT", f"{members}/@me")
    table.deny(None, "send_messages_in_threads")
    assert (await rest.refused("PUT", f"{members}/{ann.id}"))[0] == 50013
    thread.archive()
    assert (await rest.refused("PUT", f"{members}/{ann.id}"))[0] == 50083
    found = await rest("GET", f"/channels/{table.id}/threads/archived/public")
    assert [item["id"] for item in found["threads"]] == [str(thread.id)]


async def test_other_peoples_threads_and_channels(dc: FakeDiscord, rest: Rest, table: Channel, ann: Person) -> None:
    thread = await thread_in(rest, table)
    path = f"/channels/{thread.id}"
    assert (await rest("PATCH", path, {"archived": True}))["thread_metadata"]["archived"]
    assert (await rest("PATCH", path, {"name": "renamed", "archived": False}))["name"] == "renamed"
    assert (await rest.refused("PATCH", path, {"name": "n" * 101}))[0] == 50035
    assert (await rest.refused("PATCH", path, {"locked": True}))[0] == 50013
    assert (await rest.refused("DELETE", path))[0] == 50013
    assert (await rest.refused("PATCH", f"/channels/{table.id}", {"name": "mine"}))[0] == 50013
    assert (await rest.refused("DELETE", f"/channels/{table.id}"))[0] == 50013
    thread.owner = ann
    assert (await rest.refused("PATCH", path, {"name": "again"}))[0] == 50013
    await rest("PUT", f"{path}/thread-members/{ann.id}")
    assert (await rest.refused("DELETE", f"{path}/thread-members/{ann.id}"))[0] == 50013
    table.allow(dc.bot, "manage_threads")
    await rest("DELETE", path)
    assert thread.deleted


async def test_a_locked_thread_takes_no_edits(rest: Rest, table: Channel) -> None:
    thread = await thread_in(rest, table)
    sent = await rest("POST", f"/channels/{thread.id}/messages", {"content": "hi"})
    thread.archive(locked=True)
    path = f"/channels/{thread.id}/messages/{sent['id']}"
    assert (await rest.refused("PATCH", path, {"content": "ho"}))[0] == 50083


async def test_replies_pins_and_reactions(rest: Rest, table: Channel, ann: Person) -> None:
    theirs = await ann.says(table, "hello")
    path = f"/channels/{table.id}/messages"
    reply = {"content": "hi", "message_reference": {"message_id": str(theirs.id)}}
    await rest("POST", path, reply)
    assert table.last.reply_to is theirs
    gone = {"content": "hi", "message_reference": {"message_id": "5", "fail_if_not_exists": False}}
    await rest("POST", path, gone)
    assert table.last.reply_to is None
    await rest("PUT", f"{path}/{theirs.id}/reactions/x/@me")
    assert (await rest.refused("PUT", f"{path}/pins/{theirs.id}"))[0] == 50013
    table.allow(table.dc.bot, "pin_messages")
    await rest("PUT", f"{path}/pins/{theirs.id}")
    table.deny(None, "read_message_history")
    assert (await rest.refused("POST", path, reply))[0] == 160002


async def test_option_values_are_unique(rest: Rest, table: Channel) -> None:
    twice = menu(2)
    twice["options"][1]["value"] = twice["options"][0]["value"]
    body = {"content": "hi", "components": [row(twice), row(button())]}
    assert "already used" in (await rest.refused("POST", f"/channels/{table.id}/messages", body))[1]


async def test_what_is_not_there(dc: FakeDiscord, rest: Rest, act: Interaction, ann: Person) -> None:
    assert act.channel.guild is not None
    guild = act.channel.guild.id
    webhook = f"/webhooks/{dc.bot.id}/{act.token}/messages"
    await rest("POST", f"/interactions/{act.id}/{act.token}/callback", {"type": 4, "data": {"content": "one"}})
    commands = f"/applications/{dc.bot.id}/commands"
    (play,) = await rest("GET", commands)
    for method, path, code in (
        ("GET", "/users/5", 10013),
        ("GET", "/guilds/5", 10004),
        ("GET", f"/guilds/{guild}/members/5", 10007),
        ("PATCH", f"{webhook}/5", 10008),
        ("DELETE", f"{commands}/5", 10063),
        ("PUT", "/applications/5/commands", 50001),
        ("PUT", f"/applications/{dc.bot.id}/guilds/5/commands", 50001),
    ):
        assert (await rest.refused(method, path, [] if method == "PUT" else {"content": "x"}))[0] == code
    assert (await rest("PATCH", f"{commands}/{play['id']}", {"description": "Begin"}))["id"] == play["id"]
    assert ann.commands(act.channel) == {"/play": "Begin"}
    await rest("DELETE", f"{commands}/{play['id']}")
    assert ann.commands(act.channel) == {}
    assert (await rest("GET", f"{webhook}/@original"))["content"] == "one"
    await rest("DELETE", f"{webhook}/@original")
    assert (await rest.refused("GET", f"{webhook}/@original"))[0] == 10008


async def test_what_there_is(dc: FakeDiscord, rest: Rest, table: Channel, ann: Person) -> None:
    assert table.guild is not None
    guild = f"/guilds/{table.guild.id}"
    thread = await thread_in(rest, table)
    assert (await rest("GET", guild))["name"] == "Negotiators"
    assert [channel["name"] for channel in await rest("GET", f"{guild}/channels")] == ["table"]
    assert [role["name"] for role in await rest("GET", f"{guild}/roles")] == ["@everyone"]
    assert [item["id"] for item in (await rest("GET", f"{guild}/threads/active"))["threads"]] == [str(thread.id)]
    assert (await rest("GET", f"{guild}/members/{ann.id}"))["user"]["global_name"] == "Ann"
    assert (await rest("GET", f"/channels/{table.id}"))["name"] == "table"
    assert (await rest("GET", "/gateway/bot"))["url"] == dc.gateway_url
    assert (await rest("POST", f"/applications/{dc.bot.id}/commands", {"name": "a", "description": "b"}))["id"]


async def test_a_refused_filling_leaves_the_answer_deferred(rest: Rest, act: Interaction) -> None:
    await rest("POST", f"/interactions/{act.id}/{act.token}/callback", {"type": 5})
    path = f"/webhooks/{act.dc.bot.id}/{act.token}/messages/@original"
    assert (await rest.refused("PATCH", path, {"content": "x" * 2001}))[0] == 50035
    assert act.replies == []
    await rest("PATCH", path, {"content": "done"})
    assert [message.text for message in act.replies] == ["done"]
