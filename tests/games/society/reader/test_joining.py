"""Meanings of texts in the contract phase."""

import pytest

from games.core.contract import Reading, Said, Seat
from games.society import game
from games.society.rules.moves import Join
from games.society.rules.state import State
from tests.games.readings import misread
from tests.games.society.table import C0, close, dealt, outcome, reply


def contract() -> State:
    return dealt(game="contract", flow="sealed")


JOINS = [
    ("K1", "I want to join in Coalition 3.", "join 3"),
    ("K1", "Thoughts: miners are in 1.\nAction: I want to join in Coalition 1.", "join 1"),
    ("K2", "stay", "!must_join"),
    ("K3", "I want to join in Coalition 4.", "!slot"),
    ("K3", "join -1", "!slot"),
    ("K3", "join 99", "!slot"),
    ("K5", "join the miners", "!slots"),
    ("K6", "I want to join Coalition #3", "join 3"),
    ("K6", "join coalition three", "!slots"),
    ("K7", "I want to join in Coalition 1 or Coalition 2", "!two_slots"),
    ("K7", "join 1. join 2", "!two_slots"),
    ("K8", "leave", "!must_join"),
    ("K8", "no coalition", "!must_join"),
    ("", "join 2", "join 2"),
    ("", "Join Coalition: 2", "join 2"),
    ("", "join coalition 1 with miner_0", "join 1"),
    ("", "join miner_1", "!slots"),
    ("", "Join the coalition of miner_0", "!slots"),
    ("", "I'll stay in coalition 1", "join 1"),
    ("", "Action: I want to join in Coalition 0 or Coalition 1.", "!two_slots"),
    ("", "/join 0", "join 0"),
    ("", "Join 2, please", "join 2"),
    ("", "I'd like to join 2", "join 2"),
    ("", "3", "?join 3"),
    ("", "join 1.5", "!slots"),
    ("", "join ½", "!slots"),
    ("", "hello everybody", "talk"),
    ("", "propose miner_0 40/60", "!contract_phase"),
    ("", "pass", "pass"),
    ("", "I WANT TO JOIN IN COALITION ３!", "join 3"),
    ("", "join no. 2", "join 2"),
    ("", "please join group 2", "join 2"),
    ("", "I'd like to be in 2", "join 2"),
    ("", "switch to coalition 2", "join 2"),
    ("", "joining 2", "join 2"),
    ("", "Action: 2", "join 2"),
    ("", "Action: I want to join in Coalition two.", "!slots"),
    ("", "join 2?", "?join 2"),
    ("", "#2", "?join 2"),
    ("", "two", "!slots"),
    ("", "coalition three", "!slots"),
    ("", "join 2. Actually join 3", "!two_slots"),
    ("", "join 1, then coalition 2", "!two_slots"),
    ("", "I will not join 2", "talk"),
    ("", "don't join 2", "talk"),
    ("", "join 8", "!slot"),
    ("", "join 999999", "!slots"),
    ("", "join @carpenter_1", "!slots"),
    ("", "i want to be alone", "!must_join"),
    ("", "go alone", "!must_join"),
    ("", "nowhere", "!must_join"),
    ("", "same again", "!must_join"),
    ("", "jion 2", "!slots"),
    ("", "be nice to each other", "talk"),
    ("", "moving stories", "talk"),
    ("", "accept", "!contract_phase"),
    ("", "gather 3 wood", "!too_early"),
]  # fmt: skip


def test_table_of_the_contract() -> None:
    assert not misread(((row, text), outcome(contract(), text), meant) for row, text, meant in JOINS)


def test_what_would_be_refused_is_not_asked_about_first() -> None:
    assert outcome(contract(), "9") == "!slot"
    assert not _asked(contract(), "9")
    state = dealt(game="contract")
    waiting = next(seat for seat in state.terms.seats if seat != state.slots.mover)
    assert outcome(state, "2", waiting) == "!turn"
    assert not _asked(state, "2", waiting)
    assert _asked(state, "2", state.slots.mover or C0)


def _asked(state: State, text: str, seat: Seat = C0) -> bool:
    reading = game.read(game.view(state, seat), Said(text))
    return isinstance(reading, Reading) and bool(reading.confirm)


STAYS = (
    "stay",
    "I stay",
    "stay here",
    "Stay put.",
    "stay in coalition 1",
    "same",
    "keep it",
    "Action: stay.",
    "join 1",
)


@pytest.mark.parametrize("text", STAYS)
def test_whoever_is_in_a_coalition_can_stay(text: str) -> None:
    state = close(contract(), carpenter_0=Join(1))
    assert outcome(state, text) == "join 1"


def test_replies_of_the_contract() -> None:
    state = dealt(game="contract", flow="sealed")
    assert "Coalitions are 0 to 3." in reply(state, "join 4")
    assert "Pick one." in reply(state, "join 1 and 2")
    assert "Join an empty slot to play alone: 0, 1, 2 and 3." in reply(state, "leave")
    assert "0: empty; 1: empty" in reply(state, "join the miners")
    hard = dealt(game="contract", flow="sealed", difficulty="hard")
    assert "Coalitions are 0 to 7." in reply(hard, "join 8")
