"""Simulated participants fill every form in: one reads it, the other does not."""

import pytest

from games.core.contract import Moved, Reading, Said
from games.forms import game
from games.forms.items import Form
from games.forms.library import FORMS
from games.forms.rules import PARTICIPANT, FormState
from tests.games.forms.samples import ALL, CHECK, CONSENT, dealt


def played(state: FormState, player: str, seed: int) -> FormState:
    while state.why is None:
        act = game.players[player].decide(game.view(state, PARTICIPANT), seed)
        state = game.apply(state, Moved(PARTICIPANT, act.move))
    return state


@pytest.mark.parametrize("form", [ALL, CHECK, CONSENT, *FORMS.values()], ids=lambda form: str(form.name))
def test_a_compliant_participant_completes_every_form_without_a_wrong_answer(form: Form) -> None:
    for seed in range(5):
        state = played(dealt(form), "compliant", seed)
        assert state.why == "answered"
        assert game.report(state)["failed"] == 0


@pytest.mark.parametrize("form", [ALL, CHECK, CONSENT, *FORMS.values()], ids=lambda form: str(form.name))
def test_what_an_answer_says_when_typed_is_read_as_that_answer(form: Form) -> None:
    state = dealt(form)
    while state.why is None:
        view = game.view(state, PARTICIPANT)
        act = game.players["compliant"].decide(view, 3)
        assert game.read(view, Said(game.typed(view, act.move, act.say))) == Reading(act.move)
        state = game.apply(state, Moved(PARTICIPANT, act.move))


def test_a_careless_participant_consents_and_fails_checks() -> None:
    assert played(dealt(CONSENT), "careless", 1).why == "answered"
    assert played(dealt(CHECK), "careless", 1).why == "failed"
    assert game.report(played(dealt(FORMS["attention"]), "careless", 1))["failed"] == 1


def test_a_compliant_participant_has_one_orientation_in_both_measures() -> None:
    slid, chosen = (
        [game.report(played(dealt(FORMS[name]), "compliant", seed))["svo_type"] for seed in range(60)]
        for name in ("svo_slider", "triple_dominance")
    )
    assert set(slid) == {"altruistic", "prosocial", "individualistic", "competitive"}
    assert set(chosen) == {"prosocial", "individualistic", "competitive"}
    same = {"altruistic": "prosocial"}
    assert [same.get(kind, kind) for kind in slid] == chosen


def test_equal_seeds_give_equal_answers() -> None:
    assert played(dealt(ALL), "careless", 7) == played(dealt(ALL), "careless", 7)
    assert len({played(dealt(ALL), "careless", seed) for seed in range(9)}) > 1
