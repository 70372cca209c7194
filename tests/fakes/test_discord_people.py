"""People on the fake Discord: what they can send, and what their client would not let them do."""

from typing import Any

import pytest

from tests.fakes import FakeDiscord, Impossible
from tests.fakes.discord_bodies import Body, Rest, button, menu, row, text_input
from tests.fakes.discord_interactions import Interaction
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel


def option(kind: int, name: str, **more: Any) -> Body:
    return {"type": kind, "name": name, "description": "d", **more}


@pytest.fixture
async def offer(dc: FakeDiscord, rest: Rest) -> None:
    """`/game offer`, with an option of every kind, and `/game teams list`."""
    options = [
        option(3, "name", required=True, min_length=2, max_length=4),
        option(3, "role", choices=[{"name": "Buyer", "value": "b"}, {"name": "Seller", "value": "s"}]),
        option(4, "round", min_value=1, max_value=6),
        option(5, "public"),
        option(6, "with"),
        option(7, "in"),
        option(10, "price"),
    ]
    groups = [option(1, "offer", options=options), option(2, "teams", options=[option(1, "list")])]
    await rest("PUT", f"/applications/{dc.bot.id}/commands", [option(1, "game", options=groups) | {"type": 1}])


@pytest.mark.usefixtures("offer")
async def test_options_travel_with_their_types(table: Channel, ann: Person) -> None:
    given: dict[str, Any] = {"name": "ab", "role": "Seller", "round": 3, "public": True, "with": ann, "in": table}
    act = await ann.slash(table, "game offer", **given, price=4.5)
    (sub,) = act.data["options"]
    sent = {item["name"]: item["value"] for item in sub["options"]}
    assert sent == {
        "name": "ab", "role": "s", "round": 3, "public": True, "with": "77", "in": str(table.id), "price": 4.5,
    }  # fmt: skip
    assert act.data["resolved"]["users"]["77"]["username"] == "ann"
    assert act.data["resolved"]["channels"][str(table.id)]["name"] == "table"
    assert act.what == "/game offer"
    assert (await ann.slash(table, "game teams list")).what == "/game teams list"


@pytest.mark.usefixtures("offer")
@pytest.mark.parametrize(
    ("path", "options", "why"),
    [
        ("game", {}, "needs a subcommand"),
        ("game sell", {}, "no subcommand"),
        ("game teams", {}, "needs a subcommand"),
        ("game offer", {}, "needs name"),
        ("game offer", {"name": "ab", "prize": 1}, "has no option"),
        ("game offer", {"name": "a"}, "too short"),
        ("game offer", {"name": "abcde"}, "too long"),
        ("game offer", {"name": 12}, "does not take"),
        ("game offer", {"name": "ab", "role": "Judge"}, "is not one of"),
        ("game offer", {"name": "ab", "round": 7}, "out of range"),
        ("game offer", {"name": "ab", "round": True}, "does not take"),
        ("play", {}, "has no /play"),
    ],
)
async def test_commands_a_client_does_not_send(
    table: Channel, ann: Person, path: str, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(Impossible, match=why):
        await ann.slash(table, path, **options)


@pytest.mark.usefixtures("offer")
async def test_only_options_with_autocomplete_are_completed(table: Channel, ann: Person) -> None:
    with pytest.raises(Impossible, match="completes no option"):
        await ann.completes(table, "game offer", "name", "a")


async def test_what_clients_do_not_let_people_do(dc: FakeDiscord, rest: Rest, table: Channel, ann: Person) -> None:
    link = {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"}
    body = {"content": "hi", "components": [row(button(), link), row(menu(2))]}
    await rest("POST", f"/channels/{table.id}/messages", body)
    message = table.last
    bea = dc.person("Bea")
    theirs = await ann.says(table, "mine")
    for attempt, why in (
        (ann.says(table, " "), "1 to 2000"),
        (ann.says(table, "x" * 2001), "1 to 2000"),
        (ann.edits(message, "no"), "own messages"),
        (bea.deletes(theirs), "may not delete"),
        (ann.presses(message, "Rules"), "tells the bot nothing"),
        (ann.presses(message, "Rematch"), "no single enabled button"),
        (ann.picks(message, "Item 9"), "the menu offers"),
        (ann.picks(message, "Item 1", menu="Other"), "no single menu"),
        (bea.says(table, "let me in"), "cannot write"),
    ):
        with pytest.raises(Impossible, match=why):
            await attempt
    await ann.edits(theirs, "still mine")
    assert theirs.text == "still mine"
    await ann.deletes(theirs)
    assert not ann.can_see(theirs)


async def test_forms_belong_to_who_opened_them(dc: FakeDiscord, rest: Rest, act: Interaction, ann: Person) -> None:
    form = {"title": "T", "custom_id": "f", "components": [text_input(required=False)]}
    await rest("POST", f"/interactions/{act.id}/{act.token}/callback", {"type": 9, "data": form})
    opened = await act.opened()
    for attempt, why in (
        (dc.person("Bea").fills(opened, "1"), "screen of Ann"),
        (ann.fills(opened, "1", "2"), "has 1 fields"),
        (ann.fills(opened, amount="1"), "no field 'amount'"),
    ):
        with pytest.raises(Impossible, match=why):
            await attempt
    assert (await ann.fills(opened)).data["components"][0]["components"][0]["value"] == ""


async def test_moderators_archive_and_delete(rest: Rest, table: Channel, ann: Person) -> None:
    made = await rest("POST", f"/channels/{table.id}/threads", {"name": "t", "type": 11})
    (thread,) = table.threads
    assert made["name"] == "t"
    assert thread.title == "#table > t"
    await ann.says(thread, "hello")
    assert ann.id in thread.joined
    thread.archive(locked=True)
    with pytest.raises(Impossible, match="cannot write"):
        await ann.says(thread, "hello?")
    thread.delete()
    assert ann.sees(thread) == []
    assert table.threads == []
    with pytest.raises(Impossible, match="no permissions of its own"):
        thread.deny(ann, "send_messages")
