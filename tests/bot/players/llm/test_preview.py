"""`parley prompt` and `parley doctor --model`: operators see what is sent, and whether it arrives."""

import json
import re

import pytest

from bot.cli import doctor
from bot.players.llm.preview import prompted, told
from bot.runtime.settings import Settings
from games.core.registry import names
from tests.bot.players.llm.seated import said_in
from tests.fakes import FakeAnthropic
from tests.fakes.anthropic import Act


@pytest.mark.parametrize("game", names())
def test_every_game_has_a_prompt_of_both_parts(game: str) -> None:
    body = prompted(Settings(), game, {}, "", 4, 2, "")
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert [turn["role"] for turn in body["messages"]] in (["user"], ["user", "assistant", "user"])
    text = told(body, as_json=False)
    assert body["system"][0]["text"] in text
    assert all(block["text"] in text for turn in body["messages"] for block in turn["content"])
    assert json.loads(told(body, as_json=True)) == body


def test_it_is_what_a_decision_sends() -> None:
    first = prompted(Settings(), "bargaining", {"seller_cost": "33.33"}, "seller", 0, 2, "hard")
    assert "$33.33" in first["system"][0]["text"]
    assert "seasoned" in first["system"][0]["text"]
    assert said_in(first, "user").count("The buyer offered") == 1
    second = prompted(Settings(), "bargaining", {}, "buyer", 0, 2, "")
    assert said_in(second, "user").count("The seller offered") == 2


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (("bargaining", {}, "judge", 0, 0, ""), "its seats are buyer, seller"),
        (("bargaining", {}, "", 0, 500, ""), "name fewer turns"),
        (("bargaining", {}, "", 0, 0, "nobody"), "there are plain"),
    ],
)
def test_what_cannot_be_shown_is_a_sentence(words: tuple[str, dict[str, str], str, int, int, str], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        prompted(Settings(), *words)


class TestDoctor:
    @pytest.fixture(autouse=True)
    def _home(self, monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
        monkeypatch.setenv("PARLEY_STORE", "memory:")
        monkeypatch.setenv("PARLEY_LLM_SECONDS", "5")

    async def found(self, monkeypatch: pytest.MonkeyPatch, *acts: Act, api: FakeAnthropic) -> doctor.Finding:
        return (await self.all(monkeypatch, *acts, api=api))["model"]

    async def all(self, monkeypatch: pytest.MonkeyPatch, *acts: Act, api: FakeAnthropic) -> dict[str, doctor.Finding]:
        for name, value in api.env().items():
            monkeypatch.setenv(name, value)
        api.does(*acts)
        return {f.name: f for f in await doctor.examine(model=True)}

    async def test_a_call_that_works(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with FakeAnthropic() as api:
            api.thinks(300)
            found = await self.all(monkeypatch, api=api)
            assert len(api.requests) == len(names())
            api.assert_manners()
        assert [found[f"model, {game}"].state for game in names()] == ["ok"] * len(names())
        assert re.search(
            r"\d+ tokens in, \d+ out \(\d+ of them thoughts\), \d+\.\d s, \$0\.\d+", found["model, society"].says
        )
        assert found["model"].state == "ok"
        assert "every game" in found["model"].says

    async def test_an_answer_that_cannot_be_used_is_told_by_its_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with FakeAnthropic() as api:
            acts = (api.cuts_off(), api.plays, api.refuses("bio"), api.cuts_off(), api.cuts_off())
            found = await self.all(monkeypatch, *acts, api=api)
        first, second, third = names()[:3]
        assert (found[f"model, {first}"].state, found[f"model, {second}"].state) == ("note", "broken")
        assert "cut off" in found[f"model, {first}"].says
        assert "refusal:bio" in found[f"model, {second}"].says
        assert "PARLEY_LLM_MAX_TOKENS" in found[f"model, {third}"].mend
        assert f"{len(names()) - 2} of {len(names())}" in found["model"].says

    async def test_a_request_that_is_refused_is_told_in_the_platform_s_words(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PARLEY_MODEL", "claude-next")
        monkeypatch.setenv("PARLEY_LLM_EFFORT", "max")
        async with FakeAnthropic() as api:
            api.models["claude-next"] = api.models["claude-sonnet-5-5"]._replace(efforts=("low", "high"))
            found = await self.all(monkeypatch, api=api)
            assert "does not take the effort max; it takes low, high" in found["model"].says
            assert not api.requests
        monkeypatch.setenv("PARLEY_MODEL", "claude-haiku-5-5")
        async with FakeAnthropic() as api:
            api.models["claude-haiku-5-5"] = api.models["claude-haiku-5-5"]._replace(efforts=("low",))
            found = await self.all(monkeypatch, api=api)
            assert "output_config.effort" in found["model"].says
            assert len(api.requests) == 1

    async def test_what_the_models_api_says_of_an_unknown_model_is_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PARLEY_MODEL", "claude-next")
        async with FakeAnthropic() as api:
            api.models["claude-next"] = api.models["claude-sonnet-5-5"]
            found = await self.all(monkeypatch, api=api)
            assert {body["output_config"]["effort"] for body in api.requests} == {"low"}
        assert "between_tools" in found["model's parameters"].says
        assert found["model"].state == "ok"
        monkeypatch.setenv("PARLEY_MODEL", "somebodys-model")
        async with FakeAnthropic() as api:
            found = await self.all(monkeypatch, api=api)
            assert all("effort" not in body["output_config"] for body in api.requests)
        assert "Nothing is known of somebodys-model" in found["model's parameters"].says

    async def test_failures_say_what_mends_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with FakeAnthropic() as api:
            cases = (
                (api.errs(401), "ANTHROPIC_API_KEY"),
                (api.errs(404), "PARLEY_MODEL"),
                (api.errs(402), "credit"),
                (api.is_html(), "ANTHROPIC_BASE_URL"),
                (api.hangs_up(), "ANTHROPIC_BASE_URL"),
                (api.sends(b"", status=307, location="http://localhost:9/"), "into ANTHROPIC_BASE_URL"),
                (api.errs(418), "Try again later"),
            )
            for act, mend in cases:
                finding = await self.found(monkeypatch, *[act] * 4, api=api)
                api.script.clear()
                assert finding.state == "broken"
                assert mend in finding.mend
                assert api.key not in finding.says

    async def test_without_a_key_no_call_is_made(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
        found = {f.name: f for f in await doctor.examine(model=True)}
        assert "ANTHROPIC_API_KEY is not set" in found["model"].says
        assert "analytic players serve" in found["strategy"].says
        assert "model" not in {f.name for f in await doctor.examine()}
