"""Parameters by model: what is sent fits the model, and what it would refuse is refused in words before any call."""

import subprocess
import sys
from itertools import product
from typing import Any

import pytest

from bot.players import find
from bot.players.exchange import Exchange
from bot.players.llm import models
from bot.players.llm.model_players import BadModel, ModelPlayers, model_players, parted
from bot.players.llm.models import EFFORTS, KINDS, OFF, TABLE, parameters, plain_name, refused
from bot.players.llm.personas import BadPersona
from bot.players.llm.request import Setup, deciding
from bot.runtime.settings import Settings
from tests.bot.players.llm.seated import brief, house
from tests.fakes import FakeAnthropic
from tests.fakes import anthropic_models as theirs


def body(setup: Setup) -> dict[str, Any]:
    """The request of a decision with this setup."""
    turn = brief("bargaining")
    prompt = turn.game.prompt(turn.view, turn.seat)
    return deciding(setup, prompt, house().player("neutral").persona, turn.game, Exchange())


@pytest.mark.parametrize("model", TABLE)
def test_what_we_refuse_is_what_the_platform_refuses(model: str) -> None:
    kinds = ("", OFF, *KINDS, "enabled:1024", "enabled:8000")
    for effort, thinking, waits in product(("", *EFFORTS), kinds, (True, False)):
        made = parameters(TABLE[model], effort, thinking, 0, waits=waits)
        ours = refused(model, TABLE[model], effort, thinking, made)
        setup = Setup(model, made.max_tokens, effort=made.effort, thinking=made.thinking)
        api = theirs.refused(body(setup), theirs.MODELS)
        if thinking == OFF and TABLE[model].off is None:
            assert ours  # there is no request that asks for it
        else:
            assert (ours != "") == (api is not None), (effort, thinking, waits, ours, api)


@pytest.mark.parametrize("model", TABLE)
@pytest.mark.parametrize("waits", [True, False])
def test_the_defaults_are_taken(model: str, waits: bool) -> None:
    made = parameters(TABLE[model], "", "", 0, waits=waits)
    assert refused(model, TABLE[model], "", "", made) == ""
    assert made.effort == ("low" if TABLE[model].efforts else "")
    assert made.max_tokens < made.most_tokens <= (8192 if waits else TABLE[model].most_tokens)


@pytest.mark.parametrize(
    ("model", "thinking", "sent"),
    [
        ("claude-sonnet-5-5", "off", {"type": "between_tools"}),
        ("claude-haiku-5-5", "off", {"type": "disabled"}),
        ("claude-haiku-4-5", "off", None),
        ("claude-haiku-4-5", "enabled:1500", {"type": "enabled", "budget_tokens": 1500}),
        ("claude-opus-5-5", "adaptive", {"type": "adaptive"}),
        ("somebodys-model", "", None),
    ],
)
def test_off_means_what_is_right_for_the_model(model: str, thinking: str, sent: object) -> None:
    setup = ModelPlayers(Settings(anthropic_api_key="k", model=model, llm_thinking=thinking)).setup
    assert body(setup).get("thinking") == sent


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"model": "claude-opus-5-5", "llm_thinking": "off"}, "claude-opus-5-5 always thinks"),
        ({"llm_thinking": "disabled"}, "does not take the thinking disabled; it takes adaptive, between_tools, off"),
        ({"llm_thinking": "off", "llm_effort": "max"}, "only at low, medium, high"),
        ({"model": "claude-haiku-4-5", "llm_effort": "low"}, "it takes none"),
        (
            {"model": "claude-haiku-4-5", "llm_thinking": "enabled:2000", "llm_max_tokens": 1500},
            "below the 1500 tokens",
        ),
    ],
)
def test_a_combination_that_the_model_refuses_is_refused_at_start(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadModel, match=words):
        model_players(Settings(anthropic_api_key="k", **settings))


def test_the_program_says_so_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"ANTHROPIC_API_KEY": "k", "PARLEY_LLM_THINKING": "disabled", "PARLEY_STORE": "memory:"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PARLEY_TELEGRAM_TOKEN", "1:nobody")
    ended = subprocess.run([sys.executable, "-m", "bot.cli.main", "serve"], capture_output=True, text=True, check=False)
    assert ended.returncode not in (0, 1)
    assert "it takes adaptive, between_tools, off. Change or unset PARLEY_LLM_THINKING." in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_unknown_model_gets_what_every_model_takes() -> None:
    sent = body(ModelPlayers(Settings(anthropic_api_key="k", model="new-one")).setup)
    assert (sent["max_tokens"], "thinking" in sent, "effort" in sent["output_config"]) == (4096, False, False)


