"""The price of a model's tokens: from the settings, if they name one, else from the table of known models."""

from bot.players.llm.models import Price, known
from bot.research.bench import figures
from bot.research.bench.seats import parted
from bot.runtime.settings import Settings


def prices(settings: Settings, batch: bool) -> figures.Price:
    """Return the function from a model's name on a bench, and its tokens by kind, to dollars."""
    own = None
    if settings.llm_prices:
        per_in, per_out = (float(part) for part in settings.llm_prices.split(","))
        own = Price(per_in, per_out, per_in)

    def price(name: str, usage: dict[str, int]) -> float | None:
        what = known(parted(name)[2])
        found = own or (what.price if what else None)
        return found.of(usage, batch) if found else None

    return price
