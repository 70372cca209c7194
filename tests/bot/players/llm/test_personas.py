"""Personas are files that an operator can read, change and add to."""

from pathlib import Path

import pytest

from bot.players.llm import personas
from bot.players.llm.personas import BadPersona, load
from games.core.registry import get, names


def test_ours_are_there_the_default_first() -> None:
    assert personas.names() == ("plain", "easy", "fair", "hard", "neutral")
    for name in ("plain", "easy", "fair", "hard"):
        assert len(load(name).tone) > 40


def test_the_neutral_one_adds_nothing_to_the_rules() -> None:
    assert load("neutral").tone == ""


@pytest.mark.parametrize("game", names())
def test_behind_each_stands_a_player_of_the_game(game: str) -> None:
    for name in personas.names():
        assert load(name).stand_in(get(game)) in get(game).players


def test_a_file_of_the_operator_s_stands_above_ours(tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_text('tone = "You are blunt."')
    (tmp_path / "shy.toml").write_text('tone = "You are shy."\nplayer = "easy"')
    folder = str(tmp_path)
    assert personas.names(folder) == ("plain", "easy", "fair", "hard", "neutral", "shy")
    assert load("plain", folder).tone == "You are blunt."
    assert (load("shy", folder).player, load("shy", folder).name) == ("easy", "shy")
    assert "seasoned" in load("hard", folder).tone


@pytest.mark.parametrize("text", ["tone = ", "player = 'x'", "tone = 'x'\nlimit = 3", "tone = 5", "\x00"])
def test_a_file_that_cannot_be_used_is_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "odd.toml").write_text(text)
    with pytest.raises(BadPersona, match="A persona is a TOML file with the texts tone and player"):
        load("odd", str(tmp_path))


@pytest.mark.parametrize("name", ["", "nobody", "../plain", "plain.toml"])
def test_an_unknown_one_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(BadPersona, match="there are plain, easy, fair, hard"):
        load(name)
