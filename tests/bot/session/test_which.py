"""Two games of one person in one place: words that could be for either are asked about, all others go on as before."""

from bot.session.lobby import HUMAN
from bot.session.model.inbound import Answer, Command, Join, Open, Press
from tests.bot.session.harness import Room

WHICH = "Which of your games is this for?"
TABLE = Open("bargaining", seed=1, tempo="chat", rest=HUMAN, code="KFMRTA")


async def with_bea_and_an_ai(room: Room) -> tuple[str, str]:
    """Ann's game with Bea, and one with an AI that she began after it; then Bea offers $50.00."""
    people = (await room.act("ann", TABLE)).sid
    await room.act("bea", Join("KFMRTA"))
    ai = await room.open("bargaining")
    await room.say("bea", "50")
    return people, ai


async def moved(room: Room, sid: str, version: int) -> bool:
    return (await room.session(sid)).version != version


async def test_words_after_news_of_the_other_game_are_asked_about(room: Room) -> None:
    people, ai = await with_bea_and_an_ai(room)
    versions = [(await room.session(sid)).version for sid in (people, ai)]
    assert (await room.say("ann", "45")).code == "which"
    assert room.last("ann") == WHICH
    assert [(await room.session(sid)).version for sid in (people, ai)] == versions
    assert (await room.press("ann", "Price bargaining with bea")) == Answer("played", people)
    assert any("$45.00" in text for text in room.texts("bea"))
    assert not await moved(room, ai, versions[1])


async def test_the_game_that_was_chosen_has_the_next_words(room: Room) -> None:
    _, ai = await with_bea_and_an_ai(room)
    await room.say("ann", "45")
    post, index = room.button("ann", "Price bargaining")
    assert (await room.act("ann", Press(post, index))).sid == ai
    assert (await room.say("ann", "46")).sid == ai


async def test_a_choice_that_comes_too_late_changes_nothing(room: Room) -> None:
    people, _ = await with_bea_and_an_ai(room)
    await room.say("ann", "45")
    press = Press(*room.button("ann", "Price bargaining with bea"))
    await room.act("ann", press)
    version = (await room.session(people)).version
    assert (await room.act("ann", press)).what == "refused"
    assert not await moved(room, people, version + 1)
    assert not any("$45.00" in text for text in room.texts("bea")[-1:] if "Round 3" in text)


async def test_nobody_is_asked_where_it_is_plain(room: Room) -> None:
    first = await room.open("bargaining")
    second = await room.open("bargaining")
    for words in ("44", "hello", "45"):
        assert (await room.say("ann", words)).sid == second
    await room.act("ann", Command("resume"))
    assert (await room.session(first)).table.phase == "play"


async def test_words_that_only_the_other_game_takes_are_asked_about(room: Room) -> None:
    trading = await room.open("trading")
    await room.open("bargaining")
    assert (await room.say("ann", "[Offer: 2 Wood -> 1 Ore]")).code == "which"
    assert (await room.press("ann", "Trading")).sid == trading


async def test_of_two_games_that_go_on_after_a_third_has_ended_one_is_chosen(room: Room) -> None:
    first = await room.open("bargaining")
    second = await room.open("bargaining")
    await room.open("bargaining")
    await room.command("ann", "quit")
    await room.say("ann", "yes")
    assert (await room.say("ann", "accept")).code == "which"
    assert [ask.label for ask in room.seen[-1][2].post.asks] == ["Price bargaining (newer)", "Price bargaining (older)"]
    assert (await room.press("ann", "(older)")).sid == first
    assert (await room.session(second)).table.phase == "play"


async def test_a_stranger_gets_nowhere_with_the_words_of_such_a_button(room: Room) -> None:
    _, ai = await with_bea_and_an_ai(room)
    await room.say("ann", "45")
    version = (await room.session(ai)).version
    answer = await room.act("eve", Press(*room.button("ann", "Price bargaining")))
    assert answer.code == "outsider"
    assert (await room.session(ai)).result() is None
    assert version <= (await room.session(ai)).version
