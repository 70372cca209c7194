"""The form game keeps the contract of every game, and stays out of every list."""

import pytest

from games.core.registry import get, names
from games.forms.config import FormConfig, written
from games.forms.library import FORMS
from tests.games import contract
from tests.games.forms.samples import ALL, CHECK, CONSENT

SAMPLE = contract.Sample(
    "games.forms:game",
    configs=tuple(
        FormConfig(written(form), "form")
        for form in (ALL, CHECK, CONSENT, FORMS["svo_slider"], FORMS["satisfaction_likeness"], FORMS["check_trading"])
    ),
    texts=("yes", "I don't agree", "2", "85/76", "four", "skip", "The buyer", "50 and 100", "Slightly satisfied"),
    games=18,
)


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_contract(check: contract.Check) -> None:
    check(SAMPLE)


def test_forms_are_known_by_name_and_listed_nowhere() -> None:
    assert get("form").name == "form"
    assert "form" not in names()
