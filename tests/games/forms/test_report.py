"""The report of a form holds every answer, the checks and the scores, ready for JSON."""

import json

from msgspec.structs import replace

from games.forms import game
from games.forms.library import FORMS
from tests.games.forms.samples import ALL, FLAGGED, answered, dealt, filled


def test_answers_and_skips_are_reported_in_order() -> None:
    report = game.report(filled(ALL, "start", "yes", "skip"))
    assert report["answers"] == [
        {"item": "hello", "value": "read", "attempt": 1},
        {"item": "age", "value": "yes", "attempt": 1},
        {"item": "colour", "value": "", "attempt": 1},
    ]
    assert (report["instrument"], report["version"], report["why"], report["skipped"]) == ("all_kinds", "1", None, 1)


def test_a_check_fails_by_its_last_answer() -> None:
    once = answered(dealt(FLAGGED), "who", "both")
    right, wrong = (game.report(answered(once, "who", value)) for value in ("buyer", "seller"))
    assert (right["checks"], right["failed"]) == (1, 0)
    assert (wrong["checks"], wrong["failed"]) == (1, 1)


def test_another_wording_has_another_hash() -> None:
    first, second = (game.report(dealt(form))["text"] for form in (FLAGGED, replace(FLAGGED, title="Another")))
    assert first != second


def test_known_instruments_are_scored_once_they_are_complete() -> None:
    form = FORMS["svo_slider"]
    nearly = filled(form, "start", "1", "9", "1", "1", "9")
    assert "svo_angle" not in game.report(nearly)
    report = json.loads(json.dumps(game.report(answered(nearly, "svo_6", "85:85"))))
    assert (report["svo_angle"], report["svo_type"]) == (61.38954033403479, "altruistic")
    equal = filled(FORMS["triple_dominance"], "start", *"321321132")
    assert (game.report(equal)["svo_type"], game.report(equal)["svo_consistent"]) == ("prosocial", 9)
