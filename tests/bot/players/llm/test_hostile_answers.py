"""Answers of a model, or of whoever stands in its place, that are none."""

import gzip
import json
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.bargaining.rules import Offer
from games.core.codec import encode
from tests.bot.players.llm.seated import GOOD, MOVE, OPENING, brief, decided, house, text
from tests.fakes import FakeAnthropic
from tests.fakes.anthropic import Act


def used(name: str, given: object) -> dict[str, Any]:
    return {"type": "tool_use", "id": "toolu_1", "name": name, "input": given}


class TestHostileAnswers:
    """A side of the model that keeps to no protocol. What holds a legal move, and only one, is played; else it is
    the analytic player's turn, and either way nothing is waited for, followed or unpacked.
    """

    PLAYED: tuple[tuple[str, Callable[[FakeAnthropic], Act]], ...] = (
        (
            "more fields than were asked for",
            lambda api: api.says(json.dumps({**MOVE, "x": {"y": [1]}, "seat": "buyer"})),
        ),
        ("a number as a text", lambda api: api.says(json.dumps({**MOVE, "price": "52.5"}))),
        ("a number as money", lambda api: api.says(json.dumps({**MOVE, "price": "$52.50"}))),
        ("null for words", lambda api: api.says(json.dumps({**MOVE, "say": None, "reason": None}))),
        ("a tool nobody offered", lambda api: api.message([used("move", MOVE)], stop_reason="tool_use")),
        ("several blocks", lambda api: api.message([text("I think."), text(GOOD), {"type": "redacted", "data": "x"}])),
        (
            "thoughts first",
            lambda api: api.message([{"type": "thinking", "thinking": "Hm {", "signature": ""}, text(GOOD)]),
        ),
        ("an unknown reason to stop", lambda api: api.message([text(GOOD)], stop_reason="tired")),
        ("a pause", lambda api: api.message([text(GOOD)], stop_reason="pause_turn")),
        ("no reason to stop", lambda api: api.message([text(GOOD)], stop_reason=...)),
        ("a reason to stop that is none", lambda api: api.message([text(GOOD)], stop_reason={"a": [1]})),
        ("no usage", lambda api: api.message([text(GOOD)], usage=...)),
        (
            "usage that is none",
            lambda api: api.message([text(GOOD)], usage={"input_tokens": "many", "output_tokens": -5}),
        ),
        ("another model", lambda api: api.message([text(GOOD)], model="someone-else", role="user", id=7)),
        ("one byte after the other", lambda api: api.flows(_bytes(GOOD))),
        ("a fence", lambda api: api.says(f"Here you are:\n```json\n{GOOD}\n```")),
    )

    @pytest.mark.parametrize(("case", "act"), PLAYED, ids=[case[0] for case in PLAYED])
    async def test_a_legal_move_is_played(
        self, api: FakeAnthropic, case: str, act: Callable[[FakeAnthropic], Act]
    ) -> None:
        decision = await decided(api, act(api))
        assert (decision.move, decision.source, decision.say) == (Offer(52_50), "llm", "")
        assert len(api.requests) == 1
        assert encode(decision.private)

    REPLACED: tuple[tuple[str, str, Callable[[FakeAnthropic], Act]], ...] = (
        (
            "an object that was whole when it was cut off",
            "truncated",
            lambda api: api.says(GOOD, stop="max_tokens"),
        ),
        ("an empty list of blocks", "no_json", lambda api: api.message([])),
        (
            "blocks that are none",
            "no_json",
            lambda api: api.message(["x", 5, None, [], {"type": "text", "text": 5}, {}]),
        ),
        ("no blocks", "garbage", lambda api: api.message(...)),
        ("a block for the list", "garbage", lambda api: api.message(text(GOOD))),
        (
            "a move inside a move",
            "unclear",
            lambda api: api.says(json.dumps({"input": MOVE, "action": {"action": "offer"}})),
        ),
        ("a tool within a tool", "unclear", lambda api: api.message([used("a", {"input": used("b", MOVE)})])),
        ("a tool without an object", "no_json", lambda api: api.message([used("a", [MOVE, MOVE])])),
        ("two tools", "no_json", lambda api: api.message([used("a", MOVE), used("b", {**MOVE, "price": 60})])),
        ("two answers", "no_json", lambda api: api.message([text(GOOD), text(json.dumps({"action": "accept"}))])),
        ("two moves", "unclear", lambda api: api.says(json.dumps({**MOVE, "price": [52.5, 60]}))),
        ("a truncated answer", "garbage", lambda api: api.sends(_body(GOOD)[:-9])),
        ("an answer that breaks off", "connection", lambda api: api.flows(_Broken(GOOD))),
        ("nothing at all", "garbage", lambda api: api.sends(b"")),
        ("no object", "garbage", lambda api: api.sends(b"[1, 2]")),
        ("an error with status 200", "garbage", lambda api: api.sends(b'{"type": "error", "error": {"type": "x"}}')),
        ("no UTF-8", "garbage", lambda api: api.sends(b"\xff\xfe\x00")),
        ("brackets without end", "garbage", lambda api: api.sends(b"[" * 200_000)),
        ("ten megabytes", "garbage", lambda api: api.sends(_body("x" * 10_000_000))),
        ("a packed answer", "garbage", lambda api: api.sends(gzip.compress(_body(GOOD)), content_encoding="gzip")),
        ("events", "garbage", lambda api: api.sends(b"event: ping\n\n", content_type="text/event-stream")),
        ("a status of its own", "garbage", lambda api: api.errs(299)),
    )

    @pytest.mark.parametrize(("case", "why", "act"), REPLACED, ids=[case[0] for case in REPLACED])
    async def test_anything_else_leaves_it_to_the_analytic_player(
        self, api: FakeAnthropic, case: str, why: str, act: Callable[[FakeAnthropic], Act]
    ) -> None:
        api.otherwise = act(api)
        turn = brief("bargaining", *OPENING)
        decision = await decided(api, turn=turn)
        assert decision.source.startswith(f"fallback:{why}")
        assert turn.legal(decision.move, decision.say) is None
        assert len(api.requests) <= 4
        assert encode(decision.private)

    async def test_drops_of_an_answer_are_not_waited_for(self, api: FakeAnthropic) -> None:
        api.otherwise = api.flows(_bytes(GOOD), pause=1)
        decision = await decided(api, llm_seconds=0.5)
        assert decision.source == "fallback:timeout"
        await api.until(lambda: all(call.status is None for call in api.calls), "every call hung up")

    async def test_an_answer_without_end_is_cut_off(self, api: FakeAnthropic) -> None:
        sent = []

        def pieces() -> Iterator[bytes]:
            while True:
                sent.append(65_536)
                yield b" " * 65_536

        api.otherwise = api.flows(pieces())
        decision = await decided(api)
        assert decision.source == "fallback:garbage"
        assert sum(sent) < 4 * 20_000_000  # what was on its way when it was hung up, four times

    async def test_what_unpacks_to_a_gigabyte_is_not_unpacked(self, api: FakeAnthropic) -> None:
        bomb = zlib.compressobj(9, wbits=31)
        # After a full flush equal megabytes have equal bytes, so one of them is enough to make.
        first, again = (bomb.compress(b" " * 1_000_000) + bomb.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
        packed = first + 999 * again
        api.otherwise = api.sends(packed, content_encoding="gzip")
        tracemalloc.start()
        try:
            decision = await decided(api)
            assert tracemalloc.get_traced_memory()[1] < 100_000_000
        finally:
            tracemalloc.stop()
        assert decision.source == "fallback:garbage"

    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    async def test_nobody_is_followed_elsewhere(self, api: FakeAnthropic, status: int) -> None:
        async with FakeAnthropic() as other:
            location = other.url.replace("127.0.0.1", "localhost") + "/v1/messages"
            api.otherwise = api.sends(b"", status=status, location=location)
            decision = await decided(api)
            assert decision.source == f"fallback:http_{status}"
            assert len(api.requests) == 1
            assert not other.calls

    async def test_what_comes_without_a_count_is_counted_at_its_worst(self, api: FakeAnthropic) -> None:
        api.does(api.message([text(GOOD)], usage=...))
        made = house(api)
        await made.player().decide(brief("bargaining", *OPENING), 45)
        assert made.budget.used("game:g") > 1_024
        await made.close()


def _bytes(text: str) -> list[bytes]:
    return [bytes([byte]) for byte in _body(text)]


class _Broken(tuple[bytes]):
    """Most of an answer; then the connection is gone."""

    def __new__(cls, text: str) -> "_Broken":
        return super().__new__(cls, (_body(text)[:-20],))

    def __iter__(self) -> Iterator[bytes]:
        yield from super().__iter__()
        raise ConnectionAbortedError


def _body(text: str) -> bytes:
    """A message as the API would send it."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn"}
    return json.dumps({**message, "content": [{"type": "text", "text": text}], "usage": usage}).encode()
