"""Reading of updates: those that count, and those that we let pass."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.adapters.telegram.reading import LONGEST, MOST_ENTITIES, SHORT, act_of, addressed, came, home, inbound
from bot.session.model.inbound import Act, Command, Text
from bot.session.router import WORDLESS

ANN = {"id": 42, "first_name": "Ann", "is_bot": False, "language_code": "de"}
HERE = {"id": 42, "type": "private", "first_name": "Ann"}


def message(**fields: Any) -> dict[str, Any]:
    return {"update_id": 7, "message": {"message_id": 3, "date": 0, "chat": HERE, "from": ANN, **fields}}


def test_a_message() -> None:
    found = came(message(text="how about 44"))
    assert found is not None
    assert (found.update, found.chat, found.private, found.message) == (7, 42, True, 3)
    assert (found.user, found.name, found.locale, found.said, found.query) == (42, "Ann", "de", "how about 44", "")


def test_an_act_is_as_old_as_its_reading_however_long_it_waits_for_its_turn() -> None:
    found = came(message(text="deal"))
    assert found is not None
    assert inbound(replace(found, at=5), Text("deal"), 1).at == 5
    assert found.at > 0


def test_a_press() -> None:
    query = {"id": "9", "from": ANN, "data": "s.1.0:0", "message": {"message_id": 3, "chat": HERE}}
    found = came({"update_id": 8, "callback_query": query})
    assert found is not None
    assert (found.query, found.said, found.chat, found.message, found.there) == ("9", "s.1.0:0", 42, 3, False)


@pytest.mark.parametrize(("data", "there"), [("s.1.0:0", True), ("s.1.0:0:a:0+1", True), ("s.1.1:0", False)])
def test_whether_the_buttons_of_the_post_are_still_there(data: str, there: bool) -> None:
    markup = {"inline_keyboard": [[{"text": "Accept", "callback_data": "s.1.0:0"}, {"text": "x", "url": "http://x"}]]}
    message = {"message_id": 3, "chat": HERE, "reply_markup": markup}
    found = came({"update_id": 8, "callback_query": {"id": "9", "from": ANN, "data": data, "message": message}})
    assert found is not None
    assert found.there is there


@pytest.mark.parametrize(
    "fields",
    [{"sticker": {}}, {"photo": [], "caption": "45"}, {"voice": {}}, {"dice": {"value": 6}}],
    ids=["sticker", "photo", "voice", "dice"],
)
def test_a_picture_or_the_like_says_nothing_whatever_stands_under_it(fields: dict[str, Any]) -> None:
    found = came(message(**fields))
    assert found is not None
    assert act_of(found.said, "parley_bot") == Command(WORDLESS)


@pytest.mark.parametrize(
    ("text", "said"),
    [("accept", f"/{WORDLESS}"), ("/accept", f"/{WORDLESS}"), ("/join KFMRTA", "/join KFMRTA")],
)
def test_what_somebody_else_wrote_is_no_move_but_an_invitation(text: str, said: str) -> None:
    origin = {"type": "hidden_user", "date": 1, "sender_user_name": "Bob"}
    found = came(message(text=text, forward_origin=origin))
    assert found is not None
    assert found.said == said


def test_words_that_are_changed_are_no_words() -> None:
    found = came({"update_id": 1, "edited_message": message(text="45")["message"]})
    assert found is not None
    assert (found.edits, found.said) == (True, "")


@pytest.mark.parametrize(
    "update",
    [
        {"update_id": 1, "edited_message": message(location={"latitude": 1.0, "longitude": 2.0})["message"]},
        {"update_id": 1, "my_chat_member": {}},
        message(pinned_message={}),
        message(new_chat_title="Table"),
        message(text="45", **{"from": {**ANN, "is_bot": True}}),
        {"update_id": 1, "message": {"message_id": 3, "chat": HERE, "text": "a channel has no author"}},
        {"update_id": 1, "callback_query": {"id": "9", "from": ANN, "inline_message_id": "i", "data": "x"}},
        {"update_id": 1, "something_new": {"of": "next year"}},
    ],
    ids=["moving", "membership", "pin", "title", "bot", "channel", "inline", "unknown"],
)
def test_what_is_let_pass(update: dict[str, Any]) -> None:
    assert came(update) is None


def test_a_hostile_name_is_one_short_line() -> None:
    found = came(message(text="hi", **{"from": {**ANN, "first_name": "Mallory\n\u202eAI\x00 " + "x" * 200}}))
    assert found is not None
    assert found.name.startswith("Mallory AI x")
    assert len(found.name) == 32


def test_half_a_character_can_be_stored() -> None:
    found = came(message(text="\ud83d offer 45"))
    assert found is not None
    assert found.said == "? offer 45"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["message", "callback_query", "from", "chat", "id", "text", "message_id", "data"]),
                inner,
                max_size=5,
            )
        ),
        max_leaves=15,
    )
)
def test_no_update_does_worse_than_being_refused(content: Any) -> None:
    try:
        came({"update_id": 1, "message": content})
        came({"update_id": 1, "callback_query": content})
    except (LookupError, TypeError, ValueError, AttributeError):
        pass


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("how about 44", Text("how about 44")),
        ("/play", Command("play")),
        ("/Play@Parley_Bot bargaining", Command("play", "bargaining")),
        ("/say hello\nthere", Command("say", "hello\nthere")),
        ("/offer\n44", Command("offer", "44")),
        ("/start play", Command("start")),
        ("/start play-trading", Command("play", "trading")),
        ("/start KFMRTA", Command("start", "KFMRTA")),
        ("/weather@other_bot", None),
        ("/", Text("/")),
        ("// 45", Text("// 45")),
        ("", Text("")),
        ("45 /offer@parley_bot/rules@parley_bot", Text("45   ")),
        ("me@example.org says 45", Text("me@example.org says 45")),
        ("/say 45 /offer@parley_bot", Command("say", "45")),
        ("/game import name: /x@y", Command("game", "import name: /x@y")),
    ],
)
def test_words_and_commands(text: str, act: Act | None) -> None:
    assert act_of(text, "parley_bot") == act


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("/play", "play"),
        ("/play trading", "play-trading"),
        ("/play trading human", "play"),
        ("/start KFMRTA", "KFMRTA"),
        ("/help", "play"),
        ("/weather", None),
        ("/weather@other_bot", None),
        ("hello", None),
    ],
)
def test_where_a_command_in_a_group_goes_on(text: str, payload: str | None) -> None:
    act = act_of(text, "parley_bot")
    assert (home(act) if act is not None else None) == payload


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("/start haggle", "haggle"),
        ("/start play-haggle", "play-haggle"),
        ("/join KFM RTA seller", "KFMRTA"),
        ("/game list", ""),
        ("/audit", ""),
        ("/weather@parley_bot", "play"),
        ("/game@other_bot list", None),
    ],
)
def test_where_more_commands_in_a_group_go_on(text: str, payload: str | None) -> None:
    act = act_of(text, "parley_bot")
    assert (home(act, addressed(text)) if act is not None else None) == payload


def test_who_writes_in_the_name_of_a_group_is_heard() -> None:
    anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    there = {"id": -100, "type": "supergroup", "title": "Table"}
    found = came(message(text="/play", chat=there, sender_chat=there, **{"from": anonymous}))
    assert found is not None
    assert found.said == "/play"


def test_the_topic_of_a_forum_is_kept_and_a_thread_of_replies_is_none() -> None:
    assert came(message(text="hi", message_thread_id=7, is_topic_message=True)).place == "telegram:42/7"  # type: ignore[union-attr]
    assert came(message(text="hi", message_thread_id=7)).place == "telegram:42"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "entities", "said"),
    [
        ("deal", [("strikethrough", 0, 4)], "~~deal~~"),
        ("😀 44 or 45", [("strikethrough", 3, 2)], "😀 ~~44~~ or 45"),
        ("44 45", [("strikethrough", 0, 2), ("bold", 3, 2)], "~~44~~ 45"),
        ("I take 55\nno, 45", [("blockquote", 0, 9)], "> I take 55\nno, 45"),
        ("55\n56\n45", [("expandable_blockquote", 0, 5)], "> 55\n> 56\n45"),
        ("55\n45", [("blockquote", 0, 3)], "> 55\n45"),
        ("5545", [("blockquote", 0, 2)], "> 55\n45"),
        ("/offer 44", [("bot_command", 0, 6)], "/offer 44"),
    ],
)
def test_what_is_struck_through_or_quoted_is_marked(text: str, entities: list[tuple[str, int, int]], said: str) -> None:
    told = [{"type": kind, "offset": offset, "length": length} for kind, offset, length in entities]
    found = came(message(text=text, entities=told))
    assert found is not None
    assert found.said == said


def test_every_text_of_an_update_is_bounded_and_can_be_stored() -> None:
    half = "\ud800" * 50_000
    markup = {"inline_keyboard": [[{"callback_data": half}]]}
    who = ANN | {"first_name": half, "language_code": half}
    said = came(message(text=half, reply_to_message={"reply_markup": markup}))
    named = came({"update_id": 1, "message": message(text="hi")["message"] | {"from": who}})
    press = {"id": half, "from": who, "data": half, "message": {"message_id": 3, "chat": HERE, "reply_markup": markup}}
    pressed = came({"update_id": 2, "callback_query": press})
    for found in (said, named, pressed):
        assert found is not None
        for text, most in (
            (found.said, LONGEST),
            (found.reply, LONGEST),
            (found.name, SHORT),
            (found.locale, SHORT),
            (found.query, SHORT),
        ):
            assert len(text.encode()) <= most


def test_no_more_parts_of_a_message_are_marked_than_telegram_can_mark() -> None:
    told = [{"type": "strikethrough", "offset": at, "length": 1} for at in range(4_000)]
    found, bounded = (came(message(text="ab" * 2_000, entities=some)) for some in (told, told[:MOST_ENTITIES]))
    assert found is not None
    assert bounded is not None
    assert found.said == bounded.said
    assert found.said.count("~~") == 2 * MOST_ENTITIES
