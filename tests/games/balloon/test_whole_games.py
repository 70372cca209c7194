"""Whole games in the words of people, at a table as chats have it: each friction of a first game, to its end."""

import re

import pytest

from bot.players import find
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.model.inbound import Command
from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.view import View
from storage.memory import MemoryStore
from tests.bot.session.harness import Room

A = SEATS[0]
SIX = (("items", "6"),)


class Chats(Room):
    """A room whose tables look and read as chats do."""

    def process(self) -> Manager:
        return Manager(self.store, find, lambda: self.now, defaults=CHAT)

    async def view(self, sid: str) -> View:
        seen: View = game.view((await self.session(sid)).state, A)
        return seen


@pytest.fixture
def room() -> Chats:
    return Chats(MemoryStore())


async def test_a_game_in_plain_words_from_the_first_set_to_the_deal(room: Chats) -> None:
    sid = await room.open("balloon")
    light, other, *_ = sorted((await room.view(sid)).items, key=lambda item: item.effort)
    assert "Yours so far: nothing" in room.last("ann")
    await room.say("ann", f"let's keep {light.name.lower()} and {other.name}")
    assert "The AI proposes #2" in room.last("ann")
    theirs = (await room.view(sid)).theirs[-1]
    gone = (await room.view(sid)).names(theirs.items)[0]
    await room.say("ann", f"yours without {gone}")
    assert f"Do you propose #2 without {gone}" in room.last("ann")
    await room.say("ann", "yes")
    assert len((await room.view(sid)).history) >= 4
    while (await room.view(sid)).close is None:
        await room.say("ann", "deal")
        if "Do you agree to #" in room.last("ann"):
            await room.press("ann", "Yes")
    end = room.last("ann")
    assert end.startswith("GAME OVER")
    assert re.search(r"Final Earnings: you \d+, the AI \d+", end)


async def test_words_that_are_no_move_cost_no_message(room: Chats) -> None:
    sid = await room.open("balloon", wrote=SIX)
    await room.say("ann", "hello there, what do you like most?")
    before = await room.view(sid)
    for text in ("help", "quit", "pass", "xyz", "hm", "rules", "propose", "agree #9", "drop Z99"):
        await room.say("ann", text)
        assert (await room.view(sid)).history == before.history, text
    assert (await room.view(sid)).slips == 0
    await room.say("ann", "hm")
    assert room.last("ann") == "Say this to the other side? It uses message 3 of 30."
    await room.press("ann", "No")
    assert (await room.view(sid)).history == before.history
    await room.say("ann", "hm")
    await room.press("ann", "Yes")
    assert (await room.view(sid)).history[2].words == "hm"


async def test_a_deal_takes_the_offer_even_while_a_question_about_mere_words_is_open(room: Chats) -> None:
    sid = await room.open("balloon", wrote=SIX)
    await room.say("ann", "what do you like most?")
    await room.say("ann", "hm")
    await room.say("ann", "deal")
    assert (await room.view(sid)).close is not None
    assert room.last("ann").startswith("GAME OVER")


async def test_talk_that_argues_is_sent_as_before(room: Chats) -> None:
    sid = await room.open("balloon", wrote=SIX)
    name = (await room.view(sid)).items[0].name
    await room.say("ann", f"I really need {name}")
    view = await room.view(sid)
    assert view.history[0].words == f"I really need {name}"
    assert len(view.history) == 2


async def test_a_no_takes_the_offer_off_the_table_and_the_game_goes_on(room: Chats) -> None:
    sid = await room.open("balloon", wrote=SIX)
    await room.say("ann", "what do you like most?")
    await room.say("ann", "too heavy for me")
    view = await room.view(sid)
    assert [proposal.number for proposal in view.history[2].refused] == [1]
    assert view.history[2].words == "too heavy for me"
    assert view.close is None


async def test_a_rematch_repeats_no_rules(room: Chats) -> None:
    sid = await room.open("balloon", wrote=SIX)
    await room.say("ann", "what do you like most?")
    await room.say("ann", "deal")
    assert (await room.view(sid)).close is not None
    seen = len(room.texts("ann"))
    await room.act("ann", Command("rematch", ""))
    opening = "\n".join(room.texts("ann")[seen:])
    assert "A new game: the balloon carries" in opening
    assert "No deal, no points" not in opening


async def test_a_game_under_a_preset_of_the_seed_looks_and_reads_as_the_seed_does(room: Chats) -> None:
    sid = await room.open("balloon", wrote=(("condition", "seed_easy"),))
    assert "Below: the effort of each item" in room.last("ann")
    await room.say("ann", "ok")
    assert "STRATEGIC REASONING" in room.last("ann") or "begins with" in room.last("ann")
    assert (await room.view(sid)).slips == 1