@pytest.mark.parametrize(
    "form",
    ["claude-haiku-4-5", "claude-haiku-4-5-20251001", "claude-haiku-4-5@20251001", "anthropic.claude-haiku-4-5",
     "us.anthropic.claude-haiku-4-5-20251001-v1:0", "anthropic/claude-haiku-4-5"],
)  # fmt: skip
def test_a_model_is_known_by_every_form_of_its_name(form: str) -> None:
    assert plain_name(form) == "claude-haiku-4-5"
    assert models.known(form) is TABLE["claude-haiku-4-5"]


def test_a_price_counts_each_kind_of_token() -> None:
    price = TABLE["claude-sonnet-5-5"].price
    assert price is not None
    million = 1_000_000
    assert price.of({"input_tokens": million, "output_tokens": million}) == 12
    assert price.of({"cache_read_input_tokens": million, "cache_creation_input_tokens": million}) == pytest.approx(2.6)
    assert price.of({"output_tokens": million}, batch=True) == 5


class TestSeats:
    @pytest.mark.parametrize(
        ("name", "persona", "model"),
        [
            ("llm", "plain", "claude-sonnet-5-5"),
            ("llm:hard", "hard", "claude-sonnet-5-5"),
            ("llm:neutral@claude-opus-5-5", "neutral", "claude-opus-5-5"),
            ("llm:@claude-haiku-4-5", "plain", "claude-haiku-4-5"),
            ("llm:@Qwen/Qwen3-32B", "plain", "Qwen/Qwen3-32B"),
        ],
    )
    async def test_a_seat_names_its_model(self, api: FakeAnthropic, name: str, persona: str, model: str) -> None:
        made, turn = house(api), brief("bargaining")
        decision = await find(name, turn.game, made).decide(turn, 45)
        assert decision.private is not None
        kept = decision.private["llm"]
        assert (kept["persona"], kept["model"], kept["served"]) == (persona, model, model)
        assert api.requests[0]["model"] == model
        assert kept["parameters"]["max_tokens"] == api.requests[0]["max_tokens"]
        await made.close()

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("llm:hard@", "'' is no model's name. Name one as in llm:hard@claude"),
            ("llm:@two words", "no model's name"),
            ("llm:claude-opus-5-5", "comes after @, as in llm:@claude-opus-5-5"),
            ("llm:nobody@claude-opus-5-5", "there are plain, easy, fair, hard, neutral"),
        ],
    )
    def test_a_wrong_name_is_answered_with_a_sentence(self, name: str, words: str) -> None:
        with pytest.raises((BadModel, BadPersona), match=words):
            find(name, brief("bargaining").game, house())

    async def test_models_share_a_budget_and_have_breakers_of_their_own(self, api: FakeAnthropic) -> None:
        made, turn = house(api), brief("bargaining")
        one, other = made.player("@claude-opus-5-5"), made.player("hard@claude-opus-5-5")
        third = made.player()
        assert one.breaker is other.breaker is not third.breaker
        assert one.budget is third.budget
        for _ in range(10):
            one.breaker.report(replied=False)
        assert (await one.decide(turn, 45)).source == "fallback:left_alone"
        assert (await third.decide(turn, 45)).source == "llm"
        await made.close()

    async def test_what_the_models_api_says_is_used_by_players_made_afterwards(self, api: FakeAnthropic) -> None:
        api.models["claude-next"] = api.models["claude-opus-5-5"]
        made = house(api)
        assert made.player("@claude-next").setup.effort == ""
        await made.learn(["hard@claude-next", "@claude-nobody", ""])
        assert made.player("@claude-next").setup.effort == "low"
        assert made.player("@claude-nobody").setup.effort == ""
        asked = len(api.calls)
        await made.learn(["@claude-next", "@claude-nobody"])
        assert len(api.calls) == asked
        await made.close()


def test_a_name_has_two_parts() -> None:
    assert parted("") == ("", "")
    assert parted("hard") == ("hard", "")
    assert parted("@a@b") == ("", "a@b")
