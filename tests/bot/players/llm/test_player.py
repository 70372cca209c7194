"""Decisions of a model player through the real library, against a Messages API that does what it is told."""

import asyncio
import gzip
import json
import re
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.players import Decision, find
from bot.players.llm import player
from bot.players.llm.client import Breaker
from bot.players.llm.model_players import ModelPlayers
from bot.runtime.settings import Settings
from games.bargaining.rules import Accept, Offer
from games.core.codec import encode
from tests.bot.players.llm.seated import brief, canned, house
from tests.fakes import FakeAnthropic
from tests.fakes.anthropic import Act

OPENING = (("seller", Offer(60_00), ""), ("buyer", Offer(44_00), ""))
"""A buyer's 44 for a seller whose cost is 40."""
TALKING = (("seller", Offer(60_00), "Hello."), ("buyer", Offer(44_00), "I have no more."))


async def decided(api: FakeAnthropic, *acts: Act, turn: Any = None, **settings: Any) -> Decision:
    """What a model player does about the buyer's 44."""
    api.does(*acts)
    made = house(api, **{"llm_seconds": 5, **settings})
    try:
        return await made.player().decide(turn or brief("bargaining", *OPENING), 45)
    finally:
        await made.close()


def trace(decision: Decision) -> dict[str, Any]:
    assert decision.private is not None
    found: dict[str, Any] = decision.private["llm"]
    return found


class TestAnswers:
    @pytest.mark.parametrize(
        ("price", "cents"),
        [(52.5, 52_50), (41.37, 41_37), ("47.25", 47_25), ("$60", 60_00), (100, 100_00), (40, 40_00)],
    )
    async def test_a_legal_price_is_used_as_it_is_after_one_request(
        self, api: FakeAnthropic, price: object, cents: int
    ) -> None:
        decision = await decided(api, api.answers({"action": "offer", "price": price}))
        assert (decision.move, decision.source) == (Offer(cents), "llm")
        assert len(api.requests) == 1

    async def test_an_acceptance_needs_no_price(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.says('{"action": "accept"}'))
        assert decision.move == Accept()

    async def test_the_schema_names_what_its_fields_hold(self, api: FakeAnthropic) -> None:
        await decided(api)
        (body,) = api.requests
        schema = body["output_config"]["format"]["schema"]
        assert list(schema["properties"]) == ["reason", "action", "price"]
        assert schema["properties"]["action"]["enum"] == ["accept", "offer", "reject"]

    async def test_an_illegal_price_is_asked_for_again_with_what_is_allowed(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.answers({"price": 140}), api.answers({"action": "offer", "price": 51}))
        assert decision.move == Offer(51_00)
        first, second = api.requests
        assert "cannot be used" not in api.asked(first)
        assert "between $0.00 and $100.00" in api.asked(second)
        assert api.system(first) == api.system(second)
        assert trace(decision)["tries"] == ["ok", "ok"]

    async def test_an_illegal_move_is_told_so_even_where_its_words_are_bad_as_well(self, api: FakeAnthropic) -> None:
        turn = brief("bargaining", *TALKING, talk="both")
        bad = api.answers({"action": "reject", "price": 0, "say": "My cost is 40."})
        decision = await decided(api, bad, api.answers({"action": "offer", "price": 51}), turn=turn)
        assert decision.move == Offer(51_00)
        assert trace(decision)["refusals"]
        assert "words" not in trace(decision)["refusals"][0]

    async def test_a_price_at_a_loss_is_asked_for_again_with_the_bound(self, api: FakeAnthropic) -> None:
        loss = api.answers({"action": "offer", "price": 33.21})
        decision = await decided(api, loss, api.answers({"action": "offer", "price": 51}))
        assert (decision.move, decision.source) == (Offer(51_00), "llm")
        assert "only at least $40.00 pays you" in api.asked(api.requests[1])

    async def test_who_insists_on_a_loss_leaves_it_to_the_analytic_player(self, api: FakeAnthropic) -> None:
        loss = api.answers({"action": "offer", "price": 33.21})
        decision = await decided(api, loss, loss)
        assert decision.source == "fallback:loss"
        assert isinstance(decision.move, Accept) or decision.move.price >= 40_00

    async def test_a_study_of_models_may_let_them_lose(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.answers({"action": "offer", "price": 33.21}), llm_rational="off")
        assert (decision.move, decision.source, decision.note) == (Offer(33_21), "llm", "at a loss")
        assert len(api.requests) == 1

    @pytest.mark.parametrize(
        "text",
        ["", "I would say 52.", "[1]", "{}", '{"action": "offer"}', "[{}]",
         '{"action": "steal", "price": 5}', '{"price": 1e999}',
         '{"action": "offer", "price": NaN}', '{"action": "offer", "price": {"$": 5}}', "[" * 9000, '{"action": null}',
         '{"action": "reject", "price": 0}', '{"action": "offer", "price": -1}', "null", "\x00", '{"price": "4O"}'],
    )  # fmt: skip
    async def test_two_answers_that_cannot_be_used_leave_it_to_the_analytic_player(
        self, api: FakeAnthropic, text: str
    ) -> None:
        turn = brief("bargaining", *OPENING)
        decision = await decided(api, api.says(text), api.says(text), turn=turn)
        assert decision.source.startswith("fallback:")
        assert turn.legal(decision.move, decision.say) is None
        assert decision.move == turn.game.players["normal"].decide(turn.view, turn.seed).move
        assert len(api.requests) == 2


