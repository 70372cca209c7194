"""Commands, presses, forms and suggestions: what Discord allows as an answer, and what people can do."""

from typing import Any

import pytest

from tests.fakes import FakeDiscord, Impossible
from tests.fakes.discord_bodies import NOBODY, Body, Rest, button, menu, row, text_input
from tests.fakes.discord_interactions import Interaction
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel

LABEL = {"type": 18, "label": "l", "component": menu(2)}


def callback(act: Interaction) -> str:
    return f"/interactions/{act.id}/{act.token}/callback"


def webhook(act: Interaction) -> str:
    return f"/webhooks/{act.dc.bot.id}/{act.token}"


def said(text: str, **more: Any) -> Body:
    return {"type": 4, "data": {"content": text, **more}}


async def pressed(rest: Rest, table: Channel, ann: Person) -> Interaction:
    await rest("POST", f"/channels/{table.id}/messages", {"content": "hi", "components": [row(button())]})
    return await ann.presses(table.last, "Button")


async def test_an_interaction_is_answered_once(rest: Rest, act: Interaction) -> None:
    await rest("POST", callback(act), said("one"))
    assert (await rest.refused("POST", callback(act), said("two")))[0] == 40060
    assert [message.text for message in act.replies] == ["one"]
    assert act.delay is not None


async def test_an_interaction_dies(rest: Rest, act: Interaction) -> None:
    act.expire()
    assert (await rest.refused("POST", callback(act), said("late")))[0] == 10062
    assert (await rest.refused("POST", "/interactions/5/x/callback", said("?")))[0] == 10062
    assert act.failed


@pytest.mark.parametrize("kind", [6, 7, 8, 1, 12])
async def test_a_command_takes_no_updates(rest: Rest, act: Interaction, kind: int) -> None:
    assert (await rest.refused("POST", callback(act), {"type": kind, "data": {"content": "x"}}))[0] == 50035
    assert act.ack is None


@pytest.mark.parametrize(
    "form",
    [
        {"title": "T" * 46, "custom_id": "f", "components": [text_input()]},
        {"title": "T", "custom_id": "", "components": [text_input()]},
        {"title": "T", "custom_id": "f" * 101, "components": [text_input()]},
        {"title": "T", "custom_id": "f", "components": []},
        {"title": "T", "custom_id": "f", "components": [text_input(custom_id=str(n)) for n in range(6)]},
        {"title": "T", "custom_id": "f", "components": [text_input(), text_input()]},
        {"title": "T", "custom_id": "f", "components": [text_input(label="l" * 46)]},
        {"title": "T", "custom_id": "f", "components": [text_input(placeholder="p" * 101)]},
        {"title": "T", "custom_id": "f", "components": [text_input(style=3)]},
        {"title": "T", "custom_id": "f", "components": [text_input(max_length=4001)]},
        {"title": "T", "custom_id": "f", "components": [row(button())]},
        {"title": "T", "custom_id": "f", "components": [{"type": 18, "label": "", "component": menu(2)}]},
        {"title": "T", "custom_id": "f", "components": [{"type": 18, "label": "l", "component": menu(26)}]},
        {"title": "T", "custom_id": "f", "components": [{**LABEL, "description": "d" * 101}]},
        {"title": "T", "custom_id": "f", "components": [text_input(custom_id="c" * 101)]},
        {"title": "T", "custom_id": "f", "components": [text_input(value="v" * 4001)]},
        {"title": "T", "custom_id": "f", "components": [row(*text_input()["components"], *text_input()["components"])]},
    ],
)
async def test_refuses_forms(rest: Rest, act: Interaction, form: Body) -> None:
    assert (await rest.refused("POST", callback(act), {"type": 9, "data": form}))[0] == 50035
    assert act.form is None


async def test_forms_are_filled_within_their_bounds(rest: Rest, act: Interaction, ann: Person) -> None:
    label = {"type": 18, "label": "Item", "component": menu(3, required=False)}
    form = {"title": "T", "custom_id": "f", "components": [text_input(min_length=2, max_length=4), label]}
    await rest("POST", callback(act), {"type": 9, "data": form})
    opened = await act.opened()
    assert opened.labels == ["Price", "Item"]
    for value in ("", "4", "12345"):
        with pytest.raises(Impossible, match="2 to 4 characters"):
            await ann.fills(opened, value)
    with pytest.raises(Impossible, match="no option"):
        await ann.fills(opened, "44", "Item 9")
    sent = await ann.fills(opened, "44", Item=["Item 2"])
    assert sent.data["components"] == [
        {"type": 1, "id": 1, "components": [{"type": 4, "id": 2, "custom_id": "price", "value": "44"}]},
        {"type": 18, "id": 3, "component": {"type": 3, "id": 4, "custom_id": "menu", "values": ["2"]}},
    ]
    assert (await rest.refused("POST", callback(sent), {"type": 9, "data": form}))[0] == 50035


