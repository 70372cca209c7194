"""Scripts: what a file must hold to play a seat, and what it says there."""

import os
from pathlib import Path

import pytest

from bot.cli.overrides import opponents
from bot.players import BadScript, Script
from bot.session.model.inbound import Open
from games.core.contract import Seat
from storage.memory import MemoryStore
from tests.bot.adapters.terminal.terminals import played

TWO, FOUR = ("buyer", "seller"), ("carpenter_0", "carpenter_1", "miner_0", "miner_1")


def script(folder: Path, data: str | bytes) -> Script:
    path = folder / "lines.txt"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return Script.load(str(path))


class TestAFileThatCannotPlay:
    @pytest.mark.parametrize("data", ["", "\n", " \n\n\t\r\n", "\ufeff\n"])
    def test_without_a_message_it_is_refused_where_two_play(self, tmp_path: Path, data: str) -> None:
        with pytest.raises(BadScript, match=r"lines.txt holds no message. Write one a line\.$"):
            script(tmp_path, data).check(TWO)

    def test_without_a_line_all_pass_where_more_play(self, tmp_path: Path) -> None:
        script(tmp_path, "").check(FOUR)
        script(tmp_path, "-\nminer_0: pass\n").check(FOUR)

    @pytest.mark.parametrize(
        ("data", "line"),
        [
            ("gather 4 wood\n", 1),
            ("miner_0: pass\n\nminer_9: pass\n", 3),
            ("miner_0: pass\n# a note\n", 2),
            ("miner_0 pass", 1),
            ("- 3 wood\n", 1),
        ],
    )
    def test_a_line_for_nobody_is_named(self, tmp_path: Path, data: str, line: int) -> None:
        with pytest.raises(BadScript, match=f"^Line {line} of the script .* SEAT one of carpenter_0, carpenter_1, "):
            script(tmp_path, data).check(FOUR)

    def test_two_bytes_a_letter_are_named(self, tmp_path: Path) -> None:
        with pytest.raises(BadScript, match=r"UTF-16\. Save it as UTF-8"):
            script(tmp_path, "accept\n".encode("utf-16"))

    def test_what_can_be_read_only_once_is_no_file(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(BadScript, match="is read again at each turn"):
            Script.load(str(tmp_path / "pipe"))


def test_only_line_ends_end_a_message(tmp_path: Path) -> None:
    assert script(tmp_path, "\ufeffI say\x0b90\u2028\r\n\n80\n").lines == ("I say\x0b90\u2028", "", "80")


def test_a_seat_is_found_in_any_case(tmp_path: Path) -> None:
    made = script(tmp_path, "Miner_0: pass\n MINER_1 : gather: 4 wood\nminer_0:-\n")
    made.check(FOUR)
    assert [made.lines_of(Seat(seat)) for seat in FOUR[2:]] == [("pass", "-"), ("gather: 4 wood",)]


async def test_a_game_is_not_opened_against_an_empty_script(tmp_path: Path) -> None:
    (tmp_path / "none.txt").touch()
    with pytest.raises(Exception, match="holds no message"):
        await played(MemoryStore(), Open("bargaining", rest=f"script:{tmp_path / 'none.txt'}"))


async def test_a_script_is_found_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "seller.txt").write_text("90\n91\n")
    monkeypatch.chdir(tmp_path)
    rest, _ = opponents(["script:seller.txt"])
    monkeypatch.chdir("/")
    run = await played(MemoryStore(), Open("bargaining", rest=rest), "10")
    assert "The AI offers $90.00" in run.texts[0]
    assert "The AI counteroffers $91.00" in run.texts[1]
