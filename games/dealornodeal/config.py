"""Settings, presets, and the context that a configuration stands for."""

from typing import Annotated, Final

from msgspec import Struct

from games.core.settings import STYLE, BadSetting, Document, Option, Style, Whole, conditions, settings_in
from games.dealornodeal.domain.contexts import KINDS, Context, Instance, contexts, draw, instance
from games.dealornodeal.domain.items import DOMAINS, Domain


class DealConfig(Struct, frozen=True):
    """One session. `context` is the number of one, or 0 to draw it; an `instance` overrides all others."""

    utterances: Annotated[int, Whole(2, 200), 20, "How many messages there can be, of both sides together."]
    domain: Annotated[
        str, Option(tuple(DOMAINS)), "books", "What is divided: books, hats and balls, or camping supplies."
    ]
    contexts: Annotated[
        str, Option(KINDS), "all", "Which contexts are drawn: all, with gains from trade, or rich ones."
    ]
    context: Annotated[int, Whole(0, 100_000), 0, "The number of one context, from 1; 0 draws one for each session."]
    roles: Annotated[str, Option(("dealt", "swapped")), "dealt", "Whether the two seats exchange their values."]
    instance: Annotated[str, Document("a pool and both sides' values"), "", "A file that fixes pool and values."]
    condition: str
    style: Annotated[Style, "seed", STYLE] = "seed"


SETTINGS: Final = settings_in(DealConfig)
PRESETS: Final = conditions("""
    books:
    camp: domain=camp
    rich: contexts=rich
""")


def check(config: DealConfig) -> None:
    """Raise `BadSetting` for a configuration that has no context."""
    if fixed(config) is not None:
        return
    domain = DOMAINS[config.domain]
    if config.contexts != "all" and not contexts(domain, config.contexts):
        some = ", ".join(kind for kind in KINDS if contexts(domain, kind))
        raise BadSetting("contexts", f"must be one of {some} where domain is {config.domain}", config.contexts)
    known = len(contexts(domain, config.contexts)) if config.context else 0
    if config.context > known:
        raise BadSetting("context", f"must be a whole number from 0 to {known} here", str(config.context))


def fixed(config: DealConfig) -> Instance | None:
    """Return the content of the configuration's document, if it has one. Raises `BadSetting`."""
    return instance(config.instance, config.domain) if config.instance else None


def domain_of(config: DealConfig) -> Domain:
    given = fixed(config)
    return given.domain if given else DOMAINS[config.domain]


def context_of(config: DealConfig, seed: int) -> Context:
    """Return the context of a session."""
    given = fixed(config)
    if given:
        context = given.context
    elif config.context:
        context = contexts(DOMAINS[config.domain], config.contexts)[config.context - 1]
    else:
        context = draw(DOMAINS[config.domain], config.contexts, seed)
    return context.swapped() if config.roles == "swapped" else context
