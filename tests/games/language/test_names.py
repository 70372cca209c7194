"""Names of people in typed words become their seats."""

import pytest

from games.core.post import Cast
from games.language.names import seated

CAST = (
    Cast("carpenter_0", "human", "Ann"),
    Cast("carpenter_1", "human", "Will"),
    Cast("miner_0", "human", "Gina Rossi"),
    Cast("miner_1", "human", "J. R. (2)"),
    Cast("miner_2", "ai", "miner"),
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("invite Gina 50 50", "invite miner_0 50 50"),
        ("50:50 with gina", "50:50 with miner_0"),
        ("@Gina Rossi, half half?", "miner_0, half half?"),
        ("GINA's offer", "miner_0's offer"),
        ("j. r. (2) gets 40", "miner_1 gets 40"),
        ("Ann and Gina", "carpenter_0 and miner_0"),
        ("Anna, banana, ginas", "Anna, banana, ginas"),
        ("miner 0 and the miner", "miner 0 and the miner"),
        ("I will give 40", "I will give 40"),
        ("Will you join?", "Will you join?"),
        ("invite Will 50/50", "invite carpenter_1 50/50"),
        ("@will 50/50", "carpenter_1 50/50"),
        ("", ""),
    ],
)
def test_a_name_becomes_a_seat(text: str, meant: str) -> None:
    assert seated(text, CAST).text == meant
    assert not seated(text, CAST).either


def test_a_name_of_two_people_stays_and_names_both() -> None:
    cast = (Cast("miner_0", "human", "Gina Rossi"), Cast("miner_1", "human", "Gina (2)"))
    assert seated("invite gina 50/50", cast).either == ("miner_0", "miner_1")
    assert seated("invite gina 50/50", cast).text == "invite gina 50/50"
    assert seated("invite Gina (2) 50/50", cast) == seated("invite miner_1 50/50", ())


@pytest.mark.parametrize("name", ["", "7", ".", "(", "a|b", "\\", "x" * 32, "🙂"])
def test_odd_names_do_no_harm(name: str) -> None:
    cast = (Cast("miner_0", "human", name),)
    assert seated("I give 7 and a and b. (", cast).text == "I give 7 and a and b. ("
