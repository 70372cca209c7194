"""A game with two faults: reading one word kills the process, as want of memory does, and reading another raises."""

import os

from games.core.contract import Reading, Said, Unclear
from tests.games.tiny.number import HiddenNumber, NumberMove, View

KILLS, RAISES = "poison", "venom"


class Brittle(HiddenNumber):
    """The hidden number, whose reader cannot bear two words."""

    name = "brittle"
    title = "Brittle number"

    def read(self, view: View, said: Said) -> Reading[NumberMove] | Unclear:
        if said.text == KILLS:
            os._exit(66)
        if said.text == RAISES:
            raise LookupError(said.text)
        return super().read(view, said)


game = Brittle()
