"""The price of a model's tokens: from the settings, if they name one."""

from bot.research.bench.figures import Price
from bot.runtime.settings import Settings

BATCH = 0.5
"""Factor on the price of a call in a batch."""


def prices(settings: Settings, batch: bool) -> Price:
    """Return the function from a model's name and its tokens by kind to dollars."""

    def price(_name: str, usage: dict[str, int]) -> float | None:
        if not settings.llm_prices:
            return None
        per_in, per_out = (float(part) for part in settings.llm_prices.split(","))
        out = usage.get("output_tokens", 0)
        made = ((sum(usage.values()) - out) * per_in + out * per_out) / 1_000_000
        return made * BATCH if batch else made

    return price
