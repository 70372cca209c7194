"""Words behind a regret count, and a grumble behind a yes does not."""

import pytest

from games.language.regrets import conceded, without_afterthought


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("i'd have liked 50 but ok, deal", "ok, deal"),
        ("id have preferred 8 but ok deal", "ok deal"),
        ("not my favourite but ok, agreed", "ok, agreed"),
        ("a bit steep, still ok", "ok"),
        ("60 was too much i admit, 50 is ok", "50 is ok"),
        ("wait no, yes. i take it", "yes. i take it"),
        ("45... actually nvm i'll just take the 57", "i'll just take the 57"),
    ],
)
def test_what_stands_behind_a_regret_is_left(text: str, rest: str) -> None:
    assert conceded(text) == rest


@pytest.mark.parametrize(
    "text",
    [
        "ok, deal",
        "i like it but no",
        "i'd like it if you added one, but ok",
        "did you want more? but ok",
        '"i wanted more" but ok',
        "actually?",
        "i wanted more but " + "x" * 200,
    ],
)
def test_other_words_are_no_regret(text: str) -> None:
    assert conceded(text) == ""


def test_a_grumble_behind_a_yes_is_taken_off() -> None:
    assert without_afterthought("ok deal but next time i want more") == "ok deal"
    assert without_afterthought("ok deal but i want more") == "ok deal but i want more"
