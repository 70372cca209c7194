"""Shared parts of all model players in one process: the client, the budget, each model's parameters and breaker.

A seat names its player as `llm`, `llm:PERSONA`, `llm:PERSONA@MODEL` or `llm:@MODEL`; what stands behind `llm:` is a
player's name here.
"""

import re
import warnings
from collections.abc import Iterable

import structlog

from bot.players.llm import models, personas, providers
from bot.players.llm.accounts import TokenStore
from bot.players.llm.budget import Budget, Limits
from bot.players.llm.client import Breaker, Model, ends
from bot.players.llm.models import Known
from bot.players.llm.personas import BadPersona
from bot.players.llm.player import Llm
from bot.players.llm.request import Setup
from bot.runtime.settings import Settings

log = structlog.get_logger(__name__)

DESCRIBE_SECONDS = 5.0
"""Longest time to ask the Models API about one model."""


class BadModel(ValueError):
    """Error: an unusable model name, or parameters that the model does not take; the text says what is allowed."""


def parted(name: str) -> tuple[str, str]:
    """Return the persona and the model that a player's name holds; "" for what it leaves out. Raises `BadModel`."""
    persona, sign, model = name.partition("@")
    if sign and not re.fullmatch(models.NAME, model):
        raise BadModel(f"{model[:40]!r} is no model's name. Name one as in llm:{persona}@claude-sonnet-5-5.")
    return persona, model


class ModelPlayers:
    """Factory of model players, as the settings say. A `store` keeps the spending. Where nobody waits for moves, as in
    simulations, they are `patient`.
    """

    def __init__(self, settings: Settings, store: TokenStore | None = None, *, patient: bool = False) -> None:
        self.settings, self.folder, self.seconds = settings, settings.personas, settings.llm_seconds
        self.patient = patient
        key = settings.anthropic_api_key.get_secret_value() if settings.anthropic_api_key else ""
        self.model = Model(key, settings.anthropic_base_url, settings.llm_provider)
        limits = Limits(settings.llm_tokens_game, settings.llm_tokens_user, settings.llm_tokens_day)
        self.budget = Budget(limits, store=store)
        self.learned: dict[str, Known | None] = {}
        self.breakers: dict[str, Breaker] = {}
        self._players: dict[tuple[str, str], Llm] = {}

    @property
    def setup(self) -> Setup:
        """The parameters of the usual model's requests."""
        return self.setup_of(self.settings.model)

    def known(self, model: str) -> Known | None:
        """Return a model's facts by the table or by the Models API; None if nothing is known."""
        return models.known(model) or self.learned.get(model)

    def setup_of(self, model: str) -> Setup:
        """Return the parameters of a model's requests. Raises `BadModel` if it does not take those of the settings."""
        return setup_of(self.settings, model, self.known(model), patient=self.patient)

    def player(self, name: str = "") -> Llm:
        """Return the player of a name: PERSONA, PERSONA@MODEL, @MODEL or "". Raises `BadPersona` and `BadModel`."""
        persona, named = parted(name)
        key = (persona or personas.DEFAULT, named or self.settings.model)
        if key not in self._players:
            made, setup = personas.load(key[0], self.folder), self.setup_of(key[1])
            breaker = self.breakers.setdefault(key[1], Breaker())
            self._players[key] = Llm(setup, made, self.model, breaker, self.budget, self.seconds, self.patient)
        return self._players[key]

    async def learn(self, names: Iterable[str] = ()) -> None:
        """Ask the Models API about models that the table does not list: the usual one, and those of players' names.
        Players made afterwards use what it says. Raises `BadModel` if one does not take the parameters of the settings.
        """
        for model in dict.fromkeys([self.settings.model, *(parted(name)[1] for name in names)]):
            if model and models.known(model) is None and model not in self.learned:
                self.learned[model] = await self.model.describe(model, DESCRIBE_SECONDS)
                self._players = {key: made for key, made in self._players.items() if key[1] != model}
                self.setup_of(model)

    async def close(self) -> None:
        await self.model.close()


def setup_of(settings: Settings, model: str = "", known: Known | None = None, *, patient: bool = False) -> Setup:
    """Return the parameters of requests to a model, the usual one by default. Raises `BadModel`."""
    model = model or settings.model
    what, effort, thinking = known or models.known(model), settings.llm_effort, settings.llm_thinking
    made = models.parameters(what, effort, thinking, settings.llm_max_tokens or 0, waits=not patient)
    if why := models.refused(model, what, effort, thinking, made):
        raise BadModel(why)
    return Setup(
        model=model,
        max_tokens=made.max_tokens,
        words=settings.llm_words,
        answer=settings.llm_answer,
        effort=made.effort,
        thinking=made.thinking,
        rational=settings.llm_rational == "on",
        most_tokens=made.most_tokens,
    )


def announce(settings: Settings) -> None:
    """Log the model that plays, and the day on which its platform will stop serving it."""
    # The library would warn at every call; once is enough.
    warnings.filterwarnings("ignore", category=DeprecationWarning, message="The model '")
    log.info("llm_serves", model=settings.model, does=settings.llm_words)
    until = ends(settings.model)
    if until:
        log.warning("llm_model_ends", model=settings.model, on=until)


def why_not(settings: Settings) -> str:
    """Return the reason why no model plays; "" if one does."""
    return providers.missing(settings.llm_provider, settings.anthropic_api_key is not None)


def model_players(settings: Settings, store: TokenStore | None = None, *, patient: bool = False) -> ModelPlayers | None:
    """Return the model players if a model can play, else None. Raises `BadPersona` for an unusable default persona, and
    `BadModel` for parameters that the usual model does not take.
    """
    if why_not(settings):
        return None
    made = ModelPlayers(settings, store, patient=patient)
    made.player()
    return made


__all__ = ["BadModel", "BadPersona", "ModelPlayers", "announce", "model_players", "parted", "setup_of", "why_not"]
