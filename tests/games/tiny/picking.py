"""The tiny number game with a form that can be tapped: pick some of 35 numbers, their sum is the guess."""

from typing import ClassVar

from games.core.contract import Reading, Said, Unclear
from games.core.post import Ask, Choice, Form, Many, Voice
from tests.games.tiny.number import Guess, HiddenNumber, NumberMove, View

NUMBERS = tuple((str(n), f"No {n}") for n in range(1, 36))


class Picking(HiddenNumber):
    name: ClassVar[str] = "picking"
    title: ClassVar[str] = "Picking"

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        if view.ended or view.who != view.mover:
            return ()
        some = Many("some", "Pick", NUMBERS, weights=tuple(range(1, 36)), limit=100, chosen=frozenset({"1"}))
        return (Form("Guess the sum…", (some,), says="sum {some}"), Choice("Walk away", "walk away"))

    def read(self, view: View, said: Said) -> Reading[NumberMove] | Unclear:
        if not said.text.startswith("sum "):
            return super().read(view, said)
        return Reading(Guess(sum(map(int, said.text.removeprefix("sum ").split(", ")))))


game = Picking()
