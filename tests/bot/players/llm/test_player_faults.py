"""Model players whose model fails, is silent, or stops in the middle of an answer."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from bot.players import Decision
from bot.players.llm import player
from bot.players.llm.client import Breaker
from bot.players.llm.model_players import ModelPlayers
from bot.runtime.settings import Settings
from games.bargaining.rules import Offer
from tests.bot.players.llm.seated import MOVE, OPENING, TALKING, brief, canned, decided, house, trace
from tests.fakes import FakeAnthropic
from tests.fakes.anthropic import Act


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
