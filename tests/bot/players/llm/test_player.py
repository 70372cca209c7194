"""Decisions of a model player through the real library, against a Messages API that does what it is told."""

import pytest

from bot.players import find
from bot.players.llm.client import Breaker
from bot.players.llm.model_players import ModelPlayers
from games.bargaining.rules import Accept, Offer
from games.core.codec import encode
from tests.bot.players.llm.seated import GOOD, OPENING, TALKING, brief, decided, house, text, trace
from tests.fakes import FakeAnthropic


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
