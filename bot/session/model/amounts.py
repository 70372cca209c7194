"""Amounts as people read them."""

from games.core.contract import Amount, written


def money(amount: Amount, unit: str) -> str:
    """Return an amount as people read it: `$12.50`, `-$5.00`, `7 points`."""
    if unit != "cents":
        return f"{written(amount, unit)} point{'' if amount == 1 else 's'}"
    text = written(amount, unit)
    return f"-${text[1:]}" if text.startswith("-") else f"${text}"
