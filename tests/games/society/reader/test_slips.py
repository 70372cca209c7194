"""Plans from the form, and plans with slips of the finger."""

import pytest

from games.core.contract import Reading, Said
from games.society import game
from tests.games.society.table import C0, C1, dealt, outcome


def test_plans_of_the_form_leave_empty_lines_out() -> None:
    state = dealt(game="social")
    assert outcome(state, "GATHER 5 WOOD\n-\nEXPLORE MAP\n-\n-") == "GATHER 5 WOOD / EXPLORE MAP"
    assert outcome(state, "same as last round") == "pass"
    assert outcome(state, "Thoughts: x\nPlan: GATHER 3 WOOD.") == "GATHER 3 WOOD"
    assert outcome(state, "hello there") == "talk"
    assert outcome(state, "join us, friends", C1) == "talk"


SLIPS = [
    ("gahter 5 wood", "?GATHER 5 WOOD"),
    ("gather 5 woood", "?GATHER 5 WOOD"),
    ("gathr wood / exlore", "?GATHER 5 WOOD / EXPLORE MAP"),
    ("gathr wood, carft hamer, once", "?GATHER 5 WOOD / CRAFT 1 HAMMER once"),
    ("carft hamer", "!plan_input"),
    ("gahter 5 wood then make hammer and drop it", "?GATHER 5 WOOD / CRAFT 1 HAMMER / DUMP HAMMER"),
    ("gather 5 wood tehn make hammer adn drop it", "?GATHER 5 WOOD / CRAFT 1 HAMMER / DUMP HAMMER"),
    ("get 5 wood then mkae a hammer and drop it", "?GATHER 5 WOOD / CRAFT 1 HAMMER / DUMP HAMMER"),
    ("colect 4 wood and make a hammmer then drop the hammer", "?GATHER 4 WOOD / CRAFT 1 HAMMER / DUMP HAMMER"),
    ("i will gahter 5 wood", "?GATHER 5 WOOD"),
    ("wiat 3 then exlpore", "?WAIT 3 / EXPLORE MAP"),
    ("drp the hammer", "!plan_empty"),
    ("expore", "?EXPLORE MAP"),
    ("5 wood", "?GATHER 5 WOOD"),
    ("gather3wood", "?GATHER 3 WOOD"),
    ("GATHER３WOOD", "?GATHER 3 WOOD"),
    ("gather 5 gold", "!plan_format"),
    ("gathr 5 coal", "!plan_role"),
    ("good wood here", "talk"),
    ("the stone is hot", "talk"),
]


@pytest.mark.parametrize(("text", "meant"), SLIPS)
def test_plans_with_slips_of_the_finger_are_asked_about(text: str, meant: str) -> None:
    assert outcome(dealt(game="social"), text) == meant


def test_the_answer_to_such_a_question_is_the_plan() -> None:
    state = dealt(game="social")
    asked = game.read(game.view(state, C0), Said("gathr wood / exlore"))
    assert isinstance(asked, Reading)
    assert game.read(game.view(state, C0), Said(asked.confirm, via="pressed")) == Reading(asked.move)
