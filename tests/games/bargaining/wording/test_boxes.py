"""The boxes have the shape of the published bargaining study, whatever their content."""

import pytest

from games.bargaining.wording import boxes
from games.core.post import Mono, text_of

STATUS = """\
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
  BARGAINING STATUS
  Round 3 of 6
  Last offer: $50.00 by AI
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━"""

END = """\
══════════ GAME OVER ══════════

╔══════════════════════════════════════════════════╗
║                                                  ║
║            ✅  YOU ARE FINISHED  ✅               ║
║                                                  ║
║   This interview is now COMPLETE.                ║
║   You do not need to do anything else.           ║
║                                                  ║
║   Final Earnings:                                ║
║     Human: $12.50                                ║
║     AI: $12.50                                   ║
║                                                  ║
║   Thank you for participating!                   ║
║                                                  ║
╚══════════════════════════════════════════════════╝"""


def end(human: int, ai: int) -> str:
    (block,) = boxes.game_over((("Human", human), ("AI", ai)), plain=False)
    assert isinstance(block, Mono)
    return block.text


def test_the_status_box() -> None:
    assert text_of(boxes.status(3, 6, 5000, "AI", plain=False)) == STATUS


def test_the_final_box() -> None:
    assert end(1250, 1250) == END


@pytest.mark.parametrize("human", [0, 5, 1250, 10_000, -1, -2500, -10_000])
@pytest.mark.parametrize("ai", [0, 999, -1, -10_000])
def test_every_row_of_the_final_box_keeps_its_width(human: int, ai: int) -> None:
    rows = end(human, ai).split("\n")[2:]
    assert [len(row) for row in rows] == [51 if "✅" in row else 52 for row in rows]
    assert {row[0] + row[-1] for row in rows} == {"╔╗", "║║", "╚╝"}


def test_losses_have_their_sign_before_the_dollar() -> None:
    assert "Human: -$25.00 " in end(-2500, 5000)


@pytest.mark.parametrize("label", ["AI", "Human", "Buyer", "Seller"])
@pytest.mark.parametrize("price", [0, 999, 10_000])
def test_the_status_box_is_never_wider_than_its_rule(label: str, price: int) -> None:
    rows = text_of(boxes.status(100, 100, price, label, plain=False)).split("\n")
    assert max(map(len, rows)) == 30


def test_the_plain_mode_draws_nothing_and_says_all() -> None:
    status = text_of(boxes.status(3, 6, 5000, "AI", plain=True))
    assert status == "Bargaining status: round 3 of 6. Last offer: $50.00 by AI."
    over = "\n".join(map(text_of, boxes.game_over((("Human", -500), ("AI", 1250)), plain=True)))
    assert not set("━═║╔╗╚╝✅") & set(status + over)
    for fact in ("GAME OVER", "finished", "complete", "Final Earnings:", "Human: -$5.00", "AI: $12.50", "Thank you"):
        assert fact in over
