"""Shared parts of all model players in one process: the client, their model's circuit breaker, the budget."""

import warnings
from importlib.util import find_spec

import structlog

from bot.players.llm import personas
from bot.players.llm.accounts import TokenStore
from bot.players.llm.budget import Budget, Limits
from bot.players.llm.client import Breaker, Model, ends
from bot.players.llm.personas import BadPersona
from bot.players.llm.player import Llm
from bot.players.llm.request import Setup
from bot.runtime.settings import Settings

log = structlog.get_logger(__name__)


class ModelPlayers:
    """Factory of model players, as the settings say. Needs `anthropic_api_key`. A `store` keeps the spending."""

    def __init__(self, settings: Settings, store: TokenStore | None = None) -> None:
        assert settings.anthropic_api_key is not None
        self.setup, self.folder, self.seconds = setup_of(settings), settings.personas, settings.llm_seconds
        self.model = Model(settings.anthropic_api_key.get_secret_value(), settings.anthropic_base_url)
        self.breaker = Breaker()
        limits = Limits(settings.llm_tokens_game, settings.llm_tokens_user, settings.llm_tokens_day)
        self.budget = Budget(limits, store=store)
        self._players: dict[str, Llm] = {}

    def player(self, persona: str = "") -> Llm:
        """Return the player of a persona. Raises `BadPersona`."""
        name = persona or personas.DEFAULT
        if name not in self._players:
            made = personas.load(name, self.folder)
            self._players[name] = Llm(self.setup, made, self.model, self.breaker, self.budget, self.seconds)
        return self._players[name]

    async def close(self) -> None:
        await self.model.close()


def setup_of(settings: Settings) -> Setup:
    """Return the parameters of requests."""
    return Setup(
        model=settings.model,
        max_tokens=settings.llm_max_tokens,
        words=settings.llm_words,
        answer=settings.llm_answer,
        effort=settings.llm_effort,
        thinking=settings.llm_thinking,
    )


def announce(settings: Settings) -> None:
    """Log which model plays, and when its platform will stop serving it."""
    # The library would warn at every call; once is enough.
    warnings.filterwarnings("ignore", category=DeprecationWarning, message="The model '")
    log.info("llm_serves", model=settings.model, does=settings.llm_words)
    until = ends(settings.model)
    if until:
        log.warning("llm_model_ends", model=settings.model, on=until)


def why_not(settings: Settings) -> str:
    """Return why no model plays; "" if one does."""
    if settings.anthropic_api_key is None:
        return "ANTHROPIC_API_KEY is not set"
    if find_spec("anthropic") is None:
        return "its library is not installed: pip install 'parley[llm]'"
    return ""


def model_players(settings: Settings, store: TokenStore | None = None) -> ModelPlayers | None:
    """Return the model players if a model can play, else None. Raises `BadPersona` for an unusable default persona."""
    if why_not(settings):
        return None
    models = ModelPlayers(settings, store)
    models.player()
    return models


__all__ = ["BadPersona", "ModelPlayers", "announce", "model_players", "setup_of", "why_not"]
