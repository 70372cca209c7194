"""Records of the inbox: an act with its meaning, settled once; and acts that an earlier version recorded alone."""

from typing import Any

import pytest
from msgspec import UNSET, Struct

from bot.session import router
from bot.session.handlers import HANDLERS
from bot.session.model.inbound import Act, Answer, Command, Inbound, Join, Open, Press, Text
from bot.session.model.intent import (
    Account,
    Aside,
    Help,
    Intent,
    PlayPress,
    PlayText,
    Pressed,
    Refused,
    Request,
    Resume,
    Turn,
    recorded,
    sender,
)
from games.core.codec import decode, encode
from games.core.contract import Seat
from storage.base import Input, Store, Taken
from tests.bot.session.harness import Room

SEEN = {"accept", "commit", "post", "pointed", "load", "sessions", "answered", "claim", "point"}


class Watched:
    """A store that notes which of its methods are called, and what is recorded."""

    def __init__(self, store: Store) -> None:
        self.store, self.calls, self.bodies = store, list[str](), list[Input]()

    def __getattr__(self, name: str) -> Any:
        if name in SEEN:
            self.calls.append(name)
        return getattr(self.store, name)

    async def accept(self, input: Input, to: str = "") -> Taken:
        self.calls.append("accept")
        self.bodies.append(input)
        return await self.store.accept(input, to)


@pytest.fixture
def watched(room: Room, store: Store) -> Watched:
    watched = Watched(store)
    room.store = watched
    room.manager = room.process()
    return watched


def intents(watched: Watched) -> list[Intent]:
    found = [recorded(row).intent for row in watched.bodies]
    return [intent for intent in found if intent is not UNSET]


async def test_words_cost_two_calls_of_the_store(room: Room, watched: Watched) -> None:
    await room.open("number")
    watched.calls.clear()
    inbound = Inbound("tg:1", "room:ann", "ann", room.now, Text("guess 30"))
    assert (await room.manager.handle(inbound)).what == "played"
    assert watched.calls == ["accept", "commit"]
    assert intents(watched)[-1] == PlayText("guess 30")


async def test_the_post_of_a_pressed_button_is_read_once(room: Room, watched: Watched) -> None:
    sid = await room.open("bargaining", seat="buyer")
    post, index = room.button("ann", "Accept")
    watched.calls.clear()
    await room.manager.handle(Inbound("tg:1", "room:ann", "ann", room.now, Press(post, index)))
    assert watched.calls == ["post", "accept", "commit"]
    pressed = intents(watched)[-1]
    assert isinstance(pressed, PlayPress)
    assert (pressed.sid, pressed.pressed and pressed.pressed.seat) == (sid, "buyer")


@pytest.mark.parametrize(
    ("act", "meant"),
    [
        (Command("offer", "44"), PlayText("44", order=True)),
        (Command("say", "hello"), PlayText("hello")),
        (Command("offer"), Aside("offer")),
        (Command("join", "3"), PlayText("join 3", order=True)),
        (Command("leave"), Aside("quit")),
        (Command("status"), Aside("status")),
        (Command("start"), Help("play")),
        (Command("join"), Help("join")),
        (Command("rematch"), Help("rematch")),
        (Command("wordless"), Help("wordless")),
        (Command("resume"), Resume()),
        (Command("stats"), Account("stats")),
        (Command("settings", " plain on "), Account("settings", "plain on")),
        (Command("forget", "yes"), Account("forget", "yes")),
        (Command("turn to", "nothing"), Turn("")),
        (Press("nothing", 0), PlayPress("", None)),
    ],
)
async def test_each_act_is_recorded_with_its_meaning(room: Room, watched: Watched, act: Act, meant: Intent) -> None:
    await room.act("ann", act)
    assert intents(watched) == [meant]


async def test_every_intent_has_a_handler() -> None:
    assert set(HANDLERS) == set(Intent.__args__)


async def test_what_a_limit_refuses_is_recorded_as_refused(room: Room, watched: Watched) -> None:
    room.manager.limiter.limits = type(room.manager.limiter.limits)(acts=0, games=0, chars=5)
    await room.say("ann", "much too long")
    refused = intents(watched)[-1]
    assert isinstance(refused, Refused)
    assert refused.code == "too_long"
    assert "13 characters" in refused.sentence


async def test_a_repeat_gets_the_answer_of_the_first_meaning(room: Room) -> None:
    """By the time of the repeat, the same word would answer our question whether to erase a person's data."""
    await room.command("ann", "forget")
    first = await room.act("ann", Text("no"), "tg:1")
    assert first.code == "forget"
    await room.open("number")
    assert await room.act("ann", Text("no"), "tg:1") == first


async def test_a_button_does_what_it_said_when_it_was_recorded(room: Room, store: Store) -> None:
    """The process died, and its post is gone by the time that another one finds the input."""
    sid = await room.open("number")
    pressed = Pressed("guess 30", "pressed", (await room.session(sid)).table.chairs[0].seat, "")
    stake = (await room.session(sid)).stake(pressed.seat)
    intent = PlayPress(sid, Pressed(pressed.text, "pressed", pressed.seat, stake))
    inbound = Inbound("tg:9", "room:ann", "ann", room.now, Press("gone", 0))
    await store.accept(Input(inbound.id, inbound.place, sid, inbound.at, encode(router.meaning(inbound, intent))))
    room.now += 60_000
    assert await room.process().recover(room.now) == 1
    assert await played(room, sid) == 1


# --- both versions at once --------------------------------------------------------------------------------------------