class TestFaults:
    """Every way in which a model's side fails ends in a legal move, in time, with its cause in the log."""

    CASES: tuple[tuple[str, Callable[[FakeAnthropic], Act], int], ...] = (
        ("http_429", lambda api: api.errs(429, retry_after="120"), 1),
        ("http_529", lambda api: api.errs(529), 4),
        ("http_500", lambda api: api.errs(500, x_should_retry="false"), 1),
        ("http_503", lambda api: api.errs(503), 4),
        *((f"http_{status}", lambda api, s=status: api.errs(s), 1) for status in (400, 401, 402, 403, 404, 413)),
        ("connection", lambda api: api.hangs_up(), 4),
        ("garbage", lambda api: api.is_html(), 4),
        ("refusal", lambda api: api.refuses(), 1),
        ("truncated", lambda api: api.breaks_off(), 2),
    )

    @pytest.mark.parametrize(("why", "act", "calls"), CASES, ids=[case[0] for case in CASES])
    async def test_it_lasts(
        self, api: FakeAnthropic, why: str, act: Callable[[FakeAnthropic], Act], calls: int
    ) -> None:
        api.otherwise = act(api)
        turn = brief("bargaining", *OPENING)
        decision = await decided(api, turn=turn)
        assert decision.source == f"fallback:{why}"
        assert turn.legal(decision.move, decision.say) is None
        assert len(api.requests) == calls

    @pytest.mark.parametrize(
        "acts",
        [
            lambda api: [api.errs(429, retry_after="0.01")],
            lambda api: [api.errs(429, retry_after_ms="5"), api.errs(500)],
            lambda api: [api.errs(529), api.errs(529), api.errs(529)],
            lambda api: [api.hangs_up()],
            lambda api: [api.is_html()],
            lambda api: [api.breaks_off()],
        ],
    )
    async def test_it_passes(self, api: FakeAnthropic, acts: Callable[[FakeAnthropic], list[Act]]) -> None:
        decision = await decided(api, *acts(api), api.answers({"action": "offer", "price": 55.05}))
        assert (decision.move, decision.source) == (Offer(55_05), "llm")

    async def test_silence_is_hung_up_on_in_time(self, api: FakeAnthropic) -> None:
        api.otherwise = api.waits(600)
        began = time.monotonic()
        decision = await decided(api, llm_seconds=0.5)
        assert decision.source == "fallback:timeout"
        assert time.monotonic() - began < 20  # not 600
        await api.until(lambda: all(call.status is None for call in api.calls), "every call hung up")

    async def test_a_slow_answer_may_take_all_the_time_there_is(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.waits(2.5, api.answers({"action": "offer", "price": 58})), llm_seconds=20)
        assert (decision.move, trace(decision)["tries"]) == (Offer(58_00), ["ok"])

    async def test_a_call_gets_the_whole_time_and_a_second_the_rest(self) -> None:
        made, model = canned("no answer", json.dumps(MOVE), llm_seconds=30)
        assert (await made.player().decide(brief("bargaining", *OPENING), 45)).source == "llm"
        first, second = model.seconds
        assert 29 < first <= 30
        assert second <= first

    async def test_right_after_a_silence_the_same_seat_waits_less(
        self, api: FakeAnthropic, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(player, "IMPATIENT_SECONDS", 0.2)
        api.otherwise = api.waits(600)
        made = house(api, llm_seconds=0.5)
        turn = brief("bargaining", *OPENING)
        decisions = [await made.player().decide(turn, 45) for _ in range(2)]
        first, second = [trace(decision)["latency_ms"] for decision in decisions]
        assert second < first  # 0.2 and 0.5 seconds of waiting
        await made.close()

    async def test_being_stopped_is_not_a_fault(self, api: FakeAnthropic) -> None:
        api.otherwise = api.waits(600)
        deciding = asyncio.create_task(decided(api))
        await api.wait_called("POST /v1/messages")
        deciding.cancel()
        with pytest.raises(asyncio.CancelledError):
            await deciding

    async def test_one_that_is_silent_holds_up_nobody_else(self, api: FakeAnthropic) -> None:
        api.does(api.waits(600))
        made = house(api, llm_seconds=30)
        silent = asyncio.create_task(made.player().decide(brief("bargaining", *OPENING), 45))
        await api.wait_called("POST /v1/messages")
        others = [made.player().decide(brief("bargaining", seed=seed), 45) for seed in range(20)]
        assert {decision.source for decision in await asyncio.gather(*others)} == {"llm"}
        assert not silent.done()
        silent.cancel()
        await asyncio.gather(silent, return_exceptions=True)
        await made.close()


class TestTruncation:
    """An answer that was cut off has failed, whatever stands in it; the second may be twice as long."""

    async def test_the_second_try_has_twice_the_limit_and_the_reason(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.cuts_off(), api.answers({"action": "offer", "price": 55.05}))
        assert (decision.move, decision.source) == (Offer(55_05), "llm")
        first, second = api.requests
        assert second["max_tokens"] == 2 * first["max_tokens"]
        assert "too long" in api.asked(second)
        assert trace(decision)["stops"] == ["max_tokens", "end_turn"]

    @pytest.mark.parametrize(("limit", "second"), [(64, 128), (5000, 8192), (8192, 8192)])
    async def test_no_request_in_chat_goes_beyond_its_maximum(
        self, api: FakeAnthropic, limit: int, second: int
    ) -> None:
        decision = await decided(api, api.cuts_off(), api.cuts_off(), llm_max_tokens=limit)
        assert decision.source == "fallback:truncated"
        assert [body["max_tokens"] for body in api.requests] == [limit, second]

    @pytest.mark.parametrize("settings", [{"llm_answer": "text"}, {"llm_words": "word"}])
    async def test_in_every_mode(self, api: FakeAnthropic, settings: dict[str, str]) -> None:
        turn = brief("bargaining", *TALKING, talk="both")
        decision = await decided(api, api.cuts_off(), turn=turn, **settings)
        assert decision.source == "llm"
        first, second = api.requests
        assert second["max_tokens"] == 2 * first["max_tokens"]

    async def test_thoughts_count(self, api: FakeAnthropic) -> None:
        api.thinks(700, spread=0.0)
        decision = await decided(api, llm_max_tokens=600)
        kept = trace(decision)
        assert (decision.source, kept["stops"]) == ("llm", ["max_tokens", "end_turn"])
        assert kept["thinking_tokens"] == 1300  # 600, which was all there was, and 700
        assert kept["usage"]["output_tokens"] > 1300


class TestWhereNobodyWaits:
    """Simulations and benches: outages are waited out, and answers may be long."""

    async def patient(self, api: FakeAnthropic, **settings: Any) -> Decision:
        made = ModelPlayers(
            Settings(**{"anthropic_api_key": api.key, "anthropic_base_url": api.url, **settings}), patient=True
        )
        made.breakers[made.setup.model] = breaker = Breaker()
        for _ in range(10):
            breaker.report(replied=False)
        try:
            return await made.player().decide(brief("bargaining", *OPENING), 0.001)
        finally:
            await made.close()

    async def test_neither_breaker_nor_deadline_nor_short_outages_end_a_decision(self, api: FakeAnthropic) -> None:
        api.most_tokens = 128_000
        api.does(*[api.errs(529)] * 8)
        decision = await self.patient(api, llm_seconds=0.1)
        assert (decision.source, len(trace(decision)["tries"])) == ("llm", 9)

    async def test_a_second_answer_may_be_longer_than_any_in_chat(self, api: FakeAnthropic) -> None:
        api.most_tokens = 128_000
        api.does(api.cuts_off())
        decision = await self.patient(api)
        assert decision.source == "llm"
        assert [body["max_tokens"] for body in api.requests] == [16_384, 32_768]

    async def test_what_cannot_be_mended_is_not_tried_again(self, api: FakeAnthropic) -> None:
        api.most_tokens = 128_000
        api.otherwise = api.errs(401)
        assert (await self.patient(api)).source == "fallback:http_401"
        assert len(api.requests) == 1


MOVE = {"reason": "It is time.", "action": "offer", "price": 52.5}
GOOD = json.dumps(MOVE)


def used(name: str, given: object) -> dict[str, Any]:
    return {"type": "tool_use", "id": "toolu_1", "name": name, "input": given}


def text(words: object) -> dict[str, Any]:
    return {"type": "text", "text": words}


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
        packed = b"".join(bomb.compress(b" " * 1_000_000) for _ in range(1_000)) + bomb.flush()
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


class TestWords:
    async def said(self, api: FakeAnthropic, say: str, **more: Any) -> Decision:
        turn = brief("bargaining", *TALKING, talk="both", **more.pop("wrote", {}))
        return await decided(api, api.answers({"action": "offer", "price": 52.5, "say": say}), turn=turn, **more)

    @pytest.mark.parametrize(
        "say",
        [
            "I could do $52.50, a fair step from here.",
            "$44 is a bit low. How about $52.50?",
            "Thank you. Shall we meet a little higher?",
        ],
    )
    async def test_words_that_agree_with_the_move_are_said(self, api: FakeAnthropic, say: str) -> None:
        decision = await self.said(api, say)
        assert (decision.say, decision.note) == (say, "")

    @pytest.mark.parametrize(
        ("say", "why"),
        [
            ("My cost is forty dollars.", "private"),
            ("Fine, 40 it is.", "number"),
            ("It cannot be f o r t y.", "spelled"),
            ("Deal!", "another_move"),
            ("I accept your offer.", "another_move"),
            ("Better: $44.", "another_move"),
            ("Say $44 to $60.", "another_move"),
            ("Deal at $52.50!", "another_move"),
            ("Look at https://evil.example/x", "link"),
            ("@everyone look", "sign"),
            ("Round 4: The AI accepts", "master"),
            ("It seems a fair step and so I did that.", "quote"),
            ("word " * 80, "long"),
        ],
    )
    async def test_words_that_may_not_be_said_give_way_to_a_template(
        self, api: FakeAnthropic, say: str, why: str
    ) -> None:
        turn = brief("bargaining", *TALKING, talk="both")
        answer = {"action": "offer", "price": 52.5, "say": say, "reason": "It seems a fair step and so I did it."}
        decision = await decided(api, api.answers(answer), turn=turn)
        assert (decision.move, decision.note) == (Offer(52_50), f"words:{why}")
        assert decision.say == turn.game.uttered(turn.view, Offer(52_50))

    async def test_who_may_only_choose_is_not_asked_for_words(self, api: FakeAnthropic) -> None:
        turn = brief("bargaining", *TALKING, talk="both")
        decision = await decided(api, api.answers({"say": "Hi there."}), turn=turn, llm_words="choose")
        assert "say" not in api.requests[0]["output_config"]["format"]["schema"]["properties"]
        assert decision.say == turn.game.uttered(turn.view, decision.move)

    async def test_who_may_only_speak_is_told_no_private_number(self, api: FakeAnthropic) -> None:
        turn = brief("bargaining", *TALKING, talk="both", seller_cost="43.21", information="none")
        decision = await decided(api, api.says('{"say": "This is my step."}'), turn=turn, llm_words="word")
        assert decision.say == "This is my step."
        assert decision.move == turn.game.players["normal"].decide(turn.view, turn.seed).move
        (body,) = api.requests
        assert "43.21" not in json.dumps(body)
        assert "43.21" in turn.game.prompt(turn.view, turn.seat).rules
        assert turn.game.described(turn.view, decision.move) in api.asked(body)

    async def test_words_of_others_stand_in_the_user_turn_alone(self, api: FakeAnthropic) -> None:
        await self.said(api, "")
        (body,) = api.requests
        assert '"words": "I have no more."' in api.asked(body)
        assert "no more" not in api.system(body)


class TestTyping:
    """A model that answers as a player types: the game's own reader reads it."""

    async def test_a_sentence_is_read_like_a_player_s(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.says("How about $51.50?"), llm_answer="text")
        assert (decision.move, decision.source) == (Offer(51_50), "llm")
        (body,) = api.requests
        assert "format" not in body["output_config"]
        assert "exactly" in api.system(body)

    async def test_one_that_means_nothing_is_asked_for_again_with_what_is_allowed(self, api: FakeAnthropic) -> None:
        decision = await decided(api, api.says("Hm, hm."), api.says("accept"), llm_answer="text")
        assert decision.move == Accept()
        assert "between $0.00 and $100.00" in api.asked(api.requests[1])

    async def test_a_published_agent_s_protocol_keeps_its_strategy_to_itself(self, api: FakeAnthropic) -> None:
        turn = brief("balloon")
        item = next(iter(_items(turn.view)))
        text = f"STRATEGIC REASONING: {{I want {item} most of all}}\nPROPOSAL: {{'{item}'}}\nLet us begin."
        decision = await decided(api, api.says(text), turn=turn, llm_answer="text")
        assert decision.source == "llm"
        assert item in str(decision.move)
        assert "most of all" not in decision.say
        assert "ARGUMENT: {" in api.asked(api.requests[0])

    async def test_what_it_thinks_is_not_said_in_other_words_either(self, api: FakeAnthropic) -> None:
        turn = brief("balloon")
        thought = "the heavy ones are of no use to me at all"
        item = next(iter(_items(turn.view)))
        text = (
            f"STRATEGIC REASONING: {{As {thought}.}}\nARGUMENT: {{Well, {thought}, you see.}}\nPROPOSAL: {{'{item}'}}"
        )
        decision = await decided(api, api.says(text), turn=turn, llm_answer="text")
        assert (decision.source, decision.note) == ("llm", "words:quote")
        assert "heavy" not in decision.say

    async def test_thoughts_of_the_society_stay_thoughts(self, api: FakeAnthropic) -> None:
        turn = brief("society")
        decision = await decided(
            api, api.says("Thoughts: They need me most.\nCommunication: pass"), turn=turn, llm_answer="text"
        )
        assert (decision.source, decision.say) == ("llm", "")
        assert "`Communication:`" in api.asked(api.requests[0])


def _items(view: Any) -> list[str]:
    return re.findall(r"\b[A-C][0-9]{2}\b", str(view))


class TestLog:
    async def test_what_is_kept_of_a_decision(self, api: FakeAnthropic) -> None:
        kept = trace(await decided(api, api.errs(500), api.says('{"reason": "Slow.", "action": "offer", "price": 50}')))
        assert kept["model"] == api.requests[0]["model"]
        assert kept["served"] == kept["model"]
        assert kept["parameters"] == {"effort": "low", "thinking": "", "max_tokens": 4096}
        assert kept["stops"] == ["end_turn"]
        assert kept["template"] == "bargaining/2 frame/3"
        assert kept["outputs"] == ['{"reason": "Slow.", "action": "offer", "price": 50}']
        assert kept["reason"] == "Slow."
        assert kept["tries"] == ["http_500", "ok"]
        assert kept["usage"]["output_tokens"] > 0
        assert len(kept["inputs"]) == 1
        assert isinstance(kept["latency_ms"], int)
        assert encode(kept)

    async def test_a_refusal_is_kept_with_its_category(
        self, api: FakeAnthropic, capsys: pytest.CaptureFixture[str]
    ) -> None:
        decision = await decided(api, api.refuses("reasoning_extraction"))
        assert decision.source == "fallback:refusal"
        assert trace(decision)["stops"] == ["refusal:reasoning_extraction"]
        assert "refusal:reasoning_extraction" in capsys.readouterr().out

    async def test_what_is_no_code_does_not_get_into_the_log(self, api: FakeAnthropic) -> None:
        odd = api.message([text(GOOD)], stop_reason="I want $40!", model="two\nlines")
        kept = trace(await decided(api, odd))
        assert (kept["stops"], kept["served"]) == (["other"], "")

    async def test_equal_inputs_have_equal_hashes(self, api: FakeAnthropic) -> None:
        first, second = [trace(await decided(api))["inputs"] for _ in range(2)]
        other = trace(await decided(api, turn=brief("bargaining")))["inputs"]
        assert first == second != other

    @pytest.mark.parametrize("surrogate", ["\\ud800", "\ud800"], ids=["escaped", "raw"])
    async def test_a_lone_surrogate_in_an_answer_can_be_kept(self, api: FakeAnthropic, surrogate: str) -> None:
        turn = brief("bargaining", *TALKING, talk="both")
        text = f'{{"reason": "{surrogate}", "action": "offer", "price": 50, "say": "{surrogate} hm"}}'
        decision = await decided(api, api.says(text), turn=turn)
        assert encode(decision.private)
        assert encode(decision.say)


class TestSpending:
    async def test_a_game_without_budget_left_is_played_without_calls(self, api: FakeAnthropic) -> None:
        decision = await decided(api, llm_tokens_game=500)
        assert decision.source == "fallback:budget"
        assert not api.requests

    async def test_what_was_reserved_and_not_used_is_given_back(self, api: FakeAnthropic) -> None:
        made = house(api)
        decision = await made.player().decide(brief("bargaining", *OPENING), 45)
        used = sum(trace(decision)["usage"].values())
        assert [made.budget.used(account) for account in ("game:g", "user:u", "all")] == [used] * 3
        await made.close()

    async def test_a_model_that_is_down_is_left_alone_for_a_while(self, api: FakeAnthropic) -> None:
        made, now = house(api), [100.0]
        made.breakers["claude-sonnet-5-5"] = Breaker(lambda: now[0])
        api.otherwise = api.errs(401)
        sources = [await self._one(made) for _ in range(12)]
        assert sources == ["fallback:http_401"] * 10 + ["fallback:left_alone"] * 2
        assert len(api.requests) == 10
        now[0] += 31
        api.otherwise = api.plays
        assert await self._one(made) == "llm"
        await made.close()

    @staticmethod
    async def _one(made: ModelPlayers) -> str:
        return (await made.player().decide(brief("bargaining", *OPENING), 45)).source


def test_without_a_house_nobody_is_called_llm() -> None:
    with pytest.raises(ValueError, match="ANTHROPIC_API_KEY"):
        find("llm", brief("bargaining").game)


async def test_a_persona_is_named_behind_a_colon(api: FakeAnthropic) -> None:
    made = house(api)
    game = brief("bargaining").game
    decision = await find("llm:hard", game, made).decide(brief("bargaining"), 45)
    assert trace(decision)["persona"] == "hard"
    assert "seasoned" in api.system(api.requests[0])
    with pytest.raises(ValueError, match="there are plain, easy, fair, hard"):
        find("llm:nobody", game, made)
    await made.close()
