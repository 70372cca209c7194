"""The fake is as strict as Discord: bodies, permissions, threads, direct chats."""

import pytest

from tests.fakes import FakeDiscord, Impossible
from tests.fakes.discord_bodies import NOBODY, Body, Rest, button, labelled, menu, options, row, shown, text_input
from tests.fakes.discord_components import check_form
from tests.fakes.discord_errors import DiscordError
from tests.fakes.discord_messages import Message
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel

LAYOUT = {"flags": 1 << 15}
DESCRIBED = {"label": "l", "value": "v", "description": "d" * 101}
REFUSED_MESSAGES: list[tuple[Body, int, str]] = [
    ({"content": "x" * 2001}, 50035, "In content: Must be 2000 or fewer in length."),
    ({"content": "🙂" * 1001}, 50035, "In content: Must be 2000 or fewer in length."),
    ({"content": ""}, 50006, "Cannot send an empty message"),
    ({"components": [row(button())]}, 50006, "empty message"),
    ({"content": "hi", "nonce": "n" * 26}, 50035, "In nonce"),
    ({"content": "hi", "flags": 64}, 50035, "In flags"),
    ({"content": "hi", "embeds": [{"title": "t" * 257}]}, 50035, "In embeds.0.title"),
    ({"content": "hi", "embeds": [{"description": "d" * 4000}, {"description": "d" * 2001}]}, 50035, "6000"),
    ({"content": "hi", "embeds": [{"fields": [{"name": "n", "value": ""}]}]}, 50035, "In embeds.0.fields.0.value"),
    ({"content": "hi", "embeds": [{"title": "t"}] * 11}, 50035, "In embeds"),
    ({"content": "hi", "embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, 50035, "In embeds.0.fields"),
    ({"content": "hi", "components": [row(button(n)) for n in range(6)]}, 50035, "In components"),
    ({"content": "hi", "components": [row(*(button(n) for n in range(6)))]}, 50035, "In components.components"),
    ({"content": "hi", "components": [row()]}, 50035, "In components.components"),
    ({"content": "hi", "components": [button()]}, 50035, "In components.0.type"),
    ({"content": "hi", "components": [row(button(custom_id="c" * 101))]}, 50035, "custom_id"),
    ({"content": "hi", "components": [row(button(custom_id=""))]}, 50035, "custom_id"),
    ({"content": "hi", "components": [row(button(label="l" * 81))]}, 50035, "label"),
    ({"content": "hi", "components": [row(button(label=""))]}, 50035, "label"),
    ({"content": "hi", "components": [row(button(style=9))]}, 50035, "style"),
    ({"content": "hi", "components": [row(button(style=5))]}, 50035, "url"),
    ({"content": "hi", "components": [row(button(1), button(1))]}, 50035, "cannot be duplicated"),
    ({"content": "hi", "components": [row(menu(26))]}, 50035, "options"),
    ({"content": "hi", "components": [row(menu(0))]}, 50035, "options"),
    ({"content": "hi", "components": [row(menu(2, max_values=3))]}, 50035, "max_values"),
    ({"content": "hi", "components": [row(menu(2), button())]}, 50035, "fills its row"),
    ({"content": "hi", "components": [row(menu(2, custom_id="c" * 101))]}, 50035, "custom_id"),
    ({"content": "hi", "components": [row(menu(2, placeholder="p" * 151))]}, 50035, "placeholder"),
    ({"content": "hi", "components": [row(menu(0, options=[{"label": "l" * 101, "value": "v"}]))]}, 50035, "label"),
    ({"content": "hi", "components": [row(menu(0, options=[{"label": "l", "value": "v" * 101}]))]}, 50035, "value"),
    ({"content": "hi", "components": [row(menu(0, options=[DESCRIBED]))]}, 50035, "description"),
    ({"content": "hi", "components": [text_input()]}, 50035, "forms only"),
    ({"content": "hi", "components": [{"type": 10, "content": "x"}], **LAYOUT}, 50035, "layout"),
    ({"components": [{"type": 10, "content": "x" * 4001}], **LAYOUT}, 50035, "4000"),
    ({"components": [{"type": 14}] * 41, **LAYOUT}, 50035, "40"),
    ({"components": [shown("x" * 2001), shown("x" * 2000)], **LAYOUT}, 50035, "4000"),
    ({"components": [shown(" ")], **LAYOUT}, 50035, "required"),
    ({"components": [], **LAYOUT}, 50006, "empty message"),
    ({"components": [{"type": 17, "components": []}], **LAYOUT}, 50035, "In components.components"),
    ({"components": [{"type": 17, "components": [button()]}], **LAYOUT}, 50035, "components.0.type"),
    ({"components": [{"type": 17, "components": [{"type": 17}]}], **LAYOUT}, 50035, "components.0.type"),
    ({"components": [{"type": 17, "components": [shown()], "accent_color": 1 << 24}], **LAYOUT}, 50035, "accent"),
    ({"components": [{"type": 9, "components": [shown()]}], **LAYOUT}, 50035, "accessory"),
    ({"components": [{"type": 9, "components": [shown()] * 4, "accessory": button()}], **LAYOUT}, 50035, "between 1"),
    ({"components": [{"type": 11, "media": {"url": "https://x"}}], **LAYOUT}, 50035, "components.0.type"),
    ({"components": [{"type": 12, "items": []}], **LAYOUT}, 50035, "items"),
    ({"components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}], **LAYOUT}, 50035, "No file"),
    ({"components": [{"type": 13, "file": {"url": "https://x"}}], **LAYOUT}, 50035, "Not a media address"),
    ({"components": [{"type": 14, "spacing": 3}], **LAYOUT}, 50035, "spacing"),
    ({"components": [{"type": 4, "style": 1, "custom_id": "x"}], **LAYOUT}, 50035, "components.0.type"),
    ({"components": [row(menu(2, id=7)), row(button(id=7))], **LAYOUT}, 50035, "cannot be duplicated"),
    ({"content": "hi", "components": [shown()]}, 50035, "components.0.type"),
    ({"content": "hi", "attachments": [{"id": 0, "description": "x" * 1025}]}, 50035, "attachments.0.description"),
    ({"content": "hi", "components": [row({"type": 2, "style": 5, "label": "l", "url": "x" * 513})]}, 50035, "url"),
    ({"content": "hi", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, 50035, "allowed_mentions"),
    ({"content": "hi", "message_reference": {"message_id": "5"}}, 50035, "Unknown message"),
]


@pytest.mark.parametrize(("body", "code", "words"), REFUSED_MESSAGES)
async def test_refuses_messages(rest: Rest, table: Channel, body: Body, code: int, words: str) -> None:
    refused = await rest.refused("POST", f"/channels/{table.id}/messages", body)
    assert refused[0] == code
    assert words in refused[1]
    assert table.messages == []


FORM: Body = {"custom_id": "f", "title": "Form"}
REFUSED_FORMS: list[tuple[Body, str]] = [
    ({"title": "t" * 46}, "title"),
    ({"components": []}, "between 1 and 5"),
    ({"components": [labelled({"type": 4, "style": 1})] * 6}, "between 1 and 5"),
    ({"components": [labelled({"type": 4, "style": 1}, label="l" * 46)]}, "label"),
    ({"components": [labelled({"type": 4, "style": 1}, description="d" * 101)]}, "description"),
    ({"components": [labelled({"type": 4, "style": 1, "max_length": 3, "value": "long"})]}, "max_length"),
    ({"components": [labelled({"type": 2, "style": 1, "label": "b"})]}, "Forms hold"),
    ({"components": [labelled({"type": 21, "options": options(1)})]}, "between 2 and 10"),
    ({"components": [labelled({"type": 21, "options": options(11)})]}, "between 2 and 10"),
    ({"components": [labelled({"type": 21, "options": options(2, default=True)})]}, "default"),
    ({"components": [labelled({"type": 22, "options": options(11)})]}, "between 1 and 10"),
    ({"components": [labelled({"type": 22, "options": options(3), "min_values": 0})]}, "At least 1"),
    ({"components": [labelled({"type": 22, "options": options(3), "max_values": 4})]}, "More values"),
    ({"components": [labelled({"type": 3, "options": options(3), "min_values": 0})]}, "At least 1"),
    ({"components": [labelled({"type": 3, "options": options(3), "disabled": True})]}, "disabled"),
    ({"components": [labelled({"type": 4, "style": 1}), labelled({"type": 4, "style": 1})]}, "duplicated"),
]


@pytest.mark.parametrize(("body", "words"), REFUSED_FORMS)
def test_refuses_forms(body: Body, words: str) -> None:
    with pytest.raises(DiscordError, match=words):
        check_form(FORM | body)


async def test_limits_are_taken_to_the_last(rest: Rest, table: Channel) -> None:
    rows = [row(*(button(5 * n + k) for k in range(5))) for n in range(4)] + [row(menu(25))]
    await rest("POST", f"/channels/{table.id}/messages", {"content": "x" * 2000, "components": rows})
    assert len(table.last.labels) == 20
    assert table.last.menu()["custom_id"] == "menu"


GAME = {"type": 3, "name": "game", "description": "d"}
REFUSED_COMMANDS: list[tuple[list[Body], str]] = [
    ([{"name": "Play", "description": "d"}], "APPLICATION_COMMAND_INVALID_NAME"),
    ([{"name": "play it", "description": "d"}], "APPLICATION_COMMAND_INVALID_NAME"),
    ([{"name": "play", "description": ""}], "description"),
    ([{"name": "play", "description": "d" * 101}], "description"),
    ([{"name": "play", "description": "d"}] * 2, "must be unique"),
    ([{"name": "a", "description": "d", "options": [{"type": 3, "name": "b", "description": ""}]}], "description"),
    ([{"name": "a", "description": "d", "options": [{**GAME, "name": f"b{n}"} for n in range(26)]}], "In 0.options"),
    ([{"name": "a", "description": "d", "options": [{**GAME, "choices": [{"name": "", "value": "x"}]}]}], "choices.0"),
    ([{**GAME, "type": 1, "options": [{**GAME, "choices": [{"name": "x", "value": "x" * 101}]}]}], "value"),
    ([{"name": f"a{n}", "description": "d"} for n in range(101)], "In commands"),
    ([{"name": "n" * 33, "type": 3}], "In 0.name"),
    (
        [{"name": "a", "description": "d", "options": [
            {"type": 3, "name": "b", "description": "d"},
            {"type": 3, "name": "c", "description": "d", "required": True},
        ]}],
        "before non-required",
    ),
    (
        [{"name": "a", "description": "d", "options": [
            {"type": 1, "name": "b", "description": "d"}, {"type": 3, "name": "c", "description": "d"},
        ]}],
        "not both",
    ),
    (
        [{"name": "a", "description": "d", "options": [
            {**GAME, "autocomplete": True, "choices": [{"name": "x", "value": "x"}]},
        ]}],
        "not both",
    ),
    (
        [{"name": "a", "description": "d", "options": [
            {**GAME, "choices": [{"name": str(n), "value": "x"} for n in range(26)]},
        ]}],
        "choices",
    ),
    ([{"name": "a", "description": "d", "default_member_permissions": "admin"}], "default_member_permissions"),
    ([{"name": "a", "description": "d", "options": [GAME, GAME]}], "must be unique"),
    ([{"name": "a", "description": "d", "options": [{**GAME, "type": 12}]}], "type"),
    ([{"name": "a", "description": "d", "options": [{**GAME, "type": 1, "options": [{**GAME, "type": 1}]}]}], "type"),
]  # fmt: skip


@pytest.mark.parametrize(("commands", "words"), REFUSED_COMMANDS)
async def test_refuses_commands(dc: FakeDiscord, rest: Rest, commands: list[Body], words: str) -> None:
    code, text = await rest.refused("PUT", f"/applications/{dc.bot.id}/commands", commands)
    assert code == 50035
    assert words in text or words in str(dc.calls[-1].answer)
    assert dc.commands.scopes[0] == {}


async def test_commands_are_offered_where_their_contexts_allow(
    dc: FakeDiscord, rest: Rest, table: Channel, ann: Person
) -> None:
    commands = [
        {"name": "everywhere", "description": "d"},
        {"name": "servers", "description": "d", "contexts": [0]},
        {"name": "direct", "description": "d", "contexts": [1]},
        {"name": "old", "description": "d", "dm_permission": False},
        {"name": "users", "description": "d", "integration_types": [1]},
        {"name": "nobody", "description": "d", "default_member_permissions": "0"},
    ]
    await rest("PUT", f"/applications/{dc.bot.id}/commands", commands)
    assert set(ann.commands(table)) == {"/everywhere", "/servers", "/old"}
    assert set(ann.commands(ann.dm())) == {"/everywhere", "/direct", "/nobody"}
    table.deny(ann, "use_application_commands")
    assert ann.commands(table) == {}


async def test_a_command_both_global_and_in_a_server_shows_twice(dc: FakeDiscord, rest: Rest, table: Channel) -> None:
    assert table.guild is not None
    play = [{"name": "play", "description": "Start"}]
    await rest("PUT", f"/applications/{dc.bot.id}/commands", play)
    (stored,) = await rest("PUT", f"/applications/{dc.bot.id}/guilds/{table.guild.id}/commands", play)
    assert {"id", "application_id", "version", "guild_id"} <= set(stored)
    with pytest.raises(AssertionError, match="/play is registered globally and in a server"):
        dc.assert_manners()


async def test_enforced_nonces_give_the_first_message_back(dc: FakeDiscord, rest: Rest, table: Channel) -> None:
    path = f"/channels/{table.id}/messages"
    first = await rest("POST", path, {"content": "one", "nonce": "n", "enforce_nonce": True})
    again = await rest("POST", path, {"content": "one", "nonce": "n", "enforce_nonce": True})
    assert first["id"] == again["id"]
    await rest("POST", path, {"content": "one", "nonce": "n"})
    dc.nonce_window = 0.0
    await rest("POST", path, {"content": "one", "nonce": "n", "enforce_nonce": True})
    assert len(table.messages) == 3


async def test_only_own_messages_can_be_edited(rest: Rest, table: Channel, ann: Person) -> None:
    theirs = await ann.says(table, "mine")
    path = f"/channels/{table.id}/messages/{theirs.id}"
    assert (await rest.refused("PATCH", path, {"content": "?"}))[0] == 50005
    assert (await rest.refused("DELETE", path))[0] == 50013
    await ann.deletes(theirs)
    assert (await rest.refused("GET", path))[0] == 10008


async def test_the_layout_flag_stays(rest: Rest, table: Channel) -> None:
    body = {"components": [{"type": 10, "content": "x"}], **LAYOUT}
    sent = await rest("POST", f"/channels/{table.id}/messages", body)
    path = f"/channels/{table.id}/messages/{sent['id']}"
    assert (await rest.refused("PATCH", path, {"content": "x", "components": [], "flags": 0}))[0] == 50035
    assert table.last.text == "x"


async def test_history_in_pages(rest: Rest, table: Channel, ann: Person) -> None:
    sent = [await ann.says(table, str(n)) for n in range(5)]

    async def page(**params: str) -> list[str]:
        found = await rest("GET", f"/channels/{table.id}/messages", **params)
        return [message["id"] for message in found]

    def ids(*messages: Message) -> list[str]:
        return [str(message.id) for message in messages]

    assert await page(limit="2") == ids(sent[4], sent[3])
    assert await page(after=str(sent[1].id), limit="2") == ids(sent[3], sent[2])
    assert await page(before=str(sent[1].id)) == ids(sent[0])
    assert await page(around=str(sent[2].id), limit="3") == ids(sent[3], sent[2], sent[1])
    assert (await rest.refused("GET", f"/channels/{table.id}/messages", limit="101"))[0] == 50035
    table.deny(None, "read_message_history")
    assert await page() == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "", "type": 11}, 50035),
        ({"name": "n" * 101, "type": 11}, 50035),
        ({"name": "n", "type": 5}, 50035),
        ({"name": "n", "type": 11, "auto_archive_duration": 61}, 50035),
    ],
)
async def test_refuses_threads(rest: Rest, table: Channel, body: Body, code: int) -> None:
    assert (await rest.refused("POST", f"/channels/{table.id}/threads", body))[0] == code


async def test_threads_private_by_default_and_once_a_message(dc: FakeDiscord, rest: Rest, table: Channel) -> None:
    assert table.guild is not None
    ann, bea = table.guild.member("Ann"), table.guild.member("Bea")
    mod = table.guild.member("Mod", permissions=["manage_threads"])
    thread = dc.channels[int((await rest("POST", f"/channels/{table.id}/threads", {"name": "secret"}))["id"])]
    await rest("PUT", f"/channels/{thread.id}/thread-members/{ann.id}")
    await rest("POST", f"/channels/{thread.id}/messages", {"content": "limit $40", **NOBODY})
    assert dc.audience("limit $40") == {"Ann", "Mod"}
    with pytest.raises(Impossible):
        await bea.says(thread, "hello")
    assert mod.sees(thread)
    assert (await rest.refused("PUT", f"/channels/{thread.id}/thread-members/5"))[0] == 10013
    asked = await ann.says(table, "start here")
    path = f"/channels/{table.id}/messages/{asked.id}/threads"
    await rest("POST", path, {"name": "public"})
    assert (await rest.refused("POST", path, {"name": "public"}))[0] == 160004
    assert (await rest.refused("POST", f"/channels/{thread.id}/threads", {"name": "deeper"}))[0] == 50024


async def test_direct_chats_need_a_person_and_a_shared_server(dc: FakeDiscord, rest: Rest, ann: Person) -> None:
    assert (await rest.refused("POST", "/users/@me/channels", {"recipient_id": "5"}))[0] == 50033
    stranger = dc.person("Stranger")
    chat = await rest("POST", "/users/@me/channels", {"recipient_id": str(stranger.id)})
    assert (await rest.refused("POST", f"/channels/{chat['id']}/messages", {"content": "hi"}))[0] == 50007
    chat = await rest("POST", "/users/@me/channels", {"recipient_id": str(ann.id)})
    assert chat["id"] == str(ann.dm().id)
    await rest("POST", f"/channels/{chat['id']}/messages", {"content": "hi"})
    theirs = await ann.says(ann.dm(), "hello")
    assert (await rest.refused("DELETE", f"/channels/{chat['id']}/messages/{theirs.id}"))[0] == 50003


async def test_unknown_routes_and_refusals_are_bad_manners(dc: FakeDiscord, rest: Rest, table: Channel) -> None:
    assert (await rest.refused("GET", f"/channels/{table.id}/webhooks"))[0] == 0
    assert (await rest.refused("GET", "/channels/5"))[0] == 10003
    await rest.refused("POST", f"/channels/{table.id}/messages", {"content": "x" * 2001})
    assert len(dc.breaches()) == 2
    assert "this fake has no GET" in dc.breaches()[0]
    dc.assert_manners(forgive=("this fake", "Invalid Form Body"))


async def test_the_screen_shows_markdown_as_people_see_it(rest: Rest, table: Channel, ann: Person) -> None:
    text = f"## Deal\n**Final** price for {ann.mention}: ~~$50~~ *$47*, `code` 2\\*3 <t:1:f>"
    text += "\n```\n+--+\n| *|\n+--+\n```bye"
    await rest("POST", f"/channels/{table.id}/messages", {"content": text, **NOBODY})
    expected = "Deal\nFinal price for @Ann: $50 $47, code 2*3 (time)\n\n+--+\n| *|\n+--+\nbye"
    assert ann.sees(table)[0].text == expected
