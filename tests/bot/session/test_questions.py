"""Answers to our own questions while an offer stands: which say yes to us, and which may be meant for the offer."""

import pytest

from bot.session import questions
from games.core.codec import encode
from storage.memory import MemoryStore
from tests.bot.session.harness import Room

CHAT = (("style", "chat"), ("reading", "plain"))
QUESTION = "$42.00, is that your offer?"
AGREED = """
    ok do that / send it / ok, send it! / yes do that please / yes please do / yeah ok then / sure, go ahead / yes, 42
    42 yes / accept 42 / $42.00 yes please / yes that's my offer / that is my offer / that's what I meant / yes, I do
"""
UNSURE = """
    take that / ok yes that / yes i want that / sounds good / works for me / i'll take it / deal
    you're on / i'm sold / ok you got me / ok next / let's do it / that's fine / no problem / it's a deal
    i accept / hmm / what? / yes? / ? / wait / yeah go with that / yes go
"""


def each(table: str) -> list[str]:
    return [words.strip() for line in table.strip().splitlines() for words in line.split("/")]


@pytest.fixture
def room() -> Room:
    return Room(MemoryStore())


async def test_words_that_say_yes_in_any_way_answer_our_question(room: Room) -> None:
    wrong = []
    for words in each(AGREED):
        sid = await room.open("bargaining", seed=3, wrote=CHAT)
        assert (await room.say("ann", "maybe 42?")).what == "asked"
        await room.say("ann", words)
        offers = (await room.session(sid)).state.offers
        wrong += [words] if (offers[1].seat, offers[1].price) != ("buyer", 42_00) else []
    assert wrong == []


@pytest.mark.parametrize("words", ["never mind", "nvm", "no, never mind", "scratch that", "I take it back"])
async def test_second_thoughts_say_no_to_our_question(room: Room, words: str) -> None:
    sid = await room.open("bargaining", seed=3, wrote=CHAT)
    assert (await room.say("ann", "maybe 42?")).what == "asked"
    before = await room.session(sid)
    assert (await room.say("ann", words)).what == "told"
    after = await room.session(sid)
    assert encode(after.state) == encode(before.state)
    assert not after.table.questions


async def test_words_that_may_take_the_offer_on_the_table_are_asked_about_again(room: Room) -> None:
    wrong = []
    for words in each(UNSURE):
        sid = await room.open("bargaining", seed=3, wrote=CHAT)
        assert (await room.say("ann", "maybe 42?")).what == "asked"
        before = await room.session(sid)
        again = await room.say("ann", words)
        asked = room.last("ann").startswith(f"Please answer this first.\n{QUESTION}")
        same = encode((await room.session(sid)).state) == encode(before.state)
        wrong += [words] if again.what != "asked" or not asked or not same else []
    assert wrong == []


NAMED = """
    accept {price} / i accept your offer / ok let's go with yours / actually i accept / take your offer / ok your price
"""


async def test_an_offer_that_is_named_is_taken_in_spite_of_our_question(room: Room) -> None:
    wrong = []
    for words in each(NAMED):
        sid = await room.open("bargaining", seed=3, wrote=CHAT)
        price = (await room.session(sid)).state.offers[0].price
        assert (await room.say("ann", "maybe 42?")).what == "asked"
        await room.say("ann", words.format(price=f"{price / 100:.2f}"))
        wrong += [words] if (await room.session(sid)).table.phase != "over" else []
    assert wrong == []


DENIED = """
    no, 42 is wrong / 42 was a typo / forget 42 / cancel 42 / 42? no / why 42
"""


async def test_the_number_of_a_question_in_words_against_it_does_not_confirm_it(room: Room) -> None:
    wrong = []
    for words in each(DENIED):
        sid = await room.open("bargaining", seed=3, wrote=CHAT)
        assert (await room.say("ann", "maybe 42?")).what == "asked"
        before = await room.session(sid)
        await room.say("ann", words)
        wrong += [words] if encode((await room.session(sid)).state) != encode(before.state) else []
    assert wrong == []


ACCEPTED = "yes / ok / deal / i accept / accept / yes, {price} / {price}"
NOT_ACCEPTED = "that's my offer / offer that / i mean it / send it / ok sorry / ok thanks / lol yes"


@pytest.mark.parametrize(("table", "over"), [(ACCEPTED, True), (NOT_ACCEPTED, False)])
async def test_a_question_whether_to_accept_takes_a_plain_yes(room: Room, table: str, over: bool) -> None:
    wrong = []
    for words in each(table):
        sid = await room.open("bargaining", seed=3, wrote=CHAT)
        price = f"{(await room.session(sid)).state.offers[0].price / 100:.2f}"
        assert (await room.say("ann", price)).what == "asked"
        await room.say("ann", words.format(price=price))
        wrong += [words] if ((await room.session(sid)).table.phase == "over") is not over else []
    assert wrong == []


async def test_a_question_is_asked_again_in_its_own_words_by_a_process_that_reads_the_log(room: Room) -> None:
    sid = await room.open("bargaining", seed=3, wrote=CHAT)
    await room.say("ann", "maybe 42?")
    room.manager = room.process()
    await room.say("ann", "deal")
    assert room.last("ann").startswith(f"Please answer this first.\n{QUESTION}")
    assert (await room.session(sid)).table.questions[0].question == QUESTION


@pytest.mark.parametrize(
    ("words", "named"),
    [("deal", False), ("ok deal", False), ("deal, al", True), ("al's", True), ("let's do it", False), ("yours", True)],
)
def test_a_name_counts_as_a_whole_word(words: str, named: bool) -> None:
    assert questions.names_theirs(words, QUESTION, ["Al"]) is named