class InboundBefore(Struct, frozen=True):
    """The record of an input as the version before reads it."""

    id: str
    place: str
    user: str
    at: int
    act: Act
    private: bool = True
    name: str = ""
    origin: str = ""
    locale: str = "en"
    plain: bool = False
    width: int = 30
    realm: str = ""
    admin: bool = False
    channel: str = ""
    direct: str = ""


@pytest.mark.parametrize(
    ("act", "intent"),
    [
        (Text("guess 30", order=True), PlayText("guess 30", order=True)),
        (Press("7-abcd", 1, (("price", "44"),)), PlayPress("s", Pressed("44", "form", Seat("buyer"), "round:1"))),
        (Command("play", "number"), Open("number", seed=5, code="KFMRTA")),
        (Command("join", "KFMRTA"), Join("KFMRTA")),
        (Text("no"), Refused("too_fast", "wait")),
    ],
)
def test_the_version_before_reads_a_request_as_its_act(act: Act, intent: Intent) -> None:
    inbound = Inbound("tg:1", "telegram:1", "telegram:2", 3, act, private=False, name="Ann", plain=True, width=40)
    written = encode(router.meaning(inbound, intent))
    assert decode(written, InboundBefore) == decode(encode(inbound), InboundBefore)
    assert decode(written, Request) == router.meaning(inbound, intent)


def test_a_record_of_the_version_before_is_a_request_without_its_meaning() -> None:
    written = encode(InboundBefore("tg:1", "telegram:1", "telegram:2", 3, Text("guess 30")))
    assert decode(written, Request) == Request("tg:1", "telegram:1", "telegram:2", 3, Text("guess 30"))
    assert decode(written, Request).intent is UNSET


# --- rows of the version before ---------------------------------------------------------------------------------------


async def played(room: Room, sid: str) -> int:
    """The number of guesses of the person in the first seat."""
    return len([row async for row in room.store.events(sid) if b'"seat":"guesser_0","move"' in row.data])


async def upgraded(room: Room, act: Act, sid: str = "", to: str = "", user: str = "ann") -> Answer:
    """The answer to an act that the version before recorded, before its process ended."""
    inbound = Inbound(f"old:{act}", f"room:{user}", user, room.now, act, name=user)
    row = Input(inbound.id, inbound.place, sid, inbound.at, encode(inbound))
    assert sender(row) == user
    await room.store.accept(row, to and inbound.focus)
    room.manager = room.process()
    room.now += 60_000
    assert await room.manager.recover(room.now) == 1
    assert await room.manager.recover(room.now) == 0
    await room.out()
    return await room.manager.handle(inbound)


async def test_words_that_the_version_before_recorded_are_played_once(room: Room) -> None:
    sid = await room.open("number")
    assert (await upgraded(room, Text("guess 30"), to="focus")).what == "played"
    assert await played(room, sid) == 1


async def test_a_button_that_the_version_before_recorded_is_pressed(room: Room) -> None:
    sid = await room.open("bargaining", seat="buyer")
    answer = await upgraded(room, Press(*room.button("ann", "Accept")), sid)
    assert (answer.what, answer.sid) == ("played", sid)


async def test_a_leave_button_that_the_version_before_recorded_leaves(room: Room) -> None:
    sid = await room.open("number")
    await room.command("ann", "quit")
    answer = await upgraded(room, Press(*room.button("ann", "Leave")), sid)
    assert (answer.what, answer.code) == ("told", "quit")
    assert (await room.session(sid)).table.phase == "over"


@pytest.mark.parametrize(
    ("act", "what", "code"),
    [
        (Command("status"), "told", "status"),
        (Command("help"), "told", "help"),
        (Command("quit"), "asked", ""),
        (Command("stats"), "told", "stats"),
        (Command("settings", "plain on"), "told", "settings"),
        (Command("forget", "no"), "told", "forget"),
        (Command("forget", "yes"), "told", "forget"),
        (Command("play"), "told", "play"),
        (Command("resume"), "told", "resume"),
        (Command("rematch"), "told", "rematch"),
        (Command("wordless"), "told", "wordless"),
        (Command("edited"), "refused", "edited"),
        (Command("nonsense"), "refused", "unknown_command"),
    ],
)
async def test_commands_that_the_version_before_recorded(room: Room, act: Command, what: str, code: str) -> None:
    await room.open("number")
    answer = await upgraded(room, act, to="focus")
    assert (answer.what, answer.code) == (what, code)


async def test_a_resumed_game_and_a_turned_post_that_the_version_before_recorded(room: Room) -> None:
    first = await room.open("number")
    post = room.seen[-1][1].id
    second = await room.open("sealed")
    assert (await upgraded(room, Command(router.RESUMED, first), first)).sid == first
    assert (await room.say("ann", "guess 30")).sid == first
    await room.act("ann", Command(router.RESUMED, second))
    await upgraded(room, Command(router.TURNED, post))
    assert (await room.say("ann", "guess 31")).sid == first


async def test_a_game_that_the_version_before_was_about_to_open_is_opened_under_its_id(room: Room) -> None:
    opened = Open("number", seed=5, code="KFMRTA", tempo="chat")
    answer = await upgraded(room, opened, "0123456789ab")
    assert (answer.what, answer.sid) == ("opened", "0123456789ab")
    assert (await room.session(answer.sid)).terms.seed == 5


async def test_a_join_that_the_version_before_recorded_takes_a_seat(room: Room) -> None:
    sid = await room.open("trading", rest="human", code="KFMRTA")
    answer = await upgraded(room, Join("KFMRTA"), sid, user="bea")
    assert (answer.what, answer.sid) == ("joined", sid)
