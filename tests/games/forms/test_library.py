"""The forms that come with the program can be asked, and say what is true of each game."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.contract import Expired, Moved, Reading, Said, Seat, subseed
from games.core.draw import config_of, recipe_of
from games.core.post import Voice
from games.core.registry import get, names
from games.forms import asks, game
from games.forms.checks import CHECKS
from games.forms.config import form_of, written
from games.forms.items import Choose, Form
from games.forms.library import FORMS, PRESETS
from games.forms.rules import PARTICIPANT
from games.forms.tutorials import TUTORIALS
from games.forms.welcome import consent, debrief
from tests.games.forms.samples import dealt, filled

LABELS = {
    "bargaining": {"Counteroffer…", "Make an offer…"},
    "trading": {"Make an offer…", "Accept", "Deny"},
    "balloon": {"Propose a set…"},
    "dealornodeal": {"Offer…", "Confirm", "Not what I meant"},
    "society": {"Plans…"},
}
"""The buttons that a tutorial names; all other words in quotation marks are typed examples."""


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_can_be_asked(form: Form) -> None:
    assert form_of(written(form)) == form


def test_every_game_has_a_tutorial_and_a_check() -> None:
    assert set(TUTORIALS) == set(CHECKS) == set(names())
    assert {"form", *FORMS} == set(PRESETS)


def quoted(name: str) -> set[str]:
    return {found for page in TUTORIALS[name].items for found in re.findall("“(.*?)”", page.text)}


@pytest.mark.parametrize("name", names())
def test_what_a_tutorial_names_is_there_in_every_condition(name: str) -> None:
    """Somewhere in a game, each button is offered and each typed example is a move or words."""
    assert LABELS[name] <= quoted(name)
    for condition in get(name).presets:
        missing = quoted(name)
        for view, seat in moments(name, condition):
            missing -= {ask.label for ask in get(name).asks(view, Voice(seat))}
            missing -= {text for text in missing - LABELS[name] if reads(name, view, text)}
            if not missing:
                break
        assert not missing, f"{missing} of {name} in {condition}"


def moments(name: str, condition: str) -> Iterator[tuple[Any, Seat]]:
    """Views of the seats that are on turn, in a few games of analytic players."""
    played = get(name)
    player = played.players[played.default_player]
    for seed in range(5):
        state = played.deal(config_of(played, recipe_of(played, {"condition": condition}), seed, 0), seed)
        while not (turn := played.turn(state)).over:
            if not turn.awaited:
                state = played.apply(state, Expired(turn.clocks[0].id))
            for seat in sorted(turn.awaited):
                if seat in played.turn(state).awaited:
                    view = played.view(state, seat)
                    yield view, seat
                    act = player.decide(view, subseed(seed, seat))
                    state = played.apply(state, Moved(seat, act.move, act.say))


def reads(name: str, view: Any, text: str) -> bool:
    return isinstance(get(name).read(view, Said(text)), Reading)


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_has_one_right_answer_which_stands_at_different_places(name: str) -> None:
    places = []
    for item in CHECKS[name].items:
        assert isinstance(item, Choose)
        assert len(item.right) == 1
        assert item.explain
        assert all(len(label) <= asks.WIDE for _, label in item.options)
        places.append([value for value, _ in item.options].index(item.right[0]))
    assert len(set(places)) == len(places)


def test_consent_is_one_item_that_a_press_or_a_word_answers() -> None:
    form = consent(study="the Orchard study", who="Some University", minutes=12, contact="study@example.org", age=21)
    (item,) = form.items
    for fact in ("the Orchard study", "run by Some University", "about 12 minutes", "study@example.org", "21 or older"):
        assert fact in item.text
    for fact in ("computer program", "/withdraw", "What is kept"):
        assert fact in item.text
    assert [filled(form, text).why for text in ("I agree", "no")] == ["answered", "declined"]
    assert [ask.label for ask in game.asks(game.view(dealt(form), PARTICIPANT), Voice())] == [
        "I agree",
        "I don't agree",
    ]


def test_a_debrief_says_what_it_was_about_and_how_to_take_data_back() -> None:
    form = debrief(about="We compared two programs.", contact="study@example.org")
    assert filled(form, "Finish").why == "answered"
    for fact in ("We compared two programs.", "/withdraw", "study@example.org"):
        assert fact in form.items[0].text


def test_a_study_without_details_says_nothing_empty() -> None:
    assert "  " not in consent().items[0].text
    assert "Questions" not in consent().items[0].text + debrief().items[0].text
