"""Metrics hooks; no-ops by default."""

from collections.abc import Mapping


class MetricsHooks:
    """Receiver of metrics events. Names are the program's own; no person's id or words are passed."""

    def opened(self, game: str) -> None:
        """Record that a session began."""

    def ended(self, game: str, end: str) -> None:
        """Record that a session ended, for this reason."""

    def answered(self, game: str, what: str, code: str, seconds: float) -> None:
        """Record that a person's act was stored, answered and committed; `game` is "" outside games."""

    def parked(self, act: str) -> None:
        """Record that an input, of this kind of act, failed too often and was parked."""

    def decided(self, game: str, wanted: str, source: str, seconds: float) -> None:
        """Record a decision for an AI seat: `wanted` should have made it, `source` made it."""

    def spent(self, game: str, tokens: Mapping[str, int]) -> None:
        """Record the tokens of a decision at the LLM, by kind; empty for other players."""

    def rewound(self, game: str) -> None:
        """Record that the store has an older or another state of a session than this process knew."""

    def due(self, kind: str, late: float) -> None:
        """Record that a job was begun, `late` seconds after its time."""

    def stuck(self, kind: str) -> None:
        """Record that a job, of this kind, failed several times in a row; it is tried again, more and more rarely."""

    def sent(self, platform: str, status: str) -> None:
        """Record that a post was `shown`, `edited`, `answered`, put off (`later`), or given up (`gone`, `failed`)."""