async def test_a_deferred_answer_keeps_its_visibility(
    rest: Rest, act: Interaction, table: Channel, ann: Person
) -> None:
    await rest("POST", callback(act), {"type": 5, "data": {"flags": 64}})
    assert ann.sees(table)[0].text == "Parley is thinking..."
    await rest("POST", webhook(act), {"content": "for you", **NOBODY})
    assert [(message.text, message.ephemeral) for message in act.replies] == [("for you", True)]
    await rest("POST", webhook(act), {"content": "for all", **NOBODY})
    assert table.texts == ["for all"]
    assert not ann.sees(table)[0].edited


async def test_an_ephemeral_message_cannot_be_reached_through_the_channel(
    rest: Rest, act: Interaction, table: Channel
) -> None:
    body = await rest("POST", callback(act), said("psst", flags=64), with_response="1")
    message = body["resource"]["message"]
    path = f"/channels/{table.id}/messages/{message['id']}"
    assert (await rest.refused("PATCH", path, {"content": "?"}))[0] == 10008
    assert await rest("GET", f"/channels/{table.id}/messages") == []
    await rest("PATCH", webhook(act) + "/messages/@original", {"content": "changed"})
    assert act.replies[0].text == "changed"


async def test_follow_ups_need_an_answer_and_a_living_token(rest: Rest, act: Interaction) -> None:
    assert (await rest.refused("POST", webhook(act), {"content": "too early"}))[0] == 10015
    await rest("POST", callback(act), said("one"))
    await rest("POST", webhook(act), {"content": "two"})
    act.expire_token()
    assert (await rest.refused("POST", webhook(act), {"content": "three"}))[0] == 50027


async def test_a_deferred_answer_carries_no_layout_flag(rest: Rest, act: Interaction) -> None:
    assert (await rest.refused("POST", callback(act), {"type": 5, "data": {"flags": 1 << 15}}))[0] == 50035


async def test_a_press_updates_its_message(rest: Rest, table: Channel, ann: Person) -> None:
    act = await pressed(rest, table, ann)
    await rest("POST", callback(act), {"type": 7, "data": {"content": "done", "components": []}})
    assert (table.last.text, table.last.labels, table.last.edited) == ("done", [], True)
    with pytest.raises(Impossible):
        await ann.presses(table.last, "Button")
    await ann.presses(table.last, "Button", stale=True)


async def test_disabled_buttons_cannot_be_pressed(rest: Rest, table: Channel, ann: Person) -> None:
    body = {"content": "hi", "components": [row(button(disabled=True))]}
    await rest("POST", f"/channels/{table.id}/messages", body)
    with pytest.raises(Impossible, match="no single enabled button"):
        await ann.presses(table.last, "Button")
    assert ann.sees(table)[0].rows == (("(Button 0)",),)


async def test_people_press_only_what_they_see(dc: FakeDiscord, rest: Rest, act: Interaction, table: Channel) -> None:
    assert table.guild is not None
    bea, stranger = table.guild.member("Bea"), dc.person("Stranger")
    await rest("POST", callback(act), said("psst", flags=64, components=[row(button())]))
    for person in (bea, stranger):
        with pytest.raises(Impossible, match="does not see"):
            await person.presses(act.replies[0], "Button")


async def test_menus_take_as_many_as_they_say(rest: Rest, table: Channel, ann: Person) -> None:
    body = {"content": "hi", "components": [row(menu(4, min_values=2, max_values=3, placeholder="Pick"))]}
    await rest("POST", f"/channels/{table.id}/messages", body)
    with pytest.raises(Impossible, match="2 to 3"):
        await ann.picks(table.last, "Item 1")
    act = await ann.picks(table.last, "Item 1", "Item 3")
    assert act.data == {"custom_id": "menu", "id": 2, "component_type": 3, "values": ["1", "3"]}
    assert ann.sees(table)[0].rows == (("Pick v",),)


async def test_too_many_or_too_long_suggestions(dc: FakeDiscord, rest: Rest, table: Channel, ann: Person) -> None:
    option = {"type": 3, "name": "name", "description": "d", "autocomplete": True}
    await rest("PUT", f"/applications/{dc.bot.id}/commands", [{"name": "x", "description": "d", "options": [option]}])
    act = await ann.types(table, "x", "name", "ba")
    assert act.data["options"] == [{"name": "name", "type": 3, "value": "ba", "focused": True}]
    for choices in ([{"name": str(n), "value": "x"} for n in range(26)], [{"name": "n" * 101, "value": "x"}]):
        assert (await rest.refused("POST", callback(act), {"type": 8, "data": {"choices": choices}}))[0] == 50035
    await rest("POST", callback(act), {"type": 8, "data": {"choices": []}})
    assert await act.completed() == []
