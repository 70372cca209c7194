"""Tempi: what people may write, and the clocks that follow."""

import pytest

from bot.session.model.terms import HOUR, MINUTE, TEMPI, Tempo, tempo_of


@pytest.mark.parametrize("text", ["5 minutes", "5m", "5 MIN", " 5 mins ", "5"])
def test_a_tempo_may_name_its_minutes(text: str) -> None:
    assert tempo_of(text) == Tempo("5 minutes", 5 * MINUTE, 5 * MINUTE, TEMPI["chat"].quiet, 24 * HOUR)


def test_its_name_names_it_again() -> None:
    for tempo in (*TEMPI.values(), tempo_of("1m"), tempo_of("1440 minutes")):
        assert tempo_of(tempo.name) == tempo
    assert tempo_of("1m").name == "1 minute"


@pytest.mark.parametrize("text", ["", "0m", "1441 minutes", "5 hours", "-5", "quick"])
def test_all_else_is_refused_with_what_there_is(text: str) -> None:
    with pytest.raises(ValueError, match=r"there are calm, chat, slow, and 1 to 1440 minutes, such as 5m\."):
        tempo_of(text)
