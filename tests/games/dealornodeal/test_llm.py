"""A division's messages in exported games and in a model's own history."""

import pytest

from games.core.contract import Reading, Said
from games.dealornodeal.rules.state import Accept, Confirm, DealMove, Leave, Offer, Reopen, Speak
from tests.games.dealornodeal.helpers import ME, YOU, dealt, game, talk

SAID = "You get the hat, the rest is mine."


@pytest.mark.parametrize(
    ("move", "say", "written"),
    [
        (Offer((2, 0, 3)), SAID, SAID),
        (Offer((2, 0, 3)), "How about this?", "How about this? I keep 2 books, 3 balls; you get the rest"),
        (Offer((2, 0, 3)), "", "I keep 2 books, 3 balls; you get the rest"),
        (Speak(), "hello there", "hello there"),
        (Accept(), "Sounds good.", "Sounds good."),
        (Accept(), "", "deal"),
        (Confirm(1), "", "confirm"),
        (Reopen(1, misread=True), "", "not what i meant"),
        (Reopen(1, misread=False), "", "keep talking"),
        (Leave(), "", "walk away"),
    ],
)
def test_a_message_is_written_as_it_was_said_or_as_its_button_says(move: DealMove, say: str, written: str) -> None:
    assert game.typed(game.view(dealt(), YOU), move, say) == written


@pytest.mark.parametrize("player", ["easy", "normal", "hard"])
def test_an_offer_is_read_back_with_the_same_division(player: str) -> None:
    offers = 0
    for seed in range(20):
        state = talk(dealt(), "i want everything") if seed % 2 else dealt()
        seat = ME if seed % 2 else YOU
        view = game.view(state, seat)
        made = game.players[player].decide(view, seed)
        if isinstance(made.move, Offer):
            read = game.read(view, Said(game.typed(view, made.move, made.say)))
            assert isinstance(read, Reading)
            assert getattr(read.move, "keep", ()) == made.move.keep
            offers += 1
    assert offers > 10
