"""The record: what was answered is never asked again, and what was in flight is counted."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.players.llm.client import Reply
from bot.research.bench.record import BadRecord, Record, Sent

REPLY = Reply("{}", "end_turn", {"output_tokens": 3})


def test_answers_come_back_and_calls_in_flight_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "bench.jsonl"
    with Record(path) as record:
        for key in ("a", "b", "c"):
            record.asking(key)
        record.answered("a", "hash", REPLY, 1.5)
    data = path.read_bytes()
    path.write_bytes(data + data[:40])
    with Record(path) as record:
        found = record.answer("a", "hash")
        assert found is not None
        assert (found.reply, found.seconds) == (REPLY, 1.5)
        assert record.answer("b", "hash") is None
        assert (record.found, record.repeated) == (1, 2)
        record.answered("b", "hash", REPLY)
    with Record(path) as record:
        assert (record.found, record.repeated) == (2, 1)


def test_questions_of_a_batch_are_waited_for_not_repeated(tmp_path: Path) -> None:
    with Record(tmp_path / "r") as record:
        record.asking("a")
        record.sent(Sent("batch_1", {"x": "a"}, {"x": "hash"}))
    with Record(tmp_path / "r") as record:
        assert (record.repeated, list(record.batches)) == (0, ["batch_1"])
        record.answered("a", "hash", REPLY)
        record.fetched("batch_1")
    with Record(tmp_path / "r") as record:
        assert not record.batches


def test_answers_to_other_questions_are_refused(tmp_path: Path) -> None:
    with Record(tmp_path / "r") as record:
        record.answered("a", "hash", REPLY)
        with pytest.raises(BadRecord, match="answers to other questions"):
            record.answer("a", "another")


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\nmore\n")
    with pytest.raises(BadRecord, match="something else than a bench"):
        Record(path)
    assert path.read_text() == "my notes\nmore\n"
    with pytest.raises(BadRecord, match="cannot be written"):
        Record(tmp_path)


def test_two_benches_do_not_write_to_one_file(tmp_path: Path) -> None:
    with Record(tmp_path / "r"), pytest.raises(BadRecord, match="Another bench"):
        Record(tmp_path / "r")


@pytest.mark.parametrize(
    ("wrote", "put"),
    [
        (b'"output_tokens":3', b'"output_tokens":-3'),
        (b'"output_tokens":3', b'"output_tokens":3000000000'),
        (b'"output_tokens":3', b'"output_tokens":"3"'),
        (b'"thinking":2', b'"thinking":-2'),
        (b'"seconds":1.5', b'"seconds":-1.5'),
        (b'"seconds":1.5', b'"seconds":1e30'),
        (b'"end_turn"', b"[" * 5_000 + b"]" * 5_000),
    ],
)
@pytest.mark.parametrize("end", [b"\n", b""])
def test_an_answer_that_no_model_gave_is_not_taken(tmp_path: Path, wrote: bytes, put: bytes, end: bytes) -> None:
    path = tmp_path / "r"
    with Record(path) as record:
        record.answered("a", "hash", replace(REPLY, thinking=2), 1.5)
    whole = path.read_bytes()
    assert wrote in whole
    path.write_bytes(whole.rstrip().replace(wrote, put) + end)
    with pytest.raises(BadRecord, match=r"Line 1 of .* was not written by a bench"):
        Record(path)
    path.write_bytes(whole)
    with Record(path) as record:
        assert record.found == 1
