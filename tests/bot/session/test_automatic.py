"""Analytic players answer a person in the step of the person's act."""

import json

import pytest

from bot.players import analytic
from bot.session import automatic
from bot.session.lobby import CHAT
from bot.session.model.inbound import Answer, Inbound, Open, Text
from tests.bot.session.harness import Room, Thoughtful


def broken(*given: object) -> None:
    raise RuntimeError("a fault in a player")


async def moved(room: Room, sid: str) -> list[str]:
    """The seats that have moved, in order."""
    events = [json.loads(row.data)["event"] async for row in room.store.events(sid)]
    return [event["seat"] for event in events if event["type"] == "moved"]


async def test_a_person_s_move_and_the_answer_of_an_analytic_player_are_one_commit(room: Room) -> None:
    sid = await room.open("bargaining", seat="seller")
    before = (await room.session(sid)).version
    await room.say("ann", "60")
    after = await room.session(sid)
    assert after.version == before + 1
    assert await moved(room, sid) == ["seller", "buyer"]
    assert not [job for job in after.jobs if job.kind == "ai"]


async def test_who_thinks_longer_moves_in_a_step_of_its_own(room: Room) -> None:
    room.manager.sessions.strategies = lambda name, game: Thoughtful()
    sid = await room.open("bargaining", seat="seller")
    before = (await room.session(sid)).version
    await room.say("ann", "60")
    assert (await room.session(sid)).version == before + 2


@pytest.mark.parametrize(("where", "what"), [(analytic, "decide"), (automatic, "brief_for")])
async def test_a_move_stands_although_the_player_that_should_answer_it_fails(
    room: Room, monkeypatch: pytest.MonkeyPatch, where: object, what: str
) -> None:
    sid = await room.open("bargaining", seat="seller")
    room.manager.deciding.held = lambda session, job: True  # type: ignore[method-assign]
    monkeypatch.setattr(where, what, broken)
    assert (await room.say("ann", "60")).what == "played"
    after = await room.session(sid)
    assert await moved(room, sid) == ["seller"]
    assert [job.kind for job in after.jobs if job.kind == "ai"] == ["ai"], "its own job tries again"


@pytest.mark.parametrize("style", ["seed", "chat"])
@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("trading", ("[Offer: 2 Wheat -> 1 Sheep]", "[Offer: 1 Wood -> 1 Wheat]", "[Deny] [Offer: 1 Ore -> 1 Wood]")),
        ("balloon", ("PROPOSAL: {{{0}, {1}}}", "PROPOSAL: {{{0}, {2}}}", "PROPOSAL: {{{0}, {1}, {2}}}")),
        ("bargaining", ("60", "58", "57")),
    ],
)
async def test_people_read_the_same_whether_the_answer_came_in_one_step_or_in_two(
    room: Room, game: str, words: tuple[str, ...], style: str
) -> None:
    """Ann's answers come in her own steps, Bob's in steps of their own."""
    read: list[str] = []
    for user in ("ann", "bob"):
        if user == "bob":
            room.manager.sessions.strategies = lambda name, game: Thoughtful()
        sid = await room.open(game, user, wrote=(("style", style),))
        state = (await room.session(sid)).state
        names = [item.name for item in state.items] if game == "balloon" else []
        for text in words:
            await room.say(user, text.format(*names))
        read.append("\n".join(room.texts(user)))
    assert read[0] == read[1]


async def at_once(room: Room, *texts: str) -> list[Answer]:
    """Send messages of Ann together, so that she reads nothing between them, and return what becomes of them."""
    room.now += 1
    at, answers = room.now, list[Answer]()
    for number, text in enumerate(texts):
        answers.append(await room.manager.handle(Inbound(f"at-once:{number}", "room:ann", "ann", at, Text(text))))
        room.now += 1
    await room.out()
    return answers


@pytest.mark.parametrize("wrote", [tuple(CHAT.items()), ()], ids=["chat", "study"])
@pytest.mark.parametrize(
    ("game", "words", "standing"),
    [
        ("bargaining", ("60", "deal"), "the AI now offers"),
        ("bargaining", ("60", "sorry, 58"), "the AI now offers"),
        ("trading", ("[Offer: 2 Wheat -> 1 Sheep]", "[Offer: 1 Wheat -> 1 Sheep]"), "crossed the AI's"),
        ("balloon", ("ARGUMENT: {'hello'}", "ARGUMENT: {'which do you want?'}"), "crossed the AI's"),
    ],
)
async def test_words_do_not_count_that_were_sent_before_the_answer_to_the_last_ones(
    room: Room, game: str, words: tuple[str, str], standing: str, wrote: tuple[tuple[str, str], ...]
) -> None:
    sid = await room.open(game, seat="seller" if game == "bargaining" else "", wrote=wrote)
    first, second = await at_once(room, *words)
    assert first.what in ("played", "said")
    assert (second.what, second.code) == ("refused", "stale")
    assert standing in room.last("ann")
    assert len(await moved(room, sid)) == 2


async def test_the_first_words_count_however_soon_they_follow_the_start(room: Room) -> None:
    sid = await room.open("bargaining", seat="seller")
    room.now -= 1  # as the clock of the step that began the game
    assert (await room.say("ann", "60")).what == "played"
    assert await moved(room, sid) == ["seller", "buyer"]


async def test_onlookers_read_no_question_that_is_answered_already(room: Room) -> None:
    opened = Open("bargaining", rest="human", tempo="chat", seed=7, watch=True)
    code = (await room.act("ann", opened, private=False, place="room:hall")).code
    await room.join("bea", code)
    await room.command("bea", "begin")
    seen = len(room.texts("hall"))
    await room.say("bea", "45")
    own, answer = room.texts("hall")[seen:]
    assert "bea offered" in own.replace("The buyer", "bea")
    assert "thinking" not in own
    assert "thinking it over" in answer
