"""Figures about the service for Prometheus. Labels name games, platforms and codes, never a person or their words.

Events of this process are counted as they happen. Figures of work in progress belong to the whole store and are read
from it at each request. So several processes over one store report the same ones.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bot import keys
from bot.runtime.hooks import MetricsHooks
from bot.runtime.store_health import PATIENCE, StoreHealth
from games.core.registry import names
from storage.base import Store, StoreError

TURN = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
THOUGHT = (0.01, 0.1, 0.5, 1, 2, 5, 10, 20, 30, 45, 60)
LATE = (0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300)
"""Upper bounds of histograms, in seconds."""
WORD = re.compile(r"[a-z0-9_]{1,40}", re.ASCII)


class Metrics(MetricsHooks):
    """The figures of one process over `store`."""

    def __init__(self, store: Store, clock: Callable[[], int], health: StoreHealth | None = None) -> None:
        self.store, self.clock, self.health = store, clock, health
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, registry=registry)
        self._opened = counter("parley_sessions_opened", "Sessions begun.", ["game"])
        self._ended = counter("parley_sessions_ended", "Sessions ended, by reason.", ["game", "end"])
        self._turns = histogram(
            "parley_turn_seconds", "From a person's act to its commit.", ["game", "answer"], buckets=TURN
        )
        self._refused = counter("parley_reprompts", "Acts answered with a refusal, by its code.", ["game", "code"])
        self._parked = counter(
            "parley_inputs_parked", "Inputs put aside after failing too often, by kind of act.", ["act"]
        )
        self._stuck = counter("parley_jobs_stuck", "Jobs that keep failing, by kind.", ["kind"])
        self._thought = histogram(
            "parley_strategy_seconds", "Time of one decision for an AI seat.", ["game", "strategy"], buckets=THOUGHT
        )
        self._fallbacks = counter(
            "parley_strategy_fallbacks", "Decisions made by another player than the seat's own.", ["game", "strategy"]
        )
        self._tokens = counter("parley_llm_tokens", "Tokens of the LLM, by kind.", ["game", "kind"])
        self._rewound = counter(
            "parley_store_rewound", "Sessions of which the store had lost what this process knew.", ["game"]
        )
        self._late = histogram(
            "parley_job_late_seconds", "How long after its time a job was begun.", ["kind"], buckets=LATE
        )
        self._sent = counter("parley_posts", "Posts by what became of them.", ["platform", "status"])
        self._up = gauge("parley_store_up", "1 while the store can be used.")
        self._live = gauge("parley_sessions_live", "Sessions that run.", ["game"])
        self._inputs = gauge("parley_inputs_waiting", "Inputs without an answer.")
        self._posts = gauge("parley_posts_waiting", "Posts that are not out yet.")
        self._lag = gauge("parley_timer_lag_seconds", "How long the oldest due job has waited.")

    def opened(self, game: str) -> None:
        self._opened.labels(game).inc()

    def ended(self, game: str, end: str) -> None:
        self._ended.labels(game, word(end)).inc()

    def answered(self, game: str, what: str, code: str, seconds: float) -> None:
        self._turns.labels(game, what).observe(seconds)
        if what == "refused":
            self._refused.labels(game, word(code)).inc()

    def parked(self, act: str) -> None:
        self._parked.labels(word(act)).inc()

    def stuck(self, kind: str) -> None:
        self._stuck.labels(word(kind)).inc()

    def decided(self, game: str, wanted: str, source: str, seconds: float) -> None:
        wanted, source = (word(name.partition(":")[0]) for name in (wanted, source))
        self._thought.labels(game, wanted).observe(seconds)
        if source != wanted:
            self._fallbacks.labels(game, wanted).inc()

    def spent(self, game: str, tokens: Mapping[str, int]) -> None:
        for kind, number in tokens.items():
            self._tokens.labels(game, word(kind)).inc(number)

    def rewound(self, game: str) -> None:
        self._rewound.labels(game).inc()

    def due(self, kind: str, late: float) -> None:
        self._late.labels(kind).observe(max(0.0, late))

    def sent(self, platform: str, status: str) -> None:
        self._sent.labels(word(platform), status).inc()

    async def page(self) -> bytes:
        """Return all figures as Prometheus reads them. While the store is away, those of work stay."""
        games = names()
        try:
            async with asyncio.timeout(PATIENCE):
                tally = await self.store.tally([keys.of_game(game) for game in games])
                due = await self.store.next_due()
        except (StoreError, TimeoutError):
            self._up.set(0)
        else:
            self._up.set(not (self.health and self.health.problem))
            for game, live in zip(games, tally.live, strict=True):
                self._live.labels(game).set(live)
            self._inputs.set(tally.inputs)
            self._posts.set(tally.posts)
            self._lag.set(0 if due is None else max(0, self.clock() - due) / 1000)
        return generate_latest(self.registry)


def word(name: str) -> str:
    """Return a safe label: the name if it looks like one of our words, else `other`."""
    return name if WORD.fullmatch(name) else "other"
