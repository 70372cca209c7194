"""`parley doctor --model`: one real decision of every game, with its tokens, seconds and cost, and what went wrong."""

from collections.abc import AsyncIterator
from typing import Any, Literal, NamedTuple

from bot.players.base import Decision
from bot.players.llm import models as table
from bot.players.llm.client import Failed, Model, Reply
from bot.players.llm.model_players import BadModel, BadPersona, ModelPlayers, why_not
from bot.players.llm.preview import opening
from bot.runtime.settings import Settings
from games.core.registry import names

FAILURES = {
    "http_400": (
        "The platform does not take our request",
        "Name another model in PARLEY_MODEL, or unset PARLEY_LLM_*.",
    ),
    "http_401": ("The platform does not know this key", "Put a valid key into ANTHROPIC_API_KEY."),
    "http_402": ("The account cannot pay", "Add credit to the account of the key."),
    "http_403": ("The key may not do this", "Use a key that may call this model."),
    "http_404": ("The platform has no such model", "Name another one in PARLEY_MODEL."),
    "http_429": ("The account is at its limit", "Wait, or ask the platform for a higher limit."),
    "http_529": ("The platform is overloaded", "Try again later; meanwhile the analytic players stand in."),
    "timeout": ("No answer came in time", "Check the network and ANTHROPIC_BASE_URL."),
    "connection": ("Nobody answers at that address", "Check the network and ANTHROPIC_BASE_URL."),
    "garbage": ("What answers there is not a Messages API", "Check ANTHROPIC_BASE_URL; it is written without /v1."),
    "credentials": ("The provider's library found no usable credentials", "Check the provider's own environment."),
    "budget": ("The call would exceed a budget", "Raise PARLEY_LLM_TOKENS_DAY or PARLEY_LLM_TOKENS_GAME."),
    **dict.fromkeys(
        (f"http_{status}" for status in (301, 302, 303, 307, 308)),
        ("That address sends us elsewhere, where no key is taken", "Put the right one into ANTHROPIC_BASE_URL."),
    ),
}
"""Failures that any further call would meet too: what happened, and what mends it."""
ANSWERS = {
    "truncated": ("was cut off twice", "Raise or unset PARLEY_LLM_MAX_TOKENS, or lower PARLEY_LLM_EFFORT."),
    "refusal": ("was declined", "Try another model, or play this game without one."),
    "no_json": ("did not have the form that is asked for", "Name a model with structured outputs in PARLEY_MODEL."),
}
"""Answers that could not be used, by their code; others broke a rule of the game."""


class Tried(NamedTuple):
    """A part of the trial: its name, whether it works, what happened, what mends it."""

    name: str
    state: Literal["ok", "note", "broken"]
    says: str
    mend: str = ""


class _Overheard(Model):
    """The model's API. It keeps the platform's own sentence about the last failure, which no log may hold."""

    said = ""

    async def ask(self, body: Any, seconds: float) -> Reply:
        try:
            return await super().ask(body, seconds)
        except Failed as failed:
            self.said = failed.says
            raise


async def trial(settings: Settings) -> AsyncIterator[Tried]:
    """Yield the cost of a decision of each game, then the model's result in all."""
    if why := why_not(settings):
        yield Tried("model", "broken", f"No model was called: {why}.")
        return
    players = ModelPlayers(settings)
    key = settings.anthropic_api_key.get_secret_value() if settings.anthropic_api_key else ""
    players.model = heard = _Overheard(key, settings.anthropic_base_url, settings.llm_provider)
    try:
        async for one in _tried(settings, players, heard):
            yield one
    except (BadModel, BadPersona) as problem:
        yield Tried("model", "broken", str(problem))
    finally:
        await players.close()


async def _tried(settings: Settings, players: ModelPlayers, heard: _Overheard) -> AsyncIterator[Tried]:
    model = settings.model
    await players.learn()
    if table.known(model) is None:
        yield Tried("model's parameters", "note", _learned(model, players.learned[model]))
    price, spent, seconds, good = getattr(players.known(model), "price", None), dict[str, int](), 0.0, 0
    for game in names():
        decision = await players.player().decide(opening(game), settings.llm_seconds)
        kept = _trace(decision)
        why = decision.source.partition(":")[2]
        if why in FAILURES or why.startswith("http_"):
            says, mend = FAILURES.get(why, ("The platform failed", "Try again later."))
            yield Tried("model", "broken", f"{says} ({heard.said or why}).", mend)
            return
        for kind, tokens in kept["usage"].items():
            spent[kind] = spent.get(kind, 0) + tokens
        seconds += kept["latency_ms"] / 1000
        good += decision.source == "llm"
        yield _judged(game, decision, price)
    took = _took(spent, 0, seconds, price)
    if good < len(names()):
        yield Tried("model", "broken", f"{model} decided {good} of {len(names())} games; see above. {took}")
    else:
        yield Tried("model", "ok", f"{model} decides as it should in every game. {took}")


def _learned(model: str, known: table.Known | None) -> str:
    if known is None:
        return f"Nothing is known of {model}; it gets parameters that every model takes."
    return f"The Models API describes {model}. {table.told(known)}"


def _trace(decision: Decision) -> dict[str, Any]:
    found: dict[str, Any] = (decision.private or {})["llm"]
    return found


def _judged(game: str, decision: Decision, price: table.Price | None) -> Tried:
    kept, name = _trace(decision), f"model, {game}"
    took = _took(kept["usage"], kept["thinking_tokens"], kept["latency_ms"] / 1000, price)
    cut = sum(stop == "max_tokens" for stop in kept["stops"])
    if decision.source == "llm":
        odd = (
            "The first answer was cut off. " if cut else "The first answer could not be used. " * bool(kept["refusals"])
        )
        return Tried(name, "note" if odd else "ok", f"{odd}{took}")
    why = decision.source.partition(":")[2]
    says, mend = ANSWERS.get(
        why, (f"broke the rules twice ({why})", "Try another model, or a higher PARLEY_LLM_EFFORT.")
    )
    code = f" ({kept['stops'][-1]})" if why == "refusal" and kept["stops"] else ""
    return Tried(name, "broken", f"Its answer {says}{code}. {took}", mend)


def _took(usage: dict[str, int], thoughts: int, seconds: float, price: table.Price | None) -> str:
    into = sum(tokens for kind, tokens in usage.items() if kind != "output_tokens")
    thought = f" ({thoughts} of them thoughts)" if thoughts else ""
    cost = f", ${table.dollars(price.of(usage))}" if price is not None else ""
    return f"{into} tokens in, {usage.get('output_tokens', 0)} out{thought}, {seconds:.1f} s{cost}."
