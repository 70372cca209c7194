"""Tables of texts beside the tests that read them."""

from pathlib import Path


def rows(test: str) -> list[list[str]]:
    """The cells of `readings.tsv` beside a test's file, row by row, without its comments."""
    lines = Path(test).with_name("readings.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]
