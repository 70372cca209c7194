"""Metrics hooks; no-ops by default."""

from collections.abc import Mapping


class Watch:
    """Every name here is one of ours (a game, a platform, a code); nobody's id and nobody's words come this way."""

    def opened(self, game: str) -> None:
        """A session began."""

    def ended(self, game: str, end: str) -> None:
        """A session ended, for this reason."""

    def answered(self, game: str, what: str, code: str, seconds: float) -> None:
        """A person's act was recorded, answered and committed; `game` is "" outside of games."""

    def parked(self, act: str) -> None:
        """An input, of this kind of act, failed too often and was put aside."""

    def decided(self, game: str, wanted: str, source: str, seconds: float) -> None:
        """An AI seat was decided for: by whom it should be, and who did it."""

    def spent(self, game: str, tokens: Mapping[str, int]) -> None:
        """What a decision cost at the LLM, by kind of token; nothing for other players."""

    def rewound(self, game: str) -> None:
        """The store has an older state of a session than this process knew, or another one of the same version."""

    def due(self, kind: str, late: float) -> None:
        """A job was begun, so many seconds after its time."""

    def stuck(self, kind: str) -> None:
        """A job, of this kind, failed several times in a row; it is tried again, more and more rarely."""

    def sent(self, platform: str, status: str) -> None:
        """A post was `shown`, `edited`, `answered`, put off (`later`), or given up (`gone`, `failed`)."""
