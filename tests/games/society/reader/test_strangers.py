"""Words of first-time players: names from the map, labels, short answers, quotations."""

from typing import cast

import pytest

from games.core.contract import Moved, Reading, Said
from games.core.post import Choice, Voice
from games.society import game
from games.society.reader.hints import act
from games.society.rules.moves import Negotiate, Orders, Pass
from games.society.rules.state import State
from games.society.rules.talks import Invite
from games.society.tactics.tips import suggested
from games.society.world.plans import Explore, Queue
from tests.games.society.table import ALLIED, C0, FREE, INVITED, M0, MINE, THEIRS, TWICE, at, dealt, outcome, reply

CONTRACT = dealt(game="contract", flow="sealed")
WORLD = dealt(game="social")

AS_ON_THE_MAP = [
    (FREE, "propose m0 40/60", "negotiate miner_0 40"),
    (FREE, "invite C1 60/40", "negotiate carpenter_1 60"),
    (FREE, "@m1 50-50", "?negotiate miner_1 50"),
    (FREE, "propose miner_0 40-60", "negotiate miner_0 40"),
    (FREE, "propose miner_0 40 - 50", "!sum"),
    (FREE, "propose m9 40/60", "!name"),
    (FREE, "propose miner_0 4-5-60", "!no_share"),
    (MINE, "counter 60-40", "counter miner_0 60"),
    (MINE, "accept m0", "accept miner_0"),
]


@pytest.mark.parametrize(("state", "text", "meant"), AS_ON_THE_MAP)
def test_players_can_be_named_as_on_the_map_and_shares_with_a_dash(state: State, text: str, meant: str) -> None:
    assert outcome(state, text) == meant


@pytest.mark.parametrize("text", ["k", "y", "ok 👍", "sure", "sounds good!", "👍", "yes please"])
def test_a_short_yes_to_the_one_offer_is_asked_about(text: str) -> None:
    assert outcome(MINE, text) == "?accept miner_0"
    assert not outcome(TWICE, text).startswith("?"), "which of the two?"


@pytest.mark.parametrize("state", [FREE, MINE, THEIRS, TWICE, INVITED, ALLIED, CONTRACT, WORLD])
def test_a_label_that_is_typed_says_what_its_button_says(state: State) -> None:
    view = game.view(state, C0)
    choices = [ask for ask in game.asks(view, Voice(C0)) if isinstance(ask, Choice)]
    assert choices or state is THEIRS
    for choice in choices:
        pressed = game.read(view, Said(choice.says, via="pressed"))
        for typed in (choice.label, f"[{choice.label.upper()}]"):
            assert game.read(view, Said(typed)) == pressed


@pytest.mark.parametrize("text", ["> miner_0: I offer you 60", "https://example.com/50/50", "  \n "])
def test_a_text_without_words_of_ones_own_is_told_what_to_do(text: str) -> None:
    words = reply(WORLD, text)
    assert words.startswith("There are no words of yours in that message. To act, send plans")


def test_a_plan_that_ends_in_then_repeat_loops() -> None:
    assert outcome(WORLD, "gather 3 wood then craft hammer then dump it then repeat") == outcome(
        WORLD, "gather 3 wood / craft hammer / dump hammer"
    )


@pytest.mark.parametrize("text", ["goto m0", "go to M0"])
def test_one_can_go_to_a_player_as_named_on_the_map(text: str) -> None:
    assert outcome(WORLD, text) == outcome(WORLD, "goto miner_0")


@pytest.mark.parametrize("text", ["suggestion", "use the suggestion", "ok, take the suggested plans"])
def test_a_suggestion_can_be_taken_in_words(text: str) -> None:
    reading = game.read(game.view(WORLD, C0), Said(text))
    assert isinstance(reading, Reading)
    assert reading.move == Orders(cast(Queue, suggested(game.view(WORLD, C0))))


UNDO = ["cancel that", "undo", "oh no, take it back please", "Cancel!", "wait, scratch that"]


@pytest.mark.parametrize("text", UNDO)
def test_what_waits_can_be_taken_back_in_words_and_by_a_button(text: str) -> None:
    for state, move in ((FREE, Negotiate(M0, 70)), (WORLD, Orders(Queue((Explore(),), True)))):
        assert reply(state, text).startswith("There is nothing that you could take back. To ")
        chosen = game.apply(state, Moved(C0, move))
        reading = game.read(game.view(chosen, C0), Said(text))
        assert isinstance(reading, Reading)
        assert reading.question == "Take it back, and pass?"
        again = game.read(game.view(chosen, C0), Said(reading.confirm, via="pressed"))
        assert isinstance(again, Reading)
        assert game.apply(chosen, Moved(C0, again.move)).move(C0) == Pass()
    before, after = (
        [ask.label for ask in game.asks(game.view(state, C0), Voice(C0))]
        for state in (FREE, game.apply(FREE, Moved(C0, Negotiate(M0, 70))))
    )
    assert ("Pass" in before, "Pass" in after) == (True, True)
    assert "Pass" not in [a.label for a in game.asks(game.view(game.apply(FREE, Moved(C0, Pass())), C0), Voice(C0))]


@pytest.mark.parametrize("lead", ["actually ", "no, ", "sorry, ", "wait, please "])
def test_a_second_thought_is_a_move(lead: str) -> None:
    assert outcome(FREE, f"{lead}invite miner_1 50/50") == "negotiate miner_1 50"


def test_an_invitation_that_stands_can_be_withdrawn_as_the_hint_says() -> None:
    state = at(invites=(Invite(C0, M0, 60, 1),))
    assert "end miner_0" in act(game.view(state, C0))
    assert outcome(state, "end miner_0") == "end miner_0"
