"""Bedrock and Vertex through the SDK's own clients: the same decision at other addresses, with other credentials."""

from typing import Any

import pytest

from bot.cli import doctor
from bot.players.llm import providers
from bot.players.llm.model_players import ModelPlayers, why_not
from bot.runtime.settings import Settings
from tests.bot.players.llm.seated import brief
from tests.fakes import FakeAnthropic

VARIABLES = (
    "ANTHROPIC_API_KEY", "AWS_BEARER_TOKEN_BEDROCK", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "CLOUD_ML_REGION", "ANTHROPIC_VERTEX_PROJECT_ID",
    "CLOUDSDK_AUTH_ACCESS_TOKEN",
)  # fmt: skip


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's credentials, and none of the providers' libraries."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    there = providers._installed
    monkeypatch.setattr(providers, "_installed", lambda name: name not in ("boto3", "google.auth") and there(name))


def at(api: FakeAnthropic, monkeypatch: pytest.MonkeyPatch, provider: str) -> None:
    """The environment of a provider, with this server in its place."""
    if provider == "bedrock":
        monkeypatch.setenv("AWS_REGION", "eu-central-1")
        monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", api.key)
        monkeypatch.setenv("ANTHROPIC_BEDROCK_BASE_URL", api.url)
    else:
        monkeypatch.setenv("CLOUD_ML_REGION", "europe-west1")
        monkeypatch.setenv("ANTHROPIC_VERTEX_PROJECT_ID", "nobody")
        monkeypatch.setenv("CLOUDSDK_AUTH_ACCESS_TOKEN", api.key)
        monkeypatch.setenv("ANTHROPIC_VERTEX_BASE_URL", api.url)


async def decided(provider: Any) -> str:
    made = ModelPlayers(Settings(llm_provider=provider, llm_seconds=20))
    try:
        return (await made.player().decide(brief("bargaining"), 45)).source
    finally:
        await made.close()


@pytest.mark.parametrize("provider", ["bedrock", "vertex"])
class TestCalls:
    async def test_a_decision_is_made_there(
        self, api: FakeAnthropic, monkeypatch: pytest.MonkeyPatch, provider: Any
    ) -> None:
        at(api, monkeypatch, provider)
        assert why_not(Settings(llm_provider=provider)) == ""
        assert await decided(provider) == "llm"
        (body,) = api.requests
        assert body["model"] == "claude-sonnet-5-5"
        assert body["output_config"]["effort"] == "low"
        assert body["anthropic_version"]

    async def test_its_errors_are_told_apart(
        self, api: FakeAnthropic, monkeypatch: pytest.MonkeyPatch, provider: Any
    ) -> None:
        at(api, monkeypatch, provider)
        api.does(api.errs(403))
        assert await decided(provider) == "fallback:http_403"
        api.otherwise = api.is_html()
        assert await decided(provider) == "fallback:garbage"

    async def test_what_is_missing_is_a_sentence(self, monkeypatch: pytest.MonkeyPatch, provider: Any) -> None:
        monkeypatch.setenv("PARLEY_STORE", "memory:")
        monkeypatch.setenv("PARLEY_LLM_PROVIDER", provider)
        found = {f.name: f for f in await doctor.examine(model=True)}
        assert found["strategy"].state == "broken"
        assert f"pip install 'parley[{provider}]'" in found["strategy"].says
        assert found["model"].state == "broken"
        assert "No model was called" in found["model"].says

    async def test_unusable_credentials_are_no_fault(self, monkeypatch: pytest.MonkeyPatch, provider: Any) -> None:
        monkeypatch.setenv("AWS_REGION", "eu-central-1")
        monkeypatch.setenv("CLOUD_ML_REGION", "europe-west1")
        monkeypatch.setenv("ANTHROPIC_VERTEX_PROJECT_ID", "nobody")
        assert await decided(provider) == "fallback:credentials"


def test_a_region_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", "k")
    monkeypatch.setenv("CLOUDSDK_AUTH_ACCESS_TOKEN", "k")
    assert providers.missing("bedrock", key=False) == "AWS_REGION is not set"
    assert providers.missing("vertex", key=False) == "CLOUD_ML_REGION and ANTHROPIC_VERTEX_PROJECT_ID are not set"


def test_bedrock_names_the_maker() -> None:
    assert providers.name_at("bedrock", "claude-opus-5-5") == "anthropic.claude-opus-5-5"
    assert providers.name_at("bedrock", "us.anthropic.claude-opus-5-5") == "us.anthropic.claude-opus-5-5"
    assert providers.name_at("vertex", "claude-opus-5-5") == "claude-opus-5-5"
