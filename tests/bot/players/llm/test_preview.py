"""`parley prompt` and `parley doctor --model`: operators see what is sent, and whether it arrives."""

import json

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
    body = prompted(Settings(), game, {}, "", 3, 2, "")
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
        for name, value in api.env().items():
            monkeypatch.setenv(name, value)
        api.does(*acts)
        return next(f for f in await doctor.examine(model=True) if f.name == "model")

    async def test_a_call_that_works(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with FakeAnthropic() as api:
            finding = await self.found(monkeypatch, api=api)
            assert len(api.requests) == 1
            api.assert_manners()
        assert finding.state == "ok"
        assert "tokens" in finding.says

    async def test_failures_say_what_mends_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with FakeAnthropic() as api:
            cases = (
                (api.errs(401), "ANTHROPIC_API_KEY"),
                (api.errs(404), "PARLEY_MODEL"),
                (api.errs(402), "credit"),
                (api.is_html(), "ANTHROPIC_BASE_URL"),
                (api.hangs_up(), "ANTHROPIC_BASE_URL"),
                (api.says("Hello!"), "structured outputs"),
                (api.sends(b"", status=307, location="http://localhost:9/"), "into ANTHROPIC_BASE_URL"),
                (api.errs(418), "Try again later"),
            )
            for act, mend in cases:
                finding = await self.found(monkeypatch, act, api=api)
                assert finding.state == "broken"
                assert mend in finding.mend
                assert api.key not in finding.says

    async def test_without_a_key_no_call_is_made(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
        found = {f.name: f for f in await doctor.examine(model=True)}
        assert "ANTHROPIC_API_KEY is not set" in found["model"].says
        assert "analytic players serve" in found["strategy"].says
        assert "model" not in {f.name for f in await doctor.examine()}
